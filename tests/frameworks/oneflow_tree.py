"""A generated tree for OneFlow of some of the committed operators, with their kernels."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

from opgen.config import default_project
from opgen.diagnostics import Diagnostics
from opgen.ops import OpSet
from opgen.pipeline import Request, prepare
from opgen.targets import with_required
from tests.build.project import ROOT
from tests.targets.kernel_tree import render, write

ZOO = (
    "adamw_step",  # several written in place
    "add",  # broadcast, promotion
    "concat",  # any number of operands
    "dropout",  # a seed, a saved result
    "embedding",  # integers among the operands
    "gather",
    "gelu",  # an attribute that is a word
    "layer_norm",  # optional operands, saved results
    "linear",
    "matmul",
    "max",  # two results
    "relu",
    "scatter_add",  # in place
    "silu",
    "split",  # any number of results
    "sum",  # lists, an attribute that is an element type
    "topk",
    "where",
)
USERS = ("custom_linear", "fused_add_scale", "leaky_relu_yzh", "square")
OPS = (*(f"custom.{name}" for name in USERS), *(f"zoo.{name}" for name in ZOO))


def chosen_model(names: tuple[str, ...] = OPS) -> OpSet:
    """Return operators with those that their gradients are made of."""
    diagnostics = Diagnostics()
    project = replace(default_project(ROOT), include_dirs=(ROOT / "specs" / "include",))
    model = prepare(Request(project, (ROOT / "specs",), ("samples",)), diagnostics).model
    assert model is not None, diagnostics.items
    by_id = {op.id: op for op in model.ops}
    waiting, kept = [by_id[name] for name in names], set()
    while waiting:
        op = waiting.pop()
        if op.id not in kept:
            kept.add(op.id)
            waiting += [model.backward_op(op, rule) for rule in op.gradient]
    return OpSet(tuple(op for op in model.ops if op.id in kept))


def oneflow_tree(root: Path, target: str = "oneflow", names: tuple[str, ...] = OPS) -> Path:
    """Write the tree of a target below ``root``, with the kernels that are committed."""
    targets = [target.name for target in with_required([target])]
    write(root, render(chosen_model(names), targets))
    committed = ROOT / "generated"
    for path in (root / "kernels").glob("*/*/*_cpu.cc"):
        shutil.copyfile(committed / path.relative_to(root), path)
    for library in {path.parents[1] for path in (root / "kernels").glob("*/*/*_cpu.cc")}:
        for path in (committed / library.relative_to(root)).glob("*.h"):
            shutil.copyfile(path, root / path.relative_to(committed))
    return root
