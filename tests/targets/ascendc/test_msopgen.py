"""The public msopgen reads the project files and makes of them what opgen has written.

``OPGEN_MSOPGEN`` is the folder that its package lies in, with the template of a project in it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.requirements import needs
from tests.targets.ascendc.trees import HERE, ROOT, described_tree
from tests.targets.formula_tree import formula_model

pytestmark = needs("msopgen", "compiler")

CALL = re.compile(r"this->(?:Input|Output|Attr)\(.*?;")
ENTRY = re.compile(r'extern"C"__global____aicore__void(\w+\(.*?\))\{')
STRUCT = re.compile(r"struct(\w+TilingData)\{")


def without_spaces(path: Path) -> str:
    return "".join(path.read_text(encoding="utf-8").split())


def definition(path: Path) -> list[str]:
    """Return the calls that define an operator; msopgen leaves out that attributes are required."""
    text = without_spaces(path)
    calls = [call.replace(".AttrType(REQUIRED)", "") for call in CALL.findall(text)]
    return [*calls, *re.findall(r"OP_ADD\(\w+\)", text)]


def made(project: Path, folder: Path) -> Path:
    """Return the project that msopgen makes of the file in a generated one."""
    (path,) = project.glob("*.json")
    command = [sys.executable, "-m", "msopgen.msopgen", "gen", "-i", str(path), "-f", "aclnn"]
    command += ["-c", "ai_core-ascend910b1", "-lan", "cpp", "-out", str(folder)]
    environment = {**os.environ, "PYTHONPATH": os.environ["OPGEN_MSOPGEN"]}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def described(project: Path, ours: Path) -> dict[str, object]:
    """Return what a project declares, under the names of the files in ``ours``."""
    (path,) = ours.glob("*.json")
    headers = sorted(project.rglob(f"{path.stem}_tiling.h"))
    return {
        "definition": definition(project / f"op_host/{path.stem}.cpp"),
        "entry": ENTRY.findall(without_spaces(project / f"op_kernel/{path.stem}.cpp")),
        "tiling": [name for header in headers for name in STRUCT.findall(without_spaces(header))],
    }


def compare(root: Path, folder: Path) -> int:
    projects = sorted(path.parent for path in root.glob("ascendc/*/*/*.json"))
    for project in projects:
        theirs = described(made(project, folder / project.name), project)
        assert described(project, project) == theirs, project.name
        assert theirs["entry"]
    return len(projects)


@pytest.mark.parametrize("spec", ["view.td", "ops.td"])
def test_small_projects_are_alike(spec, tmp_path):
    root = described_tree(tmp_path / "ours", formula_model(HERE / spec))
    assert compare(root, tmp_path / "theirs") >= 2


def test_projects_of_all_specs_are_alike(tmp_path):
    command = [sys.executable, "-m", "opgen", "build", "--target", "ascendc", "-o", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    assert compare(tmp_path, tmp_path / "theirs") > 100


def test_files_take_the_place_of_its_own_as_the_guide_says(tmp_path):
    root = described_tree(tmp_path / "ours", formula_model(HERE / "ops.td"))
    ours = root / "ascendc/cores/norm"
    theirs = made(ours, tmp_path / "theirs")
    for part in ("op_host", "op_kernel"):
        taken = [*ours.glob(f"{part}/*"), *ours.glob("op_host/*_tiling.h")]
        for path in (*taken, *root.glob("ascendc/opgen_ascend*.h")):
            shutil.copy(path, theirs / part)
    compiler = os.environ.get("CXX") or shutil.which("c++") or "g++"
    command = [compiler, "-std=c++17", "-fsyntax-only", "-DDTYPE_X=float"]
    command += [f"-I{root / path}" for path in ("kernels", "ascendc/shim")]
    for source in sorted(theirs.glob("op_*/*.cpp")):
        done = subprocess.run([*command, str(source)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_another_default_is_noticed(tmp_path):
    root = described_tree(tmp_path / "ours", formula_model(HERE / "view.td"))
    project = root / "ascendc/views/every_kind"
    path = project / "vw_every_kind.json"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"default_value": 0.5', '"default_value": 0.25'), encoding="utf-8")
    theirs = described(made(project, tmp_path / "theirs"), project)
    assert described(project, project) != theirs
