"""``opgen list``: the operators, what is generated for them, and which hook means what where.

Knows the model and the targets' interface; nothing is written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from opgen.cli.options import building
from opgen.cli.places import place_moved
from opgen.cli.preparation import Preparation, prepare
from opgen.cli.session import Session, Verbosity
from opgen.cli.table import table
from opgen.ops import DialectOp, Hook, Op
from opgen.outputs import RenderedFile
from opgen.targets import Target, serves_dialect, with_required

if TYPE_CHECKING:
    from opgen.ops import OpSet


@click.command("list")
@building
@click.pass_obj
def command(session: Session, /) -> int:
    """List the operators of SPECS with their library, targets and files.

    A second table shows which hook flags of the specs have a meaning in which target. With -v,
    every file is listed with who may change it and how it stands.
    """
    preparation = prepare(session)
    if preparation is None:
        return session.finish("list")
    targets = _targets(preparation)
    session.result(_text(session, preparation, targets))
    return session.finish("list", data=_data(preparation, targets))


def _targets(preparation: Preparation) -> list[Target]:
    return with_required(dict.fromkeys(file.target for file in preparation.prepared.files))


def _text(session: Session, preparation: Preparation, targets: Sequence[Target]) -> str:
    files = preparation.prepared.files
    ops, dialect = preparation.model.ops, preparation.model.dialect

    def place(op: Op | DialectOp) -> str:
        root = preparation.project.root
        return place_moved(op.location, lambda name: session.shown(root / name))

    rows = [_op_row(op, place(op), files) for op in ops]
    rows += [_dialect_row(op, place(op), targets) for op in dialect]
    tables = [table(("operator", "library", "spec", "targets", "files"), rows)]
    if session.choices.verbosity >= Verbosity.VERBOSE:
        states, display = _states(session, preparation), preparation.plan.display
        rows = [
            (f"{display}/{file.path}", file.target, file.ownership.value, states.get(file.path, ""))
            for file in files
        ]
        tables.append(table(("file", "target", "ownership", "state"), rows))
    tables.append(_hook_table(preparation.model, targets))
    return "\n".join(filter(None, tables))


def _states(session: Session, preparation: Preparation) -> dict[str, str]:
    """Return how outputs stand that somebody has worked on."""
    from opgen.workspace import status

    root, files = preparation.project.output, preparation.prepared.files
    report = status(files, root=root, diagnostics=session.diagnostics)
    found: dict[str, list[str]] = {}
    for row in report.rows:
        found.setdefault(row.path, []).append(row.state.value)
    return {path: ", ".join(dict.fromkeys(states)) for path, states in found.items()}


def _op_row(op: Op, place: str, files: Sequence[RenderedFile]) -> tuple[str, ...]:
    own = [file for file in files if op.id in file.ops]
    targets = " ".join(dict.fromkeys(file.target for file in own))
    owners = Counter(file.ownership.value for file in own)
    counts = ", ".join(f"{number} {owner}" for owner, number in sorted(owners.items()))
    return (op.name, op.library.name, place, targets, counts)


def _dialect_row(op: DialectOp, place: str, targets: Sequence[Target]) -> tuple[str, ...]:
    serving = " ".join(target.name for target in targets if serves_dialect(target))
    return (op.name, "(OneFlow's dialect)", place, serving, "")


def _used_hooks(model: OpSet) -> list[Hook]:
    used = [op.hooks for op in model.ops] + [op.hooks for op in model.dialect]
    return [hook for hook in Hook if any(hook in hooks for hooks in used)]


def _hook_table(model: OpSet, targets: Sequence[Target]) -> str:
    rows = [
        (hook.value, *("yes" if hook in target.hooks else "-" for target in targets))
        for hook in _used_hooks(model)
    ]
    return table(("hook", *(target.name for target in targets)), rows)


def _data(preparation: Preparation, targets: Sequence[Target]) -> dict[str, Any]:
    files = preparation.prepared.files
    return {
        "operators": [_op_json(op, files) for op in preparation.model.ops],
        "dialect": [_dialect_json(op, targets) for op in preparation.model.dialect],
        "hooks": {
            hook.value: [target.name for target in targets if hook in target.hooks]
            for hook in _used_hooks(preparation.model)
        },
    }


def _dialect_json(op: DialectOp, targets: Sequence[Target]) -> dict[str, Any]:
    return {
        "name": op.name,
        "spec": op.location,
        "hooks": sorted(hook.value for hook in op.hooks),
        "targets": [target.name for target in targets if serves_dialect(target)],
    }


def _op_json(op: Op, files: Sequence[RenderedFile]) -> dict[str, Any]:
    return {
        "name": op.name,
        "library": op.library.name,
        "spec": op.location,
        "hooks": sorted(hook.value for hook in op.hooks),
        "files": [
            {"path": file.path, "target": file.target, "ownership": file.ownership.value}
            for file in files
            if op.id in file.ops
        ],
    }
