"""How an operator looks in Python for MindSpore: what its runtime knows of it, its functions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from opgen.ops import (
    Attribute,
    AttributeKind,
    BoundArgument,
    Device,
    DType,
    GradientRule,
    Op,
    Operand,
    OpSet,
    PromotionMode,
    Result,
    ValueKind,
)
from opgen.ops.optional_attributes import flags_of
from opgen.targets import prose
from opgen.targets.ascend.kernel import served_dtypes
from opgen.targets.ascend.view import IrOp, ir_op
from opgen.targets.cpp import argument_names, free_name
from opgen.targets.headers import description_of, summary_of
from opgen.targets.mindspore.adapter import adapter_symbol, has_lists
from opgen.targets.mindspore.hybrid import HybridKernel
from opgen.targets.mindspore.shapes import has_shape_rule, numbers
from opgen.targets.mindspore.spelling import ATTRIBUTE_ANNOTATIONS, OPERAND_ANNOTATIONS
from opgen.targets.python import (
    Parameter,
    argument_text,
    docstring_text,
    is_seed,
    kept_results,
    literal,
    may_be_none,
    parameters,
    value_literal,
)


def dtype_text(dtype: DType) -> str:
    """Return an element type as an expression."""
    return f"ms.{_name(dtype)}"


def _name(dtype: DType) -> str:
    return "bool_" if dtype is DType.BOOL else prose.DTYPE_NAMES[dtype]


def function_view(op: Op, model: OpSet, kernel: HybridKernel | str) -> dict[str, object]:
    """Return what the Python module of ``op`` prints.

    Args:
        op: The operator.
        model: All operators.
        kernel: Its formula in the hybrid language, or why there is none.
    """
    ordered = parameters(op, dtype_text)
    annotations = list(_declared(ordered, tensors=numbers(op, model)))
    of_cell = [p for p in ordered if isinstance(p.argument, Attribute) and not is_seed(p.argument)]
    of_call = [p for p in ordered if p not in of_cell]
    seeds = [attribute.name for attribute in op.attributes if is_seed(attribute)]
    attributes = [a.name for a in op.public_attributes if not is_seed(a)]
    return {
        "op": op.name,
        "class_name": op.class_name,
        "qualified": f"{op.library.name}.{op.name}",
        "summary": docstring_text(summary_of(op)),
        "description": [docstring_text(line) for line in description_of(op).splitlines()],
        "has_shapes": has_shape_rule(op),
        "facts": list(_facts(op, model, kernel)),
        "parameters": annotations,
        "cell_parameters": list(_declared(of_cell, is_method=True)),
        "construct_parameters": ["self", *_by_position(of_call)],
        "returns": _returns(op.public_results),
        "options": _options(op),
        "run": "run_lists" if has_lists(op) else "run",
        "operands": _tuple([operand.name for operand in op.operands]),
        "attributes": _tuple(attributes),
        "seeds": _tuple(seeds),
        "kept": None if has_lists(op) else kept_results(op),
        "uses_sequence": any("Sequence" in text for text in annotations),
        "uses_any": any("Any" in text for text in annotations),
        "arguments_text": [argument_text(op, parameter) for parameter in ordered],
        "cell_text": [argument_text(op, parameter) for parameter in of_cell],
        "results_text": [f"{r.name}: {prose.result_text(op, r)}." for r in op.public_results],
    }


def _options(op: Op) -> list[dict[str, str]]:
    """Return the parameters that every cell has, by names that no attribute has."""
    taken = argument_names(op)
    return [
        {"name": free_name(name, taken), "type": kind, "text": text}
        for name, kind, text in (
            ("backward", "str", "What is differentiated: real, identity, stop or forward."),
            ("debug", "bool", "Whether the sums of gradients are printed."),
            (
                "func_type",
                "str",
                "What runs it: aot, the kernel; pyfunc, the reference; hybrid, the formula.",
            ),
        )
    ]


def _tuple(names: Sequence[str]) -> str:
    return f"({names[0]},)" if len(names) == 1 else f"({', '.join(names)})"


def _declared(
    ordered: Sequence[Parameter], *, is_method: bool = False, tensors: Collection[str] = ()
) -> Iterator[str]:
    if is_method:
        yield "self"
    keyword_only = False
    for parameter in ordered:
        if parameter.keyword_only and not keyword_only:
            keyword_only = True
            yield "*"
        default = f" = {parameter.default}" if parameter.default else ""
        or_tensor = " | Tensor" if parameter.name in tensors else ""
        yield f"{parameter.name}: {_annotation(parameter.argument)}{or_tensor}{default}"


def _by_position(ordered: Sequence[Parameter]) -> Iterator[str]:
    """Yield the parameters of a cell's call, which is by position: defaults are the last ones."""
    required = max((at for at, p in enumerate(ordered) if not p.default), default=-1)
    for at, parameter in enumerate(ordered):
        default = f" = {parameter.default}" if at > required else ""
        yield f"{parameter.name}: {_annotation(parameter.argument)}{default}"


