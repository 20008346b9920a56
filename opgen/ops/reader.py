"""From a record in the prelude's vocabulary to an operator that isn't linked to others yet.

All mistakes are collected. What an operator's parts say of each other is checked only where the
parts could be read, so that one mistake is reported once.
"""

from __future__ import annotations

from opgen.dataclass import dataclass, replace
from opgen.diagnostics import Diagnostic, Diagnostics
from opgen.ops.added_samples import error_samples, with_added_samples
from opgen.ops.argument_readers import ArgumentReader
from opgen.ops.call_readers import read_calls
from opgen.ops.formula_reader import with_formula
from opgen.ops.names import (
    invalid_class,
    invalid_library,
    invalid_mnemonic,
    invalid_prefix,
    library_reserved_by,
    reserved_by,
)
from opgen.ops.op import (
    Library,
    Op,
    Trait,
)
from opgen.ops.record_fields import elements_of, text_of, texts_of
from opgen.ops.reference import parse_reference
from opgen.ops.sbp_lines import read_distribution
from opgen.ops.shape_rules import ShapeReader
from opgen.ops.spec_text import SpecText
from opgen.ops.trials import with_trials
from opgen.tablegen import Record, as_record, as_string

PRELUDE_OP = "Op"
PRELUDE_LIBRARY = "Library"
"""The class of the prelude that an operator derives from."""

# https://unicode.org/reports/tr9/: explicit embeddings, overrides and isolates.
_BIDIRECTIONAL = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

DESCRIBED = "Described"
"""The class of the prelude with what is said beyond operands, results and attributes."""

PRELUDE_FIELDS = frozenset({"opName", "input", "output", "attrs", "types", "samples"})
"""What tells the prelude's class from another one of its name."""


@dataclass(frozen=True, slots=True)
class Draft:
    """An op that is not yet linked to its backward ops."""

    op: Op
    record: Record
    gradients: tuple[SpecText, ...]
    unread: frozenset[str]

    @classmethod
    def read(cls, record: Record, fallback: Library, diagnostics: Diagnostics) -> Draft:
        """Return the draft of an operator in the prelude's vocabulary."""
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
            reference_span=record.locate("reference"),
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
        parse_reference(op, diagnostics)
        gradients = tuple(texts_of(record, "grad"))
        return cls(op, record, gradients, unread)

    @classmethod
    def of_operation(cls, op: Op, record: Record, diagnostics: Diagnostics) -> Draft:
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
            reference_span=record.locate("reference"),
            registered=_registered_name(record, diagnostics),
            renamed_from=text_of(record, "renamed_from"),
        )
        _check_text(op, record, diagnostics)
        op = _described(op, record, diagnostics)
        parse_reference(op, diagnostics)
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
    fields = {"input": op.operands, "output": op.results, "attrs": op.public_attributes}
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
    library = library_of(declared)
    mistake = library_mistake(library.name)
    if mistake:
        code, message, advice = mistake
        diagnostics.add(Diagnostic(code, message, declared.locate("name"), help=advice))
    problem = invalid_prefix(library.prefix)
    if problem and not mistake:
        message = f"invalid prefix `{library.prefix}`: {problem}"
        diagnostics.add(Diagnostic("OPG0304", message, declared.locate("prefix")))
    return library


def library_of(record: Record) -> Library:
    """Return the library that a record describes."""
    return Library(*(text_of(record, name) for name in ("name", "prefix", "summary")))


def library_mistake(name: str) -> tuple[str, str, str] | None:
    """Return code, message and advice about a name that no library can have."""
    problem, owner = invalid_library(name), library_reserved_by(name)
    if problem:
        return "OPG0304", f"library `{name}` has no valid name: {problem}", "choose another name"
    if owner:
        return "OPG0303", f"library `{name}` is {owner}", f"choose another, such as `{name}_ops`"
    return None
