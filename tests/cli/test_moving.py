"""What somebody wrote follows its operator into another library, and back from the attic."""

import pytest

MINE = "  mine();  // by hand\n"


@pytest.fixture
def filled(here, opgen):
    """A project whose one kernel is filled in."""
    assert opgen("init", "--library", "zoo", "--op", "twice").code == 0
    assert opgen("build").code == 0
    kernel = here / "generated/kernels/zoo/twice/twice_cpu.cc"
    lines = kernel.read_text().splitlines(keepends=True)
    at = next(at for at, line in enumerate(lines) if "not_written" in line)
    lines.insert(at, MINE)
    kernel.write_text("".join(lines))
    assert opgen("build").code == 0
    return here


def library(project, old, new):
    """Give the library of the project another name."""
    place = next((project / "specs").rglob("zoo.td"))
    text = place.read_text()
    assert f'<"{old}">' in text
    place.write_text(text.replace(f'<"{old}">', f'<"{new}">'))


def test_an_operator_moves_to_another_library_with_its_edits(filled, opgen):
    spec = next((filled / "specs").rglob("twice.td"))
    text = spec.read_text()
    place = text.index("let input")
    spec.write_text(f'{text[:place]}let renamed_from = "zoo.twice";\n  {text[place:]}')
    library(filled, "zoo", "garden")
    ended = opgen("build")
    assert ended.code == 0, ended.err
    kernel = filled / "generated/kernels/garden/twice/twice_cpu.cc"
    assert kernel.read_text().count(MINE) == 1
    assert "GARDEN_TWICE_CPU" in kernel.read_text()
    assert not (filled / "generated/kernels/zoo").exists()
    assert not (filled / "generated/.opgen/attic").exists()
    assert opgen("check").code == 0
    spec.write_text(text)
    assert opgen("build").code == 0
    assert kernel.read_text().count(MINE) == 1


def test_without_saying_so_it_is_another_operator(filled, opgen):
    library(filled, "zoo", "garden")
    assert opgen("build").code == 1
    kept = (filled / "generated/.opgen/attic").rglob("*.cc")
    assert any(MINE in place.read_text() for place in kept)
    library(filled, "garden", "zoo")
    assert opgen("build").code == 0
    kernel = filled / "generated/kernels/zoo/twice/twice_cpu.cc"
    assert kernel.read_text().count(MINE) == 1
