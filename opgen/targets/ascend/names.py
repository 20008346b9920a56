"""The names of an operator in the graph engine, its kernel files and the aclnn interface.

Knows the naming rules of CANN and TorchAir; knows no operator.
"""

from __future__ import annotations

import re
from typing import Final

_BEFORE_WORD: Final = re.compile(r"(?<=[^A-Z_])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_JOINED: Final = re.compile(r"_([a-z])")


def ir_name(registered: str) -> str:
    """Return the name in the graph engine: ``LeakyReluYzh`` for ``leaky_relu_yzh``.

    It is the one that TorchAir derives from a name in snake case.
    """
    return "".join(word.capitalize() for word in registered.split("_"))


def kernel_name(ir: str) -> str:
    """Return the name of the kernel's function and files, as CANN's build derives it."""
    return _BEFORE_WORD.sub("_", ir).lower()


def is_stable(ir: str) -> bool:
    """Whether the kernel's name leads back to ``ir``, as TorchAir's own converters expect."""
    return ir_name(kernel_name(ir)) == ir


def aclnn_parameter(name: str) -> str:
    """Return the name that a parameter has in the aclnn interface: ``biasVec``."""
    return _JOINED.sub(lambda match: match[1].upper(), name[:1].lower() + name[1:])


def aclnn_function(ir: str) -> str:
    """Return the name of the function that starts the operator."""
    return f"aclnn{ir}"


def workspace_function(ir: str) -> str:
    """Return the name of the function that prepares a call and tells its workspace."""
    return f"aclnn{ir}GetWorkspaceSize"
