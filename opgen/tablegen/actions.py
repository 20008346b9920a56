"""What the parser makes of each rule of the grammar: one small function per node.

A function takes the children that the rule keeps and the offsets of the text it covers. The
children are untyped here, since the grammar alone says what they are; everything behind this
module is typed. Knows nothing of what a program means.
"""

from __future__ import annotations

from collections.abc import Callable

from opgen.dataclass import dataclass
from opgen.hints import Any, Final, TypeAlias
from opgen.tablegen import ast
from opgen.tablegen.escapes import unescape
from opgen.tablegen.integers import signed

Children: TypeAlias = list[Any]
Action: TypeAlias = Callable[[Children, int, int], Any]

_new: Final = tuple.__new__
"""Makes a node without a call of Python's own."""


def parse_int(text: str) -> int:
    """Return the value of an integer token, wrapped into 64 bits."""
    if text.startswith("0x"):
        return signed(int(text, 16))
    number = int(text.lstrip("+-0") or "0")
    return signed(-number if text[0] == "-" else number)


def _string(children: Children, start: int, end: int) -> ast.StringLiteral:
    if len(children) == 1:
        text = unescape(children[0].text)
    else:
        text = "".join([unescape(token.text) for token in children])
    return _new(ast.StringLiteral, (start, end, text, False))


def _code(children: Children, start: int, end: int) -> ast.StringLiteral:
    return _new(ast.StringLiteral, (start, end, children[0].text[2:-2], True))


def _anon(children: Children, start: int, end: int) -> ast.Instantiation:
    return _new(ast.Instantiation, (start, end, children[0], children[1] or ()))


def _bang(children: Children, start: int, end: int) -> ast.BangCall:
    operator, type_, operands = children
    return _new(ast.BangCall, (start, end, operator, type_, operands or ()))


def _dag(children: Children, start: int, end: int) -> ast.DagLiteral:
    (operator, name), arguments = children
    return ast.DagLiteral(start, end, operator, name, arguments or ())


def _dag_op(children: Children, _start: int, _end: int) -> tuple[ast.Value, ast.Token | None]:
    return (children[0], children[1] if len(children) > 1 else None)


def _dag_arg(children: Children, start: int, end: int) -> ast.DagArgument:
    return ast.DagArgument(start, end, children[0], children[1] if len(children) > 1 else None)


def _dag_name(children: Children, start: int, end: int) -> ast.DagArgument:
    return ast.DagArgument(start, end, None, children[0])


def _range(children: Children, start: int, end: int) -> ast.Range:
    return ast.Range(start, end, *children)


def _range_neg(children: Children, start: int, end: int) -> ast.Range:
    low, high = children
    number = _new(ast.IntLiteral, (high.start, high.end, signed(-parse_int(high.text))))
    return ast.Range(start, end, low, number, is_negated=True)


def _slice(children: Children, start: int, end: int) -> ast.Slice:
    value, (pieces, is_list) = children
    return ast.Slice(start, end, value, pieces, is_list)


def _decl(children: Children, start: int, end: int) -> ast.FieldDecl:
    marker, type_, name, value = children
    return _new(ast.FieldDecl, (start, end, marker is not None, type_, name, value))


def _class(children: Children, start: int, end: int) -> ast.ClassStatement:
    name, parameters, parents, body = children
    return ast.ClassStatement(start, end, name, parameters or (), parents or (), body)


def _def(children: Children, start: int, end: int) -> ast.Def:
    name, parents, body = children
    return _new(ast.Def, (start, end, name, parents or (), body))


def _multiclass(children: Children, start: int, end: int) -> ast.Multiclass:
    name, parameters, parents, *statements = children
    return ast.Multiclass(start, end, name, parameters or (), parents or (), tuple(statements))


def _defset(children: Children, start: int, end: int) -> ast.Defset:
    return ast.Defset(start, end, children[0], children[1], tuple(children[2:]))


def _if(children: Children, start: int, end: int) -> ast.If:
    condition, body, *otherwise = children
    return ast.If(start, end, condition, body, otherwise[0] if otherwise else None)


def _paste_end_bits(children: Children, start: int, end: int) -> ast.BitsAccess:
    left, pieces = children
    return ast.BitsAccess(start, end, ast.Paste(start, end, left, None), pieces)


