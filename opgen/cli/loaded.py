"""The code that a build ran: opgen's own modules, its plug-ins' and the packages it uses.

Knows what Python has loaded, nothing of builds.
"""

from __future__ import annotations

import sys
import sysconfig

_DEPENDENCIES = frozenset({"click", "jinja2", "lark", "markupsafe", "yaml"})


def own_modules() -> list[str]:
    """Return the files of all loaded modules of opgen, sorted."""
    return sorted(path for name, path in _files() if name.partition(".")[0] == "opgen")


def code_files() -> list[str]:
    """Return the files of loaded code whose change may change an output, sorted.

    A dependency stands for itself by its top module, which an upgrade replaces; plug-ins, which
    people edit, come module by module. The standard library is left to the version of Python.
    """
    library = sysconfig.get_path("stdlib")
    return sorted(
        path
        for name, path in _files()
        if not _is_inner(name) and (not path.startswith(library) or "site-packages" in path)
    )


def _is_inner(name: str) -> bool:
    top, dot, _ = name.partition(".")
    return bool(dot) and top in _DEPENDENCIES


def _files() -> list[tuple[str, str]]:
    loaded = [(name, getattr(module, "__file__", None)) for name, module in sys.modules.items()]
    return [(name, path) for name, path in loaded if isinstance(path, str)]
