"""``opgen build``: generate the outputs, or say what that would do.

Knows the order of the steps; each step is another package's.
"""

from __future__ import annotations

import os
import time
from enum import Enum
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, assert_never

import click

from opgen.cli.options import building
from opgen.cli.preparation import Preparation, prepare
from opgen.cli.session import Session
from opgen.cli.unwritten import as_unwritten
from opgen.dataclass import dataclass
from opgen.diagnostics import counted

if TYPE_CHECKING:
    from opgen.config import Project
    from opgen.workspace import Plan


class Mode(Enum):
    """What a build ends in."""

    WRITE = "write"
    CHECK = "check"
    DIFF = "diff"
    CHECK_AND_DIFF = "check and diff"
    DRY_RUN = "dry run"
    LIST_OUTPUTS = "list outputs"
    LIST_INPUTS = "list inputs"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What one call of ``build`` or of a relative asks for."""

    command: str = "build"
    mode: Mode = Mode.WRITE
    depfile: str | None = None


@click.command("build")
@building
@click.option("--check", is_flag=True, help="Write nothing; fail if a build would change anything.")
@click.option("--diff", is_flag=True, help="Write nothing; print what would change as a diff.")
@click.option("--dry-run", is_flag=True, help="Write nothing; print what would be done.")
@click.option("--list-outputs", is_flag=True, help="Write nothing; print the paths of outputs.")
@click.option("--list-inputs", is_flag=True, help="Write nothing; print the paths of inputs.")
@click.option("--depfile", metavar="FILE", help="Write the inputs of the build as a Makefile rule.")
@click.pass_obj
def command(session: Session, /, *, depfile: str | None, **flags: bool) -> int:
    """Generate the outputs of SPECS, spec files or directories of them.

    What people wrote into generated files stays; a new rendering is merged around it.
    Without SPECS, those of [tool.opgen] are built.
    """
    return build(session, Wanted(mode=_mode(flags), depfile=depfile))


def build(session: Session, wanted: Wanted) -> int:
    """Carry out one build and return the exit code."""
    from opgen.cli import noop
    from opgen.workspace import recover

    started = time.time_ns()
    project = session.project()
    if project is None or not _can_write_depfile(session, wanted, project):
        return session.finish(wanted.command)
    if wanted.mode is Mode.WRITE:
        noop.forget(project)
        if recover(project.output):
            session.detail("finished a build that was interrupted")
        # In a new project nothing is made before it is clear that the build succeeds.
        if (project.output / ".opgen").is_dir():
            noop.make_cache(project)
    preparation = prepare(session, project, reads_all=wanted.mode is not Mode.WRITE)
    if preparation is None:
        return session.finish(wanted.command)
    if wanted.mode is not Mode.WRITE:
        session.diagnostics = as_unwritten(session.diagnostics, preparation.plan)
    code = _end(session, wanted, preparation)
    if code == 0 and wanted.mode is Mode.WRITE:
        noop.make_cache(project)
    if code == 0 and wanted == Wanted():
        noop.record(session, preparation, summary=_up_to_date(preparation), started=started)
    return code


def _end(session: Session, wanted: Wanted, preparation: Preparation) -> int:
    match wanted.mode:
        case Mode.WRITE:
            return _write(session, wanted, preparation)
        case Mode.CHECK | Mode.CHECK_AND_DIFF | Mode.DIFF:
            return _compare(session, wanted, preparation)
        case Mode.DRY_RUN:
            return _dry_run(session, wanted, preparation)
        case Mode.LIST_OUTPUTS | Mode.LIST_INPUTS:
            return _list(session, wanted, preparation)
        case _:
            assert_never(wanted.mode)


def _write(session: Session, wanted: Wanted, preparation: Preparation) -> int:
    from opgen.workspace import publish

    publish(preparation.plan, diagnostics=session.diagnostics)
    for line in plan_lines(preparation.plan):
        session.detail(line)
    if session.exit_code() == 0:
        _write_depfile(session, wanted, preparation)
    code = session.finish(wanted.command, data=plan_json(preparation.plan))
    if code == 0:
        session.say(_summary(preparation))
    return code


def _can_write_depfile(session: Session, wanted: Wanted, project: Project) -> bool:
    from opgen.cli.depfile import no_depfile

    if wanted.depfile is None or wanted.mode is not Mode.WRITE:
        return True
    path = session.path(wanted.depfile)
    # Directories below the output root may be made by this very build.
    fault = None if path.parent.is_relative_to(project.output) else no_depfile(session, path)
    if fault is not None:
        session.diagnostics.add(fault)
    return fault is None


def _write_depfile(session: Session, wanted: Wanted, preparation: Preparation) -> None:
    from opgen.cli.depfile import write_depfile

    if wanted.depfile is not None:
        write_depfile(session, session.path(wanted.depfile), preparation)


def _compare(session: Session, wanted: Wanted, preparation: Preparation) -> int:
    from opgen.cli.difference import colored
    from opgen.workspace import check, unified_diff

    difference = "".join(unified_diff(preparation.plan))
    if wanted.mode is not Mode.CHECK:
        session.result(colored(difference, session))
    if wanted.mode is not Mode.DIFF:
        check(preparation.plan, session.diagnostics)
    failed = wanted.mode is not Mode.CHECK and bool(difference)
    data = {**plan_json(preparation.plan), "diff": difference}
    code = session.finish(wanted.command, failed=failed, data=data)
    if code == 0:
        session.say(_up_to_date(preparation))
    return code


def _dry_run(session: Session, wanted: Wanted, preparation: Preparation) -> int:
    from opgen.workspace import ActionKind

    session.result("".join(f"{line}\n" for line in plan_lines(preparation.plan)))
    open_kinds = {ActionKind.CONFLICT, ActionKind.REFUSE}
    failed = any(action.kind in open_kinds for action in preparation.plan.actions)
    code = session.finish(wanted.command, failed=failed, data=plan_json(preparation.plan))
    if code == 0:
        session.say(f"nothing was written: {_summary(preparation)}")
    return code


def _list(session: Session, wanted: Wanted, preparation: Preparation) -> int:
    from opgen.cli.depfile import input_paths, output_paths

    listed = output_paths if wanted.mode is Mode.LIST_OUTPUTS else input_paths
    paths = listed(session, preparation)
    session.result("".join(f"{path}\n" for path in paths))
    return session.finish(wanted.command, data=paths)


def plan_lines(plan: Plan) -> list[str]:
    """Return one line for each action that isn't idle."""
    busy = [action for action in plan.actions if action.kind.name != "UNCHANGED"]
    return [f"{action.kind.value:<12} {plan.display}/{action.path}" for action in busy]


