"""Making records: parents and template arguments, instances of classes, multiclasses, loops.

Follows the order that TableGen fixes, since the numbers of anonymous records depend on it. Knows
evaluated values, not the syntax tree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from opgen.accelerators import import_module
from opgen.diagnostics import Label
from opgen.namedtuple import NamedTuple
from opgen.tablegen.assign import (
    assign,
    check_concrete,
    resolve_finally,
    resolve_record,
    run_check,
    run_checks,
)
from opgen.tablegen.bangs import IF
from opgen.tablegen.evaluation import Entry, Evaluation, LetBinding, Loop, Multiclass, Plan, Step
from opgen.tablegen.inheritance import bound_fields, inherit_fields
from opgen.tablegen.limits import DEEPEST_INSTANCE
from opgen.tablegen.records import (
    Argument,
    Check,
    Instance,
    Record,
    RecordClass,
)
from opgen.tablegen.resolvers import MapResolver
from opgen.tablegen.types import STRING, Origin
from opgen.tablegen.values import (
    INVALID,
    ListValue,
    Operation,
    Place,
    Resolver,
    String,
    Value,
    VarRef,
)


class Parent(NamedTuple):
    """A class or multiclass with arguments, as evaluated."""

    entity: RecordClass
    arguments: tuple[Argument, ...]
    origins: Mapping[str, Origin]
    place: Place


def bind_arguments(ev: Evaluation, entity: RecordClass, parent: Parent) -> dict[str, Value] | None:
    """Return the value of each template parameter; report repeats and missing ones."""
    bound: dict[str, Value] = {}
    for key, value in parent.arguments:
        name = entity.parameters[key] if isinstance(key, int) else key
        if name in bound:
            ev.report("OPG0116", f"template argument `{_plain(name)}` is given twice", parent.place)
            return None
        bound[name] = value
    is_complete = True
    for name in entity.parameters:
        if name not in bound:
            default = entity.values[name]
            bound[name] = default
            if not default.is_complete and default is not INVALID:
                is_complete = False
                report_missing(ev, entity, name=name, place=parent.place)
    return bound if is_complete else None


def report_missing(ev: Evaluation, entity: RecordClass, *, name: str, place: Place) -> None:
    """Report a template argument that is neither given nor has a default."""
    declared = entity.declarations[name]
    number = entity.parameters.index(name) + 1
    ev.report(
        "OPG0116",
        f"template argument {number}, `{_plain(name)}`, of `{entity.name}` is missing",
        place,
        secondary=(Label(declared.span, "declared here"),),
        help=f"add a value of type `{declared.type}`",
    )


def _plain(name: str) -> str:
    return name.rpartition(":")[2]


def add_parent(ev: Evaluation, record: Record, parent: Parent) -> bool:
    """Make ``record`` derive from a class: copy its fields and bind its parameters."""
    entity = parent.entity
    if entity is record or (record.name in ev.completed and record in entity.ancestors):
        ev.report("OPG0121", f"class `{record.name}` derives from itself", parent.place)
        return False
    inherit_fields(ev, record, entity, place=parent.place)
    bound = bind_arguments(ev, entity, parent)
    if bound is None:
        ev.incomplete.add(record)
        bound = dict.fromkeys(entity.parameters, INVALID)
    record.checks = [*record.checks, *entity.checks]
    bound[f"{entity.name}:NAME"] = (
        ev.pool.intern(VarRef, f"{record.name}:NAME", STRING)
        if isinstance(record, RecordClass)
        else record.title
    )
    ev.site = parent.place.file, parent.place
    resolve_record(ev, record, MapResolver(ev, record, bound), names=bound_fields(ev, entity))
    if entity in ev.incomplete:
        ev.incomplete.add(record)
    if record.direct_parents and entity in record.ancestors:
        ev.report("OPG0121", f"`{record.name}` derives from `{entity.name}` already", parent.place)
        return False
    record.add_direct_parent(entity)
    ev.pool.budget.check_ancestors(record.lineage)
    record.arguments.append((entity, parent.origins))
    return True


def apply_lets(ev: Evaluation, record: Record) -> None:
    """Apply the ``let ... in`` around the record, the outermost first."""
    for group in ev.lets:
        for binding in group:
            if binding.name in record.declarations:
                assign(ev, record, binding.name, binding=binding)
            else:
                report_unknown_field(ev, record, binding)


def report_unknown_field(ev: Evaluation, record: Record, binding: LetBinding) -> None:
    """Report a ``let`` of a field that the record doesn't have."""
    if record in ev.incomplete:
        return
    names = [name for name in record.declarations if ":" not in name]
    ev.report(
        "OPG0112",
        f"`{record.name}` has no field `{binding.name}`",
        Place(binding.origin.file, binding.origin.start, binding.origin.end),
        help=ev.suggest(binding.name, names),
    )


