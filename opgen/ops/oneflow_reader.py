"""From records in OneFlow's own vocabulary to operators of its dialect.

Knows the classes and fields of ``OneFlowBase.td`` and no target. All mistakes of all operators
are collected, those that OneFlow's generator lets pass and its registry doesn't included.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from opgen.dataclass import dataclass
from opgen.diagnostics import Diagnostic, Diagnostics, Label
from opgen.diagnostics.suggestions import did_you_mean
from opgen.ops.hooks import Hook
from opgen.ops.oneflow_dialect import (
    CLASS_PREFIX,
    DialectAttribute,
    DialectAttributeType,
    DialectOp,
    DialectOperand,
    DialectTrait,
)
from opgen.ops.record_fields import elements_of, text_of
from opgen.tablegen import DagValue, Record, RecordKeeper, as_int, as_record, as_string

DIALECT_OP: Final = "OneFlow_BaseOp"
"""The class of the dialect that an operator derives from."""

_FIELDS: Final = frozenset({"opName", "input", "output", "attrs", "same_output_regst_num"})
"""What tells the dialect's class from another one of its name."""

_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")

_MANDATORY: Final = (Hook.LOGICAL_TENSOR_DESC_INFER, Hook.DATA_TYPE_INFER, Hook.GET_SBP)
"""Without one of them OneFlow's registry refuses the operator while a library is loaded."""

_SIGNED: Final = {"I32Attr": "SI32Attr", "I64Attr": "SI64Attr"}
_TYPES: Final = {kind.value: kind for kind in DialectAttributeType}
_TRAITS: Final = {trait.value: trait for trait in DialectTrait}

# A function that was compiled from the program itself: no value that a caller gives.
_CALLEE: Final = ("callee", "FlatSymbolRefAttr")


def read_dialect(
    keepers: Iterable[RecordKeeper], diagnostics: Diagnostics
) -> tuple[DialectOp, ...]:
    """Return the operators of the dialect, by the names of their classes."""
    readers = [_Reader(record, diagnostics) for record in _records(keepers)]
    read = [(reader.read(), reader.record) for reader in readers]
    read.sort(key=lambda item: item[0].class_name.encode())
    _report_repeats(read, diagnostics)
    return tuple(op for op, _ in read)


def _records(keepers: Iterable[RecordKeeper]) -> list[Record]:
    seen: dict[tuple[str, int, str], Record] = {}
    for keeper in keepers:
        for record in keeper.all_derived_definitions(DIALECT_OP):
            if not record.is_anonymous and record.declarations.keys() >= _FIELDS:
                seen.setdefault((record.span.file.path, record.span.start, record.name), record)
    return list(seen.values())


