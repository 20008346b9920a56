"""Multiclasses and ``defm``."""

from __future__ import annotations

from opgen.diagnostics import Label
from opgen.tablegen import ast
from opgen.tablegen.arguments import argument_origins, template_arguments
from opgen.tablegen.definitions import (
    declare_parameters,
    evaluate_parent,
    not_allowed,
    object_name,
)
from opgen.tablegen.dispatch import place_of, run_statements
from opgen.tablegen.evaluation import Entry, Evaluation, Multiclass, Scope, Step
from opgen.tablegen.expressions import concat_strings
from opgen.tablegen.instantiate import (
    Parent,
    add_entry,
    add_parent,
    apply_lets,
    expand_multiclass,
    visit_records,
)
from opgen.tablegen.records import RecordClass
from opgen.tablegen.types import (
    STRING,
)
from opgen.tablegen.values import INVALID, Value, VarRef


def run_defm(ev: Evaluation, node: ast.Defm) -> None:
    """Make the records of multiclasses."""
    name = _defm_name(ev, node.name)
    entries: list[Entry] = []
    if ev.multiclass is None:
        ev.pool.budget.waiting = 0
    is_final = ev.multiclass is None and not ev.loops
    references = list(node.parents)
    while references and not (entries and ev.find_class(references[0].name.text)):
        done = name is not INVALID and _expand(
            ev, references.pop(0), name=name, into=entries, is_final=is_final
        )
        if not done:
            return
    records = visit_records(entries)
    for reference in references:
        parent = evaluate_parent(ev, reference)
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
    parent = _multiclass_parent(ev, multiclass, node, is_cast=not is_parent)
    if parent is None:
        return False
    ev.trail.append(Step("made by this `defm`", parent.place))
    done = expand_multiclass(
        ev, multiclass, parent, name=name, into=into, is_final=is_final, is_parent=is_parent
    )
    ev.trail.pop()
    return done


def _find_multiclass(ev: Evaluation, name: ast.Token) -> Multiclass | None:
    found = ev.find_multiclass(name.text)
    if found is None and name.text not in ev.lost_names:
        help_ = ev.suggest(name.text, ev.multiclasses)
        if name.text in ev.classes:
            help_ = "a class can only follow the multiclasses" if help_ else "use `def` for a class"
        ev.report("OPG0110", f"unknown multiclass `{name.text}`", place_of(ev, name), help=help_)
    return found


def _multiclass_parent(
    ev: Evaluation, multiclass: Multiclass, node: ast.ClassRef, *, is_cast: bool
) -> Parent | None:
    entity, place = multiclass.entity, place_of(ev, node.name)
    arguments = template_arguments(
        ev, entity, node.arguments, place=place, separator="::", is_cast=is_cast
    )
    if arguments is None:
        return None
    origins = argument_origins(ev, entity, node.arguments, separator="::")
    return Parent(entity, arguments, origins, place)


def run_multiclass(ev: Evaluation, node: ast.Multiclass) -> None:
    """Define a multiclass."""
    name = node.name.text
    if ev.multiclass is not None or ev.loops:
        where = "multiclass" if ev.multiclass is not None else "loop or `if`"
        not_allowed(ev, f"a multiclass can't be defined in a {where}", node)
        return
    earlier = ev.find_multiclass(name)
    if earlier is not None:
        ev.report(
            "OPG0114",
            f"multiclass `{name}` is defined already",
            place_of(ev, node.name),
            secondary=(Label(earlier.entity.span, "defined here"),),
        )
        return
    entity = RecordClass(name=name, title=ev.pool.string(name), places=[place_of(ev, node.name)])
    multiclass = ev.multiclasses[name] = Multiclass(name, entity)
    ev.multiclass = multiclass
    ev.pool.budget.waiting = 0
    outer = ev.enter(Scope(ev.scope, multiclass=multiclass))
    declare_parameters(ev, entity, node.parameters, separator="::")
    for reference in node.parents:
        implicit = ev.pool.intern(VarRef, f"{name}::NAME", STRING)
        _expand(ev, reference, name=implicit, into=multiclass.entries, is_parent=True)
    _run_contents(ev, node)
    ev.leave(outer)
    ev.warn_of_unused(entity)
    ev.multiclass = None


def _run_contents(ev: Evaluation, node: ast.Multiclass) -> None:
    if not node.statements and ev.source.text[node.end - 1] == "}":
        message = f"multiclass `{node.name.text}` holds no statement"
        ev.report("OPG0101", message, ev.place(node.end - 1, node.end), help="add a `def`")
    for statement in node.statements:
        if isinstance(statement, ast.Defset | ast.Deftype):
            word = ev.source.text[statement.start :].split(None, 1)[0]
            not_allowed(ev, f"`{word}` can't stand in a multiclass", statement)
        else:
            run_statements(ev, [statement])
