"""The compiled parts of :mod:`hashlib` and :mod:`pickle`, without what those load besides.

Importing the two takes a tenth of what a build with one changed operator takes. Where the compiled
parts are called otherwise, the modules themselves serve. Knows nothing else of opgen.
"""

from __future__ import annotations

try:
    from _blake2 import blake2b
    from _pickle import Pickler, PicklingError, Unpickler, UnpicklingError, dumps
except ImportError:  # pragma: no cover - another Python than CPython
    from hashlib import blake2b
    from pickle import Pickler, PicklingError, Unpickler, UnpicklingError, dumps

__all__ = ["Pickler", "PicklingError", "Unpickler", "UnpicklingError", "blake2b", "dumps"]
