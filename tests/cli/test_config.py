"""``[tool.opgen]``: found upwards, read in full, and every mistake at its place."""

from dataclasses import replace
from pathlib import Path

import pytest

from opgen.config import Project, find_project, read_project
from opgen.diagnostics import Diagnostics


def find(start, found=None):
    collected = Diagnostics() if found is None else found
    return find_project(start, diagnostics=collected, shown_as=lambda path: path.name)


def write(folder, text):
    path = folder / "pyproject.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_all_keys_are_read_relative_to_the_file(tmp_path):
    write(
        tmp_path,
        """
[project]
name = "x"
[tool.opgen]
specs = ["specs", "more/a.td"]
include = ["inc"]
defines = ["FAST"]
output = "out/gen"
targets = ["numpy"]
templates = "my_templates"
library = "zoo"
[tool.opgen.verify.pytorch]
python = "/opt/py/bin/python"
""",
    )
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    (tmp_path / "inc").mkdir()
    (tmp_path / "my_templates").mkdir()
    found = Diagnostics()
    project = find(deep, found)
    assert not found.items
    assert project.targets_span is not None
    assert project.targets_span.text.startswith("targets")
    assert replace(project, targets_span=None, interpreter_spans=()) == Project(
        root=tmp_path,
        output=tmp_path / "out/gen",
        specs=(tmp_path / "specs", tmp_path / "more/a.td"),
        include_dirs=(tmp_path / "inc",),
        defines=("FAST",),
        targets=("numpy",),
        templates=tmp_path / "my_templates",
        library="zoo",
        interpreters=(("pytorch", "/opt/py/bin/python"),),
        config=tmp_path / "pyproject.toml",
        searched=(
            deep / "pyproject.toml",
            tmp_path / "a" / "pyproject.toml",
            tmp_path / "pyproject.toml",
        ),
    )


def test_a_pyproject_without_the_table_is_passed_over(tmp_path):
    outer = write(tmp_path, "[tool.opgen]\n")
    inner = tmp_path / "inner"
    inner.mkdir()
    write(inner, "[tool.other]\nx = 1\n")
    assert find(inner).config == outer


def test_without_configuration_there_are_defaults(tmp_path):
    project = find(tmp_path)
    assert project.config is None
    assert project.root == tmp_path
    assert project.output == tmp_path / "generated"
    assert project.targets is None
    assert tmp_path / "pyproject.toml" in project.searched


CASES = {
    "unknown key": ('[tool.opgen]\nspecs = []\nspces = ["x"]\n', "OPG0004", (3, 1)),
    "unknown key of a subtable": (
        '[tool.opgen]\n[tool.opgen.verify.pytorch]\npyhton = "x"\n',
        "OPG0004",
        (3, 1),
    ),
    "unknown subtable": ("[tool.opgen]\n[tool.opgen.verfiy.numpy]\n", "OPG0004", (2, 1)),
    "string for a list": ('[tool.opgen]\n  specs = "specs"\n', "OPG0003", (2, 3)),
    "number in a list": ('[tool.opgen]\n"targets" = ["a", 3]\n', "OPG0003", (2, 1)),
    "list for a string": ('[tool.opgen]\noutput = ["x"]\n', "OPG0003", (2, 1)),
    "empty string": ('[tool.opgen]\nlibrary = ""\n', "OPG0003", (2, 1)),
    "not a table": ("[tool]\nopgen = 3\n", "OPG0003", (2, 1)),
    "bad syntax": ("[tool.opgen]\nspecs = [\n", "OPG0003", (3, 1)),
    "bad value": ("[tool.opgen]\nspecs = @\n", "OPG0003", (2, 9)),
    "not UTF-8": (b"[tool.opgen]\n# \xff\n", "OPG0003", (2, 3)),
    "NUL in a path": ('[tool.opgen]\noutput = "a\\u0000b"\n', "OPG0003", (2, 1)),
    "NUL in a list": ('[tool.opgen]\nspecs = ["a\\u0000b"]\n', "OPG0003", (2, 1)),
    "tool is no table": ("x = 1\ntool = 3\n", "OPG0003", (2, 1)),
    "dotted key": ("tool.opgen.output = 3\n", "OPG0003", (1, 1)),
    "quoted dotted key": ('[tool]\n"opgen" . output = 3\n', "OPG0003", (2, 1)),
    "inline table": ("[tool]\nopgen = {output = 3}\n", "OPG0003", (2, 1)),
    "key with a dot": ('[tool.opgen.verify]\n"a.b" = 3\n', "OPG0003", (2, 1)),
    "deep nesting": ("[tool.opgen]\nspecs = " + "[" * 50_000, "OPG0003", (2, 9)),
    "deep inline tables": ("[tool.opgen]\nspecs = " + "{a=" * 50_000, "OPG0003", None),
    "endless number": ("[tool.opgen]\nspecs = " + "9" * 5_000 + "\n", "OPG0003", (2, 9)),
    "no templates": ('[tool.opgen]\ntemplates = "nope"\n', "OPG0003", (2, 1)),
    "a file for templates": ('[tool.opgen]\ntemplates = "pyproject.toml"\n', "OPG0003", (2, 1)),
    "macro with a blank": ('[tool.opgen]\ndefines = ["OK", "a b"]\n', "OPG0003", (2, 1)),
    "macro with a value": ('[tool.opgen]\ndefines = ["A=1"]\n', "OPG0003", (2, 1)),
    "no include directory": ('[tool.opgen]\ninclude = ["nope"]\n', "OPG0011", (2, 1)),
    "error after a byte-order mark": (b"\xef\xbb\xbfx = @\n", "OPG0003", (1, 5)),
}


@pytest.mark.parametrize("case", CASES)
def test_a_mistake_is_found_at_its_place(tmp_path, case):
    text, code, place = CASES[case]
    write(tmp_path, text)
    found = Diagnostics()
    find(tmp_path, found)
    (item,) = found.sorted()
    assert item.code == code
    assert place in {None, item.span.position}
    assert item.help


def test_a_byte_order_mark_is_read_over(tmp_path):
    write(tmp_path, b'\xef\xbb\xbf[tool.opgen]\noutput = "out"\n')
    found = Diagnostics()
    assert find(tmp_path, found).output == tmp_path / "out"
    assert not found.items


def test_a_missing_include_directory_is_no_error(tmp_path):
    write(tmp_path, '[tool.opgen]\ninclude = ["nope"]\n')
    found = Diagnostics()
    assert find(tmp_path, found).include_dirs == (tmp_path / "nope",)
    assert not found.has_errors


def test_an_unknown_key_suggests_the_one_that_was_meant(tmp_path):
    write(tmp_path, "[tool.opgen]\ninlcude = []\n")
    found = Diagnostics()
    find(tmp_path, found)
    assert "`include`" in found.items[0].help


def test_all_mistakes_are_found_at_once(tmp_path):
    write(tmp_path, "[tool.opgen]\nspecs = 1\noutput = 2\ntarget = 3\n")
    found = Diagnostics()
    find(tmp_path, found)
    assert [item.code for item in found.sorted()] == ["OPG0003", "OPG0003", "OPG0004"]


@pytest.mark.parametrize("text", [None, "[project]\nname = 'x'\n"])
def test_a_named_file_has_to_exist_and_to_have_the_table(tmp_path, text):
    path = tmp_path / "other.toml"
    if text is not None:
        path.write_text(text)
    found = Diagnostics()
    project = read_project(path, diagnostics=found, shown_as=Path.as_posix)
    assert [item.code for item in found.items] == ["OPG0003"]
    assert project.config is None
