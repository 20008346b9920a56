"""What an earlier evaluation made is taken again where nothing it depends on has changed."""

import multiprocessing
import shutil
import subprocess
import sys

import pytest

from opgen.tablegen import load, memory, snapshot
from tests.tablegen.edits import outcome, run_edits

PROGRAM = """\
class Base<int n> { int value = n; string text = NAME # "_" # n; }
class Pair<int n> { Base first = Base<n>; Base second = Base<!add(n, 1)>; }
multiclass Both<int n> { def _a : Base<n>; def _b : Pair<n>; }
defvar seven = 7;
def One : Base<1>;
def Two : Pair<2>;
defm Three : Both<3>;
def Seven : Base<seven>;
def Any { list<Base> all = !instances<Base>(); }
def Last : Base<9> { let value = 10; }
"""


@pytest.fixture
def evaluated(monkeypatch):
    """Collect the first lines of the statements that are evaluated."""
    seen = []
    usual = memory.Recollection._evaluate

    def evaluate(self, key, statements, *, may_keep):
        unit = self.ev.unit
        seen.extend(unit.text[s.start : s.end].split("\n")[0] for s in statements)
        return usual(self, key, statements, may_keep=may_keep)

    monkeypatch.setattr(memory.Recollection, "_evaluate", evaluate)
    return seen


def loaded(tmp_path, text, evaluated):
    """Load a program with a cache; return what had to be evaluated."""
    (tmp_path / "root.td").write_text(text)
    fresh = outcome(tmp_path, None)
    evaluated.clear()
    assert outcome(tmp_path, tmp_path / "cache") == fresh
    return list(evaluated)


def test_edited_programs_load_as_without_a_cache(tmp_path):
    good, wrong = run_edits(100, 0, tmp_path)
    assert not [(number, step, parts) for number, step, parts, *_ in wrong]
    assert good > 40


def test_only_what_changed_is_evaluated(tmp_path, evaluated):
    assert len(loaded(tmp_path, PROGRAM, evaluated)) == 10
    assert loaded(tmp_path, PROGRAM, evaluated) == []
    assert loaded(tmp_path, "// moved\n\n" + PROGRAM, evaluated) == []
    edited = PROGRAM.replace("def One : Base<1>", "def One : Base<5>")
    assert loaded(tmp_path, edited, evaluated) == [
        "def One : Base<5>;",
        "def Any { list<Base> all = !instances<Base>(); }",
    ]


def test_what_depends_on_a_change_is_evaluated(tmp_path, evaluated):
    loaded(tmp_path, PROGRAM, evaluated)
    assert loaded(tmp_path, PROGRAM.replace("seven = 7", "seven = 8"), evaluated) == [
        "defvar seven = 8;",
        "def Seven : Base<seven>;",
        "def Any { list<Base> all = !instances<Base>(); }",
    ]


def test_numbers_of_unnamed_records_are_a_dependence(tmp_path, evaluated):
    loaded(tmp_path, PROGRAM, evaluated)
    edited = PROGRAM.replace("def One", "def : Base<0>;\ndef One")
    assert loaded(tmp_path, edited, evaluated) == [
        "def : Base<0>;",
        "def Two : Pair<2>;",
        "defm Three : Both<3>;",
        "def Any { list<Base> all = !instances<Base>(); }",
    ]


def test_a_name_that_was_missing_is_a_dependence(tmp_path, evaluated):
    program = 'class A; def x { int q = !exists<A>("y"); } def z;'
    assert len(loaded(tmp_path, program, evaluated)) == 3
    edited = program.replace("def x", "def y : A; def x")
    assert loaded(tmp_path, edited, evaluated) == [
        "def y : A;",
        'def x { int q = !exists<A>("y"); }',
    ]


@pytest.fixture
def compared(monkeypatch):
    """Count the statements of which all that they asked for is looked at."""
    seen = []
    usual = memory.Recollection._holds

    def holds(self, entry):
        seen.append(entry)
        return usual(self, entry)

    monkeypatch.setattr(memory.Recollection, "_holds", holds)
    return seen


