"""Signatures for several devices: as OneFlow and DTensor have them, and right on simulated ones."""

from __future__ import annotations

import itertools
import random
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from opgen.config import default_project
from opgen.diagnostics import Diagnostics
from opgen.ops import Op
from opgen.ops.letters import GivenCall, GivenTensor
from opgen.ops.reference import reference_body
from opgen.ops.sbp import signatures
from opgen.pipeline import Request, prepare
from opgen.runners.sbp_checks import check_signature
from tests.requirements import needs

SPECS = """
class Tried<string name, list<Trait> traits = []> : Op<name, !listconcat([NoGrad], traits)>;

def MatmulOp : Tried<"matmul"> {
  let input = (ins Tensor:$a, Tensor:$b);
  let output = (outs Tensor:$y);
  let dims = "m k, k n -> m n";
  let linear = ["a", "b"];
  let reference = [{ return a @ b }];
}
def BatchedOp : Tried<"batched"> {
  let input = (ins Tensor:$a, Tensor:$b);
  let output = (outs Tensor:$y);
  let dims = "... m k, ... k n -> ... m n";
  let linear = ["a", "b"];
  let reference = [{ return a @ b }];
}
def TotalOp : Tried<"total"> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let dims = "... c -> ...";
  let linear = ["x"];
  let reference = [{ return x.sum(-1) }];
}
def MeanOp : Tried<"mean"> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let dims = "... c -> ...";
  let no_split = ["c"];
  let reference = [{ return x.mean(-1) }];
}
def SoftmaxOp : Tried<"softmax"> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let dims = "... c -> ... c";
  let no_split = ["c"];
  let reference = [{
    e = np.exp(x - x.max(-1, keepdims=True, initial=-1e9))
    return e / e.sum(-1, keepdims=True)
  }];
}
def LayerNormOp : Tried<"layer_norm"> {
  let input = (ins Tensor:$x, Tensor:$gamma, Optional<Tensor>:$beta);
  let output = (outs Tensor:$y, Tensor:$mean, Tensor:$rstd);
  let dims = "... c, c, c -> ... c, ..., ...";
  let no_split = ["c"];
  let reference = [{
    mean = x.mean(-1)
    rstd = 1 / np.sqrt(x.var(-1) + 1e-5)
    y = (x - mean[..., None]) * rstd[..., None] * gamma
    return y if beta is None else y + beta, mean, rstd
  }];
}
def ConcatOp : Tried<"concat"> {
  let input = (ins Variadic<Tensor>:$xs, Tensor:$x);
  let output = (outs Tensor:$y);
  let sbp = ["xs:P x:P -> P", "xs:S(1) x:S(1) -> S(1)"];
  let reference = [{ return np.concatenate([*(xs or ()), x], axis=0) }];
}
def AddOp : Tried<"add", [Elementwise]> {
  let input = (ins Tensor:$x, Tensor:$y);
  let output = (outs Tensor:$z);
  let shape = Broadcast<["x", "y"]>;
  let sbp = ["x:P y:P -> P"];
  let reference = [{ return x + y }];
}
def DiagonalOp : Tried<"diagonal"> {
  let input = (ins Tensor:$x, Tensor:$w);
  let output = (outs Tensor:$y);
  let dims = "n n, n m -> n m";
  let linear = ["w"];
  let reference = [{ return np.diagonal(x)[:, None] * w }];
}
def LinearOp : Tried<"linear"> {
  let input = (ins Tensor:$x, Tensor:$w, Optional<Tensor>:$bias);
  let output = (outs Tensor:$y);
  let dims = "... k, n k, n -> ... n";
  let sbp = ["x:S(-1) w:S(1) -> P"];
  let reference = [{ return x @ w.T if bias is None else x @ w.T + bias }];
}
"""

Evaluate = Callable[[Sequence[np.ndarray]], list[np.ndarray]]


def read(directory: Path, text: str) -> dict[str, Op]:
    spec = directory / "spec.td"
    spec.write_text('include "opgen/OpBase.td"\n' + text)
    diagnostics = Diagnostics()
    project = replace(default_project(directory), targets=("samples",))
    model = prepare(Request(project, (spec,)), diagnostics).model
    assert [d.message for d in diagnostics.items] == []
    return {op.name: op for op in model.ops}


@pytest.fixture(scope="module")
def ops(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Op]:
    return read(tmp_path_factory.mktemp("sbp"), SPECS)


def given(op: Op, *tensors: tuple[str, tuple[int, ...]], **attributes: object) -> GivenCall:
    return GivenCall(op, tuple(GivenTensor(*tensor) for tensor in tensors), attributes)


