"""Expressions: from the syntax tree to values.

Everything is folded as soon as it is known, in the order in which it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from opgen.tablegen import ast
from opgen.tablegen.assign import cast
from opgen.tablegen.bangs import BANGS, CAST, COND, ELEMENT, RANGE, SLICE, Bang, Call
from opgen.tablegen.evaluation import Evaluation, Scope, suggest
from opgen.tablegen.types import (
    BIT,
    DAG,
    INT,
    STRING,
    BitsType,
    Declaration,
    IntType,
    ListType,
    Origin,
    RecordType,
    Type,
    bits_type,
)
from opgen.tablegen.values import (
    INVALID,
    UNSET,
    Argument,
    Bits,
    DagArgument,
    DefRef,
    Int,
    ListValue,
    Place,
    RecordClass,
    String,
    Unset,
    Value,
    VarRef,
)

_LONGEST_RANGE: Final = 1 << 20
_SIMPLE_TYPES: Final[dict[str, Type]] = {
    "bit": BIT,
    "int": INT,
    "string": STRING,
    "code": STRING,
    "dag": DAG,
}
_BROADEST_BITS: Final = 1 << 16


def place_of(ev: Evaluation, node: Any) -> Place:
    """Return the place of a node or token in the file being evaluated."""
    return ev.place(node.start, node.end)


def evaluate(ev: Evaluation, node: ast.Value, expected: Type | None = None) -> Value:
    """Return the value of ``node``; a list needs no type of its own where one is ``expected``."""
    return _HANDLERS[type(node)](ev, node, expected)


def evaluate_type(ev: Evaluation, node: ast.TypeName) -> Type | None:
    """Return the type that ``node`` names; report and return None if there is none."""
    simple = _SIMPLE_TYPES.get(node.kind)
    if simple is not None:
        return simple
    if node.kind == "list" and node.element is not None:
        element = evaluate_type(ev, node.element)
        return element and ev.pool.list_of(element)
    if node.kind == "bits":
        if 0 <= node.width <= _BROADEST_BITS:
            return bits_type(node.width)
        ev.report("OPG0122", f"bits<{node.width}> is too wide", place_of(ev, node))
        return None
    alias = ev.aliases.get(node.name)
    if alias is not None:
        return alias
    entity = ev.classes.get(node.name)
    if entity is not None:
        return ev.pool.record(entity)
    if node.name not in ev.lost_names:
        known = [*ev.classes, *ev.aliases]
        ev.report(
            "OPG0113",
            f"unknown type `{node.name}`",
            place_of(ev, node),
            help=suggest(node.name, [*known, *_SIMPLE_TYPES, "list", "bits"]),
        )
    return None


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
    help_ = suggest(node.name, [*ev.scope.names(), *ev.variables, *ev.defs])
    if node.name in ev.classes:
        help_ = f"`{node.name}` is a class; write `{node.name}<...>` for a record of it"
    return ev.report("OPG0111", f"unknown value `{node.name}`", place_of(ev, node), help=help_)


def evaluate_name(ev: Evaluation, node: ast.Value) -> Value:
    """Return the value of a name of a def, where an unknown word stands for itself."""
    if isinstance(node, ast.Id):
        return ev.scope.find(node.name, ev.pool) or ev.pool.string(node.name)
    if isinstance(node, ast.FieldAccess):
        return _access(ev, evaluate_name(ev, node.value), node)
    if isinstance(node, ast.Slice):
        return _index(ev, evaluate_name(ev, node.value), node)
    if isinstance(node, ast.Paste):
        return _paste_chain(ev, node, None, is_name=True)
    return evaluate(ev, node)


def _unset(ev: Evaluation, node: ast.UnsetLiteral, expected: Type | None) -> Value:  # noqa: ARG001
    return UNSET


def _int(ev: Evaluation, node: ast.IntLiteral, expected: Type | None) -> Value:  # noqa: ARG001
    return ev.pool.integer(node.value)


def _binary(ev: Evaluation, node: ast.BinaryLiteral, expected: Type | None) -> Value:  # noqa: ARG001
    pool = ev.pool
    return pool.bits(tuple(pool.bit(digit == "1") for digit in reversed(node.digits)))


def _string(ev: Evaluation, node: ast.StringLiteral, expected: Type | None) -> Value:  # noqa: ARG001
    return ev.pool.string(node.value, is_code=node.is_code)


def _instantiation(
    ev: Evaluation,
    node: ast.Instantiation,
    expected: Type | None,  # noqa: ARG001
) -> Value:
    entity = find_class(ev, node.name)
    if entity is None:
        return INVALID
    arguments = template_arguments(ev, entity, node.arguments, place=place_of(ev, node.name))
    if arguments is None:
        return INVALID
    place = place_of(ev, node.name)
    if not _has_all(ev, entity, arguments, place=place):
        return INVALID
    ev.site = place
    return ev.pool.instance(entity, arguments, place).fold(ev)


def _has_all(
    ev: Evaluation, entity: RecordClass, arguments: Sequence[Argument], *, place: Place
) -> bool:
    given = {entity.parameters[key] if isinstance(key, int) else key for key, _ in arguments}
    for number, name in enumerate(entity.parameters, 1):
        value = entity.values[name]
        if name not in given and not value.is_complete and value is not INVALID:
            ev.report(
                "OPG0116",
                f"template argument {number}, `{name.rpartition(':')[2]}`, of `{entity.name}`"
                " is missing",
                place,
                help=f"add a value of type `{entity.declarations[name].type}`",
            )
            return False
    return True


def find_class(ev: Evaluation, name: ast.Token) -> RecordClass | None:
    """Return the class of this name; report and return None if there is none."""
    entity = ev.classes.get(name.text)
    if entity is None and name.text not in ev.lost_names:
        help_ = suggest(name.text, ev.classes)
        if name.text in ev.multiclasses:
            help_ = f"`{name.text}` is a multiclass; use `defm`"
        elif name.text in ev.defs:
            help_ = f"`{name.text}` is a record, not a class"
        ev.report("OPG0110", f"unknown class `{name.text}`", place_of(ev, name), help=help_)
    return entity


def template_arguments(
    ev: Evaluation,
    entity: RecordClass,
    nodes: Sequence[ast.Argument],
    *,
    place: Place,
    separator: str = ":",
) -> tuple[Argument, ...] | None:
    """Evaluate template arguments and cast them; None if a mistake was reported."""
    arguments: list[Argument] = []
    is_good, has_named = True, False
    for index, node in enumerate(nodes):
        if isinstance(node, ast.NamedArgument):
            has_named = True
            argument = _named_argument(ev, entity, node, separator=separator)
        elif has_named:
            ev.report(
                "OPG0116", "positional template argument after a named one", place_of(ev, node)
            )
            argument = None
        else:
            argument = _positional_argument(ev, entity, node, index=index)
        if argument is None:
            is_good = False
        else:
            arguments.append(argument)
    names = [entity.parameters[key] if isinstance(key, int) else key for key, _ in arguments]
    if is_good and len(set(names)) < len(names):
        repeated = next(name for name in names if names.count(name) > 1).rpartition(":")[2]
        ev.report("OPG0116", f"template argument `{repeated}` is given twice", place)
        return None
    return tuple(arguments) if is_good else None


def _positional_argument(
    ev: Evaluation, entity: RecordClass, node: ast.Value, *, index: int
) -> Argument | None:
    if index >= len(entity.parameters):
        count = len(entity.parameters)
        ev.report(
            "OPG0116",
            f"`{entity.name}` takes {count} template argument{'s' * (count != 1)},"
            f" this is number {index + 1}",
            place_of(ev, node),
        )
        return None
    declared = entity.declarations[entity.parameters[index]]
    value = _argument_value(ev, entity, node, declared=declared)
    return None if value is INVALID else Argument(index, value)


def _named_argument(
    ev: Evaluation, entity: RecordClass, node: ast.NamedArgument, *, separator: str
) -> Argument | None:
    name = node.name.name if isinstance(node.name, ast.Id) else ""
    if isinstance(node.name, ast.StringLiteral):
        name = node.name.value
    declared = entity.declarations.get(f"{entity.name}{separator}{name}")
    if declared is None:
        known = [parameter.rpartition(":")[2] for parameter in entity.parameters]
        ev.report(
            "OPG0116",
            f"`{entity.name}` has no template argument `{name}`",
            place_of(ev, node.name),
            help=suggest(name, known),
        )
        return None
    value = _argument_value(ev, entity, node.value, declared=declared)
    if value is UNSET:
        ev.report("OPG0116", "named template argument can't be `?`", place_of(ev, node.value))
        return None
    return None if value is INVALID else Argument(declared.name, value)


def _argument_value(
    ev: Evaluation, entity: RecordClass, node: ast.Value, *, declared: Declaration
) -> Value:
    value = evaluate(ev, node, declared.type)
    ev.site = place_of(ev, node)
    fitted = cast(ev, value, declared.type)
    if fitted is not None:
        return fitted
    name = declared.name.rpartition(":")[2]
    return ev.report(
        "OPG0116",
        f"template argument `{name}` of `{entity.name}` has type `{declared.type}`,"
        f" can't hold `{value}` of type `{value.type}`",
        place_of(ev, node),
    )


def argument_origins(
    ev: Evaluation, entity: RecordClass, nodes: Sequence[ast.Argument], *, separator: str = ":"
) -> dict[str, Origin]:
    """Return where the value of each template parameter is written."""
    origins: dict[str, Origin] = {}
    for index, node in enumerate(nodes):
        if isinstance(node, ast.NamedArgument):
            key = f"{entity.name}{separator}{getattr(node.name, 'name', '')}"
            value: ast.Value = node.value
        elif index < len(entity.parameters):
            key, value = entity.parameters[index], node
        else:
            continue
        origins[key] = Origin(ev.source, value.start, value.end, value, ev.record)
    return origins


def _bang(ev: Evaluation, node: ast.BangCall, expected: Type | None) -> Value:
    name = node.operator.text[1:]
    operator = BANGS.get(name)
    if operator is None:
        help_ = suggest(name, BANGS).replace("`", "`!", 1)
        message = f"unknown operator `!{name}`"
        return ev.report("OPG0118", message, place_of(ev, node.operator), help=help_)
    parameter = _bang_type(ev, node, operator)
    if parameter is INVALID:
        return INVALID
    assert parameter is None or isinstance(parameter, Type)
    return _call(ev, operator, node, expected=expected, parameter=parameter)


def _bang_type(ev: Evaluation, node: ast.BangCall, operator: Bang) -> Type | Unset | None:
    if node.type is None:
        if operator.takes_type:
            message = f"`!{operator.name}` needs a type: `!{operator.name}<type>(...)`"
            return ev.report("OPG0118", message, place_of(ev, node.operator))
        return None
    if operator.takes_type is False:
        message = f"`!{operator.name}` takes no type"
        return ev.report("OPG0118", message, place_of(ev, node.type))
    if node.type.kind == "code":
        message = "type `code` isn't allowed behind an operator"
        return ev.report("OPG0118", message, place_of(ev, node.type), help="write `string`")
    return evaluate_type(ev, node.type) or INVALID


def _cond(ev: Evaluation, node: ast.Cond, expected: Type | None) -> Value:
    return _call(ev, COND, node, expected=expected, parameter=None)


def _call(
    ev: Evaluation,
    operator: Bang,
    node: ast.BangCall | ast.Cond,
    *,
    expected: Type | None,
    parameter: Type | None,
) -> Value:
    def evaluate_bound(operand: ast.Value, wanted: Type | None, bound: Mapping[str, Type]) -> Value:
        if not bound:
            return evaluate(ev, operand, wanted)
        outer = ev.scope
        variables = {name: ev.pool.intern(VarRef, name, type_) for name, type_ in bound.items()}
        ev.scope = Scope(outer, record=ev.record, variables=variables)
        value = evaluate(ev, operand, wanted)
        ev.scope = outer
        return value

    def report(code: str, at: Any, message: str) -> Value:
        return ev.report(code, message, place_of(ev, at))

    call = Call(ev, ev.resolver(), node, expected, parameter, evaluate_bound, report)
    site = place_of(ev, node)
    ev.site = site
    value = operator.build(operator, _located(call, ev, site))
    return INVALID if call.is_broken else value


def _located(call: Call, ev: Evaluation, site: Place) -> Call:
    """Make mistakes of folding show at the call, not at the operand evaluated last."""
    make = call.evaluate

    def evaluate_operand(
        operand: ast.Value, wanted: Type | None, bound: Mapping[str, Type]
    ) -> Value:
        value = make(operand, wanted, bound)
        ev.site = site
        return value

    call.evaluate = evaluate_operand
    return call


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
        return ev.report("OPG0115", f"a list can't be a `{expected}`", place)
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


def _field_access(
    ev: Evaluation,
    node: ast.FieldAccess,
    expected: Type | None,  # noqa: ARG001
) -> Value:
    return _access(ev, evaluate(ev, node.value), node)


def _access(ev: Evaluation, value: Value, node: ast.FieldAccess) -> Value:
    if value is INVALID:
        return INVALID
    name = node.name.text
    type_: Type | None = None
    known: list[str] = []
    if isinstance(value, DefRef):
        declared = value.record.declarations.get(name)
        type_ = declared.type if declared is not None else None
        known = list(value.record.declarations)
        if type_ is None and value.record in ev.incomplete:
            return INVALID
    elif isinstance(value.type, RecordType):
        type_ = value.type.field_type(name)
        known = [field for entity in value.type.classes for field in entity.declarations]
        if type_ is None and any(entity in ev.incomplete for entity in value.type.classes):
            return INVALID
    if type_ is None:
        what = f"`{value}`" if value.type is None else f"`{value}` of type `{value.type}`"
        return ev.report(
            "OPG0112",
            f"{what} has no field `{name}`",
            place_of(ev, node.name),
            help=suggest(name, [field for field in known if ":" not in field]),
        )
    ev.site = place_of(ev, node)
    return ev.pool.field(value, name, type_).fold(ev.resolver())


def _slice(ev: Evaluation, node: ast.Slice, expected: Type | None) -> Value:  # noqa: ARG001
    return _index(ev, evaluate(ev, node.value), node)


def _index(ev: Evaluation, value: Value, node: ast.Slice) -> Value:
    if value is INVALID:
        return INVALID
    if not isinstance(value.type, ListType):
        shown = value.type or value
        message = f"expected a list before `[`, got `{shown}`"
        return ev.report("OPG0115", message, place_of(ev, node.value))
    indices = _slice_indices(ev, node)
    if indices is None:
        return INVALID
    ev.site = place_of(ev, node)
    if isinstance(indices.type, ListType):
        operation = ev.pool.operation(SLICE, (value, indices), value.type)
    else:
        operation = ev.pool.operation(ELEMENT, (value, indices), value.type.element)
    return operation.fold(ev.resolver())


def _slice_indices(ev: Evaluation, node: ast.Slice) -> Value | None:
    """Return an int, or a list of ints made of all the pieces; None after a mistake."""
    parts = [_slice_piece(ev, piece) for piece in node.pieces]
    if any(part is None for part in parts):
        return None
    values = [part for part in parts if part is not None]
    if len(values) == 1 and not node.is_list and not isinstance(values[0].type, ListType):
        return values[0]
    lists: list[Value] = []
    run: list[Value] = []
    for value in values:
        if isinstance(value.type, ListType):
            if run:
                lists.append(ev.pool.list_value(tuple(run), INT))
                run = []
            lists.append(value)
        else:
            run.append(value)
    if run:
        lists.append(ev.pool.list_value(tuple(run), INT))
    result = lists[0]
    for other in lists[1:]:
        result = _concat_lists(ev, result, other)
    return result


def _slice_piece(ev: Evaluation, piece: ast.Piece) -> Value | None:
    if isinstance(piece, ast.Range):
        low, high = evaluate(ev, piece.low), evaluate(ev, piece.high)
        for value, node in ((low, piece.low), (high, piece.high)):
            if value is INVALID:
                return None
            if not isinstance(value.type, IntType):
                message = f"expected an int in a range, got `{value.type or value}`"
                ev.report("OPG0115", message, place_of(ev, node))
                return None
        ev.site = place_of(ev, piece)
        return ev.pool.operation(RANGE, (low, high), ev.pool.list_of(INT)).fold(ev.resolver())
    value = evaluate(ev, piece)
    if value is INVALID:
        return None
    if value.type is not INT and value.type is not ev.pool.list_of(INT):
        message = f"expected an int or a list of int as index, got `{value.type or value}`"
        ev.report("OPG0115", message, place_of(ev, piece))
        return None
    return value


def _concat_lists(ev: Evaluation, left: Value, right: Value) -> Value:
    assert left.type is not None
    if isinstance(left, ListValue) and isinstance(right, ListValue):
        return ev.pool.list_value(left.elements + right.elements, left.type.element)
    return ev.pool.operation(BANGS["listconcat"], (left, right), left.type)


def _bits_access(ev: Evaluation, node: ast.BitsAccess, expected: Type | None) -> Value:
    value = evaluate(ev, node.value, expected if isinstance(node.value, ast.Paste) else None)
    indices = constant_ranges(ev, node.pieces)
    if value is INVALID or indices is None:
        return INVALID
    bits = value.bits(ev.pool, reversed(indices)) if value.type is not None else None
    if bits is None:
        message = f"`{value}` of type `{value.type}` has no such bits"
        return ev.report("OPG0115", message, place_of(ev, node))
    return bits


def constant_ranges(ev: Evaluation, pieces: Sequence[ast.Piece]) -> list[int] | None:
    """Return the numbers that the pieces name, in their order; None after a mistake."""
    numbers: list[int] = []
    for piece in pieces:
        low = _constant(ev, piece.low if isinstance(piece, ast.Range) else piece)
        high = _constant(ev, piece.high) if isinstance(piece, ast.Range) else low
        if low is None or high is None:
            return None
        if abs(high - low) > _LONGEST_RANGE:
            ev.report("OPG0122", f"range {low}...{high} is too long", place_of(ev, piece))
            return None
        numbers += range(low, high + 1) if low <= high else range(low, high - 1, -1)
    return numbers


def _constant(ev: Evaluation, node: ast.Value) -> int | None:
    value = evaluate(ev, node)
    if value is INVALID:
        return None
    if not isinstance(value, Int):
        message = f"expected an integer that is known here, got `{value}`"
        ev.report("OPG0115", message, place_of(ev, node))
        return None
    if value.value < 0:
        ev.report("OPG0115", f"range can't begin or end below 0: `{value}`", place_of(ev, node))
        return None
    return value.value


def _paste(ev: Evaluation, node: ast.Paste, expected: Type | None) -> Value:
    return _paste_chain(ev, node, expected, is_name=False)


def _paste_chain(ev: Evaluation, node: ast.Paste, expected: Type | None, *, is_name: bool) -> Value:
    operands: list[ast.Value | None] = []
    left: ast.Value = node
    while isinstance(left, ast.Paste):
        operands.append(left.right)
        left = left.left
    first = evaluate_name(ev, left) if is_name else evaluate(ev, left, expected)
    if first is INVALID:
        return INVALID
    if first.type is None:
        return ev.report("OPG0115", "`?` has no type, can't paste to it", place_of(ev, left))
    operands.reverse()
    if isinstance(first.type, ListType):
        return _paste_lists(ev, first, operands, expected=expected)
    parts = [_as_text(ev, first, place_of(ev, left))]
    for operand in operands:
        value = evaluate_name(ev, operand) if operand is not None else ev.pool.string("")
        parts.append(_as_text(ev, value, place_of(ev, operand or node)))
    if INVALID in parts:
        return INVALID
    result = parts.pop()
    while parts:
        result = concat_strings(ev, parts.pop(), result)
    return result


def _paste_lists(
    ev: Evaluation,
    first: Value,
    operands: Sequence[ast.Value | None],
    *,
    expected: Type | None,
) -> Value:
    result = first
    for operand in operands:
        if operand is None:
            continue
        value = evaluate(ev, operand, expected)
        if value is INVALID:
            return INVALID
        if not isinstance(value.type, ListType):
            message = f"expected a list to paste to a list, got `{value.type or value}`"
            return ev.report("OPG0115", message, place_of(ev, operand))
        result = _concat_lists(ev, result, value)
    return result


def _as_text(ev: Evaluation, value: Value, place: Place) -> Value:
    if value is INVALID or value.type is STRING:
        return value
    if value.type is None:
        return ev.report("OPG0115", "`?` has no type, can't be pasted", place)
    ev.site = place
    return ev.pool.operation(CAST, (value,), STRING).fold(ev.resolver())


def concat_strings(ev: Evaluation, left: Value, right: Value) -> Value:
    """Return the two strings as one, as an operation if they aren't both known."""
    return ev.pool.operation(BANGS["strconcat"], (left, right), STRING).fold(ev.resolver())


_Handler: TypeAlias = Callable[[Evaluation, Any, Type | None], Value]
_HANDLERS: Final[dict[type, _Handler]] = {
    ast.Id: _id,
    ast.UnsetLiteral: _unset,
    ast.IntLiteral: _int,
    ast.BinaryLiteral: _binary,
    ast.StringLiteral: _string,
    ast.Instantiation: _instantiation,
    ast.BangCall: _bang,
    ast.Cond: _cond,
    ast.DagLiteral: _dag,
    ast.ListLiteral: _list,
    ast.BitsLiteral: _bits,
    ast.FieldAccess: _field_access,
    ast.Slice: _slice,
    ast.BitsAccess: _bits_access,
    ast.Paste: _paste,
}
