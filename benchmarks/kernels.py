"""How fast the CPU kernels of the zoo are that were made of formulas, beside PyTorch's own.

Usage: python benchmarks/kernels.py [GENERATED] [--repeat N]

Needs PyTorch, which uses one thread here, as the kernels do. Both write float32 results into memory
that is there already. Prints microseconds, the smallest of N runs, and the kernel's time divided by
PyTorch's.
"""

import argparse
import ctypes
import importlib.util
import time
from collections.abc import Callable
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional

F32 = 0x12002

Case = tuple[str, str, list[Tensor], list[object], Callable[..., object]]


class View(ctypes.Structure):
    """A tensor at the C ABI."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.c_void_p),
        ("ndim", ctypes.c_int32),
        ("dtype", ctypes.c_int32),
    ]


class Context(ctypes.Structure):
    """A call at the C ABI."""

    _fields_ = [
        ("struct_size", ctypes.c_uint32),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("stream", ctypes.c_void_p),
        ("alloc", ctypes.c_void_p),
        ("err", ctypes.c_char * 256),
        ("impl", ctypes.c_void_p),
    ]


def view(tensor: Tensor) -> View:
    shape = (ctypes.c_int64 * tensor.dim())(*tensor.shape)
    return View(tensor.data_ptr(), shape, None, tensor.dim(), F32)


def library(generated: Path) -> ctypes.CDLL:
    path = generated / "kernels" / "opgen_build.py"
    spec = importlib.util.spec_from_file_location("opgen_build", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return ctypes.CDLL(str(module.build_kernels("zoo")))


def seconds(call: Callable[[], object], repeat: int) -> float:
    best = float("inf")
    for _ in range(repeat):
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return best


def axes(*values: int) -> tuple[object, ...]:
    return (ctypes.c_int64 * len(values))(*values), ctypes.c_size_t(len(values))


def cases() -> list[Case]:
    """Return what it is, the operator, its operands and attributes, and PyTorch's way."""
    x, y = torch.randn(512, 512), torch.randn(512, 512)
    row, column, one = torch.randn(512), torch.randn(512, 1), torch.randn(())
    keep = ctypes.c_uint8(0)
    return [
        ("x + y", "add", [x, y], [], torch.add),
        ("x + row", "add", [x, row], [], torch.add),
        ("x + column", "add", [x, column], [], torch.add),
        ("x + scalar", "add", [x, one], [], torch.add),
        ("column * row", "mul", [column, row], [], torch.mul),
        ("relu", "relu", [x], [], lambda x, out: torch.clamp(x, min=0, out=out)),
        ("silu", "silu", [x], [], lambda x, out: torch.sigmoid(x, out=out).mul_(x)),
        ("sum of rows", "sum", [x], [*axes(1), keep], lambda x, out: torch.sum(x, 1, out=out)),
        ("sum of columns", "sum", [x], [*axes(0), keep], lambda x, out: torch.sum(x, 0, out=out)),
        ("maximum of rows", "max", [x], [*axes(1), keep], lambda x, out: torch.amax(x, 1, out=out)),
        ("softmax", "softmax", [x], [], lambda x, out: torch.softmax(x, -1, out=out)),
        (
            "layer_norm",
            "layer_norm",
            [x, row, row],
            [ctypes.c_double(1e-5)],
            lambda x, w, b, out: out.copy_(functional.layer_norm(x, (512,), w, b)),
        ),
    ]


def report(kernels: ctypes.CDLL, case: Case, repeat: int) -> None:
    """Time one operator, compare its results with PyTorch's and print a line."""
    label, op, operands, attributes, reference = case
    shape = torch.broadcast_shapes(*(t.shape for t in operands))
    out = torch.empty(shape if op not in {"sum", "max"} else shape[1:])
    expected = torch.empty_like(out)
    context = Context(ctypes.sizeof(Context), 1, 0)
    views = [view(tensor) for tensor in (*operands, out)]
    arguments = [*map(ctypes.byref, (context, *views)), *attributes]
    function = getattr(kernels, f"zoo_{op}_cpu")
    if function(*arguments) != 0:
        raise SystemExit(context.err.decode())
    ours = seconds(lambda: function(*arguments), repeat)
    theirs = seconds(lambda: reference(*operands, out=expected), repeat)
    torch.testing.assert_close(out, expected, rtol=1e-4, atol=1e-4)
    print(f"{label:<20}{ours * 1e6:8.0f}{theirs * 1e6:9.0f}{ours / theirs:8.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = Path(__file__).parents[1] / "generated"
    parser.add_argument("generated", nargs="?", type=Path, default=default)
    parser.add_argument("--repeat", type=int, default=200)
    options = parser.parse_args()
    torch.set_num_threads(1)
    kernels = library(options.generated)
    print(f"{'512 x 512':<20}{'opgen':>8}{'PyTorch':>9}{'ratio':>8}")
    for case in cases():
        report(kernels, case, options.repeat)


if __name__ == "__main__":
    main()
