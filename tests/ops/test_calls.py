"""Devices and the promotion of element types in the model."""

import importlib.util
import itertools

import pytest

from opgen.ops import Device, DeviceSupport, DType, promoted
from opgen.targets.prose import DTYPE_NAMES
from tests.requirements import needs

if importlib.util.find_spec("torch"):
    import torch

FLOATS = (DType.F16, DType.F32, DType.F64)


@needs("pytorch")
def test_promotion_is_that_of_pytorch():
    types = {dtype: getattr(torch, DTYPE_NAMES[dtype]) for dtype in DType}
    for one, other in itertools.product(DType, repeat=2):
        assert types[promoted([one, other])] == torch.promote_types(types[one], types[other])


def test_promotion_does_not_depend_on_the_order():
    for dtypes in itertools.combinations(DType, 3):
        found = {promoted(order) for order in itertools.permutations(dtypes)}
        assert len(found) == 1, dtypes


@pytest.mark.parametrize(
    ("listed", "variable", "served"),
    [
        ((), FLOATS, FLOATS),
        ((DType.F32,), FLOATS, (DType.F32,)),
        ((DType.F32, DType.F64), (DType.I32, DType.I64), (DType.I32, DType.I64)),
        ((DType.F32, DType.I64), (DType.I32, DType.I64), (DType.I64,)),
        ((DType.F32,), (DType.F16,), ()),
        ((DType.F32,), (DType.BOOL,), (DType.BOOL,)),
    ],
)
def test_a_device_restricts_the_categories_it_speaks_of(listed, variable, served):
    assert DeviceSupport(Device.CPU, listed).restrict(variable) == served
