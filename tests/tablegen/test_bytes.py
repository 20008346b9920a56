"""Bytes that can't stand in a file of verdicts: line ends of all kinds, NUL, no end of a line."""

import pytest

from tests.tablegen.programs import (
    ORACLE,
    found,
    line_named,
    read_json,
    records_of,
    run,
    run_oracle,
)

DEFINED = b"#ifndef X\nclass A;\n"

ACCEPTED = [
    b"",
    b"\n",
    b"// \0 \x80 \xff \f \v",
    b"def a;//",
    b"def a;/**/",
    b"/* \xff \f \v */ def a;",
    b"def\ta\r;\n\rdef b;\r\n\r\n",
    b'def a { string s = "a\0b"; }',
    b'def a { string s = "\x01\t\f\v\x7f"; code c = [{\r\n\f\xc3\xa9}]; }',
    b"def a { code c = [{}\r\n]}]; code d = [{a}\r\n}]; }",
    # A carriage return ends the line of a directive, and a comment, but no line of dead text.
    b"#ifndef X\rdef a;\r#endif\rdef b;",
    b"#ifdef X\nfoo\r#endif\n#endif\ndef a;\n",
    b"#ifdef X\r#endif\n#endif\ndef a;\n",
    b"#ifdef X\n#define Y\r#endif\n#endif\ndef a;\n",
    b"#ifdef X\n#ifdef Y\n#endif\r#endif\n#endif\ndef a;\n",
    b"#ifdef X\n\r#endif\n\rdef a;",
    b"#ifdef X\r\n#endif\r\ndef a;\r\n",
    b"#ifdef X\n/* c */\r#endif\ndef a;",
    b"#define X // c\rdef a;",
    b"#define X",
    b"#ifdef X\n#endif ",
    b"#ifdef X\n#endif//",
    b"#ifdef X\n#endif/**/",
    b"#ifdef X\n\0 '\n\0#endif\n \f#endif\n\v#endif\n foo /* \0 */\n#endif\n",
    b"#ifdef X // \0\n#endif\n",
    b"#ifdef X\n#endif\0\n#define\xff\n#endif\n",
]
REFUSED = [
    (b"\0", "OPG0102 1:1"),
    (b"class A;\n\0", "OPG0102 2:1"),
    (b"class\0A;", "OPG0102 1:6"),
    (b"\n/* \0 */", "OPG0102 2:4"),
    (b"\n/* \0 \0 */", "OPG0102 2:4"),
    (b"\nclass A<code c = [{ \0 }]>;", "OPG0102 2:21"),
    (b"\nclass A<code c = [{ }\0}]>;", "OPG0102 2:22"),
    (b'\nclass A<string s = "\\\0">;', "OPG0102 2:20"),
    (b"#ifdef X\n/* \0 */\n#endif\n", "OPG0102 2:4"),
    (b"\n#define X /* \0 */\n", "OPG0102 2:14"),
    (b"\n#define X \0\n", "OPG0103 2:11"),
    (b"\n#define \0\n", "OPG0103 2:8"),
    (b"\n\f", "OPG0102 2:1"),
    (b"\n\v", "OPG0102 2:1"),
    (b"\n\x1a", "OPG0102 2:1"),
    (b"\n\x7f", "OPG0102 2:1"),
    (b"\n\xc3\xa9", "OPG0102 2:1"),
    (b"\n\xa0", "OPG0102 2:1"),
    (b"\xef\xbb\xbf", "OPG0102 1:1"),
    (b"\n#ifdef X\f\n#endif\n", "OPG0103 2:9"),
    # llvm-tblgen takes the byte for the end of the file, and so for the end of the word.
    (b"#ifdef X\n#endif\xff\n#endif\n", "OPG0103 2:7"),
    (b"#ifdef X\n#else\xff\n#endif\n", "OPG0103 2:6"),
    (b"#ifndef X\n#ifdef X\n#ifdef\xff\n#endif\n#endif\n#endif\n", "OPG0103 3:7"),
    (b"\n#define X /* \r */ class A;\n", "OPG0103 2:19"),
    (b'\nclass A { string s = "a\r"; }', "OPG0102 2:22"),
    (b"#define", "OPG0103 1:8"),
    (b"#define ", "OPG0103 1:8"),
    (b"#ifdef", "OPG0103 1:7"),
    (b"#endif", "OPG0103 1:1"),
    (b"#else", "OPG0103 1:1"),
    (DEFINED + b"#endif", "OPG0103 3:1"),
    (DEFINED + b"#else", "OPG0103 3:1"),
    (b"\n/*", "OPG0102 2:1"),
    (b"\n/*/", "OPG0102 2:1"),
    (b"\n/", "OPG0102 2:1"),
    (b'\n"', "OPG0102 2:1"),
    (b'\n"\\', "OPG0102 2:1"),
    (b"\n[{", "OPG0102 2:1"),
    (b"\n[{}", "OPG0102 2:1"),
]
"""Programs, and one of the mistakes that are in them, which llvm-tblgen finds in that line."""
ENDLESS = [
    b"#ifdef X",
    b"#ifdef X\n#endif",
    b"#ifdef X\r#endif\r",
]
"""Dead text that doesn't end with a line feed: there llvm-tblgen reads on behind the file."""
PARTS = {
    b'defvar endif = "b";\ndef a { string s = "a" include "part.td"; }': b"\n#endif",
    b'defvar define = "b";\ndef a { string s = "a" include "part.td"; }': b"#define",
    b'include "part.td" def a;': b"#define X",
    b'include "part.td" def b;': b"def a; // the end",
}
"""Programs that include a file that ends without the end of a line."""


