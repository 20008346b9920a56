from __future__ import annotations

from pathlib import Path

import pytest

from opgen.ops import OpSet
from tests.targets.kernel_bodies import BODIES
from tests.targets.kernel_ops import FEATURE_BODIES, feature_ops
from tests.targets.kernel_tree import fill, render, write
from tests.targets.ops_by_hand import custom_model


@pytest.fixture(scope="session")
def model() -> OpSet:
    return custom_model(*feature_ops())


@pytest.fixture(scope="session")
def kernel_tree(model: OpSet, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Targets ``samples``, ``kernels`` and ``numpy`` of all operators, kernels filled in."""
    root = tmp_path_factory.mktemp("generated")
    write(root, render(model, ("samples", "kernels", "numpy")))
    fill(root, {**BODIES, **FEATURE_BODIES})
    return root
