"""The kernel of an operator in Ascend C, as far as its formula tells: what every frame needs.

Which element types it can do with, the names of its members, the loads and stores around a piece
of vector code. Knows neither the order of loops nor templates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from opgen.dataclass import dataclass
from opgen.ops import Arity, Device, DType, Op, Operand, Result
from opgen.ops.formulas.sorts import sort_of
from opgen.ops.formulas.steps import Step, steps_of
from opgen.ops.formulas.terms import (
    Apply,
    Constant,
    Formula,
    Given,
    Read,
    Reduce,
    Sort,
    Tensor,
    Term,
    walk,
)
from opgen.targets.ascend.registers import Placed, Register, Space, VectorCode
from opgen.targets.ascend.scalars import Scalars
from opgen.targets.ascend.vector_terms import (
    Scalar,
    TermCode,
    UnknownTermError,
    Value,
    serves_integers,
)
from opgen.targets.cpp import free_name
from opgen.targets.cpp_places import Names

REALS: Final = frozenset({DType.F16, DType.BF16, DType.F32})
_MEMBERS: Final = (
    "tiling",
    "pipe",
    "numbers",
    "masks",
    "single",
    "Compute",
    "Number",
    "CopyIn",
    "CopyOut",
)
_LOCALS: Final = (
    "count",
    "padded",
    "at",
    "end",
    "tile",
    "loops",
    "item",
    "outer",
    "inner",
    "work",
    "single",
)


def served_dtypes(op: Op) -> dict[str, frozenset[DType]]:
    """Return the element types that the kernel of ``op`` can do with, by type variable.

    Without a formula it is the developer's to convert bfloat16: it is offered where the operator
    lists it for the device. With one that is computed in float, integers are read and not written:
    how they would be rounded, no formula says.
    """
    if op.formula is None:
        support = op.support(Device.NPU)
        listed = support.dtypes if support else ()
        served = frozenset(DType) - {DType.F64} - ({DType.BF16} - set(listed))
        return {variable.name: served for variable in op.types}
    wholes = {DType.BOOL, DType.I32}
    written = set() if is_integral(op.formula) else {r.type_variable for r in op.results}
    return {
        v.name: REALS | (wholes - {DType.I32} if v.name in written else wholes) for v in op.types
    }


def is_integral(formula: Formula) -> bool:
    """Whether a formula can be computed with integers."""
    values = [assignment.value for assignment in formula.assignments]
    parts = [part for value in values for part in walk(value)]
    return all(
        serves_integers(part) and not isinstance(part, Reduce) and sort_of(part) is not Sort.REAL
        for part in parts
    )


@dataclass(frozen=True, slots=True)
class Member:
    """A tensor of the kernel.

    Attributes:
        name: The name of the operand or result.
        type: The type of its elements in the kernel.
        given: The field that says whether an optional operand is there; else empty.
        is_truth: Whether its elements are truth values, in memory as bytes.
    """

    name: str
    type: str
    given: str
    is_truth: bool

    @property
    def whole(self) -> str:
        """The member with the tensor in global memory."""
        return f"{self.name}Global_"

    @property
    def queue(self) -> str:
        """The member with its tiles."""
        return f"{self.name}Queue_"

    @property
    def local(self) -> str:
        """The local with a tile in the type that is computed in."""
        return free_name(self.name, {*_LOCALS, *_MEMBERS})

    @property
    def tile(self) -> str:
        """The local with a tile as it lies in global memory."""
        return f"{self.name}Tile"


class KernelCode:
    """What all pieces of vector code of one kernel have in common."""

    def __init__(self, op: Op, formula: Formula) -> None:
        """Start without code."""
        self.op = op
        self.formula = formula
        self.names = Names(op)
        for name in (*_MEMBERS, *_LOCALS):
            self.names.new(name)
        self.steps = steps_of(formula)
        # Truth values alone are no integers; what is computed of them lies in memory for floats.
        has_numbers = any(set(variable.dtypes) != {DType.BOOL} for variable in op.types)
        self.is_float = not is_integral(formula) or not has_numbers
        self.compute = "float" if self.is_float else "Number"
        self.inline = {s.name: s.value for s in self.steps if not s.reduction}
        temporaries = {s.name: s.value for s in self.steps if not s.reduction and not s.result}
        self.scalars = Scalars(temporaries, self.names)
        self.places: dict[Space, tuple[str, ...]] = dict.fromkeys(Space, ())
        self.operands = [self._member(o) for o in op.operands]
        self.results = [self._member(r) for r in op.results]

    def member(self, name: str) -> Member:
        """Return the operand or result of that name."""
        return next(m for m in (*self.operands, *self.results) if m.name == name)

    def _member(self, argument: Operand | Result) -> Member:
        variable = self.op.type_variable(argument.type_variable)
        is_truth = set(variable.dtypes) == {DType.BOOL}
        given = ""
        if isinstance(argument, Operand) and argument.arity is Arity.OPTIONAL:
            given = self.scalars.name(Given(argument.name))
        return Member(argument.name, "uint8_t" if is_truth else variable.name, given, is_truth)

    def scalar(self, term: Term) -> Scalar | None:
        """Return what is the same at every index as an expression."""
        if not self.scalars.is_scalar(term):
            return None
        literal = self.scalars.value(term)
        if isinstance(literal, bool):
            return Scalar("true" if literal else "false")
        if isinstance(literal, int | float):
            return TermCode(VectorCode(), _no_read, _no_scalar, self.compute).number(literal)
        text = f"tiling_->{self.scalars.name(term)}"
        if sort_of(term) is Sort.BOOL or self.is_float:
            return Scalar(text)
        return Scalar(f"static_cast<Number>({text})")

    def operand_reads(self, step: Step) -> list[str]:
        """Return the operands that the value of ``step`` reads, also on its way."""
        found: dict[str, None] = {}
        todo = [step.value]
        while todo:
            for part in walk(todo.pop()):
                if not isinstance(part, Read) or self.scalars.is_scalar(part):
                    continue
                if self.formula.interface.tensor(part.name) in self.formula.interface.operands:
                    found[part.name] = None
                elif part.name in self.inline:
                    todo.append(self.inline[part.name])
        return list(found)

    def loaded(self, code: VectorCode, name: str) -> Register:
        """Add the lines that make a tile of an operand ready to compute with."""
        member = self.member(name)
        queue = f"{member.queue}.template DeQue<{member.type}>();"
        code.line(f"LocalTensor<{member.type}> {member.tile} = {queue}")
        if member.is_truth:
            spare = code.new()
            mask = code.new(Space.MASK)
            return code.call("opgen::npu::MaskOf", mask, member.tile, spare, "padded")
        widened = (
            f"opgen::npu::Widened<{self.compute}>({member.tile}, Wide({self.wide(name)}), count)"
        )
        code.line(f"const LocalTensor<{self.compute}> {member.local} = {widened};")
        return Register(-1, Space.NUMBERS, member.local)

    def wide(self, name: str) -> int:
        """Return which place a tensor has for its elements in the type they are computed in."""
        return [m.name for m in (*self.operands, *self.results)].index(name)

    def allocated(self, code: VectorCode, name: str) -> None:
        """Add the lines that make room for a tile of a result."""
        member = self.member(name)
        tile = f"{member.queue}.template AllocTensor<{member.type}>();"
        code.line(f"LocalTensor<{member.type}> {member.tile} = {tile}")
        if not member.is_truth:
            target = f"opgen::npu::Target<{self.compute}>({member.tile}, Wide({self.wide(name)}))"
            code.line(f"const LocalTensor<{self.compute}> {member.local} = {target};")

    def stored(self, terms: TermCode, name: str, value: Value) -> None:
        """Put a value into the tile of a result: compute it there if it is no other's."""
        member = self.member(name)
        if member.is_truth:
            if not isinstance(value, Register) or value.space is not Space.MASK:
                message = "a truth value that is the same everywhere"
                raise UnknownTermError(message)
            spare = terms.code.new()
            call = f"opgen::npu::BytesOf({member.tile}, "
            terms.code.line(call, value, ", ", spare, ", padded);")
            return
        numbers = value if isinstance(value, Scalar) else terms.filled(value)
        if isinstance(numbers, Register) and not numbers.name and numbers not in terms.code.renamed:
            terms.code.renamed[numbers] = member.local
        else:
            terms.stored(numbers, Register(-1, Space.NUMBERS, member.local))

    def finished(self, code: VectorCode, names: Sequence[str]) -> None:
        """Add the lines that pass the tiles of results on."""
        for name in names:
            member = self.member(name)
            if not member.is_truth:
                code.line(f"opgen::npu::Narrow({member.tile}, {member.local}, count);")
            code.line(f"{member.queue}.EnQue({member.tile});")

    def freed(self, code: VectorCode, names: Sequence[str]) -> None:
        """Add the lines that give the tiles of operands back."""
        for name in names:
            member = self.member(name)
            code.line(f"{member.queue}.FreeTensor({member.tile});")

    def placed(self, code: VectorCode) -> Placed:
        """Return code with places for its values, of which the kernel has enough."""
        taken = {argument.name for argument in (*self.operands, *self.results)}
        placed = code.placed(taken)
        for space, places in placed.places.items():
            if len(places) > len(self.places[space]):
                self.places[space] = places
        return placed


def tensors_of(formula: Formula) -> Mapping[str, Tensor]:
    """Return the operands and results of a formula by name."""
    return {t.name: t for t in (*formula.interface.operands, *formula.interface.results)}


def unread(op: Op, formula: Formula) -> Iterator[str]:
    """Yield the operands that a formula can't read."""
    known = {tensor.name for tensor in formula.interface.operands}
    return (operand.name for operand in op.operands if operand.name not in known)


def _no_read(read: Read) -> Value:
    raise UnknownTermError(read.name)


def _no_scalar(term: Term) -> Scalar | None:
    del term
    return None


__all__ = [
    "Apply",
    "Constant",
    "KernelCode",
    "Member",
    "is_integral",
    "served_dtypes",
    "tensors_of",
    "unread",
]
