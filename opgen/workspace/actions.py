"""What a plan consists of: plain data. Must not know how it was decided or is carried out."""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING

from opgen.dataclass import dataclass
from opgen.workspace.conflicts import Matter

if TYPE_CHECKING:
    from pathlib import Path

    from opgen.outputs import RelPath
    from opgen.workspace.conflicts import Open
    from opgen.workspace.manifest import Entry
    from opgen.workspace.store import Store


class ActionKind(Enum):
    """What happens to one output."""

    CREATE = "create"
    """It is new."""
    UPDATE = "update"
    """Nobody had edited it: it is rewritten."""
    MERGE = "merge"
    """Somebody had edited it: both changes are in it."""
    CONFLICT = "conflict"
    """Something is left for a person to settle: markers in it, or a text put beside it."""
    ADOPT = "adopt"
    """It stays; what opgen knows of it changes."""
    UNCHANGED = "unchanged"
    """Nothing happens."""
    DELETE = "delete"
    """Its operator is gone and nobody had edited it."""
    ATTIC = "attic"
    """Its operator is gone; somebody had edited it, so it is kept in the attic."""
    RENAME = "rename"
    """Its operator has another name: it moves, with all edits."""
    RETURN = "return"
    """Its operator is back, or renamed: what somebody wrote comes back from the attic."""
    REFUSE = "refuse"
    """It stays as it is until a person has done something about it."""
    KEEP_DELETED = "keep-deleted"
    """Somebody deleted it: it stays deleted."""


class Refusal(Enum):
    """Why a file is left alone."""

    NONE = "none"
    EDITED = "edited"
    """It is the generator's alone, and somebody edited it."""
    OUTGROWN = "outgrown"
    """It was adopted, and what is generated has changed since."""
    UNRESOLVED = "unresolved"
    """It still holds conflict markers."""
    OUTSIDE = "outside"
    """Its path leads out of the output root."""
    UNREADABLE = "unreadable"
    """It can't be read, or not be written."""
    CHAINED = "chained"
    """It is renamed to or from the place of another output in the same build."""
    HELD = "held"
    """A region goes from it to another file, or comes from there, and that one is left alone."""
    UNFINDABLE = "unfindable"
    """A region doesn't hold its own anchor: the template is wrong."""


@dataclass(frozen=True, slots=True)
class Extra:
    """A text that is kept beside an output: in the attic, or as a side file.

    Attributes:
        path: Where it is kept.
        data: The text.
        old: What is there when the plan is made.
    """

    path: RelPath
    data: bytes
    old: bytes | None = None


@dataclass(frozen=True, slots=True)
class Action:
    """What happens to one output.

    Attributes:
        path: The output.
        kind: What happens.
        old: Its bytes now; for a rename, those at ``source``.
        new: Its bytes then.
        source: Where it was, for a rename.
        record: What the manifest says of it then; None leaves the manifest as it is.
        base: The rendering to merge against next time, for an editable file.
        raw: The same before a formatter laid it out, if that changed anything.
        forget: Paths that the manifest no longer lists.
        extras: Texts that are kept beside it.
        opened: What a person has to settle then.
        settled: Open matters that are settled by it.
        discards: Texts of opgen's own that are no longer needed: side files, bases in the attic.
        refusal: Why it is refused.
        detail: Facts for the diagnostic: the reason of a refusal, or where a text comes from.
        at: Line, from 0, that a diagnostic about it points to.
        links: How many names the file has, where it is replaced.
        bundle: Actions with the same one are carried out together or not at all; a text goes
            from one to another. Empty if it stands alone.
    """

    path: RelPath
    kind: ActionKind
    old: bytes | None = None
    new: bytes | None = None
    source: RelPath | None = None
    record: Entry | None = None
    base: bytes | None = None
    raw: bytes | None = None
    forget: tuple[RelPath, ...] = ()
    extras: tuple[Extra, ...] = ()
    opened: tuple[Open, ...] = ()
    settled: tuple[Open, ...] = ()
    discards: tuple[Extra, ...] = ()
    refusal: Refusal = Refusal.NONE
    detail: str = ""
    at: int = 0
    links: int = 1
    bundle: str = ""

    @property
    def changes_file(self) -> bool:
        """Whether an output's bytes change, or it moves."""
        return self.old != self.new or self.source is not None

    @property
    def has_markers(self) -> bool:
        """Whether it leaves conflict markers in its file."""
        return any(each.matter is Matter.MARKERS for each in self.opened)

    @property
    def writes(self) -> bool:
        """Whether anything at all is written."""
        return bool(
            self.changes_file
            or self.record is not None
            or self.forget
            or any(extra.old != extra.data for extra in self.extras)
            or self.settled
            or self.opened
            or self.discards
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """What a build would do; computed in memory.

    Attributes:
        root: The output root.
        actions: One for each output, by path.
        standing: Matters that are open whatever this plan does.
        store: What was known when the plan was made.
        display: The output root as it is shown to people.
    """

    root: Path
    actions: tuple[Action, ...]
    standing: tuple[Open, ...]
    store: Store
    display: str

    def text(self, said: str) -> str:
        """Return what is said about outputs with their paths as they are shown to people."""
        outputs = {*self.store.manifest.entries, *(each.path for each in self.actions)}

        def shown(quoted: re.Match[str]) -> str:
            return f"`{self.display}/{quoted[1]}`" if quoted[1] in outputs else quoted[0]

        return re.sub(r"`([^`]+)`", shown, said)

    @property
    def is_clean(self) -> bool:
        """Whether there is nothing to write and nothing left to settle."""
        refused = any(action.kind is ActionKind.REFUSE for action in self.actions)
        return not (self.standing or refused or any(action.writes for action in self.actions))

    @property
    def deleted(self) -> tuple[RelPath, ...]:
        """The outputs that somebody deleted, except where that was declared a decision."""
        entries = self.store.manifest.entries
        absent = (each.path for each in self.actions if each.kind is ActionKind.KEEP_DELETED)
        return tuple(path for path in absent if path not in entries or not entries[path].adopted)

    @property
    def writes(self) -> tuple[Action, ...]:
        """The actions that change files."""
        return tuple(action for action in self.actions if action.changes_file)
