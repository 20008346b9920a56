"""Values that occur several times in others: resolved once, however long they are written out."""

import random

import pytest

from opgen.tablegen import as_int, as_string, records
from opgen.tablegen.dump import UnwritableError, to_json_text, to_text
from opgen.tablegen.values import LARGE, base, known
from tests.tablegen.fuzz import change, compose, own_programs
from tests.tablegen.programs import INCLUDE, found, records_of, run_text

TIMES = 40
CLASSES = "class Sum<int a, int b> { int v = !add(a, b); }\nclass Id<string a> { string v = a; }\n"


def doubling(start, step, parameter, times=TIMES):
    """Return a class whose field is made of one value twice, that of one twice, and so on."""
    steps = "".join(f"  defvar v{i + 1} = {step.format(f'v{i}', i=i)};\n" for i in range(times))
    type_ = parameter.partition(" ")[0]
    return (
        f"{CLASSES}class A<{parameter}> {{\n  defvar v0 = {start};\n{steps}"
        f"  {type_} x = v{times};\n}}\n"
    )


@pytest.mark.parametrize(
    ("step", "once"),
    [
        ("!add({0}, {0})", lambda x, _: x + x),
        ("!sub(!mul({0}, 3), {0})", lambda x, _: 2 * x),
        (
            "!if(!lt({0}, 1000), !add({0}, {0}), !sub({0}, 7))",
            lambda x, _: x + x if x < 1000 else x - 7,
        ),
        ("!cond(!gt({0}, 100): {0}, true: !add({0}, 9))", lambda x, _: x if x > 100 else x + 9),
        ("!size(!listconcat([{0}], [{0}]))", lambda *_: 2),
        ("Sum<{0}, {0}>.v", lambda x, _: x + x),
        ("!add(!head([{0}, {0}, 5]), !size([[{0}], [{0}]]))", lambda x, _: x + 2),
        ("!foldl({0}, [1, 2], a{i}, b{i}, !add(a{i}, !sub(b{i}, 1)))", lambda x, _: x + 1),
        ("!foldl({0}, l, a{i}, b{i}, !sub(!add(a{i}, {0}), b{i}))", lambda x, _: 3 * x - 3),
        ("!size(!filter(b{i}, l, !lt(b{i}, !add({0}, {0}))))", lambda *_: 2),
        ("!sub(Sum<{0}, 1>.v, Sum<2, !sub({0}, {0})>.v)", lambda x, _: x - 1),
    ],
    ids=[
        "add",
        "sub",
        "if",
        "cond",
        "lists",
        "instances",
        "elements",
        "folds",
        "open folds",
        "filters",
        "nested instances",
    ],
)  # fmt: skip
def test_a_value_that_is_made_of_another_twice(tmp_path, step, once):
    keeper, diagnostics = run_text(
        tmp_path, doubling("n", step, "int n, list<int> l = [1, 2]") + "def D : A<3>;\n"
    )
    assert not diagnostics
    expected = 3
    for turn in range(TIMES):
        expected = (once(expected, turn) + 2**63) % 2**64 - 2**63
    assert as_int(keeper.defs["D"].value("x")) == expected


def test_a_text_that_is_made_of_another_twice(tmp_path):
    step = '!subst("b", "", {0} # "b" # {0})'
    keeper, diagnostics = run_text(
        tmp_path, doubling("s", step, "string s", 12) + 'def D : A<"a">;'
    )
    assert not diagnostics
    assert as_string(keeper.defs["D"].value("x")) == "a" * 2**12


def test_a_fold_that_uses_its_result_several_times(tmp_path):
    # Until the record is complete, `long` is a variable, and each turn makes of the result
    # an expression that has it three times.
    program = """
    def D {
      bit long = !cond(true: false, false: true);
      int number = !foldl(!if(long, 1, 2), !range(30), sum, i,
                          !add(!if(long, !mul(sum, sum), i), !if(!eq(sum, 3), sum, 0), sum));
    }
    """
    keeper, diagnostics = run_text(tmp_path, program)
    assert not diagnostics
    expected = 2
    for i in range(30):
        expected += i + (expected if expected == 3 else 0)
    assert as_int(keeper.defs["D"].value("number")) == expected


def test_it_is_refused_where_it_is_written_out(tmp_path):
    program = doubling("n", "!add({0}, {0})", "int n") + "def D : A<1>;\n"
    keeper, diagnostics = run_text(tmp_path, program)
    assert not diagnostics
    assert f'"x":{2**TIMES}' in to_json_text(keeper)
    with pytest.raises(UnwritableError) as caught:
        to_text(keeper)
    assert caught.value.field == "`x` of `A`"
    assert caught.value.span.text == f"v{TIMES}"


@pytest.mark.parametrize(
    ("field", "places"),
    [("int x = v40;", ["OPG0117 1:{}"]), ("string x = !repr(!cond(?: v40, true: v40));", [])],
    ids=["in a message", "never"],
)
def test_a_value_too_long_to_be_written(tmp_path, field, places):
    steps = "".join(f"defvar v{i + 1} = !add(v{i}, v{i}); " for i in range(TIMES))
    program = f"def D {{ int y; defvar v0 = y; {steps}{field} }}"
    _, diagnostics = run_text(tmp_path, program)
    assert all(len(diagnostic.message) < 100 for diagnostic in diagnostics)
    wanted = [place.format(program.index("v40;") + 1) for place in places]
    assert found(diagnostics)[: len(wanted)] == wanted


def test_a_mistake_is_reported_for_each_field_that_has_it(tmp_path):
    many = ", ".join(["n"] * 70)
    program = (
        f"class A<int n> {{\n  defvar v = !add({many}, !div(1, n));\n"
        "  int x = !add(v, v);\n  int y = v;\n}\ndef D : A<0>;\n"
    )
    _, diagnostics = run_text(tmp_path, program)
    assert found(diagnostics) == ["OPG0118 3:11", "OPG0118 4:11"]


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("make", [compose, change])
def test_nothing_depends_on_what_is_remembered(tmp_path, monkeypatch, make, seed):
    text = make(random.Random(seed), tmp_path, own_programs())
    results = []
    for largest_not_remembered in (0, LARGE, 1 << 60):
        for module in (base, known, records):
            monkeypatch.setattr(module, "LARGE", largest_not_remembered)
        keeper, diagnostics = run_text(tmp_path, text, include_dirs=[INCLUDE, tmp_path])
        told = [
            (d.code, d.message, d.span and d.span.start, [note.text for note in d.notes])
            for d in diagnostics
        ]
        results.append((records_of(keeper), told))
    assert results[0] == results[1] == results[2]
