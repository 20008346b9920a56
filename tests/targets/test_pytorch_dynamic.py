"""Shape rules under ``torch.compile(dynamic=True)`` and ``torch.export``: symbolic sizes hold.

The generated Python runs on the device ``meta``, so that no kernel is needed: what the dispatcher
registers from C++ is defined here from the same schemas.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

from opgen.config import default_project
from opgen.diagnostics import Diagnostics
from opgen.ops import OpSet
from opgen.pipeline import Request, prepare
from tests.requirements import needs
from tests.targets.kernel_tree import render, write
from tests.targets.shape_cases import Case, Shapes, cases
from tests.targets.test_shape_rules import SPEC

pytestmark = needs("pytorch")

DRAWN = 300
"""Calls of each operator that are drawn."""
CALLS = 2
"""Calls of each operator that are tried."""
TRIED = 5
"""Sizes with which each is tried."""
STEP = 5
LEAST = 2
"""The least size that a compiler doesn't take for a constant."""

SCHEMA = re.compile(r'm\.def\(\s*((?:"[^"]*"\s*)+)')
NAMES = [
    "add_same", "arg_max", "avg_pool2d", "conv2d", "conv_transpose2d", "embedding", "gather",
    "join", "layer_norm", "matmul", "max_pool2d", "reduce_sum", "softmax", "stack",
    "topk", "where",
]  # fmt: skip


def _model() -> OpSet:
    diagnostics = Diagnostics()
    model = prepare(Request(default_project(SPEC.parent), (SPEC,)), diagnostics).model
    assert model is not None
    return model


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The generated package, its operators defined without kernels."""
    import torch  # noqa: PLC0415

    tree = write(tmp_path_factory.mktemp("dynamic"), render(_model(), ["kernels", "pytorch"]))
    library = torch.library.Library("shp", "FRAGMENT")
    source = (tree / "pytorch" / "shp_torch" / "shp_torch.cc").read_text()
    for literals in SCHEMA.findall(source):
        library.define("".join(re.findall(r'"([^"]*)"', literals)))
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(tree / "pytorch"))
        runtime = importlib.import_module("opgen_torch")
        patch.setattr(runtime, "load_library", lambda _: None)
        yield importlib.import_module("shp_torch")
    library._destroy()
    for name in [n for n in sys.modules if n.partition("_")[0] in {"opgen", "shp"}]:
        del sys.modules[name]


@pytest.fixture(scope="module")
def groups() -> dict[str, list[list[Case]]]:
    """Calls by operator, each with the same call of other sizes."""
    by_op: dict[str, list[list[Case]]] = defaultdict(list)
    for case in cases(11, DRAWN):
        known = by_op[case.op]
        is_wanted = len(known) < CALLS and all(map(_is_symbolic, case.shapes.values()))
        results = case.expected()
        is_wanted = is_wanted and results is not None and all(map(_is_symbolic, results))
        if is_wanted and any(case.shapes.values()):
            alike = [case, *_resized(case)][:TRIED]
            known += [alike] if len(alike) > 1 else []
    return by_op


def _resized(case: Case) -> Iterator[Case]:
    """Yield legal calls with another size: wherever it stands, or in one place."""
    sizes = {size for shape in case.shapes.values() for size in _flat(shape)}
    for size in sorted(sizes):
        shapes = {
            name: _mapped(shape, lambda s, size=size: s + STEP if s == size else s)
            for name, shape in case.shapes.items()
        }
        yield from _legal(case, shapes)
    name, first = next(iter(case.shapes.items()))
    if isinstance(first, tuple):
        for axis in range(len(first)):
            changed = (*first[:axis], first[axis] + STEP, *first[axis + 1 :])
            yield from _legal(case, {**case.shapes, name: changed})


def _legal(case: Case, shapes: dict[str, Shapes]) -> Iterator[Case]:
    other = replace(case, shapes=shapes)
    if other.expected() is not None:
        yield other


def _flat(shape: Shapes) -> list[int]:
    if isinstance(shape, list):
        return [size for part in shape for size in part]
    return list(shape or ())


def _mapped(shape: Shapes, change: Callable[[int], int]) -> Shapes:
    if isinstance(shape, list):
        return [tuple(map(change, part)) for part in shape]
    return None if shape is None else tuple(map(change, shape))


def _is_symbolic(shape: Shapes) -> bool:
    if isinstance(shape, list):
        return bool(shape) and all(map(_is_symbolic, shape))
    return shape is None or all(size >= LEAST for size in shape)


def _tensors(case: Case) -> list[Any]:
    import torch  # noqa: PLC0415

    def tensor(shape: Shapes) -> Any:
        if isinstance(shape, list):
            return [tensor(part) for part in shape]
        return None if shape is None else torch.empty(shape, device="meta")

    return [tensor(shape) for shape in case.shapes.values()]


def _shapes(output: Any) -> list[tuple[int, ...]]:
    results = output if isinstance(output, (tuple, list)) else (output,)
    return [tuple(map(int, result.shape)) for result in results]


def _caller(package: ModuleType, case: Case) -> Callable[..., Any]:
    function, attributes = getattr(package, case.op), case.attributes
    return lambda *tensors: function(*tensors, **attributes)


@pytest.mark.parametrize("name", NAMES)
def test_one_graph_serves_all_sizes(
    package: ModuleType, groups: dict[str, list[list[Case]]], name: str
) -> None:
    import torch  # noqa: PLC0415

    assert groups[name]
    for alike in groups[name]:
        torch._dynamo.reset()
        compiled: list[Any] = []

        def backend(graph: Any, _: Any, compiled: list[Any] = compiled) -> Any:
            compiled.append(graph)
            return graph

        call = torch.compile(
            _caller(package, alike[0]), dynamic=True, fullgraph=True, backend=backend
        )
        # Sizes that happen to be equal in the first call needn't be so in the next one.
        with torch.fx.experimental._config.patch(use_duck_shape=False):
            for case in alike:
                assert _shapes(call(*_tensors(case))) == case.expected(), case
        assert len(compiled) == 1, alike


@pytest.mark.parametrize("name", NAMES)
def test_one_exported_program_serves_all_sizes(
    package: ModuleType, groups: dict[str, list[list[Case]]], name: str
) -> None:
    import torch  # noqa: PLC0415

    alike = groups[name][0]
    call = _caller(package, alike[0])

    class Module(torch.nn.Module):
        def forward(self, *tensors: Any) -> Any:
            return call(*tensors)

    def dynamic(value: Any) -> Any:
        if isinstance(value, list):
            return [dynamic(part) for part in value]
        return None if value is None else dict.fromkeys(range(value.dim()), torch.export.Dim.AUTO)

    given = _tensors(alike[0])
    program = torch.export.export(
        Module(), tuple(given), dynamic_shapes=(tuple(map(dynamic, given)),)
    )
    run = program.module()
    for case in alike:
        assert _shapes(run(*_tensors(case))) == case.expected(), case
