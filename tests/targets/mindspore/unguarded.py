"""What goes wrong with MindSpore's custom operators where nothing stands against it.

A script for one mode: prints one JSON object, what happened in each trap. With the name of one that
ends the process, or is seen in how it ends, it runs into that instead.
"""

from __future__ import annotations

import ctypes
import json
import shutil
import sys
from functools import partial
from pathlib import Path

import mindspore as ms
import numpy as np
import unguarded_gradients
from mindspore import Tensor, ops
from mindspore.ops import PrimitiveWithInfer, prim_attr_register
from plainly import (
    F32,
    F64,
    FINE,
    IS_GRAPH,
    KERNELS,
    LIBRARIES,
    SCRATCH,
    Net,
    OneNet,
    W,
    X,
    kind,
    like_first,
    made,
    registered,
    said,
    shown,
)

# Promises, element types and registrations.


def seven(x):
    return (7,)


def as_integers(x):
    return ms.int32


def promised_shape():
    return said(partial(Net(made("square", registered("seven", F32), seven)), X))


def promised_dtype():
    """Without a registration the bits are taken for another type, with one they are cast."""
    info = registered("as_integers", F32)
    nets = [Net(made("square_of_any", found, dtype=as_integers)) for found in (None, info)]
    return [said(partial(net, X)) for net in nets]


def promises_of_one_name():
    """In eager mode the first promise of a name counts for all."""
    names = ("promised", "promised", "promised otherwise")
    found = []
    for name, shape in zip(names, (like_first, seven, seven), strict=True):
        found.append(Net(made("square", registered(name, F32), shape))(X).shape)
    return found


def number_of_operands():
    """The launcher counts nothing without a registration: a result is written over an operand."""
    w = Tensor(np.array([4.0, 5.0, 6.0], np.float32))
    said(partial(Net(made("square")), X, w))
    counted = Net(made("square", registered("counted", F32)))
    return [shown(w), said(partial(counted, X, w))]


def unlisted_dtype():
    listed = [registered("single", F32), registered("both", F32, F64)]
    nets = [Net(made("square_of_any", info)) for info in listed]
    ones = Tensor(np.ones(3, np.int32))
    return {
        "kinds": [kind(net(FINE)) for net in nets],
        "exact": [shown(net(FINE)) == [(1 + 2.0**-40) ** 2] for net in nets],
        "value": shown(nets[0](FINE)),
        "integers": said(partial(nets[0], ones)),
    }


def mixed_dtypes():
    """Without a registration a kernel takes one type for another."""
    return said(partial(Net(made("mul")), X, W.astype(ms.float64)))


def second_registration():
    """Of two registrations under one name the first counts, also where it lacks a type."""
    infos = [registered("named", F32), registered("named", F32, F64), registered("own", F32, F64)]
    nets = [Net(made("square_of_any", info)) for info in infos]
    return [shown(net(FINE)) == [(1 + 2.0**-40) ** 2] for net in nets]


def attribute(symbol, name, value_type="float", **options):
    info = registered(name, F64, attributes=[("factor", value_type, options)])
    return Net(made(symbol, info))


def attributes():
    one = Tensor(np.ones(1))
    values = {"first": 0.5, "second": 0.25, "tenth": 0.1, "int": 2}
    found = {n: said(partial(attribute("scaled", "by", value=v), one)) for n, v in values.items()}
    found["numpy"] = said(lambda: attribute("scaled", "by_numpy", value=np.float32(0.5)))
    by_default = attribute("scaled", "defaulted", default_value="0.5")
    early = attribute("scaled_early", "early", default_value="0.5")
    return found | {
        "default": said(partial(by_default, one)),
        "early": said(partial(early, one)),
        "of double": said(partial(attribute("scaled_exactly", "exactly", value=0.5), one)),
        "renamed": said(lambda: made("scaled", registered("renamed", F64))(one)),
    }


def devices():
    nets = {
        name: Net(made("square", registered(f"for_{name}", F32, target=name)))
        for name in ("Ascend", "GPU")
    }
    return {name: said(partial(net, X)) for name, net in nets.items()}


