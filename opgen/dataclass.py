"""Data classes as those of :mod:`dataclasses`, at a tenth of what they cost an import.

The standard decorator loads :mod:`inspect`, and writes and compiles the methods of each class when
that is made: half a millisecond for each of hundreds of classes, of which one run uses few. Here
``__init__`` is compiled for a class of which several objects are made, and the other methods are
shared. To type checkers, and to the functions of :mod:`dataclasses`, the classes are as any
others. Only what opgen needs is there. Knows nothing of opgen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from reprlib import recursive_repr

from opgen.accelerators import import_module
from opgen.hints import TYPE_CHECKING, Any, Final

_MISSING: Final[Any] = object()
_FIELDS: Final = "__opgen_fields__"
_STANDARD: Final = ("__dataclass_fields__", "__dataclass_params__")
_FEW: Final = 3
"""So many objects are made of a class before its ``__init__`` is compiled."""
_NOT_COPIED: Final = frozenset(("__dict__", "__weakref__"))


class _Field:
    """What is said of a field: its default, or what makes one, and where it takes part."""

    __slots__ = ("default", "default_factory", "init", "kw_only", "repr")

    def __init__(
        self,
        *,
        default: Any = _MISSING,
        default_factory: Any = _MISSING,
        init: bool = True,
        repr: bool = True,  # noqa: A002 - the word of the standard library
    ) -> None:
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.kw_only = False
        self.repr = repr

    def said(self) -> dict[str, Any]:
        """Return what is said, as arguments of the standard ``field``."""
        values = {name: getattr(self, name) for name in self.__slots__}
        return {name: value for name, value in values.items() if value is not _MISSING}


_Fields = Mapping[str, _Field]


def _dataclass(
    *, frozen: bool = False, slots: bool = False, eq: bool = True, kw_only: bool = False
) -> Callable[[type], type]:
    """Return what makes a class a data class."""

    def decorate(cls: type) -> type:
        own, fields = _own_fields(cls, kw_only=kw_only), _inherited_fields(cls)
        if slots:
            cls = _with_slots(cls, own, inherited=fields)
        fields |= own
        methods: dict[str, Any] = {
            "__init__": _deferred_init(cls, fields, frozen=frozen),
            "__repr__": _repr,
            "__match_args__": tuple(n for n, f in fields.items() if f.init and not f.kw_only),
            **(_comparison(tuple(fields), frozen=frozen) if eq else {}),
            **({"__setattr__": _refuse, "__delattr__": _refuse} if frozen else {}),
        }
        for name, method in methods.items():
            if cls.__dict__.get(name) is None:
                setattr(cls, name, method)
        setattr(cls, _FIELDS, fields)
        for name in _STANDARD:
            setattr(cls, name, _Standard(name, frozen=frozen, eq=eq))
        return cls

    return decorate


def _inherited_fields(cls: type) -> dict[str, _Field]:
    fields: dict[str, _Field] = {}
    for base in reversed(cls.__mro__[1:]):
        fields |= base.__dict__.get(_FIELDS, {})
    return fields


def _own_fields(cls: type, *, kw_only: bool) -> dict[str, _Field]:
    """Return the fields that are written in a class, and leave it their defaults only."""
    fields: dict[str, _Field] = {}
    for name in cls.__annotations__:
        written = cls.__dict__.get(name, _MISSING)
        said = written if isinstance(written, _Field) else _Field(default=written)
        if said.default is not _MISSING:
            setattr(cls, name, said.default)
        elif said is written:
            delattr(cls, name)
        said.kw_only = kw_only
        fields[name] = said
    return fields


def _with_slots(cls: type, own: _Fields, *, inherited: _Fields) -> type:
    """Return the class made anew, with a slot for each field that it doesn't inherit."""
    space = {k: v for k, v in cls.__dict__.items() if k not in own and k not in _NOT_COPIED}
    space["__slots__"] = tuple(name for name in own if name not in inherited)
    made = type(cls)(cls.__name__, cls.__bases__, space)
    made.__qualname__ = cls.__qualname__
    return made


def _deferred_init(cls: type, fields: _Fields, *, frozen: bool) -> Callable[..., None]:
    """Return an ``__init__`` that puts a compiled one in its own place when it has been called."""
    names = [name for name, said in fields.items() if said.init and not said.kw_only]
    named = {name for name, said in fields.items() if said.init}
    left = _FEW

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:  # noqa: N807 - the method's name
        nonlocal left
        left -= 1
        given = {**dict(zip(names, args, strict=False)), **kwargs}
        is_odd = len(given) < len(args) + len(kwargs) or not named.issuperset(kwargs)
        if left < 0 or is_odd or not _fill(self, fields, given):
            init = _compile_init(cls, fields, frozen=frozen)
            setattr(cls, "__init__", init)  # noqa: B010 - mypy forbids the plain form
            init(self, *args, **kwargs)

    return __init__


