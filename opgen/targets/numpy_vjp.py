"""The function of the NumPy package that pulls cotangents of an operator's results back."""

from __future__ import annotations

from collections.abc import Sequence

from opgen.dataclass import dataclass
from opgen.ops import (
    Arity,
    BoundArgument,
    GradientRule,
    Op,
    Operand,
    OpSet,
    Result,
    ValueKind,
)
from opgen.ops.optional_attributes import as_given
from opgen.targets.cpp import argument_names, free_name
from opgen.targets.numpy_function import (
    ARRAY,
    bare_tuple,
    declared,
    draws,
    dtype_text,
    generator_name,
    passed,
    seed_name,
)
from opgen.targets.python import Parameter, argument_text, literal, parameters, value_literal


def vjp_view(op: Op, model: OpSet) -> dict[str, object]:
    """Return what the function prints."""
    names = _Names.of(op)
    cotangents = {r.name: names.cotangents[r.name] for r in op.public_results}
    bound = [argument for rule in op.gradient for argument in rule.arguments]
    wanted = {a.name for a in bound if a.kind is ValueKind.RESULT_GRADIENT}
    may_be_missing = len(cotangents) > 1
    kinds = [_cotangent_type(r, may_be_missing=may_be_missing) for r in op.public_results]
    ordered = parameters(op, dtype_text)
    return {
        "parameters": [
            *(f"{name}: {kind}" for name, kind in zip(cotangents.values(), kinds, strict=True)),
            *_declared_with_seed(op, ordered),
        ],
        "returns": _returned_type(op),
        "fills_in": may_be_missing or bool(wanted & op.saved),
        "given": bare_tuple([cotangents.get(r.name, "None") for r in op.results]),
        "filled": [
            "_" if r.name in op.saved - wanted else names.cotangents[r.name] for r in op.results
        ],
        "package": names.package,
        "arguments_text": [
            *(
                f"{cotangents[r.name]}: Cotangent of {r.name}, with its shape and dtype"
                + ("; `None` stands for zeros." if may_be_missing else ".")
                for r in op.public_results
            ),
            *(argument_text(op, parameter) for parameter in ordered),
        ],
        "promoted": _promoted_view(op, names),
        "call_arguments": passed(op),
        "needs_results": any(argument.kind is ValueKind.RESULT for argument in bound),
        "results": [result.name for result in op.results],
        "rules": [_rule_view(rule, names, model.backward_op(op, rule)) for rule in op.gradient],
        "gradients": [_gradient(op, index, names) for index in range(len(op.operands))],
    }


def _cotangent_type(result: Result, *, may_be_missing: bool) -> str:
    kind = "Sequence[ArrayLike]" if result.is_variadic else "ArrayLike"
    return f"{kind} | None" if may_be_missing else kind


def _declared_with_seed(op: Op, ordered: Sequence[Parameter]) -> list[str]:
    """Return the parameters; the seed has to be that of the call that is differentiated."""
    pieces = declared(op, ordered)
    if not draws(op):
        return pieces
    seed, generator = seed_name(op), generator_name(op)
    kept = [piece for piece in pieces if not piece.startswith((f"{generator}:", f"{seed}:"))]
    return [*kept, f"{seed}: int"]


def _promoted_view(op: Op, names: _Names) -> dict[str, str] | None:
    if op.promotion is None:
        return None
    operands = [operand.name for operand in op.operands]
    target = f"({operands[0]},)" if len(operands) == 1 else ", ".join(operands)
    return {"given": names.given, "operands": bare_tuple(operands), "targets": target}


@dataclass(frozen=True, slots=True)
class _Names:
    """The names that a ``vjp`` function uses beside those of the spec.

    Attributes:
        cotangents: For each result, the parameter with its cotangent.
        gradients: For each operand, the local with its gradient.
        package: The module of the library.
        given: The local with the operands before they are promoted.
    """

    cotangents: dict[str, str]
    gradients: dict[str, str]
    package: str
    given: str

    @classmethod
    def of(cls, op: Op) -> _Names:
        taken = argument_names(op)
        cotangents = {r.name: free_name(f"d{r.name}", taken) for r in op.results}
        taken |= set(cotangents.values())
        gradients = {o.name: free_name(f"grad_{o.name}", taken) for o in op.operands}
        taken |= {*gradients.values(), op.name, f"{op.name}_vjp"}
        package = free_name(op.library.name, taken)
        return cls(cotangents, gradients, package, free_name("given", taken | {package}))


def _returned_type(op: Op) -> str:
    return f"tuple[{', '.join(_gradient_type(op, operand) for operand in op.operands)}]"


def _gradient_type(op: Op, operand: Operand) -> str:
    if operand.name not in op.differentiated:
        return "None"
    if operand.arity is Arity.VARIADIC:
        return f"list[{ARRAY}]"
    may_be_missing = operand.arity is Arity.OPTIONAL or _is_promoted(op, operand)
    return f"{ARRAY} | None" if may_be_missing else ARRAY


def _is_promoted(op: Op, operand: Operand) -> bool:
    return op.promotion is not None and operand.name in op.promotion.operands


def _rule_view(rule: GradientRule, names: _Names, backward: Op) -> dict[str, object]:
    targets = [
        "_" if target is None else names.gradients[target]
        for target, result in zip(rule.targets, backward.results, strict=True)
        if result.name not in backward.saved
    ]
    by_name = {p.name for p in parameters(backward, dtype_text) if p.keyword_only}
    operands = {operand.name for operand in backward.operands}
    return {
        "targets": ", ".join(targets),
        "function": f"{names.package}.{rule.op}",
        "arguments": [
            f"{argument.parameter}={value}" if named else value
            for argument in as_given(rule.arguments)
            if argument.kind is not ValueKind.ABSENT or argument.parameter in operands
            for value in [_bound_value(argument, names, backward)]
            for named in [_is_positional(argument) and argument.parameter in by_name]
        ],
    }


def _is_positional(argument: BoundArgument) -> bool:
    return argument.kind not in {ValueKind.LITERAL, ValueKind.ATTRIBUTE}


def _bound_value(argument: BoundArgument, names: _Names, backward: Op) -> str:
    if argument.kind is ValueKind.ABSENT:
        return "None"
    if argument.kind is ValueKind.LITERAL:
        kinds = {attribute.name: attribute.kind for attribute in backward.attributes}
        kind = kinds.get(argument.parameter)
        value = argument.literal
        text = literal(value) if kind is None else value_literal(value, kind, dtype_text)
        return f"{argument.parameter}={text}"
    if argument.kind is ValueKind.RESULT_GRADIENT:
        return names.cotangents[argument.name]
    if argument.kind is ValueKind.ATTRIBUTE:
        return f"{argument.parameter}={argument.name}"
    return argument.name


def _gradient(op: Op, index: int, names: _Names) -> str:
    operand = op.operands[index]
    if operand.name not in op.differentiated:
        return "None"
    gradient = names.gradients[operand.name]
    if _is_promoted(op, operand):
        return f"opgen_runtime.gradient_like({gradient}, {names.given}[{index}])"
    if operand.arity is Arity.OPTIONAL:
        return f"None if {operand.name} is None else {gradient}"
    return gradient