def find_plan(ev: Evaluation, entity: RecordClass) -> Plan | None:
    """Return how the fields of instances of a class are found without resolving, if they can be."""
    if entity in ev.plans:
        return ev.plans[entity]
    # Not loaded where no instances are made.
    plan: Plan | None = import_module("opgen.tablegen.plans").make_plan(ev, entity)
    if entity.is_defined:
        ev.plans[entity] = plan
    return plan


def make_instance(ev: Evaluation, instance: Instance) -> Value:
    """Make the record for ``Class<arguments>``."""
    entity = instance.entity
    if len(ev.trail) > DEEPEST_INSTANCE:
        return ev.report(
            "OPG0122", f"class `{entity.name}` is instantiated too deep", ev.place_of_site()
        )
    ev.pool.budget.take_instance()
    title = ev.new_anonymous_name()
    record = Record(name=str(title), title=title, places=[instance.place], is_anonymous=True)
    template = entity.template
    record.declarations, record.origins = template.declarations, template.origins
    record.values, record.checks = template.values.copy(), entity.checks
    parameters = entity.parameters
    bound = {
        parameters[key] if isinstance(key, int) else key: value for key, value in instance.arguments
    }
    if len(bound) < len(parameters):
        bound = {name: entity.values[name] for name in parameters} | bound
    site = ev.site
    ev.trail.append(Step(f"while making `{entity.name}<...>`", instance.place))
    record.add_direct_parent(entity)
    if entity in ev.incomplete:
        ev.incomplete.add(record)
    plan = find_plan(ev, entity)
    if plan is not None and plan.fill(ev, record, bound):
        record.title = ev.pool.string(record.name)
    else:
        resolve_record(ev, record, MapResolver(ev, record, bound), names=bound_fields(ev, entity))
        resolve_finally(ev, record)
    if (earlier := ev.find_def(record.name)) is not None:
        _report_taken_name(ev, instance.place, earlier)
    ev.defs[record.name] = record
    run_checks(ev, record)
    ev.trail.pop()
    ev.site = site
    reference = record.reference(ev.pool)
    ev.instances[instance] = reference
    return reference


def _report_taken_name(ev: Evaluation, place: Place, earlier: Record) -> None:
    ev.report(
        "OPG0114",
        f"an unnamed record is to be called `{earlier.name}`, as another one is",
        place,
        secondary=(Label(earlier.span, "defined here"),),
        help="give that one a name that doesn't begin with `anonymous_`",
    )


