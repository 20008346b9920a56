"""Reports of code that other generators lost, as far as templates or the command line matter.

The numbers are those of ``tests/workspace/test_lost_code.py``. Every editable region of the
shipped templates is tried, whatever targets there will be.
"""

import json
import re

import pytest

from opgen.targets import available_targets
from tests.build.project import ProjectCopy

TOKEN = re.compile(r"token_\d+_")


@pytest.fixture
def project(here):
    return ProjectCopy.of_repository(here)


@pytest.fixture
def kernel(project):
    return project.generated / "kernels/custom/square/square_cpu.cc"


def contents(root):
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and "/cache/" not in path.as_posix() and path.name != "lock"
    }


def editable(project):
    """Return the regions of all editable outputs by path, as the manifest has them."""
    found = {}
    for shard in (project.generated / ".opgen/manifest").rglob("*.json"):
        for record in json.loads(shard.read_text()):
            if record["ownership"] == "editable":
                found[record["path"]] = record["regions"]
    return found


def body(path, lines, anchor):
    """Return the first line of the body of the definition that an anchor names."""
    closing = re.compile(r":\s*(#.*)?$" if path.endswith(".py") else r"\{\s*$")
    head = re.compile(rf"(?<!\w){re.escape(anchor)}")
    for start in (at for at, line in enumerate(lines) if head.search(line)):
        for at in range(start, len(lines)):
            if closing.search(lines[at]):
                return at + 1
            if lines[at].rstrip().endswith(";"):
                break
    raise AssertionError((path, anchor))


def write_a_token_into_each_region(project):
    """Write a line into each editable region; return its path and anchor by its token."""
    tokens = {}
    for path, regions in sorted(editable(project).items()):
        place = project.generated / path
        lines = place.read_text().splitlines(keepends=True)
        for _, anchor, *_ in regions:
            token = f"token_{len(tokens)}_"
            tokens[token] = path, anchor
            at = body(path, lines, anchor)
            indent = re.match(r"\s*", lines[at])[0] or "  "
            lines.insert(at, f"{indent}{'#' if path.endswith('.py') else '//'} {token}\n")
        place.write_text("".join(lines))
    return tokens


def test_18_every_editable_region_of_the_shipped_templates(opgen, project):
    config = project.root / "pyproject.toml"
    names = json.dumps(sorted(available_targets()))
    config.write_text(re.sub(r"targets = .*", f"targets = {names}", config.read_text()))
    assert opgen("build").code == 0
    tokens = write_a_token_into_each_region(project)
    assert len(tokens) >= len(editable(project)) > 10
    edited = contents(project.generated)
    assert opgen("build").code == 0
    assert contents(project.generated) == edited
    for spec in (project.root / "specs").glob("*.td"):
        spec.write_text(
            re.sub('let summary = "', 'let summary = "In other words: ', spec.read_text())
        )
    ended = opgen("build")
    assert ended.code == 0, ended.err
    assert contents(project.generated) != edited
    for token, (path, anchor) in tokens.items():
        lines = (project.generated / path).read_text().splitlines()
        places = [at for at, line in enumerate(lines) if token in line]
        assert places == [body(path, lines, anchor)], token


def test_18_a_second_developer_gets_the_same(opgen, project):
    before = contents(project.generated)
    assert opgen("check").code == 0
    assert opgen("build").code == 0
    assert contents(project.generated) == before


def test_19_a_template_without_regions_is_not_editable(opgen, project):
    (project.root / "mine/kernels").mkdir(parents=True)
    (project.root / "mine/kernels/op_cpu.cc.j2").write_text("// edit me\nint {{ op }}() {}\n")
    config = project.root / "pyproject.toml"
    config.write_text(config.read_text() + 'templates = "mine"\n')
    before = contents(project.generated)
    ended = opgen("build")
    assert ended.code == 1
    assert "OPG0401" in ended.err
    assert contents(project.generated) == before


def test_11_a_failing_template_leaves_the_tree_as_it_was(opgen, project):
    (project.root / "mine/numpy").mkdir(parents=True)
    (project.root / "mine/numpy/package.py.j2").write_text("{{ 1 // 0 if false else nothing }}\n")
    config = project.root / "pyproject.toml"
    config.write_text(config.read_text() + 'templates = "mine"\n')
    for spec in (project.root / "specs").glob("*.td"):
        spec.write_text(re.sub('let summary = "', 'let summary = "New: ', spec.read_text()))
    before = contents(project.generated)
    assert opgen("build").code == 1
    assert contents(project.generated) == before


