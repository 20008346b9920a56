"""The wheel carries templates and prelude, and works outside the checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.build.project import ROOT
from tests.requirements import needs

CLEAN = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
RUN = """\
import numpy as np, custom
print(custom.square(np.array([1.0, 2.0, 3.0])))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = tmp_path_factory.mktemp("source")
    for name in ("opgen", "templates", "specs"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    # By way of an sdist, so that it is complete too.
    subprocess.run([sys.executable, "-m", "build", "--no-isolation", str(source)], check=True)
    (built,) = (source / "dist").glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python of an environment that has the wheel; its dependencies are borrowed."""
    environment = tmp_path_factory.mktemp("environment")
    venv.create(environment, with_pip=False)
    python = environment / "bin" / "python"
    purelib = subprocess.check_output(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], text=True
    ).strip()
    Path(purelib, "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps"]
    subprocess.run([*command, "--no-index", "--quiet", str(wheel)], check=True)
    return python


@needs("numpy", "compiler")
def test_the_installed_wheel_builds_and_runs(installed: Path, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "specs", tmp_path / "specs")
    where = subprocess.check_output(
        [installed, "-c", "import opgen; print(opgen.__file__)"], cwd=tmp_path, text=True, env=CLEAN
    )
    assert "site-packages" in where
    assert str(ROOT) not in where
    opgen = installed.with_name("opgen")
    command = [opgen, "build", "specs/", "-I", "specs/include"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False, env=CLEAN
    )
    assert done.returncode == 0, done.stderr
    for path in (ROOT / "generated" / "kernels").rglob("*_cpu.cc"):
        shutil.copy(path, tmp_path / path.relative_to(ROOT))
    printed = subprocess.check_output(
        [installed, "-c", RUN],
        cwd=tmp_path,
        env={**CLEAN, "PYTHONPATH": "generated/numpy"},
        text=True,
    )
    assert printed == "[1. 4. 9.]\n"
