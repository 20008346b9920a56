"""Definitions of classes and records: parameters, parents, bodies."""

from __future__ import annotations

from collections.abc import Sequence

from opgen.diagnostics import Label
from opgen.hints import Final
from opgen.tablegen import ast
from opgen.tablegen.arguments import argument_origins, find_class, template_arguments
from opgen.tablegen.assign import assign, assign_whole, declare
from opgen.tablegen.bangs import BANGS
from opgen.tablegen.dispatch import evaluate, place_of
from opgen.tablegen.evaluation import (
    Evaluation,
    LetBinding,
    Mode,
    Scope,
    Step,
)
from opgen.tablegen.expressions import concat_strings, evaluate_name, leftmost
from opgen.tablegen.instantiate import (
    Parent,
    add_entry,
    add_parent,
    apply_lets,
    report_unknown_field,
)
from opgen.tablegen.parser import parse_body
from opgen.tablegen.records import Check, DefRef, Record, RecordClass
from opgen.tablegen.resolvers import ReferenceFinder
from opgen.tablegen.suffixes import constant_ranges
from opgen.tablegen.typenames import evaluate_type
from opgen.tablegen.types import (
    STRING,
    BitsType,
    Declaration,
    Origin,
    bits_type,
)
from opgen.tablegen.values import INVALID, UNSET, LostValueError, Value, VarRef

_JOINING_LETS: Final = 23
"""The version of LLVM that brought ``let append`` and ``let prepend``."""


def evaluate_assert(ev: Evaluation, node: ast.Assert) -> Check | None:
    """Evaluate an assertion; return None if a mistake was reported."""
    condition, message = evaluate(ev, node.condition), evaluate(ev, node.message)
    if INVALID in (condition, message):
        return None
    return Check(place_of(ev, node.condition), condition, message)


def evaluate_dump(ev: Evaluation, node: ast.Dump) -> Check:
    """Evaluate what is to be dumped; a record that is known is shown as a whole."""
    message = evaluate(ev, node.message)
    if isinstance(message, DefRef):
        message = ev.pool.operation(BANGS["repr"], (message,), STRING).fold(ev.resolver())
    return Check(place_of(ev, node.message), None, message)


def run_defvar(ev: Evaluation, node: ast.Defvar) -> None:
    """Define a variable of the block."""
    name, place = node.name.text, place_of(ev, node.name)
    scope = ev.scope
    if name in scope.variables:
        ev.report("OPG0114", f"variable `{name}` is defined already in this block", place)
        return
    if ev.record is not None and name in ev.record.declarations:
        ev.report("OPG0114", f"`{name}` is a field already", place)
        return
    is_global = scope.parent is None
    if is_global and ev.find_global(name) is not None:
        report_global_clash(ev, name, node.name)
        return
    value = evaluate(ev, node.value)
    (ev.variables if is_global else scope.variables)[name] = value


def report_global_clash(ev: Evaluation, name: str, token: ast.Token) -> None:
    """Report that a record or global variable of this name exists."""
    earlier = ev.defs.get(name)
    secondary = (Label(earlier.span, "defined here"),) if earlier else ()
    message = f"a record or global variable `{name}` exists already"
    ev.report("OPG0114", message, place_of(ev, token), secondary=secondary)


def run_class(ev: Evaluation, node: ast.ClassStatement) -> None:
    """Define a class."""
    if ev.multiclass is not None or ev.loops:
        where = "multiclass" if ev.multiclass is not None else "loop or `if`"
        not_allowed(ev, f"a class can't be defined in a {where}", node)
        return
    name = node.name.text
    entity = ev.find_class(name)
    if entity is not None and entity.is_defined:
        ev.report(
            "OPG0114",
            f"class `{name}` is defined already",
            place_of(ev, node.name),
            secondary=(Label(entity.span, "defined here"),),
        )
        return
    if ev.find_alias(name) is not None:
        ev.report("OPG0114", f"type `{name}` is defined already", place_of(ev, node.name))
        return
    if entity is None:
        title = ev.pool.string(name)
        entity = ev.classes[name] = RecordClass(name=name, title=title)
    else:
        ev.completed.append(name)
        entity.fetch()
    entity.places = [place_of(ev, node.name)]
    outer = ev.enter(Scope(ev.scope, record=entity))
    declare_parameters(ev, entity, node.parameters, separator=":")
    _object_body(ev, entity, node)
    ev.leave(outer)
    ev.warn_of_unused(entity)
    entity.is_defined = bool(entity.declarations or entity.direct_parents)


