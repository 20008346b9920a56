"""Attributes that may be absent: a value and a flag to kernels, one value or none to callers.

At the ABI such an attribute is two: its value, and right after it a flag that says whether it was
given. What callers see, specs and functions in Python, has the attribute alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from opgen.dataclass import replace
from opgen.ops.dtypes import AttributeKind, AttributeValue
from opgen.ops.op import Attribute, BoundArgument, ValueKind

ABSENT: Final = "none"
"""What stands for an absent value where arguments are written in a spec."""

_ABSENT: Final[dict[AttributeKind, AttributeValue]] = {
    AttributeKind.I64: 0,
    AttributeKind.F64: 0.0,
    AttributeKind.F32: 0.0,
    AttributeKind.BOOL: False,
    AttributeKind.STR: "",
}
"""What kernels get in the place of an absent value; an empty list, and the first of choices."""


def with_flag(attribute: Attribute) -> tuple[Attribute, Attribute]:
    """Return an attribute that may be absent, and the flag that says whether it was given."""
    name, kind, span = f"has_{attribute.name}", AttributeKind.BOOL, attribute.span
    value = attribute.choices[0] if attribute.choices else _ABSENT.get(attribute.kind, ())
    return (
        replace(attribute, default=value, flag=name),
        Attribute(name, kind, default=False, span=span, is_flag=True),
    )


def bound_flag(argument: BoundArgument, flag: str, flags: Mapping[str, str]) -> BoundArgument:
    """Return what the flag of a backward op's attribute is bound to.

    Args:
        argument: What the attribute itself is bound to.
        flag: The flag.
        flags: The flag of each attribute of the forward op that may be absent.
    """
    if argument.kind is ValueKind.ATTRIBUTE and argument.name in flags:
        return BoundArgument(flag, ValueKind.ATTRIBUTE, flags[argument.name])
    is_given = argument.kind is not ValueKind.ABSENT
    return BoundArgument(flag, ValueKind.LITERAL, literal=is_given)


def is_absence(attribute: Attribute, text: str) -> bool:
    """Return whether ``text`` says that an attribute is left out; a word may be `none` itself."""
    return bool(attribute.flag) and text == ABSENT and ABSENT not in attribute.choices


def flags_of(attributes: Iterable[Attribute]) -> dict[str, str]:
    """Return the flag of each attribute that may be absent."""
    return {attribute.name: attribute.flag for attribute in attributes if attribute.flag}


def as_given(arguments: Iterable[BoundArgument]) -> Iterator[BoundArgument]:
    """Yield the arguments of a backward op as its callers pass them: without flags."""
    bound = {argument.parameter: argument for argument in arguments}
    flags = {argument.flag for argument in bound.values()}
    for name, argument in bound.items():
        if name in flags:
            continue
        flag = bound.get(argument.flag)
        is_absent = flag is not None and flag.literal is False
        yield BoundArgument(name, ValueKind.ABSENT) if is_absent else argument
