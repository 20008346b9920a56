"""From records in the prelude's vocabulary to the operator model.

All mistakes of all operators are collected. What an operator's parts say of each other is checked
only where the parts could be read, so that one mistake is reported once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from opgen.diagnostics import Diagnostic, Diagnostics, Label, Severity
from opgen.ops.argument_readers import ArgumentReader
from opgen.ops.call_readers import read_calls
from opgen.ops.checks import check_model, check_op
from opgen.ops.dims import parse_dims
from opgen.ops.gradients import link_gradient
from opgen.ops.names import (
    invalid_class,
    invalid_library,
    invalid_mnemonic,
    invalid_prefix,
    library_reserved_by,
    reserved_by,
)
from opgen.ops.op import (
    Broadcast,
    Library,
    Op,
    OpSet,
    PerResult,
    SameAs,
    Sample,
    ShapeRule,
)
from opgen.ops.reference import parse_reference
from opgen.ops.samples import SampleReader, with_added_samples
from opgen.ops.sbp_lines import read_distribution
from opgen.ops.spec_text import SpecText
from opgen.ops.suggestions import did_you_mean
from opgen.tablegen import Record, RecordKeeper, Value, as_list, as_record, as_string

DEFAULT_LIBRARY = "ops"
"""The library of operators that name none, where the project names none either."""

PRELUDE_OP = "Op"
"""The class of the prelude that an operator derives from."""

# https://unicode.org/reports/tr9/: explicit embeddings, overrides and isolates.
_BIDIRECTIONAL = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

_PRELUDE_FIELDS = frozenset({"opName", "input", "output", "attrs", "types", "samples"})
"""What tells the prelude's class from another one of its name."""


def read_model(
    keepers: Iterable[RecordKeeper], *, default_library: str | None, diagnostics: Diagnostics
) -> OpSet:
    """Read the operators of all record keepers into one model.

    Args:
        keepers: The evaluated spec files.
        default_library: Library of an op whose record names none; ``None`` for the default.
        diagnostics: Takes what is wrong.
    """
    name = default_library or DEFAULT_LIBRARY
    mistake = _library_mistake(name)
    if mistake:
        message = f"the project's {mistake[1]}"
        diagnostics.add(Diagnostic("OPG0003", message, help=mistake[2]))
    fallback = Library(name, f"{name}_")
    drafts = [_Draft.read(record, fallback, diagnostics) for record in _op_records(keepers)]
    named = _without_duplicates(drafts, diagnostics)
    ops = [_link(draft, named, diagnostics) for draft in named]
    model = OpSet(tuple(sorted(ops, key=lambda op: op.id)))
    check_model(model, diagnostics)
    if not model.ops and not diagnostics.has_errors:
        message = "the specs define no operator"
        advice = "an operator is a def that derives from `Op` of `opgen/OpBase.td`"
        diagnostics.add(Diagnostic("OPG0317", message, severity=Severity.WARNING, help=advice))
    return model


def _op_records(keepers: Iterable[RecordKeeper]) -> list[Record]:
    """Return each op's record once, however many spec files include its definition."""
    seen: dict[tuple[str, int, str], Record] = {}
    for keeper in keepers:
        for record in keeper.all_derived_definitions(PRELUDE_OP):
            if not record.is_anonymous and record.fields.keys() >= _PRELUDE_FIELDS:
                key = (record.span.file.path, record.span.start, record.name)
                seen.setdefault(key, record)
    return list(seen.values())


@dataclass(frozen=True, slots=True)
class _Draft:
    """An op that is not yet linked to its backward ops."""

    op: Op
    record: Record
    gradients: tuple[SpecText, ...]
    unread: frozenset[str]

    @classmethod
    def read(cls, record: Record, fallback: Library, diagnostics: Diagnostics) -> _Draft:
        reader = ArgumentReader(record, diagnostics)
        types = reader.types()
        op = Op(
            name=_mnemonic(record, diagnostics),
            class_name=record.name.removesuffix("Op") or record.name,
            library=_library(record, fallback, diagnostics),
            operands=reader.operands(types),
            results=reader.results(types),
            attributes=reader.attributes(types),
            types=types,
            traits=reader.traits(),
            hooks=reader.hooks(),
            shape=None,
            gradient=(),
            nondiff=frozenset(as_string(v) or "" for v in _elements(record, "nondiff")),
            samples=(),
            reference=_text(record, "reference"),
            summary=_text(record, "summary").strip(),
            description=_text(record, "description").strip(),
            renamed_from=_text(record, "renamed_from"),
            origin=record.span.file.path,
            span=record.span,
        )
        _check_text(op, record, diagnostics)
        unread = _unread_fields(op, record)
        shape = None if unread else _ShapeReader(record, op, diagnostics).read()
        op = replace(op, shape=shape)
        if not unread:
            op = replace(op, distribution=read_distribution(record, op, diagnostics))
        op = op if unread else read_calls(record, op, diagnostics)
        samples = () if unread else _samples(record, op, diagnostics)
        parse_reference(op, SpecText(op.reference, record.locate("reference")), diagnostics)
        gradients = tuple(_texts(record, "grad"))
        return cls(replace(op, samples=samples), record, gradients, unread)


