"""From the syntax tree of a formula over sizes to a typed one; every mistake has its place.

Knows which operands and attributes there are and what each function takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, NoReturn

from opgen.dataclass import dataclass, field
from opgen.diagnostics.suggestions import did_you_mean
from opgen.ops.dtypes import AttributeKind
from opgen.ops.formulas.parser import parse_expression
from opgen.ops.formulas.syntax import (
    Binary,
    Call,
    Conditional,
    Expression,
    Index,
    ListOf,
    Name,
    Node,
    Number,
    Reduction,
    Slice,
    Text,
    Truth,
    Unary,
)
from opgen.ops.op import Arity, Attribute, Operand
from opgen.ops.shapes.terms import (
    COMPARISONS,
    NOTHING,
    Operation,
    Term,
    TermType,
    depends_on_sizes,
)
from opgen.ops.spec_text import Reporter

_ATTRIBUTE_TYPES: Final[Mapping[AttributeKind, TermType]] = {
    AttributeKind.I64: TermType.SIZE,
    AttributeKind.F64: TermType.NUMBER,
    AttributeKind.F32: TermType.NUMBER,
    AttributeKind.BOOL: TermType.BOOL,
    AttributeKind.STR: TermType.TEXT,
    AttributeKind.ENUM: TermType.TEXT,
    AttributeKind.SHAPE: TermType.SHAPE,
    AttributeKind.I64_ARRAY: TermType.SHAPE,
    AttributeKind.F64_ARRAY: TermType.ITEMS,
    AttributeKind.BOOL_ARRAY: TermType.ITEMS,
}

_ARITHMETIC: Final = {
    "+": Operation.ADD,
    "-": Operation.SUBTRACT,
    "*": Operation.MULTIPLY,
    "//": Operation.FLOOR_DIVIDE,
    "%": Operation.MODULO,
}
_COMPARED: Final = {operation.value: operation for operation in COMPARISONS}
_LOGIC: Final = {"and": Operation.AND, "or": Operation.OR}
_EQUALITY: Final = frozenset({Operation.EQUAL, Operation.UNEQUAL})


class _MistakeError(Exception):
    """The formula is wrong, and that has been reported."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The names that a formula may use.

    Attributes:
        operands: The operands.
        attributes: The attributes.
        locals: The type of each name that an earlier statement assigned.
    """

    operands: Sequence[Operand]
    attributes: Sequence[Attribute]
    locals: dict[str, TermType] = field(default_factory=dict)

    def names(self) -> list[str]:
        """Return every name that is known."""
        attributes = [attribute.name for attribute in self.attributes if not attribute.is_flag]
        return [*(operand.name for operand in self.operands), *attributes, *self.locals]


def read_formula(
    scope: Scope,
    report: Reporter,
    wanted: TermType,
    *,
    extent: tuple[int, int] | None = None,
) -> Term | None:
    """Parse a formula that yields a value of one type; report what is wrong with it."""
    expression = parse_expression(report, extent)
    return None if expression is None else bind(expression, scope, report, wanted=wanted)


def bind(
    expression: Expression, scope: Scope, report: Reporter, *, wanted: TermType | None = None
) -> Term | None:
    """Give an expression its type; report what is wrong with it.

    Args:
        expression: What was parsed.
        scope: The names that it may use.
        report: Takes what is wrong.
        wanted: The type that it has to have; any by default.
    """
    binder = _Binder(scope, report)
    try:
        return binder.bind(expression) if wanted is None else binder.typed(expression, wanted)
    except _MistakeError:
        return None


@dataclass(frozen=True, slots=True)
class _Binder:
    scope: Scope
    report: Reporter
    conditions: list[str] = field(default_factory=list)

    def typed(self, node: Expression, wanted: TermType) -> Term:
        """Bind a node that has to be of a type."""
        term = self.bind(node)
        if term.type is not wanted:
            self._fail(node, f"expected {wanted.value}, this is {term.type.value}")
        return term

    def bind(self, node: Expression) -> Term:
        """Bind a node."""
        if isinstance(node, Number | Truth | Text):
            return _literal(node)
        if isinstance(node, Index | Slice):
            return self._subscript(node)
        by_type: dict[type, Callable[[Any], Term]] = {
            Name: self._name,
            Unary: self._unary,
            Binary: self._binary,
            Conditional: self._conditional,
            Call: self._call,
            ListOf: self._list,
            Reduction: self._reduction,
        }
        return by_type[type(node)](node)

    def _list(self, node: ListOf) -> Term:
        items = tuple(self.typed(item, TermType.SIZE) for item in node.items)
        return Term(Operation.LIST, TermType.SHAPE, items)

    def _reduction(self, node: Reduction) -> Term:
        return self._fail(node, "a shape has no elements to reduce")

    def _fail(self, node: Node, message: str, advice: str = "") -> NoReturn:
        self.report(node.start, node.end, message, help=advice)
        raise _MistakeError

    def _name(self, node: Name) -> Term:
        operand = next((o for o in self.scope.operands if o.name == node.name), None)
        if operand is not None:
            several = operand.arity is Arity.VARIADIC
            kind = TermType.SHAPES if several else TermType.SHAPE
            return Term(Operation.OPERAND, kind, name=node.name)
        attributes = [a for a in self.scope.attributes if not a.is_flag]
        attribute = next((a for a in attributes if a.name == node.name), None)
        if attribute is not None:
            return self._attribute(node, attribute)
        if node.name in self.scope.locals:
            return Term(Operation.LOCAL, self.scope.locals[node.name], name=node.name)
        known = self.scope.names()
        advice = did_you_mean(node.name, known) or "known are " + ", ".join(known)
        return self._fail(node, f"`{node.name}` is neither an operand nor an attribute", advice)

    def _attribute(self, node: Name, attribute: Attribute) -> Term:
        kind = _ATTRIBUTE_TYPES.get(attribute.kind)
        if kind is None:
            message = f"attribute `{node.name}` of type {attribute.kind.value} can't be used here"
            self._fail(node, message)
        if attribute.flag and attribute.flag not in self.conditions:
            message = f"attribute `{node.name}` may be absent here"
            self._fail(node, message, f"ask `given({node.name})` before it")
        return Term(Operation.ATTRIBUTE, kind, name=node.name)

    def _unary(self, node: Unary) -> Term:
        if node.operator == "not":
            return Term(Operation.NOT, TermType.BOOL, (self.typed(node.operand, TermType.BOOL),))
        term = self.bind(node.operand)
        if term.type is TermType.NUMBER and term.operation is Operation.LITERAL:
            sign = -1 if node.operator == "-" else 1
            assert isinstance(term.value, float)
            return Term(Operation.LITERAL, TermType.NUMBER, value=sign * term.value)
        if term.type is not TermType.SIZE:
            self._fail(node, f"`{node.operator}` takes a size, this is {term.type.value}")
        if node.operator == "+":
            return term
        if term.operation is Operation.LITERAL:
            assert isinstance(term.value, int)
            return Term(Operation.LITERAL, TermType.SIZE, value=-term.value)
        return Term(Operation.NEGATE, TermType.SIZE, (term,))

    def _binary(self, node: Binary) -> Term:
        operator = node.operator
        if operator in _LOGIC:
            first = self.typed(node.left, TermType.BOOL)
            with self._where(first, holds=operator == "and"):
                second = self.typed(node.right, TermType.BOOL)
            return Term(_LOGIC[operator], TermType.BOOL, (first, second))
        left, right = self.bind(node.left), self.bind(node.right)
        if operator in _COMPARED:
            return self._comparison(node, left, right)
        if operator == "+" and left.type is right.type is TermType.SHAPE:
            return Term(Operation.JOIN, TermType.SHAPE, (left, right))
        operation = _ARITHMETIC.get(operator)
        if operation is None:
            advice = "write `//` for the quotient rounded down" if operator == "/" else ""
            self._fail(node, f"sizes have no operator `{operator}`", advice)
        for side, term in ((node.left, left), (node.right, right)):
            if term.type is not TermType.SIZE:
                self._fail(side, f"`{operator}` takes sizes, this is {term.type.value}")
        return Term(operation, TermType.SIZE, (left, right))

    def _comparison(self, node: Binary, left: Term, right: Term) -> Term:
        operation = _COMPARED[node.operator]
        if left.type is right.type:
            comparable = left.type in {TermType.SIZE, TermType.NUMBER} or (
                operation in _EQUALITY and left.type in {TermType.TEXT, TermType.SHAPE}
            )
        else:
            comparable = {left.type, right.type} == {TermType.SIZE, TermType.NUMBER} and not any(
                term.arguments or depends_on_sizes(term) for term in (left, right)
            )
        if not comparable:
            message = f"`{node.operator}` can't compare {left.type.value} with {right.type.value}"
            self._fail(node, message)
        return Term(operation, TermType.BOOL, (left, right))

    def _conditional(self, node: Conditional) -> Term:
        condition = self.typed(node.condition, TermType.BOOL)
        with self._where(condition, holds=True):
            then = self.bind(node.then)
        with self._where(condition, holds=False):
            otherwise = self.bind(node.otherwise)
        if then.type is not otherwise.type:
            message = f"one branch is {then.type.value}, the other {otherwise.type.value}"
            self._fail(node, message)
        if then.type not in {TermType.SIZE, TermType.SHAPE, TermType.BOOL}:
            self._fail(node, f"`if` chooses between sizes, this is {then.type.value}")
        return Term(Operation.CHOICE, then.type, (condition, then, otherwise))

    @contextmanager
    def _where(self, condition: Term, *, holds: bool) -> Iterator[None]:
        """Bind what is looked at only where a condition holds, or where it doesn't."""
        given = list(_surely_given(condition, holds=holds))
        self.conditions.extend(given)
        yield
        del self.conditions[len(self.conditions) - len(given) :]

    def _subscript(self, node: Index | Slice) -> Term:
        of = self.bind(node.value)
        if of.type is not TermType.SHAPE and not (
            of.type is TermType.SHAPES and isinstance(node, Index)
        ):
            self._fail(node.value, f"{of.type.value} can't be indexed")
        if isinstance(node, Index):
            at = self.typed(node.index, TermType.SIZE)
            kind = TermType.SHAPE if of.type is TermType.SHAPES else TermType.SIZE
            return Term(Operation.INDEX, kind, (of, at))
        bounds = [
            NOTHING if bound is None else self.typed(bound, TermType.SIZE)
            for bound in (node.first, node.last)
        ]
        return Term(Operation.SLICE, TermType.SHAPE, (of, *bounds))

    def _call(self, node: Call) -> Term:
        name = node.function.name
        function = _FUNCTIONS.get(name)
        if function is None:
            advice = did_you_mean(name, _FUNCTIONS) or "known are " + ", ".join(_FUNCTIONS)
            self._fail(node.function, f"unknown function `{name}`", advice)
        least, most = function.arity
        if not least <= len(node.arguments) <= most:
            self._fail(node, f"`{name}` doesn't take {len(node.arguments)} arguments")
        return function.bind(self, node)

    def given(self, node: Call) -> Term:
        """Bind ``given(operand)`` and ``given(attribute)``."""
        (argument,) = node.arguments
        name = argument.name if isinstance(argument, Name) else ""
        flag = next((a.flag for a in self.scope.attributes if a.name == name), "")
        if flag:
            return Term(Operation.ATTRIBUTE, TermType.BOOL, name=flag, value=name)
        operand = next((o for o in self.scope.operands if o.name == name), None)
        if operand is None or operand.arity is not Arity.OPTIONAL:
            self._fail(argument, "`given` takes the name of an optional operand or attribute")
        return Term(Operation.GIVEN, TermType.BOOL, name=name)

    def length(self, node: Call) -> Term:
        """Bind ``rank(x)`` and ``len(xs)``."""
        term = self.bind(node.arguments[0])
        lists = {TermType.SHAPE, TermType.SHAPES, TermType.ITEMS}
        if term.type not in (lists if node.function.name == "len" else {TermType.SHAPE}):
            message = f"`{node.function.name}` takes a list, this is {term.type.value}"
            self._fail(node.arguments[0], message)
        return Term(Operation.LENGTH, TermType.SIZE, (term,))

    def product(self, node: Call) -> Term:
        """Bind ``prod(x)``."""
        sizes = self.typed(node.arguments[0], TermType.SHAPE)
        return Term(Operation.PRODUCT, TermType.SIZE, (sizes,))

    def within(self, node: Call) -> Term:
        """Bind ``within(x, y)``."""
        sides = tuple(self.typed(argument, TermType.SHAPE) for argument in node.arguments)
        return Term(Operation.WITHIN, TermType.BOOL, sides)

    def total(self, node: Call) -> Term:
        """Bind ``total(xs, axis)``."""
        tensors, axis = node.arguments
        sides = (self.typed(tensors, TermType.SHAPES), self.typed(axis, TermType.SIZE))
        return Term(Operation.TOTAL, TermType.SIZE, sides)

    def extremum(self, node: Call) -> Term:
        """Bind ``min(a, b, ...)`` and ``max(a, b, ...)``."""
        operation = Operation(node.function.name)
        first, *rest = (self.typed(argument, TermType.SIZE) for argument in node.arguments)
        for term in rest:
            first = Term(operation, TermType.SIZE, (first, term))
        return first

    def axis(self, node: Call) -> Term:
        """Bind ``normalize_axis(axis, rank)``."""
        sides = tuple(self.typed(argument, TermType.SIZE) for argument in node.arguments)
        return Term(Operation.NORMALIZE_AXIS, TermType.SIZE, sides)