def test_what_an_edit_does_not_concern_is_not_looked_at(tmp_path, evaluated, compared):
    many = PROGRAM + "".join(f"def More{n} : Pair<{n}>;\n" for n in range(20, 60))
    loaded(tmp_path, many, evaluated)
    compared.clear()
    edited = many.replace("def One : Base<1>", "def One : Base<1> { int own = 1; }")
    assert loaded(tmp_path, edited.replace("};", "}"), evaluated) == [
        "def One : Base<1> { int own = 1; }",
        "def Any { list<Base> all = !instances<Base>(); }",
    ]
    assert len(compared) < 4


CHAIN = """\
class A<int n> { int f = n; }
def One : A<1>;
def Two { int g = One.f; }
def Three { int h = Two.g; }
def Four { int i = !if(!exists<A>("Other"), 1, 2); A a = A<7>; }
def Five { A a = A<7>; A b = A<8>; }
def Six : A<6>;
"""


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        ("One : A<1>", "One : A<2>", ["One", "Two", "Three"]),
        ("def Six", "def Other : A<5>;\ndef Six", ["Other"]),
        ("def Two", "def Other : A<5>;\ndef Two", ["Other", "Four"]),
        ("A a = A<7>; }\ndef Five", "}\ndef Five", ["Four", "Five"]),
        ("def Three", "def New { A a = A<8>; }\ndef Three", ["New", "Four", "Five"]),
        ("def Two { int g = One.f; }\ndef Three { int h = Two.g; }\n", "", []),
        ("def Six : A<6>;\n", "def Six : A<6>;\ndef Seven : A<6>;\n", ["Seven"]),
    ],
)
def test_a_change_is_followed_as_far_as_it_reaches(tmp_path, evaluated, old, new, names):
    loaded(tmp_path, CHAIN, evaluated)
    edited = CHAIN.replace(old, new)
    assert edited != CHAIN
    assert [line.split()[1] for line in loaded(tmp_path, edited, evaluated)] == names
    back = [line.split()[1] for line in loaded(tmp_path, CHAIN, evaluated)]
    assert set(names) & {"Two", "Three", "Four", "Five"} <= set(back)
    assert loaded(tmp_path, CHAIN, evaluated) == []


FOUND = """\
class A;
include "part.td"
def Found { int q = !exists<A>("One"); }
include "other.td"
def After { int q = !exists<A>("Two"); }
"""


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("part.td", ""),
        ("part.td", "def Other : A;"),
        ("part.td", "def One : A;\ndef Two : A;"),
        ("part.td", "def Other : A;\ndef One : A;"),
        ("other.td", "def Two : A;"),
        ("nearer/part.td", "def Two : A;"),
        ("nearer/part.td", ""),
        ("nearer/other.td", "def One2 : A;"),
    ],
)
def test_what_follows_a_changed_include_finds_what_is_there_now(tmp_path, name, text):
    (tmp_path / "nearer").mkdir()
    (tmp_path / "root.td").write_text(FOUND)
    (tmp_path / "part.td").write_text("def One : A;")
    (tmp_path / "other.td").write_text("// nothing")

    def found(cache):
        dirs = [tmp_path / "nearer", tmp_path]
        keeper = load(tmp_path / "root.td", include_dirs=dirs, cache=cache)
        assert not keeper.diagnostics.items
        return [(record.name, str(record.values.get("q"))) for record in keeper.records]

    before = found(tmp_path / "cache")
    assert before == [("One", "None"), ("Found", "1"), ("After", "0")]
    assert found(tmp_path / "cache") == before
    (tmp_path / name).write_text(text)
    after = found(None)
    assert after != before
    assert found(tmp_path / "cache") == after
    assert found(tmp_path / "cache") == after


def test_a_warning_is_given_each_time(tmp_path, evaluated):
    program = 'class A; dump "again"; def x : A;'
    loaded(tmp_path, program, evaluated)
    assert loaded(tmp_path, program, evaluated) == ['dump "again";']


