"""Attributes and properties of MLIR's operations as attributes of the model.

Knows MLIR's names of kinds of attributes, how they are wrapped, and which conditions on them are
formulas of the model too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from opgen.dataclass import dataclass, replace
from opgen.ops.attribute_readers import misfit_of_words
from opgen.ops.dtypes import AttributeKind, AttributeValue
from opgen.ops.ods.defaults import default_of
from opgen.ops.ods.tensor_types import element_types_of
from opgen.ops.record_fields import elements_of, record_if_any, text_if_any, text_of
from opgen.tablegen import Record, as_int, as_record

_INTEGERS: Final = ("I8", "I16", "I32", "I64", "SI8", "SI16", "SI32", "SI64", "UI8", "UI16", "UI32")
_KINDS: Final[Mapping[str, AttributeKind]] = {
    **dict.fromkeys((f"{name}Attr" for name in (*_INTEGERS, "Index")), AttributeKind.I64),
    **dict.fromkeys((f"Any{name}Attr" for name in ("I8", "I16", "I32", "I64")), AttributeKind.I64),
    **dict.fromkeys(("I32Prop", "I64Prop"), AttributeKind.I64),
    **dict.fromkeys(("BoolAttr", "I1Attr", "SI1Attr", "UI1Attr"), AttributeKind.BOOL),
    **dict.fromkeys(("AnyI1Attr", "BoolProp", "UnitAttr", "UnitProp"), AttributeKind.BOOL),
    "F32Attr": AttributeKind.F32,
    "F64Attr": AttributeKind.F64,
    "StrAttr": AttributeKind.STR,
    "StringProp": AttributeKind.STR,
    **dict.fromkeys(
        (f"{prefix}{name}ArrayAttr" for prefix in ("", "Dense") for name in _INTEGERS),
        AttributeKind.I64_ARRAY,
    ),
    "I64SmallVectorArrayAttr": AttributeKind.I64_ARRAY,
    **dict.fromkeys(
        (f"{prefix}{name}ArrayAttr" for prefix in ("", "Dense") for name in ("F32", "F64")),
        AttributeKind.F64_ARRAY,
    ),
    **dict.fromkeys(("BoolArrayAttr", "DenseBoolArrayAttr"), AttributeKind.BOOL_ARRAY),
}
_ARRAYS: Final = {
    AttributeKind.I64: AttributeKind.I64_ARRAY,
    AttributeKind.F32: AttributeKind.F64_ARRAY,
    AttributeKind.F64: AttributeKind.F64_ARRAY,
    AttributeKind.BOOL: AttributeKind.BOOL_ARRAY,
}
_FLAGS: Final = frozenset({"UnitAttr", "UnitProp"})
"""What is there or isn't: ``false`` where a caller says nothing."""

_DEFAULTED: Final = frozenset(
    {"DefaultValuedAttr", "DefaultValuedOptionalAttr", "DefaultValuedProp"}
)
_OPTIONAL: Final = frozenset({"OptionalAttr", "OptionalProp"})
_BASES: Final = ("baseAttr", "baseProperty")

_INTEGER: Final = r"(?:(?:::)?\w+::)*cast<(?:(?:::)?\w+::)*IntegerAttr>\(\$_self\)"
_CONDITIONS: Final = (
    (re.compile(_INTEGER + r"\.getInt\(\)([<>=]=?)(-?\d+)\Z"), "{name} {0} {1}"),
    (re.compile("!" + _INTEGER + r"\.getValue\(\)\.isNegative\(\)\Z"), "{name} >= 0"),
    (re.compile(_INTEGER + r"\.getValue\(\)\.isStrictlyPositive\(\)\Z"), "{name} > 0"),
    (
        re.compile(
            r"(?:(?:::)?\w+::)*cast<(?:(?:::)?\w+::)*\w*ArrayAttr>\(\$_self\)\.size\(\)"
            r"([<>=]=?)(\d+)\Z"
        ),
        "len({name}) {0} {1}",
    ),
)


