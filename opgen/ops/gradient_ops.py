"""Backward operators made from formulas: of the derivative, or of a gradient that a spec gives.

A made operator is one like any other: it has a formula, a shape rule, samples, and a gradient of
its own, so that second derivatives work. Beyond that the next one has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from opgen.dataclass import dataclass, field, replace
from opgen.ops.domains import names_of
from opgen.ops.formulas.backward import Backward, backward
from opgen.ops.formulas.interface import interface_of, split_of
from opgen.ops.formulas.sorts import sort_of
from opgen.ops.formulas.terms import (
    BATCH,
    Assignment,
    Formula,
    Given,
    Interface,
    Parameter,
    Read,
    Reduce,
    Sort,
    Tensor,
    Term,
    mapped,
    reordered,
    walk,
)
from opgen.ops.formulas.text import formula_text
from opgen.ops.names import reserved_by
from opgen.ops.op import (
    Arity,
    Attribute,
    BoundArgument,
    Dims,
    GradientRule,
    Kink,
    Op,
    Operand,
    PerResult,
    Result,
    SameAs,
    ShapeRule,
    Trait,
    TypeVariable,
    ValueKind,
)
from opgen.ops.op import Reduce as ReduceRule
from opgen.ops.optional_attributes import flags_of
from opgen.ops.placements import Distribution
from opgen.ops.sample import Sample, SampleTensor
from opgen.ops.shape_inference import ShapeMismatchError, infer_shapes

MOST_DERIVATIVES = 2
"""How often an operator can be differentiated by operators made for it."""


class UnderivableError(Exception):
    """No backward operator can be made; the text says why.

    Attributes:
        advice: What makes one possible; empty where nothing is known to.
    """

    def __init__(self, reason: str, advice: str = "") -> None:
        super().__init__(reason)
        self.advice = advice


@dataclass(frozen=True, slots=True)
class Derived:
    """An operator with its gradient, and the backward operators made for it."""

    op: Op
    backward_ops: tuple[Op, ...]


@dataclass(frozen=True, slots=True)
class GradientNames:
    """What gradients are called, apart from all that the operator has.

    Attributes:
        cotangents: The gradient of each result that has one.
        gradients: The gradient of each operand that may have one.
    """

    cotangents: Mapping[str, str]
    gradients: Mapping[str, str]

    @classmethod
    def of(cls, op: Op) -> GradientNames:
        """Return the names for ``op``: ``d<name>``, where that is free."""
        arguments: tuple[Operand | Result | Attribute, ...]
        arguments = (*op.operands, *op.results, *op.attributes)
        own = {argument.name.casefold() for argument in arguments}
        own |= {variable.name.casefold() for variable in op.types}
        results = [r.name for r in op.results if r.name not in op.saved]
        operands = [o.name for o in op.operands]
        cotangents = {r: _free(f"d{r}", own) for r in results}
        taken = own | {name.casefold() for name in cotangents.values()}
        prefix = "g" if any(f"d{o}".casefold() in taken for o in operands) else "d"
        return cls(cotangents, {o: _free(f"{prefix}{o}", taken) for o in operands})


def _free(wanted: str, taken: set[str]) -> str:
    name, number = wanted, 2
    while name.casefold() in taken or reserved_by(name):
        name, number = f"{wanted}_{number}", number + 1
    return name


def derived(op: Op, *, depth: int = 1) -> Derived:
    """Return ``op`` with the gradient that its formula has.

    Raises:
        UnderivableError: A backward operator would need what the rules can't give.
    """
    assert op.formula is not None
    interface = op.formula.interface
    names = GradientNames.of(op)
    wanted = [
        t.name for t in interface.operands if t.sort >= Sort.NUMBER and t.name not in op.nondiff
    ]
    found = backward(
        op.formula,
        wanted=wanted,
        cotangents=cotangents_of(interface, names),
        names=names.gradients,
        half=op.kink is Kink.HALF,
    )
    flat = frozenset(wanted) - found.gradients.keys()
    return with_backward(replace(op, nondiff=op.nondiff | flat), found, names, depth=depth)


def cotangents_of(interface: Interface, names: GradientNames) -> dict[str, Tensor]:
    """Return the gradients of the results as tensors of a formula."""
    return {
        r.name: Tensor(names.cotangents[r.name], r.letters, r.sort)
        for r in interface.results
        if r.sort >= Sort.NUMBER and r.name in names.cotangents
    }


def with_backward(op: Op, found: Backward, names: GradientNames, *, depth: int = 1) -> Derived:
    """Return ``op`` with a backward operator that computes ``found``.

    Raises:
        UnderivableError: A backward operator would need what the rules can't give.
    """
    if not found.gradients:
        return Derived(op, ())
    interface = interface_of(op)
    if interface is None:
        raise UnderivableError("the shape rule has no letters")
    maker = _Maker(op, interface, found, names)
    made = maker.op()
    linked = replace(op, gradient=(maker.rule(made),))
    if depth == MOST_DERIVATIVES or made.formula is None:
        return Derived(linked, (replace(made, traits=made.traits | {Trait.NO_GRAD}),))
    try:
        further = derived(made, depth=depth + 1)
    except UnderivableError:
        further = Derived(made, ())
    if not further.op.gradient:
        return Derived(linked, (replace(made, traits=made.traits | {Trait.NO_GRAD}),))
    return Derived(linked, (further.op, *further.backward_ops))


def _attributes_of(rule: ShapeRule) -> set[str]:
    """Return the attributes that the shape rule of a backward operator reads."""
    split = rule.split if isinstance(rule, PerResult) else None
    return {split.axes, split.keepdim} if split else set()


@dataclass(slots=True)
class _Maker:
    forward: Op
    interface: Interface
    found: Backward
    names: GradientNames
    sources: dict[str, tuple[ValueKind, str]] = field(default_factory=dict)

    def op(self) -> Op:
        """Return the backward operator."""
        forward = self.forward
        operands = self._operands()
        results = [
            Result(self.found.gradients[o.name], o.type_variable, o.span)
            for o in forward.operands
            if o.name in self.found.gradients
        ]
        used = {o.type_variable for o in operands} | {r.type_variable for r in results}
        rule, traits = self._shape(operands)
        attributes = self._reads() | _attributes_of(rule)
        # A flag stays with what it is about.
        flagged = {flag: name for name, flag in flags_of(forward.attributes).items()}
        known = {o.name for o in operands} | self._reads()
        skeleton = replace(
            forward,
            name=f"{forward.name}_grad",
            class_name=f"{forward.class_name}Grad",
            operands=tuple(operands),
            results=tuple(results),
            attributes=tuple(
                a for a in forward.attributes if {a.name, a.flag, flagged.get(a.name)} & attributes
            ),
            types=self._types(used, {r.type_variable for r in results}),
            traits=traits,
            hooks=frozenset(),
            shape=rule,
            gradient=(),
            nondiff=frozenset(),
            reference="",
            summary=f"Gradient of {forward.name}",
            description="",
            renamed_from=f"{forward.renamed_from}_grad" if forward.renamed_from else "",
            registered=f"{forward.registered}_grad" if forward.registered else "",
            distribution=Distribution(),
            promotion=None,
            inplace=(),
            saved=frozenset(),
            checks=(),
            errors=(),
            samples=(),
            domains=tuple(d for d in forward.domains if names_of(d) <= known),
        )
        interface = interface_of(skeleton)
        if interface is None:
            raise UnderivableError("its shape rule has no letters")
        formula = reordered(Formula(interface, _sorted_anew(self.found.assignments, interface)))
        made = replace(skeleton, formula=formula, expr=formula_text(formula))
        return replace(made, samples=tuple(self._samples(made)))

    def _types(self, used: set[str], differentiated: set[str]) -> tuple[TypeVariable, ...]:
        """Return the type variables; only floating elements have gradients."""
        return tuple(
            replace(v, dtypes=tuple(d for d in v.dtypes if d.is_floating))
            if v.name in differentiated
            else v
            for v in self.forward.types
            if v.name in used
        )

    def rule(self, made: Op) -> GradientRule:
        """Return how the forward operator calls the backward one."""
        arguments = [BoundArgument(o.name, *self.sources[o.name]) for o in made.operands]
        arguments += [
            BoundArgument(a.name, ValueKind.ATTRIBUTE, a.name, flag=a.flag) for a in made.attributes
        ]
        targets = [o.name for o in self.forward.operands if o.name in self.found.gradients]
        return GradientRule(tuple(targets), made.name, tuple(arguments), self.forward.span)

    def _reads(self) -> frozenset[str]:
        parts = [part for a in self.found.assignments for part in walk(a.value)]
        read = {part.name for part in parts if isinstance(part, Read | Parameter)}
        return frozenset(read | {part.operand for part in parts if isinstance(part, Given)})

    def _operands(self) -> list[Operand]:
        """Return gradients of results, then operands, then results of the forward operator."""
        read = self._reads()
        cotangents = [
            self._operand(self.names.cotangents[r.name], r, ValueKind.RESULT_GRADIENT)
            for r in self.forward.results
            if self.names.cotangents.get(r.name) in read
        ]
        wanted = self._for_shapes(cotangents)
        operands = [
            self._operand(o.name, o, ValueKind.OPERAND)
            for o in self.forward.operands
            if o.name in read or o.name in wanted
        ]
        assigned = {a.name for a in self.found.assignments}
        results = [
            self._operand(r.name, r, ValueKind.RESULT)
            for r in self.forward.results
            if r.name in read - assigned
        ]
        return [*cotangents, *operands, *results]

    def _operand(self, name: str, source: Operand | Result, kind: ValueKind) -> Operand:
        self.sources[name] = (kind, source.name)
        arity = source.arity if isinstance(source, Operand) else Arity.SINGLE
        return Operand(name, source.type_variable, arity, source.span)

    def _letters(self, name: str) -> tuple[str, ...]:
        """Return the letters of a tensor of the backward operator."""
        _, source = self.sources.get(name, (ValueKind.OPERAND, name))
        tensor = self.interface.tensor(source)
        if tensor is None:
            raise UnderivableError(f"the shape of `{source}` isn't known")
        return tensor.letters

    def _for_shapes(self, cotangents: Iterable[Operand]) -> set[str]:
        """Return the operands that are needed for shapes and dtypes, used or not."""
        read = self._reads()
        single = [o for o in self.forward.operands if o.arity is Arity.SINGLE]
        present = [*cotangents, *(o for o in single if o.name in read)]
        letters = {x for o in present for x in self._letters(o.name)}
        variables = {o.type_variable for o in present}
        wanted: set[str] = set()
        for operand in self.forward.operands:
            if operand.name not in self.found.gradients:
                continue
            own = self._letters(operand.name)
            if self.interface.exact:
                is_told = letters.issuperset(own)
            else:  # the rule of its gradient names an operand, and each has a batch of its own
                is_told = BATCH not in own and own in {self._letters(o.name) for o in present}
            if is_told and operand.type_variable in variables:
                continue
            if operand.arity is not Arity.SINGLE:
                raise _unknown_shape(operand.name)
            wanted.add(operand.name)
        return wanted

    def _shape(self, operands: list[Operand]) -> tuple[ShapeRule, frozenset[Trait]]:
        traits = self.forward.traits - {Trait.ELEMENTWISE, Trait.NO_GRAD}
        traits -= {Trait.SUPPORT_NON_CONTIGUOUS}
        groups = tuple(self._letters(o.name) for o in operands)
        targets = [o.name for o in self.forward.operands if o.name in self.found.gradients]
        parts = (part for a in self.found.assignments for part in walk(a.value))
        reduces = any(isinstance(part, Reduce) for part in parts)
        if self.interface.axes:
            return self._split(operands, targets), traits
        if isinstance(self.forward.shape, SameAs) and not reduces:
            single = next(o.name for o in operands if o.arity is Arity.SINGLE)
            return SameAs(single), traits | {Trait.ELEMENTWISE}
        if not self.interface.exact:
            models = [self._model(name, operands) for name in targets]
            return PerResult(tuple(map(SameAs, models)), groups), traits
        return Dims(groups, tuple(self._letters(name) for name in targets)), traits

    def _split(self, operands: list[Operand], targets: Sequence[str]) -> PerResult:
        """Return the rule of an operator for which an attribute names dimensions."""
        groups = {o.name: self._letters(o.name) for o in operands}
        axes = self.interface.axes
        whole = next((name for name, letters in groups.items() if axes in letters), None)
        if whole is None:
            raise UnderivableError(f"no operand has the dimensions that `{axes}` names")
        rule = split_of(self.forward)
        assert rule is not None
        has_reduced = any(axes not in self._letters(n) for n in (*groups, *targets))
        reduced = ReduceRule(whole, axes, rule.keepdim if has_reduced else "")
        rules = [SameAs(whole) if axes in self._letters(n) else reduced for n in targets]
        return PerResult(tuple(rules), tuple(groups.values()), reduced)

    def _model(self, name: str, operands: list[Operand]) -> str:
        """Return an operand that is always there and has the shape of a forward operand."""
        letters = self._letters(name)
        if self.forward.operand(name).arity is Arity.SINGLE or BATCH in letters:
            return name
        single = [o.name for o in operands if o.arity is Arity.SINGLE]
        alike = [other for other in single if self._letters(other) == letters]
        if not alike and name not in {o.name for o in operands}:
            raise _unknown_shape(name)
        return alike[0] if alike else name

    def _samples(self, made: Op) -> Iterable[Sample]:
        """Yield the samples of the forward operator, with gradients of its results' shapes."""
        if self.forward.shape is None:
            return
        for sample in self.forward.samples:
            tensors = dict(sample.operands)
            shapes = {
                name: tensor.shape if isinstance(tensor, SampleTensor) else None
                for name, tensor in sample.operands
            }
            attributes = dict(sample.attributes)
            try:
                inferred = infer_shapes(self.forward, shapes, attributes)
            except ShapeMismatchError:
                continue
            results = dict(zip((r.name for r in self.forward.results), inferred, strict=True))
            given = []
            for operand in made.operands:
                kind, source = self.sources[operand.name]
                is_operand = kind is ValueKind.OPERAND
                given.append(
                    (operand.name, tensors[source] if is_operand else SampleTensor(results[source]))
                )
            kept = {a.name for a in made.attributes}
            pairs = tuple((n, v) for n, v in sample.attributes if n in kept)
            yield Sample(sample.name, tuple(given), pairs, is_added=sample.is_added)


def _unknown_shape(operand: str) -> UnderivableError:
    return UnderivableError(
        f"the shape of the gradient of optional operand `{operand}` follows from no other operand",
        'give it letters that others have too, as in `let dims = "... n, n -> ... n";`',
    )


def _sorted_anew(assignments: Iterable[Assignment], interface: Interface) -> tuple[Assignment, ...]:
    """Return assignments that read floating elements where the forward operator had integers.

    A type variable of both kinds has only floating dtypes where it is differentiated.
    """
    sorts = {tensor.name: tensor.sort for tensor in (*interface.operands, *interface.results)}

    def visit(term: Term) -> Term:
        if isinstance(term, Read):
            return replace(term, sort=sorts.get(term.name, term.sort))
        return mapped(term, visit)

    found = []
    for assignment in assignments:
        value = visit(assignment.value)
        sorts.setdefault(assignment.name, sort_of(value))
        found.append(replace(assignment, value=value))
    return tuple(found)
