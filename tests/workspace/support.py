"""A small project for tests: renderings made by hand, builds into a temporary directory."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from opgen.diagnostics import Diagnostic, Diagnostics
from opgen.outputs import OpId, Ownership, Region, RegionKey, RelPath, RenderedFile
from opgen.workspace import Action, ActionKind, Plan, Scope, Sightings, check, plan, publish
from opgen.workspace.conventions import just_feeds
from opgen.workspace.formatting import Formats, Unformatted
from opgen.workspace.fs import Fs

CPP_HEAD = '// Kernels; edit the bodies.\n#include "opgen_kernel.h"\n\nnamespace zoo {\n\n'
CPP_FOOT = "\n}  // namespace zoo\n"
PY_HEAD = '"""Hooks; edit the bodies."""\n\nimport math\n\n\n'


@dataclass(frozen=True)
class Op:
    """What a test's template needs to know of an operator."""

    name: str
    attrs: tuple[str, ...] = ()
    was: str = ""


def cpp_stub(op: Op) -> str:
    attrs = "".join(f", double {attr}" for attr in op.attrs)
    return (
        f"// {op.name}: one output of the shape of x.\n"
        "template <typename T>\n"
        f"Status {op.name}(View<const T> x{attrs}, View<T> y) {{\n"
        f'  return opgen_not_written("{op.name}", __LINE__);\n'
        "}\n"
    )


def py_stub(op: Op) -> str:
    attrs = "".join(f", {attr}" for attr in op.attrs)
    return f"def {op.name}(x{attrs}):\n    raise NotWritten('{op.name}')\n"


def _region(op: Op, start: int, end: int, *, anchor: str, role: str) -> Region:
    renamed = RegionKey(f"zoo.{op.was}/{role}") if op.was else None
    key = RegionKey(f"zoo.{op.name}/{role}")
    return Region(key, anchor, start, end, f"specs/zoo.td:{3}", renamed)


def assembled(
    path: str,
    ops: Sequence[Op],
    *,
    head: str | None = None,
    stub: Callable[[Op], str] | None = None,
    role: str = "kernel",
    **more: object,
) -> RenderedFile:
    """Return an editable file with one region for each operator."""
    is_python = path.endswith(".py")
    stub = stub or (py_stub if is_python else cpp_stub)
    gap = "\n\n" if is_python else "\n"
    text = head if head is not None else (PY_HEAD if is_python else CPP_HEAD)
    regions = []
    for number, op in enumerate(ops):
        text += gap if number else ""
        start = len(text)
        text += stub(op)
        anchor = f"def {op.name}(" if is_python else f"{op.name}("
        regions.append(_region(op, start, len(text), anchor=anchor, role=role))
    text += "" if is_python else CPP_FOOT
    settings = {
        "target": "kernels",
        "ownership": Ownership.EDITABLE,
        "ops": tuple(OpId(f"zoo.{op.name}") for op in ops),
        "stubs": frozenset(region.key for region in regions),
        "origin": "specs/zoo.td",
    } | more
    return RenderedFile(RelPath(path), text=text, regions=tuple(regions), **settings)  # type: ignore[arg-type]


def one(op: Op | str, suffix: str = ".cc", **more: object) -> RenderedFile:
    """Return the editable file of one operator."""
    op = Op(op) if isinstance(op, str) else op
    was = f"kernels/zoo/{op.was}/{op.was}{suffix}" if op.was else None
    path = f"kernels/zoo/{op.name}/{op.name}{suffix}"
    return assembled(path, [op], renamed_from=was, **more)


def owned(
    path: str = "kernels/zoo/registry.h", text: str = "int count = 1;\n", **more: object
) -> RenderedFile:
    settings = {"target": "kernels", "ownership": Ownership.OWNED} | more
    return RenderedFile(RelPath(path), text=text, **settings)  # type: ignore[arg-type]


def once(
    path: str = "kernels/zoo/setup.py", text: str = "setup()\n", **more: object
) -> RenderedFile:
    return owned(path, text, ownership=Ownership.ONCE, **more)


@dataclass
class Built:
    """What one build came to."""

    plan: Plan
    diagnostics: list[Diagnostic]
    failed: tuple[RelPath, ...]

    @property
    def kinds(self) -> dict[str, ActionKind]:
        return {action.path: action.kind for action in self.plan.actions}

    @property
    def codes(self) -> list[str]:
        return [each.code for each in self.diagnostics if each.is_error]

    @property
    def notes(self) -> list[str]:
        return [each.code for each in self.diagnostics if not each.is_error]

    @property
    def exit_code(self) -> int:
        return int(bool(self.codes))

    def one(self) -> Action:
        (action,) = self.plan.actions
        return action


