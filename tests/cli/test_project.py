"""A project from its first command on, through the real pipeline."""

import json
import re
import shutil
import tomllib
from pathlib import Path

import pytest

from opgen.cli.scaffold import LibraryChoice, operator_spec
from opgen.incremental import summary_if_fresh
from opgen.targets import DEFAULT_TARGETS


@pytest.fixture
def project(here, opgen):
    """A new project with one operator, built."""
    assert opgen("init", "--library", "zoo", "--op", "twice").code == 0
    ended = opgen("build")
    assert ended.code == 0, ended.err
    return here


def tree(root):
    """Every file below ``root`` that isn't a cache, with its content."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and "/cache/" not in path.as_posix()
    }


def spec(project, name="twice"):
    return project / "specs" / f"{name}.td"


def rewrite(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_init_makes_a_project_that_builds_and_checks(opgen, project):
    assert {"pyproject.toml", "specs/twice.td", "specs/include/zoo.td"} <= tree(project).keys()
    assert any(path.startswith("generated/kernels/zoo/twice/") for path in tree(project))
    assert opgen("check").code == 0


def test_what_init_and_new_create_is_their_result(opgen, here):
    (here / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    made = json.loads(opgen("init", "--library", "zoo", "--format", "json").out)["result"]
    assert made == {
        "created": ["specs/include/zoo.td", "specs/first_op.td"],
        "changed": ["pyproject.toml"],
    }
    made = json.loads(opgen("new", "op", "thrice", "--format", "json").out)
    assert made["result"] == {"created": ["specs/thrice.td"]}
    again = json.loads(opgen("new", "op", "thrice", "--format", "json").out)
    assert again["result"] == {"created": []}


def test_init_adds_to_a_pyproject_and_never_overwrites(opgen, here):
    config = here / "pyproject.toml"
    config.write_text("[project]\nname = 'x'")
    assert opgen("init", "--library", "zoo").code == 0
    assert config.read_text().startswith("[project]\nname = 'x'\n\n[tool.opgen]\n")
    before = tree(here)
    ended = opgen("init", "--library", "zoo")
    assert ended.code == 2
    assert "OPG0007" in ended.err
    assert tree(here) == before


def test_init_writes_all_or_nothing(opgen, here):
    (here / "specs").mkdir()
    (here / "specs" / "twice.td").write_text("mine")
    ended = opgen("init", "--op", "twice")
    assert ended.code == 2
    assert "OPG0007" in ended.err
    assert " --> specs/twice.td" in ended.err
    assert tree(here) == {"specs/twice.td": b"mine"}


@pytest.mark.parametrize("names", [("My-Ops 2", "my_ops_2"), ("123", "operators")])
def test_init_names_the_library_after_the_directory(opgen, here, monkeypatch, names):
    folder, library = names
    (here / folder).mkdir()
    monkeypatch.chdir(here / folder)
    assert opgen("init").code == 0
    assert (here / folder / "specs" / "include" / f"{library}.td").exists()
    assert opgen("build").code == 0


def test_new_op_builds_and_is_not_made_twice(opgen, project):
    assert opgen("new", "op", "thrice").code == 0
    assert 'include "zoo.td"' in spec(project, "thrice").read_text()
    assert opgen("build").code == 0
    listed = json.loads(opgen("list", "--format", "json").out)["result"]["operators"]
    assert [op["name"] for op in listed] == ["thrice", "twice"]
    spec(project, "thrice").rename(spec(project, "moved"))
    ended = opgen("new", "op", "thrice")
    assert ended.code == 2
    assert "OPG0007" in ended.err
    assert re.search(r" --> specs/moved.td:\d+:5\n", ended.err)


def test_new_op_in_another_library_defines_it(opgen, project):
    assert opgen("new", "op", "lift", "--library", "lab").code == 0
    assert 'Library<"lab">' in spec(project, "lift").read_text()
    ended = opgen("build")
    assert ended.code == 0, ended.err
    listed = json.loads(opgen("list", "--format", "json").out)["result"]["operators"]
    assert {(op["library"], op["name"]) for op in listed} == {("zoo", "twice"), ("lab", "lift")}


def test_a_second_build_has_one_line_to_say(opgen, project):
    ended = opgen("build")
    assert ended.code == 0
    assert re.fullmatch(r"up to date: 1 operator, \d+ files\n", ended.out)
    assert ended.err == ""
    assert opgen("build", "-q") == (0, "", "")


def test_a_dry_run_says_what_would_be_done_and_writes_nothing(opgen, project):
    rewrite(spec(project), "(outs Tensor:$y)", "(outs Tensor:$z)")
    before = tree(project)
    ended = opgen("build", "--dry-run")
    assert ended.code == 0
    assert re.search(r"^update +generated/kernels/zoo/twice/", ended.out, re.MULTILINE)
    assert tree(project) == before
    actions = json.loads(opgen("build", "--dry-run", "--format", "json").out)["result"]["actions"]
    assert "update" in {action["kind"] for action in actions}


def test_check_says_once_what_to_do_about_many_files(opgen, project):
    rewrite(spec(project), "(outs Tensor:$y)", "(outs Tensor:$z)")
    ended = opgen("check")
    assert ended.err.count("error[OPG0508]") > 3
    assert ended.err.count("help: ") == 1
    items = json.loads(opgen("check", "--format", "json").out)["diagnostics"]
    assert len(items) == ended.err.count("error[OPG0508]")
    assert all(item["help"] and item["path"] for item in items)


@pytest.mark.parametrize("arguments", [["check"], ["build", "--check"]])
def test_check_fails_on_a_stale_tree_and_writes_nothing(opgen, project, arguments):
    rewrite(spec(project), "(outs Tensor:$y)", "(outs Tensor:$z)")
    before = tree(project)
    ended = opgen(*arguments)
    assert ended.code == 1
    assert ended.out == ""
    assert "OPG0508" in ended.err
    assert tree(project) == before
    assert opgen("build").code == 0
    assert opgen(*arguments).code == 0


def owned_file(project):
    return project / "generated" / "kernels" / "zoo" / "twice" / "twice.h"


def test_check_fails_on_missing_extra_and_edited_files(opgen, project):
    owned = owned_file(project)
    text = owned.read_text()
    owned.write_text(text + "// mine\n")
    ended = opgen("check")
    assert (ended.code, "OPG0502" in ended.err) == (1, True)
    owned.unlink()
    ended = opgen("check")
    assert (ended.code, "OPG0511" in ended.err) == (1, True)
    owned.write_text(text)
    assert opgen("check").code == 0
    assert opgen("new", "op", "thrice").code == 0
    assert opgen("build").code == 0
    spec(project, "thrice").unlink()
    ended = opgen("check")
    assert (ended.code, "OPG0504" in ended.err) == (1, True)


@pytest.mark.parametrize("arguments", [["diff"], ["build", "--diff"]])
def test_diff_is_1_where_there_is_one(opgen, project, arguments):
    assert opgen(*arguments).code == 0
    rewrite(spec(project), "(outs Tensor:$y)", "(outs Tensor:$z)")
    before = tree(project)
    ended = opgen(*arguments)
    assert ended.code == 1
    assert "--- a/" in ended.out
    assert re.search(r"^\+.*z", ended.out, re.MULTILINE)
    assert tree(project) == before
    assert "\x1b[32m+" in opgen(*arguments, "--color", "always").out


def test_outputs_and_inputs_are_listed_as_they_are(opgen, project):
    listed = set(opgen("build", "--list-outputs").out.split())
    written = {path for path in tree(project) if path.startswith("generated/")}
    assert listed == {path for path in written if not path.startswith("generated/.opgen/")}
    inputs = opgen("build", "--list-inputs").out.split("\n")
    assert {"specs/twice.td", "specs/include/zoo.td", "pyproject.toml"} <= set(inputs)


def test_a_depfile_has_all_outputs_before_the_colon(opgen, project):
    assert opgen("build", "-q", "--depfile", "build.d").code == 0
    rule = (project / "build.d").read_text().replace("\\\n", " ")
    targets, _, prerequisites = rule.partition(": ")
    assert targets.split() == opgen("build", "--list-outputs").out.split()
    assert "specs/twice.td" in prerequisites.split()
    assert "opgen/include/opgen/OpBase.td" in prerequisites
    assert re.search(r"templates/\S+\.j2", prerequisites)


def test_a_depfile_escapes_spaces(opgen, project):
    spec(project).rename(spec(project, "with space"))
    assert opgen("build", "-q", "--depfile", "build.d").code == 0
    assert "specs/with\\ space.td" in (project / "build.d").read_text()


def test_a_depfile_that_cannot_be_written_is_2(opgen, project):
    rewrite(spec(project), "(outs Tensor:$y)", "(outs Tensor:$z)")
    before = tree(project)
    for place in ("no/such/dir/build.d", "specs", "pyproject.toml/build.d"):
        ended = opgen("build", "--depfile", place)
        assert ended.code == 2
        assert "error[OPG0009]: can't write the depfile" in ended.err
        assert f" --> {place}\n" in ended.err
    assert tree(project) == before
    # That one exists only when the build is through.
    assert opgen("build", "-o", "new/out", "--depfile", "new/out/build.d").code == 0
    assert (project / "new/out/build.d").exists()


def test_list_shows_operators_and_hooks(opgen, project):
    rewrite(spec(project), "let summary", "let has_get_sbp_fn = 1;\n  let summary")
    ended = opgen("list")
    assert ended.code == 0
    assert re.search(r"^twice +zoo +specs/twice.td:\d+ +", ended.out, re.MULTILINE)
    assert re.search(r"^has_get_sbp_fn +", ended.out, re.MULTILINE)
    assert re.search(
        r"^generated/kernels/zoo/twice/\S+ +kernels +editable",
        opgen("list", "-v").out,
        re.MULTILINE,
    )


def test_records_print_text_and_json(opgen, project):
    ended = opgen("records", "specs/twice.td")
    assert ended.code == 0
    assert re.search(r"^def TwiceOp \{", ended.out, re.MULTILINE)
    records = json.loads(opgen("records", "specs/twice.td", "--json").out)
    assert records["TwiceOp"]["opName"] == "twice"
    assert "TwiceOp" in records["!instanceof"]["Op"]


def test_records_refuse_what_is_too_long_to_be_written(opgen, project):
    steps = "".join(f"  defvar v{i + 1} = !add(v{i}, v{i});\n" for i in range(40))
    program = f"class A<int n> {{\n  defvar v0 = n;\n{steps}  int x = v40;\n}}\ndef D : A<1>;\n"
    (project / "twofold.td").write_text(program)
    ended = opgen("records", "twofold.td")
    assert ended.code == 1
    assert "error[OPG0122]: `x` of `A` is" in ended.err
    assert " --> twofold.td:43:11" in ended.err
    assert json.loads(opgen("records", "twofold.td", "--json").out)["D"]["x"] == 2**40


def test_a_place_is_shown_from_where_the_user_stands(opgen, project, monkeypatch):
    rewrite(spec(project), "Elementwise,", "Elementwiser,")
    assert re.search(r" --> specs/twice.td:\d", opgen("build").err)
    monkeypatch.chdir(project / "specs")
    assert re.search(r" --> twice.td:\d", opgen("build").err)


def test_only_the_named_specs_are_built(opgen, project):
    assert opgen("new", "op", "thrice").code == 0
    assert opgen("build").code == 0
    rewrite(spec(project), "(outs Tensor:$y)", "(outs Tensor:$z)")
    before = tree(project)
    assert opgen("build", "specs/thrice.td").code == 0
    changed = {path for path, data in tree(project).items() if before.get(path) != data}
    assert not [path for path in changed if "twice" in path]


# Bad input (code, and the text at which it has to point), in a spec that is fine otherwise.
FINE = operator_spec("twice", LibraryChoice("zoo", "ZooLibrary", "zoo.td"))
BAD = {
    "unknown class": ("Op<", "Opp<", "OPG0110", "Opp"),
    "missing semicolon": ("(ins Tensor:$x);", "(ins Tensor:$x)", "OPG0101", "\n  let output"),
    "duplicate operand": ("Tensor:$x)", "Tensor:$x, Tensor:$x)", "OPG0302", None),
    "keyword as a name": ("(outs Tensor:$y)", "(outs Tensor:$class)", "OPG0303", "$class"),
    "unknown trait": ("Elementwise,", "Elementwiser,", "OPG0111", "Elementwiser"),
    "unknown type": ("(outs Tensor:$y)", "(outs Tenser:$y)", "OPG0111", "Tenser"),
    "wrong default": (
        "let summary",
        'let attrs = (ins DefaultValuedAttr<BoolAttr, "maybe">:$flag);\n  let summary',
        "OPG0305",
        None,
    ),
    "unknown operand in the shape rule": ('SameAs<"x">', 'SameAs<"w">', "OPG0306", None),
    "unknown dtype": (
        "let summary",
        'let types = [T<"T", [F33]>];\n  let summary',
        "OPG0111",
        "F33",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_one_diagnostic_at_its_place_and_changes_nothing(opgen, project, case):
    old, new, code, at = BAD[case]
    rewrite(spec(project), old, new)
    before = tree(project)
    ended = opgen("build", "--format", "json")
    assert ended.code == 1
    (item,) = json.loads(ended.out)["diagnostics"]
    assert item["code"] == code
    (place,) = [span for span in item["spans"] if span["primary"]]
    assert place["file"] == "specs/twice.td"
    if at:
        assert spec(project).read_bytes()[place["start"]["offset"] :].startswith(at.encode())
    assert tree(project) == before


def test_a_duplicate_operator_names_both_places(opgen, project):
    (project / "specs" / "again.td").write_text(FINE)
    before = tree(project)
    ended = opgen("build", "--format", "json")
    assert ended.code == 1
    (item,) = json.loads(ended.out)["diagnostics"]
    assert item["code"] == "OPG0301"
    assert {span["file"] for span in item["spans"]} == {"specs/again.td", "specs/twice.td"}
    assert tree(project) == before


LIBRARIES = {
    "another summary": (
        'def Z : Library<"zoo"> { let summary = "Other"; }',
        "specs/zz.td:2:40",
        "9:17",
    ),
    "no summary": ('def Z : Library<"zoo">;', "specs/zz.td:2:5", "9:17"),
    "another prefix": (
        'def Z : Library<"zoo"> { let prefix = ""; let summary = "Zoo"; }',
        "specs/zz.td:2:39",
        "8:5",
    ),
    "by default": ("defvar Z = ?;", "specs/zz.td:4:5", "9:17"),
}
"""For each second library, or none, where it differs, and where the first one does."""


@pytest.mark.parametrize("case", LIBRARIES)
def test_a_library_that_is_described_in_two_ways_has_both_places(opgen, project, case):
    text, place, first = LIBRARIES[case]
    rewrite(
        project / "specs/include/zoo.td",
        'Library<"zoo">;',
        'Library<"zoo"> {\n  let summary = "Zoo";\n}',
    )
    # Where operators are kept, and where they aren't.
    assert opgen("build").code == 0
    again = f'include "opgen/OpBase.td"\n{text}\nlet library = Z in\ndef AgainOp : Op<"again", '
    again += "[NoGrad]> { let input = (ins Tensor:$x); let output = (outs Tensor:$y); }\n"
    (project / "specs/zz.td").write_text(again)
    for output in ("generated", "other"):
        ended = opgen("build", "-o", output, "--format", "json")
        (item,) = json.loads(ended.out)["diagnostics"]
        assert item["code"] == "OPG0324"
        spans = [f"{s['file']}:{s['start']['line']}:{s['start']['column']}" for s in item["spans"]]
        assert spans == [place, "specs/include/zoo.td:" + first]


def test_a_missing_spec_is_2(opgen, project):
    before = tree(project)
    ended = opgen("build", "specs/nope.td")
    assert ended.code == 2
    assert "error[OPG0001]" in ended.err
    assert " --> specs/nope.td" in ended.err
    assert tree(project) == before


def test_a_directory_without_specs_is_2(opgen, project):
    (project / "empty").mkdir()
    ended = opgen("build", "empty", "specs")
    assert (ended.code, ended.out) == (2, "")
    assert "error[OPG0001]: no spec file in `empty`" in ended.err


def test_a_dry_run_does_not_say_that_a_text_is_kept_already(opgen, project):
    fill(project)
    spec(project).write_text('// nothing is left\ninclude "zoo.td"\n')
    for arguments in (["build", "--dry-run"], ["check"], ["diff"], ["status"]):
        ended = opgen(*arguments)
        assert ended.code == 1
        assert re.search(r"the text would go to .generated/.opgen/attic/", ended.err), arguments
        assert "is in" not in ended.err
    assert re.search(r"the text is in .generated/.opgen/attic/", opgen("build").err)
    assert re.search(r"the text is in .generated/.opgen/attic/", opgen("build", "--dry-run").err)


def test_an_unknown_target_is_2(opgen, project):
    ended = opgen("build", "-t", "numpyy")
    assert ended.code == 2
    assert "error[OPG0005]" in ended.err
    assert "did you mean `numpy`?" in ended.err


def test_an_unknown_target_of_the_configuration_is_shown_there(opgen, project):
    config = project / "pyproject.toml"
    text = config.read_text()
    assert '"pytorch"' in text
    config.write_text(text.replace('"pytorch"', '"pytroch"'))
    line = next(n for n, t in enumerate(text.splitlines(), 1) if t.startswith("targets = "))
    ended = opgen("build", "--format", "concise")
    assert (ended.code, ended.err + ended.out) == (2, ended.err)
    assert f"pyproject.toml:{line}:1: error[OPG0005]: unknown target `pytroch`" in ended.err
    assert "did you mean `pytorch`?" in opgen("build").err


def test_init_writes_the_default_targets(opgen, project):
    table = tomllib.loads((project / "pyproject.toml").read_text())["tool"]["opgen"]
    assert tuple(table["targets"]) == DEFAULT_TARGETS


def test_a_build_without_a_project_says_how_to_make_one(opgen, here):
    ended = opgen("build")
    assert (ended.code, ended.out) == (2, "")
    assert "`opgen init` sets a project up" in ended.err
    (here / "pyproject.toml").write_text("[tool.opgen]\n")
    assert "list them as `specs` in [tool.opgen]" in opgen("build").err


@pytest.mark.parametrize(
    ("command", "use"),
    [("build", "Generate"), ("check", "Compare"), ("verify", "Check what this target generated")],
)
def test_help_says_what_a_target_is_for_and_names_them(opgen, here, command, use):
    text = " ".join(opgen(command, "--help").out.split())
    line = re.findall(r"--target TARGET (.*?) Repeat", text)[0]
    assert line.startswith(use)
    assert "pytorch" in line
    assert ("docs" in line) is (command != "verify")


def test_a_name_that_an_own_file_declares_has_it_named(opgen, project):
    spec = project / "specs/twice.td"
    spec.write_text(spec.read_text().replace('include "zoo.td"', 'include "opgen/OpBase.td"'))
    ended = opgen("build")
    assert ended.code == 1
    assert 'add `include "zoo.td"`' in ended.err


ECHO = """
from opgen.outputs import Ownership, RelPath
from opgen.targets import Output

