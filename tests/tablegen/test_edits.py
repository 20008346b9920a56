"""An edit of a few lines leaves what the prepass found elsewhere as it is."""

import random

import pytest

from opgen.diagnostics import Diagnostics
from opgen.source import SourceFile
from opgen.tablegen.edits import find_edit, revise
from opgen.tablegen.prepass import Prepass
from opgen.tablegen.prepass_facts import Edit, Facts, Macros, blank

LINES = (
    "def A;",
    'def B { string s = "x"; }',
    "",
    "  // a comment",
    "def C; // behind",
    "/* one",
    "two */ def D;",
    "#ifdef X",
    "#else",
    "#endif",
    "#define X",
    'include "part.td"',
    "include",
    '"part.td"',
    "code c = [{ // kept",
    "}];",
    "}",
    "}]",
    "let x = a # b;",
    "a / b * c",
    "def E;\r# \r// c\rdef F;",
)


def prepass(data):
    """Return what the prepass finds in a text and makes of it, unless something is wrong."""
    diagnostics, macros = Diagnostics(), Macros({"Y"})

    def include(offset, name):
        macros.events.append(("i", offset, name.start, name.end))

    waiting = []
    source = SourceFile("x.td", data.decode("latin-1"))
    done = Prepass(source, macros, diagnostics, include, waiting)
    text = done.run()
    if diagnostics.items or waiting:
        return None
    words, asked = tuple(sorted(done.words)), tuple(sorted(done.asked))
    facts = Facts(tuple(macros.events), tuple(done.blanks), words, asked, done.is_blank)
    return facts, text


def edited(rng, lines):
    lines = list(lines)
    at = rng.randrange(len(lines) + 1)
    end = min(at + rng.randrange(3), len(lines))
    lines[at:end] = [rng.choice(LINES) for _ in range(rng.randrange(3))]
    return lines


def joined(rng, lines):
    ending = rng.choice(("\n", "\n", "\r\n"))
    return (ending.join(lines) + rng.choice(("", ending))).encode()


def test_a_revised_text_is_what_the_prepass_makes_of_it():
    rng = random.Random(0)
    revisions = 0
    for _ in range(20_000):
        lines = [rng.choice(LINES) for _ in range(rng.randrange(9))]
        old, new = joined(rng, lines), joined(rng, edited(rng, lines))
        before = prepass(old)
        if before is None:
            continue
        found = revise(before[0], old, new)
        if found is not None:
            revisions += 1
            facts, text = prepass(new)
            # How blanked text is divided doesn't matter.
            assert found.facts._replace(blanks=facts.blanks) == facts, (old, new)
            assert found.text == text == blank(new, found.facts.blanks)
            start, old_end, end = found.edit
            assert old[:start] == new[:start]
            assert old[old_end:] == new[end:]
    assert revisions > 1500


@pytest.mark.parametrize(
    ("old", "new", "edit"),
    [
        (b"a\nb\nc\n", b"a\nx\nc\n", (2, 4, 4)),
        (b"a\nb\nc\n", b"a\nb\nb\nc\n", (4, 6, 8)),
        (b"a\nb\nc", b"a\nb\nc\nd", (4, 5, 7)),
        (b"a\na\na\n", b"a\na\n", (4, 6, 4)),
        (b"", b"a", (0, 0, 1)),
        (b"a", b"", (0, 1, 0)),
    ],
)
def test_an_edit_is_made_of_whole_lines(old, new, edit):
    assert find_edit(old, new) == Edit(*edit)
    assert old[: edit[0]] + new[edit[0] : edit[2]] + old[edit[1] :] == new


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"/* a\n\n*/\n", b"/* a\ndef A;\n*/\n"),
        (b"// a\n\n// b\n", b"// a\ndef A;\n// b\n"),
        (b"#ifdef X\n\n#endif\n", b"#ifdef X\ndef A;\n#endif\n"),
        (b"def A;\n", b"def A; // a\n"),
        (b"def A;\n", b"#define X\n"),
        (b"code c = [{\n}];\n", b"code c = [{\n}]; }];\n"),
        (b'include "a.td"\n', b'include "b.td"\n'),
        (b'include\ndef A;\n"a.td"\n', b'include\n\n"a.td"\n'),
    ],
)
def test_what_may_matter_elsewhere_is_left_to_the_prepass(old, new):
    facts, _ = prepass(old)
    assert revise(facts, old, new) is None
