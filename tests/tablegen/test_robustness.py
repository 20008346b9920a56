"""Whatever the bytes, there are diagnostics and no traceback."""

import os
import random
from pathlib import Path

import pytest

from opgen.tablegen import limits, load
from opgen.tablegen.dump import to_json_text, to_text
from tests.tablegen.programs import PASS, found, run, run_text

DEPTH = 60_000


def test_nul_in_the_source(tmp_path):
    _, diagnostics = run_text(tmp_path, b"class A;\n\0def X : A;\n")
    assert found(diagnostics) == ["OPG0102 2:1"]


def test_invalid_utf8_between_tokens(tmp_path):
    keeper, diagnostics = run_text(tmp_path, b"class A;\ndef X : A;\n\xff\xfe def Y : A;\n")
    assert found(diagnostics) == ["OPG0102 3:1"]
    assert list(keeper.defs) == ["X", "Y"]


def test_invalid_utf8_in_a_string_is_kept(tmp_path):
    keeper, diagnostics = run_text(tmp_path, b'def X { string s = "\xff"; int n = !size(s); }')
    assert not diagnostics
    assert str(keeper.defs["X"].value("n")) == "1"


def test_byte_order_mark(tmp_path):
    _, diagnostics = run_text(tmp_path, b"\xef\xbb\xbfclass A;\n")
    assert found(diagnostics) == ["OPG0102 1:1"]


@pytest.mark.parametrize(
    "text",
    [
        b"#ifdef NO\r\nbad '\r\n#endif\r\n// c\r\nclass A;\r\ndef X : A;\r\n",
        b"#ifndef NO\r// c\r#endif\rclass A;\rdef X : A;\r",
        b"#ifdef NO\rbad '\r\n\r#endif\rclass A;\rdef X : A;\r",
    ],
)
def test_line_ends(tmp_path, text):
    keeper, diagnostics = run_text(tmp_path, text)
    assert not diagnostics
    assert list(keeper.defs) == ["X"]


def test_a_file_that_is_missing(tmp_path):
    keeper, diagnostics = run(tmp_path / "missing.td", defines=())
    assert [(d.code, d.path) for d in diagnostics] == [("OPG0001", "missing.td")]
    assert not keeper.defs


def test_a_folder_in_place_of_a_file(tmp_path):
    _, diagnostics = run(tmp_path, defines=())
    assert [d.code for d in diagnostics] == ["OPG0006"]


@pytest.mark.parametrize(
    "text",
    [
        "def X { int x = " + "!add(1, " * DEPTH + "1" + ")" * DEPTH + "; }",
        "def X { list<int> x = " + "[" * DEPTH + "]" * DEPTH + "; }",
        "def X { list<int> x = " + "[" * DEPTH,
        "class A;" + "let a = 1 in " * DEPTH + "def X : A;",
    ],
    ids=["operators", "lists", "open lists", "lets"],
)
def test_great_depth(tmp_path, text):
    _, diagnostics = run_text(tmp_path, text)
    assert diagnostics
    assert {d.code for d in diagnostics} <= {"OPG0101", "OPG0122", "OPG0112", "OPG0115"}


@pytest.mark.parametrize("text", ["[{", "[{ }}] ", "def x { code c = [{ a\n", "#ifdef X\n[{ "])
@pytest.mark.parametrize("cache", [None, "cache"])
def test_code_that_is_opened_again_and_again(tmp_path, text, cache):
    # Looking for the end of each would take hours.
    (tmp_path / "root.td").write_text(text * 100_000)
    keeper = load(tmp_path / "root.td", defines=["X"], cache=cache and tmp_path / cache)
    messages = {d.message for d in keeper.diagnostics.items}
    assert "code block is never closed" in messages
    assert "region opened here is never closed" not in messages


def test_long_chains_are_not_deep(tmp_path):
    pasted = " # ".join(['"x"'] * 20_000)
    keeper, diagnostics = run_text(tmp_path, f"def X {{ string s = {pasted}; }}")
    assert not diagnostics
    assert len(str(keeper.defs["X"].value("s"))) == 20_002


@pytest.mark.parametrize("seed", range(40))
def test_damaged_programs_end_in_diagnostics(tmp_path, seed):
    rng = random.Random(seed)
    data = bytearray(rng.choice(PASS).read_bytes())
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(data))
        match rng.randrange(4):
            case 0:
                data[at] = rng.randrange(256)
            case 1:
                del data[at : at + rng.randint(1, 20)]
            case 2:
                data[at:at] = rng.choice(
                    [b"{", b"}", b"[{", b'"', b"<", b"#", b"/*", b"def ", b"!"]
                )
            case _:
                start = rng.randrange(len(data))
                data[at:at] = data[start : start + rng.randint(1, 40)]
    keeper, _ = run_text(tmp_path, bytes(data), defines=())
    assert isinstance(list(keeper.defs), list)


