"""Signatures of an operator as its copies give them, and how they differ from its schema.

A copy is a Python function that takes what the dispatcher hands over: a fake function or a
converter. Reads text only; knows neither opgen nor PyTorch.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

MISSING: Final = "<none>"
"""The default of a parameter that has none."""

UNKNOWN: Final = "<expression>"
"""A default that isn't a literal, of which nothing can be said."""

_SCHEMA: Final = re.compile(r"([\w:.]+)\((.*)\) -> (.*)\Z", re.DOTALL)
_NAMED: Final = {"True": True, "False": False, "None": None}


@dataclass(frozen=True)
class Parameter:
    """A parameter, and the value that it has where none is given."""

    name: str
    default: Any = MISSING


@dataclass(frozen=True)
class Signature:
    """The parameters of an operator or of a copy, in order."""

    name: str
    parameters: Sequence[Parameter]

    @property
    def names(self) -> list[str]:
        """The names of the parameters."""
        return [parameter.name for parameter in self.parameters]


@dataclass(frozen=True)
class Drift:
    """How a copy differs from the schema.

    Attributes:
        name: The operator.
        kind: ``count``, ``names`` or ``defaults``.
        text: In which way.
    """

    name: str
    kind: str
    text: str


def from_schema(text: str) -> Signature:
    """Return the signature that a schema of the dispatcher gives."""
    matched = _SCHEMA.match(" ".join(text.split()))
    if matched is None:
        raise ValueError(f"no schema: {text}")
    pieces = [piece for piece in _split(matched[2]) if piece != "*"]
    return Signature(matched[1], tuple(map(_schema_parameter, pieces)))


def _split(text: str) -> Iterator[str]:
    """Yield the arguments of a schema: at commas outside all brackets and quotes."""
    depth, start, quote = 0, 0, ""
    for at, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif character in "([":
            depth += 1
        elif character in ")]":
            depth -= 1
        elif character == "," and not depth:
            yield text[start:at].strip()
            start = at + 1
    if text[start:].strip():
        yield text[start:].strip()


def _schema_parameter(text: str) -> Parameter:
    declared, equals, default = text.partition("=")
    name = declared.strip().rpartition(" ")[2]
    return Parameter(name, _literal(default.strip()) if equals else MISSING)


def _literal(text: str) -> Any:
    if text in _NAMED:
        return _NAMED[text]
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return UNKNOWN


def from_function(node: ast.FunctionDef, name: str, *, ignored: Sequence[str] = ()) -> Signature:
    """Return the signature of a Python function that stands for the operator ``name``."""
    given = node.args
    positional = [*given.posonlyargs, *given.args]
    bare = [MISSING] * (len(positional) - len(given.defaults))
    defaults = [*bare, *map(_value, given.defaults)]
    keyword = [MISSING if default is None else _value(default) for default in given.kw_defaults]
    pairs = [*zip(positional, defaults), *zip(given.kwonlyargs, keyword)]  # noqa: B905 - Python 3.8
    kept = [Parameter(arg.arg, default) for arg, default in pairs if arg.arg not in ignored]
    return Signature(name, tuple(kept))


def _value(node: ast.expr) -> Any:
    try:
        return ast.literal_eval(node)
    except ValueError:
        return UNKNOWN


def drift(schema: Signature, copy: Signature) -> Iterator[Drift]:
    """Yield how a copy differs from the schema: at most one entry of each kind."""
    if len(schema.names) != len(copy.names):
        text = f"{len(copy.names)} parameters, the schema has {len(schema.names)}"
        yield Drift(schema.name, "count", text)
    if schema.names != copy.names:
        text = f"({', '.join(copy.names)}), the schema has ({', '.join(schema.names)})"
        yield Drift(schema.name, "names", text)
    differing = [
        f"{here.name}={there.default!r}, the schema has {here.default!r}"
        for here, there in _paired(schema, copy)
        if not _same(here.default, there.default)
    ]
    if differing:
        yield Drift(schema.name, "defaults", "; ".join(differing))


def _paired(schema: Signature, copy: Signature) -> Iterator[tuple[Parameter, Parameter]]:
    """Yield parameters of both that belong together: by name, by place where only names differ."""
    by_name = {parameter.name: parameter for parameter in copy.parameters}
    same_length = len(schema.parameters) == len(copy.parameters)
    for at, parameter in enumerate(schema.parameters):
        if parameter.name in by_name:
            yield parameter, by_name[parameter.name]
        elif same_length:
            yield parameter, copy.parameters[at]


def _same(one: Any, other: Any) -> bool:
    if UNKNOWN in (one, other):
        return True
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return list(one) == list(other)
    return bool(one == other)


def functions_with(source: str, decorator: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield functions by what a decorator of that name is called with, as text, and themselves.

    A function may also be given to the decorator by name: ``decorator(argument)(function)``.
    """
    tree = ast.parse(source)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    by_name = {node.name: node for node in functions}
    uses = [(call, node) for node in functions for call in node.decorator_list]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Name):
            named = by_name.get(node.args[0].id)
            uses += [(node.func, named)] if named else []
    for call, function in uses:
        if isinstance(call, ast.Call) and _called(call.func) == decorator:
            for argument in call.args:
                yield _text(argument), function


def _called(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _text(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    return ast.unparse(node)
