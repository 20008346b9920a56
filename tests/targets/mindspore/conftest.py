"""A tree with the committed operators of `custom` and what the target makes of them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.build.project import ProjectCopy


@pytest.fixture(scope="session")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The outputs of the committed specs, with the kernels that people wrote, and of some more."""
    project = ProjectCopy.of_repository(tmp_path_factory.mktemp("mindspore"))
    shutil.copy(Path(__file__).with_name("documents.td"), project.root / "specs" / "documents.td")
    done = project.opgen("build", "specs/", "--target", "mindspore")
    assert done.returncode == 0, done.stderr
    shutil.rmtree(project.root / "specs")
    return project.generated
