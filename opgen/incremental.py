"""What a finished build depended on, and whether all of it is as it was: the no-op path.

Runs before anything else is imported, so it uses nothing beyond sys, os and marshal. It may say
that a build has nothing to do; it never allows a write. It must not know what an operator, a
spec or an option means: a command line is a list of strings here, and the clock is passed in.
"""

import marshal
import os
import sys

from opgen import __version__

_FORMAT = 4
_MAGIC = b"opgen no-op state\n"
_NUMBER = 8
_HEAD = len(_MAGIC) + 2 * _NUMBER
"""What a state file begins with: the magic, then length and checksum of what follows."""
_PRIME = 2**30 - 35
"""Modulus of the checksum; Python divides by a number of one digit, below 2**30, fastest."""
_STATE_FIELDS = 5
_CLOCK_STEP = 20_000_000
"""Nanoseconds within which a file system may give two writes one time."""

Stamp = tuple[int, int, int, int]
Stamps = dict[str, Stamp | None]
Key = tuple[int, str, str, str, tuple[str, ...], str]
State = tuple[Key, bool, str, Stamps, str]
"""The key, whether ``check`` holds as well, the line to print, the stamps, and where programs were
looked for, if the build has any use for that."""


def stamp(path: str) -> Stamp | None:
    """Return size, both times and inode of ``path``, or ``None`` where there is nothing."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return (found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)


def stamps(paths: list[str]) -> Stamps:
    """Return the stamp of each of ``paths``."""
    return {path: stamp(path) for path in paths}


def state_path(output: str) -> str:
    """Return where the state of the output root ``output`` is kept."""
    return os.path.join(output, ".opgen", "cache", "noop")


def summary_if_fresh(arguments: list[str], cwd: str, *, checking: bool) -> str | None:
    """Return the line to print where the last build with these arguments still holds.

    Args:
        arguments: The command line after the command's name.
        cwd: The working directory.
        checking: Whether ``check`` asks, for which a deletion by the user counts too.
    """
    path = state_path(_guess_output(arguments, cwd))
    written = stamp(path)
    state = _load(path)
    if written is None or state is None:
        return None
    known, check, summary, stamps, search = state
    if search and search != os.environ.get("PATH", ""):
        return None
    if known != _key(arguments, cwd) or (checking and not check):
        return None
    return summary if _is_fresh(stamps, written[1]) else None


def forget(output: str) -> None:
    """Remove the state of ``output``, as every build does that goes on."""
    try:
        os.unlink(state_path(output))
    except OSError:
        # None there, or nothing there can be written: then no state can be fresh either.
        return


def record(
    output: str,
    arguments: list[str],
    cwd: str,
    *,
    check: bool,
    summary: str,
    stamps: Stamps,
    search: str = "",
) -> bool:
    """Write the state of a build that ended well.

    Returns:
        Whether it can be relied on yet; if not, something was written in the very clock step
        of the state, and recording again a little later helps.
    """
    path = state_path(output)
    state: State = (_key(arguments, cwd), check, summary, stamps, search)
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(f"{path}.new", "wb") as file:
            file.write(_sealed(marshal.dumps(state)))
        os.replace(f"{path}.new", path)
    except OSError:
        # A cache that can't be written costs time, nothing else.
        return True
    written = stamp(path)
    return written is not None and not any(_is_racy(known, written[1]) for known in stamps.values())


def older_than(stamps: Stamps, moment: int) -> bool:
    """Return whether everything in ``stamps`` was last changed well before ``moment``."""
    return not any(_is_racy(known, moment - _CLOCK_STEP) for known in stamps.values())


def _key(arguments: list[str], cwd: str) -> Key:
    # Two checkouts of opgen may say that they are of one version.
    return (_FORMAT, __version__, __file__, sys.version, tuple(arguments), cwd)


def _is_fresh(stamps: Stamps, written: int) -> bool:
    for path, known in stamps.items():
        if stamp(path) != known or _is_racy(known, written):
            return False
    return True


def _is_racy(known: Stamp | None, moment: int) -> bool:
    return known is not None and (known[1] >= moment or known[2] >= moment)


def _sealed(payload: bytes) -> bytes:
    length, check = len(payload).to_bytes(_NUMBER), _checksum(payload).to_bytes(_NUMBER)
    return _MAGIC + length + check + payload


def _checksum(payload: bytes) -> int:
    return int.from_bytes(payload) % _PRIME


def _unsealed(path: str) -> bytes | None:
    """Return what was sealed, if it is whole: marshal may hang or crash on anything else."""
    # Opening a pipe would wait for somebody to write to it.
    if not os.path.isfile(path):
        return None
    with open(path, "rb") as file:
        head = file.read(_HEAD)
        length = int.from_bytes(head[len(_MAGIC) : -_NUMBER])
        if not head.startswith(_MAGIC) or os.fstat(file.fileno()).st_size != _HEAD + length:
            return None
        payload = file.read(length)
    is_whole = len(payload) == length and _checksum(payload) == int.from_bytes(head[-_NUMBER:])
    return payload if is_whole else None


def _load(path: str) -> State | None:
    try:
        payload = _unsealed(path)
        state = None if payload is None else marshal.loads(payload)
    except (OSError, ValueError, EOFError, TypeError):
        return None
    if not isinstance(state, tuple) or len(state) != _STATE_FIELDS:
        return None
    return state if isinstance(state[3], dict) else None


def _guess_output(arguments: list[str], cwd: str) -> str:
    """Return the likely output root; a wrong guess finds no state and costs only time."""
    chosen = _option(arguments, "-o") or _option(arguments, "--output")
    if chosen:
        return os.path.join(cwd, chosen)
    config = _option(arguments, "--config")
    if config:
        path = os.path.join(cwd, config)
        return os.path.join(os.path.dirname(path), _output_in(path) or "generated")
    if "--isolated" in arguments:
        return os.path.join(cwd, "generated")
    root = _root_above(cwd)
    return os.path.join(root, _output_in(os.path.join(root, "pyproject.toml")) or "generated")


def _option(arguments: list[str], name: str) -> str:
    for at, argument in enumerate(arguments):
        if argument == name:
            return arguments[at + 1] if at + 1 < len(arguments) else ""
        if argument.startswith(f"{name}="):
            return argument[len(name) + 1 :]
    return ""


def _root_above(cwd: str) -> str:
    directory = cwd
    while "[tool.opgen" not in _text(os.path.join(directory, "pyproject.toml")):
        parent = os.path.dirname(directory)
        if parent == directory:
            return cwd
        directory = parent
    return directory


def _output_in(config: str) -> str:
    _, _, table = _text(config).partition("[tool.opgen]")
    for line in table.splitlines():
        if line.startswith("["):
            return ""
        name, _, value = line.partition("=")
        if name.strip() == "output":
            return value.partition("#")[0].strip().strip("\"'")
    return ""


def _text(path: str) -> str:
    if not os.path.isfile(path):
        return ""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""
