"""A formula in MindSpore's hybrid language: Python that its compiler AKG makes a kernel of.

The language has loops over tensors of one element type and few functions. A kernel here gets every
operand with the dimensions of its own letters, ``...`` as one of them, in single precision, and
each attribute as a tensor of one element. The runtime's ``hybrids`` lays tensors out so.

AKG of MindSpore 2.10 computes reductions wrongly on the CPU, whatever the order of loops, and
leaves several results unwritten, both without a word; so there are none of these here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from opgen.namedtuple import NamedTuple
from opgen.ops import Arity, DType, Op
from opgen.ops.formulas.functions import COMPARISONS
from opgen.ops.formulas.sorts import sort_of
from opgen.ops.formulas.steps import Step, steps_of
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
    Term,
    walk,
)
from opgen.targets.cpp import free_name
from opgen.targets.expressions import ATOM, Code

_CHOICE, _OR, _AND, _COMPARE, _SUM, _PRODUCT, _SIGN = range(7)

_INFIX: Final = {
    **dict.fromkeys(COMPARISONS, _COMPARE),
    "or": _OR,
    "and": _AND,
    "+": _SUM,
    "-": _SUM,
    "*": _PRODUCT,
    "/": _PRODUCT,
}

_NAMED: Final = frozenset(
    """
    exp log sqrt rsqrt sin cos atan tanh erf abs sign floor ceil isnan isinf isfinite
    """.split()  # noqa: SIM905 - so many words are read best as text
)
"""The functions that the language has by the names of formulas."""

_WRITTEN: Final = {
    "neg": "-{0}",
    "real": "{0}",
    "stop": "{0}",
    "square": "{0} * {0}",
    "pow": "power({0}, {1})",
    "tan": "sin({0}) / cos({0})",
    "sinh": "(exp({0}) - exp(-{0})) / 2.0",
    "cosh": "(exp({0}) + exp(-{0})) / 2.0",
    "log2": "log({0}) / 0.6931471805599453",
    "relu": "max({0}, 0.0)",
    "step": "1.0 if {0} > 0.0 else 0.0",
    "sigmoid": "1.0 / (1.0 + exp(-{0}))",
    "softplus": "max({0}, 0.0) + log(1.0 + exp(-abs({0})))",
    "clamp": "min(max({0}, {1}), {2})",
    "//": "floor({0} / {1})",
    "%": "{0} - floor({0} / {1}) * {1}",
}
"""How others are written."""

_LEVELS: Final = {
    **dict.fromkeys(("softplus", "%"), _SUM),
    **dict.fromkeys(("square", "tan", "sinh", "cosh", "log2", "sigmoid"), _PRODUCT),
    "neg": _SIGN,
    "step": _CHOICE,
}
"""How strongly that binds, where it isn't a call."""

_TAKEN: Final = frozenset(
    """
    allocate output_tensor range serial vectorize parallel reduce grid attr block_realize power
    int8 int16 int32 int64 float16 float32 float64 atan2 expm1 trunc round ceil_div max min len
    kernel ms_kernel
    """.split()  # noqa: SIM905 - so many words are read best as text
)
"""Names of the language and of the file, which tensors can't have."""


class HybridKernel(NamedTuple):
    """An operator in the hybrid language.

    Attributes:
        parameters: The names of operands and attributes.
        lines: The body.
        operands: The letters of each operand.
        result: The letters of the result.
        scalars: The attributes that come as tensors of one element.
    """

    parameters: tuple[str, ...]
    lines: tuple[str, ...]
    operands: tuple[tuple[str, ...], ...]
    result: tuple[str, ...]
    scalars: tuple[str, ...]


def hybrid_view(op: Op, kernel: HybridKernel) -> dict[str, object]:
    """Return what the file of a kernel prints."""
    names = [operand.name for operand in op.operands]
    spelled = [f"`{name}`: {' '.join(x)}" for name, x in zip(names, kernel.operands, strict=True)]
    spelled.append(f"`{op.results[0].name}`: {' '.join(kernel.result)}")
    return {
        "op": op.name,
        "dimensions": "; ".join(spelled),
        "parameters": kernel.parameters,
        "lines": kernel.lines,
    }


