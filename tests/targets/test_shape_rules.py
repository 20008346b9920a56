"""One shape rule says the same in C++, in Python and in opgen, and what NumPy and PyTorch say."""

from __future__ import annotations

import ctypes
import importlib.util
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from opgen.config import default_project
from opgen.diagnostics import Diagnostics
from opgen.ops import Op, OpSet
from opgen.ops.shape_inference import ShapeMismatchError, infer_shapes
from opgen.pipeline import Request, prepare
from tests.requirements import needs
from tests.targets.abi import ABSENT, OK, Library, Tensor, of_shape
from tests.targets.kernel_tree import render, write
from tests.targets.shape_cases import Case, Shapes, cases

SPEC = Path(__file__).with_name("shape_ops.td")
PER_OP = 500
FLAGS = ["-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic", "-fPIC", "-shared"]


@pytest.fixture(scope="module")
def ops() -> dict[str, Op]:
    diagnostics = Diagnostics()
    model = prepare(Request(default_project(SPEC.parent), (SPEC,)), diagnostics).model
    assert [d.message for d in diagnostics.items] == []
    return {op.name: op for op in model.ops}


@pytest.fixture(scope="module")
def tree(ops: dict[str, Op], tmp_path_factory: pytest.TempPathFactory) -> Path:
    model = OpSet(tuple(ops.values()))
    return write(
        tmp_path_factory.mktemp("shapes"), render(model, ["kernels", "pytorch", "mindspore"])
    )


