"""The package's sources as syntax trees, for tests that measure them."""

import ast
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "opgen"


@dataclass(frozen=True)
class Module:
    name: str
    path: Path

    @property
    def part(self):
        """The top-level part that it belongs to, such as ``ops``; empty for the package."""
        return ".".join(self.name.split(".")[1:2])

    @property
    def is_script_part(self):
        """Whether it is part of a script that runs where opgen isn't installed."""
        return self.name.split(".")[-2].endswith("_suite")

    @cached_property
    def text(self):
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self):
        return ast.parse(self.text)

    @cached_property
    def functions(self):
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
        return [node for node in ast.walk(self.tree) if isinstance(node, kinds)]

    def imports(self):
        """Yield each import of opgen's own as (name as far as it is a module, node)."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield alias.name, node
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0 or self.is_script_part, f"{self.name}: relative import"
                package = self.name.rpartition(".")[0]
                module = f"{package}.{node.module}" if node.level else node.module
                for alias in node.names:
                    inner = f"{module}.{alias.name}"
                    yield inner if inner in names() else module, node


def _module_name(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


_PATHS = {_module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def names():
    return _PATHS.keys()


MODULES = [Module(name, path) for name, path in _PATHS.items()]
