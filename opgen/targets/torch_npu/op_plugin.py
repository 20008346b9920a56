"""An operator as op-plugin's YAML files describe it, for whoever brings it upstream.

op-plugin generates the host function of an operator where its results' sizes and dtypes are
expressions; which rules are such is decided here. Knows neither the generator nor a template.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from opgen.ops import (
    Arity,
    AttributeKind,
    BoundArgument,
    Broadcast,
    Dims,
    GradientRule,
    NamedRule,
    Op,
    OpSet,
    PerResult,
    Reduce,
    Result,
    SameAs,
    ValueKind,
)
from opgen.ops.op import ELLIPSIS
from opgen.ops.optional_attributes import as_given
from opgen.targets.ascend.view import ir_op
from opgen.targets.cpp import argument_names, free_name, string_literal
from opgen.targets.python import is_seed
from opgen.targets.pytorch_binding import arguments
from opgen.targets.pytorch_types import SCALAR_TYPES
from opgen.targets.torch_npu.functions import NpuFunction, npu_functions

VERSIONS: Final = "[v2.6, newest]"
"""The versions of PyTorch that an entry is for."""

_BY_HAND: Final = {
    AttributeKind.SEED: "op-plugin draws seeds from a generator of its own",
    AttributeKind.DTYPE: "op-plugin passes an element type on as another type",
    AttributeKind.BOOL_ARRAY: "op-plugin passes no lists of booleans on",
}
"""Why op-plugin can't generate a function with an attribute of a kind."""


_LIST: Final = re.compile(r"=\[[^]]*\]")


class _ByHandError(Exception):
    """Says why a host function has to be written by hand."""


def entries(op: Op) -> list[dict[str, object]]:
    """Return the entry of each function of ``op`` in ``op_plugin_functions.yaml``."""
    return [_entry(function) for function in npu_functions(op)]


def _entry(function: NpuFunction) -> dict[str, object]:
    seeded = _counts_as_random(function.signature)
    head = {"func": _schema(function), "versions": VERSIONS, "is_random": seeded}
    file = f"op_plugin/ops/opapi/{ir_op(function.op).name}KernelNpuOpApi.cpp"
    try:
        return head | {"by_hand": "", "generated": _generated(function)}
    except _ByHandError as reason:
        return head | {"by_hand": f"needs {file}: {reason}", "generated": None}


def _counts_as_random(op: Op) -> bool:
    """Whether torchgen wants a tag that says so: of what draws numbers, and by some names."""
    names = [argument.name for argument in arguments(op)]
    dropped = any("dropout" in name for name in (op.name, *names))
    return (
        any(map(is_seed, op.attributes))
        or "rand" in op.name
        or (dropped and "backward" not in op.name)
    )


def _schema(function: NpuFunction) -> str:
    """Return the schema as torchgen reads it: without blanks between the items of a list."""
    return _LIST.sub(lambda match: match[0].replace(", ", ","), function.schema)


def _generated(function: NpuFunction) -> dict[str, object]:
    op = function.signature
    for attribute in op.attributes:
        if attribute.flag:
            raise _ByHandError(f"{attribute.name} may be absent, which is a flag of the kernel")
        if attribute.kind in _BY_HAND:
            raise _ByHandError(_BY_HAND[attribute.kind])
    if not any(operand.arity is Arity.SINGLE for operand in op.operands):
        raise _ByHandError("op-plugin wants a tensor that has to be given")
    taken = argument_names(function.op)
    several = len(op.results) > 1
    names = [free_name(f"out{i}" if several else "out", taken) for i in range(len(op.results))]
    outputs = [
        {
            "name": name,
            "size": _scalar(_size(function, result)),
            "dtype": _scalar(_dtype(op, result)),
        }
        for name, result in zip(names, op.results, strict=True)
    ]
    made = dict.fromkeys(function.absent, "c10::optional<at::Tensor>()")
    passed = {a.name: a.name for a in arguments(function.op)}
    for attribute in op.attributes:
        if attribute.kind in {AttributeKind.STR, AttributeKind.ENUM}:
            local = free_name(f"{attribute.name}_text", taken)
            passed[attribute.name] = local
            made[local] = f"const_cast<char *>({attribute.name}.data())"
    call = ir_op(function.op).call
    listed = ", ".join([call, *passed.values(), *names]) if made else call
    texts = {name: _scalar(text) for name, text in made.items()}
    return {"outputs": outputs, "made": texts, "exec": listed}


