"""Kernels of the zoo that are filled in by hand, on shapes that samples are too small for."""

from __future__ import annotations

import pytest

from tests.requirements import needs
from tests.targets.ascendc.trees import ROOT

np = pytest.importorskip("numpy")

pytestmark = needs("compiler", "numpy")

RUNNERS = ROOT / "opgen" / "runners"
BLOCKS = (1, 3, 8)


@pytest.fixture
def build(tmp_path, monkeypatch):
    """Return what compiles the kernel of an operator."""
    monkeypatch.syspath_prepend(str(RUNNERS))
    monkeypatch.setenv("CXXFLAGS", "-O0 -Werror")
    from ascendc_suite.call import Kernel  # noqa: PLC0415 - found by the path above
    from ascendc_suite.unit import Project  # noqa: PLC0415 - likewise

    def built(op):
        project = Project.of(ROOT / "generated", "zoo", op)
        return Kernel(project, project.build(tmp_path))

    return built


def column_of(kernel, operand, kind):
    return next(at for at, types in enumerate(kernel.project.columns) if types[operand] == kind)


JOINED = {
    "rows shorter than a block": ((5000, 3), (1, 2, 7)),
    "rows longer than a tile": ((2, 40000), (30000, 1, 0)),
    "more rows than a copy takes": ((9000, 1), (1, 3)),
    "one row": ((1, 70000), (50000, 20000)),
    "dimensions before and behind": ((3, 5, 4, 7), (5, 9)),
}
"""Some shape, with the sizes of the parts along axis 1 in its place there."""


@pytest.mark.parametrize("kind", ["float16", "int64", "bool"])
def test_parts_are_joined_and_cut_whatever_their_rows_are_like(build, kind):
    concat, apart = build("concat"), build("concat_grad")
    column = column_of(concat, "xs", kind)
    dtype = {"float16": np.float16, "int64": np.int64, "bool": np.bool_}[kind]
    generator = np.random.default_rng(0)
    for name, (shape, sizes) in JOINED.items():
        shapes = [(shape[0], size, *shape[2:]) for size in sizes]
        parts = [generator.integers(0, 2, one).astype(dtype) for one in shapes]
        whole = np.concatenate(parts, 1)
        for blocks in BLOCKS:
            call = {"attributes": {"axis": 1}, "blocks": blocks}
            (joined,) = concat(column, {"xs": parts}, [whole.shape], **call)
            np.testing.assert_array_equal(joined, whole, name)
            (cut,) = apart(column, {"dy": whole, "xs": parts}, [shapes], **call)
            for found, part in zip(cut, parts, strict=True):
                np.testing.assert_array_equal(found, part, name)
