"""What types are written with in annotations: names of :mod:`typing`, without the module.

Annotations aren't looked at when a program runs, and loading :mod:`typing` takes longer than
anything else that reading a small change does. Type checkers see the standard names. Only what
opgen needs is there. Knows nothing of opgen.
"""

from __future__ import annotations

TYPE_CHECKING = False
"""Type checkers take it for true."""

if TYPE_CHECKING:
    from typing import Any, Final, Protocol, TypeAlias, TypeVar, assert_never
else:

    class Final:
        """What isn't set again."""

        def __class_getitem__(cls, _kind: type) -> type:
            return cls

    Any = TypeAlias = object

    class Protocol:
        """What classes need to have."""

    def TypeVar(_name: str, *_: object, **__: object) -> type:  # noqa: N802 - the standard name
        """Return what stands for any type."""
        return object

    def assert_never(value: object) -> None:
        """Refuse what type checkers see can't be."""
        message = f"expected no value, not {value!r}"
        raise AssertionError(message)


__all__ = [
    "TYPE_CHECKING",
    "Any",
    "Final",
    "Protocol",
    "TypeAlias",
    "TypeVar",
    "assert_never",
]
