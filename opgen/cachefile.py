"""Files of the cache: bytes that are kept under a key, and what keys are made of.

A file begins with its key and a hash of what follows; one that is damaged, or kept under another
key, is as good as none. It is written aside and put in place, so that several processes may do so
at once, and may be deleted at any time. Knows nothing of what is kept.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache

from opgen.accelerators import blake2b
from opgen.hints import TYPE_CHECKING, Final
from opgen.source import read_plain

if TYPE_CHECKING:
    from pathlib import Path

_DIGEST: Final = 16
_HEAD: Final = 2 * _DIGEST


def digest(*parts: bytes | memoryview) -> bytes:
    """Return a hash of ``parts``, which tells apart how bytes are divided among them."""
    found = blake2b(digest_size=_DIGEST)
    for part in parts:
        found.update(len(part).to_bytes(8, "little"))
        found.update(part)
    return found.digest()


def digest_of_tree(directories: Iterable[Path | str], ending: str = "") -> bytes:
    """Return a hash of names, sizes and times of all files below ``directories``.

    Args:
        directories: Where to look; one that doesn't exist has no files.
        ending: How the names of files end that count.
    """
    lines = [line for top in directories for line in _lines(str(top), ending, set())]
    return digest("\n".join(lines).encode("utf-8", "surrogateescape"))


def _lines(folder: str, ending: str, seen: set[tuple[int, int]]) -> Iterator[str]:
    """Yield a line for each file; a directory that links lead to twice is gone through once."""
    try:
        place = os.stat(folder)
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    if (place.st_dev, place.st_ino) in seen:
        return
    seen.add((place.st_dev, place.st_ino))
    for entry in entries:
        with suppress(OSError):
            found = entry.stat()
            if stat.S_ISDIR(found.st_mode):
                yield from _lines(entry.path, ending, seen)
            elif entry.name.endswith(ending):
                yield f"{entry.path} {found.st_size} {found.st_mtime_ns}"


@cache
def own_code() -> bytes:
    """Return a hash that changes with opgen's own code and with Python."""
    code = digest_of_tree([os.path.dirname(__file__)], ".py")
    return digest(code, sys.version.encode())


def read(path: Path, key: bytes) -> bytes | None:
    """Return what is kept in ``path`` under ``key``; ``None`` if that isn't there whole."""
    try:
        data = read_plain(path)
    except OSError:
        return None
    body = data[_HEAD:]
    return body if data[:_HEAD] == digest(key) + digest(body) else None


def write(path: Path, key: bytes, body: bytes) -> None:
    """Keep ``body`` in ``path`` under ``key``, or do without where that can't be written."""
    aside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        aside.write_bytes(digest(key) + digest(body) + body)
        aside.replace(path)
    except OSError:
        with suppress(OSError):
            aside.unlink()