def _scalar(text: str) -> str:
    """Return ``text`` as a scalar of YAML, quoted unless it is a name."""
    return text if text.isidentifier() else "'" + text.replace("'", "''") + "'"


def _dtype(op: Op, result: Result) -> str:
    variable = result.type_variable
    for operand in op.operands:
        if operand.type_variable == variable and operand.arity is Arity.SINGLE:
            return operand.name
    dtypes = op.type_variable(variable).dtypes
    if len(dtypes) != 1:
        raise _ByHandError(f"the dtype of {result.name} is that of no single tensor")
    return f"at::k{SCALAR_TYPES[dtypes[0]]}"


def _size(function: NpuFunction, result: Result) -> str:
    op = function.signature
    if result.is_variadic:
        raise _ByHandError("op-plugin generates no lists of tensors")
    rule = function.op.shape
    index = op.results.index(result)
    if isinstance(rule, PerResult):
        return _named(op, rule.rules[index])
    if isinstance(rule, Dims):
        return _letters(function, rule, rule.results[index])
    if isinstance(rule, SameAs | Broadcast | Reduce):
        return _named(op, rule)
    raise _ByHandError(f"the size of {result.name} is no expression that op-plugin has")


def _named(op: Op, rule: NamedRule) -> str:
    singles = {operand.name for operand in op.operands if operand.arity is Arity.SINGLE}
    if isinstance(rule, SameAs) and rule.operand in singles:
        return rule.operand
    if isinstance(rule, Broadcast) and len(rule.operands) > 1 and set(rule.operands) <= singles:
        return _broadcast([f"{name}.sizes()" for name in rule.operands])
    if isinstance(rule, Reduce) and rule.operand in singles:
        keepdim = rule.keepdim or "false"
        kind = next(a.kind for a in op.attributes if a.name == rule.axes)
        axes = rule.axes if kind.is_array else f"at::IntArrayRef({{{rule.axes}}})"
        return f"op_infer::reduce_ops_npu_output_size({rule.operand}, {axes}, {keepdim})"
    raise _ByHandError("the rule of its size is none that op-plugin has a function for")


def _letters(function: NpuFunction, rule: Dims, group: tuple[str, ...]) -> str:
    """Return sizes by letters: where ``...`` comes first in one operand, after its leading ones."""
    positions = {operand.name: at for at, operand in enumerate(function.op.operands)}
    groups = {
        operand.name: rule.operands[positions[operand.name]]
        for operand in function.signature.operands
        if operand.arity is Arity.SINGLE
    }
    sizes = [_letter(letter, rule, groups) for letter in group if letter != ELLIPSIS]
    if ELLIPSIS not in group:
        return f"c10::SmallVector<int64_t, 8>({{{', '.join(sizes)}}})"
    batched = [name for name, letters in groups.items() if ELLIPSIS in letters]
    if not batched or any(g[0] != ELLIPSIS for g in (group, *(groups[n] for n in batched))):
        raise _ByHandError("its leading sizes are those of no tensor that has to be given")
    kept = [f"{n}.sizes().slice(0, {n}.dim() - {len(groups[n]) - 1})" for n in batched]
    leading = f"{kept[0]}.vec()" if len(kept) == 1 else _broadcast(kept)
    appended = f"sizes.insert(sizes.end(), {{{', '.join(sizes)}}}); " if sizes else ""
    return f"[&] {{ auto sizes = {leading}; {appended}return sizes; }}()"


def _broadcast(shapes: Sequence[str]) -> str:
    """Return the shape that several broadcast to, as an expression."""
    text, *rest = shapes
    for shape in rest:
        text = f"op_infer::broadcast_ops_npu_output_size({text}, {shape})"
    return text


