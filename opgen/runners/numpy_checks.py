"""Check one generated operator with NumPy: a script of its own, run where NumPy is.

    python numpy_checks.py GENERATED LIBRARY OP [--quick]

Prints one JSON object for each check. Never imports opgen: it knows the generated package, the
sample file and the reference beside it. Runs on Python 3.8 and newer.
"""
# ruff: noqa: B905 - zip has no `strict` before Python 3.10

from __future__ import annotations

import argparse
import importlib
import importlib.util
import itertools
import json
import sys
import traceback
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import numpy as np

DTYPES: Final = {
    "f16": "float16",
    "bf16": "bfloat16",
    "f32": "float32",
    "f64": "float64",
    "i32": "int32",
    "i64": "int64",
    "bool": "bool",
}
TOLERANCES: Final = {"f16": 4e-3, "bf16": 3e-2, "f32": 1e-5, "f64": 1e-10}
STEP: Final = 1e-6
GRADIENT_TOLERANCE: Final = 1e-5
PROBED_ELEMENTS: Final = 40
"""Of a larger operand only so many elements get a finite difference, drawn at random."""


class SkipError(Exception):
    """Says why a check doesn't apply."""


@dataclass(frozen=True)
class Subject:
    """The operator under test.

    Attributes:
        document: Its sample file.
        reference: Its reference over NumPy arrays, if the spec has one.
        function: Its public function.
        vjp: The function that pulls cotangents back, if it has a gradient.
        not_written: The exception that a stub raises.
    """

    document: Mapping[str, Any]
    reference: Callable[..., Any] | None
    function: Callable[..., Any]
    vjp: Callable[..., Any] | None
    not_written: type[Exception]

    @property
    def name(self) -> str:
        """The mnemonic."""
        return str(self.document["op"])

    @property
    def types(self) -> Mapping[str, Sequence[str]]:
        """The element types of each type variable."""
        types: Mapping[str, Sequence[str]] = self.document["types"]
        return types

    def choices(self) -> list[dict[str, str]]:
        """Return every choice of an element type for each type variable."""
        chosen = itertools.product(*self.types.values())
        return [dict(zip(self.types, types)) for types in chosen]

    def call(self, values: Mapping[str, Any]) -> list[Any]:
        """Return the results of the public function as a list."""
        return _as_list(self.function(**values))

    def values(self, sample: Mapping[str, Any], types: Mapping[str, str]) -> dict[str, Any]:
        """Return the arguments that a sample describes, filled with reproducible values."""
        values: dict[str, Any] = {}
        for operand in self.document["operands"]:
            name, dtype = operand["name"], types[operand["type"]]
            given = sample["operands"].get(name, [] if operand["arity"] == "variadic" else None)
            values[name] = _argument(given, dtype, f"{sample['name']} {name}")
        for attribute in self.document["attributes"]:
            name = attribute["name"]
            value = sample["attributes"].get(name, attribute["default"])
            values[name] = float(np.float32(value)) if attribute["kind"] == "f32" else value
        return values


