"""From records in the prelude's vocabulary to the operator model.

All mistakes of all operators are collected. What an operator's parts say of each other is checked
only where the parts could be read, so that one mistake is reported once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from opgen.dataclass import dataclass, replace
from opgen.diagnostics import Diagnostic, Diagnostics, Label, Severity
from opgen.ops.added_samples import error_samples, with_added_samples
from opgen.ops.argument_readers import ArgumentReader
from opgen.ops.call_readers import read_calls
from opgen.ops.checks import check_model, check_op
from opgen.ops.formula_reader import with_formula
from opgen.ops.gradient_reader import GradientReader
from opgen.ops.names import (
    invalid_class,
    invalid_library,
    invalid_mnemonic,
    invalid_prefix,
    library_reserved_by,
    reserved_by,
)
from opgen.ops.ods.reader import read_operations
from opgen.ops.oneflow_reader import DIALECT_OP, read_dialect
from opgen.ops.op import (
    Library,
    Op,
    OpSet,
    Trait,
)
from opgen.ops.record_fields import elements_of, text_of, texts_of
from opgen.ops.reference import parse_reference
from opgen.ops.sbp_lines import read_distribution
from opgen.ops.shape_rules import ShapeReader
from opgen.ops.spec_text import SpecText
from opgen.ops.trials import with_trials
from opgen.tablegen import Record, RecordKeeper, as_record, as_string

DEFAULT_LIBRARY = "ops"
"""The library of operators that name none, where the project names none either."""

PRELUDE_OP = "Op"
"""The class of the prelude that an operator derives from."""

# https://unicode.org/reports/tr9/: explicit embeddings, overrides and isolates.
_BIDIRECTIONAL = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

DESCRIBED = "Described"
"""The class of the prelude with what is said beyond operands, results and attributes."""

_PRELUDE_FIELDS = frozenset({"opName", "input", "output", "attrs", "types", "samples"})
"""What tells the prelude's class from another one of its name."""


def read_model(
    keepers: Sequence[RecordKeeper], *, default_library: str | None, diagnostics: Diagnostics
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
    operations = read_operations(keepers, elsewhere=DIALECT_OP, diagnostics=diagnostics)
    drafts += [_Draft.of_operation(op, record, diagnostics) for op, record in operations]
    named = _without_duplicates(drafts, diagnostics)
    ops = [op for draft in named for op in _link(draft, named, diagnostics)]
    dialect = read_dialect(keepers, diagnostics)
    model = OpSet(tuple(sorted(ops, key=lambda op: op.id)), dialect)
    check_model(model, diagnostics)
    if not model.ops and not dialect and not diagnostics.has_errors:
        message = "the specs define no operator"
        advice = "an operator is a def that derives from `Op` of `opgen/OpBase.td`"
        diagnostics.add(Diagnostic("OPG0317", message, severity=Severity.WARNING, help=advice))
    return model


def _op_records(keepers: Iterable[RecordKeeper]) -> list[Record]:
    """Return each op's record once, however many spec files include its definition."""
    seen: dict[tuple[str, int, str], Record] = {}
    for keeper in keepers:
        for record in keeper.all_derived_definitions(PRELUDE_OP):
            if not record.is_anonymous and record.declarations.keys() >= _PRELUDE_FIELDS:
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
            nondiff=_nondiff(record),
            samples=(),
            reference=text_of(record, "reference"),
            summary=text_of(record, "summary").strip(),
            description=text_of(record, "description").strip(),
            registered=_registered_name(record, diagnostics),
            renamed_from=text_of(record, "renamed_from"),
            origin=record.span.file.path,
            span=record.span,
        )
        _check_text(op, record, diagnostics)
        unread = _unread_fields(op, record)
        op = op if unread else _described(op, record, diagnostics)
        parse_reference(op, SpecText(op.reference, record.locate("reference")), diagnostics)
        gradients = tuple(texts_of(record, "grad"))
        return cls(op, record, gradients, unread)

    @classmethod
    def of_operation(cls, op: Op, record: Record, diagnostics: Diagnostics) -> _Draft:
        """Return the draft of an operation in MLIR's vocabulary."""
        if not record.derives_from(DESCRIBED):
            op = replace(op, traits=op.traits | {Trait.NO_GRAD})
            samples = with_added_samples(op, [])
            errors = tuple(error_samples(op, samples))
            return cls(replace(op, samples=samples, errors=errors), record, (), frozenset())
        gradients = tuple(texts_of(record, "grad"))
        if not gradients and not text_of(record, "expr"):
            op = replace(op, traits=op.traits | {Trait.NO_GRAD})
        op = replace(
            op,
            library=_library(record, op.library, diagnostics),
            hooks=ArgumentReader(record, diagnostics).hooks(),
            nondiff=_nondiff(record),
            reference=text_of(record, "reference"),
            registered=_registered_name(record, diagnostics),
            renamed_from=text_of(record, "renamed_from"),
        )
        _check_text(op, record, diagnostics)
        op = _described(op, record, diagnostics)
        parse_reference(op, SpecText(op.reference, record.locate("reference")), diagnostics)
        return cls(op, record, gradients, frozenset())


