"""The prepass blanks what isn't program text and nothing else; offsets stay."""

import pytest

from opgen.diagnostics import Diagnostics
from opgen.source import SourceFile
from opgen.tablegen.prepass import Prepass


def blank(text, macros=()):
    diagnostics = Diagnostics()
    seen = []
    source = SourceFile("x.td", text)
    prepass = Prepass(source, set(macros), diagnostics, lambda _at, name: seen.append(name.text))
    result = prepass.run()
    assert len(result) == len(text)
    assert [i for i, c in enumerate(text) if c == "\n"] == [
        i for i, c in enumerate(result) if c == "\n"
    ]
    return (
        result,
        [f"{d.span.position.line}:{d.span.position.column}" for d in diagnostics.items],
        seen,
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a // b\nc", "a c"),
        ("a /* b /* c */ d */ e", "a e"),
        ('"// no" /* x */ [{ /* kept */ }]', '"// no" [{ /* kept */ }]'),
        ("[{ a }}] // b }] c", "[{ a }}] // b }] c"),
        ("#define A\n#ifdef A\nx\n#else\ny ' \" [{\n#endif\nz", "x z"),
        ("#ifndef A\nx\n#ifdef B\n#else\n#endif\n#else\ny\n#endif\n", "x"),
        ("#ifdef A\n#define B\n#endif\n#ifdef B\nx\n#endif\ny", "y"),
        ("a#ifdef b", "a#ifdef b"),
        ("#ifdefined", "#ifdefined"),
        ("/* c */ #define A /* c */ // d\n#ifdef A // e\nx\n#endif/**/\n", "x"),
    ],
)
def test_what_is_left(text, words):
    result, problems, _ = blank(text)
    assert " ".join(result.split()) == words
    assert not problems


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("a\n#endif\n", ["2:1"]),
        ("#else\n", ["1:1"]),
        ("#ifdef A\n#else\n#else\n#endif\n", ["3:1"]),
        ("#ifdef A\nb", ["1:1"]),
        ("#ifdef A\n#endif", ["2:1"]),
        ("#define A b", ["1:11"]),
        ("#ifdef\n#endif\n", ["1:7"]),
        ("a /* b", ["1:3"]),
    ],
)
def test_what_is_reported(text, places):
    assert blank(text)[1] == places


def test_only_live_includes_are_seen():
    text = (
        'include "a"\n#ifdef NO\ninclude "b"\n#endif\ninclude /* x */ "c" // include "d"\n"include"'
    )
    assert blank(text)[2] == ['"a"', '"c"']


def test_macros_given_from_outside():
    assert blank("#ifdef GIVEN\nx\n#endif\n", ["GIVEN"])[0].split() == ["x"]
