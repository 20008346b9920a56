"""Statements: what each of them does to the state of the evaluation."""

from __future__ import annotations

from opgen.hints import TYPE_CHECKING, Final
from opgen.tablegen import ast
from opgen.tablegen.bangs import IF
from opgen.tablegen.definitions import (
    evaluate_assert,
    evaluate_dump,
    let_mode,
    not_allowed,
    report_global_clash,
    run_class,
    run_def,
    run_defvar,
)
from opgen.tablegen.dispatch import STATEMENTS, evaluate, later, place_of, run_statements
from opgen.tablegen.evaluation import (
    Defset,
    Evaluation,
    LetBinding,
    Loop,
    Mode,
    Scope,
)
from opgen.tablegen.instantiate import (
    add_entry,
)
from opgen.tablegen.limits import LONGEST_LIST
from opgen.tablegen.suffixes import constant_ranges
from opgen.tablegen.typenames import evaluate_type
from opgen.tablegen.types import (
    BIT,
    INT,
    ListType,
    Origin,
)
from opgen.tablegen.units import Unit
from opgen.tablegen.values import INVALID, Resolver, Value, VarRef

if TYPE_CHECKING:
    from opgen.tablegen.splice import Spliced

_BRACED_LETS: Final = 23
"""The version of LLVM that wants the bits of a ``let ... in`` in braces."""


def run_unit(ev: Evaluation, unit: Unit) -> None:
    """Parse a file and run its statements."""
    if unit.is_blank:
        return
    result = ev.parse(unit, ev.diagnostics)
    ev.lost_names |= result.lost_names
    run_statements(ev, result.statements)


def run_spliced(ev: Evaluation, spliced: Spliced) -> None:
    """Run the statements of a program whose files have been joined."""
    ev.unit = spliced.unit
    ev.diagnostics.items += spliced.diagnostics.items
    ev.lost_names |= spliced.result.lost_names
    run_statements(ev, spliced.result.statements)


def _include(ev: Evaluation, node: ast.Include) -> None:
    unit = ev.unit.includes.get(node.start)
    if unit is None:
        return
    outer = ev.unit
    ev.unit = unit
    try:
        run_unit(ev, unit)
    finally:
        ev.unit = outer


def _assert(ev: Evaluation, node: ast.Assert) -> None:
    check = evaluate_assert(ev, node)
    if check is not None:
        add_entry(ev, check)


def _dump(ev: Evaluation, node: ast.Dump) -> None:
    check = evaluate_dump(ev, node)
    # What is to be shown of records that aren't there yet is decided at once, also in a loop.
    ev.site = check.place.file, check.place
    message = check.message.resolve(Resolver(ev, is_final=True))
    if message is not INVALID:
        add_entry(ev, check._replace(message=message))


def _defset(ev: Evaluation, node: ast.Defset) -> None:
    if ev.multiclass is not None:
        not_allowed(ev, "`defset` can't stand in a multiclass", node)
        return
    type_ = evaluate_type(ev, node.type)
    if type_ is None:
        return
    if not isinstance(type_, ListType):
        ev.report("OPG0115", f"expected a list type, got `{type_}`", place_of(ev, node.type))
        return
    name = node.name.text
    if ev.find_global(name) is not None:
        report_global_clash(ev, name, node.name)
        return
    defset = Defset(name, type_.element, place_of(ev, node.name))
    ev.defsets.append(defset)
    run_statements(ev, node.statements)
    ev.defsets.pop()
    ev.variables[name] = ev.pool.list_value(tuple(defset.elements), type_.element)


def _deftype(ev: Evaluation, node: ast.Deftype) -> None:
    name = node.name.text
    if ev.find_alias(name) is not None or ev.find_class(name) is not None:
        ev.report("OPG0114", f"type `{name}` is defined already", place_of(ev, node.name))
        return
    type_ = evaluate_type(ev, node.type)
    if type_ is None:
        return
    if node.type.kind == "class" and node.type.name in ev.classes:
        message = "an alias of a class can't be defined"
        ev.report("OPG0113", message, place_of(ev, node.type))
        return
    ev.aliases[name] = type_


def _block(ev: Evaluation, node: ast.Block) -> None:
    run_statements(ev, node.statements)


