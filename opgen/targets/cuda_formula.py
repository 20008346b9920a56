"""The body of a CUDA kernel, printed from the formula of its operator.

Each result and each reduction is a launch of its own: a thread, or a block of threads, for each
element. What later launches need is kept in workspace; everything else is computed again where
it is needed. Knows `opgen_cuda.h`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from opgen.dataclass import dataclass
from opgen.ops import Op
from opgen.ops.formulas.steps import Step, steps_of
from opgen.ops.formulas.terms import BATCH, Formula, Read, Sort, Tensor, Term, is_cheap, walk
from opgen.targets.cpp_formula import (
    KernelBody,
    Line,
    compute_type,
    enum_types,
    is_main,
    value_sort,
)
from opgen.targets.cpp_parts import ROOM, Parts
from opgen.targets.cpp_places import Names, Places
from opgen.targets.cpp_scalars import Scalars
from opgen.targets.cpp_terms import TermPrinter

_REDUCTIONS: Final = {"max": "Maximum", "min": "Minimum"}
_TOTALS: Final = {"max": "largest", "min": "smallest"}


def cuda_body(op: Op, formula: Formula) -> KernelBody:
    """Return the body of the CUDA kernel of ``op``, which computes ``formula``."""
    lines = tuple(LaunchPrinter(op, formula).lines())
    text = "\n".join(line.text for line in lines)
    used = re.search(r"std::|opgen::(?!Launch|Workspace|Batch|ComputeType|View|Split)\w", text)
    more = {"opgen_math.h": used, "opgen_split.h": formula.interface.axes}
    return KernelBody(lines, ("opgen_cuda.h", *(header for header in more if more[header])))


class LaunchPlanner:
    """Decides which steps get a launch; others are computed where they are read."""

    def __init__(self, formula: Formula) -> None:
        self.exact = formula.interface.exact
        self.steps = steps_of(formula)
        self.inline = {step.name: step for step in self.steps if not self._is_kept(step)}

    def works(self) -> Iterator[list[Step]]:
        """Yield the steps of each launch: one that reduces, or some over the same letters."""
        waiting: list[Step] = []
        for step in self.steps:
            if step.name in self.inline:
                continue
            if waiting and not self._joins(waiting, step):
                yield waiting
                waiting = []
            waiting.append(step)
        if waiting:
            yield waiting

    def needed(self, step: Step) -> list[Step]:
        """Return the steps that ``step`` computes on its way, each after what it reads."""
        found: set[str] = set()
        todo = list(step.reads())
        while todo:
            name = todo.pop()
            if name in self.inline and name not in found:
                found.add(name)
                todo += self.inline[name].reads()
        return [step for step in self.steps if step.name in found]

    def sums(self, step: Step) -> bool:
        """Whether values over the whole batch add up in each element."""
        return step.is_summed_to_operand and not self.exact

    def reduces(self, step: Step) -> bool:
        """Whether an element takes more than one value."""
        return bool(step.reduction) or self.sums(step)

    def _is_kept(self, step: Step) -> bool:
        if step.result is not None or step.reduction:
            return True
        users = [other for other in self.steps if step.name in other.reads()]
        cheap = all(map(is_cheap, walk(step.value)))
        return not cheap and any(step.space < user.space for user in users)

    def _joins(self, waiting: Sequence[Step], step: Step) -> bool:
        if self.reduces(step) or self.reduces(waiting[0]):
            return False
        return step.letters == waiting[0].letters


class LaunchPrinter:
    """Prints the statements of a kernel: declarations, then one launch after another."""

    capture = "[=] __device__"

    def __init__(self, op: Op, formula: Formula) -> None:
        """Find what has to be kept, and give names to everything."""
        self.op = op
        self.formula = formula
        self.planner = LaunchPlanner(formula)
        self.names = Names(op)
        self.kept = {
            step.name: self.names.new(f"{step.name.removesuffix('_value')}_values")
            for step in self.planner.steps
            if step.result is None and step.name not in self.planner.inline
        }
        self.temporaries = {name: self.names.new(name) for name in self.planner.inline}
        self.places = Places(formula, self.names)
        self.letters = {step.name: step.letters for step in self.planner.steps}
        self.launch = self.names.new("launch")
        self.at = self.places.element or self.names.new("at")
        self.scalars = Scalars([step.value for step in self.planner.steps], self.names)
        self.elements: dict[str, str] = {}
        self.locals: dict[str, str] = {}
        self.fibres: dict[str, str] = {}
        self.functions_named: dict[str, str] = {}
        self.enums = enum_types(op)
        self.printer = TermPrinter(
            "Compute", self._local, self.places.sizes, self.scalars.names, self.enums
        )
        self.parts = Parts(self.printer, self.scalars.names)

    def lines(self) -> Iterator[Line]:
        """Yield the lines of the body."""
        body = [line for work in self.planner.works() for line in self._work(work)]
        scalars = list(self.scalars.lines(self.places.sizes, self.enums))
        fibres = list(self._fibres())
        text = "\n".join((*scalars, *fibres, *(line.text for line in body)))
        if "Compute" in text:
            yield Line(0, f"using Compute = {compute_type(self.op)};")
        for declaration in (*self.places.declarations(text), *fibres, *scalars):
            yield Line(0, declaration)
        yield from self.within(body)

    def within(self, body: Sequence[Line]) -> Iterator[Line]:
        """Yield the lines of the launches with what stands around them."""
        yield Line(0, f'opgen::Launch {self.launch}(ctx, "{self.op.name}");')
        yield from body
        yield Line(0, f"return {self.launch}.status();")

    def _fibres(self) -> Iterator[str]:
        for name, fibre in self.fibres.items():
            yield f"const opgen::BatchFibre {fibre}({self.places.in_batch(self._tensor(name))});"

    def _tensor(self, name: str) -> Tensor:
        tensor = self.formula.interface.tensor(name)
        assert tensor is not None
        return tensor

    # Launches

    def _work(self, steps: Sequence[Step]) -> Iterator[Line]:
        self.locals = {}
        for step in steps:
            if step.name in self.kept:
                kind, name = self.printer.type_of(step.sort), self.kept[step.name]
                size = self.places.numel(step.letters)
                yield Line(0, self.memory(kind, name, size))
        if self.planner.reduces(steps[0]):
            yield from self.reduction(steps[0])
        else:
            yield from self.each(steps)

    def memory(self, kind: str, name: str, size: str) -> str:
        """Return the declaration of memory for values that later launches need."""
        return f"const opgen::Workspace<{kind}> {name}(ctx, {size});"

    def each(self, steps: Sequence[Step]) -> Iterator[Line]:
        """Print a launch of one thread for each element of all steps."""
        letters = steps[0].letters
        if self.formula.interface.axes in letters:
            kept = f"{self.places.split}.kept_of({self.at})"
            index = _Index(((self.places.loops[BATCH], ""),), self.at, kept)
        else:
            index = _Index.of(self._variables(letters), self.at)
        lines = self.values(steps, index.linear)
        head = f"{self.launch}.for_each({self.places.numel(letters)}, "
        parameter = parameter_of(index.linear, lines := [*index.lines(lines), *lines])
        yield from lambda_lines(f"{head}[=] __device__({parameter})", lines, ");")

    def values(self, steps: Sequence[Step], index: str) -> list[str]:
        """Return the statements that compute and store one element of each step."""
        body: list[str] = []
        stores: list[str] = []
        for step in steps:
            body += self._values(step)
            sort = value_sort(step)
            if len(steps) > 1:
                # All values before the first store, which may be over an operand.
                local = self._element(step.name)
                before = f"const {self.printer.type_of(sort)} {local} = "
                parts, value = self._fitted(step.value, sort, f"{before};")
                body += [*parts, f"{before}{value};"]
                self.locals[step.name] = value = local
            else:
                parts, value = self._fitted(step.value, sort, self._store(step, "", index))
                body += parts
            stores.append(self._store(step, value, index))
        return [*body, *stores]

    def reduction(self, step: Step) -> Iterator[Line]:
        """Print a launch that combines many values for each element of a step."""
        outer, inner, lines = self._spaces(step)
        lines += self.term(step)
        lines = [*outer.lines(lines), *inner.lines(lines), *lines]
        parameters = ", ".join(parameter_of(index.linear, lines) for index in (outer, inner))
        yield from self.functions(step, parameters, lines, index=outer.linear)
        method = "reduce_each" if self._is_apart(step) else "fold_each"
        is_own = self.planner.sums(step)
        count = f"{step.name}.numel()" if is_own else self.places.numel(step.letters)
        size = " * ".join(size for _, size in inner.variables)
        arguments = f"{count}, {size}, {self.combined(step)}"
        yield Line(0, f"{self.launch}.{method}({arguments});")

    def term(self, step: Step) -> list[str]:
        """Return the statements of a function that gives one value of a reduction."""
        before = list(self._values(step))
        parts, value = self._fitted(step.value, step.sort, "return ;")
        return [*before, *parts, f"return {value};"]

    def _fitted(self, value: Term, sort: Sort, around: str) -> tuple[list[str], str]:
        """Return declarations, and a value of a statement that has ``around`` beside it."""
        return self.parts.fitted(value, sort, around, columns=ROOM - 2, name=self.names.new)

    def functions(
        self, step: Step, parameters: str, lines: Sequence[str], *, index: str
    ) -> Iterator[Line]:
        """Print the functions that give and that take a value of a reduction.

        Args:
            step: The reduction.
            parameters: Those of the first function.
            lines: Its statements.
            index: The parameter of the second one that says which element a value is.
        """
        kind = self.printer.type_of(step.sort)
        head = f"{self.capture}({parameters}) -> {kind}"
        yield from lambda_lines(f"const auto {self.term_of(step)} = {head}", lines, ";")
        total = self.names.new(_TOTALS.get(step.reduction, "total"))
        stored = [self._store(step, self._divided(total, step), index)]
        head = f"{self.capture}(int64_t {index}, {kind} {total})"
        yield from lambda_lines(f"const auto {self.store_of(step)} = {head}", stored, ";")

    def combined(self, step: Step) -> str:
        """Return how values are combined, and the functions that give and that take them."""
        kind = self.printer.type_of(step.sort)
        reduction = f"opgen::{_REDUCTIONS.get(step.reduction, 'Sum')}<{kind}>()"
        return f"{reduction}, {self.term_of(step)}, {self.store_of(step)}"

    def term_of(self, step: Step) -> str:
        """Return the name of the function that gives values of a reduction."""
        return self._function(f"{step.name}_term")

    def store_of(self, step: Step) -> str:
        """Return the name of the function that takes values of a reduction."""
        return self._function(f"{step.name}_store")

    def _function(self, wanted: str) -> str:
        if wanted not in self.functions_named:
            self.functions_named[wanted] = self.names.new(wanted)
        return self.functions_named[wanted]

    def _spaces(self, step: Step) -> tuple[_Index, _Index, list[str]]:
        """Return the indices of elements, of values for each, and what else follows from them."""
        inner = self._variables(step.reduced)
        outer = self._variables(step.letters)
        lines: list[str] = []
        if self.places.split:
            place = f"{self.places.split}.at({outer[0][0]}, {inner[0][0]})"
            lines = [f"const int64_t {self.at} = {place};"]
        if self.planner.sums(step):
            own, other = self.names.new(f"{step.name}_i"), self.names.new("other")
            fibre = self.fibres.setdefault(step.name, self.names.new(f"{step.name}_fibre"))
            at = step.letters.index(BATCH)
            outer[at] = (own, self.places.own_size(self._tensor(step.name)))
            inner = [(other, f"{fibre}.size()"), *inner]
            lines = [f"const int64_t {self.places.loops[BATCH]} = {fibre}.at({own}, {other});"]
        part = self.names.new("part") if len(inner) > 1 else ""
        return _Index.of(outer, self.at), _Index.of(inner, part), lines

    def _variables(self, letters: Sequence[str]) -> list[tuple[str, str]]:
        return [(self.places.loops[letter], self.places.sizes[letter]) for letter in letters]

    def _is_apart(self, step: Step) -> bool:
        """Whether no two elements of a reduction read the same elements of tensors."""
        parts = (step, *self.planner.needed(step))
        reads = [r for part in parts for r in walk(part.value) if isinstance(r, Read)]
        tensors = [read for read in reads if read.name not in self.planner.inline]
        return all(set(step.letters) <= set(read.letters) for read in tensors)

    # Values

    def _values(self, step: Step) -> Iterator[str]:
        """Yield declarations of what the value of ``step`` reads."""
        for needed in self.planner.needed(step):
            yield from self._loads(needed)
            if needed.name not in self.locals:
                name, kind = self.temporaries[needed.name], self.printer.type_of(needed.sort)
                before = f"const {kind} {name} = "
                parts, value = self._fitted(needed.value, needed.sort, f"{before};")
                yield from parts
                yield f"{before}{value};"
                self.locals[needed.name] = name
        yield from self._loads(step)

    def _loads(self, step: Step) -> Iterator[str]:
        for read in (part for part in walk(step.value) if isinstance(part, Read)):
            if read.name in self.locals or read.name in self.planner.inline:
                continue
            if read.name in self.kept:
                index = self.places.at_letters(self.letters[read.name])
                self.locals[read.name] = f"{self.kept[read.name]}[{index}]"
            else:
                yield self._load(self._tensor(read.name))

    def _load(self, tensor: Tensor) -> str:
        name, kind = self._element(tensor.name), self.printer.type_of(tensor.sort)
        value = f"{tensor.name}[{self.places.at(tensor)}]"
        if tensor.optional:
            value = f"{tensor.name} ? static_cast<{kind}>({value}) : {kind}(0)"
        elif kind == "Compute" and not is_main(self.op, tensor.name):
            value = f"static_cast<{kind}>({value})"
        self.locals[tensor.name] = name
        return f"const {kind} {name} = {value};"

    def _element(self, tensor: str) -> str:
        if tensor not in self.elements:
            self.elements[tensor] = self.names.new(f"{tensor}_value")
        return self.elements[tensor]

    def _local(self, read: Read) -> str:
        return self.locals[read.name]

    def _divided(self, value: str, step: Step) -> str:
        if step.reduction != "mean":
            return value
        return f"{value} / static_cast<Compute>({self.places.numel(step.reduced)})"

    def _store(self, step: Step, value: str, index: str) -> str:
        if step.result is None:
            return f"{self.kept[step.name]}[{index}] = {value};"
        if value_sort(step) is not Sort.BOOL or step.result.sort is not Sort.BOOL:
            variable = next(r.type_variable for r in self.op.results if r.name == step.name)
            value = f"static_cast<{variable}>({value})"
        return f"{step.name}[{index}] = {value};"


@dataclass(frozen=True, slots=True)
class _Index:
    """The indices of some letters, and the one number that stands for them all.

    Attributes:
        variables: The name and the size of each index, outermost first.
        linear: The number; the index itself where there is but one.
        value: What the one index is of that number; empty where it is the number.
    """

    variables: tuple[tuple[str, str], ...]
    linear: str
    value: str = ""

    @classmethod
    def of(cls, variables: Sequence[tuple[str, str]], linear: str) -> _Index:
        """Return the indices ``variables`` of ``linear``, which is free to name them all."""
        return cls(tuple(variables), variables[0][0] if len(variables) == 1 else linear)

    def lines(self, body: Sequence[str]) -> Iterator[str]:
        """Yield the declarations of the indices that ``body`` uses."""
        if len(self.variables) == 1:
            ((name, _),) = self.variables
            if self.value and _mentions(name, body):
                yield f"const int64_t {name} = {self.value};"
            return
        for at, (name, size) in enumerate(self.variables):
            if _mentions(name, body):
                inner = [size for _, size in self.variables[at + 1 :]]
                value = self.linear
                if inner:
                    product = " * ".join(inner)
                    value += f" / {product}" if len(inner) == 1 else f" / ({product})"
                yield f"const int64_t {name} = {value}{f' % {size}' if at else ''};"


def lambda_lines(head: str, body: Sequence[str], tail: str) -> Iterator[Line]:
    """Yield a statement that ends in a lambda: in one line if that is short enough."""
    line = f"{head} {{ {' '.join(body)} }}{tail}"
    if len(body) == 1 and len(line) <= ROOM:
        yield Line(0, line)
        return
    yield Line(0, f"{head} {{")
    for text in body:
        yield Line(1, text)
    yield Line(0, f"}}{tail}")


def parameter_of(name: str, body: Sequence[str]) -> str:
    """Return a parameter that is an index, without its name where ``body`` doesn't use it."""
    return f"int64_t {name}" if _mentions(name, body) else "int64_t"


def _mentions(name: str, body: Sequence[str]) -> bool:
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    return any(word.search(text) for text in body)
