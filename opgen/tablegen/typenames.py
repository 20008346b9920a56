"""Types as they are written. Knows the types and classes defined so far."""

from __future__ import annotations

from opgen.hints import Final
from opgen.tablegen import ast
from opgen.tablegen.dispatch import place_of
from opgen.tablegen.evaluation import Evaluation
from opgen.tablegen.integers import HALF_WORD
from opgen.tablegen.types import (
    BIT,
    DAG,
    INT,
    STRING,
    Type,
    bits_type,
)

_SIMPLE_TYPES: Final[dict[str, Type]] = {
    "bit": BIT,
    "int": INT,
    "string": STRING,
    "code": STRING,
    "dag": DAG,
}


_BROADEST_BITS: Final = 1 << 16


def evaluate_type(ev: Evaluation, node: ast.TypeName) -> Type | None:
    """Return the type that ``node`` names; report and return None if there is none."""
    if node.kind == "list" and node.element is not None:
        element = evaluate_type(ev, node.element)
        return element and ev.pool.list_of(element)
    if node.kind == "bits":
        return _bits(ev, node)
    return _SIMPLE_TYPES.get(node.kind) or ev.find_alias(node.name) or _class(ev, node)


def _bits(ev: Evaluation, node: ast.TypeName) -> Type | None:
    width = node.width & HALF_WORD
    if width <= _BROADEST_BITS:
        return bits_type(width)
    ev.report("OPG0122", f"`bits<{width}>` is too wide", place_of(ev, node))
    return None


def _class(ev: Evaluation, node: ast.TypeName) -> Type | None:
    entity = ev.find_class(node.name)
    if entity is not None:
        return ev.pool.record(entity)
    if node.name not in ev.lost_names:
        known = [*ev.classes, *ev.aliases, *_SIMPLE_TYPES, "list", "bits"]
        message = f"unknown type `{node.name}`"
        ev.report("OPG0113", message, place_of(ev, node), help=ev.suggest(node.name, known))
    return None
