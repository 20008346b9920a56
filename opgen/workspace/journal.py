"""What a publication is about to do, written down so that the next start can finish it.

A group is one output: the swaps of files that belong together, and what the store says once all
of them are done. Must not know how the groups are carried out.
"""

from __future__ import annotations

import json
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from opgen.dataclass import dataclass, replace
from opgen.outputs import RelPath
from opgen.workspace.conflicts import Open
from opgen.workspace.fs import Swap
from opgen.workspace.manifest import STORE, Entry
from opgen.workspace.text import digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from opgen.workspace.actions import Action
    from opgen.workspace.store import Store

TRANSACTION: Final = f"{STORE}/txn"
JOURNAL: Final = RelPath(f"{TRANSACTION}/journal.json")


def staged_path(number: int) -> RelPath:
    """Return where the staged text of this number is kept."""
    return RelPath(f"{TRANSACTION}/{number}")


@dataclass(frozen=True, slots=True)
class Step:
    """One file that is replaced, made or deleted.

    Attributes:
        path: The file.
        before: Its hash before; None if there is none.
        after: Its hash after; None if it is deleted.
        staged: Number of the staged text, and of what the file held once it is done.
        like: The file whose mode a new one gets, if any.
    """

    path: RelPath
    before: str | None
    after: str | None
    staged: int = -1
    like: RelPath | None = None

    @property
    def swap(self) -> Swap:
        """The step as the file system carries it out."""
        return Swap(self.path, staged_path(self.staged), self.before, self.after, self.like)


@dataclass(frozen=True, slots=True)
class Group:
    """The steps of one output and what is known once they are done.

    Attributes:
        path: The output.
        steps: The files that change, in order.
        record: What the manifest says then.
        base: Number of the staged base, if there is a new one.
        raw: Number of the same before it was laid out.
        forget: Paths that leave the manifest, with the manifest file that lists them.
        opened: Matters that are open then.
        settled: Matters that are settled then.
        bundle: Groups with the same one are carried out together or not at all.
    """

    path: RelPath
    steps: tuple[Step, ...]
    record: Entry | None = None
    base: int = -1
    forget: tuple[tuple[RelPath, RelPath], ...] = ()
    opened: tuple[Open, ...] = ()
    settled: tuple[Open, ...] = ()
    bundle: str = ""
    raw: int = -1


@dataclass(frozen=True, slots=True)
class Transaction:
    """The groups of a publication and the texts that are staged for them, by number."""

    groups: tuple[Group, ...]
    staged: tuple[bytes, ...]


def _sha(data: bytes | None) -> str | None:
    return None if data is None else digest(data)


def prepare(actions: Iterable[Action], store: Store) -> Transaction:
    """Return what carrying out ``actions`` takes."""
    staged: list[bytes] = []
    groups = tuple(_group(action, store, staged) for action in actions if action.writes)
    numbers = count(len(staged))
    return Transaction(tuple(_numbered(group, numbers) for group in groups), tuple(staged))


def _numbered(group: Group, numbers: Iterator[int]) -> Group:
    """Number the places where removed files are kept until all is done."""
    steps = (
        step if step.staged >= 0 else replace(step, staged=next(numbers)) for step in group.steps
    )
    return replace(group, steps=tuple(steps))


def _stage(data: bytes | None, staged: list[bytes]) -> int:
    if data is None:
        return -1
    staged.append(data)
    return len(staged) - 1


def _group(action: Action, store: Store, staged: list[bytes]) -> Group:
    steps = [
        _step(extra.path, extra.old, extra.data, staged=staged)
        for extra in action.extras
        if extra.old != extra.data
    ]
    if action.source and action.old is not None:
        moved = _step(action.path, None, action.new, staged=staged)
        steps.append(replace(moved, like=action.source))
        steps.append(_step(action.source, action.old, None, staged=staged))
    elif action.old != action.new:
        steps.append(_step(action.path, action.old, action.new, staged=staged))
    steps += [_step(each.path, each.data, None, staged=staged) for each in action.discards]
    return Group(
        action.path,
        tuple(steps),
        action.record,
        _stage(action.base, staged),
        _forgotten(action, store),
        action.opened,
        action.settled,
        action.bundle,
        _stage(action.raw, staged),
    )


def _step(path: RelPath, before: bytes | None, after: bytes | None, *, staged: list[bytes]) -> Step:
    return Step(path, _sha(before), _sha(after), _stage(after, staged=staged))


def _forgotten(action: Action, store: Store) -> tuple[tuple[RelPath, RelPath], ...]:
    """Return what leaves the manifest: gone outputs, and one that moves to another file of it."""
    entries = store.manifest.entries
    found = [(path, entries[path].shard) for path in action.forget if path in entries]
    before = entries.get(action.path)
    if before is not None and action.record is not None and before.shard != action.record.shard:
        found.append((action.path, before.shard))
    return tuple(found)


def written(groups: Iterable[Group]) -> bytes:
    """Return the journal of ``groups``."""
    return json.dumps([_as_record(group) for group in groups]).encode()


def read(data: bytes) -> tuple[Group, ...]:
    """Return the groups of a journal; none if it isn't whole."""
    try:
        return tuple(_from_record(record) for record in json.loads(data))
    except (KeyError, TypeError, ValueError):
        return ()


def staged_numbers(groups: Iterable[Group]) -> list[int]:
    """Return the numbers of the texts that were staged for ``groups``."""
    found = [step.staged for group in groups for step in group.steps]
    found += [number for group in groups for number in (group.base, group.raw)]
    return sorted(number for number in found if number >= 0)


def bundles(groups: Iterable[Group]) -> list[tuple[Group, ...]]:
    """Return the groups that are carried out together, in order."""
    found: dict[tuple[str, str], list[Group]] = {}
    for group in groups:
        found.setdefault((group.bundle, "" if group.bundle else group.path), []).append(group)
    return [tuple(bundle) for bundle in found.values()]


def _as_record(group: Group) -> dict[str, Any]:
    return {
        "path": group.path,
        "steps": [
            [step.path, step.before, step.after, step.staged, step.like] for step in group.steps
        ],
        "record": None if group.record is None else group.record.as_record(),
        "base": group.base,
        "forget": group.forget,
        "opened": [each.as_record() for each in group.opened],
        "settled": [each.as_record() for each in group.settled],
        "bundle": group.bundle,
        "raw": group.raw,
    }


def _from_record(record: Mapping[str, Any]) -> Group:
    entry = record["record"]
    return Group(
        RelPath(record["path"]),
        tuple(Step(RelPath(path), *rest) for path, *rest in record["steps"]),
        None if entry is None else Entry.from_record(entry),
        record["base"],
        tuple((RelPath(path), RelPath(shard)) for path, shard in record["forget"]),
        _opens(record["opened"]),
        _opens(record["settled"]),
        str(record.get("bundle", "")),
        int(record.get("raw", -1)),
    )


def _opens(records: Iterable[Mapping[str, Any]]) -> tuple[Open, ...]:
    found = (Open.from_record(record) for record in records)
    return tuple(each for each in found if each is not None)
