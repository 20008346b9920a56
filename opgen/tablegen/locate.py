"""Where a value is written: from a field to the very element of the literal that gave it.

Follows what can be followed: the declaration or ``let`` that set the field, then a template
parameter to the argument in the parent list, a name to the field it names. Knows the syntax tree
and the shape of records, not their values.
"""

from __future__ import annotations

from opgen.hints import Final
from opgen.source import Span
from opgen.tablegen import ast
from opgen.tablegen.kept import KeptNode
from opgen.tablegen.types import Entity, Origin

_MOST_STEPS: Final = 50


def locate(entity: Entity, field: str, path: tuple[int, ...]) -> Span | None:
    """Return where element ``path`` of the value of ``field`` is written, or what encloses it."""
    origin = _find(entity, field, path)
    if origin is None:
        declared = entity.declarations.get(field)
        return declared.span if declared is not None else None
    return origin.span if origin.node is None else _node_span(origin)


def locate_name(entity: Entity, field: str, index: int) -> Span | None:
    """Return where the ``$name`` of argument ``index`` of a dag is written."""
    origin = _find(entity, field, (index,))
    if origin and isinstance(origin.node, ast.DagArgument) and origin.node.name:
        name = origin.node.name
        return origin.file.span(name.start, name.end)
    return None


def _node_span(origin: Origin) -> Span:
    return origin.file.span(origin.node.start, origin.node.end)


def _find(entity: Entity, field: str, path: tuple[int, ...]) -> Origin | None:
    origin = _written(entity.origins.get(field))
    if origin is None:
        return None
    origin = _follow(entity, origin)
    for index in path:
        child = _child(origin.node, index)
        if child is None:
            break
        origin = _follow(entity, origin._replace(node=child))
    return origin


def _written(origin: Origin | None) -> Origin | None:
    """Return the origin with the node in place of what tells where it stands."""
    if origin is not None and isinstance(origin.node, KeptNode):
        return origin._replace(node=origin.node.find())
    return origin


def _child(node: object, index: int) -> object | None:
    if isinstance(node, ast.DagArgument):
        node = node.value
    children: tuple[object, ...] = ()
    if isinstance(node, ast.ListLiteral):
        children = node.elements
    elif isinstance(node, ast.DagLiteral | ast.Instantiation):
        children = node.arguments
    return children[index] if 0 <= index < len(children) else None


def _follow(entity: Entity, origin: Origin) -> Origin:
    """Follow a name to what it stands for, as far as that can be seen."""
    for _ in range(_MOST_STEPS):
        if not isinstance(origin.node, ast.Id):
            break
        target = _written(_target(entity, origin, origin.node.name))
        if target is None or target.node is None:
            break
        origin = target
    return origin


def _target(entity: Entity, origin: Origin, name: str) -> Origin | None:
    owner = origin.owner
    if owner is not None:
        parameter = f"{owner.name}:{name}"
        if parameter in owner.declarations:
            return _argument(entity, parameter) or owner.origins.get(parameter)
        if name in owner.declarations:
            return entity.origins.get(name)
    return entity.defm_origins.get(name)


def _argument(entity: Entity, parameter: str) -> Origin | None:
    """Find the argument for ``parameter`` in the parent lists that lead to its class."""
    stack = [entity]
    while stack:
        current = stack.pop()
        for parent, arguments in current.arguments:
            if parameter in arguments:
                return arguments[parameter]
            stack.append(parent)
    return None
