"""Runs the command line in this process, as a person would from a directory."""

from typing import NamedTuple

import pytest

from opgen.cli.main import run


class Ended(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty working directory, and an environment that says nothing about colours."""
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "OPGEN_TRACEBACK"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def opgen(here, capsys):
    """The command line: a function from arguments to what came of them."""

    def call(*arguments):
        code = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return Ended(code, captured.out, captured.err)

    return call
