"""Defaults are written as JSON or as Python has them."""

import pytest

from opgen.ops.attribute_values import parse_attribute_value
from opgen.ops.dtypes import AttributeKind


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("True", AttributeKind.BOOL, True),
        ("False", AttributeKind.BOOL, False),
        ("false", AttributeKind.BOOL, False),
        ("[True, false]", AttributeKind.BOOL_ARRAY, (True, False)),
        ("Falsey", AttributeKind.BOOL, None),
        ('"True"', AttributeKind.STR, "True"),
        ("True", AttributeKind.I64, None),
    ],
)
def test_truth_values_may_be_those_of_python(text: str, kind: AttributeKind, value: object) -> None:
    found = parse_attribute_value(text, kind)
    assert (found, type(found)) == (value, type(value))
