"""Rendered outputs as plain data: what a renderer hands to the workspace.

Knows nothing else of opgen.
"""

from __future__ import annotations

from enum import Enum
from typing import NewType

from opgen.dataclass import dataclass

RelPath = NewType("RelPath", str)
"""A path below the output root: relative, ``/`` between its parts, no ``.`` or ``..``."""

OpId = NewType("OpId", str)
"""The stable identity of an operator: ``<library>.<mnemonic>``."""

RegionKey = NewType("RegionKey", str)
"""The stable identity of a region within its file: ``<op id>/<role>``, for example
``custom.square/kernel``. It names the operator and the role, never the text."""


class Ownership(Enum):
    """Who may change an output after it was written."""

    OWNED = "owned"
    """The generator alone; rewritten while its bytes are those last written."""
    EDITABLE = "editable"
    """A developer fills it in; a new rendering is merged region by region."""
    ONCE = "once"
    """Written if absent, never touched again."""


@dataclass(frozen=True, slots=True)
class Region:
    """A named piece of an editable file.

    Attributes:
        key: Identity across renderings and renames.
        anchor: The text by which the region is found in a file that a developer has edited:
            the name part of its declaration, such as ``square(`` or ``def backward(``. It is
            looked for at a word boundary, in code at the outermost level of the file.
        start: First character of the region in the rendered text, at the start of a line.
        end: One past its last character, at the start of a line or at the end of the text.
        label: Where the region comes from in the spec, ``file:line``, for conflict markers.
        renamed_from: The key it had under the operator's former name, if it was renamed.
    """

    key: RegionKey
    anchor: str
    start: int
    end: int
    label: str
    renamed_from: RegionKey | None = None


@dataclass(frozen=True, slots=True)
class RenderedFile:
    """The text of one output.

    Attributes:
        path: Where it goes below the output root.
        target: Name of the target that renders it, for example ``numpy``.
        ownership: Who may change it.
        text: Its whole text, with line feeds as line ends.
        ops: The operators it is about; empty for an aggregate or a shared runtime.
        regions: Its regions, in order and disjoint; only an editable file has them.
        renamed_from: The path it had under an operator's former name, if it was renamed.
        stubs: Keys of regions whose rendered body is a stub that somebody has to fill in.
        origin: The spec file it comes from, relative; empty for an aggregate or a shared runtime.
        formatter: What identifies the formatter that laid the text out, if one did.
        raw: The text as it was rendered, before it was laid out; empty if that changed nothing.
        needs: Names of C++ macros that stand outside its regions and compile what these define.
    """

    path: RelPath
    target: str
    ownership: Ownership
    text: str
    ops: tuple[OpId, ...] = ()
    regions: tuple[Region, ...] = ()
    renamed_from: RelPath | None = None
    stubs: frozenset[RegionKey] = frozenset()
    origin: str = ""
    formatter: str = ""
    raw: str = ""
    needs: tuple[str, ...] = ()
