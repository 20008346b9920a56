"""Pages of the documentation: their blocks of code, and the projects that these run in."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests.build.project import ROOT

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


class Block(NamedTuple):
    """A block of code and its language."""

    kind: str
    text: str


def page(name: str) -> str:
    """Return the text of a page by its path from the top."""
    return (ROOT / name).read_text(encoding="utf-8")


def section(text: str, title: str) -> str:
    """Return what follows a title, up to the next one of the second level."""
    assert title in text
    return text.partition(title)[2].partition("\n## ")[0]


def blocks(text: str, kind: str = "") -> list[Block]:
    """Return the blocks of code in a text, or those of a language; there are some."""
    every = [Block(*found) for found in _BLOCK.findall(text)]
    found = [block for block in every if kind in {"", block.kind}]
    assert found
    return found


def project(folder: Path, name: str, spec: str) -> Path:
    """Write a spec into a folder, and return that."""
    (folder / "specs" / "include").mkdir(parents=True)
    (folder / "specs" / f"{name}.td").write_text(spec)
    return folder


def run(*command: str, folder: Path, path: Sequence[Path] = (ROOT,), flags: str = "-O0") -> str:
    """Run this Python with ``command`` in a folder, and return what it prints.

    Args:
        command: The arguments.
        folder: The working directory.
        path: Where modules are found.
        flags: Those of the compiler.
    """
    inherited = {name: v for name, v in os.environ.items() if name != "OPGEN_LIB_ROOT"}
    modules = os.pathsep.join(map(str, path))
    done = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={**inherited, "PYTHONPATH": modules, "CXXFLAGS": flags},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
