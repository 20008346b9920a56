"""The tests of an operator in OneFlow's own style: its samples, its reference, what is checked.

Knows the functions of ``opgen_test_util.py``, and nothing of how they check.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from opgen.dataclass import dataclass
from opgen.ops import (
    Attribute,
    AttributeKind,
    AttributeValue,
    Device,
    DType,
    ErrorSample,
    Layout,
    Op,
    Sample,
    SampleTensor,
)
from opgen.ops.added_samples import misfit
from opgen.ops.domains import Range, ranges
from opgen.ops.sbp import sample_signatures
from opgen.targets.oneflow.declared import class_of
from opgen.targets.oneflow.function import dtype_text, in_place_name
from opgen.targets.oneflow.layout import Layout as Place
from opgen.targets.oneflow.types import DTYPE_NUMBERS
from opgen.targets.python import literal, string_literal
from opgen.targets.samples import has_reference, reference_view

_DEVICES: Final = {Device.CPU: "cpu", Device.CUDA: "cuda"}
_SEED: Final = 5
_NO_REFERENCE: Final[dict[str, object]] = {
    "body": [],
    "uses_math": False,
    "uses_numpy": False,
    "uses_sum_to": False,
}


def test_view(op: Op, layout: Place) -> dict[str, object] | None:
    """Return what the test module of ``op`` prints; ``None`` where there is nothing to try."""
    written = _Writer(op)
    if not op.samples or not written.choices:
        return None
    is_compared = has_reference(op)
    reference = reference_view(op) if is_compared else _NO_REFERENCE
    tests = list(written.tests())
    checks = {str(test["check"]) for test in tests}
    return {
        **reference,
        "registered": op.registered_name,
        "util": layout.test_util,
        "package": layout.package(op),
        "imports": sorted({"Drawn", "Operator", "devices", *checks}),
        "operator": list(_operator(op, layout.function(op), is_compared=is_compared)),
        "lists": [{"name": name, "items": items} for name, items in written.lists().items()],
        "class_name": f"Test{class_of(op).removesuffix('Op')}",
        "tests": tests,
    }


def _operator(op: Op, function: str, *, is_compared: bool) -> Iterator[str]:
    """Yield the arguments that describe the operator."""
    yield string_literal(op.name)
    yield function
    yield f"operands={_dict((o.name, string_literal(o.type_variable)) for o in op.operands)}"
    yield f"results={_dict((r.name, string_literal(r.type_variable)) for r in op.results)}"
    if op.attributes:
        yield f"attributes={_dict((a.name, _default(a)) for a in op.public_attributes)}"
    if is_compared:
        yield "reference=_reference"
    for parameter, names in _named(op).items():
        if names:
            yield f"{parameter}={literal(names)}"
    yield from _ways(op)


def _named(op: Op) -> dict[str, tuple[str, ...]]:
    """Return the operands, results and attributes that something holds of."""
    return {
        "saved": tuple(r.name for r in op.results if r.name in op.saved),
        "rounded": tuple(a.name for a in op.attributes if a.kind is AttributeKind.F32),
        "trained": tuple(o.name for o in op.operands if o.name in op.differentiated),
    }


def _ways(op: Op) -> Iterator[str]:
    """Yield the arguments about element types and about work in place."""
    typed = [(a.name, string_literal(a.type_variable)) for a in op.attributes if a.type_variable]
    if typed:
        yield f"dtypes={_dict(typed)}"
    if op.inplace:
        yield f"written={_dict((p.operand, string_literal(p.result)) for p in op.inplace)}"
        yield f"inplace={string_literal(in_place_name(op))}"
    given = [
        f"{_flow(dtype_text(dtype))}: {tolerance!r}"
        for dtype, tolerance in op.tolerances
        if dtype in DTYPE_NUMBERS
    ]
    if given:
        yield f"tolerances={{{', '.join(given)}}}"


def _default(attribute: Attribute) -> str:
    if attribute.kind is AttributeKind.SEED:
        return str(_SEED)
    if attribute.flag:
        return "None"
    return _value(attribute, attribute.default)


def _value(attribute: Attribute, value: AttributeValue | None) -> str:
    named = DType.named(value) if isinstance(value, str) else None
    if attribute.kind is AttributeKind.DTYPE and named is not None:
        return _flow(dtype_text(named))
    return literal(value)


def _flow(text: str) -> str:
    """Return an expression of OneFlow as its tests spell it."""
    return text.replace("oneflow.", "flow.", 1)


def _dict(pairs: Iterable[tuple[str, str]]) -> str:
    return f"dict({', '.join(f'{name}={value}' for name, value in pairs)})"


@dataclass(frozen=True, slots=True)
class _Item:
    """An item of a list: expressions between two texts."""

    head: str
    parts: tuple[str, ...]
    tail: str


class _Writer:
    """Writes the samples and the tests of one operator."""

    def __init__(self, op: Op) -> None:
        self._op = op
        self._devices = [name for device, name in _DEVICES.items() if op.support(device)]
        self.choices = list(self._choices())
        self._samples = [sample for sample in op.samples if not sample.is_added]
        self._edges = [sample for sample in op.samples if sample.is_added]
        self._refused = [e for e in op.errors if misfit(op, e.sample) is not None]

    def lists(self) -> dict[str, list[_Item]]:
        """Return the lists of the module."""
        lists = {
            "DTYPES": [_Item("", (self._dtypes(choice),), ",") for choice in self.choices],
            "SAMPLES": [self._item(sample) for sample in self._samples],
            "EDGE_CASES": [self._item(sample) for sample in self._edges],
            "PLACED": [_Item("(", pair, "),") for pair in self._placed()],
            "REFUSED": [self._refusal(error) for error in self._refused],
        }
        return {name: items for name, items in lists.items() if items}

    def _item(self, sample: Sample) -> _Item:
        return _Item("dict(", tuple(self._call(sample, ranges(self._op, sample))), "),")

    def _refusal(self, error: ErrorSample) -> _Item:
        # What is refused needs no values of a domain, and may have none.
        call = tuple(self._call(error.sample, {}))
        return _Item("(dict(", call, f"), {string_literal(error.message)}),")

    def tests(self) -> Iterator[dict[str, object]]:
        """Yield the methods of the test case."""
        present = self.lists()
        devices = f"devices({', '.join(map(string_literal, self._devices))})"
        for name, check, argument, values, dtypes in self._planned():
            if values in present:
                arguments = [("device", devices), ("dtypes", dtypes), (argument, values)]
                yield {"name": name, "check": check, "arguments": arguments}

    def _planned(self) -> Iterator[tuple[str, str, str, str, str]]:
        """Yield name, check, what it is given and of which list, and element types of each test."""
        op, single = self._op, self._preferring(DType.F32)
        every = "SAMPLES" if self._samples else "EDGE_CASES"
        yield "test_forward", "check_forward", "sample", "SAMPLES", "DTYPES"
        yield "test_edge_cases", "check_edge_case", "sample", "EDGE_CASES", "DTYPES"
        if op.inplace:
            yield "test_inplace", "check_inplace", "sample", every, "DTYPES"
        if self._is_exact():
            double = self._preferring(DType.F64)
            yield "test_backward", "check_backward", "sample", every, double
        if op.is_differentiable:
            yield "test_graph_training", "check_training", "sample", every, single
        else:
            yield "test_no_gradient", "check_no_gradient", "sample", every, single
        yield "test_graph", "check_graph", "sample", every, single
        yield "test_global", "check_global", "placed", "PLACED", single
        yield "test_refused", "check_refused", "refused", "REFUSED", single

    def _is_exact(self) -> bool:
        """Whether gradients can be compared with finite differences, of double precision."""
        return any(
            choice[operand.type_variable] is DType.F64
            for choice in self.choices
            for operand in self._op.operands
            if operand.name in self._op.differentiated
        )

    def _choices(self) -> Iterator[Mapping[str, DType]]:
        """Yield every choice of element types that all devices and OneFlow have."""
        op = self._op
        listed: list[list[DType]] = []
        for variable in op.types:
            dtypes = [d for d in variable.dtypes if d in DTYPE_NUMBERS]
            for device in _DEVICES:
                if op.support(device):
                    dtypes = [d for d in dtypes if d in op.dtypes_on(device, variable.name)]
            listed.append(dtypes)
        names = [variable.name for variable in op.types]
        for chosen in itertools.product(*listed):
            yield dict(zip(names, chosen, strict=True))

    def _preferring(self, wanted: DType) -> str:
        """Return the choice with an element type wherever that is possible, as a list."""
        best = max(self.choices, key=lambda choice: [*choice.values()].count(wanted))
        return f"[{self._dtypes(best)}]"

    def _dtypes(self, choice: Mapping[str, DType]) -> str:
        return _dict([(name, _flow(dtype_text(dtype))) for name, dtype in choice.items()])

    def _placed(self) -> Iterator[tuple[str, str]]:
        for at, sample in enumerate(self._samples):
            for signature in sample_signatures(self._op, sample):
                yield f"SAMPLES[{at}]", string_literal(str(signature))

    def _call(self, sample: Sample, domains: Mapping[str, Range]) -> list[str]:
        """Return the arguments of a sample, given where values of operands lie."""
        pairs = [
            (name, _tensor(tensor, domains.get(name)))
            for name, tensor in sample.operands
            if tensor is not None
        ]
        attributes = {attribute.name: attribute for attribute in self._op.public_attributes}
        pairs += [
            (name, _value(attributes[name], value))
            for name, value in sample.attributes
            if name in attributes
        ]
        return [f"{name}={value}" for name, value in pairs]


def _tensor(tensor: SampleTensor | tuple[SampleTensor, ...], domain: Range | None) -> str:
    if isinstance(tensor, tuple):
        return f"[{', '.join(_tensor(part, domain) for part in tensor)}]"
    arguments = [str(size) for size in tensor.shape]
    if domain is not None:
        arguments.append(f"between={literal((domain.low, domain.high))}")
        if not all(domain.includes):
            arguments.append(f"includes={domain.includes!r}")
        if domain.avoided:
            arguments.append(f"avoid={literal(domain.avoided)}")
    if tensor.layout is not Layout.CONTIGUOUS:
        arguments.append(f'layout="{tensor.layout.value}"')
    return f"Drawn({', '.join(arguments)})"
