"""From syntax to typed terms: what names mean, which letters and sorts fit together.

Every mistake is reported at its place; after one in a statement the next statement is read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NoReturn, assert_never

from opgen.dataclass import dataclass, field
from opgen.diagnostics import counted
from opgen.diagnostics.suggestions import did_you_mean
from opgen.ops.formulas.functions import (
    FUNCTIONS,
    LOGIC,
    NAMED_CONSTANTS,
    REDUCTIONS,
    Yields,
)
from opgen.ops.formulas.sorts import sort_of
from opgen.ops.formulas.syntax import (
    Binary,
    Call,
    Conditional,
    Expression,
    Index,
    ListOf,
    Name,
    Number,
    Reduction,
    Slice,
    Statement,
    Text,
    Truth,
    Unary,
)
from opgen.ops.formulas.terms import (
    BATCH,
    Apply,
    Assignment,
    Constant,
    Formula,
    Given,
    Interface,
    Parameter,
    Read,
    Reduce,
    Size,
    Sort,
    Tensor,
    Term,
    letters_of,
    ordered,
)
from opgen.ops.names import reserved_by
from opgen.ops.spec_text import Reporter

_SHOWN = {
    Sort.TEXT: "a string",
    Sort.BOOL: "a truth value",
    Sort.INTEGER: "an integer",
    Sort.NUMBER: "a number that may be an integer",
    Sort.REAL: "a real number",
}


class _MistakeError(Exception):
    """The formula is wrong, and that has been reported."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What the names in a formula mean.

    Attributes:
        interface: The tensors to read and the results to assign.
        parameters: The sorts of the attributes that are scalars.
        unusable: Names that exist but can't be used, and why.
        words: The words that a parameter may be, if it is one of several.
        targets: The result that an assigned name stands for, where that is another name.
        flags: The parameter that says whether another one is given, where that may be absent.
    """

    interface: Interface
    parameters: Mapping[str, Sort]
    unusable: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    targets: Mapping[str, str] = field(default_factory=dict)
    flags: Mapping[str, str] = field(default_factory=dict)

    @property
    def readable(self) -> list[str]:
        """All names that a formula may read from the start."""
        hidden = set(self.flags.values())
        parameters = [name for name in self.parameters if name not in hidden]
        return [*(t.name for t in self.interface.operands), *parameters]


Part = tuple[Sequence[Statement], Reporter]
"""Statements from one string of a spec, and who reports on them."""


def resolve(parts: Sequence[Part], scope: Scope) -> Formula | None:
    """Give a formula its meaning.

    Args:
        parts: The statements, string by string.
        scope: What their names mean.

    Returns:
        The formula, or ``None`` when it has been reported as wrong.
    """
    resolver = _Resolver(scope, parts[0][1])
    for statements, report in parts:
        resolver.report = report
        for statement in statements:
            resolver.statement(statement)
    if not resolver.valid or not resolver.complete(parts):
        return None
    return Formula(scope.interface, tuple(resolver.assigned.values()))


@dataclass(slots=True)
class _Resolver:
    scope: Scope
    report: Reporter
    assigned: dict[str, Assignment] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    conditions: list[str] = field(default_factory=list)
    valid: bool = True

    def statement(self, statement: Statement) -> None:
        target = self.scope.targets.get(statement.target.name, statement.target.name)
        try:
            self._assignable(statement.target, target)
            value = self.term(statement.value)
            self._fits(target, value, statement.value)
            self.assigned[target] = Assignment(target, value)
        except _MistakeError:
            self.valid = False
            self.broken.add(target)

    def complete(self, parts: Sequence[Part]) -> bool:
        """Report results without a value and temporaries without a use."""
        text = self.report.source.text
        for result in self.scope.interface.results:
            if result.name not in self.assigned:
                message = f"the formula doesn't assign result `{result.name}`"
                self._note((0, len(text)), message, f"add `{result.name} = ...`")
        results = {result.name for result in self.scope.interface.results}
        for statement, self.report in ((s, report) for found, report in parts for s in found):
            name = self.scope.targets.get(statement.target.name, statement.target.name)
            if name not in results and name not in self.used:
                place = (statement.target.start, statement.target.end)
                self._note(place, f"`{name}` is assigned but never used", "")
        return self.valid

    def _note(self, place: tuple[int, int], message: str, advice: str) -> None:
        self.valid = False
        self.report(*place, message, help=advice)

    def _fail(self, node: Expression, message: str, advice: str = "") -> NoReturn:
        self.report(node.start, node.end, message, help=advice)
        raise _MistakeError

    def _assignable(self, node: Name, target: str) -> None:
        name = node.name
        known = {t.name for t in self.scope.interface.operands} | self.scope.parameters.keys()
        results = {result.name for result in self.scope.interface.results}
        if target in self.assigned or target in self.broken:
            self._fail(node, f"`{name}` is assigned twice", "use another name")
        if target in results:
            return
        if name in known or name in self.scope.unusable:
            self._fail(node, f"`{name}` is an argument and can't be assigned", "use another name")
        owner = "a function of formulas" if name in FUNCTIONS else reserved_by(name)
        if owner or name in NAMED_CONSTANTS or name in REDUCTIONS:
            self._fail(node, f"`{name}` is {owner or 'a name of formulas'}", "use another name")

    def _fits(self, target: str, value: Term, node: Expression) -> None:
        result = self.scope.interface.tensor(target)
        if result is None:
            return
        missing = letters_of(value) - set(result.letters)
        # What is computed over the whole `...` is summed to the `...` that the result has.
        for letter in ordered(missing, self.scope.interface.order):
            advice = f"reduce it, for example `sum[{letter}](...)`"
            self._fail(node, f"result `{target}` has no `{letter}`, its value has", advice)
        sort = sort_of(value)
        wanted = result.sort
        if sort is Sort.TEXT or (wanted is Sort.BOOL) != (sort is Sort.BOOL) or sort > wanted:
            is_bool = sort is Sort.BOOL and wanted is not Sort.BOOL
            if is_bool:
                return
            message = f"result `{target}` is {_SHOWN[wanted]}, its value is {_SHOWN[sort]}"
            self._fail(node, message, _advice(wanted))

    def term(self, node: Expression) -> Term:  # noqa: PLR0911 - one case a node
        """Return what ``node`` means."""
        match node:
            case Name():
                return self._name(node)
            case Number() | Truth() | Text():
                return Constant(node.value)
            case Unary():
                return self._unary(node)
            case Binary():
                return self._binary(node)
            case Conditional():
                return self._choice(node.condition, node.then, node.otherwise)
            case Call():
                return self._call(node)
            case Reduction():
                return self._reduction(node)
            case Index() | Slice() | ListOf():
                return self._fail(
                    node,
                    "a formula takes elements at the same letters only, by no index",
                    "name the dimensions by `dims`, and reduce with `sum[k](...)`",
                )
            case _:
                assert_never(node)

    def _name(self, node: Name) -> Term:
        name = node.name
        if name in self.broken:
            raise _MistakeError
        self.used.add(name)
        if name in self.assigned:
            return self._stored(name)
        tensor = next((t for t in self.scope.interface.operands if t.name == name), None)
        if tensor is not None:
            return self._operand(node, tensor)
        if name in self.scope.parameters and name not in self.scope.flags.values():
            return self._parameter(node)
        if name in NAMED_CONSTANTS:
            return Constant(NAMED_CONSTANTS[name])
        return self._unknown_name(node)

    def _stored(self, name: str) -> Read:
        """Return the value of an earlier statement."""
        value = self.assigned[name].value
        result = self.scope.interface.tensor(name)
        letters = letters_of(value) if result is None else frozenset(result.letters)
        sort = sort_of(value) if result is None else result.sort
        return Read(name, ordered(letters, self.scope.interface.order), sort)

    def _unknown_name(self, node: Name) -> NoReturn:
        name = node.name
        if name in self.scope.unusable:
            self._fail(node, f"`{name}` {self.scope.unusable[name]}")
        known = [*self.scope.readable, *self.assigned]
        advice = did_you_mean(name, known) or "names: " + ", ".join(known)
        if name in FUNCTIONS or name in REDUCTIONS:
            advice = f"a function needs arguments: `{name}(...)`"
        self._fail(node, f"unknown name `{name}`", advice)

    def _operand(self, node: Name, tensor: Tensor) -> Read:
        if tensor.optional and tensor.name not in self.conditions:
            message = f"optional operand `{tensor.name}` may be absent here"
            self._fail(node, message, f"write `{tensor.name} if given({tensor.name}) else 0`")
        return Read(tensor.name, tensor.letters, tensor.sort)

    def _parameter(self, node: Name) -> Parameter:
        name = node.name
        flag = self.scope.flags.get(name)
        if flag is not None and flag not in self.conditions:
            message = f"optional attribute `{name}` may be absent here"
            self._fail(node, message, f"write `... {name} ... if given({name}) else ...`")
        return Parameter(name, self.scope.parameters[name])

    def _unary(self, node: Unary) -> Term:
        operand = self.term(node.operand)
        if node.operator == "not":
            self._is_truth(node.operand, operand)
            return Apply("not", (operand,))
        self._is_number(node.operand, operand)
        if isinstance(operand, Constant) and operand.sort in {Sort.INTEGER, Sort.REAL}:
            assert isinstance(operand.value, int | float)
            return operand if node.operator == "+" else Constant(-operand.value)
        return operand if node.operator == "+" else Apply("neg", (operand,))

    def _binary(self, node: Binary) -> Term:
        left = self.term(node.left)
        if node.operator in LOGIC:
            return self._logic(node, left)
        right = self.term(node.right)
        sorts = {sort_of(left), sort_of(right)}
        if node.operator in {"==", "!="} and sorts in ({Sort.TEXT}, {Sort.BOOL}):
            self._is_word(node.right, left, right)
            self._is_word(node.left, right, left)
            return Apply(node.operator, (left, right))
        self._is_number(node.left, left)
        self._is_number(node.right, right)
        if node.operator == "**":
            return _power(left, right)
        if node.operator == "/":
            self._is_real(node, left, right)
        function = node.operator
        return Apply(function, (left, right))

    def _is_word(self, node: Expression, parameter: Term, value: Term) -> None:
        if isinstance(parameter, Parameter) and isinstance(value, Constant):
            words = self.scope.words.get(parameter.name)
            if words is not None and value.value not in words:
                advice = "words: " + ", ".join(words)
                self._fail(node, f"`{parameter.name}` is never `{value.value}`", advice)

    def _logic(self, node: Binary, left: Term) -> Term:
        self._is_truth(node.left, left)
        # The right side of `and` is looked at only where the left side holds.
        guarded = _surely_given(left, holds=node.operator == "and")
        self.conditions += guarded
        right = self.term(node.right)
        del self.conditions[len(self.conditions) - len(guarded) :]
        self._is_truth(node.right, right)
        return Apply(node.operator, (left, right))

    def _choice(self, condition: Expression, then: Expression, otherwise: Expression) -> Term:
        test = self.term(condition)
        self._is_truth(condition, test)
        before = list(self.conditions)
        self.conditions += _surely_given(test, holds=True)
        first = self.term(then)
        self.conditions = [*before, *_surely_given(test, holds=False)]
        second = self.term(otherwise)
        self.conditions = before
        if Sort.TEXT in (sort_of(first), sort_of(second)):
            self._fail(then, "a string can only be compared")
        if (sort_of(first) is Sort.BOOL) != (sort_of(second) is Sort.BOOL):
            self._fail(otherwise, "one choice is a truth value, the other a number")
        return Apply("where", (test, first, second))

    def _call(self, node: Call) -> Term:
        name = node.function.name
        if name in {"given", "size"}:
            return self._about(node, name)
        signature = FUNCTIONS.get(name)
        if signature is None:
            self._unknown_function(node)
        count = len(node.arguments)
        if count < signature.least or (signature.most is not None and count > signature.most):
            wanted = _spelled(signature.least, signature.most)
            advice = ""
            if name in REDUCTIONS:
                advice = f"to reduce, name the letters: `{name}[k](...)`"
            self._fail(node, f"`{name}` takes {wanted}, got {count}", advice)
        if name == "where":
            return self._choice(*node.arguments)
        arguments = tuple(map(self.term, node.arguments))
        for at, argument in zip(node.arguments, arguments, strict=True):
            if signature.yields is not Yields.STOP:
                self._is_number(at, argument)
            if signature.yields is Yields.REAL:
                self._is_real(at, argument)
        return _power(*arguments) if name == "pow" else Apply(name, arguments)

    def _unknown_function(self, node: Call) -> NoReturn:
        name = node.function.name
        known = [*FUNCTIONS, *REDUCTIONS, "given", "size"]
        advice = did_you_mean(name, known)
        if name in REDUCTIONS:
            advice = f"name the letters that are reduced: `{name}[k](...)`"
        self._fail(node.function, f"unknown function `{name}`", advice)

    def _about(self, node: Call, function: str) -> Term:
        """Resolve ``given(operand)`` and ``size(letter)``, whose arguments are bare names."""
        if len(node.arguments) != 1 or not isinstance(node.arguments[0], Name):
            what = "what may be absent" if function == "given" else "a letter of dims"
            self._fail(node, f"`{function}` takes the name of {what}")
        name = node.arguments[0].name
        if function == "size":
            self._letter(node.arguments[0])
            return Size(name)
        optional = [t.name for t in self.scope.interface.operands if t.optional]
        flags = self.scope.flags
        if name not in {*optional, *flags}:
            advice = did_you_mean(name, [*optional, *flags])
            message = f"`{name}` is no optional operand or attribute"
            self._fail(node.arguments[0], message, advice)
        self.used.add(name)
        if name in flags:
            return Parameter(flags[name], Sort.BOOL, about=name)
        return Given(name)

    def _reduction(self, node: Reduction) -> Term:
        function = node.function.name
        if function not in REDUCTIONS:
            advice = did_you_mean(function, REDUCTIONS) or "reductions: " + ", ".join(REDUCTIONS)
            self._fail(node.function, f"unknown reduction `{function}`", advice)
        value = self.term(node.value)
        self._is_number(node.value, value)
        if function == "mean":
            self._is_real(node, value)
        inside = letters_of(value)
        for letter in node.letters:
            self._letter(letter)
            axes = self.scope.interface.axes
            if axes and letter.name != axes:
                message = f"only the dimensions that `{axes}` names can be reduced here"
                self._fail(letter, message, f"write `{function}[{axes}](...)`")
            if letter.name not in inside:
                message = f"what is reduced has no `{letter.name}`"
                self._fail(letter, message)
        names = frozenset(letter.name for letter in node.letters)
        if len(names) < len(node.letters):
            self._fail(node.letters[-1], "a letter is reduced twice")
        return Reduce(function, ordered(names, self.scope.interface.order), value)

    def _letter(self, node: Name) -> None:
        order = self.scope.interface.order
        if node.name not in order:
            named = [letter for letter in order if letter != BATCH]
            advice = did_you_mean(node.name, named)
            advice = advice or ("letters: " + ", ".join(order) if order else "give the op `dims`")
            self._fail(node, f"`{node.name}` is no letter of the op's dims", advice)

    def _is_truth(self, node: Expression, term: Term) -> None:
        if sort_of(term) is not Sort.BOOL:
            self._fail(node, f"this is {_SHOWN[sort_of(term)]}, a truth value is expected")

    def _is_number(self, node: Expression, term: Term) -> None:
        if sort_of(term) is Sort.TEXT:
            self._fail(node, "a string can only be compared")

    def _is_real(self, node: Expression, *terms: Term) -> None:
        if any(sort_of(term) is Sort.NUMBER for term in terms):
            self._fail(
                node,
                "this needs real numbers, and a type variable in it may be an integer",
                "list floating types only, or use a type variable of its own for the result",
            )


def _power(base: Term, exponent: Term) -> Term:
    integers = max(sort_of(base), sort_of(exponent)) <= Sort.NUMBER
    whole = isinstance(exponent, Constant) and isinstance(exponent.value, int)
    if integers and not (whole and exponent.value >= 0):  # type: ignore[union-attr,operator]
        base = Apply("real", (base,))
    return Apply("pow", (base, exponent))


def _surely_given(condition: Term, *, holds: bool) -> list[str]:
    """Return what is surely there where ``condition`` holds, or where it doesn't.

    Operands stand for themselves, flags for the attributes that they are about.
    """
    if isinstance(condition, Given | Parameter):
        name = condition.operand if isinstance(condition, Given) else condition.name
        return [name] if holds else []
    if not isinstance(condition, Apply):
        return []
    if condition.function == "not":
        return _surely_given(condition.arguments[0], holds=not holds)
    if condition.function == ("and" if holds else "or"):
        return [n for part in condition.arguments for n in _surely_given(part, holds=holds)]
    return []


def _spelled(least: int, most: int | None) -> str:
    if most is None:
        return f"{least} or more arguments"
    return counted(least, "argument")


def _advice(wanted: Sort) -> str:
    if wanted is Sort.BOOL:
        return "compare: `x > 0`"
    if wanted is Sort.NUMBER:
        return "list floating types only, or use a type variable of its own for the result"
    return "give the result a type variable of floating types" if wanted is Sort.INTEGER else ""
