"""The text a person reads: places, carets, order, and what a terminal can't be trusted with."""

import re

from opgen.diagnostics import Diagnostic, Label, Note, Severity
from opgen.diagnostics.columns import MAX_WIDTH
from opgen.diagnostics.palette import Palette
from opgen.diagnostics.text import render_one, render_text
from opgen.source import SourceFile, Span


def source(text, path="specs/a.td"):
    return SourceFile(path, text.encode().decode("latin-1"))


def span(file, text, nth=0):
    wanted = text.encode().decode("latin-1")
    start = -1
    for _ in range(nth + 1):
        start = file.text.index(wanted, start + 1)
    return Span(file, start, start + len(wanted))


def plain(item):
    return render_one(item, palette=Palette())


def lines_of(item):
    return plain(item).splitlines()


def test_a_diagnostic_is_laid_out_as_documented():
    file = source("class Foo;\n\ndef A : Fop<1> {\n}\n")
    item = Diagnostic(
        "OPG0110",
        'unknown class "Fop"',
        span(file, "Fop"),
        label="not defined",
        secondary=(Label(span(file, "Foo"), "similar"),),
        notes=(Note("included here", span(file, "def")), Note("and so on")),
        help='did you mean "Foo"?',
    )
    assert plain(item) == (
        'error[OPG0110]: unknown class "Fop"\n'
        " --> specs/a.td:3:9\n"
        "  |\n"
        "1 | class Foo;\n"
        "  |       --- similar\n"
        "2 |\n"
        "3 | def A : Fop<1> {\n"
        "  |         ^^^ not defined\n"
        "  |\n"
        "  = note: included here (specs/a.td:3:1)\n"
        "  = note: and so on\n"
        '  = help: did you mean "Foo"?\n'
    )


def caret_column(item, stroke="^"):
    underline = next(line for line in lines_of(item) if stroke in line)
    return underline.index(stroke)


def test_the_caret_stands_below_the_place_after_tabs_and_wide_characters():
    file = source('\tlet s = "日本"; let q = 1;\n')
    shown, underline = lines_of(Diagnostic("OPG0112", "m", span(file, "q")))[3:5]
    assert "\t" not in shown
    # Each of the two ideographs is two columns wide but one character of the string.
    assert underline.index("^") == shown.index("q") + 2


def test_a_combining_character_takes_no_column():
    file = source("e\u0301 = x;\n")
    shown, underline = lines_of(Diagnostic("OPG0112", "m", span(file, "x")))[3:5]
    assert underline.index("^") == shown.index("x") - 1


def test_a_tab_inside_a_span_is_underlined_in_full():
    file = source("ab\tcd\n")
    shown, underline = lines_of(Diagnostic("OPG0112", "m", span(file, "ab\tcd")))[3:5]
    assert underline.count("^") == len(shown) - shown.index("a")


def test_control_characters_of_a_source_never_reach_the_terminal():
    file = source("x \x1b[2J\x07 y\n")
    item = Diagnostic("OPG0102", "bad \x1b[31m", span(file, "y"), help="\x1b]0;t\x07")
    assert not set(plain(item)) & {"\x1b", "\x07"}


def test_a_long_line_is_cut_around_the_place():
    file = source("a" * 500 + "HERE" + "b" * 500 + "\n")
    shown, underline = lines_of(Diagnostic("OPG0112", "m", span(file, "HERE")))[3:5]
    assert len(shown) < MAX_WIDTH + 10
    assert shown[underline.index("^") :].startswith("HERE")
    assert underline.count("^") == 4


def test_an_empty_span_at_the_end_of_the_file_has_one_caret():
    file = source("class A\n")
    item = Diagnostic("OPG0101", "m", Span(file, 8, 8))
    assert lines_of(item)[1].endswith("specs/a.td:2:1")
    assert plain(item).count("^") == 1


def test_a_span_over_several_lines_is_underlined_on_the_first():
    file = source("def A {\n  x;\n}\n")
    item = Diagnostic("OPG0120", "m", span(file, "A {\n  x;\n}"))
    assert next(line for line in lines_of(item) if "^" in line).endswith("^^^")