def _surely_given(condition: Term, *, holds: bool) -> Iterator[str]:
    """Yield the flags that are true where ``condition`` holds, or where it doesn't."""
    if condition.operation is Operation.ATTRIBUTE and holds:
        yield condition.name
    elif condition.operation is Operation.NOT:
        yield from _surely_given(condition.arguments[0], holds=not holds)
    elif condition.operation is (Operation.AND if holds else Operation.OR):
        for part in condition.arguments:
            yield from _surely_given(part, holds=holds)


def _literal(node: Number | Truth | Text) -> Term:
    if isinstance(node, Truth):
        kind = TermType.BOOL
    elif isinstance(node, Text):
        kind = TermType.TEXT
    else:
        kind = TermType.SIZE if isinstance(node.value, int) else TermType.NUMBER
    return Term(Operation.LITERAL, kind, value=node.value)


@dataclass(frozen=True, slots=True)
class _Function:
    arity: tuple[int, int]
    bind: Callable[[_Binder, Call], Term]


_MANY: Final = 16

_FUNCTIONS: Final[Mapping[str, _Function]] = {
    "given": _Function((1, 1), _Binder.given),
    "len": _Function((1, 1), _Binder.length),
    "max": _Function((2, _MANY), _Binder.extremum),
    "min": _Function((2, _MANY), _Binder.extremum),
    "normalize_axis": _Function((2, 2), _Binder.axis),
    "prod": _Function((1, 1), _Binder.product),
    "rank": _Function((1, 1), _Binder.length),
    "total": _Function((2, 2), _Binder.total),
    "within": _Function((2, 2), _Binder.within),
}
