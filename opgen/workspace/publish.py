"""Carry out a plan: staged, journalled, checked against what the plan saw, books last.

A file that somebody saved since the plan was made is left alone. Must not know how a plan was
decided.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from opgen.dataclass import dataclass, field
from opgen.diagnostics import Diagnostic, OpgenError
from opgen.outputs import Ownership, RelPath
from opgen.workspace import conflicts, journal, report
from opgen.workspace.conflicts import CONFLICTS, CONFLICTS_NAME
from opgen.workspace.fs import Fs
from opgen.workspace.journal import JOURNAL, Group, Step, Transaction, staged_path
from opgen.workspace.manifest import STORE, Entry, Manifest, base_path, raw_path, shard_text
from opgen.workspace.store import KEPT_IN_GIT, attic_path
from opgen.workspace.text import digest

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from opgen.diagnostics import Diagnostics
    from opgen.workspace.actions import Plan


@dataclass(frozen=True, slots=True)
class PublishReport:
    """What became of a plan.

    Attributes:
        done: Outputs that were carried out.
        failed: Outputs that were left alone because something had changed or failed.
    """

    done: tuple[RelPath, ...] = ()
    failed: tuple[RelPath, ...] = ()


def publish(plan: Plan, *, diagnostics: Diagnostics, fs: Fs | None = None) -> PublishReport:
    """Carry out ``plan``; a plan that writes nothing touches nothing.

    Args:
        plan: What to do.
        diagnostics: Takes the files that were left alone.
        fs: The file system to use; a test passes one that fails.

    Raises:
        OpgenError: Another opgen is at work, or the store can't be written.
    """
    files = fs or Fs(plan.root)
    transaction = journal.prepare(plan.actions, plan.store)
    if not transaction.groups:
        return PublishReport()
    with files.locked():
        try:
            _recover(files)
            result = _carry_out(files, transaction)
        except OSError as fault:
            raise OpgenError(f"can't write `{plan.display}/{STORE}`: {_said(fault)}") from fault
    for path, why in result.failed.items():
        diagnostics.add(_left_alone(f"{plan.display}/{path}", why))
    return PublishReport(tuple(result.done), tuple(result.failed))


def recover(root: Path, *, fs: Fs | None = None) -> bool:
    """Finish a publication that was interrupted; call it before a plan is made.

    Args:
        root: The output root.
        fs: The file system to use; a test passes one of its own.

    Returns:
        Whether there was one.

    Raises:
        OpgenError: Another opgen is at work, or the store can't be written.
    """
    files = fs or Fs(root)
    try:
        if files.read(JOURNAL) is None:
            return False
        with files.locked():
            return _recover(files)
    except OSError as fault:
        raise OpgenError(f"can't finish an interrupted build: {_said(fault)}") from fault


def _said(fault: OSError) -> str:
    """Return what the system says of a fault, and about which file."""
    reason = (fault.strerror or str(fault)).lower()
    return reason if fault.filename is None else f"{reason} (`{fault.filename}`)"


def _left_alone(shown: str, why: str) -> Diagnostic:
    if why:
        return report.unreadable(shown, why)
    return Diagnostic(
        "OPG0514",
        f"`{shown}` was changed while opgen was at work, so it was left alone",
        path=shown,
        help="run `opgen build` again",
    )


def _recover(fs: Fs) -> bool:
    data = fs.read(JOURNAL)
    groups = () if data is None else journal.read(data)
    outcome = _apply(fs, groups)
    _clear(fs, groups, outcome.failed)
    number = 0
    while fs.discard(staged_path(number)):
        number += 1
    return data is not None


def _clear(fs: Fs, groups: Sequence[Group], failed: Collection[RelPath]) -> None:
    """Delete the staged texts, then the journal that says they are there."""
    for bundle in journal.bundles(groups):
        is_undone = any(group.path in failed for group in bundle)
        is_overwritten = len(bundle) > 1 and _is_overwritten(fs, bundle)
        for step in _steps(bundle):
            _keep_save(fs, step, is_undone=is_undone, is_overwritten=is_overwritten)
    for number in journal.staged_numbers(groups):
        fs.discard(staged_path(number))
    fs.discard(JOURNAL)


def _is_overwritten(fs: Fs, bundle: Sequence[Group]) -> bool:
    """Whether somebody wrote over a file that a text has come to from another one."""
    return any(fs.sha(step.path) not in {step.before, step.after} for step in _steps(bundle))


def _keep_save(fs: Fs, step: Step, *, is_undone: bool, is_overwritten: bool) -> None:
    """Keep a text that somebody saved too late or too often to be put back, or wrote over."""
    data = fs.read(staged_path(step.staged))
    if data is None or digest(data) == step.after:
        return
    is_replaced = fs.sha(step.path) in {None, step.after}
    if digest(data) != step.before or ((is_undone or is_overwritten) and is_replaced):
        fs.write(attic_path(step.path, data), data)


@dataclass(slots=True)
class _Outcome:
    done: list[RelPath] = field(default_factory=list)
    failed: dict[RelPath, str] = field(default_factory=dict)


def _carry_out(fs: Fs, transaction: Transaction) -> _Outcome:
    for number, data in enumerate(transaction.staged):
        fs.stage(staged_path(number), data)
    fs.write(JOURNAL, journal.written(transaction.groups), sync=True)
    outcome = _apply(fs, transaction.groups)
    _clear(fs, transaction.groups, outcome.failed)
    return outcome


def _apply(fs: Fs, groups: Sequence[Group]) -> _Outcome:
    """Carry out groups, as far as they aren't carried out already."""
    outcome = _Outcome()
    if not groups:
        return outcome
    done = [bundle for bundle in journal.bundles(groups) if _bundle(fs, bundle, outcome)]
    books = _Books(fs)
    for bundle in done:
        if _is_saved_late(fs, bundle):
            outcome.failed.update((group.path, "") for group in bundle)
            continue
        for group in bundle:
            outcome.done.append(group.path)
            books.enter(group)
    books.close()
    return outcome


