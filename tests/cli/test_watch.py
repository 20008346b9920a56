"""``opgen watch``: a process that builds when something has changed, and only then."""

import fcntl
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import opgen as package

ROOT = Path(package.__file__).parents[1]
PATIENCE = 60.0
QUIET = 0.5
"""Seconds without a build after which none is expected any more; a look takes a tenth."""


class Watch:
    """A running ``opgen watch`` and the lines that it has printed."""

    def __init__(self, cwd, *arguments):
        self.log = cwd / "log.txt"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "opgen", "watch", *arguments],
                cwd=cwd,
                env={**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"},
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def lines(self):
        return self.log.read_text().splitlines()

    def wait_for(self, text, after=0):
        """Wait for a line with ``text`` beyond the first ``after`` ones."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = [line for line in self.lines()[after:] if text in line]
            if found:
                return found[0]
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.02)
        raise AssertionError(f"no {text!r} in {self.lines()[after:]}")

    def stays_silent(self):
        before = self.lines()
        time.sleep(QUIET)
        assert self.lines() == before
        return len(before)

    def end(self, how=signal.SIGINT):
        self.process.send_signal(how)
        return self.process.wait(PATIENCE)


@pytest.fixture
def watching(here, opgen):
    """A function that starts a watch in a new project and ends it after the test."""
    assert opgen("init", "--library", "zoo", "--op", "twice").code == 0
    started = []

    def start(*arguments):
        started.append(Watch(here, *arguments))
        return started[-1]

    yield start
    for watch in started:
        if watch.process.poll() is None:
            watch.end(signal.SIGKILL)


def append(path, text):
    path.write_text(path.read_text() + text)


def replaced(path, old, new):
    """Replace the file as editors do: by a new one that is moved into its place."""
    text = path.read_text()
    assert old in text
    beside = path.with_suffix(".new")
    beside.write_text(text.replace(old, new))
    beside.replace(path)


def test_a_change_of_a_spec_is_built_and_nothing_else_is(watching, here):
    watch = watching()
    first = watch.wait_for("1 operator, ")
    files, created = map(int, re.findall(r"[0-9]+", first)[1:])
    assert first == f"1 operator, {files} files: create {created}"
    assert files == created > 1
    seen = watch.stays_silent()
    kernel = here / "generated/kernels/zoo/twice/twice_cpu.cc"
    append(kernel, "// mine\n")
    assert watch.stays_silent() == seen
    replaced(here / "specs/twice.td", "let summary", 'let description = "Words.";\n  let summary')
    watch.wait_for(f"1 operator, {files} files: ", after=seen)
    assert "Words." in (here / "generated/numpy/zoo/twice/__init__.py").read_text()
    assert kernel.read_text().endswith("// mine\n")
    assert watch.end() == 130


def test_a_mistake_is_reported_and_its_correction_is_built(watching, here):
    watch = watching("--format", "concise")
    watch.wait_for("files: create ")
    seen = watch.stays_silent()
    replaced(here / "specs/twice.td", "def ", "dev ")
    assert watch.wait_for("error[OPG0101]", after=seen).startswith("specs/twice.td:")
    seen = watch.stays_silent()
    replaced(here / "specs/twice.td", "dev ", "def ")
    watch.wait_for("up to date", after=seen)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("pyproject.toml", "nonesuch = 1\n", "nonesuch"),
        ("specs/include/zoo.td", "bogus\n", "specs/include/zoo.td"),
    ],
)
def test_the_configuration_and_includes_are_watched(watching, here, name, text, said):
    watch = watching("--format", "concise")
    watch.wait_for("files: create ")
    seen = watch.stays_silent()
    append(here / name, text)
    assert "error" in watch.wait_for(said, after=seen)


def test_new_files_are_found(watching, here):
    watch = watching()
    watch.wait_for("files: create ")
    seen = watch.stays_silent()
    spec = (here / "specs/twice.td").read_text()
    (here / "specs/more").mkdir()
    (here / "specs/more/thrice.td").write_text(
        spec.replace("Twice", "Thrice").replace("twice", "thrice")
    )
    watch.wait_for("2 operators", after=seen)


def test_a_spec_that_is_not_there_yet_is_waited_for(watching, here):
    spec = (here / "specs/twice.td").read_text()
    watch = watching("specs/later.td", "--format", "concise")
    watch.wait_for("error[")
    seen = watch.stays_silent()
    (here / "specs/twice.td").unlink()
    (here / "specs/later.td").write_text(spec)
    watch.wait_for("files: create ", after=seen)


def test_a_spec_directory_that_comes_back_is_built(watching, here):
    watch = watching("--format", "concise")
    watch.wait_for("1 operator")
    seen = watch.stays_silent()
    (here / "specs").rename(here / "gone")
    watch.wait_for("error[", after=seen)
    seen = watch.stays_silent()
    (here / "gone").rename(here / "specs")
    watch.wait_for("up to date", after=seen)


def test_a_template_that_is_put_right_in_its_place_is_built(watching, here):
    config = here / "pyproject.toml"
    config.write_text(config.read_text() + 'templates = "overrides"\n')
    watch = watching("--format", "concise")
    watch.wait_for("error[OPG0003]")
    seen = watch.stays_silent()
    template = here / "overrides/numpy/op.py.j2"
    template.parent.mkdir(parents=True)
    template.write_text("{% if %}\n")
    watch.wait_for("error[OPG0401]", after=seen)
    seen = watch.stays_silent()
    template.write_text("# {{ op }}\n")
    watch.wait_for("1 operator", after=seen)


def test_a_build_that_another_one_keeps_out_is_made_when_that_has_ended(watching, here):
    watch = watching("--format", "concise")
    watch.wait_for("1 operator")
    seen = watch.stays_silent()
    with (here / "generated/.opgen/lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        replaced(here / "specs/twice.td", 'let summary = "', 'let summary = "Often ')
        watch.wait_for("error[OPG0008]", after=seen)
        seen = watch.stays_silent()
    watch.wait_for("update", after=seen)


def test_each_build_is_a_document_of_json_lines(watching):
    watch = watching("--format", "json-lines")
    last = json.loads(watch.wait_for('"exit_code"'))
    assert last["exit_code"] == 0


@pytest.mark.parametrize("form", ["json", "sarif"])
def test_formats_of_one_document_are_refused(here, opgen, form):
    ended = opgen("watch", "--format", form)
    assert ended.code == 2
    assert "json-lines" in ended.err
