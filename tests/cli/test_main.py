"""Exit codes, streams, colours and formats: what holds for every command."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from opgen import __version__, _entry
from opgen.cli import explain, main
from opgen.cli.main import COMMANDS, run
from opgen.diagnostics import CODES, OpgenError

BAD_CONFIG = "[tool.opgen]\nspces = []\n"


@pytest.fixture
def bad_config(here):
    (here / "pyproject.toml").write_text(BAD_CONFIG)
    return here


def test_every_command_has_help(opgen):
    for name in COMMANDS:
        ended = opgen(name, "--help")
        assert ended.code == 0
        assert ended.out.startswith(f"Usage: opgen {name}")


def test_help_lists_every_command_without_importing_it():
    code = (
        "import sys; from opgen.cli.main import run; assert run(['--help']) == 0;"
        "print([n for n in sys.modules if n in ('lark', 'jinja2', 'yaml', 'opgen.cli.build')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert all(f"  {name} " in done.stdout for name in COMMANDS)
    assert done.stdout.endswith("[]\n")


def test_version(opgen):
    assert opgen("--version").out == f"opgen, version {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["biuld"], "did you mean `build`?"),
        (["build", "--taget", "x"], "--target"),
        (["build", "--dry-run", "--diff"], "don't go together"),
        (["build", "--format", "xml"], "json-lines"),
        (["explain", "unknown-clas"], "OPG0110"),
        (["explain", "OPG9999"], "opgen explain"),
        (["build", "-D", "a b"], "`a b`"),
        (["build", "-D", "A=1"], "no value"),
        (["new", "op", "BadName"], "snake case"),
        (["new", "op", "class"], "keyword"),
        (["records"], "FILE.td"),
        (["verify"], "opgen build"),
        (["verify", "-t", "kernels"], "numpy"),
        (["verify", "-t", "pytroch"], "did you mean `pytorch`? targets: numpy, "),
        (["verify", "-t", "numpy", "-t", "pytroch"], "did you mean `pytorch`?"),
        (["list", "-t", "pytroch"], "did you mean `pytorch`?"),
        (["new", "ops"], "did you mean `op`?"),
        (["new", "relu"], "see `opgen new --help`"),
    ],
)
def test_wrong_usage_is_2_and_says_what_is_right(opgen, arguments, hint):
    ended = opgen(*arguments)
    assert ended.code == 2
    assert ended.out == ""
    assert hint in ended.err


@pytest.mark.parametrize("command", ["build", "check", "diff", "status", "list"])
def test_a_wrong_configuration_is_2_for_every_command(opgen, bad_config, command):
    ended = opgen(command)
    assert ended.code == 2
    assert ended.out == ""
    assert "error[OPG0004]" in ended.err
    assert " --> pyproject.toml:2:1" in ended.err
    assert not (bad_config / "generated").exists()


def test_isolated_and_config_choose_the_configuration(opgen, bad_config):
    (bad_config / "other.toml").write_text("[tool.opgen]\noutput = 3\n")
    ended = opgen("build", "--config", "other.toml")
    assert "OPG0003" in ended.err
    assert "OPG0004" not in ended.err
    assert "OPG0004" not in opgen("build", "--isolated").err


@pytest.mark.parametrize("place", ["generated", "out", "deep"])
def test_a_file_where_the_output_should_be_is_OPG0002(opgen, here, place):  # noqa: N802
    (here / place).write_text("mine")
    options = {"generated": [], "out": ["-o", "out"], "deep": ["-o", "deep/er/gen"]}[place]
    ended = opgen("build", *options)
    assert ended.code == 2
    assert "error[OPG0002]" in ended.err
    assert f" --> {place}\n" in ended.err
    assert (here / place).read_text() == "mine"


def test_an_unexpected_fault_is_2_and_says_how_to_report_it(opgen, monkeypatch):
    def fail(*_):
        raise KeyError("odd\nname")

    monkeypatch.setattr(explain, "find_code", fail)
    ended = opgen("explain", "OPG0001")
    assert ended.code == 2
    assert ended.out == ""
    assert ended.err.startswith("internal error: KeyError: ")
    assert "OPGEN_TRACEBACK=1" in ended.err


def test_the_traceback_is_there_for_those_who_ask(bad_config, monkeypatch, capsys):
    monkeypatch.setattr(explain, "find_code", lambda _: 1 / 0)
    monkeypatch.setenv("OPGEN_TRACEBACK", "1")
    assert run(["explain", "OPG0001"]) == 2
    assert "ZeroDivisionError" in capsys.readouterr().err.splitlines()[-4]


def test_an_environment_fault_is_2_in_one_line(opgen, monkeypatch):
    def fail(_):
        raise OpgenError("the disk is full")

    monkeypatch.setattr(explain, "find_code", fail)
    ended = opgen("explain", "OPG0001")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("error[OPG0009]: the disk is full\n")
    document = json.loads(opgen("explain", "OPG0001", "--format", "json").out)
    assert (document["command"], document["exit_code"]) == ("explain", 2)
    assert [item["code"] for item in document["diagnostics"]] == ["OPG0009"]


def test_too_little_memory_is_a_fault_of_the_environment(opgen, monkeypatch):
    def fail(_):
        raise MemoryError

    monkeypatch.setattr(explain, "find_code", fail)
    ended = opgen("explain", "OPG0001")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("error[OPG0009]: there isn't enough memory\n")


def test_an_interrupt_while_nothing_is_loaded_yet_is_130(monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(_entry, "summary_if_fresh", interrupt)
    monkeypatch.setattr("sys.argv", ["opgen", "build"])
    with pytest.raises(SystemExit) as ended:
        _entry.main()
    assert ended.value.code == 130


def test_an_interrupt_is_130(opgen, monkeypatch):
    def interrupt(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(explain, "find_code", interrupt)
    assert opgen("explain", "OPG0001").code == 130


def test_a_real_signal_is_130(here):
    code = (
        "import os, signal; from opgen.cli import explain, main;"
        "signal.signal(signal.SIGINT, signal.default_int_handler);"
        "explain.find_code = lambda _: os.kill(os.getpid(), signal.SIGINT);"
        "raise SystemExit(main.run(['explain', 'OPG0001']))"
    )
    environ = {**os.environ, "PYTHONPATH": str(Path(main.__file__).parents[2])}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environ
    )
    assert done.returncode == 130
    assert "Traceback" not in done.stderr


def test_silent_prints_nothing_and_keeps_the_code(opgen, bad_config):
    assert opgen("build", "-s") == (2, "", "")
    assert opgen("--silent", "build") == (2, "", "")


def test_options_count_before_and_after_the_command(opgen, bad_config):
    assert opgen("--format", "concise", "build").err == opgen("build", "--format", "concise").err


COLOURS = [
    ([], {}, False),
    (["--color", "always"], {}, True),
    (["--color", "always"], {"NO_COLOR": "1"}, True),
    ([], {"FORCE_COLOR": "1"}, True),
    ([], {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    (["--color", "never"], {"FORCE_COLOR": "1"}, False),
    ([], {"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
]


@pytest.mark.parametrize("case", COLOURS)
def test_colours(opgen, bad_config, monkeypatch, case):
    options, environ, expected = case
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    assert ("\x1b[" in opgen("build", *options).err) is expected


def test_a_document_for_machines_has_stdout_for_itself(opgen, bad_config):
    ended = opgen("build", "--format", "json")
    assert ended.err == ""
    document = json.loads(ended.out)
    assert document["exit_code"] == ended.code == 2
    assert document["command"] == "build"
    assert [item["code"] for item in document["diagnostics"]] == ["OPG0004"]
    assert json.loads(opgen("build", "--format", "sarif").out)["runs"][0]["results"]
    lines = opgen("build", "--format", "json-lines").out.splitlines()
    assert json.loads(lines[-1])["exit_code"] == 2


def test_annotations_go_to_stdout_where_the_runner_reads_them(opgen, bad_config):
    ended = opgen("build", "--format", "github")
    assert ended.out.startswith("::error file=pyproject.toml,line=2,")


def test_explain_prints_the_page_and_the_list(opgen):
    assert opgen("explain", "OPG0004").out.startswith("# OPG0004: config-unknown-key\n")
    assert opgen("explain", "config-unknown-key").out == opgen("explain", "4").out
    listed = opgen("explain").out.splitlines()
    assert listed == [f"{code}  {name}" for code, name in CODES.items()]
    page = json.loads(opgen("explain", "4", "--format", "json").out)["result"]
    assert page["code"] == "OPG0004"


def test_a_closed_pipe_is_no_fault(here):
    environ = {**os.environ, "PYTHONPATH": str(Path(main.__file__).parents[2])}
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "opgen", "explain"],
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        env=environ,
    )
    os.close(writer)
    assert done.stderr == ""


def test_a_working_directory_that_is_gone_is_2(opgen, here):
    gone = here / "gone"
    gone.mkdir()
    os.chdir(gone)
    gone.rmdir()
    ended = opgen("explain")
    os.chdir(here)
    message = "error[OPG0009]: the working directory is gone; change to another one\n"
    assert ended == (2, "", message)
