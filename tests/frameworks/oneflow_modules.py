"""Generated test modules and documentation in the OneFlow that is installed: a script.

    python oneflow_modules.py GENERATED TEST...
    python oneflow_modules.py GENERATED --checkout CHECKOUT LIBRARY TEST...

The second form runs what is generated for a checkout: the packages in GENERATED stand for the
functions that OneFlow's own build would bind, and have no documentation then. Prints how many
tests were run, and how many functions have documentation.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import unittest
from pathlib import Path
from types import ModuleType

import oneflow.test_utils
from oneflow.framework.docstr.utils import _test_docstr


def imported(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def as_built_in(checkout: Path, library: str) -> int:
    """Let OneFlow seem to be built of a checkout; return how many functions it documents."""
    package = importlib.import_module(f"{library}_oneflow")
    package.install()
    names = [name for name in package.__all__ if name != "install"]
    for name in names:
        getattr(package, name).__doc__ = None
    python = checkout / "python" / "oneflow"
    oneflow.test_utils.__path__.append(str(python / "test_utils"))
    imported(python / "framework" / "docstr" / f"opgen_{library}.py")
    texts = [getattr(package, name).__doc__ for name in names]
    for text in texts:
        _test_docstr(text, verbose=False)
    return sum(">>>" in text for text in texts)


def main() -> int:
    generated, *rest = sys.argv[1:]
    sys.path.insert(0, f"{generated}/oneflow")
    documented = 0
    if rest[0] == "--checkout":
        _, checkout, library, *rest = rest
        documented = as_built_in(Path(checkout), library)
    suite = unittest.TestSuite()
    for path in rest:
        suite.addTests(unittest.defaultTestLoader.loadTestsFromModule(imported(Path(path))))
    result = unittest.TextTestRunner().run(suite)
    sys.stdout.write(f"{result.testsRun - len(result.skipped)} {documented}\n")
    return not result.wasSuccessful()


if __name__ == "__main__":
    sys.exit(main())
