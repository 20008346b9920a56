"""The ``torch_npu`` target: operators on Ascend NPUs through torch_npu, eager and in graphs.

A package per library over that of the target ``pytorch``, from which schemas, shapes and
gradients come: the functions for the device in C++, the names that torch_npu's users know, and
converters to the graph engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from opgen.diagnostics import Diagnostic, Diagnostics
from opgen.ops import SHAPE_HOOKS, AttributeKind, DType, Hook, Library, Op, OpSet
from opgen.outputs import Ownership, RelPath
from opgen.targets.ascend.view import DATA_TYPES
from opgen.targets.base import OpOutputs, Output, op_path
from opgen.targets.cpp import dtype_constant
from opgen.targets.headers import RUNTIME_HEADER, aggregate_header, owned_header, printable
from opgen.targets.python import docstring_text
from opgen.targets.pytorch import served_ops
from opgen.targets.pytorch_types import SCALAR_TYPES, TORCH_DTYPES
from opgen.targets.torch_npu.binding import binding_view, registration_view, shards
from opgen.targets.torch_npu.converter import converter_view, is_convertible
from opgen.targets.torch_npu.docs import docs_view
from opgen.targets.torch_npu.functions import npu_functions
from opgen.targets.torch_npu.module import module_view
from opgen.targets.torch_npu.op_plugin import VERSIONS, derivatives, entries
from opgen.targets.torch_npu.testing import tests_view

_DOCS: Final = "_op_plugin_docs.py"
"""The name of the file with docstrings in torch_npu."""


class TorchNpuTarget:
    """Writes ``torch_npu/<library>_npu/`` and the runtime beside it."""

    name: Final = "torch_npu"
    requires: Final = ("pytorch",)
    hooks: Final[frozenset[Hook]] = SHAPE_HOOKS

    def outputs(self, model: OpSet, diagnostics: Diagnostics) -> Iterator[Output | OpOutputs]:
        """Yield the files of every operator and library; report those it can't have."""
        # What PyTorch can't have, the target pytorch reports.
        served = [op for op in served_ops(model, Diagnostics()) if _is_served(op, diagnostics)]
        if not served:
            return
        yield _runtime("opgen_npu.h")
        yield _runtime("opgen_npu.py")
        yield _runtime("opgen_npu_testing.py")
        for library in OpSet(tuple(served)).libraries:
            ops = tuple(op for op in served if op.library.name == library.name)
            ops = tuple(sorted(ops, key=lambda op: op.name))
            yield _package(library, ops)
            for shard, some in shards(ops).items():
                yield _registration(library, shard, some)
            yield from _yaml(library, ops, model)
            yield _docs(library, ops)
            for op in ops:
                yield OpOutputs(op, _op_outputs)


def _is_served(op: Op, diagnostics: Diagnostics) -> bool:
    for attribute in op.attributes:
        if attribute.kind is AttributeKind.F64_ARRAY:
            message = f'torch_npu passes no lists of floats on, such as "{attribute.name}"'
            advice = "make it a tensor, or leave the target torch_npu out for this spec"
            diagnostics.add(Diagnostic("OPG0404", message, attribute.span, help=advice))
            return False
    return True


def _runtime(file: str) -> Output:
    dtypes = [
        {
            "code": dtype_constant(dtype),
            "torch": TORCH_DTYPES[dtype],
            "scalar_type": SCALAR_TYPES[dtype],
            "graph_number": DATA_TYPES[dtype].number,
        }
        for dtype in DType
    ]
    view = {"header": RUNTIME_HEADER, "dtypes": dtypes}
    return Output(RelPath(f"torch_npu/{file}"), f"torch_npu/{file}.j2", view, Ownership.OWNED)


def _package(library: Library, ops: tuple[Op, ...]) -> Output:
    named = [
        {"module": op.name, "names": [function.name for function in npu_functions(op)]}
        for op in ops
    ]
    view = {
        "header": aggregate_header(library.name),
        "summary": docstring_text(printable(library.summary).strip().rstrip(".")),
        "library": library.name,
        "ops": named,
        "exports": sorted(function.name for op in ops for function in npu_functions(op)),
        "converted": [op.name for op in ops if is_convertible(op)],
    }
    path = RelPath(f"torch_npu/{library.name}_npu/__init__.py")
    return Output(path, "torch_npu/package.py.j2", view, Ownership.OWNED)


def _registration(library: Library, shard: str, ops: tuple[Op, ...]) -> Output:
    view = {"header": aggregate_header(library.name), **registration_view(library, ops)}
    path = RelPath(f"torch_npu/{library.name}_npu/{library.name}_npu{shard}.cpp")
    return Output(path, "torch_npu/registration.cpp.j2", view, Ownership.OWNED)


def _yaml(library: Library, ops: tuple[Op, ...], model: OpSet) -> Iterator[Output]:
    directory = f"torch_npu/{library.name}_npu/op_plugin"
    listed = {
        "op_plugin_functions.yaml": [entry for op in ops for entry in entries(op)],
        "derivatives.yaml": [entry for op in ops for entry in derivatives(op, model)],
    }
    for file, described in listed.items():
        view = {
            "header": aggregate_header(library.name),
            "entries": described,
            "versions": VERSIONS,
        }
        path = RelPath(f"{directory}/{file}")
        yield Output(path, f"torch_npu/{file}.j2", view, Ownership.OWNED)


def _docs(library: Library, ops: tuple[Op, ...]) -> Output:
    described = [function for op in ops for function in docs_view(op)]
    view = {"header": aggregate_header(library.name), "functions": described}
    path = RelPath(f"torch_npu/{library.name}_npu/op_plugin/{_DOCS}")
    return Output(path, f"torch_npu/{_DOCS}.j2", view, Ownership.OWNED)


def _op_outputs(op: Op, family: OpSet) -> Iterator[Output]:
    yield _op_output(op, "{op}_npu.h", "binding.h", view=binding_view(op))
    yield _op_output(op, "__init__.py", "op.py", view=module_view(op, family))
    if is_convertible(op):
        yield _op_output(op, "converter.py", "converter.py", view=converter_view(op))
    tests = tests_view(op)
    if tests is not None:
        yield _op_output(op, str(tests["file"]), "test.py", view=tests)


def _op_output(op: Op, file: str, template: str, *, view: dict[str, object]) -> Output:
    path, previous = op_path(f"torch_npu/{op.library.name}_npu", op, file)
    whole = {"header": owned_header(op.origin), **view}
    return Output(path, f"torch_npu/{template}.j2", whole, Ownership.OWNED, op, previous)