def finish_def(ev: Evaluation, record: Record) -> None:
    """Resolve a record for the last time and add it to the records."""
    new_title = None
    earlier = ev.find_def(record.name)
    if earlier is not None:
        if not record.is_anonymous:
            ev.report(
                "OPG0114",
                f"record `{record.name}` is defined already",
                record.places[0],
                secondary=(Label(earlier.span, "defined here"),),
                help="give one of them another name",
            )
            return
        new_title = ev.new_anonymous_name()
        if (taken := ev.find_def(str(new_title))) is not None:
            _report_taken_name(ev, record.places[0], taken)
    ev.trail.append(Step(f"while evaluating record `{record.name}`", record.places[0]))
    ev.trail += [Step("made by this `defm`", place) for place in record.places[1:]]
    depth = len(record.places)
    ev.site = record.places[0].file, record.places[0]
    resolve_finally(ev, record, new_title)
    check_concrete(ev, record)
    if isinstance(record.title, String):
        run_checks(ev, record)
        _add_to_defsets(ev, record)
        # Of two whose names come out the same only now, llvm-tblgen keeps the first.
        if ev.find_def(record.name) is None:
            ev.defs[record.name] = record
    elif record.title is not INVALID:
        ev.report("OPG0117", f"name `{record.title}` can't be resolved", record.places[0])
    del ev.trail[-depth:]


def _add_to_defsets(ev: Evaluation, record: Record) -> None:
    reference = record.reference(ev.pool)
    for defset in ev.defsets:
        if reference.type.is_a(defset.element_type):
            defset.elements.append(reference)
        elif record not in ev.incomplete:
            ev.report(
                "OPG0115",
                f"record `{record.name}` of type `{reference.type}` doesn't fit defset"
                f" `{defset.name}` of `{defset.element_type}`",
                record.places[0],
                secondary=(Label(defset.place.span, "the defset"),),
            )


def add_entry(ev: Evaluation, entry: Entry) -> None:
    """Add a record, loop or check to where it belongs: a loop, a multiclass or the records."""
    if ev.loops:
        ev.loops[-1].entries.append(entry)
    elif isinstance(entry, Loop):
        into = ev.multiclass.entries if ev.multiclass else None
        _foresee(ev, entry)
        run_loop(ev, entry, {}, into=into)
    elif ev.multiclass:
        ev.multiclass.entries.append(entry)
    elif isinstance(entry, Check):
        ev.site = entry.place.file, entry.place
        run_check(ev, entry)
    else:
        finish_def(ev, entry)


def _foresee(ev: Evaluation, loop: Loop) -> None:
    """Refuse loops in loops that would take for ever, if that can be told before they run."""
    turns, records = _extent(loop)
    ev.pool.budget.check_turns(turns)
    ev.pool.budget.check_records(records)


def _extent(loop: Loop) -> tuple[int, int]:
    """Return how many turns and records a loop makes at least."""
    inner = [_extent(entry) for entry in loop.entries if isinstance(entry, Loop)]
    own = sum(isinstance(entry, Record) for entry in loop.entries)
    times = len(loop.source.elements) if isinstance(loop.source, ListValue) else 0
    turns = sum(turns for turns, _ in inner)
    return times * (1 + turns), times * (own + sum(records for _, records in inner))


def run_loop(
    ev: Evaluation,
    loop: Loop,
    bound: Mapping[str, Value],
    *,
    into: list[Entry] | None,
    is_final: bool | None = None,
) -> None:
    """Run a loop with the variables ``bound``; what it makes goes ``into`` or becomes records."""
    final = into is None if is_final is None else is_final
    ev.site = loop.place.file, loop.place
    source = loop.source.resolve(MapResolver(ev, None, bound))
    if final:
        source = _decide(ev, source)
    if source is INVALID:
        return
    if not isinstance(source, ListValue):
        _keep_loop(ev, loop, source, bound=bound, into=into, final=final)
        return
    for element in source.elements:
        ev.pool.budget.take_turn()
        inner = dict(bound)
        if loop.iterator is not None:
            inner[loop.iterator] = element
        run_entries(ev, loop.entries, inner, into=into, is_final=final)


def _keep_loop(
    ev: Evaluation,
    loop: Loop,
    source: Value,
    *,
    bound: Mapping[str, Value],
    into: list[Entry] | None,
    final: bool,
) -> None:
    if final or into is None:
        ev.report("OPG0117", f"expected a list to loop over, got `{source}`", loop.place)
        return
    kept = Loop(loop.place, loop.iterator, source)
    into.append(kept)
    run_entries(ev, loop.entries, bound, into=kept.entries, is_final=False)


