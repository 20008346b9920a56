"""Rendering: a target's output and its template become text with regions.

Knows templates and outputs; it does not know the spec language or the disk it all ends on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path

from jinja2 import (
    Environment,
    FileSystemBytecodeCache,
    FileSystemLoader,
    StrictUndefined,
    TemplateError,
)

from opgen.diagnostics import Diagnostic, Diagnostics
from opgen.outputs import OpId, Ownership, Region, RegionKey, RenderedFile
from opgen.render.cpp_layout import (
    cpp_call,
    cpp_chain,
    cpp_declaration,
    cpp_macro,
    cpp_statement,
)
from opgen.render.layout import comment, explode, fill, hang
from opgen.render.regions import (
    REGISTER,
    MarkedRegion,
    RegionExtension,
    RegionRegister,
    extract,
)
from opgen.targets import Output


def shipped_templates() -> Path:
    """Return the directory of the shipped templates: packaged, or beside the package."""
    package = Path(str(files("opgen")))
    packaged = package / "_templates"
    return packaged if packaged.is_dir() else package.parent / "templates"


class _RecordingLoader(FileSystemLoader):
    """Remembers which files it read: outputs depend also on what templates include and import."""

    def __init__(self, directories: Sequence[Path]) -> None:
        super().__init__(directories)
        self.read: set[Path] = set()

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """Return the source of a template, its path, and whether it is still the same."""
        source, path, is_fresh = super().get_source(environment, template)
        self.read.add(Path(path))
        return source, path, is_fresh


class Renderer:
    """Renders outputs with the shipped templates and a project's overrides of single ones."""

    def __init__(self, overrides: Path | None = None, cache: Path | None = None) -> None:
        """Set up the environment.

        Args:
            overrides: A directory whose files go before the shipped templates of their name.
            cache: An existing directory for compiled templates, or ``None`` for no cache.
        """
        directories = [*([overrides] if overrides else []), shipped_templates()]
        self._loader = _RecordingLoader(directories)
        self._environment = Environment(
            loader=self._loader,
            extensions=[RegionExtension],
            bytecode_cache=FileSystemBytecodeCache(str(cache)) if cache else None,
            undefined=StrictUndefined,
            autoescape=False,  # noqa: S701 - the output is source code, not HTML
            keep_trailing_newline=True,
            trim_blocks=True,
            lstrip_blocks=True,
            newline_sequence="\n",
        )
        self._environment.filters["fill"] = fill
        self._environment.filters["cpp_call"] = cpp_call
        self._environment.filters["cpp_chain"] = cpp_chain
        self._environment.filters["cpp_statement"] = cpp_statement
        self._environment.filters["cpp_declaration"] = cpp_declaration
        self._environment.filters["cpp_macro"] = cpp_macro
        self._environment.filters["explode"] = explode
        self._environment.filters["comment"] = comment
        self._environment.filters["hang"] = hang

    @property
    def templates(self) -> tuple[Path, ...]:
        """The template files that were read, also by others, sorted."""
        return tuple(sorted(self._loader.read))

    def render(
        self, outputs: Sequence[tuple[str, Output]], diagnostics: Diagnostics
    ) -> list[RenderedFile]:
        """Render each output of a target; report templates that fail."""
        rendered = []
        for target, output in outputs:
            try:
                rendered.append(self._render(target, output))
            except TemplateError as error:
                diagnostics.add(_template_failed(output, error))
        return rendered

    def _render(self, target: str, output: Output) -> RenderedFile:
        template = self._environment.get_template(output.template)
        register = RegionRegister()
        marked = template.render({**output.view, REGISTER: register})
        text, extents = extract(marked)
        if output.ownership is Ownership.EDITABLE and not register.regions:
            raise TemplateError("an editable output needs a region that people write in")
        op = output.op
        regions = tuple(
            _region(output, region, extents[index]) for index, region in enumerate(register.regions)
        )
        return RenderedFile(
            path=output.path,
            target=target,
            ownership=output.ownership,
            text=text,
            ops=(op.id,) if op else (),
            regions=regions if output.ownership is Ownership.EDITABLE else (),
            renamed_from=output.previous_path,
            stubs=frozenset(
                region.key
                for region, mark in zip(regions, register.regions, strict=True)
                if mark.stub
            ),
            origin=op.origin if op else "",
        )


def check_paths(rendered: Sequence[RenderedFile], diagnostics: Diagnostics) -> None:
    """Report outputs whose paths are the same to a file system that folds case."""
    first: dict[str, RenderedFile] = {}
    for file in rendered:
        other = first.setdefault(file.path.casefold(), file)
        if other is not file:
            diagnostics.add(
                Diagnostic(
                    "OPG0402",
                    f"targets `{other.target}` and `{file.target}` both write `{file.path}`",
                    path=file.path,
                    help="rename an op or a library so that their paths differ in more than case",
                )
            )


def _region(output: Output, marked: MarkedRegion, extent: tuple[int, int]) -> Region:
    op = output.op
    owner = op.id if op else OpId(output.path)
    previous = op.previous_id if op else None
    return Region(
        key=RegionKey(f"{owner}/{marked.role}"),
        anchor=marked.anchor,
        start=extent[0],
        end=extent[1],
        label=op.location if op else output.path,
        renamed_from=RegionKey(f"{previous}/{marked.role}") if previous else None,
    )


def _template_failed(output: Output, error: TemplateError) -> Diagnostic:
    line = getattr(error, "lineno", None)
    place = f" (line {line})" if line else ""
    return Diagnostic(
        "OPG0401",
        f"template `{output.template}`{place} failed: {error.message}",
        path=output.path,
        help="correct the template in the directory that [tool.opgen] templates names",
    )
