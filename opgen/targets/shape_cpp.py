"""Formulas over sizes as C++: conditions, locals and shapes of results.

Knows the classes of ``opgen_shapes.h``. A formula that can neither fail nor be unknown, such as a
rank or an attribute, is printed with C++'s own types.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import Final

from opgen.dataclass import dataclass, field, replace
from opgen.ops import (
    Arity,
    Attribute,
    AttributeKind,
    DimsChoice,
    Op,
    Operand,
    Result,
    ShapeFormulas,
)
from opgen.ops.shapes.terms import (
    COMPARISONS,
    ITEM,
    NOTHING,
    Operation,
    ShapeCheck,
    Term,
    TermType,
    subterms,
)
from opgen.targets.cpp import (
    Step,
    argument_names,
    count_name,
    free_name,
    operand_value,
    string_literal,
    word_name,
)

_WIDTH: Final = 100
_INT32: Final = range(-(2**31), 2**31)

# Precedences of C++, the tighter the higher.
_PRIMARY, _UNARY, _PRODUCT, _SUM, _RELATION, _EQUALITY, _AND, _OR = range(8, 0, -1)

_BINARY: Final[Mapping[Operation, tuple[str, int]]] = {
    Operation.MULTIPLY: ("*", _PRODUCT),
    Operation.ADD: ("+", _SUM),
    Operation.JOIN: ("+", _SUM),
    Operation.SUBTRACT: ("-", _SUM),
    Operation.LESS: ("<", _RELATION),
    Operation.LESS_EQUAL: ("<=", _RELATION),
    Operation.GREATER: (">", _RELATION),
    Operation.GREATER_EQUAL: (">=", _RELATION),
    Operation.EQUAL: ("==", _EQUALITY),
    Operation.UNEQUAL: ("!=", _EQUALITY),
    Operation.AND: ("&&", _AND),
    Operation.OR: ("||", _OR),
}

_FUNCTIONS: Final[Mapping[Operation, str]] = {
    Operation.FLOOR_DIVIDE: "opgen::floor_div",
    Operation.MODULO: "opgen::floor_mod",
    Operation.MIN: "opgen::min",
    Operation.MAX: "opgen::max",
    Operation.NORMALIZE_AXIS: "opgen::normalize_axis",
    Operation.WITHIN: "opgen::within",
    Operation.TOTAL: "opgen::total",
}

_CLASSES: Final[Mapping[TermType, str]] = {
    TermType.SIZE: "opgen::Size",
    TermType.BOOL: "opgen::Condition",
    TermType.SHAPE: "opgen::Shape",
}


@dataclass(frozen=True, slots=True)
class Printed:
    """A formula as C++.

    Attributes:
        text: The expression.
        level: How tightly its outermost operator binds.
        is_plain: Whether its type is one of C++'s own.
    """

    text: str
    level: int = _PRIMARY
    is_plain: bool = False

    def at_least(self, level: int) -> str:
        """Return the expression, in parentheses where it binds less tightly than ``level``."""
        return self.text if self.level >= level else f"({self.text})"


@dataclass(slots=True)
class FormulaPrinter:
    """Prints the formulas of one op's infer function.

    Attributes:
        op: The operator.
        infer: The name of the local ``opgen::Inference``.
        taken: Names that no further local can have.
        names: The locals that stand for sizes of operands, values of attributes and statements.
        parts: How many parts of formulas have got a local of their own.
        indent: Blanks in front of what is printed, beside those of the function.
    """

    op: Op
    infer: str
    taken: set[str] = field(default_factory=set)
    names: dict[str, str] = field(default_factory=dict)
    parts: int = 0
    indent: str = ""

    @classmethod
    def of(cls, op: Op, infer: str) -> FormulaPrinter:
        """Return the printer of an op."""
        return cls(op, infer, argument_names(op) | {infer})

    def _local(self, wanted: str) -> str:
        name = free_name(wanted, self.taken)
        self.taken.add(name)
        return name

    def declarations(self, terms: list[Term]) -> Iterator[Step]:
        """Yield locals for the operands and attributes whose sizes ``terms`` look at."""
        looked_at = {name for term in terms for name in self._looked_at(term)}
        for operand in self.op.operands:
            if operand.name in looked_at and operand.name not in self.names:
                name = self.names[operand.name] = self._local(f"{operand.name}_sizes")
                kind = "Shapes" if operand.arity is Arity.VARIADIC else "Shape"
                arguments = (string_literal(operand.name), *operand_value(self.op, operand))
                yield Step(f"const opgen::{kind} {name} = opgen::sizes_of(", arguments, ");")
        for attribute in self.op.attributes:
            if attribute.name in looked_at and attribute.name not in self.names:
                name = self.names[attribute.name] = self._local(f"{attribute.name}_values")
                count = count_name(self.op, attribute)
                arguments = (string_literal(attribute.name), attribute.name, count)
                yield Step(f"const opgen::Shape {name} = opgen::values_of(", arguments, ");")

    def _looked_at(self, term: Term) -> Iterator[str]:
        """Yield the operands and array attributes of which more than their length counts."""
        is_list = term.operation is Operation.ATTRIBUTE and term.type is TermType.SHAPE
        if term.operation is Operation.OPERAND or is_list:
            yield term.name
        elif term.operation is not Operation.LENGTH or self._length(term.arguments[0]) is None:
            for argument in term.arguments:
                yield from self._looked_at(argument)

    def check(self, check: ShapeCheck) -> Iterator[Step]:
        """Yield the statement that refuses calls which don't meet a condition."""
        values = [part for part in check.message if isinstance(part, Term)]
        yield from self.declarations([check.condition, *values])
        head, tail = f"if (opgen::fails(&{self.infer}, ", ")) {"
        text = yield from self._fitting(check.condition, len(head) + len(tail))
        yield Step(f"{head}{text}{tail}")
        written = "".join(
            part.replace("%", "%%") if isinstance(part, str) else "%s" for part in check.message
        )
        shown = [f"opgen::Text({self._shown(value)}).get()" for value in values]
        arguments = (string_literal(written), *shown)
        yield Step(f"  {self.infer}.fail(", arguments, ");")
        yield Step("}")

    def condition(self, term: Term) -> str:
        """Return a condition that needs no size, as C++'s ``if`` takes it."""
        printed = self.printed(term)
        return printed.text if printed.is_plain else f"opgen::holds(&{self.infer}, {printed.text})"

    def locals(self, rule: ShapeFormulas) -> Iterator[Step]:
        """Yield the statements for what is no result."""
        results = {result.name for result in self.op.results}
        for assignment in rule.assignments:
            if assignment.name not in results:
                yield from self.declarations([assignment.term])
                local = self._local(assignment.name)
                yield from self._definition(local, assignment.term)
                self.names[assignment.name] = local

    def results(self, rule: ShapeFormulas, dtypes: Mapping[str, str]) -> Iterator[Step]:
        """Yield the statements that compute the shapes of results.

        Args:
            rule: The formulas.
            dtypes: For each result the expression of its dtype.
        """
        for assignment in rule.assignments:
            if assignment.name in dtypes:
                yield from self.declarations([assignment.term])
                result = next(r for r in self.op.results if r.name == assignment.name)
                write = self._results_of_many if result.is_variadic else self._result
                yield from write(result, assignment.term, dtypes[assignment.name])

    def _results_of_many(self, result: Result, term: Term, dtype: str) -> Iterator[Step]:
        """Yield a loop over the tensors of a variadic result."""
        at = self._local("i")
        count = count_name(self.op, result)
        yield Step(f"for (size_t {at} = 0; {at} < {count}; ++{at}) {{")
        if any(part.name == ITEM for part in subterms(term)):
            item = self.names[ITEM] = self._local(ITEM)
            yield Step(f"  const opgen::Size {item} = int64_t({at});")
        self.indent = "  "
        for step in self._result(result, term, dtype, target=f"&{result.name}[{at}]"):
            yield replace(step, head=f"{self.indent}{step.head}")
        self.indent = ""
        yield Step("}")

    def _result(
        self, result: Result, term: Term, dtype: str, *, target: str = ""
    ) -> Iterator[Step]:
        name = result.name
        target = target or name
        head = f"opgen::result(&{self.infer}, {string_literal(name)}, {target}, {dtype}, "
        if term.operation is Operation.LIST:
            items = yield from self._items(term)
            line = f"{head}{{{', '.join(items)}}});"
            if len(line) + len(self.indent) + 2 <= _WIDTH:
                yield Step(line)
                return
            local = self._local(f"{name}_sizes")
            yield Step(f"const opgen::Shape {local}{{", tuple(items), "};")
            text = local
        else:
            text = yield from self._fitting(term, len(head) + len(");"))
        yield Step(f"{head}{text});")

    def _items(self, term: Term) -> Generator[Step, None, list[str]]:
        items = []
        for item in term.arguments:
            text = yield from self._fitting(item, len("      ,"))
            items.append(text)
        return items

    def _definition(self, name: str, term: Term) -> Iterator[Step]:
        head = f"const {_CLASSES[term.type]} {name} = "
        text = yield from self._fitting(term, len(head) + 1)
        yield Step(f"{head}{text};")

    def _fitting(self, term: Term, around: int) -> Generator[Step, None, str]:
        """Yield locals for parts of ``term``, until it fits into a line; return its text."""
        while len(text := self.printed(term).text) + around + len(self.indent) + 2 > _WIDTH:
            part = self._longest_part(term)
            if part is None:
                break
            self.parts += 1
            name = self._local(f"part{self.parts}")
            yield from self._definition(name, part)
            self.names[name] = name
            term = _replaced(term, part, Term(Operation.LOCAL, part.type, name=name))
        return text

    def _longest_part(self, term: Term) -> Term | None:
        """Return the longest part that fits into the definition of a local."""
        parts = [
            (len(text), part)
            for part in subterms(term)
            if part is not term and part.arguments and part.type in _CLASSES
            if len(text := self.printed(part).text)
            < _WIDTH - len("  const opgen::Condition part__ = ;")
        ]
        longest = max((length for length, _ in parts), default=0)
        worth = len("part") * 3
        return (
            next((p for length, p in parts if length == longest), None) if longest > worth else None
        )

    def _shown(self, term: Term) -> str:
        """Return an argument of ``opgen::Text``, of whose constructors only one fits it."""
        printed = self.printed(term)
        if printed.is_plain and term.type in {TermType.SIZE, TermType.BOOL}:
            return f"{_CLASSES[term.type]}({printed.text})"
        return printed.text

    def printed(self, term: Term) -> Printed:
        """Print a formula."""
        operation = term.operation
        if not term.arguments:
            return self._leaf(term)
        if operation in _BINARY:
            return self._binary(term)
        if operation in _FUNCTIONS:
            arguments = ", ".join(self.printed(argument).text for argument in term.arguments)
            return Printed(f"{_FUNCTIONS[operation]}({arguments})")
        if operation in {Operation.NOT, Operation.NEGATE}:
            return self._unary(term)
        if operation is Operation.LIST:
            items = ", ".join(self.printed(item).text for item in term.arguments)
            return Printed(f"opgen::Shape{{{items}}}")
        counted = self._length(term.arguments[0]) if operation is Operation.LENGTH else None
        return counted or self._member(term)

    def _leaf(self, term: Term) -> Printed:
        operation = term.operation
        if operation is Operation.LITERAL:
            return _literal(term)
        if operation is Operation.LIST:
            return Printed("opgen::Shape()")
        if operation is Operation.GIVEN:
            return Printed(f"!opgen::is_absent({term.name})", _UNARY, is_plain=True)
        if operation is Operation.ATTRIBUTE and term.type is not TermType.SHAPE:
            return Printed(self._scalar(term.name), is_plain=True)
        return Printed(self.names[term.name])

    def _scalar(self, name: str) -> str:
        """Return the value of an attribute; of an enum, which is a number here, its word."""
        attribute = next(attribute for attribute in self.op.attributes if attribute.name == name)
        return word_name(self.op, attribute) if attribute.kind is AttributeKind.ENUM else name

    def _member(self, term: Term) -> Printed:
        if term.operation is Operation.CHOICE:
            condition, then, otherwise = map(self.printed, term.arguments)
            first = self._class_of(then, term.type)
            return Printed(f"opgen::choose({condition.text}, {first}, {otherwise.text})")
        of, *rest = (self.printed(argument) for argument in term.arguments)
        value = of.at_least(_PRIMARY)
        if term.operation in {Operation.PRODUCT, Operation.LENGTH}:
            method = "product" if term.operation is Operation.PRODUCT else "rank"
            return Printed(f"{value}.{method}()")
        if term.operation is Operation.INDEX:
            return Printed(f"{value}[{rest[0].text}]")
        assert term.operation is Operation.SLICE, term.operation
        start, stop = rest
        if term.arguments[2] == NOTHING:
            return Printed(value if term.arguments[1] == NOTHING else f"{value}.from({start.text})")
        if term.arguments[1] == NOTHING:
            return Printed(f"{value}.to({stop.text})")
        return Printed(f"{value}.slice({start.text}, {stop.text})")

    @staticmethod
    def _class_of(printed: Printed, kind: TermType) -> str:
        return f"{_CLASSES[kind]}({printed.text})" if printed.is_plain else printed.text

    def _unary(self, term: Term) -> Printed:
        (argument,) = term.arguments
        if term.operation is Operation.NOT and argument.operation is Operation.GIVEN:
            return Printed(f"opgen::is_absent({argument.name})", is_plain=True)
        operand = self.printed(argument)
        if term.operation is Operation.NOT:
            return Printed(f"!{operand.at_least(_UNARY)}", _UNARY, is_plain=operand.is_plain)
        text = self._class_of(operand, TermType.SIZE) if operand.is_plain else ""
        return Printed(f"-{text or operand.at_least(_UNARY)}", _UNARY)

    def _binary(self, term: Term) -> Printed:
        symbol, level = _BINARY[term.operation]
        left, right = (self.printed(argument) for argument in term.arguments)
        is_plain = left.is_plain and right.is_plain
        if is_plain and term.arguments[0].type is TermType.TEXT:
            left = Printed(f"std::string_view({left.text})", is_plain=True)
        elif is_plain and term.type is TermType.SIZE:
            left, is_plain = Printed(f"opgen::Size({left.text})"), False
        # GCC and clang warn of `a || b && c` and of comparisons within comparisons.
        inner = level + 1 if term.operation in COMPARISONS else level
        first = left.at_least(_UNARY if _mixes(term, 0) else inner)
        second = right.at_least(_UNARY if _mixes(term, 1) else level + 1)
        return Printed(f"{first} {symbol} {second}", level, is_plain=is_plain)

    def _length(self, of: Term) -> Printed | None:
        """Return the length of what the ABI passes with its length."""
        operand = next((o for o in self.op.operands if o.name == of.name), None)
        attribute = next((a for a in self.op.attributes if a.name == of.name), None)
        if of.operation is Operation.OPERAND and operand is not None:
            if operand.arity is Arity.SINGLE:
                return Printed(f"{operand.name}->ndim", is_plain=True)
            counted: Operand | Attribute | None = operand
            if operand.arity is Arity.OPTIONAL:
                counted = None
        else:
            counted = attribute if of.operation is Operation.ATTRIBUTE else None
        if counted is None:
            return None
        return Printed(f"int64_t({count_name(self.op, counted)})", is_plain=True)


