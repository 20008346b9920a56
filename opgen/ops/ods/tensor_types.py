"""Which tensors a type constraint of MLIR admits, by asking it about each of the model's dtypes.

Knows how constraints are wrapped: ``Variadic``, ``Optional``, ``Arg``, ``Res``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from opgen.dataclass import dataclass
from opgen.ops.dtypes import DType
from opgen.ops.ods.predicates import Conditions, TensorType, asks_for_rank
from opgen.ops.op import Arity
from opgen.ops.record_fields import record_if_any, text_if_any
from opgen.tablegen import Record

RANKS: Final = range(9)
"""The numbers of dimensions that a constraint is asked about; the last stands for more."""


@dataclass(frozen=True, slots=True)
class TensorConstraint:
    """What a constraint says of a tensor.

    Attributes:
        dtypes: The element types it may have; none where no tensor will do.
        ranks: The numbers of dimensions, out of ``RANKS``.
        unknown: Conditions that can't be told, as they are written in C++.
        summary: What MLIR calls it.
    """

    dtypes: tuple[DType, ...]
    ranks: tuple[int, ...]
    unknown: tuple[str, ...]
    summary: str


def unwrapped(constraint: Record) -> Record:
    """Return the constraint of an ``Arg`` or a ``Res``, which add a description."""
    while constraint.derives_from("OpVariable"):
        inner = record_if_any(constraint, "constraint")
        if inner is None:
            break
        constraint = inner
    return constraint


def arity_of(constraint: Record) -> tuple[Arity, Record]:
    """Return how many tensors a constraint stands for, and the constraint of each."""
    for name, arity in (("Variadic", Arity.VARIADIC), ("Optional", Arity.OPTIONAL)):
        base = record_if_any(constraint, "baseType") if constraint.derives_from(name) else None
        if base is not None:
            return arity, base
    return Arity.SINGLE, constraint


def tensors_of(constraint: Record) -> TensorConstraint:
    """Return which tensors ``constraint`` admits."""
    summary = text_if_any(constraint, "summary")
    predicate = record_if_any(constraint, "predicate")
    if predicate is None:
        return TensorConstraint((), (), (), summary)
    conditions = Conditions()
    asked = RANKS if asks_for_rank(predicate) else RANKS[:1]
    admitted = {
        (dtype, rank)
        for dtype in DType
        for rank in asked
        if any(conditions.holds(predicate, type_) is not False for type_ in _types(dtype, rank))
    }
    dtypes = tuple(dtype for dtype in DType if any(found is dtype for found, _ in admitted))
    ranks = tuple(rank for rank in RANKS if any(found == rank for _, found in admitted))
    ranks = ranks if len(asked) > 1 else tuple(RANKS)
    unknown = tuple(conditions.unknown) if admitted else ()
    return TensorConstraint(dtypes, ranks, unknown, summary)


def element_types_of(constraint: Record) -> tuple[DType, ...]:
    """Return the dtypes that an attribute whose value is a type admits."""
    predicate = record_if_any(constraint, "predicate")
    conditions = Conditions()
    return tuple(
        dtype
        for dtype in DType
        if predicate is not None
        and any(conditions.holds(predicate, type_) is not False for type_ in _types(dtype, 0))
    )


def _types(dtype: DType, rank: int) -> Iterable[TensorType]:
    yield TensorType(dtype, rank)
    if not dtype.is_floating and dtype not in {DType.BOOL, DType.U8}:
        yield TensorType(dtype, rank, is_signed=True)


def rank_condition(name: str, ranks: tuple[int, ...]) -> str:
    """Return a condition on the rank of ``name`` as a formula; empty if every rank will do."""
    if ranks == tuple(RANKS):
        return ""
    lowest = ranks[0]
    if ranks == tuple(RANKS)[lowest:]:
        return f"rank({name}) >= {lowest}"
    highest = ranks[-1]
    if lowest == 0 and ranks == tuple(RANKS)[: highest + 1] and highest:
        return f"rank({name}) <= {highest}"
    return " or ".join(f"rank({name}) == {rank}" for rank in ranks)
