"""What a reduction does to the values on the driver's stack: one small function per rule.

Only tokens and nodes that matter have a value, so that those of a rule lie side by side on top.
Knows the rules of the compiled grammar, not the automaton.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from opgen.hints import Any, Final, TypeAlias
from opgen.tablegen.actions import Action, NodeAction

Build: TypeAlias = Callable[[list[Any], int, int], None]
"""Puts what a rule makes in the place of its values, given the offsets of its text."""

_APPENDING: Final = (~0, 1)
"""The plan of a rule that adds one thing to a list."""


def compact(plan: Sequence[int | None]) -> tuple[int | None, ...]:
    """Return a plan with the values numbered as they lie on the stack."""
    numbers = iter(range(len(plan)))
    return tuple(
        None if step is None else next(numbers) if step >= 0 else ~next(numbers) for step in plan
    )


def make_build(action: Action | None, plan: Sequence[int | None]) -> Build:
    """Return the function for a rule."""
    steps = compact(plan)
    count = sum(step is not None for step in steps)
    if action is None and steps == _APPENDING:
        return _append
    if steps != tuple(range(count)):
        return _by_plan(action or _bare, steps, count)
    if isinstance(action, NodeAction):
        return _node(action.node, count)
    return _plain(action or _bare, count)


def _bare(children: list[Any], _start: int, _end: int) -> list[Any]:
    return children


def _append(values: list[Any], _start: int, _end: int) -> None:
    item = values.pop()
    values[-1].append(item)


def _node(node: type[tuple[Any, ...]], count: int) -> Build:
    new = tuple.__new__

    def build_one(values: list[Any], start: int, end: int) -> None:
        values[-1] = new(node, (start, end, values[-1]))

    def build(values: list[Any], start: int, end: int) -> None:
        values[-count:] = [new(node, (start, end, *values[-count:]))]

    return build_one if count == 1 else build


def _plain(action: Action, count: int) -> Build:
    def build_none(values: list[Any], start: int, end: int) -> None:
        values.append(action([], start, end))

    def build_one(values: list[Any], start: int, end: int) -> None:
        values[-1] = action([values[-1]], start, end)

    def build(values: list[Any], start: int, end: int) -> None:
        values[-count:] = [action(values[-count:], start, end)]

    return (build_none, build_one)[count] if count < 2 else build  # noqa: PLR2004


def _by_plan(action: Action, steps: Sequence[int | None], count: int) -> Build:
    def build(values: list[Any], start: int, end: int) -> None:
        children: list[Any] = []
        for step in steps:
            if step is None:
                children.append(None)
            elif step >= 0:
                children.append(values[step - count])
            else:
                children += values[~step - count]
        if count:
            del values[-count:]
        values.append(action(children, start, end))

    return build
