"""A build reads the outputs of what changed, not all that there are; other commands read all."""

import os
import time

import pytest

from opgen.workspace.fs import Fs

NAMES = ("once", "twice", "thrice")
SPEC = """\
include "opgen/OpBase.td"

def Zoo : Library<"zoo">;

let library = Zoo in {{
{ops}
}}
"""
OP = """\
def {title}Op : Op<"{name}", [Pure, Elementwise]> {{
  let summary = "{summary}";
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let expr = "y = {factor} * x";
}}"""
CLOCK_STEP = 0.05
"""Seconds that are more than what a file system may take for one time."""


class Reads:
    """What a command reads of the outputs."""

    def __init__(self, monkeypatch):
        self.paths = set()
        real = Fs.read

        def read(fs, path):
            self.paths.add(path)
            return real(fs, path)

        monkeypatch.setattr(Fs, "read", read)

    def taken(self):
        """Return the outputs that were read since the last time."""
        found = {path for path in self.paths if not path.startswith(".opgen/")}
        self.paths.clear()
        return found


def write(root, **summaries):
    ops = [
        OP.format(
            title=name.title(), name=name, factor=at, summary=summaries.get(name, "A product.")
        )
        for at, name in enumerate(NAMES, 1)
    ]
    (root / "zoo.td").write_text(SPEC.format(ops="\n".join(ops)))


def edit_keeping_size_and_time(path, old, new):
    was = path.stat()
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))
    assert path.stat().st_size == was.st_size
    assert path.stat().st_mtime_ns == was.st_mtime_ns


@pytest.fixture
def project(here, opgen):
    """A project whose outputs were all seen by a build."""
    (here / "pyproject.toml").write_text('[tool.opgen]\nspecs = ["zoo.td"]\n')
    write(here)
    for _ in range(2):
        ended = opgen("build")
        assert ended.code == 0, ended.err
        time.sleep(CLOCK_STEP)
    return here


@pytest.fixture
def reads(project, monkeypatch):
    return Reads(monkeypatch)


def outputs(root):
    generated = root / "generated"
    paths = (path for path in generated.rglob("*") if path.is_file())
    names = (path.relative_to(generated).as_posix() for path in paths)
    return {name for name in names if not name.startswith(".opgen/")}


def is_of(name, path):
    return f"/{name}/" in path or f"/{name}." in path


def test_a_build_with_nothing_to_do_reads_no_output(project, opgen, reads):
    assert opgen("build").code == 0
    assert reads.taken() == set()


def test_an_edit_of_one_operator_reads_nothing_of_the_others(project, opgen, reads):
    write(project, twice="Another product.")
    ended = opgen("build")
    assert ended.code == 0, ended.err
    read = reads.taken()
    assert any(is_of("twice", path) for path in read)
    assert not any(is_of(name, path) for path in read for name in ("once", "thrice"))
    assert "Another product." in (project / "generated/docs/zoo/twice.md").read_text()
    assert opgen("check").code == 0


@pytest.mark.parametrize(
    "arguments", [("check",), ("diff",), ("status",), ("build", "--check"), ("build", "--dry-run")]
)
def test_other_commands_read_all(project, opgen, reads, arguments):
    assert opgen(*arguments).code == 0
    assert reads.taken() >= outputs(project)


def test_an_edit_of_an_output_is_seen_whatever_its_time_says(project, opgen, reads):
    page = project / "generated/docs/zoo/once.md"
    edit_keeping_size_and_time(page, "A product.", "A problem.")
    for _ in range(3):
        ended = opgen("build")
        assert ended.code == 1
        assert "OPG0502" in ended.err
        assert reads.taken() == {"docs/zoo/once.md"}
        time.sleep(CLOCK_STEP)
    assert "A problem." in page.read_text()


def test_a_deleted_output_is_noted_each_time(project, opgen, reads):
    (project / "generated/docs/zoo/once.md").unlink()
    for _ in range(2):
        assert "OPG0507" in opgen("build").err
        assert reads.taken() == {"docs/zoo/once.md"}


def test_an_edit_that_was_seen_is_merged_when_its_rendering_changes(project, opgen, reads):
    kernel = project / "generated/kernels/zoo/twice/twice_cpu.cc"
    lines = kernel.read_text().splitlines(keepends=True)
    kernel.write_text("".join([lines[0], "// a person wrote this\n", *lines[1:]]))
    time.sleep(CLOCK_STEP)
    assert opgen("build").code == 0
    assert reads.taken() == {"kernels/zoo/twice/twice_cpu.cc"}
    assert opgen("build").code == 0
    assert reads.taken() == set()
    text = (project / "zoo.td").read_text()
    (project / "zoo.td").write_text(text.replace("y = 2 * x", "y = 5 * x"))
    ended = opgen("build")
    assert ended.code == 0, ended.err
    merged = kernel.read_text()
    assert "// a person wrote this\n" in merged
    assert "5" in merged


def test_an_operator_that_is_gone_takes_nothing_along(project, opgen, reads):
    kernel = project / "generated/kernels/zoo/twice/twice_cpu.cc"
    kernel.write_text(kernel.read_text() + "// a person wrote this\n")
    time.sleep(CLOCK_STEP)
    assert opgen("build").code == 0
    text = (project / "zoo.td").read_text()
    head, _, tail = text.partition("def TwiceOp")
    (project / "zoo.td").write_text(head + tail[tail.index("def ThriceOp") :])
    assert "OPG0504" in opgen("build").err
    attic = project / "generated/.opgen/attic/kernels/zoo/twice"
    assert any("a person wrote this" in path.read_text() for path in attic.iterdir())


def test_without_the_cache_all_is_read_once_more(project, opgen, reads):
    (project / "generated/.opgen/cache/sightings").unlink()
    assert opgen("build").code == 0
    assert reads.taken() >= outputs(project)
    assert opgen("build").code == 0
    assert reads.taken() == set()
