"""Where a line of a reference is written in the spec."""

from __future__ import annotations

from pathlib import Path

import pytest

from opgen.ops.reference import line_of_reference, reference_body
from tests.ops.test_model import read

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
