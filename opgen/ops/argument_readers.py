"""Reading the dags and lists of an op's record: operands, results, attributes, traits, types.

Knows the prelude's classes (``TensorOf``, ``Optional``, ``Attr``, ...) and no framework.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from opgen.dataclass import dataclass
from opgen.diagnostics import Diagnostic, Diagnostics
from opgen.diagnostics.suggestions import did_you_mean
from opgen.ops.attribute_readers import Argument, AttributeReader, name_of
from opgen.ops.dtypes import DType
from opgen.ops.hooks import Hook
from opgen.ops.names import invalid_argument, reserved_by
from opgen.ops.op import Arity, Attribute, Operand, Result, Trait, TypeVariable
from opgen.ops.optional_attributes import with_flag
from opgen.source import Span
from opgen.tablegen import DagValue, Record, Value, as_int, as_list, as_record, as_string

_OPERATORS: Final = {"input": "ins", "output": "outs", "attrs": "ins"}
"""The operator that the dag of a field has."""

COUNT_OF_SHAPE: Final = "?"
"""The count of a variadic result that its shape rule has to tell."""


@dataclass(frozen=True, slots=True)
class ArgumentReader:
    """Reads the parts of one op's record and reports what is wrong with them."""

    record: Record
    diagnostics: Diagnostics

    def report(self, code: str, message: str, span: Span, *, help: str = "") -> None:  # noqa: A002
        """Report a mistake of the op."""
        self.diagnostics.add(Diagnostic(code, message, span, help=help))

    def types(self) -> tuple[TypeVariable, ...]:
        """Read ``types``."""
        variables: dict[str, TypeVariable] = {}
        for index, value in enumerate(as_list(self.record.value("types")) or ()):
            declared = as_record(value)
            if declared is None:
                continue
            span = self.record.locate("types", index)
            name = as_string(declared.value("name")) or ""
            if name in variables:
                message = f"type variable `{name}` is declared twice"
                self.report("OPG0302", message, span, help="merge the two lists of dtypes")
            else:
                self._named_well(name, span)
                variables[name] = TypeVariable(name, self._dtypes(name, declared, span))
        return tuple(variables.values())

    def _dtypes(self, variable: str, declared: Record, span: Span) -> tuple[DType, ...]:
        names = [_string(as_record(item), "name") for item in _list(declared, "dtypes")]
        dtypes = tuple(dtype for n in names if (dtype := DType.named(n)) is not None)
        known = "known dtypes: " + ", ".join(dtype.spelling for dtype in DType)
        if len(dtypes) < len(names) or not dtypes:
            message = f"type variable `{variable}` lists an unknown dtype or none"
            self.report("OPG0311", message, span, help=known)
        elif len(set(dtypes)) < len(dtypes):
            message = f"type variable `{variable}` lists a dtype twice"
            self.report("OPG0311", message, span, help="leave the repetition out")
        return dtypes

    def operands(self, types: tuple[TypeVariable, ...]) -> tuple[Operand, ...]:
        """Read ``input``."""
        operands = []
        for argument in self._arguments("input"):
            constraint, arity = argument.constraint, Arity.SINGLE
            if constraint.derives_from("Optional") or constraint.derives_from("Variadic"):
                optional = constraint.derives_from("Optional")
                arity = Arity.OPTIONAL if optional else Arity.VARIADIC
                constraint = as_record(constraint.value("base")) or constraint
            variable = self._variable(argument, constraint, types)
            if variable is not None:
                operands.append(Operand(argument.name, variable, arity, argument.name_span))
        return tuple(operands)

    def results(self, types: tuple[TypeVariable, ...]) -> tuple[Result, ...]:
        """Read ``output``."""
        results = []
        for argument in self._arguments("output"):
            constraint, count = argument.constraint, ""
            if constraint.derives_from("Variadic"):
                count = _string(constraint, "count") or COUNT_OF_SHAPE
                constraint = as_record(constraint.value("base")) or constraint
            variable = self._variable(argument, constraint, types)
            if variable is not None:
                results.append(Result(argument.name, variable, argument.name_span, count))
        return tuple(results)

    def attributes(self, types: tuple[TypeVariable, ...]) -> tuple[Attribute, ...]:
        """Read ``attrs``."""
        reader = AttributeReader(types, self.diagnostics)
        attributes: list[Attribute] = []
        for argument in self._arguments("attrs"):
            attribute = reader.read(argument)
            if attribute is not None and argument.constraint.derives_from("OptionalAttr"):
                attributes.extend(with_flag(attribute))
            elif attribute is not None:
                attributes.append(attribute)
        return tuple(attributes)

    def traits(self) -> frozenset[Trait]:
        """Read ``traits``."""
        known = {trait.value: trait for trait in Trait}
        traits = set()
        for index, value in enumerate(as_list(self.record.value("traits")) or ()):
            name = _string(as_record(value), "name")
            if name in known:
                traits.add(known[name])
                continue
            span = self.record.locate("traits", index)
            advice = did_you_mean(name, known) or "known traits: " + ", ".join(sorted(known))
            self.report("OPG0310", f"unknown trait `{name}`", span, help=advice)
        return frozenset(traits)

    def hooks(self) -> frozenset[Hook]:
        """Read the ``has_*_fn`` flags."""
        values = self.record.values
        return frozenset(h for h in Hook if h.value in values and as_int(values[h.value]))

    def _arguments(self, field: str) -> Iterator[Argument]:
        dag = self.record.value(field)
        if not isinstance(dag, DagValue):
            return
        expected = _OPERATORS[field]
        if _name_of_operator(dag) != expected:
            message = f"`{field}` has to be a dag of `{expected}`"
            self.report(
                "OPG0304", message, self.record.locate(field), help=f"write `({expected} ...)`"
            )
        for index, argument in enumerate(dag.arguments):
            span = self.record.locate(field, index)
            name_span = self.record.locate_name(field, index)
            constraint = as_record(argument.value)
            if not argument.name:
                self.report("OPG0304", "an argument has no name", span, help="write `Type:$name`")
            elif constraint is None:
                text = _shown(argument.value)
                self.report("OPG0311", f"`{text}` of `${argument.name}` is no type", span)
            elif self._named_well(argument.name, name_span):
                yield Argument(argument.name, constraint, span, name_span)

    def _named_well(self, name: str, span: Span) -> bool:
        problem = invalid_argument(name)
        if problem:
            self.report("OPG0304", f"invalid name `{name}`: {problem}", span)
            return False
        owner = reserved_by(name)
        if owner:
            advice = f"choose another name, such as `{name}_value`"
            self.report("OPG0303", f"name `{name}` is {owner}", span, help=advice)
        return owner is None

    def _variable(
        self, argument: Argument, constraint: Record, types: tuple[TypeVariable, ...]
    ) -> str | None:
        if not constraint.derives_from("TensorOf"):
            self.report(
                "OPG0311",
                f"`{name_of(argument.constraint)}` is no type of a tensor",
                argument.span,
                help='write `Tensor` or `TensorOf<"variable">`; operands may be `Optional<...>` '
                "or `Variadic<...>`",
            )
            return None
        name = as_string(constraint.value("variable")) or ""
        known = [variable.name for variable in types]
        if name in known:
            return name
        advice = did_you_mean(name, known) or f'add `T<"{name}", [...]>` to `types`'
        message = f"`${argument.name}` has unknown type variable `{name}`"
        self.report("OPG0311", message, argument.span, help=advice)
        return None


def _name_of_operator(dag: DagValue) -> str:
    operator = as_record(dag.operator)
    return operator.name if operator else ""


def _list(record: Record, field: str) -> list[Value]:
    return list(as_list(record.value(field)) or ())


def _string(record: Record | None, field: str) -> str:
    return (as_string(record.value(field)) or "") if record and field in record.fields else ""


def _shown(value: Value) -> str:
    return str(as_string(value) or as_int(value) or "?")
