"""The steps of a C++ ``infer`` function: an operator's type variables and shape rule as calls.

Knows the classes of ``opgen_infer.h``, which give the calls their meaning.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from opgen.dataclass import dataclass, replace
from opgen.ops import (
    ELLIPSIS,
    Arity,
    Attribute,
    AttributeKind,
    Broadcast,
    Concat,
    Dims,
    DimsChoice,
    NamedRule,
    Op,
    Operand,
    PerResult,
    Reduce,
    Result,
    SameAs,
    ShapeFormulas,
    Trait,
)
from opgen.ops.shape_inference import checks_of
from opgen.targets.cpp import (
    Step,
    argument_names,
    count_name,
    free_name,
    operand_value,
    result_value,
    string_literal,
    used_types,
    word_name,
)
from opgen.targets.shape_cpp import FormulaPrinter, formula_attributes

_ADD_OPERAND = {
    Arity.SINGLE: "operand",
    Arity.OPTIONAL: "optional",
    Arity.VARIADIC: "variadic",
}


def infer_headers(op: Op) -> list[str]:
    """Return the headers of what the steps of ``op`` use."""
    rules = (*op.shape.rules, op.shape.split) if isinstance(op.shape, PerResult) else (op.shape,)
    by_axes = any(isinstance(rule, Reduce | Concat) for rule in rules)
    by_formula = op.checks or isinstance(op.shape, DimsChoice | ShapeFormulas)
    used = {"opgen_axes.h": by_axes, "opgen_shapes.h": bool(by_formula)}
    return [header for header, is_used in used.items() if is_used] or ["opgen_infer.h"]


def infer_steps(op: Op, infer: str) -> Iterator[Step]:
    """Yield the statements that check dtypes and apply the shape rule, if there is one.

    Args:
        op: The operator.
        infer: The name of the local ``opgen::Inference``.
    """
    steps = _Steps(op, infer, FormulaPrinter.of(op, infer))
    yield from steps.types()
    yield from steps.attributes()
    yield from steps.checks(late=False)
    if isinstance(op.shape, ShapeFormulas):
        yield from steps.locals(op.shape)
        yield from steps.checks(late=True)
        yield from steps.shapes()
    else:
        yield from steps.shapes()
        yield from steps.checks(late=True)


@dataclass(frozen=True, slots=True)
class _Steps:
    """The steps of one operator; ``infer`` is the local that they report to."""

    op: Op
    infer: str
    formulas: FormulaPrinter

    def checks(self, *, late: bool) -> Iterator[Step]:
        for check in checks_of(self.op, late=late):
            yield from self.formulas.check(check)

    def locals(self, rule: ShapeFormulas) -> Iterator[Step]:
        yield from self.formulas.locals(rule)

    def types(self) -> Iterator[Step]:
        for variable in used_types(self.op):
            yield _call(f"opgen::TypeVariable {variable.name}", (f"&{self.infer}", *variable.codes))
            for operand in self.op.operands:
                if operand.type_variable == variable.name:
                    method = f"{variable.name}.{_ADD_OPERAND[operand.arity]}"
                    yield _call(method, self._named(operand))
            for attribute in self.op.attributes:
                if attribute.type_variable == variable.name:
                    arguments = (string_literal(attribute.name), attribute.name)
                    yield _call(f"{variable.name}.attribute", arguments)

    def attributes(self) -> Iterator[Step]:
        used = formula_attributes(self.op)
        for attribute in self.op.attributes:
            named = (string_literal(attribute.name), attribute.name)
            if attribute.kind is AttributeKind.ENUM and attribute.name in used:
                words = tuple(map(string_literal, attribute.choices))
                local = f"const char* {word_name(self.op, attribute)} = {self.infer}.word"
                yield _call(local, (*named, *words))
            elif attribute.kind is AttributeKind.ENUM:
                yield _call(f"{self.infer}.choice", (*named, str(len(attribute.choices))))
            elif attribute.kind is AttributeKind.DTYPE and not attribute.type_variable:
                yield _call(f"{self.infer}.dtype", named)
        for result in self.op.results:
            if result.is_variadic:
                count = (string_literal(result.count), _count_value(self.op, result))
                arguments = (string_literal(result.name), count_name(self.op, result), *count)
                yield _call(f"{self.infer}.count", arguments)

    def shapes(self) -> Iterator[Step]:
        rule = self.op.shape
        if rule is None:
            return
        if isinstance(rule, ShapeFormulas):
            dtypes = {result.name: _dtype(result) for result in self.op.results}
            yield from self.formulas.results(rule, dtypes)
        elif isinstance(rule, Dims):
            yield from self._sizes(rule.sizes)
            yield from self._dims(rule)
        elif isinstance(rule, DimsChoice):
            yield from self._choice(rule)
        elif isinstance(rule, PerResult):
            yield from self._per_result(rule)
        else:
            if isinstance(rule, SameAs):
                yield from self._same_shapes(rule)
            yield from self._named_rule(rule, self.op.results, "")

    def _per_result(self, rule: PerResult) -> Iterator[Step]:
        if rule.split is not None:
            yield from self._split(rule, rule.split)
            return
        if rule.operands:
            dims = self._local("dims")
            yield _call(f"opgen::Dims {dims}", (f"&{self.infer}",))
            for operand, group in zip(self.op.operands, rule.operands, strict=True):
                yield self._matched(operand, dims, " ".join(group))
        first = next((part for part in rule.rules if isinstance(part, SameAs)), None)
        if first is not None:
            yield from self._same_shapes(first)
        for part, result in zip(rule.rules, self.op.results, strict=True):
            yield from self._named_rule(part, (result,), f"{result.name}_")

    def _named_rule(
        self, rule: NamedRule, results: tuple[Result, ...], prefix: str
    ) -> Iterator[Step]:
        if isinstance(rule, SameAs):
            yield from (self._like(rule, result) for result in results)
        elif isinstance(rule, Broadcast):
            yield from self._broadcast(rule, results, f"{prefix}dims")
        elif isinstance(rule, Reduce):
            yield from self._reduce(rule, results, f"{prefix}reduced")
        elif isinstance(rule, Concat):
            yield from self._concat(rule, results, f"{prefix}joined")
        else:
            assert_never(rule)

    def _split(self, rule: PerResult, split: Reduce) -> Iterator[Step]:
        """Yield the steps of a rule that tells the axes apart which an attribute names."""
        yield self._reduction(split, "reduced")
        reduced, whole = self._local("reduced"), self._named(self.op.operand(split.operand))
        for operand, group in zip(self.op.operands, rule.operands, strict=True):
            if split.axes not in group:
                yield _call(f"{reduced}.operand", self._named(operand))
            elif operand.name != split.operand:
                yield _call(f"{self.infer}.same_shape", (*self._named(operand), *whole))
        for part, result in zip(rule.rules, self.op.results, strict=True):
            if isinstance(part, SameAs):
                yield self._like(part, result)
            else:
                yield _call(f"{reduced}.result", (result.name, _dtype(result)))

    def _reduce(self, rule: Reduce, results: tuple[Result, ...], local: str) -> Iterator[Step]:
        yield self._reduction(rule, local)
        for result in results:
            yield _call(f"{self._local(local)}.result", (result.name, _dtype(result)))

    def _reduction(self, rule: Reduce, local: str) -> Step:
        axes = self._attribute(rule.axes)
        values = (
            (axes.name, count_name(self.op, axes)) if axes.kind.is_array else (f"&{axes.name}", "1")
        )
        keeps = f"{rule.keepdim} != 0" if rule.keepdim else "false"
        operand = self._named(self.op.operand(rule.operand))
        arguments = (f"&{self.infer}", *operand, string_literal(rule.axes), *values, keeps)
        return _call(f"const opgen::Reduction {self._local(local)}", arguments)

    def _concat(self, rule: Concat, results: tuple[Result, ...], local: str) -> Iterator[Step]:
        joined = self._local(local)
        arguments = (f"&{self.infer}", string_literal(rule.axis), rule.axis)
        yield _call(f"opgen::Concatenation {joined}", arguments)
        for name in rule.operands:
            yield _call(f"{joined}.add", self._named(self.op.operand(name)))
        for result in results:
            yield _call(f"{joined}.result", (result.name, _dtype(result)))

    def _attribute(self, name: str) -> Attribute:
        return next(attribute for attribute in self.op.attributes if attribute.name == name)

    def _same_shapes(self, rule: SameAs) -> Iterator[Step]:
        if Trait.ELEMENTWISE not in self.op.traits:
            return
        expected = self.op.operand(rule.operand)
        for operand in self.op.operands:
            if operand is not expected or operand.arity is Arity.VARIADIC:
                arguments = (*self._named(operand), *self._first(expected))
                yield _call(f"{self.infer}.same_shape", arguments)

    def _like(self, rule: SameAs, result: Result) -> Step:
        model = self.op.operand(rule.operand)
        if result.is_variadic:
            is_each = result.count == model.name
            method = f"{self.infer}.{'results_like_each' if is_each else 'results_like'}"
            like = self._named(model) if is_each else self._first(model)
            return _call(method, (*result_value(self.op, result), *like, _dtype(result)))
        arguments = (result.name, *self._first(model), _dtype(result))
        return _call(f"{self.infer}.result_like", arguments)

    def _broadcast(
        self, rule: Broadcast, results: tuple[Result, ...], local: str
    ) -> Iterator[Step]:
        dims = self._local(local)
        yield _call(f"opgen::Dims {dims}", (f"&{self.infer}",))
        for name in rule.operands:
            yield self._matched(self.op.operand(name), dims, ELLIPSIS)
        for result in results:
            yield self._result(result, dims, ELLIPSIS)

    def _sizes(self, letters: tuple[str, ...]) -> Iterator[Step]:
        dims = self._local("dims")
        yield _call(f"opgen::Dims {dims}", (f"&{self.infer}",))
        for letter in letters:
            yield _call(f"{dims}.size", (string_literal(letter), letter))

    def _dims(self, rule: Dims) -> Iterator[Step]:
        dims = self._local("dims")
        for operand, group in zip(self.op.operands, rule.operands, strict=True):
            yield self._matched(operand, dims, " ".join(group))
        for result, group in zip(self.op.results, rule.results, strict=True):
            yield self._result(result, dims, " ".join(group))

    def _result(self, result: Result, dims: str, group: str) -> Step:
        method = "results" if result.is_variadic else "result"
        named = (string_literal(result.name), *result_value(self.op, result))
        return _call(f"{dims}.{method}", (*named, string_literal(group), _dtype(result)))

    def _choice(self, rule: DimsChoice) -> Iterator[Step]:
        yield from self.formulas.declarations([case.condition for case in rule.cases])
        sized = {
            name: None
            for dims in (*(c.dims for c in rule.cases), rule.otherwise)
            for name in dims.sizes
        }
        yield from self._sizes(tuple(sized))
        opening = "if"
        for case in rule.cases:
            yield Step(f"{opening} ({self.formulas.condition(case.condition)}) {{")
            yield from map(_indented, self._dims(case.dims))
            opening = "} else if"
        yield Step("} else {")
        yield from map(_indented, self._dims(rule.otherwise))
        yield Step("}")

    def _matched(self, operand: Operand, dims: str, group: str) -> Step:
        method = "variadic" if operand.arity is Arity.VARIADIC else "operand"
        return _call(f"{dims}.{method}", (*self._named(operand), string_literal(group)))

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


def _indented(step: Step) -> Step:
    return replace(step, head=f"  {step.head}")


def _call(function: str, arguments: tuple[str, ...]) -> Step:
    return Step(f"{function}(", arguments, ");")


def _dtype(result: Result) -> str:
    return f"{result.type_variable}.dtype()"
