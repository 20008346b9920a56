"""Finding regions in what people make of a file."""

from __future__ import annotations

import pytest

from opgen.outputs import RegionKey
from opgen.workspace.regions import (
    Cut,
    Extent,
    Rendering,
    cut_rendering,
    cut_user,
    scanner_for,
    shapes,
)
from opgen.workspace.text import Text

CPP = """\
#include "rt.h"

namespace zoo {

// add: adds.
template <typename T>
Status add(View x, View y) {
  return kNotWritten;
}

// mul: multiplies.
template <typename T>
Status mul(View x, View y) {
  return kNotWritten;
}

}  // namespace zoo
"""
PY = '''\
"""Hooks."""

import rt


# add: adds.
def add(x, y):
    raise NotWritten


# mul: multiplies.
@hook
def mul(x, y):
    raise NotWritten
'''


def rendering(text: str, anchors: dict[str, str]) -> Rendering:
    """Return a rendering whose regions are the declarations of ``anchors`` and their comments."""
    lines = text.splitlines()
    extents = []
    for name, anchor in anchors.items():
        first = next(at for at, line in enumerate(lines) if f" {name}: " in line)
        last = next(at for at in range(first, len(lines) + 1) if at == len(lines) or not lines[at])
        extents.append(Extent(RegionKey(name), anchor, first, last))
    return Rendering(Text(text.encode()).lines, tuple(extents))


CPP_BASE = rendering(CPP, {"add": "add(", "mul": "mul("})
PY_BASE = rendering(PY, {"add": "def add(", "mul": "def mul("})


def cut(text: str, base: Rendering = CPP_BASE, suffix: str = ".cc") -> Cut:
    scan = scanner_for(f"x{suffix}")
    found = shapes(base, scan)
    assert set(found) == {region.key for region in base.regions}
    result = cut_user(Text(text.encode()).lines, found, scan)
    pieces = [result.preamble, *((part.body + part.tail) for part in result.parts), result.epilogue]
    assert b"".join(line for piece in pieces for line in piece) == text.encode()
    return result


def body(result: Cut, key: str) -> str:
    part = result.part(RegionKey(key))
    assert part is not None
    return b"".join(part.body).decode()


@pytest.mark.parametrize(
    ("base", "suffix"), [(CPP_BASE, ".cc"), (CPP_BASE, ".cu"), (PY_BASE, ".py")]
)
def test_user_cut_of_a_rendering_is_the_renderers_own(base: Rendering, suffix: str) -> None:
    scan = scanner_for(f"x{suffix}")
    found = shapes(base, scan)
    assert cut_user(base.lines, found, scan) == cut_rendering(base, found)


CPP_NOISE = {
    "comment": "// add(x, y) is called below\n",
    "block comment": "/* Status add(View x) {\n*/\n",
    "string": 'static const char* kName = "Status add(View x) {";\n',
    "raw string": 'static const char* kText = R"x(\nStatus add(View x) {\n)x";\n',
    "quote as a character": "static char kQuote = '\"';\n",
    "digit separators": "static int kMany = 1'000'000;\n",
    "call": "static Status kStatus = add(1, 2);\n",
    "call in arguments": "REGISTER(add(1, 2));\n",
    "declaration": "Status add(View x, View y);\n",
    "longer name": "static int my_add(int x) { return x; }\n",
    "call inside a function": "static int two(int x) {\n  add(x, x);\n  return x;\n}\n",
    "method": "struct Adder {\n  int add(int x) { return x; }\n};\n",
    "directive": "#define ADD(x) add(x)\n",
    "continued directive": "#define ADD(x) \\\n  add(x) {\n",
    "one of two branches": "#ifdef A\nvoid f(int x) {\n#else\nvoid f() {\n#endif\n}\n",
    "switched off": "#if 0\nStatus add(View x) {\n#ifdef X\n}\n#endif\n{(\n#else\nint y;\n#endif\n",
    "initialiser": "static int kList[] = {1, 2};\nstatic Foo foo{3};\n",
    "constructor": "Foo::Foo() : a_{1}, b_{2} { init(); }\n",
    "nested scopes": 'namespace detail {\nextern "C" {\nint other(int x) { return x; }\n}\n}\n',
    "lambda": "static auto kF = [](int x) { return x; };\n",
    "macro without an end": "REGISTER_ALL(x)\n",
    "macro before a function": "REGISTER_ALL(x)\n\nint one() { return 1; }\n",
}


