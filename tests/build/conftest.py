from pathlib import Path

import pytest

from tests.build.project import ProjectCopy


@pytest.fixture
def project(tmp_path: Path) -> ProjectCopy:
    return ProjectCopy.of_repository(tmp_path)
