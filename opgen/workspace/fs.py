"""The file system below one directory: the only place where the workspace calls it.

Nothing outside the directory is read, written or deleted, whatever links say. Must not know
what the files are.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from opgen.dataclass import dataclass, field
from opgen.outputs import RelPath
from opgen.source import read_plain
from opgen.workspace.exchange import exchange, move_new
from opgen.workspace.lock import locked
from opgen.workspace.text import digest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager


LOCK: Final = ".opgen/lock"

Stamp: TypeAlias = tuple[int, int, int, int]
"""Size, both times and inode of a file: what changes with its bytes."""


class OutsideRootError(OSError):
    """A path leads out of the directory, or through a link to nowhere."""


@dataclass(frozen=True, slots=True)
class Swap:
    """A file that changes places with a staged text.

    Attributes:
        path: The file.
        staged: Where the text to come is staged, then the text that was there.
        before: The hash of the file before; None if there is none.
        after: Its hash after; None if it is removed.
        like: The file whose mode a new one gets, if any.
    """

    path: RelPath
    staged: RelPath
    before: str | None
    after: str | None
    like: RelPath | None = None


def _unless_missing(fault: OSError) -> None:
    if not isinstance(fault, (FileNotFoundError, NotADirectoryError)):
        raise fault


@dataclass(slots=True)
class Fs:
    """Files below ``root``, by relative path."""

    root: Path
    _real: dict[str, str] = field(default_factory=dict)
    _plain: dict[str, str] = field(default_factory=dict)

    def locate(self, path: RelPath, *, dangling: bool = False) -> str:
        """Return the real place of a file, links followed.

        Args:
            path: The file.
            dangling: Whether a link to nothing will do: what it led to may be staged.

        Raises:
            OutsideRootError: It lies outside the root, or is a link to nothing.
        """
        parent, _, name = path.rpartition("/")
        real = f"{self._directory(parent)}{os.sep}{name}"
        if os.path.islink(real):
            real = os.path.realpath(real)
            if not dangling and not os.path.exists(real):
                raise OutsideRootError(f"`{path}` is a link to nothing")
        top = self._directory("")
        if not real.startswith(top.rstrip(os.sep) + os.sep):
            raise OutsideRootError(f"`{path}` leads out of the output directory")
        return real

    def _directory(self, path: str) -> str:
        """Return the real place of a directory; looked up once, because most outputs share it."""
        found = self._real.get(path)
        if found is None:
            self._real[path] = found = self._followed(path)
        return found

    def _followed(self, path: str) -> str:
        parent, _, name = path.rpartition("/")
        if name in {"", ".", ".."}:
            return os.path.realpath(os.path.join(self.root, path))
        # One look at each of them, not one for each of them below it as well.
        real = os.path.join(self._directory(parent), name)
        return os.path.realpath(real) if os.path.islink(real) else real

    def read(self, path: RelPath) -> bytes | None:
        """Return the bytes of a file, or None if there is none.

        Raises:
            OSError: There is something else, or it can't be read.
        """
        try:
            return read_plain(self.locate(path))
        except (FileNotFoundError, NotADirectoryError):
            return None

    def stamp(self, path: RelPath) -> Stamp | None:
        """Return what tells a file's bytes from others it may get; ``None`` unless it is plain.

        What links lead to isn't: it may lie anywhere.
        """
        parent, _, name = path.rpartition("/")
        folder = self._plain.get(parent)
        if folder is None:
            found = self._directory(parent)
            is_plain = found == os.path.join(self._directory(""), parent).rstrip(os.sep)
            self._plain[parent] = folder = f"{found}{os.sep}" if is_plain else ""
        if not folder:
            return None
        try:
            place = os.lstat(folder + name)
        except OSError:
            return None
        if not stat.S_ISREG(place.st_mode):
            return None
        return (place.st_size, place.st_mtime_ns, place.st_ctime_ns, place.st_ino)

    def clock(self, folder: RelPath) -> int | None:
        """Return the time that a file gets which is written now; ``None`` if none can be.

        Args:
            folder: Where one may be written that counts for nothing.
        """
        path = RelPath(f"{folder}/clock.{os.getpid()}.tmp")
        try:
            self.stage(path, b"")
            return os.lstat(self.locate(path)).st_mtime_ns
        except OSError:
            return None
        finally:
            with suppress(OSError):
                os.unlink(self.locate(path))

    def locked(self) -> AbstractContextManager[None]:
        """Return what keeps other runs of opgen out.

        Raises:
            OpgenError: Another one is at work.
        """
        return locked(self.root / LOCK)

    def links(self, path: RelPath) -> int:
        """Return how many names a file has."""
        return Path(self.locate(path)).stat().st_nlink

    def is_read_only(self, path: RelPath) -> bool:
        """Whether nobody may write a file, whoever asks."""
        mode = os.stat(self.locate(path)).st_mode
        return not mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH)

    def walk(self, path: RelPath, *, whole: bool = False) -> Iterator[RelPath]:
        """Yield the files below a directory, if it is there, sorted; for reading only.

        Args:
            path: The directory.
            whole: Whether to fail where a directory can't be read, instead of passing it over.

        Raises:
            OSError: One can't be read.
        """
        fail = _unless_missing if whole else None
        for directory, names, files in os.walk(self.locate(path), onerror=fail):
            names.sort()
            below = Path(directory).relative_to(self._directory("")).as_posix()
            for name in sorted(files):
                yield RelPath(f"{below}/{name}")

    def stage(self, path: RelPath, data: bytes) -> None:
        """Write a file that counts for nothing yet.

        Raises:
            OSError: It can't be written.
        """
        with open(self._made(self.locate(path)), "wb") as stream:
            stream.write(data)

    def take(self, staged: RelPath, path: RelPath) -> bool:
        """Put a staged file in the place of one of opgen's own store, if it is there.

        Raises:
            OSError: It can't be written.
        """
        place = self._made(self.locate(path))
        try:
            os.replace(self.locate(staged), place)
        except FileNotFoundError:
            return False
        return True

    def _made(self, place: str) -> str:
        """Return ``place`` after making its directory."""
        parent, _ = os.path.split(place)
        if not os.path.isdir(parent):
            os.makedirs(parent, exist_ok=True)
        return place

    def write(self, path: RelPath, data: bytes, *, sync: bool = False) -> None:
        """Write a file of opgen's own store, whole or not at all.

        Raises:
            OSError: It can't be written.
        """
        place = self._made(self.locate(path))
        fresh = f"{place}.tmp"
        with open(fresh, "wb") as stream:
            stream.write(data)
            if sync:
                stream.flush()
                os.fsync(stream.fileno())
        os.replace(fresh, place)

    def swap(self, swap: Swap) -> bool:
        """Give a staged text and a file each other's place, if the file is as expected.

        The file keeps its mode, a new one gets that of ``like``. What was there is staged then.

        Returns:
            False, and the file is as somebody left it, if it was changed meanwhile.

        Raises:
            OSError: It can't be written.
        """
        place, source = self._made(self.locate(swap.path)), self.locate(swap.staged)
        model = place if swap.like is None else self.locate(swap.like)
        if os.path.lexists(model):
            Path(source).chmod(stat.S_IMODE(Path(model).stat().st_mode))
        if swap.before is None:
            return move_new(source, place)
        if self.sha(swap.path) != swap.before:
            return False
        exchange(source, place)
        if self.sha(swap.staged) == swap.before:
            return True
        exchange(source, place)
        if self.sha(swap.staged) != swap.after:
            # Somebody saved twice at that very moment; the later text counts.
            exchange(source, place)
        return False

    def remove(self, swap: Swap) -> bool:
        """Take a file out of its place, if it is as expected, and directories left empty.

        Returns:
            False, and the file is as somebody left it, if it was changed meanwhile.

        Raises:
            OSError: It can't be moved.
        """
        if self.sha(swap.path) != swap.before:
            return False
        place, kept = self.locate(swap.path), self._made(self.locate(swap.staged))
        os.rename(place, kept)
        if self.sha(swap.staged) == swap.before:
            self._prune(swap.path)
            return True
        move_new(kept, place)
        return False

    def undo(self, swap: Swap) -> None:
        """Take a swap or removal back, as far as nobody changed the file since.

        Raises:
            OSError: A file can't be moved.
        """
        if self.sha(swap.path) != swap.after:
            return
        place = self._made(self.locate(swap.path, dangling=True))
        kept = self._made(self.locate(swap.staged))
        if swap.before is None:
            move_new(place, kept)
            self._prune(swap.path)
        elif os.path.lexists(kept):
            if swap.after is None:
                move_new(kept, place)
            else:
                exchange(kept, place)

    def late_save(self, swap: Swap) -> bool:
        """Whether somebody wrote to the old file after the swap; it is put back then.

        An editor that had the file open writes to what is staged now.

        Raises:
            OSError: It can't be put back.
        """
        self._mend(swap.staged)
        if self.sha(swap.staged) in {None, swap.before, swap.after}:
            return False
        self.undo(swap)
        return True

    def _mend(self, staged: RelPath) -> None:
        """Finish an exchange that was interrupted where the system has none."""
        place = self.locate(staged)
        if os.path.lexists(f"{place}.old"):
            os.replace(f"{place}.old", place)

    def discard(self, path: RelPath) -> bool:
        """Delete a file of opgen's own store, if it is there."""
        try:
            os.unlink(self.locate(path))
        except (FileNotFoundError, NotADirectoryError):
            return False
        self._prune(path)
        return True

    def _prune(self, path: RelPath) -> None:
        parent, _, _ = path.rpartition("/")
        while parent:
            place = os.path.join(self._directory(""), parent)
            try:
                if os.path.realpath(place) == place:
                    Path(place).rmdir()
            except OSError:
                return
            parent, _, _ = parent.rpartition("/")

    def sha(self, path: RelPath) -> str | None:
        """Return the hash of a file, or None if there is none."""
        try:
            return digest(read_plain(self.locate(path, dangling=True)))
        except (FileNotFoundError, NotADirectoryError):
            return None