@dataclass
class Project:
    """An output root and how to build into it."""

    root: Path
    targets: Iterable[str] = ("kernels",)
    covers: Callable[[str], bool] = field(default=lambda origin: True)
    formats: Formats = field(default_factory=Unformatted)
    protected: tuple[str, ...] = ()
    line_end: Callable[[RelPath], bytes] = just_feeds
    seen: dict[str, Any] = field(default_factory=dict)
    """What plans by sight have seen."""

    def plan(
        self, *files: RenderedFile, sightings: Sightings | None = None
    ) -> tuple[Plan, Diagnostics]:
        diagnostics = Diagnostics()
        scope = Scope(frozenset(self.targets), self.covers, self.protected, sightings)
        planned = plan(
            files,
            root=self.root,
            scope=scope,
            diagnostics=diagnostics,
            fs=self.files(),
            formats=self.formats,
            line_end=self.line_end,
        )
        return planned, diagnostics

    def plan_by_sight(self, *files: RenderedFile) -> tuple[Plan, Diagnostics]:
        """Plan as a build does, which reads only what isn't as it was seen."""
        sightings = Sightings(self.clock(), kept=self.seen)
        return self.plan(*files, sightings=sightings)

    def clock(self) -> int:
        """Return the time that a file gets which is written now."""
        moment = Fs(self.root.parent).clock(RelPath(f"{self.root.name}-clock"))
        assert moment is not None
        return moment

    def files(self) -> Fs:
        """Return the file system that a run of opgen sees."""
        return Fs(self.root)

    def build(self, *files: RenderedFile) -> Built:
        planned, diagnostics = self.plan(*files)
        report = publish(planned, diagnostics=diagnostics, fs=self.files())
        return Built(planned, diagnostics.sorted(), report.failed)

    def check(self, *files: RenderedFile) -> list[str]:
        planned, diagnostics = self.plan(*files)
        check(planned, diagnostics)
        return [each.code for each in diagnostics.sorted() if each.is_error]

    def place(self, path: str) -> Path:
        return self.root / path

    def has(self, path: str) -> bool:
        return self.place(path).exists()

    def load(self, path: str) -> bytes:
        return self.place(path).read_bytes()

    def save(self, path: str, data: bytes) -> None:
        self.place(path).parent.mkdir(parents=True, exist_ok=True)
        self.place(path).write_bytes(data)

    def chmod(self, path: str, mode: int) -> None:
        self.place(path).chmod(mode)

    def move(self, path: str, other: str) -> None:
        self.place(other).parent.mkdir(parents=True, exist_ok=True)
        self.place(path).rename(self.place(other))

    def link(self, path: str, other: str) -> None:
        """Make ``path`` a link to ``other``."""
        self.place(path).symlink_to(self.place(other))

    def read(self, path: str) -> str:
        return self.load(path).decode("utf-8", "surrogateescape")

    def write(self, path: str, text: str) -> None:
        self.save(path, text.encode("utf-8", "surrogateescape"))

    def edit(self, path: str, old: str, new: str) -> None:
        text = self.read(path)
        assert text.count(old) == 1, (old, text)
        self.write(path, text.replace(old, new))

    def tree(self, *, store: bool = True) -> dict[str, bytes]:
        """Return what is on disk, but for what is never committed."""
        found = {}
        ignored = (".opgen/lock", ".opgen/txn/")
        for place in sorted(self.root.rglob("*")):
            path = place.relative_to(self.root).as_posix()
            if (
                place.is_file()
                and not place.is_symlink()
                and path != ".opgen/lock"
                and (store or not path.startswith(".opgen/"))
            ):
                found[path] = place.read_bytes()
        return {path: data for path, data in found.items() if not path.startswith(ignored)}

    def stamps(self) -> dict[str, tuple[int, int]]:
        return {
            path: (self.place(path).stat().st_mtime_ns, self.place(path).stat().st_ino)
            for path in self.tree()
        }

    def attic(self) -> dict[str, str]:
        return {
            path: data.decode()
            for path, data in self.tree().items()
            if path.startswith(".opgen/attic/")
        }


def owner_in_cpp(text: str, token: str) -> str:
    """Return the function that holds ``token``, or whose leading comment does, by its own means.

    It goes down from the token to the next line that begins a definition or, if the token is
    inside a body, up to the one before.
    """
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines) if token in line)
    definition = re.compile(r"Status (\w+)\(")
    for number in range(at, -1, -1):
        found = definition.match(lines[number])
        if found:
            return found[1]
        if lines[number] == "}":
            break
    for line in lines[at:]:
        found = definition.match(line)
        if found:
            return found[1]
        if not line.startswith(("//", "template", "[[")):
            break
    return ""


def with_ops(names: Mapping[str, tuple[str, ...]] | str) -> list[Op]:
    if isinstance(names, str):
        return [Op(name) for name in names.split()]
    return [Op(name, attrs) for name, attrs in names.items()]