def _tuple(children: Children, _start: int, _end: int) -> tuple[Any, ...]:
    return tuple(children)


@dataclass(frozen=True, slots=True)
class NodeAction:
    """An action whose node has exactly the children as its fields."""

    node: type[tuple[Any, ...]]

    def __call__(self, children: Children, start: int, end: int) -> Any:
        """Return the node."""
        return tuple.__new__(self.node, (start, end, *children))


def _simple_type(kind: str) -> Action:
    return lambda _children, start, end: ast.TypeName(start, end, kind)


ACTIONS: Final[dict[str, Action]] = {
    "anon": _anon,
    "args": _tuple,
    "assert_": NodeAction(ast.Assert),
    "bang": _bang,
    "bin": lambda c, s, e: ast.BinaryLiteral(s, e, c[0].text[2:]),
    "bits": lambda c, s, e: ast.BitsLiteral(s, e, c[0] or ()),
    "bits_of": NodeAction(ast.BitsAccess),
    "body": lambda c, s, e: _new(ast.Body, (s, e, tuple(c))),
    "body_let": NodeAction(ast.BodyLet),
    "braced": lambda c, s, e: ast.Block(s, e, tuple(c)),
    "class_": _class,
    "class_ref": lambda c, s, e: _new(ast.ClassRef, (s, e, c[0], c[1] or ())),
    "code": _code,
    "cond": lambda c, s, e: ast.Cond(s, e, tuple(c)),
    "cond_case": NodeAction(ast.CondCase),
    "dag": _dag,
    "dag_arg": _dag_arg,
    "dag_args": _tuple,
    "dag_name": _dag_name,
    "dag_op": _dag_op,
    "decl": _decl,
    "def_": _def,
    "defm": lambda c, s, e: ast.Defm(s, e, c[0], c[1]),
    "defset": _defset,
    "deftype": NodeAction(ast.Deftype),
    "defvar": NodeAction(ast.Defvar),
    "dump": NodeAction(ast.Dump),
    "false": lambda _c, s, e: _new(ast.IntLiteral, (s, e, 0)),
    "field": _decl,
    "field_of": NodeAction(ast.FieldAccess),
    "foreach": NodeAction(ast.Foreach),
    "id": lambda c, s, e: _new(ast.Id, (s, e, c[0].text)),
    "if_": _if,
    "include": NodeAction(ast.Include),
    "int": lambda c, s, e: _new(ast.IntLiteral, (s, e, parse_int(c[0].text))),
    "let": NodeAction(ast.Let),
    "braced_let_item": lambda c, s, e: ast.LetItem(s, e, c[0], c[1], c[2], c[3], is_braced=True),
    "let_item": lambda c, s, e: ast.LetItem(s, e, c[0], c[1], c[2], c[3]),
    "let_items": _tuple,
    "list_": lambda c, s, e: _new(ast.ListLiteral, (s, e, c[0] or (), c[1])),
    "list_items": _tuple,
    "multiclass": _multiclass,
    "named_arg": NodeAction(ast.NamedArgument),
    "parents": _tuple,
    "paste": NodeAction(ast.Paste),
    "paste_end": lambda c, s, e: ast.Paste(s, e, c[0], None),
    "paste_end_bits": _paste_end_bits,
    "range": _range,
    "range_minus": _range,
    "range_neg": _range_neg,
    "ranges": _tuple,
    "slice": _slice,
    "slices": lambda c, _s, _e: (tuple(c), False),
    "slices_list": lambda c, _s, _e: (tuple(c), True),
    "start": _tuple,
    "string": _string,
    "t_bit": _simple_type("bit"),
    "t_bits": lambda c, s, e: ast.TypeName(s, e, "bits", width=parse_int(c[0].text)),
    "t_class": lambda c, s, e: ast.TypeName(s, e, "class", name=c[0].text),
    "t_code": _simple_type("code"),
    "t_dag": _simple_type("dag"),
    "t_int": _simple_type("int"),
    "t_list": lambda c, s, e: ast.TypeName(s, e, "list", element=c[0]),
    "t_string": _simple_type("string"),
    "tparams": _tuple,
    "true": lambda _c, s, e: _new(ast.IntLiteral, (s, e, 1)),
    "unset": lambda _c, s, e: ast.UnsetLiteral(s, e),
    "values": _tuple,
}
