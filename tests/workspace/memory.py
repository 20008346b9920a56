"""A file system in memory: what ``Fs`` promises, without a disk, for millions of steps."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from opgen.outputs import RelPath
from opgen.workspace.fs import Fs, OutsideRootError, Stamp, Swap
from opgen.workspace.text import digest
from tests.workspace.support import Project


class PowerFailure(BaseException):
    """What no handler for ordinary errors catches."""


@dataclass
class Tree:
    """The files, and how often each was written."""

    files: dict[str, bytes] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    modes: dict[str, int] = field(default_factory=dict)
    stamps: dict[str, tuple[int, int]] = field(default_factory=dict)
    writes: int = 0

    def put(self, path: str, data: bytes) -> None:
        self.writes += 1
        self.files[path] = data
        self.stamps[path] = self.writes, 0

    def pop(self, path: str) -> bytes:
        self.stamps.pop(path, None)
        return self.files.pop(path)


class MemoryFs(Fs):
    """Files of a :class:`Tree`; fails at its n-th change if told to."""

    __slots__ = ("left", "tree")

    def __init__(self, root: Path, tree: Tree, left: int = -1) -> None:
        super().__init__(root)
        self.tree = tree
        self.left = left

    def _count(self) -> None:
        self.left -= 1
        if self.left == 0:
            raise PowerFailure

    def _place(self, path: str) -> str:
        place = self.tree.links.get(path, path)
        if path in self.tree.links and place not in self.tree.files:
            raise OutsideRootError(f"'{path}' is a link to nothing")
        return place

    def locked(self) -> AbstractContextManager[None]:
        return nullcontext()

    def links(self, path: RelPath) -> int:
        return 1

    def read(self, path: RelPath) -> bytes | None:
        return self.tree.files.get(self._place(path))

    def stamp(self, path: RelPath) -> Stamp | None:
        if path not in self.tree.files:
            return None
        return (*self.tree.stamps[path], self.tree.modes.get(path, 0o644), 0)

    def is_read_only(self, path: RelPath) -> bool:
        return not self.tree.modes.get(self._place(path), 0o644) & 0o222

    def walk(self, path: RelPath, *, whole: bool = False) -> Iterator[RelPath]:
        yield from (RelPath(each) for each in sorted(self.tree.files) if each.startswith(path))

    def stage(self, path: RelPath, data: bytes) -> None:
        self._count()
        self.tree.put(path, data)

    def take(self, staged: RelPath, path: RelPath) -> bool:
        self._count()
        if staged not in self.tree.files:
            return False
        self.tree.put(path, self.tree.pop(staged))
        return True

    def write(self, path: RelPath, data: bytes, *, sync: bool = False) -> None:
        self._count()
        self.tree.put(path, data)

    def swap(self, swap: Swap) -> bool:
        self._count()
        if self.sha(swap.path) != swap.before:
            return False
        place = self._place(swap.path)
        model = place if swap.like is None else self._place(swap.like)
        if model in self.tree.modes:
            self.tree.modes[place] = self.tree.modes[model]
        self._exchange(place, swap.staged)
        return True

    def _exchange(self, place: str, staged: str) -> None:
        old, new = self.tree.files.get(place), self.tree.files.get(staged)
        for path, data in ((place, new), (staged, old)):
            if data is None:
                self.tree.files.pop(path, None)
                self.tree.stamps.pop(path, None)
            else:
                self.tree.put(path, data)

    def remove(self, swap: Swap) -> bool:
        self._count()
        if self.sha(swap.path) != swap.before:
            return False
        self._exchange(self._place(swap.path), swap.staged)
        return True

    def undo(self, swap: Swap) -> None:
        if self.sha(swap.path) == swap.after:
            self._exchange(self.tree.links.get(swap.path, swap.path), swap.staged)

    def late_save(self, swap: Swap) -> bool:
        return False

    def discard(self, path: RelPath) -> bool:
        self._count()
        if path not in self.tree.files:
            return False
        self.tree.pop(path)
        return True

    def sha(self, path: RelPath) -> str | None:
        data = self.tree.files.get(self.tree.links.get(path, path))
        return None if data is None else digest(data)


@dataclass
class MemoryProject(Project):
    """A project in memory."""

    def clock(self) -> int:
        return sys.maxsize

    state: Tree = field(default_factory=Tree)
    crash_at: int = -1

    def files(self) -> Fs:
        return MemoryFs(self.root, self.state, self.crash_at)

    def has(self, path: str) -> bool:
        return self.state.links.get(path, path) in self.state.files

    def load(self, path: str) -> bytes:
        return self.state.files[self.state.links.get(path, path)]

    def save(self, path: str, data: bytes) -> None:
        self.state.put(self.state.links.get(path, path), data)

    def chmod(self, path: str, mode: int) -> None:
        self.state.modes[self.state.links.get(path, path)] = mode

    def move(self, path: str, other: str) -> None:
        self.state.put(other, self.state.pop(path))

    def link(self, path: str, other: str) -> None:
        self.state.links[path] = other

    def tree(self, *, store: bool = True) -> dict[str, bytes]:
        return {
            path: data
            for path, data in sorted(self.state.files.items())
            if not path.startswith(".opgen/txn/") and (store or not path.startswith(".opgen/"))
        }

    def stamps(self) -> dict[str, tuple[int, int]]:
        return {path: self.state.stamps[path] for path in self.tree()}