@pytest.fixture(scope="module")
def library(ops: dict[str, Op], tree: Path) -> Library:
    """The infer functions alone, in one translation unit: kernels take a minute to compile."""
    files = [f"shp/{name}/{name}_infer.cc" for name in ops]
    source = tree / "infer.cc"
    source.write_text("".join(f'#include "{file}"\n' for file in files))
    built = tree / "libinfer.so"
    command = ["c++", *FLAGS, f"-I{tree / 'kernels'}", str(source), "-o", str(built)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return Library(built, "shp")


def _abi_tensor(shape: Shapes) -> list[Any]:
    if shape is None:
        return [ABSENT]
    if isinstance(shape, list):
        parts = [of_shape(part) for part in shape]
        tensors = (Tensor * len(parts))(*parts)
        tensors.kept = parts  # type: ignore[attr-defined] - alive as long as the array
        return [tensors, ctypes.c_size_t(len(shape))]
    return [of_shape(shape)]


def _abi_value(value: Any) -> list[Any]:
    if isinstance(value, tuple):
        return [(ctypes.c_int64 * len(value))(*value), ctypes.c_size_t(len(value))]
    return [ctypes.c_uint8(value) if isinstance(value, bool) else ctypes.c_int64(value)]


def _infer(library: Library, op: Op, case: Case) -> tuple[str, list[tuple[int, ...]] | None]:
    """Return the message of the C++ function and the shapes, if it accepts the call."""
    from tests.targets.abi import Meta  # noqa: PLC0415

    tensors = [part for shape in case.shapes.values() for part in _abi_tensor(shape)]
    values = [part for a in op.attributes for part in _abi_value(case.attributes[a.name])]
    metas = [Meta() for _ in _tensors_of_results(op, case)]
    passed: list[Any] = list(metas)
    if op.results[0].is_variadic:
        passed = [(Meta * len(metas))(*metas), ctypes.c_size_t(len(metas))]
        metas = passed[0]
    status, message = library.call(f"{op.name}_infer", *tensors, *passed, *values)
    if status != OK:
        return message, None
    return "", [tuple(meta.shape[: meta.ndim]) for meta in metas]


def _tensors_of_results(op: Op, case: Case) -> range:
    result = op.results[0]
    return range(len(case.attributes[result.count]) if result.is_variadic else len(op.results))


def _of_first(op: Op, inferred: tuple[str, list[Any] | None]) -> tuple[str, list[Any] | None]:
    """Return what opgen tells: of a result of many tensors only the shape of the first."""
    message, shapes = inferred
    return (message, shapes[:1]) if shapes and op.results[0].is_variadic else inferred


def _evaluated(op: Op, case: Case) -> tuple[str, list[tuple[int, ...]] | None]:
    try:
        return "", infer_shapes(op, case.shapes, case.attributes)
    except ShapeMismatchError as error:
        return f"{op.name}: {error}", None


@needs("compiler", "pytorch")
def test_cpp_says_what_numpy_and_pytorch_say(ops: dict[str, Op], library: Library) -> None:
    verdicts: Counter[tuple[str, bool]] = Counter()
    for case in cases(1, PER_OP):
        message, shapes = _infer(library, ops[case.op], case)
        assert shapes == case.expected(), (case, message)
        verdicts[case.op, shapes is not None] += 1
    assert verdicts.total() >= 10_000
    assert min(verdicts[name, verdict] for name in ops for verdict in (True, False)) > 10


@needs("compiler", "pytorch")
def test_opgen_says_what_cpp_says_in_the_same_words(ops: dict[str, Op], library: Library) -> None:
    for case in cases(2, PER_OP // 4):
        op = ops[case.op]
        assert _evaluated(op, case) == _of_first(op, _infer(library, op, case)), case


@pytest.mark.parametrize(
    ("x", "scale", "k", "message"),
    [
        ((2, 3), (2,), 2, ""),
        # What asks for attributes and ranks comes first, whatever the rule says of the operands.
        ((2,), (5, 6), -1, "x: a matrix is wanted"),
        ((2, 3), (5, 6), -1, "k: -1 columns are wanted"),
        # What asks for sizes comes when the rule has found the axes.
        ((2, 3), (5,), 4, "scale: dim n is 5, expected 2 (from x)"),
        ((2, 3), (2,), 4, "x: 3 columns, 4 are wanted"),
    ],
)
def test_conditions_come_before_the_rule_but_those_that_ask_for_sizes(
    ops: dict[str, Op], x: Shapes, scale: Shapes, k: int, message: str
) -> None:
    case = Case("first_columns", {"x": x, "scale": scale}, {"k": k}, lambda *_: [])
    said, _ = _evaluated(ops["first_columns"], case)
    assert said == (f"first_columns: {message}" if message else "")


def _blurred(rng: random.Random, shape: Shapes) -> Shapes:
    if shape is None:
        return None
    if isinstance(shape, list):
        return [_blurred(rng, part) for part in shape]  # type: ignore[misc]
    return tuple(-1 if rng.random() < 0.3 else size for size in shape)


@needs("compiler", "pytorch")
def test_unknown_sizes(ops: dict[str, Op], library: Library) -> None:
    """They are inferred alike in C++ and opgen, and what is known is what full sizes give."""
    rng = random.Random(3)
    seen = unknown = 0
    for case in cases(4, PER_OP // 4):
        op = ops[case.op]
        _, full = _evaluated(op, case)
        case.shapes = {name: _blurred(rng, shape) for name, shape in case.shapes.items()}
        message, shapes = _of_first(op, _infer(library, op, case))
        assert _evaluated(op, case) == (message, shapes), case
        if full is None or "depends on an unknown size" in message:
            continue
        assert shapes is not None, (case, message)
        for known, exact in zip(shapes, full, strict=True):
            pairs = list(zip(known, exact, strict=True))
            assert all(size in (-1, other) for size, other in pairs), case
            seen += len(pairs)
            unknown += sum(size == -1 for size, _ in pairs)
    assert seen > 1000
    assert 0.1 < unknown / seen < 0.9


def _fakes(tree: Path, ops: dict[str, Op]) -> dict[str, Callable[..., Any]]:
    """Return the fake functions, cut out of modules that need a compiled binding."""
    import torch  # noqa: PLC0415

    sys.path.insert(0, str(tree / "pytorch"))
    try:
        import opgen_shapes  # noqa: PLC0415
        import opgen_torch  # noqa: PLC0415
    finally:
        sys.path.pop(0)
        for name in ("opgen_shapes", "opgen_torch"):
            sys.modules.pop(name, None)
    found = {}
    for name in ops:
        text = (tree / "pytorch" / "shp_torch" / name / "__init__.py").read_text()
        source = re.search(r"^def _fake\(.*?(?=^class )", text, re.DOTALL | re.MULTILINE)
        assert source
        scope = {"torch": torch, "opgen_shapes": opgen_shapes, "opgen_torch": opgen_torch}
        exec("from __future__ import annotations\n" + source[0], scope)
        found[name] = scope["_fake"]
    return found


@pytest.fixture(scope="module")
def fakes(tree: Path, ops: dict[str, Op]) -> dict[str, Callable[..., Any]]:
    pytest.importorskip("torch")
    return _fakes(tree, ops)


def _meta_tensors(shape: Shapes) -> Any:
    import torch  # noqa: PLC0415

    if isinstance(shape, list):
        return [torch.empty(part, device="meta") for part in shape]
    return None if shape is None else torch.empty(shape, device="meta")


@needs("pytorch")
def test_fake_functions_say_what_opgen_says_in_the_same_words(
    ops: dict[str, Op], fakes: dict[str, Callable[..., Any]]
) -> None:
    for case in cases(5, PER_OP // 4):
        tensors = [_meta_tensors(shape) for shape in case.shapes.values()]
        if tensors == [[]] or case.attributes.get("big", 0) > 1:
            continue  # PyTorch has neither a list without a tensor nor a tensor of 2**62 elements
        message, shapes = "", None
        try:
            made = fakes[case.op](*tensors, *case.attributes.values())
        except RuntimeError as error:
            message = str(error).split("\n")[0]
        else:
            made = made if isinstance(made, (list, tuple)) else (made,)
            shapes = [tuple(tensor.shape) for tensor in made]
        op = ops[case.op]
        assert _of_first(op, (message, shapes)) == _evaluated(op, case), case
        assert shapes == case.expected() or not op.results[0].is_variadic, case


def _rules(tree: Path, ops: dict[str, Op]) -> tuple[dict[str, Callable[..., Any]], type]:
    """Return MindSpore's functions for shapes and its tensors; they need no MindSpore."""
    root = tree / "mindspore"
    runtime = ModuleType("opgen_mindspore")
    runtime.__path__ = [str(root / "opgen_mindspore")]
    sys.modules["opgen_mindspore"] = runtime
    try:
        known = importlib.import_module("opgen_mindspore.shape_rules").Known
        found = {}
        for name in ops:
            path = root / "shp_mindspore" / name / "shapes.py"
            spec = importlib.util.spec_from_file_location(f"shapes_of_{name}", path)
            assert spec is not None
            assert spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            found[name] = module.shapes
    finally:
        for name in ("opgen_mindspore.shape_rules", "opgen_mindspore"):
            del sys.modules[name]
    return found, known


def _known(known: type, shape: Shapes) -> Any:
    if isinstance(shape, list):
        return [known(part) for part in shape]
    return None if shape is None else known(shape)


@needs("pytorch")
def test_mindspores_functions_say_what_opgen_says_in_the_same_words(
    ops: dict[str, Op], tree: Path
) -> None:
    rules, known = _rules(tree, ops)
    verdicts: Counter[bool] = Counter()
    for case in cases(7, PER_OP // 2):
        op, message, shapes = ops[case.op], "", None
        operands = [_known(known, shape) for shape in case.shapes.values()]
        try:
            made = rules[case.op](*operands, *case.attributes.values())
        except RuntimeError as error:
            message = str(error)
        else:
            parts = made[0] if op.results[0].is_variadic else made
            shapes = [tuple(part) for part in parts]
        assert _of_first(op, (message, shapes)) == _evaluated(op, case), case
        assert shapes == case.expected() or not op.results[0].is_variadic, case
        verdicts[shapes is not None] += 1
    assert min(verdicts.values()) > 500


@needs("pytorch")
def test_sizes_stay_symbolic(ops: dict[str, Op], fakes: dict[str, Callable[..., Any]]) -> None:
    """A fake function neither needs nor fixes the sizes that it computes with."""
    import torch  # noqa: PLC0415
    from torch._subclasses.fake_tensor import FakeTensorMode  # noqa: PLC0415
    from torch.fx.experimental.symbolic_shapes import (  # noqa: PLC0415
        DimDynamic,
        ShapeEnv,
        StatelessSymbolicContext,
    )

    symbolic: Counter[str] = Counter()
    for case in cases(6, 150):
        _, expected = _evaluated(ops[case.op], case)
        parts = [p for s in case.shapes.values() for p in (s if isinstance(s, list) else [s])]
        if symbolic[case.op] > 20:
            continue
        # PyTorch fixes sizes of 0 and 1 itself.
        if (
            case.attributes.get("big", 0) > 1
            or expected is None
            or any(size < 2 for part in parts for size in part or ())
        ):
            continue
        mode = FakeTensorMode(shape_env=ShapeEnv())

        def symbolized(shape: Shapes, mode: Any = mode) -> Any:
            if shape is None:
                return None
            if isinstance(shape, list):
                return [symbolized(part) for part in shape]
            context = StatelessSymbolicContext([DimDynamic.DYNAMIC] * len(shape))
            return mode.from_tensor(torch.empty(shape), symbolic_context=context)

        tensors = [symbolized(shape) for shape in case.shapes.values()]
        with mode:
            made = fakes[case.op](*tensors, *case.attributes.values())
        made = made if isinstance(made, (list, tuple)) else (made,)
        if ops[case.op].results[0].is_variadic:
            expected = case.expected()
        for tensor, shape in zip(made, expected, strict=True):
            assert tuple(map(int, tensor.shape)) == shape, case
            symbolic[case.op] += sum(isinstance(size, torch.SymInt) for size in tensor.shape)
    assert not [name for name in ops if not symbolic[name]]
