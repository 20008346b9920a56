"""Shape rules against NumPy, on random shapes."""

import random

import numpy as np
import pytest

from opgen.ops import Broadcast, Dims, Library, Op, Operand, Result, SameAs, Trait
from opgen.ops.dtypes import DType
from opgen.ops.op import Arity, PerResult, TypeVariable
from opgen.ops.shape_inference import ShapeMismatchError, infer_shapes
from opgen.source import SourceFile, Span

SPAN = Span(SourceFile("spec.td", ""), 0, 0)


def op_with(
    shape: object, operands: str, results: str = "y", traits: frozenset = frozenset()
) -> Op:
    return Op(
        name="op",
        class_name="Op",
        library=Library("lib", ""),
        operands=tuple(Operand(n, "T", Arity.SINGLE, SPAN) for n in operands.split()),
        results=tuple(Result(n, "T", SPAN) for n in results.split()),
        attributes=(),
        types=(TypeVariable("T", (DType.F32,)),),
        traits=traits,
        hooks=frozenset(),
        shape=shape,
        gradient=(),
        nondiff=frozenset(),
        samples=(),
        reference="",
        summary="",
        description="",
        renamed_from="",
        origin="spec.td",
        span=SPAN,
    )


def random_shape(rng: random.Random, rank: int) -> tuple[int, ...]:
    return tuple(rng.choice((0, 1, 1, 2, 3)) for _ in range(rank))


def test_broadcast_agrees_with_numpy() -> None:
    rng = random.Random(7)
    op = op_with(Broadcast(("a", "b", "c")), "a b c")
    agreed = refused = 0
    for _ in range(3000):
        shapes = {name: random_shape(rng, rng.randrange(5)) for name in "abc"}
        try:
            expected = np.broadcast_shapes(*shapes.values())
        except ValueError:
            with pytest.raises(ShapeMismatchError):
                infer_shapes(op, shapes)
            refused += 1
        else:
            assert infer_shapes(op, shapes) == [expected]
            agreed += 1
    assert agreed > 300
    assert refused > 300


def test_dims_agree_with_numpy_matmul() -> None:
    rng = random.Random(8)
    op = op_with(Dims((("...", "m", "k"), ("...", "k", "n")), (("...", "m", "n"),)), "a b")
    agreed = refused = 0
    for _ in range(3000):
        a, b = (random_shape(rng, rng.randrange(2, 5)) for _ in range(2))
        try:
            expected = np.matmul(np.zeros(a), np.zeros(b)).shape
        except ValueError:
            with pytest.raises(ShapeMismatchError):
                infer_shapes(op, {"a": a, "b": b})
            refused += 1
        else:
            assert infer_shapes(op, {"a": a, "b": b}) == [expected]
            agreed += 1
    assert agreed > 300
    assert refused > 300


def test_same_as_holds_all_operands_of_an_elementwise_op_to_one_shape() -> None:
    op = op_with(SameAs("a"), "a b", traits=frozenset({Trait.ELEMENTWISE}))
    assert infer_shapes(op, {"a": (2, 3), "b": (2, 3)}) == [(2, 3)]
    with pytest.raises(ShapeMismatchError):
        infer_shapes(op, {"a": (2, 3), "b": (3,)})


def test_each_result_follows_its_rule() -> None:
    op = op_with(PerResult((SameAs("b"), Broadcast(("a", "b")))), "a b", "y z")
    assert infer_shapes(op, {"a": (4, 1), "b": (3,)}) == [(3,), (4, 3)]


def test_a_letter_has_one_size() -> None:
    op = op_with(Dims((("k",), ("k",)), ((),)), "a b")
    with pytest.raises(ShapeMismatchError, match="dim k is 1, expected 5"):
        infer_shapes(op, {"a": (5,), "b": (1,)})
