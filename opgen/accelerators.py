"""The compiled parts of :mod:`hashlib`, :mod:`pickle` and :mod:`collections`, and nothing besides.

Importing the first two takes a tenth of what a build with one changed operator takes. Where the
compiled parts are called otherwise, the modules themselves serve. Knows nothing else of opgen.
"""

from __future__ import annotations

try:
    from _blake2 import blake2b
    from _collections import _tuplegetter as tuple_getter  # type: ignore[import-not-found]
    from _pickle import Pickler, PicklingError, Unpickler, UnpicklingError, dumps
except ImportError:  # pragma: no cover - another Python than CPython
    from hashlib import blake2b
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
    "tuple_getter",
]
