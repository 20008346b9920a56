"""The gradient of an operator as methods of its ``torch.autograd.Function``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from opgen.dataclass import dataclass
from opgen.ops import (
    Arity,
    Attribute,
    BoundArgument,
    GradientRule,
    Op,
    Operand,
    OpSet,
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
from opgen.targets.pytorch_forward import Tangent, tangent_calls
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

    def __init__(self, op: Op, family: OpSet) -> None:
        self._op = op
        self._backward_ops = {rule.op: family.backward_op(op, rule) for rule in op.gradient}
        self._tangent_calls = (
            None if self._has_diagonal_jacobian() else tangent_calls(op, family)
        ) or ()
        taken = argument_names(op)
        self._locals = {
            name: free_name(name, taken - {name} | _METHOD_NAMES) for name in sorted(taken)
        }
        self._taken = set(self._locals.values()) | _METHOD_NAMES
        self._cotangents = {
            result.name: free_name(f"d{result.name}", self._taken) for result in op.results
        }
        self._tangents = {
            operand.name: free_name(f"{operand.name}_tangent", self._taken)
            for operand in op.operands
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
            "jvp": self._jvp_view(),
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

    @property
    def called(self) -> list[Op]:
        """The operators that the methods call, each once."""
        calls = (call.op for call in self._tangent_calls)
        return list({op.name: op for op in (*self._backward_ops.values(), *calls)}.values())

    def _jvp_view(self) -> dict[str, object] | None:
        """Return what forward mode prints, if there is one: steps, and what they add up to."""
        if self._has_diagonal_jacobian():
            steps = list(self._diagonal_steps())
            returned = [[str(step["assigned"]) for step in steps]]
        elif self._tangent_calls:
            steps = [self._step(number) for number in range(len(self._tangent_calls))]
            returned = [self._tangents_of(result.name) for result in self._op.results]
        else:
            return None
        return {
            "parameters": [*self._tangents.values(), *(["*_"] if self._op.attributes else [])],
            "cotangents": [self._cotangents[name] for name in self._needless],
            "outputs": [self._output(name) for name in self._needless],
            "steps": steps,
            "returned": [" + ".join(names) or "None" for names in returned],
        }

    @property
    def _needless(self) -> list[str]:
        """The results whose cotangents forward mode has to pass, whatever they are."""
        passed = {
            argument.name
            for call in self._tangent_calls
            for argument in call.arguments
            if isinstance(argument, BoundArgument) and argument.kind is ValueKind.RESULT_GRADIENT
        }
        return [result.name for result in self._op.results if result.name in passed]

    def _output(self, name: str) -> str:
        names = [result.name for result in self._op.results]
        return "output" if len(names) == 1 else f"output[{names.index(name)}]"

    def _tangents_of(self, result: str) -> list[str]:
        """Return the names of what adds up to the tangent of a result."""
        return [
            self._tangent_name(result, number)
            for number, call in enumerate(self._tangent_calls)
            if result in call.results
        ]

    def _tangent_name(self, result: str, number: int) -> str:
        is_one = sum(result in call.results for call in self._tangent_calls) == 1
        name = f"{result}_tangent" if is_one else f"{result}_tangent_{number + 1}"
        return free_name(name, self._taken | {*self._cotangents.values(), *self._tangents.values()})

    def _step(self, number: int) -> dict[str, object]:
        call = self._tangent_calls[number]
        names = ["_" if name is None else self._tangent_name(name, number) for name in call.results]
        values = [
            self._tangent(argument)
            if isinstance(argument, Tangent)
            else self._value(argument, call.op)
            for argument in call.arguments
        ]
        return {
            "assigned": ", ".join(names),
            "arguments": [call.op.class_name, *values],
            "index": "",
        }

    def _tangent(self, argument: Tangent) -> str:
        name = self._tangents[argument.operand]
        return f"torch.zeros_like({name})" if argument.is_zero else name

    def _diagonal_steps(self) -> Iterator[dict[str, object]]:
        for rule in self._op.gradient:
            backward = self._backward_ops[rule.op]
            for index, target in enumerate(rule.targets):
                if target is None:
                    continue
                values = [
                    self._tangents[target]
                    if argument.kind is ValueKind.RESULT_GRADIENT
                    else self._value(argument, backward)
                    for argument in as_given(rule.arguments)
                ]
                yield {
                    "assigned": free_name(f"from_{target}", self._taken),
                    "arguments": [backward.class_name, *values],
                    "index": f"[{index}]" if len(rule.targets) > 1 else "",
                }
