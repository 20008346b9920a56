"""Names of files that ask for trouble: beyond ASCII, not UTF-8, with control characters."""

import json
import os

import pytest

NOT_UTF_8 = os.fsdecode(b"caf\xe9")


@pytest.fixture
def project(here, opgen):
    assert opgen("init", "--library", "zoo", "--op", "twice").code == 0
    return here


def test_an_include_may_have_any_name(opgen, project):
    for name in ("é☃", NOT_UTF_8):
        (project / "specs/include" / f"{name}.td").write_text("class Nothing;\n")
        spec = project / "specs/twice.td"
        text = spec.read_bytes().replace(b"Elementwiser", b"Elementwise")
        spec.write_bytes(b'include "' + os.fsencode(name) + b'.td"\n' + text)
        for _ in range(2):
            assert opgen("build").code == 0
            spec.write_text(spec.read_text(errors="surrogateescape"), errors="surrogateescape")
        spec.write_bytes(text)


def test_a_spec_whose_name_is_not_utf_8_is_refused(opgen, project):
    (project / "specs/twice.td").rename(project / "specs" / f"{NOT_UTF_8}.td")
    ended = opgen("build")
    assert ended.code == 2
    assert "error[OPG0006]: " in ended.err
    assert "\ufffd" in ended.err
    assert not (project / "generated/kernels").exists()


def test_a_project_may_be_anywhere(opgen, project, monkeypatch):
    config = project / "pyproject.toml"
    config.write_text(config.read_text() + 'templates = "overrides"\n')
    (project / "overrides/docs").mkdir(parents=True)
    (project / "overrides/docs/library.md.j2").write_text("{{ library }}\n")
    (project / "generated/.opgen").mkdir(parents=True)
    moved = project.with_name(f"{NOT_UTF_8} \n é")
    project.rename(moved)
    monkeypatch.chdir(moved)
    for command in ("build", "build --depfile d", "check", "status", "list --format json"):
        spec = moved / "specs/twice.td"
        assert opgen(*command.split()).code == 0
        spec.write_text(spec.read_text() + "// more\n")
    assert opgen("build", "-o", str(moved / "other")).code == 0


@pytest.mark.parametrize("form", ["text", "concise", "json"])
def test_control_characters_are_not_sent_to_the_terminal(opgen, project, form):
    spec = project / "specs/\x1b[31mred\n.td"
    (project / "specs/twice.td").rename(spec)
    spec.write_text(spec.read_text().replace("Elementwise", "Elementwiser"))
    ended = opgen("build", "--format", form)
    assert ended.code == 1
    said = ended.out if form == "json" else ended.err
    assert "\x1b" not in said
    if form == "json":
        (item,) = json.loads(said)["diagnostics"]
        assert item["spans"][0]["file"] == "specs/\x1b[31mred\n.td"
    else:
        assert "specs/␛[31mred␊.td:" in said
