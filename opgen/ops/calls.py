"""How an operator is called and computed: devices, promotion, precision, work in place.

Parts of the model that :mod:`opgen.ops.op` puts together. Knows neither a framework nor how a
spec is written.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Final

from opgen.dataclass import dataclass
from opgen.ops.dtypes import DType


class Device(Enum):
    """A kind of device that kernels run on; the value is its name in specs and messages."""

    CPU = "cpu"
    CUDA = "cuda"
    NPU = "npu"


@dataclass(frozen=True, slots=True)
class DeviceSupport:
    """What an operator can do on a device.

    Attributes:
        device: The device.
        dtypes: The element types there; empty where all of the type variables are.
        formats: Memory layouts by the device's own names; empty where it has but one.
    """

    device: Device
    dtypes: tuple[DType, ...] = ()
    formats: tuple[str, ...] = ()

    def restrict(self, dtypes: tuple[DType, ...]) -> tuple[DType, ...]:
        """Return those of a type variable's ``dtypes`` that the device serves.

        The list of a device speaks about the categories it has something of: a list of floating
        types leaves a type variable of integers as it is.
        """
        categories = {dtype.category for dtype in self.dtypes}
        if not categories & {dtype.category for dtype in dtypes}:
            return dtypes
        return tuple(dtype for dtype in dtypes if dtype in self.dtypes)


CPU_ONLY: Final = (DeviceSupport(Device.CPU),)
"""The devices of an operator that names none."""


class PromotionMode(Enum):
    """What becomes of operands that are promoted to an integer or boolean type."""

    STANDARD = "standard"
    FLOAT_IF_INT = "float if int"


@dataclass(frozen=True, slots=True)
class Promotion:
    """Operands of one type variable that may come with different element types."""

    operands: tuple[str, ...]
    mode: PromotionMode


@dataclass(frozen=True, slots=True)
class ComputeIn:
    """Elements of type ``dtype`` are computed with as ``compute``."""

    dtype: DType
    compute: DType


@dataclass(frozen=True, slots=True)
class Inplace:
    """The variant in place writes ``result`` over ``operand``."""

    operand: str
    result: str


WIDER: Final[dict[DType, tuple[DType, ...]]] = {
    DType.BOOL: (DType.U8, DType.I8),
    DType.U8: (DType.I16,),
    DType.I8: (DType.I16,),
    DType.I16: (DType.I32,),
    DType.I32: (DType.I64,),
    DType.I64: (DType.F16, DType.BF16),
    DType.F16: (DType.F32,),
    DType.BF16: (DType.F32,),
    DType.F32: (DType.F64,),
    DType.F64: (),
}
"""For each element type the next wider ones: two types meet at the first that is above both."""


def as_wide(dtype: DType) -> list[DType]:
    """Return ``dtype`` and all wider ones, narrow ones first."""
    found = [dtype]
    for narrower in found:
        found.extend(wider for wider in WIDER[narrower] if wider not in found)
    return found


def promoted(dtypes: Iterable[DType]) -> DType:
    """Return the narrowest element type that is at least as wide as all of ``dtypes``."""
    first, *others = dtypes
    common = [d for d in as_wide(first) if all(d in as_wide(other) for other in others)]
    return common[0]