def _nondiff(record: Record) -> frozenset[str]:
    return frozenset(as_string(value) or "" for value in elements_of(record, "nondiff"))


def _described(op: Op, record: Record, diagnostics: Diagnostics) -> Op:
    """Return ``op``, whose arguments are read, with what its record says beyond them."""
    shapes = ShapeReader(record, op, diagnostics)
    rule = shapes.rule()
    op = replace(op, shape=rule or op.shape, checks=(*op.checks, *shapes.checks(rule)))
    op = with_formula(record, op, diagnostics)
    op = replace(op, distribution=read_distribution(record, op, diagnostics))
    op = read_calls(record, op, diagnostics)
    return with_trials(record, op, diagnostics)


def _check_text(op: Op, record: Record, diagnostics: Diagnostics) -> None:
    """Report names and texts that can't go into generated sources."""
    problem = invalid_class(op.class_name)
    if problem:
        message = f"`{op.class_name}` can't be the name of a class: {problem}"
        diagnostics.add(Diagnostic("OPG0304", message, op.span))
    library, dot, mnemonic = op.renamed_from.rpartition(".")
    problem = (mnemonic and invalid_mnemonic(mnemonic)) or (dot and invalid_library(library))
    if problem or (dot and not mnemonic):
        message = f"`{op.renamed_from}` was no mnemonic: {problem or 'it has no name'}"
        diagnostics.add(Diagnostic("OPG0316", message, record.locate("renamed_from")))
    for field in ("summary", "description", "reference"):
        control = next((c for c in text_of(record, field) if c in _BIDIRECTIONAL), None)
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
    name = text_of(record, "opName")
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


def _registered_name(record: Record, diagnostics: Diagnostics) -> str:
    name = text_of(record, "registered_name")
    problem = invalid_mnemonic(name) if name else None
    if problem:
        message = f"invalid registered name `{name}`: {problem}"
        diagnostics.add(Diagnostic("OPG0304", message, record.locate("registered_name")))
    return name


def _library(record: Record, fallback: Library, diagnostics: Diagnostics) -> Library:
    declared = as_record(record.value("library"))
    if declared is None:
        return fallback
    library = Library(
        text_of(declared, "name"), text_of(declared, "prefix"), text_of(declared, "summary")
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


def _link(draft: _Draft, drafts: Iterable[_Draft], diagnostics: Diagnostics) -> tuple[Op, ...]:
    """Return the op with its gradient, and the backward ops that were made for it."""
    op = draft.op
    siblings = {d.op.name: d.op for d in drafts if d.op.library.name == op.library.name}
    has_wrong_formula = bool(op.expr) and op.formula is None
    if draft.unread or has_wrong_formula:
        check_op(op, unread=draft.unread, gradient=not has_wrong_formula, diagnostics=diagnostics)
        return (op,)
    linked = GradientReader(op, siblings, diagnostics).read(draft.gradients)
    check_op(linked.op, unread=draft.unread, gradient=linked.complete, diagnostics=diagnostics)
    return (linked.op, *linked.made)
