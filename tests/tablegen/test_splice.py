"""Includes in the middle: every place is that of the file in which the text is written."""

import pytest

from opgen.source import SourceFile
from opgen.tablegen.splice import Part, SplicedFile
from tests.tablegen.programs import HERE, found, run, run_text


def place(span):
    return f"{span} {span.text}"


@pytest.fixture(scope="module")
def keeper():
    keeper, diagnostics = run(HERE / "pass" / "include_anywhere.td")
    assert not diagnostics
    return keeper


@pytest.mark.parametrize(
    ("name", "field", "path", "expected"),
    [
        ("Argument", "value", (), "number.td:4:1 42"),
        ("Argument", "text", (), 'include_anywhere.td:2:50 "a"'),
        ("Opened", "value", (), "opens.td:2:15 9"),
        ("Opened", "inner", (), "number.td:4:1 42"),
        ("Opened", "closed_here", (), "include_anywhere.td:11:21 1"),
        ("Dag", "d", (2, 1), "number.td:4:1 42"),
        ("Dag", "d", (3,), 'include_anywhere.td:14:80 "last"'),
        ("Late", "in_class", (), "include_anywhere.td:16:34 2"),
    ],
)
def test_a_value_is_located_in_its_file(keeper, name, field, path, expected):
    assert place(keeper.defs[name].locate(field, *path)) == expected


def test_a_record_is_located_in_its_file(keeper):
    assert place(keeper.defs["OnlyThis"].span) == "statements.td:1:5 OnlyThis"
    assert place(keeper.defs["Made_one"].span) == "member.td:1:5 _one"
    assert place(keeper.defs["Late"].span) == "include_anywhere.td:16:5 Late"
    assert (
        place(keeper.defs["Late"].fields["in_class"].span) == "include_anywhere.td:16:23 in_class"
    )


def test_a_span_ends_where_its_file_is_left():
    one, other = SourceFile("one.td", "ab include cd"), SourceFile("other.td", "xy")
    parts = (Part(0, one, 0), Part(3, other, 0), Part(5, one, 10))
    joined = SplicedFile("one.td", "ab xy cd", parts)
    spans = [joined.span(*ends) for ends in ((0, 2), (1, 4), (3, 5), (4, 8), (5, 8), (5, 5))]
    assert [(s.file, s.start, s.end) for s in spans] == [
        (one, 0, 2),
        (one, 1, 2),
        (other, 0, 2),
        (other, 1, 2),
        (one, 10, 13),
        (other, 2, 2),
    ]


def test_a_mistake_tells_how_its_file_was_reached(tmp_path):
    (tmp_path / "inner.td").write_text("1,\n nowhere")
    (tmp_path / "outer.td").write_text('[0, include "inner.td"]')
    program = 'def X {\n  list<int> l = include "outer.td" ;\n}\n'
    _, diagnostics = run_text(tmp_path, program, include_dirs=[tmp_path])
    assert found(diagnostics) == ["OPG0111 2:2"]
    assert [(note.text, str(note.span)) for note in diagnostics[0].notes[-2:]] == [
        ("included from here", "outer.td:1:13"),
        ("included from here", "input.td:2:25"),
    ]


def test_a_syntax_error_in_an_included_file_tells_how_it_was_reached(tmp_path):
    (tmp_path / "part.td").write_text("def Y\n")
    _, diagnostics = run_text(tmp_path, 'include "part.td"\n', include_dirs=[tmp_path])
    assert found(diagnostics) == ["OPG0101 1:6"]
    assert [str(note.span) for note in diagnostics[0].notes] == ["input.td:1:9"]


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ('def X { int a = 1 }\ninclude "part.td"\n', ["OPG0101 1:18"]),
        ('include "part.td"\ndef X { int a = include ; }\n', ["OPG0101 2:17"]),
        ('def X { int a = include "part.td" ; }\n', ["OPG0101 1:1"]),
        ('def X { int a = include "missing.td" ; }\n', ["OPG0101 1:17", "OPG0104 1:25"]),
    ],
)  # fmt: skip
def test_mistakes_around_includes(tmp_path, program, expected):
    (tmp_path / "part.td").write_text("def Y;\n")
    _, diagnostics = run_text(tmp_path, program, include_dirs=[tmp_path])
    assert found(diagnostics) == expected
