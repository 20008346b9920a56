"""Whether what was generated is still what the specs give.

Knows the plan of a build; nothing is written here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from opgen.cli.preparation import Preparation, prepare
from opgen.diagnostics import Diagnostic, Diagnostics, Note, Severity, counted
from opgen.namedtuple import NamedTuple
from opgen.runners import is_chosen

if TYPE_CHECKING:
    from opgen.cli.session import Session
    from opgen.config import Project
    from opgen.ops import OpSet
    from opgen.outputs import OpId
    from opgen.workspace import Action

_FORMATTER = "OPG0516"
_UNCOMPILED = "OPG0524"
_NAMED = 3
"""So many outputs are named; `opgen diff` shows all."""


class Outputs(NamedTuple):
    """What there is to run.

    Attributes:
        are_current: Whether they are of now, as far as that can be told.
        model: What the specs say now; ``None`` where no specs are named.
    """

    are_current: bool
    model: OpSet | None = None


def examine(
    session: Session, project: Project, chosen: Sequence[str], *, targets: Sequence[str]
) -> Outputs:
    """Look whether the outputs of the chosen operators are of now; else a diagnostic says so.

    A project that names no specs can't tell. Where some operators are chosen, what all of them
    share is a warning.
    """
    if not project.specs:
        return Outputs(are_current=True)
    found, session.diagnostics = session.diagnostics, Diagnostics()
    named, session.choices.targets = session.choices.targets, tuple(targets)
    preparation = prepare(session, project)
    session.choices.targets = named
    prepared, session.diagnostics = session.diagnostics, found
    if preparation is None:
        for item in prepared.items:
            found.add(item)
        return Outputs(are_current=False)
    stale = [each for each in _stale(preparation) if _is_built(preparation, each, named)]
    own = [each for each in stale if not chosen or _is_about(each, preparation, chosen)]
    shared = [each for each in stale if not _ops(each, preparation)]
    for item in prepared.items:
        # Without its formatter, a project's outputs are never what a build would write.
        if item.code == _UNCOMPILED or (item.code == _FORMATTER and (own or shared)):
            found.add(item)
    if own:
        found.add(_outdated(preparation, own, Severity.ERROR, named=named))
    elif shared:
        found.add(_outdated(preparation, shared, Severity.WARNING, named=named))
    return Outputs(not own, preparation.model)


def _stale(preparation: Preparation) -> list[Action]:
    """Return what a build would do to files because of their renderings."""
    from opgen.workspace import ActionKind

    return [
        action
        for action in preparation.plan.actions
        if action.changes_file or (action.kind is ActionKind.CONFLICT and action.writes)
    ]


def _is_built(preparation: Preparation, action: Action, named: Sequence[str]) -> bool:
    """Whether the target of an output was asked for by name, or has ever been built."""
    entries = preparation.plan.store.manifest.entries.values()
    target = action.record.target if action.record else ""
    return not target or target in named or any(entry.target == target for entry in entries)


def _ops(action: Action, preparation: Preparation) -> tuple[OpId, ...]:
    entry = action.record or preparation.plan.store.manifest.entries.get(action.path)
    return entry.ops if entry else ()


def _is_about(action: Action, preparation: Preparation, chosen: Sequence[str]) -> bool:
    """Whether an output is about a chosen operator, or about one that its gradients call."""
    model = preparation.model
    ops = set(_ops(action, preparation))
    for op in ops & model.by_id.keys():
        ops.update(each.id for each in model.family(model.by_id[op]).ops)
    names = (op.partition(".") for op in ops)
    return any(is_chosen(library, op, chosen) for library, _, op in names)


def _outdated(
    preparation: Preparation, actions: Sequence[Action], severity: Severity, *, named: Sequence[str]
) -> Diagnostic:
    options = "".join(f" -t {target}" for target in named)
    display = preparation.plan.display
    paths = [f"`{display}/{action.path}`" for action in actions]
    more = len(paths) - _NAMED
    listed = ", ".join(paths[:_NAMED]) + (f" and {more} more" if more > 0 else "")
    verb = "isn't" if len(paths) == 1 else "aren't"
    return Diagnostic(
        "OPG0523",
        f"specs, templates or opgen itself changed since the last build: "
        f"{counted(len(paths), 'output')} {verb} what they give now",
        path=display,
        severity=severity,
        notes=(Note(f"a build would write {listed}"),),
        help=f"run `opgen build{options}`, then verify again; "
        f"`opgen diff{options}` shows what changes",
    )
