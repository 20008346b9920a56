"""The kernel of a formula whose tensors all have the same elements: tiles, one after another."""

from __future__ import annotations

from opgen.dataclass import dataclass
from opgen.ops.formulas.terms import BATCH, Formula, Read
from opgen.targets.ascend.kernel import KernelCode
from opgen.targets.ascend.registers import VectorCode
from opgen.targets.ascend.vector_terms import TermCode, Value
from opgen.targets.cpp_formula import Line


def is_flat(formula: Formula) -> bool:
    """Whether all tensors of a formula have the same elements."""
    return formula.interface.exact and formula.order == (BATCH,)


@dataclass(frozen=True, slots=True)
class FlatBody:
    """The operands that are read, and the statements of ``Compute``."""

    read: tuple[str, ...]
    lines: tuple[Line, ...]


def flat_body(kernel: KernelCode) -> FlatBody:
    """Return what ``kernel`` does with a tile."""
    code = VectorCode()
    read = dict.fromkeys(name for step in kernel.steps for name in kernel.operand_reads(step))
    values: dict[str, Value] = {}

    def value_of(read: Read) -> Value:
        if read.name in values:
            return values[read.name]
        # It isn't kept here: behind a branch nothing is known that was computed in it.
        return terms.value(kernel.inline[read.name])

    terms = TermCode(code, value_of, kernel.scalar, kernel.compute)
    values.update((name, kernel.loaded(code, name)) for name in read)
    results = [step for step in kernel.steps if step.result is not None]
    for step in results:
        kernel.allocated(code, step.name)
    for step in results:
        values[step.name] = terms.value(step.value)
        kernel.stored(terms, step.name, values[step.name])
    kernel.finished(code, [step.name for step in results])
    kernel.freed(code, list(read))
    return FlatBody(tuple(read), kernel.placed(code).lines)