class Echo:
    name, requires, hooks = "echo", ("kernels",), frozenset()

    def outputs(self, model, diagnostics):
        view = {"document": ", ".join(op.name for op in model.ops)}
        yield Output(RelPath("echo/ops.txt"), "samples/op.json.j2", view, Ownership.OWNED)
"""


def test_targets_that_nobody_names(opgen, project):
    config = project / "pyproject.toml"
    lines = config.read_text().splitlines(keepends=True)
    config.write_text("".join(line for line in lines if not line.startswith("targets")))
    assert opgen("build", "-o", "out").code == 0
    built = {path.name for path in (project / "out").iterdir() if not path.name.startswith(".")}
    assert built == {"kernels", "numpy", "pytorch", "docs", "samples"}


def test_a_target_of_another_package_is_found_by_its_name(opgen, project, monkeypatch):
    site = project / "site"
    (site / "echoing-1.0.dist-info").mkdir(parents=True)
    (site / "echoing.py").write_text(ECHO)
    points = site / "echoing-1.0.dist-info" / "entry_points.txt"
    points.write_text("[opgen.targets]\necho = echoing:Echo\nnumpy = echoing:Echo\n")
    monkeypatch.syspath_prepend(str(site))
    assert opgen("build", "-t", "echo", "-o", "out").code == 0
    assert (project / "out/echo/ops.txt").read_text().strip() == "twice"
    assert (project / "out/kernels/opgen.h").exists()
    named = opgen("build", "-t", "eco").err
    assert "targets: samples, kernels, numpy, pytorch, " in named
    assert named.split("targets: ")[1].splitlines()[0].endswith(", echo")
    # A shipped target can't be replaced by registering its name.
    assert opgen("build", "-t", "numpy", "-o", "other").code == 0
    assert not (project / "other/echo").exists()


MOODY = """
from pathlib import Path
from opgen.outputs import Ownership, RelPath
from opgen.targets import OpOutputs, Output

