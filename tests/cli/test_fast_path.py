"""The build with nothing to do: what it loads, and every change that it must not overlook."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import pytest

import opgen as package
from opgen.incremental import summary_if_fresh

STATE = "generated/.opgen/cache/noop"
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


@pytest.fixture
def call(tmp_path):
    """Opgen in a process of its own, without the packages' site, so that nothing else loads."""

    def run(*arguments, cwd=tmp_path, code=ROOT):
        environ = {**os.environ, "PYTHONPATH": os.pathsep.join([str(code), *site_packages()])}
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
def built(here, opgen):
    """A project for which a build has nothing to do."""
    assert opgen("init", "--library", "zoo", "--op", "twice").code == 0
    config = here / "pyproject.toml"
    config.write_text(config.read_text() + 'templates = "overrides"\n')
    (here / "overrides").mkdir()
    # What was written in the very clock step in which the build began would not be trusted.
    time.sleep(0.05)
    assert opgen("build").code == 0
    assert is_fresh(here)
    return here


def is_fresh(cwd, *arguments, checking=False):
    """Whether a build would take the fast path."""
    return summary_if_fresh(list(arguments), str(cwd), checking=checking) is not None


def test_a_build_with_nothing_to_do_loads_nothing_heavy(built, call):
    (built / STATE).unlink()
    slow = call("build")
    assert "jinja2" in slow.loaded
    for command in ("build", "check"):
        fast = call(command)
        assert (fast.code, fast.out) == (slow.code, slow.out)
        assert fast.out.startswith("up to date: 1 operator, ")
        assert not fast.loaded & HEAVY
        assert {name for name in fast.loaded if name.partition(".")[0] == "opgen"} == {
            "opgen",
            "opgen._entry",
            "opgen.incremental",
        }


def test_what_a_command_made_is_not_searched_for_garbage_at_its_end(here):
    program = (
        "import atexit, gc, sys; from opgen._entry import main; sys.argv[1:] = ['list'];"
        "atexit.register(lambda: print(gc.get_freeze_count() > len(gc.get_objects())));"
        "main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=here, capture_output=True, text=True, check=False
    )
    assert done.stdout.endswith("True\n")


def test_a_build_looks_for_plug_ins_only_where_one_is_named(built, call):
    (built / STATE).unlink()
    assert "importlib.metadata" not in call("build").loaded
    assert "importlib.metadata" in call("build", "-t", "echo").loaded


UNUSED = ("cli/doctor.py", "runners/verify.py", "targets/mindspore/hybrid.py")
"""Modules that a build of these targets doesn't load."""


def test_every_module_counts_of_the_opgen_that_builds(built, call, tmp_path_factory):
    copy = tmp_path_factory.mktemp("copy")
    for name in ("opgen", "templates"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, copy / name, ignore=ignored)
    # What another opgen of the same version did counts for nothing.
    assert "opgen.pipeline" in call("build", code=copy).loaded
    for module in UNUSED:
        assert "opgen.pipeline" not in call("build", code=copy).loaded
        add(copy / "opgen" / module, "# more\n")
        time.sleep(0.05)
        loaded = call("build", code=copy).loaded
        assert "opgen.pipeline" in loaded
        assert "opgen." + module.removesuffix(".py").replace("/", ".") not in loaded


def test_a_quiet_build_stays_quiet(built, opgen):
    assert not is_fresh(built, "-q")
    assert opgen("build", "-q").out == ""
    assert summary_if_fresh(["-q"], str(built), checking=False) == ""


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
    "manifest garbled in place": lambda root: add(
        next((root / "generated/.opgen/manifest").rglob("*.json")), "garbage"
    ),
    "truncated state": lambda root: os.truncate(root / STATE, 20),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_takes_the_slow_path(built, change):
    CHANGES[change](built)
    assert not is_fresh(built)


def test_a_changed_template_takes_the_slow_path(built, opgen):
    shipped = next((ROOT / "templates" / "kernels").glob("op_cpu.cc.j2"))
    override = built / "overrides" / "kernels" / shipped.name
    add(override, shipped.read_text())
    time.sleep(0.05)
    assert opgen("build").code == 0
    assert is_fresh(built)
    add(override, "// more\n")
    assert not is_fresh(built)
    assert opgen("build").code == 0
    assert kernel(built).read_text().endswith("// more\n")


