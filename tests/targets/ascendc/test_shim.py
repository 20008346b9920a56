"""The stand-in for an AI core: mistakes that it finds, numbers that it computes."""

from __future__ import annotations

import os
import shutil
import subprocess

import numpy as np
import pytest

from tests.requirements import needs
from tests.targets.ascendc.trees import HERE, ascendc_tree
from tests.targets.formula_tree import formula_model

pytestmark = needs("compiler", "numpy")

SAID = {
    "kept": "a queue ends with 1 live tensors: FreeTensor is missing",
    "starved": "AllocTensor finds none of 2 buffers free: FreeTensor is missing",
    "freed twice": "FreeTensor is called twice for one tensor",
    "used after": "Adds uses a tensor after FreeTensor",
    "used again": "Adds uses a tensor after FreeTensor",
    "used in queue": "Adds uses a tensor between EnQue and DeQue",
    "freed in queue": "FreeTensor is called for a tensor that is still in the queue",
    "other queue": "FreeTensor is given a tensor of another queue",
    "full queue": "EnQue overflows a queue with a depth of 1",
    "empty queue": "DeQue finds the queue empty: EnQue is missing",
    "never allocated": "Adds uses a tensor that was never allocated",
    "overflow": "InitBuffer overflows the unified buffer: 204800 of 188160 bytes",
    "allocator overflow": "LocalMemAllocator overflows the unified buffer: 200000 of 188160 bytes",
    "buffer too small": "Get asks for 516 of 512 bytes",
    "unaligned length": "DataCopy is given 28 bytes, no multiple of 32: "
    "a device would drop the rest, use DataCopyPad",
    "unaligned operand": "Adds has an operand that does not begin at a multiple of 32 bytes",
    "unaligned copy": "DataCopyPad has an operand that does not begin at a multiple of 32 bytes",
    "global range": "DataCopyPad is out of range: element 6 of a global tensor of 6",
    "beyond memory": "DataCopyPad touches 28 bytes of global memory out of range",
    "local range": "Adds is out of range: element 64 of a local tensor of 64",
    "element range": "SetValue is out of range: element 64 of a local tensor of 64",
    "many blocks": "DataCopyPad is given a blockCount of 4096, not 1 to 4095",
    "half registers": "CompareScalar is given elements of 132 bytes, no multiple of 256",
    "integers in order": "Compare compares int32_t only for equality",
    "no rounding": "Cast needs a rounding mode: CAST_NONE is not allowed here",
    "no element": "ReduceSum is given no element",
    "beyond a list": "GetDataPtr is out of range: tensor 1 of a list of 1",
    "shape beyond a list": "GetDesc is out of range: tensor 1 of a list of 1",
    "axis of a list": "GetShape is out of range: axis 1 of 1",
    "shape without memory": "GetDesc comes before SetShapeAddr",
    "gathers from beyond": "Gather is given an offset of 256 bytes, beyond a local tensor of 256",
    "gathers half an element": "Gather is given an offset of 2 bytes, which splits an element",
    "packs in several passes": "GatherMask is known here for one pass over counted elements",
    "unknown pattern": "GatherMask is given pattern 8",
    "shifts too far": "ShiftLeft shifts by 32 places",
    "waits for ever": "WaitFlag waits for event 0 that nobody has set",
    "nobody waits": "SetFlag has set event 3 that nobody waits for",
    "trap": "Trap ends the kernel",
    "blocks meet": "SyncAll can't be simulated for several blocks",
    "assertion": "ascendc_assert finds: 1 + 1 == 3",
    "assertion with words": "ascendc_assert finds: false, of 7",
}

MISSING = {
    "bfloat16_t": ("Add(x, x, x, 1)", "Exp(x, x, 1)", "LeakyRelu(x, x, T(1.0f), 1)"),
    "int32_t": ("Div(x, x, x, 1)", "Exp(x, x, 1)", "ReduceSum(x, x, x, 1)"),
    "int64_t": ("Add(x, x, x, 1)", "Duplicate(x, T(1), 1)", "CreateVecIndex(x, T(1), 1)"),
    "float": ("ShiftLeft(x, x, T(1), 1)", "ShiftRight(x, x, T(1), 1)"),
}
"""Calls that A2 and A3 don't have, by element type."""


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    return ascendc_tree(tmp_path_factory.mktemp("shim"), formula_model(HERE / "ops.td"))


