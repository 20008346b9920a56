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

from opgen.tablegen import Language, load
from opgen.tablegen.dump import to_json, to_text
from opgen.tablegen.pieces import cut
from tests.tablegen.programs import INCLUDE, PASS

EDITS_OF_A_PROGRAM = 25
CLASSES, DEFS, VARIABLES = "ABCD", "abcdef", ("v0", "v1", "v2")
FILES = ("root.td", "root.td", "root.td", "part.td", "part.td", "other.td", "inner.td", "body.td")
NEARER = "near/other.td"
"""Found in place of the file further away, if it is there."""
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
SHIFTY = (
    "class {E};",
    "class {E} {{ int e = {k}; }}",
    "class {E}<int n = {k}> : {C}<n> {{ int e = n; }}",
    "def {x} : {E};",
    "def {x} : {C}, {E} {{ int own = {k}; }}",
    "class G{k} : {E} {{ int e = {k}; }}",
    "multiclass L{k} {{ def _l : {E}; def _k : {C}<{k}>; }}",
    "defm {x} : L{k};",
    "def {x} {{ {E} r = {y}; bit is = !isa<{E}>({y}); }}",
    'def {x} {{ list<{E}> all = !instances<{E}>("{y}.*"); }}',
    'if !exists<{C}>("{x}") then def {x} : {C}<{k}>; else def {y} : {C};',
    'if !exists<{C}>("{x}") then {{ def {y} : {C}<{k}>; }}',
    'def {x} {{ string s = !cond(!exists<{C}>("{y}"): "there", true: NAME # {k}); }}',
    "foreach i = [{k}, 1] in def : {C}<i>;",
    "foreach i = [{k}, 2] in {{ def {x}#i {{ {C} a = {C}<i>; list<{D}> b = [{D}<i>]; }} }}",
    "defvar v{k} = [{C}<{k}>, {C}<1>];",
    'def {x} {{ string s = "{y}" # "_" # {k}; }}',
    "def {x} {{ code c = [{{\n  // no comment {k}\n  #ifdef X\n}}]; }}",
    "def {x} : {C}<{k}> {{ /* a\n  b */ let f = {k};\n}}",
    "#ifndef GUARD{k}\n#define GUARD{k}\ndef {x} : {C};\n#endif",
    "#ifdef X\ndef {x} : {C}<{k}>;\n#endif",
    '#ifndef Y // why\ninclude "inner.td"\n#endif',
    'include "part.td"',
    'include "inner.td"',
    'include\n"inner.td"',
    'let f = {k} in include "inner.td"',
    'let f = {k} in {{\ninclude "inner.td"\ndef {x} : {C};\n}}',
    'def {x} : {C}<{k}> {{ include "body.td"\n}}',
    "let f = !add({k}, 1) in // of the next\ndef {x} : {C};",
    "def anonymous_{k};",
    "def anonymous_{k} : {C}<{k}>;",
    "def {x} {{ {C} r = anonymous_{k}; }}",
    'dump "of " # !cast<string>({C}<{k}>);',
    'class W{k}<int n> {{ {C} c = {C}<n>; assert !ne(c.f, 5), "five"; }}',
    "def {x} : W{k}<{k}>;",
    "deftype {E} = int;",
    'multiclass K{k} {{ dump !if(!exists<{C}>("{y}"), "there", "not there"); def _v : {C}; }}',
    "defm {x} : K{k};",
    "class V{k} {{ dump {y}; }}",
    "def {x} : V{k};",
)
"""What leaves others another state, place or number behind it, or depends on that."""
REPEATED = (
    "def : {C}<{k}>;",
    "defm : {M}<{k}>;",
    "foreach i = [{k}, 1] in def : {C}<i>;",
    "let f = {k} in def : {C};",
    "class {E};",
    'if !exists<{C}>("{x}") then def {y} : {C}<{k}>;',
    'if !exists<{C}>("{x}") then def {y} : {C}<{k}>; else def {x} : {C};',
    'if !exists<{C}>("{x}") then def {y}2 : {C}<{k}>; else def {x} : {C};',
    "#ifndef GUARD{k}\n#define GUARD{k}\ndef {x} : {C};\n#else\ndef {y};\n#endif",
    'foreach i = !if(!exists<{C}>("{x}"), [{k}], []<int>) in def {x} : {C}<i>;',
)
"""What may stand twice in a program."""
ODD = (
    *(
        "/*",
        "*/",
        "/* a */",
        "// }",
        "// a \\",
        "[{",
        "}]",
        "#ifdef X",
        "#ifdef Y",
        "#else",
        "#endif",
    ),
    *(
        "#define X",
        "#define X /* a",
        "#endif /* a\n b */",
        "class O; /* a\n b */ #define X",
        "#define Y",
        "include",
        '"inner.td"',
        "{",
        "}",
        ";",
        "\0",
        "\xef\xbb\xbf",
        "\xe9",
    ),
    *(
        "let f = 2 in",
        "foreach j = [1] in",
        "if true then",
        "else",
        "def",
        "def z;",
        "class H;",
        '"',
    ),
    *("", "", "\r", "  ", "# 1", '// include "part.td"', "x" * 3000, "//" + "x" * 3000),
)
"""Lines that may reach over what is around them."""
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
    between: dict[str, str] = field(default_factory=dict)
    shiftiness: float = 0.0
    options: dict[str, object] = field(default_factory=dict)

    @classmethod
    def start(cls, rng):
        others = {"other.td": [], "inner.td": [], "body.td": []}
        if rng.random() < 0.25:
            text = rng.choice(PASS).read_text(encoding="latin-1")
            pieces = [text[start:end] for start, end in cut(text)] if "#" not in text else [text]
            return cls(rng, {"root.td": pieces, "part.td": [], **others})
        made = cls(rng, {"root.td": [], "part.td": list(START), **others})
        made.files["root.td"] = ['include "part.td"', 'include "other.td"']
        made.files["body.td"] = [rng.choice(("let f = 3;", "int own = 1;", ""))]
        made.shiftiness = rng.choice((0.0, 0.2, 0.6))
        if made.shiftiness and rng.random() < 0.7:
            made.files["part.td"] += ["class E;", "class F;"]
            made.files["root.td"][1:] = ['include "inner.td"', 'include "other.td"'] * 2
        made.options["defines"] = rng.choice(((), ("X",)))
        language = Language(rng.choice((22, 22, 23)), warns_of_unused=rng.random() < 0.2)
        made.options["language"] = language
        return made

    def statement(self, file):
        """Return a new statement for a file."""
        rng = self.rng
        template = rng.choice(LIKELY if rng.random() < 0.9 else TEMPLATES)
        if rng.random() < self.shiftiness:
            template = rng.choice(SHIFTY if file in {"root.td", "part.td"} else REPEATED)
        names = rng.sample(DEFS, 2)
        return template.format(
            C=rng.choice(CLASSES),
            D=rng.choice(CLASSES),
            E=rng.choice("EF"),
            M=rng.choice("MN"),
            x=names[0] + rng.choice(("", "", "1", "2", "3")),
            y=names[1],
            v=rng.choice(VARIABLES),
            k=rng.randint(0, 6),
        )

    def edit(self):
        """Make one edit."""
        rng = self.rng
        if rng.random() < 0.05:
            self._edit_nearer()
            return
        name = rng.choice(FILES)
        pieces = self.files[name]
        at = rng.randrange(len(pieces) + 1)
        old = pieces[at : at + 1]
        kinds = ("new", "new", "number", "number", "gone", "move", "blank", "twice", "name", "line")
        match rng.choice(kinds):
            case "number" if old:
                pieces[at] = self._replaced(old[0], r"\b\d\b", str(rng.randint(0, 6)))
            case "name" if old:
                pieces[at] = self._replaced(old[0], rf"\b[{CLASSES}]\b", rng.choice(CLASSES))
            case "gone":
                del pieces[at : at + rng.choice((1, 1, 1, 3))]
            case "move" if old:
                del pieces[at]
                other = self.files[rng.choice((name, name, rng.choice(FILES)))]
                other.insert(rng.randrange(len(other) + 1), old[0])
            case "twice":
                pieces[at:at] = old
            case "blank":
                pieces.insert(at, rng.choice(("", "\n\n", "// a comment", "/* a\nb */")))
            case "line":
                self._edit_line(pieces)
            case _ if name != "body.td":
                pieces.insert(at, self.statement(name))

    def _edit_nearer(self):
        """Let there be another file of the same name that is found first, or no longer."""
        if self.files.pop(NEARER, None) is None:
            self.files[NEARER] = [self.statement(NEARER)] if self.rng.random() < 0.7 else []

    def _edit_line(self, pieces):
        """Change a line, whatever it is a part of."""
        rng = self.rng
        lines = "\n".join(pieces).split("\n")
        at = rng.randrange(len(lines))
        match rng.choice(("odd", "odd", "gone", "twice", "swap", "end", "around")):
            case "odd":
                lines.insert(at, rng.choice(ODD))
            case "gone":
                del lines[at]
            case "twice":
                lines.insert(at, lines[at])
            case "swap":
                lines[at : at + 2] = reversed(lines[at : at + 2])
            case "end":
                lines[at] += rng.choice(
                    (" ", " // a", " /* b */", "\r", " /* \0", "\0 }]", " ;", '  "')
                )
            case _:
                end = rng.randrange(at, len(lines)) + 1
                begins, ends = rng.choice(
                    (("/*", "*/"), ("#ifdef X", "#endif"), ("let f = 1 in {", "}"))
                )
                lines[at:end] = [begins, *lines[at:end], ends]
        text = "\n".join(lines)
        is_odd = "#" in text or "/*" in text
        pieces[:] = [text] if is_odd else [text[start:end] for start, end in cut(text)]

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
            if not wanted_good or is_good(folder, self.options):
                break

    def grow(self, folder):
        """Add statements that make no mistake."""
        for _ in range(16):
            self.past = [{name: list(pieces) for name, pieces in self.files.items()}]
            name = self.rng.choice(FILES[:-1])
            pieces = self.files[name]
            pieces.append(self.statement(name))
            self.write(folder)
            if not is_good(folder, self.options):
                self.files = self.past[0]

    def _replaced(self, text, pattern, new):
        places = list(re.finditer(pattern, text))
        if not places:
            return text
        found = self.rng.choice(places)
        return text[: found.start()] + new + text[found.end() :]

    def write(self, folder):
        """Write the files, each with line ends that seldom change."""
        (folder / NEARER).unlink(missing_ok=True)
        for name, pieces in self.files.items():
            if name not in self.between or self.rng.random() < 0.08:
                kinds = ("\n", "\n", "\n\n", " ", "\r\n", "\r")
                self.between[name] = self.rng.choice(kinds)
            between = self.between[name]
            is_odd = any(mark in "".join(pieces) for mark in ("#", "//"))
            text = ("\n" if between == " " and is_odd else between).join(pieces)
            text += self.rng.choice(("", "\n", "\n", "\n"))
            if "\r" in between:
                text = re.sub(r"\r?\n", between, text)
            place = folder / name
            place.parent.mkdir(exist_ok=True)
            place.write_bytes(text.encode("latin-1"))