def _let(ev: Evaluation, node: ast.Let) -> None:
    bindings: list[LetBinding] = []
    for item in node.items:
        mode = _let_item_mode(ev, item)
        if mode is None:
            continue
        bits = constant_ranges(ev, item.bits) if item.bits is not None else None
        value = evaluate(ev, item.value)
        origin = Origin(ev.source, item.name.start, item.name.end, item.value, None)
        lowest_first = tuple(reversed(bits)) if bits else None
        bindings.append(LetBinding(item.name.text, lowest_first, value, origin, mode))
    ev.lets.append(bindings)
    if isinstance(node.body, ast.Block):
        outer = ev.enter(Scope(ev.scope))
        run_statements(ev, node.body.statements)
        ev.leave(outer)
    else:
        run_statements(ev, [node.body])
    ev.lets.pop()


def _let_item_mode(ev: Evaluation, item: ast.LetItem) -> Mode | None:
    if item.bits is not None and item.is_braced != (ev.language.version >= _BRACED_LETS):
        form = "{...}" if item.is_braced else "<...>"
        other = "<...>" if item.is_braced else "{...}"
        message = f"bits of a `let ... in` can't be written as `{form}`"
        help_ = f"write `{other}`, or evaluate as the language of another version of LLVM"
        ev.report("OPG0101", message, place_of(ev, item.name), help=help_)
        return None
    return let_mode(ev, item)


def _foreach(ev: Evaluation, node: ast.Foreach) -> None:
    source = _loop_source(ev, node)
    if source is INVALID or not isinstance(source.type, ListType):
        return
    name = node.name.text
    loop = Loop(place_of(ev, node.name), name, source)
    ev.loops.append(loop)
    # The iterator is looked up behind the variables of the block, which may hide it.
    around = Scope(ev.scope, variables={name: _iterator(ev, name, source.type)})
    outer = ev.enter(Scope(around))
    _branch(ev, node.body)
    ev.leave(outer)
    ev.loops.pop()
    add_entry(ev, loop)


def _iterator(ev: Evaluation, name: str, type_: ListType) -> Value:
    return ev.pool.intern(VarRef, name, type_.element)


def _branch(ev: Evaluation, body: ast.Statement) -> None:
    run_statements(ev, body.statements if isinstance(body, ast.Block) else [body])


def _loop_source(ev: Evaluation, node: ast.Foreach) -> Value:
    source = node.source
    pieces = source.pieces if isinstance(source, ast.BitsLiteral) else (source,)
    if not pieces:
        message = "expected numbers to loop over, got `{}`"
        return ev.report("OPG0101", message, place_of(ev, source))
    if not isinstance(source, ast.BitsLiteral | ast.Range):
        value = evaluate(ev, source)
        if value is INVALID or isinstance(value.type, ListType):
            return value
        if value.type is not INT:
            message = f"expected a list to loop over, got `{value}`"
            return ev.report("OPG0115", message, place_of(ev, source))
    numbers = constant_ranges(ev, pieces, most=LONGEST_LIST)
    if numbers is None:
        return INVALID
    return ev.pool.list_value(tuple(map(ev.pool.integer, numbers)), INT)


def _if(ev: Evaluation, node: ast.If) -> None:
    condition = evaluate(ev, node.condition)
    if condition is INVALID:
        return
    # Like TableGen, run each branch as a loop over one element or none.
    none = ev.pool.list_value((), BIT)
    once = ev.pool.list_value((ev.pool.bit(value=True),), BIT)
    branches = [(node.body, once, none)]
    if node.otherwise is not None:
        branches.append((node.otherwise, none, once))
    for body, when_true, when_false in branches:
        ev.site = ev.unit.source, node.condition
        operands = (condition, when_true, when_false)
        source = ev.pool.operation(IF, operands, when_true.type).fold(ev.resolver())
        loop = Loop(place_of(ev, node.condition), None, source)
        ev.loops.append(loop)
        outer = ev.enter(Scope(ev.scope))
        _branch(ev, body)
        ev.leave(outer)
        ev.loops.pop()
        add_entry(ev, loop)


STATEMENTS.update(
    {
        ast.Include: _include,
        ast.Assert: _assert,
        ast.Dump: _dump,
        ast.Defvar: run_defvar,
        ast.ClassStatement: run_class,
        ast.Def: run_def,
        ast.Defset: _defset,
        ast.Deftype: _deftype,
        ast.Block: _block,
        ast.Let: _let,
        ast.Foreach: _foreach,
        ast.If: _if,
    }
)
later(STATEMENTS, ast.Defm, "multiclasses", name="run_defm")
later(STATEMENTS, ast.Multiclass, "multiclasses", name="run_multiclass")
