"""What the predicates of MLIR's constraints say about one type of tensor.

A constraint is a tree of C++ conditions on a type. Those that MLIR's own constraints are made of
are understood; of others the answer is unknown. Knows neither operators nor the model.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from opgen.dataclass import dataclass, field
from opgen.ops.dtypes import DType
from opgen.ops.record_fields import elements_of, text_if_any, text_of
from opgen.tablegen import Record, as_record

_ELEMENT: Final = "@e"
_TENSOR: Final = "@t"

_SHAPED: Final = frozenset({"TensorType", "RankedTensorType", "ShapedType"})
# An attribute whose value is a type is asked about as a tensor of that element type.
_OF_TYPE: Final = "TypeAttr"
_FLOATS: Final = {
    DType.F16: frozenset({"FloatType", "Float16Type"}),
    DType.BF16: frozenset({"FloatType", "BFloat16Type"}),
    DType.F32: frozenset({"FloatType", "Float32Type"}),
    DType.F64: frozenset({"FloatType", "Float64Type"}),
}
_INTEGERS: Final = frozenset({"IntegerType"})
# Interfaces that every integer and floating type implements.
_OF_NUMBERS: Final = frozenset({"TensorElementTypeInterface", "VectorElementTypeInterface"})

_SPACE: Final = re.compile(r"\s+")
_NAMESPACE: Final = re.compile(r"(::)?\b(\w+::)+")
_ELEMENT_OF: Final = re.compile(
    r"cast<\w+>\(\$_self\)\.getElementType\(\)|cast<TypeAttr>\(\$_self\)\.getValue\(\)"
    r"|getElementTypeOrSelf\(\$_self\)|\belementType\b"
)
_CAST: Final = re.compile(r"cast<(\w+)>\((@[te])\)")
_ISA: Final = re.compile(r"isa<([\w,]+)>\((@[te])\)\Z")
_QUESTION: Final = re.compile(r"(@[te])\.(\w+)\((\d*)\)\Z")
_TRAIT: Final = re.compile(r"(@[te])\.hasTrait<(\w+)>\(\)\Z")
_RANK: Final = re.compile(r"@t\.getRank\(\)(==|!=|<=|>=|<|>)(\d+)\Z")
_COMPARE: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
}


@dataclass(frozen=True, slots=True)
class TensorType:
    """A type of tensor that a constraint is asked about.

    Attributes:
        dtype: Its element type.
        rank: How many dimensions it has.
        is_signed: Whether an integer says that it has a sign, as MLIR's ``si32`` does and
            its ``i32`` doesn't.
    """

    dtype: DType
    rank: int
    is_signed: bool = False


@dataclass(slots=True)
class Conditions:
    """Answers what predicates say, and keeps the conditions that it doesn't understand."""

    unknown: dict[str, None] = field(default_factory=dict)

    def holds(self, predicate: Record, type_: TensorType) -> bool | None:
        """Return whether ``predicate`` holds of a type; ``None`` where it isn't known."""
        before = dict(self.unknown)
        answer = self._evaluate(predicate, type_, ())
        # What isn't understood counts where the answer depends on it.
        self.unknown = before if answer is not None else self.unknown
        return answer

    def _evaluate(
        self, predicate: Record, type_: TensorType, replaced: tuple[tuple[str, str], ...]
    ) -> bool | None:
        if "kind" not in predicate.values:
            return self._leaf(text_if_any(predicate, "predExpr"), type_, replaced)
        kind = as_record(predicate.value("kind"))
        values = elements_of(predicate, "children")
        children = [child for value in values if (child := as_record(value)) is not None]
        if kind is not None and kind.name == "PredCombinerSubstLeaves":
            pair = text_of(predicate, "pattern"), text_of(predicate, "replacement")
            replaced = (pair, *replaced)
        answers = (self._evaluate(child, type_, replaced) for child in children)
        return _combined(kind.name if kind is not None else "", answers)

    def _leaf(
        self, text: str, type_: TensorType, replaced: Iterable[tuple[str, str]]
    ) -> bool | None:
        for pattern, replacement in replaced:
            text = text.replace(pattern, replacement)
        answer = _answer(_normalized(text), type_)
        if answer is None:
            self.unknown.setdefault(_SPACE.sub(" ", text).strip())
        return answer


def asks_for_rank(predicate: Record) -> bool:
    """Return whether a predicate may depend on the number of dimensions."""
    if "kind" not in predicate.values:
        return "getRank" in text_if_any(predicate, "predExpr")
    children = (as_record(value) for value in elements_of(predicate, "children"))
    return any(asks_for_rank(child) for child in children if child is not None)


def _combined(kind: str, answers: Iterable[bool | None]) -> bool | None:
    if kind == "PredCombinerOr":
        return _any(answers)
    if kind == "PredCombinerNot":
        return _not(_all(answers))
    # A conjunction; or one condition with other text around it or other names in it.
    return _all(answers)


def _all(answers: Iterable[bool | None]) -> bool | None:
    known: bool | None = True
    for answer in answers:
        if answer is False:
            return False
        known = known if answer else None
    return known


