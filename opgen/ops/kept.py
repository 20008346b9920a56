"""Operators that were read from a spec, kept from one build to the next.

What a spec says follows from its text, from that of its includes and from opgen itself; what its
gradients mean, also from the operators of its library that they name. Only what led to no
diagnostic is kept. Knows the model, not what the words of a spec mean.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from opgen import cachefile
from opgen.accelerators import Pickler, Unpickler, UnpicklingError
from opgen.dataclass import field_names
from opgen.namedtuple import NamedTuple
from opgen.ops.identity import identity_of
from opgen.ops.op import Library, Op
from opgen.source import SourceFile
from opgen.tablegen import RecordKeeper

_MODULES: Final = ("opgen.ops.", "opgen.source", "opgen.outputs")
"""What a kept file may hold objects of."""
_PROTOCOL: Final = 5


class KeptOp(NamedTuple):
    """One operator of a spec.

    Attributes:
        op: The operator.
        made: The backward operators that were made for it.
        identities: That of the operator, and of each of those; none where nothing is kept.
    """

    op: Op
    made: tuple[Op, ...]
    identities: tuple[bytes, ...]

    @classmethod
    def of(cls, op: Op, *made: Op) -> KeptOp:
        """Return an operator and those made for it, with their identities."""
        return cls(op, made, tuple(map(identity_of, (op, *made))))


class KeptSpec(NamedTuple):
    """What a spec says.

    Attributes:
        ops: Its operators.
        asked: For each library and mnemonic that a gradient asked for, the identity of what was
            there; nothing where there was none.
    """

    ops: tuple[KeptOp, ...]
    asked: dict[tuple[str, str], bytes]


class OpCache:
    """A folder with a file for each spec."""

    def __init__(
        self, folder: Path | None, fallback: Library, keepers: Sequence[RecordKeeper]
    ) -> None:
        """Set up.

        Args:
            folder: Where the files are; ``None`` for no cache.
            fallback: The library of operators that name none.
            keepers: All specs of the build. One that another one includes isn't kept: what it
                says there may be something else.
        """
        self._folder = folder
        code = b"" if folder is None else cachefile.own_code()
        self._key = cachefile.digest(code, *map(str.encode, _words(fallback)))
        self._included = {file.resolve() for keeper in keepers for file in keeper.files[1:]}

    @property
    def is_there(self) -> bool:
        """Whether anything is kept at all."""
        return self._folder is not None

    def find(self, keeper: RecordKeeper) -> KeptSpec | None:
        """Return what is kept of a spec whose text is as it was."""
        if not self._can_keep(keeper):
            return None
        body = cachefile.read(self._path(keeper), self._key_of(keeper))
        if body is None:
            return None
        sources = {source.path: source for source in keeper.sources}
        try:
            ops, asked = _Reader(io.BytesIO(body), sources).load()
        except (UnpicklingError, LookupError, TypeError, ValueError, EOFError, AttributeError):
            return None
        return KeptSpec(tuple(KeptOp(*each) for each in ops), asked)

    def keep(self, keeper: RecordKeeper, spec: KeptSpec) -> None:
        """Keep what ``keeper``'s spec says."""
        if not self._can_keep(keeper):
            return
        stream = io.BytesIO()
        _Writer(stream, _PROTOCOL).dump((tuple(map(tuple, spec.ops)), spec.asked))
        cachefile.write(self._path(keeper), self._key_of(keeper), stream.getvalue())

    def _can_keep(self, keeper: RecordKeeper) -> bool:
        return (
            self._folder is not None
            and bool(keeper.sources)
            and keeper.files[0].resolve() not in self._included
        )

    def _path(self, keeper: RecordKeeper) -> Path:
        name = cachefile.digest(str(keeper.files[0]).encode("utf-8", "surrogateescape"))
        return (self._folder or Path()) / f"{name.hex()}.ops"

    def _key_of(self, keeper: RecordKeeper) -> bytes:
        texts = (
            part.encode("utf-8", "surrogatepass")
            for source in keeper.sources
            for part in (source.path, source.text)
        )
        macros = (macro.encode() for macro in sorted(keeper.defines))
        return cachefile.digest(self._key, b"macros", *macros, b"texts", *texts)


class Siblings(Mapping[str, Op]):
    """The operators of a library by mnemonic; remembers which ones were asked for."""

    def __init__(self, ops: Mapping[str, Op]) -> None:
        """Set up for the operators that specs define, without their gradients."""
        self._ops = ops
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> Op:
        """Return the operator of that name."""
        self.asked.add(name)
        return self._ops[name]

    def __iter__(self) -> Iterator[str]:
        """Yield all names."""
        return iter(self._ops)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._ops)


def _words(library: Library) -> tuple[str, str, str]:
    return (library.name, library.prefix, library.summary)


class _Writer(Pickler):
    """Writes data classes as the values of their fields, and source files by name."""

    def persistent_id(self, item: Any) -> str | None:
        return item.path if type(item) is SourceFile else None

    def reducer_override(self, item: Any) -> Any:
        names = field_names(type(item))
        if names is None:
            return NotImplemented
        return _remade, (type(item), tuple([getattr(item, name) for name in names]))


class _Reader(Unpickler):
    """Reads what was written, and makes nothing else than parts of the model."""

    def __init__(self, stream: io.BytesIO, sources: Mapping[str, SourceFile]) -> None:
        super().__init__(stream)
        self._sources = sources

    def persistent_load(self, name: str) -> SourceFile:
        return self._sources[name]

    def find_class(self, module: str, name: str) -> Any:
        if not module.startswith(_MODULES):
            raise UnpicklingError(f"{module}.{name} is no part of the model")
        return super().find_class(module, name)


def _remade(kind: type, values: tuple[Any, ...]) -> Any:
    made: Any = object.__new__(kind)
    for name, value in zip(field_names(kind) or (), values, strict=True):
        object.__setattr__(made, name, value)
    return made
