"""What annotations are written with where loading ``typing`` would take too long."""

import subprocess
import sys
import typing

import pytest

from opgen import hints
from tests.architecture.sources import MODULES, ROOT

LIGHT = {"hints", "dataclass", "namedtuple", "source", "cachefile", "diagnostics", "tablegen"}
PROGRAM = """
import sys
from opgen.tablegen import load
for text in ("def One;", "def Two;", "def Two { int x = !add(1, 2); }"):
    with open("root.td", "w") as root:
        root.write(text)
    assert not load("root.td", cache="cache").diagnostics.items
print({"importlib", "inspect", "dataclasses", "pathlib", "typing"} & set(sys.modules))
"""


def test_reading_and_evaluating_tablegen_loads_no_slow_module(tmp_path):
    done = subprocess.run(
        [sys.executable, "-S", "-c", PROGRAM],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "set()\n"


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_what_reading_loads_takes_its_hints_from_here(module):
    if module.part in LIGHT and module.part != "hints":
        names = {
            alias.name
            for name, node in module.imports()
            if name == "typing"
            for alias in node.names
        }
        # To type checkers, named tuples are the standard ones.
        assert names <= ({"NamedTuple"} if module.part == "namedtuple" else set())


def test_the_names_are_those_of_typing():
    assert set(hints.__all__) <= set(typing.__all__)
    assert not hints.TYPE_CHECKING


def test_a_value_that_cannot_be_is_refused_and_named():
    for refuse in (hints.assert_never, typing.assert_never):
        with pytest.raises(AssertionError, match="'odd'"):
            refuse("odd")