def _any(answers: Iterable[bool | None]) -> bool | None:
    known: bool | None = False
    for answer in answers:
        if answer:
            return True
        known = known if answer is False else None
    return known


def _not(answer: bool | None) -> bool | None:
    return None if answer is None else not answer


@lru_cache(maxsize=4096)
def _normalized(text: str) -> str:
    text = _NAMESPACE.sub("", _SPACE.sub("", text))
    text = _ELEMENT_OF.sub(_ELEMENT, text).replace("$_self", _TENSOR)
    while (shorter := _CAST.sub(r"\2", text)) != text:
        text = shorter
    return text


def _answer(text: str, type_: TensorType) -> bool | None:
    text = _bare(text)
    for operator, combine in (("||", _any), ("&&", _all)):
        parts = list(_split(text, operator))
        if len(parts) > 1:
            return combine(_answer(part, type_) for part in parts)
    if text.startswith("!"):
        return _not(_answer(text[1:], type_))
    return {"true": True, "false": False}.get(text, _asked(text, type_))


def _bare(text: str) -> str:
    """Return a condition without parentheses that go around all of it."""
    while text.startswith("(") and len(list(_closings(text))) == 1 and text.endswith(")"):
        text = text[1:-1]
    return text


def _closings(text: str) -> Iterator[int]:
    """Yield where parentheses are closed that are in no others."""
    depth = 0
    for at, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == ")" and depth == 0:
            yield at


def _split(text: str, operator: str) -> Iterator[str]:
    depth = start = 0
    for at, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth == 0 and at >= start and text.startswith(operator, at):
            yield text[start:at]
            start = at + len(operator)
    yield text[start:]


def _asked(text: str, type_: TensorType) -> bool | None:
    match = _ISA.match(text)
    if match:
        return _any(_is_a(name, match[2], type_) for name in match[1].split(","))
    match = _RANK.match(text)
    if match:
        return _COMPARE[match[1]](type_.rank, int(match[2]))
    match = _TRAIT.match(text)
    if match:
        return match[1] == _TENSOR if match[2] == "ValueSemantics" else None
    match = _QUESTION.match(text)
    if match is None:
        return None
    if match[1] == _TENSOR:
        return {"hasRank": True, "hasStaticShape": True}.get(match[2], _of_tensor(match[2]))
    answer = _QUESTIONS.get(match[2])
    return None if answer is None else answer(type_, int(match[3] or 0))


def _of_tensor(question: str) -> bool | None:
    """Return whether a tensor is what only an element can be."""
    return False if question in _QUESTIONS else None


def _is_a(name: str, subject: str, type_: TensorType) -> bool | None:
    if subject == _TENSOR:
        known = name in _SHAPED or name == _OF_TYPE
    else:
        names = _FLOATS.get(type_.dtype, _INTEGERS)
        known = name in names or name in _OF_NUMBERS or name == "Type"
    # A type that nobody here knows is another one; an interface may be anybody's.
    return known or (None if name.endswith(("Interface", "Trait")) else False)


def _is_integer(type_: TensorType, width: int) -> bool:
    return type_.dtype not in _FLOATS and width in {0, _width(type_)}


def _is_signless(type_: TensorType, width: int) -> bool:
    is_unsigned = type_.dtype is DType.U8
    return _is_integer(type_, width) and not is_unsigned and not type_.is_signed


def _is_signed(type_: TensorType, width: int) -> bool:
    return _is_integer(type_, width) and type_.is_signed


def _is_unsigned(type_: TensorType, width: int) -> bool:
    return _is_integer(type_, width) and type_.dtype is DType.U8


def _width(type_: TensorType) -> int:
    return 1 if type_.dtype is DType.BOOL else type_.dtype.value.bits


def _is(*dtypes: DType) -> Callable[[TensorType, int], bool]:
    return lambda type_, _: type_.dtype in dtypes


_QUESTIONS: Final[Mapping[str, Callable[[TensorType, int], bool]]] = {
    "isF16": _is(DType.F16),
    "isBF16": _is(DType.BF16),
    "isF32": _is(DType.F32),
    "isF64": _is(DType.F64),
    "isF80": _is(),
    "isF128": _is(),
    "isTF32": _is(),
    "isIndex": _is(),
    "isFloat": _is(*_FLOATS),
    "isInteger": _is_integer,
    "isSignlessInteger": _is_signless,
    "isSignedInteger": _is_signed,
    "isUnsignedInteger": _is_unsigned,
    "isSignlessIntOrIndex": _is_signless,
    "isIntOrIndex": _is_integer,
    "isSignlessIntOrFloat": lambda type_, _: type_.dtype in _FLOATS or _is_signless(type_, 0),
    "isSignlessIntOrIndexOrFloat": lambda type_, _: (
        type_.dtype in _FLOATS or _is_signless(type_, 0)
    ),
    "isIntOrFloat": lambda _, __: True,
    "isIntOrIndexOrFloat": lambda _, __: True,
}
