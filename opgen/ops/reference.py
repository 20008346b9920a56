"""The ``reference`` of a spec: the body of a Python function over NumPy arrays."""

from __future__ import annotations

import ast
import textwrap

from opgen.diagnostics import Diagnostic, Diagnostics
from opgen.ops.op import Op
from opgen.ops.spec_text import SpecText
from opgen.source import Span


def reference_body(reference: str) -> str:
    """Return the body as lines of a function, without common indentation."""
    return textwrap.dedent(reference.expandtabs().strip("\n")).strip()


def names_read(op: Op) -> frozenset[str]:
    """Return the names that the reference reads; of one that looks them up, all of operands."""
    body = textwrap.indent(reference_body(op.reference), "    ")
    try:
        tree = ast.parse(f"def reference():\n{body}\n")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset(operand.name for operand in op.operands)
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    if names & {"locals", "vars", "eval", "exec"}:
        names.update(operand.name for operand in op.operands)
    return frozenset(names)


def line_of_reference(op: Op, line: int) -> Span:
    """Return where a line of the body, from 1, is written in the spec."""
    source = SpecText(op.reference, op.reference_span or op.span)
    lines = op.reference.splitlines(keepends=True)
    blank = next((at for at, text in enumerate(lines) if text.strip()), 0)
    at = min(blank + line, len(lines)) - 1
    start = sum(map(len, lines[:at]))
    indented = len(lines[at]) - len(lines[at].lstrip(" \t"))
    return source.at(start + indented, start + len(lines[at].rstrip()))


def parse_reference(op: Op, diagnostics: Diagnostics) -> None:
    """Report a reference that is no valid body of a Python 3.8 function."""
    if not op.reference.strip():
        return
    body = textwrap.indent(reference_body(op.reference), "    ")
    try:
        tree = ast.parse(f"def reference():\n{body}\n", feature_version=(3, 8))
        # Parsing leaves some mistakes to the compiler, such as a `break` outside a loop.
        compile(tree, "reference", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        lines = len(body.splitlines())
        line = min(max((getattr(error, "lineno", None) or 2) - 1, 1), lines)
        reason = getattr(error, "msg", None) or str(error)
        diagnostics.add(
            Diagnostic(
                "OPG0318",
                f"the reference of `{op.name}` is no Python: {reason} (its line {line})",
                line_of_reference(op, line),
                help="write the body of a function over NumPy arrays, ending in a return",
            )
        )