def _load(folder, **options):
    return load(
        folder / "root.td",
        include_dirs=[folder / "near", folder, INCLUDE],
        shown_as=lambda path: "/".join(path.parts[-2:]),
        **options,
    )


def is_good(folder, options):
    """Whether the program is without mistake."""
    return not _load(folder, **options).diagnostics.has_errors


def outcome(folder, cache, **options):
    """Return everything that can be seen of a load."""
    return seen(_load(folder, cache=cache, **options))


def seen(keeper):
    """Return everything that can be seen of what was loaded."""
    items = keeper.diagnostics.items
    wrong = [
        str((d.code, d.message, str(d.span), d.severity, d.help, d.label))
        + str([(note.text, str(note.span)) for note in d.notes])
        + str([(label.text, str(label.span)) for label in d.secondary])
        for d in items
    ]
    return {
        "wrong": wrong,
        "order": list(keeper.defs),
        "classes": {name: _seen_of(entity) for name, entity in keeper.classes.items()},
        "records": to_json(keeper),
        "text": to_text(keeper),
        "places": {name: _seen_of(record) for name, record in keeper.defs.items()},
        "derived": {
            name: [record.name for record in keeper.all_derived_definitions(name)]
            for name in keeper.classes
        },
        "files": keeper.files,
        "searched": keeper.searched,
    }