@pytest.fixture
def program(tmp_path):
    return tmp_path / "program.td"


def run_program(program):
    return run(program, include_dirs=[program.parent], defines=())


def assert_equal(program):
    keeper, diagnostics = run_program(program)
    assert not diagnostics
    if ORACLE:
        assert records_of(keeper) == read_json(run_oracle(program, f"-I{program.parent}").stdout)


@pytest.mark.parametrize("text", ACCEPTED)
def test_accepted(program, text):
    program.write_bytes(text)
    assert_equal(program)


@pytest.mark.parametrize(("text", "mistake"), REFUSED)
def test_refused(program, text, mistake):
    program.write_bytes(text)
    places = found(run_program(program)[1])
    assert mistake in places
    assert len(places) == len(set(places))
    if ORACLE:
        done = run_oracle(program, f"-I{program.parent}")
        assert done.returncode == 1
        assert f" {line_named(done)}:" in mistake


@pytest.mark.parametrize("text", ENDLESS)
def test_dead_text_without_end(program, text):
    program.write_bytes(text)
    _, diagnostics = run_program(program)
    assert [d.code for d in diagnostics] == ["OPG0103"]


def test_help_where_carriage_returns_end_the_lines(program):
    program.write_bytes(b"#ifdef X\rfoo\r#endif\r")
    assert "line feeds" in run_program(program)[1][0].help


@pytest.mark.parametrize("text", PARTS)
def test_a_part_without_the_end_of_a_line(program, text):
    program.write_bytes(text)
    (program.parent / "part.td").write_bytes(PARTS[text])
    assert_equal(program)


def test_a_path_that_holds_a_backslash(program):
    program.write_bytes(b'include "a\\\\b.td"')
    (program.parent / "a\\b.td").write_bytes(b"def a;")
    assert_equal(program)


def test_a_path_ends_at_a_nul(program):
    program.write_bytes(b'include "part.td\0more"')
    (program.parent / "part.td").write_bytes(b"def a;")
    keeper, diagnostics = run_program(program)
    assert not diagnostics
    assert list(keeper.defs) == ["a"]
