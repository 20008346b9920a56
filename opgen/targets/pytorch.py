"""The ``pytorch`` target: a binding to PyTorch over the CPU kernels, a package per library.

For each operator a C++ function that the dispatcher calls, and a Python module with its shapes
for fake tensors, both routes of its gradient, batching, autocast and its public function. How
an operator looks in Python is decided in :mod:`opgen.targets.pytorch_function`, how it looks in
C++ in :mod:`opgen.targets.pytorch_binding`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from opgen.diagnostics import Diagnostics
from opgen.ops import SHAPE_HOOKS, WIDER, Arity, Device, DType, Hook, Library, Op, OpSet
from opgen.ops.names import variant_in_place
from opgen.outputs import Ownership, RelPath
from opgen.targets.base import OpOutputs, OpParts, Output, is_served, op_path
from opgen.targets.cpp import dtype_constant
from opgen.targets.headers import (
    RUNTIME_HEADER,
    aggregate_header,
    editable_header,
    owned_header,
    printable,
)
from opgen.targets.python import docstring_text, is_seed
from opgen.targets.pytorch_binding import binding_view, registration_view
from opgen.targets.pytorch_fake import fake_view
from opgen.targets.pytorch_function import function_view
from opgen.targets.pytorch_sharding import sharding_arguments
from opgen.targets.pytorch_types import SCALAR_TYPES, TORCH_DTYPES, dtype_text

_TAKEN_NAMESPACES: Final = frozenset({"aten", "prim", "prims", "higher_order"})
_TAKEN_NAMES: Final = frozenset(
    {"name", "opgen_shapes", "opgen_torch", "register_shardings", "torch"}
)
"""Names of ops that would hide an attribute of ``torch.ops.<library>`` or a module."""


class PytorchTarget:
    """Writes ``pytorch/<library>_torch/`` and the runtime beside it."""

    name: Final = "pytorch"
    requires: Final = ("kernels", "samples")
    hooks: Final[frozenset[Hook]] = SHAPE_HOOKS

    def outputs(self, model: OpSet, diagnostics: Diagnostics) -> Iterator[Output | OpOutputs]:
        """Yield the files of every operator and library; report those it can't have."""
        served = OpSet(tuple(served_ops(model, diagnostics)))
        if not served.ops:
            return
        yield _runtime("opgen_dtensor.py")
        yield _runtime("opgen_torch.h")
        yield _runtime("opgen_torch.py")
        yield _runtime("opgen_shapes.py")
        for library in served.libraries:
            ops = tuple(sorted(served.in_library(library), key=lambda op: op.name))
            yield _package(library, ops)
            yield _registration(library, ops)
            yield _shardings(library, ops)
            for op in ops:
                yield OpOutputs(op, _op_outputs)


def served_ops(model: OpSet, diagnostics: Diagnostics) -> list[Op]:
    """Return the operators that PyTorch can have; report the others."""
    return [op for op in model.ops if is_served(op, _problem(op), diagnostics)]


def _problem(op: Op) -> tuple[str, str]:
    """Return what keeps PyTorch from having ``op``, and what to do about it."""
    if op.support(Device.CPU) is None:
        return (
            f'PyTorch\'s binding runs on the CPU, where op "{op.name}" has no kernel',
            "add CPU<> to `devices`, or leave the target pytorch out for this spec",
        )
    draws = any(map(is_seed, op.attributes))
    if not draws and all(operand.arity is Arity.OPTIONAL for operand in op.operands):
        return (
            f'PyTorch can\'t tell the device of op "{op.name}": no operand has to be given',
            "make an operand mandatory, or leave the target pytorch out for this spec",
        )
    if op.library.name in _TAKEN_NAMESPACES:
        return (
            f'PyTorch has a library "{op.library.name}" of its own, which op "{op.name}" is in',
            "name the library otherwise, or leave the target pytorch out for this spec",
        )
    if op.name in _TAKEN_NAMES:
        return (
            f'generated PyTorch modules use the name "{op.name}", so no op can have it',
            "name the op otherwise, or leave the target pytorch out for this spec",
        )
    return "", ""


def _runtime(file: str) -> Output:
    dtypes = [
        {
            "name": dtype.spelling,
            "code": dtype_constant(dtype),
            "torch": TORCH_DTYPES[dtype],
            "scalar_type": SCALAR_TYPES[dtype],
            "wider": [dtype_text(wide) for wide in WIDER[dtype]],
        }
        for dtype in DType
    ]
    view = {"header": RUNTIME_HEADER, "dtypes": dtypes}
    return Output(RelPath(f"pytorch/{file}"), f"pytorch/{file}.j2", view, Ownership.OWNED)


def _package(library: Library, ops: tuple[Op, ...]) -> Output:
    view = {
        "header": aggregate_header(library.name),
        "summary": docstring_text(printable(library.summary).strip().rstrip(".")),
        "library": library.name,
        "ops": [{"module": op.name, "names": _exports(op)} for op in ops],
        "exports": sorted([*(name for op in ops for name in _exports(op)), "register_shardings"]),
    }
    path = RelPath(f"pytorch/{library.name}_torch/__init__.py")
    return Output(path, "pytorch/package.py.j2", view, Ownership.OWNED)


def _exports(op: Op) -> list[str]:
    return [op.name, *([variant_in_place(op.name)] if op.inplace else [])]


def _registration(library: Library, ops: tuple[Op, ...]) -> Output:
    view = {"header": aggregate_header(library.name), **registration_view(library, ops)}
    path = RelPath(f"pytorch/{library.name}_torch/{library.name}_torch.cc")
    return Output(path, "pytorch/registration.cc.j2", view, Ownership.OWNED)


def _shardings(library: Library, ops: tuple[Op, ...]) -> Output:
    ruled = [op for op in ops if not any(result.is_variadic for result in op.results)]
    view = {
        "header": aggregate_header(library.name),
        "library": library.name,
        "ops": [{"id": op.id, "name": op.name} for op in ruled],
    }
    path = RelPath(f"pytorch/{library.name}_torch/_shardings.py")
    parts = OpParts(OpSet(tuple(ruled)), sharding_arguments)
    return Output(path, "pytorch/shardings.py.j2", view, Ownership.OWNED, parts=parts)


def _op_outputs(op: Op, family: OpSet) -> Iterator[Output]:
    owned, editable = owned_header(op.origin), editable_header(op)
    binding: dict[str, object] = {"header": owned, **binding_view(op)}
    yield _op_output(op, "{op}_torch.h", ("binding.h", binding))
    function = {"header": owned, **function_view(op, family), "fake": fake_view(op)}
    yield _op_output(op, "__init__.py", ("op.py", function))
    if op.infer_is_editable:
        fake: dict[str, object] = {"header": editable, "name": op.name, "fake": fake_view(op)}
        yield _op_output(op, "fake.py", ("fake.py", fake), ownership=Ownership.EDITABLE)


def _op_output(
    op: Op,
    file: str,
    content: tuple[str, dict[str, object]],
    *,
    ownership: Ownership = Ownership.OWNED,
) -> Output:
    path, previous = op_path(f"pytorch/{op.library.name}_torch", op, file)
    template, view = content
    return Output(path, f"pytorch/{template}.j2", view, ownership, op, previous)