@pytest.mark.parametrize("noise", CPP_NOISE.values(), ids=CPP_NOISE)
@pytest.mark.parametrize("before", ["// add:", "// mul:", "}  // namespace"])
def test_what_only_looks_like_an_anchor(noise: str, before: str) -> None:
    result = cut(CPP.replace(before, f"{noise}\n{before}"))
    assert result.is_whole
    assert [part.key for part in result.parts] == ["add", "mul"]
    plain = cut(CPP)
    assert [part.body for part in result.parts] == [part.body for part in plain.parts]


CPP_EDITS = {
    "attribute": (
        "template <typename T>\nStatus add",
        "[[nodiscard]]\ntemplate <typename T>\nStatus add",
    ),
    "comments": ("// add: adds.\n", "// add: adds.\n// NOLINTNEXTLINE\n/* two\n   lines */\n"),
    "signature over lines": (
        "Status add(View x, View y) {",
        "Status\nadd (View x,\n    View y)\n{",
    ),
    "specialisation": (
        "template <typename T>\nStatus add",
        "template <\n  typename T,\n  int N = (3)>\nStatus add",
    ),
    "braces in strings": ("kNotWritten", 'say("}", \'}\', R"(}})")'),
    "directives in the body": (
        "  return kNotWritten;\n}\n\n// mul",
        "#if X\n  a();\n#else\n  b();\n#endif\n}\n\n// mul",
    ),
    "comment at the end": (
        "  return kNotWritten;\n}\n\n// mul",
        "  ok();\n}  // end of add\n\n// mul",
    ),
}


@pytest.mark.parametrize(("old", "new"), CPP_EDITS.values(), ids=CPP_EDITS)
def test_region_holds_what_was_edited_in_it(old: str, new: str) -> None:
    text = CPP.replace(old, new, 1)
    assert text != CPP
    result = cut(text)
    start = text.index("[[nodiscard]]") if "[[nodiscard]]\n// " in text else text.index("// add:")
    assert body(result, "add") == text[start : text.index("\n// mul:")]
    assert body(result, "mul") == body(cut(CPP), "mul")


def test_blank_line_between_comment_and_declaration() -> None:
    text = CPP.replace("// add: adds.\n", "// add: adds.\n\n")
    assert body(cut(text), "add").startswith("// add: adds.\n\ntemplate")


def test_own_comment_with_a_blank_line_below_is_no_part_of_the_region() -> None:
    text = CPP.replace("// add: adds.\n", "// section\n\n// add: adds.\n")
    assert body(cut(text), "add").startswith("// add: adds.\n")


@pytest.mark.parametrize(
    "broken", ["{", "}", "(", "\n#if X\n", "\n#if 0\n", 'static auto k = R"(\n']
)
def test_text_with_open_brackets_is_not_trusted(broken: str) -> None:
    assert not cut(
        CPP.replace("// mul", f"static int broken() {{ {broken}\n return 1; }}\n// mul")
    ).is_whole


def test_anchor_twice_is_no_region() -> None:
    result = cut(
        CPP.replace(
            "// mul", "template <>\nStatus add<int>(View x);\nStatus add(View x) { }\n\n// mul"
        )
    )
    assert result.doubled == {"add"}
    assert [part.key for part in result.parts] == ["mul"]


def test_carriage_returns_and_a_missing_end() -> None:
    for text in (CPP.replace("\n", "\r\n"), CPP.rstrip(), CPP.replace("\n", "\r")):
        result = cut(text)
        assert [part.key for part in result.parts] == ["add", "mul"]


