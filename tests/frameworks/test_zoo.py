"""The zoo beside PyTorch's own operators: values and gradients on random arguments."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.build.project import ROOT
from tests.requirements import needs

if importlib.util.find_spec("torch"):
    import torch
    from torch._subclasses.fake_tensor import FakeTensorMode

    from tests.frameworks.zoo_cases import CASES, WITHOUT_PEER, Case, drawn, ours
else:
    CASES, WITHOUT_PEER = [], set()

pytestmark = [needs("pytorch"), needs("compiler")]

TOLERANCE = {"float64": 1e-9, "float32": 2e-4}
RUNNING = {"batch_norm": 1}
"""Operators of which only so many results have a gradient in PyTorch."""


@pytest.fixture(scope="module")
def zoo() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "generated" / "pytorch"))
        yield importlib.import_module("zoo_torch")


def _ids(case: Case) -> str:
    return f"{case.op}-{case.name}" if case.name else case.op


def _results(output: Any) -> list[Any]:
    return list(output) if isinstance(output, (tuple, list)) else [output]


def _gradients(outputs: list[Any], tensors: list[Any]) -> list[Any]:
    generator = torch.Generator().manual_seed(7)
    terms = [
        (torch.rand(part.shape, generator=generator, dtype=torch.float64) * part).sum()
        for part in outputs
        if part.is_floating_point()
    ]
    return list(torch.autograd.grad(sum(terms), tensors, allow_unused=True))


@pytest.mark.parametrize("case", CASES, ids=_ids)
@pytest.mark.parametrize("dtype", sorted(TOLERANCE))
def test_values_and_gradients_are_those_of_pytorch(zoo: ModuleType, case: Case, dtype: str) -> None:
    tensors, extra = drawn(case, getattr(torch, dtype))
    function = getattr(zoo, case.op)
    leaves = [tensor.clone().requires_grad_() for tensor in tensors]
    peers = [tensor.clone().requires_grad_() for tensor in tensors]
    actual = _results(ours(function, case, leaves, extra))
    expected = _results(case.theirs(*peers, *extra))
    tolerance = {"rtol": TOLERANCE[dtype], "atol": TOLERANCE[dtype]}
    assert len(actual) == len(expected)
    for got, wanted in zip(actual, expected, strict=True):
        torch.testing.assert_close(got, wanted, **tolerance)
    differentiable = [part for part in expected if part.requires_grad]
    if not differentiable:
        assert case.op in {"argmax", "less", "equal", "adamw_step"}
        return
    count = RUNNING.get(case.op, len(expected))
    found = _gradients(actual[:count], leaves)
    for got, wanted in zip(found, _gradients(expected[:count], peers), strict=True):
        if wanted is not None and got is not None:
            torch.testing.assert_close(got, wanted, **tolerance)


def test_every_forward_operator_has_a_peer() -> None:
    specs = "".join(path.read_text() for path in sorted(Path(ROOT / "specs/zoo").glob("*.td")))
    for op in sorted({case.op for case in CASES} | WITHOUT_PEER):
        assert f'"{op}"' in specs


def test_scatter_add_adds_as_pytorch_does(zoo: ModuleType) -> None:
    x, src = torch.randn(4, 6, dtype=torch.float64), torch.randn(3, 5, dtype=torch.float64)
    index = torch.randint(6, (3, 5))
    torch.testing.assert_close(zoo.scatter_add(x, index, src), x.scatter_add(1, index, src))
    written = x.clone()
    assert zoo.scatter_add_(written, index, src) is written
    torch.testing.assert_close(written, x.scatter_add(1, index, src))


def test_an_index_out_of_range_is_named(zoo: ModuleType) -> None:
    x = torch.zeros(2, 3)
    with pytest.raises(RuntimeError, match="gather: index: 3 is out of range for the 3 elements"):
        zoo.gather(x, torch.tensor([[3]]))
    with pytest.raises(RuntimeError, match="embedding: index: -1 is out of range"):
        zoo.embedding(x, torch.tensor([-1]))
    with pytest.raises(RuntimeError, match=r"cross_entropy: target\[1\] is 3, expected 0 to 2"):
        zoo.cross_entropy(x, torch.tensor([0, 3]))


def test_dropout_leaves_out_the_share_that_it_is_told(zoo: ModuleType) -> None:
    x = torch.ones(10_000)
    y, mask = zoo.dropout(x, 0.3, seed=5)
    assert abs(mask.float().mean().item() - 0.7) < 0.02
    torch.testing.assert_close(y, mask / 0.7)
    again, _ = zoo.dropout(x, 0.3, seed=5)
    other, _ = zoo.dropout(x, 0.3, seed=6)
    assert torch.equal(y, again)
    assert not torch.equal(y, other)


def test_uniform_numbers_fill_their_range(zoo: ModuleType) -> None:
    y = zoo.uniform([100, 100], -1.0, 3.0, seed=1)
    assert y.dtype == torch.float32
    assert y.min() >= -1
    assert y.max() <= 3
    assert abs(y.mean().item() - 1) < 0.05
    assert abs(y.std().item() - 4 / 12**0.5) < 0.05


def test_batch_norm_writes_running_statistics_in_place(zoo: ModuleType) -> None:
    x, weight, bias = torch.randn(4, 3, 2, 2), torch.rand(3), torch.rand(3)
    mean, var = torch.zeros(3), torch.ones(3)
    their_mean, their_var = mean.clone(), var.clone()
    zoo.batch_norm_(x, weight, bias, mean, var)
    torch.nn.functional.batch_norm(x, their_mean, their_var, weight, bias, training=True)
    torch.testing.assert_close(mean, their_mean)
    torch.testing.assert_close(var, their_var)


def test_autocast_is_registered_for_each_device_of_an_operator(zoo: ModuleType) -> None:
    has = torch._C._dispatch_has_kernel_for_dispatch_key
    assert {"relu", "linear"} < set(zoo.__all__)
    for op in ("relu", "linear", "softmax_grad"):
        assert has(f"zoo::{op}", "AutocastCPU")
        assert has(f"zoo::{op}", "AutocastCUDA")
    # There is nothing to cast: it takes no floating operand.
    assert not has("zoo::uniform", "AutocastCUDA")


@pytest.mark.parametrize("lower", ["float16", "bfloat16"])
def test_autocast_gives_its_own_element_type_on_its_own_device(zoo: ModuleType, lower: str) -> None:
    dtype, before = getattr(torch, lower), torch.get_autocast_dtype("cuda")
    with FakeTensorMode():
        there, here = torch.empty(3, device="cuda"), torch.empty(3)
        # torch.autocast("cuda") does nothing where there is no GPU.
        torch.set_autocast_dtype("cuda", dtype)
        torch.set_autocast_enabled("cuda", True)
        try:
            for call in (zoo.relu, torch.ops.zoo.relu):
                assert call(there).dtype == torch.nn.functional.linear(there, there).dtype == dtype
                assert call(there.double()).dtype == torch.float64
                assert call(here).dtype == torch.float32
        finally:
            torch.set_autocast_enabled("cuda", False)
            torch.set_autocast_dtype("cuda", before)
        assert zoo.relu(there).dtype == torch.float32


FORWARD = {
    "softmax": ((3, 5), lambda x: torch.softmax(x, -1)),
    "bmm": ((2, 3, 3), lambda x: x @ x),
    "topk": ((4, 6), lambda x: torch.topk(x, 2, 1).values),
    "sum": ((2, 3), lambda x: x.sum(1)),
    # The gradient of its gradient takes what the gradient gives.
    "logsumexp": ((3, 5), lambda x: torch.logsumexp(x, -1)),
    "cross_entropy": ((4, 6), lambda x: torch.nn.functional.cross_entropy(x, torch.arange(4))),
}
"""Operators whose Jacobians aren't diagonal: a shape of an operand, and PyTorch's own."""


@pytest.mark.parametrize("name", FORWARD)
def test_forward_mode_gives_the_tangents_of_pytorchs_own(zoo: ModuleType, name: str) -> None:
    ours = {
        "softmax": zoo.softmax,
        "bmm": lambda x: zoo.bmm(x, x),
        "topk": lambda x: zoo.topk(x, 2, axis=1)[0],
        "sum": lambda x: zoo.sum(x, axes=[1]),
        "logsumexp": zoo.logsumexp,
        "cross_entropy": lambda x: zoo.cross_entropy(x, torch.arange(4), reduction="mean"),
    }[name]
    shape, own = FORWARD[name]
    x, tangent = torch.randn(2, *shape, dtype=torch.float64)
    expected = torch.func.jvp(own, (x,), (tangent,))
    torch.testing.assert_close(torch.func.jvp(ours, (x,), (tangent,)), expected)
    torch.testing.assert_close(torch.func.jacfwd(ours)(x), torch.func.jacrev(own)(x))


def test_autocast_under_a_transform_has_the_type_of_the_device(zoo: ModuleType) -> None:
    x = torch.randn(5)
    for dtype in (torch.float16, torch.bfloat16):
        with torch.autocast("cpu", dtype):
            value, tangent = torch.func.jvp(zoo.relu, (x,), (torch.ones(5),))
        assert value.dtype == tangent.dtype == dtype
