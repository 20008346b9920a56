"""``opgen verify``: the table, the exit code, and the Python that each framework gets."""

import io
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
def generated(here):
    """A directory in which an operator seems to be generated, from specs that nobody knows."""
    samples = here / "generated" / "samples" / "zoo"
    samples.mkdir(parents=True)
    (samples / "twice.json").write_text("{}")
    return here


@pytest.fixture
def runner(generated, monkeypatch):
    """A runner that reports what it is told to, and remembers what it was asked for."""

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
    document = json.loads(opgen("verify", "--format", "json").out)
    assert document["exit_code"] == code
    assert [row["outcome"] for row in document["result"]] == [row.outcome.value for row in rows]


def test_quiet_prints_failures_and_the_sum_and_silent_nothing(opgen, runner):
    runner.rows = [PASSED, FAILED, SKIPPED]
    quiet = opgen("verify", "-q")
    lines = quiet.out.splitlines()
    assert [line.split()[:3] for line in lines[1:-1]] == [["zoo.twice", "numpy", "vjp"]]
    assert lines[-1] == "3 checks: 1 passed, 1 failed, 1 skipped"
    assert (quiet.code, quiet.err) == (1, "")
    assert opgen("verify", "-s")[:2] == (1, "")
    runner.rows = [PASSED]
    assert opgen("verify", "-q")[:2] == (0, "1 check: 1 passed\n")


def test_the_reason_of_a_failure_is_in_the_table_and_again_at_the_end(opgen, runner):
    runner.rows = [FAILED, PASSED]
    lines = opgen("verify").out.splitlines()
    failure = ["zoo.twice", "numpy", "vjp", "failed", "off by 2"]
    assert lines[1].split(maxsplit=4) == failure
    assert lines[3:5] == ["", "failed:"]
    assert lines[6].split(maxsplit=4) == failure
    runner.rows = [FAILED]
    assert len(opgen("verify").out.splitlines()) == 3


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize("option", [None, "-q", "-v", "--format=json"])
def test_a_terminal_shows_how_far_it_is_and_nothing_of_that_stays(
    opgen, runner, monkeypatch, option
):
    runner.rows = [PASSED, FAILED]
    monkeypatch.setenv("TERM", "xterm")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    opgen("verify", *filter(None, [option]))
    shown = terminal.getvalue().split("\r\x1b[K")
    if option is None:
        assert "numpy" in shown[1]
        assert [line.split(";")[0] for line in shown[2:4]] == [
            "1 check, 0 failed",
            "2 checks, 1 failed",
        ]
        assert shown[4:] == [""]
    else:
        assert len(shown) == 1


def test_no_terminal_is_told_how_far_it_is(opgen, runner):
    assert opgen("verify").err == ""


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


def test_a_misspelt_operator_is_advised_about(opgen, runner):
    assert "`twcie` was generated; did you mean `twice`?" in opgen("verify", "twcie").err
    assert "`zoo.twic` was generated; did you mean `zoo.twice`?" in opgen("verify", "zoo.twic").err
    assert "`xyz` was generated; see `opgen list`" in opgen("verify", "xyz").err


def test_a_misspelt_target_of_the_configuration_is_shown_there(opgen, runner, here):
    (here / "pyproject.toml").write_text('[tool.opgen]\ntargets = ["numpy", "pytroch"]\n')
    ended = opgen("verify")
    assert (ended.code, runner.asked) == (2, [])
    assert "pyproject.toml:2:1" in ended.err
    assert "did you mean `pytorch`?" in ended.err


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('[tool.opgen.verify.pytroch]\npython = "python3"\n', "1:1"),
        ('[tool.opgen]\nlibrary = "zoo"\nverify.pytroch.python = "python3"\n', "3:1"),
        ('[tool.opgen.verify]\nnumpy.python = "python3"\npytroch.python = "python3"\n', "3:1"),
    ],
)
def test_options_of_a_misspelt_target_are_shown(opgen, runner, here, text, place):
    (here / "pyproject.toml").write_text(text)
    ended = opgen("verify", "-t", "numpy")
    assert (ended.code, runner.asked) == (2, [])
    assert f"error[OPG0005]: unknown target `pytroch`\n --> pyproject.toml:{place}\n" in ended.err
    assert "did you mean `pytorch`?" in ended.err


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


