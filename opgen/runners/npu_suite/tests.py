"""The operator's own test module, as torch_npu's tests are written, run here."""

from __future__ import annotations

import importlib
import importlib.util
import unittest
from collections.abc import Iterator
from functools import partial

from .subject import Check, NpuSubject, SkipError


def check_tests(subject: NpuSubject) -> Iterator[Check]:
    """Run each test of the module, on an NPU where there is one."""
    if not subject.tests:
        return
    cases: list[unittest.TestCase] = []
    yield "tests", partial(_load, subject.tests, cases)
    for case in cases:
        yield f"tests {case.id().rpartition('.')[2]}", partial(_passes, case)


def _load(name: str, cases: list[unittest.TestCase]) -> None:
    if importlib.util.find_spec("expecttest") is None:
        raise SkipError("torch_npu.testing needs the package expecttest")
    module = importlib.import_module(name)
    cases += _cases(unittest.defaultTestLoader.loadTestsFromModule(module))


def _cases(suite: unittest.TestSuite) -> Iterator[unittest.TestCase]:
    for part in suite:
        if isinstance(part, unittest.TestSuite):
            yield from _cases(part)
        else:
            yield part


def _passes(case: unittest.TestCase) -> None:
    result = unittest.TestResult()
    unittest.TestSuite([case]).run(result)
    if result.skipped:
        raise SkipError(result.skipped[0][1])
    problems = [text for _, text in (*result.errors, *result.failures)]
    assert not problems, problems[0].strip().rpartition("\n")[2]
    assert result.testsRun == 1, "the test didn't run"
