"""Giving fields values: conversion, assignment, and resolving a whole record.

Knows values and records and reports what doesn't fit; not statements or expressions.
"""

from __future__ import annotations

from collections.abc import Container

from opgen.diagnostics import counted
from opgen.tablegen.bangs import BANGS, CAST, Bang
from opgen.tablegen.evaluation import Evaluation, LetBinding, Mode
from opgen.tablegen.records import Check, FieldRef, Pool, Record
from opgen.tablegen.resolvers import RecordResolver
from opgen.tablegen.types import (
    DAG,
    INT,
    STRING,
    BitsType,
    Declaration,
    ListType,
    Origin,
    Type,
    bits_type,
)
from opgen.tablegen.values import (
    INVALID,
    LOST,
    UNSET,
    AnonymousName,
    Bits,
    Context,
    Operation,
    Place,
    Resolver,
    String,
    Value,
    VarBit,
    VarRef,
)


def cast(context: Context, value: Value, wanted: Type) -> Value | None:
    """Return ``value`` as one of type ``wanted``, perhaps as a cast that waits; None if never."""
    if value.type is None or value.type is wanted or value.type.is_a(wanted):
        return value
    converted = value.convert(context.pool, wanted)
    if converted is not None:
        return converted
    if not value.type.converts_to(wanted):
        return None
    return context.pool.operation(CAST, (value,), wanted).fold(Resolver(context))


def fit(context: Context, value: Value, wanted: Type) -> Value | None:
    """Return ``value`` in the form in which a field of type ``wanted`` holds it."""
    fitted = cast(context, value, wanted)
    if fitted is None or not isinstance(wanted, BitsType) or isinstance(fitted, Bits):
        return fitted
    if fitted is INVALID or fitted is LOST:
        return fitted
    pool = context.pool
    return pool.bits(tuple(fitted.bit(pool, index) for index in range(wanted.width)))


def declare(ev: Evaluation, record: Record, declared: Declaration) -> bool:
    """Add a field without a value; if it is there already its type must fit."""
    earlier = record.declarations.get(declared.name)
    unset = fit(ev, unset_of(declared.type, ev.pool), declared.type) or INVALID
    if earlier is None:
        record.declarations[declared.name] = declared
        record.values[declared.name] = unset
        return True
    fitted = fit(ev, unset, earlier.type)
    if fitted is None:
        _report_clash(ev, declared, earlier)
        return False
    record.values[declared.name] = fitted
    return True


def unset_of(type_: Type, pool: Pool) -> Value:
    """Return what a field of this type holds before it is given a value."""
    if isinstance(type_, BitsType):
        return pool.bits((UNSET,) * type_.width)
    return UNSET


def _report_clash(ev: Evaluation, declared: Declaration, earlier: Declaration) -> None:
    from_place = Place(declared.file, declared.start, declared.end)
    ev.report(
        "OPG0115",
        f"field `{declared.name}` of type `{declared.type}` doesn't fit its earlier declaration"
        f" of type `{earlier.type}`",
        from_place,
    )


def assign_whole(
    ev: Evaluation, record: Record, name: str, *, value: Value, origin: Origin
) -> None:
    """Set field ``name``; report what doesn't fit."""
    wanted = record.declarations[name].type
    is_itself = isinstance(value, VarRef) and value.name == name
    fitted = None if value is INVALID or is_itself else fit(ev, value, wanted)
    if fitted is None:
        assign(ev, record, name, binding=LetBinding(name, None, value, origin))
    else:
        record.values[name] = fitted
        record.origins[name] = origin


def assign(ev: Evaluation, record: Record, name: str, *, binding: LetBinding) -> bool:
    """Set field ``name``, or bits of it; report what doesn't fit and return whether it did."""
    declared, value = record.declarations[name], binding.value
    place = Place(binding.origin.file, binding.origin.start, binding.origin.end)
    if value is INVALID:
        record.values[name] = INVALID
        record.origins[name] = binding.origin
        return False
    if binding.mode is not Mode.REPLACE:
        value = _joined(ev, record, name, binding=binding)
    elif binding.bits:
        merged = _merge_bits(ev, record, name, binding=binding)
        if merged is None:
            return False
        value = merged
    elif isinstance(value, VarRef) and value.name == name:
        ev.report("OPG0117", f"field `{name}` is set to itself", place)
        return False
    fitted = fit(ev, value, declared.type)
    if fitted is None:
        shown = f"`{value}` of type `{value.type}`"
        ev.report(
            "OPG0115",
            f"field `{_plain(name)}` of type `{declared.type}` can't hold {shown}",
            _place_of_value(binding.origin),
        )
        record.values[name] = INVALID
        return False
    record.values[name] = fitted
    record.origins[name] = binding.origin
    return True


