"""What DTensor is told of an operator: its shape rule and what its spec says about devices."""

from __future__ import annotations

from opgen.ops import Library, Op, Placement, SbpLine
from opgen.ops.letters import letter_rule
from opgen.ops.sbp import distribution_of
from opgen.targets.python import literal, string_literal


def shardings_view(library: Library, ops: tuple[Op, ...]) -> dict[str, object]:
    """Return what the file about all operators of a library prints."""
    rules = [
        {"name": op.name, "arguments": _rule(op)}
        for op in ops
        if not any(result.is_variadic for result in op.results)
    ]
    return {"library": library.name, "rules": rules}


def _rule(op: Op) -> list[str]:
    """Return the arguments of a ``Rule``, less those that are empty."""
    rule, distribution = letter_rule(op), distribution_of(op)
    arguments = [literal(tuple(operand.name for operand in op.operands)), str(len(op.results))]
    if rule is not None:
        sides = (", ".join(map(" ".join, side)) for side in (rule.operands, rule.results))
        arguments.append(f"dims={string_literal(' -> '.join(sides))}")
        if any(rule.likes):
            arguments.append(f"likes={literal(rule.likes)}")
        if distribution.no_split:
            arguments.append(f"whole={literal(distribution.no_split)}")
    if distribution.linear:
        arguments.append(f"linear={literal(distribution.linear)}")
    if distribution.lines:
        lines = "".join(f"{_line(line)}, " for line in distribution.lines)
        arguments.append(f"lines=({lines.rstrip()})")
    return arguments


def _line(line: SbpLine) -> str:
    operands = (f"{string_literal(name)}: {_spelled(p)}" for name, p in line.operands)
    results = ", ".join(map(_spelled, line.results))
    return f"({{{', '.join(operands)}}}, ({results},))"


def _spelled(placement: Placement) -> str:
    return string_literal(str(placement))
