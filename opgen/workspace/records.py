"""Records kept as text that merges well in git: a JSON list, one record a line, sorted.

Two branches that both add records leave, after a union merge, the lines of both, which the
reader takes. Must not know what a record means.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def written(records: Iterable[Mapping[str, Any]]) -> bytes:
    """Return ``records`` as a file, sorted, without repeats."""
    lines = sorted({json.dumps(record, sort_keys=True) for record in records})
    return ("[\n" + ",\n".join(lines) + "\n]\n").encode()


def read(data: bytes) -> list[dict[str, Any]]:
    """Return the records of a file; what isn't one, a merge marker for example, is left out."""
    found = []
    for line in data.decode("utf-8", "replace").splitlines():
        text = line.strip().rstrip(",")
        if text.startswith("{"):
            try:
                record = json.loads(text)
            except ValueError:
                continue
            found.append(record)
    return found
