"""The kernel classes of an operator and for what OneFlow takes them: device and element types."""

from __future__ import annotations

from itertools import product

from opgen.ops import Arity, Device, Op
from opgen.targets.cpp import string_literal
from opgen.targets.oneflow.call import namespace_of
from opgen.targets.oneflow.declared import class_of
from opgen.targets.oneflow.layout import File, Layout
from opgen.targets.oneflow.types import DATA_TYPES

_PREFIXES = {Device.CPU: "Cpu", Device.CUDA: "Cuda"}


def kernel_view(op: Op, device: Device, layout: Layout) -> dict[str, object]:
    """Return what the file with the kernel of one device prints."""
    name = class_of(op).removesuffix("Op")
    headers = [layout.path(op, File.CALL), "oneflow/core/framework/framework.h"]
    if device is Device.CUDA:
        headers.append("oneflow/core/ep/cuda/cuda_stream.h")
    return {
        "includes": sorted(headers),
        "class_name": f"{_PREFIXES[device]}{name}Kernel",
        "registered": op.registered_name,
        "compute": f"{namespace_of(op)}::compute_on_{device.value}",
        "on_cuda": device is Device.CUDA,
        "device": f"DeviceType::k{device.name if device is Device.CPU else 'CUDA'}",
        "registrations": [
            [
                f"(user_op::HobDataType({string_literal(tensor)}, 0) == DataType::{data_type})"
                for tensor, data_type in combination
            ]
            for combination in _combinations(op, device)
        ],
    }


def _combinations(op: Op, device: Device) -> list[tuple[tuple[str, str], ...]]:
    """Return each combination of element types that a kernel serves, with tensors that tell it.

    A type variable that only operands have which may be absent is left to the kernel's own check.
    """
    choices = []
    for variable in op.types:
        bearers = [r.name for r in op.results if r.type_variable == variable.name]
        bearers += [
            o.name
            for o in op.operands
            if o.type_variable == variable.name and o.arity is not Arity.OPTIONAL
        ]
        if bearers:
            dtypes = op.dtypes_on(device, variable.name)
            choices.append([(bearers[0], DATA_TYPES[dtype]) for dtype in dtypes])
    return list(product(*choices))
