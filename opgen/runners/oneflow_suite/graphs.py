"""Static graphs and global tensors: what they compute equals what eager calls compute."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

import oneflow
from numpy_suite.subject import SkipError

from .subject import Check, Subject, Values, assert_close, cotangents, flat, replaced

RATE: Final = 0.125
_SPLIT: Final = re.compile(r"S\((\d+)\)\Z")


def check_global(subject: Subject) -> Iterator[Check]:
    """Run every signature of the spec with global tensors on one device."""
    for sample in subject.samples[:1] if subject.quick else subject.samples:
        for signature in sample.get("signatures", []):
            name = f"global {sample['name']} {signature}"
            yield name, partial(_global, subject, sample, signature)
        yield f"global {sample['name']} broadcast", partial(_global, subject, sample, "")


def _global(subject: Subject, sample: Mapping[str, Any], signature: str) -> None:
    values = subject.given(sample, subject.choice("f64", "f32"))
    expected = subject.call(values)
    placement = oneflow.placement("cpu", [0])
    tensors = [
        tensor
        for operand in subject.document["operands"]
        for tensor in flat([values[operand["name"]]])
    ]
    placed = signature.partition("->")[0].split() or ["B"] * len(tensors)
    assert len(placed) == len(tensors), f"{signature} is for another number of tensors"
    waiting = iter(placed)

    def to_global(tensor: Any) -> Any:
        return tensor.to_global(placement=placement, sbp=_sbp(next(waiting)))

    moved = dict(values)
    for operand in subject.document["operands"]:
        moved[operand["name"]] = replaced(values[operand["name"]], to_global)
    for got, wanted in zip(subject.call(moved), expected, strict=True):
        assert got.is_global, "a result isn't global"
        local = got.to_global(placement=placement, sbp=oneflow.sbp.broadcast).to_local()
        assert_close(local, wanted, tolerance=1e-12)


def _sbp(placement: str) -> Any:
    match = _SPLIT.match(placement)
    if match:
        return oneflow.sbp.split(int(match[1]))
    return oneflow.sbp.broadcast if placement == "B" else oneflow.sbp.partial_sum


def check_graphs(subject: Subject) -> Iterator[Check]:
    """Compare graphs with eager calls; after one that fails OneFlow can't make another."""
    failed: list[str] = []
    for sample in subject.samples[:1] if subject.quick else subject.samples:
        run = partial(_forward, subject, sample)
        yield f"graph {sample['name']}", partial(_unless_failed, failed, run)
    if subject.differentiable:
        for sample in subject.samples[:1]:
            run = partial(_training, subject, sample)
            yield f"graph training {sample['name']}", partial(_unless_failed, failed, run)


def _unless_failed(failed: list[str], run: partial[None]) -> None:
    if failed:
        raise SkipError(f"OneFlow can't make a graph after one that failed: {failed[0]}")
    try:
        run()
    except SkipError:
        raise
    except Exception as error:
        failed.append(type(error).__name__)
        raise


def _forward(subject: Subject, sample: Mapping[str, Any]) -> None:
    values = subject.given(sample, subject.choice("f64", "f32", "i64", "i32"))
    names = [operand["name"] for operand in subject.document["operands"]]
    rest = {name: value for name, value in values.items() if name not in names}
    seeds = {a["name"]: 5 for a in subject.document["attributes"] if a["kind"] == "seed"}

    class Graph(oneflow.nn.Graph):  # type: ignore[misc]  # has no types
        def build(self, *operands: Any) -> Any:
            given = {**dict(zip(names, operands, strict=True)), **rest, **seeds}
            return tuple(subject.call(given))

    if not flat([values[name] for name in names]):
        raise SkipError("a graph needs a tensor to start from")
    if not all(tensor.numel() for tensor in flat([values[name] for name in names])):
        raise SkipError("a graph takes no empty tensor: OneFlow would end the process")
    results = Graph()(*(values[name] for name in names))
    expected = subject.call({**values, **seeds})
    for got, wanted in zip(flat([results]), expected, strict=True):
        assert_close(got, wanted, tolerance=0)


class _Layer(oneflow.nn.Module):  # type: ignore[misc]  # has no types
    """The operator with its differentiable operands as parameters."""

    def __init__(self, subject: Subject, values: Values) -> None:
        super().__init__()
        self.subject = subject
        self.values = values
        self.trained = [
            name
            for name in subject.differentiable
            if isinstance(values[name], oneflow.Tensor) and values[name].is_floating_point()
        ]
        for name in self.trained:
            parameter = oneflow.nn.Parameter(values[name].detach().clone())
            self.register_parameter(f"operand_{name}", parameter)

    def forward(self, *weights: Any) -> Any:
        given = dict(self.values)
        given.update({name: getattr(self, f"operand_{name}") for name in self.trained})
        outputs = [o for o in self.subject.call(given) if o.requires_grad or weights]
        kept = outputs[: len(weights)]
        return sum((o * w).sum() for o, w in zip(kept, weights, strict=True))


class _Training(oneflow.nn.Graph):  # type: ignore[misc]  # has no types
    """One step of descent."""

    def __init__(self, layer: _Layer, optimizer: Any) -> None:
        super().__init__()
        self.layer = layer
        self.add_optimizer(optimizer)

    def build(self, *weights: Any) -> Any:
        loss = self.layer(*weights)
        loss.backward()
        return loss


def _training(subject: Subject, sample: Mapping[str, Any]) -> None:
    """A step of descent in a graph moves parameters as one in eager code does."""
    values = subject.given(sample, subject.choice("f32"))
    layers = [_Layer(subject, values) for _ in range(2)]
    if not layers[0].trained or len(subject.results) != len(subject.call(values)):
        raise SkipError("no operand can be a parameter")
    if any(isinstance(values[operand["name"]], list) for operand in subject.document["operands"]):
        raise SkipError("lists of tensors aren't parameters")
    outputs = subject.call(values)
    if not outputs[0].is_floating_point():
        raise SkipError("the first result isn't differentiable")
    weights = cotangents(outputs[:1])
    optimizers = [oneflow.optim.SGD(layer.parameters(), lr=RATE) for layer in layers]
    layers[0](*weights).backward()
    optimizers[0].step()
    _Training(layers[1], optimizers[1])(*weights)
    pairs = zip(layers[0].named_parameters(), layers[1].named_parameters(), strict=True)
    for (name, wanted), (_, got) in pairs:
        assert_close(got, wanted, tolerance=1e-6, what=name)
