"""The code that a build ran: opgen's own modules, its plug-ins' and the packages it uses.

Knows what Python has loaded, nothing of builds.
"""

from __future__ import annotations

import sys
import sysconfig
from pathlib import Path

import opgen

_DEPENDENCIES = frozenset({"click", "jinja2", "lark", "markupsafe", "yaml"})


def own_modules() -> list[str]:
    """Return the files of all modules of opgen, sorted; which ones load depends on what is kept."""
    return sorted(str(path) for path in Path(opgen.__file__).parent.rglob("*.py"))


def code_files() -> list[str]:
    """Return the files of code whose change may change an output, sorted: opgen's, what is loaded.

    A dependency stands for itself by its top module, which an upgrade replaces; plug-ins, which
    people edit, come module by module. The standard library is left to the version of Python.
    """
    library = sysconfig.get_path("stdlib")
    loaded = {
        path
        for name, path in _files()
        if not _is_inner(name) and (not path.startswith(library) or "site-packages" in path)
    }
    return sorted(loaded.union(own_modules()))


def _is_inner(name: str) -> bool:
    top, dot, _ = name.partition(".")
    return bool(dot) and top in _DEPENDENCIES


def _files() -> list[tuple[str, str]]:
    loaded = [(name, getattr(module, "__file__", None)) for name, module in sys.modules.items()]
    return [(name, path) for name, path in loaded if isinstance(path, str)]
