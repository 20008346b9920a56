"""How an operator looks in Python on NPUs: its functions ``npu_...`` and their fake functions."""

from __future__ import annotations

from opgen.ops import Op, OpSet
from opgen.targets.headers import summary_of
from opgen.targets.python import docstring_text
from opgen.targets.pytorch_binding import arguments, device_name, is_factory
from opgen.targets.pytorch_fake import fake_parameters, local_names
from opgen.targets.pytorch_function import function_view
from opgen.targets.pytorch_types import result_annotation
from opgen.targets.torch_npu.functions import NpuFunction, npu_functions


def module_view(op: Op, model: OpSet) -> dict[str, object]:
    """Return what the Python module of ``op`` prints."""
    functions = [_function(function, model) for function in npu_functions(op)]
    return {
        "name": op.name,
        "library": op.library.name,
        "class_name": op.class_name,
        "summary": docstring_text(summary_of(op)),
        "functions": functions,
        "uses_sequence": any("Sequence" in str(function) for function in functions),
        "uses_runtime": any("opgen_torch." in str(function["before"]) for function in functions),
    }


def _function(function: NpuFunction, model: OpSet) -> dict[str, object]:
    signature = function.signature
    view = function_view(signature, model)
    device = [device_name(signature)] if is_factory(signature) else []
    return {
        "name": function.name,
        "fake_parameters": fake_parameters(signature),
        "fake_returns": result_annotation(signature.results),
        "fake_values": [
            *function.values(local_names(signature), absent="None"),
            *device,
        ],
        "every": [*function.values({}, absent="None"), *device],
        "given": _tuple(function.given),
        "summary": view["summary"],
        "parameters": view["parameters"],
        "returns": view["returns"],
        "before": view["before"],
        "kept": view["kept"],
        "docs": view["docs"],
        "arguments": [*(a.name for a in arguments(function.signature)), *device],
    }


def _tuple(flags: tuple[bool, ...]) -> str:
    return f"({', '.join(map(str, flags))}{',' if len(flags) == 1 else ''})"