def _joined(ev: Evaluation, record: Record, name: str, *, binding: LetBinding) -> Value:
    """Return the value that a field has with another behind it or in front."""
    current, type_ = record.values[name], record.declarations[name].type
    operator = _joining(type_)
    if operator is None or current is INVALID:
        if operator is None:
            place = Place(binding.origin.file, binding.origin.start, binding.origin.end)
            message = f"can't {binding.mode.value} to field `{name}` of type `{type_}`"
            ev.report("OPG0115", message, place, help="only to a list, string, code or dag")
        return INVALID
    added = cast(ev, binding.value, type_)
    if current is UNSET or added is None or added is UNSET:
        return binding.value if added is not UNSET else current
    pair = (current, added) if binding.mode is Mode.APPEND else (added, current)
    return ev.pool.operation(operator, pair, type_).fold(ev.resolver())


def _joining(type_: Type) -> Bang | None:
    if isinstance(type_, ListType):
        return BANGS["listconcat"]
    return {STRING: BANGS["strconcat"], DAG: BANGS["con"]}.get(type_)


def _plain(name: str) -> str:
    return name.rpartition(":")[2]


def _place_of_value(found: Origin | Declaration) -> Place:
    """Return where a value is written, or the name of the field that has got none."""
    node = found.node if isinstance(found, Origin) else None
    written = found if node is None else node
    return Place(found.file, written.start, written.end)


def _merge_bits(ev: Evaluation, record: Record, name: str, *, binding: LetBinding) -> Value | None:
    current, bits = record.values[name], binding.bits or ()
    place = Place(binding.origin.file, binding.origin.start, binding.origin.end)
    if not isinstance(current, Bits):
        if current is not INVALID:
            ev.report("OPG0115", f"field `{name}` isn't of a bits type", place)
        return None
    value = cast(ev, binding.value, bits_type(len(bits)))
    if value is None:
        shown = f"`{binding.value}` of type `{binding.value.type}`"
        ev.report("OPG0115", f"{counted(len(bits), 'bit')} of `{name}` can't hold {shown}", place)
        return None
    new: dict[int, Value] = {}
    for index, bit in enumerate(bits):
        if bit >= len(current.elements):
            ev.report("OPG0115", f"field `{name}` has no bit {bit}", place)
            return None
        if bit in new:
            ev.report("OPG0115", f"bit {bit} of `{name}` is set more than once", place)
            return None
        new[bit] = value.bit(ev.pool, index)
    return ev.pool.bits(tuple(new.get(i, old) for i, old in enumerate(current.elements)))


def resolve_record(
    ev: Evaluation, record: Record, resolver: Resolver, *, names: Container[str] | None = None
) -> None:
    """Replace the variables that ``resolver`` knows in the name, the fields and the checks.

    Args:
        ev: The evaluation.
        record: The record.
        resolver: What the variables stand for.
        names: The fields in which they may occur, if that is known.
    """
    if not record.title.is_closed:
        record.title = record.title.resolve(resolver)
        record.name = _name_of(record)
    site, values = ev.site, record.values
    # A field that has been lost stays so.
    open_fields = [n for n, value in values.items() if not value.is_closed and value is not LOST]
    for name in open_fields:
        if names is None or name in names:
            value = values[name]
            origin = record.origins.get(name)
            ev.site = (origin.file, origin.node) if origin and origin.node else site
            # A mistake is reported for each field in which it is.
            resolver.done.clear()
            new = value.resolve(resolver)
            if new is not value:
                values[name] = _resolved(ev, record, name=name, value=new)
    ev.site = site
    if record.checks:
        record.checks = [_resolved_check(check, resolver) for check in record.checks]


def _resolved_check(check: Check, resolver: Resolver) -> Check:
    condition = check.condition and check.condition.resolve(resolver)
    return Check(check.place, condition, check.message.resolve(resolver))


def _resolved(ev: Evaluation, record: Record, *, name: str, value: Value) -> Value:
    type_ = record.declarations[name].type
    if isinstance(value, FieldRef) and value.value is UNSET:
        ev.fail("OPG0117", f"field `{_plain(name)}` is `?.{value.name}`, but `?` has no fields")
        return INVALID
    fitted = fit(ev, value, type_)
    if fitted is LOST:
        ev.warn_of_loss(name, record, ev.place_of_site())
    if fitted is not None:
        return fitted
    ev.fail(
        "OPG0115",
        f"field `{_plain(name)}` of type `{type_}` of `{record.name}` can't hold `{value}`"
        f" of type `{value.type}`",
    )
    return INVALID


