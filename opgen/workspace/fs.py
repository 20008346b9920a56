"""The file system below one directory: the only place where the workspace calls it.

Nothing outside the directory is read, written or deleted, whatever links say. Must not know
what the files are.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from opgen.outputs import RelPath
from opgen.workspace.text import digest

if TYPE_CHECKING:
    from collections.abc import Iterator


class OutsideRootError(OSError):
    """A path leads out of the directory, or through a link to nowhere."""


@dataclass(slots=True)
class Fs:
    """Files below ``root``, by relative path."""

    root: Path
    _real: dict[str, str] = field(default_factory=dict)

    def locate(self, path: RelPath) -> str:
        """Return the real place of a file, links followed.

        Raises:
            OutsideRootError: It lies outside the root, or is a link to nothing.
        """
        place = os.path.join(self.root, path)  # noqa: PTH118  (hot: one call per output)
        parent, name = os.path.split(place)
        real = os.path.join(self._directory(parent), name)  # noqa: PTH118
        if os.path.islink(real):  # noqa: PTH114
            real = os.path.realpath(real)
            if not os.path.exists(real):  # noqa: PTH110
                raise OutsideRootError(f"'{path}' is a link to nothing")
        top = self._directory(str(self.root))
        if real != top and not real.startswith(top.rstrip(os.sep) + os.sep):
            raise OutsideRootError(f"'{path}' leads out of the output directory")
        return real

    def _directory(self, path: str) -> str:
        if path not in self._real:
            self._real[path] = os.path.realpath(path)
        return self._real[path]

    def read(self, path: RelPath) -> bytes | None:
        """Return the bytes of a file, or None if there is none.

        Raises:
            OSError: There is something else, or it can't be read.
        """
        try:
            return Path(self.locate(path)).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def is_read_only(self, path: RelPath) -> bool:
        """Whether nobody may write a file, whoever asks."""
        mode = Path(self.locate(path)).stat().st_mode
        return not mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH)

    def walk(self, path: RelPath) -> Iterator[RelPath]:
        """Yield the files below a directory, sorted; for reading only."""
        for directory, names, files in os.walk(self.locate(path)):
            names.sort()
            below = Path(directory).relative_to(self._directory(str(self.root))).as_posix()
            for name in sorted(files):
                yield RelPath(f"{below}/{name}")

    def stage(self, path: RelPath, data: bytes) -> None:
        """Write a file that counts for nothing yet.

        Raises:
            OSError: It can't be written.
        """
        Path(self._made(self.locate(path))).write_bytes(data)

    def take(self, staged: RelPath, path: RelPath) -> bool:
        """Put a staged file in the place of one of opgen's own store, if it is there.

        Raises:
            OSError: It can't be written.
        """
        source = Path(self.locate(staged))
        if not source.exists():
            return False
        source.replace(self._made(self.locate(path)))
        return True

    def _made(self, place: str) -> str:
        """Return ``place`` after making its directory."""
        parent, _ = os.path.split(place)
        if not os.path.isdir(parent):  # noqa: PTH112
            os.makedirs(parent, exist_ok=True)  # noqa: PTH103
        return place

    def write(self, path: RelPath, data: bytes, *, sync: bool = False) -> None:
        """Write a file of opgen's own store, whole or not at all.

        Raises:
            OSError: It can't be written.
        """
        place = self._made(self.locate(path))
        fresh = f"{place}.tmp"
        with Path(fresh).open("wb") as stream:
            stream.write(data)
            if sync:
                stream.flush()
                os.fsync(stream.fileno())
        Path(fresh).replace(place)

    def swap(
        self, staged: RelPath, path: RelPath, *, expect: str | None, like: RelPath | None = None
    ) -> bool:
        """Put a staged file in a file's place, if that still has the hash that's expected.

        It gets the mode of the file, or that of ``like`` where there is none yet.

        Returns:
            False, and nothing was changed, if somebody changed the file meanwhile.

        Raises:
            OSError: It can't be written.
        """
        place, source = self._made(self.locate(path)), self.locate(staged)
        model = place if like is None else self.locate(like)
        if os.path.lexists(model):
            Path(source).chmod(stat.S_IMODE(Path(model).stat().st_mode))
        if self.sha(path) != expect:
            return False
        Path(source).replace(place)
        return True

    def remove(self, path: RelPath, *, expect: str | None) -> bool:
        """Delete a file, if it still has the hash that's expected, and directories left empty.

        Raises:
            OSError: It can't be deleted.
        """
        if self.sha(path) != expect:
            return False
        Path(self.locate(path)).unlink()
        self._prune(path)
        return True

    def discard(self, path: RelPath) -> bool:
        """Delete a file of opgen's own store, if it is there."""
        try:
            Path(self.locate(path)).unlink()
        except (FileNotFoundError, NotADirectoryError):
            return False
        self._prune(path)
        return True

    def _prune(self, path: RelPath) -> None:
        parent, _, _ = path.rpartition("/")
        while parent:
            place = os.path.join(self._directory(str(self.root)), parent)  # noqa: PTH118
            try:
                if os.path.realpath(place) == place:
                    Path(place).rmdir()
            except OSError:
                return
            parent, _, _ = parent.rpartition("/")

    def sha(self, path: RelPath) -> str | None:
        """Return the hash of a file, or None if there is none."""
        data = self.read(path)
        return None if data is None else digest(data)