def plan_json(plan: Plan) -> dict[str, Any]:
    """Return ``plan`` as a JSON value."""
    actions = [{"kind": action.kind.value, "path": action.path} for action in plan.actions]
    return {"actions": actions}


def _summary(preparation: Preparation) -> str:
    kinds = [action.kind for action in preparation.plan.actions]
    changes = [kind for kind in dict.fromkeys(kinds) if kind.name != "UNCHANGED"]
    if not changes:
        return _up_to_date(preparation)
    listed = ", ".join(f"{kind.value} {kinds.count(kind)}" for kind in changes)
    return f"{_size(preparation)}: {listed}{_remedy(preparation)}"


def _up_to_date(preparation: Preparation) -> str:
    return f"up to date: {_size(preparation)}{_remedy(preparation)}"


def _remedy(preparation: Preparation) -> str:
    """Say how outputs that are missing come back, by the directory that holds all of them."""
    deleted = preparation.plan.deleted
    if not deleted:
        return ""
    folders = [str(PurePosixPath(path).parent) for path in deleted]
    place = deleted[0] if len(deleted) == 1 else os.path.commonpath(folders)
    path = PurePosixPath(preparation.plan.display, place)
    return f"; `opgen restore {path}` brings back {counted(len(deleted), 'deleted output')}"


def _size(preparation: Preparation) -> str:
    model = preparation.model
    operators = counted(len(model.ops) + len(model.dialect), "operator")
    return f"{operators}, {counted(len(preparation.prepared.files), 'file')}"


_PRECEDENCE = {
    "list_outputs": Mode.LIST_OUTPUTS,
    "list_inputs": Mode.LIST_INPUTS,
    "dry_run": Mode.DRY_RUN,
    "check": Mode.CHECK,
    "diff": Mode.DIFF,
}


def _mode(flags: dict[str, bool]) -> Mode:
    chosen = [name for name in _PRECEDENCE if flags[name]]
    if chosen == ["check", "diff"]:
        return Mode.CHECK_AND_DIFF
    if len(chosen) > 1:
        first, second = (f"--{name.replace('_', '-')}" for name in chosen[:2])
        raise click.UsageError(f"{first} and {second} don't go together")
    return _PRECEDENCE[chosen[0]] if chosen else Mode.WRITE
