"""Find files that no longer hold the macro by which what they define is compiled.

Must not know what is defined there.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from opgen.dataclass import dataclass
from opgen.outputs import RelPath
from opgen.workspace.actions import ActionKind
from opgen.workspace.scan_c import scan_c
from opgen.workspace.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from opgen.outputs import RenderedFile
    from opgen.workspace.actions import Action
    from opgen.workspace.fs import Fs

_BY_HAND: Final = r"\btemplate\s*(?:<\s*>|[^<\s])"
"""An explicit instantiation or specialization."""


@dataclass(frozen=True, slots=True)
class Search:
    """Where to look for what compiles a definition.

    Attributes:
        fs: The file system.
        rendered: The paths of all renderings; other files are the user's.
    """

    fs: Fs
    rendered: AbstractSet[RelPath]

    def lacking(
        self, files: Sequence[RenderedFile], actions: Sequence[Action]
    ) -> Iterator[tuple[Action, str]]:
        """Yield what is done to each file that lacks a macro it needs, and the macro.

        None is lacking where a file compiles what it defines by hand, or where a file of the
        user's beside it names the macro.
        """
        needs = {file.path: file.needs for file in files if file.needs}
        for action in actions:
            is_open = action.has_markers or action.kind is ActionKind.REFUSE
            if action.new is None or is_open:
                continue
            for macro in needs.get(action.path, ()):
                if not (_is_compiled(action.new, macro) or self._is_beside(action.path, macro)):
                    yield action, macro

    def _is_beside(self, path: RelPath, macro: str) -> bool:
        folder = RelPath(str(PurePosixPath(path).parent))
        others = (each for each in self.fs.walk(folder) if each not in self.rendered)
        return any(macro.encode() in (self.fs.read(each) or b"") for each in others)


def holds_needed(file: RenderedFile, text: bytes) -> bool:
    """Whether a file holds all that it needs itself, whatever lies beside it."""
    return all(_is_compiled(text, macro) for macro in file.needs)


def _is_compiled(text: bytes, macro: str) -> bool:
    is_plain = not any(mark in text for mark in (b"/*", b"#if"))
    if is_plain and re.search(rf"^{macro};".encode(), text, re.MULTILINE):
        return True  # as it nearly always is, at little cost
    compiling = re.compile(rf"\b{macro}\b|{_BY_HAND}")
    return any(compiling.search(item.code) for item in scan_c(Text(text).lines).items)
