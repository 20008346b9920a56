"""The functor of an operator: what its function in OneFlow's functional interface does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from opgen.ops import (
    Arity,
    Attribute,
    AttributeKind,
    DType,
    Op,
    Operand,
    PromotionMode,
    Result,
    Trait,
    ValueKind,
)
from opgen.targets.cpp import Step, argument_names, free_name, string_literal
from opgen.targets.oneflow.declared import literal_of
from opgen.targets.oneflow.layout import Layout
from opgen.targets.oneflow.signature import FunctionParameter, in_place_name, signature_of
from opgen.targets.oneflow.types import ATTRIBUTE_TYPES, DATA_TYPES, PARAMETER_TYPES

_HEADERS: Final = (
    "oneflow/core/framework/mutable_attr_map.h",
    "oneflow/core/framework/op_builder.h",
    "oneflow/core/framework/op_interpreter/op_interpreter_util.h",
    "oneflow/core/functional/function_library.h",
    "oneflow/core/functional/impl/common.h",
)

_MANY: Final = 4
"""So many operands are a list of arguments; more are gathered one by one."""

_OWN_NAMES: Final = ("attrs", "inputs", "outputs", "op", "tensor")


def functor_view(op: Op, layout: Layout) -> dict[str, object]:
    """Return what the file with the functor prints."""
    own = (layout.functional_header(op), layout.runtime("opgen_oneflow_functional.h"))
    return {"includes": sorted([*_HEADERS, *own]), **_Writer(op).view()}


class _Writer:
    """Writes the functor of one operator."""

    def __init__(self, op: Op) -> None:
        self._op = op
        self._signature = signature_of(op)
        taken = argument_names(op) | {in_place_name(op)}
        self._own = {name: free_name(name, taken) for name in _OWN_NAMES}
        self._taken = taken | {*self._own.values()}
        self._promoted = {
            name: free_name(f"promoted_{name}", self._taken)
            for name in (op.promotion.operands if op.promotion else ())
        }
        copied = [] if Trait.ELEMENTWISE in op.traits else [pair.operand for pair in op.inplace]
        self._copies = {name: free_name(f"read_{name}", self._taken) for name in copied}
        self._locals = self._promoted | self._copies
        self._counts = list(self._counted())
        self._gathers = len(op.operands) > _MANY or any(
            operand.arity is not Arity.SINGLE for operand in op.operands
        )

    def view(self) -> dict[str, object]:
        signature = self._signature
        return {
            "function": signature.function,
            "class_name": f"{signature.function}Functor",
            "registered": self._op.registered_name,
            "returns": signature.returns.replace("one::", ""),
            "parameters": [parameter.declaration for parameter in signature.parameters],
            "builder": self._builder(),
            "counted": bool(self._counts),
            "steps": list(self._steps()),
        }

    def _counted(self) -> Iterator[tuple[Operand | Result, str]]:
        """Yield what comes in different numbers, and the number in a call."""
        for operand in self._op.operands:
            if operand.arity is Arity.OPTIONAL:
                yield operand, f"{operand.name} ? 1 : 0"
            elif operand.arity is Arity.VARIADIC:
                yield operand, f"static_cast<int32_t>({operand.name}.size())"
        for result in self._op.results:
            if result.is_variadic:
                yield result, self._result_count(result)

    def _result_count(self, result: Result) -> str:
        counting: tuple[Operand | Attribute, ...] = (*self._op.operands, *self._op.attributes)
        source = next(argument for argument in counting if argument.name == result.count)
        is_number = isinstance(source, Attribute) and not source.kind.is_array
        return f"static_cast<int32_t>({source.name}{'' if is_number else '.size()'})"

    def _builder(self) -> list[dict[str, str]]:
        """Return the calls that build the expression, and when each one is made."""
        index = {argument.name: at for at, (argument, _) in enumerate(self._counts)}
        calls: list[dict[str, str]] = []
        every: tuple[Operand | Result, ...] = (*self._op.operands, *self._op.results)
        for argument in every:
            method = "Input" if isinstance(argument, Operand) else "Output"
            label = string_literal(argument.name)
            at = index.get(argument.name)
            call = f"{method}({label})" if at is None else f"{method}({label}, counts.at({at}))"
            calls.append({"call": call, "condition": "" if at is None else f"counts.at({at}) > 0"})
        return calls

    def _steps(self) -> Iterator[Step]:
        op = self._op
        yield from self._promotion()
        passed = dict(self._attribute_values())
        for _, locals_before in passed.values():
            yield from locals_before
        if passed:
            names = tuple(map(string_literal, passed))
            attrs = self._own["attrs"]
            yield Step(f"auto& {attrs} = THREAD_CACHED_MUTABLE_ATTR_MAP(", names, ");")
            yield Step(f"{attrs}.SetAllAttrs(", tuple(value for value, _ in passed.values()), ");")
        expression = "*op_"
        if self._counts:
            numbers = ", ".join(number for _, number in self._counts)
            yield Step(f"const auto {self._own['op']} = JUST(ops_.get({{{numbers}}}));")
            expression = f"*{self._own['op']}"
        yield from self._kept_copies()
        if self._gathers:
            yield from self._gathered()
        tail = f", {self._own['attrs']}" if passed else ""
        if op.inplace:
            yield from self._in_place(expression, tail)
        yield from self._dispatch(f"{expression}, {self._inputs()}{tail}")

    def _promotion(self) -> Iterator[Step]:
        promotion = self._op.promotion
        if promotion is None:
            return
        for name, local in self._promoted.items():
            yield Step(f"auto {local} = {name};")
        tensors = ", ".join(f"&{local}" for local in self._promoted.values())
        options = ", /*float_if_int=*/true" if promotion.mode is PromotionMode.FLOAT_IF_INT else ""
        call = f"JUST(opgen_oneflow::promote({{{tensors}}}{options}));"
        # What is written over stays as it is.
        yield Step(f"if (!{in_place_name(self._op)}) {call}" if self._op.inplace else call)

    def _attribute_values(self) -> Iterator[tuple[str, tuple[str, tuple[Step, ...]]]]:
        """Yield for each attribute the value that is set, and a local that comes before."""
        by_name = {parameter.name: parameter for parameter in self._signature.parameters}
        for attribute in self._op.public_attributes:
            yield attribute.name, self._attribute_value(attribute, by_name[attribute.name])
            if attribute.flag:
                yield attribute.flag, (f"static_cast<bool>({attribute.name})", ())

    def _attribute_value(
        self, attribute: Attribute, parameter: FunctionParameter
    ) -> tuple[str, tuple[Step, ...]]:
        name, kind = attribute.name, attribute.kind
        value = name
        if parameter.is_optional:
            value = self._given_or_default(attribute)
        if kind is AttributeKind.DTYPE and not parameter.is_optional:
            return f"{value}->data_type()", ()
        if kind is AttributeKind.BOOL_ARRAY:
            local = free_name(f"{name}_values", self._taken)
            return local, tuple(self._truth_values(attribute, parameter, local))
        if not parameter.is_optional:
            return value, ()
        local = free_name(f"{name}_value", self._taken)
        return local, (Step(f"const {ATTRIBUTE_TYPES[kind]} {local} = {value};"),)

    def _truth_values(
        self, attribute: Attribute, parameter: FunctionParameter, local: str
    ) -> Iterator[Step]:
        """Yield what makes a list of truth values one of integers, as the operator has it."""
        given = attribute.name
        if parameter.is_optional:
            given = free_name(f"given_{attribute.name}", self._taken)
            yield Step(f"const auto {given} = {self._given_or_default(attribute)};")
        yield Step(f"const std::vector<int32_t> {local}({given}.begin(), {given}.end());")

    def _given_or_default(self, attribute: Attribute) -> str:
        name, kind = attribute.name, attribute.kind
        if kind is AttributeKind.SEED:
            return f"{name} ? {name}.value_or(0) : JUST(opgen_oneflow::drawn_seed())"
        assert attribute.default is not None
        if kind is AttributeKind.DTYPE:
            dtype = DType.named(str(attribute.default))
            assert dtype is not None
            return f"{name} ? JUST({name})->data_type() : DataType::{DATA_TYPES[dtype]}"
        return f"{name}.value_or({default_expression(attribute)})"

    def _gathered(self) -> Iterator[Step]:
        inputs, tensor = self._own["inputs"], self._own["tensor"]
        yield Step(f"TensorTuple {inputs};")
        for operand in self._op.operands:
            name = self._locals.get(operand.name, operand.name)
            if operand.arity is Arity.OPTIONAL:
                yield Step(f"if ({name}) {inputs}.push_back(JUST({name}));")
            elif operand.arity is Arity.VARIADIC:
                yield Step(f"for (const auto& {tensor} : {name}) {inputs}.push_back({tensor});")
            else:
                yield Step(f"{inputs}.push_back({name});")

    def _kept_copies(self) -> Iterator[Step]:
        """Copy what is written over: a kernel that isn't elementwise may read it afterwards."""
        for name, local in self._copies.items():
            copied = f"{in_place_name(self._op)} ? JUST(functional::Identity({name})) : {name}"
            yield Step(f"const auto {local} = {copied};")

    def _inputs(self) -> str:
        if self._gathers:
            return self._own["inputs"]
        names = (self._locals.get(operand.name, operand.name) for operand in self._op.operands)
        return f"{{{', '.join(names)}}}"

    def _in_place(self, expression: str, tail: str) -> Iterator[Step]:
        op = self._op
        read = {
            argument.name
            for rule in op.gradient
            for argument in rule.arguments
            if argument.kind is ValueKind.OPERAND
        }
        yield Step(f"if ({in_place_name(op)}) {{")
        for pair in op.inplace:
            yield Step(f"  JUST(CheckInplaceValid({pair.operand}));")
            if pair.operand in read:
                problem = f"{op.name}: the gradient needs {pair.operand}, don't write over it"
                yield Step(f"  CHECK_OR_RETURN(!{pair.operand}->requires_grad())")
                yield Step(f"      << Error::RuntimeError() << {string_literal(problem)};")
        outputs = self._own["outputs"]
        yield Step(f"  TensorTuple {outputs}({len(op.results)});")
        indices = {result.name: at for at, result in enumerate(op.results)}
        for pair in op.inplace:
            yield Step(f"  {outputs}.at({indices[pair.result]}) = {pair.operand};")
        arguments = f"{expression}, {self._inputs()}, &{outputs}{tail}"
        yield Step(f"  JUST(OpInterpUtil::Dispatch({arguments}));")
        yield Step(f"  return {self._returned('.')};")
        yield Step("}")

    def _dispatch(self, arguments: str) -> Iterator[Step]:
        op = self._op
        if len(op.results) == 1 and not op.results[0].is_variadic:
            yield Step(f"return OpInterpUtil::Dispatch<Tensor>({arguments});")
        elif op.public_results == op.results:
            yield Step(f"return OpInterpUtil::Dispatch<TensorTuple>({arguments});")
        else:
            yield Step(
                f"const auto outputs = JUST(OpInterpUtil::Dispatch<TensorTuple>({arguments}));"
            )
            yield Step(f"return {self._returned('->')};")

    def _returned(self, access: str) -> str:
        op, tuple_name = self._op, self._own["outputs"]
        indices = {result.name: at for at, result in enumerate(op.results)}
        public = [f"{tuple_name}{access}at({indices[r.name]})" for r in op.public_results]
        if not self._signature.gives_tuple:
            return public[0]
        if op.public_results == op.results and access == ".":
            return tuple_name
        return f"TensorTuple{{{', '.join(public)}}}"


def default_expression(attribute: Attribute) -> str:
    """Return the default of an attribute as an expression of its parameter's type."""
    assert attribute.default is not None
    value = literal_of(attribute.kind, attribute.default)
    if attribute.kind is AttributeKind.SHAPE:
        return value
    return f"{PARAMETER_TYPES[attribute.kind]}{value if value[0] == '{' else f'({value})'}"
