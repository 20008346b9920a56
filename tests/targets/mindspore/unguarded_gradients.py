"""What goes wrong with gradients that nobody looks at: MindSpore takes them as they come."""

from __future__ import annotations

from functools import partial

import mindspore as ms
import numpy as np
from mindspore import Parameter, Tensor, nn, ops
from mindspore.ops._grad_experimental.grad_base import bprop_getters
from plainly import KERNELS, Net, W, X, kind, like_first, made, said


def right(x, out, dout):
    return (2 * x * dout,)


def bare(x, out, dout):
    return 2 * x * dout


def too_many(x, out, dout):
    return (2 * x * dout, x, x)


def other_shape(x, out, dout):
    return ((2 * x * dout).sum(),)


def other_dtype(x, out, dout):
    return (ops.cast(2 * x * dout, ms.float16),)


def in_a_list(x, out, dout):
    return [2 * x * dout]


def none(x, out, dout):
    return (None,)


def any_signature(*arguments):
    return (2 * arguments[0] * arguments[2],)


def gradients():
    functions = (right, bare, too_many, other_shape, other_dtype, in_a_list, none, any_signature)
    found = {}
    for function in functions:
        net = Net(made("square", bprop=function))
        found[function.__name__] = said(partial(ms.grad(net), X))
    found["missing"] = said(partial(ms.grad(Net(made("square"))), X))
    found["kind"] = kind(ms.grad(Net(made("square", bprop=other_dtype)))(X))
    return found


class Twice(nn.Cell):
    """A net that uses an operand twice, so that two gradients are added."""

    def __init__(self, op):
        super().__init__()
        self.op = op

    def construct(self, x):
        return self.op(x) * x


def gradients_that_are_added():
    functions = (right, other_shape, other_dtype)
    nets = {f.__name__: Twice(made("square", bprop=f)) for f in functions}
    return {name: said(partial(ms.grad(net), X)) for name, net in nets.items()}


def too_few(x, w, out, dout):
    return (w * dout,)


def wrong_second(x, w, out, dout):
    return (w * dout, -x * dout)


def unsummed(x, w, out, dout):
    return (w * dout, x * dout)


def gradients_of_two():
    nets = {f.__name__: Net(made("mul", bprop=f)) for f in (too_few, wrong_second, unsummed)}
    scalar = Tensor(np.array([2.0], np.float32))
    return {
        "too few": said(partial(ms.grad(nets["too_few"], (0, 1)), X, W)),
        "by default": said(partial(ms.grad(nets["wrong_second"]), X, W)),
        "of all": said(partial(ms.grad(nets["wrong_second"], (0, 1)), X, W)),
        "of a broadcast operand": said(partial(ms.grad(nets["unsummed"], (0, 1)), X, scalar)),
    }


GRADIENT = made("square_grad")


def passed_on(x, out, dout):
    return (GRADIENT(x, dout),)


def cast_before(x, out, dout):
    return (GRADIENT(x, ops.cast(dout, ms.float32)),)


def in_double(x):
    return ms.float64


def gradient_of_a_wider_result():
    """A kernel for gradients takes a `dout` of double precision for one of single precision."""
    nets = [
        Net(made("square_wide", dtype=in_double, bprop=bprop)) for bprop in (passed_on, cast_before)
    ]
    return [said(partial(ms.grad(net), X)) for net in nets]


class OwnGradient(nn.Cell):
    def construct(self, x):
        return x * x

    def bprop(self, x, out, dout):
        return 2 * x * dout


class OwnParameter(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(W, name="w")

    def construct(self, x):
        return x * self.w

    def bprop(self, x, out, dout):
        return (self.w * dout,)


def cells():
    """Cells with a gradient of their own: a bare tensor, and a parameter."""
    net = OwnParameter()
    of_parameters = ms.grad(net, None, net.trainable_params())
    return {
        "bare": said(partial(ms.grad(OwnGradient()), X)),
        "parameter": said(partial(of_parameters, X)),
        "operand": said(partial(ms.grad(net), X)),
    }


class Subclass(ops.Custom):
    def __init__(self):
        super().__init__(f"{KERNELS}:square", like_first, like_first, "aot")


class WithGetter(Subclass):
    def get_bprop(self):
        return right


@bprop_getters.register(Subclass)
def subclass_gradient(self):
    return right


def registered_gradients():
    nets = {"registered": Net(Subclass()), "got": Net(WithGetter())}
    return {name: said(partial(ms.grad(net), X)) for name, net in nets.items()}


TRAPS = {
    "gradients": gradients,
    "gradients that are added": gradients_that_are_added,
    "gradients of two": gradients_of_two,
    "gradient of a wider result": gradient_of_a_wider_result,
    "registered gradients": registered_gradients,
    "cells": cells,
}
