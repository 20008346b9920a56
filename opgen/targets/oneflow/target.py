"""The target ``oneflow``: everything about an operator that OneFlow's engineers write by hand.

For each operator the functions of its class, its kernels, its functor and its gradient; for each
library its class, schema and registration and its entries of the functional interface. What is
printed is decided in the other modules of this package.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from opgen.dataclass import dataclass, replace
from opgen.diagnostics import Diagnostics
from opgen.ops import Device, DType, Hook, Library, Op, OpSet
from opgen.outputs import Ownership, RelPath
from opgen.targets.base import OpOutputs, Output
from opgen.targets.cpp import dtype_constant, free_name
from opgen.targets.headers import (
    RUNTIME_HEADER,
    aggregate_header,
    editable_header,
    owned_header,
    summary_of,
)
from opgen.targets.oneflow.call import call_view
from opgen.targets.oneflow.declared import untyped_attribute
from opgen.targets.oneflow.functor import functor_view
from opgen.targets.oneflow.gradient import gradient_view
from opgen.targets.oneflow.infer_hooks import hooks_view
from opgen.targets.oneflow.kernel import kernel_view
from opgen.targets.oneflow.layout import File, Layout, OutOfTree
from opgen.targets.oneflow.signature import signature_of
from opgen.targets.oneflow.types import DATA_TYPES
from opgen.targets.oneflow.unit_tests import test_view

_RUNTIME_FILES: Final = ("opgen_oneflow.h", "opgen_oneflow_functional.h", "opgen_oneflow_sbp.h")


_KERNELS: Final = {Device.CPU: File.CPU_KERNEL, Device.CUDA: File.CUDA_KERNEL}


class OneflowTarget:
    """Writes ``oneflow/<library>/`` and the headers beside it."""

    name: Final = "oneflow"
    requires: Final = ("kernels", "samples", "oneflow.schema", "oneflow.python")
    hooks: Final = frozenset(Hook)

    def outputs(self, model: OpSet, diagnostics: Diagnostics) -> Iterator[Output | OpOutputs]:
        """Yield the files of every operator and library; what can't be served is reported.

        Operators that OneFlow has no type for an attribute of are ``oneflow.schema``'s to report.
        """
        del diagnostics
        layout, served = OutOfTree(), served_ops(model)
        if not served.ops:
            return
        yield from runtime_files(layout)
        for library in served.libraries:
            view = functional_view(library, served.in_library(library))
            for file in ("functional_api.yaml", "functional.h", "functional.cpp"):
                path = RelPath(f"oneflow/{library.name}/{file}")
                yield Output(path, f"oneflow/{file}.j2", view, Ownership.OWNED)
        for op in served.ops:
            yield OpOutputs(op, partial(op_files, layout=layout))


def served_ops(model: OpSet) -> OpSet:
    """Return the operators that OneFlow can have: it has a type for each of their attributes."""
    return OpSet(tuple(op for op in model.ops if untyped_attribute(op) is None))


def runtime_files(layout: Layout) -> Iterator[Output]:
    """Yield the headers that are the same for every operator."""
    dtypes = [{"data_type": DATA_TYPES[dtype], "code": dtype_constant(dtype)} for dtype in DType]
    view = {"header": RUNTIME_HEADER, "dtypes": dtypes}
    for file in _RUNTIME_FILES:
        yield Output(RelPath(layout.runtime(file)), f"oneflow/{file}.j2", view, Ownership.OWNED)
    path = RelPath(layout.test_util_file)
    yield Output(path, "oneflow/opgen_test_util.py.j2", view, Ownership.OWNED)


def functional_view(library: Library, ops: tuple[Op, ...]) -> dict[str, object]:
    """Return what the files about the functions of a library print."""
    signatures = [signature_of(op) for op in sorted(ops, key=lambda op: op.registered_name)]
    return {
        "header": aggregate_header(library.name),
        "guard": f"OPGEN_ONEFLOW_{library.name.upper()}_FUNCTIONAL_H_",
        "includes": sorted(
            [f"oneflow/{library.name}/functional.h", "oneflow/opgen_oneflow_functional.h"]
        ),
        "functions": [
            {
                "name": signature.name,
                "function": signature.function,
                "yaml": signature.yaml,
                "returns": signature.returns,
                "parameters": [p.declaration for p in signature.parameters],
                "arguments": [p.name for p in signature.parameters],
                "local": free_name("op", {p.name for p in signature.parameters}),
            }
            for signature in signatures
        ],
    }


def op_files(op: Op, family: OpSet, layout: Layout) -> Iterator[Output]:
    """Yield the files of one operator, in a layout."""
    owned: dict[str, object] = {"header": owned_header(op.origin)}
    editable: dict[str, object] = {"header": editable_header(op), "summary": summary_of(op)}
    made = _Maker(op, layout)
    yield made.output(File.CALL, "call.h", owned | call_view(op, layout))
    yield made.output(File.HOOKS, "op.cpp", editable | hooks_view(op, layout))
    for device, file in _KERNELS.items():
        if op.support(device):
            yield made.output(file, "kernel", owned | kernel_view(op, device, layout))
    yield made.output(File.FUNCTOR, "functor.cpp", editable | functor_view(op, layout))
    if op.gradient:
        backward_ops = {rule.op: family.backward_op(op, rule) for rule in op.gradient}
        view = editable | gradient_view(op, backward_ops, layout)
        yield made.output(File.GRADIENT, "gradient.cpp", view)
    tests = test_view(op, layout)
    # A package has the operators with a kernel for the CPU alone.
    if tests is not None and (op.support(Device.CPU) or not layout.package(op)):
        yield made.output(File.TEST, "unit_test.py", editable | tests)


_EDITABLE: Final = frozenset({File.HOOKS, File.FUNCTOR, File.GRADIENT, File.TEST})


@dataclass(frozen=True, slots=True)
class _Maker:
    """Makes the outputs of one operator."""

    op: Op
    layout: Layout

    def output(self, file: File, template: str, view: dict[str, object]) -> Output:
        """Return an output with the paths that the file has and had."""
        op = self.op
        # In another library it had other paths; the regions of its files say where they are now.
        moved = bool(op.renamed_from) and "." not in op.renamed_from
        former = replace(op, name=op.renamed_from, registered="") if moved else None
        return Output(
            RelPath(self.layout.path(op, file)),
            f"oneflow/{template}.j2",
            view,
            Ownership.EDITABLE if file in _EDITABLE else Ownership.OWNED,
            op,
            None if former is None else RelPath(self.layout.path(former, file)),
        )
