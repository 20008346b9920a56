"""The operator model: frozen, complete, checked; what every target is generated from.

Knows neither a framework nor how an operator was written down.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cached_property

from opgen.cachefile import digest
from opgen.dataclass import dataclass, field
from opgen.ops.calls import CPU_ONLY, ComputeIn, Device, DeviceSupport, Inplace, Promotion
from opgen.ops.dtypes import AttributeKind, AttributeValue, DType
from opgen.ops.formulas.terms import Formula
from opgen.ops.hooks import SHAPE_HOOKS, Hook
from opgen.ops.identity import identity_of
from opgen.ops.oneflow_dialect import DialectOp
from opgen.ops.placements import Distribution
from opgen.ops.sample import Domain, ErrorSample, Sample
from opgen.ops.shapes.terms import Assignment, ShapeCheck, Term
from opgen.outputs import OpId
from opgen.source import Span


@dataclass(frozen=True, slots=True)
class Library:
    """A group of operators: one Python package, one kernel library, one namespace.

    Attributes:
        name: The name of the group.
        prefix: Goes in front of an operator's name in flat registries; may be empty.
        summary: One line about the group.
    """

    name: str
    prefix: str
    summary: str = ""


@dataclass(frozen=True, slots=True)
class TypeVariable:
    """A dtype that several operands and results share, out of a list."""

    name: str
    dtypes: tuple[DType, ...]


class Arity(Enum):
    """How many tensors an operand takes."""

    SINGLE = "single"
    OPTIONAL = "optional"
    VARIADIC = "variadic"


@dataclass(frozen=True, slots=True)
class Operand:
    """A tensor that goes in."""

    name: str
    type_variable: str
    arity: Arity
    span: Span


@dataclass(frozen=True, slots=True)
class Result:
    """A tensor that comes out, or as many as ``count`` says.

    Attributes:
        name: Its name.
        type_variable: The dtype it has.
        span: Where it is declared.
        count: For a result of many tensors, what says how many: a variadic operand, an array
            attribute (by its length) or an i64 attribute (by its value); empty for one tensor.
    """

    name: str
    type_variable: str
    span: Span
    count: str = ""

    @property
    def is_variadic(self) -> bool:
        """Whether it is a list of tensors."""
        return bool(self.count)


@dataclass(frozen=True, slots=True)
class Attribute:
    """A value known at the call, no tensor.

    Attributes:
        name: Its name.
        kind: Its type.
        default: The value where the caller gives none; ``None`` if one must be given.
        span: Where it is declared.
        choices: The words of an ``enum``, the element types of a ``dtype``; else empty.
        type_variable: The type variable that a ``dtype`` gives; empty where it gives none.
        flag: For one that may be absent, the attribute that says whether it was given.
        is_flag: Whether it is such an attribute, which callers don't see.
    """

    name: str
    kind: AttributeKind
    default: AttributeValue | None
    span: Span
    choices: tuple[str, ...] = ()
    type_variable: str = ""
    flag: str = ""
    is_flag: bool = False

    @property
    def may_be_omitted(self) -> bool:
        """Whether a caller may leave it out: it has a default, or the framework draws a seed."""
        return self.default is not None or self.kind is AttributeKind.SEED

    def takes_values_of(self, other: Attribute) -> bool:
        """Whether each value of ``other`` is one of this attribute."""
        if other.flag and not self.flag:
            return False
        return self.kind is other.kind and set(other.choices) <= set(self.choices)


class Trait(Enum):
    """A property that holds of an operator as a whole."""

    PURE = "Pure"
    ELEMENTWISE = "Elementwise"
    NO_GRAD = "NoGrad"
    CPU_ONLY = "CpuOnly"
    SUPPORT_NON_CONTIGUOUS = "SupportNonContiguous"


@dataclass(frozen=True, slots=True)
class SameAs:
    """Every result has the shape of ``operand``."""

    operand: str


@dataclass(frozen=True, slots=True)
class Broadcast:
    """Every result has the shape that ``operands`` broadcast to, by NumPy's rules."""

    operands: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reduce:
    """Every result has the shape of ``operand`` without some axes.

    Attributes:
        operand: The operand.
        axes: The attribute with the axis or the axes; an empty list means all of them.
        keepdim: The attribute that says whether the axes stay, with size 1; empty for never.
    """

    operand: str
    axes: str
    keepdim: str = ""


