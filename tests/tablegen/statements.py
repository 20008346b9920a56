"""Random programs of statements: names that hide each other, classes, multiclasses, lets and loops.

A program grows by statements that are no mistake; the last one may be.
"""

import re

from tests.tablegen.programs import run_text

START = (
    "class A<int n = 1> { int f = n; }",
    "class B<int n = 2> : A<n> { int g = !add(f, 1); }",
    "class C<int n = 3> { int f = n; string s = NAME; bits<4> b; A a = ?; int h; }",
    "class D;",
    "multiclass M<int n = 1> { def _m : A<n>; def _k { int k = n; } }",
    "multiclass N<int n = 2> : M<n> { defm _n : M<n>; }",
    'multiclass P<string s = "z"> { foreach i = [1, 2] in def _p#i : C<i>; assert 1, "m"; }',
)
GROWN = 12
"""Statements that are tried."""
HOLE = re.compile(r"\{(\w+)\}")
NAMES = ("i", "j", "n", "f", "g", "s", "x", "y", "A", "M", "NAME")
HOLES = {
    "statement": (
        "def {made}{of} {body}",
        "def {made}{of} {body}",
        "defm {made} : {multi};",
        "defm {made} : {multi}, {class};",
        "defm {name}_{made} : {multi}, {multi};",
        "{control}",
        "{control}",
        "{top}",
        "{top}",
    ),
    "control": (
        "foreach {name} = {list} in {block}",
        "let {field} = {value} in {block}",
        "let {field} = {value}, {field} = {value} in {block}",
        "if {value} then {block}",
        "if {value} then {block} else {block}",
        "defvar {name} = {value};",
        "assert {value}, {text};",
    ),
    "top": (
        "class A{of};",
        "class D{parameters} {body}",
        "class E{parameters} : {class} {body}",
        "class F : E{arguments} {body}",
        "class {name}{parameters} {body}",
        "multiclass Q{parameters} { {inner} }",
        "multiclass R{parameters} : {multi} { {inner} {inner} }",
        "multiclass {name} { {inner} }",
        "defset list<{type}> {name} = { {statement} {statement} }",
        "deftype {name} = {type};",
        "dump {text};",
        "def {made} { {name} {name}; }",
        "def {made} : {name};",
        "defm {made} : {name};",
    ),
    "inner": (
        "def {made}{of} {body}",
        "defm {made} : {multi};",
        "{control}",
        "deftype {name} = int;",
    ),
    "block": ("{simple}", "{ {simple} {simple} }", "{ {statement} {statement} }", "{ }"),
    "simple": ("def {made}{of} {body}", "defm {made} : {multi};", "defvar {name} = {value};"),
    "body": (";", ";", "{ }", "{ {item} }", "{ {item} {item} }", "{ {item} {item} {item} }"),
    "item": (
        "{type} {name} = {value};",
        "{type} {name};",
        "field {type} {name};",
        "let {field} = {value};",
        "let b{1-0} = {value};",
        "defvar {name} = {value};",
        "assert {value}, {text};",
        "dump {text};",
    ),
    "of": ("", " : {class}", " : {class}", " : {class}, {class}"),
    "class": ("A{arguments}", "B{arguments}", "C{arguments}", "D", "E{arguments}", "F"),
    "multi": ("M{arguments}", "M{arguments}", "N{arguments}", "P", "Q{arguments}", "R{arguments}"),
    "arguments": ("", "", "", "<>", "<{value}>", "<n = {value}>", "<{value}, {value}>"),
    "parameters": ("", "", "<int n>", "<int n = {value}>", "<{type} {name} = {value}, int n = 1>"),
    "made": ("d{number}", "d{number}", "d{number}", "", '""', "_x", "{name}", "d{number}#{name}"),
    "number": tuple("123456789"),
    "name": NAMES,
    "field": ("f", "g", "h", "s", "a", "n"),
    "type": ("int", "int", "int", "string", "bit", "bits<2>", "list<int>", "A", "B", "D", "x"),
    "list": ("[1, 2]", "[{value}]", '["a", "b"]', "{0-2}", "[]<int>", "[A<>, B<>]", "{name}"),
    "text": ('"m"', "{value}", '"is " # {value}', "!repr({value})", "!cast<string>({value})"),
    "value": (
        *("0", "1", "2", "1", "2", "?", '"t"', "A<>", "B<1>.f", "[1]", "{1, 0}"),
        *("{name}", "{name}", "{name}", "!add({value}, 1)", "{name}#{name}", "!cast<A>({text})"),
        *('!exists<A>("d1")', "!if({value}, {value}, {value})", "!size(!instances<A>())"),
        *("!foreach({name}, [1, 2], {value})", "!isa<B>({name})", "!initialized({name})"),
    ),
}
LEAVES = HOLES | {
    "statement": ("def {made};", "defm {made} : M;"),
    "inner": ("def {made};",),
    "block": ("def {made};",),
    "value": ("0", "1", "2", "{name}"),
}
DEEPEST = 7


def expand(rng, form, depth=0):
    """Return a form with all its holes filled."""
    holes = HOLES if depth < DEEPEST else LEAVES
    return HOLE.sub(
        lambda hole: (
            expand(rng, rng.choice(holes[hole[1]]), depth + 1) if hole[1] in holes else hole[0]
        ),
        form,
    )


def grow(rng, folder, _programs):
    """Return a program of which only the last statement may be a mistake."""
    good = list(START)
    for _ in range(GROWN):
        at = len(good) if rng.random() < 0.8 else rng.randrange(len(good) + 1)
        longer = [*good[:at], expand(rng, "{statement}"), *good[at:]]
        _, diagnostics = run_text(folder, "\n".join(longer))
        if not any(diagnostic.is_error for diagnostic in diagnostics):
            good = longer
    return "\n".join([*good, expand(rng, "{statement}"), ""])