def derived(op: Op, *tensors: tuple[str, tuple[int, ...]], **attributes: object) -> list[str]:
    return [str(s) for s in signatures(given(op, *tensors, **attributes))]


def reference(op: Op, names: Sequence[str]) -> Evaluate:
    """Return the op's reference over the tensors of the operands ``names``, in that order."""
    scope: dict[str, object] = {"np": np}
    parameters = ", ".join(f"{operand.name}=None" for operand in op.operands)
    body = textwrap.indent(reference_body(op.reference), "    ")
    exec(f"def call({parameters}):\n{body}", scope)

    def evaluate(tensors: Sequence[np.ndarray]) -> list[np.ndarray]:
        arguments: dict[str, object] = {}
        for name, tensor in zip(names, tensors, strict=True):
            if name == "xs":
                arguments.setdefault(name, []).append(tensor)
            else:
                arguments[name] = tensor
        results = scope["call"](**arguments)
        return list(results) if isinstance(results, tuple) else [results]

    return evaluate


def try_all(op: Op, *tensors: tuple[str, tuple[int, ...]]) -> int:
    """Check every signature of a call on simulated devices; return how many could be."""
    generator = np.random.default_rng(5)
    arrays = [generator.uniform(-1, 1, size=shape) for _, shape in tensors]
    evaluate = reference(op, [name for name, _ in tensors])
    return sum(
        check_signature(evaluate, arrays, signature, generator=generator, tolerance=1e-12)
        for signature in derived(op, *tensors)
    )


ONEFLOW_MATMUL = [
    "S(0) B -> S(0)",
    "S(1) S(0) -> P",
    "B S(1) -> S(1)",
    "P B -> P",
    "B P -> P",
]
"""What ``MatmulOp::GetSbp`` of OneFlow builds for matrices that aren't transposed."""


def test_matmul_has_the_five_of_oneflow(ops: dict[str, Op]) -> None:
    assert derived(ops["matmul"], ("a", (4, 3)), ("b", (3, 5))) == ONEFLOW_MATMUL


@needs("pytorch")
def test_matmul_has_those_of_dtensor(ops: dict[str, Op]) -> None:
    matrix_ops = pytest.importorskip("torch.distributed.tensor._ops._matrix_ops")
    strategies = matrix_ops.gen_single_dim_einsum_strategies("mk,kn->mn")
    theirs = {tuple(map(_spelled, strategy)) for strategy in strategies}
    ours = derived(ops["matmul"], ("a", (4, 3)), ("b", (3, 5)))
    expected = {
        (result, *operands.split()) for operands, _, result in (s.partition(" -> ") for s in ours)
    }
    assert {strategy for strategy in theirs if "avg" not in strategy} == expected


def _spelled(placement: object) -> str:
    if hasattr(placement, "dim"):
        return f"S({placement.dim})"
    reduced = getattr(placement, "reduce_op", None)
    return "B" if reduced is None else {"sum": "P"}.get(reduced, reduced)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (
            (2, 4, 3),
            (2, 3, 5),
            ["S(0) S(0) -> S(0)", "S(1) B -> S(1)", "S(2) S(1) -> P", "B S(2) -> S(2)"],
        ),
        (
            (6, 2, 4, 3),
            (2, 3, 5),
            [
                "S(0) B -> S(0)",
                "S(1) S(0) -> S(1)",
                "S(2) B -> S(2)",
                "S(3) S(1) -> P",
                "B S(2) -> S(3)",
            ],
        ),
        (
            (2, 1, 4, 3),
            (1, 6, 3, 5),
            [
                "S(0) B -> S(0)",
                "S(2) B -> S(2)",
                "S(3) S(2) -> P",
                "B S(1) -> S(1)",
                "B S(3) -> S(3)",
            ],
        ),
    ],
)
def test_batches_are_counted_from_the_right(
    ops: dict[str, Op], a: tuple[int, ...], b: tuple[int, ...], expected: list[str]
) -> None:
    found = derived(ops["batched"], ("a", a), ("b", b))
    assert found == [*expected, "P B -> P", "B P -> P"]


