"""Data classes that cost little to define: what opgen uses of :mod:`dataclasses`, with its words.

The standard library compiles half a dozen functions for each class, which for the classes that
reading a program needs takes longer than reading most programs. Here only ``__init__`` is compiled;
whether what is ``frozen`` stays so is left to the type checker. Knows nothing of opgen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from types import MemberDescriptorType
from typing import Any, Final, Literal, TypeVar, cast, dataclass_transform

T = TypeVar("T")
Class = TypeVar("Class", bound=type)


class _Absent:
    """What stands for a value that isn't given."""

    __slots__ = ()


_ABSENT: Final[Any] = _Absent()
_FIELDS: Final = "__light_fields__"


class _Field:
    """How a field is filled."""

    __slots__ = ("default", "factory", "is_argument", "is_shown")

    def __init__(self, default: object, factory: Callable[[], object] | None = None) -> None:
        self.default = default
        self.factory = factory
        self.is_argument = True
        self.is_shown = True


def field(
    *,
    default: T = _ABSENT,
    default_factory: Callable[[], T] | None = None,
    init: bool = True,
    repr: bool = True,  # noqa: A002 - the word of the standard library
) -> T:
    """Describe a field further, as :func:`dataclasses.field` does."""
    described = _Field(default, default_factory)
    described.is_argument = init
    described.is_shown = repr
    return cast("T", described)


@dataclass_transform(field_specifiers=(field,))
def dataclass(
    *, frozen: bool = False, slots: Literal[True], eq: bool = True
) -> Callable[[Class], Class]:
    """Make a class with slots whose fields are its annotated names.

    Args:
        frozen: Nothing may be set after the construction, so that it has a hash.
        slots: Always; said for the type checker and the reader.
        eq: Whether objects with equal fields are equal.
    """
    del slots
    return lambda plain: _build(plain, is_frozen=frozen, has_equality=eq)


def replace(obj: T, **changes: object) -> T:
    """Return a copy of an object with some fields changed."""
    fields: dict[str, _Field] = getattr(type(obj), _FIELDS)
    arguments = {name: getattr(obj, name) for name, known in fields.items() if known.is_argument}
    return type(obj)(**{**arguments, **changes})


def _build(plain: Class, *, is_frozen: bool, has_equality: bool) -> Class:
    names = list(vars(plain).get("__annotations__", ()))
    members: dict[str, Any] = {k: v for k, v in vars(plain).items() if k not in names}
    members.pop("__dict__", None)
    members.pop("__weakref__", None)
    fields: dict[str, _Field] = {}
    inherited: set[str] = set()
    for base in plain.__mro__[:0:-1]:
        fields.update(vars(base).get(_FIELDS, {}))
        inherited.update(vars(base).get("__slots__", ()))
    fields.update((name, _described(vars(plain).get(name, _ABSENT))) for name in names)
    members[_FIELDS] = fields
    members["__slots__"] = tuple(name for name in names if name not in inherited)
    members["__match_args__"] = tuple(name for name in fields if fields[name].is_argument)
    members.setdefault("__init__", _make_init(fields, has_more=hasattr(plain, "__post_init__")))
    members.setdefault("__repr__", _make_repr([n for n in fields if fields[n].is_shown]))
    if has_equality and "__eq__" not in members:
        members.update(_make_equality(fields, is_frozen=is_frozen))
    members["__qualname__"] = plain.__qualname__
    made: Class = type(plain)(plain.__name__, plain.__bases__, members)
    return made


def _described(given: object) -> _Field:
    # A name that a base has already is a slot there, not a default.
    if isinstance(given, MemberDescriptorType):
        return _Field(_ABSENT)
    return given if isinstance(given, _Field) else _Field(given)


def _make_init(fields: dict[str, _Field], *, has_more: bool) -> Callable[..., None]:
    known: dict[str, Any] = {"_ABSENT": _ABSENT}
    arguments, lines = ["self"], []
    for name, described in fields.items():
        known[f"_default_{name}"], known[f"_make_{name}"] = described.default, described.factory
        default, made = f"_default_{name}", f"_make_{name}()"
        if not described.is_argument:
            if described.factory is not None:
                lines.append(f" self.{name} = {made}")
        elif described.factory is not None:
            arguments.append(f"{name}=_ABSENT")
            lines.append(f" self.{name} = {made} if {name} is _ABSENT else {name}")
        else:
            arguments.append(name if described.default is _ABSENT else f"{name}={default}")
            lines.append(f" self.{name} = {name}")
    lines.append(" self.__post_init__()" if has_more else " return")
    exec(f"def __init__({', '.join(arguments)}):\n" + "\n".join(lines), known)  # noqa: S102 - names of fields only
    return cast("Callable[..., None]", known["__init__"])


def _make_repr(names: Iterable[str]) -> Callable[[object], str]:
    def show(self: object) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({shown})"

    return show


def _make_equality(fields: dict[str, _Field], *, is_frozen: bool) -> dict[str, Any]:
    content: Callable[[object], object] = attrgetter(*fields) if fields else bool

    def is_equal(self: object, other: object) -> Any:
        if type(other) is not type(self):
            return NotImplemented
        return content(self) == content(other)

    def make_hash(self: object) -> int:
        return hash(content(self))

    return {"__eq__": is_equal, "__hash__": make_hash if is_frozen else None}
