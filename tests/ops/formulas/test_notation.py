"""Formulas in TeX and MathML, read as a person reads them, say what the formula computes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from opgen.diagnostics import Diagnostics
from opgen.ops import AttributeKind, Op, OpSet
from opgen.ops.formulas.mathml import formula_mathml
from opgen.ops.formulas.parser import parse_statements
from opgen.ops.formulas.resolve import Scope, resolve
from opgen.ops.formulas.terms import Formula, Interface, Sort, Tensor
from opgen.ops.formulas.tex import formula_tex
from opgen.ops.spec_text import Reporter, SpecText
from opgen.source import SourceFile, Span
from tests.build.committed import committed_model
from tests.requirements import needs
from tests.targets.kernel_tree import render

np = pytest.importorskip("numpy")
reading = pytest.importorskip("tests.ops.formulas.reading")

PRINTERS = {
    "MathML": lambda formula: reading.mathml_equations(formula_mathml(formula)),
    "TeX": lambda formula: reading.tex_equations(formula_tex(formula)),
}
SIZES = {"...": 2, "k": 3, "n": 4}
INTERFACE = Interface(
    (
        Tensor("x", ("...", "k"), Sort.REAL),
        Tensor("big_w", ("k", "n"), Sort.REAL),
        Tensor("b", ("n",), Sort.REAL, optional=True),
    ),
    (Tensor("y", ("...", "k", "n"), Sort.REAL),),
    exact=True,
)


def formula_of(text: str) -> Formula:
    report = Reporter(
        SpecText(text, Span(SourceFile("spec.td", f'"{text}"'), 0, 1)), "OPG0321", Diagnostics()
    )
    attributes = {"alpha": Sort.REAL, "count": Sort.INTEGER, "mode": Sort.TEXT}
    formula = resolve([(parse_statements(report), report)], Scope(INTERFACE, attributes))
    assert [d.message for d in report.diagnostics.items] == []
    return formula


def computed(equations: list[list[Any]], values: Any) -> dict[str, Any]:
    """What printed equations say of each result and temporary."""
    named = dict(values.named)
    for (kind, name), equals, *tokens in equations:
        assert (kind, equals) == ("name", ("op", "="))
        named[name] = reading.read(tokens)(replace(values, named=named))
    return named


def drawn(seed: int, *shape: int) -> Any:
    return np.random.default_rng(seed).uniform(-2, 2, shape)


X, W, B, ALPHA, COUNT = drawn(0, 2, 3, 1), drawn(1, 1, 3, 4), drawn(2, 1, 1, 4), -1.3, 5


def sum_k(value: Any) -> Any:
    return (value + np.zeros_like(X)).sum(axis=1, keepdims=True)


@pytest.mark.parametrize("printer", PRINTERS)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x - (big_w - alpha) - 1", X - (W - ALPHA) - 1),
        ("x / big_w / alpha - x / (big_w / alpha)", X / W / ALPHA - X / (W / ALPHA)),
        ("-x ** 2 + (-x) ** 2 - 2 ** -x", -(X**2) + X**2 - 2**-X),
        ("(x / 3) ** 2 * (x ** 2) ** 3", (X / 3) ** 2 * X**6),
        ("alpha - -big_w * x", ALPHA + W * X),
        ("-(-x) + -(x + alpha)", X - (X + ALPHA)),
        ("2 * x * -3 - x * 2 * 1e-3", -6 * X - X * 2e-3),
        ("real(x + alpha) * 2 - stop(x - alpha) * x", (X + ALPHA) * 2 - (X - ALPHA) * X),
        ("sum[k](x) * x + alpha", sum_k(X) * X + ALPHA),
        ("x * sum[k](x * big_w + 1) * x", X * sum_k(X * W + 1) * X),
        ("sum[k](x) + x - sum[k](-x)", sum_k(X) + X - sum_k(-X)),
        ("sum[k](x + alpha) ** 2", sum_k(X + ALPHA) ** 2),
        ("max[k](x) * alpha", X.max(axis=1, keepdims=True) * ALPHA),
        (
            "mean[k](min[n](x * big_w)) % 3",
            np.mod((X * W).min(axis=2, keepdims=True).mean(axis=1, keepdims=True), 3),
        ),
        ("sum[k](x) / size(k) + size(...)", sum_k(X) / 3 + 2),
        ("x * (count % 3) - count % 3 * x + count * 7 % 3", 0 * X + 2),
        ("(count * 3) // 2 + floor(x) * ceil(x)", 7 + np.floor(X) * np.ceil(X)),
        ("abs(x - alpha) * abs(x) ** -0.5", abs(X - ALPHA) * abs(X) ** -0.5),
        ("where((x > 0) == (big_w > 0), x, 2) * 2", np.where((X > 0) == (W > 0), X, 2) * 2),
        (
            "1 if not (x > 0 and x < 1 or big_w > 0) else 2",
            np.where(~(((X > 0) & (X < 1)) | (W > 0)), 1, 2),
        ),
        ("min(x, inf) + max(-inf, x, pi)", X + np.maximum(X, math.pi)),
        ("x * b if given(b) and alpha < 0 else x", X * B),
        ("x if mode == 'as_is' else -x", X),
        ("rsqrt(square(x) + 1) * sqrt(2)", np.sqrt(2) / np.sqrt(X * X + 1)),
        ("square(x - alpha) * 2", 2 * (X - ALPHA) * (X - ALPHA)),
        ("1 if x > -0.5 else -x * -2", np.where(X > -0.5, 1, 2 * X)),
        ("t = x + 1; y = t * t", (X + 1) ** 2),
        ("x * (big_w + 1e30) * 1e-30", X * (W + 1e30) * 1e-30),
    ],
)
def test_what_is_read_is_what_is_meant(printer: str, text: str, expected: Any) -> None:
    formula = formula_of(text if ";" in text else f"y = {text}")
    named = {"x": X, "big_w": W, "b": B, "alpha": ALPHA, "count": COUNT, "mode": "as is"}
    values = reading.Values(named, ("...", "k", "n"), SIZES)
    found = computed(PRINTERS[printer](formula), values)["y"]
    np.testing.assert_allclose(*np.broadcast_arrays(found, expected), rtol=1e-12)


def test_text_is_escaped() -> None:
    formula = formula_of("y = x if mode == '<a & b>' else 2 * x")
    assert "<mtext>&lt;a &amp; b&gt;</mtext>" in formula_mathml(formula)
    reading.mathml_tree(formula_mathml(formula))
    assert r"\text{\{50\%\}}" in formula_tex(formula_of("y = x if mode == '{50%}' else x"))


@pytest.fixture(scope="module")
def model() -> OpSet:
    """The operators of the committed specs, those that gradients were derived for included."""
    return committed_model()


@pytest.fixture(scope="module")
def references(model: OpSet) -> dict[str, Any]:
    """The references over NumPy arrays that kernels are compared with."""
    found = {}
    for path, file in render(model, ["samples"]).items():
        if path.endswith(".py"):
            module: dict[str, Any] = {"__name__": path}
            exec(file.text, module)
            found[path.removeprefix("samples/").removesuffix(".py")] = module["reference"]
    return found


def _attributes(op: Op, sample: dict[str, Any], axes: str) -> dict[str, Any]:
    given = op.public_attributes
    values = {a.name: 0 if a.kind is AttributeKind.SEED else a.default for a in given}
    values |= {a.name: None for a in given if a.flag}
    values |= {a.name: sample.get(a.name, values[a.name]) for a in given}
    if axes:
        values[axes] = (1,)
    return values


def _cases(op: Op) -> Iterator[tuple[dict[str, Any], frozenset[str], float]]:
    """Attributes of each sample, which operands are absent, and the least value of operands."""
    for sample in op.samples:
        absent = frozenset(name for name, tensor in sample.operands if tensor is None)
        for low in (-1.0, 0.1):
            yield dict(sample.attributes), absent, low


def _arrays(formula: Formula, absent: frozenset[str], low: float) -> dict[str, Any]:
    """Values of operands as they are, in the order of their own letters."""
    random = np.random.default_rng(7)
    letters = formula.order
    arrays: dict[str, Any] = {}
    for tensor in formula.interface.operands:
        shape = [2 + letters.index(letter) for letter in tensor.letters]
        value = random.uniform(low, 0.9, shape)
        whole = {Sort.BOOL: value > 0.3, Sort.INTEGER: np.floor(3 * value)}
        arrays[tensor.name] = None if tensor.name in absent else whole.get(tensor.sort, value)
    return arrays


def _spread(formula: Formula, name: str, array: Any) -> Any:
    """Return a tensor with all letters in order, of size 1 where it lacks one."""
    tensor = formula.interface.tensor(name)
    assert tensor is not None
    # A result may have kept all of them.
    if array is None or array.ndim != len(tensor.letters):
        return array
    order = sorted(range(array.ndim), key=lambda axis: formula.order.index(tensor.letters[axis]))
    shape = [
        array.shape[tensor.letters.index(letter)] if letter in tensor.letters else 1
        for letter in formula.order
    ]
    return np.transpose(array, order).reshape(shape)


def _compare(op: Op, reference: Any, printed: list[list[Any]]) -> bool:
    """Compare on all samples; return whether a number came out of any."""
    formula = op.formula
    assert formula is not None
    letters, compared = formula.order, False
    for sample, absent, low in _cases(op):
        attributes = _attributes(op, sample, formula.interface.axes)
        arrays = _arrays(formula, absent, low)
        named = {name: _spread(formula, name, array) for name, array in arrays.items()}
        shown = {n: v.replace("_", " ") if isinstance(v, str) else v for n, v in attributes.items()}
        # What names dimensions is a letter.
        shown.pop(formula.interface.axes, None)
        sizes = {letter: 2 + letters.index(letter) for letter in letters}
        with np.errstate(all="ignore"):
            found = computed(printed, reading.Values({**shown, **named}, letters, sizes))
            others = {o.name: None for o in op.operands}
            expected = reference(**{**others, **arrays, **attributes})
        results = expected if isinstance(expected, tuple) else (expected,)
        for result, value in zip(op.results, results, strict=True):
            whole = _spread(formula, result.name, np.asarray(value))
            pair = np.broadcast_arrays(whole, found[result.name])
            np.testing.assert_allclose(*pair, rtol=1e-6, atol=1e-9)
            compared |= bool(np.isfinite(pair[0]).any())
    return compared


@needs("numpy")
@pytest.mark.parametrize("printer", PRINTERS)
def test_formulas_of_all_specs_say_what_their_references_compute(
    model: OpSet, references: dict[str, Any], printer: str
) -> None:
    ops = [op for op in model.ops if op.formula is not None]
    assert len(ops) > 50
    for op in ops:
        printed = PRINTERS[printer](op.formula)
        try:
            compared = _compare(op, references[f"{op.library.name}/{op.name}"], printed)
        except Exception as error:
            error.add_note(f"{op.id}: {formula_tex(op.formula)}")
            raise
        assert compared, op.id
