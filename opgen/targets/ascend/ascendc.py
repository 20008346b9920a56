"""The target ``ascendc``: definition, host code and kernel of each operator for CANN.

Beside them a stand-in for CANN with which all of it compiles and runs on a host. Knows which files
there are; what stands in them is decided in the modules beside this one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from opgen.dataclass import dataclass
from opgen.diagnostics import Diagnostic, Diagnostics
from opgen.diagnostics.diagnostic import Severity
from opgen.ops import SHAPE_HOOKS, Hook, Op, OpSet
from opgen.outputs import Ownership, RelPath
from opgen.targets import cpp
from opgen.targets.ascend.definition import (
    SOCS,
    defined_attributes,
    defined_tensors,
    project_document,
    prototype_calls,
)
from opgen.targets.ascend.files import KernelFiles, kernel_files
from opgen.targets.ascend.host import HostCode
from opgen.targets.ascend.kernel import served_dtypes
from opgen.targets.ascend.view import IrOp, ir_op
from opgen.targets.base import OpOutputs, Output, op_path
from opgen.targets.headers import (
    RUNTIME_HEADER,
    editable_header,
    owned_header,
    summary_of,
)

_RUNTIME: Final = {
    "opgen_ascend.h": "opgen_ascend.h",
    "opgen_ascend_attention.h": "opgen_ascend_attention.h",
    "opgen_ascend_attention_host.h": "opgen_ascend_attention_host.h",
    "opgen_ascend_attention_kernel.h": "opgen_ascend_attention_kernel.h",
    "opgen_ascend_host.h": "opgen_ascend_host.h",
    "opgen_ascend_index.h": "opgen_ascend_index.h",
    "opgen_ascend_index_host.h": "opgen_ascend_index_host.h",
    "opgen_ascend_index_kernel.h": "opgen_ascend_index_kernel.h",
    "opgen_ascend_loops.h": "opgen_ascend_loops.h",
    "opgen_ascend_nest.h": "opgen_ascend_nest.h",
    "opgen_ascend_pairs.h": "opgen_ascend_pairs.h",
    "opgen_ascend_random.h": "opgen_ascend_random.h",
    "opgen_ascend_product.h": "opgen_ascend_product.h",
    "opgen_ascend_product_host.h": "opgen_ascend_product_host.h",
    "opgen_ascend_product_kernel.h": "opgen_ascend_product_kernel.h",
    "opgen_ascend_rows.h": "opgen_ascend_rows.h",
    "opgen_ascend_windows.h": "opgen_ascend_windows.h",
    "opgen_ascend_windows_host.h": "opgen_ascend_windows_host.h",
    "opgen_ascend_windows_kernel.h": "opgen_ascend_windows_kernel.h",
    "shim/kernel_operator.h": "shim/kernel_operator.h",
    "shim/opgen_shim_call.h": "shim/opgen_shim_call.h",
    "shim/opgen_shim_copy.h": "shim/opgen_shim_copy.h",
    "shim/opgen_shim_core.h": "shim/opgen_shim_core.h",
    "shim/opgen_shim_host.h": "shim/opgen_shim_host.h",
    "shim/opgen_shim_index.h": "shim/opgen_shim_index.h",
    "shim/opgen_shim_reduce.h": "shim/opgen_shim_reduce.h",
    "shim/opgen_shim_tensor.h": "shim/opgen_shim_tensor.h",
    "shim/opgen_shim_vector.h": "shim/opgen_shim_vector.h",
    "shim/graph/operator_reg.h": "shim/operator_reg.h",
    "shim/register/op_def_registry.h": "shim/op_def_registry.h",
}
"""The shared files and their templates."""


class AscendcTarget:
    """Writes ``ascendc/``: shared headers, the stand-in and, for each operator, its project."""

    name: Final = "ascendc"
    requires: Final = ("samples", "kernels")
    hooks: Final[frozenset[Hook]] = SHAPE_HOOKS

    def outputs(self, model: OpSet, diagnostics: Diagnostics) -> Iterator[Output | OpOutputs]:
        """Yield the files of all operators; report those that have nothing to run there."""
        ops = [ir for op in model.ops if (ir := _described(op, diagnostics)) is not None]
        if ops:
            for path, template in _RUNTIME.items():
                view = {"header": RUNTIME_HEADER}
                target = RelPath(f"ascendc/{path}")
                yield Output(target, f"ascendc/{template}.j2", view, Ownership.OWNED)
        for ir in ops:
            yield OpOutputs(ir.op, partial(_op_outputs, ir))


def _op_outputs(ir: IrOp, *_: object) -> Iterator[Output]:
    return _Files(ir, kernel_files(ir)).outputs()


def _described(op: Op, diagnostics: Diagnostics) -> IrOp | None:
    ir = ir_op(op, served_dtypes(op))
    if not ir.columns:
        message = f"op `{op.name}` has no element type that an AI core computes with"
        advice = (
            "give one of its type variables f16, bf16, f32 or i32, or leave it to other targets"
        )
        diagnostics.add(
            Diagnostic("OPG0450", message, op.span, severity=Severity.NOTE, help=advice)
        )
        return None
    if not ir.is_stable:
        message = f"`{ir.name}`, the name of op `{op.name}` in the graph engine, changes on its way"
        advice = (
            f"its kernel is `{ir.kernel}`, from which TorchAir makes another name; "
            "give the op a `registered_name` without one-letter words"
        )
        diagnostics.add(
            Diagnostic("OPG0451", message, op.span, severity=Severity.WARNING, help=advice)
        )
    return ir


@dataclass(frozen=True, slots=True)
class _Files:
    """The files of one operator."""

    ir: IrOp
    kernel: KernelFiles

    def outputs(self) -> Iterator[Output]:
        """Yield all files."""
        ir, kernel = self.ir, self.ir.kernel
        yield self._owned(f"{kernel}.json", "project.json", {"document": project_document(ir)})
        yield self._owned(f"{kernel}_proto.h", "proto.h", self._prototype())
        yield self._owned(f"aclnn_{kernel}.h", "aclnn.h", self._call())
        yield self._owned(f"op_host/{kernel}.cpp", "op_host.cpp", self._definition())
        yield self._yours(f"op_host/{kernel}_tiling.h", "tiling.h", self.kernel.data)
        yield self._yours(f"op_host/{kernel}_tiling.cpp", "op_tiling.cpp", self.kernel.tiling)
        template = self.kernel.template
        yield self._yours(f"op_kernel/{kernel}.cpp", template, self.kernel.kernel)

    def _owned(self, file: str, template: str, view: dict[str, object]) -> Output:
        header = cpp.comment_text(owned_header(self.ir.op.origin))
        return self._output(file, template, view | {"header": header}, ownership=Ownership.OWNED)

    def _yours(self, file: str, template: str, view: dict[str, object]) -> Output:
        header = cpp.comment_text(editable_header(self.ir.op))
        return self._output(file, template, view | {"header": header}, ownership=Ownership.EDITABLE)

    def _output(
        self, file: str, template: str, view: dict[str, object], *, ownership: Ownership
    ) -> Output:
        ir = self.ir
        common = {
            "ir": ir.name,
            "kernel": ir.kernel,
            "summary": cpp.comment_text(summary_of(ir.op)),
            "guard": cpp.guard("ASCENDC", ir.op.library.name, ir.op.name, file.rpartition("/")[2]),
        }
        path, previous = op_path(f"ascendc/{ir.op.library.name}", ir.op, file)
        return Output(path, f"ascendc/{template}.j2", common | view, ownership, ir.op, previous)

    def _prototype(self) -> dict[str, object]:
        return {"calls": list(prototype_calls(self.ir))}

    def _call(self) -> dict[str, object]:
        parameters = [parameter.declaration for parameter in self.ir.call_parameters()]
        return {
            "prepare": self.ir.prepare,
            "call": self.ir.call,
            "prepare_parameters": [
                *parameters,
                "uint64_t *workspaceSize",
                "aclOpExecutor **executor",
            ],
        }

    def _definition(self) -> dict[str, object]:
        host, op = HostCode(self.ir), self.ir.op
        return {
            "tiling": f"TilingOf{self.ir.name}",
            "infer_header": f"{op.library.name}/{op.name}/{op.name}.h",
            "has_shapes": True,
            "shape_lines": list(host.shape_lines()),
            "infer": host.infer(),
            "infer_arguments": list(host.infer_arguments()),
            "output_lines": list(host.output_lines()),
            "type_lines": list(host.type_lines()),
            "tensors": list(defined_tensors(self.ir)),
            "attributes": list(defined_attributes(self.ir)),
            "socs": SOCS,
        }
