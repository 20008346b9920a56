"""Building an operator for the stand-in and comparing what it computes with its reference."""
# ruff: noqa: B905 - zip has no `strict` before Python 3.10

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy_suite.loading import load
from numpy_suite.reference import Reference, ReferenceFailedError
from numpy_suite.subject import (
    TOLERANCES,
    SkipError,
    as_list,
    bound,
    skip,
)
from numpy_suite.values import compare

from .call import NUMBERS, FaultError, Kernel
from .unit import BuildError, Project

SPELLINGS: Final = {
    "float16": "f16",
    "bf16": "bf16",
    "float": "f32",
    "double": "f64",
    "int8": "i8",
    "uint8": "u8",
    "int16": "i16",
    "int32": "i32",
    "int64": "i64",
    "bool": "bool",
}
BLOCKS: Final = (1, 8)
LENGTHS: Final = (1, 7, 31, 32, 33, 4096, 100003)
"""Lengths of the operands of operators that take any shape."""

_PROBES: Final = (33, 66)
_MOST_GROWTH: Final = 2.5
"""By how much the work of a reference may grow from one of these lengths to the other."""

REFUSED: Final = "the inference of shapes fails"
"""What the stand-in says of shapes that an operator doesn't take."""

_drawn = load(Path(__file__).parents[1] / "drawn_values.py")