@pytest.mark.parametrize(
    ("name", "tensors", "count"),
    [
        ("matmul", [("a", (4, 3)), ("b", (3, 5))], 5),
        ("batched", [("a", (2, 2, 4, 3)), ("b", (2, 2, 3, 5))], 7),
        ("batched", [("a", (2, 1, 4, 3)), ("b", (1, 6, 3, 5))], 7),
        ("batched", [("a", (4, 3)), ("b", (2, 6, 3, 5))], 7),
        ("total", [("x", (4, 3, 2))], 4),
        ("total", [("x", (3,))], 2),
        ("mean", [("x", (4, 3, 2))], 2),
        ("softmax", [("x", (4, 3, 2))], 2),
        ("layer_norm", [("x", (4, 3, 2)), ("gamma", (2,))], 2),
        ("layer_norm", [("x", (4, 3, 2)), ("gamma", (2,)), ("beta", (2,))], 2),
        ("concat", [("xs", (4, 3)), ("xs", (2, 3)), ("x", (5, 3))], 2),
        ("concat", [("x", (5, 3))], 2),
        ("add", [("x", (4, 3)), ("y", (3,))], 3),
        ("add", [("x", (4, 1)), ("y", (1, 3))], 3),
        ("diagonal", [("x", (3, 3)), ("w", (3, 4))], 2),
        ("linear", [("x", (2, 4, 3)), ("w", (5, 3))], 4),
        ("linear", [("x", (2, 4, 3)), ("w", (5, 3)), ("bias", (5,))], 3),
    ],
)
def test_parts_make_the_whole(
    ops: dict[str, Op], name: str, tensors: list[tuple[str, tuple[int, ...]]], count: int
) -> None:
    assert try_all(ops[name], *tensors) == count


def test_parts_make_the_whole_of_random_products(ops: dict[str, Op]) -> None:
    rng = random.Random(11)
    for _ in range(100):
        batch = [rng.choice((1, 2, 3)) for _ in range(rng.randrange(4))]
        m, k, n = (rng.choice((1, 2, 3)) for _ in range(3))
        shapes = [_shrunk(rng, batch), _shrunk(rng, batch)]
        assert try_all(ops["batched"], ("a", (*shapes[0], m, k)), ("b", (*shapes[1], k, n))) >= 2


def _shrunk(rng: random.Random, batch: list[int]) -> list[int]:
    kept = batch[rng.randrange(len(batch) + 1) :]
    return [rng.choice((1, size)) for size in kept]


