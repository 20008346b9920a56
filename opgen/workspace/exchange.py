"""Move files so that nobody's file is overwritten: the two calls that Python doesn't have.

Linux exchanges two files at one instant. Elsewhere, a hard link keeps what was there. Must not
know what the files are.
"""

from __future__ import annotations

import errno
import os
import sys
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

_HERE: Final = -100
_NO_REPLACE: Final = 1
_EXCHANGE: Final = 2
_UNSUPPORTED: Final = frozenset({errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EPERM})


@cache
def _renameat2() -> Callable[..., int] | None:
    """Return the system call, where there is one."""
    if not sys.platform.startswith("linux"):
        return None
    # Not loaded where no file is replaced.
    ctypes = import_module("ctypes")
    found = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if found is not None:
        path = ctypes.c_char_p
        found.argtypes = [ctypes.c_int, path, ctypes.c_int, path, ctypes.c_uint]
        found.restype = ctypes.c_int
    call: Callable[..., int] | None = found
    return call


def _renamed(source: str, place: str, flag: int) -> bool:
    """Rename in one of the ways of Linux; False where the system can't.

    Raises:
        OSError: It can, but not these files.
    """
    call = _renameat2()
    if call is None:
        return False
    if call(_HERE, os.fsencode(source), _HERE, os.fsencode(place), flag) == 0:
        return True
    code = import_module("ctypes").get_errno()
    if code in _UNSUPPORTED:
        return False
    raise OSError(code, os.strerror(code), place)


def exchange(source: str, place: str) -> None:
    """Give two files each other's place.

    Raises:
        OSError: One of them isn't there, or can't be moved.
    """
    if _renamed(source, place, _EXCHANGE):
        return
    kept = f"{source}.old"
    try:
        os.link(place, kept)
    except FileNotFoundError:
        raise
    except OSError:
        # A file system without hard links: there is a moment in which the file isn't there.
        os.rename(place, kept)
    os.replace(source, place)
    os.replace(kept, source)


def move_new(source: str, place: str) -> bool:
    """Move a file to where none is; False, and nothing was moved, if there is one.

    Raises:
        OSError: It can't be moved.
    """
    try:
        if _renamed(source, place, _NO_REPLACE):
            return True
        os.link(source, place)
    except FileExistsError:
        return False
    except FileNotFoundError:
        raise
    except OSError:
        if os.path.lexists(place):
            return False
        os.rename(source, place)
        return True
    os.unlink(source)
    return True