@pytest.mark.parametrize("way", ["option", "configuration"])
def test_21_a_protected_output_is_never_written(opgen, project, kernel, way):
    kernel.write_text(kernel.read_text() + "// mine\n")
    before = kernel.read_bytes(), kernel.stat().st_mtime_ns
    for spec in (project.root / "specs").glob("*.td"):
        spec.write_text(re.sub('let summary = "', 'let summary = "New: ', spec.read_text()))
    config = project.root / "pyproject.toml"
    options = ["--protect", "kernels/*/square/*"]
    if way == "configuration":
        options = []
        config.write_text(config.read_text() + 'protect = ["kernels/*/square/*"]\n')
    assert opgen("build", *options).code == 0
    assert (kernel.read_bytes(), kernel.stat().st_mtime_ns) == before
    assert opgen("check", *options).code == 0
    other = project.generated / "kernels/custom/square_grad/square_grad_cpu.cc"
    assert "New: " in other.read_text()


@pytest.mark.parametrize("place", [".", "specs", ".."])
def test_24_output_into_a_directory_of_ones_own(opgen, project, here, monkeypatch, place):
    (here / ".git").mkdir()
    (here / ".git/HEAD").write_text("ref: refs/heads/main\n")
    (here / "work").mkdir()
    (here / "specs").rename(here / "work/specs")
    (here / "pyproject.toml").rename(here / "work/pyproject.toml")
    (here / "work/notes.txt").write_text("mine\n")
    monkeypatch.chdir(here / "work")
    before = contents(here)
    for _ in range(2):
        opgen("build", "-o", place)
    opgen("build", "-o", place, "specs/linear.td")
    after = contents(here)
    assert {path: after.get(path) for path in before} == before


def test_diff_of_one_output(opgen, project, kernel):
    base = opgen("diff", "--base", kernel)
    assert base.code == 1
    assert base.out.startswith("--- base/kernels/custom/square/square_cpu.cc\n+++ yours/")
    new = opgen("diff", "--new", kernel)
    assert new.code == 1
    assert new.out.startswith("--- yours/kernels/custom/square/square_cpu.cc\n+++ new/")
    assert opgen("diff").code == 0
    listed = json.loads(opgen("diff", "--base", kernel, "--format", "json").out)
    assert listed["result"]["diff"] == base.out
    assert opgen("diff", "--base", kernel, "--new", kernel).code == 2
    assert opgen("diff", "--base", "../elsewhere.cc").code == 2
    ended = opgen("diff", "--base", "kernels/opgen.h")
    assert (ended.code, "OPG0515" in ended.err) == (1, True)


def test_status_as_json_has_all_states(opgen, project, kernel):
    header = project.generated / "kernels/custom/square/square.h"
    header.write_text(header.read_text() + "// mine\n")
    rows = json.loads(opgen("status", "--format", "json").out)["result"]
    assert {row["state"] for row in rows} >= {"edited", "drifted"}
    assert {"state", "path", "region", "line", "stored"} <= rows[0].keys()
    drifted = [row["path"] for row in rows if row["state"] == "drifted"]
    assert drifted == ["kernels/custom/square/square.h"]


def test_formatters_of_the_configuration(opgen, project, kernel):
    config = project.root / "pyproject.toml"
    program = "import sys; print(sys.stdin.read().replace(' {\\n', '\\n{\\n'), end='')"
    table = f'\n[tool.opgen.format]\n"*_cpu.cc" = ["python3", "-c", {json.dumps(program)}]\n'
    config.write_text(config.read_text() + table)
    mine = {line for line in kernel.read_text().splitlines() if "y[" in line}
    assert mine
    ended = opgen("build")
    assert (ended.code, ended.err) == (0, "")
    assert mine <= set(kernel.read_text().splitlines())
    assert opgen("check").code == 0
    config.write_text(config.read_text().replace('"python3"', '"no-such-program"'))
    ended = opgen("build")
    assert ended.code == 0
    assert "OPG0516" in ended.err
    assert mine <= set(kernel.read_text().splitlines())


@pytest.mark.parametrize("value", ["[]", '"ruff"', "[1]", '[""]'])
def test_a_formatter_that_is_no_command(opgen, project, value):
    config = project.root / "pyproject.toml"
    config.write_text(config.read_text() + f'\n[tool.opgen.format]\n"*.py" = {value}\n')
    ended = opgen("build")
    assert ended.code == 2
    assert "OPG0003" in ended.err
    assert "pyproject.toml:8:1" in ended.err
