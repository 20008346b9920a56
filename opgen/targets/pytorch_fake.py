"""Shapes and element types of results in Python, where sizes may be symbolic.

The same rule that the neutral ``infer`` function follows in C++, as calls of the runtime.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from opgen.ops import (
    Arity,
    Attribute,
    Broadcast,
    Concat,
    Dims,
    DimsChoice,
    Op,
    Operand,
    PerResult,
    Reduce,
    SameAs,
    ShapeFormulas,
    ShapeRule,
    Trait,
)
from opgen.targets.cpp import Step, argument_names, free_name
from opgen.targets.python import is_seed, literal, string_literal
from opgen.targets.pytorch_binding import arguments, schema_defaults
from opgen.targets.pytorch_made import attribute_checks, made_result
from opgen.targets.pytorch_types import (
    ATTRIBUTE_ANNOTATIONS,
    OPERAND_ANNOTATIONS,
    dtype_tuple,
    result_annotation,
)
from opgen.targets.shape_python import PythonFormulas

RUNTIME_NAMES: Final = frozenset(
    {"torch", "opgen_torch", "opgen_shapes", "Sequence", "len", "list", "range"}
)
"""Names of modules and built-in functions that a generated function uses and nothing may hide."""


def fake_view(op: Op) -> dict[str, object]:
    """Return what the fake function of ``op`` prints."""
    names = local_names(op)
    dtypes = _dtype_names(op, set(names.values()))
    parameters = fake_parameters(op)
    shapes = _ShapeWriter.of(op, names, set(dtypes.values()))
    steps = list(shapes.steps())
    return {
        "op": string_literal(op.name),
        "parameters": parameters,
        "returns": result_annotation(op.results),
        "uses_sequence": any("Sequence" in text for text in parameters),
        "checks": [
            *(_check(op, variable, dtypes, names=names) for variable in _operand_types(op)),
            *attribute_checks(op, names),
        ],
        "steps": steps,
        "uses_arithmetic": shapes.uses_arithmetic,
        "uses_shapes": shapes.uses_arithmetic or "opgen_shapes." in str(steps + shapes.expressions),
        "shapes": shapes.expressions,
        "tensor": _model_tensor(op, names),
        "results": [
            made_result(op, result, dtypes, names=names) | each
            for result, each in zip(op.results, shapes.each(), strict=True)
        ],
        "is_written": op.shape is not None,
    }


def fake_parameters(op: Op) -> list[str]:
    """Return the parameters of the fake function of ``op``, with annotations and defaults."""
    names = local_names(op)
    return [_parameter(op, argument, names) for argument in arguments(op)]


def _parameter(op: Op, argument: Operand | Attribute, names: dict[str, str]) -> str:
    if isinstance(argument, Operand):
        annotation, default = OPERAND_ANNOTATIONS[argument.arity], None
    else:
        annotation, default = ATTRIBUTE_ANNOTATIONS[argument.kind], argument.default
    has_default = argument.name in schema_defaults(op)
    tail = f" = {literal(default)}" if has_default else ""
    return f"{names[argument.name]}: {annotation}{tail}"


def local_names(op: Op) -> dict[str, str]:
    """Return the name of each operand and attribute as a local name in generated functions."""
    taken = argument_names(op)
    names = [*(operand.name for operand in op.operands), *(a.name for a in op.attributes)]
    return {name: free_name(name, taken - {name} | RUNTIME_NAMES) for name in names}


def _operand_types(op: Op) -> list[str]:
    used = {operand.type_variable for operand in op.operands}
    return [variable.name for variable in op.types if variable.name in used]


def _dtype_names(op: Op, taken: set[str]) -> dict[str, str]:
    variables = _operand_types(op)
    if len(variables) == 1:
        return {variables[0]: free_name("dtype", taken)}
    return {name: free_name(f"{name.lower()}_dtype", taken) for name in variables}


def _check(
    op: Op, variable: str, dtypes: dict[str, str], *, names: dict[str, str]
) -> dict[str, object]:
    operands = [operand.name for operand in op.operands if operand.type_variable == variable]
    accepted = dtype_tuple(op.type_variable(variable).dtypes)
    is_used = any(result.type_variable == variable for result in op.results)
    return {
        "function": "check_dtypes",
        "assign": f"{dtypes[variable]} = " if is_used and op.shape is not None else "",
        "arguments": [string_literal(op.name), accepted, *_by_name(operands, names)],
    }


def _by_name(operands: list[str], names: dict[str, str]) -> list[str]:
    return [f"{operand}={names[operand]}" for operand in operands]


@dataclass(slots=True)
class _ShapeWriter:
    """Writes the shapes of the results of one op.

    Attributes:
        op: The operator.
        names: The name of each operand and attribute as a local.
        formulas: Prints formulas over sizes.
        expressions: The shape of each result as an expression, once the steps are written.
        reduced: The local with the shape of a reduction, once there is one.
    """

    op: Op
    names: dict[str, str]
    formulas: PythonFormulas
    expressions: list[str]
    reduced: str = ""

    @classmethod
    def of(cls, op: Op, names: dict[str, str], taken: set[str]) -> _ShapeWriter:
        taken = taken | set(names.values()) | RUNTIME_NAMES
        return cls(op, names, PythonFormulas(op, names, taken), [])

    @property
    def uses_arithmetic(self) -> bool:
        """Whether formulas are computed, which may be impossible."""
        return bool(self.op.checks) or isinstance(self.op.shape, DimsChoice | ShapeFormulas)

    def steps(self) -> Iterator[Step]:
        """Yield the statements before the results are made."""
        rule = self.op.shape
        if isinstance(rule, ShapeFormulas):
            yield from self._checks(late=False)
            yield from self.formulas.locals(rule)
            yield from self._checks(late=True)
            yield from self.formulas.results(rule, self._locals())
            return
        if isinstance(rule, Dims):
            shapes = self._locals()
            yield self._matched(rule, shapes)
        elif isinstance(rule, DimsChoice):
            yield from self._choice(rule)
        elif isinstance(rule, Broadcast | Reduce | Concat) or _is_one_shape(self.op):
            shape = self.formulas.local("shape")
            self.expressions = [shape] * len(self.op.results)
            yield self._common(rule, f"{shape} = ")
        else:
            if isinstance(rule, PerResult) and rule.split:
                yield from self._split(rule, rule.split)
            elif isinstance(rule, PerResult) and rule.operands:
                yield self._matched(Dims(rule.operands, ()), {})
            self.expressions = self._separate()
        yield from self._checks(late=False)

    def each(self) -> Iterator[dict[str, str]]:
        """Yield, for each result, how the shapes of its tensors are gone through if it has many."""
        for result, shapes in zip(self.op.results, self.expressions, strict=True):
            if result.is_variadic and isinstance(self.op.shape, ShapeFormulas):
                local = self.formulas.local("shape")
                yield {"each": f"{local} in {shapes}", "shape": local}
            else:
                yield {}

    def _checks(self, *, late: bool) -> Iterator[Step]:
        for check in self.op.checks:
            if check.is_late is late:
                yield from self.formulas.check(check)

    def _locals(self) -> dict[str, str]:
        """Return a local for the shape of each result."""
        names = {r.name: self.formulas.local(f"{r.name}_shape") for r in self.op.results}
        self.expressions = list(names.values())
        return names

    def _matched(self, rule: Dims, shapes: dict[str, str]) -> Step:
        targets = list(shapes.values())
        unpacked = ", ".join(targets) if len(targets) != 1 else f"({targets[0]},)"
        operands = _by_name([operand.name for operand in self.op.operands], self.names)
        sizes = [f'"{name}": {self.names[name]}' for name in rule.sizes]
        given = [f"{{{', '.join(sizes)}}}"] if sizes else []
        arguments = (
            string_literal(self.op.name),
            string_literal(_dims_text(rule)),
            *given,
            *operands,
        )
        target = f"{unpacked} = " if targets else ""
        return Step(f"{target}opgen_torch.match_dims(", arguments, ")")

    def _split(self, rule: PerResult, split: Reduce) -> Iterator[Step]:
        """Yield the checks of a rule that tells the axes apart which an attribute names."""
        shape = self.formulas.local("reduced")
        is_whole = all(split.axes in group for group in rule.operands)
        is_read = not is_whole or not all(isinstance(part, SameAs) for part in rule.rules)
        yield self._common(split, f"{shape} = " if is_read else "")
        op, whole = string_literal(self.op.name), self.names[split.operand]
        for operand, group in zip(self.op.operands, rule.operands, strict=True):
            if operand.name == split.operand:
                continue
            is_whole = split.axes in group
            origin = split.operand if is_whole else f"{split.operand} without {split.axes}"
            given = (string_literal(operand.name), self.names[operand.name])
            expected = (f"{whole}.shape" if is_whole else shape, string_literal(origin))
            yield Step("opgen_shapes.agree(", (op, *given, *expected), ")")
        self.reduced = shape

    def _choice(self, rule: DimsChoice) -> Iterator[Step]:
        yield from self.formulas.declarations([case.condition for case in rule.cases])
        shapes = self._locals()
        opening = "if"
        for case in rule.cases:
            yield Step(f"{opening} {self.formulas.text(case.condition)}:")
            yield _indented(self._matched(case.dims, shapes))
            opening = "elif"
        yield Step("else:")
        yield _indented(self._matched(rule.otherwise, shapes))

    def _common(self, rule: ShapeRule | None, target: str) -> Step:
        """Return the call that gives a shape which all results have."""
        op = string_literal(self.op.name)
        if isinstance(rule, Broadcast):
            operands = _by_name(list(rule.operands), self.names)
            return Step(f"{target}opgen_torch.broadcast(", (op, *operands), ")")
        if isinstance(rule, Reduce):
            reduced = (op, string_literal(rule.operand), self.names[rule.operand])
            axes = f"axes=({string_literal(rule.axes)}, {self.names[rule.axes]})"
            keeps = [f"keepdim={self.names[rule.keepdim]}"] if rule.keepdim else []
            return Step(f"{target}opgen_shapes.reduced(", (*reduced, axes, *keeps), ")")
        if isinstance(rule, Concat):
            axis = f"({string_literal(rule.axis)}, {self.names[rule.axis]})"
            operands = _by_name(list(rule.operands), self.names)
            return Step(f"{target}opgen_shapes.concatenated(", (op, axis, *operands), ")")
        # The operand that the rule names goes first: the others have to agree with it.
        model = rule.operand if isinstance(rule, SameAs) else ""
        names = sorted((o.name for o in self.op.operands), key=lambda name: name != model)
        return Step(f"{target}opgen_torch.same_shape(", (op, *_by_name(names, self.names)), ")")

    def _separate(self) -> list[str]:
        rule = self.op.shape
        rules = rule.rules if isinstance(rule, PerResult) else [rule] * len(self.op.results)
        return [self._expression(part) for part in rules]

    def _expression(self, rule: ShapeRule | None) -> str:
        if isinstance(rule, SameAs):
            return f"{self.names[rule.operand]}.shape"
        if rule is None or self.reduced:
            return self.reduced
        step = self._common(rule, "")
        return f"{step.head}{', '.join(step.arguments)}{step.tail}"


def _indented(step: Step) -> Step:
    return replace(step, head=f"    {step.head}")


def _is_one_shape(op: Op) -> bool:
    """Whether all operands of ``op`` have to have one shape."""
    return Trait.ELEMENTWISE in op.traits and isinstance(op.shape, SameAs) and len(op.operands) > 1


def _dims_text(rule: Dims) -> str:
    sides = [", ".join(" ".join(group) for group in side) for side in (rule.operands, rule.results)]
    return " -> ".join(sides)


def _model_tensor(op: Op, names: dict[str, str]) -> str:
    """Return the tensor whose device the results share."""
    by_arity: dict[Arity, Operand] = {}
    for operand in op.operands:
        by_arity.setdefault(operand.arity, operand)
    single = by_arity.get(Arity.SINGLE)
    if single:
        return names[single.name]
    seed = next((attribute for attribute in op.attributes if is_seed(attribute)), None)
    if seed:
        return names[seed.name]
    variadic = by_arity.get(Arity.VARIADIC)
    return f"{names[variadic.name]}[0]" if variadic else ""