def test_a_changed_template_that_others_include_takes_the_slow_path(built, opgen):
    included = built / "overrides" / "kernels" / "included.j2"
    shipped = (ROOT / "templates" / "kernels" / "op_cpu.cc.j2").read_text()
    add(included, "// once\n")
    override = built / "overrides" / "kernels" / "op_cpu.cc.j2"
    add(override, shipped + '{% include "kernels/included.j2" %}')
    time.sleep(0.05)
    assert opgen("build").code == 0
    assert is_fresh(built)
    add(included, "// more\n")
    assert not is_fresh(built)
    assert opgen("build").code == 0
    assert kernel(built).read_text().endswith("// once\n// more\n")


LAYOUT = "import sys\nsys.stdout.write(sys.stdin.read().replace('NUMBER', '1'))\n"


@pytest.fixture
def formatted(built, opgen):
    """A project with a formatter of its own, for which a build has nothing to do."""
    (built / "layout.py").write_text(LAYOUT)
    config = built / "pyproject.toml"
    command = f'["{sys.executable}", "layout.py"]'
    config.write_text(f'{config.read_text()}[tool.opgen.format]\n"*.cc" = {command}\n')
    time.sleep(0.05)
    assert opgen("build").code == 0
    assert is_fresh(built)
    return built


def test_a_changed_formatter_takes_the_slow_path(formatted, opgen):
    (formatted / "layout.py").write_text(LAYOUT.replace("NUMBER", "return"))
    assert not is_fresh(formatted)


def test_a_changed_layout_takes_the_slow_path(formatted, opgen):
    (formatted / ".clang-format").write_text("BasedOnStyle: Google\n")
    assert not is_fresh(formatted)


def test_another_search_path_takes_the_slow_path(formatted, monkeypatch):
    monkeypatch.setenv("PATH", f"{os.environ['PATH']}{os.pathsep}/somewhere/else")
    assert not is_fresh(formatted)


def test_another_search_path_is_nothing_to_a_project_without_formatters(built, monkeypatch):
    monkeypatch.setenv("PATH", f"{os.environ['PATH']}{os.pathsep}/somewhere/else")
    assert is_fresh(built)


def test_a_formatter_that_can_not_be_watched_keeps_the_slow_path(formatted, opgen):
    config = formatted / "pyproject.toml"
    config.write_text(config.read_text().replace('"layout.py"', '"-m", "layout"'))
    time.sleep(0.05)
    assert opgen("build").code == 0
    assert not is_fresh(formatted)


def test_a_nearer_configuration_takes_the_slow_path(built, opgen, monkeypatch):
    below = built / "specs"
    monkeypatch.chdir(below)
    assert opgen("build").code == 0
    assert is_fresh(below)
    (below / "pyproject.toml").write_text("")
    assert not is_fresh(below)


def test_an_open_conflict_is_reported_each_time(built, opgen):
    text = kernel(built).read_text()
    signature = next(line for line in text.splitlines() if "twice(" in line)
    kernel(built).write_text(text.replace(signature, signature + " // mine"))
    spec(built).write_text(
        spec(built)
        .read_text()
        .replace(
            "let summary",
            'let attrs = (ins DefaultValuedAttr<F64Attr, "2.0">:$by);\n  let summary',
        )
    )
    time.sleep(0.05)
    for _ in range(3):
        assert not is_fresh(built)
        assert opgen("build").code == 1


def test_a_failed_build_leaves_no_state(built, opgen):
    good = spec(built).read_text()
    spec(built).write_text("def A : Nope;\n")
    assert opgen("build").code == 1
    assert not (built / STATE).exists()
    spec(built).write_text(good)
    time.sleep(0.05)
    assert opgen("build").code == 0
    assert is_fresh(built)


def test_a_check_writes_no_state_and_keeps_that_of_the_build(built, opgen):
    before = (built / STATE).read_bytes()
    assert opgen("check", "--diff").code == 0
    assert (built / STATE).read_bytes() == before
    (built / STATE).unlink()
    assert opgen("check").code == 0
    assert not (built / STATE).exists()


@pytest.mark.parametrize("option", ["--check", "--diff", "--dry-run", "--list-outputs"])
def test_only_a_plain_build_writes_a_state(built, opgen, option):
    (built / STATE).unlink()
    assert opgen("build", option).code == 0
    assert not (built / STATE).exists()


def test_a_deletion_by_the_user_holds_for_build_but_not_for_check(built, opgen):
    kernel(built).unlink()
    assert opgen("build").code == 0
    assert is_fresh(built)
    assert not is_fresh(built, checking=True)
    assert opgen("check").code == 1
