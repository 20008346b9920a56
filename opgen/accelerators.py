"""What is at the bottom of some modules of the standard library, and nothing besides.

The modules are :mod:`hashlib`, :mod:`pickle`, :mod:`collections` and :mod:`importlib`, which take
a tenth of what reading a small change takes. Where the parts are called otherwise, the modules
themselves serve. Knows nothing else of opgen.
"""

from __future__ import annotations

try:
    from _blake2 import blake2b
    from _collections import _tuplegetter as tuple_getter  # type: ignore[import-not-found]
    from _frozen_importlib import _gcd_import as import_module  # type: ignore[attr-defined]
    from _pickle import Pickler, PicklingError, Unpickler, UnpicklingError, dumps
except ImportError:  # pragma: no cover - another Python than CPython
    from hashlib import blake2b
    from importlib import import_module
    from operator import itemgetter
    from pickle import Pickler, PicklingError, Unpickler, UnpicklingError, dumps

    def tuple_getter(index: int, doc: str) -> property:
        """Return the descriptor of the value at ``index`` of a tuple."""
        return property(itemgetter(index), doc=doc)


__all__ = [
    "Pickler",
    "PicklingError",
    "Unpickler",
    "UnpicklingError",
    "blake2b",
    "dumps",
    "import_module",
    "tuple_getter",
]