def test_what_depends_on_a_statement_that_is_never_kept_follows_it(tmp_path, evaluated):
    program = """\
foreach i = [1] in { dump "again"; def One { int value = 1; } }
def Two { int value = One.value; }
"""
    loaded(tmp_path, program, evaluated)
    assert len(loaded(tmp_path, program, evaluated)) == 1
    assert len(loaded(tmp_path, program.replace("value = 1", "value = 2"), evaluated)) == 2


def test_a_class_that_is_completed_anew_has_its_new_place(tmp_path, evaluated):
    program = "class A;\nclass A<int n> { int f = n; }\n"
    loaded(tmp_path, program, evaluated)
    edited = "class A;\n\nclass A<int n> { int g = n; }\n"
    assert loaded(tmp_path, edited, evaluated) == ["class A<int n> { int g = n; }"]
    keeper = load(tmp_path / "root.td", include_dirs=[tmp_path], cache=tmp_path / "cache")
    assert keeper.classes["A"].span.position == (3, 7)
    again = edited + "class A<int n> { int g = n; }\n"
    assert "class A<int n> { int g = n; }" in loaded(tmp_path, again, evaluated)


def test_a_class_may_not_have_the_name_that_an_alias_is_given(tmp_path, evaluated):
    program = "deftype Number = int;\nclass Size { int value = 1; }\ndef small : Size;\n"
    loaded(tmp_path, program, evaluated)
    loaded(tmp_path, program.replace("Number", "Size"), evaluated)


