"""From evaluated spec files to the operator model.

Specs whose text is as it was before are taken from a cache. Knows which records are operators and
what operators are to each other; what a record says is its reader's matter.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from opgen.dataclass import dataclass, field, replace
from opgen.diagnostics import Diagnostic, Diagnostics, Label, Severity
from opgen.ops.checks import check_model, check_op
from opgen.ops.gradient_reader import GradientReader
from opgen.ops.identity import identity_of
from opgen.ops.kept import KeptOp, KeptSpec, OpCache, Siblings
from opgen.ops.ods.reader import (
    DIALECT,
    library_of_dialect,
    operation_records,
    read_operations,
)
from opgen.ops.oneflow_reader import DIALECT_OP, read_dialect
from opgen.ops.op import Library, Op, OpSet
from opgen.ops.reader import (
    PRELUDE_FIELDS,
    PRELUDE_LIBRARY,
    PRELUDE_OP,
    Draft,
    library_mistake,
    library_of,
)
from opgen.outputs import OpId
from opgen.source import Span
from opgen.tablegen import Record, RecordKeeper

DEFAULT_LIBRARY = "ops"
"""The library of operators that name none, where the project names none either."""


def read_model(
    keepers: Sequence[RecordKeeper],
    *,
    default_library: str | None,
    diagnostics: Diagnostics,
    cache: Path | None = None,
) -> OpSet:
    """Read the operators of all record keepers into one model.

    Args:
        keepers: The evaluated spec files.
        default_library: Library of an op whose record names none; ``None`` for the default.
        diagnostics: Takes what is wrong.
        cache: An existing folder in which operators are kept, if there is one.
    """
    name = default_library or DEFAULT_LIBRARY
    mistake = library_mistake(name)
    if mistake:
        message = f"the project's {mistake[1]}"
        diagnostics.add(Diagnostic("OPG0003", message, help=mistake[2]))
    fallback = Library(name, f"{name}_")
    kept = OpCache(cache, fallback, keepers)
    known = {keeper.files[:1]: spec for keeper in keepers if (spec := kept.find(keeper))}
    reading = _Reading(fallback, known, kept.is_there)
    if not reading.read(keepers):
        # Operators clash, or mean something else than they did.
        reading = _Reading(fallback, {}, kept.is_there)
        reading.read(keepers)
    if kept.is_there:
        for keeper, spec in reading.specs(keepers):
            kept.keep(keeper, spec)
    diagnostics.items += reading.diagnostics.items
    dialect = read_dialect(reading.fresh(keepers), diagnostics)
    model = OpSet(tuple(reading.ops()), dialect, reading.identities())
    check_model(model, diagnostics)
    _check_libraries(model, keepers, diagnostics)
    if not model.ops and not dialect and not diagnostics.has_errors:
        message = "the specs define no operator"
        advice = "an operator is a def that derives from `Op` of `opgen/OpBase.td`"
        diagnostics.add(Diagnostic("OPG0317", message, severity=Severity.WARNING, help=advice))
    return model


@dataclass(slots=True)
class _Reading:
    """Operators of specs: those that are known from before, and those that are read.

    Attributes:
        fallback: The library of operators that name none.
        known: What is known of specs, by the root file.
        is_kept: Whether what is read will be kept.
        diagnostics: What is wrong with the others.
        linked: The operators that were read, by the file of their definition.
        asked: What their gradients asked for, likewise.
        noisy: The files of operators that there was something to say about.
    """

    fallback: Library
    known: Mapping[tuple[Path, ...], KeptSpec]
    is_kept: bool
    diagnostics: Diagnostics = field(default_factory=Diagnostics)
    linked: dict[str, list[KeptOp]] = field(default_factory=dict)
    asked: dict[str, dict[tuple[str, str], bytes]] = field(default_factory=dict)
    noisy: set[str] = field(default_factory=set)

    def fresh(self, keepers: Sequence[RecordKeeper]) -> list[RecordKeeper]:
        """Return the specs of which nothing is known."""
        return [keeper for keeper in keepers if keeper.files[:1] not in self.known]

    def _all(self) -> Iterator[KeptOp]:
        specs = [*(spec.ops for spec in self.known.values()), *self.linked.values()]
        return itertools.chain(*specs)

    def ops(self) -> list[Op]:
        """Return all operators, in the order of a model."""
        ops = (op for each in self._all() for op in (each.op, *each.made))
        return sorted(ops, key=lambda op: op.id)

    def identities(self) -> dict[OpId, bytes]:
        """Return what tells whether an operator has changed, where that was asked for."""
        return {
            op.id: identity
            for each in self._all()
            for op, identity in zip((each.op, *each.made), each.identities, strict=False)
        }

    def read(self, keepers: Sequence[RecordKeeper]) -> bool:
        """Read all operators; return whether what is known fits them."""
        drafts = self._drafts(self.fresh(keepers))
        known = [each.op for spec in self.known.values() for each in spec.ops]
        ops = [*known, *(draft.op for draft in drafts)]
        if len({op.id for op in ops}) < len(ops):
            return False
        libraries: dict[str, dict[str, Op]] = {}
        for op in ops:
            libraries.setdefault(op.library.name, {})[op.name] = op
        for spec in self.known.values():
            for (library, name), identity in spec.asked.items():
                if _identity(libraries.get(library, {}).get(name)) != identity:
                    return False
        for draft in drafts:
            self._link(draft, libraries[draft.op.library.name])
        return True

    def specs(self, keepers: Sequence[RecordKeeper]) -> Iterator[tuple[RecordKeeper, KeptSpec]]:
        """Yield what was read of each spec that stands for itself, and had nothing wrong."""
        for keeper in self.fresh(keepers):
            if not keeper.sources or not _is_plain(keeper):
                continue
            path = keeper.sources[0].path
            if path not in self.noisy:
                ops = tuple(self.linked.get(path, ()))
                yield keeper, KeptSpec(ops, self.asked.get(path, {}))

    def _drafts(self, keepers: Sequence[RecordKeeper]) -> list[Draft]:
        drafts = []
        for record in _op_records(keepers):
            with self._noticing(record):
                drafts.append(Draft.read(record, self.fallback, self.diagnostics))
        operations = read_operations(keepers, elsewhere=DIALECT_OP, diagnostics=self.diagnostics)
        for op, record in operations:
            drafts.append(Draft.of_operation(op, record, self.diagnostics))
        return self._without_duplicates(drafts)

    def _without_duplicates(self, drafts: Iterable[Draft]) -> list[Draft]:
        first: dict[str, Draft] = {}
        for draft in drafts:
            other = first.setdefault(draft.op.id, draft)
            if other is draft:
                continue
            self.noisy |= {draft.record.span.file.path, other.record.span.file.path}
            self.diagnostics.add(
                Diagnostic(
                    "OPG0301",
                    f"op `{draft.op.name}` is defined twice in library `{draft.op.library.name}`",
                    draft.record.locate("opName"),
                    label="defined again here",
                    secondary=(Label(other.record.locate("opName"), "first defined here"),),
                    help="give one of them another name or another library",
                )
            )
        return list(first.values())

    @contextmanager
    def _noticing(self, record: Record) -> Iterator[None]:
        """Remember the file of ``record`` if something is reported meanwhile."""
        before = len(self.diagnostics.items)
        yield
        if len(self.diagnostics.items) > before:
            self.noisy.add(record.span.file.path)

    def _link(self, draft: Draft, ops: Mapping[str, Op]) -> None:
        """Give an operator its gradient, and keep in mind what that depends on."""
        siblings = Siblings(ops)
        with self._noticing(draft.record):
            op, *made = _linked(draft, siblings, self.diagnostics)
        path, library = draft.record.span.file.path, draft.op.library.name
        self.linked.setdefault(path, []).append(
            KeptOp.of(op, *made) if self.is_kept else KeptOp(op, tuple(made), ())
        )
        asked = self.asked.setdefault(path, {})
        for name in siblings.asked:
            other = ops.get(name)
            # What is in the file itself changes with its text.
            if other is None or other.span.file.path != path:
                asked[library, name] = _identity(other)


def _check_libraries(
    model: OpSet, keepers: Sequence[RecordKeeper], diagnostics: Diagnostics
) -> None:
    """Report libraries that operators find described in several ways."""
    described: dict[str, dict[Library, Op]] = {}
    for op in model.ops:
        described.setdefault(op.library.name, {}).setdefault(op.library, op)
    clashes = [ways for ways in described.values() if len(ways) > 1]
    records = _library_records(keepers) if clashes else {}
    for ways in clashes:
        # A library that no record describes is the project's own, which an operator has by default.
        known = [library for library in records if library in ways]
        first, *others = (*known, *(library for library in ways if library not in records))
        for other in others:
            what = "summary" if other.summary != first.summary else "prefix"
            places = [_place(ways[each], records.get(each), what) for each in (first, other)]
            diagnostics.add(
                Diagnostic(
                    "OPG0324",
                    f"library `{first.name}` is described in two ways",
                    places[1],
                    label=f"here with another {what}",
                    secondary=(Label(places[0], "here first"),),
                    help="define it once, in a file that all its specs include",
                )
            )


def _library_records(keepers: Iterable[RecordKeeper]) -> dict[Library, Record]:
    """Return the libraries that specs describe, each with the first record that does so."""
    found: dict[Library, Record] = {}
    for keeper in keepers:
        for record in keeper.all_derived_definitions(PRELUDE_LIBRARY):
            found.setdefault(library_of(record), record)
        for record in keeper.all_derived_definitions(DIALECT):
            found.setdefault(library_of_dialect(record), record)
    return found


def _place(op: Op, library: Record | None, field: str) -> Span:
    """Return where a library has the value of a field, or else an operator that is in it."""
    if library is None:
        return op.span
    found = library.locate(field)
    # The value may be that of the class, in a file that isn't the user's.
    return found if found.file is library.span.file else library.span


def _identity(op: Op | None) -> bytes:
    """Return the identity of an operator as those see it that name it in a gradient."""
    return b"" if op is None else identity_of(replace(op, gradient=()))


def _is_plain(keeper: RecordKeeper) -> bool:
    """Return whether all operators of a spec are of the prelude's kind and in its root file."""
    if keeper.all_derived_definitions(DIALECT_OP):
        return False
    if operation_records([keeper], elsewhere=DIALECT_OP):
        return False
    root = keeper.sources[0].path
    return all(record.span.file.path == root for record in _op_records([keeper]))


def _op_records(keepers: Iterable[RecordKeeper]) -> list[Record]:
    """Return each op's record once, however many spec files include its definition."""
    seen: dict[tuple[str, int, str], Record] = {}
    for keeper in keepers:
        for record in keeper.all_derived_definitions(PRELUDE_OP):
            if not record.is_anonymous and record.declarations.keys() >= PRELUDE_FIELDS:
                key = (record.span.file.path, record.span.start, record.name)
                seen.setdefault(key, record)
    return list(seen.values())


def _linked(draft: Draft, siblings: Siblings, diagnostics: Diagnostics) -> tuple[Op, ...]:
    """Return the op with its gradient, and the backward ops that were made for it."""
    op = draft.op
    has_wrong_formula = bool(op.expr) and op.formula is None
    if draft.unread or has_wrong_formula:
        check_op(op, unread=draft.unread, gradient=not has_wrong_formula, diagnostics=diagnostics)
        return (op,)
    linked = GradientReader(op, siblings, diagnostics).read(draft.gradients)
    check_op(linked.op, unread=draft.unread, gradient=linked.complete, diagnostics=diagnostics)
    return (linked.op, *linked.made)
