"""Light data classes do what those of the standard library do."""

import copy
import dataclasses
import inspect
import pickle

import pytest

from opgen import lightclasses


def make(library):
    field = library.field

    @library.dataclass(frozen=True, slots=True)
    class Point:
        x: int
        y: int = 0

        def sum(self):
            return self.x + self.y

    @library.dataclass(frozen=True, slots=True)
    class Named(Point):
        name: str = "n"
        tags: list = field(default_factory=list, repr=False)

    @library.dataclass(slots=True)
    class Box:
        parts: list = field(default_factory=lambda: [1])
        size: int = field(init=False)
        cache: dict = field(default_factory=dict, init=False, repr=False)

        def __post_init__(self):
            self.size = len(self.parts)

    @library.dataclass(slots=True, eq=False)
    class Same:
        x: int

    @library.dataclass(slots=True)
    class Empty:
        pass

    return Point, Named, Box, Same, Empty


@pytest.fixture(params=[dataclasses, lightclasses], ids=["dataclasses", "lightclasses"])
def classes(request):
    """The same classes, made by the standard library and by opgen: all tests hold for both."""
    return make(request.param)


def test_fields_are_filled_in_order_by_name_and_by_default(classes):
    point, named, *_ = classes
    assert (point(1).y, point(1, y=2).sum(), point(x=3).x) == (0, 3, 3)
    assert (named(1, 2).name, named(1, 2, "m", [3]).tags, named(1).sum()) == ("n", [3], 1)
    assert named(1).tags is not named(1).tags
    assert point.__match_args__ == ("x", "y")
    assert list(inspect.signature(named).parameters) == ["x", "y", "name", "tags"]


@pytest.mark.parametrize("arguments", [(), (1, 2, 3)])
def test_wrong_arguments_are_refused(classes, arguments):
    with pytest.raises(TypeError):
        classes[0](*arguments)
    with pytest.raises(TypeError):
        classes[0](1, z=2)


def test_fields_that_are_no_arguments_are_filled_too(classes):
    box = classes[2]([1, 2])
    assert (box.size, box.cache, classes[2]().parts) == (2, {}, [1])
    assert repr(box).endswith("Box(parts=[1, 2], size=2)")


def test_equal_fields_make_equal_objects_unless_said_otherwise(classes):
    point, named, box, same, empty = classes
    assert point(1) == point(1, 0)
    assert hash(point(1)) == hash(point(1, 0))
    assert point(1) != point(2)
    assert point(1) != named(1)
    assert empty() == empty()
    assert same(1) != same(1)
    assert len({same(1), same(1)}) == 2
    with pytest.raises(TypeError):
        hash(box())


def test_there_are_slots_only(classes):
    point, named, *_ = classes
    assert (point.__slots__, named.__slots__) == (("x", "y"), ("name", "tags"))
    assert not hasattr(named(1), "__dict__")
    assert point.__qualname__ == "make.<locals>.Point"


def test_objects_are_matched_copied_and_shown(classes):
    point, named, *_ = classes
    match named(1, 2):
        case point(x, y):
            assert (x, y) == (1, 2)
    assert copy.copy(named(1, 2, "m")) == named(1, 2, "m")
    assert repr(named(1)).endswith("Named(x=1, y=0, name='n')")


def test_copies_may_be_changed():
    point, named, *_ = make(lightclasses)
    assert lightclasses.replace(named(1, 2, "m"), y=5) == named(1, 5, "m")
    assert lightclasses.replace(point(1)) == point(1)


@lightclasses.dataclass(frozen=True, slots=True)
class Kept:
    """At the top of a module, where pickle finds it."""

    x: int


def test_objects_are_pickled():
    assert pickle.loads(pickle.dumps(Kept(3))) == Kept(3)
