"""Programs that are edited again and again: with what is kept, each load is as one without.

``python -m tests.tablegen.fuzz --edits 2000 --seed 0`` makes that many edits. After each, records,
their order and places, what is wrong, and where every field is written must be the same with a
cache and without, whatever happened to the cache.
"""

import random
import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from opgen.diagnostics import Diagnostics
from opgen.tablegen import load
from opgen.tablegen.dump import to_json, to_text
from opgen.tablegen.pieces import cut
from tests.tablegen.programs import INCLUDE, PASS

EDITS_OF_A_PROGRAM = 25
CLASSES, DEFS, VARIABLES = "ABCD", "abcdef", ("v0", "v1", "v2")
TEMPLATES = (
    "class {C}<int n = {k}> {{ int f = n; string s = NAME # n; }}",
    "class {C}<int n = {k}> : {D}<n> {{ let f = !add(n, {k}); list<int> l = [f, {k}]; }}",
    "class {C}<int n = {k}> {{ int f = n; {D} w = {D}<f>; }}",
    "class {C}<int n = {k}> {{ int f = n; {D} w = {D}<!add(n, {k})>; int g = w.f; }}",
    'class {C}<int n = {k}> {{ int f = n; assert !lt(n, 9), "too large: " # n; }}',
    "class {C}<int n = {k}> {{ int f = n; bits<4> b = {k}; let b{{0}} = 1; code c = [{{x}}]; }}",
    "class {C};",
    "class {C}<int n = {k}> {{ int f = n; string name = !cast<string>({D}<n>); }}",
    "class {C}<int n = {k}> {{ int f = n; bit b = 0; int l = !cond(!eq(n, {k}): b, true: n); }}",
    "class {C}<int n = {k}> : {D}<{k}> {{ int k = !cond(true: !eq(n, {k}), true: 0); int f = n; }}",
    "def {x} : {C}<{k}>;",
    "def {x} : {C}<{k}> {{\n  // a comment\n  let f = {k};\n  int own = !add(f, {k});\n}}",
    "def {x} : {C}, {D}<{k}>;",
    "def : {C}<{k}>;",
    "def {x} {{ {C} one = {C}<{k}>; int v = {C}<{k}>.f; list<{C}> more = [{C}<{k}>, one]; }}",
    'def {x} {{ int q = !if(!exists<{C}>("{y}"), {C}<{k}>.f, 0); }}',
    'def {x} {{ {C} r = !cast<{C}>("{y}"); int g = r.f; }}',
    "def {x} {{ list<{C}> all = !instances<{C}>(); int many = !size(all); }}",
    "def {x} {{ dag d = ({y} {k}:$a, {C}<{k}>:$b); string t = !repr({y}); }}",
    "def {x} {{ int u = {v}; }}",
    "foreach i = [1, {k}] in {{ def {x}#i : {C}<i>; def : {C}<i>; }}",
    "foreach i = {{0-{k}}} in def {x}#i {{ int z = i; }}",
    "multiclass {M}<int n> {{ def _p : {C}<n>; def _q {{ int z = n; {C} i = {C}<n>; }} }}",
    "multiclass {M}<int n> : N<n> {{ foreach i = [n, {k}] in def _r#i : {C}<i>; }}",
    "defm {x} : {M}<{k}>;",
    "defm : {M}<{k}>;",
    "defm {x} : {M}<{k}>, {C}<{k}>;",
    "defset list<{C}> {v} = {{ def {x} : {C}<{k}>; def {y} : {C}<{k}>; }}",
    "defvar {v} = {k};",
    "defvar {v} = {C}<{k}>.f;",
    "let f = {k} in {{ def {x} : {C}; def {y} : {C}<{k}>; }}",
    "let f = {k} in def {x} : {C};",
    "deftype T{k} = list<int>;",
    "def {x} {{ T{k} t = [{k}]; }}",
    'assert !lt({k}, 6), "six";',
    'dump "{x} {k}";',
    'foreach i = [{k}] in {{ dump "{x}"; def {x} : {C}<i>; }}',
    "def {x} {{ int h = {y}.f; }}",
    "if !eq({k}, 1) then {{ def {x} : {C}; }} else {{ def {y} : {C}<{k}>; }}",
    "class {C}<int n = {k}, list<{D}> more = [{D}<1>, {D}<{k}>]> {{ int f = n; list<{D}> m; }}",
    'include "part.td"',
    'include "other.td"',
    "#ifdef X\ndef {x};\n#else\ndef {y} : {C};\n#endif",
    "#define X\n",
    "def {x} : {C}<{k}> {{ let f = ; }}",
    'let f = {k} in include "other.td"\n',
)
LIKELY = TEMPLATES[:36]
START = (
    "class A<int n = 1> { int f = n; string s = NAME # n; }",
    "class B<int n = 2> : A<n> { int h = !add(f, 1); }",
    "class C<int n = 3> { int f = n; A w = A<f>; }",
    "class D<int n = 4> { int f = n; B w = B<!add(n, 1)>; int g = w.f; }",
    "multiclass M<int n> { def _p : A<n>; def _q { C one = C<n>; } }",
    "multiclass N<int n> { def _s : D<n>; }",
    "defvar v0 = 7;",
)


