"""Targets that installed packages register, by the entry points of the group ``opgen.targets``.

Apart from the table of targets because to read entry points takes longer than to import opgen's
own targets: it is imported where a name is asked for that opgen doesn't ship.
"""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Final

_GROUP: Final = "opgen.targets"


def references() -> dict[str, str]:
    """Return the registered targets by name, each as ``module:attribute``; the first one counts."""
    found: dict[str, str] = {}
    for point in entry_points(group=_GROUP):
        found.setdefault(point.name, point.value)
    return found
