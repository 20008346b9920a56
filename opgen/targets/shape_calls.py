"""The shapes of results in Python: calls of a runtime that knows the rules of specs.

The same rule that the neutral ``infer`` function follows in C++. Knows no framework: tensors have a
``shape`` and ``dim()``, sizes may be symbolic.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from opgen.dataclass import dataclass, replace
from opgen.ops import (
    Attribute,
    Broadcast,
    Concat,
    Dims,
    DimsChoice,
    Op,
    Operand,
    PerResult,
    Reduce,
    Result,
    SameAs,
    ShapeFormulas,
    ShapeRule,
    Trait,
)
from opgen.ops.shape_inference import checks_of
from opgen.targets.cpp import Step
from opgen.targets.python import string_literal
from opgen.targets.shape_python import TORCH, PythonFormulas, ShapeRuntime


def by_name(operands: Sequence[str], names: Mapping[str, str]) -> list[str]:
    """Return operands as arguments by name."""
    return [f"{operand}={names[operand]}" for operand in operands]


def repetition(op: Op, result: Result, names: Mapping[str, str]) -> dict[str, str]:
    """Return how the tensors of a result of many are gone through, and the shape of each.

    Both are empty for a result of one tensor, the shape where all of them have one.
    """
    if not result.is_variadic:
        return {"each": "", "shape": ""}
    counting: tuple[Operand | Attribute, ...] = (*op.operands, *op.attributes)
    count = next(argument for argument in counting if argument.name == result.count)
    name = names[count.name]
    rule = op.shape
    own = rule.rules[op.results.index(result)] if isinstance(rule, PerResult) else rule
    if isinstance(count, Operand) and own == SameAs(count.name):
        return {"each": f"part in {name}", "shape": "part.shape"}
    is_number = isinstance(count, Attribute) and not count.kind.is_array
    number = name if is_number else f"len({name})"
    return {"each": f"_ in range({number})", "shape": ""}


@dataclass(slots=True)
class ShapeWriter:
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
    def of(
        cls,
        op: Op,
        names: dict[str, str],
        taken: AbstractSet[str],
        *,
        runtime: ShapeRuntime = TORCH,
    ) -> ShapeWriter:
        """Return a writer for ``op``.

        Args:
            op: The operator.
            names: The name of each operand and attribute as a local.
            taken: Names that no further local can have.
            runtime: The modules whose functions are called.
        """
        formulas = PythonFormulas(op, names, {*taken, *names.values()}, runtime=runtime)
        return cls(op, names, formulas, [])

    @property
    def _runtime(self) -> ShapeRuntime:
        return self.formulas.runtime

    @property
    def uses_arithmetic(self) -> bool:
        """Whether formulas are computed, which may be impossible."""
        return bool(self.op.checks) or isinstance(self.op.shape, DimsChoice | ShapeFormulas)

    def steps(self) -> Iterator[Step]:
        """Yield the statements before the results are made."""
        rule = self.op.shape
        yield from self._checks(late=False)
        if isinstance(rule, ShapeFormulas):
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
        yield from self._checks(late=True)

    def each(self) -> Iterator[dict[str, str]]:
        """Yield, for each result, how the shapes of its tensors are gone through if it has many."""
        for result, shapes in zip(self.op.results, self.expressions, strict=True):
            if result.is_variadic and isinstance(self.op.shape, ShapeFormulas):
                local = self.formulas.local("shape")
                yield {"each": f"{local} in {shapes}", "shape": local}
            else:
                yield {}

    def _checks(self, *, late: bool) -> Iterator[Step]:
        for check in checks_of(self.op, late=late):
            yield from self.formulas.check(check)

    def _locals(self) -> dict[str, str]:
        """Return a local for the shape of each result."""
        names = {r.name: self.formulas.local(f"{r.name}_shape") for r in self.op.results}
        self.expressions = list(names.values())
        return names

    def _matched(self, rule: Dims, shapes: dict[str, str]) -> Step:
        targets = list(shapes.values())
        unpacked = ", ".join(targets) if len(targets) != 1 else f"({targets[0]},)"
        operands = by_name([operand.name for operand in self.op.operands], self.names)
        sizes = [f'"{name}": {self.names[name]}' for name in rule.sizes]
        given = [f"{{{', '.join(sizes)}}}"] if sizes else []
        arguments = (
            string_literal(self.op.name),
            string_literal(_dims_text(rule)),
            *given,
            *operands,
        )
        target = f"{unpacked} = " if targets else ""
        return Step(f"{target}{self._runtime.operands}.match_dims(", arguments, ")")

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
            yield Step(f"{self._runtime.sizes}.agree(", (op, *given, *expected), ")")
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
            operands = by_name(list(rule.operands), self.names)
            return Step(f"{target}{self._runtime.operands}.broadcast(", (op, *operands), ")")
        if isinstance(rule, Reduce):
            reduced = (op, string_literal(rule.operand), self.names[rule.operand])
            axes = f"axes=({string_literal(rule.axes)}, {self.names[rule.axes]})"
            keeps = [f"keepdim={self.names[rule.keepdim]}"] if rule.keepdim else []
            return Step(f"{target}{self._runtime.sizes}.reduced(", (*reduced, axes, *keeps), ")")
        if isinstance(rule, Concat):
            axis = f"({string_literal(rule.axis)}, {self.names[rule.axis]})"
            operands = by_name(list(rule.operands), self.names)
            return Step(f"{target}{self._runtime.sizes}.concatenated(", (op, axis, *operands), ")")
        # The operand that the rule names goes first: the others have to agree with it.
        model = rule.operand if isinstance(rule, SameAs) else ""
        names = sorted((o.name for o in self.op.operands), key=lambda name: name != model)
        return Step(
            f"{target}{self._runtime.operands}.same_shape(", (op, *by_name(names, self.names)), ")"
        )

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