WRONG = {
    "softmax": ('let no_split = ["c"];', ""),
    "mean": ('let no_split = ["c"];', 'let linear = ["x"];'),
    "layer_norm": ('let no_split = ["c"];', 'let linear = ["gamma"];'),
    "add": ('let sbp = ["x:P y:P -> P"];', 'let linear = ["x", "y"];'),
    "linear": ('let sbp = ["x:S(-1) w:S(1) -> P"];', 'let linear = ["x"];'),
    "concat": ('"xs:S(1) x:S(1) -> S(1)"', '"xs:S(0) x:S(0) -> S(0)"'),
    "total": ('let linear = ["x"];', 'let sbp = ["x:S(-1) -> B"];'),
}
TRIED = {
    "softmax": [("x", (4, 3))],
    "mean": [("x", (4, 3))],
    "layer_norm": [("x", (4, 3)), ("gamma", (3,)), ("beta", (3,))],
    "add": [("x", (4, 3)), ("y", (3,))],
    "linear": [("x", (4, 3)), ("w", (5, 3)), ("bias", (5,))],
    "concat": [("xs", (4, 3)), ("x", (5, 3))],
    "total": [("x", (4, 3))],
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_rule_is_found(tmp_path: Path, name: str) -> None:
    start = SPECS.index(f'Tried<"{name}"')
    right, wrong = WRONG[name]
    assert right in SPECS[start:]
    op = read(tmp_path, SPECS[:start] + SPECS[start:].replace(right, wrong, 1))[name]
    with pytest.raises(AssertionError, match="don't make the whole"):
        try_all(op, *TRIED[name])


def test_rules_that_follow_attributes(tmp_path: Path) -> None:
    text = """
    class Reduced<string name> : Op<name, [NoGrad]> {
      let input = (ins Tensor:$x);
      let output = (outs Tensor:$y);
      let attrs = (ins DefaultValuedAttr<SI64ArrayAttr, "[-1]">:$axes,
                       DefaultValuedAttr<BoolAttr, "false">:$keepdim);
      let shape = Reduce<"x", "axes", "keepdim">;
    }
    def PeakOp : Reduced<"peak">;
    def SumOp : Reduced<"total"> { let linear = ["x"]; }
    def JoinOp : Op<"join", [NoGrad]> {
      let input = (ins Variadic<Tensor>:$xs);
      let output = (outs Tensor:$y);
      let attrs = (ins SI64Attr:$axis);
      let shape = Concat<"xs", "axis">;
      let linear = ["xs"];
    }
    def ProductOp : Op<"product", [NoGrad]> {
      let input = (ins Tensor:$a, Tensor:$b);
      let output = (outs Tensor:$y);
      let attrs = (ins DefaultValuedAttr<BoolAttr, "false">:$turned);
      let dims = "m k, k n -> m n";
      let dims_if = [DimsIf<"turned", "k m, k n -> m n">];
      let no_split = ["m", "n"];
      let linear = ["a"];
    }
    def DrawOp : Op<"draw", [NoGrad, Elementwise]> {
      let input = (ins Tensor:$x);
      let output = (outs Tensor:$y);
      let attrs = (ins SeedAttr:$seed);
      let shape = SameAs<"x">;
    }
    """
    ops = read(tmp_path, text)
    x = ("x", (4, 3, 2))
    assert derived(ops["peak"], x) == ["S(0) -> S(0)", "S(1) -> S(1)"]
    assert derived(ops["peak"], x, axes=(0,)) == ["S(1) -> S(0)", "S(2) -> S(1)"]
    assert derived(ops["peak"], x, axes=(0,), keepdim=True) == ["S(1) -> S(1)", "S(2) -> S(2)"]
    assert derived(ops["peak"], x, axes=()) == []
    assert derived(ops["total"], x, axes=(1,)) == [
        "S(0) -> S(0)",
        "S(1) -> P",
        "S(2) -> S(1)",
        "P -> P",
    ]
    parts = [("xs", (4, 3)), ("xs", (2, 3))]
    assert derived(ops["join"], *parts, axis=0) == ["S(1) S(1) -> S(1)", "P P -> P"]
    tensors = [("a", (4, 3)), ("b", (3, 5))]
    assert derived(ops["product"], *tensors) == ["S(1) S(0) -> P", "P B -> P"]
    assert derived(ops["product"], *tensors, turned=True) == ["S(0) S(0) -> P", "P B -> P"]
    assert derived(ops["draw"], x) == []


def test_a_line_replaces_what_is_derived(tmp_path: Path) -> None:
    text = SPECS.replace('let linear = ["a", "b"];', 'let sbp = ["b:S(1) a:B -> P"];')
    found = derived(read(tmp_path, text)["matmul"], ("a", (4, 3)), ("b", (3, 5)))
    assert found == ["S(0) B -> S(0)", "B S(1) -> P"]


def test_a_line_with_an_axis_that_a_tensor_lacks_does_not_count(ops: dict[str, Op]) -> None:
    assert derived(ops["concat"], ("xs", (4,)), ("x", (5,))) == ["P P -> P"]


def test_nothing_is_derived_for_an_op_that_may_mix_elements(tmp_path: Path) -> None:
    text = """
    def MixOp : Op<"mix", [NoGrad]> {
      let input = (ins Tensor:$x);
      let output = (outs Tensor:$y);
      let shape = SameAs<"x">;
    }
    def PeakOp : Op<"peak", [NoGrad]> {
      let input = (ins Tensor:$x);
      let output = (outs Tensor:$y);
      let dims = "n c -> n";
    }
    """
    ops = read(tmp_path, text)
    assert derived(ops["mix"], ("x", (4, 3))) == []
    # Nothing says whether the op sums over c, so c isn't cut.
    assert derived(ops["peak"], ("x", (4, 3))) == ["S(0) -> S(0)"]


def test_any_line_is_read_or_refused(tmp_path: Path) -> None:
    rng = random.Random(3)
    pieces = ["a", "b", ":", "S(0)", "S(", "B", "P", "->", " ", ",", "(", "1)", "S(-9)", "é"]
    lines = ["".join(rng.choices(pieces, k=rng.randrange(12))) for _ in range(60)]
    for number, line in enumerate(itertools.chain(lines, ["", "->", "a:S(0) b:B->S(0)"])):
        spec = tmp_path / f"{number}.td"
        spec.write_text(
            'include "opgen/OpBase.td"\ndef FooOp : Op<"foo", [NoGrad]> {\n'
            "  let input = (ins Tensor:$a, Tensor:$b);\n  let output = (outs Tensor:$y);\n"
            f'  let sbp = ["{line}"];\n}}\n'
        )
        diagnostics = Diagnostics()
        project = replace(default_project(tmp_path), targets=("samples",))
        prepare(Request(project, (spec,)), diagnostics)
        assert {d.code for d in diagnostics.items} <= {"OPG0352"}
        good = not diagnostics.items
    assert good