@dataclass(frozen=True, slots=True)
class Concat:
    """Every result has the shape of ``operands`` one behind the other along attribute ``axis``."""

    operands: tuple[str, ...]
    axis: str


NamedRule = SameAs | Broadcast | Reduce | Concat
"""A rule for the shape of one result."""


@dataclass(frozen=True, slots=True)
class PerResult:
    """Result ``i`` follows ``rules[i]``.

    Attributes:
        rules: One for each result.
        operands: Groups of letters that the operands have to match, as in :class:`Dims`; empty
            where nothing is said about them.
        split: Where dimensions are named by an attribute, how they are; its name is a letter in
            ``operands`` then, beside ``...``, which stands for the others. Operands with both
            letters have the shape of the rule's operand, those with ``...`` that of its reduction.
    """

    rules: tuple[NamedRule, ...]
    operands: tuple[tuple[str, ...], ...] = ()
    split: Reduce | None = None


ELLIPSIS = "..."
"""The item of a dims group that stands for any number of leading, broadcast dimensions."""


@dataclass(frozen=True, slots=True)
class Dims:
    """One group of letters for each operand and each result, in order.

    A letter has one size everywhere; ``...`` stands for any number of dimensions that broadcast
    by NumPy's rules and may come once in a group. The group of an absent optional operand is
    passed over; that of a variadic one holds for each of its tensors.

    Attributes:
        operands: The group of each operand.
        results: The group of each result.
        sizes: The letters whose size is the value of the attribute of that name.
    """

    operands: tuple[tuple[str, ...], ...]
    results: tuple[tuple[str, ...], ...]
    sizes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DimsCase:
    """Dims that count where a condition on attributes and ranks holds.

    Attributes:
        condition: The condition.
        dims: The dims.
        text: The condition as written.
    """

    condition: Term
    dims: Dims
    text: str


@dataclass(frozen=True, slots=True)
class DimsChoice:
    """The dims of the first case whose condition holds, else ``otherwise``."""

    cases: tuple[DimsCase, ...]
    otherwise: Dims


@dataclass(frozen=True, slots=True)
class ShapeFormulas:
    """A formula for the shape of each result, and for what several of them have in common."""

    assignments: tuple[Assignment, ...]


ShapeRule = NamedRule | PerResult | Dims | DimsChoice | ShapeFormulas


class Kink(Enum):
    """The derivative of ``relu``, ``step``, ``clamp`` and their like where they have a kink."""

    ZERO = "zero"
    HALF = "half"


class ValueKind(Enum):
    """What a gradient rule passes to the backward op."""

    OPERAND = "operand"
    RESULT = "result"
    RESULT_GRADIENT = "result gradient"
    ATTRIBUTE = "attribute"
    LITERAL = "literal"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class BoundArgument:
    """A parameter of the backward op and the forward value it takes.

    Attributes:
        parameter: The operand or attribute of the backward op.
        kind: Where the value comes from.
        name: Operand, result (also for its gradient) or attribute of the forward op; empty
            for a literal and an absent optional operand.
        literal: The value of a literal.
        flag: For a parameter that may be absent, the one that says whether it is given.
    """

    parameter: str
    kind: ValueKind
    name: str = ""
    literal: AttributeValue | None = None
    flag: str = ""


