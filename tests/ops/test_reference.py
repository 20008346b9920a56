"""Where a line of a reference is written in the spec, and what it reads."""

from __future__ import annotations

from pathlib import Path

import pytest

from opgen.config import default_project
from opgen.diagnostics import Diagnostics
from opgen.ops.reference import line_of_reference, reference_body
from opgen.pipeline import Request, prepare
from tests.ops.test_model import HEADER, read

SPEC = """
def TwiceOp : Op<"twice", [NoGrad]> {{
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let shape = SameAs<"x">;
  let reference = {code};
}}
"""
CODE = """[{

\ttwo = 2

    # Twice, in \u00e9l\u00e9ments.
    if two:
        return (x
                * two)
  }]"""


@pytest.mark.parametrize(
    ("code", "places"),
    [
        (CODE, [(9, "two = 2"), (10, ""), (11, "# Twice"), (12, "if two:"), (13, "return (x")]),
        ("[{ return 2 * x }]", [(7, "return 2 * x")]),
        ('"return 2 * x"', [(7, "return 2 * x")]),
        # Of a text that isn't written as it is, the whole is shown.
        ('"return \\"x\\""', [(7, '"return')]),
        ('!strconcat("a = 2 * x\\n", "return a")', [(7, "!strconcat"), (7, "!strconcat")]),
    ],
)
def test_a_line_of_the_body_is_found(
    tmp_path: Path, code: str, places: list[tuple[int, str]]
) -> None:
    op = read(tmp_path, SPEC.format(code=code))["twice"]
    for at, (line, text) in enumerate(places, 1):
        span = line_of_reference(op, at)
        assert span.position.line == line
        assert span.text.startswith(text)
        if not text.startswith(('"', "!")):
            assert reference_body(op.reference).splitlines()[at - 1].strip().startswith(text)


USES = """
def BackOp : Op<"back", [NoGrad]> {{
  let input = (ins Tensor:$x, Tensor:$w, Tensor:$dy);
  let output = (outs Tensor:$dx, Tensor:$dw);
  let shape = PerResult<[SameAs<"x">, SameAs<"w">]>;
}}

def FooOp : Op<"foo", [{traits}]> {{
  let input = (ins Tensor:$x, Tensor:$w);
  let output = (outs Tensor:$y);
  {rule}
  let reference = [{{ {code} }}];
}}
"""
SAME = 'let shape = SameAs<"x">;'


@pytest.mark.parametrize(
    ("traits", "rule", "code", "count"),
    [
        ("NoGrad", SAME, "return 2 * x", 1),
        ("NoGrad", 'let shape_expr = ["y = x"];', "return 2 * x", 1),
        ("NoGrad", SAME, "return w * x", 0),
        ("NoGrad", SAME, "return [a * x for a in w]", 0),
        ("NoGrad", SAME, "return 2 * locals()['x']", 0),
        ("NoGrad", SAME, "", 0),
        ("NoGrad", "", "return 2 * x", 0),
        ("NoGrad, Elementwise", SAME, "return 2 * x", 0),
        ("NoGrad", 'let shape = Broadcast<["x", "w"]>;', "return 2 * x", 0),
        ("NoGrad", 'let dims = "..., n -> ...";', "return 2 * x", 0),
        ("NoGrad", 'let shape_expr = ["y = [x[0], w[0]]"];', "return x", 0),
        ("NoGrad", f'{SAME} let checks = [Check<"len(w) == 1", "w">];', "return 2 * x", 0),
        ("", f'{SAME} let grad = ["x, w = back(x, w, dy)"];', "return 2 * x", 0),
        ("", f'{SAME} let grad = ["x = foo(dy, w)"]; let nondiff = ["w"];', "return 2 * x", 0),
    ],
)
def test_an_operand_that_nothing_reads_is_a_warning(
    tmp_path: Path, traits: str, rule: str, code: str, count: int
) -> None:
    spec = tmp_path / "spec.td"
    spec.write_text(HEADER + USES.format(traits=traits, rule=rule, code=code))
    found = Diagnostics()
    assert prepare(Request(default_project(tmp_path), (spec,)), found).model is not None
    assert [(each.code, each.is_error) for each in found.items] == [("OPG0325", False)] * count
