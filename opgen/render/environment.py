"""Rendering: a target's output and its template become text with regions.

Knows templates and outputs; it does not know the spec language or the disk it all ends on.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, MutableMapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from jinja2 import (
    BytecodeCache,
    Environment,
    FileSystemLoader,
    StrictUndefined,
    Template,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
)
from jinja2.bccache import Bucket

from opgen import cachefile
from opgen.diagnostics import Diagnostic, Diagnostics, Label
from opgen.ops import Op
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
from opgen.source import SourceFile, Span
from opgen.targets import OpParts, Output


def shipped_templates() -> Path:
    """Return the directory of the shipped templates: packaged, or beside the package."""
    package = Path(__file__).parents[1]
    packaged = package / "_templates"
    return packaged if packaged.is_dir() else package.parent / "templates"


def template_directories(overrides: Path | None) -> list[Path]:
    """Return where templates are looked for, a project's own ones first."""
    return [*([overrides] if overrides else []), shipped_templates()]


class _Bytecode(BytecodeCache):
    """Keeps compiled templates, which Python runs unchecked, in files that are checked."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Return the name of the file for a template; Jinja's own hash is of UTF-8 alone."""
        place = (filename or "").encode("utf-8", "surrogateescape")
        return cachefile.digest(name.encode(), place).hex()

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take the code of a template, if it is kept whole."""
        body = cachefile.read(self._folder / bucket.key, _key_of(bucket))
        if body is not None:
            bucket.bytecode_from_string(body)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of a template."""
        cachefile.write(self._folder / bucket.key, _key_of(bucket), bucket.bytecode_to_string())


def _key_of(bucket: Bucket) -> bytes:
    return cachefile.own_code() + bucket.checksum.encode()


class _Loader(FileSystemLoader):
    """Loads templates; one that is there but can't be read doesn't give way to another one."""

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """Return the text of a template, its file, and what says whether it is as it was."""
        try:
            if not self._first(template).is_file():
                message = f"`{template}` is no plain file"
                raise TemplateError(message)
            return super().get_source(environment, template)
        except TemplateNotFound:
            raise
        except (OSError, UnicodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it isn't UTF-8"
            message = f"`{template}` can't be read: {reason}"
            raise TemplateError(message) from error

    def _first(self, template: str) -> Path:
        """Return the first of the places of a template where there is anything."""
        for folder in self.searchpath:
            with suppress(FileNotFoundError, NotADirectoryError):
                file = Path(folder, template)
                file.lstat()
                return file
        raise TemplateNotFound(template)


class _RecordingEnvironment(Environment):
    """Remembers which template asked for which: outputs depend on all of them."""

    used_by: dict[str, set[str]]
    files: dict[str, Path]

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002 - Jinja's name
    ) -> Template:
        """Return a template, which may be one that another one names."""
        try:
            template = super().get_template(name, parent, globals)
        except TemplateSyntaxError as error:
            self._note(str(name), error.filename, parent)
            raise
        self._note(template.name or "", template.filename, parent)
        return template

    def _note(self, name: str, file: str | None, parent: str | None) -> None:
        self.files[name] = Path(file or "")
        self.used_by.setdefault(parent or "", set()).add(name)

    def closure(self, name: str) -> frozenset[Path]:
        """Return the files of a template and of all that it has asked for so far."""
        seen, waiting = set[str](), [name]
        while waiting:
            each = waiting.pop()
            if each in self.files and each not in seen:
                seen.add(each)
                waiting += self.used_by.get(each, ())
        return frozenset(self.files[each] for each in seen)


