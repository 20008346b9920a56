"""Generated trees with compiled kernels for the tests of ``kernels`` and ``numpy``."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from opgen.diagnostics import Diagnostics
from opgen.ops import OpSet
from opgen.outputs import RenderedFile
from opgen.render import Renderer
from opgen.targets import every_output, load_target

STUB = re.compile(r"  return opgen::not_written\([^;]*;\n")


_SYSTEM_HEADERS = "#include <algorithm>\n#include <cmath>\n#include <stdexcept>"

STRICT = "-O0 -Werror -pedantic"
"""Flags of the compiler that suffer no warning."""


def render(model: OpSet, targets: Iterable[str]) -> dict[str, RenderedFile]:
    """Return what targets make of a model, by path; the model has to be without mistakes."""
    diagnostics = Diagnostics()
    outputs = []
    for name in targets:
        target = load_target(name)
        assert target is not None
        outputs += [(name, output) for output in every_output(target, model, diagnostics)]
    files = Renderer().render(outputs, diagnostics)
    assert diagnostics.items == []
    return {file.path: file for file in files}


def write(root: Path, files: Mapping[str, RenderedFile]) -> Path:
    """Write rendered files below ``root`` and return it."""
    for path, file in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(file.text, encoding="utf-8")
    return root


def fill(root: Path, bodies: Mapping[str, str], library: str = "custom") -> None:
    """Write the bodies of kernels into their stubs."""
    for name, body in bodies.items():
        file = root / "kernels" / library / name / f"{name}_cpu.cc"
        if not file.exists():
            continue
        text, count = STUB.subn(lambda _, body=body: body, file.read_text(encoding="utf-8"))
        assert count == 1, file
        if "std::" in body:
            text = text.replace("\n\n#include", f"\n\n{_SYSTEM_HEADERS}\n\n#include", 1)
        file.write_text(text, encoding="utf-8")


def build(root: Path, library: str = "custom", **environment: str) -> Path:
    """Compile the kernels of a tree and return the shared library."""
    done = run_build(root, library, **environment)
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.strip())


def run_build(
    root: Path, library: str = "custom", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the build script of a tree in an environment of no more than ``PATH``."""
    return subprocess.run(
        [sys.executable, str(root / "kernels" / "opgen_build.py"), library],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": os.environ["PATH"], "CXXFLAGS": "-O0", **environment},
    )
