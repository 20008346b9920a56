"""What a derived backward operator takes, so that the shapes of all its results follow."""

from __future__ import annotations

from pathlib import Path

from opgen.ops import PerResult, SameAs
from tests.ops.test_sbp import read

BILINEAR = """
def BilinearOp : Op<"bilinear", [Pure]> {
  let input = (ins Tensor:$a, Tensor:$b, Tensor:$w, Tensor:$bias);
  let output = (outs Tensor:$y);
  let dims = "... i, ... j, o i j, o -> ... o";
  let expr = "y = sum[i j](a * b * w) + bias";
}
"""


def test_an_operand_that_no_other_has_the_shape_of_is_passed_on(tmp_path: Path) -> None:
    ops = read(tmp_path, BILINEAR)
    backward = ops["bilinear_grad"]
    # Nothing is computed with the bias: it's there for the shape of its gradient.
    assert [operand.name for operand in backward.operands] == ["dy", "a", "b", "w", "bias"]
    assert isinstance(backward.shape, PerResult)
    assert backward.shape.rules == tuple(map(SameAs, ("a", "b", "w", "bias")))
