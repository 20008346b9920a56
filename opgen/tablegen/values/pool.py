"""The pool: makes values, each once, and counts what they take."""

from __future__ import annotations

from operator import attrgetter

from opgen.hints import Any, Final
from opgen.tablegen.limits import OPERATION_STEPS, Budget
from opgen.tablegen.types import DAG, ListType, Type, TypePool, bits_type
from opgen.tablegen.values.base import (
    LOST,
    DagArgument,
    LostValueError,
    Memo,
    Operation,
    Operator,
    Value,
    VarBit,
    VarRef,
)
from opgen.tablegen.values.known import Bit, Bits, DagValue, Int, ListValue, String

_LONG: Final = 64
"""What is shorter isn't worth counting."""

_is_closed = attrgetter("is_closed")


def _may_nest(type_: Type) -> bool:
    return isinstance(type_, ListType) or type_ is DAG


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
        "folded",
        "memos",
    )

    def __init__(self) -> None:
        super().__init__()
        self.budget = Budget()
        self._weights: dict[Value, int] = {}
        self.folded: dict[tuple[object, ...], Value] = {}
        self.memos: dict[Operation, Memo | None] = {}
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
            found = Bits(elements, bits_type(len(elements)), is_closed)
            self._values[Bits, elements] = found
        return found

    def list_value(self, elements: tuple[Value, ...], element_type: Type) -> ListValue:
        """Return a list of ``elements``."""
        found: ListValue | None = self._values.get((ListValue, elements, element_type))
        if found is None:
            is_closed = all(map(_is_closed, elements))
            found = ListValue(elements, self.list_of(element_type), is_closed)
            self._values[ListValue, elements, element_type] = found
            self._weigh(found, elements, may_nest=not is_closed or _may_nest(element_type))
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
            self._weigh(found, (operator, *(a.value for a in arguments)), may_nest=True)
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
            found = self._values[key] = Operation(operator, operands, type_, parameter)
            found.is_large = self.weigh_open(found, operands) > _LONG
        return found

    def _weigh(self, value: Value, parts: tuple[Value, ...], *, may_nest: bool) -> None:
        """Count the parts of a new value; parts that are shared make it weigh more than it has."""
        self.budget.take_parts(len(parts))
        weight = len(parts)
        if may_nest:
            weight = 1 + sum([self._weights.get(part, 1) for part in parts])
            self.budget.check_weight(weight)
        self._weights[value] = weight

    def weight(self, value: Value) -> int:
        """Return how large a value that isn't known yet is when written out."""
        return self._weights.get(value, 1)

    def weigh_open(self, value: Value, parts: tuple[Value, ...]) -> int:
        """Note and return how large a value that isn't known yet is when written out."""
        weights, weight = self._weights, 1
        for part in parts:
            weight += 1 if part.is_closed else weights.get(part, 1)
        if weight > _LONG:
            self.budget.check_operands(weight)
        weights[value] = weight
        return weight

    def intern(self, make: type[VarRef | VarBit], *parts: object) -> Value:
        """Return a reference made of ``parts``."""
        key = (make, *parts)
        found: Value | None = self._values.get(key)
        if found is None:
            found = self._values[key] = make(*parts)  # type: ignore[arg-type]
        return found
