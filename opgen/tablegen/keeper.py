"""The result of an evaluation, and the way to get one: :func:`load`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final

from opgen.diagnostics import Diagnostics
from opgen.tablegen.evaluation import Evaluation, Language
from opgen.tablegen.instantiate import make_instance
from opgen.tablegen.limits import LimitExceededError
from opgen.tablegen.records import Record, RecordClass
from opgen.tablegen.room import deeply_nested, nested, undisturbed
from opgen.tablegen.splice import Spliced, splice
from opgen.tablegen.statements import run_spliced, run_unit
from opgen.tablegen.trees import Trees
from opgen.tablegen.units import Loader, Unit

_SYNTAX_ERROR: Final = "OPG0101"


@dataclass(frozen=True, slots=True)
class RecordKeeper:
    """The records and classes of a program.

    Attributes:
        defs: The records in the order in which they were made, unnamed ones included.
        classes: The classes in the order of their declaration.
        files: Every file opened, the root first.
        searched: The paths at which an include was looked for and not found, in order.
        diagnostics: What is wrong with the program.
    """

    defs: Mapping[str, Record]
    classes: Mapping[str, RecordClass]
    files: tuple[Path, ...]
    searched: tuple[Path, ...]
    diagnostics: Diagnostics
    _derived: dict[str, list[Record]] = field(default_factory=dict, repr=False)

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


def load(
    path: Path,
    include_dirs: Sequence[Path] = (),
    defines: Sequence[str] = (),
    *,
    diagnostics: Diagnostics | None = None,
    shown_as: Callable[[Path], str] = Path.as_posix,
    cache: Path | None = None,
    language: Language = Language(),  # noqa: B008 - it's frozen
) -> RecordKeeper:
    """Evaluate the program in ``path``.

    Mistakes in the program are added to the diagnostics; the result holds what could be made.

    Args:
        path: The root file.
        include_dirs: Where included files are looked for, in this order.
        defines: Macros that are defined from the start.
        diagnostics: Takes what is found to be wrong; a collector of its own if there is none.
        shown_as: How a path is shown to people.
        cache: A folder in which results of parsing are kept. It is made if need be, and may be
            deleted at any time.
        language: The version of the language, and whether it warns.
    """
    diagnostics = Diagnostics() if diagnostics is None else diagnostics
    loader = Loader(include_dirs, diagnostics, shown_as, set(defines))
    unit = loader.load_root(path)
    if unit is None:
        return _keep(loader, {}, {})
    with undisturbed():
        ev = _evaluate(loader, unit, Trees(cache), language=language)
    diagnostics.items += ev.diagnostics.items
    loader.add_notes()
    return _keep(loader, ev.defs, ev.classes)


def _evaluate(loader: Loader, unit: Unit, trees: Trees, *, language: Language) -> Evaluation:
    """Evaluate the program, file by file if its files hold whole statements."""

    def begin() -> Evaluation:
        return Evaluation(loader, Diagnostics(), unit, make_instance, trees, language)

    ev = _run(begin, lambda ev: run_unit(ev, unit))
    if loader.included_from and any(d.code == _SYNTAX_ERROR for d in ev.diagnostics.items):
        spliced = _splice(unit, ev.diagnostics)
        if spliced is not None:
            return _run(begin, lambda ev: run_spliced(ev, spliced))
    return ev


def _splice(unit: Unit, alone: Diagnostics) -> Spliced | None:
    """Join the files of a program that can't be understood one by one, if that helps."""
    spliced = splice(unit)
    is_better = not spliced.diagnostics.items or any(
        d.code == _SYNTAX_ERROR and d.span is not None and d.span.text == "include"
        for d in alone.items
    )
    return spliced if is_better else None


def _run(begin: Callable[[], Evaluation], work: Callable[[Evaluation], None]) -> Evaluation:
    """Run a program; again with more room if it turns out to be nested deeply."""
    for room in (nested, deeply_nested):
        ev = begin()
        try:
            room(partial(work, ev))
        except RecursionError:
            ev.trail.clear()
            ev.report("OPG0122", "this is nested too deep", ev.place_of_site(), help="split it up")
        except LimitExceededError as error:
            ev.report(
                "OPG0122",
                f"program makes {error}",
                ev.place_of_site(),
                help="see that it comes to an end",
            )
            break
        else:
            break
    return ev


def _keep(loader: Loader, defs: dict[str, Record], classes: dict[str, RecordClass]) -> RecordKeeper:
    return RecordKeeper(
        MappingProxyType(defs),
        MappingProxyType(classes),
        tuple(loader.files),
        tuple(loader.searched),
        loader.diagnostics,
    )
