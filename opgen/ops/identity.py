"""When two operators are the same: a hash of all that the model says of one, wherever it stands.

Hashes are those of the structure, so that neither the order of a set, nor which parts are one
object, nor the place in a file make a difference.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from opgen.cachefile import digest
from opgen.dataclass import field_names
from opgen.source import Span

_PLAIN: Final = (str, bytes, bool, int, float, complex, type(None))


def identity_of(part: object) -> bytes:
    """Return a hash of everything in a part of the model but the places where it is written."""
    return _Walk().of(part)


class _Walk:
    """Hashes values from their parts up; a part that is there twice is hashed once."""

    def __init__(self) -> None:
        self._known: dict[int, bytes] = {}
        self._kept: list[object] = []
        """Keeps what was hashed, so that no other object gets its number."""

    def of(self, value: object) -> bytes:
        """Return the hash of ``value``."""
        if isinstance(value, Enum):
            return digest(b"enum", type(value).__name__.encode(), value.name.encode())
        if isinstance(value, _PLAIN):
            return digest(type(value).__name__.encode(), repr(value).encode())
        known = self._known.get(id(value))
        if known is None:
            known = self._known[id(value)] = self._made(value)
            self._kept.append(value)
        return known

    def _made(self, value: object) -> bytes:
        if isinstance(value, Span):
            return b""
        if isinstance(value, (tuple, list)):
            return digest(b"sequence", *map(self.of, value))
        if isinstance(value, (frozenset, set)):
            return digest(b"set", *sorted(map(self.of, value)))
        if isinstance(value, Mapping):
            pairs = (digest(self.of(key), self.of(item)) for key, item in value.items())
            return digest(b"mapping", *pairs)
        names = field_names(type(value))
        if names is not None:
            parts = (self.of(getattr(value, name)) for name in names)
            return digest(type(value).__name__.encode(), *parts)
        raise TypeError(f"the model holds a {type(value).__name__}, which has no identity")
