"""Statements: what each of them does to the state of the evaluation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

from opgen.diagnostics import Label
from opgen.tablegen import ast
from opgen.tablegen.assign import assign, declare
from opgen.tablegen.bangs import IF
from opgen.tablegen.evaluation import (
    Defset,
    Entry,
    Evaluation,
    LetBinding,
    Loop,
    Multiclass,
    Scope,
    Step,
    suggest,
)
from opgen.tablegen.expressions import (
    argument_origins,
    concat_strings,
    constant_ranges,
    evaluate,
    evaluate_name,
    evaluate_type,
    find_class,
    leftmost,
    place_of,
    template_arguments,
)
from opgen.tablegen.instantiate import (
    Parent,
    add_entry,
    add_parent,
    apply_lets,
    expand_multiclass,
    report_unknown_field,
    visit_records,
)
from opgen.tablegen.parser import parse
from opgen.tablegen.resolvers import ReferenceFinder
from opgen.tablegen.types import (
    BIT,
    INT,
    STRING,
    BitsType,
    Declaration,
    ListType,
    Origin,
    bits_type,
)
from opgen.tablegen.units import Unit
from opgen.tablegen.values import INVALID, Check, Record, RecordClass, Value, VarRef

_CODE_NOT_ALLOWED: Final = "OPG0120"


def run_unit(ev: Evaluation, unit: Unit) -> None:
    """Parse a file and run its statements."""
    run_statements(ev, _parse_unit(ev, unit))


def _parse_unit(ev: Evaluation, unit: Unit) -> tuple[ast.Statement, ...]:
    result = parse(unit.source, unit.text, ev.diagnostics)
    ev.lost_names |= result.lost_names
    return result.statements


def run_statements(ev: Evaluation, statements: Sequence[ast.Statement]) -> None:
    """Run statements one after the other."""
    for statement in statements:
        _HANDLERS[type(statement)](ev, statement)


@contextmanager
def _scope(
    ev: Evaluation, *, record: Record | None = None, multiclass: Multiclass | None = None
) -> Iterator[Scope]:
    outer, outer_record = ev.scope, ev.record
    ev.scope = Scope(outer, record=record, multiclass=multiclass)
    if record is not None:
        ev.record = record
    try:
        yield ev.scope
    finally:
        ev.scope, ev.record = outer, outer_record


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
    check = _evaluate_assert(ev, node)
    if check is not None:
        add_entry(ev, check)


def _evaluate_assert(ev: Evaluation, node: ast.Assert) -> Check | None:
    condition, message = evaluate(ev, node.condition), evaluate(ev, node.message)
    if INVALID in (condition, message):
        return None
    return Check(place_of(ev, node.condition), condition, message)


def _dump(ev: Evaluation, node: ast.Dump) -> None:
    message = evaluate(ev, node.message)
    if message is not INVALID:
        add_entry(ev, Check(place_of(ev, node.message), None, message))


def _defvar(ev: Evaluation, node: ast.Defvar) -> None:
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
        _report_global_clash(ev, name, node.name)
        return
    value = evaluate(ev, node.value)
    (ev.variables if is_global else scope.variables)[name] = value


def _report_global_clash(ev: Evaluation, name: str, token: ast.Token) -> None:
    earlier = ev.defs.get(name)
    secondary = (Label(earlier.span, "defined here"),) if earlier else ()
    message = f"a record or global variable `{name}` exists already"
    ev.report("OPG0114", message, place_of(ev, token), secondary=secondary)


def _class(ev: Evaluation, node: ast.ClassStatement) -> None:
    if ev.multiclass is not None or ev.loops:
        where = "multiclass" if ev.multiclass is not None else "loop or `if`"
        _not_allowed(ev, f"a class can't be defined in a {where}", node)
        return
    name = node.name.text
    entity = ev.classes.get(name)
    if entity is not None and entity.is_defined:
        ev.report(
            "OPG0114",
            f"class `{name}` is defined already",
            place_of(ev, node.name),
            secondary=(Label(entity.span, "defined here"),),
        )
        return
    if entity is None:
        title = ev.pool.string(name)
        entity = ev.classes[name] = RecordClass(name=name, title=title)
    entity.places = [place_of(ev, node.name)]
    with _scope(ev, record=entity):
        _parameters(ev, entity, node.parameters, separator=":")
        _object_body(ev, entity, node)
    entity.is_defined = bool(entity.declarations or entity.direct_parents)


def _not_allowed(ev: Evaluation, message: str, node: ast.Statement) -> None:
    word = ev.place(node.start, node.start + len(ev.source.text[node.start :].split(None, 1)[0]))
    ev.report(_CODE_NOT_ALLOWED, message, word)


def _parameters(
    ev: Evaluation, entity: RecordClass, nodes: Sequence[ast.FieldDecl], *, separator: str
) -> None:
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
        value = evaluate(ev, node.value, type_)
        ev.site = place_of(ev, node.value)
        assign(ev, entity, name, binding=LetBinding(name, None, value, origin))
    else:
        entity.origins.pop(name, None)
    return True


def _object_body(ev: Evaluation, record: Record, node: ast.ClassStatement | ast.Def) -> None:
    """Evaluate parents, the lets around, and the body, in the scope of ``record``."""
    for reference in node.parents:
        parent = _parent(ev, reference)
        if parent is None:
            ev.incomplete.add(record)
        else:
            add_parent(ev, record, parent)
    apply_lets(ev, record)
    _body_items(ev, record, node.body.items)


def _parent(ev: Evaluation, node: ast.ClassRef) -> Parent | None:
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
            _defvar(ev, item)
        elif isinstance(item, ast.Assert):
            check = _evaluate_assert(ev, item)
            if check is not None:
                record.checks.append(check)
        elif isinstance(item, ast.Dump):
            message = evaluate(ev, item.message)
            record.checks.append(Check(place_of(ev, item.message), None, message))
        else:
            _not_allowed(ev, "`include` can't stand in a body", item)


def _body_let(ev: Evaluation, record: Record, node: ast.BodyLet) -> None:
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
    ev.site = place_of(ev, node.value)
    lowest_first = tuple(reversed(bits)) if bits else None
    assign(ev, record, name, binding=LetBinding(name, lowest_first, value, origin))


def _def(ev: Evaluation, node: ast.Def) -> None:
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
    with _scope(ev, record=record):
        ev.trail.append(Step(f"while evaluating record `{record.name}`", place))
        _object_body(ev, record, node)
        ev.trail.pop()
    add_entry(ev, record)


def object_name(ev: Evaluation, node: ast.Value | None) -> Value | None:
    """Return the name of a def or defm, or None if it has none."""
    if node is None:
        return None
    name = evaluate_name(ev, node)
    if name is INVALID or ev.multiclass is None:
        return name
    implicit = f"{ev.multiclass.name}::NAME"
    finder = ReferenceFinder(ev, implicit)
    name.resolve(finder)
    if finder.found:
        return name
    return concat_strings(ev, ev.pool.intern(VarRef, implicit, STRING), name)


def _defm(ev: Evaluation, node: ast.Defm) -> None:
    name = _defm_name(ev, node.name)
    entries: list[Entry] = []
    is_final = ev.multiclass is None and not ev.loops
    references = list(node.parents)
    while references and not (entries and references[0].name.text in ev.classes):
        done = name is not INVALID and _expand(
            ev, references.pop(0), name=name, into=entries, is_final=is_final
        )
        if not done:
            return
    records = visit_records(entries)
    for reference in references:
        parent = _parent(ev, reference)
        for record in records:
            if parent is None:
                ev.incomplete.add(record)
            else:
                add_parent(ev, record, parent)
    for record in records:
        apply_lets(ev, record)
    for entry in entries:
        add_entry(ev, entry)


def _defm_name(ev: Evaluation, node: ast.Value | None) -> Value:
    name = object_name(ev, node)
    if name is not None:
        return name
    number = ev.new_anonymous_name()
    if ev.multiclass is None:
        return number
    implicit = ev.pool.intern(VarRef, f"{ev.multiclass.name}::NAME", STRING)
    return concat_strings(ev, implicit, number)


def _expand(
    ev: Evaluation,
    node: ast.ClassRef,
    *,
    name: Value,
    into: list[Entry],
    is_final: bool = False,
    is_parent: bool = False,
) -> bool:
    multiclass = _find_multiclass(ev, node.name)
    if multiclass is None:
        return False
    parent = _multiclass_parent(ev, multiclass, node)
    if parent is None:
        return False
    ev.trail.append(Step("made by this `defm`", parent.place))
    done = expand_multiclass(
        ev, multiclass, parent, name=name, into=into, is_final=is_final, is_parent=is_parent
    )
    ev.trail.pop()
    return done


def _find_multiclass(ev: Evaluation, name: ast.Token) -> Multiclass | None:
    found = ev.multiclasses.get(name.text)
    if found is None and name.text not in ev.lost_names:
        help_ = suggest(name.text, ev.multiclasses)
        if name.text in ev.classes:
            help_ = "a class can only follow the multiclasses" if help_ else "use `def` for a class"
        ev.report("OPG0110", f"unknown multiclass `{name.text}`", place_of(ev, name), help=help_)
    return found


def _multiclass_parent(ev: Evaluation, multiclass: Multiclass, node: ast.ClassRef) -> Parent | None:
    entity, place = multiclass.entity, place_of(ev, node.name)
    arguments = template_arguments(ev, entity, node.arguments, place=place, separator="::")
    if arguments is None:
        return None
    origins = argument_origins(ev, entity, node.arguments, separator="::")
    return Parent(entity, arguments, origins, place)


def _multiclass(ev: Evaluation, node: ast.Multiclass) -> None:
    name = node.name.text
    if ev.multiclass is not None or ev.loops:
        where = "multiclass" if ev.multiclass is not None else "loop or `if`"
        _not_allowed(ev, f"a multiclass can't be defined in a {where}", node)
        return
    if name in ev.multiclasses:
        ev.report(
            "OPG0114",
            f"multiclass `{name}` is defined already",
            place_of(ev, node.name),
            secondary=(Label(ev.multiclasses[name].entity.span, "defined here"),),
        )
        return
    entity = RecordClass(name=name, title=ev.pool.string(name), places=[place_of(ev, node.name)])
    multiclass = ev.multiclasses[name] = Multiclass(name, entity)
    ev.multiclass = multiclass
    with _scope(ev, multiclass=multiclass):
        _parameters(ev, entity, node.parameters, separator="::")
        for reference in node.parents:
            implicit = ev.pool.intern(VarRef, f"{name}::NAME", STRING)
            _expand(ev, reference, name=implicit, into=multiclass.entries, is_parent=True)
        for statement in node.statements:
            if isinstance(statement, ast.Defset | ast.Deftype | ast.Include):
                word = ev.source.text[statement.start :].split(None, 1)[0]
                _not_allowed(ev, f"`{word}` can't stand in a multiclass", statement)
            else:
                run_statements(ev, [statement])
    ev.multiclass = None


def _defset(ev: Evaluation, node: ast.Defset) -> None:
    if ev.multiclass is not None:
        _not_allowed(ev, "`defset` can't stand in a multiclass", node)
        return
    type_ = evaluate_type(ev, node.type)
    if type_ is None:
        return
    if not isinstance(type_, ListType):
        ev.report("OPG0115", f"expected a list type, got `{type_}`", place_of(ev, node.type))
        return
    name = node.name.text
    if ev.find_global(name) is not None:
        _report_global_clash(ev, name, node.name)
        return
    defset = Defset(name, type_.element, place_of(ev, node.name))
    ev.defsets.append(defset)
    run_statements(ev, node.statements)
    ev.defsets.pop()
    ev.variables[name] = ev.pool.list_value(tuple(defset.elements), type_.element)


def _deftype(ev: Evaluation, node: ast.Deftype) -> None:
    name = node.name.text
    if name in ev.aliases or name in ev.classes:
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
        bits = constant_ranges(ev, item.bits) if item.bits is not None else None
        value = evaluate(ev, item.value)
        origin = Origin(ev.source, item.name.start, item.name.end, item.value, None)
        lowest_first = tuple(reversed(bits)) if bits else None
        bindings.append(LetBinding(item.name.text, lowest_first, value, origin))
    ev.lets.append(bindings)
    if isinstance(node.body, ast.Block):
        with _scope(ev):
            run_statements(ev, node.body.statements)
    else:
        run_statements(ev, [node.body])
    ev.lets.pop()


def _foreach(ev: Evaluation, node: ast.Foreach) -> None:
    source = _loop_source(ev, node)
    if source is INVALID or not isinstance(source.type, ListType):
        return
    name = node.name.text
    loop = Loop(place_of(ev, node.name), name, source)
    ev.loops.append(loop)
    with _scope(ev) as scope:
        # The iterator is looked up behind the variables of the block, which may hide it.
        outer = Scope(scope.parent, variables={name: _iterator(ev, name, source.type)})
        scope.parent = outer
        _branch(ev, node.body)
    ev.loops.pop()
    add_entry(ev, loop)


def _iterator(ev: Evaluation, name: str, type_: ListType) -> Value:
    return ev.pool.intern(VarRef, name, type_.element)


def _branch(ev: Evaluation, body: ast.Statement) -> None:
    run_statements(ev, body.statements if isinstance(body, ast.Block) else [body])


def _loop_source(ev: Evaluation, node: ast.Foreach) -> Value:
    source = node.source
    numbers: list[int] | None
    if isinstance(source, ast.BitsLiteral):
        numbers = constant_ranges(ev, source.pieces)
    elif isinstance(source, ast.Range):
        numbers = constant_ranges(ev, [source])
    else:
        value = evaluate(ev, source)
        if value is INVALID or isinstance(value.type, ListType):
            return value
        if value.type is not INT:
            message = f"expected a list to loop over, got `{value}`"
            return ev.report("OPG0115", message, place_of(ev, source))
        numbers = constant_ranges(ev, [source])
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
        ev.site = place_of(ev, node.condition)
        operands = (condition, when_true, when_false)
        source = ev.pool.operation(IF, operands, when_true.type).fold(ev.resolver())
        loop = Loop(place_of(ev, node.condition), None, source)
        ev.loops.append(loop)
        with _scope(ev):
            _branch(ev, body)
        ev.loops.pop()
        add_entry(ev, loop)


_Handler: TypeAlias = Callable[[Evaluation, Any], None]
_HANDLERS: Final[dict[type, _Handler]] = {
    ast.Include: _include,
    ast.Assert: _assert,
    ast.Dump: _dump,
    ast.Defvar: _defvar,
    ast.ClassStatement: _class,
    ast.Def: _def,
    ast.Defm: _defm,
    ast.Multiclass: _multiclass,
    ast.Defset: _defset,
    ast.Deftype: _deftype,
    ast.Block: _block,
    ast.Let: _let,
    ast.Foreach: _foreach,
    ast.If: _if,
}
