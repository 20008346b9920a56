"""The gradient of an operator as methods of its ``torch.autograd.Function``."""

from __future__ import annotations

from typing import Final

from opgen.dataclass import dataclass
from opgen.ops import (
    Arity,
    Attribute,
    BoundArgument,
    GradientRule,
    Op,
    Operand,
    PerResult,
    SameAs,
    Trait,
    ValueKind,
)
from opgen.ops.optional_attributes import as_given
from opgen.targets.cpp import argument_names, free_name
from opgen.targets.python import is_seed, literal, value_literal
from opgen.targets.pytorch_binding import arguments
from opgen.targets.pytorch_fake import RUNTIME_NAMES
from opgen.targets.pytorch_types import dtype_text

_METHOD_NAMES: Final = RUNTIME_NAMES | {"ctx", "call", "inputs", "output"}
"""Names that a generated method uses and no operand may hide."""


def keeps_shape(op: Op) -> bool:
    """Whether each result has the shape of an operand."""
    rules = op.shape.rules if isinstance(op.shape, PerResult) else (op.shape,)
    return all(isinstance(rule, SameAs) for rule in rules)


@dataclass(frozen=True, slots=True)
class _Saved:
    """What ``setup_context`` keeps for the gradient: names of operands, results, attributes."""

    operands: tuple[str, ...]
    results: tuple[str, ...]
    attributes: tuple[str, ...]


class GradientWriter:
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
        return [argument for rule in self._op.gradient for argument in as_given(rule.arguments)]

    def _find_saved(self) -> _Saved:
        wanted = {(argument.kind, argument.name) for argument in self._bound()}
        op = self._op
        operands = [o for o in op.operands if (ValueKind.OPERAND, o.name) in wanted]
        attributes = [a for a in op.attributes if (ValueKind.ATTRIBUTE, a.name) in wanted]
        return _Saved(
            # A seed is a tensor in PyTorch.
            (*(o.name for o in operands), *(a.name for a in attributes if is_seed(a))),
            tuple(r.name for r in op.results if (ValueKind.RESULT, r.name) in wanted),
            tuple(a.name for a in attributes if not is_seed(a)),
        )

    def _saved_view(self) -> dict[str, object]:
        """Return the tensors to save, the names that take them back, and the lists among these.

        One list is what a starred name takes; several go into one and are told apart by length.
        """
        saved = (*self._saved.operands, *self._saved.results)
        singles = [name for name in saved if not self._is_list(name)]
        # Lists stand last, so that a starred name can take one.
        lists = [self._locals[name] for name in saved if self._is_list(name)]
        names = [self._locals[name] for name in singles]
        starred = [f"*{name}" for name in lists]
        rest = ["*" + free_name("lists", self._taken)] if len(lists) > 1 else starred
        return {
            "tensors": [*names, *starred],
            "restored": [*names, *rest],
            "lists": lists if len(lists) > 1 else [],
        }

    def _is_list(self, name: str) -> bool:
        return any(o.name == name and o.arity is Arity.VARIADIC for o in self._op.operands) or any(
            r.name == name and r.is_variadic for r in self._op.results
        )

    def _undifferentiated(self, used: set[str]) -> list[str]:
        """Return the results that no rule takes a gradient of, as expressions."""
        results = self._op.results
        names = ["output"] if len(results) == 1 else [f"output[{i}]" for i in range(len(results))]
        return [
            f"*{name}" if r.is_variadic else name
            for name, r in zip(names, results, strict=True)
            if r.name not in used
        ]

    def _gradient_name(self, operand: str) -> str:
        return free_name(f"{operand}_grad", self._taken | set(self._cotangents.values()))

    def _returned(self, index: int, argument: Operand | Attribute) -> str:
        if argument.name not in self._op.differentiated:
            return "None"
        name = self._gradient_name(argument.name)
        is_optional = isinstance(argument, Operand) and argument.arity is Arity.OPTIONAL
        return f"{name} if ctx.needs_input_grad[{index}] else None" if is_optional else name

    def _rule_view(self, rule: GradientRule) -> dict[str, object]:
        backward = self._backward_ops[rule.op]
        names = ["_" if t is None else self._gradient_name(t) for t in rule.targets]
        positions = {operand.name: index for index, operand in enumerate(self._op.operands)}
        needed = [self._needed(positions[t]) for t in rule.targets if t is not None]
        return {
            "targets": [name for name in names if name != "_"],
            "condition": " or ".join(needed),
            "assigned": ", ".join(names),
            "arguments": [
                backward.class_name,
                *(self._value(argument, backward) for argument in as_given(rule.arguments)),
            ],
        }

    def _needed(self, position: int) -> str:
        needed = f"ctx.needs_input_grad[{position}]"
        is_list = self._op.operands[position].arity is Arity.VARIADIC
        return f"any({needed})" if is_list else needed

    def _value(self, argument: BoundArgument, backward: Op) -> str:
        if argument.kind is ValueKind.LITERAL:
            kinds = {attribute.name: attribute.kind for attribute in backward.attributes}
            kind = kinds.get(argument.parameter)
            value = argument.literal
            return literal(value) if kind is None else value_literal(value, kind, dtype_text)
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
            and keeps_shape(op)
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
            tangent if a.kind is ValueKind.RESULT_GRADIENT else self._value(a, backward)
            for a in as_given(rule.arguments)
        ]
        return {
            "name": free_name(f"from_{operand}", self._taken),
            "arguments": [backward.class_name, *values],
            "index": f"[{index}]" if len(rule.targets) > 1 else "",
        }
