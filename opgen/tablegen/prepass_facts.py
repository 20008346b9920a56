"""What the prepass did to a file, so that it needn't be done again to the same text.

That depends on the text, on what the macros asked for were at each point, and on what the included
files define. Knows what a macro and an include are, not how they are found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from opgen.accelerators import import_module
from opgen.cachefile import digest
from opgen.dataclass import dataclass, field
from opgen.hints import Any, Final
from opgen.namedtuple import NamedTuple
from opgen.tablegen.kept import TEXT, Stored

Event = tuple[Any, ...]
"""A macro that was asked for, and whether it was there; one that was defined; an include."""


_BLANKED: Final = bytes(code if code in b"\r\n" else ord(" ") for code in range(256))


class StaleError(Exception):
    """A macro isn't what it was when a file with this text was read before."""


class Facts(NamedTuple):
    """What the prepass did to a file.

    Attributes:
        events: What happened, in order.
        blanks: Where text was blanked: begin and end of each stretch, one after the other.
        words: The offsets of the words ``include`` that found their name.
        asked: The macros that were asked for.
        is_blank: Nothing is left of the text.
    """

    events: tuple[Event, ...]
    blanks: tuple[int, ...]
    words: tuple[int, ...]
    asked: tuple[str, ...]
    is_blank: bool


class Macros(set[str]):
    """The macros that are defined. Notes who asks for them and who defines some."""

    events: list[Event]

    def __init__(self, macros: set[str]) -> None:
        super().__init__(macros)
        self.events = []

    def __contains__(self, name: object) -> bool:
        """Whether a macro is defined."""
        found = super().__contains__(name)
        self.events.append(("?", name, found))
        return found

    def add(self, name: str) -> None:
        """Define a macro."""
        self.events.append(("+", name))
        super().add(name)


def is_macro(name: str) -> bool:
    """Whether a directive can name it."""
    return name.isascii() and name.isidentifier()


class Edit(NamedTuple):
    """The lines in which two texts differ.

    Attributes:
        start: Where they begin in both.
        old_end: Where they end in the earlier text.
        end: Where they end in the later one.
    """

    start: int
    old_end: int
    end: int


class Revised(NamedTuple):
    """What the prepass does to an edited text.

    Attributes:
        facts: What it finds.
        text: What it makes of the text.
        edit: Where the text isn't what it was.
    """

    facts: Facts
    text: str
    edit: Edit


class Revision(NamedTuple):
    """What is known of a file from an earlier state of it.

    Attributes:
        revised: What the prepass does to it.
        earlier: A key for what the prepass made of the earlier text.
    """

    revised: Revised
    earlier: bytes


@dataclass(slots=True)
class KnownFacts:
    """The facts about the files of a program.

    Attributes:
        old: Those of an earlier time, among other things that were kept.
        fetch: Returns what is stored, given its place.
        new: Those that hold now.
    """

    old: Mapping[bytes, tuple[Any, ...]] = field(default_factory=dict)
    fetch: Callable[[Stored], bytes | memoryview] = bytes
    new: dict[bytes, tuple[Any, ...]] = field(default_factory=dict)

    def find(self, key: bytes, macros: Macros) -> Facts | None:
        """Return what is known of a file with a text of this key that begins with these macros."""
        for plain in self.old.get(key, ()):
            facts = Facts._make(plain)
            if _may_follow(facts.events, macros):
                self.keep(key, facts)
                return facts
        return None

    def revise(self, path: str, data: bytes, macros: Macros) -> Revision | None:
        """Return what is known of a file by what was known of it before it was edited.

        The text of then is kept on, so that many small edits cost no more than their lines.
        """
        place = _key_of_path(path)
        earlier = self.old.get(place)
        if earlier is None:
            return None
        _, stored, key = earlier
        facts = self.find(key, macros)
        if facts is None:
            return None
        # Not loaded where no file has changed.
        edits = import_module("opgen.tablegen.edits")
        revised: Revised | None = edits.revise(facts, bytes(self.fetch(stored)), data)
        if revised is None:
            return None
        self.new[place] = earlier
        return Revision(revised, key_of_result(key, facts))

    def keep(self, key: bytes, facts: Facts) -> None:
        """Keep what the prepass did to a file; a guard makes it do one thing, then another."""
        plain = tuple(facts)
        known = self.new.get(key, ())
        if plain not in known:
            self.new[key] = (*known, plain)

    def keep_text(self, path: str, data: bytes, key: bytes) -> None:
        """Keep the text of a file, for when it is edited."""
        place = _key_of_path(path)
        known = self.old.get(place)
        if known is None or known[2] != key:
            known = (TEXT, data, key)
        self.new[place] = known


def _key_of_path(path: str) -> bytes:
    return digest(b"latest", path.encode("utf-8", "surrogateescape"))


def _may_follow(events: Iterable[Event], macros: Macros) -> bool:
    for kind, name, *found in events:
        if kind != "?":
            return True
        if set.__contains__(macros, name) != found[0]:
            return False
    return True


def blank(data: bytes, stretches: Sequence[int]) -> str:
    """Return the text of a file with stretches of it, given by begins and ends, blanked."""
    out: list[bytes] = []
    done = 0
    for begin, end in zip(stretches[::2], stretches[1::2], strict=True):
        out += (data[done:begin], data[begin:end].translate(_BLANKED))
        done = end
    return b"".join([*out, data[done:]]).decode("latin-1")


def blanked(text: str) -> str:
    """Return blanks for ``text``, line ends apart."""
    return text.encode("latin-1").translate(_BLANKED).decode("latin-1")


def key_of(data: bytes) -> bytes:
    """Return a key for the bytes of a file."""
    return digest(b"prepass", data)


def key_of_result(key: bytes, facts: Facts) -> bytes:
    """Return a key for what the prepass makes of a text, given that of the text."""
    return digest(key, str(facts.blanks).encode())
