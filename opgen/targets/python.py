"""How an operator is spelt in Python: literals, docstrings, the order of parameters.

Shared by all targets with Python sources; they parse as Python 3.8. Knows no framework.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass

from opgen.ops import Arity, Attribute, AttributeValue, Op, Operand


def literal(value: AttributeValue | None) -> str:
    """Return ``value`` as a Python expression; a list becomes a tuple."""
    if isinstance(value, tuple):
        items = ", ".join(literal(item) for item in value)
        return f"({items},)" if len(value) == 1 else f"({items})"
    if isinstance(value, float) and not math.isfinite(value):
        return f'float("{value}")'
    return string_literal(value) if isinstance(value, str) else repr(value)


def string_literal(text: str) -> str:
    """Return ``text`` as a Python string literal, in double quotes unless it has more of them."""
    encodable = text.encode("utf-8", "backslashreplace").decode("utf-8")
    quoted = json.dumps(encodable, ensure_ascii=False)
    if text.count('"') <= text.count("'"):
        return quoted
    inner = quoted[1:-1].replace('\\"', '"').replace("'", "\\'")
    return f"'{inner}'"


def docstring_text(text: str) -> str:
    """Return ``text`` such that it means itself between triple double quotes."""
    return re.sub(r'"(?="|\Z)', r"\"", text.replace("\\", "\\\\"))


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of an operator's public function.

    Attributes:
        argument: The operand or attribute.
        default: The default as an expression; empty where a caller must give a value.
        keyword_only: Whether it is given by name, as parameters without a default are that
            stand after one with a default in the spec.
    """

    argument: Operand | Attribute
    default: str
    keyword_only: bool

    @property
    def name(self) -> str:
        """The name."""
        return self.argument.name


def parameters(op: Op) -> list[Parameter]:
    """Return the parameters of ``op``'s public function: operands, then attributes."""
    ordered: list[Parameter] = []
    keyword_only = False
    arguments: tuple[Operand | Attribute, ...] = (*op.operands, *op.attributes)
    for argument in arguments:
        default = _default(argument)
        keyword_only |= not default and any(parameter.default for parameter in ordered)
        ordered.append(Parameter(argument, default, keyword_only))
    return ordered


def _default(argument: Operand | Attribute) -> str:
    if isinstance(argument, Operand):
        return "None" if argument.arity is Arity.OPTIONAL else ""
    return "" if argument.default is None else literal(argument.default)