UNTIL_COMPLETED = """\
class A;
class B : A { int b = 1; }
def x : A;
def y : B, A { int own = 2; }
multiclass M { def _m : A; }
class Q { A one = A<>; }
class P { int p = 3; }
class A : P { int i = 4; let p = 5; }
defm z : M;
def u : A;
def v { list<P> all = !instances<P>(); bit is = !isa<P>(x); }
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("defm z", "defm zz"),
        ("int i = 4", "int i = 6"),
        ("class A : P { int i = 4; let p = 5; }", "class A : P;"),
        ("def u : A", "def u : B"),
        ("int p = 3", "int p = 3; int q = 4"),
        ("class Q { A one = A<>; }\n", ""),
        (
            UNTIL_COMPLETED,
            "class P { int i = 1; }\nlet i = 2 in { def x : P; }\n" + UNTIL_COMPLETED,
        ),
    ],
)
def test_what_derived_from_a_class_before_it_was_completed_stays_so(tmp_path, evaluated, old, new):
    program = UNTIL_COMPLETED.replace("def y : B, A", "def y : B")
    edited = program.replace(old, new)
    for text in (program, program, edited, edited, program):
        loaded(tmp_path, text, evaluated)
    keeper = load(tmp_path / "root.td", cache=tmp_path / "cache")
    assert not keeper.diagnostics.items
    assert list(keeper.defs["x"].fields) == []
    assert list(keeper.defs["z_m"].fields) == []
    assert list(keeper.defs["u"].fields) == ["p", "i"]


TWICE = """\
class A<int n> { int f = n; }
include "part.td"
include "part.td"
def Found { int q = !exists<A>("Two"); }
"""


def test_what_is_gone_in_both_places_of_a_file_is_gone(tmp_path, evaluated):
    part = 'if !exists<A>("One") then def Two : A<2>; else def One : A<1>;\n'
    for text in (part, "", part, "def : A<3>;\n" + part, "def : A<3>;\n", "def : A<4>;\n"):
        (tmp_path / "part.td").write_text("def : A<7>;\n" + text + "def : A<8>;\n")
        loaded(tmp_path, TWICE, evaluated)


GUARDED = """\
class A;
{}include "part.td"
{}include "part.td"
def R : A;
include "part.td"
"""


def test_what_is_new_in_one_place_of_a_file_moves_what_is_in_the_others(tmp_path, evaluated):
    (tmp_path / "part.td").write_text(
        '#ifdef M\nforeach i = !if(!exists<A>("R"), ["Late"], []<string>) in'
        ' def !if(!exists<A>(i), i # "_", i) : A;\n#endif\n'
    )
    for macros in (("", "#define M\n"), ("#define M\n", ""), ("", "#define M\n"), ("", "")):
        loaded(tmp_path, GUARDED.format(*macros), evaluated)


def test_a_line_that_goes_on_in_what_follows_is_cut_with_it(tmp_path, evaluated):
    loaded(tmp_path, many(20), evaluated)
    for value in (1, 2):
        line = f"let value = {value} in // of the next\n"
        edited = many(20).replace("def More7 ", line + "def More7 ")
        (found,) = loaded(tmp_path, edited, evaluated)
        assert found.split() == ["let", "value", "=", str(value), "in"]
        assert loaded(tmp_path, edited, evaluated) == []


def test_no_record_of_an_instance_takes_the_name_of_another(tmp_path, evaluated):
    program = "class A<int n> { int f = n; }\ndef Other;\ndef One { A a = A<3>; }\n"
    edited = program.replace("Other;", "anonymous_0;\ndef Two { A a = anonymous_0; }")
    edited = edited.replace("anonymous_0;\n", "anonymous_0 : A<7>;\n")
    looped = "class A<int n> { int f = n; }\ndef Other;\nforeach i = [1, 2] in def : A<i>;\n"
    named = looped.replace("Other", "anonymous_1")
    for text in (looped, named, looped, program, edited, program, edited):
        loaded(tmp_path, text, evaluated)
    keeper = load(tmp_path / "root.td", cache=tmp_path / "cache")
    (mistake,) = keeper.diagnostics.items
    assert (mistake.code, mistake.span.position) == ("OPG0114", (4, 17))


def test_what_depends_on_an_included_part_of_a_statement_follows_it(tmp_path, evaluated):
    program = 'def One { int value = 1;\ninclude "part.td"\n}\ndef Two { int value = One.value; }\n'
    for value in (2, 3, 4):
        (tmp_path / "part.td").write_text(f"let value = {value};")
        assert "def Two { int value = One.value; }" in loaded(tmp_path, program, evaluated)


def test_a_mistake_in_one_statement_leaves_the_others_known(tmp_path, evaluated):
    loaded(tmp_path, PROGRAM, evaluated)
    edited = PROGRAM.replace("def One : Base<1>", "def One : Unknown<1>")
    assert "def Two : Pair<2>;" not in loaded(tmp_path, edited, evaluated)
    assert loaded(tmp_path, PROGRAM, evaluated) == []


def test_the_evaluator_is_loaded_only_where_something_changed(tmp_path):
    (tmp_path / "root.td").write_text(PROGRAM)
    code = (
        "import sys; from pathlib import Path; from opgen.tablegen import load;"
        "keeper = load(Path('root.td'), cache=Path('cache'));"
        "assert [r.name for r in keeper.all_derived_definitions('Pair')] == ['Two', 'Three_b'];"
        "print(*(name for name in sys.modules if name.startswith('opgen.tablegen.')))"
    )

    def modules():
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True)
        return {name.rpartition(".")[2] for name in done.stdout.split()}

    heavy = {"statements", "expressions", "parser", "prepass", "ast", "bangs", "encode"}
    assert heavy <= modules()
    assert not heavy & modules()


@pytest.mark.parametrize("cut", [0, 10, 20, 40, 200])
def test_a_damaged_file_is_as_good_as_none(tmp_path, evaluated, cut):
    loaded(tmp_path, PROGRAM, evaluated)
    (kept,) = (tmp_path / "cache").glob("*.records")
    kept.write_bytes(kept.read_bytes()[:cut])
    assert len(loaded(tmp_path, PROGRAM, evaluated)) == 10
    assert loaded(tmp_path, PROGRAM, evaluated) == []


def many(count):
    return PROGRAM + "".join(
        f"def More{number} : Base<{number + 20}>;\n" for number in range(count)
    )


def test_an_edit_leaves_the_large_file_alone(tmp_path, evaluated):
    loaded(tmp_path, many(200), evaluated)
    (kept,) = (tmp_path / "cache").glob("*.records")
    before = kept.read_bytes()
    edited = many(200).replace("def More7 : Base<27>;", "def Other : Base<1>;")
    assert loaded(tmp_path, edited, evaluated) == ["def Other : Base<1>;"]
    assert loaded(tmp_path, edited, evaluated) == []
    assert kept.read_bytes() == before
    assert kept.with_suffix(".changes").stat().st_size < len(before) / 8


def test_changes_count_only_with_what_they_change(tmp_path, evaluated):
    (cache := tmp_path / "cache").mkdir()
    loaded(tmp_path, many(200), evaluated)
    loaded(tmp_path, many(201), evaluated)
    (changes,) = cache.glob("*.changes")
    stale = changes.read_bytes()
    loaded(tmp_path, many(400), evaluated)
    changes.write_bytes(stale)
    assert loaded(tmp_path, many(400), evaluated) == []
    loaded(tmp_path, many(401), evaluated)
    changes.write_bytes(changes.read_bytes()[:-1])
    assert loaded(tmp_path, many(401), evaluated) == ["def More400 : Base<420>;"]


def test_changes_do_not_count_with_another_store(tmp_path):
    place = str(tmp_path / "a.records")

    def entry(asked):
        return (b"version", asked, 0, (), False, (), ())

    entries = {b"%d" % number: entry(b"same") for number in range(20)}
    snapshot.write(place, {**entries, b"last": entry(b"long")}, snapshot.NOTHING)
    base = snapshot.read(place)
    snapshot.write(place, {**base.entries, b"last": entry(b"other")}, base)
    changed = snapshot.read(place)
    assert bytes(changed.fetch(changed.entries[b"last"][1])) == b"other"
    # The entries are those of before, but for what is stored behind them.
    snapshot.write(place, {**entries, b"last": entry(b"longer")}, snapshot.NOTHING)
    again = snapshot.read(place)
    assert bytes(again.fetch(again.entries[b"last"][1])) == b"longer"


def test_what_another_version_wrote_is_not_read(tmp_path, evaluated, monkeypatch):
    loaded(tmp_path, PROGRAM, evaluated)
    monkeypatch.setattr(memory.snapshot, "version", lambda: b"another version!")
    assert len(loaded(tmp_path, PROGRAM, evaluated)) == 10


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path, evaluated):
    (tmp_path / "cache").write_text("a file")
    assert len(loaded(tmp_path, PROGRAM, evaluated)) == 10
    assert len(loaded(tmp_path, PROGRAM, evaluated)) == 10


def work(folder, number):
    """Load a program again and again while others do and the cache goes; return what differed."""
    expected = outcome(folder, None)
    cache, wrong = folder / "cache", 0
    for turn in range(12):
        if (turn + number) % 5 == 0:
            shutil.rmtree(cache, ignore_errors=True)
        wrong += outcome(folder, cache) != expected
    return wrong


def test_several_processes_may_share_a_cache(tmp_path):
    (tmp_path / "root.td").write_text(PROGRAM)
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        assert pool.starmap(work, [(tmp_path, number) for number in range(3)]) == [0, 0, 0]


def test_a_state_that_is_wanted_late_is_still_there(tmp_path):
    (tmp_path / "root.td").write_text(PROGRAM)
    load(tmp_path / "root.td", cache=tmp_path / "cache")
    keeper = load(tmp_path / "root.td", cache=tmp_path / "cache")
    shutil.rmtree(tmp_path / "cache")
    (tmp_path / "root.td").write_text("")
    assert str(keeper.defs["Last"].value("text")) == '"Last_9"'
    assert str(keeper.defs["Last"].locate("value")).endswith("root.td:10:34")


def test_a_cache_that_no_folder_can_be_is_done_without(tmp_path):
    for text in ("def One;", "def One : "):
        (tmp_path / "root.td").write_text(text)
        alone, found = outcome(tmp_path, None), outcome(tmp_path, tmp_path / "a\0b")
        assert found == alone
