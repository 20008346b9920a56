"""One opgen at a time below an output root: a lock that ends with its process.

Must not know what it protects.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from opgen.diagnostics import OpgenError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock file at ``path``.

    Raises:
        OpgenError: Another process holds it, or it can't be made.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        stream = path.open("a+b")
    except OSError as fault:
        raise OpgenError(f"can't make the lock `{path}`: {fault.strerror}") from fault
    with stream:
        try:
            _take(stream)
        except OSError as fault:
            message = f"another opgen is at work: it holds `{path}`"
            raise OpgenError(message, code="OPG0008") from fault
        yield


if sys.platform == "win32":

    def _take(stream: IO[bytes]) -> None:
        stream.seek(0)
        msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)

else:

    def _take(stream: IO[bytes]) -> None:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
