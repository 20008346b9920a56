"""How long an operator takes, forwards and with its gradient: when does a backward pay a kernel?"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

import mindspore as ms

from .gradients import positions_of, weighted
from .nets import Net
from .subject import Arguments, Subject, outputs_of

SECONDS: Final = 0.3
"""A measurement goes on for so long."""


def measure(subject: Subject) -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield the measurements; each returns what it found."""
    yield "time forward", partial(_forward, subject)
    if subject.differentiable:
        yield "time forward and backward", partial(_backward, subject)


def _largest(subject: Subject) -> Arguments:
    """Return the arguments of the sample with most elements, in single precision if possible."""
    choices = subject.type_choices()
    types = next((one for one in choices if "f32" in one.values()), choices[0])
    made = [subject.arguments(sample, types) for sample in subject.samples()]
    return max(made, key=lambda arguments: sum(tensor.size for tensor in arguments.tensors))


def _forward(subject: Subject) -> str:
    arguments = _largest(subject)
    net: Any = Net(subject.cell(**arguments.attributes), arguments)
    return _time(lambda: net(*arguments.tensors), arguments)


def _backward(subject: Subject) -> str:
    arguments = _largest(subject)
    net: Any = Net(subject.cell(**arguments.attributes), arguments)
    gradient = ms.value_and_grad(weighted(net, arguments), positions_of(subject, arguments))
    return _time(lambda: gradient(*arguments.tensors), arguments)


def _time(action: Callable[[], Any], arguments: Arguments) -> str:
    _finish(action())
    rounds, start = 0, time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        made = action()
        rounds += 1
    _finish(made)
    microseconds = (time.perf_counter() - start) / rounds * 1e6
    return f"{microseconds:.1f} us for {sum(t.size for t in arguments.tensors)} elements"


def _finish(made: Any) -> None:
    for tensor in outputs_of(made):
        tensor.asnumpy()
