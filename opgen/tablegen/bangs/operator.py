"""What a bang operator is, and the call that one is built from.

An operator has two halves: ``build`` checks a call when it is read and makes the operation;
``compute`` works on the values of its operands, as soon as they are known.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from enum import Enum
from operator import attrgetter

from opgen.dataclass import dataclass, field
from opgen.hints import Final, TypeAlias
from opgen.tablegen import ast
from opgen.tablegen.types import (
    INT,
    STRING,
    DagType,
    IntType,
    ListType,
    RecordType,
    StringType,
    Type,
)
from opgen.tablegen.values import (
    INVALID,
    LOST,
    Bit,
    Context,
    Int,
    LostValueError,
    Operation,
    Resolver,
    String,
    Unset,
    Value,
    ValuePool,
)

CODE: Final = "OPG0118"
_WITHOUT_VALUE: Final = frozenset((INVALID, LOST))
_is_closed = attrgetter("is_closed")


@dataclass(slots=True)
class Call:
    """A call of an operator as it is written.

    Attributes:
        context: The evaluation.
        resolver: Folds what can be folded at once; knows the record being read.
        node: The call.
        expected: The type that is wanted of the result, if one is.
        parameter: The type behind the operator's name, if there is one.
        evaluate: Evaluates an operand, given the type wanted and the variables bound.
        report: Reports a mistake at a node.
        is_bound: Whether an operator around the call has a variable of this name.
        is_broken: A mistake was reported; there will be no result.
    """

    context: Context
    resolver: Resolver
    node: ast.BangCall | ast.Cond
    expected: Type | None
    parameter: Type | None
    evaluate: Callable[[ast.Value, Type | None, Mapping[str, Type]], Value]
    report: Callable[[str, ast.Value | ast.Token | ast.Cond, str], Value]
    is_bound: Callable[[str], bool]
    is_broken: bool = field(default=False)

    @property
    def pool(self) -> ValuePool:
        """Makes values."""
        return self.context.pool

    @property
    def operands(self) -> tuple[ast.Value, ...]:
        """The operands as they are written."""
        return self.node.operands if isinstance(self.node, ast.BangCall) else ()

    def wrong(self, message: str, at: int | None = None) -> Value:
        """Report a mistake of operand ``at``, or of the call."""
        self.is_broken = True
        place: ast.Value | ast.Token | ast.Cond
        if at is not None and at < len(self.operands):
            place = self.operands[at]
        else:
            place = self.node.operator if isinstance(self.node, ast.BangCall) else self.node
        return self.report(CODE, place, message)

    def has_arity(self, least: int, most: int) -> bool:
        """Check the number of operands; report a wrong one."""
        count = len(self.operands)
        if least <= count <= most:
            return True
        wanted = str(least) if least == most else f"{least} to {most}"
        if most > len("many operands"):
            wanted = f"at least {least}"
        plural = "" if wanted == "1" else "s"
        self.wrong(f"operator takes {wanted} operand{plural}, got {count}")
        return False

    def value(
        self, at: int, expected: Type | None = None, bound: Mapping[str, Type] | None = None
    ) -> Value:
        """Evaluate operand ``at``."""
        value = self.evaluate(self.operands[at], expected, bound or {})
        self.is_broken = self.is_broken or value is INVALID
        return value

    def typed(self, at: int, expected: Type | None = None) -> tuple[Value, Type]:
        """Evaluate operand ``at``, which must have a type."""
        value = self.value(at, expected)
        if value.type is not None:
            return value, value.type
        if value is not INVALID:
            self.wrong("expected a value with a type, got `?`", at)
        return INVALID, expected or INT

    def of_type(
        self,
        at: int,
        *kinds: type[Type],
        words: str,
        may_be_unset: bool = False,
        expected: Type | None = None,
    ) -> Value:
        """Evaluate operand ``at``, whose type must be one of ``kinds``."""
        value = self.value(at, expected)
        if value is INVALID or (may_be_unset and isinstance(value, Unset)):
            return value
        if not isinstance(value.type, kinds):
            shown = f"a value of type `{value.type}`" if value.type else f"`{value}`"
            return self.wrong(f"expected {words}, got {shown}", at)
        return value

    def name(self, at: int) -> str | None:
        """Return operand ``at``, which must be a plain name that isn't a field already."""
        node = self.operands[at]
        if not isinstance(node, ast.Id):
            self.wrong("expected a name here", at)
            return None
        if self.resolver.record is not None and node.name in self.resolver.record.declarations:
            self.wrong(f"variable `{node.name}` is already defined as a field", at)
            return None
        if self.is_bound(node.name):
            self.wrong(f"variable `{node.name}` is already one of an operator around", at)
            return None
        return node.name

    def make(self, operator: Bang, operands: tuple[Value, ...], type_: Type) -> Value:
        """Return the operation, folded if it can be."""
        if self.is_broken:
            return INVALID
        operation = Operation(operator, operands, type_, self.parameter)
        result = operator.fold(operation, self.resolver)
        if result is LOST:
            raise LostValueError(self.node)
        if result is operation:
            return self.pool.operation(operator, operands, type_, parameter=self.parameter)
        return result

    def accepts(self, result: Type) -> bool:
        """Check that ``result`` fits what is wanted of the call; report if not."""
        if self.expected is None or result.converts_to(self.expected):
            return True
        self.wrong(f"expected a value of type `{self.expected}`, got `{result}`")
        return False


