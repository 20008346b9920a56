"""Expressions: from the syntax tree to values.

Everything is folded as soon as it is known, in the order in which it is written.
"""

from __future__ import annotations

from collections.abc import Sequence

from opgen.tablegen import ast
from opgen.tablegen.arguments import evaluate_instantiation
from opgen.tablegen.assign import cast
from opgen.tablegen.bangs import BANGS, CAST
from opgen.tablegen.bangs.strings import concatenate
from opgen.tablegen.dispatch import EXPRESSIONS, evaluate, later, place_of
from opgen.tablegen.evaluation import Evaluation
from opgen.tablegen.integers import WORD_BITS
from opgen.tablegen.records import RecordClass
from opgen.tablegen.suffixes import (
    access_field,
    concat_lists,
    evaluate_bits,
    evaluate_field,
    evaluate_slice,
    index_list,
)
from opgen.tablegen.typenames import evaluate_type
from opgen.tablegen.types import (
    BIT,
    STRING,
    BitsType,
    ListType,
    Type,
)
from opgen.tablegen.values import (
    INVALID,
    UNSET,
    Bits,
    DagArgument,
    Place,
    String,
    Unset,
    Value,
    VarRef,
)


def _id(ev: Evaluation, node: ast.Id, expected: Type | None) -> Value:  # noqa: ARG001
    found = ev.scope.find(node.name, ev.pool) or ev.find_global(node.name)
    if found is not None:
        return found
    record = ev.record
    if (
        record is not None
        and not isinstance(record, RecordClass)
        and ev.multiclass is None
        and isinstance(record.title, String)
        and record.title.value == node.name
    ):
        own = ev.pool.record(*record.direct_parents)
        return ev.pool.operation(CAST, (record.title,), own)
    return _report_unknown(ev, node)


def _report_unknown(ev: Evaluation, node: ast.Id) -> Value:
    if node.name in ev.lost_names or (ev.record is not None and ev.record in ev.incomplete):
        return INVALID
    help_ = ev.hints.get(node.name)
    if help_ is None:
        known = [*ev.scope.names(), *ev.variables, *ev.defs]
        help_ = ev.loader.advice_on(node.name) or ev.suggest(node.name, known)
        ev.hints[node.name] = help_
    if node.name in ev.classes:
        help_ = f"`{node.name}` is a class; write `{node.name}<...>` for a record of it"
    return ev.report("OPG0111", f"unknown value `{node.name}`", place_of(ev, node), help=help_)


def evaluate_name(ev: Evaluation, node: ast.Value, expected: Type | None = None) -> Value:
    """Return the value of a name of a def, where an unknown word stands for itself."""
    if isinstance(node, ast.Id):
        return ev.scope.find(node.name, ev.pool) or ev.pool.string(node.name)
    if isinstance(node, ast.FieldAccess):
        return access_field(ev, evaluate_name(ev, node.value, expected), node)
    if isinstance(node, ast.Slice):
        return index_list(ev, evaluate_name(ev, node.value, expected), node)
    if isinstance(node, ast.Paste):
        return _paste_chain(ev, node, expected, is_name=True)
    return evaluate(ev, node, expected)


def _unset(ev: Evaluation, node: ast.UnsetLiteral, expected: Type | None) -> Value:  # noqa: ARG001
    return UNSET


def _int(ev: Evaluation, node: ast.IntLiteral, expected: Type | None) -> Value:  # noqa: ARG001
    return ev.pool.integer(node.value)


def _binary(ev: Evaluation, node: ast.BinaryLiteral, expected: Type | None) -> Value:  # noqa: ARG001
    pool = ev.pool
    digits = node.digits[::-1]
    # Zeros in front don't count for the size of the number. llvm-tblgen takes the bits behind the
    # 64th from the first ones again.
    return pool.bits(
        tuple(pool.bit(digits[index % WORD_BITS] == "1") for index in range(len(digits)))
    )


def _string(ev: Evaluation, node: ast.StringLiteral, expected: Type | None) -> Value:  # noqa: ARG001
    return ev.pool.string(node.value, is_code=node.is_code)


