"""From records of MLIR's operation definitions to operators of the model.

What the model can't hold is left out, operation by operation, and reported where it is written:
the files are somebody else's, so that this is no mistake in them.
"""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import Final

from opgen.dataclass import dataclass, field, replace
from opgen.diagnostics import Diagnostic, Diagnostics, Label, Severity
from opgen.ops.attribute_readers import Argument
from opgen.ops.dtypes import AttributeKind, DType
from opgen.ops.names import (
    invalid_argument,
    invalid_class,
    invalid_library,
    invalid_mnemonic,
    library_reserved_by,
    reserved_by,
)
from opgen.ops.ods.attribute_types import AttributeType, attribute_of, is_attribute
from opgen.ops.ods.relations import Relations, Tensor, relations_of
from opgen.ops.ods.tensor_types import (
    TensorConstraint,
    arity_of,
    rank_condition,
    tensors_of,
    unwrapped,
)
from opgen.ops.op import Arity, Attribute, Library, Op, Operand, Result, Trait, TypeVariable
from opgen.ops.optional_attributes import with_flag
from opgen.ops.record_fields import record_if_any, text_if_any, text_of
from opgen.ops.shapes.formulas import FormulaReader
from opgen.ops.spec_text import SpecText
from opgen.source import Span
from opgen.tablegen import DagValue, Record, RecordKeeper, as_record

OPERATION: Final = "Op"
"""The class of MLIR that an operation derives from."""

DIALECT: Final = "Dialect"
"""The class that a dialect derives from."""

_FIELDS: Final = frozenset({"opDialect", "opName", "arguments", "results"})
"""What tells MLIR's class from another one of its name."""

_MOST_KERNELS: Final = 1000
"""Combinations of dtypes that a kernel is compiled for."""

_VARIABLES: Final = ("T", "U", "V", "W", *(f"T{number}" for number in range(1, 100)))


def read_operations(
    keepers: Iterable[RecordKeeper], *, elsewhere: str, diagnostics: Diagnostics
) -> list[tuple[Op, Record]]:
    """Return the operations that the model can hold, each with its record.

    Args:
        keepers: The evaluated spec files.
        elsewhere: The class of operations, of whose dialect nothing is read here.
        diagnostics: Takes what is left out.
    """
    known: dict[int, TensorConstraint] = {}
    read = []
    for record in operation_records(keepers, elsewhere=elsewhere):
        op = _Reader(record, known, diagnostics).read()
        if op is not None:
            read.append((op, record))
    return read


def operation_records(keepers: Iterable[RecordKeeper], *, elsewhere: str) -> list[Record]:
    """Return each operation's record once, however many files include its definition."""
    seen: dict[tuple[str, int, str], Record] = {}
    for keeper in keepers:
        others = {_dialect(record) for record in keeper.all_derived_definitions(elsewhere)}
        for record in keeper.all_derived_definitions(OPERATION):
            is_operation = not record.is_anonymous and record.declarations.keys() >= _FIELDS
            if is_operation and _dialect(record) not in others:
                key = (record.span.file.path, record.span.start, record.name)
                seen.setdefault(key, record)
    return list(seen.values())


def _dialect(record: Record) -> str:
    dialect = record_if_any(record, "opDialect")
    return "" if dialect is None else text_if_any(dialect, "name")


def library_of_dialect(dialect: Record) -> Library:
    """Return the library that the operations of a dialect are in."""
    name = text_if_any(dialect, "name")
    if library_reserved_by(name):
        name = f"{name}_ops"
    return Library(name, f"{name}_", " ".join(text_if_any(dialect, "summary").split()))