class _LackingError(Exception):
    """Says what of a formula the language lacks."""


def hybrid_kernel(op: Op) -> HybridKernel | str:
    """Return ``op`` in the hybrid language, or why it can't be written so."""
    formula = op.formula
    if formula is None:
        return "its spec has no formula"
    reason = _reason(op, formula)
    if reason:
        return reason
    try:
        return _Kernel(op, formula).kernel()
    except _LackingError as error:
        return str(error)


def _reason(op: Op, formula: Formula) -> str:
    """Return what of its arguments a kernel can't have; empty if it can have all."""
    interface = formula.interface
    tensors = (*interface.operands, *interface.results)
    varies = any(operand.arity is not Arity.SINGLE for operand in op.operands)
    lacking = len(interface.operands) != len(op.operands) or not all(t.letters for t in tensors)
    sorts = {tensor.sort for tensor in tensors}
    reasons = {
        "it reduces dimensions that an attribute names": bool(interface.axes),
        "the number of its tensors varies": varies,
        "it has several results, which MindSpore compiles wrongly for the CPU": len(op.results) > 1,
        "it has tensors without dimensions of their own": lacking,
        "it has tensors of integers": not sorts <= {Sort.NUMBER, Sort.REAL, Sort.BOOL},
        "its tensors are never of type f32": not any(DType.F32 in v.dtypes for v in op.types),
    }
    return next((reason for reason, is_so in reasons.items() if is_so), "")


