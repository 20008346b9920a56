"""The files of the ``docs`` target.

A page in Markdown for each operator and an index for each library; beside them one page for
browsers, in which all operators can be searched.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from opgen.diagnostics import Diagnostics
from opgen.ops import Hook, Library, Op, OpSet
from opgen.outputs import Ownership, RelPath
from opgen.targets.base import OpOutputs, OpParts, Output
from opgen.targets.docs.hypertext import Hypertext
from opgen.targets.docs.markdown import Markdown
from opgen.targets.docs.page import DEVICE_NAMES, op_view
from opgen.targets.headers import (
    PROJECT_HEADER,
    aggregate_header,
    owned_header,
    printable,
    summary_of,
)

_MARKDOWN: Final = Markdown()
_HYPERTEXT: Final = Hypertext()


class DocsTarget:
    """Writes ``docs/<library>/<op>.md``, ``docs/<library>/README.md`` and ``docs/index.html``."""

    name: Final = "docs"
    requires: Final[tuple[str, ...]] = ()
    hooks: Final[frozenset[Hook]] = frozenset()

    def outputs(self, model: OpSet, diagnostics: Diagnostics) -> Iterator[Output | OpOutputs]:
        """Yield the pages of all operators and libraries; nothing is reported."""
        del diagnostics
        for library in model.libraries:
            yield _index(library, model.in_library(library))
        for op in model.ops:
            yield OpOutputs(op, _op_outputs)
        if model.ops:
            yield _catalogue(model)


def _index(library: Library, ops: Sequence[Op]) -> Output:
    view = {
        "header": _comment(aggregate_header(library.name)),
        "library": library.name,
        "summary": _MARKDOWN.text(_summary(library)),
        "ops": list(map(_row, ops)),
    }
    path = RelPath(f"docs/{library.name}/README.md")
    return Output(path, "docs/library.md.j2", view, Ownership.OWNED)


def _summary(library: Library) -> str:
    return " ".join(printable(library.summary).split())


def _row(op: Op) -> dict[str, str]:
    return {
        "name": op.name,
        "summary": _MARKDOWN.text(summary_of(op)),
        "devices": ", ".join(DEVICE_NAMES[support.device] for support in op.devices),
        "body": "formula" if op.formula else "by hand",
        "gradient": ", ".join(f"[{rule.op}]({rule.op}.md)" for rule in op.gradient),
    }


def _op_outputs(op: Op, family: OpSet) -> Iterator[Output]:
    directory = f"docs/{op.library.name}"
    path = RelPath(f"{directory}/{op.name}.md")
    is_here = bool(op.renamed_from) and "." not in op.renamed_from
    previous = RelPath(f"{directory}/{op.renamed_from}.md") if is_here else None
    view = {"header": _comment(owned_header(op.origin)), **op_view(op, family, _MARKDOWN)}
    yield Output(path, "docs/op.md.j2", view, Ownership.OWNED, op, previous)


def _catalogue(model: OpSet) -> Output:
    libraries = [
        {
            "name": library.name,
            "summary": _HYPERTEXT.text(_summary(library)),
            "ops": [op.id for op in model.in_library(library)],
        }
        for library in model.libraries
    ]
    view = {"header": _comment(PROJECT_HEADER), "libraries": libraries}
    path, parts = RelPath("docs/index.html"), OpParts(model, _entry, "docs/entry.html.j2")
    return Output(path, "docs/index.html.j2", view, Ownership.OWNED, parts=parts)


def _entry(op: Op, family: OpSet) -> dict[str, object]:
    """Return what the catalogue says of an operator."""
    is_gradient = any(
        rule.op == op.name and op.name.startswith(f"{other.name}_")
        for other in family.ops
        for rule in other.gradient
    )
    view = op_view(op, family, _HYPERTEXT)
    return {**view, "library": op.library.name, "is_gradient": is_gradient}


def _comment(text: str) -> str:
    return text.replace("--", "- -")
