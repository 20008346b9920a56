"""Attributes that are tensors of a call: the same results and gradients as with numbers."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import mindspore as ms
from numpy_suite.subject import SkipError

from .gradients import gradients_of, positions_of, weighted
from .nets import Net
from .subject import Arguments, Check, Subject, as_array, assert_close, outputs_of


class _Called(Net):
    """An operator as a function of its tensors and, behind them, of some of its attributes."""

    def __init__(self, subject: Subject, arguments: Arguments, given: tuple[str, ...]) -> None:
        super().__init__(subject.runtime.run, arguments)
        self.qualified = subject.qualified
        self.values = subject.runtime.frozen(tuple(arguments.attributes.values()))
        self.places = tuple(
            given.index(name) if name in given else -1 for name in arguments.attributes
        )
        self.behind = len(arguments.tensors) - len(given)

    def construct(self, *tensors: Any) -> Any:
        """Call it."""
        values: Any = ()
        for at in range(len(self.places)):
            place = self.places[at]
            value = self.values[at] if place < 0 else tensors[self.behind + place]
            values = (*values, value)
        operands = self.operands(tensors)
        return self.cell(self.qualified, operands, values, tensors[self.total : self.behind])


def check_tensor_attributes(subject: Subject) -> Iterator[Check]:
    """Pass numbers as tensors, where that is possible."""
    spec = importlib.import_module("opgen_mindspore.operators").OPERATORS[subject.qualified]
    if spec.numbers:
        yield "attributes as tensors", partial(_same, subject, spec)


def _same(subject: Subject, spec: Any) -> None:
    if spec.has_lists:
        raise SkipError("a result is many tensors")
    choice = subject.type_choices()[0]
    types = subject.choice("f64") if "f64" in str(subject.document["types"]) else choice
    arguments = subject.arguments(subject.samples()[0], types)
    kinds = {name: kind for name, kind, _ in spec.bound}
    numbers = tuple(
        ms.Tensor(arguments.attributes[name], ms.int64 if kinds[name] == "i64" else ms.float64)
        for name in spec.numbers
    )
    given = replace(arguments, tensors=(*arguments.tensors, *numbers))
    nets = (_Called(subject, arguments, ()), _Called(subject, given, spec.numbers))
    _assert_same(subject, nets, (arguments, given))


def _assert_same(
    subject: Subject, nets: tuple[Any, Any], arguments: tuple[Arguments, Arguments]
) -> None:
    made = [outputs_of(net(*a.tensors)) for net, a in zip(nets, arguments, strict=True)]
    for wanted, got in zip(*made, strict=True):
        assert_close("a result", as_array(got), as_array(wanted), tolerance=0)
    if not subject.differentiable:
        return
    positions = positions_of(subject, arguments[0])
    gradients = [
        gradients_of(weighted(net, a), positions, a.tensors)
        for net, a in zip(nets, arguments, strict=True)
    ]
    for wanted, got in zip(*gradients, strict=True):
        assert_close("a gradient", as_array(got), as_array(wanted), tolerance=0)
