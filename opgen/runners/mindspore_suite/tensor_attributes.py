"""Attributes that are tensors of a call: the same results and gradients as with numbers."""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import mindspore as ms
from numpy_suite.subject import SkipError

from .gradients import positions_of, weighted
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
    names = (*arguments.names, *spec.numbers)
    given = replace(arguments, tensors=(*arguments.tensors, *numbers), names=names)
    with _eager():
        expected = _results(subject, _Called(subject, arguments, ()), arguments)
    made = _results(subject, _Called(subject, given, spec.numbers), given)
    for wanted, got in zip(expected, made, strict=True):
        assert_close("a result or gradient", as_array(got), as_array(wanted), tolerance=0)


@contextlib.contextmanager
def _eager() -> Iterator[None]:
    """Compile no graph, which takes long, for what is compared with."""
    mode = ms.get_context("mode")
    ms.set_context(mode=ms.PYNATIVE_MODE)
    try:
        yield
    finally:
        ms.set_context(mode=mode)


def _results(subject: Subject, net: Any, arguments: Arguments) -> tuple[Any, ...]:
    """Return the gradients with a weighted sum of the results, else the results."""
    if not subject.differentiable:
        return outputs_of(net(*arguments.tensors))
    with _eager():
        loss = weighted(net, arguments)
    positions = positions_of(subject, arguments)
    return outputs_of(ms.value_and_grad(loss, positions)(*arguments.tensors))
