"""Derivatives of formulas drawn at random agree with finite differences of their references."""

import importlib
import random
import zlib
from pathlib import Path

import pytest

from opgen.config import default_project
from opgen.diagnostics import Diagnostics
from opgen.ops.formulas.interface import interface_of, parameters_of
from opgen.ops.formulas.parser import parse_statements
from opgen.ops.formulas.resolve import Scope, resolve
from opgen.ops.formulas.text import formula_text
from opgen.ops.spec_text import Reporter, SpecText
from opgen.pipeline import Request, prepare
from opgen.source import SourceFile, Span
from tests.requirements import needs

UNARY = ["exp", "tanh", "sigmoid", "softplus", "sin", "square", "erf", "atan", "relu", "abs"]
SHAPES = {"x": (2, 3), "w": (3, 4), "b": (3,), "s": ()}
LETTERS = {"x": {"m", "k"}, "w": {"k", "n"}, "b": {"k"}, "s": set()}
COUNT = 60


def drawn(seed):
    """Return a formula that has a value for each k, and everything else reduced."""
    draw = random.Random(seed)

    def term(depth):  # noqa: PLR0911
        if depth == 0 or draw.random() < 0.15:
            name = draw.choice([*LETTERS, "alpha", "0.7", "2"])
            return name, LETTERS.get(name, set())
        kind = draw.randrange(7)
        first, letters = term(depth - 1)
        if kind == 0:
            return f"{draw.choice(UNARY)}({first})", letters
        if kind == 1 and letters:
            reduced = draw.sample(sorted(letters), draw.randrange(1, len(letters) + 1))
            function = draw.choice(["sum", "mean", "max", "min"])
            return f"{function}[{' '.join(reduced)}]({first})", letters - set(reduced)
        second, others = term(depth - 1)
        if kind == 2:
            return f"({first}) / (2 + square({second}))", letters | others
        if kind == 3:
            third, more = term(depth - 1)
            return f"where({first} > {third}, {first}, {second})", letters | others | more
        if kind == 4:
            function = draw.choice(["min", "max"])
            shift = draw.choice(["0.11", "0.23", "0.37", "0.41"])
            return f"{function}({first}, {second} + {shift})", letters | others
        return f"({first}) {draw.choice('+-*')} ({second})", letters | others

    value, letters = term(4)
    rest = sorted(letters - {"k"})
    return f"t = {value}; y = " + (f"sum[{' '.join(rest)}](t)" if rest else "t") + " + 0 * b"


def spec():
    ops = [
        f'def F{seed}Op : Op<"f{seed}", [Pure]> {{ let input = (ins Tensor:$x, Tensor:$w,'
        f" Tensor:$b, Tensor:$s); let output = (outs Tensor:$y); let attrs = (ins F64Attr:$alpha);"
        f' let dims = "m k, k n, k, -> k"; let expr = "{drawn(seed)}"; }}'
        for seed in range(COUNT)
    ]
    return 'include "opgen/OpBase.td"\n' + "\n".join(ops)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    file = tmp_path_factory.mktemp("formulas") / "spec.td"
    file.write_text(spec())
    diagnostics = Diagnostics()
    request = Request(default_project(file.parent), (file,), targets=("samples",))
    result = prepare(request, diagnostics)
    assert [d.message for d in diagnostics.items] == []
    references = {}
    for rendered in result.files:
        if rendered.path.endswith(".py"):
            namespace = {}
            exec(rendered.text, namespace)
            references[rendered.path.split("/")[-1].removesuffix(".py")] = namespace["reference"]
    return {op.name: op for op in result.model.ops}, references


@needs("numpy")
@pytest.mark.parametrize("seed", range(COUNT))
def test_gradients_are_slopes(prepared, seed):
    np = importlib.import_module("numpy")
    ops, references = prepared
    op, forward = ops[f"f{seed}"], references[f"f{seed}"]
    generator = np.random.default_rng(zlib.crc32(str(seed).encode()))
    values = {name: generator.uniform(-1.5, 1.5, shape) for name, shape in SHAPES.items()}
    dy = generator.uniform(-1, 1, SHAPES["b"])
    gradients = {}
    for rule in op.gradient:
        known = {**values, "y": forward(**values, alpha=0.8), "dy": dy, "alpha": 0.8}
        names = [{"RESULT_GRADIENT": f"d{a.name}"}.get(a.kind.name, a.name) for a in rule.arguments]
        found = references[rule.op](*(known[name] for name in names))
        found = found if isinstance(found, tuple) else (found,)
        gradients.update(zip(rule.targets, found, strict=True))
    for name, value in values.items():
        direction = generator.uniform(-1, 1, value.shape)
        step = 1e-6
        up, down = (
            (dy * forward(**{**values, name: value + sign * step * direction}, alpha=0.8)).sum()
            for sign in (1, -1)
        )
        expected = (up - down) / (2 * step)
        found = (gradients[name] * direction).sum() if name in gradients else 0.0
        assert found == pytest.approx(expected, rel=2e-5, abs=2e-6), drawn(seed)


def test_what_is_printed_is_what_was_read(prepared):
    ops, _ = prepared
    for op in ops.values():
        text = formula_text(op.formula)
        file = SourceFile("spec.td", f'"{text}"')
        report = Reporter(SpecText(text, Span(file, 0, len(text) + 2)), "OPG0321", Diagnostics())
        scope = Scope(interface_of(op), parameters_of(op))
        again = resolve([(parse_statements(report), report)], scope)
        assert again == op.formula, text


@pytest.mark.parametrize(
    ("formula", "gradient"),
    [
        ("y = x if s > 0 else 2 * x", "dx = where(s > 0, dy, 2 * dy)"),
        ("y = x if s > 0 else x", "dx = dy"),
        ("y = relu(x) if s > 0 else x", "dx = where(not s > 0 or x > 0, dy, 0)"),
        ("y = x if s > 0 else relu(x)", "dx = where(s > 0 or x > 0, dy, 0)"),
        ("y = x if s == 0 else x * x", "dx = where(s == 0, dy, 2 * dy * x)"),
        ("y = (x if s > 0 else s) + (s if s > 1 else x)", None),
    ],
)
def test_what_excludes_each_other_is_one_choice(
    formula: str, gradient: str | None, tmp_path: Path
) -> None:
    spec = tmp_path / "choice.td"
    spec.write_text(
        'include "opgen/OpBase.td"\n'
        'def FooOp : Op<"foo", []> {\n  let input = (ins Tensor:$x, Tensor:$s);\n'
        '  let output = (outs Tensor:$y);\n  let dims = "n, -> n";\n'
        f'  let nondiff = ["s"];\n  let expr = "{formula}";\n}}\n'
    )
    diagnostics = Diagnostics()
    model = prepare(Request(default_project(tmp_path), (spec,)), diagnostics).model
    assert model is not None
    text = next(op.expr for op in model.ops if op.name == "foo_grad")
    # Two conditions that have nothing to do with each other stay two terms.
    assert text == gradient or (gradient is None and text.count("where") == 2)
