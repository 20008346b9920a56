"""Generated operators on several devices with PyTorch's DTensor."""

from __future__ import annotations

import importlib
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType, ModuleType, SimpleNamespace
from typing import Any

import pytest

from opgen.config import default_project
from opgen.diagnostics import Diagnostics
from opgen.ops import Op, OpSet
from opgen.ops.sbp import sample_signatures
from opgen.pipeline import Request, prepare
from opgen.targets.pytorch_sharding import sharding_arguments
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


def told(
    runtime: ModuleType,
    op: Op,
    tensors: list[tuple[str, tuple[int, ...]]],
    attributes: Mapping[str, Any] = MappingProxyType({}),
) -> list[str]:
    """Return what DTensor is told of a call, spelt as opgen spells it."""
    arguments = sharding_arguments(op, OpSet((op,)))
    rule = eval(f"Rule({', '.join(arguments)})", {"Rule": runtime.Rule})
    found = runtime.signatures(rule, tensors, attributes)
    return [" -> ".join(map(" ".join, signature)) for signature in found]


@pytest.fixture(scope="module")
def zoo() -> OpSet:
    root = Path(__file__).parents[2]
    project = replace(default_project(root), include_dirs=(root / "specs" / "include",))
    specs = (root / "specs" / "zoo", Path(__file__).with_name("sharded_ops.td"))
    model = prepare(Request(project, specs, ("kernels",)), Diagnostics()).model
    assert model is not None
    return model


def test_dtensor_is_told_what_verify_tries_where_attributes_decide(
    runtime: ModuleType, zoo: OpSet
) -> None:
    compared: Counter[str] = Counter()
    for op in zoo.ops:
        if any(result.is_variadic for result in op.results):
            continue
        for sample in op.samples:
            tensors = [
                (name, part.shape)
                for name, given in sample.operands
                for part in (given if isinstance(given, tuple) else (given,))
                if part is not None
            ]
            expected = [str(signature) for signature in sample_signatures(op, sample)]
            assert told(runtime, op, tensors, dict(sample.attributes)) == expected, op.name
            compared[op.name] += len(expected)
    assert min(compared[name] for name in ("sum", "concat", "matmul_if", "mean_of")) > 3


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


def test_values_of_attributes_are_those_of_the_call(runtime: ModuleType) -> None:
    rule = runtime.Rule(
        ("x",),
        1,
        axes=("x", "axes", "keepdim"),
        reduced=(False, True),
        attributes=(("axes", ()), ("keepdim", False)),
    )
    x = SimpleNamespace(shape=(4, 6))

    def spelt(*args: Any, **kwargs: Any) -> list[str]:
        found = runtime._shardings(rule, *args, **kwargs)
        return [f"{operands} -> {results}" for results, operands in found[1:]]

    partial, shard = "[Partial(sum)]", "[Shard(dim={})]".format
    by_default = [f"{shard(0)} -> {partial}", f"{shard(1)} -> {partial}"]
    assert spelt(x) == by_default
    assert spelt(x, [0]) == [f"{shard(0)} -> {partial}", f"{shard(1)} -> {shard(0)}"]
    assert spelt(x, [0], True) == [f"{shard(0)} -> {partial}", f"{shard(1)} -> {shard(1)}"]
    assert spelt(x, axes=[-1]) == [f"{shard(0)} -> {shard(0)}", f"{shard(1)} -> {partial}"]


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
    assert [output.splitlines()[-1:] for output in outputs] == [["ok 9"], ["ok 9"]], outputs
    assert [rank.returncode for rank in ranks] == [0, 0], outputs