class Renderer:
    """Renders outputs with the shipped templates and a project's overrides of single ones."""

    def __init__(self, overrides: Path | None = None, cache: Path | None = None) -> None:
        """Set up the environment.

        Args:
            overrides: A directory whose files go before the shipped templates of their name.
            cache: An existing directory for compiled templates, or ``None`` for no cache.
        """
        directories = template_directories(overrides)
        self._environment = _RecordingEnvironment(
            loader=_Loader(directories),
            extensions=[RegionExtension],
            bytecode_cache=_Bytecode(cache) if cache else None,
            undefined=StrictUndefined,
            autoescape=False,
            keep_trailing_newline=True,
            trim_blocks=True,
            lstrip_blocks=True,
            newline_sequence="\n",
        )
        self._environment.used_by = {}
        self._environment.files = {}
        self._environment.filters["fill"] = fill
        self._environment.filters["cpp_call"] = cpp_call
        self._environment.filters["cpp_chain"] = cpp_chain
        self._environment.filters["cpp_statement"] = cpp_statement
        self._environment.filters["cpp_declaration"] = cpp_declaration
        self._environment.filters["cpp_macro"] = cpp_macro
        self._environment.filters["explode"] = explode
        self._environment.filters["comment"] = comment
        self._environment.filters["hang"] = hang

    def templates_of(self, output: Output) -> frozenset[Path]:
        """Return the files of the templates that a rendered output was laid out by."""
        found = self._environment.closure(output.template)
        return found if output.parts is None else found | self.templates_of_parts(output.parts)

    def part(self, parts: OpParts, op: Op) -> object:
        """Return what a file about many operators says of one.

        Raises:
            TemplateError: Its template fails.
        """
        made = parts.make(op, parts.model.family(op))
        if not parts.template:
            return made
        return self._environment.get_template(parts.template).render(made)

    def templates_of_parts(self, parts: OpParts) -> frozenset[Path]:
        """Return the files of the templates that parts which were made were laid out by."""
        return self._environment.closure(parts.template) if parts.template else frozenset()

    def render(
        self, outputs: Sequence[tuple[str, Output]], diagnostics: Diagnostics
    ) -> list[RenderedFile]:
        """Render each output of a target; report templates that fail."""
        rendered = []
        for target, output in outputs:
            try:
                rendered.append(self._render(target, output))
            except TemplateError as error:
                diagnostics.add(self._failed(output, error))
        return rendered

    def _failed(self, output: Output, error: TemplateError) -> Diagnostic:
        """Return what to say of a template that failed, with the line that did where it's known."""
        known = frozenset(map(str, self._environment.files.values()))
        span = _line_of(error, known)
        operator = (Label(output.op.span, "it was laying out this operator"),) if output.op else ()
        return Diagnostic(
            "OPG0401",
            f"template `{output.template}` failed: {error.message}",
            span,
            secondary=operator if span else (),
            path="" if span else output.path,
            help="correct the template in the directory that [tool.opgen] templates names",
        )

    def _render(self, target: str, output: Output) -> RenderedFile:
        template = self._environment.get_template(output.template)
        register = RegionRegister()
        view = {**output.view, REGISTER: register}
        if output.parts is not None:
            view["parts"] = {op.id: self.part(output.parts, op) for op in output.parts.model.ops}
        marked = template.render(view)
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
            needs=tuple(mark.needs for mark in register.regions if mark.needs),
        )


def check_paths(rendered: Sequence[RenderedFile], display: str, diagnostics: Diagnostics) -> None:
    """Report outputs whose paths are the same to a file system that folds case.

    Args:
        rendered: The outputs.
        display: The output root as it is shown to people; may be empty.
        diagnostics: Takes what is found.
    """
    first: dict[str, RenderedFile] = {}
    for file in rendered:
        other = first.setdefault(file.path.casefold(), file)
        if other is not file:
            diagnostics.add(
                Diagnostic(
                    "OPG0402",
                    f"targets `{other.target}` and `{file.target}` both write "
                    f"`{'/'.join(filter(None, [display, file.path]))}`",
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


def _line_of(error: TemplateError, templates: frozenset[str]) -> Span | None:
    """Return the line of a template that failed; none where it couldn't even be read."""
    frames = traceback.extract_tb(error.__traceback__)
    places = [(f.filename, f.lineno or 1) for f in frames if f.filename in templates]
    if isinstance(error, TemplateSyntaxError) and error.filename:
        places.append((error.filename, error.lineno))
    if not places:
        return None
    name, line = places[-1]
    try:
        source = SourceFile.read(name)
    except OSError:
        return None
    lines = source.text.splitlines(keepends=True) or [""]
    at = min(line, len(lines)) - 1
    start = sum(map(len, lines[:at])) + len(lines[at]) - len(lines[at].lstrip())
    return Span(source, start, max(start, sum(map(len, lines[:at])) + len(lines[at].rstrip())))
