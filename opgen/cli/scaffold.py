"""First texts of a project: a library, an operator, the configuration; and writing them safely.

Knows the prelude's syntax. It decides no place and overwrites nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from opgen.dataclass import dataclass
from opgen.diagnostics import Diagnostic, OpgenError
from opgen.targets import DEFAULT_TARGETS

if TYPE_CHECKING:
    from opgen.cli.session import Session

PRELUDE = "opgen/OpBase.td"


@dataclass(frozen=True, slots=True)
class LibraryChoice:
    """The library of a new operator and how its spec gets at it.

    Attributes:
        name: The library's name.
        record: The name of its def.
        include: What to include to have it; ``None`` if the spec defines it itself.
    """

    name: str
    record: str
    include: str | None


def camel_case(name: str) -> str:
    """Return a snake-case name in camel case."""
    return "".join(word[:1].upper() + word[1:] for word in name.split("_"))


def library_spec(name: str) -> str:
    """Return an include file that defines the library ``name``."""
    guard = f"{name.upper()}_LIBRARY"
    return f"""// The library "{name}".

#ifndef {guard}
#define {guard}

include "{PRELUDE}"

{_library_def(name)}
#endif // {guard}
"""


def operator_spec(name: str, library: LibraryChoice) -> str:
    """Return a spec of an elementwise operator ``name``, complete and easy to change."""
    head = f'include "{library.include}"\n' if library.include else _own_library(library.name)
    return f"""// {name}: say here what it is for.

{head}
let library = {library.record} in {{

// NoGrad: it has no gradient yet. To give it one, add a backward operator and, in place of
// NoGrad, a line like  let grad = ["x = {name}_grad(x, dy)"];
def {camel_case(name)}Op : Op<"{name}", [Pure, Elementwise, NoGrad]> {{
  let summary = "{name} of each element of x";
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);

  let shape = SameAs<"x">;
  let samples = [Sample<"x:[4,6]">, Sample<"x:[2,3,5]">];
}}

}}
"""


def config_table(library: str) -> str:
    """Return the ``[tool.opgen]`` of a new project."""
    return f"""[tool.opgen]
specs = ["specs"]
include = ["specs/include"]
output = "generated"
targets = {json.dumps(DEFAULT_TARGETS)}
library = {json.dumps(library)}
"""


def _own_library(name: str) -> str:
    return f'include "{PRELUDE}"\n\n{_library_def(name)}'


def library_record(name: str) -> str:
    """Return the name of the def of library ``name``, which is no name of the prelude."""
    return f"{camel_case(name)}Library"


def _library_def(name: str) -> str:
    return f'def {library_record(name)} : Library<"{name}">;\n'


def write_new(session: Session, texts: Mapping[Path, str]) -> list[str]:
    """Write files that don't exist yet, all or none.

    Returns:
        What was written, as it is shown; if it is nothing, there are diagnostics.

    Raises:
        OpgenError: A file can't be written.
    """
    taken = [path for path in texts if path.exists()]
    for path in taken:
        refuse(session, f"`{session.shown(path)}` exists already", path)
    if taken:
        return []
    for path, text in texts.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            reason, shown = error.strerror or str(error), session.shown(path)
            raise OpgenError(f"can't write `{shown}`: {reason}", path=shown) from error
        session.say(f"created {session.shown(path)}")
    return [session.shown(path) for path in texts]


def refuse(session: Session, message: str, path: Path) -> None:
    """Report that something is there already and is left alone."""
    session.diagnostics.add(
        Diagnostic(
            "OPG0007",
            message,
            path=session.shown(path),
            help="nothing was written; choose another name, or move it away",
        )
    )
