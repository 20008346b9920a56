"""The test module of an operator, as torch_npu's own tests are: samples of the spec, a CPU golden.

Knows what is tried; what a test does with it is in the runtime that the modules share.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from opgen.dataclass import dataclass
from opgen.ops import (
    Attribute,
    AttributeKind,
    Device,
    DType,
    Op,
    Operand,
    Sample,
    SampleTensor,
)
from opgen.ops.added_samples import misfit
from opgen.ops.domains import Range, ranges
from opgen.ops.sample import Layout
from opgen.targets.ascend.names import ir_name
from opgen.targets.ascend.view import ir_op
from opgen.targets.cpp import free_name
from opgen.targets.python import (
    docstring_text,
    is_seed,
    kept_results,
    literal,
    parameters,
    string_literal,
    value_literal,
)
from opgen.targets.pytorch_binding import arguments
from opgen.targets.pytorch_types import dtype_text
from opgen.targets.samples import has_reference
from opgen.targets.torch_npu.functions import NpuFunction, npu_functions

_SEED: Final = 11
"""What random operators draw from."""

_TAKEN: Final = ("golden", "np", "reference", "self", "torch")
"""Names that the tests use themselves."""


def tests_view(op: Op) -> dict[str, object] | None:
    """Return what the test module of ``op`` prints; ``None`` where the spec has no samples."""
    classes = [tests.view() for f in npu_functions(op) if (tests := _Tests(f)).samples]
    if not classes:
        return None
    return {
        "library": op.library.name,
        "name": op.name,
        "file": f"test_npu_{op.registered_name}.py",
        "names": [function.name for function in npu_functions(op)],
        "has_reference": has_reference(op),
        "uses_numpy": bool(_rounded(op)),
        "classes": classes,
    }


@dataclass(frozen=True, slots=True)
class _Named:
    """A sample under the name of the method that returns its arguments."""

    name: str
    sample: Sample
    message: str = ""


class _Tests:
    """The tests of one function of torch_npu's namespace."""

    def __init__(self, function: NpuFunction) -> None:
        self._function = function
        self._op = function.op
        self._signature = function.signature
        self._arguments = arguments(function.signature)
        taken = {*_TAKEN, f"{function.op.library.name}_npu"}
        self._locals = {a.name: free_name(a.name, taken) for a in self._arguments}
        self._variables = _variables(function.op)
        self.samples = list(self._named(function.op.samples, "sample"))

    def view(self) -> dict[str, object]:
        """Return what the class prints."""
        refused = self._refused()
        columns = [_tuple(map(dtype_text, column)) for column in self._columns()]
        return {
            "function": self._function.name,
            "name": f"Test{ir_name(self._function.name)}",
            "parameters": list(self._locals.values()),
            "given": list(self._given()),
            "golden": self._golden(),
            "kept": kept_results(self._op) if has_reference(self._op) else None,
            "types": [free_name(name, set(_TAKEN)) for name in self._variables],
            "dtypes": list(dict.fromkeys(columns)),
            "tolerances": [f"{dtype_text(d)}: {value!r}" for d, value in self._op.tolerances],
            "samples": [self._sample(named) for named in (*self.samples, *refused)],
            "tests": [{"name": s.name, "is_added": s.sample.is_added} for s in self.samples],
            "refused": [{"name": r.name, "message": string_literal(r.message)} for r in refused],
            "gradients": list(self._gradients()),
            "precise": _tuple(map(dtype_text, self._precise())),
        }

    def _named(self, samples: Sequence[Sample], prefix: str) -> Iterator[_Named]:
        """Yield the samples that the function can take."""
        taken: set[str] = set()
        for sample in samples:
            # PyTorch can't tell the device of a list of no tensors.
            if self._function.takes(sample) and () not in dict(sample.operands).values():
                words = re.sub(r"\W+", "_", sample.name, flags=re.ASCII).strip("_").lower()
                name = free_name(f"{prefix}_{words.removeprefix(prefix).strip('_')}", taken)
                taken.add(name)
                yield _Named(name, sample)

    def _refused(self) -> list[_Named]:
        """Return the calls that the rule for shapes refuses, in the same words everywhere."""
        errors = [error for error in self._op.errors if misfit(self._op, error.sample)]
        messages = {id(error.sample): error.message for error in errors}
        named = self._named([error.sample for error in errors], "refused")
        return [_Named(n.name, n.sample, messages[id(n.sample)]) for n in named]

    def _given(self) -> Iterator[str]:
        """Yield the arguments of the call of the public function."""
        ordered = parameters(self._signature, dtype_text)
        by_name = {parameter.name for parameter in ordered if parameter.keyword_only}
        by_name |= {attribute.name for attribute in self._signature.attributes}
        for name, local in self._locals.items():
            yield f"{name}={local}" if name in by_name else local

    def _golden(self) -> list[str]:
        """Return the arguments of the reference, or of the operator where there is none."""
        rounded = {
            attribute.name: _in_single_precision(attribute, self._locals[attribute.name])
            for attribute in _rounded(self._op)
        }
        return list(self._function.values(self._locals | rounded, absent="None"))

    def _columns(self) -> list[tuple[DType, ...]]:
        """Return the element types to try: those of the NPU that the CPU has as well."""
        served = self._served(frozenset(DType) - {DType.F64})
        return served or self._served(frozenset(DType))

    def _served(self, dtypes: frozenset[DType]) -> list[tuple[DType, ...]]:
        ir = ir_op(self._op, {variable.name: dtypes for variable in self._op.types})
        by_variable = {t.type_variable: t.dtypes for t in (*ir.inputs, *ir.outputs)}
        on_cpu = [set(self._op.dtypes_on(Device.CPU, name)) for name in self._variables]
        columns = zip(*(by_variable[name] for name in self._variables), strict=True)
        return [
            column
            for column in (columns if self._variables else [()])
            if all(dtype in known for dtype, known in zip(column, on_cpu, strict=True))
        ]

    def _precise(self) -> Iterator[DType]:
        """Yield the element types whose gradients finite differences come close to."""
        for variable in self._variables:
            dtypes = self._op.dtypes_on(Device.CPU, variable)
            yield DType.F64 if DType.F64 in dtypes else dtypes[-1]

    def _sample(self, named: _Named) -> dict[str, object]:
        # What is refused needs no values of a domain, and may have none.
        domains = {} if named.message else ranges(self._op, named.sample)
        return {
            "name": named.name,
            "title": docstring_text(named.sample.name),
            "values": [self._value(a, named.sample, domains.get(a.name)) for a in self._arguments],
        }

    def _value(self, argument: Operand | Attribute, sample: Sample, domain: Range | None) -> str:
        if isinstance(argument, Operand):
            given = dict(sample.operands).get(argument.name)
            if isinstance(given, tuple):
                parts = [self._tensor(argument, part, domain) for part in given]
                return f"[{', '.join(parts)}]"
            return "None" if given is None else self._tensor(argument, given, domain)
        default = None if argument.flag else argument.default
        value = dict(sample.attributes).get(argument.name, default)
        if is_seed(argument):
            return literal(_SEED if value is None else value)
        if argument.type_variable in self._variables:
            return free_name(argument.type_variable, set(_TAKEN))
        return value_literal(value, argument.kind, dtype_text)

    def _tensor(self, operand: Operand, given: SampleTensor, domain: Range | None) -> str:
        dtype = free_name(operand.type_variable, set(_TAKEN))
        words = [dtype, str(list(given.shape))]
        if domain is not None:
            words.append(literal((domain.low, domain.high)))
            if not all(domain.includes):
                words.append(f"includes={literal(domain.includes)}")
            if domain.avoided:
                words.append(f"avoided={literal(domain.avoided)}")
        if given.layout is not Layout.CONTIGUOUS:
            words.append(f"layout={string_literal(given.layout.value)}")
        return f"self.tensors({', '.join(words)})"

    def _gradients(self) -> Iterator[dict[str, object]]:
        """Yield samples with the places of the arguments that have a gradient."""
        for named in self.samples:
            given = dict(named.sample.operands)
            places = [
                str(place)
                for place, argument in enumerate(self._arguments)
                if argument.name in self._op.differentiated and given.get(argument.name) is not None
            ]
            if places and not named.sample.is_added:
                yield {"name": named.name, "places": places}


def _in_single_precision(attribute: Attribute, local: str) -> str:
    rounded = f"float(np.float32({local}))"
    return f"{local} and {rounded}" if attribute.flag else rounded


def _rounded(op: Op) -> list[Attribute]:
    """Return the attributes that a reference gets in single precision."""
    if not has_reference(op):
        return []
    return [a for a in op.attributes if a.kind is AttributeKind.F32]


def _variables(op: Op) -> list[str]:
    """Return the type variables that a call decides about."""
    typed = [operand.type_variable for operand in op.operands]
    typed += [attribute.type_variable for attribute in op.attributes]
    results = [result.type_variable for result in op.results]
    of_tensors = {*typed[: len(op.operands)], *results}
    return [name for name in dict.fromkeys(typed) if name in of_tensors]


def _tuple(parts: Iterable[str]) -> str:
    pieces = list(parts)
    return f"({', '.join(pieces)}{',' if len(pieces) == 1 else ''})"
