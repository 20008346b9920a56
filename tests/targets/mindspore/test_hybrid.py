"""Formulas in MindSpore's hybrid language, run as Python with stand-ins for the language."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from opgen.ops import OpSet
from opgen.targets.mindspore.hybrid import HybridKernel, hybrid_kernel
from tests.targets.formula_tree import formula_model

FORMULAS: dict[str, Callable[[float], float]] = {
    "2 ** x": lambda x: 2**x,
    "sqrt(4) * x": lambda x: 2 * x,
    "x - (1 - x)": lambda x: x - (1 - x),
    "x / (2 / x)": lambda x: x / (2 / x),
    "-x ** 2 - -x": lambda x: -(x**2) + x,
    "square(x - 1) * 2": lambda x: 2 * (x - 1) ** 2,
    "(x if x > 0 and not (x > 1) else -x) * 2": lambda x: 2 * (x if 0 < x <= 1 else -x),
    "max(x, 0.5, -x) % 2": lambda x: max(x, 0.5, -x) % 2,
    "log2(exp(x)) + sigmoid(x)": lambda x: x / math.log(2) + 1 / (1 + math.exp(-x)),
}
VALUES = (-1.5, -0.25, 0.75, 1.25, 3.0)

HEAD = """
include "opgen/OpBase.td"
def Own : Library<"own">;
"""
OP = """
def Formula{number}Op : Op<"formula_{number}", [Pure, Elementwise]> {{
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let expr = "y = {text}";
  let library = Own;
}}
"""


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> OpSet:
    spec = tmp_path_factory.mktemp("hybrid") / "own.td"
    ops = [OP.format(number=number, text=text) for number, text in enumerate(FORMULAS)]
    spec.write_text(HEAD + "".join(ops))
    return formula_model(spec)


@pytest.mark.parametrize("text", FORMULAS)
def test_a_kernel_computes_its_formula(model: OpSet, text: str) -> None:
    name = f"formula_{[*FORMULAS].index(text)}"
    kernel = hybrid_kernel(next(op for op in model.ops if op.name == name))
    assert isinstance(kernel, HybridKernel), kernel
    body = "\n".join(f"    {line}" for line in kernel.lines)
    language = {**vars(math), "power": pow, "output_tensor": np.zeros, "allocate": np.zeros}
    exec(f"def kernel({', '.join(kernel.parameters)}):\n{body}", language)
    made = language["kernel"](np.array(VALUES))
    assert made == pytest.approx([FORMULAS[text](value) for value in VALUES])