def not_allowed(ev: Evaluation, message: str, node: ast.Statement) -> None:
    """Report a statement in a place where it can't stand."""
    word = ev.place(node.start, node.start + len(ev.source.text[node.start :].split(None, 1)[0]))
    ev.report("OPG0120", message, word)


def declare_parameters(
    ev: Evaluation, entity: RecordClass, nodes: Sequence[ast.FieldDecl], *, separator: str
) -> None:
    """Declare the template parameters of a class or multiclass."""
    for node in nodes:
        name = f"{entity.name}{separator}{node.name.text}"
        if name in entity.declarations:
            message = f"template parameter `{node.name.text}` is declared twice"
            ev.report("OPG0114", message, place_of(ev, node.name))
            continue
        if _declaration(ev, entity, node, name=name):
            entity.parameters.append(name)


def _declaration(ev: Evaluation, entity: Record, node: ast.FieldDecl, *, name: str) -> bool:
    """Declare a field or parameter and give it its value."""
    place = place_of(ev, node.name)
    if node.name.text == "NAME":
        ev.report("OPG0114", "`NAME` is reserved", place)
        return False
    type_ = evaluate_type(ev, node.type)
    if type_ is None:
        ev.incomplete.add(entity)
        return False
    is_parameter = ":" in name
    if not is_parameter and name in ev.scope.variables:
        ev.report("OPG0114", f"`{name}` is a variable of this block already", place)
        return False
    declared = Declaration(
        name, type_, ev.source, node.name.start, node.name.end, node.is_field and not is_parameter
    )
    if not declare(ev, entity, declared):
        return False
    if node.value is not None:
        origin = Origin(ev.source, node.name.start, node.name.end, node.value, ev.record)
        try:
            value = evaluate(ev, node.value, type_)
        except LostValueError as lost:
            if lost.node is None or lost.node is not _rightmost(node.value):
                raise
            # Nothing stands behind it, so that llvm-tblgen doesn't notice.
            ev.warn_of_loss(node.name.text, entity, place_of(ev, node.value))
        else:
            ev.site = ev.unit.source, node.value
            assign_whole(ev, entity, name, value=value, origin=origin)
            return True
    entity.origins.pop(name, None)
    if entity.declarations[name] is not declared:
        # It was there already, and has been given the value `?` by this.
        start, end = node.name.start, node.name.end
        entity.origins[name] = Origin(ev.source, start, end, None, ev.record)
    return True


def _rightmost(node: ast.Value) -> ast.Value | None:
    """Return the value with which the text of ``node`` ends."""
    last: ast.Value | None = node
    while isinstance(last, ast.Paste):
        last = last.right
    return last


def _object_body(ev: Evaluation, record: Record, node: ast.ClassStatement | ast.Def) -> None:
    """Evaluate parents, the lets around, and the body, in the scope of ``record``."""
    for reference in node.parents:
        parent = evaluate_parent(ev, reference)
        if parent is None:
            ev.incomplete.add(record)
        else:
            add_parent(ev, record, parent)
    apply_lets(ev, record)
    _body_items(ev, record, node.body.items)


def evaluate_parent(ev: Evaluation, node: ast.ClassRef) -> Parent | None:
    """Return a parent with its arguments; None if a mistake was reported."""
    entity = find_class(ev, node.name)
    if entity is None:
        return None
    place = place_of(ev, node.name)
    arguments = template_arguments(ev, entity, node.arguments, place=place)
    if arguments is None:
        return None
    return Parent(entity, arguments, argument_origins(ev, entity, node.arguments), place)


def _body_items(ev: Evaluation, record: Record, items: Sequence[ast.BodyItem]) -> None:
    for item in items:
        if isinstance(item, ast.FieldDecl):
            _declaration(ev, record, item, name=item.name.text)
        elif isinstance(item, ast.BodyLet):
            _body_let(ev, record, item)
        elif isinstance(item, ast.Defvar):
            run_defvar(ev, item)
        elif isinstance(item, ast.Assert):
            check = evaluate_assert(ev, item)
            if check is not None:
                record.checks.append(check)
        elif isinstance(item, ast.Dump):
            record.checks.append(evaluate_dump(ev, item))
        elif unit := ev.unit.includes.get(item.start):
            outer, ev.unit = ev.unit, unit
            items = parse_body(unit.source, unit.text, ev.diagnostics)
            _body_items(ev, record, items)
            ev.unit = outer


