"""What the page about kernels shows of axes and of lists of tensors compiles without a warning."""

from __future__ import annotations

from pathlib import Path

from tests.build.pages import blocks, page, project, run, section
from tests.build.project import ROOT
from tests.requirements import needs
from tests.targets.kernel_tree import fill

pytestmark = needs("numpy", "compiler")

PAGE = page("docs/kernels.md")
INCLUDES = '#include "opgen_loops.h"\n#include "opgen_split.h"\n'
SPEC = """
include "opgen/OpBase.td"

def Demo : Library<"demo">;

let library = Demo in {

def CenteredOp : Op<"centered", [Pure, NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins SI64Attr:$axis);
  let checks = [Check<"-rank(x) <= axis and axis < rank(x)">];
  let shape = SameAs<"x">;
}

def AddedOp : Op<"added", [Pure, NoGrad]> {
  let input = (ins Variadic<Tensor>:$xs);
  let output = (outs Tensor:$y);
  let attrs = (ins SI64ArrayAttr:$weights);
  let checks = [Check<"len(xs) == len(weights) and len(xs) > 0">];
  let shape_expr = ["y = xs[0]"];
}

}
"""
ADDED = """\
  for (int64_t i = 0; i < y.numel(); ++i) y[i] = 0;
  for (int64_t k = 0; k < xs.size(); ++k) {
    for (int64_t i = 0; i < y.numel(); ++i) y[i] += static_cast<T>(weights[k]) * xs[k][i];
  }
  for (int64_t k = 0; k < weights.size; ++k) y[0] += static_cast<T>(weights[k]);
  return OPGEN_OK;
"""
SCRIPT = """
import demo
import numpy as np

x = np.random.default_rng(0).normal(size=(4, 3, 2))
for axis in range(-3, 3):
    np.testing.assert_allclose(demo.centered(x, axis=axis), x - x.mean(axis, keepdims=True))
for axis in (-4, 3):
    try:
        demo.centered(x, axis=axis)
    except ValueError:
        continue
    raise AssertionError(axis)
y = demo.added([x[0], x[1]], weights=[2, 3])
np.testing.assert_allclose(y[1:], 2 * x[0][1:] + 3 * x[1][1:])
np.testing.assert_allclose(demo.added([x[0]], weights=[2])[0, 0], 2 * x[0, 0, 0] + 2)
"""


def test_axes_and_lists_as_the_page_says(tmp_path: Path) -> None:
    body = blocks(section(PAGE, "### Attributes that name an axis"), "cpp")[0].text
    project(tmp_path, "demo", SPEC)
    run("-m", "opgen", "build", "-q", "specs", "-t", "numpy", folder=tmp_path)
    generated = tmp_path / "generated"
    fill(generated, {"centered": body, "added": ADDED}, "demo")
    kernel = generated / "kernels/demo/centered/centered_cpu.cc"
    kernel.write_text(INCLUDES + kernel.read_text())
    path = [ROOT, generated / "numpy"]
    run("-c", SCRIPT, folder=tmp_path, path=path, flags="-O0 -Werror")
