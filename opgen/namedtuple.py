"""Named tuples as those of :mod:`typing`, at a tenth of what they cost an import.

The standard class compiles a constructor for each of a hundred classes when that is made, most of
which a run never makes an object of. Here the constructor is compiled when the first object is
made, and the other methods are shared. To type checkers the classes are as any others. Only what
opgen needs is there. Knows nothing of opgen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from opgen.accelerators import tuple_getter
from opgen.hints import TYPE_CHECKING, Any


class _NamedTupleMeta(type):
    """Makes of the annotations of a class the fields of a tuple."""

    def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> Any:
        space["__slots__"] = ()
        fields = tuple(space.get("__annotations__", ()))
        if not fields:
            return super().__new__(cls, name, bases, space)
        space["_field_defaults"] = {field: space.pop(field) for field in fields if field in space}
        space["_fields"] = space["__match_args__"] = fields
        space |= {field: tuple_getter(at, "") for at, field in enumerate(fields)}
        made: Any = super().__new__(cls, name, bases, space)
        made.__new__ = _deferred_new(made)
        return made


def _deferred_new(cls: Any) -> Callable[..., Any]:
    """Return a ``__new__`` that puts the compiled one in its own place when it is called."""

    def __new__(_cls: Any, /, *args: Any, **kwargs: Any) -> Any:  # noqa: N807 - the method's name
        cls.__new__ = new = _compile_new(cls)
        return new(_cls, *args, **kwargs)

    return __new__


def _compile_new(cls: Any) -> Callable[..., Any]:
    names = ", ".join(cls._fields)
    text = f"lambda _cls, {names}: _tuple_new(_cls, ({names},))"
    space = {"_tuple_new": tuple.__new__}
    new: Callable[..., Any] = eval(text, space)  # noqa: S307 - names that are written out
    new.__defaults__ = tuple(cls._field_defaults.values())
    new.__name__, new.__qualname__ = "__new__", f"{cls.__qualname__}.__new__"
    return new


class _NamedTuple(tuple[Any, ...], metaclass=_NamedTupleMeta):
    """What all classes share."""

    __slots__ = ()

    if TYPE_CHECKING:
        _fields: tuple[str, ...]

    @classmethod
    def _make(cls, values: Iterable[Any]) -> Any:
        """Return an object with these values.

        Raises:
            TypeError: They are more or fewer than the fields.
        """
        made = tuple.__new__(cls, values)
        if len(made) != len(cls._fields):
            message = f"{cls.__name__} takes {len(cls._fields)} values, not {len(made)}"
            raise TypeError(message)
        return made

    def _replace(self, /, **changes: Any) -> Any:
        """Return a copy with some fields changed.

        Raises:
            ValueError: There is no such field.
        """
        made = self._make(map(changes.pop, self._fields, self))
        if changes:
            message = f"{type(self).__name__} has no {', '.join(changes)}"
            raise ValueError(message)
        return made

    def _asdict(self) -> dict[str, Any]:
        """Return the values by their names."""
        return dict(zip(self._fields, self, strict=True))

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)

    def __repr__(self) -> str:
        shown = [f"{n}={value!r}" for n, value in zip(self._fields, self, strict=True)]
        return f"{type(self).__name__}({', '.join(shown)})"


if TYPE_CHECKING:
    from typing import NamedTuple
else:
    NamedTuple = _NamedTuple

__all__ = ["NamedTuple"]
