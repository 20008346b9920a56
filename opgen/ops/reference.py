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
        tree = ast.parse(f"def reference():\n{body}\n", feature_version=(3, 8))
        # Parsing leaves some mistakes to the compiler, such as a `break` outside a loop.
        compile(tree, "reference", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = (getattr(error, "lineno", None) or 2) - 1
        reason = getattr(error, "msg", None) or str(error)
        diagnostics.add(
            Diagnostic(
                "OPG0318",
                f"the reference of `{op.name}` is no Python: {reason} (its line {line})",
                source.span,
                help="write the body of a function over NumPy arrays, ending in a return",
            )
        )