def _annotation(argument: Operand | Attribute) -> str:
    if isinstance(argument, Operand):
        return OPERAND_ANNOTATIONS[argument.arity]
    return may_be_none(argument, ATTRIBUTE_ANNOTATIONS[argument.kind])


def _returns(results: Sequence[Result]) -> str:
    tensors = ["tuple[Tensor, ...]" if r.is_variadic else "Tensor" for r in results]
    return tensors[0] if len(tensors) == 1 else f"tuple[{', '.join(tensors)}]"


def _facts(op: Op, model: OpSet, kernel: HybridKernel | str) -> Iterator[str]:
    """Yield what the runtime is told of the operator, as keyword arguments."""
    yield f"symbol={literal(adapter_symbol(op))}"
    yield f"registered={literal(op.registered_name)}"
    operands = tuple((o.name, o.type_variable, o.arity.value) for o in op.operands)
    results = tuple((r.name, r.type_variable, r.count) for r in op.results)
    yield f"operands={literal(operands)}"
    yield f"results={literal(results)}"
    if op.attributes:
        owners = {flag: name for name, flag in flags_of(op.attributes).items()}
        described = tuple(_attribute(a, owners.get(a.name, "")) for a in op.attributes)
        yield f"attributes={literal(described)}"
    yield f"types={_types(op)}"
    if op.saved:
        yield f"saved={literal(tuple(sorted(op.saved)))}"
    if op.promotion is not None:
        yield f"promotes={literal(op.promotion.operands)}"
        if op.promotion.mode is PromotionMode.FLOAT_IF_INT:
            yield "float_if_int=True"
    if op.gradient:
        rules = [_rule(op, rule, model.backward_op(op, rule)) for rule in op.gradient]
        yield f"gradient={_tuple(rules)}"
    if given := numbers(op, model):
        yield f"numbers={literal(given)}"
    if has_shape_rule(op):
        yield "shapes=shapes"
    ir = ir_op(op, served_dtypes(op))
    types = _ascend_types(ir)
    if types and all(types.values()):
        yield f"ascend={literal(ir.name)}"
        yield f"ascend_types={_types_text(types)}"
    hybrid = kernel if isinstance(kernel, str) else (kernel.operands, kernel.result, kernel.scalars)
    yield f"hybrid={literal(hybrid)}"


def _attribute(attribute: Attribute, about: str) -> tuple[str | tuple[str, ...], ...]:
    is_word = attribute.kind is AttributeKind.ENUM
    extra = attribute.choices if is_word else attribute.type_variable or about
    return attribute.name, attribute.kind.value, extra


def _types(op: Op) -> str:
    return _types_text({v.name: op.dtypes_on(Device.CPU, v.name) for v in op.types})


def _types_text(types: Mapping[str, Sequence[DType]]) -> str:
    pieces = []
    for variable, dtypes in types.items():
        names = _tuple([literal(dtype.spelling) for dtype in dtypes])
        pieces.append(f"{literal(variable)}: {names}")
    return f"{{{', '.join(pieces)}}}"


def _ascend_types(ir: IrOp) -> dict[str, tuple[DType, ...]]:
    """Return the element types of type variables on Ascend.

    Nothing where one has none, so that the operator has no kernel there.
    """
    return {t.type_variable: tuple(dict.fromkeys(t.dtypes)) for t in (*ir.inputs, *ir.outputs)}


def _rule(op: Op, rule: GradientRule, backward: Op) -> str:
    bound = [_bound(argument, backward) for argument in rule.arguments]
    qualified = f"{op.library.name}.{rule.op}"
    return f"({literal(qualified)}, {_targets(rule)}, {_tuple(bound)})"


def _targets(rule: GradientRule) -> str:
    return literal(tuple(target or "" for target in rule.targets))


def _bound(argument: BoundArgument, backward: Op) -> str:
    if argument.kind is ValueKind.LITERAL:
        kinds = {attribute.name: attribute.kind for attribute in backward.attributes}
        kind = kinds[argument.parameter]
        value = value_literal(argument.literal, kind, dtype_text)
        return f'("literal", {value})'
    return literal((argument.kind.value, argument.name))