def let_mode(ev: Evaluation, node: ast.BodyLet | ast.LetItem) -> Mode | None:
    """Return what a ``let`` does with the value there is; report what the language lacks."""
    if node.mode is None:
        return Mode.REPLACE
    word = node.mode.text
    mode = next((mode for mode in Mode if mode.value == word), None)
    if mode is None or ev.language.version < _JOINING_LETS:
        help_ = "remove it" if mode is None else f"evaluate as the language of LLVM {_JOINING_LETS}"
        ev.report(
            "OPG0101", f"unexpected `{word}` before a name", place_of(ev, node.mode), help=help_
        )
        return None
    if node.bits is not None:
        ev.report("OPG0120", f"can't {word} to bits", place_of(ev, node.mode))
        return None
    return mode


def _body_let(ev: Evaluation, record: Record, node: ast.BodyLet) -> None:
    name = node.name.text
    declared = record.declarations.get(name)
    if declared is None or node.mode is not None or node.bits is not None:
        _special_let(ev, record, node)
        return
    value = evaluate(ev, node.value, declared.type)
    source = ev.unit.source
    ev.site = source, node.value
    origin = Origin(source, node.name.start, node.name.end, node.value, ev.record)
    assign_whole(ev, record, name, value=value, origin=origin)


def _special_let(ev: Evaluation, record: Record, node: ast.BodyLet) -> None:
    """Run a ``let`` of bits, with a word in front of the name, or of an unknown field."""
    mode = let_mode(ev, node)
    if mode is None:
        return
    name = node.name.text
    bits = constant_ranges(ev, node.bits) if node.bits is not None else None
    if node.bits is not None and bits is None:
        return
    declared = record.declarations.get(name)
    origin = Origin(ev.source, node.name.start, node.name.end, node.value, ev.record)
    if declared is None:
        report_unknown_field(ev, record, LetBinding(name, None, INVALID, origin))
        return
    type_ = declared.type
    if bits and isinstance(type_, BitsType):
        type_ = bits_type(len(bits))
    value = evaluate(ev, node.value, type_)
    ev.site = ev.unit.source, node.value
    lowest_first = tuple(reversed(bits)) if bits else None
    binding = LetBinding(name, lowest_first, value, origin, mode)
    assign(ev, record, name, binding=binding)


def run_def(ev: Evaluation, node: ast.Def) -> None:
    """Define a record."""
    has_plain_name = node.name is not None and isinstance(leftmost(node.name), ast.Id)
    word = ev.place(node.start, node.start + len("def"))
    place = place_of(ev, node.name) if has_plain_name else word
    title = object_name(ev, node.name)
    if title is INVALID:
        return
    is_anonymous = title is None
    known_title = ev.new_anonymous_name() if title is None else title
    if known_title.type is not STRING:
        ev.report("OPG0115", f"name `{known_title}` of a record is no string", place)
        return
    name = getattr(known_title, "value", None)
    record = Record(
        name=name if isinstance(name, str) else str(known_title),
        title=known_title,
        places=[place],
        is_anonymous=is_anonymous,
    )
    outer = ev.enter(Scope(ev.scope, record=record))
    ev.trail.append(Step(f"while evaluating record `{record.name}`", place))
    _object_body(ev, record, node)
    ev.trail.pop()
    ev.leave(outer)
    add_entry(ev, record)


def object_name(ev: Evaluation, node: ast.Value | None) -> Value | None:
    """Return the name of a def or defm, or None if it has none."""
    if node is None:
        return None
    name = evaluate_name(ev, node, STRING)
    if name is INVALID or ev.multiclass is None:
        return None if name is UNSET else name
    implicit = f"{ev.multiclass.name}::NAME"
    finder = ReferenceFinder(ev, implicit)
    name.resolve(finder)
    if finder.found:
        return name
    return concat_strings(ev, ev.pool.intern(VarRef, implicit, STRING), name)
