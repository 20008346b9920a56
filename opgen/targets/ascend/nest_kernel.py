"""The kernel of a formula over tensors of different shapes, phase by phase.

Knows the loops of ``opgen_ascend_loops.h``; what is computed in them is printed elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from opgen.dataclass import dataclass, field
from opgen.ops.formulas.steps import Step
from opgen.ops.formulas.terms import BATCH, Read, walk
from opgen.targets.ascend.kernel import KernelCode
from opgen.targets.ascend.phases import ANY, Phase, Planner
from opgen.targets.ascend.registers import Register, Space, VectorCode
from opgen.targets.ascend.vector_terms import Scalar, TermCode, UnknownTermError, Value
from opgen.targets.cpp_formula import Line

_STARTS: Final = {"max": "-opgen::npu::kInfinity", "min": "opgen::npu::kInfinity"}
_REDUCE: Final = {"max": "ReduceMax", "min": "ReduceMin"}
_JOIN: Final = {"max": "Max", "min": "Min"}
_LARGER: Final = {"max": "opgen::npu::Larger", "min": "opgen::npu::Smaller"}


@dataclass(slots=True)
class PhasePrinter:
    """Prints the statements of one phase."""

    kernel: KernelCode
    planner: Planner
    phase: Phase
    number: int
    depth: int = 1
    lines: list[Line] = field(default_factory=list)
    singles: list[dict[str, str]] = field(default_factory=lambda: [{}])
    vectors: dict[str, Register] = field(default_factory=dict)
    tiled: dict[str, None] = field(default_factory=dict)

    @property
    def sums(self) -> list[str]:
        """The places where vectors add up."""
        return [register.name for register in self.vectors.values()]

    # Statements

    def body(self) -> list[Line]:
        """Return the statements for one outer index."""
        for step in self.phase.results:
            self._result(step)
        return self.lines

    def _emit(self, text: str) -> None:
        self.lines.append(Line(self.depth, text))

    @contextmanager
    def _block(self, opening: str) -> Iterator[None]:
        self._emit(f"{opening} {{" if opening else "{")
        with self._inside():
            yield

    @contextmanager
    def _inside(self) -> Iterator[None]:
        """Stand in a block that has been opened, and close it."""
        self.depth += 1
        self.singles.append({})
        yield
        self.singles.pop()
        self.depth -= 1
        self._emit("}")

    @contextmanager
    def _inner(self, *, loops: bool) -> Iterator[str]:
        """Go through inner indices; yield the current one."""
        if not loops:
            yield "0"
            return
        with self._block("for (uint64_t inner = 0; inner < loops.inner; ++inner)"):
            yield "inner"

    @contextmanager
    def _tiles(self, *, is_work: bool) -> Iterator[None]:
        """Go along vectors, over the part that is work of its own or over all of it."""
        if is_work:
            self._emit(
                "for (uint64_t at = loops.Begin(item, tile), end = loops.End(item, tile); at < end;"
            )
            self.lines.append(Line(self.depth + 2, "at += tile) {"))
        else:
            self._emit("for (uint64_t at = 0; at < loops.length; at += tile) {")
        with self._inside():
            end = "end" if is_work else "loops.length"
            self._emit(f"const uint32_t count = opgen::npu::Count(at, {end}, tile);")
            yield

    @contextmanager
    def _one(self) -> Iterator[None]:
        """Compute with a single number as with a vector of one element."""
        with self._block(""):
            self._emit("[[maybe_unused]] const uint64_t at = 0;")
            self._emit("const uint32_t count = 1;")
            yield

    # Results

    def _result(self, step: Step) -> None:
        phase = self.phase
        self._singles_of(step, "0")
        is_reduced = bool(step.reduction or phase.like)
        if is_reduced and (phase.vector == ANY or (phase.like and phase.vector == BATCH)):
            index = phase.tensors.index(step.name)
            with self._block(f"if (loops.strides[{index}].vector != 0)"):
                self._vector_sum(step)
            with self._block(f"if (loops.strides[{index}].vector == 0)"):
                self._single_sum(step)
        elif is_reduced:
            if phase.vector in step.letters:
                self._vector_sum(step)
            else:
                self._single_sum(step)
        else:
            self._each(step)

    def _each(self, step: Step) -> None:
        inner = set(self.phase.inner) & set(step.letters)
        with self._inner(loops=bool(inner)) as index:
            if inner:
                self._singles_of(step, index)
            along = self.phase.vector in (ANY, *step.letters)
            with self._tiles(is_work=True) if along else self._one():
                for needed in self.planner.needs(step).steps:
                    if needed.reduction and self.phase.vector in needed.letters:
                        self._summed(needed)
                self._stored(step, index, None)

    def _stored(self, step: Step, index: str, value: Value | None) -> None:
        """Compute a tile of a result, or take it as it is, and copy it out."""
        kernel, member = self.kernel, self.kernel.member(step.name)
        code = VectorCode()
        loaded = self._loads(code, step, index) if value is None else {}
        terms = self._terms(code, loaded)
        kernel.allocated(code, step.name)
        kernel.stored(terms, step.name, terms.value(step.value) if value is None else value)
        kernel.finished(code, [step.name])
        kernel.freed(code, self._tiles_of(loaded))
        self._add(code)
        place = self._place(step.name, index)
        stride = f"loops.strides[{self.phase.tensors.index(step.name)}].vector"
        self._emit(f"CopyOut({member.queue}, {member.whole}, {place}, {stride}, count);")

    def _single_sum(self, step: Step) -> None:
        """Reduce to a single number, over vectors and inner indices, and store it."""
        name = self._reduced(step, "0", is_nested=False)
        with self._one():
            self._stored(step, "0", Scalar(name))

    def _vector_sum(self, step: Step) -> None:
        """Reduce vectors over inner indices, element by element, and store what comes of it."""
        with self._tiles(is_work=True):
            self._stored(step, "0", self._summed(step))

    def _summed(self, step: Step) -> Register:
        """Reduce a tile over inner indices; return the place where it adds up."""
        kernel = self.kernel
        if step.name not in self.vectors:
            name = kernel.names.new("sum")
            self.vectors[step.name] = Register(-1, Space.NUMBERS, name)
        target = self.vectors[step.name]
        self._emit(f"Duplicate({target.name}, {_STARTS.get(step.reduction, '0.0f')}, count);")
        with self._inner(loops=True) as index:
            self._singles_of(step, index)
            code = VectorCode()
            loaded = self._loads(code, step, index)
            self._joined(self._terms(code, loaded), step, target)
            kernel.freed(code, self._tiles_of(loaded))
            self._add(code)
        if step.reduction == "mean":
            share = "1.0f / static_cast<float>(loops.inner)"
            self._emit(f"Muls({target.name}, {target.name}, {share}, count);")
        return target

    def _joined(self, terms: TermCode, step: Step, target: Register) -> None:
        """Add a tile to what others came to: a multiple of a vector by one function."""
        factors = terms.scaled(step.value) if step.reduction not in _JOIN else None
        if factors is not None:
            terms.code.call("Axpy", target, factors[0], factors[1].text, "count")
            return
        function = _JOIN.get(step.reduction, "Add")
        terms.code.call(function, target, target, terms.vector(step.value), "count")

    # Single numbers

    def _known(self, name: str) -> str | None:
        return next((names[name] for names in reversed(self.singles) if name in names), None)

    def _singles_of(self, step: Step, index: str) -> None:
        """Compute the single numbers that ``step`` reads and that are the same in its loops."""
        for needed in self.planner.needs(step).steps:
            if self._known(needed.name) is None and self._is_single(needed, index):
                if needed.reduction:
                    self._reduced(needed, index, is_nested=index != "0")
                elif not self.kernel.scalars.is_scalar(needed.value):
                    self._single(needed, index)

    def _is_single(self, step: Step, index: str) -> bool:
        """Whether ``step`` is a single number at an outer index, or at an inner one."""
        phase = self.phase
        kept = set(phase.kept) - ({BATCH} if phase.like else set())
        known = kept if index == "0" else kept | set(phase.inner) | set(phase.kept)
        has_part = phase.vector == ANY or phase.vector in step.letters
        return not has_part and set(step.letters) <= known

    def _single(self, step: Step, index: str) -> None:
        name = self.kernel.names.new(step.name)
        self._emit(f"float {name} = 0;")
        with self._one():
            code = VectorCode()
            value = self._terms(code, {}, single=index).vector(step.value)
            code.line(f"{name} = opgen::npu::First(", value, ");")
            self._add(code)
        self.singles[-1][step.name] = name

    def _reduced(self, step: Step, index: str, *, is_nested: bool) -> str:
        """Reduce to a single number; return its name."""
        phase = self.phase
        name = self.kernel.names.new(step.name if step.result is None else f"{step.name}_sum")
        self._emit(f"float {name} = {_STARTS.get(step.reduction, '0')};")
        over = set(step.reduced) | ({BATCH} if step.is_summed_to_operand else set())
        has_inner = not is_nested and bool(over & set(phase.inner))
        has_tiles = phase.vector in over or phase.vector == ANY
        counts = ["loops.inner"] * has_inner + ["loops.length"] * has_tiles
        with self._inner(loops=has_inner) as own:
            place = own if has_inner else index
            if has_inner:
                self._singles_of(step, place)
            with self._tiles(is_work=False) if has_tiles else self._one():
                self._part(step, place, name)
        if step.reduction == "mean":
            self._emit(f"{name} /= static_cast<float>({' * '.join(counts)});")
        self.singles[-1][step.name] = name
        return name

    def _part(self, step: Step, index: str, name: str) -> None:
        """Reduce a tile and add it to what others came to."""
        code = VectorCode()
        loaded = self._loads(code, step, index)
        value = self._terms(code, loaded).vector(step.value)
        function = _REDUCE.get(step.reduction, "ReduceSum")
        code.line(f"{function}(single, ", value, ", ", code.new(), ", count);")
        part = "opgen::npu::First(single)"
        if step.reduction in _LARGER:
            code.line(f"{name} = {_LARGER[step.reduction]}({name}, {part});")
        else:
            code.line(f"{name} += {part};")
        self.kernel.freed(code, self._tiles_of(loaded))
        self._add(code)

    # Values

    def _terms(
        self, code: VectorCode, loaded: Mapping[str, Value], *, single: str = ""
    ) -> TermCode:
        """Return what turns terms into code; with ``single`` operands are read one by one."""
        values = dict(loaded)

        def read(part: Read) -> Value:
            known = self._known(part.name)
            if known is not None:
                return Scalar(known)
            if part.name in self.vectors:
                return self.vectors[part.name]
            if part.name in self.kernel.inline:
                return terms.value(self.kernel.inline[part.name])
            if part.name in self.planner.by_name:
                message = f"{part.name}, which is no single number"
                raise UnknownTermError(message)
            if part.name not in values:
                values[part.name] = self._operand(part.name, single)
            return values[part.name]

        terms = TermCode(code, read, self.kernel.scalar, self.kernel.compute)
        return terms

    def _operand(self, name: str, single: str) -> Value:
        member = self.kernel.member(name)
        if not single:
            raise UnknownTermError(name)
        text = self._element(name, single)
        return Scalar(f"({text})" if member.is_truth else text)

    def _element(self, name: str, index: str) -> str:
        """Return the one element of an operand at an outer and an inner index."""
        member, compute = self.kernel.member(name), self.kernel.compute
        value = f"{member.whole}.GetValue({self._place(name, index, at='0')})"
        text = f"{value} != 0" if member.is_truth else f"opgen::npu::AsNumber<{compute}>({value})"
        if member.given:
            text = f"(tiling_->{member.given} != 0 ? {text} : 0)"
        return text

    def _is_constant(self, name: str) -> bool:
        """Whether an operand is one number along vectors, whatever the shapes of a call."""
        vector = self.phase.vector
        tensor = self.kernel.formula.interface.tensor(name)
        if tensor is None or vector == ANY or self.kernel.member(name).is_truth:
            return False
        return vector not in tensor.letters

    @staticmethod
    def _tiles_of(loaded: Mapping[str, Value]) -> list[str]:
        """Return the operands of which there are tiles."""
        return [name for name, value in loaded.items() if isinstance(value, Register)]

    def _place(self, name: str, index: str, *, at: str = "at") -> str:
        return f"loops.At({self.phase.tensors.index(name)}, outer, {index}, {at})"

    def _loads(self, code: VectorCode, step: Step, index: str) -> dict[str, Value]:
        """Copy in the tiles that the value of ``step`` reads, and make them ready."""
        reads = list(self._reads(step))
        names = [name for name in reads if not self._is_constant(name)]
        self.tiled.update(dict.fromkeys(names))
        loaded: dict[str, Value] = {}
        for name in reads:
            if name not in names:
                local = self.kernel.names.new(f"{name}_value")
                code.line(f"const {self.kernel.compute} {local} = {self._element(name, index)};")
                loaded[name] = Scalar(local)
        for name in names:
            member = self.kernel.member(name)
            number = self.phase.tensors.index(name)
            stride = f"loops.strides[{number}].vector"
            given = f", tiling_->{member.given} != 0" if member.given else ""
            place = self._place(name, index)
            code.line(f"CopyIn({member.queue}, {member.whole}, {place}, {stride}, count{given});")
        return loaded | {name: self.kernel.loaded(code, name) for name in names}

    def _reads(self, step: Step) -> Iterator[str]:
        found: dict[str, None] = {}
        todo = [step.value]
        while todo:
            for part in walk(todo.pop()):
                if not isinstance(part, Read) or self.kernel.scalars.is_scalar(part):
                    continue
                if self._known(part.name) is not None:
                    continue
                if part.name in self.kernel.inline:
                    todo.append(self.kernel.inline[part.name])
                elif part.name not in self.planner.by_name:
                    found[part.name] = None
        return iter(found)

    def _add(self, code: VectorCode) -> None:
        placed = self.kernel.placed(code)
        if any("padded" in line.text for line in placed.lines):
            self._emit("const uint32_t padded = opgen::npu::Padded(count);")
        self.lines += [Line(self.depth + line.depth, line.text) for line in placed.lines]