def checks(subject: Subject, *, quick: bool) -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield the name of every check and what runs it; a failed one raises."""
    samples = subject.document["samples"]
    if not samples:
        yield "values", lambda: _skip("the spec has no samples")
    for sample in samples[:1] if quick else samples:
        for types in subject.choices():
            spelled = " ".join(types.values())
            yield f"values {spelled} {sample['name']}", _bound(_values, subject, sample, types)
        if subject.document["differentiable"]:
            yield f"vjp {sample['name']}", _bound(_vjp, subject, sample)
    for sample in samples[:1] if quick else samples:
        if sample.get("signatures"):
            yield f"sbp {sample['name']}", _bound(_signatures, subject, sample)
    if samples:
        yield "error wrong dtype", _bound(_wrong_dtype, subject, samples[0])
        yield "error mixed dtypes", _bound(_mixed_dtypes, subject, samples[0])


def _bound(check: Callable[..., None], *arguments: Any) -> Callable[[], None]:
    return lambda: check(*arguments)


def _skip(reason: str) -> None:
    raise SkipError(reason)


def _values(subject: Subject, sample: Mapping[str, Any], types: Mapping[str, str]) -> None:
    """Results have the declared dtypes and equal those of the reference."""
    values = subject.values(sample, types)
    before = {name: _copied(value) for name, value in values.items()}
    results = subject.call(values)
    for name, value in values.items():
        if not _same(before[name], value):
            raise AssertionError(f"operand {name} was changed")
    described = subject.document["results"]
    for result, array in zip(described, results):
        wanted = _dtype(types[result["type"]])
        if array.dtype != wanted:
            raise AssertionError(f"{result['name']}: dtype {array.dtype}, expected {wanted}")
    if subject.reference is None:
        _skip("ran, but the spec has no reference to compare with")
        return
    expected = _as_list(subject.reference(**{n: _precise(v) for n, v in values.items()}))
    if len(expected) != len(described):
        raise AssertionError(f"the reference returns {len(expected)} of {len(described)} results")
    for result, array, precise in zip(described, results, expected):
        tolerance = TOLERANCES.get(types[result["type"]])
        _compare(result["name"], array, np.asarray(precise), tolerance=tolerance)


def _compare(name: str, actual: Any, expected: Any, *, tolerance: float | None) -> None:
    if actual.shape != expected.shape:
        raise AssertionError(f"{name}: shape {actual.shape}, the reference has {expected.shape}")
    if tolerance is None:
        good = actual == expected
    else:
        scale = np.abs(expected).max(initial=1.0, where=np.isfinite(expected))
        wide = actual.astype(np.float64)
        good = np.isclose(wide, expected, rtol=tolerance, atol=tolerance * scale, equal_nan=True)
    if not np.all(good):
        at = tuple(int(index) for index in np.argwhere(~np.asarray(good))[0])
        raise AssertionError(f"{name}{list(at)} is {actual[at]}, the reference has {expected[at]}")


def _vjp(subject: Subject, sample: Mapping[str, Any]) -> None:
    """Gradients equal central differences of a random projection of the results."""
    if subject.vjp is None:
        raise AssertionError(f"{subject.name}_vjp is missing")
    types = {variable: _for_gradients(dtypes) for variable, dtypes in subject.types.items()}
    values = subject.values(sample, types)
    generator = _generator(f"{sample['name']} cotangents")
    cotangents = [
        generator.uniform(0.5, 1.5, size=np.shape(result)).astype(result.dtype)
        for result in subject.call(values)
    ]
    attributes = {attribute["name"] for attribute in subject.document["attributes"]}
    operands = [value for name, value in values.items() if name not in attributes]
    named = {name: value for name, value in values.items() if name in attributes}
    gradients = subject.vjp(*cotangents, *operands, **named)
    for operand, gradient in zip(subject.document["operands"], gradients):
        name = operand["name"]
        if name in subject.document["differentiable"] and values[name] is not None:
            _check_gradient(subject, values, name, pulled=(gradient, cotangents))


def _signatures(subject: Subject, sample: Mapping[str, Any]) -> None:
    """What two devices compute of their parts makes what one computes of the whole."""
    checker = _load(Path(__file__).with_name("sbp_checks.py"))
    types = {v: "f64" if "f64" in dtypes else dtypes[0] for v, dtypes in subject.types.items()}
    values = subject.values(sample, types)
    tolerance = 1e-9
    if subject.reference is not None:
        values = {name: _precise(value) for name, value in values.items()}
    else:
        tolerance = 4 * max(TOLERANCES.get(dtype, tolerance) for dtype in types.values())

    def evaluate(tensors: Sequence[Any]) -> list[Any]:
        arguments = {**values, **_regrouped(subject, values, tensors)}
        compute = subject.reference or subject.function
        return _as_list(compute(**arguments))

    tensors = [
        tensor
        for operand in subject.document["operands"]
        for tensor in _as_tensors(values[operand["name"]])
    ]
    checked = [
        checker.check_signature(
            evaluate, tensors, signature, generator=_generator(signature), tolerance=tolerance
        )
        for signature in sample["signatures"]
    ]
    if not any(checked):
        _skip("no axis is long enough to be cut")


def _as_tensors(value: Any) -> list[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _regrouped(
    subject: Subject, values: Mapping[str, Any], tensors: Sequence[Any]
) -> dict[str, Any]:
    """Return a flat list of tensors as the operands whose values have as many."""
    rest = iter(tensors)
    regrouped: dict[str, Any] = {}
    for operand in subject.document["operands"]:
        name = operand["name"]
        taken = list(itertools.islice(rest, len(_as_tensors(values[name]))))
        single = taken[0] if taken else None
        regrouped[name] = taken if operand["arity"] == "variadic" else single
    return regrouped


def _for_gradients(dtypes: Sequence[str]) -> str:
    if any("f" in dtype for dtype in dtypes) and "f64" not in dtypes:
        _skip("has no f64, which finite differences need")
    return "f64" if "f64" in dtypes else dtypes[0]


def _check_gradient(
    subject: Subject, values: Mapping[str, Any], name: str, *, pulled: tuple[Any, list[Any]]
) -> None:
    gradient, cotangents = pulled
    value = values[name]
    if gradient is None or gradient.shape != value.shape or gradient.dtype != value.dtype:
        raise AssertionError(f"gradient of {name}: expected shape and dtype of {name}")

    def projected(shifted: Any) -> float:
        results = subject.call({**values, name: shifted})
        return float(sum(np.sum(c * r) for c, r in zip(cotangents, results)))

    for index in _probed(value.shape):
        up, down = value.copy(), value.copy()
        up[index] += STEP
        down[index] -= STEP
        slope = (projected(up) - projected(down)) / (up[index] - down[index])
        allowed = GRADIENT_TOLERANCE * max(1.0, abs(slope))
        if not abs(gradient[index] - slope) <= allowed:
            where = f"{name}{list(index)}"
            raise AssertionError(f"gradient of {where} is {gradient[index]}, numerically {slope}")


def _probed(shape: tuple[int, ...]) -> list[tuple[int, ...]]:
    indices = list(np.ndindex(*shape))
    if len(indices) <= PROBED_ELEMENTS:
        return indices
    chosen = _generator("probed").choice(len(indices), PROBED_ELEMENTS, replace=False)
    return [indices[at] for at in sorted(chosen)]


def _wrong_dtype(subject: Subject, sample: Mapping[str, Any]) -> None:
    """An operand of a dtype that isn't listed is refused by name."""
    values = subject.values(sample, subject.choices()[0])
    refused = False
    for operand in subject.document["operands"]:
        name = operand["name"]
        listed = subject.types[operand["type"]]
        other = next((dtype for dtype in ("i64", "f64", "bool") if dtype not in listed), None)
        if other is not None and isinstance(values[name], np.ndarray):
            refused = True
            _refused(subject, {**values, name: values[name].astype(DTYPES[other])}, name)
    if not refused:
        _skip("no operand is an array of a restricted dtype")


