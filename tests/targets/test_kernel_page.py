"""What the page about kernels shows of axes and of lists of tensors compiles without a warning."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.build.project import ROOT
from tests.requirements import needs

pytestmark = needs("numpy", "compiler")

PAGE = (ROOT / "docs" / "kernels.md").read_text(encoding="utf-8")
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


def run(*command: str, folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": f"{ROOT}{os.pathsep}{folder / 'generated/numpy'}",
            "CXXFLAGS": "-O0 -Werror",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def fill(kernel: Path, body: str) -> None:
    text = kernel.read_text()
    includes = '#include "opgen_loops.h"\n#include "opgen_split.h"\n'
    text = text.replace("\n//", f"\n{includes}\n//", 1) if "SplitAxes" in body else text
    text, count = re.subn(
        r"  return opgen::not_written\(.*?\);\n", lambda _: body, text, flags=re.DOTALL
    )
    assert count == 1
    kernel.write_text(text)


def test_axes_and_lists_as_the_page_says(tmp_path: Path) -> None:
    section = PAGE.partition("### Attributes that name an axis")[2]
    body = re.findall(r"```cpp\n(.*?)```", section, re.DOTALL)[0]
    (tmp_path / "specs").mkdir()
    (tmp_path / "specs" / "demo.td").write_text(SPEC)
    run("-m", "opgen", "build", "-q", "specs", "-t", "numpy", folder=tmp_path)
    kernels = tmp_path / "generated/kernels/demo"
    fill(kernels / "centered/centered_cpu.cc", body)
    fill(kernels / "added/added_cpu.cc", ADDED)
    run("-c", SCRIPT, folder=tmp_path)
