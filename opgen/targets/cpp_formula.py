"""The body of a CPU kernel, printed from the formula of its operator.

Knows `opgen_kernel.h`, `opgen_loops.h` and `opgen_math.h`; the order of loops is decided by
:mod:`opgen.ops.formulas.schedule`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from opgen.dataclass import dataclass
from opgen.ops import AttributeKind, Op, Operand, Result
from opgen.ops.formulas.schedule import Group, Nest, Placed, schedule
from opgen.ops.formulas.sorts import sort_of
from opgen.ops.formulas.steps import Step
from opgen.ops.formulas.terms import (
    Formula,
    Read,
    Sort,
    Tensor,
    Term,
    walk,
)
from opgen.targets import cpp
from opgen.targets.cpp_parts import ROOM, Parts
from opgen.targets.cpp_places import Names, Places
from opgen.targets.cpp_scalars import Scalars
from opgen.targets.cpp_terms import TermPrinter

_STARTS: Final = {"max": "opgen::lowest<{}>", "min": "opgen::highest<{}>"}
_LOOPS: Final = ("opgen::Batch", "opgen::BatchIndex", "opgen::Scratch", "opgen::Walk")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of code and how deep it stands in loops."""

    depth: int
    text: str


@dataclass(frozen=True, slots=True)
class KernelBody:
    """The statements of a kernel and the headers that they need."""

    lines: tuple[Line, ...]
    headers: tuple[str, ...]


def kernel_body(op: Op, formula: Formula) -> KernelBody:
    """Return the body of the CPU kernel of ``op``, which computes ``formula``."""
    lines = tuple(_BodyPrinter(op, formula).lines())
    text = "\n".join(line.text for line in lines)
    headers = ["opgen_loops.h"] if any(name in text for name in _LOOPS) else []
    for name in (*_LOOPS, "opgen::ComputeType"):
        text = text.replace(name, "")
    if "std::" in text or "opgen::" in text:
        headers.append("opgen_math.h")
    return KernelBody(lines, tuple(headers))


def compute_type(op: Op) -> str:
    """Return the type that a kernel of ``op`` computes real numbers in."""
    arguments: tuple[Operand | Result, ...] = (*op.results, *op.operands)
    real = [
        a.type_variable
        for a in arguments
        if any(dtype.is_floating for dtype in op.type_variable(a.type_variable).dtypes)
    ]
    types = [cpp.compute_type(op, variable) for variable in dict.fromkeys(real)]
    if len(types) > 1:
        return f"std::common_type_t<{', '.join(types)}>"
    return types[0] if types else "double"


def is_main(op: Op, tensor: str) -> bool:
    """Return whether elements of a tensor are computed with in the kernel's main type."""
    arguments: tuple[Operand | Result, ...] = (*op.operands, *op.results)
    variables = {a.type_variable for a in arguments if a.name == tensor}
    return compute_type(op) == cpp.compute_type(op, next(iter(variables)))


def enum_types(op: Op) -> dict[str, str]:
    """Return the C++ type of each attribute that is one of several words."""
    enums = [a for a in op.attributes if a.kind is AttributeKind.ENUM]
    return {attribute.name: cpp.enum_name(op, attribute) for attribute in enums}


