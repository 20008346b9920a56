"""An operator of an Ascend C library without a device: what MindSpore infers, and its gradient.

Kernels of the CPU stand in for those of the library.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator, Mapping
from functools import partial
from types import SimpleNamespace
from typing import Any
from unittest import mock

import mindspore as ms
from mindspore import ops
from mindspore.ops.operations import custom_ops
from numpy_suite.subject import SkipError

from .gradients import gradients_of, positions_of, weighted
from .nets import Net
from .subject import Arguments, Check, Subject, as_array, assert_close, outputs_of


def check_ascend(subject: Subject) -> Iterator[Check]:
    """Check what MindSpore gets of the operator on Ascend."""
    if subject.mode == "pynative":
        yield "Ascend inference", partial(_inference, subject)
        if subject.differentiable:
            yield "Ascend gradient", partial(_gradient, subject)


def _spec(subject: Subject) -> Any:
    spec = importlib.import_module("opgen_mindspore.operators").OPERATORS[subject.qualified]
    if not spec.ascend or spec.shapes is None or not spec.operands:
        raise SkipError("not offered there")
    return spec


def _arguments(subject: Subject, spec: Any) -> Arguments:
    types = {
        name: next((d for d in listed if d == "f32"), listed[0])
        for name, listed in spec.ascend_types.items()
    }
    return subject.arguments(subject.samples()[0], types)


def _cell(subject: Subject, arguments: Arguments) -> Any:
    values = tuple(arguments.attributes.values())
    seeds = tuple(int(seed) for seed in arguments.tensors[sum(arguments.counts) :])
    return subject.runtime.AscendCell(subject.qualified, values, arguments.counts, seeds)


def _operands(arguments: Arguments) -> list[Any]:
    """Return operands as the spec has them: a tuple for a list, ``None`` for an absent one."""
    operands, at = [], 0
    for count, is_list in zip(arguments.counts, arguments.lists, strict=True):
        taken = arguments.tensors[at : at + count]
        operands.append(taken if is_list else taken[0] if taken else None)
        at += count
    return operands


def _described(part: Any) -> dict[str, Any]:
    """Return an operand as MindSpore describes it for inference."""
    if part is None:
        return {"shape": None, "dtype": None}
    if isinstance(part, tuple):
        return {
            "shape": [list(tensor.shape) for tensor in part],
            "dtype": tuple(ms.TensorType(tensor.dtype) for tensor in part),
        }
    return {"shape": list(part.shape), "dtype": ms.TensorType(part.dtype)}


def _inference(subject: Subject) -> None:
    spec = _spec(subject)
    arguments = _arguments(subject, spec)
    target = partial(_ascend, ms.context.get_context)
    environment = {"ASCEND_OPP_PATH": "opp", "ASCEND_CUSTOM_OPP_PATH": ""}
    with (
        mock.patch.object(ms.context, "get_context", target),
        mock.patch.object(custom_ops, "_compile_aot", str),
        mock.patch.dict(os.environ, environment),
    ):
        custom = _cell(subject, arguments).custom
    assert custom.is_ascend_c, "MindSpore doesn't take it for one of Ascend"
    operands = _operands(arguments)
    found = custom.__infer__(*map(_described, operands))
    made = subject.runtime.run(
        subject.qualified, operands, _values(arguments), arguments.tensors[sum(arguments.counts) :]
    )
    shapes, dtypes = found["shape"], found["dtype"]
    if isinstance(made, ms.Tensor) and not custom.multi_output:
        shapes, dtypes = (shapes,), (dtypes,)
    wanted = [(tuple(t.shape), str(t.dtype)) for t in outputs_of(made)]
    got = [(tuple(s), str(d)) for s, d in zip(shapes, dtypes, strict=True)]
    assert got == wanted, f"MindSpore infers {got}, the results are {wanted}"


def _ascend(known: Any, name: str) -> Any:
    return "Ascend" if name == "device_target" else known(name)


def _values(arguments: Arguments) -> tuple[Any, ...]:
    return tuple(arguments.attributes.values())


class _OnCpu:
    """Stands in for the ``ops.Custom`` of an operator of the library."""

    def __init__(self, runtime: Any, specs: Mapping[str, Any], *given: Any) -> None:
        name, _, _, _, self.bprop, info = given
        self.spec, self.runtime = specs[name], runtime
        values = {part["name"]: part["value"] for part in info["attr"]}
        self.seeds = tuple(values.pop(name) for name in self.spec.seeds)
        for name, flag in self.spec.flags.items():
            if not values.pop(flag):
                values[name] = None
        self.values = tuple(values.values())

    def __call__(self, *operands: Any) -> Any:
        made = self.runtime.run(self.spec.qualified, operands, self.values, self.seeds)
        is_list = self.spec.has_lists and isinstance(made, ms.Tensor)
        return (made,) if is_list else made


def _gradient(subject: Subject) -> None:
    arguments = _arguments(subject, _spec(subject))
    positions = positions_of(subject, arguments)
    if not positions:
        raise SkipError("no operand is floating")
    operators = importlib.import_module("opgen_mindspore.operators").OPERATORS
    specs = {spec.ascend: spec for spec in operators.values()}
    stand_in = partial(_OnCpu, subject.runtime, specs)
    module = importlib.import_module("opgen_mindspore.ascend")
    with mock.patch.object(
        module, "ops", SimpleNamespace(Custom=stand_in, zeros_like=ops.zeros_like)
    ):
        custom = _cell(subject, arguments).custom
    operands = _operands(arguments)
    out = custom(*operands)
    loss = weighted(Net(subject.cell(**arguments.attributes), arguments), arguments)
    douts = _gradients_of_results(custom.spec, out, loss)
    dout = douts if isinstance(out, tuple) else douts[0]
    found = outputs_of(tuple(g for g in custom.bprop(*operands, out, dout) if g is not None))
    expected = gradients_of(loss, positions, arguments.tensors)
    for position, wanted in zip(positions, expected, strict=True):
        name = arguments.names[position]
        assert_close(name, as_array(found[position]), as_array(wanted), tolerance=1e-6)


def _gradients_of_results(spec: Any, out: Any, loss: Any) -> tuple[Any, ...]:
    """Return the weights of public floating results, and zeros for the others."""
    results = out if isinstance(out, tuple) else (out,)
    names = [name for name, _, count in spec.results if not count]
    weights = dict(zip(loss.chosen, loss.weights, strict=True))
    made, public = [], 0
    for at, result in enumerate(results):
        if not spec.has_lists and names[at] in spec.saved:
            made.append(ops.zeros_like(result))
            continue
        weight = weights.get(public)
        made.append(ops.zeros_like(result) if weight is None else weight.astype(result.dtype))
        public += 1
    return tuple(made)
