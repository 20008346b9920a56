"""The syntax tree of TableGen: plain immutable nodes that know where they are written.

A node's ``start`` and ``end`` are byte offsets in its file; which file that is, the holder of the
tree knows. Nodes are tuples because a file has tens of thousands of them. Nothing here knows what
a program means.
"""

from __future__ import annotations

from opgen.hints import TypeAlias
from opgen.namedtuple import NamedTuple


class Token(NamedTuple):
    """A terminal that matters: a name, a number, a string."""

    text: str
    start: int
    end: int


class TypeName(NamedTuple):
    """A type: ``bit int string code dag``, ``bits<width>``, ``list<element>`` or a class."""

    start: int
    end: int
    kind: str
    width: int = 0
    element: TypeName | None = None
    name: str = ""


class Id(NamedTuple):
    """A name used as a value."""

    start: int
    end: int
    name: str


class UnsetLiteral(NamedTuple):
    """``?``."""

    start: int
    end: int


class IntLiteral(NamedTuple):
    """A number, ``true`` or ``false``."""

    start: int
    end: int
    value: int


class BinaryLiteral(NamedTuple):
    """``0b101``: bits, the first digit the highest."""

    start: int
    end: int
    digits: str


class StringLiteral(NamedTuple):
    """One or more adjacent strings, or a code block."""

    start: int
    end: int
    value: str
    is_code: bool


class Instantiation(NamedTuple):
    """``Class<arguments>`` as a value."""

    start: int
    end: int
    name: Token
    arguments: tuple[Argument, ...]


class BangCall(NamedTuple):
    """``!operator<type>(operands)``."""

    start: int
    end: int
    operator: Token
    type: TypeName | None
    operands: tuple[Value, ...]


class CondCase(NamedTuple):
    """``condition: value`` of a ``!cond``."""

    start: int
    end: int
    condition: Value
    value: Value


class Cond(NamedTuple):
    """``!cond(...)``."""

    start: int
    end: int
    cases: tuple[CondCase, ...]


class DagArgument(NamedTuple):
    """``value:$name``, either part of which may be missing."""

    start: int
    end: int
    value: Value | None
    name: Token | None


class DagLiteral(NamedTuple):
    """``(operator:$name arguments)``."""

    start: int
    end: int
    operator: Value
    name: Token | None
    arguments: tuple[DagArgument, ...]


class ListLiteral(NamedTuple):
    """``[elements]<type>``."""

    start: int
    end: int
    elements: tuple[Value, ...]
    type: TypeName | None


class BitsLiteral(NamedTuple):
    """``{bits}``, the first the highest; after ``foreach x =`` its pieces may be ranges."""

    start: int
    end: int
    pieces: tuple[Piece, ...]


class FieldAccess(NamedTuple):
    """``value.name``."""

    start: int
    end: int
    value: Value
    name: Token


class Slice(NamedTuple):
    """``value[pieces]``; with a comma at the end it is a list of one even for one element."""

    start: int
    end: int
    value: Value
    pieces: tuple[Piece, ...]
    is_list: bool


class BitsAccess(NamedTuple):
    """``value{pieces}``."""

    start: int
    end: int
    value: Value
    pieces: tuple[Piece, ...]


class Paste(NamedTuple):
    """``left # right``; the right side may be missing."""

    start: int
    end: int
    left: Value
    right: Value | None


class Range(NamedTuple):
    """``low...high`` or one of its old spellings ``low-high`` and ``low -high``.

    Attributes:
        is_negated: The last spelling, in which ``-high`` is one token, a number below 0.
    """

    start: int
    end: int
    low: Value
    high: Value
    is_negated: bool = False


class NamedArgument(NamedTuple):
    """``name = value`` among template arguments."""

    start: int
    end: int
    name: Value
    value: Value


class ClassRef(NamedTuple):
    """A parent: ``Class<arguments>``."""

    start: int
    end: int
    name: Token
    arguments: tuple[Argument, ...]