class _Kernel:
    def __init__(self, op: Op, formula: Formula) -> None:
        self.interface = formula.interface
        self.steps = steps_of(formula)
        used = {p.name for s in self.steps for p in walk(s.value) if isinstance(p, Parameter)}
        self.scalars = tuple(a.name for a in op.attributes if a.name in used)
        own = (*(t.name for t in self.interface.operands), *self.scalars)
        names = dict.fromkeys((*own, *(step.name for step in self.steps)))
        taken = {*_TAKEN, *_NAMED}
        self.names: dict[str, str] = {}
        for name in names:
            self.names[name] = free_name(name, taken)
            taken.add(self.names[name])
        self.loops: dict[str, str] = {}
        for letter in formula.order:
            word = "batch" if letter == BATCH else letter
            self.loops[letter] = free_name(f"i_{word}", taken)
            taken.add(self.loops[letter])
        self.letters = {t.name: t.letters for t in self.interface.operands}
        self.letters |= {step.name: step.letters for step in self.steps}

    def kernel(self) -> HybridKernel:
        lines = [line for step in self.steps for line in self._step(step)]
        (result,) = self.interface.results
        return HybridKernel(
            (
                *(self.names[t.name] for t in self.interface.operands),
                *(self.names[name] for name in self.scalars),
            ),
            (*lines, f"return {self.names[result.name]}"),
            tuple(t.letters for t in self.interface.operands),
            result.letters,
            self.scalars,
        )

    def _step(self, step: Step) -> Iterator[str]:
        """Yield the loops that compute a tensor."""
        if step.reduction:
            raise _LackingError("it reduces, which MindSpore compiles wrongly for the CPU")
        if step.is_summed_to_operand:
            raise _LackingError("a result is summed to the shape of an operand")
        made = "allocate" if step.result is None else "output_tensor"
        first = self.names[self.interface.operands[0].name]
        sizes = [self._size(letter) for letter in step.letters] or ["1"]
        shape = f"({sizes[0]},)" if len(sizes) == 1 else f"({', '.join(sizes)})"
        name = self.names[step.name]
        yield f"{name} = {made}({shape}, {first}.dtype)"
        for depth, letter in enumerate(step.letters):
            yield f"{'    ' * depth}for {self.loops[letter]} in range({self._size(letter)}):"
        target = f"{'    ' * len(step.letters)}{self._read(step.name, step.letters)}"
        yield f"{target} = {self._number(step.value).text}"

    def _size(self, letter: str) -> str:
        for tensor in self.interface.operands:
            if letter in tensor.letters:
                return f"{self.names[tensor.name]}.shape[{tensor.letters.index(letter)}]"
        raise _LackingError(f"no operand has the dimension {letter}")

    def _index(self, letters: Sequence[str]) -> str:
        return ", ".join(self.loops[letter] for letter in letters) or "0"

    def _read(self, name: str, letters: Sequence[str]) -> str:
        return f"{self.names[name]}[{self._index(letters)}]"

    def _number(self, term: Term) -> Code:
        """Return a term as a number in single precision."""
        match term:
            case Constant():
                return _constant(term)
            case Parameter():
                return Code(self._read(term.name, ()))
            case Read():
                return Code(self._read(term.name, self.letters[term.name]))
            case Size():
                return Code(f"float32({self._size(term.letter)})")
            case Apply():
                return self._applied(term)
            case Given() | Reduce():
                raise _LackingError("operands may be absent")
            case _:
                assert_never(term)

    def _applied(self, term: Apply) -> Code:
        if term.function == "where":
            condition = self._condition(term.arguments[0]).within(_OR)
            first, second = (self._number(a) for a in term.arguments[1:])
            text = f"{first.within(_OR)} if {condition} else {second.within(_CHOICE)}"
            return Code(text, _CHOICE)
        if sort_of(term) is Sort.BOOL:
            return Code(f"1.0 if {self._condition(term).text} else 0.0", _CHOICE)
        if folded := _folded(term):
            return _constant(folded)
        codes = [self._number(argument) for argument in term.arguments]
        level = _INFIX.get(term.function)
        if level is not None:
            sides = (codes[0].within(level), codes[1].within(level + 1))
            return Code(f"{sides[0]} {term.function} {sides[1]}", level)
        if term.function in {"min", "max"}:
            nested = codes[0].text
            for code in codes[1:]:
                nested = f"{term.function}({nested}, {code.text})"
            return Code(nested)
        return _call(term.function, codes)

    def _condition(self, term: Term) -> Code:
        """Return a term as a condition."""
        if isinstance(term, Apply) and term.function == "not":
            inner = self._condition(term.arguments[0])
            return Code(f"(0.0 if {inner.text} else 1.0) > 0.5", _COMPARE)
        if isinstance(term, Apply) and term.function in {"and", "or"}:
            level = _INFIX[term.function]
            sides = [self._condition(a).within(level + 1) for a in term.arguments]
            return Code(f" {term.function} ".join(sides), level)
        if isinstance(term, Apply) and term.function in COMPARISONS:
            left, right = (self._number(a).within(_SUM) for a in term.arguments)
            return Code(f"{left} {term.function} {right}", _COMPARE)
        if isinstance(term, Apply) and term.function in {"isnan", "isinf", "isfinite"}:
            return _call(term.function, [self._number(term.arguments[0])])
        return Code(f"{self._number(term).within(_SUM)} != 0.0", _COMPARE)


def _folded(term: Apply) -> Constant | None:
    """Return the value of a function of a constant, which the language doesn't compute ahead."""
    if len(term.arguments) != 1:
        return None
    argument = term.arguments[0]
    function = getattr(math, term.function, None)
    if not isinstance(argument, Constant) or isinstance(argument.value, str) or function is None:
        return None
    try:
        return Constant(float(function(argument.value)))
    except (ValueError, OverflowError):
        return None


def _call(function: str, codes: Sequence[Code]) -> Code:
    if function in _NAMED:
        return Code(f"{function}({', '.join(code.text for code in codes)})")
    written = _WRITTEN.get(function)
    if written is None:
        raise _LackingError(f"the language has no {function} on the CPU")
    texts = [code.within(ATOM) for code in codes]
    return Code(written.format(*texts), _LEVELS.get(function, ATOM))


def _constant(term: Constant) -> Code:
    if isinstance(term.value, str):
        raise _LackingError("it compares words")
    value = float(term.value)
    if math.isinf(value):
        raise _LackingError("it has an infinite number")
    return Code(repr(value), ATOM if math.copysign(1, value) > 0 else _SIGN)