@dataclass(slots=True)
class _Reader:
    """Reads one operation.

    Attributes:
        record: Its record.
        known: What has been found out about constraints, by the identity of their records.
        diagnostics: Takes what is left out.
        is_held: Whether the model can hold what has been read so far.
        tensors: What the constraint of each operand and result admits.
        spans: Where each of them is written.
    """

    record: Record
    known: dict[int, TensorConstraint]
    diagnostics: Diagnostics
    is_held: bool = True
    tensors: dict[str, TensorConstraint] = field(default_factory=dict)
    spans: dict[str, Span] = field(default_factory=dict)

    def read(self) -> Op | None:
        """Return the operator, ``None`` where it is left out."""
        library = self._library()
        self._structure()
        given = list(self._arguments("arguments"))
        read = [
            self._attribute(argument) for argument in given if is_attribute(argument.constraint)
        ]
        operands = [self._tensor(a) for a in given if not is_attribute(a.constraint)]
        results = [self._tensor(a, is_result=True) for a in self._arguments("results")]
        if not self.is_held:
            return None
        types = [item for item in read if item is not None]
        tensors = [tensor for tensor in (*operands, *results) if tensor is not None]
        attributes = [attribute for item in types for attribute in item[0]]
        relations = relations_of(self.record, tensors)
        variables = self._variables(relations, {attribute.name for attribute in attributes})
        chosen = list(self._chosen(relations, variables))
        counts = {tensor.name: self._count(relations, tensor) for tensor in tensors}
        if not self.is_held:
            return None
        self._report_unknown(relations)
        op = Op(
            name=self._mnemonic(),
            class_name=self._class_name(),
            library=library,
            operands=tuple(
                Operand(t.name, variables[t.name].name, t.arity, self.spans[t.name])
                for t in tensors
                if not t.is_result
            ),
            results=tuple(
                Result(t.name, variables[t.name].name, self.spans[t.name], counts[t.name])
                for t in tensors
                if t.is_result
            ),
            attributes=(*attributes, *chosen),
            types=tuple(dict.fromkeys(variables.values())),
            traits=relations.traits,
            hooks=frozenset(),
            shape=relations.rule(),
            gradient=(),
            nondiff=frozenset(),
            samples=(),
            reference="",
            summary=" ".join(text_if_any(self.record, "summary").split()),
            description=_dedented(text_if_any(self.record, "description")),
            renamed_from="",
            origin=self.record.span.file.path,
            span=self.record.span,
        )
        conditions = [pair for item in types for pair in item[1]]
        conditions += self._conditions(op, relations)
        return self._checked(op, conditions)

    def _leave_out(self, code: str, reason: str, span: Span, *, help: str = "") -> None:  # noqa: A002
        self.is_held = False
        message = f"operation `{self._full_name()}` is left out: {reason}"
        self._warn(code, message, span, help=help)

    def _warn(self, code: str, message: str, span: Span, *, help: str = "") -> None:  # noqa: A002
        where = (Label(self.record.span, "of this operation"),) if span != self.record.span else ()
        found = Diagnostic(
            code, message, span, severity=Severity.WARNING, secondary=where, help=help
        )
        self.diagnostics.add(found)

    def _full_name(self) -> str:
        return f"{_dialect(self.record)}.{text_of(self.record, 'opName')}"

    def _library(self) -> Library:
        dialect = record_if_any(self.record, "opDialect")
        span = self.record.span if dialect is None else dialect.locate("name")
        library = Library("", "_") if dialect is None else library_of_dialect(dialect)
        problem = invalid_library(library.name)
        if problem:
            message = f"dialect `{library.name}` has no usable name: {problem}"
            self._leave_out("OPG0360", message, span)
        return library

    def _mnemonic(self) -> str:
        name = text_of(self.record, "opName").replace(".", "_")
        name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
        return f"{name}_op" if reserved_by(name) else name

    def _class_name(self) -> str:
        name = self.record.name.partition("_")[2] or self.record.name
        name = name.removesuffix("Op") or name
        return name if invalid_class(name) is None else _camel_case(self._mnemonic())

    def _structure(self) -> None:
        """Report what no operator of the model has."""
        span = self.record.locate("opName")
        problem = invalid_mnemonic(self._mnemonic()) or invalid_class(self._class_name())
        if problem:
            self._leave_out("OPG0360", f"it has no usable name: {problem}", span)
        for part in ("regions", "successors"):
            dag = self.record.values.get(part)
            if isinstance(dag, DagValue) and dag.arguments:
                self._leave_out("OPG0360", f"it has {part}", self.record.locate(part))
        results = self.record.value("results")
        if not isinstance(results, DagValue) or not results.arguments:
            self._leave_out("OPG0360", "it has no result", self.record.span)

    def _arguments(self, part: str) -> Iterator[Argument]:
        dag = self.record.value(part)
        arguments = dag.arguments if isinstance(dag, DagValue) else ()
        for index, argument in enumerate(arguments):
            span = self.record.locate(part, index)
            constraint = as_record(argument.value)
            if constraint is None:
                self._leave_out("OPG0361", f"`${argument.name}` has no type", span)
                continue
            name = argument.name or _default_name(part, index, len(arguments))
            name = f"{name}_value" if reserved_by(name) else name
            problem = invalid_argument(name)
            if problem:
                self._leave_out("OPG0360", f"`${name}` is no usable name: {problem}", span)
            name_span = self.record.locate_name(part, index) if argument.name else span
            yield Argument(name, unwrapped(constraint), span, name_span)

    def _tensor(self, argument: Argument, *, is_result: bool = False) -> Tensor | None:
        arity, constraint = arity_of(argument.constraint)
        found = self.known.get(id(constraint))
        if found is None:
            found = self.known.setdefault(id(constraint), tensors_of(constraint))
        what = f"`${argument.name}`"
        if argument.constraint.derives_from("VariadicOfVariadic"):
            self._leave_out("OPG0361", f"{what} is a list of lists of tensors", argument.span)
        elif not found.dtypes:
            summary = found.summary or constraint.name
            advice = "operands and results are tensors of integers, floating or boolean numbers"
            reason = f"{what}, {summary}, can't be a tensor of a dtype that opgen has"
            self._leave_out("OPG0361", reason, argument.span, help=advice)
        elif is_result and arity is Arity.OPTIONAL:
            self._leave_out("OPG0361", f"result {what} may be absent", argument.span)
        else:
            self.tensors[argument.name] = found
            self.spans[argument.name] = argument.name_span
            return Tensor(argument.name, arity, is_result)
        return None

    def _attribute(
        self, argument: Argument
    ) -> tuple[list[Attribute], list[tuple[str, Span]]] | None:
        found = attribute_of(argument.constraint)
        if found is None:
            summary = text_if_any(argument.constraint, "summary") or argument.constraint.name
            advice = "numbers, booleans, strings, words of an enum and arrays of numbers are known"
            reason = f"`${argument.name}`, {summary}, is no kind of attribute that opgen has"
            self._leave_out("OPG0362", reason, argument.span, help=advice)
            return None
        if found.wrong_default:
            reason = f"the default `{found.wrong_default}` of `${argument.name}` is no plain value"
            self._leave_out("OPG0362", reason, argument.span, help="write a literal")
            return None
        for condition in found.unknown:
            self._unchecked(argument.name, condition, argument.span)
        read = _attributes(argument, found)
        conditions = [c.format(name=argument.name) for c in found.conditions]
        if found.is_optional:
            absent = f"not given({argument.name})"
            conditions = [f"{absent} or {condition}" for condition in conditions]
        return read, [(condition, argument.span) for condition in conditions]

    def _unchecked(self, name: str, condition: str, span: Span) -> None:
        message = f"a condition on `${name}` of `{self._full_name()}` isn't checked: {condition}"
        self._warn("OPG0363", message, span, help="check it in the kernel")

    def _variables(self, relations: Relations, taken: set[str]) -> dict[str, TypeVariable]:
        """Return the type variable of each operand and result."""
        free = (name for name in _VARIABLES if name not in taken | self.tensors.keys())
        variables: dict[str, TypeVariable] = {}
        for members in relations.dtypes.members():
            admitted = [set(self.tensors[member].dtypes) for member in members]
            dtypes = tuple(dtype for dtype in DType if all(dtype in some for some in admitted))
            if not dtypes:
                listed = ", ".join(f"`${member}`" for member in members)
                reason = f"no dtype is one of {listed} alike"
                self._leave_out("OPG0361", reason, self.spans[members[0]])
            variables |= dict.fromkeys(members, TypeVariable(next(free), dtypes))
        kernels = math.prod(len(variable.dtypes) for variable in set(variables.values()))
        if kernels > _MOST_KERNELS:
            advice = "say which operands and results have the same type, or fewer types"
            reason = f"it would need {kernels} kernels, one for each combination of dtypes"
            self._leave_out("OPG0361", reason, self.record.span, help=advice)
        return variables

    def _chosen(
        self, relations: Relations, variables: dict[str, TypeVariable]
    ) -> Iterator[Attribute]:
        """Yield an attribute for each dtype of results that nothing but the caller can tell."""
        told = {
            variables[tensor.name].name
            for tensor in relations.tensors
            if not tensor.is_result and tensor.arity is not Arity.OPTIONAL
        }
        for tensor in relations.tensors:
            variable = variables[tensor.name]
            if tensor.is_result and variable.name not in told and len(variable.dtypes) > 1:
                told.add(variable.name)
                choices = tuple(dtype.spelling for dtype in variable.dtypes)
                name = f"{tensor.name}_dtype"
                span = self.spans[tensor.name]
                yield Attribute(name, AttributeKind.DTYPE, None, span, choices, variable.name)

    def _count(self, relations: Relations, tensor: Tensor) -> str:
        """Return what says how many tensors a result has; empty for one."""
        if not tensor.is_result or tensor.arity is Arity.SINGLE:
            return ""
        model = relations.model_of(tensor)
        if model is None:
            reason = f"nothing says how many tensors `${tensor.name}` has"
            advice = "a trait such as SameOperandsAndResultShape says it"
            self._leave_out("OPG0361", reason, self.spans[tensor.name], help=advice)
        return "" if model is None else model.name

    def _report_unknown(self, relations: Relations) -> None:
        for name, constraint in self.tensors.items():
            for condition in constraint.unknown:
                self._unchecked(name, condition, self.spans[name])
        for said, index in relations.unknown:
            span = self.record.locate("traits", index)
            message = f"a trait of `{self._full_name()}` isn't checked: {said}"
            self._warn("OPG0363", message, span, help="check it in the kernel")

    def _conditions(self, op: Op, relations: Relations) -> list[tuple[str, Span]]:
        conditions = []
        for operand in op.operands:
            condition = rank_condition(operand.name, self.tensors[operand.name].ranks)
            if condition and operand.arity is Arity.VARIADIC:
                self._unchecked(operand.name, condition, operand.span)
            elif condition:
                is_optional = operand.arity is Arity.OPTIONAL
                absent = f"not given({operand.name}) or " if is_optional else ""
                conditions.append((absent + condition, operand.span))
        if Trait.ELEMENTWISE not in op.traits:
            pairs = relations.equal_shapes()
            conditions += [(f"{a} == {b}", op.operand(b).span) for a, b in pairs]
        return conditions

    def _checked(self, op: Op, conditions: Iterable[tuple[str, Span]]) -> Op:
        reader = FormulaReader(op.name, op.operands, op.attributes, op.results, self.diagnostics)
        read = [
            reader.check(SpecText(condition, span), SpecText("", span), op.shape)
            for condition, span in conditions
        ]
        return replace(op, checks=tuple(check for check in read if check is not None))


def _attributes(argument: Argument, found: AttributeType) -> list[Attribute]:
    """Return an attribute; one that may be absent comes with a flag that says whether it is."""
    name, span = argument.name, argument.name_span
    read = Attribute(name, found.kind, found.default, span, found.words)
    return list(with_flag(read)) if found.is_optional else [read]


def _default_name(part: str, index: int, count: int) -> str:
    kind = "result" if part == "results" else "operand"
    return kind if count == 1 else f"{kind}{index}"


def _camel_case(name: str) -> str:
    return "".join(word[:1].upper() + word[1:] for word in name.split("_"))


def _dedented(text: str) -> str:
    return textwrap.dedent(text.strip("\n")).strip()