def _mixed_dtypes(subject: Subject, sample: Mapping[str, Any]) -> None:
    """Operands of one type variable with different dtypes are refused by name."""
    values = subject.values(sample, subject.choices()[0])
    mixed = False
    for variable, dtypes in subject.types.items():
        operands = [o["name"] for o in subject.document["operands"] if o["type"] == variable]
        present = [name for name in operands if isinstance(values[name], np.ndarray)]
        for name in present[1:] if len(dtypes) > 1 else []:
            mixed = True
            _refused(subject, {**values, name: values[name].astype(_dtype(dtypes[1]))}, name)
    if not mixed:
        _skip("no two operands share a type variable of several dtypes")


def _refused(subject: Subject, values: Mapping[str, Any], name: str) -> None:
    try:
        subject.call(values)
    except ValueError as error:
        if not str(error).startswith(f"{subject.name}: {name}: "):
            raise AssertionError(f"the error doesn't name {name}: {error}") from error
    else:
        raise AssertionError(f"{name} of dtype {values[name].dtype} was accepted")


def _argument(given: Any, dtype: str, seed: str) -> Any:
    if given is None:
        return None
    if isinstance(given, list):
        return [_array(item, dtype, f"{seed} {at}") for at, item in enumerate(given)]
    return _array(given, dtype, seed)


