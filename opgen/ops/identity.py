"""When two operators are the same: a hash of all that the model says of one, wherever it stands.

The hash is that of the structure, so that neither the order of a set, nor which parts are one
object, nor the place in a file make a difference.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from opgen.cachefile import digest
from opgen.dataclass import field_names
from opgen.source import Span

_PLAIN: Final = (str, bytes, bool, int, float, type(None))


def identity_of(part: object) -> bytes:
    """Return a hash of everything in a part of the model but the places where it is written."""
    numbering = _Numbering()
    numbering.of(part)
    return digest("\n".join(numbering.lines).encode("utf-8", "surrogatepass"))


class _Numbering:
    """Numbers values in the order in which they are met; equal ones have one number.

    Attributes:
        lines: What each value consists of, in order: what it is, and the numbers of its parts.
    """

    def __init__(self) -> None:
        self.lines: dict[str, int] = {}
        self._known: dict[int, int] = {}
        self._kept: list[object] = []
        """Keeps what was numbered, so that no other object gets its address."""

    def of(self, value: object) -> int:
        """Return the number of ``value``."""
        if isinstance(value, Enum):
            return self._number(f"{type(value).__name__}.{value.name}")
        if isinstance(value, _PLAIN):
            return self._number(f"{type(value).__name__} {value!r}")
        found = self._known.get(id(value))
        if found is None:
            found = self._known[id(value)] = self._number(self._described(value))
            self._kept.append(value)
        return found

    def _number(self, line: str) -> int:
        return self.lines.setdefault(line, len(self.lines))

    def _described(self, value: object) -> str:
        if isinstance(value, Span):
            return "place"
        names = field_names(type(value))
        if names is not None:
            return f"{type(value).__name__} {[self.of(getattr(value, name)) for name in names]}"
        if isinstance(value, (tuple, list)):
            return f"sequence {[self.of(item) for item in value]}"
        if isinstance(value, (frozenset, set)):
            return f"set {[self.of(item) for item in sorted(value, key=repr)]}"
        if isinstance(value, Mapping):
            return f"mapping {[(self.of(key), self.of(item)) for key, item in value.items()]}"
        raise TypeError(f"the model holds a {type(value).__name__}, which has no identity")
