"""What was rendered for single operators, kept from one build to the next.

The files of an operator follow from it, from the operators that gradients tie it to, from the
templates and from opgen itself; where none of that has changed, nothing is made anew. Knows
targets' outputs; it does not know the spec language or the disk that outputs end on.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, TypeAlias

from jinja2 import TemplateError

from opgen import cachefile
from opgen.dataclass import dataclass, field, replace
from opgen.diagnostics import Diagnostics
from opgen.ops import Op, OpSet
from opgen.outputs import Ownership, Region, RegionKey, RelPath, RenderedFile
from opgen.render.environment import Renderer, template_directories
from opgen.targets import OpOutputs, OpParts, Output, is_shipped

_SPARE: Final = 4
"""Entries of operators that a build hasn't are kept up to so many times those that it has."""

_Entry: TypeAlias = tuple[bytes, tuple[str, ...], Any]
"""The hash of the operator's family, the templates, and the files, or a part, as plain data."""


@dataclass(slots=True)
class _Kept:
    """What is kept of one target."""

    entries: dict[str, _Entry]
    used: set[str] = field(default_factory=set)
    is_changed: bool = False


class Renderings:
    """Renders outputs, and takes those of unchanged operators from a cache."""

    def __init__(self, overrides: Path | None, cache: Path | None) -> None:
        """Set up.

        Args:
            overrides: A directory whose files go before the shipped templates of their name.
            cache: An existing directory to keep things in, or ``None`` for no cache.
        """
        self._renderer = Renderer(overrides, cache / "templates" if cache else None)
        self._folder = cache / "rendered" if cache else None
        self._key = _key_of(overrides) if cache else b""
        self._targets: dict[str, _Kept] = {}
        self._templates: set[str] = set()

    @property
    def templates(self) -> set[Path]:
        """The files of all templates that the outputs were laid out by."""
        return set(map(Path, self._templates))

    def render(
        self,
        outputs: Iterable[tuple[str, Output | OpOutputs]],
        model: OpSet,
        diagnostics: Diagnostics,
    ) -> list[RenderedFile]:
        """Return the files of the targets; report templates that fail."""
        rendered: list[RenderedFile] = []
        for target, output in outputs:
            if isinstance(output, Output):
                whole = self._with_parts(target, output, model)
                rendered += self._renderer.render([(target, whole)], diagnostics)
                self._templates.update(map(str, self._renderer.templates_of(whole)))
            else:
                rendered += self._of_op(target, output, model, diagnostics=diagnostics)
        if not diagnostics.has_errors:
            self._write()
        return rendered

    def _with_parts(self, target: str, output: Output, model: OpSet) -> Output:
        """Return an output with the parts in its view, as far as they can be kept."""
        parts = output.parts
        if parts is None or self._folder is None or not is_shipped(target):
            return output
        kept = self._kept(target)
        try:
            found = {
                op.id: self._part(kept, output.path, parts, op=op, identity=model.identity(op))
                for op in parts.model.ops
            }
        except TemplateError:
            # It fails once more where it is rendered, and is reported there.
            return output
        return replace(output, view={**output.view, "parts": found}, parts=None)

    def _of_op(
        self, target: str, outputs: OpOutputs, model: OpSet, *, diagnostics: Diagnostics
    ) -> list[RenderedFile]:
        op = outputs.op
        # Of what else the files of a plug-in follow from, nothing is known.
        if self._folder is None or not is_shipped(target):
            return self._made(target, outputs, model, diagnostics=diagnostics)[0]
        kept, identity = self._kept(target), model.identity(op)
        kept.used.add(op.id)
        entry = kept.entries.get(op.id)
        if entry is not None and entry[0] == identity:
            self._templates.update(entry[1])
            location = op.location
            return [_file(target, plain, location) for plain in entry[2]]
        files, templates = self._made(target, outputs, model, diagnostics=diagnostics)
        kept.entries[op.id] = (identity, templates, tuple(map(_plain, files)))
        kept.is_changed = True
        return files

    def _part(self, kept: _Kept, name: str, parts: OpParts, *, op: Op, identity: bytes) -> object:
        key = f"{name} {op.id}"
        kept.used.add(key)
        entry = kept.entries.get(key)
        if entry is None or entry[0] != identity:
            made = self._renderer.part(parts, op)
            templates = tuple(sorted(map(str, self._renderer.templates_of_parts(parts))))
            kept.entries[key] = entry = identity, templates, made
            kept.is_changed = True
        self._templates.update(entry[1])
        return entry[2]

    def _made(
        self, target: str, outputs: OpOutputs, model: OpSet, *, diagnostics: Diagnostics
    ) -> tuple[list[RenderedFile], tuple[str, ...]]:
        """Return the files of an operator, made anew, and the templates they are laid out by."""
        op = outputs.op
        made = [(target, output) for output in outputs.make(op, model.family(op))]
        files = self._renderer.render(made, diagnostics)
        templates = {str(f) for _, output in made for f in self._renderer.templates_of(output)}
        self._templates |= templates
        return files, tuple(sorted(templates))

    def _kept(self, target: str) -> _Kept:
        found = self._targets.get(target)
        if found is None:
            body = cachefile.read(self._folder / target, self._key) if self._folder else None
            found = _Kept({} if body is None else marshal.loads(body))  # noqa: S302 - own, sealed
            self._targets[target] = found
        return found

    def _write(self) -> None:
        for target, kept in self._targets.items():
            if self._folder is not None and kept.is_changed:
                if len(kept.entries) > _SPARE * len(kept.used):
                    kept.entries = {name: kept.entries[name] for name in sorted(kept.used)}
                cachefile.write(self._folder / target, self._key, marshal.dumps(kept.entries))


def _key_of(overrides: Path | None) -> bytes:
    """Return what changes with opgen's code and with the templates, a project's own ones too."""
    return cachefile.own_code() + cachefile.digest_of_tree(template_directories(overrides))


def _plain(file: RenderedFile) -> tuple[Any, ...]:
    """Return a file as data, without the place of its operator, which may move."""
    regions = tuple(
        (region.key, region.anchor, region.start, region.end, region.renamed_from)
        for region in file.regions
    )
    stubs = tuple(sorted(file.stubs))
    owner = (file.ownership.value, file.ops, file.renamed_from, file.origin)
    return (file.path, file.text, *owner, regions, stubs, file.needs)


def _file(target: str, plain: tuple[Any, ...], location: str) -> RenderedFile:
    path, text, ownership, ops, renamed_from, origin, regions, stubs, needs = plain
    return RenderedFile(
        path=RelPath(path),
        target=target,
        ownership=Ownership(ownership),
        text=text,
        ops=ops,
        regions=tuple(
            Region(RegionKey(key), anchor, start, end, location, renamed)
            for key, anchor, start, end, renamed in regions
        ),
        renamed_from=renamed_from,
        stubs=frozenset(stubs),
        origin=origin,
        needs=needs,
    )
