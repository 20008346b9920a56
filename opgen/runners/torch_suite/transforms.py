"""Compiled and exported code, the transforms of ``torch.func``, and autocast."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

import torch

from .subject import (
    DTYPES,
    Call,
    Check,
    Place,
    SkipError,
    Subject,
    Values,
    assert_equal,
    gradients_of,
    linear_form,
    outputs_of,
    over_tracked,
    tensors_of,
)

SIZE_OPS: Final = {"aten::sym_size", "aten::_assert_scalar", "aten::_assert_tensor_metadata"}

VARIANTS: Final = ("", " other", " third")
"""What tells the samples of a batch apart, all of which are in the domain."""


def check_compiled(subject: Subject) -> Iterator[Check]:
    """Compare compiled and exported code with eager code."""
    seen: set[str] = set()
    for sample in subject.samples():
        kind = "transposed" if sample["name"] == "transposed" else "plain"
        if kind in seen:
            continue
        seen.add(kind)
        name = sample["name"]
        for dynamic in (False, True):
            shapes = " dynamic" if dynamic else ""
            action = partial(_compiled, subject, sample, backend="aot_eager", dynamic=dynamic)
            yield f"compile aot_eager{shapes} {name}", action
        if not subject.quick:
            yield (
                f"compile inductor {name}",
                partial(_compiled, subject, sample, backend="inductor"),
            )
    yield "export", partial(_exported, subject)


def _compiled(
    subject: Subject, sample: Mapping[str, Any], *, backend: str, dynamic: bool = False
) -> None:
    torch.compiler.reset()
    values = subject.values(sample, subject.choice("f64", "f32", *DTYPES))
    compiled: Call = torch.compile(subject.call, fullgraph=True, backend=backend, dynamic=dynamic)
    assert_equal(compiled(values), subject.call(values))
    if subject.differentiable:
        _assert_gradients(compiled, subject, values)


def _assert_gradients(call: Call, subject: Subject, values: Values) -> None:
    actual, expected = (gradients_of(c, subject, values) for c in (call, subject.call))
    for got, wanted in zip(actual, expected, strict=True):
        assert got is not None, "a gradient is missing"
        assert wanted is not None, "a gradient is missing in eager code"
        assert_equal(got, wanted)


def _exported(subject: Subject) -> None:
    values = subject.values(subject.samples()[0], subject.choice("f64", "f32", *DTYPES))

    def forward(_: Any, operands: Values) -> Any:
        return subject.call(values | operands)

    module = type("Module", (torch.nn.Module,), {"forward": forward})()
    operands = {n: v for n, v in values.items() if tensors_of([v])}
    shapes = {n: _dynamic(v) for n, v in operands.items()}
    program = torch.export.export(module, (operands,), dynamic_shapes=(shapes,))
    nodes = [node.target for node in program.graph.nodes if node.op == "call_function"]
    # Beside operators the graph holds arithmetic of sizes, which is Python's, and their checks.
    nodes = [target for target in nodes if isinstance(target, type(subject.function.op))]
    nodes = [target for target in nodes if target.name().partition(".")[0] not in SIZE_OPS]
    assert nodes == [subject.function.op], f"the graph holds {nodes}"
    assert_equal(program.module()(operands), subject.call(values))


def _dynamic(value: Any) -> Any:
    """Return that the first axis of a tensor, or of each in a list, may have any size."""
    if isinstance(value, list):
        return [_dynamic(item) for item in value]
    return {0: torch.export.Dim.AUTO} if value.dim() else {}


def check_transforms(subject: Subject) -> Iterator[Check]:
    """Compare the transforms of ``torch.func`` with what they stand for."""
    for route, call in subject.routes:
        yield f"vmap {route}", partial(_vmap, subject, call)
    if subject.differentiable:
        yield "func.grad", partial(_func_grad, subject)
        yield "vmap of grad", partial(_vmap_grad, subject)


def _vmap(subject: Subject, call: Call) -> None:
    for sample in subject.samples():
        types = subject.choice("f64", "f32", *DTYPES)
        batch = [subject.values(sample, types, variant=variant) for variant in VARIANTS]
        tensors = [n for n, v in batch[0].items() if isinstance(v, torch.Tensor)]
        _assert_batched(call, batch, dict.fromkeys(tensors, 0))
        _assert_batched(call, batch, dict.fromkeys(tensors, -1))
        for name in tensors:
            _assert_batched(call, batch, {name: 0})


def _assert_batched(call: Call, batch: Sequence[Values], dims: Mapping[str, int]) -> None:
    values = batch[0]
    batches = {n: torch.stack([one[n] for one in batch], dim) for n, dim in dims.items()}
    names = list(batches)

    def over(*tensors: torch.Tensor) -> Any:
        return call(values | dict(zip(names, tensors, strict=True)))

    if not batches:
        raise SkipError("no operand is a tensor of its own")
    batched = torch.func.vmap(over, tuple(dims.values()))(*batches.values())
    singles = [
        outputs_of(over(*(batches[n].select(dim, i) for n, dim in dims.items())))
        for i in range(len(batch))
    ]
    assert_equal(batched, tuple(torch.stack(parts) for parts in zip(*singles, strict=True)))


def _func_grad(subject: Subject) -> None:
    for sample in subject.samples():
        values = subject.values(sample, subject.choice("f64", "f32"))
        gradient, tracked = _functional_gradient(subject, values)
        expected = gradients_of(subject.call, subject, values)
        for got, wanted in zip(gradient(*tracked.values()), expected, strict=True):
            assert wanted is not None, "a gradient is missing in eager code"
            assert_equal(got, wanted)


def _functional_gradient(
    subject: Subject, values: Values
) -> tuple[Callable[..., tuple[torch.Tensor, ...]], dict[Place, torch.Tensor]]:
    function, tracked = over_tracked(subject, subject.call, values)
    if not tracked:
        raise SkipError("the sample has no tensor with a gradient")

    def form(*tensors: torch.Tensor) -> torch.Tensor:
        return linear_form(function(*tensors))

    return torch.func.grad(form, tuple(range(len(tracked)))), tracked


def _vmap_grad(subject: Subject) -> None:
    types = subject.choice("f64", "f32")
    batch = [subject.values(subject.samples()[0], types, variant=v) for v in VARIANTS]
    gradient, _ = _functional_gradient(subject, batch[0])
    places = [subject.tracked_places(values) for values in batch]
    batches = [torch.stack([tracked[place] for tracked in places]) for place in places[0]]
    batched = torch.func.vmap(gradient)(*batches)
    for index in range(len(batch)):
        single = gradient(*(batch[index] for batch in batches))
        assert_equal(tuple(part[index] for part in batched), single)


def check_autocast(subject: Subject) -> Iterator[Check]:
    """See that autocast picks an element type that the operator takes, and trains."""
    yield "autocast", partial(_autocast, subject, subject.call)
    yield "autocast bare op", partial(_autocast, subject, subject.call_bare)
    yield "autocast half precision", partial(_autocast, subject, subject.call, torch.float16)
    if subject.differentiable:
        yield "autocast func.grad", partial(_autocast_grad, subject)
    compiled: Call = torch.compile(subject.call, fullgraph=True, backend="aot_eager")
    yield "autocast compiled", partial(_autocast, subject, compiled)


def _autocast(subject: Subject, call: Call, lower: torch.dtype = torch.bfloat16) -> None:
    torch.compiler.reset()
    wanted = _autocast_dtype(subject, lower)
    values = subject.values(subject.samples()[0], subject.choice("f32", "bf16"))
    lowered = {n: _lowered(v) for n, v in values.items()}
    for given in (values, lowered):
        tracked = subject.tracked(given)
        with torch.autocast("cpu", lower):
            output = call(tracked)
        _assert_dtypes(subject, output, wanted)
        if subject.differentiable:
            torch.autograd.backward([linear_form(output)])
            places = subject.tracked_places(tracked)
            missing = [name for (name, _), leaf in places.items() if leaf.grad is None]
            assert not missing, f"{', '.join(missing)} got no gradient"


def _autocast_dtype(subject: Subject, lower: torch.dtype) -> torch.dtype:
    """Return the element type that the operator has where autocast is asked for ``lower``."""
    types: Mapping[str, Sequence[str]] = subject.document["types"]
    used = {operand["type"] for operand in subject.document["operands"]}
    floating = [
        {DTYPES[name] for name in types[variable]}
        for variable in used
        if any(DTYPES[name].is_floating_point for name in types[variable])
    ]
    for dtype in (lower, torch.float32):
        if floating and all(dtype in taken for taken in floating):
            return dtype
    raise SkipError("autocast doesn't concern the operator")


def _assert_dtypes(subject: Subject, output: Any, wanted: torch.dtype) -> None:
    """See that the results with the element type of operands have the one of autocast."""
    cast = {operand["type"] for operand in subject.document["operands"]}
    public = [r for r in subject.document["results"] if "saved" not in r]
    parts = output if isinstance(output, tuple) else (output,)
    for result, part in zip(public, parts, strict=True):
        for tensor in outputs_of(part):
            is_right = tensor.dtype == wanted or not tensor.is_floating_point()
            assert is_right or result["type"] not in cast, f"a result is {tensor.dtype}"


def _autocast_grad(subject: Subject) -> None:
    _autocast_dtype(subject, torch.bfloat16)
    values = subject.values(subject.samples()[0], subject.choice("f32", "bf16"))
    gradient, tracked = _functional_gradient(subject, values)
    with torch.autocast("cpu", torch.bfloat16):
        actual = gradient(*tracked.values())
    expected = gradient(*tracked.values())
    for got, wanted, given in zip(actual, expected, tracked.values(), strict=True):
        assert got.dtype == given.dtype, f"a gradient is {got.dtype}"
        assert_equal(got, wanted, subject.tolerance("bf16"))


def _lowered(value: Any) -> Any:
    if isinstance(value, list):
        return [_lowered(item) for item in value]
    is_single = isinstance(value, torch.Tensor) and value.dtype == torch.float32
    return value.bfloat16() if is_single else value
