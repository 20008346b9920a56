"""What a class hands down to records that derive from it, and to its instances.

Knows values and records, not how programs are run.
"""

from __future__ import annotations

from opgen.tablegen.assign import fit
from opgen.tablegen.evaluation import Evaluation
from opgen.tablegen.records import Record, RecordClass
from opgen.tablegen.resolvers import VariableFinder
from opgen.tablegen.values import LOST, Place


def bound_fields(ev: Evaluation, entity: RecordClass) -> frozenset[str]:
    """Return the fields of ``entity`` in which a template parameter or ``NAME`` occurs."""
    if entity.bound is not None:
        return entity.bound
    variables = {*entity.parameters, f"{entity.name}:NAME"}
    bound = frozenset(
        name
        for name, value in entity.template.values.items()
        if not value.is_closed and value is not LOST and VariableFinder.occur(ev, value, variables)
    )
    if entity.is_defined:
        entity.bound = bound
    return bound


def inherit_fields(ev: Evaluation, record: Record, parent: RecordClass, *, place: Place) -> None:
    """Copy the fields of a class into a record that is to derive from it."""
    template = parent.template
    if not template.declarations.keys().isdisjoint(record.declarations):
        for name in template.declarations:
            _inherit_field(ev, record, parent, name=name, place=place)
        return
    record.declarations.update(template.declarations)
    record.values.update(template.values)
    record.origins.update(template.origins)


def _inherit_field(
    ev: Evaluation, record: Record, parent: Record, *, name: str, place: Place
) -> bool:
    """Copy a field of ``parent``; one that is there already keeps its type and takes the value."""
    value = parent.values[name]
    earlier = record.declarations.get(name)
    if earlier is None:
        record.declarations[name] = parent.declarations[name]
        record.values[name] = value
    else:
        fitted = fit(ev, value, earlier.type)
        if fitted is None:
            ev.report(
                "OPG0115",
                f"field `{name}` of `{parent.name}` has type `{parent.declarations[name].type}`,"
                f" but `{record.name}` has it with type `{earlier.type}`",
                place,
            )
            return False
        record.values[name] = fitted
    if (origin := parent.origins.get(name)) is not None:
        record.origins[name] = origin
    else:
        record.origins.pop(name, None)
    return True
