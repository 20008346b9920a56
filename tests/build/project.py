"""A copy of this repository's specs and generated tree to build, edit and rebuild."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ZOO = ("zoo", "zoo_torch", "op.zoo.*", "library.zoo*")
"""What there is of the library zoo: its specs, its outputs, its parts of the manifest."""
CUDA = "opgen_cuda.h"
"""What no other library needs."""

CONFIG = """\
[tool.opgen]
specs = ["specs"]
include = ["specs/include"]
output = "generated"
targets = ["kernels", "numpy", "pytorch"]
"""


@dataclass(frozen=True)
class ProjectCopy:
    """A project in a directory of its own."""

    root: Path

    @classmethod
    def of_repository(cls, root: Path) -> ProjectCopy:
        """Copy the committed specs and outputs of what :data:`CONFIG` builds, without the zoo."""
        ignored = shutil.ignore_patterns(
            "cache", "__pycache__", "txn", "lock", CUDA, *ZOO, "ascendc", "docs"
        )
        shutil.copytree(ROOT / "specs", root / "specs", ignore=ignored)
        shutil.copytree(ROOT / "generated", root / "generated", ignore=ignored)
        shared = root / "generated/.opgen/manifest/kernels/target.json"
        lines = shared.read_text().splitlines(keepends=True)
        shared.write_text("".join(line for line in lines if CUDA not in line))
        (root / "pyproject.toml").write_text(CONFIG)
        return cls(root)

    @property
    def generated(self) -> Path:
        return self.root / "generated"

    def opgen(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run the command line in the project."""
        command = [sys.executable, "-m", "opgen", *arguments]
        return subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=False)

    def build(self) -> subprocess.CompletedProcess[str]:
        return self.opgen("build", "specs/")

    def edit(self, path: str, old: str, new: str) -> None:
        """Replace ``old``, which has to be there once, in a file of the project."""
        file = self.root / path
        text = file.read_text()
        assert text.count(old) == 1, (path, old, text.count(old))
        file.write_text(text.replace(old, new))

    def hand_written(self) -> dict[str, set[str]]:
        """Return, for each editable output, the lines a developer wrote."""
        lines: dict[str, set[str]] = {}
        bases = self.generated / ".opgen" / "base"
        for base in sorted(path for path in bases.rglob("*") if path.is_file()):
            path = base.relative_to(bases)
            file = self.generated / path
            if file.exists():
                rendered = set(base.read_text().splitlines())
                written = {line.strip() for line in file.read_text().splitlines()} - {
                    line.strip() for line in rendered
                }
                lines[path.as_posix()] = {line for line in written if len(line) > 1}
        return lines

    def tree(self) -> dict[str, bytes]:
        """Return every file of the project with its bytes, caches and the lock left out."""
        return {
            path.relative_to(self.root).as_posix(): path.read_bytes()
            for path in sorted(self.root.rglob("*"))
            if path.is_file() and not {"cache", "lock"} & set(path.parts)
        }
