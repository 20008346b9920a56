"""The gradient of an operator: rules that call backward operators, formulas, or derived.

Reads what `grad` of a spec says; where a spec has a formula and no `grad`, derives it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from opgen.dataclass import dataclass, replace
from opgen.diagnostics import Diagnostic, Diagnostics, Label
from opgen.ops.formulas.backward import Backward
from opgen.ops.formulas.functions import FUNCTIONS
from opgen.ops.formulas.interface import (
    interface_of,
    parameters_of,
    unusable_names,
    words_of,
)
from opgen.ops.formulas.parser import parse_statements
from opgen.ops.formulas.resolve import Part, Scope, resolve
from opgen.ops.formulas.terms import BATCH, Interface, Sort, Tensor
from opgen.ops.gradient_ops import (
    Derived,
    GradientNames,
    UnderivableError,
    cotangents_of,
    derived,
    with_backward,
)
from opgen.ops.gradients import called_op, link_gradient
from opgen.ops.op import Op, Trait
from opgen.ops.optional_attributes import flags_of
from opgen.ops.spec_text import Reporter, SpecText

_CALL = re.compile(r"=\s*([A-Za-z_]\w*)\s*\(")
"""What begins as a call does, though it may go on otherwise."""

_ADVICE = "write a backward op and name it in `grad`, or give the op the trait NoGrad"


@dataclass(frozen=True, slots=True)
class Linked:
    """An operator with its gradient.

    Attributes:
        op: The operator.
        made: Backward operators that were made for it.
        complete: Whether all that the spec says about the gradient could be read.
    """

    op: Op
    made: tuple[Op, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class GradientReader:
    """Reads the gradient of one operator."""

    op: Op
    siblings: Mapping[str, Op]
    diagnostics: Diagnostics

    def read(self, sources: Sequence[SpecText]) -> Linked:
        """Return the operator with the gradient that ``sources`` say, else with a derived one."""
        before = len(self.diagnostics.items)
        formulas = [source for source in sources if self._is_formula(source)]
        calls = [source for source in sources if source not in formulas]
        rules = [
            link_gradient(self.op, source, self.siblings, diagnostics=self.diagnostics)
            for source in calls
        ]
        op = replace(self.op, gradient=tuple(rule for rule in rules if rule is not None))
        made: tuple[Op, ...] = ()
        derive = not sources and op.formula is not None and Trait.NO_GRAD not in op.traits
        if derive or formulas:
            found = self._made(op, formulas)
            if found is not None and not self._clashes(found):
                op = replace(found.op, gradient=(*op.gradient, *found.op.gradient))
                made = found.backward_ops
        return Linked(op, made, len(self.diagnostics.items) == before)

    def _is_formula(self, source: SpecText) -> bool:
        called = called_op(source.text)
        start = _CALL.search(source.text)
        name = called or (start[1] if start else None)
        if name is None:
            return "=" in source.text
        return name in FUNCTIONS and name not in self.siblings

    def _made(self, op: Op, formulas: Sequence[SpecText]) -> Derived | None:
        try:
            return self._given(op, formulas) if formulas else derived(op)
        except UnderivableError as reason:
            message = f"no gradient can be derived for `{op.name}`: {reason}"
            advice = ", ".join(filter(None, [reason.advice, _ADVICE]))
            self.diagnostics.add(Diagnostic("OPG0323", message, op.span, help=advice))
            return None

    def _clashes(self, found: Derived) -> bool:
        clash = next((made for made in found.backward_ops if made.name in self.siblings), None)
        if clash is None:
            return False
        other = self.siblings[clash.name]
        self.diagnostics.add(
            Diagnostic(
                "OPG0322",
                f"the gradient of `{self.op.name}` would be an op `{clash.name}`, which the specs "
                "define themselves",
                self.op.span,
                secondary=(Label(other.span, "the op of that name"),),
                help=f"name it in `grad`, or rename it: `{self.op.name}` has a formula, from which "
                "its gradient follows",
            )
        )
        return True

    def _given(self, op: Op, sources: Sequence[SpecText]) -> Derived | None:
        """Return the gradient that a spec gives by formulas."""
        interface = interface_of(op)
        if interface is None:
            message = f"the shape rule of `{op.name}` names no dimensions that a formula could use"
            report = Reporter(sources[0], "OPG0321", self.diagnostics)
            report(0, len(sources[0].text), message, help="give the op `dims`")
            return None
        parts = self._parts(sources)
        if parts is None:
            return None
        names = GradientNames.of(op)
        targets = {s.target.name for statements, _ in parts for s in statements}
        scope = self._scope(op, interface, targets=targets, names=names)
        formula = resolve(parts, scope)
        if formula is None:
            return None
        gradients = {o: names.gradients[o] for o in names.gradients if o in targets}
        return with_backward(op, Backward(gradients, formula.assignments), names)

    def _parts(self, sources: Sequence[SpecText]) -> list[Part] | None:
        parts: list[Part] = []
        for source in sources:
            statements = parse_statements(Reporter(source, "OPG0320", self.diagnostics))
            if statements is not None:
                parts.append((statements, Reporter(source, "OPG0321", self.diagnostics)))
        return parts if len(parts) == len(sources) else None

    def _scope(
        self, op: Op, interface: Interface, *, targets: set[str], names: GradientNames
    ) -> Scope:
        differentiable = [
            t for t in interface.operands if t.sort >= Sort.NUMBER and t.name not in op.nondiff
        ]
        results = tuple(
            Tensor(
                names.gradients[t.name],
                t.letters,
                t.sort,
                like="" if interface.exact or BATCH not in t.letters else t.name,
            )
            for t in differentiable
            if t.name in targets
        )
        readable = (
            *cotangents_of(interface, names).values(),
            *interface.operands,
            *interface.results,
        )
        return Scope(
            Interface(readable, results, interface.exact, interface.axes),
            parameters_of(op),
            unusable_names(op),
            words_of(op),
            {t.name: names.gradients[t.name] for t in differentiable},
            flags_of(op.attributes),
        )
