"""What an operator's host code does: shapes, element types and attributes of a node.

Shapes come from the neutral ``infer`` function. Knows the classes of ``opgen_ascend_host.h``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from opgen.ops import Arity, Attribute, AttributeKind, Operand, Result
from opgen.targets.ascend.view import DATA_TYPES, IrOp
from opgen.targets.cpp import argument_names, free_name, infer_symbol, string_literal

_READ: Final = {
    Arity.SINGLE: ("const opgen_tensor", "required"),
    Arity.OPTIONAL: ("const opgen_tensor", "optional"),
    Arity.VARIADIC: ("const std::vector<opgen_tensor>", "dynamic"),
}
_GETTERS: Final = {
    AttributeKind.I64: ("const int64_t", "integer"),
    AttributeKind.F64: ("const double", "real"),
    AttributeKind.F32: ("const double", "real"),
    AttributeKind.BOOL: ("const bool", "truth"),
    AttributeKind.STR: ("const char*", "text"),
    AttributeKind.DTYPE: ("const int32_t", "dtype"),
    AttributeKind.SHAPE: ("const std::vector<int64_t>&", "integers"),
    AttributeKind.SEED: ("const auto", "integer"),
    AttributeKind.I64_ARRAY: ("const std::vector<int64_t>&", "integers"),
    AttributeKind.F64_ARRAY: ("const std::vector<double>&", "reals"),
    AttributeKind.BOOL_ARRAY: ("const std::vector<uint8_t>&", "truths"),
}


class HostCode:
    """Prints host code of one operator."""

    def __init__(self, ir: IrOp) -> None:
        """Choose names of locals."""
        self.ir = ir
        self.op = ir.op
        taken = argument_names(ir.op)
        self.inputs = free_name("inputs", taken)
        self.attributes = free_name("attributes", taken)
        self.call = free_name("call", taken)
        self.at = free_name("at", taken)

    def tensor(self, operand: Operand) -> str:
        """Return the local with an input."""
        return free_name(f"{operand.name}_input", argument_names(self.op))

    def read_inputs(self, context: str, wanted: frozenset[str] | None = None) -> Iterator[str]:
        """Yield the lines that look at inputs: at all of them, or at those of some names."""
        yield f"opgen::npu::Inputs<gert::{context}> {self.inputs}(context);"
        for number, operand in enumerate(self.op.operands):
            if wanted is not None and operand.name not in wanted:
                continue
            kind, method = _READ[operand.arity]
            yield f"{kind} {self.tensor(operand)} = {self.inputs}.{method}({number});"

    def read_attributes(self, wanted: frozenset[str], *, words: bool = False) -> Iterator[str]:
        """Yield the lines that look at some attributes.

        Args:
            wanted: Their names.
            words: Whether one of several words stays text instead of becoming its number.
        """
        if not wanted:
            return
        yield f"opgen::npu::Attributes {self.attributes}(context->GetAttrs());"
        for number, attribute in enumerate(self.op.attributes):
            if attribute.name in wanted:
                yield self._attribute(number, attribute, words=words)

    def _attribute(self, number: int, attribute: Attribute, *, words: bool) -> str:
        if attribute.kind is AttributeKind.ENUM and words:
            value = f"{self.attributes}.text({number})"
            return f"const std::string_view {attribute.name} = {value};"
        if attribute.kind is AttributeKind.ENUM:
            choices = ", ".join(map(string_literal, attribute.choices))
            value = f"{self.attributes}.word({number}, {{{choices}}})"
            return f"const int64_t {attribute.name} = {value};"
        kind, method = _GETTERS[attribute.kind]
        return f"{kind} {attribute.name} = {self.attributes}.{method}({number});"

    def checked(self, failure: str, *, attributes: bool) -> str:
        """Return the line that gives up where something is missing."""
        more = f" || !{self.attributes}.ok()" if attributes else ""
        return f"if (!{self.inputs}.ok(){more}) return {failure};"

    # Shapes

    def shape_lines(self) -> Iterator[str]:
        """Yield the lines before ``infer`` is called."""
        yield from self.read_inputs("InferShapeContext")
        names = frozenset(attribute.name for attribute in self.op.attributes)
        yield from self.read_attributes(names)
        yield self.checked("GRAPH_FAILED", attributes=bool(names))
        yield f"opgen_ctx {self.call} = {{}};"
        yield f"{self.call}.struct_size = sizeof {self.call};"
        yield f"{self.call}.device_type = OPGEN_NPU;"
        for number, result in enumerate(self.op.results):
            if result.is_variadic:
                yield f"std::vector<opgen_meta> {result.name}({self._count(number)});"
            else:
                yield f"opgen_meta {result.name} = {{}};"

    def _count(self, number: int) -> str:
        info = f"context->GetComputeNodeInfo()->GetOutputInstanceInfo({number})"
        return f"{info}->GetInstanceNum()"

    def infer_arguments(self) -> Iterator[str]:
        """Yield the arguments of ``infer``."""
        yield f"&{self.call}"
        for operand in self.op.operands:
            yield from self._operand(operand)
        for result in self.op.results:
            yield from self._result(result)
        for attribute in self.op.attributes:
            yield from _argument(attribute)

    def _operand(self, operand: Operand) -> Iterator[str]:
        name = self.tensor(operand)
        if operand.arity is Arity.VARIADIC:
            yield from (f"{name}.data()", f"{name}.size()")
        else:
            yield f"&{name}"

    def _result(self, result: Result) -> Iterator[str]:
        if result.is_variadic:
            yield from (f"{result.name}.data()", f"{result.name}.size()")
        else:
            yield f"&{result.name}"

    def output_lines(self) -> Iterator[str]:
        """Yield the lines that write the inferred shapes."""
        yield f"size_t {self.at} = 0;"
        for result in self.op.results:
            put = f"opgen::npu::put_shape(context, {self.at}++, {{}}, {self.inputs}.is_open())"
            if result.is_variadic:
                each = put.format("one")
                yield f"for (const opgen_meta& one : {result.name}) {{"
                yield f"  if (!{each}) return GRAPH_FAILED;"
                yield "}"
            else:
                yield f"if (!{put.format(result.name)}) return GRAPH_FAILED;"

    # Element types

    def type_lines(self) -> Iterator[str]:
        """Yield the lines that tell the element type of each output."""
        sources = [self._type(result) for result in self.op.results]
        if any(self.attributes in source for source in sources):
            yield f"opgen::npu::Attributes {self.attributes}(context->GetAttrs());"
        yield f"size_t {self.at} = 0;"
        for number, (result, source) in enumerate(zip(self.op.results, sources, strict=True)):
            kind = free_name(f"type_of_{result.name}", argument_names(self.op))
            yield f"const DataType {kind} = {source};"
            put = f"context->SetOutputDataType({self.at}++, {kind}) != GRAPH_SUCCESS"
            if result.is_variadic:
                yield f"for (size_t left = {self._count(number)}; left > 0; --left) {{"
                yield f"  if ({put}) return GRAPH_FAILED;"
                yield "}"
            else:
                yield f"if ({put}) return GRAPH_FAILED;"

    def _type(self, result: Result) -> str:
        op, variable = self.op, result.type_variable
        bearers = [(n, o) for n, o in enumerate(op.operands) if o.type_variable == variable]
        for number, operand in sorted(bearers, key=lambda pair: pair[1].arity is not Arity.SINGLE):
            if operand.arity is Arity.VARIADIC:
                return f"context->GetDynamicInputDataType({number}, 0)"
            word = "Optional" if operand.arity is Arity.OPTIONAL else "Required"
            return f"context->Get{word}InputDataType({number})"
        for number, attribute in enumerate(op.attributes):
            if attribute.type_variable == variable:
                return f"static_cast<DataType>({self.attributes}.integer({number}))"
        return DATA_TYPES[op.type_variable(variable).dtypes[0]].graph

    def infer(self) -> str:
        """Return the name of the neutral function."""
        return infer_symbol(self.op)


def _argument(attribute: Attribute) -> Iterator[str]:
    if attribute.kind.is_array:
        yield from (f"{attribute.name}.data()", f"{attribute.name}.size()")
    elif attribute.kind is AttributeKind.SEED:
        yield f"static_cast<uint64_t>({attribute.name})"
    else:
        yield attribute.name
