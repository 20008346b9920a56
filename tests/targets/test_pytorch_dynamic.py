"""Shape rules under ``torch.compile(dynamic=True)`` and ``torch.export``: symbolic sizes hold.

The generated Python runs on the device ``meta``, so that no kernel is needed: what the dispatcher
registers from C++ is defined here from the same schemas.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

from opgen.config import default_project
from opgen.diagnostics import Diagnostics
from opgen.ops import OpSet
from opgen.pipeline import Request, prepare
from tests.requirements import needs
from tests.targets.dynamic_cases import (
    CHOSEN,
    DRAWN,
    chooses,
    chosen,
    drawn,
    is_general,
    is_symbolic,
    resized,
)
from tests.targets.kernel_tree import render, write
from tests.targets.shape_cases import Case, Shapes, cases
from tests.targets.test_shape_rules import SPEC

pytestmark = needs("pytorch")

SEED = 11
CALLS = 2
"""Calls of each operator that are drawn, beside the one that was chosen."""
COMPARED = 6
"""Calls, at most, that are exported with PyTorch's own operator, too."""

SCHEMA = re.compile(r'm\.def\(\s*((?:"[^"]*"\s*)+)')


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
    by_op = drawn(SEED, CALLS)
    return {name: [calls, *by_op[name]] for name, calls in chosen().items()}


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


@pytest.mark.parametrize("name", CHOSEN)
def test_one_graph_serves_all_sizes(
    package: ModuleType, groups: dict[str, list[list[Case]]], name: str
) -> None:
    import torch  # noqa: PLC0415

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


def _exported(call: Callable[..., Any], case: Case) -> Callable[..., Any]:
    """Return the program that a call gives, with as many symbolic sizes as there can be."""
    import torch  # noqa: PLC0415

    class Module(torch.nn.Module):
        def forward(self, *tensors: Any) -> Any:
            return call(*tensors)

    def dynamic(value: Any) -> Any:
        if isinstance(value, list):
            return [dynamic(part) for part in value]
        return None if value is None else dict.fromkeys(range(value.dim()), torch.export.Dim.AUTO)

    given = _tensors(case)
    shapes = (tuple(map(dynamic, given)),)
    program = torch.export.export(Module(), tuple(given), dynamic_shapes=shapes)
    run: Callable[..., Any] = program.module()
    return run


@pytest.mark.parametrize("name", CHOSEN)
def test_calls_obey_the_rules_for_sizes(groups: dict[str, list[list[Case]]], name: str) -> None:
    for alike in groups[name]:
        assert len(alike) > 1
        assert all(map(is_general, alike))
        assert not any(map(chooses, alike))


@pytest.mark.parametrize("name", CHOSEN)
def test_one_exported_program_serves_all_sizes(
    package: ModuleType, groups: dict[str, list[list[Case]]], name: str
) -> None:
    for alike in groups[name]:
        run = _exported(_caller(package, alike[0]), alike[0])
        for case in alike:
            assert _shapes(run(*_tensors(case))) == case.expected(), case


def _own(case: Case) -> Callable[..., Any]:
    """Return the call of PyTorch's own operator."""
    import torch.nn.functional as F  # noqa: N812, PLC0415 - its usual name

    a = case.attributes
    places = {name: a[name] for name in ("stride", "padding", "dilation", "groups") if name in a}
    if case.op == "conv_transpose2d":
        places["output_padding"] = a["extra"]
    elif case.op != "conv2d":
        places |= {"kernel_size": a["window"], "ceil_mode": a["ceil_mode"]}
        places["stride"] = places["stride"] or None
    function = getattr(F, case.op)
    return lambda *tensors: function(*tensors, **places)


def _accepted(run: Callable[..., Any], case: Case) -> list[tuple[int, ...]] | None:
    """Return the shapes of the results, ``None`` where a program isn't one for such sizes."""
    try:
        return _shapes(run(*_tensors(case)))
    except AssertionError as error:
        assert str(error).startswith("Guard failed: ")  # noqa: PT017 - others are no verdict
        return None


@pytest.mark.parametrize("name", ["conv2d", "conv_transpose2d", "max_pool2d", "avg_pool2d"])
def test_programs_serve_whatever_those_of_pytorchs_operators_serve(
    package: ModuleType, name: str
) -> None:
    """Also results of a single row, and windows that are left out by a choice."""
    refused = compared = 0
    for case in cases(SEED, DRAWN):
        if case.op != name or compared == COMPARED or not is_symbolic(case):
            continue
        if case.expected() is None:
            continue
        compared += 1
        run, own = _exported(_caller(package, case), case), _exported(_own(case), case)
        for other in [case, *resized(case)]:
            shapes, served = _accepted(run, other), _accepted(own, other)
            assert served in (None, other.expected()), other
            assert shapes == other.expected() or (shapes is None and served is None), other
            refused += served is None
    assert compared > 1
    assert refused or name == "conv_transpose2d"
