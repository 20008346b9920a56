"""Whatever the bytes, there are diagnostics and no traceback."""

import random

import pytest

from tests.tablegen.programs import PASS, found, run, run_text

DEPTH = 20_000


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


@pytest.mark.parametrize("ending", [b"\r\n", b"\r"])
def test_line_ends(tmp_path, ending):
    text = b"#ifdef NO\nbad '\n#endif\n// c\nclass A;\ndef X : A;\n".replace(b"\n", ending)
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
        "defvar t = 1; def X { " + "list<" * DEPTH + "int" + ">" * DEPTH + " x; }",
    ],
    ids=["operators", "lists", "open lists", "lets", "types"],
)
def test_great_depth(tmp_path, text):
    _, diagnostics = run_text(tmp_path, text)
    assert diagnostics
    assert {d.code for d in diagnostics} <= {"OPG0101", "OPG0122", "OPG0112", "OPG0115"}


def test_long_chains_are_not_deep(tmp_path):
    pasted = " # ".join(['"x"'] * DEPTH)
    keeper, diagnostics = run_text(tmp_path, f"def X {{ string s = {pasted}; }}")
    assert not diagnostics
    assert len(str(keeper.defs["X"].value("s"))) == DEPTH + 2


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
