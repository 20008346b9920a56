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
_PREFIX: Final = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*_?\Z")
_CLASS: Final = re.compile(r"[A-Z][A-Za-z0-9]*(_[A-Za-z0-9]+)*\Z")
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
_GENERATED: Final = frozenset({"Tensor", "ctx", "cuda", "np", "self", "std", "torch"})
_GENERATED_PREFIX: Final = "opgen"

# ISO/IEC 9899:2011: macros in lower case, and types of <stddef.h>, <stdint.h>, <stdarg.h>.
_C_NAMES: Final = frozenset(
    """
    alloca assert errno int16_t int32_t int64_t int8_t intptr_t max_align_t offsetof ptrdiff_t
    size_t ssize_t stderr stdin stdout uint16_t uint32_t uint64_t uint8_t uintptr_t va_arg va_copy
    va_end va_list va_start
    """.split()  # noqa: SIM905 - so many words are read best as text
)
_MACRO: Final = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*\Z")

_LONGEST: Final = 100
"""Characters of a name; with what is added to it, it has to fit into a file name."""

# Packages that a library beside them on the path would hide.
_PACKAGES: Final = frozenset(
    {"ml_dtypes", "numpy", "opgen_runtime", "opgen_shapes", "opgen_torch", "torch"}
)

# Device names of Windows, which no file there can have (with any suffix).
_DEVICE_NAMES: Final = frozenset({"aux", "con", "nul", "prn"})


def invalid_mnemonic(name: str) -> str | None:
    """Return why ``name`` can't be a mnemonic, or ``None`` if it can."""
    if not _MNEMONIC.match(name):
        return "a mnemonic is in snake case: lower-case words of letters and digits, joined by _"
    return _too_long(name)


def invalid_library(name: str) -> str | None:
    """Return why ``name`` can't be a library, or ``None`` if it can."""
    if not _MNEMONIC.match(name):
        return "a library is in snake case: lower-case words of letters and digits, joined by _"
    return _too_long(name)


def invalid_prefix(prefix: str) -> str | None:
    """Return why ``prefix`` can't go in front of names, or ``None`` if it can."""
    if prefix and not _PREFIX.match(prefix):
        return "a prefix is in snake case and may end in _, or it is empty"
    return _too_long(prefix)


def invalid_class(name: str) -> str | None:
    """Return why ``name`` can't be that of a class, or ``None`` if it can."""
    if not _CLASS.match(name) or name in _PYTHON_KEYWORDS:
        return "the def of an op begins with a capital, followed by letters and digits"
    return _too_long(name)


def invalid_argument(name: str) -> str | None:
    """Return why ``name`` can't be an operand, result or attribute, or ``None`` if it can."""
    if not _ARGUMENT.match(name):
        return "a name is made of words of letters and digits, joined by single _"
    return _too_long(name)


def _too_long(name: str) -> str | None:
    return f"it is longer than {_LONGEST} characters" if len(name) > _LONGEST else None


def reserved_by(name: str) -> str | None:
    """Return who has ``name`` for himself, or ``None`` if it is free."""
    owners = {
        "a keyword of C or C++": name in _C_KEYWORDS,
        "a keyword of Python": name in _PYTHON_KEYWORDS,
        "defined by a header of C": name in _C_NAMES,
        "used by generated code": name in _GENERATED or name.startswith(_GENERATED_PREFIX),
        "written like a macro of C, and headers define many": _is_like_a_macro(name),
        "a device name on Windows": name.casefold() in _DEVICE_NAMES,
    }
    return next((owner for owner, owns in owners.items() if owns), None)


def _is_like_a_macro(name: str) -> bool:
    return _MACRO.match(name) is not None and sum(map(str.isalpha, name)) > 1


def library_reserved_by(name: str) -> str | None:
    """Return who has ``name`` for himself where a Python package is to be called so."""
    if name in sys.stdlib_module_names:
        return "a module of Python's standard library"
    if name in _PACKAGES:
        return "a Python package that generated code imports"
    return reserved_by(name)


def enumerator(word: str) -> str:
    """Return the name that a word of an enum has in C++: ``kSumOfAll`` for ``sum_of_all``."""
    return "k" + "".join(part[:1].upper() + part[1:] for part in word.split("_"))


def variant_in_place(name: str) -> str:
    """Return the name of the variant that writes results over operands."""
    return f"{name}_"


def enum_class(op_class: str, attribute: str) -> str:
    """Return the name that the enum of an attribute has in C++: ``PadBorderMode``."""
    return op_class + "".join(part[:1].upper() + part[1:] for part in attribute.split("_"))
