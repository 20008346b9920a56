"""A text for each instance of a class, equal if and only if class and arguments are.

Unlike values, which are objects of one evaluation, it means the same in another. Knows values and
records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from opgen.accelerators import blake2b
from opgen.dataclass import dataclass, field
from opgen.hints import Any, Final
from opgen.tablegen.records import DefRef, FieldRef, Instance
from opgen.tablegen.values import (
    AnonymousName,
    Bits,
    DagValue,
    ListValue,
    Operation,
    String,
    Value,
    VarBit,
    VarRef,
)

_LONG: Final = 100


@dataclass(slots=True)
class InstanceKeys:
    """Finds the texts, each once."""

    _known: dict[Value, str] = field(default_factory=dict)

    def find(self, value: Value) -> str:
        """Return the text for an instance or any other value."""
        found = self._known.get(value)
        if found is None:
            found = self._spell(value)
            if len(found) > _LONG:
                found = blake2b(found.encode("utf-8", "surrogatepass")).hexdigest()[:40]
            self._known[value] = found
        return found

    def _spell(self, value: Value) -> str:
        parts = _PARTS.get(type(value))
        if parts is None:
            return _join(type(value).__name__, str(value))
        spelled = [self.find(p) if isinstance(p, Value) else str(p) for p in parts(value)]
        return _join(type(value).__name__, *spelled)


def _join(*parts: str) -> str:
    return "".join([f"{len(part)} {part}" for part in parts])


_PARTS: Final[dict[type, Callable[[Any], Iterable[object]]]] = {
    String: lambda v: (v.value, v.is_code),
    Instance: lambda v: (v.entity.name, *(part for argument in v.arguments for part in argument)),
    DefRef: lambda v: (v.record.name,),
    ListValue: lambda v: (v.type, *v.elements),
    Bits: lambda v: v.elements,
    VarRef: lambda v: (v.name, v.type),
    VarBit: lambda v: (v.value, v.index),
    FieldRef: lambda v: (v.value, v.name),
    DagValue: lambda v: (
        v.operator,
        repr(v.name),
        *(part for a in v.arguments for part in (a.value, repr(a.name))),
    ),
    Operation: lambda v: (v.operator.name, v.type, v.parameter, *v.operands),
    AnonymousName: lambda v: (v.number,),
}
"""What makes a value what it is, apart from its kind."""
