"""Pipes, directories and links to nothing in the place of files that opgen reads."""

import contextlib
import os
import shutil
import signal
import sys

import pytest

SECONDS = 20


@pytest.fixture(autouse=True)
def nobody_waits():
    """Fail a test that waits for somebody to write into a pipe."""

    def give_up(*_):
        pytest.fail("it waits")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def project(here, opgen):
    """A project that has been built, with a cache, a template of its own and a formatter."""
    assert opgen("init", "--library", "zoo", "--op", "twice").code == 0
    layout = here / "overrides" / "docs" / "library.md.j2"
    layout.parent.mkdir(parents=True)
    layout.write_text("{{ library }}\n")
    config = here / "pyproject.toml"
    command = [sys.executable, "-c", "import sys; print(sys.stdin.read(), end='')"]
    config.write_text(
        f'{config.read_text()}templates = "overrides"\n[tool.opgen.format]\n"*.h" = {command}\n'
    )
    (here / "generated/.opgen").mkdir(parents=True)
    assert opgen("build").code == 0
    return here


def files(root):
    """Every file below ``root`` that isn't a cache, with its content."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and not {"cache", "lock"} & set(path.parts)
    }


def a_pipe(place):
    os.mkfifo(place)


def a_directory(place):
    place.mkdir()


def a_link_to_nothing(place):
    place.symlink_to("nothing")


def a_link_to_itself(place):
    place.symlink_to(place.name)


def an_endless_device(place):
    place.symlink_to("/dev/zero")


ODD = (a_pipe, a_directory, a_link_to_nothing, a_link_to_itself, an_endless_device)


def put(odd, place):
    place.unlink()
    odd(place)


@pytest.mark.parametrize("odd", ODD)
def test_in_the_cache_it_is_as_good_as_nothing(opgen, project, odd):
    spec = project / "specs" / "twice.td"
    spec.write_text(spec.read_text().replace("of each", "of every"))
    cache = project / "generated/.opgen/cache"
    kept = [path for path in cache.rglob("*") if path.is_file()]
    assert {path.parent.name for path in kept} >= {
        "tablegen",
        "operators",
        "rendered",
        "templates",
        "format",
    }
    for path in kept:
        put(odd, path)
    assert opgen("build").code == 0
    built = files(project / "generated")
    shutil.rmtree(project / "generated")
    assert opgen("build").code == 0
    assert files(project / "generated") == built


def test_a_damaged_result_of_a_formatter_is_not_taken(opgen, project):
    kept = list((project / "generated/.opgen/cache/format").iterdir())
    assert len(kept) > 5
    for path in kept:
        path.write_bytes(path.read_bytes().replace(b"int", b"long"))
    before = files(project)
    spec = project / "specs" / "twice.td"
    spec.write_text(spec.read_text() + "\n")
    assert opgen("build").code == 0
    assert {**files(project), "specs/twice.td": b""} == {**before, "specs/twice.td": b""}


@pytest.mark.parametrize("odd", [a_pipe, a_link_to_nothing, a_link_to_itself, an_endless_device])
def test_as_a_spec_it_is_reported(opgen, project, odd):
    put(odd, project / "specs" / "twice.td")
    before = files(project / "generated")
    for command in ("build", "check", "list", "status"):
        ended = opgen(command)
        assert ended.code == 2
        code = "OPG0001" if odd is a_link_to_nothing else "OPG0006"
        assert f"error[{code}]: " in ended.err
        assert " --> specs/twice.td\n" in ended.err
    assert files(project / "generated") == before


@pytest.mark.parametrize("odd", ODD)
def test_as_an_include_it_is_reported(opgen, project, odd):
    put(odd, project / "specs" / "include" / "zoo.td")
    before = files(project / "generated")
    ended = opgen("build")
    assert ended.code == 1
    assert "error[OPG0104]: include file `zoo.td` " in ended.err
    assert " --> specs/twice.td:3:9\n" in ended.err
    assert files(project / "generated") == before


@pytest.mark.parametrize("odd", ODD)
def test_as_a_template_it_does_not_give_way_to_the_shipped_one(opgen, project, odd):
    put(odd, project / "overrides/docs/library.md.j2")
    before = files(project / "generated")
    ended = opgen("build")
    assert ended.code == 1
    assert "`docs/library.md.j2` is no plain file" in ended.err
    assert "error[OPG0401]" in ended.err
    assert files(project / "generated") == before


def test_a_template_that_is_no_text_is_reported(opgen, project):
    (project / "overrides/docs/library.md.j2").write_bytes(b"\xff\n")
    ended = opgen("build")
    assert ended.code == 1
    assert "error[OPG0401]" in ended.err


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize(
    "command", ["build", "init", "new op other", "build --config pyproject.toml"]
)
def test_as_the_configuration_it_is_reported(opgen, project, odd, command):
    put(odd, project / "pyproject.toml")
    before = files(project)
    ended = opgen(*command.split())
    assert ended.code == 2
    assert "error[OPG0003]: can't read the configuration file: " in ended.err
    assert " --> pyproject.toml\n" in ended.err
    assert files(project) == before


def test_a_lock_that_links_to_itself_is_reported(opgen, project):
    put(a_link_to_itself, project / "generated/.opgen/lock")
    ended = opgen("build")
    assert ended.code == 2
    assert "error[OPG0012]: `generated/.opgen/lock` is no file" in ended.err


@contextlib.contextmanager
def a_pipe_with(text):
    source, sink = os.pipe()
    os.write(sink, text.encode())
    os.close(sink)
    yield f"/dev/fd/{source}"
    os.close(source)


def test_records_of_a_pipe_are_printed_and_a_build_reads_none(opgen, here):
    with a_pipe_with("def X { int a = 7; }\n") as place:
        ended = opgen("records", place)
    assert ended.code == 0
    assert "int a = 7;" in ended.out
    with a_pipe_with("def X { int a = 7; }\n") as place:
        ended = opgen("build", place)
    assert ended.code == 2
    assert "error[OPG0006]: " in ended.err
    assert not (here / "generated").exists()


def test_a_configuration_of_a_formatter_may_be_any_bytes(opgen, project):
    (project / ".editorconfig").write_bytes(b"root = true\n# caf\xe9\n")
    spec = project / "specs" / "twice.td"
    spec.write_text(spec.read_text().replace("of each", "of every"))
    assert opgen("build").code == 0
