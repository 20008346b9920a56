"""The result of an evaluation, and the way to get one: :func:`load`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from types import MappingProxyType

from opgen.accelerators import import_module
from opgen.cachefile import digest
from opgen.dataclass import dataclass, field
from opgen.diagnostics import Diagnostic, Diagnostics
from opgen.hints import TYPE_CHECKING, TypeAlias
from opgen.source import SourceFile
from opgen.tablegen import snapshot
from opgen.tablegen.evaluation import Evaluation, Language
from opgen.tablegen.limits import LimitExceededError
from opgen.tablegen.memory import Recollection
from opgen.tablegen.prepass_facts import KnownFacts, Macros, StaleError, is_macro
from opgen.tablegen.records import Instance, Record, RecordClass
from opgen.tablegen.room import nested, undisturbed
from opgen.tablegen.units import Loader, Unit, absolute, spelled
from opgen.tablegen.values import LostValueError, Value

if TYPE_CHECKING:
    from pathlib import Path

AnyPath: TypeAlias = str | os.PathLike[str]


@dataclass(frozen=True, slots=True)
class RecordKeeper:
    """The records and classes of a program.

    Attributes:
        defs: The records in the order in which they were made, unnamed ones included.
        classes: The classes in the order of their declaration.
        sources: The text of each file that was opened, the root first.
        defines: The macros that were defined from the start.
        diagnostics: What is wrong with the program.
    """

    defs: Mapping[str, Record]
    classes: Mapping[str, RecordClass]
    sources: tuple[SourceFile, ...]
    defines: frozenset[str]
    diagnostics: Diagnostics
    _files: tuple[str, ...]
    _searched: tuple[str, ...]
    _derived: dict[str, list[Record]] = field(default_factory=dict, repr=False)

    @property
    def files(self) -> tuple[Path, ...]:
        """Every file opened, the root first."""
        return _paths(self._files)

    @property
    def searched(self) -> tuple[Path, ...]:
        """The paths at which an include was looked for and not found, in order."""
        return _paths(self._searched)

    @property
    def records(self) -> tuple[Record, ...]:
        """The records in the order in which they were made, unnamed ones included."""
        return tuple(self.defs.values())

    def all_derived_definitions(self, class_name: str) -> list[Record]:
        """Return the records that derive from a class, in the order in which they were made."""
        found = self._derived.get(class_name)
        if found is None:
            entity = self.classes.get(class_name)
            found = [record for record in self.defs.values() if entity in record.ancestors]
            self._derived[class_name] = found
        return list(found)


def _paths(texts: Iterable[str]) -> tuple[Path, ...]:
    # Whoever asks for paths has pathlib anyway; who doesn't needn't wait for it.
    return tuple(map(import_module("pathlib").Path, texts))


@undisturbed()
def load(
    path: AnyPath,
    include_dirs: Sequence[AnyPath] = (),
    defines: Sequence[str] = (),
    *,
    diagnostics: Diagnostics | None = None,
    shown_as: Callable[[Path], str] | None = None,
    cache: AnyPath | None = None,
    language: Language = Language(),  # noqa: B008 - it's frozen
    from_pipe: bool = False,
) -> RecordKeeper:
    """Evaluate the program in ``path``.

    Mistakes in the program are added to the diagnostics; the result holds what could be made.

    Args:
        path: The root file.
        include_dirs: Where included files are looked for, in this order.
        defines: Macros that are defined from the start.
        diagnostics: Takes what is found to be wrong; a collector of its own if there is none.
        shown_as: How a path is shown to people; by itself if that isn't said.
        cache: A folder in which results of parsing are kept. It is made if need be, and may be
            deleted at any time.
        language: The version of the language, and whether it warns.
        from_pipe: Whether the root may be a pipe; without a cache only.
    """
    diagnostics = Diagnostics() if diagnostics is None else diagnostics
    root, *folders = (spelled(os.fspath(place)) for place in (path, *include_dirs))
    trees = None if cache is None else spelled(os.fspath(cache))
    if trees is not None and "\0" in trees:
        # No folder is called so: go without, as where one can't be written.
        trees = None
    name = _identity(root, folders, defines, language=language)
    place = None if trees is None else f"{trees}/{name}{snapshot.ENDING}"
    kept = snapshot.read(place) if place is not None else snapshot.NOTHING
    facts = KnownFacts(kept.entries, kept.fetch)
    show = str if shown_as is None else _shown_by(shown_as)
    loader = Loader(folders, Diagnostics(), show, Macros(set(defines)), facts)
    diagnostics.items += [_no_macro(name) for name in defines if not is_macro(name)]
    try:
        unit = loader.load_root(root, from_pipe=from_pipe)
    except StaleError:
        loader = Loader(folders, Diagnostics(), show, Macros(set(defines)))
        unit = loader.load_root(root)
    diagnostics.items += loader.diagnostics.items
    loader.diagnostics = diagnostics
    if unit is None:
        return _keep(loader, {}, {}, defines=frozenset(defines))
    ev = _evaluate(loader, unit, trees, language=language, place=place, kept=kept)
    diagnostics.items += ev.diagnostics.items
    loader.add_notes()
    return _keep(loader, ev.defs, ev.classes, defines=frozenset(defines))


def _no_macro(name: str) -> Diagnostic:
    advice = "a macro has no value; its name is letters, digits and `_`, no digit first"
    return Diagnostic("OPG0103", f"`{name}` is no name of a macro", help=advice)


def _shown_by(shown_as: Callable[[Path], str]) -> Callable[[str], str]:
    return lambda text: shown_as(*_paths([text]))


def _identity(
    root: str, folders: Sequence[str], defines: Sequence[str], *, language: Language
) -> str:
    """Return a name for a program, in whatever state its files are."""
    parts = [absolute(root), *folders, "", *sorted(defines), ""]
    return digest("\0".join([*parts, str(language)]).encode("utf-8", "replace")).hex()


def _evaluate(
    loader: Loader,
    unit: Unit,
    trees: str | None,
    *,
    language: Language,
    place: str | None,
    kept: snapshot.Snapshot,
) -> Evaluation:
    """Evaluate the program, file by file if its files hold whole statements."""

    def begin() -> Evaluation:
        return Evaluation(loader, Diagnostics(), unit, _make_instance, trees, language)

    ev = None if place is None else _remember(begin(), place, kept)
    if ev is not None and not ev.diagnostics.items:
        return ev
    # Not loaded where everything is known.
    running = import_module("opgen.tablegen.running")
    done: Evaluation = running.run(begin) if ev is None else ev
    return running.run_as_one(begin, done) if running.needs_splicing(done) else done


def _make_instance(ev: Evaluation, instance: Instance) -> Value:
    ev.make_instance = import_module("opgen.tablegen.instantiate").make_instance
    return ev.make_instance(ev, instance)


def _remember(ev: Evaluation, place: str, kept: snapshot.Snapshot) -> Evaluation | None:
    """Evaluate what isn't kept; None if the program asks for too much."""
    recollection = Recollection(ev, kept, place, dict(ev.loader.facts.new))
    with suppress(RecursionError, LimitExceededError, LostValueError):
        nested(partial(recollection.run_unit, ev.unit))
        if not ev.diagnostics.has_errors:
            recollection.save()
        return ev
    return None


def _keep(
    loader: Loader,
    defs: dict[str, Record],
    classes: dict[str, RecordClass],
    *,
    defines: frozenset[str],
) -> RecordKeeper:
    return RecordKeeper(
        MappingProxyType(defs),
        MappingProxyType(classes),
        tuple(loader.files.values()),
        defines,
        loader.diagnostics,
        _files=tuple(loader.files),
        _searched=tuple(loader.searched),
    )
