"""All targets write all committed operators, and what they write is in its language."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from opgen.targets import available_targets
from tests.build.project import ROOT

HOSTILE = "tests/targets/hostile.td"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _written("specs/", tmp_path_factory.mktemp("written"))


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _written(HOSTILE, tmp_path_factory.mktemp("hostile"))


def _written(spec: str, folder: Path) -> Path:
    targets = [word for name in available_targets() for word in ("--target", name)]
    command = [sys.executable, "-m", "opgen", "build", spec, *targets, "--output", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "internal error" not in done.stderr
    return folder


@pytest.mark.parametrize(
    ("ending", "read", "least"),
    [("py", ast.parse, 1000), ("json", json.loads, 200), ("yaml", yaml.safe_load, 4)],
)
def test_every_file_can_be_read(
    written: Path, ending: str, read: Callable[[str], object], least: int
) -> None:
    _assert_readable(written, ending, read, least=least)


@pytest.mark.parametrize(
    ("ending", "read", "least"),
    [("py", ast.parse, 300), ("json", json.loads, 100), ("yaml", yaml.safe_load, 3)],
)
def test_files_can_be_read_whatever_names_and_texts_a_spec_has(
    hostile: Path, ending: str, read: Callable[[str], object], least: int
) -> None:
    _assert_readable(hostile, ending, read, least=least)


def _assert_readable(
    written: Path, ending: str, read: Callable[[str], object], *, least: int
) -> None:
    files = [path for path in written.rglob(f"*.{ending}") if ".opgen" not in path.parts]
    assert len(files) > least
    for path in files:
        try:
            read(path.read_text(encoding="utf-8"))
        except (SyntaxError, ValueError, yaml.YAMLError) as error:
            pytest.fail(f"{path.relative_to(written)}: {error}")
