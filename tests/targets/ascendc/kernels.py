"""Kernels of this repository's own operators, compiled for the stand-in and called with arrays."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from opgen.runners.ascendc_suite.call import NUMBERS, Kernel
from opgen.runners.ascendc_suite.unit import Project
from tests.targets.ascendc.trees import ROOT

GENERATED = ROOT / "generated"
BLOCKS = (1, 8)


@dataclass(frozen=True, slots=True)
class Compiled:
    """A kernel and what its spec says that it computes."""

    kernel: Kernel
    reference: Callable[..., Any]

    def check(
        self, inputs: Mapping[str, Any], attributes: Mapping[str, Any], *, tolerance: float
    ) -> None:
        """Run a call in every column of element types; its results are those of the reference.

        Args:
            inputs: An array of ``float64`` or of integers for each input, ``None`` where absent.
            attributes: The value of each attribute.
            tolerance: How far results in single precision may be off.
        """
        for column, types in enumerate(self.kernel.project.columns):
            given = {n: self._stored(types[n], a) for n, a in inputs.items() if a is not None}
            wide = {n: a.astype(float) if a.dtype.kind == "f" else a for n, a in given.items()}
            wanted = self.reference(**dict.fromkeys(inputs) | wide, **attributes)
            expected = [np.asarray(one) for one in as_list(wanted)]
            shapes = [one.shape for one in expected]
            off = max(tolerance, 4e-3 if "float16" in types.values() else 0)
            for blocks in BLOCKS:
                made = self.kernel(column, given, shapes, attributes=attributes, blocks=blocks)
                for one, other in zip(made, expected, strict=True):
                    np.testing.assert_allclose(one, other, rtol=off, atol=off)

    def results(
        self, inputs: Mapping[str, Any], shapes: Sequence[Any], attributes: Mapping[str, Any]
    ) -> list[Any]:
        """Run a call in the last column of element types, and return its results."""
        types = self.kernel.project.columns[-1]
        given = {name: self._stored(types[name], array) for name, array in inputs.items()}
        last = len(self.kernel.project.columns) - 1
        return self.kernel(last, given, shapes, attributes=attributes, blocks=2)

    @staticmethod
    def _stored(kind: str, array: Any) -> Any:
        return np.array(array, NUMBERS[kind][1], order="C")


def as_list(value: Any) -> list[Any]:
    """Return a value, or those of a tuple, as a list."""
    return list(value) if isinstance(value, tuple) else [value]


def compiled(directory: Path, name: str) -> Compiled:
    """Compile the kernel of ``<library>.<op>`` into a directory."""
    library, op = name.split(".")
    project = Project.of(GENERATED, library, op)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CXXFLAGS", "-O0 -Werror")
        built = project.build(directory)
    module = GENERATED / "samples" / library / f"{op}.py"
    spec = importlib.util.spec_from_file_location(f"reference_of_{op}", module)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return Compiled(Kernel(project, built), loaded.reference)
