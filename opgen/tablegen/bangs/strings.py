"""Operators on strings."""

from __future__ import annotations

from opgen.accelerators import import_module
from opgen.hints import TYPE_CHECKING, Final
from opgen.tablegen.bangs.numbers import build_fold_right
from opgen.tablegen.bangs.operator import CODE, Bang, Call, Compute, known_int
from opgen.tablegen.records import DefRef
from opgen.tablegen.types import BIT, INT, STRING, IntType, ListType, StringType
from opgen.tablegen.values import (
    INVALID,
    LOST,
    Int,
    ListValue,
    LostValueError,
    Operation,
    Resolver,
    String,
    Value,
    ValuePool,
    VarRef,
)

if TYPE_CHECKING:
    from opgen.tablegen.posix import Pattern

_MANY: Final = 1 << 30
_LARGEST: Final = (1 << 63) - 1
_ASCII_LOWER: Final = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")
_ASCII_UPPER: Final = str.maketrans("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def concatenate(left: String, right: String, pool: ValuePool) -> Value:
    """Return the two strings as one; code stays code if either is."""
    return pool.string(left.value + right.value, is_code=left.is_code or right.is_code)


def _build_strconcat(bang: Bang, call: Call) -> Value:
    if not call.has_arity(2, _MANY) or not call.accepts(STRING):
        return INVALID
    operands = []
    for at in range(len(call.operands)):
        value, type_ = call.typed(at, STRING)
        if call.pool.common(STRING, type_) is None:
            call.wrong(f"expected a value of type `string`, got `{type_}`", at)
        operands.append(value)
    return build_fold_right(bang, call, operands, type_=STRING)


def _strconcat(operation: Operation, resolver: Resolver) -> Value | None:
    left, right = operation.operands
    if isinstance(left, String) and isinstance(right, String):
        return concatenate(left, right, resolver.context.pool)
    return None


def _resolve_strconcat(operation: Operation, resolver: Resolver) -> Value:
    """Resolve a chain at once: nobody asks for the strings that its links would make."""
    pool = resolver.context.pool
    links, parts = [operation], list[Value]()
    for link in links:
        left, right = link.operands
        parts.append(left if left.is_closed else left.resolve(resolver))
        if isinstance(right, Operation) and right.operator is operation.operator:
            pool.budget.take_steps(1)
            links.append(right)
        else:
            parts.append(right if right.is_closed else right.resolve(resolver))
    known = [part for part in parts if isinstance(part, String)]
    if len(known) == len(parts):
        text = "".join([part.value for part in known])
        return pool.string(text, is_code=any(part.is_code for part in known))
    result = parts.pop()
    while links:
        result = _relink(links.pop(), (parts.pop(), result), pool)
    return result


def _relink(link: Operation, operands: tuple[Value, Value], pool: ValuePool) -> Value:
    """Return a link of a chain with other operands."""
    left, right = operands
    if left is link.operands[0] and right is link.operands[1]:
        return link
    if isinstance(left, String) and isinstance(right, String):
        return concatenate(left, right, pool)
    if left is INVALID or right is INVALID:
        return INVALID
    if left is LOST or right is LOST:
        raise LostValueError
    return pool.operation(link.operator, operands, link.type)


def _build_interleave(bang: Bang, call: Call) -> Value:
    if not call.has_arity(2, 2) or not call.accepts(STRING):
        return INVALID
    items, type_ = call.typed(0)
    if items is not INVALID and not (
        isinstance(type_, ListType) and (type_.element is STRING or type_.element.converts_to(INT))
    ):
        call.wrong(f"expected a list of string, int, bits or bit, got `{type_}`", 0)
    separator = call.of_type(1, StringType, words="a string")
    return call.make(bang, (items, separator), STRING)


def _interleave(operation: Operation, resolver: Resolver) -> Value | None:
    items, separator = operation.operands
    if not isinstance(items, ListValue) or not isinstance(separator, String):
        return None
    pool = resolver.context.pool
    parts: list[str] = []
    is_code, are_strings = False, items.type.element is STRING
    for index, element in enumerate(items.elements):
        number = None if are_strings else known_int(element, pool)
        if number is not None:
            parts.append(str(number))
        elif are_strings and isinstance(element, String):
            is_code = is_code or (element.is_code and index > 0)
            parts.append(element.value)
        else:
            return None
    pool.budget.check_text(len(separator.value) * len(parts) + sum(map(len, parts)))
    return pool.string(separator.value.join(parts), is_code=is_code)


def _build_substr(bang: Bang, call: Call) -> Value:
    if not call.has_arity(2, 3):
        return INVALID
    string = call.of_type(0, StringType, words="a string", may_be_unset=True)
    start = call.of_type(1, IntType, words="an int", may_be_unset=True)
    length: Value = call.pool.integer(_LARGEST)
    if len(call.operands) > 2:  # noqa: PLR2004
        length = call.of_type(2, IntType, words="an int", may_be_unset=True)
    call.accepts(STRING)
    return call.make(bang, (string, start, length), STRING)


def _substr(operation: Operation, resolver: Resolver) -> Value | None:
    string, start, length = operation.operands
    if not (isinstance(string, String) and isinstance(start, Int) and isinstance(length, Int)):
        return None
    context, size = resolver.context, len(string.value)
    if not 0 <= start.value <= size:
        return context.fail(CODE, f"start `{start}` of `!substr` is out of range 0...{size}")
    if length.value < 0:
        return context.fail(CODE, f"length `{length}` of `!substr` is negative")
    text = string.value[start.value : start.value + length.value]
    return context.pool.string(text, is_code=string.is_code)


def _build_find(bang: Bang, call: Call) -> Value:
    if not call.has_arity(2, 3):
        return INVALID
    string = call.of_type(0, StringType, words="a string", may_be_unset=True)
    wanted = call.of_type(1, StringType, words="a string", may_be_unset=True)
    start: Value = call.pool.integer(0)
    if len(call.operands) > 2:  # noqa: PLR2004
        start = call.of_type(2, IntType, words="an int", may_be_unset=True)
    call.accepts(INT)
    return call.make(bang, (string, wanted, start), INT)


def _find(operation: Operation, resolver: Resolver) -> Value | None:
    string, wanted, start = operation.operands
    if not (isinstance(string, String) and isinstance(wanted, String) and isinstance(start, Int)):
        return None
    context, size = resolver.context, len(string.value)
    if not 0 <= start.value <= size:
        return context.fail(CODE, f"start `{start}` of `!find` is out of range 0...{size}")
    return context.pool.integer(string.value.find(wanted.value, start.value))


def _build_subst(bang: Bang, call: Call) -> Value:
    if not call.has_arity(3, 3):
        return INVALID
    old = call.value(0)
    new = call.value(1, call.expected)
    subject = call.value(2, call.expected)
    if subject.type is None:
        if subject is not INVALID:
            call.wrong("expected a value with a type, got `?`", 2)
        return INVALID
    return call.make(bang, (old, new, subject), subject.type)


def _subst(operation: Operation, resolver: Resolver) -> Value | None:
    old, new, subject = operation.operands
    pool = resolver.context.pool
    if isinstance(old, String) and isinstance(new, String) and isinstance(subject, String):
        if not old.value:
            return resolver.context.fail(CODE, "first operand of `!subst` is an empty string")
        count = subject.value.count(old.value)
        pool.budget.check_text(len(subject.value) + count * (len(new.value) - len(old.value)))
        return pool.string(subject.value.replace(old.value, new.value))
    if isinstance(old, DefRef) and isinstance(new, DefRef) and isinstance(subject, DefRef):
        return new if old.record.name == subject.record.name else subject
    if isinstance(old, VarRef) and isinstance(new, VarRef) and isinstance(subject, VarRef):
        name = new.name if old.name == subject.name else subject.name
        return pool.intern(VarRef, name, operation.type)
    return None


def compile_pattern(text: str) -> Pattern | None:
    """Compile a regular expression; return None if it is invalid."""
    # Not loaded where there are none.
    found: Pattern | None = import_module("opgen.tablegen.posix").compile_pattern(text)
    return found


def _build_match(bang: Bang, call: Call) -> Value:
    if not call.has_arity(2, 2) or not call.accepts(BIT):
        return INVALID
    string, pattern = (
        call.of_type(at, StringType, words="a string", expected=STRING) for at in range(2)
    )
    return call.make(bang, (string, pattern), BIT)


def _match(operation: Operation, resolver: Resolver) -> Value | None:
    string, pattern = operation.operands
    if not isinstance(string, String) or not isinstance(pattern, String):
        return None
    context = resolver.context
    compiled = compile_pattern(pattern.value)
    if compiled is None:
        return context.fail(CODE, f"invalid regular expression `{pattern.value}`")
    return context.pool.bit(compiled.matches(string.value, context.pool.budget))


def _build_string(bang: Bang, call: Call) -> Value:
    if not call.has_arity(1, 1):
        return INVALID
    return call.make(bang, (call.value(0),), STRING)


def _mapping(table: dict[int, int]) -> Compute:
    def compute(operation: Operation, resolver: Resolver) -> Value | None:
        string = operation.operands[0]
        if isinstance(string, String):
            return resolver.context.pool.string(string.value.translate(table))
        return None

    return compute


def _repr(operation: Operation, resolver: Resolver) -> Value | None:
    value = operation.operands[0]
    if not value.is_concrete:
        return None
    pool = resolver.context.pool
    pool.budget.check_operands(value.weight)
    if isinstance(value, DefRef):
        # Hardly a program shows whole records.
        text: str = import_module("opgen.tablegen.printing").record_text(value.record)
    else:
        text = str(value)
    return pool.string(text)


STRINGS: Final = (
    Bang("strconcat", _build_strconcat, _strconcat, special=_resolve_strconcat, is_pure=True),
    Bang("interleave", _build_interleave, _interleave, is_pure=True),
    Bang("substr", _build_substr, _substr, is_complete=None, is_pure=True),
    Bang("find", _build_find, _find, is_complete=None, is_pure=True),
    Bang("subst", _build_subst, _subst, is_complete=None),
    Bang("match", _build_match, _match, is_pure=True),
    Bang("tolower", _build_string, _mapping(_ASCII_LOWER), is_pure=True),
    Bang("toupper", _build_string, _mapping(_ASCII_UPPER), is_pure=True),
    Bang("repr", _build_string, _repr),
)