def _steps(bundle: Sequence[Group]) -> list[Step]:
    return [step for group in bundle for step in group.steps]


def _bundle(fs: Fs, bundle: Sequence[Group], outcome: _Outcome) -> bool:
    """Carry out groups that belong together; False, and none of them is, if one can't be."""
    try:
        if _stepped(fs, _steps(bundle)):
            return True
        why = ""
    except OSError as fault:
        why = fault.strerror or str(fault)
    outcome.failed.update((group.path, why) for group in bundle)
    return False


def _stepped(fs: Fs, steps: Sequence[Step]) -> bool:
    """Carry out the steps of a group; False, and none is, if a file isn't what the plan saw."""
    hashes = [fs.sha(step.path) for step in steps]
    if any(sha not in {step.before, step.after} for sha, step in zip(hashes, steps, strict=True)):
        return False
    for number, step in enumerate(steps):
        try:
            if hashes[number] == step.after or _step(fs, step):
                continue
        except OSError:
            _undo(fs, steps[:number])
            raise
        _undo(fs, steps[:number])
        return False
    return True


def _is_saved_late(fs: Fs, bundle: Sequence[Group]) -> bool:
    """Whether somebody wrote to a file that was just swapped; the whole bundle is undone then.

    Where a text goes from one file to another, a save over the one it came to counts as well.
    """
    steps = _steps(bundle)
    late = [step for step in steps if fs.late_save(step.swap)]
    if not late and len(bundle) > 1:
        late = [step for step in steps if fs.sha(step.path) != step.after]
    if late:
        _undo(fs, [step for step in steps if step not in late])
    return bool(late)


def _undo(fs: Fs, steps: Sequence[Step]) -> None:
    for step in reversed(steps):
        fs.undo(step.swap)


def _step(fs: Fs, step: Step) -> bool:
    return fs.remove(step.swap) if step.after is None else fs.swap(step.swap)


@dataclass(slots=True)
class _Books:
    """The store as it will be: bases are written at once, manifest and matters at the end."""

    fs: Fs
    shards: dict[RelPath, dict[RelPath, Entry]] = field(default_factory=dict)
    opened: list[conflicts.Open] = field(default_factory=list)
    settled: set[conflicts.Open] = field(default_factory=set)

    def enter(self, group: Group) -> None:
        """Take note of a group that is done."""
        for path, shard in group.forget:
            self._shard(shard).pop(path, None)
            if path != group.path or group.record is None:
                self.fs.discard(base_path(path))
                self.fs.discard(raw_path(path))
        if group.record is not None:
            self._shard(group.record.shard)[group.record.path] = group.record
            self._base(group, group.record)
        self.opened += group.opened
        self.settled.update(group.settled)

    def _base(self, group: Group, record: Entry) -> None:
        if record.ownership is not Ownership.EDITABLE:
            self.fs.discard(record.base_path)
            self.fs.discard(raw_path(record.path))
        elif group.base >= 0:
            # One that is gone was put in its place before the books were interrupted.
            self.fs.take(staged_path(group.base), record.base_path)
            if group.raw >= 0:
                self.fs.take(staged_path(group.raw), raw_path(record.path))
            elif not record.raw:
                self.fs.discard(raw_path(record.path))

    def _shard(self, path: RelPath) -> dict[RelPath, Entry]:
        if path not in self.shards:
            self.shards[path] = dict(Manifest.parse([self.fs.read(path) or b""]).entries)
        return self.shards[path]

    def close(self) -> None:
        """Write the manifest and the open matters."""
        for path, entries in self.shards.items():
            if entries:
                self._write(path, shard_text(entries.values()))
            else:
                self.fs.discard(path)
        self._close_matters()
        for path, data in KEPT_IN_GIT:
            if self.fs.read(path) is None:
                self.fs.write(path, data)

    def _close_matters(self) -> None:
        data = self.fs.read(CONFLICTS) or b""
        if data and conflicts.first_damage(data) is not None:
            place = attic_path(CONFLICTS_NAME, data)
            self._write(place, data)
        before = conflicts.parse(data)
        after = conflicts.ordered({*before, *self.opened} - (self.settled - {*self.opened}))
        if after:
            self._write(CONFLICTS, conflicts.text(after))
        else:
            self.fs.discard(CONFLICTS)

    def _write(self, path: RelPath, data: bytes) -> None:
        if self.fs.read(path) != data:
            self.fs.write(path, data)
