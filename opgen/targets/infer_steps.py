"""The steps of a C++ ``infer`` function: an operator's type variables and shape rule as calls.

Knows the classes of ``opgen_infer.h``, which give the calls their meaning.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from opgen.ops import (
    ELLIPSIS,
    Arity,
    Attribute,
    AttributeKind,
    Broadcast,
    Dims,
    Op,
    Operand,
    PerResult,
    Result,
    SameAs,
    Trait,
)
from opgen.targets.cpp import (
    Call,
    argument_names,
    count_name,
    free_name,
    operand_value,
    result_value,
    string_literal,
    used_types,
)

_ADD_OPERAND = {
    Arity.SINGLE: "operand",
    Arity.OPTIONAL: "optional",
    Arity.VARIADIC: "variadic",
}


def infer_steps(op: Op, infer: str) -> Iterator[Call]:
    """Yield the calls that check dtypes and apply the shape rule, if there is one.

    Args:
        op: The operator.
        infer: The name of the local ``opgen::Inference``.
    """
    steps = _Steps(op, infer)
    yield from steps.types()
    yield from steps.attributes()
    yield from steps.shapes()


@dataclass(frozen=True, slots=True)
class _Steps:
    """The steps of one operator; ``infer`` is the local that they report to."""

    op: Op
    infer: str

    def types(self) -> Iterator[Call]:
        for variable in used_types(self.op):
            yield Call(f"opgen::TypeVariable {variable.name}", (f"&{self.infer}", *variable.codes))
            for operand in self.op.operands:
                if operand.type_variable == variable.name:
                    method = f"{variable.name}.{_ADD_OPERAND[operand.arity]}"
                    yield Call(method, self._named(operand))
            for attribute in self.op.attributes:
                if attribute.type_variable == variable.name:
                    arguments = (string_literal(attribute.name), attribute.name)
                    yield Call(f"{variable.name}.attribute", arguments)

    def attributes(self) -> Iterator[Call]:
        for attribute in self.op.attributes:
            named = (string_literal(attribute.name), attribute.name)
            if attribute.kind is AttributeKind.ENUM:
                yield Call(f"{self.infer}.choice", (*named, str(len(attribute.choices))))
            elif attribute.kind is AttributeKind.DTYPE and not attribute.type_variable:
                yield Call(f"{self.infer}.dtype", named)
        for result in self.op.results:
            if result.is_variadic:
                count = (string_literal(result.count), _count_value(self.op, result))
                arguments = (string_literal(result.name), count_name(self.op, result), *count)
                yield Call(f"{self.infer}.count", arguments)

    def shapes(self) -> Iterator[Call]:
        rule = self.op.shape
        if rule is None:
            return
        if isinstance(rule, SameAs):
            yield from self._same_shapes(rule)
            yield from (self._like(rule, result) for result in self.op.results)
        elif isinstance(rule, Broadcast):
            yield from self._broadcast(rule, self.op.results, "dims")
        elif isinstance(rule, PerResult):
            yield from self._per_result(rule)
        elif isinstance(rule, Dims):
            yield from self._dims(rule)
        else:
            assert_never(rule)

    def _per_result(self, rule: PerResult) -> Iterator[Call]:
        first = next((part for part in rule.rules if isinstance(part, SameAs)), None)
        if first is not None:
            yield from self._same_shapes(first)
        for part, result in zip(rule.rules, self.op.results, strict=True):
            if isinstance(part, SameAs):
                yield self._like(part, result)
            else:
                yield from self._broadcast(part, (result,), f"{result.name}_dims")

    def _same_shapes(self, rule: SameAs) -> Iterator[Call]:
        if Trait.ELEMENTWISE not in self.op.traits:
            return
        expected = self.op.operand(rule.operand)
        for operand in self.op.operands:
            if operand is not expected or operand.arity is Arity.VARIADIC:
                arguments = (*self._named(operand), *self._first(expected))
                yield Call(f"{self.infer}.same_shape", arguments)

    def _like(self, rule: SameAs, result: Result) -> Call:
        model = self.op.operand(rule.operand)
        if result.is_variadic:
            is_each = result.count == model.name
            method = f"{self.infer}.{'results_like_each' if is_each else 'results_like'}"
            like = self._named(model) if is_each else self._first(model)
            return Call(method, (*result_value(self.op, result), *like, _dtype(result)))
        arguments = (result.name, *self._first(model), _dtype(result))
        return Call(f"{self.infer}.result_like", arguments)

    def _broadcast(
        self, rule: Broadcast, results: tuple[Result, ...], local: str
    ) -> Iterator[Call]:
        dims = self._local(local)
        yield Call(f"opgen::Dims {dims}", (f"&{self.infer}",))
        for name in rule.operands:
            yield self._matched(self.op.operand(name), dims, ELLIPSIS)
        for result in results:
            yield self._result(result, dims, ELLIPSIS)

    def _dims(self, rule: Dims) -> Iterator[Call]:
        dims = self._local("dims")
        yield Call(f"opgen::Dims {dims}", (f"&{self.infer}",))
        for operand, group in zip(self.op.operands, rule.operands, strict=True):
            yield self._matched(operand, dims, " ".join(group))
        for result, group in zip(self.op.results, rule.results, strict=True):
            yield self._result(result, dims, " ".join(group))

    def _result(self, result: Result, dims: str, group: str) -> Call:
        method = "results" if result.is_variadic else "result"
        named = (string_literal(result.name), *result_value(self.op, result))
        return Call(f"{dims}.{method}", (*named, string_literal(group), _dtype(result)))

    def _matched(self, operand: Operand, dims: str, group: str) -> Call:
        method = "variadic" if operand.arity is Arity.VARIADIC else "operand"
        return Call(f"{dims}.{method}", (*self._named(operand), string_literal(group)))

    def _named(self, operand: Operand) -> tuple[str, ...]:
        return (string_literal(operand.name), *operand_value(self.op, operand))

    def _first(self, operand: Operand) -> tuple[str, ...]:
        """Return name and tensor of an operand whose shape others have."""
        if operand.arity is not Arity.VARIADIC:
            return self._named(operand)
        tensors, count = operand_value(self.op, operand)
        return (string_literal(operand.name), f"opgen::first({tensors}, {count})")

    def _local(self, wanted: str) -> str:
        return free_name(wanted, argument_names(self.op))


def _count_value(op: Op, result: Result) -> str:
    """Return the expression of how many tensors a result has."""
    counting: tuple[Operand | Attribute, ...] = (*op.operands, *op.attributes)
    argument = next(argument for argument in counting if argument.name == result.count)
    if isinstance(argument, Attribute) and not argument.kind.is_array:
        return f"static_cast<size_t>({argument.name})"
    return count_name(op, argument)


def _dtype(result: Result) -> str:
    return f"{result.type_variable}.dtype()"
