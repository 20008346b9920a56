"""``opgen verify``: the table, the exit code, and the Python that each framework gets."""

import json
import os
import sys
from typing import ClassVar

import pytest

from opgen.cli import verify
from opgen.runners import Outcome, Row, Runner
from tests.requirements import needs

PASSED = Row("zoo.twice", "numpy", "values f64", Outcome.PASSED)
FAILED = Row("zoo.twice", "numpy", "vjp", Outcome.FAILED, "off by 2")
SKIPPED = Row("", "pytorch", "environment", Outcome.SKIPPED, "python can't import torch")


@pytest.fixture
def runner(here, monkeypatch):
    """A runner that reports what it is told to, and remembers what it was asked for."""
    samples = here / "generated" / "samples" / "zoo"
    samples.mkdir(parents=True)
    (samples / "twice.json").write_text("{}")

    class Recorded(verify.Runner):
        rows = (PASSED,)
        asked: ClassVar[list] = []

        def verify(self, ops, targets):
            self.asked.append((self, tuple(ops), list(targets)))
            yield from self.rows

    monkeypatch.setattr(verify, "Runner", Recorded)
    Recorded.asked.clear()
    return Recorded


@pytest.mark.parametrize(
    ("rows", "code", "summary"),
    [
        ([PASSED], 0, "1 check: 1 passed"),
        ([PASSED, FAILED, SKIPPED], 1, "3 checks: 1 passed, 1 failed, 1 skipped"),
        ([SKIPPED], 0, "1 check: 1 skipped"),
        ([], 0, "nothing was checked"),
    ],
)
def test_a_failure_is_1_and_a_missing_framework_is_skipped(opgen, runner, rows, code, summary):
    runner.rows = rows
    ended = opgen("verify")
    assert ended.code == code
    assert ended.out.splitlines()[-1] == summary
    assert opgen("verify", "-q").code == code
    document = json.loads(opgen("verify", "--format", "json").out)
    assert document["exit_code"] == code
    assert [row["outcome"] for row in document["result"]] == [row.outcome.value for row in rows]


def test_the_reason_of_a_failure_is_in_the_table(opgen, runner):
    runner.rows = [PASSED, FAILED]
    lines = opgen("verify").out.splitlines()
    assert lines[2].split(maxsplit=4) == ["zoo.twice", "numpy", "vjp", "failed", "off by 2"]


def test_only_what_can_be_run_is_run(opgen, runner):
    assert opgen("verify", "twice", "-t", "kernels", "-t", "numpy", "--quick", "-j", "3").code == 0
    ((asked, ops, targets),) = runner.asked
    assert (ops, targets) == (("twice",), ["numpy"])
    assert (asked.quick, asked.jobs) == (True, 3)


def test_a_library_is_chosen_by_its_name(opgen, runner):
    assert opgen("verify", "zoo", "-t", "numpy").code == 0
    assert [ops for _, ops, _ in runner.asked] == [("zoo",)]


@pytest.mark.parametrize("op", ["thrice", "zoo.thrice", "lab.twice"])
def test_an_operator_that_was_not_generated_is_2(opgen, runner, op):
    ended = opgen("verify", op)
    assert ended.code == 2
    assert f"`{op}`" in ended.err
    assert not runner.asked


def test_environment_goes_before_configuration_before_this_python(opgen, runner, here, monkeypatch):
    def pythons():
        runner.asked.clear()
        assert opgen("verify").code == 0
        return runner.asked[0][0].interpreters

    assert pythons() == {"numpy": sys.executable, "pytorch": sys.executable}
    (here / "pyproject.toml").write_text('[tool.opgen.verify.pytorch]\npython = "configured"\n')
    assert pythons()["pytorch"] == "configured"
    monkeypatch.setenv("OPGEN_PYTHON_PYTORCH", "from-environment")
    assert pythons() == {"numpy": sys.executable, "pytorch": "from-environment"}


@needs("numpy")
def test_samples_that_are_no_plain_file_are_not_waited_for(tmp_path):
    samples = tmp_path / "samples" / "zoo"
    samples.mkdir(parents=True)
    os.mkfifo(samples / "pipe.json")
    (samples / "gone.json").symlink_to("nothing")
    rows = list(Runner(tmp_path, {"numpy": sys.executable}).verify([], ["numpy"]))
    assert [(row.op, row.check, row.outcome) for row in rows] == [
        ("zoo.gone", "samples", Outcome.FAILED),
        ("zoo.pipe", "samples", Outcome.FAILED),
    ]