# Shapes and workspace.


def results_without_axes():
    """What a graph makes of a result without axes, by what says its element type."""
    nets = {
        "inferred": OneNet(made("first", registered("inferred", F32), shape=None, dtype=None)),
        "declared": OneNet(made("first", registered("declared", F32), shape=None)),
    }
    return {name: type(net(X)).__name__ for name, net in nets.items()}


def workspace():
    library = ctypes.CDLL(str(KERNELS))
    net = OneNet(made("worked", registered("worked", F32), shape=None))
    net.set_inputs(Tensor(shape=[None], dtype=ms.float32))
    found = []
    for size in (2, 1000):
        net(Tensor(np.ones(size, np.float32))).asnumpy()
        names = ("initialised", "allocated", "needed")
        functions = [getattr(library, f"workspace_{name}") for name in names]
        for function in functions:
            function.restype = ctypes.c_int64
        found.append([function() for function in functions])
    return found


# Primitives.


class Square(PrimitiveWithInfer):
    """A primitive of one's own that is called like one of MindSpore's."""

    @prim_attr_register
    def __init__(self):
        self.init_prim_io_names(inputs=["x"], outputs=["y"])

    def infer_shape(self, shape):
        return shape

    def infer_dtype(self, dtype):
        return dtype


class SquareOfOurs(Square):
    """The same, with a name that MindSpore doesn't know."""


def names_of_primitives():
    calls = ctypes.CDLL(str(KERNELS)).square_calls
    calls.restype = ctypes.c_int64
    before = calls()
    nets = {"built in": Net(Square()), "own": Net(SquareOfOurs())}
    found = {name: said(partial(net, X)) for name, net in nets.items()}
    return found | {
        "gradient": said(partial(ms.grad(nets["built in"]), X)),
        "ran": calls() - before,
    }


# Libraries.


def number(path, size):
    """Return what the kernel of a library says: one of a new shape, so that nothing is kept."""
    op = ops.Custom(f"{path}:number", like_first, like_first, "aot")
    return shown(Net(op)(Tensor(np.ones(size, np.float32))))[0]


def rebuilt_library():
    found = [number(placed(LIBRARIES / "number_1.so", SCRATCH / "lib.so"), 3)]
    found.append(number(placed(LIBRARIES / "number_2.so", SCRATCH / "lib.so"), 3))
    found.append(number(SCRATCH / "lib.so", 4))
    found.append(number(placed(SCRATCH / "lib.so", SCRATCH / "lib_2.so"), 5))
    return found


def placed(source, path):
    """Put a copy into place as compilers do: as a new file."""
    return Path(shutil.copy(source, f"{path}.new")).replace(path)


def sources():
    """Sources in two directories that share their name share a library."""
    text = (Path(__file__).parent / "plain" / "number.cc").read_text()
    found = []
    for at in (1, 2):
        directory = SCRATCH / f"sources_{at}"
        directory.mkdir()
        (directory / "number.cc").write_text(f"#define NUMBER {at}\n{text}")
        found.append(number(directory / "number.cc", 5 + at))
    return found


def paths():
    called = {
        "missing": f"{SCRATCH}/missing.so:square",
        "colon": f"{SCRATCH}/a:b.so:square",
    }
    nets = {n: Net(ops.Custom(path, like_first, like_first, "aot")) for n, path in called.items()}
    return {name: said(partial(net, X)) for name, net in nets.items()}


def vectors_of_another_abi():
    """Only strings differ; vectors are the same in both."""
    info = registered("other_abi", F32)
    op = ops.Custom(f"{LIBRARIES}/other_abi.so:worked", None, like_first, "aot", None, info)
    return said(partial(Net(op), X))


# The other func_types.


def total(x):
    return x.sum()


def no_axes(x):
    return ()


def doubled(x):
    return x.astype(np.float64)


SEEN = []


def seen(x):
    SEEN.append(type(x).__name__)
    return np.array([x], np.float32)


def one(x):
    return (1,)


