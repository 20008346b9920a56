"""The target ``oneflow.schema``: classes, schemas and registration of operators in OneFlow.

For operators of OneFlow's own dialect the two files that its build generates from them, to the
byte; for each library of the prelude two files of the same kind with a guard. What is said about
an operator is decided in :mod:`opgen.targets.oneflow.registry`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from opgen.diagnostics import Diagnostic, Diagnostics
from opgen.ops import DialectAttributeType, DialectOp, Hook, Library, Op, OpSet
from opgen.outputs import Ownership, RelPath
from opgen.targets.base import Output
from opgen.targets.headers import aggregate_header
from opgen.targets.oneflow.builtin import builtin_classes
from opgen.targets.oneflow.declared import as_dialect, untyped_attribute
from opgen.targets.oneflow.registry import registered

_OWN_DIRECTORY: Final = "oneflow/core/framework"
"""Where OneFlow's build has the files of its own operators, below its build directory."""


class OneflowSchemaTarget:
    """Writes ``op_generated.h`` and ``op_generated.cpp``."""

    name: Final = "oneflow.schema"
    serves_dialect: Final = True
    requires: Final[tuple[str, ...]] = ()
    hooks: Final = frozenset(Hook)

    def outputs(self, model: OpSet, diagnostics: Diagnostics) -> Iterator[Output]:
        """Yield the files of the dialect and of every library; report names that clash."""
        served = [op for op in model.ops if _is_served(op, diagnostics)]
        declared = {op.id: as_dialect(op) for op in served}
        _report_taken([(op, declared[op.id]) for op in served], diagnostics)
        for op in (*declared.values(), *model.dialect):
            _report_repeats(op, diagnostics)
        if model.dialect:
            yield from _files(_OWN_DIRECTORY, model.dialect, None)
        for library in model.libraries:
            ops = [declared[op.id] for op in model.in_library(library) if op.id in declared]
            if ops:
                ops.sort(key=lambda op: op.class_name.encode())
                yield from _files(f"oneflow/{library.name}", ops, library)


def _is_served(op: Op, diagnostics: Diagnostics) -> bool:
    attribute = untyped_attribute(op)
    if attribute is None:
        return True
    message = f'OneFlow has no attribute of kind {attribute.kind.value}, such as "{attribute.name}"'
    advice = "make it a single number, or leave the target oneflow.schema out for this spec"
    diagnostics.add(Diagnostic("OPG0404", message, attribute.span, help=advice))
    return False


def _report_taken(ops: Sequence[tuple[Op, DialectOp]], diagnostics: Diagnostics) -> None:
    """Report names and classes that OneFlow or another operator has: loading would crash."""
    builtin = builtin_classes()
    names = dict.fromkeys(builtin, "OneFlow itself")
    classes = dict.fromkeys(builtin.values(), "OneFlow itself")
    for op, declared in ops:
        for kind, name, taken in (
            ("registered name", declared.name, names),
            ("class", declared.class_name, classes),
        ):
            owner = taken.setdefault(name, f"op `{op.id}`")
            if owner != f"op `{op.id}`":
                message = f"`{name}`, the {kind} of op `{op.name}`, is that of {owner} too"
                advice = "give the op a `registered_name`, or its library a prefix of its own"
                diagnostics.add(Diagnostic("OPG0415", message, op.span, help=advice))
                break


def _report_repeats(op: DialectOp, diagnostics: Diagnostics) -> None:
    """Report a name that stands for two things: OneFlow aborts while the library is loaded."""
    seen = {op.name}
    for name in op.argument_names:
        if name in seen:
            owner = "the op itself" if name == op.name else "another argument"
            message = f"`{name}` is an argument of op `{op.name}` and {owner}"
            advice = "rename one of them: OneFlow tells them apart by name only"
            diagnostics.add(Diagnostic("OPG0416", message, op.span, help=advice))
        seen.add(name)


def _files(directory: str, ops: Sequence[DialectOp], library: Library | None) -> Iterator[Output]:
    include = f"{directory}/op_generated.h"
    view = {
        "header": aggregate_header(library.name) if library else "",
        "guard": f"OPGEN_ONEFLOW_{library.name.upper()}_OP_GENERATED_H" if library else "",
        "include": include,
        "has_complex": any(
            a.type is DialectAttributeType.COMPLEX for op in ops for a in op.attributes
        ),
        "ops": [registered(op) for op in ops],
    }
    for file in ("op_generated.h", "op_generated.cpp"):
        path = RelPath(f"{directory}/{file}")
        yield Output(path, f"oneflow/{file}.j2", view, Ownership.OWNED)
