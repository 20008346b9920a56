"""Which names an operator and its arguments may have.

A name goes into C, C++ and Python sources, into file names and into dispatcher schemas, so it
has to be valid in all of them at once.
"""

from __future__ import annotations

import keyword
import re
import sys
from typing import Final

_MNEMONIC: Final = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*\Z")
_ARGUMENT: Final = re.compile(r"[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*\Z")

# ISO/IEC 9899:2011 6.4.1 and ISO/IEC 14882:2020 [lex.key], with the alternative tokens.
_C_KEYWORDS: Final = frozenset(
    """
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t
    char32_t class co_await co_return co_yield compl concept const const_cast consteval constexpr
    constinit continue decltype default delete do double dynamic_cast else enum explicit export
    extern false float for friend goto if inline int long mutable namespace new noexcept not
    not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires
    restrict return short signed sizeof static static_assert static_cast struct switch template
    this thread_local throw true try typedef typeid typename union unsigned using virtual void
    volatile wchar_t while xor xor_eq NULL
    """.split()  # noqa: SIM905 - so many words are read best as text
)
_PYTHON_KEYWORDS: Final = frozenset((*keyword.kwlist, *keyword.softkwlist))

# Names that generated sources use themselves beside those of an operator's arguments.
_GENERATED: Final = frozenset({"ctx", "np", "opgen", "self", "std", "torch"})

# Packages that a library beside them on the path would hide.
_PACKAGES: Final = frozenset({"ml_dtypes", "numpy", "opgen_runtime", "opgen_torch", "torch"})

# Device names of Windows, which no file there can have (with any suffix).
_DEVICE_NAMES: Final = frozenset({"aux", "con", "nul", "prn"})


def invalid_mnemonic(name: str) -> str | None:
    """Return why ``name`` can't be a mnemonic, or ``None`` if it can."""
    if not _MNEMONIC.match(name):
        return "a mnemonic is in snake case: lower-case words of letters and digits, joined by _"
    return None


def invalid_library(name: str) -> str | None:
    """Return why ``name`` can't be a library, or ``None`` if it can."""
    if not _MNEMONIC.match(name):
        return "a library is in snake case: lower-case words of letters and digits, joined by _"
    return None


def invalid_argument(name: str) -> str | None:
    """Return why ``name`` can't be an operand, result or attribute, or ``None`` if it can."""
    if not _ARGUMENT.match(name):
        return "a name is made of words of letters and digits, joined by single _"
    return None


def reserved_by(name: str) -> str | None:
    """Return who has ``name`` for himself, or ``None`` if it is free."""
    if name in _C_KEYWORDS:
        return "a keyword of C or C++"
    if name in _PYTHON_KEYWORDS:
        return "a keyword of Python"
    if name in _GENERATED:
        return "used by generated code"
    if name.casefold() in _DEVICE_NAMES:
        return "a device name on Windows"
    return None


def library_reserved_by(name: str) -> str | None:
    """Return who has ``name`` for himself where a Python package is to be called so."""
    if name in sys.stdlib_module_names:
        return "a module of Python's standard library"
    if name in _PACKAGES:
        return "a Python package that generated code imports"
    return reserved_by(name)
