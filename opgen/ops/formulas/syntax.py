"""The syntax tree of formulas: what was written, with its place in the string.

One language serves `expr`, gradient formulas, shape expressions and conditions; what a name or
a function means is decided by who reads the tree. Knows no operator.
"""

from __future__ import annotations

from collections.abc import Iterator

from opgen.dataclass import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """Something written at ``text[start:end]``."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name."""

    name: str


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A literal: an ``int`` where it has neither point nor exponent, else a ``float``."""

    value: int | float


@dataclass(frozen=True, slots=True)
class Truth(Node):
    """``true`` or ``false``."""

    value: bool


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A string in single or double quotes."""

    value: str


@dataclass(frozen=True, slots=True)
class Unary(Node):
    """``-a``, ``+a`` or ``not a``."""

    operator: str
    operand: Expression


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """Two operands: arithmetic, a comparison, ``and``, ``or``."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Conditional(Node):
    """``then if condition else otherwise``."""

    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class Call(Node):
    """``function(argument, ...)``."""

    function: Name
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Reduction(Node):
    """``function[letter ...](value)``; a letter may be ``...``."""

    function: Name
    letters: tuple[Name, ...]
    value: Expression


@dataclass(frozen=True, slots=True)
class Index(Node):
    """``value[index]``."""

    value: Expression
    index: Expression


@dataclass(frozen=True, slots=True)
class Slice(Node):
    """``value[first:last]``, where either bound may be left out."""

    value: Expression
    first: Expression | None
    last: Expression | None


@dataclass(frozen=True, slots=True)
class ListOf(Node):
    """``[item, ...]``."""

    items: tuple[Expression, ...]


Expression = (
    Name
    | Number
    | Truth
    | Text
    | Unary
    | Binary
    | Conditional
    | Call
    | Reduction
    | Index
    | Slice
    | ListOf
)


@dataclass(frozen=True, slots=True)
class Statement(Node):
    """``target = value``."""

    target: Name
    value: Expression


COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">="})
"""The operators of :class:`Binary` that compare."""


def children(node: Expression) -> tuple[Expression, ...]:  # noqa: PLR0911 - one case a node
    """Return the expressions directly inside ``node``, in order."""
    match node:
        case Name() | Number() | Truth() | Text():
            return ()
        case Unary():
            return (node.operand,)
        case Binary():
            return (node.left, node.right)
        case Conditional():
            return (node.then, node.condition, node.otherwise)
        case Call():
            return node.arguments
        case Reduction():
            return (node.value,)
        case Index():
            return (node.value, node.index)
        case Slice():
            return tuple(part for part in (node.value, node.first, node.last) if part is not None)
        case ListOf():
            return node.items


def walk(node: Expression) -> Iterator[Expression]:
    """Yield ``node`` and every expression inside it."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(children(current)))


def names_in(node: Expression) -> frozenset[str]:
    """Return the names that ``node`` reads; neither functions nor letters."""
    return frozenset(part.name for part in walk(node) if isinstance(part, Name))
