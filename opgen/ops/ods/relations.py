"""What the traits of MLIR's operations say about types and shapes, and the model's terms for it.

Operands and results whose element types are the same share a type variable; where results have
the shape of an operand, that is the shape rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from opgen.dataclass import dataclass, field
from opgen.ops.op import Arity, Broadcast, PerResult, SameAs, ShapeRule, Trait
from opgen.ops.record_fields import elements_of, record_if_any, text_if_any
from opgen.tablegen import Record, as_record, as_string

_TRAITS: Final[Mapping[str, Trait]] = {
    "Pure": Trait.PURE,
    "NoMemoryEffect": Trait.PURE,
    "NoSideEffect": Trait.PURE,
    "Elementwise": Trait.ELEMENTWISE,
    "NoGrad": Trait.NO_GRAD,
    "CpuOnly": Trait.CPU_ONLY,
    "SupportNonContiguous": Trait.SUPPORT_NON_CONTIGUOUS,
}
_BROADCAST: Final = "ResultsBroadcastableShape"

_OPERANDS: Final = "operands"
_ALL: Final = "all"
_NAMED: Final[Mapping[str, tuple[str, frozenset[str]]]] = {
    "Elementwise": (_ALL, frozenset({"shape"})),
    "SameOperandsAndResultElementType": (_ALL, frozenset({"dtype"})),
    "SameOperandsAndResultShape": (_ALL, frozenset({"shape"})),
    "SameOperandsAndResultType": (_ALL, frozenset({"dtype", "shape"})),
    "SameOperandsElementType": (_OPERANDS, frozenset({"dtype"})),
    "SameOperandsShape": (_OPERANDS, frozenset({"shape"})),
    "SameTypeOperands": (_OPERANDS, frozenset({"dtype", "shape"})),
}
_LISTED: Final[Mapping[str, frozenset[str]]] = {
    "AllElementTypesMatch": frozenset({"dtype"}),
    "AllShapesMatch": frozenset({"shape"}),
    "AllTypesMatch": frozenset({"dtype", "shape"}),
}
_TRANSFORMERS: Final[Mapping[str, frozenset[str]]] = {
    "$_self": frozenset({"dtype", "shape"}),
    "::getI1SameShape($_self)": frozenset({"shape"}),
}
"""What one type of a ``TypesMatchWith`` has of the other."""


@dataclass(frozen=True, slots=True)
class Tensor:
    """An operand or a result, as far as types and shapes are concerned."""

    name: str
    arity: Arity
    is_result: bool


@dataclass(slots=True)
class Groups:
    """Names that stand together, each in one group; a group is known by its first name."""

    leaders: dict[str, str] = field(default_factory=dict)

    def join(self, names: Sequence[str]) -> None:
        """Put the groups of all ``names`` together."""
        for name in names[1:]:
            old, new = self.leader(name), self.leader(names[0])
            for member, leader in self.leaders.items():
                if leader == old:
                    self.leaders[member] = new

    def leader(self, name: str) -> str:
        """Return the name that stands for the group of ``name``."""
        return self.leaders.setdefault(name, name)

    def members(self) -> Iterator[list[str]]:
        """Yield the names of each group, in the order in which they became known."""
        for leader in dict.fromkeys(self.leaders.values()):
            yield [name for name, found in self.leaders.items() if found == leader]


@dataclass(frozen=True, slots=True)
class Relations:
    """What an operation's traits say.

    Attributes:
        tensors: Its operands, then its results.
        dtypes: Groups of tensors with one element type.
        shapes: Groups of tensors with one shape.
        traits: The model's traits.
        broadcasts: Whether the results have the shape that the operands broadcast to.
        unknown: What is said beyond that, as MLIR describes it, with the trait it is from.
    """

    tensors: tuple[Tensor, ...]
    dtypes: Groups
    shapes: Groups
    traits: frozenset[Trait]
    broadcasts: bool
    unknown: tuple[tuple[str, int], ...]

    def rule(self) -> ShapeRule | None:
        """Return the shape rule, ``None`` where the traits give none."""
        operands = [tensor for tensor in self.tensors if not tensor.is_result]
        results = [tensor for tensor in self.tensors if tensor.is_result]
        if self.broadcasts and operands:
            return Broadcast(tuple(operand.name for operand in operands))
        models = [self.model_of(result) for result in results]
        names = [model.name for model in models if model is not None]
        if not results or len(names) < len(results):
            return None
        if len(set(names)) == 1:
            return SameAs(names[0])
        return PerResult(tuple(map(SameAs, names)))

    def model_of(self, result: Tensor) -> Tensor | None:
        """Return the operand whose shape a result has."""
        leader = self.shapes.leader(result.name)
        wanted = {Arity.VARIADIC} if result.arity is Arity.VARIADIC else {Arity.SINGLE}
        fitting = (
            tensor
            for tensor in self.tensors
            if not tensor.is_result and self.shapes.leader(tensor.name) == leader
        )
        return next((tensor for tensor in fitting if tensor.arity in wanted), None)

    def equal_shapes(self) -> Iterator[tuple[str, str]]:
        """Yield pairs of operands that have one shape, each with the first of its group."""
        singles = [t.name for t in self.tensors if not t.is_result and t.arity is Arity.SINGLE]
        for members in self.shapes.members():
            first, *others = [name for name in members if name in singles] or [""]
            yield from ((first, other) for other in others)


def relations_of(record: Record, tensors: Sequence[Tensor]) -> Relations:
    """Return what the traits of an operation say about ``tensors``."""
    groups = {"dtype": Groups(), "shape": Groups()}
    for group in groups.values():
        for tensor in tensors:
            group.leader(tensor.name)
    traits, unknown, broadcasts = set(), [], False
    for trait, index in _flattened(elements_of(record, "traits")):
        said = _relation(trait, tensors)
        for aspect in said[1]:
            groups[aspect].join(said[0])
        if not said[1] and _is_condition(trait):
            unknown.append((text_if_any(trait, "summary") or trait.name, index))
        broadcasts |= trait.name == _BROADCAST
        traits |= {_TRAITS[trait.name]} if trait.name in _TRAITS else set()
    return Relations(
        tuple(tensors),
        groups["dtype"],
        groups["shape"],
        frozenset(traits),
        broadcasts,
        tuple(unknown),
    )


def _flattened(values: Iterable[object]) -> Iterator[tuple[Record, int]]:
    for index, value in enumerate(values):
        trait = as_record(value)  # type: ignore[arg-type]
        if trait is not None:
            yield from ((part, index) for part in _with_parts(trait))


def _with_parts(trait: Record) -> Iterator[Record]:
    yield trait
    for field_name in ("traits", "dependentTraits"):
        for value in elements_of(trait, field_name) if field_name in trait.values else ():
            part = as_record(value)
            if part is not None:
                yield from _with_parts(part)


def _relation(trait: Record, tensors: Sequence[Tensor]) -> tuple[list[str], frozenset[str]]:
    """Return which tensors a trait says to be the same, and in what."""
    names = [tensor.name for tensor in tensors]
    if trait.name in _NAMED:
        whose, aspects = _NAMED[trait.name]
        operands = [tensor.name for tensor in tensors if not tensor.is_result]
        return operands if whose == _OPERANDS else names, aspects
    for class_name, aspects in _LISTED.items():
        if trait.derives_from(class_name):
            listed = [as_string(value) or "" for value in elements_of(trait, "values")]
            return [name for name in listed if name in names], aspects
    said = text_if_any(trait, "transformer") if trait.derives_from("TypesMatchWith") else ""
    if said in _TRANSFORMERS:
        pair = [text_if_any(trait, side) for side in ("lhs", "rhs")]
        return [name for name in pair if name in names], _TRANSFORMERS[said]
    return [], frozenset()


def _is_condition(trait: Record) -> bool:
    """Return whether a trait is a condition on the types of an operation."""
    return trait.derives_from("PredTrait") and record_if_any(trait, "predicate") is not None
