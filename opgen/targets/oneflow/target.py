"""The target ``oneflow``: everything about an operator that OneFlow's engineers write by hand.

For each operator the functions of its class, its kernels, its functor and its gradient; for each
library its class, schema and registration and its entries of the functional interface. What is
printed is decided in the other modules of this package.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from opgen.diagnostics import Diagnostics
from opgen.ops import Device, DType, Hook, Library, Op, OpSet
from opgen.outputs import Ownership, RelPath
from opgen.targets.base import Output, op_path
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
from opgen.targets.oneflow.signature import signature_of
from opgen.targets.oneflow.types import DATA_TYPES

_RUNTIME_FILES: Final = ("opgen_oneflow.h", "opgen_oneflow_functional.h", "opgen_oneflow_sbp.h")


class OneflowTarget:
    """Writes ``oneflow/<library>/`` and the headers beside it."""

    name: Final = "oneflow"
    requires: Final = ("kernels", "samples", "oneflow.schema", "oneflow.python")
    hooks: Final = frozenset(Hook)

    def outputs(self, model: OpSet, diagnostics: Diagnostics) -> Iterator[Output]:
        """Yield the files of every operator and library; what can't be served is reported.

        Operators that OneFlow has no type for an attribute of are ``oneflow.schema``'s to report.
        """
        del diagnostics
        served = OpSet(tuple(op for op in model.ops if untyped_attribute(op) is None))
        if not served.ops:
            return
        for file in _RUNTIME_FILES:
            yield _runtime(file)
        for library in served.libraries:
            yield from _functional(library, served.in_library(library))
        for op in served.ops:
            yield from _op_outputs(op, model)


def _runtime(file: str) -> Output:
    dtypes = [{"data_type": DATA_TYPES[dtype], "code": dtype_constant(dtype)} for dtype in DType]
    view = {"header": RUNTIME_HEADER, "dtypes": dtypes}
    return Output(RelPath(f"oneflow/{file}"), f"oneflow/{file}.j2", view, Ownership.OWNED)


def _functional(library: Library, ops: tuple[Op, ...]) -> Iterator[Output]:
    signatures = [signature_of(op) for op in sorted(ops, key=lambda op: op.registered_name)]
    view = {
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
    for file in ("functional_api.yaml", "functional.h", "functional.cpp"):
        path = RelPath(f"oneflow/{library.name}/{file}")
        yield Output(path, f"oneflow/{file}.j2", view, Ownership.OWNED)


def _op_outputs(op: Op, model: OpSet) -> Iterator[Output]:
    owned = {"header": owned_header(op.origin)}
    editable = {"header": editable_header(op), "summary": summary_of(op)}
    path, _ = op_path(f"oneflow/{op.library.name}", op, "{op}_op.cpp")
    yield _output(op, "{op}_oneflow.h", ("call.h", owned | call_view(op)))
    yield _editable(op, "{op}_op.cpp", ("op.cpp", editable | hooks_view(op, path)))
    if op.support(Device.CPU):
        yield _output(op, "{op}_kernel.cpp", ("kernel", owned | kernel_view(op, Device.CPU)))
    if op.support(Device.CUDA):
        yield _output(op, "{op}_kernel.cu", ("kernel", owned | kernel_view(op, Device.CUDA)))
    yield _editable(op, "{op}_functor.cpp", ("functor.cpp", editable | functor_view(op)))
    if op.gradient:
        backward_ops = {rule.op: model.backward_op(op, rule) for rule in op.gradient}
        view = editable | gradient_view(op, backward_ops)
        yield _editable(op, "{op}_gradient.cpp", ("gradient.cpp", view))


def _editable(op: Op, file: str, content: tuple[str, dict[str, object]]) -> Output:
    return _output(op, file, content, ownership=Ownership.EDITABLE)


def _output(
    op: Op,
    file: str,
    content: tuple[str, dict[str, object]],
    *,
    ownership: Ownership = Ownership.OWNED,
) -> Output:
    path, previous = op_path(f"oneflow/{op.library.name}", op, file)
    template, view = content
    return Output(path, f"oneflow/{template}.j2", view, ownership, op, previous)