def compiled(tree, *arguments):
    compiler = os.environ.get("CXX") or shutil.which("c++") or "g++"
    includes = [f"-I{tree}/{path}" for path in ("ascendc/shim", "ascendc", "kernels")]
    command = [compiler, "-std=c++17", "-Wall", "-Wextra", "-Werror", *includes, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def printed(tree, source):
    """Return what a program prints, by the word before the bar."""
    program = tree / source.stem
    done = compiled(tree, "-O0", str(source), "-o", str(program))
    assert done.returncode == 0, done.stderr
    ran = subprocess.run([str(program)], capture_output=True, text=True, check=True)
    return dict(line.split("|", 1) for line in ran.stdout.splitlines())


def test_every_mistake_is_found_in_the_block_that_makes_it(tree):
    said = printed(tree, HERE / "faults.cc")
    copied = [1, 2, 3, 103, 6, 7, 8, 107, 11, 12, 13, 111, 16, 17, 18, 115]
    assert said.pop("correct").split() == [str(number) for number in copied]
    assert said == {name: f"block 0: {message}" for name, message in SAID.items()}


def test_numbers_are_those_of_numpy(tree):
    said = printed(tree, HERE / "numbers.cc")
    assert said.pop("said") == ""
    x = np.array([-3.7, -2.5, -1, -0.4, -0.0, 0, 0.3, 0.5, 1, 1.5, 2.5, 70000], np.float32)
    bits = x.view(np.uint32)
    near = ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16 << 16).view(np.float32)
    indices = np.arange(-3, 9, dtype=np.int32)
    with np.errstate(over="ignore"):
        half = x.astype(np.float16)
        rounded = np.trunc(x + np.copysign(np.float32(0.5), x)).astype(np.int32)
        expected = {
            "tanh": np.tanh(x),
            "sqrt": np.sqrt(np.abs(x)),
            "exp": np.exp(np.minimum(x, 20)),
            "leaky": np.where(x > 0, x, x * np.float32(0.1)),
            "arithmetic": np.maximum(x * 3 - x, x),
            "select": np.where(x >= np.float32(0.3), x, -1),
            "sum": [x.sum(dtype=np.float64)],
            "max": [70000, 11],
            "min": [x.min()],
            "half": half,
            "bfloat16": near,
            "truncated": (bits >> 16 << 16).view(np.float32),
            "rint": np.rint(x),
            "floor": np.floor(x),
            "ceil": np.ceil(x),
            "trunc": np.trunc(x),
            "round": rounded,
            "wraps": rounded * np.int32(1 << 30),
            "half sum": half + np.float16(0.1),
            "indices": indices,
            "left": indices << np.int32(30),
            "right": indices >> 1,
            "unsigned right": (indices.view(np.uint32) >> 4).view(np.int32),
            "gathered": x[:0:-1],
            "odd": x[1::2],
            "third of four": x[2::4],
            "wanted": x[x > np.float32(0.4)],
            "list": [1, 2, 5, 6, 2, 1, 7],
        }
    assert said.keys() == expected.keys()
    for name, numbers in expected.items():
        made = np.array(said[name].split(), np.float64)
        np.testing.assert_allclose(made, np.asarray(numbers, np.float64), 2e-6, err_msg=name)


def test_random_numbers_are_those_of_other_devices(tree):
    said = printed(tree, HERE / "random.cc")
    assert said.pop("said") == ""
    assert len(said) == 12
    for name, line in said.items():
        wrong, farthest = line.split()
        assert (name, wrong) == (name, "0")
        # Floats have 24 bits; of the numbers' 53, 31 go into them.
        assert 0 < float(farthest) <= 2.0**-25 + 2.0**-31, name


@pytest.mark.parametrize("element", MISSING)
def test_what_a_device_lacks_does_not_compile(tree, element):
    for call in ("Abs(y, y, 1)", *MISSING[element]):
        source = tree / "missing.cc"
        parameters = "LocalTensor<T> x, LocalTensor<float> y"
        body = f"void f({parameters}) {{ {call}; (void)x; (void)y; }}\n"
        opening = '#include "kernel_operator.h"\nusing namespace AscendC;\n'
        opening += f"using T = {element};\n"
        source.write_text(opening + body, encoding="utf-8")
        done = compiled(tree, "-fsyntax-only", str(source))
        assert (done.returncode == 0) == call.startswith("Abs"), done.stderr
        if done.returncode:
            assert "has no such element type on A2 and A3" in done.stderr
