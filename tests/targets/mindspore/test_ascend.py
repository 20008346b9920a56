"""Operators of an Ascend C library in MindSpore, as far as that goes without a device."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.build.project import ROOT
from tests.requirements import needs

pytestmark = [needs("mindspore"), needs("compiler")]

SPELLED = {"float": "float32", "bf16": "bfloat16"}
"""Element types of project files that MindSpore calls otherwise."""


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("generated")
    targets = ["-t", "mindspore", "-t", "ascendc"]
    command = [sys.executable, "-m", "opgen", "build", str(ROOT / "specs"), *targets, "-o"]
    done = subprocess.run(
        [*command, str(root)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return root


@pytest.fixture(scope="module")
def found(generated: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    include, scratch = (tmp_path_factory.mktemp(name) for name in ("include", "scratch"))
    for header in generated.glob("ascendc/*/*/aclnn_*.h"):
        shutil.copy(header, include)
    script = Path(__file__).with_name("ascend.py")
    done = subprocess.run(
        [sys.executable, str(script), str(generated), str(include), str(scratch)],
        cwd=scratch,
        env={"GLOG_v": "4", **os.environ},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    printed: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return printed


def test_mindspore_reads_of_the_library_what_is_registered(found: dict[str, Any]) -> None:
    made = {name: op for name, op in found["operators"].items() if "error" not in op}
    assert len(made) > 120
    assert {name for name, op in made.items() if op["declared"] != op["registered"]} == set()


def test_registrations_say_what_the_project_of_the_library_says(
    found: dict[str, Any], generated: Path
) -> None:
    for qualified, op in found["operators"].items():
        if "error" in op:
            continue
        (path,) = generated.glob(f"ascendc/{qualified.replace('.', '/')}/*.json")
        (project,) = json.loads(path.read_text())
        tensors = project["input_desc"] + project["output_desc"]
        assert op["name"] == project["op"]
        assert op["tensors"] == [tensor["name"] for tensor in tensors]
        assert op["params"] == [tensor["param_type"] for tensor in tensors]
        assert op["attributes"] == [attribute["name"] for attribute in project.get("attr", [])]
        columns = zip(*(tensor["type"] for tensor in tensors), strict=True)
        rows = {tuple(SPELLED.get(name, name) for name in column) for column in columns}
        assert {tuple(row) for row in op["rows"]} == rows, qualified


def test_operators_that_cannot_be_called_say_why(found: dict[str, Any]) -> None:
    refused = {name: op["error"] for name, op in found["operators"].items() if "error" in op}
    assert "runs no operator without a tensor" in refused.pop("zoo.uniform")
    assert all("shapes come from a developer's function" in said for said in refused.values())
    assert set(refused) == {"custom.leaky_relu_yzh", "custom.leaky_relu_yzh_grad"}


def test_mindspores_callbacks_compile(found: dict[str, Any]) -> None:
    names = (
        "CustomSquare",
        "ZooConcat",
        "ZooCrossEntropy",
        "ZooDropout",
        "ZooLayerNorm",
        "ZooTopk",
    )
    assert found["compiled"] == [f"{name}_callback.cc.so" for name in names]


def test_another_library_than_the_registrations_is_found_out(found: dict[str, Any]) -> None:
    assert "is not equal to aclnn api input size" in found["drifted"]["error"]
