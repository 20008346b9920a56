"""What is computed by functions must be what resolving would have come to."""

from collections import Counter

import pytest

from opgen.tablegen import as_int, as_list, as_string, instantiate, loops, plans
from tests.tablegen.expressions import Expressions
from tests.tablegen.programs import records_of, run_text


@pytest.fixture
def computed(monkeypatch):
    """Count what is computed: loops and instances, by whether they could be."""
    counts = Counter()
    loop, fill = loops.compute_loop, plans.ClassPlan.fill

    def counted_loop(operation, resolver):
        result = loop(operation, resolver)
        counts["loop", result is not None] += 1
        return result

    def counted_fill(plan, ev, record, bound):
        done = fill(plan, ev, record, bound)
        counts[record.direct_parents[0].name, done] += 1
        return done

    monkeypatch.setattr(loops, "compute_loop", counted_loop)
    monkeypatch.setattr(plans.ClassPlan, "fill", counted_fill)
    return counts


@pytest.fixture
def resolved(monkeypatch):
    """Return how to evaluate a program without computing anything."""

    def evaluate(tmp_path, program):
        with monkeypatch.context() as changed:
            changed.setattr(loops, "compute_loop", lambda *_: None)
            changed.setattr(instantiate, "find_plan", lambda *_: None)
            return run_text(tmp_path, program)

    return evaluate


def shown(diagnostics):
    return [(d.code, str(d.span), d.message) for d in diagnostics]


@pytest.mark.parametrize("seed", range(60))
def test_random_programs_come_to_the_same(seed, tmp_path, resolved):
    program = Expressions(seed).program()
    keeper, diagnostics = run_text(tmp_path, program)
    wanted, wanted_diagnostics = resolved(tmp_path, program)
    if any(d.code == "OPG0122" for d in wanted_diagnostics):
        pytest.skip("too much for resolving")
    assert shown(diagnostics) == shown(wanted_diagnostics)
    assert records_of(keeper) == records_of(wanted)


def test_loops_and_instances_are_computed(tmp_path, computed):
    program = """
class Pair<int a, string b> {
  int twice = !mul(a, 2);
  string text = b # ":" # twice;
  list<string> all = !foreach(n, [1, a], !if(!eq(n, 1), b, !cast<string>(!add(n, twice))));
}
def D {
  list<string> texts = !foreach(n, [1, 2, 3, 4], Pair<n, "p">.text);
  list<int> odd = !filter(n, [1, 2, 3, 4], !and(n, 1));
  int sum = !foldl(0, odd, sum_, n, !add(sum_, Pair<n, "q">.twice));
  string joined = !foldl("", Pair<3, "r">.all, joined_, x, joined_ # x # ";");
}
"""
    keeper, diagnostics = run_text(tmp_path, program)
    assert not diagnostics
    record = keeper.defs["D"]
    assert [as_string(text) for text in as_list(record.value("texts"))] == [
        "p:2",
        "p:4",
        "p:6",
        "p:8",
    ]
    assert [as_int(n) for n in as_list(record.value("odd"))] == [1, 3]
    assert as_int(record.value("sum")) == 8
    assert as_string(record.value("joined")) == "r;9;"
    # Two of the loops have too few turns to be worth it.
    assert computed == {("loop", True): 2, ("Pair", True): 7}


@pytest.mark.parametrize(
    ("fields", "is_computed"),
    [
        ("int v = !add(n, 1);", True),
        ("int v = !div(6, n);", False),  # may be a mistake
        ("int u = !add(n, 1); int v = !mul(u, 2);", True),
        ('string u = ?; string v = u # "x";', False),  # isn't known at the end
        ("int v = B<n>.w;", True),
        ("int u = !add(n, 1); int v = !if(!eq(u, n), B<n>.w, 0);", True),
        ("int u = !add(n, 1); int v = !if(!eq(n, 2), B<n>.w, u);", False),  # made before u, or not
        ("int u = 5; int v = !foldl(B<u>.w, !if(n, [n], [1]), a, x, x);", False),  # never made
        ("int u = 5; int v = B<!if(n, n, u)>.w;", False),  # loses what isn't known yet
        ("int u = !add(n, 1); int v = B<u>.w;", True),
        ("int u = !add(n, 1); int v = B<!add(n, u)>.w;", False),  # B<!add(1, u)> may be elsewhere
        ('B v = !cast<B>("b" # n);', False),  # depends on what there is
        ('assert !lt(n, 9), "large"; int v = n;', False),
        ("bits<4> b = n; int v = n;", False),
    ],
)
def test_a_class_is_computed_if_it_is_certain_what_is_made_when(
    fields, is_computed, tmp_path, computed, resolved
):
    program = f"""
class B<int n> {{ int w = !add(n, 3); }}
def b1 : B<1>; def b2 : B<2>; def b3 : B<3>;
class A<int n> {{ {fields} }}
def D {{ list<A> all = [A<1>, A<2>, A<3>]; }}
"""
    keeper, diagnostics = run_text(tmp_path, program)
    assert (computed["A", True] == 3) == is_computed
    wanted, wanted_diagnostics = resolved(tmp_path, program)
    assert shown(diagnostics) == shown(wanted_diagnostics)
    assert records_of(keeper) == records_of(wanted)


def test_what_is_not_foreseen_is_resolved(tmp_path, computed):
    program = """
class A<list<int> items> { int v = !add(items[1], 1); }
def D { int one = A<[1, 2]>.v; A two = A<[1]>; A three = A<[?, 6]>; A four = A<[6, ?]>; }
"""
    keeper, _ = run_text(tmp_path, program)
    values = [record.value("v") for record in keeper.all_derived_definitions("A")]
    assert [as_int(value) for value in values] == [3, None, 7, None]
    assert str(values[1]) == "!add([1][1], 1)"
    assert computed == {("A", True): 2, ("A", False): 2}
