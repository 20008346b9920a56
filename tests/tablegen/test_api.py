"""What other packages see: records, typed values, places."""

import itertools
import os
import pathlib
import subprocess
import sys

import pytest

from opgen.diagnostics import Diagnostics
from opgen.tablegen import (
    Bits,
    DagValue,
    DefRef,
    Int,
    ListValue,
    String,
    Unset,
    as_bool,
    as_int,
    as_list,
    as_record,
    as_string,
    load,
)
from opgen.tablegen.units import absolute, spelled
from tests.tablegen.programs import run_text

ROOT = pathlib.Path(__file__).parents[2]

PROGRAM = """\
def ins; def Tensor; class Trait; def Pure : Trait; def Fast : Trait;
class Op<string mnemonic, list<Trait> ts = []> {
  string name = mnemonic;
  list<Trait> traits = ts;
  dag input = (ins);
  int count = 0;
  string other = name;
}

def A : Op<"first", [Pure, Fast]> {
  let input = (ins Tensor:$x,
                   Tensor:$weight);
  bit flag = 1; bits<4> mask = 5; string unset;
}
multiclass Pair<string base> { def _fwd : Op<base>; }
defm B : Pair<"pair">;
def C : Op<mnemonic = "third"> { let count = !add(1, 2); }
class Mid<string m> : Op<m, [Pure]>;
def D : Mid<"fourth">;
"""


@pytest.fixture
def keeper(tmp_path):
    keeper, diagnostics = run_text(tmp_path, PROGRAM)
    assert not diagnostics
    return keeper


def test_records_come_in_the_order_of_their_definition(keeper):
    names = [record.name for record in keeper.all_derived_definitions("Op")]
    assert names == ["A", "B_fwd", "C", "D"]
    assert list(keeper.defs) == ["ins", "Tensor", "Pure", "Fast", *names]
    assert keeper.all_derived_definitions("Nothing") == []
    assert list(keeper.classes) == ["Trait", "Op", "Mid"]


def test_a_record_knows_its_ancestors(keeper):
    record = keeper.defs["D"]
    assert record.superclasses == ("Op", "Mid")
    assert record.derives_from("Op")
    assert not record.derives_from("Trait")
    assert not record.is_anonymous


def test_values_are_typed(keeper):
    record = keeper.defs["A"]
    assert isinstance(record.value("name"), String)
    assert isinstance(record.value("traits"), ListValue)
    assert isinstance(record.value("count"), Int)
    assert isinstance(record.value("mask"), Bits)
    assert isinstance(record.value("unset"), Unset)
    dag = record.value("input")
    assert isinstance(dag, DagValue)
    assert isinstance(dag.operator, DefRef)
    assert [(str(value), name) for value, name in dag.arguments] == [
        ("Tensor", "x"),
        ("Tensor", "weight"),
    ]
    with pytest.raises(KeyError):
        record.value("nothing")


def test_plain_values(keeper):
    record = keeper.defs["A"]
    assert as_string(record.value("name")) == "first"
    assert as_int(record.value("mask")) == 5
    assert as_bool(record.value("flag")) is True
    traits = as_list(record.value("traits"))
    assert [as_record(trait) for trait in traits] == [keeper.defs["Pure"], keeper.defs["Fast"]]
    assert [as_string(record.value("unset")), as_int(record.value("name"))] == [None, None]


def test_fields_come_in_the_order_of_their_declaration(keeper):
    fields = keeper.defs["A"].fields
    assert list(fields) == [
        "name", "traits", "input", "count", "other", "flag", "mask", "unset",
    ]  # fmt: skip
    assert str(fields["mask"].type) == "bits<4>"
    assert fields["input"].span.position == (11, 7)
    assert fields["count"].span.position == (6, 7)


