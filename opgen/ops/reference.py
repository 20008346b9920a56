"""The ``reference`` of a spec: the body of a Python function over NumPy arrays."""

from __future__ import annotations

import ast
import textwrap

from opgen.diagnostics import Diagnostic, Diagnostics
from opgen.ops.op import Op
from opgen.ops.spec_text import SpecText


def reference_body(reference: str) -> str:
    """Return the body as lines of a function, without common indentation."""
    return textwrap.dedent(reference.expandtabs().strip("\n")).strip()


def parse_reference(op: Op, source: SpecText, diagnostics: Diagnostics) -> None:
    """Report a reference that is no valid body of a Python 3.8 function."""
    if not source.text.strip():
        return
    body = textwrap.indent(reference_body(source.text), "    ")
    try:
        ast.parse(f"def reference():\n{body}\n", feature_version=(3, 8))
    except SyntaxError as error:
        line = (error.lineno or 2) - 1
        diagnostics.add(
            Diagnostic(
                "OPG0318",
                f"the reference of `{op.name}` is no Python: {error.msg} (its line {line})",
                source.span,
                help="write the body of a function over NumPy arrays, ending in a return",
            )
        )