def test_ten_thousand_levels_of_inheritance(tmp_path):
    levels = 10_000
    classes = "".join(f"class A{i} : A{i - 1};\n" for i in range(1, levels))
    program = f"class A0 {{ int x = 7; }}\n{classes}def D : A{levels - 1};\n"
    keeper, diagnostics = run_text(tmp_path, program)
    assert not diagnostics
    assert len(keeper.defs["D"].superclasses) == levels
    assert str(keeper.defs["D"].value("x")) == "7"


@pytest.mark.parametrize("digits", ["9" * 5000, "-" + "9" * 5000, "+" + "1" * 21])
def test_a_number_of_thousands_of_digits(tmp_path, digits):
    _, diagnostics = run_text(tmp_path, f"def X {{ int a = {digits}; }}")
    assert found(diagnostics) == ["OPG0102 1:17"]


def test_zeros_before_a_number_do_not_count(tmp_path):
    keeper, diagnostics = run_text(tmp_path, f"def X {{ int a = -{'0' * 5000}7; }}")
    assert not diagnostics
    assert str(keeper.defs["X"].value("a")) == "-7"


def test_an_include_that_is_a_device_or_a_pipe(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    program = 'include "/dev/zero"\ninclude "pipe"\ninclude "."\n'
    _, diagnostics = run_text(tmp_path, program, include_dirs=[tmp_path])
    assert found(diagnostics) == ["OPG0104 1:9", "OPG0104 2:9", "OPG0104 3:9"]


@pytest.mark.parametrize("name", ["/dev/zero", "/"])
def test_a_root_that_is_no_file(name):
    _, diagnostics = run(Path(name), defines=())
    assert [(d.code, bool(d.help)) for d in diagnostics] == [("OPG0006", True)]


@pytest.fixture
def small_limits(monkeypatch):
    for name in dir(limits):
        if name.startswith("MOST_"):
            monkeypatch.setattr(limits, name, 5000)
    monkeypatch.setattr(limits, "LARGEST_TEXT", 40_000)
    monkeypatch.setattr(limits, "MOST_TEXT", 40_000)


def doubled(first, step, count=40):
    """Return a program in which each value is made of the one before twice."""
    lines = [f"defvar v{i + 1} = {step.format(f'v{i}')};\n" for i in range(count)]
    return f"def op; defvar v0 = {first};\n{''.join(lines)}"


RECURSION = """\
class C<int n, int m> {
  int v = !if(n, !add(C<!sub(n, 1), !add(m, m)>.v, C<!sub(n, 1), !add(m, m, 1)>.v), 1);
}
def D : C<40, 1>;
"""


def doubled_classes(one, other, count=40):
    """Return classes each of which makes two instances of the one before."""
    lines = [
        f"class C{i + 1}<int n> {{ C{i} a = {one.format(i)}; C{i} b = {other.format(i)}; }}\n"
        for i in range(count)
    ]
    return f"class C0<int n> {{ int x = n; }}\n{''.join(lines)}def D : C{count}<1>;\n"


@pytest.mark.parametrize(
    "program",
    [
        doubled("[1]", "!listconcat({0}, {0})"),
        doubled('"x"', "!strconcat({0}, {0})"),
        doubled('"x"', '!subst("x", "xx", {0})'),
        doubled('"x"', '!interleave([{0}, {0}], "-")'),
        doubled("[1]", "[{0}, {0}]"),
        doubled("(op 1)", "(op {0}, {0})"),
        doubled("(op 1)", "!con({0}, {0})"),
        "defvar a = !listsplat(1, 4000); defvar b = !listflatten(!listsplat(a, 4000));",
        "class A<string s> {"
        + doubled("!exists<A>(s)", "!add({0}, {0})").partition(";")[2]
        + 'int x = v40; } def D : A<"D">;',
        "foreach i = 0...100000 in foreach j = 0...100000 in def X#i#_#j;",
        "defvar a = !foreach(x, !range(6000), !add(x, 1));",
        "defvar a = !foldl(0, !range(6000), x, y, !add(x, y));",
        "multiclass M0 { def a; }\n"
        + "".join(f"multiclass M{i + 1} {{ defm x : M{i}; defm y : M{i}; }}\n" for i in range(40)),
        doubled_classes("C{0}<!add(n, n)>", "C{0}<!add(n, n, 1)>"),
        doubled_classes("C{0}<!add(n, n)>", "C{0}<n>"),
        "".join(
            f"class L{i}{parent}; class R{i}{parent}; class J{i} : L{i}, R{i};\n"
            for i, parent in enumerate(["", *(f" : J{i}" for i in range(40))])
        ),
        "multiclass M0<int n> { def _#n; }\n"
        + "".join(
            f"multiclass M{i + 1}<int n> {{ defm x : M{i}<!add(n, n)>; }}\n" for i in range(40)
        ),
        RECURSION,
        "class A<int n> { int x = !foldl(n, !range(4000), a, b, !add(a, b)); }",
    ],
    ids=[
        "listconcat", "strconcat", "subst", "interleave", "lists", "dags", "con", "listflatten",
        "operations that look", "foreach statements", "foreach operator", "foldl", "multiclasses",
        "instances", "instances with arguments", "parents", "names", "recursion", "quadratic",
    ],
)  # fmt: skip
def test_a_program_that_makes_too_much_is_told_so(tmp_path, small_limits, program):
    _, diagnostics = run_text(tmp_path, program)
    assert [d.code for d in diagnostics] == ["OPG0122"]


@pytest.mark.parametrize(
    "loops",
    [
        "foreach j = 0...9999 in foreach k = 0...9999 in def X#i#_#j#_#k;",
        'foreach j = 0...9999 in assert j, "";',
        "foreach j = !range(100) in def X#i#_#j;",
    ],
)
def test_loops_that_would_never_end_are_not_begun(tmp_path, loops):
    _, diagnostics = run_text(tmp_path, f"foreach i = 0...9999 in {loops}\n")
    assert [d.code for d in diagnostics] == ["OPG0122"]


def test_each_record_of_a_loop_may_take_its_steps(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "MOST_STEPS_AT_ONCE", 500)
    program = "class A<int n> { int x = !foldl(n, !range(5), a, b, !add(a, b)); }\n"
    keeper, diagnostics = run_text(tmp_path, f"{program}foreach i = 0...299 in def X#i : A<i>;\n")
    assert not diagnostics
    assert str(keeper.defs["X299"].value("x")) == "309"


def test_instances_are_made_thousands_deep(tmp_path):
    program = (
        "class A<int n> { list<int> l = !if(!gt(n, 0), A<!sub(n, 1)>.l, []); }\ndef Z : A<3000>;\n"
    )
    keeper, diagnostics = run_text(tmp_path, program)
    assert not diagnostics
    assert len(keeper.defs) == 3001


@pytest.mark.parametrize(
    "text",
    [
        "def X { int x = " + "!add(1, " * 5000 + "1" + ")" * 5000 + "; }",
        "".join(f"foreach i{i} = [1] in " for i in range(4000)) + "def X;",
        "def X { " + "list<" * 5000 + "int" + ">" * 5000 + " x; }",
    ],
    ids=["operators", "loops", "types"],
)
def test_what_llvm_tblgen_still_takes(tmp_path, text):
    keeper, diagnostics = run_text(tmp_path, text)
    assert not diagnostics
    assert list(keeper.defs) == ["X"]


def test_values_nested_thousands_deep_are_printed(tmp_path):
    program = "def op; def X { dag d = !foldl((op), !range(700), all, x, (op all)); }"
    keeper, diagnostics = run_text(tmp_path, program)
    assert not diagnostics
    assert to_json_text(keeper).count('"kind":"dag"') == 701
    assert to_text(keeper).count("(op") == 701


@pytest.mark.parametrize(
    ("included", "expected"),
    [
        (b"int y = 2", ["OPG0101 1:10"]),
        (b"def Y;", ["OPG0101 1:1"]),
        (b"}", ["OPG0101 1:2"]),
        (b"\0", ["OPG0102 1:1"]),
        (b"// nothing\n", []),
        (b"#ifdef NO\nbad '\n#endif\n", []),
    ],
)
def test_what_is_included_in_a_body_has_to_fit_there(tmp_path, included, expected):
    (tmp_path / "part.td").write_bytes(included)
    program = 'def X { int x = 1; include "part.td" int z = 3; }\ndef Z;\n'
    keeper, diagnostics = run_text(tmp_path, program, include_dirs=[tmp_path])
    assert found(diagnostics) == expected
    assert list(keeper.defs) == ["X", "Z"]
    assert list(keeper.defs["X"].fields) == ["x", "z"]


def test_only_the_first_unknown_names_are_looked_up(tmp_path):
    classes = [f"class known_{i}_{i * 7919 % 1009};" for i in range(3000)]
    records = [f"def d{i} : unknown_{i};" for i in range(3000)]
    _, diagnostics = run_text(tmp_path, "\n".join([*classes, *records]))
    assert len(diagnostics) == 3000
    assert all(d.help for d in diagnostics[:100])
    assert not any(d.help for d in diagnostics[100:])