def _check_text(op: Op, record: Record, diagnostics: Diagnostics) -> None:
    """Report names and texts that can't go into generated sources."""
    problem = invalid_class(op.class_name)
    if problem:
        message = f"`{op.class_name}` can't be the name of a class: {problem}"
        diagnostics.add(Diagnostic("OPG0304", message, op.span))
    if op.renamed_from and invalid_mnemonic(op.renamed_from):
        message = f"`{op.renamed_from}` was no mnemonic: {invalid_mnemonic(op.renamed_from)}"
        diagnostics.add(Diagnostic("OPG0316", message, record.locate("renamed_from")))
    for field in ("summary", "description", "reference"):
        control = next((c for c in _text(record, field) if c in _BIDIRECTIONAL), None)
        if control:
            message = f"`{field}` holds the control character U+{ord(control):04X}"
            advice = "remove it: with it, source code reads otherwise than it is"
            diagnostics.add(Diagnostic("OPG0319", message, record.locate(field), help=advice))


def _unread_fields(op: Op, record: Record) -> frozenset[str]:
    """Return the dags that hold an argument which could not be read."""
    fields = {"input": op.operands, "output": op.results, "attrs": op.attributes}
    return frozenset(
        field
        for field, read in fields.items()
        if len(getattr(record.value(field), "arguments", ())) != len(read)
    )


def _mnemonic(record: Record, diagnostics: Diagnostics) -> str:
    name = _text(record, "opName")
    span = record.locate("opName")
    problem = invalid_mnemonic(name)
    owner = reserved_by(name)
    if problem:
        diagnostics.add(Diagnostic("OPG0304", f"invalid mnemonic `{name}`: {problem}", span))
    elif owner:
        help_text = f"choose another name, such as `{name}_op`"
        diagnostics.add(
            Diagnostic("OPG0303", f"mnemonic `{name}` is {owner}", span, help=help_text)
        )
    return name


def _library(record: Record, fallback: Library, diagnostics: Diagnostics) -> Library:
    declared = as_record(record.value("library"))
    if declared is None:
        return fallback
    library = Library(
        _text(declared, "name"), _text(declared, "prefix"), _text(declared, "summary")
    )
    mistake = _library_mistake(library.name)
    if mistake:
        code, message, advice = mistake
        diagnostics.add(Diagnostic(code, message, declared.locate("name"), help=advice))
    problem = invalid_prefix(library.prefix)
    if problem and not mistake:
        message = f"invalid prefix `{library.prefix}`: {problem}"
        diagnostics.add(Diagnostic("OPG0304", message, declared.locate("prefix")))
    return library


def _library_mistake(name: str) -> tuple[str, str, str] | None:
    """Return code, message and advice about a name that no library can have."""
    problem, owner = invalid_library(name), library_reserved_by(name)
    if problem:
        return "OPG0304", f"library `{name}` has no valid name: {problem}", "choose another name"
    if owner:
        return "OPG0303", f"library `{name}` is {owner}", f"choose another, such as `{name}_ops`"
    return None


def _elements(record: Record, field: str) -> Sequence[Value]:
    return as_list(record.value(field)) or ()


def _text(record: Record, field: str) -> str:
    return as_string(record.value(field)) or ""


def _texts(record: Record, field: str) -> Iterable[SpecText]:
    for index, value in enumerate(_elements(record, field)):
        yield SpecText(as_string(value) or "", record.locate(field, index))


