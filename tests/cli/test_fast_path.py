"""The build with nothing to do: what it loads, and every change that it must not overlook."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import opgen as package

ROOT = Path(package.__file__).parents[1]

# Runs opgen as its console script does and says afterwards what was loaded.
PROBE = """
import sys
from opgen._entry import main
try:
    main()
    code = 0
except SystemExit as end:
    code = end.code
sys.stdout.flush()
sys.stderr.write("LOADED " + " ".join(sys.modules) + "\\n")
sys.exit(code)
"""

HEAVY = {"lark", "jinja2", "yaml", "click", "re", "json", "pathlib", "typing", "dataclasses"}


class Ran(NamedTuple):
    code: int
    out: str
    loaded: set[str]

    @property
    def fast(self):
        return "click" not in self.loaded


@pytest.fixture
def call(tmp_path):
    """Opgen in a process of its own, without the packages' site, so that nothing else loads."""

    def run(*arguments, cwd=tmp_path):
        environ = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *site_packages()])}
        done = subprocess.run(
            [sys.executable, "-S", "-c", PROBE, *arguments],
            cwd=cwd,
            env=environ,
            capture_output=True,
            text=True,
            check=False,
        )
        assert "Traceback" not in done.stderr, done.stderr
        last = done.stderr.rstrip().rpartition("\n")[2]
        assert last.startswith("LOADED "), done.stderr
        return Ran(done.returncode, done.stdout, set(last.split()[1:]))

    return run


def site_packages():
    return [path for path in sys.path if path.endswith("site-packages")]


@pytest.fixture
def built(tmp_path, call):
    """A project for which a build has nothing to do."""
    assert call("init", "--library", "zoo", "--op", "twice").code == 0
    config = tmp_path / "pyproject.toml"
    config.write_text(config.read_text() + 'templates = "overrides"\n')
    (tmp_path / "overrides").mkdir()
    assert call("build").code == 0
    assert call("build").fast
    return tmp_path


def test_a_build_with_nothing_to_do_loads_nothing_heavy(built, call):
    ran = call("build")
    assert ran.code == 0
    assert ran.out.startswith("up to date: 1 operator, ")
    assert not ran.loaded & HEAVY
    assert {name for name in ran.loaded if name.partition(".")[0] == "opgen"} == {
        "opgen",
        "opgen._entry",
        "opgen.incremental",
    }


def test_both_paths_say_the_same(built, call):
    fast = call("build")
    (built / "generated/.opgen/cache/noop").unlink()
    slow = call("build")
    assert (fast.fast, slow.fast) == (True, False)
    assert (fast.code, fast.out) == (slow.code, slow.out)


def test_check_has_the_path_too_and_quiet_stays_quiet(built, call):
    assert call("check").fast
    assert not call("build", "-q").fast
    ran = call("build", "-q")
    assert (ran.fast, ran.out) == (True, "")


def kernel(root):
    return root / "generated/kernels/zoo/twice/twice_cpu.cc"


def owned(root):
    return root / "generated/kernels/zoo/twice/twice.h"


def spec(root):
    return root / "specs/twice.td"


def add(path, text=""):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text((path.read_text() if path.exists() else "") + text)


CHANGES = {
    "edited spec": lambda root: add(spec(root), "// more\n"),
    "edited include": lambda root: add(root / "specs/include/zoo.td", "// more\n"),
    "new file in a spec directory": lambda root: add(root / "specs/b.td", "// nothing\n"),
    "new spec directory": lambda root: add(root / "specs/more/b.td", "// nothing\n"),
    "header earlier on the include path": lambda root: add(
        root / "specs/include/opgen/OpBase.td", 'include "zoo.td"\n'
    ),
    "template override appears": lambda root: add(root / "overrides/x/y.j2"),
    "changed configuration": lambda root: add(root / "pyproject.toml", "# more\n"),
    "edited output": lambda root: add(kernel(root), "// mine\n"),
    "deleted output": lambda root: kernel(root).unlink(),
    "edited owned output": lambda root: add(owned(root), "// mine\n"),
    "deleted manifest": lambda root: next(
        (root / "generated/.opgen/manifest").rglob("*.*")
    ).unlink(),
    "truncated state": lambda root: os.truncate(root / "generated/.opgen/cache/noop", 20),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_takes_the_slow_path(built, call, change):
    CHANGES[change](built)
    assert not call("build").fast


def test_a_changed_template_takes_the_slow_path(built, call):
    shipped = next((ROOT / "templates" / "kernels").glob("op_cpu.cc.j2"))
    override = built / "overrides" / "kernels" / shipped.name
    add(override, shipped.read_text())
    assert call("build").code == 0
    assert call("build").fast
    add(override, "// more\n")
    ran = call("build")
    assert (ran.fast, ran.code) == (False, 0)
    assert kernel(built).read_text().endswith("// more\n")


def test_a_nearer_configuration_takes_the_slow_path(built, call):
    below = built / "specs"
    assert call("build", cwd=below).code == 0
    assert call("build", cwd=below).fast
    (below / "pyproject.toml").write_text("")
    assert not call("build", cwd=below).fast


def test_an_open_conflict_is_reported_each_time(built, call):
    add(kernel(built), "// mine\n")
    text = kernel(built).read_text()
    signature = next(line for line in text.splitlines() if "twice(" in line)
    kernel(built).write_text(text.replace(signature, signature + " // mine"))
    spec(built).write_text(
        spec(built)
        .read_text()
        .replace("let summary", "let attrs = (ins F64Attr:$by);\n  let summary")
    )
    for _ in range(3):
        ran = call("build")
        assert (ran.fast, ran.code) == (False, 1)


def test_a_failed_build_leaves_no_state(built, call):
    good = spec(built).read_text()
    spec(built).write_text("def A : Nope;\n")
    assert call("build").code == 1
    spec(built).write_text(good)
    assert not call("build").fast
    assert call("build").fast


def test_a_check_writes_no_state_and_keeps_that_of_the_build(built, call):
    state = built / "generated/.opgen/cache/noop"
    before = state.read_bytes()
    assert call("check", "--diff").code == 0
    assert state.read_bytes() == before
    state.unlink()
    assert call("check").code == 0
    assert not state.exists()


def test_a_deletion_by_the_user_holds_for_build_but_not_for_check(built, call):
    owned(built).unlink()
    kernel(built).unlink()
    assert call("build").code == 0
    assert call("build").fast
    ran = call("check")
    assert (ran.fast, ran.code) == (False, 1)
