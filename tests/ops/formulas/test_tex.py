"""Formulas in TeX: braces and \\left \\right in balance, and the usual notation."""

import importlib
import math
import re

import pytest

from opgen.diagnostics import Diagnostics
from opgen.ops.formulas.parser import parse_statements
from opgen.ops.formulas.resolve import Scope, resolve
from opgen.ops.formulas.terms import Interface, Sort, Tensor
from opgen.ops.formulas.tex import formula_tex
from opgen.ops.spec_text import Reporter, SpecText
from opgen.source import SourceFile, Span
from tests.requirements import needs

INTERFACE = Interface(
    (Tensor("x", ("...", "k"), Sort.REAL), Tensor("big_w", ("k", "n"), Sort.REAL)),
    (Tensor("y", ("...", "n"), Sort.REAL),),
    exact=True,
)


def tex(text):
    report = Reporter(
        SpecText(text, Span(SourceFile("spec.td", f'"{text}"'), 0, 1)), "OPG0321", Diagnostics()
    )
    scope = Scope(INTERFACE, {"alpha": Sort.REAL})
    formula = resolve([(parse_statements(report), report)], scope)
    assert [d.message for d in report.diagnostics.items] == []
    return formula_tex(formula)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("y = sum[k](x * big_w)", r"y &= \sum_{k} x \, \mathrm{big\_w}"),
        ("y = sum[k](x + big_w)", r"y &= \sum_{k} \left(x + \mathrm{big\_w}\right)"),
        (
            "m = max[k](x); y = 1 - (m - 2) / sqrt(m) ** 2",
            "m &= \\max_{k} x \\\\\ny &= 1 - \\frac{m - 2}{\\sqrt{m}^{2}}",
        ),
        (
            "y = alpha if sum[k](x) > 1e-5 else -exp(pi)",
            (
                r"y &= \begin{cases} \mathrm{alpha} & \text{if } \sum_{k} x > 1 \cdot 10^{-5} \\ "
                r"-\exp\left(\pi\right) & \text{otherwise} \end{cases}"
            ),
        ),
        ("y = sigmoid(abs(alpha)) // 2", None),
        ("y = where(not (alpha < 1 and alpha != 2), rsqrt(alpha), floor(alpha) % 3)", None),
    ],
)
def test_notation(text, expected):
    printed = tex(text)
    assert expected is None or printed == expected
    assert printed.count("{") == printed.count("}")
    assert len(re.findall(r"\\left\b", printed)) == len(re.findall(r"\\right\b", printed))


SCALARS = Interface(
    tuple(Tensor(name, (), Sort.REAL) for name in ("x", "w", "gain")),
    (Tensor("y", (), Sort.REAL),),
    exact=True,
)
VALUES = {"x": 1.7, "w": -0.6, "gain": 2.5}


@needs("sympy")
@pytest.mark.parametrize(
    "text",
    [
        "x - (w - gain) - 1",
        "x / w / gain - x / (w / gain)",
        "-x ** 2 + (-x) ** 2 - x ** -w",
        "(x + w) * (x - gain) / sqrt(x ** 2 + 1e-3)",
        "2 * x * -w - -gain",
        "(x ** w) ** gain + x ** (w * gain)",
        "x - exp(-x / 2)",
        "gain * log(x + 1)",
        "gain - -w * x",
        "abs(w * x) / 2",
        "max(x, w * gain) - min(x, 3, w)",
        "x * floor(gain / w)",
        "2 * (gain // w)",
        "3 / ceil(w * gain)",
        "rsqrt(x * gain) * 1e30 * 1e-30",
        "2 * square(x - w)",
        "(x / (1 + exp(-x))) * (1 + x * (1 - 1 / (1 + exp(-x))))",
    ],
)
def test_sympy_reads_what_python_computes(text):
    report = Reporter(
        SpecText(f"y = {text}", Span(SourceFile("spec.td", ""), 0, 0)), "OPG0321", Diagnostics()
    )
    formula = resolve([(parse_statements(report), report)], Scope(SCALARS, {}))
    printed = formula_tex(formula).removeprefix("y &= ")
    # It has letters for names, and takes no blank for a product.
    printed = printed.replace(r"\mathrm{gain}", "g").replace(r"\,", r"\cdot ")
    read = importlib.import_module("sympy.parsing.latex").parse_latex(printed, backend="lark")
    letters = {**VALUES, "g": VALUES["gain"]}
    value = read.subs({symbol: letters[symbol.name] for symbol in read.free_symbols})
    own = {"rsqrt": lambda x: x**-0.5, "square": lambda x: x * x}
    known = {**vars(math), "abs": abs, "max": max, "min": min, **own, **VALUES}
    assert float(value) == pytest.approx(eval(text, known))
