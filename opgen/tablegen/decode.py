"""From bytes to what statements made. The counterpart of ``encode``; see there.

Records and classes get their state when they are first looked into. Bytes can't make anything but
what is listed here.
"""

from __future__ import annotations

import io
from collections.abc import Callable

from opgen.accelerators import Unpickler, import_module
from opgen.dataclass import dataclass, field
from opgen.diagnostics import Diagnostics
from opgen.hints import Any, Final
from opgen.tablegen.ground import Ground
from opgen.tablegen.kept import KeptNode, Stored
from opgen.tablegen.records import (
    Argument,
    Check,
    Pool,
    Record,
    RecordClass,
    inherited,
)
from opgen.tablegen.types import (
    BIT,
    DAG,
    INT,
    STRING,
    Declaration,
    Origin,
    Type,
    bits_type,
)
from opgen.tablegen.values import (
    INVALID,
    LOST,
    UNSET,
    AnonymousName,
    DagArgument,
    Place,
    Value,
    VarBit,
    VarRef,
)

_SIMPLE_TYPES: Final[dict[str, Type]] = {"bit": BIT, "int": INT, "string": STRING, "dag": DAG}


class _Unpickler(Unpickler):
    """Makes what its decoder makes and nothing else."""

    def __init__(self, data: bytes | memoryview, decoder: StateDecoder) -> None:
        super().__init__(io.BytesIO(data))
        self._decoder = decoder

    def find_class(self, module: str, name: str) -> Any:  # noqa: ARG002
        """Return the one of the two ways to make something."""
        return self._decoder.make if name == "make" else self._decoder.fill_state