@pytest.mark.parametrize(
    ("where", "text", "line"),
    [
        (("A", "name"), '"first"', 10),
        (("A", "other"), '"first"', 10),
        (("A", "traits"), "[Pure, Fast]", 10),
        (("A", "traits", 1), "Fast", 10),
        (("A", "input", 1), "Tensor:$weight", 12),
        (("A", "input", 7), "(ins Tensor:$x,\n                   Tensor:$weight)", 11),
        (("A", "count"), "0", 6),
        (("A", "unset"), "unset", 13),
        (("B_fwd", "name"), '"pair"', 16),
        (("C", "name"), '"third"', 17),
        (("C", "count"), "!add(1, 2)", 17),
        (("D", "name"), '"fourth"', 19),
        (("D", "traits", 0), "Pure", 18),
        (("D", "nothing"), "D", 19),
    ],
)
def test_a_value_is_located_where_it_is_written(keeper, where, text, line):
    record, *field_and_path = where
    span = keeper.defs[record].locate(*field_and_path)
    assert (span.text, span.position.line) == (text, line)


def test_the_name_of_an_argument_is_located(keeper):
    assert keeper.defs["A"].locate_name("input", 1).text == "$weight"
    assert keeper.defs["A"].locate_name("input", 5).position.line == 11


def test_files_opened_and_searched_for(tmp_path):
    for name, text in {"a.td": 'include "b.td"\n', "two/b.td": "def FromB;\n"}.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    diagnostics = Diagnostics()
    folders = [tmp_path / "one", tmp_path / "two"]
    keeper = load(tmp_path / "a.td", include_dirs=folders, diagnostics=diagnostics)
    assert not diagnostics.items
    assert [path.name for path in keeper.files] == ["a.td", "b.td"]
    assert [path.as_posix() for path in keeper.searched] == ["b.td", f"{folders[0]}/b.td"]
    assert keeper.defs["FromB"].span.file.path.endswith("b.td")


def test_paths_may_be_texts(tmp_path):
    (tmp_path / "a.td").write_text('include "b.td"\n')
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "b.td").write_text("def FromB;\n")
    places = [tmp_path / "a.td", tmp_path / "two"]
    keepers = [load(root, [two]) for root, two in (places, map(str, places), map(spell, places))]
    for keeper in keepers:
        assert list(keeper.defs) == ["FromB"]
        assert keeper.files == keepers[0].files
        assert [source.path for source in keeper.sources] == [
            path.as_posix() for path in keeper.files
        ]
    load(str(places[0]), [str(places[1])], cache=f"{tmp_path}/cache/")
    assert len([*(tmp_path / "cache").glob("*.records")]) == 1


def spell(path):
    return f"{path.parent}/.//{path.name}/" if path.is_dir() else f"{path.parent}//./{path.name}"


PARTS = ("", "/", "//", "///", ".", "./", "..", "../", "a", "b/", " ", ".c", "/./", "é")


def test_paths_are_spelled_as_pathlib_does():
    for parts in itertools.product(PARTS, repeat=4):
        path = "".join(parts)
        assert spelled(path) == pathlib.PurePosixPath(path).as_posix()
        assert absolute(path) == pathlib.Path(path).absolute().as_posix()


def test_reading_needs_no_pathlib(tmp_path):
    (tmp_path / "a.td").write_text("class A; def B : A;\n")
    program = (
        "import sys; from opgen.tablegen import load; keeper = load('a.td', cache='cache');"
        "print(*keeper.defs, 'pathlib' in sys.modules)"
    )
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-S", "-c", program],
            cwd=tmp_path, check=True, capture_output=True, text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        assert done.stdout == "B False\n"


def test_diagnostics_say_how_they_were_reached(tmp_path):
    (tmp_path / "inner.td").write_text("class A<int n> { int v = !div(1, n); }\ndef X : Nope;\n")
    program = 'include "inner.td"\nclass B<int n> { A a = A<n>; }\ndef Y : B<0>;\n'
    _, diagnostics = run_text(tmp_path, program, include_dirs=[tmp_path])
    division, unknown = sorted(diagnostics, key=lambda d: d.span.position)
    assert [str(note.span) for note in division.notes] == [
        "input.td:2:24", "input.td:3:5", "input.td:1:9",
    ]  # fmt: skip
    assert [str(note.span) for note in unknown.notes] == ["inner.td:2:5", "input.td:1:9"]


