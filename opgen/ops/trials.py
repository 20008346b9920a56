"""Reading what an op is tried with: domains, samples, errors, tolerances."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Final

from opgen.dataclass import dataclass, replace
from opgen.diagnostics import Diagnostic, Diagnostics
from opgen.ops.added_samples import ADDED_NAMES, error_samples, with_added_samples
from opgen.ops.domains import read_domains
from opgen.ops.dtypes import DType
from opgen.ops.op import Op
from opgen.ops.record_fields import elements_of, text_of
from opgen.ops.sample import ErrorSample, Sample
from opgen.ops.samples import SampleReader
from opgen.ops.spec_text import SpecText
from opgen.tablegen import Record, as_record


def with_trials(record: Record, op: Op, diagnostics: Diagnostics) -> Op:
    """Return ``op`` with what its record says about trying it out."""
    domain = SpecText(text_of(record, "domain"), record.locate("domain"))
    op = replace(op, domains=read_domains(domain, op, diagnostics))
    reader = _TrialReader(record, op, diagnostics)
    written = list(reader.samples())
    samples = with_added_samples(op, written)
    errors = (*reader.errors(), *error_samples(op, samples))
    return replace(op, samples=samples, errors=errors, tolerances=tuple(reader.tolerances()))


_NAME: Final = re.compile(r"[A-Za-z0-9]+([ _-][A-Za-z0-9]+)*\Z")


@dataclass(frozen=True, slots=True)
class _TrialReader:
    record: Record
    op: Op
    diagnostics: Diagnostics

    def samples(self) -> Iterator[Sample]:
        reader = SampleReader(self.op, self.diagnostics)
        known: set[str] = set()
        for index, sample in self._records("samples"):
            arguments, sizes = (
                self._text("samples", index, (sample, part, at))
                for at, part in enumerate(("arguments", "sizes"))
            )
            name = text_of(sample, "name")
            problem = _misfit_of_name(name, known)
            if problem:
                span = self.record.locate("samples", index, 2)
                self.diagnostics.add(Diagnostic("OPG0314", problem, span))
            known.add(name)
            read = reader.read(arguments, sizes, name=name or f"sample {index + 1}")
            if read is not None:
                yield read

    def errors(self) -> Iterator[ErrorSample]:
        reader = SampleReader(self.op, self.diagnostics)
        for index, error in self._records("errors"):
            arguments, message, sizes = (
                self._text("errors", index, (error, part, at))
                for at, part in enumerate(("arguments", "message", "sizes"))
            )
            read = reader.read_error(arguments, sizes, message, name=f"error {index + 1}")
            if read is not None:
                yield read

    def tolerances(self) -> Iterator[tuple[DType, float]]:
        seen: set[DType] = set()
        for index, tolerance in self._records("tol"):
            declared = as_record(tolerance.value("dtype"))
            dtype = DType.named(text_of(declared, "name")) if declared is not None else None
            text = text_of(tolerance, "tolerance")
            value = _positive(text)
            problem = self._tolerance_problem(dtype, seen)
            if dtype is None or problem:
                span = self.record.locate("tol", index, 0)
                self.diagnostics.add(Diagnostic("OPG0333", problem, span))
            elif value is None:
                span = self.record.locate("tol", index, 1)
                message = f"`{text}` is no tolerance"
                advice = 'write a number above 0 and below 1, such as `"1e-3"`'
                self.diagnostics.add(Diagnostic("OPG0333", message, span, help=advice))
            else:
                seen.add(dtype)
                yield dtype, value

    def _tolerance_problem(self, dtype: DType | None, seen: set[DType]) -> str:
        if dtype is None or not dtype.is_floating:
            return "only results of a floating dtype have a tolerance"
        if dtype in seen:
            return f"the tolerance of {dtype.spelling} is given twice"
        if all(dtype not in variable.dtypes for variable in self.op.types):
            return f"`{self.op.name}` has no dtype {dtype.spelling}"
        return ""

    def _records(self, field: str) -> Iterator[tuple[int, Record]]:
        for index, value in enumerate(elements_of(self.record, field)):
            item = as_record(value)
            if item is not None:
                yield index, item

    def _text(self, field: str, index: int, part: tuple[Record, str, int]) -> SpecText:
        item, name, at = part
        return SpecText(text_of(item, name), self.record.locate(field, index, at))


def _misfit_of_name(name: str, known: set[str]) -> str:
    """Return why a sample can't have a name; empty if it can, or has none."""
    if name and not _NAME.match(name):
        return f"`{name}` is no name of a sample: write words of letters and digits"
    if name and name in known:
        return f"two samples are called `{name}`"
    return f"opgen itself calls samples `{name}`" if name in ADDED_NAMES else ""


def _positive(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) and 0 < value < 1 else None
