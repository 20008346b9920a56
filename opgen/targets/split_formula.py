"""The body of a CPU kernel whose formula reduces dimensions that an attribute names.

In which order memory is gone through is known at the call only, and left to `opgen_split.h`: the
body has the functions that it calls for each element.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from opgen.ops import Op
from opgen.ops.formulas.steps import Step
from opgen.ops.formulas.terms import BATCH, Formula
from opgen.targets.cpp_formula import KernelBody, Line
from opgen.targets.cuda_formula import LaunchPrinter, lambda_lines, parameter_of


def split_body(op: Op, formula: Formula) -> KernelBody:
    """Return the body of the CPU kernel of ``op``, which computes ``formula``."""
    lines = tuple(_SplitPrinter(op, formula).lines())
    text = "\n".join(line.text for line in lines)
    scratch = ["opgen_loops.h"] if "opgen::Scratch" in text else []
    return KernelBody(lines, (*scratch, "opgen_split.h"))


class _SplitPrinter(LaunchPrinter):
    """Prints calls of an ``opgen::SplitAxes`` instead of launches."""

    capture = "[&]"

    def within(self, body: Sequence[Line]) -> Iterator[Line]:
        """Yield the lines as they are."""
        yield from body

    def memory(self, kind: str, name: str, size: str) -> str:
        """Return the declaration of memory for values that are needed later."""
        return f"opgen::Scratch<{kind}> {name}({size});"

    def each(self, steps: Sequence[Step]) -> Iterator[Line]:
        """Print a loop over all elements of some steps."""
        letters = steps[0].letters
        kept = self.places.loops[BATCH]
        if self.formula.interface.axes in letters:
            lines = self.values(steps, self.at)
            parameters = ", ".join(parameter_of(name, lines) for name in (self.at, kept))
            head = f"{self.places.split}.for_each({self.capture}({parameters})"
            yield from lambda_lines(head, lines, ");")
            return
        yield Line(0, f"for (int64_t {kept} = 0; {kept} < {self.places.sizes[BATCH]}; ++{kept}) {{")
        for text in self.values(steps, kept):
            yield Line(1, text)
        yield Line(0, "}")

    def reduction(self, step: Step) -> Iterator[Line]:
        """Print a call that combines many values for each element of a step."""
        lines = self.term(step)
        kept = self.places.loops[BATCH]
        parameters = ", ".join(parameter_of(name, lines) for name in (self.at, kept))
        yield from self.functions(step, parameters, lines, index=kept)
        yield Line(0, f"{self.places.split}.reduce_each({self.combined(step)});")
