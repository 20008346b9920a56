"""Random programs of expressions: loops in loops, choices, and instances that ask for others.

Most are good. In which order instances are made, and so which number each gets, depends on what is
known when, which is where mistakes hide.
"""

import random

TYPES = ("int", "string", "bit", "list<int>", "list<string>", "dag")
LETTERS = "abxy"
PARAMETERS = ("int", "string", "list<int>")
FORMS = {
    "int": (
        "!add({int}, {int})",
        "!sub({int}, {int})",
        "!mul({int}, {int})",
        "!and({int}, {int})",
        "!or({int}, {int})",
        "!xor({int}, {int})",
        "!size({list<int>})",
        "!size({string})",
        "!cast<int>({bit})",
        "!cond({bit}: {bit}, true: {int})",
        "!div({int}, !add(1, !and({int}, 3)))",
        "!shl({int}, !and({int}, 7))",
        "!sra({int}, !and({int}, 7))",
        "!srl({int}, !and({int}, 63))",
        "!logtwo(!or(1, !and({int}, 7)))",
        "!head(!listconcat({list<int>}, [{int}]))",
        "!size({dag})",
        "!getdagarg<int>(({O} {int}, {string}), !and({int}, 0))",
        "!find({string}, {string})",
        "!initialized({int})",
        "!isa<int>({int})",
        "!isa<O>(!getdagop({dag}))",
        '!exists<O>("o" # {string})',
        '!size(!instances<O>("a" # {string}))',
    ),
    "string": (
        "!strconcat({string}, {string}, {string})",
        "!cast<string>({int})",
        "!interleave({list<string>}, {string})",
        '!subst("a", {string}, {string})',
        "!toupper({string})",
        '!strconcat({string}, "" # {int})',
        "!interleave({list<int>}, {string})",
        "!substr({string}, 0, !and({int}, 3))",
        "!tolower({string})",
        "!repr({int})",
        "!repr({list<string>})",
        "!repr({dag})",
        "!getdagname(({O} {dag}:$a, {int}:$b), !and({int}, 1))",
        '!getdagarg<string>(({O} {dag}, {string}:$b), "b")',
        "!cast<string>(!getdagop({dag}))",
    ),
    "bit": (
        "!eq({int}, {int})",
        "!ne({int}, {int})",
        "!lt({int}, {int})",
        "!eq({string}, {string})",
        "!cast<bit>(!and({bit}, {bit}))",
        "!cast<bit>(!or({bit}, {bit}))",
        "!cast<bit>(!not({bit}))",
        '!match({string}, "a|bb")',
        "!lt({string}, {string})",
        "!cast<bit>(!empty({list<string>}))",
        "!eq(!getdagop({dag}), o)",
    ),
    "list<int>": (
        "[{int}, {int}, {int}]",
        "!listconcat([{int}], {list<int>})",
        "!range(3)",
        "!range({list<string>})",
        "!range(-1, !and({int}, 3))",
        "!tail(!listconcat([{int}], {list<int>}))",
        "!listremove({list<int>}, [{int}])",
        "!listflatten([{list<int>}, [{int}]])",
        "!listsplat({int}, !and({int}, 3))",
        "!listconcat({list<int>}, [{int}, {int}])[0...1]",
    ),
    "list<string>": (
        "[{string}, {string}]",
        "!listconcat([{string}], {list<string>})",
        "!listremove({list<string>}, {list<string>})",
        "!listsplat({string}, !and({int}, 3))",
    ),
    "dag": (
        "({O} {int}:$x, {string}:$y)",
        "({O}:$o {dag}, {int}:$x, {list<int>})",
        "!con({dag}, (? {int}), (?:$c {string}:$d))",
        "!dag({O}, {list<string>}, ?)",
        "!dag(o, [{int}, {int}], [{string}, ?])",
        "!setdagarg({dag}, 0, {int})",
        "!setdagname({dag}, 0, {string})",
        '!setdagarg(({O} {int}:$x), "x", {dag})',
        "!setdagop({dag}, {O})",
        "!setdagopname({dag}, {string})",
        "!getdagarg<dag>(({O} {dag}), 0)",
    ),
    "O": (
        "o",
        "p",
        "!getdagop(({O} {int}))",
        "!getdagop<O>({dag})",
        '!cast<O>(!if({bit}, "o", "p"))',
    ),
}
"""Forms of which most have a result."""
RISKY = {
    "int": (
        "!getdagarg<int>({dag}, {int})",
        "!div({int}, {int})",
        "!shl({int}, {int})",
        "!head({list<int>})",
    ),
    "string": (
        "!cast<O>({string}).n",
        "!getdagopname({dag})",
        "!substr({string}, {int})",
        "!getdagarg<string>({dag}, 0)",
    ),
    "bit": ("!match({string}, !strconcat({string}, {string}))",),
    "list<int>": ("!tail({list<int>})",),
    "list<string>": ("!listsplat({string}, {int})",),
    "dag": (
        "(? {string}, ?:$x)",
        "!con({dag}, {dag})",
        "!setdagarg({dag}, {string}, {int})",
        "!dag({O}, {list<int>}, {list<string>})",
    ),
    "O": ("!cast<O>({string})",),
}
"""Forms that are often mistakes, and so rare."""
START = """class O { string n = NAME; }
def o : O; def p : O; def a : O; def abx : O;
"""
IF = "!if({bit}, {T}, {T})"
COND = "!cond({bit}: {T}, {bit}: {T}, true: {T})"


