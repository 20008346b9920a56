"""One shared library of an operator: host code, and the kernel for each column of types."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

KERNEL_TYPES: Final = {
    "float16": "half",
    "bf16": "bfloat16_t",
    "float": "float",
    "double": "double",
    "int8": "int8_t",
    "uint8": "uint8_t",
    "int16": "int16_t",
    "int32": "int32_t",
    "int64": "int64_t",
    "bool": "bool",
}
"""The type of elements in a kernel, by msopgen's name."""

_MAIN: Final = """
extern "C" int opgen_shim_run(int column, int64_t blocks, const opgen_shim_argument* inputs,
                              const opgen_shim_argument* outputs,
                              const opgen_shim_attribute* attributes, char* message, size_t room) {{
  opgen_shim::Call call("{type}", inputs, {inputs}, outputs, {outputs}, attributes, {attributes});
  const std::string problem = call.run(
      blocks, [column](uint8_t** a, uint8_t* workspace, uint8_t* tiling) {{
        switch (column) {{
{cases}
        }}
      }});
  std::snprintf(message, room, "%s", problem.c_str());
  return problem.empty() ? 0 : 1;
}}
"""


_INCLUDE: Final = re.compile(r"^#include .*$", re.MULTILINE)


class BuildError(Exception):
    """What the compiler said."""


@dataclass(frozen=True)
class Project:
    """The generated files of an operator.

    Attributes:
        generated: The output root.
        directory: The operator's own directory.
        document: Its project file.
        kernel: The name of its kernel.
    """

    generated: Path
    directory: Path
    document: Mapping[str, Any]
    kernel: str

    @classmethod
    def of(cls, generated: Path, library: str, op: str) -> Project:
        """Find the project of an operator."""
        directory = generated / "ascendc" / library / op
        (path,) = directory.glob("*.json")
        (document,) = json.loads(path.read_text(encoding="utf-8"))
        return cls(generated, directory, document, path.stem)

    @property
    def tensors(self) -> list[Mapping[str, Any]]:
        """The descriptions of inputs and outputs."""
        return [*self.document["input_desc"], *self.document["output_desc"]]

    @property
    def columns(self) -> list[dict[str, str]]:
        """The element type of each tensor, by column."""
        count = len(self.tensors[0]["type"])
        return [{t["name"]: t["type"][at] for t in self.tensors} for at in range(count)]

    @property
    def _kernel(self) -> Path:
        return self.directory / "op_kernel" / f"{self.kernel}.cpp"

    def includes(self) -> list[Path]:
        """Return the directories with headers."""
        roots = [self.generated / "ascendc", self.generated / "ascendc" / "shim"]
        # The headers of a library lie beside its operators.
        own = [self.directory / "op_host", self.directory.parent]
        return [*roots, self.generated / "kernels", *own]

    def source(self) -> str:
        """Return the source of the library."""
        name = self.directory.name
        library = self.directory.parent.name
        host = self.directory / "op_host"
        kernel = self._kernel.read_text(encoding="utf-8")
        lines = [
            '#include "opgen_shim_call.h"',
            # What the kernel includes is no part of the namespaces it is put into.
            *_INCLUDE.findall(kernel),
            f'#include "{host / self.kernel}.cpp"',
            f'#include "{host / self.kernel}_tiling.cpp"',
            f'#include "{library}/{name}/{name}_infer.cc"',
        ]
        for at, types in enumerate(self.columns):
            lines += self._column(at, types)
        return "\n".join(lines) + _MAIN.format(
            type=self.document["op"],
            inputs=len(self.document["input_desc"]),
            outputs=len(self.document["output_desc"]),
            attributes=len(self.document.get("attr", [])),
            cases="\n".join(self._cases()),
        )

    def _column(self, at: int, types: Mapping[str, str]) -> Iterator[str]:
        """Yield the kernel for one column, in a namespace and by a name of its own."""
        macros = {f"DTYPE_{name.upper()}": KERNEL_TYPES[kind] for name, kind in types.items()}
        macros[self.kernel] = f"{self.kernel}_column{at}"
        yield from (f"#define {name} {value}" for name, value in macros.items())
        yield f"namespace column{at} {{"
        yield f'#include "{self._kernel}"'
        yield f"}}  // namespace column{at}"
        yield from (f"#undef {name}" for name in macros)

    def _cases(self) -> Iterator[str]:
        arguments = ", ".join(f"a[{at}]" for at in range(len(self.tensors)))
        for at in range(len(self.columns)):
            call = f"column{at}::{self.kernel}_column{at}({arguments}, workspace, tiling)"
            yield f"          case {at}: return {call};"

    def build(self, directory: Path) -> Path:
        """Compile the library into a directory.

        Raises:
            BuildError: The compiler refuses it.
        """
        source, library = directory / f"{self.kernel}.cc", directory / f"{self.kernel}.so"
        source.write_text(self.source(), encoding="utf-8")
        flags = shlex.split(os.environ.get("CXXFLAGS", "-O1"))
        compiler = shlex.split(os.environ.get("CXX", "c++"))
        includes = [f"-I{path}" for path in self.includes()]
        # Different files of different columns are one file to the compiler.
        command = [*compiler, "-std=c++17", "-shared", "-fPIC", "-Wall", "-Wextra", *flags]
        done = subprocess.run(
            [*command, *includes, "-o", str(library), str(source)],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise BuildError(done.stderr.strip())
        return library