def _report_repeats(read: Iterable[tuple[DialectOp, Record]], diagnostics: Diagnostics) -> None:
    first: dict[str, Record] = {}
    for op, record in read:
        other = first.setdefault(op.name, record)
        if op.name and other is not record:
            found = Diagnostic(
                "OPG0301",
                f"op `{op.name}` is defined twice",
                record.locate("opName"),
                label="defined again here",
                secondary=(Label(other.locate("opName"), "first defined here"),),
                help="give one of them another name",
            )
            diagnostics.add(found)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads one record and reports what is wrong with it."""

    record: Record
    diagnostics: Diagnostics

    def read(self) -> DialectOp:
        record = self.record
        buffers = as_int(record.value("same_output_regst_num"))
        op = DialectOp(
            name=text_of(record, "opName"),
            class_name=record.name.removeprefix(CLASS_PREFIX),
            operands=tuple(self._operands("input")),
            results=tuple(self._operands("output")),
            attributes=tuple(self._attributes()),
            traits=self._traits(),
            hooks=frozenset(self._hooks()),
            buffers=None if buffers is None or buffers < 0 else buffers,
            span=record.span,
        )
        self._check(op)
        return op

    def _hooks(self) -> Iterator[Hook]:
        values = self.record.values
        # Earlier versions of OneFlow lack some of the flags.
        return (hook for hook in Hook if hook.value in values and as_int(values[hook.value]))

    def _operands(self, field: str) -> Iterator[DialectOperand]:
        for name, constraint, _ in self._arguments(field):
            wrappers = constraint.superclasses if constraint.is_anonymous else ()
            yield DialectOperand(name, "Optional" in wrappers, "Variadic" in wrappers)

    def _attributes(self) -> Iterator[DialectAttribute]:
        for name, constraint, index in self._arguments("attrs"):
            spelling = _type_name(constraint)
            if (name, spelling) == _CALLEE:
                continue
            kind = _TYPES.get(spelling)
            if kind is None:
                self._report_type(name, spelling, index)
                continue
            has_default = "defaultValue" in constraint.values
            default = as_string(constraint.values["defaultValue"]) if has_default else None
            yield DialectAttribute(name, kind, default)

    def _arguments(self, field: str) -> Iterator[tuple[str, Record, int]]:
        dag = self.record.value(field)
        for index, argument in enumerate(dag.arguments if isinstance(dag, DagValue) else ()):
            constraint = as_record(argument.value)
            if not argument.name:
                span = self.record.locate(field, index)
                message = "an argument has no name"
                self.diagnostics.add(
                    Diagnostic("OPG0304", message, span, help="write `Type:$name`")
                )
            elif constraint is None:
                span = self.record.locate(field, index)
                message = f"`${argument.name}` has no type"
                self.diagnostics.add(Diagnostic("OPG0311", message, span, help="name a record"))
            else:
                yield argument.name, constraint, index

    def _report_type(self, name: str, spelling: str, index: int) -> None:
        span = self.record.locate("attrs", index)
        if spelling in _SIGNED:
            message = f"`${name}` has type `{spelling}`, which leaves the sign open"
            advice = f"write `{_SIGNED[spelling]}`"
            self.diagnostics.add(Diagnostic("OPG0411", message, span, help=advice))
            return
        message = f"`${name}` has type `{spelling}`, which OneFlow has no attribute for"
        known = "types of attributes: " + ", ".join(_TYPES)
        advice = did_you_mean(spelling, _TYPES) or known
        self.diagnostics.add(Diagnostic("OPG0410", message, span, help=advice))

    def _traits(self) -> frozenset[DialectTrait]:
        named = (as_record(value) for value in elements_of(self.record, "traits"))
        found = (_TRAITS.get(trait.name) for trait in named if trait is not None)
        return frozenset(trait for trait in found if trait is not None)

    def _check(self, op: DialectOp) -> None:
        record = self.record
        if not record.name.startswith(CLASS_PREFIX):
            message = f"def `{record.name}` doesn't begin with `{CLASS_PREFIX}`"
            advice = f"name it `{CLASS_PREFIX}{record.name}`"
            self.diagnostics.add(Diagnostic("OPG0412", message, record.span, help=advice))
        if not op.name:
            message = f"`{record.name}` has an empty name to be registered by"
            advice = f'write the name of the op, `{DIALECT_OP}<"name", [...]>`'
            self.diagnostics.add(
                Diagnostic("OPG0413", message, record.locate("opName"), help=advice)
            )
        elif not _NAME.match(op.name):
            message = f"`{op.name}` is no name: letters, digits and `_` make one"
            self.diagnostics.add(Diagnostic("OPG0304", message, record.locate("opName")))
        missing = [hook.value for hook in _MANDATORY if hook not in op.hooks]
        if missing:
            message = f"`{record.name}` lacks " + ", ".join(f"`{flag}`" for flag in missing)
            advice = "add " + " ".join(f"`let {flag} = 1;`" for flag in missing)
            self.diagnostics.add(Diagnostic("OPG0414", message, record.span, help=advice))


def _type_name(constraint: Record) -> str:
    """Return the name of an attribute's type: its record's, or that of the one it wraps."""
    if not constraint.is_anonymous:
        return constraint.name
    base = as_record(constraint.values["baseAttr"]) if "baseAttr" in constraint.values else None
    if base is None:
        return constraint.superclasses[-1] if constraint.superclasses else constraint.name
    return base.name if not base.is_anonymous else base.superclasses[-1]