class Expressions:
    """A generator of programs, the same for the same seed."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.classes = {}
        self.names = 0

    def program(self):
        """Return some classes, and records that use them."""
        parts = [self.declare(f"C{number}") for number in range(self.rng.randint(1, 4))]
        for number in range(self.rng.randint(1, 4)):
            fields, _ = self.fields(f"d{number}", {}, depth=4)
            parts.append(f"def D{number} {{\n{fields}}}\n")
        return START + "".join(parts)

    def declare(self, name):
        """Return a class, which may derive from an earlier one."""
        known = {f"{kind[0]}{name}": kind for kind in PARAMETERS}
        parameters = ", ".join(
            f"{kind} {parameter}" + ("" if kind == "int" else f" = {self.literal(kind)}")
            for parameter, kind in known.items()
        )
        parent, lets, inherited = "", "", {}
        if self.classes and self.rng.random() < 0.3:
            base = self.rng.choice(list(self.classes))
            inherited = self.classes[base]
            given = ", ".join(self.expression(kind, known, 1) for kind in PARAMETERS)
            parent = f" : {base}<{given}>"
        fields, own = self.fields(f"f{name}", known, depth=3)
        for field, kind in inherited.items():
            if self.rng.random() < 0.4:
                lets += f"  let {field} = {self.expression(kind, {**known, **own}, 2)};\n"
        self.classes[name] = {**inherited, **own}
        return f"class {name}<{parameters}>{parent} {{\n{fields}{lets}}}\n"

    def fields(self, prefix, known, depth):
        """Return declarations of fields, each of which may use those before it."""
        own, text = {}, ""
        for number in range(self.rng.randint(1, 4)):
            kind = self.rng.choice(TYPES)
            value = self.expression(kind, {**known, **own}, self.rng.randint(1, depth))
            text += f"  {kind} {prefix}_{number} = {value};\n"
            own[f"{prefix}_{number}"] = kind
        return text, own

    def expression(self, kind, known, depth):
        """Return an expression of a type, of the variables that are known."""
        fitting = [name for name, other in known.items() if other == kind]
        if fitting and self.rng.random() < (0.85 if depth <= 0 else 0.25):
            return self.rng.choice(fitting)
        if depth <= 0:
            return self.literal(kind)
        if kind == "O":
            return self.form(kind, known, depth - 1)
        return self.rng.choice((self.form, self.form, self.form, self.instance, self.loop))(
            kind, known, depth - 1
        )

    def form(self, kind, known, depth):
        forms = RISKY if self.rng.random() < 0.01 else FORMS
        # A dag can't begin with a choice.
        choices = () if kind == "O" else (IF, COND)
        form = self.rng.choice((*forms[kind], *choices)).replace("{T}", f"{{{kind}}}")
        for other in (*TYPES, "O"):
            while f"{{{other}}}" in form:
                form = form.replace(f"{{{other}}}", self.expression(other, known, depth), 1)
        return form

    def instance(self, kind, known, depth):
        """Return a field of an instance of a class."""
        fields = [
            (name, field)
            for name, fields in self.classes.items()
            for field, other in fields.items()
            if other == kind
        ]
        if not fields:
            return self.form(kind, known, depth)
        name, field = self.rng.choice(fields)
        count = self.rng.choice((1, 2, 3, 3))
        given = ", ".join(self.expression(other, known, depth) for other in PARAMETERS[:count])
        return f"{name}<{given}>.{field}"

    def loop(self, kind, known, depth):
        """Return a fold, or a loop that makes a list."""
        if kind == "bit":
            # The type of what is folded must be that of the start, and `true` is an int.
            return self.form(kind, known, depth)
        name, result = self.new_name(), self.new_name()
        element = self.rng.choice(("int", "string"))
        source = self.expression(f"list<{element}>", known, depth)
        inside = {**known, name: element}
        if kind.startswith("list"):
            own = kind.removeprefix("list<").removesuffix(">")
            if self.rng.random() < 0.3 and own == element:
                return f"!filter({name}, {source}, {self.expression('bit', inside, depth)})"
            return f"!foreach({name}, {source}, {self.expression(own, inside, depth)})"
        if kind == "dag":
            return f"!foreach({name}, {self.expression(kind, known, depth)}, {name})"
        start = self.expression(kind, known, depth)
        if kind == "string" and self.rng.random() < 0.5:
            body = f"{result} # {self.expression(kind, inside, depth)}"
        else:
            body = self.expression(kind, {**inside, result: kind}, depth)
        return f"!foldl({start}, {source}, {result}, {name}, {body})"

    def new_name(self):
        self.names += 1
        return f"v{self.names}"

    def literal(self, kind):
        if kind == "int":
            return str(self.rng.randint(-2, 5))
        if kind == "bit":
            return self.rng.choice(("true", "false"))
        if kind == "dag":
            return self.rng.choice(("(o 1)", "(p:$o 2:$x)", '(o "a":$y, 7)'))
        if kind == "O":
            return self.rng.choice(("o", "p"))
        if kind == "string":
            text = "".join(self.rng.choices(LETTERS, k=self.rng.randint(0, 3)))
            return f"[{{{text}}}]" if self.rng.random() < 0.1 else f'"{text}"'
        element = kind.removeprefix("list<").removesuffix(">")
        return f"[{', '.join(self.literal(element) for _ in range(self.rng.randint(1, 4)))}]"