@dataclass(frozen=True, slots=True)
class GradientRule:
    """Some operands' gradients as the results of one backward op.

    Attributes:
        targets: For each result of the backward op, the operand it is the gradient of, or
            ``None`` where the result is not used.
        op: The mnemonic of the backward op, in the same library.
        arguments: One for each operand and attribute of the backward op, in its order.
        span: Where the rule is written.
    """

    targets: tuple[str | None, ...]
    op: str
    arguments: tuple[BoundArgument, ...]
    span: Span


@dataclass(frozen=True)
class Op:
    """One operator.

    Attributes:
        name: The mnemonic, in snake case.
        class_name: The name of generated classes: the def's name less a final ``Op``.
        library: The library it belongs to.
        operands: Tensors in, in order.
        results: Tensors out, in order; at least one.
        attributes: Attributes, in order.
        types: The type variables.
        traits: Properties of the whole.
        hooks: Functions that the developer writes by hand.
        shape: The shape rule; ``None`` where ``infer`` is the developer's to write.
        gradient: How gradients are computed; empty if there are none.
        nondiff: Operands without a gradient.
        samples: Arguments to try it with.
        reference: Body of a Python function over NumPy arrays; empty if there is none.
        reference_span: Where the reference is written.
        summary: One line.
        description: More lines.
        registered: The name in flat registries where the spec gives one; else empty.
        renamed_from: Its mnemonic before, behind ``<library>.`` if that changed; else empty.
        origin: The spec file, relative to the project, with ``/``.
        span: The name of its def.
        distribution: What it says about running on several devices.
        devices: What kernels run on, with which element types.
        promotion: Operands that may come with different element types; ``None`` if there are none.
        compute_in: In what element types are computed with, beyond the rule for half precision.
        inplace: What the variant in place writes where; empty if there is no such variant.
        saved: Results that are kept for the gradient and not given to callers.
        checks: Conditions on shapes and attributes.
        errors: Arguments that have to be refused.
        domains: The values that samples have, by operand.
        tolerances: How far results may be from the reference, by dtype.
        expr: The formula as written; empty if there is none.
        formula: The formula as typed terms; ``None`` if there is none.
        kink: The derivative where a function has a kink.
    """

    name: str
    class_name: str
    library: Library
    operands: tuple[Operand, ...]
    results: tuple[Result, ...]
    attributes: tuple[Attribute, ...]
    types: tuple[TypeVariable, ...]
    traits: frozenset[Trait]
    hooks: frozenset[Hook]
    shape: ShapeRule | None
    gradient: tuple[GradientRule, ...]
    nondiff: frozenset[str]
    samples: tuple[Sample, ...]
    reference: str
    summary: str
    description: str
    renamed_from: str
    origin: str
    span: Span
    distribution: Distribution = field(default_factory=Distribution)
    devices: tuple[DeviceSupport, ...] = CPU_ONLY
    promotion: Promotion | None = None
    compute_in: tuple[ComputeIn, ...] = ()
    inplace: tuple[Inplace, ...] = ()
    saved: frozenset[str] = frozenset()
    checks: tuple[ShapeCheck, ...] = ()
    errors: tuple[ErrorSample, ...] = ()
    domains: tuple[Domain, ...] = ()
    tolerances: tuple[tuple[DType, float], ...] = ()
    expr: str = ""
    reference_span: Span | None = None
    formula: Formula | None = None
    kink: Kink = Kink.ZERO
    registered: str = ""

    @cached_property
    def id(self) -> OpId:
        """``<library>.<mnemonic>``, unique in a model."""
        return OpId(f"{self.library.name}.{self.name}")

    @property
    def previous_id(self) -> OpId | None:
        """The identity it had under its former name, or in its former library."""
        if not self.renamed_from or "." in self.renamed_from:
            return OpId(self.renamed_from) if self.renamed_from else None
        return OpId(f"{self.library.name}.{self.renamed_from}")

    @property
    def registered_name(self) -> str:
        """The name in a flat registry: the library's prefix and the mnemonic, if none is given."""
        return self.registered or self.library.prefix + self.name

    @property
    def location(self) -> str:
        """``file:line`` of the def, for messages and conflict markers."""
        return f"{self.origin}:{self.span.position.line}"

    @property
    def infer_is_editable(self) -> bool:
        """Whether the developer writes ``infer``: no rule gives it, or a hook asks for it."""
        return self.shape is None or bool(self.hooks & SHAPE_HOOKS)

    @property
    def is_differentiable(self) -> bool:
        """Whether any operand has a gradient."""
        return bool(self.gradient)

    @cached_property
    def differentiated(self) -> frozenset[str]:
        """The operands that have a gradient."""
        return frozenset(t for rule in self.gradient for t in rule.targets if t is not None)

    def type_variable(self, name: str) -> TypeVariable:
        """Return the type variable of that name, which the reader has checked to exist."""
        return next(variable for variable in self.types if variable.name == name)

    @property
    def public_attributes(self) -> tuple[Attribute, ...]:
        """The attributes that callers give: without flags of those that may be absent."""
        return tuple(attribute for attribute in self.attributes if not attribute.is_flag)

    @property
    def public_results(self) -> tuple[Result, ...]:
        """The results that callers get."""
        return tuple(result for result in self.results if result.name not in self.saved)

    def support(self, device: Device) -> DeviceSupport | None:
        """Return what the operator can do on ``device``, ``None`` if nothing."""
        return next((support for support in self.devices if support.device is device), None)

    def dtypes_on(self, device: Device, variable: str) -> tuple[DType, ...]:
        """Return the element types that a type variable can have on ``device``."""
        support = self.support(device)
        return support.restrict(self.type_variable(variable).dtypes) if support else ()

    def operand(self, name: str) -> Operand:
        """Return the operand of that name, which the reader has checked to exist."""
        return next(operand for operand in self.operands if operand.name == name)