def test_a_mistake_leaves_the_rest_standing(tmp_path):
    program = "class A { int x = nope; int y = 2; }\ndef X : A;\ndef Y : Missing { let z = 1; }\n"
    keeper, diagnostics = run_text(tmp_path, program)
    assert [d.code for d in diagnostics] == ["OPG0111", "OPG0110"]
    assert str(keeper.defs["X"].value("y")) == "2"
    assert "Y" in keeper.defs


def test_names_in_a_broken_statement_are_not_missed(tmp_path):
    program = "class A { int x = ; }\ndef X : A { let x = 1; }\ndef Y { A a = X; }\n"
    _, diagnostics = run_text(tmp_path, program)
    assert [d.code for d in diagnostics] == ["OPG0101"]


def test_a_dump_is_shown_as_a_note(tmp_path):
    keeper, diagnostics = run_text(
        tmp_path, 'class A<int n> { dump "n is " # n; }\ndef X : A<3>;\n'
    )
    assert [(d.code, d.message, d.is_error) for d in diagnostics] == [
        ("OPG0123", "dump: n is 3", False)
    ]
    assert "X" in keeper.defs


def test_the_shortest_use(tmp_path):
    (tmp_path / "a.td").write_text('#ifdef M\ninclude "b.td"\n#endif\ndef X : Nope;\n')
    (tmp_path / "b.td").write_text("def FromB;\n")
    keeper = load(tmp_path / "a.td", [tmp_path], ["M"])
    assert [record.name for record in keeper.records] == ["FromB", "X"]
    assert [d.code for d in keeper.diagnostics.items] == ["OPG0110"]


def test_a_mistake_in_an_operation_spoils_what_it_is_made_for_alone(tmp_path):
    program = (
        "class A<int n, int m> { int v = !add(!div(1, n), m); }\n"
        + "".join(f"def Good{k} : A<1, {k % 2}>;\n" for k in range(4))
        + "".join(f"def Bad{k} : A<0, 1>;\n" for k in range(4))
    )
    keeper, diagnostics = run_text(tmp_path, program)
    assert [d.message for d in diagnostics] == ["division by zero"]
    assert all(isinstance(keeper.defs[f"Bad{k}"].value("v"), Unset) for k in range(4))
    assert [as_int(keeper.defs[f"Good{k}"].value("v")) for k in range(4)] == [1, 2, 1, 2]


def test_an_operation_on_fields_follows_what_each_record_sets(tmp_path):
    program = "class A<int n> { int m = 1; int v = !if(!eq(n, 2), !mul(m, 10), m); }\n" + "".join(
        f"def D{k} : A<{k % 3}> {{ let m = {k % 2}; }}\n" for k in range(12)
    )
    keeper, diagnostics = run_text(tmp_path, program)
    assert not diagnostics
    found = [as_int(keeper.defs[f"D{k}"].value("v")) for k in range(12)]
    assert found == [k % 2 * (10 if k % 3 == 2 else 1) for k in range(12)]


def test_what_is_remembered_counts_as_many_steps_as_it_took(tmp_path, monkeypatch):
    # So that whether a program stays within the limits doesn't depend on what it did before.
    monkeypatch.setattr("opgen.tablegen.limits.MOST_STEPS_AT_ONCE", 20_000)
    sums = "k"
    for _ in range(200):
        sums = f"!add({sums}, 1)"
    for turns, wanted in ((90, []), (110, ["OPG0122"])):
        loop = f"def X {{ list<int> v = !foreach(k, !listsplat(1, {turns}), {sums}); }}\n"
        _, diagnostics = run_text(tmp_path, loop)
        assert [d.code for d in diagnostics] == wanted


@pytest.mark.parametrize("name", ["2", "", "A=1", "A B", "\xe9", "A-B"])
def test_what_is_no_name_of_a_macro(tmp_path, name):
    keeper, diagnostics = run_text(
        tmp_path, "#ifdef B\ndef a;\n#endif\n", defines=["_1", name, "B"]
    )
    assert [(d.code, d.span) for d in diagnostics] == [("OPG0103", None)]
    assert list(keeper.defs) == ["a"]