def _samples(record: Record, op: Op, diagnostics: Diagnostics) -> tuple[Sample, ...]:
    reader = SampleReader(op, diagnostics)
    written = []
    for index, value in enumerate(_elements(record, "samples")):
        sample = as_record(value)
        if sample is None:
            continue
        arguments = SpecText(_text(sample, "arguments"), record.locate("samples", index, 0))
        sizes = SpecText(_text(sample, "sizes"), record.locate("samples", index, 1))
        read = reader.read(arguments, sizes, name=f"sample {index + 1}")
        if read is not None:
            written.append(read)
    return with_added_samples(op, written)


@dataclass(frozen=True, slots=True)
class _ShapeReader:
    record: Record
    op: Op
    diagnostics: Diagnostics

    def read(self) -> ShapeRule | None:
        dims = _text(self.record, "dims")
        rule = as_record(self.record.value("shape"))
        if dims and rule is not None:
            self._report("OPG0312", "both `shape` and `dims` are set", "dims", help="keep one")
        if dims:
            source = SpecText(dims, self.record.locate("dims"))
            return parse_dims(
                source, self.op.operands, self.op.results, diagnostics=self.diagnostics
            )
        if rule is None:
            return None
        if not rule.derives_from("PerResult"):
            return self._named(rule, ())
        rules = [as_record(value) for value in _elements(rule, "rules")]
        if len(rules) != len(self.op.results):
            message = f"{len(rules)} shape rules for {len(self.op.results)} results"
            self._report("OPG0313", message, "shape", help="write one rule for each result")
            return None
        read = [self._named(part, (0, i)) for i, part in enumerate(rules) if part is not None]
        return PerResult(tuple(part for part in read if part is not None))

    def _named(self, rule: Record, path: tuple[int, ...]) -> SameAs | Broadcast | None:
        if rule.derives_from("SameAs"):
            name = _text(rule, "operand")
            return SameAs(name) if self._known({name: (*path, 0)}) else None
        if rule.derives_from("Broadcast"):
            names = tuple(as_string(value) or "" for value in _elements(rule, "operands"))
            if not names:
                self._report("OPG0313", "`Broadcast` names no operand", "shape", path=path)
                return None
            places = {name: (*path, 0, i) for i, name in enumerate(names)}
            return Broadcast(names) if self._known(places) else None
        self._report("OPG0313", f"unknown shape rule `{rule.name}`", "shape", path=path)
        return None

    def _known(self, places: Mapping[str, tuple[int, ...]]) -> bool:
        operands = [operand.name for operand in self.op.operands]
        unknown = [name for name in places if name not in operands]
        for name in unknown:
            message = f"the shape rule of `{self.op.name}` names unknown operand `{name}`"
            advice = did_you_mean(name, operands) or "operands: " + ", ".join(operands)
            self._report("OPG0306", message, "shape", path=places[name], help=advice)
        return not unknown

    def _report(
        self,
        code: str,
        message: str,
        field: str,
        *,
        path: tuple[int, ...] = (),
        help: str = "",  # noqa: A002
    ) -> None:
        span = self.record.locate(field, *path)
        self.diagnostics.add(Diagnostic(code, message, span, help=help))


def _without_duplicates(drafts: Iterable[_Draft], diagnostics: Diagnostics) -> list[_Draft]:
    first: dict[str, _Draft] = {}
    for draft in drafts:
        other = first.setdefault(draft.op.id, draft)
        if other is draft:
            continue
        diagnostics.add(
            Diagnostic(
                "OPG0301",
                f"op `{draft.op.name}` is defined twice in library `{draft.op.library.name}`",
                draft.record.locate("opName"),
                label="defined again here",
                secondary=(Label(other.record.locate("opName"), "first defined here"),),
                help="give one of them another name or another library",
            )
        )
    return list(first.values())


def _link(draft: _Draft, drafts: Iterable[_Draft], diagnostics: Diagnostics) -> Op:
    op = draft.op
    siblings = {d.op.name: d.op for d in drafts if d.op.library.name == op.library.name}
    sources = () if draft.unread else draft.gradients
    rules = [link_gradient(op, source, siblings, diagnostics=diagnostics) for source in sources]
    linked = replace(op, gradient=tuple(rule for rule in rules if rule is not None))
    check_op(linked, unread=draft.unread, gradient=None not in rules, diagnostics=diagnostics)
    return linked
