"""A formula as Python over NumPy arrays: the reference that kernels are compared with.

It goes another way than kernels do: whole arrays instead of loops. Where a formula has letters,
every array is turned so that its last dimensions are the letters of the formula in order, with
size 1 for those that it lacks. Knows the functions of ``samples/reference.py.j2``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, assert_never

from opgen.ops.formulas.sorts import sort_of
from opgen.ops.formulas.terms import (
    BATCH,
    Apply,
    Constant,
    Formula,
    Given,
    Parameter,
    Read,
    Reduce,
    Size,
    Sort,
    Tensor,
    Term,
    walk,
)
from opgen.targets.expressions import ATOM, Code
from opgen.targets.python import literal

_CHOICE, _COMPARE, _SUM, _PRODUCT, _SIGN, _POWER = range(6)

_INFIX: Final = {
    "==": ("==", _COMPARE),
    "!=": ("!=", _COMPARE),
    "<": ("<", _COMPARE),
    "<=": ("<=", _COMPARE),
    ">": (">", _COMPARE),
    ">=": (">=", _COMPARE),
    "+": ("+", _SUM),
    "-": ("-", _SUM),
    "*": ("*", _PRODUCT),
    "/": ("/", _PRODUCT),
    "//": ("//", _PRODUCT),
    "%": ("%", _PRODUCT),
    "pow": ("**", _POWER),
}

_CALLS: Final = {
    "and": "np.logical_and({}, {})",
    "or": "np.logical_or({}, {})",
    "not": "np.logical_not({})",
    "relu": "np.maximum({}, 0)",
    "step": "np.where({} > 0, 1, 0)",
    "clamp": "np.minimum(np.maximum({}, {}), {})",
    "rsqrt": "(1 / np.sqrt({}))",
    "sigmoid": "np.exp(-np.logaddexp(0, -({})))",
    "softplus": "np.logaddexp(0, {})",
    "erf": "np.vectorize(math.erf, otypes=[float])({})",
    "round": "np.rint({})",
    "real": "np.multiply({}, 1.0)",
    "stop": "{}",
    "where": "np.where({}, {}, {})",
    "asin": "np.arcsin({})",
    "acos": "np.arccos({})",
    "atan": "np.arctan({})",
}
"""How a function is written where it is not ``np.<function>(...)``."""

_REDUCTIONS: Final = {"sum": "np.sum", "mean": "np.mean", "max": "_largest", "min": "_smallest"}


def reference_lines(formula: Formula, keepdim: str = "") -> list[str]:
    """Return the body of a function of the operands and attributes that returns the results.

    Args:
        formula: What it computes.
        keepdim: The attribute that says whether reduced dimensions that another attribute names
            stay; empty for never.
    """
    return list(_Lines(formula, keepdim).lines())


class _Lines:
    def __init__(self, formula: Formula, keepdim: str) -> None:
        self.formula = formula
        self.keepdim = keepdim
        self.letters = " ".join(letter for letter in formula.order if letter != BATCH)
        reductions = (
            isinstance(part, Reduce | Size) for a in formula.assignments for part in walk(a.value)
        )
        own_batch = any(result.like for result in formula.interface.results)
        self.plain = not self.letters and not own_batch and not any(reductions)

    def lines(self) -> Iterator[str]:
        interface = self.formula.interface
        if interface.axes:
            yield from self._split()
            return
        used = [t for t in interface.operands if t.name in self.formula.reads()]
        if not self.plain or not self._reads_all():
            tensors = ", ".join(f"({t.name}, {_quoted(t)})" for t in interface.operands)
            yield f"_sizes = _sizes_of({tensors})"
        for result in interface.results:
            if result.like and BATCH in result.letters:
                yield f"_{result.name}_shape = np.shape({result.like})"
        for tensor in used:
            if self.letters:
                yield f"{tensor.name} = _turned({tensor.name}, {_quoted(tensor)}, {self._all()})"
        for assignment in self.formula.assignments:
            yield f"{assignment.name} = {self._code(assignment.value).text}"
        returned = ", ".join(map(self._result, interface.results))
        yield f"return {returned}"

    def _split(self) -> Iterator[str]:
        """Yield the lines where an attribute names dimensions: these stay, with size 1."""
        interface = self.formula.interface
        axes = interface.axes
        used = [t for t in interface.operands if t.name in self.formula.reads()]
        whole = next(t.name for t in interface.operands if axes in t.letters)
        yield f"_shape = np.shape({whole})"
        yield f"_axes = _axes_of({axes}, len(_shape))"
        for tensor in used:
            if axes not in tensor.letters:
                yield f"{tensor.name} = _expanded({tensor.name}, _shape, _axes)"
        for assignment in self.formula.assignments:
            yield f"{assignment.name} = {self._code(assignment.value).text}"
        keeps = f", {self.keepdim}" if self.keepdim else ""
        returned = [
            f"np.broadcast_to({t.name}, _shape)"
            if axes in t.letters
            else f"_left({t.name}, _shape, _axes{keeps})"
            for t in interface.results
        ]
        yield f"return {', '.join(returned)}"

    def _reads_all(self) -> bool:
        """Whether each result is made of every operand, so that it has the shape of all."""
        names = {t.name for t in self.formula.interface.operands if BATCH in t.letters}
        made: dict[str, set[str]] = {}
        for a in self.formula.assignments:
            reads = {part.name for part in walk(a.value) if isinstance(part, Read)}
            made[a.name] = reads.union(*(made.get(name, set()) for name in reads))
        return all(names <= made[result.name] for result in self.formula.interface.results)

    def _result(self, result: Tensor) -> str:
        if self.plain and self._reads_all():
            return result.name
        own = f", _{result.name}_shape" if result.like and BATCH in result.letters else ""
        return f"_back({result.name}, {_quoted(result)}, {self._all()}, _sizes{own})"

    def _all(self) -> str:
        return f'"{self.letters}"'

    def _code(self, term: Term) -> Code:
        match term:
            case Constant():
                return _constant(term)
            case Parameter() | Read():
                return Code(term.name)
            case Size():
                return Code(self._size(term))
            case Given():
                return Code(f"{term.operand} is not None", _COMPARE)
            case Apply():
                return self._apply(term)
            case Reduce():
                return Code(self._reduction(term))
            case _:
                assert_never(term)

    def _size(self, term: Size) -> str:
        axes = self.formula.interface.axes
        if axes:
            within = "in" if term.letter == axes else "not in"
            return f"math.prod(n for a, n in enumerate(_shape) if a {within} _axes)"
        size = f'_sizes["{term.letter}"]'
        return f"math.prod({size})" if term.letter == BATCH else size

    def _reduction(self, term: Reduce) -> str:
        function, value = _REDUCTIONS[term.function], self._code(term.value).text
        if self.formula.interface.axes:
            return f"{function}({value}, axis=_axes, keepdims=True)"
        letters = " ".join(term.letters)
        return f'_reduced({function}, {value}, "{letters}", {self._all()}, _sizes)'

    def _apply(self, term: Apply) -> Code:
        codes = [self._code(argument) for argument in term.arguments]
        if term.function in _INFIX:
            symbol, level = _INFIX[term.function]
            left = level if level not in {_COMPARE, _POWER} else level + 1
            return Code(f"{codes[0].within(left)} {symbol} {codes[1].within(level + 1)}", level)
        if term.function == "neg":
            return Code(f"-{codes[0].within(_SIGN)}", _SIGN)
        texts = [code.text for code in codes]
        if (
            all(_is_scalar(part) for part in term.arguments[:1])
            and sort_of(term.arguments[0]) is Sort.BOOL
        ):
            return self._scalar_condition(term, codes)
        if term.function in {"min", "max"}:
            nested = texts[0]
            for text in texts[1:]:
                nested = f"np.{term.function}imum({nested}, {text})"
            return Code(nested)
        call = _CALLS.get(term.function)
        if call is None:
            return Code(f"np.{term.function}({', '.join(texts)})")
        if call[0] == "{" or " > " in call or "-(" in call:
            texts = [code.within(ATOM) for code in codes]
        return Code(call.format(*texts))

    @staticmethod
    def _scalar_condition(term: Apply, codes: list[Code]) -> Code:
        """Return Python's own choice, which leaves alone what isn't chosen: an absent operand."""
        first, *rest = (code.within(_COMPARE) for code in codes)
        if term.function == "where":
            return Code(f"({rest[0]} if {first} else {rest[1]})")
        if term.function == "not":
            return Code(f"(not {first})")
        return Code(f"({first} {term.function} {rest[0]})")


def _constant(term: Constant) -> Code:
    value = term.value
    if isinstance(value, float) and math.isinf(value):
        return Code("np.inf") if value > 0 else Code("-np.inf", _SIGN)
    is_negative = not isinstance(value, bool | str) and value < 0
    return Code(literal(value), _SIGN if is_negative else ATOM)


def _is_scalar(term: Term) -> bool:
    return not any(isinstance(part, Read) for part in walk(term))


def _quoted(tensor: Tensor) -> str:
    return f'"{" ".join(tensor.letters)}"'