def _fill(made: Any, fields: _Fields, given: Mapping[str, Any]) -> bool:
    """Give an object its values; return whether that could be done, leaving errors to others."""
    values = dict(given)
    for name, said in fields.items():
        if name in values:
            continue
        if said.default_factory is not _MISSING:
            values[name] = said.default_factory()
        elif said.default is not _MISSING:
            values[name] = said.default
        elif said.init:
            return False
    for name, value in values.items():
        object.__setattr__(made, name, value)
    if hasattr(made, "__post_init__"):
        made.__post_init__()
    return True


def _compile_init(cls: type, fields: _Fields, *, frozen: bool) -> Callable[..., None]:
    known: dict[str, Any] = {"_MISSING": _MISSING, "_set": object.__setattr__}
    positional: list[str] = ["self"]
    named: list[str] = []
    body: list[str] = []
    for name, said in fields.items():
        known |= {f"_default_{name}": said.default, f"_make_{name}": said.default_factory}
        if said.init:
            (named if said.kw_only else positional).append(_parameter(name, said))
        elif said.default is _MISSING and said.default_factory is _MISSING:
            continue
        value = _initial(name, said)
        body.append(f"_set(self, '{name}', {value})" if frozen else f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    parameters = [*positional, *(["*"] if named else []), *named]
    text = f"def __init__({', '.join(parameters)}):\n " + "\n ".join(body or ["pass"])
    exec(text, known)  # noqa: S102 - the names are those of a class that is written out
    init: Callable[..., None] = known["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init


def _parameter(name: str, said: _Field) -> str:
    if said.default_factory is not _MISSING:
        return f"{name}=_MISSING"
    return name if said.default is _MISSING else f"{name}=_default_{name}"


def _initial(name: str, said: _Field) -> str:
    """Return the expression of the value that a field gets first."""
    if said.default_factory is _MISSING:
        return name if said.init else f"_default_{name}"
    return f"_make_{name}() if {name} is _MISSING else {name}" if said.init else f"_make_{name}()"


@recursive_repr()
def _repr(self: Any) -> str:
    fields: _Fields = getattr(self, _FIELDS)
    shown = [f"{name}={getattr(self, name)!r}" for name, said in fields.items() if said.repr]
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _comparison(names: tuple[str, ...], *, frozen: bool) -> dict[str, Any]:
    """Return ``__eq__`` and ``__hash__`` of objects that are what their fields are."""
    # Of one name alone the getter would make no tuple.
    get: Callable[[Any], Any] = attrgetter(*names, *names[:1]) if names else lambda _: ()

    def __eq__(self: Any, other: object) -> bool:  # noqa: N807 - the method's name
        return get(self) == get(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: Any) -> int:  # noqa: N807 - the method's name
        return hash(get(self))

    return {"__eq__": __eq__, "__hash__": __hash__ if frozen else None}


def _refuse(self: Any, name: str, *_: Any) -> None:
    message = f"`{type(self).__name__}` is frozen, `{name}` can't be changed"
    raise AttributeError(message)


class _Standard:
    """What the functions of :mod:`dataclasses` look at, made when they do."""

    def __init__(self, name: str, **options: bool) -> None:
        self._name = name
        self._options = options

    def __get__(self, instance: object, owner: type) -> Any:
        standard = import_module("dataclasses")
        fields: _Fields = getattr(owner, _FIELDS)
        made = standard.make_dataclass(
            owner.__name__,
            [(name, Any, standard.field(**said.said())) for name, said in fields.items()],
            **self._options,
        )
        for name in _STANDARD:
            setattr(owner, name, getattr(made, name))
        return getattr(made, self._name)


def field_names(kind: type) -> tuple[str, ...] | None:
    """Return the names of a data class's fields in order, ``None`` for another class."""
    fields: _Fields | None = kind.__dict__.get(_FIELDS)
    return None if fields is None else tuple(fields)


def _replace(instance: Any, /, **changes: Any) -> Any:
    """Return a copy of an object with some of its fields changed."""
    fields: _Fields = getattr(instance, _FIELDS)
    for name, said in fields.items():
        if said.init and name not in changes:
            changes[name] = getattr(instance, name)
    return type(instance)(**changes)


if TYPE_CHECKING:
    from dataclasses import dataclass, field, replace
else:
    dataclass, field, replace = _dataclass, _Field, _replace

__all__ = ["dataclass", "field", "field_names", "replace"]
