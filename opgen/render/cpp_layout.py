"""Filters that lay C++ out as clang-format does with Google's style and 100 columns.

They take no decision about content.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from opgen.render.layout import WIDTH, fill_from

_DECLARATION_GAIN = 4
_CALL_GAIN = 2


def cpp_declaration(items: Iterable[str], head: str, tail: str) -> str:
    """Lay out the parameters of a function; ``head`` ends with its opening parenthesis."""
    return _wrapped(list(items), head, tail, gain=_DECLARATION_GAIN)


def cpp_call(items: Iterable[str], head: str, tail: str) -> str:
    """Lay out the arguments of a call; ``head`` may begin with ``  const auto x =``."""
    arguments = list(items)
    target, equals, function = head.partition(" = ")
    straight = _wrapped(arguments, head, tail, gain=_CALL_GAIN)
    if not equals or "\n" not in straight:
        return straight
    if function.count("(") > 1:
        return _nested(arguments, head, tail)
    indent = " " * (_indent(head) + 4)
    below = fill_from(arguments, len(indent + function), tail)
    if below is None:
        return straight
    broken = f"{target} =\n{indent}{function}{below}"
    alternatives = [_aligned(arguments, head, tail), _hanging(arguments, head, tail)]
    fewest = min(text.count("\n") for text in alternatives if text is not None)
    return broken if broken.count("\n") <= fewest else straight


def _nested(arguments: list[str], head: str, tail: str) -> str:
    """Lay out a call within a call whose value is assigned, in as few lines as possible."""
    target, _, value = head.partition(" = ")
    margin = " " * (_indent(head) + 4)
    outer, _, inner = value.partition("(")
    beside = _aligned(arguments, margin + value, tail)
    below = _aligned(arguments, margin + inner, tail)
    choices = [
        None if beside is None else f"{target} =\n{beside}",
        None if below is None else f"{target} = {outer}(\n{below}",
        _aligned(arguments, head, tail),
        _hanging(arguments, head, tail),
    ]
    fitting = [text for text in choices if text is not None]
    if not fitting:
        return _one_each(arguments, head, tail)
    return min(fitting, key=lambda text: text.count("\n"))


def cpp_macro(statements: Sequence[Sequence[str]], name: str) -> str:
    """Lay out a macro of statements, each of two pieces between which a line may break.

    The last statement goes without ``;``, which the user of the macro writes.
    """
    if len(statements) == 1:
        whole = f"#define {name} {' '.join(statements[0])}"
        if len(whole) <= WIDTH:
            return whole
    lines = [f"#define {name}"]
    for number, (first, second) in enumerate(statements, 1):
        is_last = number == len(statements)
        end = "" if is_last else ";"
        one_line = f"  {first} {second}{end}"
        if len(one_line) <= WIDTH - (0 if is_last else 2):
            lines.append(one_line)
        else:
            lines += [f"  {first}", f"      {second}{end}"]
    width = max(map(len, lines[:-1]))
    return "\n".join([*(f"{line:<{width}} \\" for line in lines[:-1]), lines[-1]])


def cpp_statement(text: str, indent: int) -> str:
    """Lay out one statement ``indent`` columns from the left, broken where it is too long.

    A right side that fits goes to a line of its own, and so does what a call around all of it has
    in its parentheses; else lines are filled up to operators and commas, those outside all
    parentheses first, sums before products.
    """
    margin = " " * indent
    if indent + len(text) <= WIDTH or text.startswith("for "):
        return margin + text
    assigned = _ASSIGNMENT.match(text)
    if assigned is None:
        return margin + _filled(text, indent)
    target, equals, value = assigned.groups()
    inner = indent + 4
    call = _CALL_AROUND.match(value)
    if inner + len(value) <= WIDTH or not call or not _is_closed(call[2]):
        return f"{margin}{target}{equals}\n{' ' * inner}{_filled(value, inner)}"
    return f"{margin}{target}{equals} {call[1]}\n{' ' * inner}{_filled(call[2] + call[3], inner)}"


_ASSIGNMENT: Final = re.compile(r"([\w:<>\[\]()*+ ]+?)( [+*/-]?=) (.*)\Z")
_CALL_AROUND: Final = re.compile(r"([\w:<>]+\()(.*)(\);)\Z")


def _is_closed(text: str) -> bool:
    """Whether no parenthesis of ``text`` belongs to what is around it."""
    depth = 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return False
    return depth == 0


def _filled(text: str, column: int) -> str:
    """Fill lines with an expression from ``column`` on, aligned to the open parenthesis."""
    if column + len(text) <= WIDTH:
        return text
    at, hanging = _break(text, WIDTH - column)
    if not at:
        return text
    column += hanging
    return text[:at].rstrip() + "\n" + " " * column + _filled(text[at:], column)


def _break(text: str, room: int) -> tuple[int, int]:
    """Return where to break ``text`` so that its first line fits, and where the next begins.

    The place is 0 where there is none.
    """
    places: dict[tuple[int, bool], tuple[int, int]] = {}
    open_at = [0]
    for at, character in enumerate(text[: room + 1]):
        if character in "([":
            open_at.append(at + 1)
        elif character in ")]" and len(open_at) > 1:
            open_at.pop()
        elif character == " " and _ends_operand(text, at):
            places[len(open_at), _is_within_product(text, at)] = (at + 1, open_at[-1])
    return places[min(places)] if places else (0, 0)


def _is_within_product(text: str, blank: int) -> bool:
    return text[:blank].endswith((" *", " /"))


def _ends_operand(text: str, blank: int) -> bool:
    """Whether a line may end before the blank: after an operator or a comma, before `?`, `:`."""
    before = text[:blank].rsplit(" ", 1)[-1]
    after = text[blank + 1 : blank + 2]
    return after in {"?", ":"} or before in {"+", "-", "*", "/", "&&", "||"} or before[-1:] == ","


def _wrapped(items: list[str], head: str, tail: str, *, gain: int) -> str:
    one_line = head + ", ".join(items) + tail
    if len(one_line) <= WIDTH or not items:
        return one_line
    aligned, hanging = _aligned(items, head, tail), _hanging(items, head, tail)
    if aligned is None or hanging is None:
        return aligned or hanging or _one_each(items, head, tail)
    # The break after the parenthesis has to save lines, itself included.
    saved = aligned.count("\n") - hanging.count("\n") + 1
    return hanging if saved >= gain else aligned


def _aligned(items: list[str], head: str, tail: str) -> str | None:
    filled = fill_from(items, len(head), tail)
    return None if filled is None else head + filled


def _hanging(items: list[str], head: str, tail: str) -> str | None:
    indent = _indent(head) + 4
    filled = fill_from(items, indent, tail)
    return None if filled is None else f"{head}\n{' ' * indent}{filled}"


def _one_each(items: list[str], head: str, tail: str) -> str:
    indent = "\n" + " " * (_indent(head) + 4)
    return head + indent + f",{indent}".join(items) + tail


def _indent(head: str) -> int:
    return len(head) - len(head.lstrip())


def cpp_chain(calls: Sequence[str], head: str, tail: str) -> str:
    """Lay out calls one on the other within a call: ``outer(inner().call().tail``.

    On one line, or all that is assigned on the next one, or all within ``outer``, or one on each.
    """
    pieces = [*calls, tail]
    one_line = ".".join([head, *pieces])
    if len(one_line) <= WIDTH:
        return one_line
    target, equals, value = head.partition(" = ")
    margin = " " * (_indent(head) + 4)
    beside = margin + ".".join([value, *pieces])
    if equals and len(beside) <= WIDTH:
        return f"{target} =\n{beside}"
    outer, _, inner = head.partition("(")
    below = margin + ".".join([inner, *pieces])
    if len(below) <= WIDTH:
        return f"{outer}(\n{below}"
    indent = "\n" + " " * (len(outer) + 5)
    return head + "".join(f"{indent}.{piece}" for piece in pieces)
