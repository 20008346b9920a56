"""Random texts: what comes before tokens, and how they begin and end.

Directives in regions of each other with comments of all kinds around them, line ends of all kinds,
strings and code that hide them, odd characters, and files that are included. Knows the lexical
rules, nothing of what a program means.
"""

REGION_ENDS = (
    *("\n",) * 8,
    *("\r", "\r\n", "\n\r", "\n \t", " // c\n", " /* c */\n", " /* c\n c */\n", "/* c */ // c\n"),
    *("\n/* c */", "\n/* c\n*/ "),
)
"""What stands behind a directive, and in front of the next."""
WHOLE = (
    "class A{k};\n",
    "def b{k};\n",
    "// {k}\n",
    "/* {k} */",
    "/*\n {k} */",
    "class C{k} {{ code c = [{{ #else \n#endif\n }}]; }}\n",
    'class D{k} {{ string s = "/*"; }}',
    'class E{k} {{ string s = "a"\n#"b"; }}',
    "class F{k} {{ int i = 0x{k}; int j = -{k}; bits<2> b = 0b10; }}",
    'def g{k} {{ int i = +{k}include "semicolon.td" }}',
)
ODD = (
    *("#ifdef X", "#ifndef Y", "#else", "#endif", "#define X", "#ifdef", "#define", "#", "\n#"),
    *(" ", "\t", "\n", "\r", "\r\n", "\0", "\xff", "\f", "'", "\\", "$x", "!add", "..", "..."),
    *("/*", "*/", "/**/", "//", "// c\n", '"', '"s"', "[{", "}]", "[{ c }]", "{", "}", ";", "/"),
    *('include "part.td"', 'include "more.td"', "include", "foo", "def h;", "class I;", "0x1", "7"),
)
INCLUDES = ('\ninclude "part.td"\n', '\ninclude "more.td"\n', '\ninclude "part.td" ')
NAMES = "XYZ"


class Texts:
    """Makes texts."""

    def __init__(self, rng):
        self.rng = rng

    def program(self, folder):
        """Return a program; write the files that it may include to ``folder``."""
        (folder / "semicolon.td").write_bytes(b";")
        for name in ("part.td", "more.td"):
            text = self.text() if self.rng.random() < 0.5 else f"class {name[0]}p;\n"
            (folder / name).write_bytes(text.encode("latin-1"))
        return self.text()

    def text(self):
        rng = self.rng
        text = self.block(0) if rng.random() < 0.85 else self.odd(10)
        return text.rstrip() if rng.random() < 0.1 else text

    def block(self, depth):
        return "".join([self.piece(depth) for _ in range(self.rng.randint(1, 3))])

    def piece(self, depth):
        rng = self.rng
        match rng.random():
            case at if at < 0.35 and depth < 3:
                return self.region(depth)
            case at if at < 0.5:
                return f"\n#define {rng.choice(NAMES)}{rng.choice(REGION_ENDS)}"
            case at if at < 0.85:
                return rng.choice(WHOLE).format(k=rng.randint(0, 9999))
            case at if at < 0.93:
                return self.odd(2)
            case _:
                return rng.choice(INCLUDES)

    def region(self, depth):
        rng, ends = self.rng, REGION_ENDS
        word = rng.choice(("#ifdef", "#ifndef"))
        parts = [f"\n{word} {rng.choice(NAMES)}{rng.choice(ends)}", self.block(depth + 1)]
        if rng.random() < 0.5:
            parts += [rng.choice(ends), "#else", rng.choice(ends), self.block(depth + 1)]
        return "".join([*parts, rng.choice(ends), "#endif", rng.choice(ends)])

    def odd(self, most):
        return "".join([self.rng.choice(ODD) for _ in range(self.rng.randint(1, most))])
