"""Generated operators inside PyTorch: values, both routes of the gradient, transforms, errors."""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from opgen.ops import OpSet
from opgen.runners import verify
from tests.requirements import needs
from tests.targets.kernel_tree import STRICT, fill, render, write
from tests.targets.torch_ops import TORCH_BODIES, torch_ops

if importlib.util.find_spec("torch"):
    import torch

pytestmark = [needs("pytorch"), needs("compiler")]
CHECKS = Path(verify.__file__).with_name("torch_checks.py")


@pytest.fixture(scope="module")
def tree(kernel_tree: Path, model: OpSet) -> Path:
    """Two libraries: ``custom``, which the tests of kernels share, and ``probe``."""
    write(kernel_tree, render(model, ["pytorch"]))
    probes = OpSet(tuple(torch_ops()))
    write(kernel_tree, render(probes, ["samples", "kernels", "pytorch"]))
    fill(kernel_tree, TORCH_BODIES, "probe")
    return kernel_tree


@pytest.fixture(scope="module")
def packages(tree: Path) -> Iterator[SimpleNamespace]:
    """The generated packages of both libraries, compiled without a warning."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CXXFLAGS", STRICT)
        patch.setenv("TORCHINDUCTOR_FORCE_DISABLE_CACHES", "1")
        patch.syspath_prepend(str(tree / "pytorch"))
        names = ("custom_torch", "probe_torch")
        yield SimpleNamespace(**{name: importlib.import_module(name) for name in names})


@pytest.fixture(scope="module")
def ops(packages: SimpleNamespace) -> Any:
    return packages.custom_torch


@pytest.fixture(scope="module")
def probe(packages: SimpleNamespace) -> Any:
    return packages.probe_torch


@pytest.fixture(scope="module")
def checks(packages: SimpleNamespace) -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(CHECKS.parent))
        yield importlib.import_module("torch_suite.run")


def double(*shape: int) -> Any:
    generator = torch.Generator().manual_seed(sum(shape))
    return torch.rand(shape, dtype=torch.float64, generator=generator) + 0.1


@pytest.mark.parametrize(
    "name",
    [
        "custom.custom_linear",
        "custom.fused_add_scale_grad",
        "custom.leaky_relu_yzh",
        "custom.square_grad",
        "probe.added",
        "probe.biased",
        "probe.clashing",
        "probe.paired",
        "probe.reciprocal",
        "probe.scaled",
        "probe.several",
        "probe.summed",
        "probe.tripled",
    ],
)
def test_the_checks_of_verify_pass(tree: Path, checks: ModuleType, name: str) -> None:
    subject = checks.load_subject(tree, *name.split("."), quick=True)
    rows = list(checks.all_checks(subject))
    assert [row for row in rows if row["outcome"] == "failed"] == []
    assert sum(row["outcome"] == "passed" for row in rows) >= 15


def gradient_rows(checks: ModuleType, subject: Any) -> dict[str, tuple[str, str]]:
    rows = [checks.run(*check) for check in checks.check_gradients(subject)]
    return {row["check"]: (row["outcome"], row["detail"]) for row in rows}


def test_what_of_gradients_is_not_checked_is_a_row(tree: Path, checks: ModuleType) -> None:
    passed = ("passed", "")
    rows = gradient_rows(checks, checks.load_subject(tree, "probe", "scaled", quick=True))
    assert rows["gradcheck forward quarter"] == rows["gradgradcheck forward quarter"] == passed
    assert "no forward mode" not in rows

    rows = gradient_rows(checks, checks.load_subject(tree, "probe", "reciprocal", quick=True))
    assert rows["gradcheck forward basic"] == passed
    assert rows["gradgradcheck forward basic"] == (
        "skipped",
        "an operator that the gradient calls has no jvp",
    )

    rows = gradient_rows(checks, checks.load_subject(tree, "probe", "summed", quick=True))
    assert rows["gradcheck two"] == rows["no forward mode"] == passed
    assert rows["gradcheck batched"] == (
        "skipped",
        "PyTorch's checker batches no lists of tensors",
    )
    for check in ("gradcheck forward", "gradgradcheck forward"):
        assert rows[check] == ("skipped", "the operator has no jvp")


def test_an_operator_that_lost_its_forward_mode_fails(
    tree: Path, checks: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    subject = checks.load_subject(tree, "custom", "square", quick=True)
    assert gradient_rows(checks, subject)["forward mode"] == ("passed", "")
    monkeypatch.delattr(subject.function, "jvp")
    rows = gradient_rows(checks, subject)
    assert rows["forward mode"] == (
        "failed",
        "AssertionError: its gradient has a gradient, but the operator has no jvp",
    )
    assert rows["gradcheck forward"] == ("skipped", "the operator has no jvp")
    # Its gradient has none, so that nothing promises what its Jacobian allows.
    reciprocal = checks.load_subject(tree, "probe", "reciprocal", quick=True)
    assert "forward mode" not in gradient_rows(checks, reciprocal)


def test_gradients_without_finite_differences_are_rows(tree: Path, checks: ModuleType) -> None:
    subject = checks.load_subject(tree, "probe", "scaled", quick=True)
    single = replace(subject, document=subject.document | {"types": {"T": ["f32"]}})
    rows = gradient_rows(checks, single)
    assert rows["gradients quarter"] == ("passed", "")
    assert rows["gradcheck quarter"] == ("skipped", "takes none of f64")

    large = subject.samples()[0] | {"operands": {"x": {"shape": [500], "layout": "contiguous"}}}
    rows = gradient_rows(checks, replace(subject, document=subject.document | {"samples": [large]}))
    assert rows["gradcheck"] == ("skipped", "no sample has from 1 to 200 elements")


def test_attributes_of_every_type_arrive_unchanged(ops: Any) -> None:
    x = double(9)
    for call in (ops.attributes, torch.compile(ops.attributes, backend="eager", fullgraph=True)):
        given = call(x, -3, ratio=0.25, flag=True, axes=[5, -7], mask=[False, True], weights=[1.5])
        assert given.tolist()[:2] == [-3, 0.25]
        assert given.tolist()[3:] == [1, 2, -7, 2, 1, 1]
        defaults = call(x, 2**40).tolist()
        assert defaults[:2] == [2**40, 0.25]
        assert defaults[2] == pytest.approx(0.1)
        assert defaults[3:] == [1, 2, -1, 3, 0, 0]
    with pytest.raises(RuntimeError, match="attributes: mode: got other"):
        ops.attributes(x, 1, mode="other")


def test_compiled_code_gives_the_same_gradient_in_inductor(ops: Any) -> None:
    weight, x = double(4, 3).requires_grad_(), double(3, 5).t().requires_grad_()
    compiled = torch.compile(lambda *a: ops.square(ops.custom_linear(*a)), fullgraph=True)
    compiled(x, weight).sum().backward()
    expected = torch.autograd.grad((x @ weight.T).pow(2).sum(), (x, weight))
    torch.testing.assert_close((x.grad, weight.grad), expected)


def test_transforms_inside_compiled_code_are_right(ops: Any) -> None:
    x, t = double(3), torch.ones(3, dtype=torch.float64)

    def form(y: Any) -> Any:
        return (ops.square(y) * torch.arange(1.0, 4.0)).sum()

    weights = torch.arange(1.0, 4.0, dtype=torch.float64)
    cases: list[tuple[Callable[..., Any], Any]] = [
        (torch.func.grad(form), 2 * x * weights),
        (torch.func.hessian(form), torch.diag(2 * weights)),
        (torch.func.jacrev(torch.func.jacrev(form)), torch.diag(2 * weights)),
        (lambda y: torch.func.jvp(ops.square, (y,), (t,))[1], 2 * x),
        (torch.func.jacfwd(ops.square), torch.diag(2 * x)),
        (torch.func.vmap(torch.func.grad(ops.square)), 2 * x),
    ]
    for transformed, expected in cases:
        torch.testing.assert_close(transformed(x), expected)
        torch.compiler.reset()
        inside = torch.compile(lambda y, f=transformed: f(y), backend="aot_eager")
        torch.testing.assert_close(inside(x), expected)


def test_second_order_of_a_linear_layer_is_right(ops: Any) -> None:
    arguments = double(2, 3), double(4, 3), double(4)

    def second(layer: Callable[..., Any]) -> Any:
        def form(*a: Any) -> Any:
            return layer(*a).pow(2).sum()

        everything = (0, 1, 2)
        return torch.func.jacrev(torch.func.jacrev(form, everything), everything)(*arguments)

    torch.testing.assert_close(second(ops.custom_linear), second(torch.nn.functional.linear))


def test_forward_mode_raises_where_there_is_none(ops: Any) -> None:
    arguments = double(2, 3), double(4, 3)
    with pytest.raises(NotImplementedError, match="jvp"):
        torch.func.jvp(ops.custom_linear, arguments, arguments)


def test_no_gradient_is_an_error_and_never_zeros(probe: Any) -> None:
    y, dy = double(3).requires_grad_(), double(3).requires_grad_()
    (gradient,) = torch.autograd.grad(probe.reciprocal(y), y, dy, create_graph=True)
    with pytest.raises(RuntimeError, match=r"probe::reciprocal_grad has no gradient"):
        gradient.sum().backward()


def test_an_unused_result_contributes_zeros(ops: Any) -> None:
    dy, x, bias, scale = (
        t.requires_grad_() for t in (double(2, 3), double(2, 3), double(3), double())
    )
    _, _, dscale = ops.fused_add_scale_grad(dy, x, bias, scale)
    dscale.backward()
    torch.testing.assert_close(dy.grad, (x + bias).detach())
    torch.testing.assert_close(scale.grad, torch.zeros_like(scale))


def test_optional_operands_take_no_gradient_when_absent(ops: Any) -> None:
    for call in (ops.custom_linear, torch.ops.custom.custom_linear):
        x, weight, bias = double(2, 3).requires_grad_(), double(4, 3), double(4).requires_grad_()
        call(x, weight).sum().backward()
        torch.testing.assert_close(x.grad, weight.sum(0).expand(2, 3))
        call(x, weight, bias, use_bias=False).sum().backward()
        assert bias.grad.tolist() == [0, 0, 0, 0]


def test_lists_of_tensors_go_through_both_routes(probe: Any) -> None:
    x, parts = double(3).requires_grad_(), [double(2), double(2, 2)]
    expected = x.detach() + sum(part.sum() for part in parts)
    for call in (probe.summed, torch.ops.probe.summed):
        result = call(x, parts)
        torch.testing.assert_close(result.detach(), expected)
        torch.testing.assert_close(torch.autograd.grad(result.sum(), x)[0], torch.ones(3).double())
    batch = [torch.stack([part, 2 * part], 1) for part in parts]
    batched = torch.func.vmap(probe.summed, in_dims=(None, 1))(x.detach(), batch)
    singles = [probe.summed(x.detach(), [part.select(1, i) for part in batch]) for i in range(2)]
    torch.testing.assert_close(batched, torch.stack(singles))


def test_half_types_stay_in_autocast_where_kernels_take_them(ops: Any, probe: Any) -> None:
    x = double(3).float().requires_grad_()
    with torch.autocast("cpu", torch.bfloat16):
        low, high = probe.scaled(x), ops.square(x)
    assert (low.dtype, high.dtype) == (torch.bfloat16, torch.float32)
    low.sum().backward()
    assert x.grad.tolist() == [-3, -3, -3]


def test_a_batch_of_no_samples_has_the_shape_of_results(ops: Any) -> None:
    empty = double(0, 2, 3)
    batched = torch.func.vmap(ops.custom_linear, in_dims=(0, None))(empty, double(4, 3))
    assert batched.shape == (0, 2, 4)


def test_strided_operands_reach_a_kernel_that_takes_them(ops: Any) -> None:
    x, z = double(6, 4)[::2, ::3], double(2, 3).t()
    y, both = ops.walked(x, z)
    torch.testing.assert_close((y, both), (x.contiguous(), x * z))


MISFITS: list[tuple[str, Callable[[Any], Any], str]] = [
    (
        "dims",
        lambda ops: ops.custom_linear(double(2, 3), double(4, 2)),
        "custom_linear: weight: dim k is 2, expected 3 (from x)",
    ),
    (
        "rank",
        lambda ops: ops.custom_linear(double(), double(4, 2)),
        'custom_linear: x: shape [] doesn\'t have the dimensions "... k"',
    ),
    (
        "same shape",
        lambda ops: ops.square_grad(double(2, 3), double(1, 3)),
        "square_grad: dy: shape [1, 3], expected [2, 3] (from x)",
    ),
    (
        "broadcast",
        lambda ops: ops.fused_add_scale(double(2, 3), double(4), double()),
        "fused_add_scale: bias: dim 0 is 4, expected 1 or 3 (from x)",
    ),
    (
        "dtype",
        lambda ops: ops.square(double(2).int()),
        "square: x: expected f32 or f64, got i32",
    ),
    (
        "mixed dtypes",
        lambda ops: ops.square_grad(double(2), double(2).float()),
        "square_grad: dy: expected f64 as x, got f32",
    ),
    (
        "list",
        lambda ops: ops.many([double(2), double(3)]),
        "many: xs[1]: shape [3], expected [2] (from xs)",
    ),
]


@pytest.mark.parametrize(("call", "message"), [m[1:] for m in MISFITS], ids=[m[0] for m in MISFITS])
def test_kernels_and_fake_functions_say_the_same(
    ops: Any, call: Callable[[Any], Any], *, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(RuntimeError) as real:
        call(ops)
    assert str(real.value) == message
    original = double
    monkeypatch.setitem(globals(), "double", lambda *shape: original(*shape).to("meta"))
    with pytest.raises(RuntimeError) as fake:
        call(ops)
    assert str(fake.value) == message


def test_stubs_say_where_they_are(ops: Any) -> None:
    place = "kernels/custom/unwritten/unwritten_cpu.cc"
    with pytest.raises(RuntimeError, match=rf"^unwritten: kernel not written \({place}:\d+\)$"):
        ops.unwritten(double(2))
    place = "pytorch/custom_torch/by_hand_shape/fake.py"
    with pytest.raises(
        RuntimeError, match=rf"^by_hand_shape: fake function not written \({place}:\d+\)$"
    ):
        ops.by_hand_shape(double(2).to("meta"))


def test_a_binding_needs_no_library_of_torch_but_libtorch_cpu(tree: Path, probe: Any) -> None:
    (binding,) = (tree / ".opgen" / "cache" / "lib").glob("libprobe_torch-*.so")
    done = subprocess.run(
        ["readelf", "-d", str(binding)], capture_output=True, text=True, check=True
    )
    needed = [
        line.rpartition("[")[2].rstrip("]") for line in done.stdout.splitlines() if "NEEDED" in line
    ]
    assert [name for name in needed if "torch" in Path(name).name or "c10" in name] == [
        "libtorch_cpu.so"
    ]


BREAKS = {
    "biased": (
        "x.new_empty(shape, dtype=dtype)",
        "torch.empty_like(x)",
        "registration",
        "transposed",
    ),
    "scaled": ('"cpu": (torch.bfloat16, ', '"cpu": (', "autocast", "autocast"),
    "reciprocal": (
        "return from_x",
        "return 2 * from_x",
        "gradients",
        "gradcheck forward basic",
    ),
    "tripled": ("return x_grad", "return None", "gradients", "gradients basic"),
    "product": ("return a_grad, b_grad", "return b_grad, a_grad", "gradients", "gradcheck basic"),
    "clashing": ("vmap_elementwise", "vmap_broadcast", "transforms", "vmap bare op"),
    "added": ("vmap_broadcast", "vmap_each", "transforms", ""),
}
"""For each op a replacement in its module, the checks to run and the one that has to fail."""


def test_a_broken_binding_fails_the_checks(tree: Path, probe: Any) -> None:
    paths = {op: tree / "pytorch" / "probe_torch" / op / "__init__.py" for op in BREAKS}
    texts = {op: path.read_text() for op, path in paths.items()}
    try:
        for op, (right, wrong, _, _) in BREAKS.items():
            assert texts[op].count(right) == 1, op
            paths[op].write_text(texts[op].replace(right, wrong))
        script = (
            "import json, sys; from pathlib import Path; from torch_suite import run as c\n"
            "for op, group in zip(sys.argv[2::2], sys.argv[3::2]):\n"
            "    subject = c.load_subject(Path(sys.argv[1]), 'probe', op, quick=True)\n"
            "    checks = getattr(c, 'check_' + group)(subject)\n"
            "    print(json.dumps([op, [c.run(*check) for check in checks]]))\n"
        )
        wanted = [word for op, (_, _, group, _) in BREAKS.items() for word in (op, group)]
        done = subprocess.run(
            [sys.executable, "-c", script, str(tree), *wanted],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONPATH": str(CHECKS.parent)},
        )
    finally:
        for op, text in texts.items():
            paths[op].write_text(text)
    reports = dict(json.loads(line) for line in done.stdout.splitlines())
    for op, (_, _, _, check) in BREAKS.items():
        failed = " ".join(row["check"] for row in reports[op] if row["outcome"] == "failed")
        assert (check in failed) if check else not failed, (op, failed)


def test_an_unwritten_kernel_is_one_failed_row(tree: Path, ops: Any) -> None:
    command = [sys.executable, str(CHECKS), str(tree), "custom", "unwritten", "--quick"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    (row,) = map(json.loads, done.stdout.splitlines())
    assert done.returncode == 1
    assert (row["check"], row["outcome"]) == ("call", "failed")
    assert "kernel not written" in row["detail"]