def _letter(letter: str, rule: Dims, groups: Mapping[str, tuple[str, ...]]) -> str:
    if letter in rule.sizes:
        return letter
    for name, letters in groups.items():
        if letter in letters:
            at = letters.index(letter)
            behind = ELLIPSIS in letters[:at]
            return f"{name}.size({at - len(letters) if behind else at})"
    raise _ByHandError(f"no tensor that has to be given has the size {letter}")


def derivatives(op: Op, model: OpSet) -> list[dict[str, object]]:
    """Return the entry of each function of ``op`` in ``derivatives.yaml``, if it has a gradient."""
    if not op.gradient or any(result.is_variadic for result in op.results):
        return []
    return [
        {
            "name": _schema(function),
            "formulas": list(_formulas(function, model)),
            "differentiable": _differentiable(op),
        }
        for function in npu_functions(op)
    ]


def _differentiable(op: Op) -> str:
    """Return which results have a gradient; empty if all do."""
    used = _used_gradients(op)
    flags = [str(result.name in used) for result in op.results]
    return "" if all(result.name in used for result in op.results) else f"[{', '.join(flags)}]"


def _used_gradients(op: Op) -> set[str]:
    """Return the results whose gradients are needed for those of operands."""
    bound = [argument for rule in op.gradient for argument in rule.arguments]
    return {a.name for a in bound if a.kind is ValueKind.RESULT_GRADIENT}


def _formulas(function: NpuFunction, model: OpSet) -> Iterator[dict[str, str]]:
    op = function.op
    operands = [operand.name for operand in function.signature.operands]
    with_gradient: set[str | None] = set()
    for rule in op.gradient:
        with_gradient |= set(rule.targets)
        call = _call(function, rule, model.backward_op(op, rule))
        if set(rule.targets) <= set(operands):
            yield {"argument": ", ".join(map(str, rule.targets)), "formula": call}
            continue
        # A result that stands for no argument can't be left out of a list of them.
        for index, target in enumerate(rule.targets):
            if target in operands:
                yield {"argument": str(target), "formula": f"std::get<{index}>({call})"}
    for name in operands:
        if name not in with_gradient:
            yield {"argument": name, "formula": "non_differentiable"}


def _call(function: NpuFunction, rule: GradientRule, backward: Op) -> str:
    by_parameter = {argument.parameter: argument for argument in as_given(rule.arguments)}
    *without, chosen = npu_functions(backward)
    if without and _is_absent(by_parameter[without[0].absent[0]], function.absent):
        (chosen,) = without
    given = [by_parameter[a.name] for a in arguments(chosen.signature)]
    operands = {operand.name for operand in backward.operands}
    values = ", ".join(
        _value(a, function.op)
        if a.kind is not ValueKind.ABSENT or a.parameter in operands
        else "c10::nullopt"
        for a in given
    )
    return f"{chosen.name}({values})"


def _is_absent(argument: BoundArgument, absent: tuple[str, ...]) -> bool:
    return argument.kind is ValueKind.ABSENT or argument.name in absent


def _value(argument: BoundArgument, op: Op) -> str:
    results = [result.name for result in op.results]
    if argument.kind is ValueKind.RESULT_GRADIENT:
        # torchgen wants the short form where the first result alone has a gradient.
        is_first = _used_gradients(op) <= {results[0]}
        return "grad" if is_first else f"grads[{results.index(argument.name)}]"
    if argument.kind is ValueKind.RESULT:
        return "result" if len(results) == 1 else f"result{results.index(argument.name)}"
    if argument.kind is ValueKind.ABSENT:
        return "c10::optional<at::Tensor>()"
    if argument.kind is ValueKind.LITERAL:
        return _literal(argument.literal)
    return argument.name


def _literal(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"at::IntArrayRef({{{', '.join(map(_literal, value))}}})"
    return string_literal(value) if isinstance(value, str) else repr(value)
