"""The whole build, from spec files to a plan of what to write."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from opgen.config import Project
from opgen.dataclass import dataclass
from opgen.diagnostics import Diagnostics
from opgen.ops import OpSet
from opgen.ops.model_reader import read_model
from opgen.outputs import RenderedFile
from opgen.render import Renderings, check_paths
from opgen.specs import find_specs, origin_of, prelude_directory
from opgen.tablegen import RecordKeeper, load
from opgen.targets import (
    DEFAULT_TARGETS,
    OpOutputs,
    Output,
    Target,
    report_unserved,
    select_targets,
)
from opgen.workspace import Commands, Conventions, Plan, Scope, Sightings, formatted, plan

CACHES = ("tablegen", "operators", "templates", "rendered")
"""The directories below ``.opgen/cache`` in which a build keeps things, if all are there."""


@dataclass(frozen=True, slots=True)
class Request:
    """What to build.

    Attributes:
        project: The project.
        specs: Spec files and directories that were named; empty means the project's own.
        targets: Targets that were named; ``None`` means the project's own.
        display: The output root as it is shown to people; empty means its own name.
        named_as: How messages name a file; relative to the project if that isn't said.
        reads_all: Whether to read outputs, too, that are as they were when there was nothing to do.
    """

    project: Project
    specs: tuple[Path, ...] = ()
    targets: tuple[str, ...] | None = None
    display: str = ""
    named_as: Callable[[Path], str] | None = None
    reads_all: bool = True


@dataclass(frozen=True, slots=True)
class Prepared:
    """A build up to the point where something is written.

    Attributes:
        model: The operators; ``None`` when the specs have errors.
        files: The rendered outputs.
        plan: What to write; ``None`` when there are errors.
        inputs: Every spec, include and template that was read.
        searched: Directories and missing files that were looked at: a new file there is input.
    """

    model: OpSet | None
    files: tuple[RenderedFile, ...]
    plan: Plan | None
    inputs: tuple[Path, ...]
    searched: tuple[Path, ...]


def prepare(request: Request, diagnostics: Diagnostics) -> Prepared:
    """Find, parse, check, render and plan; write nothing.

    All mistakes are collected; a stage runs only if those before it found no error.
    """
    project = request.project
    specs = find_specs(project, request.specs, diagnostics, named_as=request.named_as)
    names = request.targets or project.targets or DEFAULT_TARGETS
    targets = select_targets(names, diagnostics, None if request.targets else project.targets_span)
    cache = _cache(project)
    keepers = [_load(project, path, diagnostics, cache=cache) for path in specs.files]
    inputs = {file for keeper in keepers for file in keeper.files}
    searched = {*specs.directories, *specs.files}.union(*(each.searched for each in keepers))

    def prepared(
        model: OpSet | None, files: Sequence[RenderedFile] = (), planned: Plan | None = None
    ) -> Prepared:
        read = tuple(sorted(inputs)), tuple(sorted(searched))
        return Prepared(model, tuple(files), planned, *read)

    if diagnostics.has_errors:
        return prepared(None)
    model = read_model(
        keepers,
        default_library=project.library,
        diagnostics=diagnostics,
        cache=cache / "operators" if cache else None,
    )
    if diagnostics.has_errors:
        return prepared(None)
    report_unserved(model, targets, diagnostics)
    renderings = Renderings(project.templates, cache)
    files = renderings.render(_outputs(model, targets, diagnostics), model, diagnostics)
    inputs.update(renderings.templates)
    check_paths(files, request.display, diagnostics)
    if diagnostics.has_errors:
        return prepared(model, files)
    chosen = [file for file in files if not file.origin or specs.covers(file.origin)]
    formats = Commands.of_table(project.formatters, root=project.output, project=project.root)
    chosen = formatted(chosen, formats, diagnostics=diagnostics, display=request.display)
    sightings = None if request.reads_all else Sightings.read(project.output, cache)
    built = frozenset(target.name for target in targets)
    scope = Scope(built, specs.covers, project.protected, sightings)
    planned = plan(
        chosen,
        root=project.output,
        scope=scope,
        diagnostics=diagnostics,
        display=request.display,
        formats=formats,
        line_end=Conventions(project.output).line_end,
    )
    return prepared(model, chosen, planned)


def _load(
    project: Project, path: Path, diagnostics: Diagnostics, *, cache: Path | None
) -> RecordKeeper:
    return load(
        path,
        cache=cache / "tablegen" if cache else None,
        include_dirs=(*project.include_dirs, prelude_directory()),
        defines=project.defines,
        diagnostics=diagnostics,
        shown_as=lambda file: origin_of(project, file),
    )


def _outputs(
    model: OpSet, targets: Sequence[Target], diagnostics: Diagnostics
) -> Iterator[tuple[str, Output | OpOutputs]]:
    for target in targets:
        yield from ((target.name, output) for output in target.outputs(model, diagnostics))


def _cache(project: Project) -> Path | None:
    """Return where things may be kept from one build to the next, if anywhere."""
    cache = project.output / ".opgen" / "cache"
    return cache if all(os.access(cache / name, os.X_OK) for name in CACHES) else None
