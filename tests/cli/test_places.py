"""Where opgen works: what is in the way of it, and what outputs say of where specs are."""

import contextlib
import fcntl
import json
import re

import pytest

from opgen.cli.scaffold import LibraryChoice, operator_spec
from opgen.render.environment import shipped_templates


@pytest.fixture
def project(here, opgen):
    """A project that has been built, with a change that isn't built yet."""
    assert opgen("init", "--library", "zoo", "--op", "twice").code == 0
    assert opgen("build").code == 0
    spec = here / "specs" / "twice.td"
    spec.write_text(spec.read_text().replace("Tensor:$y", "Tensor:$z"))
    return here


def files(root):
    """Every file below ``root`` that isn't a cache, with its content."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and "/cache/" not in path.as_posix()
    }


def a_file(place):
    place.rename(place.with_name("moved"))
    place.write_text("mine")


def a_link_outside(place):
    outside = place.parents[2] / "outside"
    outside.mkdir()
    place.rename(place.with_name("moved"))
    place.symlink_to(outside, target_is_directory=True)


def a_link_to_nothing(place):
    place.rename(place.with_name("moved"))
    place.symlink_to("nothing")


def a_directory(place):
    place.unlink(missing_ok=True)
    place.mkdir(parents=True)


IN_THE_WAY = {
    "store is a file": (".opgen", a_file),
    "store links outside": (".opgen", a_link_outside),
    "store links to nothing": (".opgen", a_link_to_nothing),
    "manifest is a file": (".opgen/manifest", a_file),
    "bases link outside": (".opgen/base", a_link_outside),
    "lock is a directory": (".opgen/lock", a_directory),
    "journal is a directory": (".opgen/txn/journal.json", a_directory),
}


@pytest.mark.parametrize("case", IN_THE_WAY)
def test_what_is_in_the_way_of_the_store_is_named(opgen, project, case):
    name, put = IN_THE_WAY[case]
    put(project / "generated" / name)
    before = files(project)
    for command in ("build", "check", "status"):
        ended = opgen(command)
        assert ended.code == 2
        assert f"error[OPG0012]: `generated/{name}` " in ended.err
        assert f" --> generated/{name}\n" in ended.err
        assert "interrupted" not in ended.err
    assert files(project) == before


def test_a_link_within_the_output_root_is_no_fault(opgen, project):
    store = project / "generated" / ".opgen"
    store.rename(project / "generated" / "store")
    store.symlink_to("store", target_is_directory=True)
    assert opgen("build").code == 0


@pytest.mark.parametrize("name", ["x" * 300, "out/" + "x" * 300, "x/" * 3000 + "y"])
def test_a_name_that_is_too_long_is_OPG0002(opgen, project, name):  # noqa: N802
    ended = opgen("build", "-o", name)
    assert ended.code == 2
    assert re.search(r"error\[OPG0002\]: `x?.*` can't be the output directory: ", ended.err)


@contextlib.contextmanager
def another_at_work(root):
    with (root / "generated/.opgen/lock").open("ab") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        yield


def test_another_opgen_at_work_has_a_code(opgen, project):
    with another_at_work(project):
        ended = opgen("build")
        assert (ended.code, ended.out) == (2, "")
        assert ended.err.startswith("error[OPG0008]: another opgen is at work")
        document = json.loads(opgen("build", "--format", "json").out)
    assert document["exit_code"] == 2
    assert [item["code"] for item in document["diagnostics"]] == ["OPG0008"]
    assert opgen("build").code == 0


@pytest.mark.parametrize("specs", ["generated", "generated/specs", "generated/specs/thrice.td"])
def test_specs_in_the_output_root_are_a_warning(opgen, project, specs):
    spec = project / "generated/specs/thrice.td"
    spec.parent.mkdir()
    spec.write_text(operator_spec("thrice", LibraryChoice("zoo", "ZooLibrary", "zoo.td")))
    ended = opgen("build", specs)
    assert ended.code == 0
    assert "warning[OPG0010]" in ended.err
    assert f" --> {specs}\n" in ended.err
    config = project / "pyproject.toml"
    config.write_text(config.read_text().replace('specs = ["specs"]', f'specs = ["{specs}"]'))
    assert "warning[OPG0010]" in opgen("check").err


def test_an_output_root_below_the_specs_is_no_matter(opgen, project):
    ended = opgen("build", "-o", "specs/out")
    assert (ended.code, ended.err) == (0, "")


def test_an_include_directory_that_is_missing_is_a_warning(opgen, project):
    ended = opgen("build", "-I", "nope")
    assert ended.code == 0
    assert "warning[OPG0011]: include directory `nope`" in ended.err
    assert " --> nope\n" in ended.err


@pytest.fixture
def loose(here):
    """Specs without a configuration, in two directories of one."""
    for folder, name in (("specs", "twice"), ("specs/more", "thrice")):
        path = here / "place" / folder / f"{name}.td"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(operator_spec(name, LibraryChoice("zoo", "ZooLibrary", None)))
    return here / "place"


def test_without_configuration_no_byte_depends_on_where_one_stands(opgen, loose, monkeypatch):
    built = []
    for cwd in (loose.parent, loose, loose / "specs", loose / "specs/more"):
        monkeypatch.chdir(cwd)
        out = loose.parent / f"out{len(built)}"
        specs = [loose / "specs/twice.td", loose / "specs/more/thrice.td"]
        assert opgen("build", "--isolated", "-o", out, *specs).code == 0
        built.append(files(out))
    assert all(tree == built[0] for tree in built)
    text = b"\n".join(built[0].values())
    assert b"from specs/twice.td" in text
    assert b"from specs/more/thrice.td" in text
    assert str(loose).encode() not in text
    assert b"../" not in b"\n".join(re.findall(rb"from \S+\.td", text))


def test_without_configuration_a_place_is_shown_from_where_one_stands(opgen, loose, monkeypatch):
    (loose / "specs/bad.td").write_text("def A : Nope;\n")
    monkeypatch.chdir(loose / "specs/more")
    assert " --> ../bad.td:1:9\n" in opgen("build", "--isolated", "../bad.td").err
    ended = opgen("build", "--isolated", "nope.td")
    assert ended.code == 2
    assert "error[OPG0001]: spec `nope.td`" in ended.err
    assert " --> nope.td\n" in ended.err


def rewrite(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def fill(project):
    rewrite(project / "generated/kernels/zoo/twice/twice_cpu.cc", "not_written(", "not_yet(")


def conflict(project):
    fill(project)
    template = project / "overrides/kernels/op_cpu.cc.j2"
    template.parent.mkdir(parents=True)
    shipped = shipped_templates() / "kernels/op_cpu.cc.j2"
    template.write_text(shipped.read_text().replace("not_written(", "never_written("))
    with (project / "pyproject.toml").open("a") as config:
        config.write('templates = "overrides"\n')


def no_include(project):
    rewrite(project / "specs/twice.td", '"zoo.td"', '"nowhere"')


def removed(project):
    fill(project)
    rewrite(project / "specs/twice.td", 'Op<"twice"', 'Op<"other"')


SEEN = {
    "a conflict": (conflict, "build", r"note: it comes from \.\./twice\.td:\d+\n"),
    "an include": (no_include, "build", r"note: looked in \.\n"),
    "an attic": (removed, "status", r"orphaned .* \.\./\.\./generated/\.opgen/attic/kernels/"),
    "a table": (removed, "list", r"other +zoo +\.\./twice\.td:\d+ "),
}


@pytest.mark.parametrize("case", SEEN)
def test_paths_in_texts_lead_from_where_one_stands(opgen, project, monkeypatch, case):
    assert opgen("build").code == 0
    change, command, pattern = SEEN[case]
    change(project)
    monkeypatch.chdir(project / "specs/include")
    if command == "status":
        opgen("build")
    ended = opgen(command)
    assert re.search(pattern, ended.out + ended.err)