class Subject:
    """The operator under test: its kernel, its samples and its reference."""

    def __init__(self, project: Project, kernel: Kernel, samples: Path) -> None:
        """Load samples and reference."""
        self.project, self.kernel = project, kernel
        self.document = json.loads(samples.read_text(encoding="utf-8"))
        self.reference: Reference | None = Reference.of(samples)

    def tolerance(self, kind: str) -> float | None:
        """Return how far results of an element type may be off; ``None`` for not at all."""
        dtype = SPELLINGS[kind]
        given: Mapping[str, float] = self.document.get("tolerances", {})
        tolerance = given.get(dtype, TOLERANCES.get(dtype))
        return None if tolerance is None else float(tolerance)

    def passed(self, attributes: Mapping[str, Any]) -> dict[str, Any]:
        """Return attributes as the graph engine passes them on, element types as numbers."""
        numbers = {SPELLINGS[kind]: number for kind, (number, _) in NUMBERS.items()}
        named = {a["name"] for a in self.document["attributes"] if a["kind"] == "dtype"}
        flat = dict(self._with_flags(attributes))
        return {n: numbers[v] if n in named else v for n, v in flat.items()}

    def _with_flags(self, attributes: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """Yield attributes as the operator takes them: a flag beside each that may be absent."""
        for attribute in self.document["attributes"]:
            value = attributes[attribute["name"]]
            if "flag" in attribute:
                yield attribute["flag"], value is not None
                value = attribute["absent"] if value is None else value
            yield attribute["name"], value

    def attributes(self, sample: Mapping[str, Any]) -> dict[str, Any]:
        """Return the attributes of a sample, numbers as a float of the graph engine keeps them."""
        values = {}
        for attribute in self.document["attributes"]:
            value = sample["attributes"].get(attribute["name"], attribute["default"])
            is_real = attribute["kind"] in {"f32", "f64"} and value is not None
            values[attribute["name"]] = float(np.float32(value)) if is_real else value
        return values


def _kept(array: Any, kind: str) -> Any:
    """Return an array as the kernel takes it."""
    if kind != "bf16":
        return np.array(array, NUMBERS[kind][1], order="C")
    bits = np.array(array, np.float32, order="C").view(np.uint32)
    return np.array((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16, np.uint16)


def _read(array: Any, kind: str) -> Any:
    """Return an array of the kernel's as numbers."""
    if kind != "bf16":
        return array
    return np.array(array.astype(np.uint32) << 16, np.uint32).view(np.float32)


def checks(subject: Subject, *, quick: bool) -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield the name of every check and what runs it; a failed one raises."""
    samples = [s for s in subject.document["samples"] if _is_plain(s)]
    if not samples:
        yield "values", lambda: skip("the spec has no samples")
    for sample in samples[:1] if quick else samples:
        yield from _sample_checks(subject, [sample])
    for length in LENGTHS[4:5] if quick else LENGTHS:
        stretched = _of_length(subject, samples, length)
        if stretched:
            yield from _sample_checks(subject, stretched)


def _of_length(
    subject: Subject, samples: Sequence[Mapping[str, Any]], length: int
) -> list[dict[str, Any]]:
    """Return a sample with some dimension of a length, in every way that the operator may take.

    An operator without operands has results of that length, where the call gives a shape.
    """
    if subject.document["operands"]:
        ways = ([_stretched(s, size, length) for size in _own_sizes(s)] for s in samples)
        return next((way for way in ways if way), [])
    shapes = [a["name"] for a in subject.document["attributes"] if a["kind"] == "shape"]
    return [
        {**s, "name": f"length {length}", "attributes": {**s["attributes"], shapes[0]: [length]}}
        for s in samples[:1]
        if shapes
    ]


def _sample_checks(
    subject: Subject, ways: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield a check for each combination of element types; it runs as one block and as many."""
    for column, types in enumerate(subject.project.columns):
        spelled = " ".join(dict.fromkeys(SPELLINGS[kind] for kind in types.values()))
        yield f"values {spelled} {ways[0]['name']}", bound(_first_values, subject, ways, column)


def _own_sizes(sample: Mapping[str, Any]) -> list[int]:
    """Return the sizes that stand for one dimension wherever they are, so that others may do.

    0 stands for the whole shape, where all operands have the same; innermost dimensions come first.
    """
    given = sample["operands"].values()
    shapes = [one["shape"] for value in given if value is not None for one in _as_list(value)]
    whole = [0] if shapes and shapes.count(shapes[0]) == len(shapes) else []
    inner = [shape[-1] for shape in shapes if shape]
    outer = [size for shape in shapes for size in reversed(shape[:-1])]
    sizes = [n for n in inner + outer if n > 1 and all(shape.count(n) <= 1 for shape in shapes)]
    return whole + list(dict.fromkeys(sizes))


def _stretched(sample: Mapping[str, Any], size: int, length: int) -> dict[str, Any]:
    """Return a sample with vectors of that length, which the operator may refuse."""

    def of(given: Any) -> Any:
        if given is None or isinstance(given, list):
            return given and [of(one) for one in given]
        shape = [length if n == size else n for n in given["shape"]] if size else [length]
        return {**given, "shape": shape}

    operands = {name: of(given) for name, given in sample["operands"].items()}
    again = partial(_stretched, sample, size)
    added = {"added": "length", "length": length, "stretched": again}
    return {**sample, "name": f"length {length}", "operands": operands, **added}


def _is_plain(sample: Mapping[str, Any]) -> bool:
    given = sample["operands"].values()
    tensors = [one for value in given if value is not None for one in _as_list(value)]
    return all(tensor["layout"] == "contiguous" for tensor in tensors)


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _each(function: Callable[[Any], Any], value: Any) -> Any:
    """Apply a function to a value, or to each of a list of them."""
    return [function(one) for one in value] if isinstance(value, list) else function(value)


def _first_values(subject: Subject, ways: Sequence[Mapping[str, Any]], column: int) -> None:
    """Check the first of some samples that the operator takes."""
    for sample in ways[:-1]:
        try:
            _values(subject, sample, column)
        except SkipError:
            continue
        return
    _values(subject, ways[-1], column)


def _values(subject: Subject, sample: Mapping[str, Any], column: int) -> None:
    if subject.reference is None:
        skip("the spec has no reference to compare with")
    if sample.get("length", 0) > _PROBES[1] and _grows(subject, sample, column):
        skip("the work of the reference grows with the square of the length")
    types = subject.project.columns[column]
    inputs = dict(_inputs(subject, sample, types))
    passed = subject.passed(subject.attributes(sample))
    expected = _expected(subject, sample, column, inputs=inputs)
    shapes = [_each(np.shape, value) for value in expected]
    for blocks in BLOCKS:
        try:
            results = subject.kernel(column, inputs, shapes, attributes=passed, blocks=blocks)
        except FaultError as fault:
            if sample.get("added") == "length" and str(fault) == REFUSED:
                skip("the operator takes no such shape")
            raise
        for described, found, wanted in zip(subject.document["results"], results, expected):
            kind = types[described["name"]]
            name = f"{blocks} blocks: {described['name']}"
            for array, numbers in zip(_as_list(found), _as_list(wanted)):
                held = _held(numbers, kind)
                compare(name, _read(array, kind), held, tolerance=subject.tolerance(kind))


def _held(numbers: Any, kind: str) -> Any:
    """Return numbers as an element type holds them, where some may be too large for it."""
    if kind != "float16" or numbers.dtype.kind != "f":
        return numbers
    with np.errstate(over="ignore"):
        narrow = numbers.astype(np.float16)
    return np.where(np.isinf(narrow), narrow, numbers)


def _grows(subject: Subject, sample: Mapping[str, Any], column: int) -> bool:
    """Return whether the work of the reference grows faster than the length, to no end soon."""
    small, large = (_work(subject, sample["stretched"](length), column) for length in _PROBES)
    return large > _MOST_GROWTH * small


def _work(subject: Subject, sample: Mapping[str, Any], column: int) -> int:
    """Return how many lines the reference runs and how many elements its results have."""
    lines = 0

    def count(frame: Any, event: str, argument: Any) -> Any:
        nonlocal lines
        del frame, argument
        lines += event == "line"
        return count

    inputs = dict(_inputs(subject, sample, subject.project.columns[column]))
    before = sys.gettrace()
    sys.settrace(count)
    try:
        results = _expected(subject, sample, column, inputs=inputs)
    finally:
        sys.settrace(before)
    return lines + sum(int(array.size) for value in results for array in _as_list(value))


def _expected(
    subject: Subject, sample: Mapping[str, Any], column: int, *, inputs: Mapping[str, Any]
) -> list[Any]:
    """Return what the reference says of a sample whose inputs were drawn."""
    types = subject.project.columns[column]
    operands = {o["name"]: inputs.get(o["name"]) for o in subject.document["operands"]}
    wide = {n: _each(partial(_precise, types[n]), value) for n, value in operands.items()}
    attributes = subject.attributes(sample)
    return _results(subject, _referred(subject, sample, {**wide, **attributes}))


def _results(subject: Subject, referred: Any) -> list[Any]:
    """Return an array for each output, or a list of them where it stands for several."""
    outputs = subject.project.document["output_desc"]
    return [
        [np.asarray(one) for one in value]
        if tensor["param_type"] == "dynamic"
        else np.asarray(value)
        for tensor, value in zip(outputs, as_list(referred))
    ]


def _referred(subject: Subject, sample: Mapping[str, Any], values: Mapping[str, Any]) -> Any:
    assert subject.reference is not None
    try:
        return subject.reference(**values)
    except ReferenceFailedError as error:
        if "added" not in sample or not error.is_refusal:
            raise
        raise SkipError("the reference takes no such sample") from None


def _precise(kind: str, array: Any) -> Any:
    if array is None:
        return None
    numbers = _read(array, kind)
    return numbers.astype(np.float64) if numbers.dtype.kind == "f" else numbers


def _inputs(
    subject: Subject, sample: Mapping[str, Any], types: Mapping[str, str]
) -> Iterator[tuple[str, Any]]:
    for operand in subject.document["operands"]:
        name = operand["name"]
        given = sample["operands"].get(name)
        if given is None:
            continue
        dtype, seed = SPELLINGS[types[name]], f"{sample['name']} {name}"
        domain = sample.get("domains", {}).get(name)
        drawn = [
            _kept(_drawn.draw(one["shape"], dtype, f"{seed}{at or ''}", domain=domain), types[name])
            for at, one in enumerate(_as_list(given))
        ]
        yield name, drawn if isinstance(given, list) else drawn[0]


def _run(check: Callable[[], None]) -> dict[str, str]:
    try:
        check()
    except SkipError as reason:
        return {"outcome": "skipped", "detail": str(reason)}
    except FaultError as fault:
        unfilled = "is not written yet" in str(fault)
        return {"outcome": "failed", "detail": f"unfilled: {fault}" if unfilled else str(fault)}
    except ReferenceFailedError as error:
        row: dict[str, str] = error.row
        return row
    except AssertionError as error:
        return {"outcome": "failed", "detail": str(error)}
    except Exception as error:  # noqa: BLE001 - whatever generated code raises is a result
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        return {"outcome": "failed", "detail": f"{type(error).__name__}: {error} (at {where})"}
    return {"outcome": "passed", "detail": ""}


def _row(check: str, **row: str) -> None:
    sys.stdout.write(json.dumps({"check": check, **row}) + "\n")
    sys.stdout.flush()


def main() -> int:
    """Run the checks of one operator and print a row for each."""
    parser = argparse.ArgumentParser(description="Check one operator on a stand-in for an AI core.")
    parser.add_argument("generated", type=Path)
    parser.add_argument("library")
    parser.add_argument("op")
    parser.add_argument("--quick", action="store_true", help="use the first sample only")
    arguments = parser.parse_args()
    sys.dont_write_bytecode = True
    generated = arguments.generated.resolve()
    if not (generated / "ascendc" / arguments.library / arguments.op).is_dir():
        _row("build", outcome="skipped", detail="the operator has no kernel for an AI core")
        return 0
    project = Project.of(generated, arguments.library, arguments.op)
    with tempfile.TemporaryDirectory() as directory:
        try:
            kernel = Kernel(project, project.build(Path(directory)))
        except BuildError as error:
            lines = str(error).splitlines()
            first = next((line for line in lines if "error" in line), lines[0])
            _row("build", outcome="failed", detail=first)
            sys.stderr.write(str(error))
            return 1
        samples = generated / "samples" / arguments.library / f"{arguments.op}.json"
        subject = Subject(project, kernel, samples)
        for name, check in checks(subject, quick=arguments.quick):
            _row(name, **_run(check))
    return 0