@dataclass(slots=True, eq=False)
class StateDecoder:
    """Makes what was kept, out of the pool and the tables of an evaluation."""

    pool: Pool
    defs: dict[str, Record]
    classes: dict[str, RecordClass]
    ground: Ground
    fetch: Callable[[Stored], bytes | memoryview]
    _makers: dict[str, Callable[..., Any]] = field(init=False, repr=False)
    _trees: dict[bytes, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        pool = self.pool
        self._makers = {
            "place": self._place,
            "declaration": self._declaration,
            "origin": self._origin,
            "check": Check,
            "argument": Argument,
            "dag argument": DagArgument,
            "loop": _loop,
            "multiclass": _multiclass,
            "record": self.defs.__getitem__,
            "class": self.classes.__getitem__,
            "new record": lambda *parts: Record(
                parts[0], parts[2], is_anonymous=parts[1], lineage=parts[3]
            ),
            "new class": lambda *parts: RecordClass(
                parts[0], parts[2], is_defined=parts[1], lineage=parts[3]
            ),
            "type": _SIMPLE_TYPES.__getitem__,
            "bits type": bits_type,
            "list type": pool.list_of,
            "record type": pool.record,
            "bang": _bang,
            "invalid": lambda: INVALID,
            "unset": lambda: UNSET,
            "lost": lambda: LOST,
            "bit": pool.bit,
            "int": pool.integer,
            "string": lambda value, is_code: pool.string(value, is_code=is_code),
            "bits": pool.bits,
            "list": pool.list_value,
            "dag": pool.dag,
            "variable": lambda *parts: pool.intern(VarRef, *parts),
            "variable bit": lambda *parts: pool.intern(VarBit, *parts),
            "anonymous": AnonymousName,
            "field": pool.field,
            "def": lambda record: record.reference(pool),
            "instance": pool.known_instance,
            "operation": self._operation,
        }

    def load(self, data: Stored) -> Any:
        """Return what ``data`` holds."""
        return _Unpickler(self.fetch(data), self).load()

    def make(self, kind: str, *parts: Any) -> Any:
        """Make something out of its parts."""
        return self._makers[kind](*parts)

    def fill(self, entity: Any) -> None:
        """Give a record or class its state, and those that it derives from."""
        stack = [entity]
        while stack:
            top = stack[-1]
            above = [parent for parent in top.direct_parents if parent.kept]
            if above:
                stack += above
            else:
                stack.pop()
                if (kept := top.kept) is not None:
                    top.kept, made = None, kept.made
                    self.fill_state(top, (made.places, *self.load(made.data)))

    def find_classes(self, names: tuple[str, ...]) -> list[RecordClass]:
        """Return the classes of these names."""
        return [*map(self.classes.__getitem__, names)]

    def fill_state(self, record: Record, state: tuple[Any, ...]) -> None:
        """Set what there is to a record beside its name and parents."""
        places, record.title, declarations, values, origins, gone, arguments, *rest = state
        record.places = [*map(self._place, places[::3], places[1::3], places[2::3])]
        parameters: tuple[str, ...] = rest[4] if isinstance(record, RecordClass) else ()
        declared, inherited_values, record.origins = inherited(record, rest[3])
        # A class has its own parameters before what it inherits.
        record.declarations = {name: declarations[name] for name in parameters}
        record.declarations |= declared | declarations
        record.values = {name: values[name] for name in parameters}
        record.values |= inherited_values | values
        record.origins.update(origins)
        for name in gone:
            del record.origins[name]
        if (order := rest[2]) is not None:
            record.declarations = {name: record.declarations[name] for name in order}
            record.values = {name: record.values[name] for name in order}
        record.arguments = list(arguments)
        record.defm_origins, record.checks = rest[0], list(rest[1])
        if isinstance(record, RecordClass):
            record.parameters, record.used = list(parameters), set(rest[5])

    def find_node(self, key: bytes, start: int, end: int) -> Any:
        """Return the node from ``start`` to ``end`` of the statement that is known by ``key``."""
        plot = self.ground.plot(key)
        if key not in self._trees:
            parser = import_module("opgen.tablegen.parser")
            self._trees[key] = parser.parse(
                plot.source, plot.text, Diagnostics(), start=plot.start, stop=plot.end
            ).statements
        return _search(self._trees[key], start, end)

    def _place(self, key: bytes, start: int, end: int) -> Place:
        plot = self.ground.plot(key)
        return Place(plot.source, plot.start + start, plot.start + end)

    def _declaration(self, name: str, type_: Type, key: bytes, *rest: Any) -> Declaration:
        plot = self.ground.plot(key)
        start, end, is_field = rest
        return Declaration(
            name, type_, plot.source, plot.start + start, plot.start + end, is_field=is_field
        )

    def _origin(self, key: bytes, start: int, end: int, *rest: Any) -> Origin:
        plot = self.ground.plot(key)
        at, owner = rest
        # The place of a node is one in the file, as that of any other node.
        node = at and KeptNode(plot.start + at[0], plot.start + at[1], key, self)
        return Origin(plot.source, plot.start + start, plot.start + end, node, owner)

    def _operation(self, operator: Any, operands: tuple[Value, ...], *rest: Any) -> Value:
        type_, parameter = rest
        return self.pool.operation(operator, operands, type_, parameter=parameter)


def _loop(*parts: Any) -> Any:
    return import_module("opgen.tablegen.evaluation").Loop(*parts)


def _multiclass(*parts: Any) -> Any:
    return import_module("opgen.tablegen.evaluation").Multiclass(*parts)


def _bang(name: str) -> Any:
    bangs = import_module("opgen.tablegen.bangs")
    return bangs.BANGS.get(name) or bangs.SUFFIXES[name]


def _search(node: Any, start: int, end: int) -> Any:
    """Return the outermost node that stands from ``start`` to ``end``; there is one."""
    stack = [*node]
    while stack:
        part = stack.pop()
        if not isinstance(part, tuple):
            continue
        if type(part) is tuple:
            stack += part
        elif getattr(part, "text", None) is None and part[0] <= start and end <= part[1]:
            if part[:2] == (start, end):
                return part
            stack += part[2:]
    message = f"no node from {start} to {end}"
    raise LookupError(message)