class _BodyPrinter:
    def __init__(self, op: Op, formula: Formula) -> None:
        self.op = op
        self.formula = formula
        self.groups = schedule(formula)
        self.names = Names(op)
        self.placed = {p.step.name: p for g in self.groups for n in g.nests for p in n.steps}
        self.temporaries = {
            name: self.names.new(name) for name, p in self.placed.items() if p.step.result is None
        }
        self.places = Places(formula, self.names, may_walk=True)
        self.out: list[Line] = []
        self.depth = 0
        self.held: list[dict[str, str]] = [{}]
        self.arrays: dict[str, str] = {}
        values = [placed.step.value for placed in self.placed.values()]
        self.scalars = Scalars(values, self.names)
        self.enums = enum_types(op)
        self.printer = TermPrinter(
            "Compute", self._read, self.places.sizes, self.scalars.names, self.enums
        )
        self.parts = Parts(self.printer, self.scalars.names)

    def lines(self) -> Iterator[Line]:
        """Yield the lines of the body, without the final return."""
        for group in self.groups:
            self._group(group)
        body, self.out = self.out, []
        for line in self.scalars.lines(self.places.sizes, self.enums):
            self._emit(line)
        scalars, self.out = self.out, []
        text = "\n".join(line.text for line in (*scalars, *body))
        if "Compute" in text:
            self._emit(f"using Compute = {compute_type(self.op)};")
        for declaration in self.places.declarations(text):
            self._emit(declaration)
        yield from (*self.out, *scalars, *body)

    def _emit(self, text: str) -> None:
        self.out.append(Line(self.depth, text))

    # Loops

    @contextmanager
    def _loop(self, letter: str) -> Iterator[None]:
        variable, size = self.places.loops[letter], self.places.sizes[letter]
        head = len(self.out)
        self._emit(f"for (int64_t {variable} = 0; {variable} < {size}; ++{variable}) {{")
        self.depth += 1
        self.held.append({})
        yield
        self.held.pop()
        self.depth -= 1
        # What a loop walks through is known when its body is.
        body = self.out[head + 1 :]
        walk, function = self.places.walk([line.text for line in body])
        if walk:
            self.out[head:] = self._walk(walk, function, body)
        else:
            self._emit("}")

    def _walk(self, walk: str, function: str, body: list[Line]) -> Iterator[Line]:
        """Yield a loop as a call with ``function``, which goes on with ``body``."""
        depth, call = self.depth, f"{self.places.walker}.for_each("
        yield Line(depth, walk)
        room = ROOM - 2 * depth
        # In a line of its own the function is four columns further to the right.
        if len(call + function) <= room or len(function) + 4 > room:
            yield Line(depth, call + function)
        else:
            yield Line(depth, call)
            yield Line(depth + 2, function)
            depth += 2
        yield from (Line(line.depth + depth - self.depth, line.text) for line in body)
        yield Line(depth, "});")

    def _group(self, group: Group) -> None:
        for nest in group.nests:
            for placed in nest.steps:
                self._declare_arrays(placed)
        self._outer(group, 0)

    def _outer(self, group: Group, depth: int) -> None:
        if depth < len(group.outer):
            with self._loop(group.outer[depth]):
                self._outer(group, depth + 1)
            return
        for nest in group.nests:
            self._level(nest, 0)

    def _level(self, nest: Nest, depth: int) -> None:
        """Print what stands inside ``depth`` loops of ``nest``."""
        self._loads(nest, depth)
        sums = [p for p in nest.steps if _accumulates(p.step) and p.depth == depth]
        for placed in sums:
            self._start(placed)
        if depth < len(nest.loops):
            with self._loop(nest.loops[depth]):
                self._level(nest, depth + 1)
        else:
            for number, placed in enumerate(nest.steps):
                later = [p.step for p in nest.steps[number + 1 :]]
                self._step(placed, is_read=any(placed.step.name in s.reads() for s in later))
        for placed in sums:
            self._finish(placed)

    def _loads(self, nest: Nest, depth: int) -> None:
        """Declare the elements that change with the loop just entered, or with none of them."""
        inside = set(nest.loops[depth:])
        values = [p.step.value for p in nest.steps]
        for read in (part for value in values for part in walk(value)):
            if not isinstance(read, Read) or read.name in self.temporaries:
                continue
            is_stored_here = any(p.step.name == read.name for p in nest.steps)
            if not inside & set(read.letters) and not is_stored_here and not self._held(read.name):
                self._load(read)

    def _load(self, read: Read) -> None:
        tensor = self.formula.interface.tensor(read.name)
        assert tensor is not None
        kind = self.printer.type_of(tensor.sort)
        name = self.names_of_element(read.name)
        value = f"{read.name}[{self.places.at(tensor)}]"
        if tensor.optional:
            value = f"{read.name} ? static_cast<{kind}>({value}) : {kind}(0)"
        elif kind == "Compute" and not is_main(self.op, read.name):
            value = f"static_cast<{kind}>({value})"
        self._emit(f"const {kind} {name} = {value};")
        self.held[-1][read.name] = name

    def names_of_element(self, tensor: str) -> str:
        """Return the name of the variable that holds an element of ``tensor``."""
        if tensor not in self.arrays:
            self.arrays[tensor] = self.names.new(f"{tensor}_i")
        return self.arrays[tensor]

    def _held(self, name: str) -> str:
        return next((held[name] for held in reversed(self.held) if name in held), "")

    def _read(self, read: Read) -> str:
        held = self._held(read.name)
        if held:
            return held
        placed = self.placed[read.name]
        if placed.kept:
            return f"{self.arrays[read.name]}[{self.places.at_letters(placed.kept)}]"
        return self.temporaries[read.name]

    # Steps

    def _declare_arrays(self, placed: Placed) -> None:
        step = placed.step
        kind = self.printer.type_of(step.sort)
        if placed.kept:
            self.arrays[step.name] = self.names.new(f"{step.name}_values")
            size = self.places.numel(placed.kept)
            self._emit(f"opgen::Scratch<{kind}> {self.arrays[step.name]}({size});")
        elif step.result is not None and step.is_summed_to_operand:
            self.arrays[f"{step.name} sum"] = self.names.new(f"{step.name}_sum")
            sums = self.arrays[f"{step.name} sum"]
            self._emit(f"opgen::Scratch<{kind}> {sums}({step.name}.numel());")
        elif placed.across:
            self.arrays[f"{step.name} sum"] = self.names.new(f"{step.name}_row")
            size = self.places.sizes[placed.across]
            self._emit(f"opgen::Scratch<{kind}> {self.arrays[f'{step.name} sum']}({size});")

    def _sum(self, placed: Placed) -> str:
        """Return what a step accumulates in, as an expression at the loop variables."""
        step = placed.step
        if step.result is not None and step.is_summed_to_operand:
            return f"{self.arrays[f'{step.name} sum']}[{self.places.at(step.result)}]"
        if placed.across and not placed.kept:
            return f"{self.arrays[f'{step.name} sum']}[{self.places.loops[placed.across]}]"
        if placed.across and placed.kept:
            return f"{self.arrays[step.name]}[{self.places.at_letters(placed.kept)}]"
        return self.accumulator(step)

    def accumulator(self, step: Step) -> str:
        """Return the name of the variable that a reduction accumulates in."""
        if step.result is None:
            return self.temporaries[step.name]
        key = f"{step.name} sum"
        if key not in self.arrays:
            self.arrays[key] = self.names.new(f"{step.name}_{step.reduction}")
        return self.arrays[key]

    def _start(self, placed: Placed) -> None:
        step = placed.step
        kind = self.printer.type_of(step.sort)
        start = _STARTS.get(step.reduction, "0").format(kind)
        if step.is_summed_to_operand:
            return
        if not placed.across:
            self._emit(f"{kind} {self.accumulator(step)} = {start};")
        elif placed.kept:
            array = self.arrays[step.name]
            if placed.kept != (placed.across,):
                with self._loop(placed.across):
                    self._emit(f"{self._sum(placed)} = {start};")
            else:
                self._emit(f"{array}.fill({start});")
        else:
            self._emit(f"{self.arrays[f'{step.name} sum']}.fill({start});")

    def _step(self, placed: Placed, *, is_read: bool) -> None:
        step = placed.step
        if _accumulates(step):
            self._accumulate(placed)
        elif step.result is not None and is_read:
            kind = self.printer.type_of(step.sort)
            name = self.names_of_element(step.name)
            value = self._fitted(step.value, value_sort(step), f"const {kind} {name} = ;")
            self._emit(f"const {kind} {name} = {value};")
            self.held[-1][step.name] = name
            self._emit(self._stored(step.result, name, sort=value_sort(step)))
        elif step.result is not None:
            around = self._stored(step.result, "", sort=value_sort(step))
            value = self._fitted(step.value, value_sort(step), around)
            self._emit(self._stored(step.result, value, sort=value_sort(step)))
        elif not self._held(step.name):
            kind = self.printer.type_of(step.sort)
            variable = self.temporaries[step.name]
            value = self._fitted(step.value, step.sort, f"const {kind} {variable} = ;")
            self._emit(f"const {kind} {variable} = {value};")
            self.held[-1][step.name] = variable
            if placed.kept:
                index = self.places.at_letters(placed.kept)
                self._emit(f"{self.arrays[step.name]}[{index}] = {variable};")

    def _accumulate(self, placed: Placed) -> None:
        step = placed.step
        target = self._sum(placed)
        if step.reduction in _STARTS:
            function = {"max": "opgen::maximum", "min": "opgen::minimum"}[step.reduction]
            before, after = f"{target} = {function}({target}, ", ");"
        else:
            before, after = f"{target} += ", ";"
        value = self._fitted(step.value, step.sort, before + after)
        self._emit(f"{before}{value}{after}")

    def _fitted(self, value: Term, sort: Sort, around: str) -> str:
        """Return a value of a statement that has ``around`` beside it, after naming parts of it."""
        # A body of a walk may stand four columns further to the right.
        columns = ROOM - 2 * self.depth - (4 if self.places.walks else 0)
        declared, text = self.parts.fitted(
            value, sort, around, columns=columns, name=self.names.new
        )
        for line in declared:
            self._emit(line)
        return text

    def _finish(self, placed: Placed) -> None:
        step = placed.step
        if step.result is not None and step.is_summed_to_operand:
            index = self.names.new("at")
            sums = self.arrays[f"{step.name} sum"]
            self._emit(f"for (int64_t {index} = 0; {index} < {step.name}.numel(); ++{index}) {{")
            self.depth += 1
            value = self._divided(f"{sums}[{index}]", step)
            self._emit(f"{step.name}[{index}] = {self._cast(step.result, value)};")
            self.depth -= 1
            self._emit("}")
        elif placed.across:
            self._finish_row(placed)
        else:
            self._finish_scalar(placed)

    def _finish_row(self, placed: Placed) -> None:
        step = placed.step
        if step.result is None and step.reduction != "mean":
            return
        with self._loop(placed.across):
            if step.result is not None:
                value = self._divided(self._sum(placed), step)
                self._emit(self._stored(step.result, value, sort=step.sort))
            else:
                self._emit(f"{self._sum(placed)} /= {self._count(step)};")

    def _finish_scalar(self, placed: Placed) -> None:
        step = placed.step
        name = self.accumulator(step)
        if step.result is not None:
            self._emit(self._stored(step.result, self._divided(name, step), sort=step.sort))
            return
        if step.reduction == "mean":
            self._emit(f"{name} /= {self._count(step)};")
        if placed.kept:
            index = self.places.at_letters(placed.kept)
            self._emit(f"{self.arrays[step.name]}[{index}] = {name};")
        else:
            self.held[-1][step.name] = name

    def _divided(self, value: str, step: Step) -> str:
        return f"{value} / {self._count(step)}" if step.reduction == "mean" else value

    def _count(self, step: Step) -> str:
        return f"static_cast<Compute>({self.places.numel(step.reduced)})"

    def _stored(self, result: Tensor, value: str, *, sort: Sort) -> str:
        index = self.places.at(result)
        is_plain = sort is Sort.BOOL and result.sort is Sort.BOOL
        stored = value if is_plain else self._cast(result, value)
        return f"{result.name}[{index}] = {stored};"

    def _cast(self, result: Tensor, value: str) -> str:
        variable = next(r.type_variable for r in self.op.results if r.name == result.name)
        return f"static_cast<{variable}>({value})"


def _accumulates(step: Step) -> bool:
    return bool(step.reduction) or step.is_summed_to_operand


def value_sort(step: Step) -> Sort:
    """Return the sort in which the value of ``step`` is computed before it is stored."""
    return sort_of(step.value) if sort_of(step.value) is Sort.BOOL else step.sort
