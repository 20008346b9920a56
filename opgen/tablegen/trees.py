"""Syntax trees of files: parsed, or out of a cache if there is one.

The cache has one file for each source file and set of macros. It holds the tree of each group of
statements under a hash of the group's text, so that after an edit only the groups around it are
parsed. It may be deleted at any time, is never trusted when damaged, and several processes may
use it at once: a file is written aside and then put in place. Knows the parser, nothing of what a
program means.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from opgen import cachefile
from opgen.accelerators import Unpickler, UnpicklingError, blake2b, dumps
from opgen.dataclass import dataclass
from opgen.diagnostics import Diagnostics
from opgen.hints import Any, Final
from opgen.namedtuple import NamedTuple
from opgen.source import SourceFile
from opgen.tablegen import ast
from opgen.tablegen.ast import Statement
from opgen.tablegen.parser import ParseResult, parse
from opgen.tablegen.split import split

_DIGEST: Final = 32
_DECIDING: Final = (
    "ast.py",
    "actions.py",
    "automaton.py",
    "driver.py",
    "escapes.py",
    "parser.py",
    "reductions.py",
    "scan.py",
    "tables.py",
    "trees.py",
)
"""What a tree depends on, apart from the text."""


class Group(NamedTuple):
    """The trees of a group of statements, as they are kept.

    Attributes:
        key: A hash of the group's text.
        start: Where the group began when it was parsed; its nodes count from there.
        trees: Its statements, pickled.
    """

    key: bytes
    start: int
    trees: bytes


class Kept(NamedTuple):
    """What is kept of a file: a hash of its text, and its groups."""

    key: bytes
    groups: tuple[Group, ...]


@dataclass(slots=True)
class Trees:
    """Parses files, and keeps the trees in ``folder`` if one is given."""

    folder: str | None = None

    def parse(
        self, source: SourceFile, text: str, *, name: str, diagnostics: Diagnostics
    ) -> ParseResult:
        """Return the statements of ``text``, the blanked text of ``source``.

        Args:
            source: The file.
            text: What the prepass left of it.
            name: What the file is kept under: its path and the macros it saw.
            diagnostics: Takes what is found to be wrong.
        """
        if self.folder is None:
            return parse(source, text, diagnostics)
        place = Path(self.folder, f"{_hash(name.encode('utf-8', 'surrogateescape')).hex()}.trees")
        kept = _read(place)
        key = _hash(text.encode("latin-1"))
        if kept is not None and kept.key == key:
            statements = _load_all(kept.groups, [group.start for group in kept.groups])
            if statements is not None:
                return ParseResult(statements, frozenset())
        return _parse_groups(source, text, diagnostics, place=place, known=kept)


def _parse_groups(
    source: SourceFile,
    text: str,
    diagnostics: Diagnostics,
    *,
    place: Path,
    known: Kept | None,
) -> ParseResult:
    """Parse the groups that aren't kept, and keep all; parse the whole if anything is wrong."""
    old = {group.key: group for group in known.groups} if known is not None else {}
    groups: list[Group] = []
    starts: list[int] = []
    start = 0
    for end in split(text):
        key = _hash(text[start:end].encode("latin-1"))
        group = old.get(key)
        if group is None:
            found = Diagnostics()
            result = parse(source, text, found, start=start, stop=end)
            if found.items or (kept := _dump(result.statements)) is None:
                return parse(source, text, diagnostics)
            group = Group(key, start, kept)
        groups.append(group)
        starts.append(start)
        start = end
    statements = _load_all(groups, starts)
    if statements is None:
        return parse(source, text, diagnostics)
    _write(place, Kept(_hash(text.encode("latin-1")), tuple(_moved(groups, starts))))
    return ParseResult(statements, frozenset())


def _moved(groups: Sequence[Group], starts: Sequence[int]) -> list[Group]:
    """Return the groups with the trees of those that have moved written anew."""
    moved: list[Group] = []
    for group, start in zip(groups, starts, strict=True):
        if group.start != start and (trees := _load_all([group], [start])) is not None:
            moved.append(Group(group.key, start, _dump(trees) or b""))
        else:
            moved.append(group)
    return moved


def _dump(statements: tuple[Statement, ...]) -> bytes | None:
    try:
        return dumps(statements, 5)
    except RecursionError:
        return None


def _load_all(groups: Sequence[Group], starts: Sequence[int]) -> tuple[Statement, ...] | None:
    statements: list[Statement] = []
    for group, start in zip(groups, starts, strict=True):
        trees = _unpickle(group.trees)
        if not isinstance(trees, tuple):
            return None
        statements += _shift(trees, start - group.start) if start != group.start else trees
    return tuple(statements)


def _shift(node: Any, by: int) -> Any:
    """Return a node, or a tuple of some, with all offsets moved."""
    kind = type(node)
    if kind is tuple:
        return tuple([_shift(child, by) if isinstance(child, tuple) else child for child in node])
    if kind is ast.Token:
        return ast.Token(node[0], node[1] + by, node[2] + by)
    rest = [_shift(child, by) if isinstance(child, tuple) else child for child in node[2:]]
    return kind(node[0] + by, node[1] + by, *rest)


class _TreeUnpickler(Unpickler):
    """Makes nodes of the syntax tree and nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        """Return the class of a node."""
        node = getattr(ast, name, None)
        if module != ast.__name__ or not isinstance(node, type) or not issubclass(node, tuple):
            message = f"{module}.{name} is no node"
            raise UnpicklingError(message)
        return node


def _unpickle(data: bytes) -> Any:
    try:
        return _TreeUnpickler(io.BytesIO(data)).load()
    except (UnpicklingError, EOFError, ValueError, TypeError, IndexError, RecursionError):
        return None


def _read(place: Path) -> Kept | None:
    """Read what is kept; None if there is nothing, or if it isn't whole or of another version."""
    body = cachefile.read(place, _version())
    found = None if body is None else _unpickle(body)
    if not isinstance(found, tuple) or len(found) != len(Kept._fields):
        return None
    return Kept(found[0], tuple(Group(*group) for group in found[1]))


def _write(place: Path, kept: Kept) -> None:
    body = dumps((kept.key, tuple(tuple(group) for group in kept.groups)), 5)
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        cachefile.write(place, _version(), body)


def _hash(data: bytes) -> bytes:
    return blake2b(data, digest_size=_DIGEST).digest()


@cache
def _version() -> bytes:
    """Return a hash of the code that makes trees."""
    own = Path(__file__)
    return _hash(b"\0".join(own.with_name(name).read_bytes() for name in _DECIDING))
