"""The ways in which variables get their values. Knows values, not how programs are run."""

# ruff: noqa: D102 - an override is documented where it is first declared

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from opgen.hints import Any, Final
from opgen.tablegen.records import FieldRef, Instance, Record, own_pool
from opgen.tablegen.types import Entity
from opgen.tablegen.values import (
    INVALID,
    UNSET,
    AnonymousName,
    Bits,
    Context,
    DagValue,
    Done,
    ListValue,
    Operation,
    Resolver,
    Tracker,
    Unset,
    Value,
    VarBit,
    VarRef,
)


class MapResolver(Resolver):
    """Knows the variables of a map; values of the map may refer to each other."""

    __slots__ = ("_done", "_map")

    def __init__(
        self, context: Context, record: Entity | None, values: Mapping[str, Value]
    ) -> None:
        super().__init__(context, record)
        self._map: dict[str | AnonymousName, Value] = dict(values.items())
        self._done: set[str | AnonymousName] = set()

    def lookup(self, name: str | AnonymousName) -> Value | None:
        value = self._map.get(name)
        if value is None or value.is_closed or name in self._done or len(self._map) == 1:
            return value
        # While a value is being resolved its own name is unknown, or it would never end.
        del self._map[name]
        done, self.done = self.done, {}
        value = value.resolve(self)
        self.done = done
        self._map[name] = value
        self._done.add(name)
        return value

    def known(self, names: Sequence[str]) -> tuple[Value | None, ...] | None:
        found = tuple(map(self._map.get, names))
        return found if all(value is None or value.is_closed for value in found) else None


class RecordResolver(Resolver):
    """Knows the fields of a record; used for the last resolution of it."""

    __slots__ = ("_active", "_cache", "_new_title", "_record")

    def __init__(self, context: Context, record: Record, new_title: Value | None = None) -> None:
        super().__init__(context, record, is_final=True)
        self.keeps_unset_bits = True
        self._record = record
        self._new_title = new_title
        self._cache: dict[str | AnonymousName, Value] = {}
        self._active: set[str | AnonymousName] = set()

    def lookup(self, name: str | AnonymousName) -> Value | None:
        if (known := self._cache.get(name)) is not None:
            return known
        if name in self._active:
            return None
        value = self._source(name)
        if value is None:
            return None
        if not value.is_closed:
            self._active.add(name)
            done, self.done = self.done, {}
            value = value.resolve(self)
            self.done = done
            self._active.discard(name)
        self._cache[name] = value
        return value

    def known(self, names: Sequence[str]) -> tuple[Value | None, ...] | None:
        values, cache = self._record.values, self._cache
        found: list[Value | None] = []
        for name in names:
            value = cache.get(name) or values.get(name, UNSET)
            if not value.is_closed or isinstance(value, Unset):
                return None
            found.append(value)
        return tuple(found)

    def _source(self, name: str | AnonymousName) -> Value | None:
        if isinstance(name, AnonymousName):
            return self._new_title if name is self._record.title else None
        value = self._record.values.get(name)
        return None if isinstance(value, Unset) and value is not INVALID else value


class ShadowResolver(Resolver):
    """Resolves like another resolver, except for variables that an operator binds."""

    __slots__ = ("_hidden", "_inner")

    def __init__(self, inner: Resolver, hidden: Iterable[str]) -> None:
        super().__init__(inner.context, inner.record, is_final=inner.is_final)
        self._inner = inner
        self._hidden = frozenset(hidden)

    def lookup(self, name: str | AnonymousName) -> Value | None:
        return None if name in self._hidden else self._inner.lookup(name)

    @property
    def tracker(self) -> Tracker | None:
        return self._inner.tracker

    def shared(self, value: Value) -> Done | None:
        names = occurring(value, own_pool(self).occurring)
        return self._inner.shared(value) if self._hidden.isdisjoint(names) else None

    def known(self, names: Sequence[str]) -> tuple[Value | None, ...] | None:
        return self._inner.known(names) if self._hidden.isdisjoint(names) else None


class VariableFinder(Resolver):
    """Collects the variables that occur."""

    __slots__ = ("found",)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.found: set[str | AnonymousName] = set()

    def lookup(self, name: str | AnonymousName) -> Value | None:
        self.found.add(name)
        return None

    @staticmethod
    def occur(context: Context, value: Value, names: set[str]) -> bool:
        """Whether any of the variables occurs in ``value``, or resolving alone changes it."""
        finder = VariableFinder(context)
        return value.resolve(finder) is not value or not finder.found.isdisjoint(names)


_PARTS: Final[dict[type, Callable[[Any], Iterable[Value]]]] = {
    Operation: lambda v: v.operands,
    ListValue: lambda v: v.elements,
    Bits: lambda v: v.elements,
    DagValue: lambda v: (v.operator, *[argument.value for argument in v.arguments]),
    VarBit: lambda v: (v.value,),
    FieldRef: lambda v: (v.value,),
    Instance: lambda v: [argument.value for argument in v.arguments],
}
_NONE: Final[frozenset[str]] = frozenset()


def occurring(value: Value, known: dict[Value, frozenset[str]]) -> frozenset[str]:
    """Return the variables that occur in a value, also those that operators in it bind."""
    if value.is_closed:
        return _NONE
    if isinstance(value, VarRef):
        return frozenset((value.name,))
    found = known.get(value)
    if found is None:
        parts = _PARTS.get(type(value))
        each = [occurring(part, known) for part in parts(value)] if parts else ()
        found = known[value] = _NONE.union(*each)
    return found


class ReferenceFinder(Resolver):
    """Notes whether a variable occurs."""

    __slots__ = ("_wanted", "found")

    def __init__(self, context: Context, wanted: str) -> None:
        super().__init__(context)
        self._wanted = wanted
        self.found = False

    def lookup(self, name: str | AnonymousName) -> Value | None:
        self.found = self.found or name == self._wanted
        return None
