"""What may not be read or written: it is reported, and nothing is taken for missing."""

import contextlib
import ctypes
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import opgen as package

ROOT = Path(package.__file__).parents[1]
DROP, OVERRIDES = 24, (1, 2)
"""Linux's request to give up a capability, and those by which root ignores permissions."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="root can't be held to permissions")


class Ended(NamedTuple):
    code: int
    out: str
    err: str


def obey_permissions():
    if os.geteuid() == 0:
        library = ctypes.CDLL(None, use_errno=True)
        for capability in OVERRIDES:
            if library.prctl(DROP, capability, 0, 0, 0):
                raise OSError(ctypes.get_errno(), "prctl")


@pytest.fixture
def project(here, opgen):
    """A project that has been built, with a change that isn't built yet."""
    assert opgen("init", "--library", "zoo", "--op", "twice").code == 0
    config = here / "pyproject.toml"
    config.write_text(config.read_text() + 'templates = "overrides"\n')
    (here / "overrides" / "docs").mkdir(parents=True)
    (here / "generated/.opgen").mkdir(parents=True)
    assert opgen("build").code == 0
    spec = here / "specs" / "twice.td"
    spec.write_text(spec.read_text().replace("of each", "of every"))
    return here


@pytest.fixture
def limited(project):
    """The command line in a process that permissions hold for: a function of its arguments."""

    def call(*arguments):
        done = subprocess.run(
            [sys.executable, "-m", "opgen", *arguments],
            cwd=project,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            preexec_fn=obey_permissions,
            capture_output=True,
            text=True,
            check=False,
        )
        assert "Traceback" not in done.stderr
        assert "internal error" not in done.stderr
        return Ended(done.returncode, done.stdout, done.stderr)

    return call


@contextlib.contextmanager
def closed(place, mode):
    before = place.stat().st_mode
    place.chmod(mode)
    yield
    place.chmod(before)


def files(root):
    """Every file below ``root`` that isn't a cache, with its content."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and not {"cache", "lock", "txn"} & set(path.parts)
    }


UNREADABLE = {
    "generated/.opgen": 0,
    "generated/.opgen/manifest": 0,
    "generated/.opgen/manifest/docs": 0,
    "generated": 0,
    "overrides/docs": 0,
    "pyproject.toml": 0,
    "specs": 0,
    "specs/include": 0,
    "specs/include/zoo.td": 0,
    "specs/twice.td": 0,
}


@pytest.mark.parametrize("place", UNREADABLE)
def test_what_may_not_be_read_is_not_taken_for_missing(limited, project, place):
    before = files(project)
    with closed(project / place, 0):
        for command in ("build", "check", "status"):
            ended = limited(command)
            assert ended.code in {1, 2}
            assert re.match(r"error\[OPG\d{4}\]: ", ended.err)
            assert "up to date" not in ended.out
            assert "nothing to fill" not in ended.out
    assert files(project) == before
    assert limited("build").code == 0


UNWRITABLE = (
    "generated/.opgen",
    "generated/.opgen/base/kernels/zoo/twice",
    "generated/.opgen/manifest/docs",
    "generated/docs/zoo",
    "generated/kernels/zoo/twice",
)


@pytest.mark.parametrize("place", UNWRITABLE)
def test_what_may_not_be_written_is_reported_and_written_later(limited, opgen, project, place):
    with closed(project / place, 0o555):
        ended = limited("build")
    assert ended.code in {1, 2}
    assert re.match(r"error\[OPG0(009|510)\]: ", ended.err)
    assert "[Errno" not in ended.err
    assert limited("build").code == 0
    built = files(project / "generated")
    assert opgen("build", "-o", "fresh").code == 0
    fresh = files(project / "fresh")
    assert built == fresh


@pytest.mark.parametrize("mode", [0, 0o555])
@pytest.mark.parametrize("place", ["cache", "cache/tablegen", "cache/operators", "cache/rendered"])
def test_a_cache_that_is_closed_is_done_without(limited, project, place, mode):
    with closed(project / "generated/.opgen" / place, mode):
        assert limited("build").code == 0
    assert "of every" in (project / "generated/docs/zoo/twice.md").read_text()


@pytest.mark.parametrize(
    "output", ["shut/out", "/proc/out", "specs/twice.td", "specs/twice.td/out"]
)
def test_an_output_root_that_can_not_be_made_is_reported(limited, project, output):
    (project / "shut").mkdir()
    before = files(project)
    with closed(project / "shut", 0o555):
        ended = limited("build", "-o", output)
    assert ended.code == 2
    assert re.match(r"error\[OPG0(002|009)\]: ", ended.err)
    assert files(project) == before
