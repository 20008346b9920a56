"""The target ``oneflow.python``: what builds, loads and calls operators in OneFlow from Python.

For each library a package with a binding to its functions, beside them the headers that OneFlow's
wheel leaves out, a build driver and a loader. How an operator looks in Python is decided in
:mod:`opgen.targets.oneflow.function`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from opgen.diagnostics import Diagnostics
from opgen.ops import Device, Hook, Library, Op, OpSet
from opgen.outputs import Ownership, RelPath
from opgen.targets.base import OpOutputs, Output, op_path
from opgen.targets.headers import RUNTIME_HEADER, aggregate_header, owned_header, printable
from opgen.targets.oneflow.compat import compat_headers
from opgen.targets.oneflow.declared import class_of, untyped_attribute
from opgen.targets.oneflow.function import argument_order, function_view
from opgen.targets.oneflow.types import DTYPE_NUMBERS
from opgen.targets.prose import DTYPE_NAMES
from opgen.targets.python import docstring_text

_RUNTIME_FILES: Final = (
    "CMakeLists.txt",
    "opgen_oneflow.py",
    "opgen_oneflow_binding.h",
    "opgen_oneflow_build.py",
)


class OneflowPythonTarget:
    """Writes ``oneflow/<library>_oneflow/`` and what its packages share."""

    name: Final = "oneflow.python"
    requires: Final = ("kernels", "samples", "oneflow.schema")
    hooks: Final[frozenset[Hook]] = frozenset()

    def outputs(self, model: OpSet, diagnostics: Diagnostics) -> Iterator[Output | OpOutputs]:
        """Yield the packages of all libraries; the schema's target reports what can't be had."""
        del diagnostics
        served = OpSet(tuple(op for op in model.ops if _is_served(op)))
        if not served.ops:
            return
        yield from _runtime()
        yield from compat_headers()
        for library in served.libraries:
            ops = tuple(sorted(served.in_library(library), key=lambda op: op.name))
            yield from _package(library, ops)
            for op in ops:
                yield OpOutputs(op, _op_outputs)


def _is_served(op: Op) -> bool:
    return untyped_attribute(op) is None and op.support(Device.CPU) is not None


def _runtime() -> Iterator[Output]:
    dtypes = [
        {"name": DTYPE_NAMES[dtype], "number": number} for dtype, number in DTYPE_NUMBERS.items()
    ]
    view = {"header": RUNTIME_HEADER, "dtypes": dtypes}
    for file in _RUNTIME_FILES:
        yield Output(RelPath(f"oneflow/{file}"), f"oneflow/{file}.j2", view, Ownership.OWNED)


def _package(library: Library, ops: tuple[Op, ...]) -> Iterator[Output]:
    view = {
        "header": aggregate_header(library.name),
        "summary": docstring_text(printable(library.summary).strip().rstrip(".")),
        "library": library.name,
        "ops": [
            {
                "module": op.name,
                "registered": op.registered_name,
                "function": class_of(op).removesuffix("Op"),
                "names": [f'"{name}"' for name in (op.registered_name, *argument_order(op))],
            }
            for op in ops
        ],
        "exports": sorted([*(op.name for op in ops), "install"]),
    }
    directory = f"oneflow/{library.name}_oneflow"
    for file, template in (("__init__.py", "package.py"), ("_binding.cpp", "binding.cpp")):
        path = RelPath(f"{directory}/{file}")
        yield Output(path, f"oneflow/{template}.j2", view, Ownership.OWNED)


def _op_outputs(op: Op, _: OpSet) -> Iterator[Output]:
    path, previous = op_path(f"oneflow/{op.library.name}_oneflow", op, "__init__.py")
    view = {"header": owned_header(op.origin), **function_view(op)}
    yield Output(path, "oneflow/op.py.j2", view, Ownership.OWNED, op, previous)