def environment(opgen, *options):
    ended = opgen("verify", "--format", "json", *options)
    (row,) = (row for row in json.loads(ended.out)["result"] if row["check"] == "environment")
    assert row["target"] == "pytorch"
    return ended.code, row["outcome"], row["detail"]


MISSING = "/nonexistent/python"


def test_a_framework_that_was_asked_for_and_is_missing_is_a_failure(opgen, generated, monkeypatch):
    monkeypatch.setattr(sys, "executable", MISSING)
    code, outcome, detail = environment(opgen, "-t", "pytorch")
    assert (code, outcome) == (1, "failed")
    assert MISSING in detail


def test_a_framework_of_an_interpreter_that_was_named_must_be_there(opgen, generated, monkeypatch):
    config = generated / "pyproject.toml"
    config.write_text('[tool.opgen]\ntargets = ["pytorch"]\n')
    monkeypatch.setattr(sys, "executable", MISSING)
    code, outcome, detail = environment(opgen)
    assert (code, outcome) == (0, "skipped")
    assert "OPGEN_PYTHON_PYTORCH" in detail
    assert "verify.pytorch.python" in detail
    monkeypatch.setenv("OPGEN_PYTHON_PYTORCH", MISSING)
    assert environment(opgen)[:2] == (1, "failed")
    monkeypatch.delenv("OPGEN_PYTHON_PYTORCH")
    config.write_text(f'{config.read_text()}verify.pytorch.python = "{MISSING}"\n')
    assert environment(opgen)[:2] == (1, "failed")


@pytest.fixture
def project(opgen, runner, here):
    """A project with an operator ``twice`` that is built."""
    for arguments in (["init"], ["new", "op", "twice"], ["build"]):
        assert opgen(*arguments).code == 0
    assert (opgen("verify").code, len(runner.asked)) == (0, 1)
    runner.asked.clear()
    return here


def codes(opgen, *arguments):
    document = json.loads(opgen("verify", "--format", "json", *arguments).out)
    found = [(each["code"], each["severity"]) for each in document["diagnostics"]]
    return document["exit_code"], found


def test_outputs_of_another_spec_than_is_there_now_are_not_run(opgen, runner, project):
    spec = project / "specs" / "twice.td"
    spec.write_text(spec.read_text().replace("twice of each", "thrice of each"))
    assert codes(opgen) == (1, [("OPG0523", "error")])
    assert codes(opgen, "twice", "-t", "numpy") == (1, [("OPG0523", "error")])
    assert not runner.asked
    assert codes(opgen, "first_op") == (0, [])
    assert opgen("build").code == 0
    assert codes(opgen) == (0, [])


def test_an_operator_is_run_with_those_that_gradients_tie_to_it(opgen, runner, project):
    spec = project / "specs" / "twice.td"
    formula = spec.read_text().replace(", NoGrad", "")
    formula = formula.replace("  let samples", '  let expr = "y = 2 * x";\n  let samples')
    spec.write_text(formula)
    assert opgen("build").code == 0
    spec.write_text(formula.replace("twice of each", "two times each"))
    changed = opgen("diff").out
    assert "twice_cpu.cc" in changed
    assert "twice_grad_cpu.cc" not in changed
    assert codes(opgen, "twice_grad") == (1, [("OPG0523", "error")])
    assert codes(opgen, "first_op") == (0, [])


def test_specs_that_cannot_be_read_are_told_instead_of_running_what_is_left(opgen, runner, project):
    (project / "specs" / "twice.td").write_text("def Twice : Op<\n")
    code, found = codes(opgen)
    assert code == 1
    assert [code[:5] for code, _ in found] == ["OPG01"]
    assert not runner.asked


