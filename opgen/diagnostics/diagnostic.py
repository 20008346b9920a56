"""What a user did wrong, as data: collected, sorted and rendered, never raised.

Knows source spans and nothing above them.
"""

from __future__ import annotations

from enum import Enum

from opgen.dataclass import dataclass, field
from opgen.source import Span


class Severity(Enum):
    """How bad it is; only an error makes a command fail."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Label:
    """A place in a source file and what it has to do with the matter; may have no text."""

    span: Span
    text: str = ""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing to tell the user.

    Attributes:
        code: Stable identity, ``OPGnnnn``, registered in :mod:`opgen.diagnostics.codes`.
        message: What is wrong; starts in lower case, has no final stop, quotes names.
        span: The place it is about, or ``None`` where no source file is concerned.
        label: Short text beside the caret.
        severity: Error unless said otherwise.
        secondary: Further places, for example the earlier definition.
        notes: Further facts, each a sentence; may carry a place (an include or instantiation).
        help: What to do about it.
        path: The file it is about where there is no span, for example an output.
    """

    code: str
    message: str
    span: Span | None = None
    label: str = ""
    severity: Severity = Severity.ERROR
    secondary: tuple[Label, ...] = ()
    notes: tuple[Note, ...] = ()
    help: str = ""
    path: str = ""

    @property
    def is_error(self) -> bool:
        """Whether it makes the command fail."""
        return self.severity is Severity.ERROR


@dataclass(frozen=True, slots=True)
class Note:
    """A further fact about a diagnostic, with the place it is found at if there is one.

    Attributes:
        fact: The fact.
        span: The place, where a source file is at hand.
        place: What the fact ends with where none is: a file or folder, maybe with `:line`.
    """

    fact: str
    span: Span | None = None
    place: str = ""

    @property
    def text(self) -> str:
        """The fact with its place in words."""
        return f"{self.fact} {self.place}" if self.place else self.fact


@dataclass(slots=True)
class Diagnostics:
    """Collects what is found; stages take one and go on after an error."""

    items: list[Diagnostic] = field(default_factory=list)

    def add(self, diagnostic: Diagnostic) -> None:
        """Take note of ``diagnostic``."""
        self.items.append(diagnostic)

    @property
    def has_errors(self) -> bool:
        """Whether any item is an error."""
        return any(item.is_error for item in self.items)

    def sorted(self) -> list[Diagnostic]:
        """Return the items without repeats, by file and place; those without a place come first."""
        unique = {(d.code, d.message, d.path, *_place(d)): d for d in self.items}
        return sorted(unique.values(), key=lambda d: (*_place(d), d.path, d.code, d.message))


def _place(diagnostic: Diagnostic) -> tuple[str, int]:
    span = diagnostic.span
    return ("", -1) if span is None else (span.file.path, span.start)


def counted(number: int, noun: str) -> str:
    """Return ``number`` and ``noun``, in the plural where it is due."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
