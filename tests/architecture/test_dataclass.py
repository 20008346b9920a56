"""Data classes behave as the standard ones do, and come without what those load."""

import dataclasses
from types import SimpleNamespace

import pytest

from opgen import dataclass as own
from tests.architecture.sources import MODULES


def _classes(library):
    """Return the same classes, made by one library or the other."""

    @library.dataclass(frozen=True, slots=True, kw_only=True)
    class Node:
        start: int = 0
        end: int = 0

    @library.dataclass(frozen=True, slots=True)
    class Name(Node):
        """A name."""

        text: str
        parts: list = library.field(default_factory=list)

    @library.dataclass(frozen=True)
    class One:
        value: float

        @property
        def double(self):
            return 2 * self.value

    @library.dataclass(slots=True)
    class Table:
        rows: dict = library.field(default_factory=dict)
        total: int = library.field(init=False)
        hidden: int = library.field(default=3, init=False, repr=False)

        def __post_init__(self):
            self.total = len(self.rows)

    @library.dataclass(slots=True, eq=False)
    class Unequal:
        title: str = "x"

        def __repr__(self):
            return self.title

    @library.dataclass(frozen=True, slots=True)
    class Empty:
        pass

    return SimpleNamespace(
        Name=Name, One=One, Table=Table, Unequal=Unequal, Empty=Empty, replace=library.replace
    )


def _outcome(work, classes):
    try:
        return work(classes)
    except (TypeError, AttributeError) as error:
        kind = AttributeError if isinstance(error, AttributeError) else TypeError
        return kind.__name__


WORKS = {
    "fields by place and by name": lambda c: repr(c.Name("a", [1], start=2)),
    "defaults": lambda c: repr(c.Name("a")),
    "a list of its own": lambda c: c.Name("a").parts is c.Name("a").parts,
    "what is named can't be given by place": lambda c: c.Name("a", [], 1),
    "a missing argument": lambda c: c.Name(),
    "an unknown argument": lambda c: c.Name("a", colour=1),
    "equal": lambda c: c.Name("a") == c.Name("a"),
    "not equal": lambda c: c.Name("a") == c.Name("b"),
    "not equal to another kind": lambda c: c.One(1.0) == c.Empty(),
    "hash": lambda c: len({c.One(1.0), c.One(1.0), c.One(2.0), c.Empty(), c.Empty()}),
    "no hash of what is equal and can change": lambda c: hash(c.Table()),
    "no hash of a list": lambda c: hash(c.Name("a")),
    "by identity": lambda c: c.Unequal() == c.Unequal() or hash(c.Unequal()) == 0,
    "its own repr": lambda c: repr(c.Unequal("t")),
    "set afterwards": lambda c: repr(c.Table({1: 2})),
    "what isn't an argument": lambda c: c.Table(hidden=1),
    "not shown": lambda c: c.Table().hidden,
    "changed": lambda c: setattr(c.Table(), "total", 4),
    "frozen": lambda c: setattr(c.Name("a"), "text", "b"),
    "not to be deleted": lambda c: delattr(c.One(1.0), "value"),
    "slots": lambda c: (c.Name.__slots__, hasattr(c.Name("a"), "__dict__")),
    "no slots": lambda c: hasattr(c.One(1.0), "__dict__"),
    "nothing but slots": lambda c: setattr(c.Table(), "other", 1),
    "members": lambda c: c.One(2.0).double,
    "a replaced field": lambda c: repr(c.replace(c.Name("a", start=1), text="b")),
    "replaced by the standard": lambda c: repr(dataclasses.replace(c.Name("a", start=1), text="b")),
    "replacing what isn't there": lambda c: c.replace(c.One(1.0), other=1),
    "patterns": lambda c: (c.Name.__match_args__, c.Table.__match_args__),
    "names of the standard's fields": lambda c: [f.name for f in dataclasses.fields(c.Name("a"))],
    "as data": lambda c: dataclasses.asdict(c.Name("a", [c.One(1.0)])),
    "names": lambda c: (c.Name.__qualname__, c.Name.__module__, c.Name.__doc__),
}


@pytest.mark.parametrize("name", WORKS)
def test_is_as_the_standard_one(name):
    found, wanted = (
        _outcome(WORKS[name], _classes(own)),
        _outcome(WORKS[name], _classes(dataclasses)),
    )
    assert found == wanted


@pytest.mark.parametrize("library", [own, dataclasses], ids=["own", "standard"])
def test_can_be_derived_from(library):
    base = _classes(own).Name

    @library.dataclass(frozen=True, slots=True)
    class Special(base):
        kind: str = "k"

    assert repr(Special("a", end=4)).rpartition(".")[2] == (
        "Special(start=0, end=4, text='a', parts=[], kind='k')"
    )
    assert Special("a") != base("a")


def test_an_object_that_holds_itself_can_be_shown():
    table = _classes(own).Table()
    table.rows["self"] = table
    assert "..." in repr(table)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_all_data_classes_are_of_this_kind(module):
    # A script that runs without opgen has the standard ones only.
    if module.part not in {"", "dataclass"} and not module.is_script_part:
        assert "dataclasses" not in {name for name, _ in module.imports()}