def test_what_all_operators_share_is_a_warning_beside_those_that_were_named(opgen, runner, project):
    assert opgen("new", "op", "halve").code == 0
    assert codes(opgen, "twice") == (0, [("OPG0523", "warning")])
    assert len(runner.asked) == 1
    assert codes(opgen) == (1, [("OPG0523", "error")])


def test_a_missing_formatter_is_told_beside_what_comes_of_it(opgen, runner, project):
    config = project / "pyproject.toml"
    plain = config.read_text()
    config.write_text(f'{plain}[tool.opgen.format]\n"*.py" = ["sed", "$G"]\n')
    assert opgen("build").code == 0
    assert codes(opgen) == (0, [])
    config.write_text(f'{plain}[tool.opgen.format]\n"*.py" = ["no-such-program"]\n')
    code, found = codes(opgen)
    assert code == 1
    assert {*found} == {("OPG0516", "warning"), ("OPG0523", "error")}


def test_edits_are_no_reason_not_to_run(opgen, runner, project):
    (kernel,) = (project / "generated" / "kernels").glob("*/twice/twice_cpu.cc")
    kernel.write_text(kernel.read_text() + "// mine\n")
    assert codes(opgen) == (0, [])


def test_a_target_that_was_never_built_is_only_asked_for_by_name(opgen, runner, project):
    config = project / "pyproject.toml"
    config.write_text(config.read_text().replace('"numpy", ', '"numpy", "mindspore", '))
    assert codes(opgen) == (0, [])
    assert codes(opgen, "-t", "mindspore") == (1, [("OPG0523", "error")])
    assert "`opgen build -t mindspore`" in opgen("verify", "-t", "mindspore").err


def test_the_place_of_a_reference_that_raised_is_shown_from_here(
    opgen, runner, project, monkeypatch
):
    spec = project / "specs" / "twice.td"
    code = "  let reference = [{\n    two = 2\n    return two @ x\n  }];\n"
    spec.write_text(spec.read_text().replace("  let samples", f"{code}  let samples"))
    line = spec.read_text().splitlines().index("    return two @ x") + 1
    assert opgen("build").code == 0
    (kernels,) = (project / "generated" / "kernels").glob("*/twice")
    name = f"{kernels.parent.name}.twice"
    runner.rows = [
        Row(name, "numpy", "values f64", Outcome.FAILED, "the reference raised E", 2),
        Row(name, "numpy", "vjp", Outcome.FAILED, "off by 2"),
    ]

    def details():
        document = json.loads(opgen("verify", "--format", "json").out)
        return [row["detail"] for row in document["result"]]

    assert details() == [f"specs/twice.td:{line}:5: the reference raised E", "off by 2"]
    (project / "lib").mkdir()
    monkeypatch.chdir(project / "lib")
    assert details()[0] == f"../specs/twice.td:{line}:5: the reference raised E"


def test_a_kernel_to_fill_in_is_shown_from_here(opgen, runner, project, monkeypatch):
    (kernel,) = (project / "generated" / "kernels").glob("*/twice/twice_cpu.cc")
    path = kernel.relative_to(project / "generated").as_posix()
    said = f"unfilled: twice: kernel not written ({path}:10), see a/b:1 and /{path}:2"
    runner.rows = [Row("zoo.twice", "numpy", "values f64", Outcome.FAILED, said)]
    monkeypatch.chdir(project / "specs")
    (row,) = json.loads(opgen("verify", "--format", "json").out)["result"]
    assert row["detail"] == said.replace(f"({path}", f"(../generated/{path}")


def test_without_specs_outputs_are_run_as_they_are(opgen, runner, project):
    (project / "specs" / "twice.td").unlink()
    assert codes(opgen)[0] == 1
    assert codes(opgen, "--isolated") == (0, [])