PY_NOISE = {
    "docstring": '"""\ndef add(x, y):\n    pass\n"""\n',
    "string": "TEXT = 'def add(x, y):'\n",
    "open quote in a comment": "# it's\n",
    "method": "class Adder:\n    def add(self, x):\n        pass\n",
    "inner function": "def outer():\n    def add(x):\n        pass\n\n    return add\n",
    "longer name": "def add_all(x):\n    pass\n",
    "call": "add(1, 2)\n",
    "branches": "if X:\n    a = 1\nelse:\n    a = 2\n",
    "bracket": "LIST = [\n1,\n]\n",
    "continued": "A = 1 + \\\n2\n",
    "asynchronous": "async def other(x):\n    pass\n",
}


@pytest.mark.parametrize("noise", PY_NOISE.values(), ids=PY_NOISE)
@pytest.mark.parametrize("before", ["# add:", "# mul:"])
def test_what_only_looks_like_a_python_anchor(noise: str, before: str) -> None:
    result = cut(PY.replace(before, f"{noise}\n\n{before}"), PY_BASE, ".py")
    assert result.is_whole
    assert [part.key for part in result.parts] == ["add", "mul"]
    assert [part.body for part in result.parts] == [
        part.body for part in cut(PY, PY_BASE, ".py").parts
    ]


PY_EDITS = {
    "decorator": ("def add(x, y):", "@own(\n    1,\n)\n# noqa\n@more\ndef add(x, y):"),
    "signature over lines": ("def add(x, y):", "def add(\n    x,\n    y,\n):"),
    "margin comment inside": (
        "    raise NotWritten\n\n\n# mul",
        "    a = 1\n# inside\n    return a\n\n\n# mul",
    ),
    "comment at the end": (
        "    raise NotWritten\n\n\n# mul",
        "    return 1\n    # to do\n\n\n# mul",
    ),
    "blank lines": ("    raise NotWritten\n\n\n# mul", "    a = 1\n\n\n    return a\n\n\n# mul"),
    "docstring at the margin": (
        "    raise NotWritten\n\n\n# mul",
        '    """\nText.\n"""\n    return 1\n\n\n# mul',
    ),
}


@pytest.mark.parametrize(("old", "new"), PY_EDITS.values(), ids=PY_EDITS)
def test_python_region_holds_what_was_edited_in_it(old: str, new: str) -> None:
    text = PY.replace(old, new, 1)
    assert text != PY
    result = cut(text, PY_BASE, ".py")
    assert body(result, "add") == text[text.index("# add:") : text.index("\n\n# mul:")]


@pytest.mark.parametrize("broken", ["X = (\n", 'X = """\n', "X = ]\n"])
def test_python_with_open_brackets_is_not_trusted(broken: str) -> None:
    assert not cut(PY.replace("# mul", f"{broken}\n# mul"), PY_BASE, ".py").is_whole


def test_region_of_several_declarations() -> None:
    text = (
        "// add: adds.\nstatic int helper(int x) {\n  return x;\n}\n"
        "Status add(View x) {\n  return helper(1);\n}\nINSTANTIATE(add)\n\nint other;\n"
    )
    base = rendering(text, {"add": "Status add("})
    plain = cut(text, base)
    assert body(plain, "add") == text[: text.index("\nint other")]
    changed = text.replace("return x;", "return 2 * x;")
    assert body(cut(changed, base), "add") == changed[: changed.index("\nint other")]


def test_blocks_of_other_files() -> None:
    text = "# add: a\n- func: add(x)\n  variants: [f]\n\n# mul: m\n- func: mul(x)\n  x: 1\n"
    base = rendering(text, {"add": "func: add(", "mul": "func: mul("})
    result = cut(text.replace("variants: [f]", "variants: [f, g]\n  more: 1"), base, ".yaml")
    assert body(result, "add") == "# add: a\n- func: add(x)\n  variants: [f, g]\n  more: 1\n"
