"""The target ``oneflow.tree``: the same files where OneFlow's repository has their kind.

The class and the registration of an operator are OneFlow's build to generate there, so what is
written of these is the operator in OneFlow's own dialect. ``tools/opgen/apply.py`` tells that build
of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from opgen.diagnostics import Diagnostics
from opgen.ops import DialectOp, DialectOperand, Hook, Library, OpSet
from opgen.outputs import Ownership, RelPath
from opgen.targets.base import OpOutputs, Output
from opgen.targets.headers import RUNTIME_HEADER, aggregate_header
from opgen.targets.oneflow.declared import as_dialect
from opgen.targets.oneflow.function import built_in_view
from opgen.targets.oneflow.layout import InTree
from opgen.targets.oneflow.target import functional_view, op_files, runtime_files, served_ops

_TRAITS: Final = ("NoSideEffect", "DeclareOpInterfaceMethods<UserOpCompatibleInterface>")
"""What OneFlow's own operators have that read and write nothing but their tensors."""

_GROUP: Final = "GET_ONEFLOW_MISC_OP_DEFINITIONS"
"""The group that operators go along with: both of OneFlow's builds that read them list groups."""

_SHARED: Final = {
    "cmake/opgen_kernels.cmake": "opgen_kernels.cmake.j2",
    "tools/opgen/apply.py": "opgen_apply.py.j2",
}
"""What tells OneFlow's build of the operators, and the template of each."""


class OneflowTreeTarget:
    """Writes ``oneflow/user``, ``oneflow/core`` and ``oneflow/ir`` as a checkout has them."""

    name: Final = "oneflow.tree"
    requires: Final = ("kernels", "samples")
    hooks: Final = frozenset(Hook)

    def outputs(self, model: OpSet, diagnostics: Diagnostics) -> Iterator[Output | OpOutputs]:
        """Yield the files of every operator and library."""
        del diagnostics
        layout, served = InTree(), served_ops(model)
        if not served.ops:
            return
        yield from runtime_files(layout)
        for path, template in _SHARED.items():
            view = {"header": RUNTIME_HEADER}
            yield Output(RelPath(path), f"oneflow/{template}", view, Ownership.OWNED)
        for library in served.libraries:
            yield from _aggregates(library, served)
        for op in served.ops:
            yield OpOutputs(op, partial(op_files, layout=layout))


def _aggregates(library: Library, served: OpSet) -> Iterator[Output]:
    """Yield a library's operators in the dialect, in the functional interface and in words."""
    ops = served.in_library(library)
    view: dict[str, object] = {
        "header": aggregate_header(library.name),
        "guard": _GROUP,
        "ops": [_declaration(as_dialect(op)) for op in ops],
    }
    stem = "".join(word.capitalize() for word in library.name.split("_"))
    path = RelPath(f"oneflow/ir/include/OneFlow/OneFlow{stem}Ops.td")
    yield Output(path, "oneflow/dialect.td.j2", view, Ownership.OWNED)
    path = RelPath(f"oneflow/core/functional/{library.name}_functional_api.yaml")
    view = functional_view(library, ops)
    yield Output(path, "oneflow/functional_api.yaml.j2", view, Ownership.OWNED)
    path = RelPath(f"python/oneflow/framework/docstr/opgen_{library.name}.py")
    documented = [built_in_view(op) for op in sorted(ops, key=lambda op: op.registered_name)]
    view = {"header": aggregate_header(library.name), "library": library.name, "ops": documented}
    yield Output(path, "oneflow/docstr.py.j2", view, Ownership.OWNED)


def _declaration(op: DialectOp) -> dict[str, object]:
    """Return what the dialect says of an operator, as it is written."""
    attributes = [f"{_attribute(a.type.value, a.default)}:${a.name}" for a in op.attributes]
    return {
        "name": op.name,
        "class_name": op.class_name,
        "traits": [*_TRAITS, *_segments(op), *sorted(trait.value for trait in op.traits)],
        "input": [_operand(operand) for operand in op.operands],
        "output": [_operand(result) for result in op.results],
        "attrs": attributes,
        "hooks": [hook.value for hook in Hook if hook in op.hooks],
    }


def _segments(op: DialectOp) -> Iterator[str]:
    """Yield what MLIR asks for where more than one operand, or result, comes in any number."""
    for name, arguments in (("Operand", op.operands), ("Result", op.results)):
        if sum(a.is_optional or a.is_variadic for a in arguments) > 1:
            yield f"AttrSized{name}Segments"


def _operand(operand: DialectOperand) -> str:
    kind = "OneFlow_Tensor"
    if operand.is_optional:
        kind = f"Optional<{kind}>"
    if operand.is_variadic:
        kind = f"Variadic<{kind}>"
    return f"{kind}:${operand.name}"


def _attribute(kind: str, default: str | None) -> str:
    if default is None:
        return kind
    escaped = default.replace("\\", "\\\\").replace('"', '\\"')
    return f'DefaultValuedAttr<{kind}, "{escaped}">'
