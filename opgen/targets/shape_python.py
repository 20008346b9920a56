"""Formulas over sizes as Python, where sizes may be symbolic."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from opgen.dataclass import dataclass, field
from opgen.namedtuple import NamedTuple
from opgen.ops import Arity, Attribute, Op, Operand, Result, ShapeFormulas
from opgen.ops.shapes.terms import (
    COMPARISONS,
    ITEM,
    NOTHING,
    Operation,
    ShapeCheck,
    Term,
    TermType,
)
from opgen.targets.cpp import Step, free_name
from opgen.targets.python import literal, string_literal


class ShapeRuntime(NamedTuple):
    """The functions that formulas call, by where they are.

    Attributes:
        operands: The module with the rules over operands.
        sizes: The module with those over sizes and axes.
        minimum: The function for the smaller of two sizes.
        maximum: The function for the larger.
    """

    operands: str
    sizes: str
    minimum: str
    maximum: str


TORCH: Final = ShapeRuntime("opgen_torch", "opgen_shapes", "torch.sym_min", "torch.sym_max")
"""Sizes may be symbolic."""

# Precedences of Python, the tighter the higher.
_PRIMARY, _UNARY, _PRODUCT, _SUM, _RELATION, _NOT, _AND, _OR, _CHOICE = range(9, 0, -1)

_BINARY: Final[Mapping[Operation, int]] = {
    Operation.MULTIPLY: _PRODUCT,
    Operation.FLOOR_DIVIDE: _PRODUCT,
    Operation.MODULO: _PRODUCT,
    Operation.ADD: _SUM,
    Operation.SUBTRACT: _SUM,
    Operation.JOIN: _SUM,
    **dict.fromkeys(COMPARISONS, _RELATION),
    Operation.AND: _AND,
    Operation.OR: _OR,
}

_FUNCTIONS: Final[Mapping[Operation, str]] = {
    Operation.MIN: "{0.minimum}",
    Operation.MAX: "{0.maximum}",
    Operation.PRODUCT: "{0.sizes}.product",
    Operation.LENGTH: "len",
    Operation.WITHIN: "{0.sizes}.within",
    Operation.TOTAL: "{0.sizes}.total",
}
"""For each operation of several sizes the function, of a :class:`ShapeRuntime`."""


_WIDTH: Final = 100
_INDENT: Final = " " * 12
"""Of an argument of a call inside the block that formulas stand in."""

# Where a line may break: after a blank, if no string is open there and an operator follows, or
# after the comma of a list.
_BREAKABLE: Final = re.compile(
    r'(?<= )(?=(?:and|or|if|else|[-+*%<>=!/]+) )(?=(?:[^"]|"(?:[^"\\]|\\.)*")*\Z)'
    r'|(?<=, )(?=(?:[^"]|"(?:[^"\\]|\\.)*")*\Z)'
)


@dataclass(slots=True)
class PythonFormulas:
    """Prints the formulas of one op's fake function.

    Attributes:
        op: The operator.
        arguments: The name of each operand and attribute as a local.
        taken: Names that no further local can have.
        names: The locals that stand for sizes of operands, values of attributes and statements.
        runtime: Where the functions are that it calls.
    """

    op: Op
    arguments: Mapping[str, str]
    taken: set[str] = field(default_factory=set)
    names: dict[str, str] = field(default_factory=dict)
    runtime: ShapeRuntime = TORCH

    @property
    def _op(self) -> str:
        return string_literal(self.op.name)

    def local(self, wanted: str) -> str:
        """Return a new name for a local."""
        name = free_name(wanted, self.taken)
        self.taken.add(name)
        return name

    def declarations(self, terms: list[Term]) -> Iterator[Step]:
        """Yield locals for the operands and attributes whose sizes ``terms`` look at."""
        looked_at = {name for term in terms for name in self._looked_at(term)}
        for suffix, arguments in (("sizes", self.op.operands), ("values", self.op.attributes)):
            for argument in arguments:
                name = argument.name
                if name in looked_at and name not in self.names:
                    local = self.names[name] = self.local(f"{name}_{suffix}")
                    given = (self._op, string_literal(name), self.arguments[name])
                    yield Step(f"{local} = {self.runtime.sizes}.sizes(", given, ")")

    def _looked_at(self, term: Term) -> Iterator[str]:
        is_list = term.operation is Operation.ATTRIBUTE and term.type is TermType.SHAPE
        if term.operation is Operation.OPERAND or is_list:
            yield term.name
        elif self._rank(term) is None:
            for argument in term.arguments:
                yield from self._looked_at(argument)

    def check(self, check: ShapeCheck) -> Iterator[Step]:
        """Yield the statement that refuses calls which don't meet a condition."""
        values = [part for part in check.message if isinstance(part, Term)]
        yield from self.declarations([check.condition, *values])
        arguments = [self._op, _wrapped(self.text(check.condition))]
        if values:
            written = "".join(
                part.replace("{", "{{").replace("}", "}}") if isinstance(part, str) else "{}"
                for part in check.message
            )
            shown = ", ".join(map(self.text, values))
            tail = "," if len(values) == 1 else ""
            arguments += [string_literal(written), _wrapped(f"lambda: ({shown}{tail})")]
        else:
            arguments.append(string_literal("".join(map(str, check.message))))
        yield Step(f"{self.runtime.sizes}.check(", tuple(arguments), ")")

    def locals(self, rule: ShapeFormulas) -> Iterator[Step]:
        """Yield the statements for what is no result."""
        results = {result.name for result in self.op.results}
        for assignment in rule.assignments:
            if assignment.name not in results:
                yield from self.declarations([assignment.term])
                local = self.names[assignment.name] = self.local(assignment.name)
                yield from _assigned(local, self.text(assignment.term))

    def results(self, rule: ShapeFormulas, shapes: Mapping[str, str]) -> Iterator[Step]:
        """Yield the statements that compute the shapes of results.

        Args:
            rule: The formulas.
            shapes: For each result the local that gets its shape.
        """
        for assignment in rule.assignments:
            if assignment.name in shapes:
                yield from self.declarations([assignment.term])
                shape = shapes[assignment.name]
                result = next(r for r in self.op.results if r.name == assignment.name)
                write = self._results_of_many if result.is_variadic else self._result
                yield from write(shape, result, assignment.term)

    def _results_of_many(self, shapes: str, result: Result, term: Term) -> Iterator[Step]:
        """Yield the list of the shapes of a variadic result."""
        item = self.names[ITEM] = self.local(ITEM)
        counting: tuple[Operand | Attribute, ...] = (*self.op.operands, *self.op.attributes)
        count = next(argument for argument in counting if argument.name == result.count)
        name = self.arguments[count.name]
        is_number = isinstance(count, Attribute) and not count.kind.is_array
        number = name if is_number else f"len({name})"
        checked = (self._op, string_literal(result.name), _wrapped(self.text(term)))
        yield Step(f"{shapes} = [")
        yield Step(f"    {self.runtime.sizes}.result(", checked, ")")
        yield Step(f"    for {item} in range({number})")
        yield Step("]")

    def _result(self, shape: str, result: Result, term: Term) -> Iterator[Step]:
        checked = (self._op, string_literal(result.name))
        text = self.text(term)
        if len(text) > _WIDTH - len(_INDENT) and term.operation is Operation.LIST:
            items = tuple(_wrapped(self.text(item)) for item in term.arguments)
            yield Step(f"{shape} = [", items, "]")
            text = shape
        yield Step(f"{shape} = {self.runtime.sizes}.result(", (*checked, _wrapped(text)), ")")

    def _rank(self, term: Term) -> str | None:
        """Return the length of what has one without looking at sizes."""
        if term.operation is not Operation.LENGTH:
            return None
        (of,) = term.arguments
        name = self.arguments.get(of.name, "")
        if of.operation is Operation.ATTRIBUTE:
            return f"len({name})"
        operand = next((o for o in self.op.operands if o.name == of.name), None)
        if of.operation is not Operation.OPERAND or operand is None:
            return None
        if operand.arity is Arity.OPTIONAL:
            return None
        return f"{name}.dim()" if operand.arity is Arity.SINGLE else f"len({name})"

    def text(self, term: Term) -> str:
        """Print a formula."""
        return self._printed(term)[0]

    def _at_least(self, term: Term, level: int) -> str:
        text, own = self._printed(term)
        return text if own >= level else f"({text})"

    def _printed(self, term: Term) -> tuple[str, int]:
        if not term.arguments:
            return self._leaf(term)
        if term.operation in _BINARY:
            return self._binary(term)
        if term.operation in _FUNCTIONS:
            return self._rank(term) or self._function(term), _PRIMARY
        if term.operation in {Operation.NEGATE, Operation.NOT}:
            return self._unary(term)
        return self._compound(term)

    def _unary(self, term: Term) -> tuple[str, int]:
        (argument,) = term.arguments
        if term.operation is Operation.NEGATE:
            return f"-{self._at_least(argument, _UNARY)}", _UNARY
        name = _given_name(argument)
        if name:
            return f"{self.arguments[name]} is None", _RELATION
        return f"not {self._at_least(argument, _NOT)}", _NOT

    def _function(self, term: Term) -> str:
        function = _FUNCTIONS[term.operation].format(self.runtime)
        return f"{function}({', '.join(map(self.text, term.arguments))})"

    def _compound(self, term: Term) -> tuple[str, int]:
        first, *rest = term.arguments
        if term.operation is Operation.CHOICE:
            parts = [self._at_least(part, _OR) for part in (rest[0], first)]
            return f"{parts[0]} if {parts[1]} else {self.text(rest[1])}", _CHOICE
        if term.operation is Operation.NORMALIZE_AXIS:
            arguments = ", ".join([self._op, *map(self.text, term.arguments)])
            return f"{self.runtime.sizes}.normalize_axis({arguments})", _PRIMARY
        if term.operation is Operation.LIST:
            return f"[{', '.join(map(self.text, term.arguments))}]", _PRIMARY
        bounds = ["" if bound == NOTHING else self.text(bound) for bound in rest]
        return f"{self._at_least(first, _PRIMARY)}[{':'.join(bounds)}]", _PRIMARY

    def _leaf(self, term: Term) -> tuple[str, int]:
        if term.operation is Operation.LITERAL:
            negative = isinstance(term.value, int | float) and term.value < 0
            return literal(term.value), _UNARY if negative else _PRIMARY
        if term.operation is Operation.LIST:
            return "[]", _PRIMARY
        name = _given_name(term)
        if name:
            return f"{self.arguments[name]} is not None", _RELATION
        if term.operation is Operation.ATTRIBUTE and term.type is not TermType.SHAPE:
            return self.arguments[term.name], _PRIMARY
        return self.names[term.name], _PRIMARY

    def _binary(self, term: Term) -> tuple[str, int]:
        level = _BINARY[term.operation]
        left, right = term.arguments
        if term.operation in COMPARISONS and left.type is TermType.SHAPE:
            sides = [f"list({self.text(left)})", f"list({self.text(right)})"]
        else:
            inner = level + 1 if term.operation in COMPARISONS else level
            sides = [self._at_least(left, inner), self._at_least(right, level + 1)]
        symbol = "+" if term.operation is Operation.JOIN else term.operation.value
        return f"{sides[0]} {symbol} {sides[1]}", level


def _given_name(term: Term) -> str:
    """Return what a term asks whether it is given: an operand or an attribute; else nothing."""
    if term.operation is Operation.ATTRIBUTE and isinstance(term.value, str):
        return term.value
    return term.name if term.operation is Operation.GIVEN else ""


def _assigned(local: str, text: str) -> Iterator[Step]:
    if len(_INDENT) + len(f"{local} = {text}") <= _WIDTH + len("    "):
        yield Step(f"{local} = {text}")
        return
    yield Step(f"{local} = (")
    yield Step(f"    {_wrapped(text, '')}")
    yield Step(")")


def _wrapped(text: str, more: str = "    ") -> str:
    """Break an expression inside parentheses before operators, where it is too long for a line."""
    lines: list[str] = [""]
    for piece in _BREAKABLE.split(text):
        if len(_INDENT) + len(lines[-1]) + len(piece) > _WIDTH - 2 and lines[-1]:
            lines.append(more)
        lines[-1] += piece
    return f"\n{_INDENT}".join(line.rstrip() for line in lines)