def _decide(ev: Evaluation, source: Value) -> Value:
    """Decide the condition of an ``if`` statement, for which there is no later chance."""
    if not isinstance(source, Operation) or source.operator is not IF:
        return source
    condition, *branches = source.operands
    resolver = Resolver(ev, None, is_final=True)
    new = condition.resolve(resolver)
    if new is condition:
        return ev.fail("OPG0117", f"condition `{condition}` can't be resolved here")
    return ev.pool.operation(IF, (new, *branches), source.type).fold(Resolver(ev))


def run_entries(
    ev: Evaluation,
    entries: Sequence[Entry],
    bound: Mapping[str, Value],
    *,
    into: list[Entry] | None,
    is_final: bool,
    place: Place | None = None,
) -> None:
    """Make what ``entries`` stand for, with the variables ``bound``."""
    for entry in list(entries):
        if isinstance(entry, Loop):
            run_loop(ev, entry, bound, into=into, is_final=is_final)
        elif isinstance(entry, Check):
            _run_check_entry(ev, entry, bound, into=into)
        else:
            record = copy_record(entry)
            if place is not None:
                record.places.append(place)
            ev.site = record.places[0].file, record.places[0]
            resolve_record(ev, record, MapResolver(ev, record, bound))
            if into is None:
                ev.pool.budget.take_record()
                ev.pool.budget.begin()
                finish_def(ev, record)
            else:
                ev.pool.budget.take_waiting()
                into.append(record)


def _run_check_entry(
    ev: Evaluation, check: Check, bound: Mapping[str, Value], *, into: list[Entry] | None
) -> None:
    resolver = MapResolver(ev, None, bound)
    ev.site = check.place.file, check.place
    condition = check.condition and check.condition.resolve(resolver)
    resolved = Check(check.place, condition, check.message.resolve(resolver))
    if into is None:
        ev.pool.budget.begin()
        run_check(ev, resolved)
    else:
        into.append(resolved)


def copy_record(record: Record) -> Record:
    """Return a copy of a record that waits to be made; like TableGen's, it has lost its dumps."""
    return Record(
        name=record.name,
        title=record.title,
        direct_parents=list(record.direct_parents),
        lineage=record.lineage,
        declarations=dict(record.declarations),
        origins=dict(record.origins),
        arguments=list(record.arguments),
        defm_origins=record.defm_origins,
        places=list(record.places),
        is_anonymous=record.is_anonymous,
        values=dict(record.values),
        checks=[check for check in record.checks if check.condition is not None],
    )


def expand_multiclass(
    ev: Evaluation,
    multiclass: Multiclass,
    parent: Parent,
    *,
    name: Value,
    into: list[Entry],
    is_final: bool,
    is_parent: bool = False,
) -> bool:
    """Make what a multiclass stands for under ``name``; its loops are run if ``is_final``.

    A multiclass that is the parent of another leaves no trace in where the records come from.
    """
    bound = bind_arguments(ev, multiclass.entity, parent)
    if bound is None:
        return False
    bound = {f"{multiclass.name}::NAME": name, **bound}
    before = len(into)
    place = None if is_parent else parent.place
    run_entries(ev, multiclass.entries, bound, into=into, is_final=is_final, place=place)
    for entry in into[before:]:
        if isinstance(entry, Record):
            entry.defm_origins = {**parent_origins(parent), **entry.defm_origins}
    return True


def parent_origins(parent: Parent) -> dict[str, Origin]:
    """Return where the arguments are written, by the plain names of the parameters."""
    return {_plain(name): origin for name, origin in parent.origins.items()}


def visit_records(entries: Sequence[Entry]) -> list[Record]:
    """Return the records among ``entries``, also those in loops."""
    found: list[Record] = []
    for entry in entries:
        if isinstance(entry, Record):
            found.append(entry)
        elif isinstance(entry, Loop):
            found += visit_records(entry.entries)
    return found
