"""The definition of an operator in the graph engine as text: prototype, OpDef, project file.

All of it is printed from the one view of the operator. Knows the syntax of these descriptions;
knows no kernel.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from opgen.ops import AttributeValue
from opgen.targets.ascend.view import DATA_TYPES, IrAttribute, IrOp, IrTensor, Kind, Presence
from opgen.targets.cpp import string_literal

SOCS: Final = ("ascend910b", "ascend910_93")
"""The A2 and A3 series, whose vector functions kernels are written for."""

_INPUTS: Final = {
    Presence.REQUIRED: "INPUT",
    Presence.OPTIONAL: "OPTIONAL_INPUT",
    Presence.DYNAMIC: "DYNAMIC_INPUT",
}
_OUTPUTS: Final = {Presence.REQUIRED: "OUTPUT", Presence.DYNAMIC: "DYNAMIC_OUTPUT"}


def cpp_value(value: AttributeValue) -> str:
    """Return the value of an attribute as C++; a list in braces."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"{{{', '.join(map(cpp_value, value))}}}"
    return string_literal(value) if isinstance(value, str) else repr(value)


def prototype_calls(ir: IrOp) -> Iterator[str]:
    """Yield the calls of ``REG_OP``, inputs first."""
    for tensors, words in ((ir.inputs, _INPUTS), (ir.outputs, _OUTPUTS)):
        for tensor in tensors:
            types = ", ".join(dict.fromkeys(tensor.graph_types))
            yield f"{words[tensor.presence]}({tensor.name}, TensorType({{{types}}}))"
    for attribute in ir.attributes:
        kind = attribute.kind.value.graph
        if attribute.default is None:
            yield f"REQUIRED_ATTR({attribute.name}, {kind})"
        else:
            yield f"ATTR({attribute.name}, {kind}, {cpp_value(attribute.default)})"


def defined_tensors(ir: IrOp) -> Iterator[dict[str, object]]:
    """Yield the inputs and outputs of ``OpDef``."""
    for role, tensors in (("Input", ir.inputs), ("Output", ir.outputs)):
        for tensor in tensors:
            yield {
                "role": role,
                "name": tensor.name,
                "presence": tensor.presence.name,
                "types": [f"ge::{name}" for name in tensor.graph_types],
                "formats": [f"ge::FORMAT_{name}" for name in tensor.formats],
            }


def defined_attributes(ir: IrOp) -> Iterator[dict[str, object]]:
    """Yield the attributes of ``OpDef``."""
    for attribute in ir.attributes:
        value = "" if attribute.default is None else cpp_value(attribute.default)
        yield {
            "name": attribute.name,
            "presence": "REQUIRED" if attribute.is_required else "OPTIONAL",
            "value": f"{attribute.kind.value.graph}({value})",
        }


def project_document(ir: IrOp) -> str:
    """Return the file from which msopgen makes a project."""
    document = {
        "op": ir.name,
        "language": "cpp",
        "input_desc": [_tensor(tensor) for tensor in ir.inputs],
        "output_desc": [_tensor(tensor) for tensor in ir.outputs],
        **({"attr": [_attribute(a) for a in ir.attributes]} if ir.attributes else {}),
    }
    return json.dumps([document], indent=2, ensure_ascii=False)


def _tensor(tensor: IrTensor) -> dict[str, object]:
    return {
        "name": tensor.name,
        "param_type": tensor.presence.value,
        "format": list(tensor.formats),
        "type": [DATA_TYPES[dtype].project for dtype in tensor.dtypes],
    }


def _attribute(attribute: IrAttribute) -> dict[str, object]:
    document: dict[str, object] = {
        "name": attribute.name,
        "param_type": "required" if attribute.is_required else "optional",
        "type": attribute.kind.value.project,
    }
    default = attribute.default
    if default is not None:
        # A list of JSON would go into C++ as it is.
        document["default_value"] = cpp_value(default) if isinstance(default, tuple) else default
        if attribute.kind is Kind.FLOAT:
            document["default_value"] = float(str(default))
    return document