@dataclass(frozen=True, slots=True)
class AttributeType:
    """What a constraint says of an attribute.

    Attributes:
        kind: The kind of its values.
        symbols: For an enum, its words by the names of the enumerators in C++; for a dtype,
            those it can be.
        flags: For an enum whose values are added up, which is an integer, the values by name.
        default: Where a caller says nothing.
        is_optional: Whether it may be absent, which no value stands for.
        wrong_default: A default that is no plain value, as it is written; else empty.
        conditions: Formulas in which ``{name}`` stands for the attribute.
        unknown: Conditions that can't be told, as they are written in C++.
    """

    kind: AttributeKind
    symbols: tuple[tuple[str, str], ...] = ()
    flags: tuple[tuple[str, int], ...] = ()
    default: AttributeValue | None = None
    is_optional: bool = False
    wrong_default: str = ""
    conditions: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The words of an enum."""
        return tuple(word for _, word in self.symbols)


def is_attribute(constraint: Record) -> bool:
    """Return whether an argument is an attribute or a property, no operand."""
    return any(constraint.derives_from(name) for name in ("AttrConstraint", "Property", "Attr"))


def attribute_of(constraint: Record) -> AttributeType | None:
    """Return what a constraint says, ``None`` where the model has no such attribute."""
    base = _base(constraint)
    if base is None:
        return _unwrapped(constraint)
    inner = attribute_of(base)
    if inner is None:
        return None
    if _is(constraint, _DEFAULTED):
        text = text_if_any(constraint, "defaultValue")
        value = default_of(text, inner.kind, symbols=dict(inner.symbols), flags=dict(inner.flags))
        return replace(inner, default=value, wrong_default="" if value is not None else text)
    if _is(constraint, _OPTIONAL):
        return replace(inner, is_optional=True)
    return _confined(constraint, inner)


def _is(constraint: Record, classes: frozenset[str]) -> bool:
    return any(constraint.derives_from(name) for name in classes)


def _base(constraint: Record) -> Record | None:
    found = (record_if_any(constraint, field) for field in _BASES)
    return next((base for base in found if base is not None), None)


def _kind(constraint: Record) -> AttributeKind | None:
    if constraint.name in _KINDS:
        return _KINDS[constraint.name]
    element = record_if_any(constraint, "elementAttr")
    kind = _kind(element) if element is not None else None
    arrays = {
        AttributeKind.I64: AttributeKind.I64_ARRAY,
        AttributeKind.BOOL: AttributeKind.BOOL_ARRAY,
    }
    arrays |= dict.fromkeys((AttributeKind.F32, AttributeKind.F64), AttributeKind.F64_ARRAY)
    return arrays.get(kind) if kind is not None else None


def _unwrapped(constraint: Record) -> AttributeType | None:
    enum = record_if_any(constraint, "enum") or constraint
    if "enumerants" in enum.values:
        return _enum(enum)
    if constraint.derives_from("TypeAttrBase"):
        symbols = tuple((dtype.spelling, dtype.spelling) for dtype in element_types_of(constraint))
        return AttributeType(AttributeKind.DTYPE, symbols) if symbols else None
    kind = _kind(constraint)
    default = False if constraint.name in _FLAGS else None
    return None if kind is None else AttributeType(kind, default=default)


def _enum(enum: Record) -> AttributeType | None:
    """Return an enum; one whose values add up to others is an integer."""
    cases = [case for value in elements_of(enum, "enumerants") if (case := as_record(value))]
    if "separator" in enum.values:
        flags = tuple((text_of(case, "symbol"), as_int(case.value("value")) or 0) for case in cases)
        return AttributeType(AttributeKind.I64, flags=flags)
    words = tuple(
        (text_of(case, "symbol"), text_if_any(case, "str") or text_of(case, "symbol"))
        for case in cases
    )
    is_usable = words and not misfit_of_words([word for _, word in words])
    return AttributeType(AttributeKind.ENUM, words) if is_usable else None


def _confined(constraint: Record, inner: AttributeType) -> AttributeType:
    conditions, unknown = list(inner.conditions), list(inner.unknown)
    for predicate in _predicates(constraint):
        text = text_if_any(predicate, "predExpr")
        formula = _formula(text)
        if formula:
            conditions.append(formula)
        else:
            unknown.append(" ".join(text.split()) or "a combined condition")
    return replace(inner, conditions=tuple(conditions), unknown=tuple(unknown))


def _predicates(constraint: Record) -> Iterator[Record]:
    field = "attrConstraints" if "attrConstraints" in constraint.values else ""
    for value in elements_of(constraint, field) if field else ():
        part = as_record(value)
        predicate = record_if_any(part, "predicate") if part is not None else None
        if predicate is not None:
            yield from _conjuncts(predicate)


def _conjuncts(predicate: Record) -> Iterator[Record]:
    kind = record_if_any(predicate, "kind")
    if kind is None or kind.name != "PredCombinerAnd":
        yield predicate
        return
    for value in elements_of(predicate, "children"):
        child = as_record(value)
        if child is not None:
            yield from _conjuncts(child)


def _formula(text: str) -> str:
    text = re.sub(r"\s+", "", text)
    while text.startswith("(") and text.endswith(")"):
        text = text[1:-1]
    for pattern, formula in _CONDITIONS:
        match = pattern.match(text)
        if match:
            return formula.format(*match.groups(), name="{name}")
    return ""
