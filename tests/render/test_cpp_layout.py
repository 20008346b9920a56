"""Lists in C++ are laid out as clang-format lays them out."""

from __future__ import annotations

import random
import subprocess

import pytest

from opgen.render.cpp_layout import cpp_call, cpp_declaration, cpp_macro
from tests.requirements import needs

STYLE = (
    "--style={BasedOnStyle: Google, ColumnLimit: 100, AllowShortFunctionsOnASingleLine: None, "
    "AllowShortLambdasOnASingleLine: None}"
)
SEPARATOR = "\nint separator;\n"


def _differing(texts: list[str]) -> list[tuple[str, str]]:
    """Return what clang-format changes, each text with what becomes of it."""
    done = subprocess.run(
        ["clang-format", STYLE, "--assume-filename=x.cc"],
        input=SEPARATOR.join(texts),
        capture_output=True,
        text=True,
        check=True,
    )
    formatted = [text.strip("\n") for text in done.stdout.split(SEPARATOR)]
    return [pair for pair in zip(texts, formatted, strict=True) if pair[0] != pair[1]]


def _name(draw: random.Random, longest: int) -> str:
    return "q" + "".join(draw.choice("abcdef_") for _ in range(draw.randint(0, longest))) + "z"


@needs("clang-format")
@pytest.mark.parametrize("tail", [");", ") {"])
def test_declarations(tail: str) -> None:
    draw = random.Random(1)
    laid_out = []
    for _ in range(300):
        items = [
            draw.choice(("const opgen_tensor* ", "double ", "opgen::View<const T> "))
            + _name(draw, 14)
            for _ in range(draw.randint(1, 12))
        ]
        text = cpp_declaration(items, f"opgen_status {_name(draw, 40)}(", tail)
        laid_out.append(text if tail == ");" else f"{text}\n  f();\n}}")
    assert _differing(laid_out) == []


@needs("clang-format")
@pytest.mark.parametrize(
    "head",
    ["  a.{}(", "  opgen::Dims {}(", "    return ns::{}<T>(", "  const int32_t inferred = {}("],
)
def test_calls(head: str) -> None:
    draw = random.Random(2)
    laid_out = []
    for _ in range(300):
        items = [
            draw.choice(('"{}"', "&{}", "*{}", "{}.dtype()", "{} != 0")).format(_name(draw, 18))
            for _ in range(draw.randint(1, 12))
        ]
        call = cpp_call(items, head.format(_name(draw, 36)), ");")
        inner = f"  const auto k = [&](auto t) {{\n{call}\n  }};" if "return" in head else call
        laid_out.append(f"void f() {{\n{inner}\n}}")
    assert _differing(laid_out) == []


@needs("clang-format")
def test_macros() -> None:
    draw = random.Random(3)
    laid_out = []
    for _ in range(60):
        kernels = [f"{_name(draw, 60)}<float>" for _ in range(draw.randint(1, 4))]
        pieces = [(f"template decltype({kernel})", kernel) for kernel in kernels]
        laid_out.append(cpp_macro(pieces, _name(draw, 30).upper()))
    assert _differing(laid_out) == []


def test_a_list_that_fits_stays_on_one_line() -> None:
    assert cpp_call([], "f(", ");") == "f();"
    assert cpp_call(["a", "b"], "f(", ");") == "f(a, b);"


def test_an_item_that_fits_nowhere_gets_a_line_of_its_own() -> None:
    long = "x" * 120
    assert cpp_call(["a", long], "  f(", ");") == f"  f(\n      a,\n      {long});"