def _dag(ev: Evaluation, node: ast.DagLiteral, expected: Type | None) -> Value:  # noqa: ARG001
    first = leftmost(node.operator)
    if isinstance(first, ast.BangCall) and first.operator.text not in {"!cast", "!getdagop"}:
        ev.report(
            "OPG0120",
            f"operator of a dag can't begin with `{first.operator.text}`",
            place_of(ev, first),
            help="name a record, or use `!cast` or `!getdagop`",
        )
    operator = evaluate(ev, node.operator)
    arguments = tuple(
        DagArgument(
            evaluate(ev, argument.value) if argument.value is not None else UNSET,
            argument.name.text[1:] if argument.name is not None else None,
        )
        for argument in node.arguments
    )
    if operator is INVALID:
        return INVALID
    return ev.pool.dag(operator, node.name.text[1:] if node.name else None, arguments)


def leftmost(node: ast.Value) -> ast.Value:
    """Return the simple value with which the text of ``node`` begins."""
    while True:
        if isinstance(node, ast.Paste):
            node = node.left
        elif isinstance(node, ast.FieldAccess | ast.Slice | ast.BitsAccess):
            node = node.value
        else:
            return node


def _list(ev: Evaluation, node: ast.ListLiteral, expected: Type | None) -> Value:
    place = place_of(ev, node)
    if expected is not None and not isinstance(expected, ListType):
        return ev.report("OPG0115", f"expected a value of type `{expected}`, got a list", place)
    wanted = expected.element if expected is not None else None
    elements = tuple(evaluate(ev, element, wanted) for element in node.elements)
    given = evaluate_type(ev, node.type) if node.type is not None else None
    if INVALID in elements or (node.type is not None and given is None):
        return INVALID
    common = _element_type(ev, elements, node)
    if common is INVALID:
        return INVALID
    assert common is None or isinstance(common, Type)
    element_type = _list_type(ev, node, wanted=wanted, given=given, common=common)
    return INVALID if element_type is None else ev.pool.list_value(elements, element_type)


def _list_type(
    ev: Evaluation,
    node: ast.ListLiteral,
    *,
    wanted: Type | None,
    given: Type | None,
    common: Type | None,
) -> Type | None:
    """Return the element type: the one written, else that of the elements, else the one wanted."""
    place = place_of(ev, node)
    if given is not None and common is not None and not common.converts_to(given):
        message = f"elements of type `{common}` can't be in a list of `{given}`"
        ev.report("OPG0115", message, place)
        return None
    element_type = given or common
    if element_type is None and wanted is None:
        help_ = "write it behind the list: `[]<int>`"
        ev.report("OPG0115", "type of the list can't be told", place, help=help_)
        return None
    if element_type is not None and wanted is not None and not element_type.converts_to(wanted):
        message = f"elements of type `{element_type}` can't be in a list of `{wanted}`"
        ev.report("OPG0115", message, place)
        return None
    return element_type or wanted


def _element_type(
    ev: Evaluation, elements: Sequence[Value], node: ast.ListLiteral
) -> Type | Unset | None:
    common: Type | None = None
    for element, written in zip(elements, node.elements, strict=True):
        if element.type is None:
            continue
        joined = element.type if common is None else ev.pool.common(common, element.type)
        if joined is None:
            message = f"element of type `{element.type}` in a list of `{common}`"
            return ev.report("OPG0115", message, place_of(ev, written))
        common = joined
    return common


def _bits(ev: Evaluation, node: ast.BitsLiteral, expected: Type | None) -> Value:  # noqa: ARG001
    bits: list[Value] = []
    for piece in node.pieces:
        if isinstance(piece, ast.Range):
            return ev.report("OPG0120", "a range can't stand among bits", place_of(ev, piece))
        value = evaluate(ev, piece)
        if value is INVALID:
            return INVALID
        if isinstance(value, Bits):
            bits += reversed(value.elements)
        elif isinstance(value, VarRef) and isinstance(value.type, BitsType):
            bits += [value.bit(ev.pool, index) for index in reversed(range(value.type.width))]
        else:
            bit = cast(ev, value, BIT)
            if bit is None:
                message = f"`{value}` can't be a bit"
                return ev.report("OPG0115", message, place_of(ev, piece))
            bits.append(bit)
    return ev.pool.bits(tuple(reversed(bits)))


