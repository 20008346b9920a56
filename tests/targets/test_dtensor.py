"""Generated operators on several devices with PyTorch's DTensor."""

from __future__ import annotations

import importlib
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from opgen.ops import Op, OpSet
from opgen.ops.sbp import sample_signatures
from opgen.targets.pytorch_sharding import shardings_view
from tests.ops.test_sbp import SPECS, derived, read
from tests.requirements import needs
from tests.targets.kernel_tree import STRICT, render, write

pytestmark = [needs("pytorch"), needs("compiler")]


@pytest.fixture(scope="module")
def tree(kernel_tree: Path, model: OpSet) -> Path:
    return write(kernel_tree, render(model, ["pytorch"]))


@pytest.fixture(scope="module")
def runtime(tree: Path) -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(tree / "pytorch"))
        yield importlib.import_module("opgen_dtensor")


def told(runtime: ModuleType, op: Op, tensors: list[tuple[str, tuple[int, ...]]]) -> list[str]:
    """Return what DTensor is told of a call, spelt as opgen spells it."""
    arguments = shardings_view(op.library, (op,))["rules"][0]["arguments"]
    rule = eval(f"Rule({', '.join(arguments)})", {"Rule": runtime.Rule})
    return [
        " -> ".join(map(" ".join, signature)) for signature in runtime.signatures(rule, tensors)
    ]


def test_dtensor_is_told_what_verify_tries(runtime: ModuleType, model: OpSet) -> None:
    compared = 0
    for op in model.ops:
        for sample in op.samples:
            shapes = {
                name: [part.shape for part in (given if isinstance(given, tuple) else (given,))]
                for name, given in sample.operands
                if given is not None
            }
            tensors = [(name, shape) for name, parts in shapes.items() for shape in parts]
            expected = [str(signature) for signature in sample_signatures(op, sample)]
            assert told(runtime, op, tensors) == expected
            compared += len(expected)
    assert compared > 50


def test_dtensor_is_told_what_is_derived_for_random_shapes(
    runtime: ModuleType, tmp_path: Path
) -> None:
    rng, compared = random.Random(2), 0
    for op in read(tmp_path, SPECS).values():
        for _ in range(20):
            letters = {letter: rng.randrange(1, 4) for letter in "mknc"}
            batch = tuple(rng.randrange(1, 3) for _ in range(rng.randrange(3)))
            groups = op.shape.operands if hasattr(op.shape, "operands") else ()
            if not groups or not isinstance(groups[0], tuple):
                continue
            tensors = [
                (
                    operand.name,
                    tuple(
                        size
                        for item in group
                        for size in (batch if item == "..." else (letters[item],))
                    ),
                )
                for operand, group in zip(op.operands, groups, strict=True)
                if operand.name != "bias" or rng.random() < 0.5
            ]
            expected = derived(op, *tensors)
            assert told(runtime, op, tensors) == expected
            compared += len(expected)
    assert compared > 200


def test_two_devices_compute_what_one_does(tree: Path, tmp_path: Path) -> None:
    script = Path(__file__).with_name("dtensor_ranks.py")
    environment = {"PATH": os.environ["PATH"], "CXXFLAGS": STRICT, "OMP_NUM_THREADS": "1"}
    # Build first: two processes at once would both compile.
    build = "import sys; sys.path.insert(0, sys.argv[1]); import custom_torch"
    directory = str(tree / "pytorch")
    subprocess.run([sys.executable, "-c", build, directory], check=True, env=environment)
    ranks = [
        subprocess.Popen(
            [sys.executable, str(script), directory, str(tmp_path / "store"), str(rank)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment,
        )
        for rank in range(2)
    ]
    outputs = [rank.communicate(timeout=300)[0] for rank in ranks]
    assert [output.splitlines()[-1] for output in outputs] == ["ok 9", "ok 9"], outputs
