"""What an operator is tried with: samples, arguments that it has to refuse, domains of values.

Knows neither how they are written nor who tries them.
"""

from __future__ import annotations

from enum import Enum

from opgen.dataclass import dataclass
from opgen.ops.dtypes import AttributeValue
from opgen.ops.shapes.evaluate import Shapes
from opgen.ops.shapes.terms import Term


class Layout(Enum):
    """How a sample tensor lies in memory."""

    CONTIGUOUS = "contiguous"
    TRANSPOSED = "transposed"
    STRIDED = "strided"


@dataclass(frozen=True, slots=True)
class SampleTensor:
    """A tensor of a sample: its shape and how it lies in memory."""

    shape: tuple[int, ...]
    layout: Layout = Layout.CONTIGUOUS


@dataclass(frozen=True, slots=True)
class Sample:
    """Arguments to try an operator with.

    Attributes:
        name: Identifies the sample among those of its operator.
        operands: A tensor for each operand, ``None`` for an absent optional one, a tuple for
            a variadic one.
        attributes: Values of attributes that differ from the default.
        is_added: Whether a rule added it to those that are written.
    """

    name: str
    operands: tuple[tuple[str, SampleTensor | tuple[SampleTensor, ...] | None], ...]
    attributes: tuple[tuple[str, AttributeValue], ...] = ()
    is_added: bool = False

    @property
    def shapes(self) -> dict[str, Shapes]:
        """The shapes of the operands."""
        return {name: _shapes(tensor) for name, tensor in self.operands}


def _shapes(tensor: SampleTensor | tuple[SampleTensor, ...] | None) -> Shapes:
    if isinstance(tensor, tuple):
        return [part.shape for part in tensor]
    return None if tensor is None else tensor.shape


@dataclass(frozen=True, slots=True)
class ErrorSample:
    """Arguments that have to be refused.

    Attributes:
        sample: The arguments.
        message: A part of what the call has to say.
    """

    sample: Sample
    message: str


@dataclass(frozen=True, slots=True)
class Domain:
    """The values that a sample gives to an operand.

    Attributes:
        operand: The operand.
        low: Its least value.
        high: Its greatest value.
        includes: Whether ``low`` and ``high`` themselves belong to it.
        avoided: Values that it leaves out, with what is close to them.
    """

    operand: str
    low: Term
    high: Term
    includes: tuple[bool, bool]
    avoided: tuple[Term, ...] = ()