def prototypes():
    given = ops.Custom(seen, one, like_first, "pyfunc")(Tensor(2.0, ms.float32))
    given.asnumpy()
    return {
        "result": list(ops.Custom(total, no_axes, like_first, "pyfunc")(X).shape),
        "operand": SEEN[0],
        "dtype": said(partial(ops.Custom(doubled, like_first, like_first, "pyfunc"), X)),
    }


@ops.kernel
def sums(x):
    y = output_tensor((x.shape[0],), x.dtype)  # noqa: F821 - the language's own
    for i in range(x.shape[0]):
        y[i] = 0.0
        for k in range(x.shape[1]):
            y[i] = y[i] + x[i, k]
    return y


@ops.kernel
def both(x):
    y = output_tensor(x.shape, x.dtype)  # noqa: F821
    z = output_tensor(x.shape, x.dtype)  # noqa: F821
    for i in range(x.shape[0]):
        y[i] = x[i] + 41.0
        z[i] = x[i] * 37.0
    return y, z


def rows(x):
    return x[:1]


def two(x):
    return x, x


def hybrid():
    """A sum of rows, and an operator of two results."""
    x = Tensor(np.ones((2, 3), np.float32))
    return {
        "sums": shown(ops.Custom(sums, rows, like_first, "hybrid")(x)),
        "both": said(partial(ops.Custom(both, two, two, "hybrid"), X)),
    }


# What errors and crashes leave.


def lost_error():
    """Who gets the error of a kernel: its call, or somebody who reads another tensor."""
    net = Net(made("failing"))
    found = [said(lambda: kind(net(X))), said(lambda: X + 1)]
    if not IS_GRAPH:  # where calls of graphs wait for their end anyway
        ms.runtime.launch_blocking()
        found.append(said(lambda: kind(net(X))))
    return found


def other_abi():
    info = registered("other_abi", F64, attributes=[("factor", "float", {"value": 0.5})])
    op = ops.Custom(f"{LIBRARIES}/other_abi.so:scaled", like_first, like_first, "aot", None, info)
    return said(partial(Net(op), Tensor(np.ones(1))))


def half_a_library():
    """A library that is loaded while it is being written."""
    whole = KERNELS.read_bytes()
    path = SCRATCH / "half.so"
    path.write_bytes(whole[: len(whole) // 2])
    return said(partial(Net(ops.Custom(f"{path}:square", like_first, like_first, "aot")), X))


def overwritten_library():
    """A library in use that somebody begins to write anew in its place."""
    path = SCRATCH / "overwritten.so"
    shutil.copy(KERNELS, path)
    net = Net(ops.Custom(f"{path}:square", like_first, like_first, "aot"))
    net(X).asnumpy()
    path.write_bytes(b"")
    return said(partial(net, X))


def unread():
    """A kernel fails, and nobody reads anything after that."""
    Net(made("failing"))(X)
    return "no error"


TRAPS = unguarded_gradients.TRAPS | {
    "promised shape": promised_shape,
    "promised dtype": promised_dtype,
    "promises of one name": promises_of_one_name,
    "number of operands": number_of_operands,
    "unlisted dtype": unlisted_dtype,
    "mixed dtypes": mixed_dtypes,
    "second registration": second_registration,
    "attributes": attributes,
    "devices": devices,
    "results without axes": results_without_axes,
    "workspace": workspace,
    "names of primitives": names_of_primitives,
    "rebuilt library": rebuilt_library,
    "sources": sources,
    "paths": paths,
    "vectors of another ABI": vectors_of_another_abi,
    "prototypes": prototypes,
    "hybrid": hybrid,
    "lost error": lost_error,
}
ALONE = {
    "other ABI": other_abi,
    "half a library": half_a_library,
    "overwritten library": overwritten_library,
    "unread": unread,
}

if __name__ == "__main__":
    chosen = {name: ALONE[name] for name in sys.argv[4:]} or TRAPS
    sys.stdout.write(json.dumps({name: trap() for name, trap in chosen.items()}) + "\n")