def resolve_finally(ev: Evaluation, record: Record, new_title: Value | None = None) -> None:
    """Resolve the fields of a record among themselves; what is left stays."""
    resolve_record(ev, record, RecordResolver(ev, record, new_title))


def _name_of(record: Record) -> str:
    title = record.title
    if isinstance(title, String):
        return title.value
    # One that isn't known yet may be long when written out, and is asked for in messages only.
    return str(title) if isinstance(title, AnonymousName) else record.name


def check_concrete(ev: Evaluation, record: Record) -> None:
    """Report the fields that could not be resolved."""
    values, known = record.values, ev.concrete
    for name in [name for name, value in values.items() if value not in known]:
        value, declared = values[name], record.declarations[name]
        if value.is_concrete:
            known.add(value)
            continue
        if declared.is_field:
            if not isinstance(value, Bits):
                # Anything in it that has been lost is found now.
                value.resolve(ev.resolver())
            continue
        if _is_bits_with_references(record, value):
            continue
        origin = record.origins.get(name)
        code, message = _unresolved(record, declared, value)
        ev.report(code, message, _place_of_value(origin or declared))


def _unresolved(record: Record, declared: Declaration, value: Value) -> tuple[str, str]:
    """Return code and message for a field that could not be resolved."""
    misfit = _misfit(value)
    if misfit is not None:
        return "OPG0115", f"field `{declared.name}` of type `{declared.type}` can't hold {misfit}"
    odd = _no_list(value)
    if odd is not None:
        return "OPG0115", f"expected lists to join in `{declared.name}`, got `{odd.type or odd}`"
    message = f"field `{declared.name}` of `{record.name}` can't be resolved: `{value}`"
    return "OPG0117", message


def _no_list(value: Value) -> Value | None:
    """Return what is to be joined with a list and is none, if that is it."""
    while isinstance(value, Operation) and value.operator is BANGS["listconcat"]:
        left, value = value.operands
        for operand in (left, value):
            if not isinstance(operand.type, ListType):
                return operand
    return None


def _misfit(value: Value) -> str | None:
    """Return the constant that waits to be cast to a type that can't hold it, if that is it."""
    if isinstance(value, Bits):
        value = next((bit for bit in value.elements if not bit.is_concrete), value)
    if isinstance(value, VarBit):
        value = value.value
    if isinstance(value, Operation) and value.operator is CAST:
        operand = value.operands[0]
        if operand.is_concrete and operand.type is not STRING:
            return f"`{operand}` of type `{operand.type}`"
    return None


def _is_bits_with_references(record: Record, value: Value) -> bool:
    return isinstance(value, Bits) and all(
        bit.is_concrete
        or isinstance(bit, VarRef)
        or (
            isinstance(bit, VarBit)
            and isinstance(bit.value, VarRef)
            and bit.value.name in record.declarations
        )
        for bit in value.elements
    )


def run_checks(ev: Evaluation, record: Record) -> None:
    """Run the assertions of a finished record."""
    if not record.checks:
        return
    resolver = RecordResolver(ev, record)
    for check in record.checks:
        ev.site = check.place.file, check.place
        run_check(ev, _resolved_check(check, resolver))


def run_check(ev: Evaluation, check: Check) -> None:
    """Run one assertion or dump whose variables have been replaced."""
    if check.condition is None:
        _dump(ev, check)
        return
    if check.condition is INVALID:
        return
    known = check.condition.convert(ev.pool, INT)
    if known is UNSET:
        ev.report("OPG0119", "expected an int as condition, got `?`", check.place)
    elif known is None or not known.is_concrete:
        ev.report("OPG0119", f"condition `{check.condition}` can't be resolved", check.place)
    elif str(known) == "0":
        text = check.message.value if isinstance(check.message, String) else str(check.message)
        ev.report("OPG0119", f"assertion failed: {text}", check.place)


def _dump(ev: Evaluation, check: Check) -> None:
    message = check.message
    if isinstance(message, String):
        ev.note_dump(check.place, message)
    elif message.type is STRING:
        ev.report("OPG0117", f"`{message}` can't be resolved, to be dumped", check.place)
    elif message is not INVALID:
        shown = message.type or message
        ev.report("OPG0115", f"expected a string to dump, got `{shown}`", check.place)