def _paste(ev: Evaluation, node: ast.Paste, expected: Type | None) -> Value:
    return _paste_chain(ev, node, expected, is_name=False)


def _paste_chain(ev: Evaluation, node: ast.Paste, expected: Type | None, *, is_name: bool) -> Value:
    pending: list[ast.Value | None] = []
    left: ast.Value = node
    while isinstance(left, ast.Paste):
        pending.append(left.right)
        left = left.left
    first = evaluate_name(ev, left, expected) if is_name else evaluate(ev, left, expected)
    if isinstance(first.type, ListType):
        return _paste_lists(ev, first, pending, expected=expected)
    return _paste_texts(ev, first, pending, node=left)


def _paste_lists(
    ev: Evaluation,
    first: Value,
    pending: list[ast.Value | None],
    *,
    expected: Type | None,
) -> Value:
    """Return the lists as one; what is no list takes all that is pending with it, as text."""
    parts = [first]
    while pending:
        operand = pending.pop()
        if operand is None:
            break
        value = evaluate(ev, operand, expected)
        if pending and not isinstance(value.type, ListType):
            value = _paste_texts(ev, value, pending, node=operand)
        if value is INVALID:
            return INVALID
        # Whether it is a list matters only when it is joined: in what is never made it may be not.
        parts.append(value)
    result = parts.pop()
    while parts:
        result = concat_lists(ev, parts.pop(), result)
    return result


def _paste_texts(
    ev: Evaluation, first: Value, pending: list[ast.Value | None], *, node: ast.Value
) -> Value:
    if first is INVALID:
        return INVALID
    if first.type is None:
        return ev.report("OPG0115", "`?` has no type, can't paste to it", place_of(ev, node))
    parts = [_as_text(ev, first, place_of(ev, node))]
    while pending:
        operand = pending.pop()
        value = evaluate_name(ev, operand) if operand is not None else ev.pool.string("")
        is_list = isinstance(value.type, ListType)
        if is_list:
            value = _paste_lists(ev, value, pending, expected=None)
        parts.append(_as_text(ev, value, place_of(ev, operand or node)))
        if is_list:
            break
    if INVALID in parts:
        return INVALID
    result = parts.pop()
    while parts:
        result = concat_strings(ev, parts.pop(), result)
    return result


def _as_text(ev: Evaluation, value: Value, place: Place) -> Value:
    if value is INVALID or value.type is STRING:
        return value
    if value.type is None:
        return ev.report("OPG0115", "`?` has no type, can't be pasted", place)
    ev.site = place.file, place
    return ev.pool.operation(CAST, (value,), STRING).fold(ev.resolver())


def concat_strings(ev: Evaluation, left: Value, right: Value) -> Value:
    """Return the two strings as one, as an operation if they aren't both known."""
    if isinstance(left, String) and isinstance(right, String):
        return concatenate(left, right, ev.pool)
    return ev.pool.operation(BANGS["strconcat"], (left, right), STRING).fold(ev.resolver())


EXPRESSIONS.update(
    {
        ast.Id: _id,
        ast.UnsetLiteral: _unset,
        ast.IntLiteral: _int,
        ast.BinaryLiteral: _binary,
        ast.StringLiteral: _string,
        ast.Instantiation: evaluate_instantiation,
        ast.DagLiteral: _dag,
        ast.ListLiteral: _list,
        ast.BitsLiteral: _bits,
        ast.FieldAccess: evaluate_field,
        ast.Slice: evaluate_slice,
        ast.BitsAccess: evaluate_bits,
        ast.Paste: _paste,
    }
)
later(EXPRESSIONS, ast.BangCall, "calls", name="evaluate_bang")
later(EXPRESSIONS, ast.Cond, "calls", name="evaluate_cond")
