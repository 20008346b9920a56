"""The ``mindspore`` target: an adapter to the C ABI and a package for each library.

For each operator a C++ file that MindSpore's launcher calls, and a Python module with its function
and its cell, whose gradient is an operator of its own. What is the same for all of them is in the
runtime beside the packages. How an operator looks in C++ is decided in ``adapter``, how it looks in
Python in ``function``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from opgen.diagnostics import Diagnostics
from opgen.ops import WIDER, Arity, Device, DType, Hook, Library, Op, OpSet
from opgen.outputs import Ownership, RelPath
from opgen.targets.ascend.view import DATA_TYPES
from opgen.targets.base import OpOutputs, Output, is_served, op_path
from opgen.targets.cpp import DTYPE_TYPES, dtype_constant
from opgen.targets.headers import RUNTIME_HEADER, aggregate_header, owned_header, printable
from opgen.targets.mindspore.adapter import adapter_view
from opgen.targets.mindspore.function import dtype_text, function_view
from opgen.targets.mindspore.hybrid import HybridKernel, hybrid_kernel, hybrid_view
from opgen.targets.mindspore.shapes import has_shape_rule, numbers, shapes_view
from opgen.targets.mindspore.spelling import SPELLINGS, VERIFIED_WITH
from opgen.targets.prose import DTYPE_NAMES
from opgen.targets.python import docstring_text, is_seed

_MOST_TENSORS: Final = 32
"""A backward function names its operands, so there is one for each number of them."""

_MODULES: Final = (
    "__init__",
    "__main__",
    "arguments",
    "ascend",
    "attributes",
    "bisecting",
    "bprops",
    "cells",
    "element_types",
    "gradients",
    "hybrids",
    "inference",
    "libraries",
    "operators",
    "primitives",
    "prototypes",
    "registrations",
    "running",
    "settings",
    "shape_rules",
    "texts",
)
_RUNTIME: Final = (
    "opgen_mindspore.h",
    "opgen_mindspore_identity.h",
    *(f"opgen_mindspore/{module}.py" for module in _MODULES),
)
"""What all libraries share: headers of the adapters, the modules of a Python package."""


class MindsporeTarget:
    """Writes ``mindspore/<library>_mindspore/`` and the runtime beside it."""

    name: Final = "mindspore"
    requires: Final = ("kernels", "samples")
    hooks: Final[frozenset[Hook]] = frozenset()

    def outputs(self, model: OpSet, diagnostics: Diagnostics) -> Iterator[Output | OpOutputs]:
        """Yield the files of every operator and library; report those it can't have."""
        served = OpSet(tuple(op for op in model.ops if is_served(op, _problem(op), diagnostics)))
        if not served.ops:
            return
        for file in _RUNTIME:
            yield _runtime(file)
        for library in served.libraries:
            ops = tuple(sorted(served.in_library(library), key=lambda op: op.name))
            yield from _library_outputs(library, ops)
            for op in ops:
                yield OpOutputs(op, _op_outputs)


def _problem(op: Op) -> tuple[str, str]:
    """Return what keeps MindSpore from having ``op``, and what to do about it."""
    if op.support(Device.CPU) is None:
        return (
            f'MindSpore\'s adapter runs on the CPU, where op "{op.name}" has no kernel',
            "add CPU<> to `devices`, or leave the target mindspore out for this spec",
        )
    singles = [operand for operand in op.operands if operand.arity is Arity.SINGLE]
    if len(singles) > _MOST_TENSORS:
        return (
            f'MindSpore gets at most {_MOST_TENSORS} tensors, op "{op.name}" has {len(singles)}',
            "make operands of one kind a variadic one, or leave the target mindspore out",
        )
    if not any(map(is_seed, op.attributes)) and all(
        operand.arity is Arity.OPTIONAL for operand in op.operands
    ):
        return (
            f'MindSpore runs nothing without a tensor, and op "{op.name}" can be called so',
            "make an operand mandatory, or leave the target mindspore out for this spec",
        )
    return "", ""


def _runtime(file: str) -> Output:
    dtypes = [
        {
            "name": dtype.spelling,
            "code": dtype_constant(dtype),
            "packed": f"0x{dtype.packed:05X}",
            "type": DTYPE_TYPES[dtype],
            "type_name": SPELLINGS[dtype].type_name,
            "type_id": SPELLINGS[dtype].type_id,
            "row": SPELLINGS[dtype].row,
            "cann": DATA_TYPES[dtype].number,
            "mindspore": DTYPE_NAMES[dtype],
            "text": dtype_text(dtype),
            "wider": [wide.spelling for wide in WIDER[dtype]],
            "is_floating": dtype.is_floating,
        }
        for dtype in DType
    ]
    view = {
        "header": RUNTIME_HEADER,
        "dtypes": dtypes,
        "verified": VERIFIED_WITH,
        "most_tensors": _MOST_TENSORS,
    }
    return Output(RelPath(f"mindspore/{file}"), f"mindspore/{file}.j2", view, Ownership.OWNED)


def _library_outputs(library: Library, ops: tuple[Op, ...]) -> Iterator[Output]:
    package = f"{library.name}_mindspore"
    header = aggregate_header(library.name)
    adapters = {"header": header, "package": package, "ops": [op.name for op in ops]}
    path = RelPath(f"mindspore/{package}/{package}.cc")
    yield Output(path, "mindspore/adapters.cc.j2", adapters, Ownership.OWNED)
    names = [{"module": op.name, "names": [op.name, op.class_name]} for op in ops]
    view = {
        "header": header,
        "summary": docstring_text(printable(library.summary).strip().rstrip(".")),
        "library": library.name,
        "ops": names,
        "exports": sorted(name for op in ops for name in (op.name, op.class_name)),
    }
    path = RelPath(f"mindspore/{package}/__init__.py")
    yield Output(path, "mindspore/package.py.j2", view, Ownership.OWNED)


def _op_outputs(op: Op, family: OpSet) -> Iterator[Output]:
    header = owned_header(op.origin)
    yield _op_output(
        op, "{op}_ms.h", ("op_ms.h", {"header": header, **adapter_view(op, numbers(op, family))})
    )
    kernel = hybrid_kernel(op)
    function = {"header": header, **function_view(op, family, kernel)}
    yield _op_output(op, "__init__.py", ("op.py", function))
    if has_shape_rule(op):
        yield _op_output(op, "shapes.py", ("shapes.py", {"header": header, **shapes_view(op)}))
    if isinstance(kernel, HybridKernel):
        yield _op_output(
            op, "hybrid.py", ("hybrid.py", {"header": header, **hybrid_view(op, kernel)})
        )


def _op_output(op: Op, file: str, content: tuple[str, dict[str, object]]) -> Output:
    path, previous = op_path(f"mindspore/{op.library.name}_mindspore", op, file)
    template, view = content
    return Output(path, f"mindspore/{template}.j2", view, Ownership.OWNED, op, previous)