Build: TypeAlias = Callable[["Bang", Call], Value]
Compute: TypeAlias = Callable[[Operation, Resolver], Value | None]
Resolve: TypeAlias = Callable[[Operation, Resolver], Value]


class Shows(Enum):
    """Which type an operation is printed with."""

    NOTHING = "nothing"
    RESULT = "result"
    PARAMETER = "parameter"


@dataclass(frozen=True, slots=True, eq=False)
class Bang:
    """An operator.

    Attributes:
        build: Checks a call and makes the operation.
        compute: Returns the result, or None while the operands aren't known.
        special: Resolves the operation where that isn't just resolving the operands.
        shows: The type that is printed behind the name.
        binds: How many leading or inner operands are names, by position.
        takes_type: A type must (True), may (None) or mustn't (False) follow the name.
        form: Prints the operation where it isn't ``!name(operands)``.
        is_transparent: An operation is as concrete as its operands, even if it isn't folded.
        is_complete: A parameter may have an operation that waits as its default; None if all of
            the operands must be complete for that.
        is_pure: The result depends on the operands alone.
        holds_lost: Which operands it may have that have been lost; it doesn't look at them unless
            it must.
    """

    name: str
    build: Build
    compute: Compute
    special: Resolve | None = None
    shows: Shows = Shows.NOTHING
    binds: tuple[int, ...] = ()
    takes_type: bool | None = False
    form: Callable[[Operation], str] | None = None
    is_transparent: bool = False
    is_complete: bool | None = True
    is_pure: bool = False
    holds_lost: Container[int] = ()

    def fold(self, operation: Operation, resolver: Resolver) -> Value:
        """Return the result if the operands are known, else ``operation`` itself."""
        if not _WITHOUT_VALUE.isdisjoint(operation.operands):
            if INVALID in operation.operands:
                return INVALID
            self._check_lost(operation)
        result = self.compute(operation, resolver)
        return operation if result is None else result

    def _check_lost(self, operation: Operation) -> None:
        for index, operand in enumerate(operation.operands):
            if operand is LOST and index not in self.holds_lost:
                raise LostValueError

    def resolve(self, operation: Operation, resolver: Resolver) -> Value:
        """Return the operation with its operands resolved, and folded."""
        if self.special:
            return self.special(operation, resolver)
        return resolve_operands(operation, resolver)

    def render(self, operation: Operation) -> str:
        """Return the text by which TableGen prints it."""
        if self.form:
            return self.form(operation)
        shown = {
            Shows.NOTHING: "",
            Shows.RESULT: f"<{operation.type}>",
            Shows.PARAMETER: f"<{operation.parameter}>",
        }[self.shows]
        operands = [
            operand.value if index in self.binds and isinstance(operand, String) else str(operand)
            for index, operand in enumerate(operation.operands)
        ]
        return f"!{self.name}{shown}({', '.join(operands)})"


def resolve_operands(operation: Operation, resolver: Resolver) -> Value:
    """Resolve all operands and fold if any changed."""
    new = [
        operand if operand.is_closed else operand.resolve(resolver)
        for operand in operation.operands
    ]
    return rebuild(operation, tuple(new), resolver)


def rebuild(operation: Operation, operands: tuple[Value, ...], resolver: Resolver) -> Value:
    """Return the operation on ``operands``, folded if they aren't the old ones."""
    if operands == operation.operands:
        return operation
    operator = operation.operator
    if not operator.is_pure:
        return apply(operation, operands, resolver)
    folded, key = resolver.context.pool.folded, (operator, operands, operation.type)
    known = folded.get(key)
    if known is None:
        known = apply(operation, operands, resolver)
        if known is not INVALID and all(map(_is_closed, operands)):
            folded[key] = known
    return known


def apply(operation: Operation, operands: tuple[Value, ...], resolver: Resolver) -> Value:
    """Return what the operation comes to with other operands."""
    # Most operations fold, so only one that doesn't is worth keeping.
    new = Operation(operation.operator, operands, operation.type, operation.parameter)
    result = operation.operator.fold(new, resolver)
    if result is new:
        pool = resolver.context.pool
        return pool.operation(new.operator, operands, operation.type, parameter=operation.parameter)
    return result


def known_int(value: Value, pool: ValuePool) -> int | None:
    """Return the number of an int, bit or bits value, if it is known."""
    if isinstance(value, Int):
        return value.value
    if not value.is_closed:
        if value is LOST:
            raise LostValueError
        return None
    if isinstance(value, Bit):
        return int(value.value)
    converted = value.convert(pool, INT)
    return converted.value if isinstance(converted, Int) else None


def is_number_or_string(type_: Type) -> bool:
    """Whether values of this type can be ordered."""
    return type_.converts_to(INT) or type_.converts_to(STRING)


CONTAINERS: Final = (ListType, StringType, DagType)
KEYS: Final = (IntType, StringType)
RECORDS: Final = (RecordType,)
