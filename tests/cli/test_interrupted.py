"""A build that is stopped, or has no room, is finished by the next one as if nothing had been."""

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import opgen as package

ROOT = Path(package.__file__).parents[1]
COMMAND = (sys.executable, "-m", "opgen", "build")
ENVIRON = {**os.environ, "PYTHONPATH": str(ROOT)}
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)
ROOMS = (0, 100, 3000, 9000)
"""Sizes that no file may exceed; the greatest output of the project has more."""


def files(root):
    """Every file below ``root`` that isn't a cache, with its content."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and not {"cache", "lock"} & set(path.parts)
    }


@pytest.fixture
def project(here, opgen):
    """A project with an edited kernel, and changes that aren't built yet."""
    assert opgen("init", "--library", "zoo", "--op", "twice").code == 0
    (here / "generated/.opgen").mkdir(parents=True)
    assert opgen("build").code == 0
    kernel = here / "generated/kernels/zoo/twice/twice_cpu.cc"
    kernel.write_text(kernel.read_text().replace("  return ", "  // mine\n  return ", 1))
    spec = here / "specs/twice.td"
    spec.write_text(spec.read_text().replace("of each", "of every"))
    text = spec.read_text().replace("TwiceOp", "ThriceOp").replace('"twice"', '"thrice"')
    (here / "specs/thrice.td").write_text(text)
    return here


@pytest.fixture
def expected(project, opgen):
    """What a build makes of it that nothing disturbs; the project is as it was."""
    shutil.copytree(project / "generated", project / "before")
    assert opgen("build").code == 0
    built = files(project / "generated")
    assert b"// mine" in built["kernels/zoo/twice/twice_cpu.cc"]
    back(project)
    return built


def back(project):
    shutil.rmtree(project / "generated")
    shutil.copytree(project / "before", project / "generated")


def finished(project):
    done = subprocess.run(COMMAND, cwd=project, env=ENVIRON, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    return files(project / "generated")


def test_a_build_that_is_stopped_at_any_time_is_finished_by_the_next_one(project, expected):
    draw = random.Random(0)
    for number in range(9):
        process = subprocess.Popen(
            COMMAND, cwd=project, env=ENVIRON, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        time.sleep(draw.uniform(0.1, 0.6))
        process.send_signal(SIGNALS[number % len(SIGNALS)])
        _, said = process.communicate()
        assert b"internal error" not in said
        assert finished(project) == expected
        back(project)


def no_more_than(size):
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.parametrize("size", ROOMS)
def test_a_build_without_room_is_finished_by_the_next_one(project, expected, size):
    done = subprocess.run(
        COMMAND,
        cwd=project,
        env=ENVIRON,
        preexec_fn=lambda: no_more_than(size),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("error[OPG0009]: can't write ")
    assert "[Errno" not in done.stderr
    assert b"// mine" in (project / "generated/kernels/zoo/twice/twice_cpu.cc").read_bytes()
    assert finished(project) == expected
