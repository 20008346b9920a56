"""What a fake function checks of attributes, and how it makes results: their dtypes and numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from opgen.ops import AttributeKind, Op, Result
from opgen.targets.python import literal, string_literal
from opgen.targets.pytorch_types import dtype_text, dtype_tuple
from opgen.targets.shape_calls import repetition


def attribute_checks(op: Op, names: Mapping[str, str]) -> Iterator[dict[str, object]]:
    """Yield the checks of attributes that are one of a list.

    Args:
        op: The operator.
        names: The name of each operand and attribute as a local.
    """
    for attribute in op.public_attributes:
        named = [string_literal(op.name), string_literal(attribute.name), names[attribute.name]]
        if attribute.kind is AttributeKind.ENUM:
            arguments = [*named, literal(attribute.choices)]
            yield {"function": "check_word", "assign": "", "arguments": arguments}
        elif attribute.type_variable:
            accepted = dtype_tuple(op.type_variable(attribute.type_variable).dtypes)
            yield {"function": "check_dtype", "assign": "", "arguments": [*named, accepted]}


def made_result(
    op: Op, result: Result, dtypes: Mapping[str, str], *, names: Mapping[str, str]
) -> dict[str, str]:
    """Return the dtype of a result and, for one of many tensors, how these are gone through.

    Args:
        op: The operator.
        result: The result.
        dtypes: The local with the dtype of each type variable that operands have.
        names: The name of each operand and attribute as a local.
    """
    dtype = _dtype(op, result, dtypes, names=names)
    return {"dtype": dtype} | repetition(op, result, names)


def _dtype(op: Op, result: Result, dtypes: Mapping[str, str], *, names: Mapping[str, str]) -> str:
    variable = result.type_variable
    if variable in dtypes:
        return dtypes[variable]
    for attribute in op.attributes:
        if attribute.type_variable == variable:
            return names[attribute.name]
    return dtype_text(op.type_variable(variable).dtypes[0])
