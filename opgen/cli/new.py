"""``opgen new``: add something to a project. Knows the scaffold and where specs are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from opgen.cli.group import AdvisingGroup
from opgen.cli.init import checked_name
from opgen.cli.options import configured, including
from opgen.cli.scaffold import LibraryChoice, library_record, operator_spec, write_new
from opgen.cli.session import Session
from opgen.dataclass import dataclass
from opgen.diagnostics import Diagnostic, Diagnostics

if TYPE_CHECKING:
    from opgen.config import Project
    from opgen.source import Span


@click.group("new", cls=AdvisingGroup, no_args_is_help=True)
def command() -> None:
    """Add an operator to the project."""


@command.command("op")
@click.argument("name", callback=checked_name)
@click.option("--library", metavar="NAME", callback=checked_name, help="Its library.")
@including
@configured
@click.pass_obj
def new_op(session: Session, /, *, name: str, library: str | None) -> int:
    """Create a spec file with an operator NAME that builds as it is.

    Its library is --library, else that of [tool.opgen], else the only one that the specs have.
    """
    project = session.project()
    if project is None:
        return session.finish("new")
    folder = _spec_folder(project)
    survey = _survey(session, project)
    wanted = library or project.library or survey.only_library()
    if wanted is None:
        known = ", ".join(sorted(survey.libraries)) or "none yet"
        raise click.UsageError(f"say which library it belongs to, with --library ({known})")
    created: list[str] = []
    if (wanted, name) in survey.operators:
        _report_existing(session, name, survey.operators[wanted, name])
    else:
        choice = _choice(wanted, folder, project=project, survey=survey)
        created = write_new(session, {folder / f"{name}.td": operator_spec(name, choice)})
    return session.finish("new", data={"created": created})


@dataclass(frozen=True, slots=True)
class _Survey:
    """What the specs of a project define already, as far as they can be read."""

    libraries: dict[str, tuple[str, Path]]
    operators: dict[tuple[str, str], Span]

    def only_library(self) -> str | None:
        return next(iter(self.libraries)) if len(self.libraries) == 1 else None


def _survey(session: Session, project: Project) -> _Survey:
    from opgen.specs import prelude_directory
    from opgen.tablegen import as_record, as_string, load

    survey = _Survey({}, {})
    for path in _spec_files(project):
        keeper = load(
            path,
            include_dirs=(*project.include_dirs, prelude_directory()),
            defines=project.defines,
            # Mistakes in other specs are for the build to report.
            diagnostics=Diagnostics(),
            shown_as=session.shown,
        )
        for record in keeper.all_derived_definitions("Library"):
            name = as_string(record.value("name"))
            if name:
                defined = session.path(record.span.file.path)
                survey.libraries.setdefault(name, (record.name, defined))
        for record in keeper.all_derived_definitions("Op"):
            name = as_string(record.value("opName"))
            owner = as_record(record.value("library"))
            library = as_string(owner.value("name")) if owner else project.library
            survey.operators.setdefault((library or "", name or ""), record.span)
    return survey


def _spec_files(project: Project) -> Iterator[Path]:
    from opgen.specs import find_specs

    yield from find_specs(project, (), Diagnostics()).files
    for directory in project.include_dirs:
        yield from sorted(directory.rglob("*.td"))


def _spec_folder(project: Project) -> Path:
    """Return the directory for a new spec file: the first one that the project has."""
    folders = [path for path in project.specs if path.is_dir()]
    return folders[0] if folders else project.root / "specs"


def _choice(library: str, folder: Path, *, project: Project, survey: _Survey) -> LibraryChoice:
    record, defined = survey.libraries.get(library, (library_record(library), None))
    bases = [
        base for base in (folder, *project.include_dirs) if defined and defined.is_relative_to(base)
    ]
    if not defined or not bases:
        return LibraryChoice(library, record, None)
    return LibraryChoice(library, record, defined.relative_to(bases[-1]).as_posix())


def _report_existing(session: Session, name: str, span: Span) -> None:
    session.diagnostics.add(
        Diagnostic(
            "OPG0007",
            f"there is an operator `{name}` already",
            span=span,
            label="defined here",
            help="nothing was written; choose another name",
        )
    )