def _mixes(term: Term, side: int) -> bool:
    logic = {Operation.AND, Operation.OR}
    argument = term.arguments[side]
    return {term.operation, argument.operation} == logic


def _literal(term: Term) -> Printed:
    value = term.value
    if isinstance(value, bool):
        return Printed("true" if value else "false", is_plain=True)
    if isinstance(value, str):
        return Printed(string_literal(value), is_plain=True)
    if isinstance(value, int) and value not in _INT32:
        return Printed(f"INT64_C({value})", is_plain=True)
    level = _PRIMARY if isinstance(value, int | float) and value >= 0 else _UNARY
    return Printed(repr(value), level, is_plain=True)


def _replaced(term: Term, part: Term, by: Term) -> Term:
    if term == part:
        return by
    arguments = tuple(_replaced(argument, part, by) for argument in term.arguments)
    return replace(term, arguments=arguments)


def formula_attributes(op: Op) -> set[str]:
    """Return the attributes that formulas over sizes of ``op`` use."""
    terms = [check.condition for check in op.checks]
    terms += [part for check in op.checks for part in check.message if isinstance(part, Term)]
    if isinstance(op.shape, ShapeFormulas):
        terms += [assignment.term for assignment in op.shape.assignments]
    elif isinstance(op.shape, DimsChoice):
        terms += [case.condition for case in op.shape.cases]
    used = (part for term in terms for part in subterms(term))
    return {part.name for part in used if part.operation is Operation.ATTRIBUTE}
