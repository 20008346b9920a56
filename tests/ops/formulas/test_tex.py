"""Formulas in TeX: braces and \\left \\right in balance, and the usual notation."""

import re

import pytest

from opgen.diagnostics import Diagnostics
from opgen.ops.formulas.parser import parse_statements
from opgen.ops.formulas.resolve import Scope, resolve
from opgen.ops.formulas.terms import Interface, Sort, Tensor
from opgen.ops.formulas.tex import formula_tex
from opgen.ops.spec_text import Reporter, SpecText
from opgen.source import SourceFile, Span

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