@dataclass
class Program:
    """A program of several files, each a list of statements."""

    rng: random.Random
    files: dict[str, list[str]] = field(default_factory=dict)
    past: list[dict[str, list[str]]] = field(default_factory=list)

    @classmethod
    def start(cls, rng):
        if rng.random() < 0.3:
            text = rng.choice(PASS).read_text(encoding="latin-1")
            pieces = [text[start:end] for start, end in cut(text)] if "#" not in text else [text]
            return cls(rng, {"root.td": pieces, "part.td": [], "other.td": []})
        made = cls(rng, {"root.td": [], "part.td": list(START), "other.td": []})
        made.files["root.td"] = ['include "part.td"', 'include "other.td"']
        return made

    def statement(self):
        """Return a new statement."""
        rng = self.rng
        template = rng.choice(LIKELY if rng.random() < 0.9 else TEMPLATES)
        names = rng.sample(DEFS, 2)
        return template.format(
            C=rng.choice(CLASSES),
            D=rng.choice(CLASSES),
            M=rng.choice("MN"),
            x=names[0] + rng.choice(("", "", "1", "2", "3")),
            y=names[1],
            v=rng.choice(VARIABLES),
            k=rng.randint(0, 6),
        )

    def edit(self):
        """Make one edit."""
        rng = self.rng
        pieces = self.files[rng.choice(("root.td", "root.td", "part.td", "other.td"))]
        at = rng.randrange(len(pieces) + 1)
        old = pieces[at : at + 1]
        match rng.choice(
            ("new", "new", "number", "number", "gone", "move", "blank", "twice", "name")
        ):
            case "number" if old:
                pieces[at] = self._replaced(old[0], r"\b\d\b", str(rng.randint(0, 6)))
            case "name" if old:
                pieces[at] = self._replaced(old[0], rf"\b[{CLASSES}]\b", rng.choice(CLASSES))
            case "gone":
                del pieces[at : at + 1]
            case "move" if old:
                del pieces[at]
                pieces.insert(rng.randrange(len(pieces) + 1), old[0])
            case "twice":
                pieces[at:at] = old
            case "blank":
                pieces.insert(at, rng.choice(("", "\n\n", "// a comment", "/* a\nb */")))
            case _:
                pieces.insert(at, self.statement())

    def advance(self, folder):
        """Make an edit or a few, mostly such that the program is without mistake, or undo some."""
        wanted_good = self.rng.random() < 0.85
        if self.past and self.rng.random() < 0.1:
            self.files = self.rng.choice(self.past)
            return
        self.past = [*self.past[-5:], self.files]
        for _ in range(8):
            self.files = {name: list(pieces) for name, pieces in self.past[-1].items()}
            for _ in range(self.rng.choice((1, 1, 2, 3))):
                self.edit()
            self.write(folder)
            if not wanted_good or is_good(folder):
                break

    def grow(self, folder):
        """Add statements that make no mistake."""
        for _ in range(16):
            self.past = [{name: list(pieces) for name, pieces in self.files.items()}]
            pieces = self.files[self.rng.choice(("root.td", "root.td", "part.td", "other.td"))]
            pieces.append(self.statement())
            self.write(folder)
            if not is_good(folder):
                self.files = self.past[0]

    def _replaced(self, text, pattern, new):
        places = list(re.finditer(pattern, text))
        if not places:
            return text
        found = self.rng.choice(places)
        return text[: found.start()] + new + text[found.end() :]

    def write(self, folder):
        for name, pieces in self.files.items():
            text = (
                self.rng.choice(("\n", "\n", "\n\n", " ")) if "#" not in "".join(pieces) else "\n"
            )
            (folder / name).write_text(text.join(pieces) + "\n", encoding="latin-1")