def test_a_secondary_place_in_another_file_gets_its_own_arrow():
    first, second = source("def A;\n"), source("\n\ndef A;\n", "specs/b.td")
    item = Diagnostic(
        "OPG0114", "m", span(first, "A"), secondary=(Label(span(second, "A"), "first here"),)
    )
    assert " ::: specs/b.td:3:5" in lines_of(item)


def test_lines_far_apart_are_joined_by_dots():
    file = source("def A;\n" + "\n" * 10 + "def B;\n")
    item = Diagnostic("OPG0114", "m", span(file, "B"), secondary=(Label(span(file, "A")),))
    assert "..." in lines_of(item)


def test_the_gutter_is_as_wide_as_the_longest_line_number():
    file = source("\n" * 99 + "def B;\n")
    assert lines_of(Diagnostic("OPG0114", "m", span(file, "B")))[1] == "   --> specs/a.td:100:5"


def test_a_diagnostic_without_a_place_names_its_path():
    item = Diagnostic("OPG0002", "m", path="generated", help="one\ntwo")
    assert lines_of(item) == [
        "error[OPG0002]: m",
        " --> generated",
        "  = help: one",
        "          two",
    ]


def test_the_end_says_how_to_read_more_and_nothing_is_said_about_nothing():
    items = [Diagnostic("OPG0002", "m"), Diagnostic("OPG0001", "m"), Diagnostic("OPG0002", "n")]
    assert render_text(items, palette=Palette()).endswith(
        "for more: opgen explain OPG0002 (also OPG0001)\n"
    )
    assert render_text([], palette=Palette()) == ""


def about(path, *, told="is out of date", advice="build again", **more):
    return Diagnostic("OPG0508", f"`{path}` {told}", path=path, help=advice, **more)


def test_neighbours_with_the_same_advice_share_it():
    found = [about("a.h"), about("b.h"), about("c.h", told="is late"), about("d.h", advice="wait")]
    assert render_text(found, palette=Palette()) == (
        "error[OPG0508]: `a.h` is out of date\n"
        "error[OPG0508]: `b.h` is out of date\n"
        "error[OPG0508]: `c.h` is late\n"
        "  = help: build again\n"
        "\n"
        "error[OPG0508]: `d.h` is out of date\n"
        " --> d.h\n"
        "  = help: wait\n"
        "\n"
        "for more: opgen explain OPG0508\n"
    )


def test_a_path_that_the_message_leaves_out_is_named_in_a_shared_block_too():
    found = [Diagnostic("OPG0001", "no spec", path=path, help="name one") for path in ("a", "b")]
    text = render_text(found, palette=Palette())
    assert text.count(" --> ") == 2
    assert text.count("name one") == 1


def test_what_has_a_place_or_a_note_or_another_severity_stands_alone():
    file = source("def A;\n")
    found = [
        about("a.h"),
        about("a.h", span=span(file, "A")),
        about("a.h", notes=(Note("so"),)),
        about("a.h", severity=Severity.WARNING),
        about("a.h", advice=""),
        about("a.h", advice=""),
    ]
    blocks = "\n".join(render_one(item, palette=Palette()) for item in found)
    assert render_text(found, palette=Palette()) == (f"{blocks}\nfor more: opgen explain OPG0508\n")


def test_colours_add_nothing_but_escapes():
    file = source("def A : Fop;\n")
    item = Diagnostic("OPG0110", "m", span(file, "Fop"), help="h", severity=Severity.WARNING)
    coloured = render_one(item, palette=Palette(enabled=True))
    assert "\x1b[1;33m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain(item)


def test_a_file_that_is_not_utf8_is_shown_all_the_same():
    file = SourceFile("specs/a.td", b"\xff\xfe def A;\n".decode("latin-1"))
    item = Diagnostic("OPG0102", "m", Span(file, 7, 8))
    assert lines_of(item)[1].endswith(":1:8")
    assert plain(item).count("^") == 1
