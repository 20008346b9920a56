"""What ``GetSbp`` tells OneFlow, by running it: that which follows from the spec, no more, no less.

OneFlow is stood in for by as much of its interface as the function uses.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from opgen.config import default_project
from opgen.diagnostics import Diagnostics
from opgen.ops import Attribute, AttributeKind, Op, Sample, SampleTensor
from opgen.ops.sbp import sample_signatures
from opgen.outputs import Ownership, RelPath
from opgen.pipeline import Request, prepare
from opgen.render import Renderer
from opgen.targets.base import Output
from opgen.targets.oneflow.functor import default_expression
from opgen.targets.oneflow.sbp import sbp_steps
from tests.requirements import needs

HERE = Path(__file__).parent
PROJECT = HERE.parents[2]
PRINTED = {AttributeKind.I64, AttributeKind.BOOL, AttributeKind.I64_ARRAY}

LINES = """
include "opgen/OpBase.td"

def Sbp : Library<"sbp">;

let library = Sbp in {

def LineOp : Op<"line", [Pure, NoGrad]> {
  let input = (ins Tensor:$x, Optional<Tensor>:$bias);
  let output = (outs Tensor:$y);
  let dims = "... c, c -> ... c";
  let no_split = ["c"];
  let sbp = ["x:S(-1) bias:S(0) -> S(-1)", "x:P bias:B -> P"];
  let samples = [Sample<"x:[2,3] bias:[3]">, Sample<"x:[4,2,3] bias:none">];
}

def TakeOp : Op<"take", [Pure, NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins SI64Attr:$axis, DefaultValuedAttr<BoolAttr, "false">:$keepdim);
  let shape = Reduce<"x", "axis", "keepdim">;
  let linear = ["x"];
  let samples = [Sample<"x:[2,3,4] axis:-2">, Sample<"x:[2,3,4] axis:0 keepdim:true">];
}

}
"""


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Op, Sample]]:
    root = tmp_path_factory.mktemp("sbp")
    (root / "lines.td").write_text(LINES)
    project = replace(default_project(root), include_dirs=(PROJECT / "specs/include",))
    specs = (root / "lines.td", PROJECT / "specs")
    diagnostics = Diagnostics()
    model = prepare(Request(project, specs, ("samples",)), diagnostics).model
    assert not diagnostics.has_errors, diagnostics.sorted()
    return [(op, sample) for op in model.ops for sample in op.samples]


def _inputs(sample: Sample) -> Iterator[tuple[str, int, SampleTensor]]:
    for name, given in sample.operands:
        parts = given if isinstance(given, tuple) else (given,)
        for index, part in enumerate(part for part in parts if part is not None):
            yield name, index, part


def _attributes(op: Op, sample: Sample) -> Iterator[Attribute]:
    given = dict(sample.attributes)
    for attribute in op.attributes:
        value = given.get(attribute.name, attribute.default)
        if attribute.kind in PRINTED:
            yield replace(attribute, default=value)


def _body(op: Op, sample: Sample) -> str:
    """Return a block that runs the function for one call and says where its lines end."""
    lines = ["{", "user_op::SbpContext call;"]
    for name, index, part in _inputs(sample):
        sizes = ", ".join(map(str, part.shape))
        lines.append(f'call.given.emplace_back("{name}", {index});')
        lines.append(f'call.described[{{"{name}", {index}}}] = {{{{{{{sizes}}}}}}};')
    lines += [f'call.made.emplace_back("{result.name}", 0);' for result in op.results]
    for attribute in _attributes(op, sample):
        value = default_expression(attribute)
        lines.append(f'call.attributes["{attribute.name}"] = {value};')
    steps = [step.head + ", ".join(step.arguments) + step.tail for step in sbp_steps(op)]
    function = ["[](user_op::SbpContext* ctx) -> Maybe<void> {", *steps, "}(&call);"]
    return "\n".join([*lines, *function, 'std::puts("end");', "}"])


@needs("compiler")
def test_the_signatures_are_those_of_the_spec(
    cases: list[tuple[Op, Sample]], tmp_path: Path
) -> None:
    view = {"header": "For a test."}
    name = "opgen_oneflow_sbp.h"
    header = Output(RelPath(name), f"oneflow/{name}.j2", view, Ownership.OWNED)
    (rendered,) = Renderer().render([("oneflow", header)], Diagnostics())
    (tmp_path / name).write_text(rendered.text)
    bodies = [_body(op, sample) for op, sample in cases]
    functions = "\n".join(f"void call{at}() {body}" for at, body in enumerate(bodies))
    body = " ".join(f"call{at}();" for at in range(len(bodies)))
    source = tmp_path / "run.cc"
    opening = f'#include "{name}"\nusing namespace oneflow;\n'
    source.write_text(f"{opening}{functions}\nint main() {{ {body} }}\n")
    program = tmp_path / "run"
    compiler = os.environ.get("CXX", "c++")
    options = ["-std=c++17", "-O0", "-Wall", "-Wextra", "-Werror", f"-I{HERE / 'stand_in'}"]
    subprocess.run([compiler, *options, str(source), "-o", str(program)], check=True)
    printed = subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout
    found = printed.split("end\n")[:-1]
    assert len(found) == len(cases)
    for (op, sample), lines in zip(cases, found, strict=True):
        expected = sorted(map(str, sample_signatures(op, sample)))
        assert sorted(lines.splitlines()) == expected, (op.id, sample.name)
    assert sum(bool(lines) for lines in found) > len(cases) // 2