def is_good(folder):
    """Whether the program is without mistake."""
    found = Diagnostics()
    load(folder / "root.td", include_dirs=[folder, INCLUDE], diagnostics=found)
    return not found.has_errors


def outcome(folder, cache):
    """Return everything that can be seen of a load."""
    found = Diagnostics()
    keeper = load(
        folder / "root.td",
        include_dirs=[folder, INCLUDE],
        diagnostics=found,
        cache=cache,
        shown_as=lambda path: path.name,
    )
    places = {
        name: {
            each: [
                str(record.locate(each)),
                str(record.locate(each, 0)),
                str(record.locate(each, 1)),
            ]
            for each in record.fields
        }
        for name, record in keeper.defs.items()
    }
    wrong = sorted(
        [
            str((d.code, d.message, str(d.span), d.severity, d.help, d.label))
            + str([(note.text, str(note.span)) for note in d.notes])
            + str([(label.text, str(label.span)) for label in d.secondary])
            for d in found.items
        ]
    )
    return {
        "wrong": wrong,
        "order": list(keeper.defs),
        "classes": {name: str(entity.span) for name, entity in keeper.classes.items()},
        "records": to_json(keeper),
        "text": to_text(keeper),
        "places": places,
        "derived": {
            name: [record.name for record in keeper.all_derived_definitions(name)]
            for name in keeper.classes
        },
    }


def disturb(rng, cache):
    """Do to the cache what may happen to one."""
    files = sorted(path for path in cache.rglob("*") if path.is_file()) if cache.exists() else []
    match rng.randrange(40):
        case 0:
            shutil.rmtree(cache, ignore_errors=True)
        case 1 if files:
            rng.choice(files).unlink()
        case 2 | 3 if files:
            path = rng.choice(files)
            data = bytearray(path.read_bytes())
            if data:
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            path.write_bytes(data)
        case 4 if files:
            path = rng.choice(files)
            path.write_bytes(path.read_bytes()[: rng.randrange(200)])


def run_edits(count, seed, folder):
    """Make ``count`` edits; return how many loads were without mistake, and what differed."""
    good, wrong = 0, []
    for number in range(0, count, EDITS_OF_A_PROGRAM):
        rng = random.Random(seed + number)
        program = Program.start(rng)
        cache = Path(folder) / f"cache{seed + number}"
        program.grow(Path(folder))
        for step in range(min(EDITS_OF_A_PROGRAM, count - number)):
            program.write(Path(folder))
            fresh = outcome(Path(folder), None)
            kept = outcome(Path(folder), cache)
            good += not any("ERROR" in line for line in fresh["wrong"])
            if kept != fresh:
                parts = [part for part in fresh if fresh[part] != kept[part]]
                wrong.append((seed + number, step, parts, fresh, kept))
                break
            disturb(rng, cache)
            program.advance(Path(folder))
        shutil.rmtree(cache, ignore_errors=True)
    return good, wrong
