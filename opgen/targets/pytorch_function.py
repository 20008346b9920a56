"""How an operator looks in Python over its registered op: gradient, batching, public function."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from opgen.ops import (
    Arity,
    Attribute,
    AttributeKind,
    BoundArgument,
    Broadcast,
    DType,
    GradientRule,
    Op,
    Operand,
    OpSet,
    PerResult,
    SameAs,
    Trait,
    ValueKind,
)
from opgen.targets.cpp import argument_names, free_name
from opgen.targets.headers import description_of, summary_of
from opgen.targets.python import Parameter, docstring_text, literal, parameters
from opgen.targets.pytorch_binding import arguments
from opgen.targets.pytorch_fake import RUNTIME_NAMES, local_names
from opgen.targets.pytorch_types import (
    ATTRIBUTE_ANNOTATIONS,
    OPERAND_ANNOTATIONS,
    TORCH_DTYPES,
    dtype_text,
    result_annotation,
)

_METHOD_NAMES: Final = RUNTIME_NAMES | {"ctx", "call", "inputs", "output"}
"""Names that a generated method uses and no operand may hide."""


def function_view(op: Op, model: OpSet) -> dict[str, object]:
    """Return what the Python module of ``op`` prints."""
    backward_ops = {rule.op: model.backward_op(op, rule) for rule in op.gradient}
    siblings = [backward for name, backward in backward_ops.items() if name != op.name]
    annotations = _signature(op)
    return {
        "name": op.name,
        "class_name": op.class_name,
        "library": op.library.name,
        "qualified": f"{op.library.name}::{op.name}",
        "summary": docstring_text(summary_of(op)),
        "siblings": [{"module": s.name, "class_name": s.class_name} for s in siblings],
        "autocast": _autocast_dtype(op),
        "batching": _batching(op),
        "gradient": _GradientWriter(op, backward_ops).view() if op.gradient else None,
        "infer_is_editable": op.infer_is_editable,
        "forward_parameters": list(local_names(op).values()),
        "parameters": annotations,
        "returns": result_annotation(op.results),
        "arguments": [op.class_name, "_op", *(argument.name for argument in arguments(op))],
        "uses_sequence": any("Sequence" in text for text in annotations),
        "docs": _docs(op),
    }


def _signature(op: Op) -> list[str]:
    pieces: list[str] = []
    for parameter in parameters(op, dtype_text):
        if parameter.keyword_only and "*" not in pieces:
            pieces.append("*")
        default = f" = {parameter.default}" if parameter.default else ""
        pieces.append(f"{parameter.name}: {_annotation(parameter)}{default}")
    return pieces


def _annotation(parameter: Parameter) -> str:
    argument = parameter.argument
    if isinstance(argument, Operand):
        return OPERAND_ANNOTATIONS[argument.arity]
    return ATTRIBUTE_ANNOTATIONS[argument.kind]


def _autocast_dtype(op: Op) -> str:
    """Return the element type that autocast gives the op's floating operands.

    An op that can't take the lower precision stays in single precision, and one that takes
    neither is left alone.
    """
    variables = {operand.type_variable for operand in op.operands}
    lists = [op.type_variable(name).dtypes for name in variables]
    floating = [dtypes for dtypes in lists if any(dtype.is_floating for dtype in dtypes)]
    for dtype in (DType.BF16, DType.F32):
        if floating and all(dtype in dtypes for dtypes in floating):
            return f"torch.{TORCH_DTYPES[dtype]}"
    return "None"


def _batching(op: Op) -> str:
    """Return the runtime's function that batches ``op``.

    A shape that operands broadcast to says nothing about which elements a result depends on, so
    only an elementwise op is batched at once.
    """
    if Trait.ELEMENTWISE not in op.traits:
        return "vmap_each"
    if _keeps_shape(op):
        return "vmap_elementwise"
    return "vmap_broadcast" if isinstance(op.shape, Broadcast) else "vmap_each"


def _keeps_shape(op: Op) -> bool:
    rules = op.shape.rules if isinstance(op.shape, PerResult) else (op.shape,)
    return all(isinstance(rule, SameAs) for rule in rules)


def _docs(op: Op) -> dict[str, object]:
    described = description_of(op)
    return {
        "description": [docstring_text(line) for line in described.splitlines()],
        "arguments": [
            {"name": a.name, "text": docstring_text(_describe(op, a))} for a in arguments(op)
        ],
        "returns": [
            {"name": r.name, "text": _dtypes_text(op, r.type_variable)} for r in op.results
        ],
    }


def _describe(op: Op, argument: Operand | Attribute) -> str:
    if isinstance(argument, Attribute):
        return _KINDS[argument.kind]
    dtypes = _dtypes_text(op, argument.type_variable)
    return {
        Arity.SINGLE: f"tensor of {dtypes}",
        Arity.OPTIONAL: f"tensor of {dtypes}, or None",
        Arity.VARIADIC: f"tensors of {dtypes}",
    }[argument.arity]


_KINDS: Final = {
    AttributeKind.I64: "integer",
    AttributeKind.F64: "number",
    AttributeKind.F32: "number, rounded to single precision",
    AttributeKind.BOOL: "truth value",
    AttributeKind.STR: "text",
    AttributeKind.I64_ARRAY: "integers",
    AttributeKind.F64_ARRAY: "numbers",
    AttributeKind.BOOL_ARRAY: "truth values",
}


def _dtypes_text(op: Op, variable: str) -> str:
    names = [TORCH_DTYPES[dtype] for dtype in op.type_variable(variable).dtypes]
    return " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


@dataclass(frozen=True, slots=True)
class _Saved:
    """What ``setup_context`` keeps for the gradient: names of operands, results, attributes."""

    operands: tuple[str, ...]
    results: tuple[str, ...]
    attributes: tuple[str, ...]


class _GradientWriter:
    """Writes the gradient rules of one operator down as statements of Python."""

    def __init__(self, op: Op, backward_ops: dict[str, Op]) -> None:
        self._op = op
        self._backward_ops = backward_ops
        taken = argument_names(op)
        self._locals = {
            name: free_name(name, taken - {name} | _METHOD_NAMES) for name in sorted(taken)
        }
        self._taken = set(self._locals.values()) | _METHOD_NAMES
        self._cotangents = {
            result.name: free_name(f"d{result.name}", self._taken) for result in op.results
        }
        self._saved = self._find_saved()

    def view(self) -> dict[str, object]:
        """Return what the gradient's methods print."""
        op, saved = self._op, self._saved
        used = {a.name for a in self._bound() if a.kind is ValueKind.RESULT_GRADIENT}
        kept = {*saved.operands, *saved.attributes}
        return {
            "inputs": [self._locals[a.name] if a.name in kept else "_" for a in arguments(op)],
            "outputs": [
                self._locals[r.name] if r.name in saved.results else "_" for r in op.results
            ],
            "saves_anything": bool(kept or saved.results or self._undifferentiated(used)),
            "saves_inputs": bool(kept),
            "saves_outputs": bool(saved.results),
            **self._saved_view(),
            "attributes": [self._locals[name] for name in saved.attributes],
            "undifferentiated": self._undifferentiated(used),
            "cotangents": list(self._cotangents.values()),
            "rules": [self._rule_view(rule) for rule in op.gradient],
            "is_conditional": len(op.gradient) > 1,
            "returned": [self._returned(index, a) for index, a in enumerate(arguments(op))],
            "jvp": self._jvp_view() if self._has_diagonal_jacobian() else None,
        }

    def _bound(self) -> list[BoundArgument]:
        return [argument for rule in self._op.gradient for argument in rule.arguments]

    def _find_saved(self) -> _Saved:
        wanted = {(argument.kind, argument.name) for argument in self._bound()}
        op = self._op
        operands = [o for o in op.operands if (ValueKind.OPERAND, o.name) in wanted]
        return _Saved(
            # Lists stand last, so that a starred name can take one.
            tuple(o.name for o in sorted(operands, key=lambda o: o.arity is Arity.VARIADIC)),
            tuple(r.name for r in op.results if (ValueKind.RESULT, r.name) in wanted),
            tuple(a.name for a in op.attributes if (ValueKind.ATTRIBUTE, a.name) in wanted),
        )

    def _saved_view(self) -> dict[str, object]:
        """Return the tensors to save, the names that take them back, and the lists among these.

        One list is what a starred name takes; several go into one and are told apart by length.
        """
        operands = self._saved.operands
        singles = [n for n in (*operands, *self._saved.results) if not self._is_list(n)]
        lists = [self._locals[name] for name in operands if self._is_list(name)]
        names = [self._locals[name] for name in singles]
        starred = [f"*{name}" for name in lists]
        rest = ["*" + free_name("lists", self._taken)] if len(lists) > 1 else starred
        return {
            "tensors": [*names, *starred],
            "restored": [*names, *rest],
            "lists": lists if len(lists) > 1 else [],
        }

    def _is_list(self, name: str) -> bool:
        return any(o.name == name and o.arity is Arity.VARIADIC for o in self._op.operands)

    def _undifferentiated(self, used: set[str]) -> list[str]:
        """Return the results that no rule takes a gradient of, as expressions."""
        results = self._op.results
        names = ["output"] if len(results) == 1 else [f"output[{i}]" for i in range(len(results))]
        return [name for name, r in zip(names, results, strict=True) if r.name not in used]

    def _gradient_name(self, operand: str) -> str:
        return free_name(f"{operand}_grad", self._taken | set(self._cotangents.values()))

    def _returned(self, index: int, argument: Operand | Attribute) -> str:
        if not any(argument.name in rule.targets for rule in self._op.gradient):
            return "None"
        name = self._gradient_name(argument.name)
        is_optional = isinstance(argument, Operand) and argument.arity is Arity.OPTIONAL
        return f"{name} if ctx.needs_input_grad[{index}] else None" if is_optional else name

    def _rule_view(self, rule: GradientRule) -> dict[str, object]:
        backward = self._backward_ops[rule.op]
        names = ["_" if t is None else self._gradient_name(t) for t in rule.targets]
        positions = {operand.name: index for index, operand in enumerate(self._op.operands)}
        needed = [f"ctx.needs_input_grad[{positions[t]}]" for t in rule.targets if t is not None]
        return {
            "targets": [name for name in names if name != "_"],
            "condition": " or ".join(needed),
            "assigned": ", ".join(names),
            "arguments": [backward.class_name, *map(self._value, rule.arguments)],
        }

    def _value(self, argument: BoundArgument) -> str:
        if argument.kind is ValueKind.LITERAL:
            return literal(argument.literal)
        if argument.kind is ValueKind.RESULT_GRADIENT:
            return self._cotangents[argument.name]
        return "None" if argument.kind is ValueKind.ABSENT else self._locals[argument.name]

    def _has_diagonal_jacobian(self) -> bool:
        """Whether each result element depends on the same element of each operand alone.

        Then the Jacobian for an operand is symmetric, and the backward op that multiplies a
        cotangent with it multiplies a tangent as well.
        """
        op = self._op
        return (
            Trait.ELEMENTWISE in op.traits
            and _keeps_shape(op)
            and len(op.results) == 1
            and all(operand.arity is Arity.SINGLE for operand in op.operands)
        )

    def _jvp_view(self) -> dict[str, object]:
        tangents = {o.name: free_name(f"{o.name}_tangent", self._taken) for o in self._op.operands}
        return {
            "parameters": [*tangents.values(), *(["*_"] if self._op.attributes else [])],
            "terms": [
                self._tangent_term(rule, index, operand=target, tangent=tangents[target])
                for rule in self._op.gradient
                for index, target in enumerate(rule.targets)
                if target is not None
            ],
        }

    def _tangent_term(
        self, rule: GradientRule, index: int, *, operand: str, tangent: str
    ) -> dict[str, object]:
        backward = self._backward_ops[rule.op]
        values = [
            tangent if a.kind is ValueKind.RESULT_GRADIENT else self._value(a)
            for a in rule.arguments
        ]
        return {
            "name": free_name(f"from_{operand}", self._taken),
            "arguments": [backward.class_name, *values],
            "index": f"[{index}]" if len(rule.targets) > 1 else "",
        }
