"""Names that a program doesn't know, but that a file which it could include declares."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence

from opgen.hints import Final
from opgen.source import read_plain

_DECLARED: Final = re.compile(r"^\s*(?:class|multiclass|def)\s+([A-Za-z_]\w*)", re.MULTILINE)
_INCLUDED: Final = re.compile(r'^\s*include\s+"([^"]+)"', re.MULTILINE)
_MOST_FILES: Final = 300


def files_that_declare(folders: Sequence[str]) -> dict[str, str]:
    """Return for each name the file that declares it, as an ``include`` names it.

    Of several files the one counts that lies least deep; one that another file of its directory
    includes is a part of that.
    """
    texts: dict[str, str] = {}
    for folder in folders:
        for path, wanted in _files(folder):
            if len(texts) < _MOST_FILES:
                texts.setdefault(wanted, _text(path))
    parts = {
        part: whole
        for whole, text in texts.items()
        for part in _INCLUDED.findall(text)
        if part.rpartition("/")[0] == whole.rpartition("/")[0]
    }
    found: dict[str, str] = {}
    for wanted in sorted(texts, key=lambda path: (path.count("/"), path)):
        for name in _DECLARED.findall(texts[wanted]):
            found.setdefault(name, parts.get(wanted, wanted))
    return found


def _files(folder: str) -> Iterator[tuple[str, str]]:
    for directory, names, files in os.walk(folder):
        names.sort()
        below = os.path.relpath(directory, folder).replace(os.sep, "/")
        for file in sorted(files):
            if file.endswith(".td"):
                yield f"{directory}/{file}", file if below == "." else f"{below}/{file}"


def _text(path: str) -> str:
    try:
        return read_plain(path).decode("latin-1")
    except (OSError, ValueError):
        return ""
