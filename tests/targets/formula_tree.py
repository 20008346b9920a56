"""The operators of ``formulas/ops.td``, generated, compiled and imported once for all tests."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from opgen.config import default_project
from opgen.diagnostics import Diagnostics
from opgen.ops import OpSet
from opgen.pipeline import Request, prepare
from tests.targets.kernel_tree import render, write

SPEC = Path(__file__).parent / "formulas" / "ops.td"


def formula_model(spec: Path = SPEC) -> OpSet:
    """Return the model of a spec, which has to be without mistakes."""
    diagnostics = Diagnostics()
    project = default_project(spec.parent)
    request = Request(project, (spec,), targets=("samples", "kernels", "numpy"))
    prepared = prepare(request, diagnostics)
    assert [f"{d.span and d.span.position} {d.message}" for d in diagnostics.items] == []
    return prepared.model


def formula_tree(root: Path, model: OpSet) -> Path:
    """Write ``samples``, ``kernels`` and ``numpy`` of a model, to be compiled in few pieces.

    A compiler spends most of its time on headers: the sources go into two files that include them.
    """
    write(root, render(model, ("samples", "kernels", "numpy")))
    for library in model.libraries:
        directory = root / "kernels" / library.name
        sources = sorted(directory.glob("*/*.cc"))
        for source in sources:
            source.rename(source.with_suffix(".inc"))
        for part in range(2):
            lines = [
                f'#include "{library.name}/{source.parent.name}/{source.stem}.inc"\n'
                for source in sources[part::2]
            ]
            (directory / f"part{part}").mkdir()
            (directory / f"part{part}" / "part.cc").write_text("".join(lines), encoding="utf-8")
    return root


@contextmanager
def imported(root: Path, library: str) -> Iterator[ModuleType]:
    """Import the NumPy package of a tree, and forget it afterwards."""
    sys.path.insert(0, str(root / "numpy"))
    try:
        yield importlib.import_module(library)
    finally:
        sys.path.remove(str(root / "numpy"))
        for name in [n for n in sys.modules if n.split(".")[0] in {library, "opgen_runtime"}]:
            del sys.modules[name]