def _array(described: Mapping[str, Any], dtype: str, seed: str) -> Any:
    shape, layout = tuple(described["shape"]), described["layout"]
    generator = _generator(seed)
    if dtype == "bool":
        drawn = generator.integers(0, 2, size=shape)
    elif dtype.startswith("i"):
        drawn = generator.integers(1, 3, size=shape)
    else:
        drawn = generator.uniform(0.1, 2.0, size=shape) * generator.choice([-1.0, 1.0], size=shape)
    array = np.asarray(drawn).astype(_dtype(dtype))
    if layout == "transposed":
        return np.ascontiguousarray(array.T).T
    if layout == "strided" and array.ndim:
        wide = np.zeros((*shape[:-1], 2 * shape[-1]), array.dtype)
        wide[..., ::2] = array
        return wide[..., ::2]
    return array


def _generator(seed: str) -> np.random.Generator:
    return np.random.default_rng(zlib.crc32(seed.encode("utf-8")))


def _dtype(spelling: str) -> Any:
    try:
        return np.dtype(DTYPES[spelling])
    except TypeError:
        raise SkipError(f"NumPy has no {DTYPES[spelling]} here (ml_dtypes adds it)") from None


def _precise(value: Any) -> Any:
    if isinstance(value, list):
        return [_precise(item) for item in value]
    is_inexact = isinstance(value, np.ndarray) and value.dtype.kind not in "biu"
    return value.astype(np.float64) if is_inexact else value


def _copied(value: Any) -> Any:
    if isinstance(value, list):
        return [_copied(item) for item in value]
    return value.copy() if isinstance(value, np.ndarray) else value


def _same(before: Any, after: Any) -> bool:
    if isinstance(before, list):
        return all(map(_same, before, after))
    return np.array_equal(before, after) if isinstance(before, np.ndarray) else before == after


def _as_list(results: Any) -> list[Any]:
    return list(results) if isinstance(results, tuple) else [results]


def _run(subject: Subject, check: Callable[[], None]) -> tuple[str, str]:
    try:
        check()
    except SkipError as reason:
        return "skipped", str(reason)
    except subject.not_written as error:
        return "failed", f"unfilled: {error}"
    except AssertionError as error:
        return "failed", str(error)
    except Exception as error:  # noqa: BLE001 - whatever generated code raises is a result
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        return "failed", f"{type(error).__name__}: {error} (at {where})"
    return "passed", ""


def _subject(generated: Path, library: str, op: str) -> Subject:
    samples = generated / "samples" / library
    document = json.loads((samples / f"{op}.json").read_text(encoding="utf-8"))
    reference = samples / f"{op}.py"
    sys.path.insert(0, str(generated / "numpy"))
    runtime = importlib.import_module("opgen_runtime")
    module = importlib.import_module(library)
    return Subject(
        document=document,
        reference=_load(reference).reference if reference.exists() else None,
        function=getattr(module, op),
        vjp=getattr(module, f"{op}_vjp", None),
        not_written=runtime.KernelNotWritten,
    )


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("opgen_reference", str(path))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main() -> int:
    """Run the checks of one operator and print a row for each."""
    parser = argparse.ArgumentParser(description="Check one generated operator with NumPy.")
    parser.add_argument("generated", type=Path)
    parser.add_argument("library")
    parser.add_argument("op")
    parser.add_argument("--quick", action="store_true", help="use the first sample only")
    arguments = parser.parse_args()
    sys.dont_write_bytecode = True
    subject = _subject(arguments.generated.resolve(), arguments.library, arguments.op)
    for name, check in checks(subject, quick=arguments.quick):
        outcome, detail = _run(subject, check)
        row = {"check": name, "outcome": outcome, "detail": detail}
        sys.stdout.write(json.dumps(row) + "\n")
        sys.stdout.flush()
        if detail.startswith("BuildError"):
            break  # everything else would fail for the same reason
    return 0


if __name__ == "__main__":
    sys.exit(main())
