"""What LLVM 23 adds to the language: no released llvm-tblgen knows it, so the values stand here."""

import pytest

from opgen.tablegen import Language
from tests.tablegen.programs import found, run_text

JOINING = """\
def op;
class Base { list<int> items = [1, 2]; string text = "b"; code body = ?; dag args = (op 1:$a); }
class Derived : Base {
  let append items = [3];
  let prepend text = "a";
  let append body = [{first;}];
  let append args = (op 2:$b);
}
def X : Derived {
  let append items = [4, 5];
  let prepend items = [0];
  let append text = "c";
  let append body = [{second;}];
  let prepend args = (op);
}
def Replaced : Derived { let items = [9]; let append items = [10]; }
"""


@pytest.mark.parametrize(
    ("record", "field", "expected"),
    [
        ("X", "items", "[0, 1, 2, 3, 4, 5]"),
        ("X", "text", '"abc"'),
        ("X", "body", "[{first;second;}]"),
        ("X", "args", "(op 1:$a, 2:$b)"),
        ("Replaced", "items", "[9, 10]"),
    ],
)
def test_a_let_adds_to_what_is_there(tmp_path, record, field, expected):
    keeper, diagnostics = run_text(tmp_path, JOINING, language=Language(23))
    assert not diagnostics
    assert str(keeper.defs[record].value(field)) == expected


@pytest.mark.parametrize(
    ("program", "field", "expected"),
    [
        ("let append l = [2] in let append l = [3] in def X : A;", "l", "[1, 2, 3]"),
        ('let prepend l = [0], s = "t" in def X : A { let append s = "u"; }', "s", '"tu"'),
        ("let append l = [2] in def X : A { let prepend l = [0]; }", "l", "[0, 1, 2]"),
        ("let b{3-2} = 0b10 in def X : A;", "b", "{ 1, 0, 0, 0 }"),
        ("def X { int append = 1; let append = 2; }", "append", "2"),
        ("class C<list<int> m> : A { let append l = m; } def X : C<[7]>;", "l", "[1, 7]"),
        ("class C : A { int n = 5; let append l = [n]; } def X : C { let n = 6; }", "l", "[1, 6]"),
        ("multiclass M<int i> { let append l = [i] in def x : A; } defm X : M<4>;", "l", "[1, 4]"),
    ],
)  # fmt: skip
def test_what_llvm_23_adds(tmp_path, program, field, expected):
    text = f"class A {{ list<int> l = [1]; string s = ?; bits<4> b = 0; }}\n{program}"
    keeper, diagnostics = run_text(tmp_path, text, language=Language(23))
    assert not diagnostics
    (record,) = (keeper.defs[name] for name in keeper.defs if name in {"X", "Xx"})
    assert str(record.value(field)) == expected


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("def X : A { let append n = 2; }", ["OPG0115 2:24"]),
        ("def X : A { let append b{0} = 1; }", ["OPG0120 2:17"]),
        ('def X : A { let append l = "s"; }', ["OPG0115 2:28"]),
        ("def X : A { let extend l = [1]; }", ["OPG0101 2:17"]),
        ("let b<3-2> = 0b10 in def X : A;", ["OPG0101 2:5"]),
    ],
)  # fmt: skip
def test_what_llvm_23_refuses(tmp_path, program, expected):
    text = f"class A {{ list<int> l = [1]; int n = 1; bits<4> b = 0; }}\n{program}"
    _, diagnostics = run_text(tmp_path, text, language=Language(23))
    assert found(diagnostics) == expected


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("def X : A { let append l = [2]; }", ["OPG0101 2:17"]),
        ("let prepend l = [2] in def X : A;", ["OPG0101 2:5"]),
        ("let b{3-2} = 0b10 in def X : A;", ["OPG0101 2:5"]),
    ],
)
def test_llvm_22_refuses_it(tmp_path, program, expected):
    text = f"class A {{ list<int> l = [1]; bits<4> b = 0; }}\n{program}"
    _, diagnostics = run_text(tmp_path, text)
    assert found(diagnostics) == expected
    assert all(diagnostic.help for diagnostic in diagnostics)
