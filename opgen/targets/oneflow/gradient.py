"""The gradient of an operator as OneFlow's autograd has it: what is kept, and what is computed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from opgen.ops import (
    Arity,
    Attribute,
    AttributeKind,
    BoundArgument,
    GradientRule,
    Op,
    Operand,
    Result,
    ValueKind,
)
from opgen.targets.cpp import Step, argument_names, free_name, string_literal
from opgen.targets.oneflow.declared import class_of, literal_of
from opgen.targets.oneflow.layout import Layout
from opgen.targets.oneflow.signature import Signature, signature_of
from opgen.targets.oneflow.types import ATTRIBUTE_TYPES, PARAMETER_TYPES

_HEADERS: Final = (
    "oneflow/core/framework/attr_map.h",
    "oneflow/core/framework/op_expr.h",
    "oneflow/core/framework/op_expr_grad_function.h",
)

_OWN_NAMES: Final = {
    "state",
    "inputs",
    "outputs",
    "attrs",
    "out_grads",
    "in_grads",
    "composed_attrs",
    "fw_op_expr",
    "grads",
    "i",
}


def gradient_view(op: Op, backward_ops: dict[str, Op], layout: Layout) -> dict[str, object]:
    """Return what the file with the gradient prints.

    Args:
        op: The operator.
        backward_ops: The operator that each of its rules calls, by mnemonic.
        layout: Where files are.
    """
    own = (layout.functional_header(op), layout.runtime("opgen_oneflow_functional.h"))
    return {"includes": sorted([*_HEADERS, *own]), **_Writer(op, backward_ops).view()}


class _Writer:
    """Writes the gradient of one operator."""

    def __init__(self, op: Op, backward_ops: dict[str, Op]) -> None:
        self._op = op
        self._backward_ops = backward_ops
        self._taken = argument_names(op) | _OWN_NAMES
        self._targets = [o for o in op.operands if o.name in op.differentiated]
        # An operand that requires a gradient has to be given one, whatever the spec says.
        self._constant = [
            operand
            for operand in op.operands
            if operand not in self._targets and _may_be_floating(op, operand)
        ]
        bound = {(a.kind, a.name) for rule in op.gradient for a in rule.arguments}
        self._saved: list[Operand | Result] = [
            *(o for o in op.operands if (ValueKind.OPERAND, o.name) in bound),
            *(r for r in op.results if (ValueKind.RESULT, r.name) in bound),
        ]
        self._kept = [a for a in op.attributes if (ValueKind.ATTRIBUTE, a.name) in bound]

    def view(self) -> dict[str, object]:
        name = class_of(self._op).removesuffix("Op")
        every: tuple[Operand | Result, ...] = (*self._op.operands, *self._op.results)
        counted = [argument for argument in every if _is_counted(argument)]
        return {
            "registered": self._op.registered_name,
            "class_name": f"{name}Gradient",
            "state": f"{name}CaptureState",
            "fields": list(self._fields()),
            "init": [
                f"{self._count(argument)} = opgen_oneflow::{kind}_count(*fw_op_expr, {label});"
                for argument in counted
                for kind in ["input" if isinstance(argument, Operand) else "output"]
                for label in [string_literal(argument.name)]
            ],
            "members": [f"size_t {self._count(argument)} = 0;" for argument in counted],
            "capture": list(self._capture()),
            "apply": list(self._apply()),
            "keeps_attributes": bool(self._kept),
            **self._parameters(f"{name}CaptureState"),
        }

    def _parameters(self, state: str) -> dict[str, list[str]]:
        """Return the parameters of the methods, those without a name that aren't used."""
        outputs = any(not isinstance(argument, Operand) for argument in self._saved)
        bound = (argument for rule in self._op.gradient for argument in rule.arguments)
        cotangents = any(argument.kind is ValueKind.RESULT_GRADIENT for argument in bound)
        return {
            "capture_parameters": [
                f"{state}* state",
                "const TensorTuple& inputs",
                f"const TensorTuple&{' outputs' if outputs else ''}",
                f"const AttrMap&{' attrs' if self._kept else ''}",
            ],
            "apply_parameters": [
                f"const {state}* state",
                f"const TensorTuple&{' out_grads' if cotangents else ''}",
                "TensorTuple* in_grads",
            ],
        }

    def _fields(self) -> Iterator[str]:
        for operand in self._targets:
            yield f"bool {self._needed(operand)} = false;"
        if self._constant:
            yield f"opgen_oneflow::ZeroGradients {self._zeros};"
        for argument in self._saved:
            yield f"size_t {self._place(argument)} = 0;"
        for attribute in self._kept:
            yield f"{ATTRIBUTE_TYPES[attribute.kind]} {attribute.name}{{}};"

    def _needed(self, operand: Operand) -> str:
        return free_name(f"{operand.name}_requires_grad", self._taken)

    def _place(self, argument: Operand | Result) -> str:
        return free_name(f"saved_{argument.name}", self._taken)

    def _count(self, argument: Operand | Result) -> str:
        return free_name(f"{argument.name}_count", self._taken) + "_"

    def _position(self, argument: Operand | Result) -> str:
        """Return the place of an argument's first tensor among all operands, or results."""
        op = self._op
        every: Sequence[Operand | Result]
        every = op.operands if isinstance(argument, Operand) else op.results
        return self._total(every[: every.index(argument)])

    def _unless_needed(self) -> Iterator[Step]:
        """Yield what returns where no operand needs its gradient."""
        needed = tuple(f"state->{self._needed(operand)}" for operand in self._targets)
        if len(needed) == 1:
            yield Step(f"if (!{needed[0]}) return Maybe<void>::Ok();")
        else:
            local = free_name("requires_grad", self._taken)
            yield Step(f"const bool {local} = opgen_oneflow::any(", needed, ");")
            yield Step(f"if (!{local}) return Maybe<void>::Ok();")

    @property
    def _zeros(self) -> str:
        return free_name("zero_gradients", self._taken)

    def _capture(self) -> Iterator[Step]:
        for operand in self._constant:
            count = self._count(operand) if _is_counted(operand) else "1"
            arguments = ("state", "inputs", self._position(operand), count)
            yield Step(f"state->{self._zeros}.capture(", arguments, ");")
        yield from map(self._requires_grad, self._targets)
        yield from self._unless_needed()
        for argument in self._saved:
            yield from self._save(argument)
        if self._kept:
            yield Step("const ComposedAttrMap composed_attrs(attrs, base_attrs_);")
        for attribute in self._kept:
            own_type = ATTRIBUTE_TYPES[attribute.kind]
            label = string_literal(attribute.name)
            value = f"JUST(composed_attrs.GetAttr<{own_type}>({label}))"
            yield Step(f"state->{attribute.name} = {value};")

    def _requires_grad(self, operand: Operand) -> Step:
        at, target = self._position(operand), f"state->{self._needed(operand)}"
        if operand.arity is Arity.SINGLE:
            return Step(f"{target} = inputs.at({at})->requires_grad();")
        arguments = ("inputs", at, self._count(operand))
        return Step(f"{target} = opgen_oneflow::any_requires_grad(", arguments, ");")

    def _save(self, argument: Operand | Result) -> Iterator[Step]:
        source = "inputs" if isinstance(argument, Operand) else "outputs"
        at = self._position(argument)
        place = f"state->{self._place(argument)}"
        if not _is_counted(argument):
            yield Step(f"{place} = state->SaveTensorForBackward({source}.at({at}));")
            return
        yield Step(f"{place} = state->SavedTensors().size();")
        yield Step(f"for (size_t i = 0; i < {self._count(argument)}; ++i) {{")
        yield Step(f"  state->SaveTensorForBackward({source}.at({_plus(at, 'i')}));")
        yield Step("}")

    def _apply(self) -> Iterator[Step]:
        total = self._total(self._op.operands)
        yield Step(f"in_grads->resize({total});")
        # OneFlow asks for the gradient where any operand requires one; then nothing was saved.
        if self._constant:
            yield Step(f"JUST(state->{self._zeros}.apply(*state, in_grads));")
        yield from self._unless_needed()
        for argument in self._saved:
            place = f"state->{self._place(argument)}"
            if not _is_counted(argument):
                value = f"state->SavedTensors().at({place})"
                yield Step(f"const auto& {self._local(argument)} = {value};")
            elif _is_list(argument):
                yield Step(
                    f"const TensorTuple {self._local(argument)} = opgen_oneflow::slice(",
                    ("state->SavedTensors()", place, self._count(argument)),
                    ");",
                )
            else:
                yield Step(f"Optional<Tensor> {self._local(argument)};")
                given = f"{self._local(argument)} = state->SavedTensors().at({place})"
                yield Step(f"if ({self._count(argument)} > 0) {given};")
        for rule in self._op.gradient:
            yield from self._rule(rule)

    def _local(self, argument: Operand | Result) -> str:
        return free_name(argument.name, self._taken - {argument.name} | _OWN_NAMES)

    def _total(self, arguments: Sequence[Operand | Result]) -> str:
        total = "0"
        for argument in arguments:
            total = _plus(total, self._count(argument) if _is_counted(argument) else "1")
        return total

    def _rule(self, rule: GradientRule) -> Iterator[Step]:
        backward = self._backward_ops[rule.op]
        signature = signature_of(backward)
        targets = [self._op.operand(name) for name in rule.targets if name is not None]
        needed = tuple(f"state->{self._needed(operand)}" for operand in targets)
        arguments = self._arguments(rule, signature)
        if len(needed) == 1:
            yield Step(f"if ({needed[0]}) {{")
        else:
            yield Step("if (opgen_oneflow::any(", needed, ")) {")
        if not signature.gives_tuple:
            target = f"in_grads->at({self._position(targets[0])})"
            yield Step(f"  {target} = JUST(functional::{signature.function}(", arguments, "));")
        else:
            yield Step(
                f"  const auto grads = JUST(functional::{signature.function}(", arguments, "));"
            )
            yield from self._distributed(rule, backward)
        yield Step("}")

    def _distributed(self, rule: GradientRule, backward: Op) -> Iterator[Step]:
        """Give each operand its gradient, out of the tuple that the backward op returns."""
        at = "0"
        for name, result in zip(rule.targets, backward.public_results, strict=True):
            operand = None if name is None else self._op.operand(name)
            if operand is not None:
                yield from self._given(operand, at)
            many = operand is not None and result.is_variadic
            at = _plus(at, self._count(operand) if operand is not None and many else "1")

    def _given(self, operand: Operand, at: str) -> Iterator[Step]:
        position = self._position(operand)
        if operand.arity is Arity.VARIADIC:
            yield Step(f"  for (size_t i = 0; i < {self._count(operand)}; ++i) {{")
            target = f"in_grads->at({_plus(position, 'i')})"
            yield Step(f"    {target} = grads->at({_plus(at, 'i')});")
            yield Step("  }")
        else:
            given = f"in_grads->at({position}) = grads->at({at})"
            yield Step(f"  if (state->{self._needed(operand)}) {given};")

    def _arguments(self, rule: GradientRule, signature: Signature) -> tuple[str, ...]:
        bound = {argument.parameter: argument for argument in rule.arguments}
        values = []
        for parameter in signature.parameters:
            argument = parameter.argument
            if argument is None:
                values.append(f"/*{parameter.name}=*/false")
            elif isinstance(argument, Attribute) and argument.flag:
                values.append(self._optional(bound[parameter.name], bound[argument.flag], argument))
            else:
                values.append(self._value(bound[parameter.name], argument))
        return tuple(values)

    def _value(self, bound: BoundArgument, parameter: Operand | Attribute) -> str:
        if bound.kind is ValueKind.ABSENT:
            return f"/*{bound.parameter}=*/NullOpt"
        if bound.kind is ValueKind.LITERAL:
            assert isinstance(parameter, Attribute)
            assert bound.literal is not None
            return _literal(parameter.kind, literal_of(parameter.kind, bound.literal))
        if bound.kind is ValueKind.RESULT_GRADIENT:
            return self._cotangent(bound.name)
        if bound.kind is ValueKind.ATTRIBUTE:
            return self._attribute_value(bound.name)
        every: tuple[Operand | Result, ...] = (*self._op.operands, *self._op.results)
        return self._local(next(a for a in every if a.name == bound.name))

    def _optional(self, bound: BoundArgument, flag: BoundArgument, parameter: Attribute) -> str:
        """Return the value of an attribute that may be absent as an ``Optional``."""
        value = self._value(bound, parameter)
        if flag.kind is ValueKind.LITERAL:
            return value if flag.literal else f"/*{bound.parameter}=*/NullOpt"
        kind = f"Optional<{PARAMETER_TYPES[parameter.kind]}>"
        return f"state->{flag.name} ? {kind}({value}) : {kind}()"

    def _cotangent(self, name: str) -> str:
        result = next(result for result in self._op.results if result.name == name)
        at = self._position(result)
        if result.is_variadic:
            return f"opgen_oneflow::slice(out_grads, {at}, {self._count(result)})"
        return f"out_grads.at({at})"

    def _attribute_value(self, name: str) -> str:
        kind = next(a.kind for a in self._op.attributes if a.name == name)
        value = f"state->{name}"
        if kind is AttributeKind.DTYPE:
            return f"JUST(DType::Get({value}))"
        if kind is AttributeKind.BOOL_ARRAY:
            return f"std::vector<bool>({value}.begin(), {value}.end())"
        return value


def _literal(kind: AttributeKind, text: str) -> str:
    if kind is AttributeKind.DTYPE:
        return f"JUST(DType::Get({text}))"
    return text if kind is AttributeKind.SHAPE else f"{PARAMETER_TYPES[kind]}{_braced(text)}"


def _braced(text: str) -> str:
    return text if text.startswith("{") else f"({text})"


def _plus(sum_text: str, term: str) -> str:
    """Return a sum of numbers and counts, the numbers added up in front."""
    terms = [*sum_text.split(" + "), term]
    fixed = sum(int(term) for term in terms if term.isdigit())
    counts = [term for term in terms if not term.isdigit()]
    return " + ".join([*([str(fixed)] if fixed or not counts else []), *counts])


def _may_be_floating(op: Op, operand: Operand) -> bool:
    return any(dtype.is_floating for dtype in op.type_variable(operand.type_variable).dtypes)


def _is_counted(argument: Operand | Result) -> bool:
    """Whether it comes in different numbers."""
    return (
        argument.arity is not Arity.SINGLE
        if isinstance(argument, Operand)
        else argument.is_variadic
    )


def _is_list(argument: Operand | Result) -> bool:
    return not isinstance(argument, Operand) or argument.arity is Arity.VARIADIC