class Moody:
    name, requires, hooks = "moody", ("kernels",), frozenset()

    def outputs(self, model, diagnostics):
        for op in model.ops:
            yield OpOutputs(op, self._of_op)

    def _of_op(self, op, family):
        words = Path("mood.txt").read_text()
        view, path = {"document": words}, RelPath(f"moody/{op.name}.txt")
        yield Output(path, "samples/op.json.j2", view, Ownership.OWNED, op=op)
"""


def test_files_of_a_plug_in_are_always_made_anew(opgen, project, monkeypatch):
    site = project / "site"
    (site / "moody-1.0.dist-info").mkdir(parents=True)
    (site / "moody.py").write_text(MOODY)
    points = site / "moody-1.0.dist-info" / "entry_points.txt"
    points.write_text("[opgen.targets]\nmoody = moody:Moody\n")
    monkeypatch.syspath_prepend(str(site))
    for mood in ("glad", "glad", "sad"):
        (project / "mood.txt").write_text(mood)
        spec(project).write_text(spec(project).read_text() + "\n")
        assert opgen("build", "-t", "moody").code == 0
        assert (project / "generated/moody/twice.txt").read_text().strip() == mood
    kept = {path.name for path in (project / "generated/.opgen/cache/rendered").iterdir()}
    assert kept == {"kernels"}


def test_an_unreadable_spec_is_reported(opgen, project):
    (project / "specs" / "loop.td").symlink_to("loop.td")
    ended = opgen("build")
    assert ended.code in {1, 2}
    assert "OPG0006" in ended.err


def test_all_mistakes_are_reported_at_once(opgen, project):
    rewrite(spec(project), "Elementwise,", "Elementwiser,")
    (project / "specs" / "b.td").write_text("def B : Nope;\n")
    ended = opgen("build", "--format", "concise")
    assert len(ended.err.splitlines()) == 2


def kernel(project):
    return project / "generated" / "kernels" / "zoo" / "twice" / "twice_cpu.cc"


def fill(project, line="// a person wrote this\n"):
    """Put a line into the body of the kernel."""
    lines = kernel(project).read_text().splitlines(keepends=True)
    at = next(
        i for i, text in enumerate(lines) if text.rstrip().endswith("{") and "namespace" not in text
    )
    lines.insert(at + 1, line)
    kernel(project).write_text("".join(lines))
    return at + 1


def conflict(project, opgen):
    """Make the spec and a person change the same line."""
    text = kernel(project).read_text()
    signature = next(line for line in text.splitlines() if "twice(" in line)
    kernel(project).write_text(text.replace(signature, signature + "  // mine"))
    rewrite(
        spec(project),
        "let summary",
        'let attrs = (ins DefaultValuedAttr<F64Attr, "2.0">:$by);\n  let summary',
    )
    ended = opgen("build")
    assert ended.code == 1
    assert "OPG0501" in ended.err
    return "generated/kernels/zoo/twice/twice_cpu.cc"


def states(opgen):
    return {row["state"] for row in json.loads(opgen("status", "--format", "json").out)["result"]}


def test_status_tells_stubs_from_edits(opgen, project):
    ended = opgen("status")
    assert ended.code == 0
    place = r"generated/kernels/zoo/twice/twice_cpu.cc:\d+"
    assert re.search(rf"^unfilled +{place} +zoo.twice/", ended.out, re.MULTILINE)
    assert ended.out.splitlines()[-1] == "1 unfilled"
    fill(project)
    assert states(opgen) == {"edited"}


@pytest.mark.parametrize(("side", "kept"), [("--ours", True), ("--theirs", False)])
def test_a_conflict_is_1_until_it_is_resolved(opgen, project, side, kept):
    path = conflict(project, opgen)
    assert opgen("build").code == 1
    assert opgen("check").code == 1
    assert opgen("status").code == 1
    assert opgen("resolve", path).code == 2
    ended = opgen("resolve", path, side)
    assert (ended.code, ended.out) == (0, f"resolve: {path}\n")
    assert ("// mine" in kernel(project).read_text()) is kept
    assert opgen("build").code == 0


def test_an_edited_owned_file_is_refused_adopted_and_restored(opgen, project):
    owned = owned_file(project)
    generated = owned.read_text()
    owned.write_text(generated + "// mine\n")
    assert opgen("build").code == 1
    assert opgen("adopt", "generated/kernels/zoo/twice/twice.h").code == 0
    assert opgen("build").code == 0
    assert owned.read_text().endswith("// mine\n")
    assert opgen("restore", "kernels/zoo/twice/twice.h").code == 0
    assert owned.read_text() == generated
    assert opgen("check").code == 0
    assert any(b"// mine" in data for path, data in tree(project).items() if "/attic/" in path)


def below(project, directory):
    return {path for path in tree(project) if path.startswith(f"generated/{directory}/")}


def test_a_deleted_directory_comes_back_as_the_line_of_a_build_says(opgen, project):
    whole = below(project, "numpy")
    shutil.rmtree(project / "generated/numpy")
    remedy = f"; `opgen restore generated/numpy` brings back {len(whole)} deleted outputs"
    assert opgen("build").out.rstrip().endswith(remedy)
    # The shortcut of the next build says it, too.
    assert (summary_if_fresh([], str(project), checking=False) or "").endswith(remedy)
    assert below(project, "numpy") == set()
    restored = opgen("restore", "generated/numpy")
    assert (restored.code, restored.out.count("restore: generated/numpy/")) == (0, len(whole))
    assert below(project, "numpy") == whole
    assert opgen("check").code == 0
    assert "restore" not in opgen("build").out


@pytest.mark.parametrize("directory", ["generated", "generated/kernels", "kernels/zoo"])
def test_restoring_a_directory_leaves_what_was_edited_or_given_up(opgen, project, directory):
    kernel, header = (kernel_of(project), project / "generated/kernels/zoo/twice/twice.h")
    rewrite(kernel, "// ", "// mine: ")
    edited = kernel.read_text()
    header.unlink()
    assert opgen("restore", directory).code == 0
    assert header.exists()
    assert kernel.read_text() == edited
    header.unlink()
    assert opgen("adopt", header).code == 0
    ended = opgen("restore", directory)
    assert (ended.code, "OPG0515" in ended.err) == (1, True)
    assert not header.exists()


def kernel_of(project):
    return next((project / "generated" / "kernels").glob("*/twice/twice_cpu.cc"))


def test_a_deleted_output_stays_deleted_until_it_is_restored(opgen, project):
    text = kernel(project).read_text()
    kernel(project).unlink()
    assert opgen("build").code == 0
    assert not kernel(project).exists()
    assert opgen("check").code == 1
    assert re.search(r"^deleted +generated/kernels/\S+_cpu.cc$", opgen("status").out, re.MULTILINE)
    assert states(opgen) == {"deleted"}
    assert opgen("restore", kernel(project)).code == 0
    assert kernel(project).read_text() == text
    assert opgen("check").code == 0


@pytest.mark.parametrize("command", [["resolve", "--ours"], ["adopt"], ["restore"]])
@pytest.mark.parametrize("path", ["../elsewhere.h", "/etc/passwd", "generated", "."])
def test_a_decision_is_about_an_output(opgen, project, command, path):
    before = tree(project)
    holds_outputs = command == ["restore"] and path == "generated"
    assert opgen(*command, path).code == (1 if holds_outputs else 2)
    assert tree(project) == before


@pytest.mark.parametrize("command", [["resolve", "--ours"], ["adopt"], ["restore"]])
def test_a_decision_about_nothing_is_1(opgen, project, command):
    ended = opgen(*command, "generated/nothing.h")
    assert ended.code == 1
    assert "OPG0515" in ended.err


def test_a_line_that_a_person_wrote_survives_a_change_of_the_spec(opgen, project):
    fill(project)
    rewrite(
        spec(project),
        "let summary",
        'let attrs = (ins DefaultValuedAttr<F64Attr, "2.0">:$by);\n  let summary',
    )
    assert opgen("build").code == 0
    assert kernel(project).read_text().count("// a person wrote this\n") == 1
    assert "by" in kernel(project).read_text()


@pytest.mark.parametrize(
    ("text", "line"),
    [("{% if %}\n", 1), ("fine\n  {{ nothing }}\n", 2), ("fine\n\n{{\n nothing.of\n}}", 4)],
)
def test_a_template_that_fails_is_reported_and_changes_nothing(opgen, project, text, line):
    config = project / "pyproject.toml"
    config.write_text(config.read_text() + 'templates = "overrides"\n')
    template = project / "overrides" / "kernels" / "op_cpu.cc.j2"
    template.parent.mkdir(parents=True)
    template.write_text(text)
    before = tree(project)
    ended = opgen("build")
    assert ended.code == 1
    assert "error[OPG0401]" in ended.err
    assert "kernels/op_cpu.cc.j2" in ended.err
    assert re.search(rf" --> overrides/kernels/op_cpu\.cc\.j2:{line}:\d+\n", ended.err)
    assert re.search(r" ::: specs/twice\.td:\d+:5\n", ended.err)
    assert tree(project) == before


def test_list_shows_operators_of_oneflows_dialect(opgen, project):
    include = Path(__file__).parents[1] / "targets" / "oneflow" / "include"
    dialect = spec(project).with_name("foo.td")
    dialect.write_text('include "dialect.td"\ndef OneFlow_FooOp : OneFlow_PlainOp<"foo">;\n')
    options = ("-I", str(include), "--target", "oneflow.schema")
    row = r"^foo +\(OneFlow's dialect\) +specs/foo.td:2 +oneflow.schema"
    assert re.search(row, opgen("list", *options).out, re.MULTILINE)
    listed = json.loads(opgen("list", *options, "--format", "json").out)["result"]
    assert [op["name"] for op in listed["dialect"]] == ["foo"]