def _seen_of(record):
    """Return where a record or class and its fields come from, and what they are."""
    fields = {
        each.name: (
            str(each.type),
            type(each.value).__name__,
            str(each.span),
            each.span.text,
            [
                (str(place), place.text)
                for place in (record.locate(each.name, *path) for path in ((), (0,), (1,), (1, 0)))
            ],
        )
        for each in record.fields.values()
    }
    own = [f"{place.span} {place.span.text}" for place in record.places]
    ancestors = sorted(each.name for each in record.ancestors)
    return own, fields, record.superclasses, ancestors, record.lineage


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
    folder = Path(folder)
    for number in range(0, count, EDITS_OF_A_PROGRAM):
        rng = random.Random(seed + number)
        program = Program.start(rng)
        cache = folder / f"cache{seed + number}"
        late = []
        program.grow(folder)
        for step in range(min(EDITS_OF_A_PROGRAM, count - number)):
            program.write(folder)
            fresh = outcome(folder, None, **program.options)
            keeper = _load(folder, cache=cache, **program.options)
            good += not any("ERROR" in line for line in fresh["wrong"])
            late = [*late, (fresh, keeper)] if rng.random() < 0.3 or not late else late
            looked_at = [late.pop(0)] if rng.random() < 0.5 else []
            if not any(one is keeper for _, one in late):
                looked_at.append((fresh, keeper))
            for expected, one in looked_at:
                kept = seen(one)
                parts = [part for part in expected if expected[part] != kept[part]]
                if parts:
                    wrong.append((seed + number, step, parts, expected, kept))
            if wrong and wrong[-1][0] == seed + number:
                break
            disturb(rng, cache)
            program.advance(folder)
        shutil.rmtree(cache, ignore_errors=True)
    return good, wrong
