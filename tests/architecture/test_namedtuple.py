"""Named tuples behave as the standard ones do, and all of opgen's are of this kind."""

import pickle
import typing

import pytest

from opgen import namedtuple as own
from tests.architecture.sources import MODULES


def _made(base, name):
    """Return a class of named tuples that can be found by its name."""

    class Name(base):
        """A name."""

        text: str
        start: int
        parts: tuple = ()
        end: int = 0

        @property
        def length(self):
            """How long it is."""
            return self.end - self.start

        @classmethod
        def at(cls, start):
            """Return one that begins there."""
            return cls("at", start)

    Name.__name__ = Name.__qualname__ = name
    return Name


Own = _made(own.NamedTuple, "Own")
Standard = _made(typing.NamedTuple, "Standard")


def _matched(kind):
    match kind("a", 1, end=3):
        case kind("a", start, end=end):
            return start, end


def _set(kind, name):
    setattr(kind("a", 1), name, 2)


def _copied(made, protocol):
    copy = pickle.loads(pickle.dumps(made, protocol))
    return type(copy) is type(made), copy


WORKS = {
    "fields by place and by name": lambda c: c("a", 1, (2,), end=3),
    "defaults": lambda c: c("a", 1),
    "shown": lambda c: repr(c("a", start=1)).partition("(")[2],
    "a missing argument": lambda c: c("a"),
    "too many arguments": lambda c: c("a", 1, (), 2, 3),
    "an unknown argument": lambda c: c("a", 1, colour=2),
    "the same argument twice": lambda c: c("a", 1, text="b"),
    "a tuple": lambda c: (c("a", 1) == ("a", 1, (), 0), hash(c("a", 1)) == hash(("a", 1, (), 0))),
    "values by name": lambda c: [getattr(c("a", 1, (2,), 3), name) for name in c._fields],
    "unpacked": lambda c: [*c("a", 1)],
    "patterns": _matched,
    "members": lambda c: (c("a", 1, end=3).length, c.at(4)),
    "made of values": lambda c: c._make(["a", 1, (), 0]),
    "made of too few": lambda c: c._make(["a", 1]),
    "a replaced field": lambda c: c("a", 1)._replace(end=2),
    "replacing what isn't there": lambda c: c("a", 1)._replace(colour=2),
    "as a dict": lambda c: c("a", 1)._asdict(),
    "pickled": lambda c: [_copied(c("a", 1), protocol) for protocol in (2, 5)],
    "set": lambda c: _set(c, "text"),
    "set to something new": lambda c: _set(c, "colour"),
    "no attributes": lambda c: hasattr(c("a", 1), "__dict__"),
    "names": lambda c: (c.__module__, c.__doc__, c._fields, c._field_defaults, c.__match_args__),
}


def _outcome(work, kind):
    try:
        return work(kind)
    except (TypeError, AttributeError, ValueError) as error:
        return type(error)


@pytest.mark.parametrize("name", WORKS)
def test_is_as_the_standard_one(name):
    assert _outcome(WORKS[name], Own) == _outcome(WORKS[name], Standard)


def test_two_kinds_do_not_share_their_constructors():
    class First(own.NamedTuple):
        left: int
        right: int = 1

    class Second(own.NamedTuple):
        only: int

    assert (First(0), Second(2), First(3, 4), Second(only=5)) == ((0, 1), (2,), (3, 4), (5,))


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_all_named_tuples_are_of_this_kind(module):
    # A script that runs without opgen has the standard ones only.
    if module.part not in {"", "namedtuple"} and not module.is_script_part:
        imported = {
            alias.name
            for name, node in module.imports()
            if name == "typing"
            for alias in node.names
        }
        assert not imported & {"NamedTuple", "typing"}
