"""Formulas over sizes, typed: what ``shape_expr``, ``checks`` and ``dims_if`` are read into.

One kind of node for every operation, so that whoever evaluates or prints a formula needs one
table of operations. Knows neither how a formula is written down nor who prints it.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from opgen.dataclass import dataclass
from opgen.ops.dtypes import AttributeValue


class TermType(Enum):
    """What a formula yields; the value is its name in messages."""

    SIZE = "a size"
    NUMBER = "a number"
    BOOL = "a condition"
    TEXT = "a string"
    SHAPE = "a list of sizes"
    SHAPES = "the tensors of a variadic operand"
    ITEMS = "a list"


class Operation(Enum):
    """What a node does with its arguments."""

    LITERAL = "literal"
    LOCAL = "local"
    """The value of an earlier statement."""
    ATTRIBUTE = "attribute"
    """A scalar, or a list of integers as a list of sizes."""
    OPERAND = "operand"
    """The shape of an operand, or the shapes of a variadic one."""
    INDEX = "index"
    SLICE = "slice"
    """A list and two bounds, each of which may be the literal ``None``."""
    LIST = "list"
    JOIN = "join"
    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    FLOOR_DIVIDE = "//"
    MODULO = "%"
    NEGATE = "negate"
    MIN = "min"
    MAX = "max"
    EQUAL = "=="
    UNEQUAL = "!="
    LESS = "<"
    LESS_EQUAL = "<="
    GREATER = ">"
    GREATER_EQUAL = ">="
    AND = "and"
    OR = "or"
    NOT = "not"
    CHOICE = "if"
    """A condition, the value where it holds, the value where it doesn't."""
    LENGTH = "len"
    """Of a list of sizes (a tensor's rank) or of tensors."""
    GIVEN = "given"
    NORMALIZE_AXIS = "normalize_axis"
    PRODUCT = "prod"
    WITHIN = "within"
    """Whether two lists are equally long and no size of the first is larger."""
    TOTAL = "total"
    """The sum of the sizes that the tensors of a variadic operand have along an axis."""


COMPARISONS = frozenset(
    {
        Operation.EQUAL,
        Operation.UNEQUAL,
        Operation.LESS,
        Operation.LESS_EQUAL,
        Operation.GREATER,
        Operation.GREATER_EQUAL,
    }
)


@dataclass(frozen=True, slots=True)
class Term:
    """An operation and the formulas that it works on.

    Attributes:
        operation: What is done.
        type: What comes out.
        arguments: What it is done with.
        name: The operand, attribute or local that it names; empty for other operations.
        value: The value of a literal.
    """

    operation: Operation
    type: TermType
    arguments: tuple[Term, ...] = ()
    name: str = ""
    value: AttributeValue | None = None


ITEM = "item"
"""The local that numbers the tensors of a variadic result in the formula of their shapes."""

NOTHING = Term(Operation.LITERAL, TermType.SIZE)
"""Stands for a bound of a slice that is left out."""


def subterms(term: Term) -> Iterator[Term]:
    """Yield ``term`` and everything in it."""
    yield term
    for argument in term.arguments:
        yield from subterms(argument)


def depends_on_sizes(term: Term) -> bool:
    """Whether the value needs a size of an operand, which may be unknown; a rank never is."""
    if term.operation is Operation.LENGTH:
        return False
    if term.operation is Operation.INDEX and term.arguments[0].type is TermType.SHAPES:
        return True
    return term.operation in {Operation.OPERAND, Operation.LOCAL} or any(
        map(depends_on_sizes, term.arguments)
    )


def uses_locals(term: Term) -> bool:
    """Whether the value needs that of an earlier statement."""
    return any(part.operation is Operation.LOCAL for part in subterms(term))


@dataclass(frozen=True, slots=True)
class Assignment:
    """A statement: the name of a result, whose shape it is, or of a local.

    Attributes:
        name: What is assigned.
        term: Its value.
        text: The formula as written.
    """

    name: str
    term: Term
    text: str


@dataclass(frozen=True, slots=True)
class ShapeCheck:
    """A condition on shapes and attributes that every call has to meet.

    Attributes:
        condition: What has to hold.
        message: What is said where it doesn't: text and formulas in turn.
        text: The condition as written.
    """

    condition: Term
    message: tuple[str | Term, ...]
    text: str

    @property
    def terms(self) -> tuple[Term, ...]:
        """The condition, and the formulas of the message."""
        return (self.condition, *(part for part in self.message if isinstance(part, Term)))