@dataclass(frozen=True)
class OpSet:
    """All operators of a build, by library and name.

    Attributes:
        ops: The operators.
        dialect: Operators that are declared in OneFlow's own dialect, for its targets only.
        identities: A hash of each operator, wherever it stands, as far as it's known.
    """

    ops: tuple[Op, ...]
    dialect: tuple[DialectOp, ...] = ()
    identities: Mapping[OpId, bytes] = field(default_factory=dict)

    @cached_property
    def by_id(self) -> dict[OpId, Op]:
        """The operators by identity."""
        return {op.id: op for op in self.ops}

    @cached_property
    def libraries(self) -> tuple[Library, ...]:
        """The libraries that have an operator, by name."""
        return tuple(sorted({op.library for op in self.ops}, key=lambda library: library.name))

    def in_library(self, library: Library) -> tuple[Op, ...]:
        """Return the operators of one library, by name."""
        return tuple(op for op in self.ops if op.library.name == library.name)

    @cached_property
    def _families(self) -> dict[OpId, tuple[Op, ...]]:
        """The operators that gradients tie together, for each of them."""
        tied: dict[OpId, list[Op]] = {op.id: [op] for op in self.ops}
        for op in self.ops:
            for rule in op.gradient:
                own, other = tied[op.id], tied.get(OpId(f"{op.library.name}.{rule.op}"))
                if other is not None and other is not own:
                    own += other
                    tied.update((each.id, own) for each in other)
        return {name: tuple(sorted(ops, key=lambda op: op.id)) for name, ops in tied.items()}

    def family(self, op: Op) -> OpSet:
        """Return ``op`` with the operators that its gradient calls, or that call it, and so on."""
        return OpSet(self._families[op.id])

    def identity(self, op: Op) -> bytes:
        """Return a hash that changes with ``op`` and its family, not with where they stand."""
        family = self._families[op.id]
        return digest(*(self.identities.get(each.id) or identity_of(each) for each in family))

    def backward_op(self, op: Op, rule: GradientRule) -> Op:
        """Return the op that ``rule`` of ``op`` calls, which the checks have found to exist."""
        return self.by_id[OpId(f"{op.library.name}.{rule.op}")]
