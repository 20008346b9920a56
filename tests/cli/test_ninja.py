"""The documented rule for ninja: what runs again, and what doesn't."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import opgen as package
from tests.requirements import needs

pytestmark = needs("ninja")

RULES = """
rule opgen
  command = {python} -m opgen build -q --depfile opgen.d -o gen $in
  depfile = opgen.d
  deps = gcc
  restat = 1
rule use
  command = cp $in $out
build {outputs}: opgen specs/twice.td specs/thrice.td
build twice.used: use gen/kernels/zoo/twice/twice.h
build thrice.used: use gen/kernels/zoo/thrice/thrice.h
"""


@pytest.fixture
def ninja(here, opgen):
    """Two operators under ninja's control: a function that builds and says what was run."""
    assert opgen("init", "--library", "zoo", "--op", "twice").code == 0
    assert opgen("new", "op", "thrice").code == 0
    outputs = opgen("build", "-o", "gen", "--list-outputs").out.split()
    rules = RULES.format(python=sys.executable, outputs=" ".join(outputs))
    (here / "build.ninja").write_text(rules)
    environ = {**os.environ, "PYTHONPATH": str(Path(package.__file__).parents[1])}

    def build():
        done = subprocess.run(
            ["ninja", "-v"], cwd=here, env=environ, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout
        lines = [line for line in done.stdout.splitlines() if line.startswith("[")]
        return ["opgen" if "-m opgen" in line else line.split()[-1] for line in lines]

    return build


def test_only_what_uses_a_changed_output_runs_again(here, ninja):
    assert sorted(ninja()) == ["opgen", "thrice.used", "twice.used"]
    assert ninja() == []
    library = here / "specs" / "include" / "zoo.td"
    library.write_text(library.read_text() + "// nothing that an output shows\n")
    assert ninja() == ["opgen"]
    assert ninja() == []
    spec = here / "specs" / "twice.td"
    attribute = 'let attrs = (ins DefaultValuedAttr<F64Attr, "2.0">:$by);'
    spec.write_text(spec.read_text().replace("let summary", f"{attribute}\n  let summary"))
    assert ninja() == ["opgen", "twice.used"]
    assert ninja() == []
