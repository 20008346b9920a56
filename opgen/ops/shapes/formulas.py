"""Statements and conditions over sizes as a spec has them: ``shape_expr`` and ``checks``.

Knows how they are written: assignments, and messages with ``{formulas}`` in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from opgen.dataclass import dataclass, replace
from opgen.diagnostics import Diagnostics
from opgen.ops.formulas.parser import parse_expression, parse_statements
from opgen.ops.formulas.syntax import Statement
from opgen.ops.names import invalid_argument, reserved_by
from opgen.ops.op import Attribute, Operand, Result, ShapeFormulas, ShapeRule
from opgen.ops.shapes.binder import Scope, bind, read_formula
from opgen.ops.shapes.terms import (
    COMPARISONS,
    ITEM,
    Assignment,
    Operation,
    ShapeCheck,
    Term,
    TermType,
    depends_on_sizes,
)
from opgen.ops.spec_text import Reporter, SpecText

CODE: Final = "OPG0330"

_PLACEHOLDER: Final = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_COMMENT: Final = re.compile(r"#[^\n]*")
_KEPT: Final = frozenset({TermType.SIZE, TermType.BOOL, TermType.SHAPE})


@dataclass(frozen=True, slots=True)
class FormulaReader:
    """Reads the formulas over sizes of one operator."""

    name: str
    operands: Sequence[Operand]
    attributes: Sequence[Attribute]
    results: Sequence[Result]
    diagnostics: Diagnostics

    def _scope(self, rule: ShapeRule | None = None) -> Scope:
        scope = Scope(self.operands, self.attributes)
        results = {result.name for result in self.results}
        if isinstance(rule, ShapeFormulas):
            for assignment in rule.assignments:
                if assignment.name not in results:
                    scope.locals[assignment.name] = assignment.term.type
        return scope

    def condition(self, source: SpecText) -> Term | None:
        """Read a condition on attributes, ranks and what is given."""
        report = Reporter(source, CODE, self.diagnostics)
        term = read_formula(self._scope(), report, TermType.BOOL)
        if term is not None and depends_on_sizes(term):
            advice = "a size may be unknown: decide by attributes, `rank(x)` and `given(x)`"
            report(0, len(source.text), "the condition needs a size", help=advice)
            return None
        return term

    def size(self, report: Reporter, extent: tuple[int, int]) -> Term | None:
        """Read a size in a part of a string."""
        return read_formula(self._scope(), report, TermType.SIZE, extent=extent)

    def shapes(self, sources: Iterable[SpecText]) -> ShapeFormulas | None:
        """Read a formula for the shape of each result."""
        scope = self._scope()
        assignments: list[Assignment] = []
        place = None
        valid = True
        for source in sources:
            place = source
            report = Reporter(source, CODE, self.diagnostics)
            statements = parse_statements(report)
            starts = [statement.start for statement in statements or ()]
            ends = [*starts[1:], len(source.text)] if starts else []
            for statement, end in zip(statements or (), ends, strict=True):
                written = source.text[source.text.index("=", statement.start) + 1 : end]
                read = self._assignment(statement, scope, report, written=written)
                valid = valid and read is not None
                assignments += [read] if read is not None else []
            valid = valid and statements is not None
        if not valid or place is None:
            return None
        missing = {r.name for r in self.results} - {a.name for a in assignments}
        for name in sorted(missing):
            report = Reporter(place, CODE, self.diagnostics)
            advice = f"add `{name} = [...]`"
            report(0, len(place.text), f"result `{name}` has no shape", help=advice)
        return None if missing else ShapeFormulas(tuple(assignments))

    def _assignment(
        self, statement: Statement, scope: Scope, report: Reporter, *, written: str
    ) -> Assignment | None:
        name = statement.target.name
        is_result = any(result.name == name for result in self.results)
        problem = self._target_problem(name, scope, is_result=is_result)
        if problem:
            report(statement.target.start, statement.target.end, problem)
        wanted = TermType.SHAPE if is_result else None
        many = any(result.name == name and result.is_variadic for result in self.results)
        known = replace(scope, locals=scope.locals | {ITEM: TermType.SIZE}) if many else scope
        term = bind(statement.value, known, report, wanted=wanted)
        if term is None or problem:
            scope.locals.setdefault(name, TermType.SIZE)
            return None
        if term.type not in _KEPT:
            message = f"`{name}` would be {term.type.value}, expected sizes"
            report(statement.value.start, statement.value.end, message)
            return None
        scope.locals[name] = term.type
        return Assignment(name, term, _on_one_line(written))

    def _target_problem(self, name: str, scope: Scope, *, is_result: bool) -> str:
        if name in scope.locals:
            return f"`{name}` is assigned twice"
        if name == ITEM:
            return f"`{ITEM}` is the number of a tensor of a variadic result"
        if is_result:
            return ""
        arguments: list[Operand | Attribute] = [*self.operands, *self.attributes]
        if any(argument.name == name for argument in arguments):
            return f"`{name}` is an operand or an attribute of `{self.name}`"
        owner = reserved_by(name)
        return f"name `{name}` is {owner}" if owner else invalid_argument(name) or ""

    def check(
        self, condition: SpecText, message: SpecText, rule: ShapeRule | None
    ) -> ShapeCheck | None:
        """Read a condition that every call has to meet, and what is said where it doesn't.

        Args:
            condition: The condition.
            message: What is said; may be empty.
            rule: The op's shape rule, whose locals may be used.
        """
        scope = self._scope(rule)
        report = Reporter(condition, CODE, self.diagnostics)
        expression = parse_expression(report)
        if expression is None:
            return None
        term = bind(expression, scope, report, wanted=TermType.BOOL)
        said = self._message(message, scope) if message.text else ()
        if term is None or said is None:
            return None
        text = _on_one_line(condition.text)
        return ShapeCheck(term, said or _default_message(term, text), text)

    def _message(self, source: SpecText, scope: Scope) -> tuple[str | Term, ...] | None:
        report = Reporter(source, CODE, self.diagnostics)
        prefix = f"{self.name}: "
        at = len(prefix) if source.text.startswith(prefix) else 0
        parts: list[str | Term] = []
        text = ""
        for match in _PLACEHOLDER.finditer(source.text, at):
            text += source.text[at : match.start()]
            at = match.end()
            if match[1] is None:
                if len(match[0]) == 1:
                    report(*match.span(), f"a single `{match[0]}`", help=f"write `{match[0] * 2}`")
                    return None
                text += match[0][0]
                continue
            expression = parse_expression(report, match.span(1))
            term = None if expression is None else bind(expression, scope, report)
            if term is None:
                return None
            parts += [text, term]
            text = ""
        return (*parts, text + source.text[at:])


def _on_one_line(text: str) -> str:
    """Return a formula without comments, separators and line feeds."""
    return " ".join(_COMMENT.sub("", text).replace(";", " ").split())


def _default_message(condition: Term, text: str) -> tuple[str | Term, ...]:
    """Return what is said of a condition without a message: the condition, and the values."""
    if condition.operation not in COMPARISONS:
        return (f"expected {text}",)
    left, right = condition.arguments
    if right.operation is Operation.LITERAL:
        return (f"expected {text}, got ", left)
    return (f"expected {text}, got ", left, " and ", right)
