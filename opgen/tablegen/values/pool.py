"""The pool: makes values, each once, and counts what they take."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from opgen.hints import Any, Final
from opgen.tablegen.limits import HEAVIEST, OPERATION_STEPS, Budget
from opgen.tablegen.types import DAG, ListType, Type, TypePool, bits_type
from opgen.tablegen.values.base import (
    DagArgument,
    Dependencies,
    Operation,
    Operator,
    Value,
    VarBit,
    VarRef,
)
from opgen.tablegen.values.known import (
    LOST,
    Bit,
    Bits,
    DagValue,
    Int,
    ListValue,
    LostValueError,
    String,
)
from opgen.tablegen.values.memo import Memo

_LONG: Final = 64
"""What is shorter isn't worth counting."""

_is_closed = attrgetter("is_closed")


def _may_nest(type_: Type) -> bool:
    return isinstance(type_, ListType) or type_ is DAG


def open_weight(parts: Sequence[Value]) -> int:
    """Return how many operands a value that isn't known yet has when written out.

    It doubles where a value is made of another twice, so that only some of it is counted.
    """
    return min(1 + sum([part.weight for part in parts]), HEAVIEST)


class InterningPool(TypePool):
    """Makes values, each once."""

    __slots__ = (
        "_false",
        "_ints",
        "_strings",
        "_true",
        "_values",
        "_weights",
        "budget",
        "dependencies",
        "folded",
        "memos",
    )

    def __init__(self) -> None:
        super().__init__()
        self.budget = Budget()
        self._weights: dict[Value, int] = {}
        self.folded: dict[tuple[object, ...], Value] = {}
        self.memos: dict[Operation, Memo | None] = {}
        self.dependencies: Dependencies = {}
        self._true, self._false = Bit(value=True), Bit(value=False)
        self._ints: dict[int, Int] = {}
        self._strings: dict[tuple[str, bool], String] = {}
        self._values: dict[tuple[object, ...], Any] = {}

    def bit(self, value: bool) -> Bit:
        """Return a bit."""
        return self._true if value else self._false

    def integer(self, value: int) -> Int:
        """Return an integer."""
        found = self._ints.get(value)
        if found is None:
            found = self._ints[value] = Int(value)
        return found

    def string(self, value: str, *, is_code: bool = False) -> String:
        """Return a string."""
        found = self._strings.get((value, is_code))
        if found is None:
            if len(value) >= _LONG:
                self.budget.take_text(len(value))
            found = self._strings[value, is_code] = String(value, is_code)
        return found

    def bits(self, elements: tuple[Value, ...]) -> Bits:
        """Return bits, given lowest first."""
        found: Bits | None = self._values.get((Bits, elements))
        if found is None:
            self.budget.take_parts(len(elements))
            is_closed = all(map(_is_closed, elements))
            weight = 1 if is_closed else open_weight(elements)
            found = Bits(elements, bits_type(len(elements)), is_closed, weight)
            self._values[Bits, elements] = found
        return found

    def list_value(self, elements: tuple[Value, ...], element_type: Type) -> ListValue:
        """Return a list of ``elements``."""
        found: ListValue | None = self._values.get((ListValue, elements, element_type))
        if found is None:
            is_closed = all(map(_is_closed, elements))
            weight = 1 if is_closed else open_weight(elements)
            found = ListValue(elements, self.list_of(element_type), is_closed, weight)
            self._values[ListValue, elements, element_type] = found
            self._weigh(found, elements, may_nest=_may_nest(element_type))
        return found

    def dag(
        self, operator: Value, name: str | None, arguments: tuple[DagArgument, ...]
    ) -> DagValue:
        """Return a dag."""
        key = (DagValue, operator, name, arguments)
        found: DagValue | None = self._values.get(key)
        if found is None:
            if operator is LOST:
                raise LostValueError
            is_closed = operator.is_closed and all(a.value.is_closed for a in arguments)
            found = self._values[key] = DagValue(operator, name, arguments, is_closed)
            parts = (operator, *[argument.value for argument in arguments])
            if not is_closed:
                found.weight = open_weight(parts)
            self._weigh(found, parts, may_nest=True)
        return found

    def operation(
        self,
        operator: Operator,
        operands: tuple[Value, ...],
        type_: Type,
        *,
        parameter: Type | None = None,
    ) -> Operation:
        """Return an operation that isn't folded yet."""
        key = (Operation, operator.name, operands, type_, parameter)
        found: Operation | None = self._values.get(key)
        if found is None:
            self.budget.take_steps(OPERATION_STEPS)
            weight = open_weight(operands)
            found = Operation(operator, operands, type_, parameter, weight=weight)
            self._values[key] = found
        return found

    def _weigh(self, value: Value, parts: tuple[Value, ...], *, may_nest: bool) -> None:
        """Count the parts of a list or dag; shared parts make it weigh more than it has."""
        self.budget.take_parts(len(parts))
        weight = len(parts)
        if may_nest:
            weight = 1 + sum([self._weights.get(part, 1) for part in parts])
            self.budget.check_weight(weight)
        self._weights[value] = weight

    def intern(self, make: type[VarRef | VarBit], *parts: object) -> Value:
        """Return a reference made of ``parts``."""
        key = (make, *parts)
        found: Value | None = self._values.get(key)
        if found is None:
            found = self._values[key] = make(*parts)  # type: ignore[arg-type]
        return found
