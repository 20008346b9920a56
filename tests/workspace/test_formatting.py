"""Formatters: applied before comparing and merging, and no reason ever to lose a line."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from opgen.diagnostics import Diagnostics, Severity
from opgen.outputs import RegionKey, RelPath, RenderedFile
from opgen.workspace import ActionKind, Commands, formatted
from opgen.workspace.formatting import Formats, FormatterError
from opgen.workspace.keyed import merge_keyed
from opgen.workspace.merge import Clash, merge
from opgen.workspace.regions import Extent, Rendering, scanner_for, shapes
from opgen.workspace.store import Store
from opgen.workspace.text import Text
from tests.workspace.support import Built, Op, Project, assembled, one, owned, py_stub, with_ops

PATH = "kernels/zoo/relu/relu.cc"
STUB = '  return opgen_not_written("relu", __LINE__);\n'
MINE = "  mine();  // token\n"
SIGNED = one(Op("relu", ("alpha",)))


@dataclass(frozen=True)
class Layout:
    """A formatter that puts each operand on a line of its own, indented by its width."""

    width: int

    @property
    def id(self) -> str:
        return f"layout-{self.width}"

    def format(self, path: RelPath, data: bytes) -> bytes:
        if b"UNFORMATTABLE" in data:
            raise FormatterError(f"'{path}' is beyond me")
        margin = b"\n" + b" " * self.width
        text = b"\n".join(line.rstrip() for line in data.split(b"\n"))
        flat = b"(".join(part.lstrip() if at else part for at, part in enumerate(text.split(b"(")))
        parts = [part.strip() if at else part for at, part in enumerate(flat.split(b", "))]
        return (b"," + margin).join(parts)


@dataclass(frozen=True)
class Only:
    """One formatter for files of one kind."""

    layout: Layout | Commas
    suffix: str = ".cc"

    def of(self, path: RelPath) -> Layout | Commas | None:
        return self.layout if path.endswith(self.suffix) else None


def build(project: Project, formats: Formats, *files: RenderedFile) -> Built:
    project.formats = formats
    diagnostics = Diagnostics()
    laid_out = formatted(files, formats, diagnostics=diagnostics, display="generated")
    built = project.build(*laid_out)
    built.diagnostics += diagnostics.items
    return built


FOUR, EIGHT = Only(Layout(4)), Only(Layout(8))


def test_renderings_and_bases_are_laid_out(project: Project) -> None:
    build(project, FOUR, one("relu"), owned())
    laid_out = Layout(4).format(RelPath(PATH), one("relu").text.encode())
    assert project.load(PATH) == laid_out != one("relu").text.encode()
    assert project.tree()[f".opgen/base/{PATH}"] == laid_out
    assert project.read(owned().path) == owned().text
    entries = Store.read(project.files()).manifest.entries
    assert [entry.formatter for entry in entries.values()] == ["", "layout-4"]
    assert build(project, FOUR, one("relu"), owned()).plan.is_clean


def test_regions_are_where_the_formatter_puts_them() -> None:
    file = assembled("kernels/zoo/all.cc", with_ops({"add": ("a",), "mul": (), "sub": ("b", "c")}))
    (found,) = formatted([file], FOUR, diagnostics=Diagnostics(), display="")
    assert [region.key for region in found.regions] == [region.key for region in file.regions]
    for region, before in zip(found.regions, file.regions, strict=True):
        text = found.text[region.start : region.end]
        assert text.startswith("// ")
        assert text.split() == file.text[before.start : before.end].split()


def test_edit_and_spec_merge_in_the_layout(project: Project) -> None:
    build(project, FOUR, one("relu"))
    project.edit(PATH, '  return opgen_not_written("relu",\n    __LINE__);\n', MINE)
    built = build(project, FOUR, SIGNED)
    assert (built.one().kind, built.codes) == (ActionKind.MERGE, [])
    assert MINE in project.read(PATH)
    assert "    double alpha,\n" in project.read(PATH)


def test_formatter_that_is_new_is_no_conflict(project: Project) -> None:
    project.build(one("relu"))
    project.edit(PATH, STUB, MINE)
    assert build(project, FOUR, one("relu")).codes == []
    assert MINE in project.read(PATH)
    assert build(project, FOUR, one("relu")).plan.is_clean


@pytest.mark.parametrize("file", [one("relu"), SIGNED], ids=["spec same", "spec changed"])
def test_formatter_that_changes_lays_unedited_files_out_anew(
    project: Project, file: RenderedFile
) -> None:
    build(project, FOUR, one("relu"))
    built = build(project, EIGHT, file)
    assert (built.one().kind, built.codes) == (ActionKind.UPDATE, [])
    assert project.load(PATH) == Layout(8).format(RelPath(PATH), file.text.encode())


@pytest.mark.parametrize("file", [one("relu"), SIGNED], ids=["spec same", "spec changed"])
def test_formatter_that_changes_keeps_edits(project: Project, file: RenderedFile) -> None:
    build(project, FOUR, one("relu"))
    project.edit(PATH, '  return opgen_not_written("relu",\n    __LINE__);\n', MINE)
    project.save(PATH, Layout(8).format(RelPath(PATH), project.load(PATH)))
    built = build(project, EIGHT, file)
    assert built.codes == []
    assert project.read(PATH).count("// token") == 1
    assert ("double alpha" in project.read(PATH)) == (file is SIGNED)


def test_file_that_is_only_laid_out_otherwise_counts_as_unedited(project: Project) -> None:
    build(project, FOUR, one("relu"))
    project.save(PATH, one("relu").text.encode())
    before = project.stamps()
    assert build(project, FOUR, one("relu")).plan.is_clean
    assert project.stamps() == before
    built = build(project, FOUR, SIGNED)
    assert (built.one().kind, built.codes) == (ActionKind.UPDATE, [])


def test_but_it_is_not_deleted_like_one(project: Project) -> None:
    build(project, FOUR, one("relu"))
    project.save(PATH, one("relu").text.encode())
    assert build(project, FOUR).one().kind is ActionKind.ATTIC


def test_text_that_can_not_be_formatted_is_merged_as_it_is(project: Project) -> None:
    build(project, FOUR, one("relu"))
    project.edit(PATH, '  return opgen_not_written("relu",\n    __LINE__);\n', "  UNFORMATTABLE\n")
    assert build(project, FOUR, SIGNED).codes == []
    assert "UNFORMATTABLE" in project.read(PATH)
    assert "double alpha" in project.read(PATH)


def test_failing_formatter_is_a_warning(project: Project) -> None:
    file = one("relu", head="// UNFORMATTABLE\n\n")
    built = build(project, FOUR, file, one("add"))
    (found,) = [each for each in built.diagnostics if each.code == "OPG0516"]
    assert (found.severity, found.path) == (Severity.WARNING, f"generated/{PATH}")
    assert found.help
    assert built.exit_code == 0
    assert project.read(PATH) == file.text
    assert project.read("kernels/zoo/add/add.cc") != one("add").text


def commands(tmp_path: Path, *command: str) -> Commands:
    table = (("*.cc", command),)
    return Commands.of_table(table, root=tmp_path / "generated", project=tmp_path)


@pytest.mark.parametrize(
    "program",
    [
        "raise SystemExit('no, thanks')",
        "pass",
        "import sys; print(sys.stdin.read().replace('relu(', 'elu('))",
    ],
    ids=["fails", "prints nothing", "changes names"],
)
def test_program_that_does_not_do_its_job(tmp_path: Path, program: str) -> None:
    project = Project(tmp_path / "generated")
    built = build(project, commands(tmp_path, sys.executable, "-c", program), one("relu"))
    assert built.notes == ["OPG0516"]
    assert project.read(PATH) == one("relu").text


def test_program_that_is_not_there(tmp_path: Path) -> None:
    project = Project(tmp_path / "generated")
    formats = commands(tmp_path, "no-such-formatter", "-")
    built = build(project, formats, one("relu"), one("add"))
    assert built.notes == ["OPG0516"]
    assert project.read(PATH) == one("relu").text
    assert build(project, formats, one("relu"), one("add")).plan.is_clean


def test_program_gets_text_and_path(tmp_path: Path) -> None:
    program = "import sys; print('// ' + sys.argv[1]); print(sys.stdin.read(), end='')"
    formats = commands(tmp_path, sys.executable, "-c", program, "{path}")
    command = formats.of(RelPath("a/b.cc"))
    assert command is not None
    assert formats.of(RelPath("a/b.py")) is None
    text = command.format(RelPath("a/b.cc"), b"int x;\n").decode()
    assert text == f"// {tmp_path}/generated/a/b.cc\nint x;\n"


def test_results_are_kept_where_there_is_a_cache(tmp_path: Path) -> None:
    (tmp_path / "generated/.opgen/cache").mkdir(parents=True)
    count = tmp_path / "count"
    program = f"import sys; open({str(count)!r}, 'a').write('x'); print(sys.stdin.read())"
    command = commands(tmp_path, sys.executable, "-c", program).of(RelPath("a.cc"))
    assert command is not None
    for data in (b"a", b"a", b"b", b"a"):
        assert command.format(RelPath("a.cc"), data).strip() == data
    assert count.read_text() == "xx"


def test_version_and_configuration_tell_formatters_apart(tmp_path: Path) -> None:
    def identity(*arguments: str) -> str:
        command = commands(tmp_path, *arguments).of(RelPath("a.cc"))
        assert command is not None
        return command.id

    first = identity(sys.executable, "-c", "pass")
    assert identity(sys.executable, "-c", "pass") == first
    assert identity(sys.executable, "-c", "0") != first
    (tmp_path / ".clang-format").write_text("BasedOnStyle: Google\n")
    assert identity(sys.executable, "-c", "pass") != first


def test_configuration_counts_up_to_the_top_of_the_repository(tmp_path: Path) -> None:
    project = tmp_path / "repository" / "project"
    (project / "generated").mkdir(parents=True)
    (tmp_path / "repository" / ".git").mkdir()

    def identity() -> str:
        command = commands(project, sys.executable, "-c", "pass").of(RelPath("a.cc"))
        assert command is not None
        return command.id

    first = identity()
    (tmp_path / ".clang-format").write_text("BasedOnStyle: Google\n")
    assert identity() == first
    (tmp_path / "repository" / ".clang-format").write_text("BasedOnStyle: Google\n")
    assert identity() != first


@pytest.mark.parametrize(
    ("said", "matters"),
    [
        ("[tool.opgen]\nlibrary = 'zoo'\n", False),
        ("[project]\nname = 'zoo'\n", False),
        ("[tool.ruff]\nline-length = 60\n", True),
        ("[project]\nrequires-python = '>=3.11'\n", True),
        ("[tool.ruff]\nline-length = 70\n[tool.pytest]\n", False),
    ],
)
def test_of_the_project_only_what_concerns_formatters_counts(
    tmp_path: Path, said: str, matters: bool
) -> None:
    def identity() -> str:
        command = commands(tmp_path, "no-such/ruff", "-").of(RelPath("a.cc"))
        assert command is not None
        return command.id

    place = tmp_path / "pyproject.toml"
    place.write_text("[tool.ruff]\nline-length = 70\n" if "pytest" in said else "")
    first = identity()
    place.write_text(said)
    assert (identity() != first) == matters


def test_a_module_has_a_version_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "laying.py").write_text("import sys\nprint(sys.argv, 1)\n")
    command = commands(tmp_path, sys.executable, "-m", "laying", "-").of(RelPath("a.cc"))
    assert command is not None
    first = command.id
    assert command.watched("") is None
    assert commands(tmp_path, sys.executable, "laying.py").watched("") is not None
    other = commands(tmp_path, sys.executable, "-m", "json", "-").of(RelPath("a.cc"))
    assert other is not None
    assert other.id != first


def test_what_is_watched(tmp_path: Path) -> None:
    tools, later = tmp_path / "tools", tmp_path / "later"
    for directory in (tools, later):
        directory.mkdir()
    (later / "real").write_text("")
    (later / "layout").symlink_to(later / "real")
    search = os.pathsep.join([str(tools), str(later), str(tmp_path)])
    found = commands(tmp_path, "layout", "{path}", "style").watched(search)
    assert found is not None
    assert {tools / "layout", later / "layout", later / "real"} <= set(found)
    assert {tmp_path / "style", tmp_path / ".clang-format"} <= set(found)
    assert tmp_path / "layout" in found
    assert tmp_path / "{path}" not in found


def test_another_version_that_does_the_same_changes_nothing(project: Project) -> None:
    build(project, FOUR, one("relu"))
    before = project.tree()
    renamed = Only(Renamed(4))
    assert build(project, renamed, one("relu")).plan.is_clean
    assert project.tree() == before


class Renamed(Layout):
    """The same formatter in another version."""

    @property
    def id(self) -> str:
        return "renamed"


@dataclass(frozen=True)
class Commas:
    """A formatter that breaks long declarations, and those with a comma at the end, as ruff does.

    So what it broke for one width, it doesn't join for another.
    """

    width: int

    @property
    def id(self) -> str:
        return f"commas-{self.width}"

    def format(self, path: RelPath, data: bytes) -> bytes:
        found = re.sub(rb"(?ms)^def \w+\((.*?)\):$", self._declaration, data)
        return re.sub(rb"(?m)^( +raise \w+)\(\n +", rb"\1(", found)

    def _declaration(self, match: re.Match[bytes]) -> bytes:
        names = [name.strip() for name in match[1].split(b",")]
        head = match[0].partition(b"(")[0]
        joined = head + b"(" + b", ".join(name for name in names if name) + b"):"
        if len(joined) <= self.width and names[-1]:
            return joined
        return head + b"(\n" + b"".join(b"    %s,\n" % name for name in names if name) + b"):"


HOOK = "pytorch/zoo/relu.py"


@pytest.mark.parametrize("is_kept", [True, False])
def test_width_that_changes_is_no_change_of_the_template(project: Project, is_kept: bool) -> None:
    """What is kept from before the layout is what makes it so."""
    narrow, wide = Only(Commas(20), ".py"), Only(Commas(80), ".py")
    file = assembled(HOOK, [Op("relu", ("alpha", "beta"))])
    build(project, narrow, file)
    assert "    alpha,\n" in project.read(HOOK)
    project.edit(HOOK, "    alpha,\n", "    alpha=1,\n")
    raw = f".opgen/base/.raw/{HOOK}"
    assert project.read(raw) == file.text
    if not is_kept:
        project.place(raw).unlink()
    built = build(project, wide, file)
    assert built.codes == ([] if is_kept else ["OPG0501"])


def test_what_is_kept_from_before_the_layout_comes_and_goes_with_its_file(
    project: Project,
) -> None:
    file = assembled(HOOK, [Op("relu", ("alpha", "beta"))])
    raw = f".opgen/base/.raw/{HOOK}"
    build(project, Only(Commas(20), ".py"), file)
    assert project.read(raw) == file.text
    build(project, Only(Commas(80), ".py"), file)
    assert not project.has(raw)
    build(project, Only(Commas(20), ".py"), file)
    moved = assembled("flat/relu.py", [Op("relu", ("alpha", "beta"))])
    build(project, Only(Commas(20), ".py"), moved)
    assert not project.has(raw)
    assert project.read(".opgen/base/.raw/flat/relu.py") == file.text
    build(project, Only(Commas(20), ".py"))
    assert not [path for path in project.tree() if path.startswith(".opgen/base/")]


def test_rendering_that_changes_but_is_laid_out_the_same_changes_no_output(
    project: Project,
) -> None:
    formats = Only(Commas(20), ".py")
    build(project, formats, assembled(HOOK, [Op("relu", ("alpha", "beta"))]))
    before = project.tree(store=False)
    spaced = assembled(
        HOOK, [Op("relu", ("alpha", "beta"))], stub=lambda op: py_stub(op).replace(", ", ",  ")
    )
    assert build(project, formats, spaced).one().kind is ActionKind.ADOPT
    assert project.tree(store=False) == before
    assert project.read(f".opgen/base/.raw/{HOOK}") == spaced.text
    assert build(project, formats, spaced).plan.is_clean


# The experiment: 400 cases in which a developer runs a formatter on an edited file.

CASES = 400
BODY = (
    "    t = combine( first = x,second=[1,2,3], third = {{'a' : {number}, 'b':x}} , fourth = y)\n"
)


def ugly(op: Op) -> str:
    """Return a stub as no formatter would leave it."""
    return py_stub(op).replace("(x", "( x").replace("):", " ) :").replace("'", '"') + ""


def rendered(ops: list[Op]) -> RenderedFile:
    return assembled("pytorch/zoo/all.py", ops, stub=ugly)


@dataclass(frozen=True)
class Case:
    base: RenderedFile
    user: str
    new: RenderedFile


def case(rng: random.Random) -> Case:
    ops = [Op(f"op{number}") for number in rng.sample(range(100), rng.randrange(2, 6))]
    base = rendered(ops)
    user = base.text
    for op in rng.sample(ops, rng.randrange(1, len(ops) + 1)):
        stub = f'    raise NotWritten("{op.name}")\n'
        assert stub in user
        body = BODY.format(number=rng.randrange(1000)) + "    return( total )\n"
        user = user.replace(stub, body if rng.random() < 0.7 else body + stub)
    later = [Op(op.name, ("alpha",)) if rng.random() < 0.3 else op for op in ops]
    if rng.random() < 0.5:
        later.insert(rng.randrange(len(later) + 1), Op("fresh"))
    if rng.random() < 0.3:
        later.pop(rng.randrange(len(later)))
    return Case(base, user, rendered(later))


def all_laid_out(folder: Path, texts: list[str]) -> list[str]:
    """Return texts as ruff lays them out; one run for all."""
    places = [folder / f"t{number}.py" for number in range(len(texts))]
    for place, text in zip(places, texts, strict=True):
        place.write_text(text)
    command = ["ruff", "format", "--quiet", "--isolated", "--line-length", "60", str(folder)]
    subprocess.run(command, check=True)
    return [place.read_text() for place in places]


def rendering(file: RenderedFile, text: str) -> Rendering:
    plain = Rendering.of(file)
    scan = scanner_for("x.py")
    lines = Text(text.encode()).lines
    found = shapes(Rendering(lines, whole(plain, lines)), scan)
    return Rendering(lines, tuple(Extent(s.key, s.anchor, s.first, s.last) for s in found.values()))


def whole(plain: Rendering, lines: tuple[bytes, ...]) -> tuple[Extent, ...]:
    """Return the regions by where their declarations are in the laid out text."""
    starts = [
        (at, extent)
        for extent in plain.regions
        for at, line in enumerate(lines)
        if line.startswith(f"{extent.anchor}".encode())
    ]
    starts.sort(key=lambda start: start[0])
    ends = [at for at, _ in starts[1:]] + [len(lines)]
    return tuple(
        Extent(RegionKey(extent.key), extent.anchor, at, end)
        for (at, extent), end in zip(starts, ends, strict=True)
    )


@pytest.mark.skipif(shutil.which("ruff") is None, reason="needs ruff")
def test_four_hundred_round_trips_through_a_formatter(tmp_path: Path) -> None:
    rng = random.Random(8)
    cases = [case(rng) for _ in range(CASES)]
    texts = [text for each in cases for text in (each.base.text, each.user, each.new.text)]
    laid_out = all_laid_out(tmp_path, texts)
    conflicts = raw_conflicts = 0
    for number, each in enumerate(cases):
        base, user, new = laid_out[3 * number : 3 * number + 3]
        yours = Text(user.encode())
        scan = scanner_for("x.py")
        merged = merge_keyed(rendering(each.base, base), yours, rendering(each.new, new), scan=scan)
        assert merged is not None
        conflicts += bool(merged.clashes)
        chunks = merge(Rendering.of(each.base).lines, yours.lines, Rendering.of(each.new).lines)
        raw_conflicts += any(isinstance(chunk, Clash) for chunk in chunks)
    assert conflicts <= CASES * 4 // 100, conflicts
    # Merged as lines, without laying base and rendering out, most conflict: layout is the reason.
    assert raw_conflicts > CASES // 2, raw_conflicts
