"""Template arguments that nothing uses: the same warnings as llvm-tblgen, if wanted."""

import re
import subprocess

import pytest

from opgen.tablegen import Language
from tests.tablegen.programs import INCLUDE, ORACLE, PASS, defines_of, run, run_text

WARNING = re.compile(rb"([^/\n]+):(\d+):(\d+): warning: unused template argument: (\S+)")
PROGRAM = """\
class Used<int a, int b = a> { int x = b; }
class Some<int a, int b> { int x = a; }
class Parent<int a> : Used<a>;
multiclass M<int a, int b> { def x : Used<b>; }
"""


def test_what_is_not_used_is_warned_of(tmp_path):
    keeper, diagnostics = run_text(tmp_path, PROGRAM, language=Language(warns_of_unused=True))
    assert [(d.code, d.is_error, str(d.span)) for d in diagnostics] == [
        ("OPG0124", False, "input.td:2:23"),
        ("OPG0124", False, "input.td:4:18"),
    ]
    assert list(keeper.classes) == ["Used", "Some", "Parent"]


def test_by_default_nothing_is_warned_of(tmp_path):
    assert not run_text(tmp_path, PROGRAM)[1]


@pytest.mark.skipif(ORACLE is None, reason="llvm-tblgen-22 isn't installed")
@pytest.mark.parametrize("path", PASS, ids=lambda path: path.stem)
def test_the_warnings_are_those_of_llvm_tblgen(path):
    command = [ORACLE, "--null-backend", f"-I{INCLUDE}", str(path)]
    command += [f"-D{name}" for name in defines_of(path)]
    printed = subprocess.run(command, capture_output=True, check=True, timeout=60).stderr
    expected = [
        f"{file.decode()}:{line.decode()}:{column.decode()}"
        for file, line, column, _ in WARNING.findall(printed)
    ]
    _, diagnostics = run(path, language=Language(warns_of_unused=True))
    assert sorted(str(d.span) for d in diagnostics if d.code == "OPG0124") == sorted(expected)