class Include(NamedTuple):
    """``include "file"``."""

    start: int
    end: int
    path: Token


class Assert(NamedTuple):
    """``assert condition, message;``."""

    start: int
    end: int
    condition: Value
    message: Value


class Dump(NamedTuple):
    """``dump message;``."""

    start: int
    end: int
    message: Value


class Defvar(NamedTuple):
    """``defvar name = value;``."""

    start: int
    end: int
    name: Token
    value: Value


class FieldDecl(NamedTuple):
    """``field type name = value``: a field of a body or a template parameter."""

    start: int
    end: int
    is_field: bool
    type: TypeName
    name: Token
    value: Value | None


class BodyLet(NamedTuple):
    """``let mode name{bits} = value;`` in a body."""

    start: int
    end: int
    mode: Token | None
    name: Token
    bits: tuple[Piece, ...] | None
    value: Value


class Body(NamedTuple):
    """The body of a def or class; ``;`` stands for an empty one."""

    start: int
    end: int
    items: tuple[BodyItem, ...]


class ClassStatement(NamedTuple):
    """``class name<parameters> : parents body``."""

    start: int
    end: int
    name: Token
    parameters: tuple[FieldDecl, ...]
    parents: tuple[ClassRef, ...]
    body: Body


class Def(NamedTuple):
    """``def name : parents body``."""

    start: int
    end: int
    name: Value | None
    parents: tuple[ClassRef, ...]
    body: Body


class Defm(NamedTuple):
    """``defm name : parents;``."""

    start: int
    end: int
    name: Value | None
    parents: tuple[ClassRef, ...]


class Multiclass(NamedTuple):
    """``multiclass name<parameters> : parents { statements }``."""

    start: int
    end: int
    name: Token
    parameters: tuple[FieldDecl, ...]
    parents: tuple[ClassRef, ...]
    statements: tuple[Statement, ...]


class Defset(NamedTuple):
    """``defset type name = { statements }``."""

    start: int
    end: int
    type: TypeName
    name: Token
    statements: tuple[Statement, ...]


class Deftype(NamedTuple):
    """``deftype name = type;``."""

    start: int
    end: int
    name: Token
    type: TypeName


class Block(NamedTuple):
    """Statements in braces; they open a scope."""

    start: int
    end: int
    statements: tuple[Statement, ...]


class LetItem(NamedTuple):
    """``mode name<bits> = value`` of a ``let ... in``; since LLVM 23 the bits are in braces."""

    start: int
    end: int
    mode: Token | None
    name: Token
    bits: tuple[Piece, ...] | None
    value: Value
    is_braced: bool = False


class Let(NamedTuple):
    """``let items in body``."""

    start: int
    end: int
    items: tuple[LetItem, ...]
    body: Statement


class Foreach(NamedTuple):
    """``foreach name = source in body``."""

    start: int
    end: int
    name: Token
    source: Piece
    body: Statement


class If(NamedTuple):
    """``if condition then body else otherwise``."""

    start: int
    end: int
    condition: Value
    body: Statement
    otherwise: Statement | None


Value: TypeAlias = (
    Id
    | UnsetLiteral
    | IntLiteral
    | BinaryLiteral
    | StringLiteral
    | Instantiation
    | BangCall
    | Cond
    | DagLiteral
    | ListLiteral
    | BitsLiteral
    | FieldAccess
    | Slice
    | BitsAccess
    | Paste
)
Piece: TypeAlias = Value | Range
Argument: TypeAlias = Value | NamedArgument
BodyItem: TypeAlias = FieldDecl | BodyLet | Defvar | Assert | Dump | Include
Statement: TypeAlias = (
    Include
    | Assert
    | Dump
    | Defvar
    | ClassStatement
    | Def
    | Defm
    | Multiclass
    | Defset
    | Deftype
    | Block
    | Let
    | Foreach
    | If
)
