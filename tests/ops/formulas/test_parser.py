"""The formula language is Python's as far as it goes, and every mistake has its place."""

import ast
import random

import pytest

from opgen.diagnostics import Diagnostics
from opgen.ops.formulas.parser import parse_expression, parse_statements
from opgen.ops.formulas.syntax import (
    Binary,
    Call,
    Conditional,
    Index,
    ListOf,
    Name,
    Number,
    Reduction,
    Slice,
    Text,
    Truth,
    Unary,
    walk,
)
from opgen.ops.spec_text import Reporter, SpecText
from opgen.source import SourceFile, Span


def reporter(text):
    literal = f'"{text}"'
    file = SourceFile("spec.td", literal)
    return Reporter(SpecText(text, Span(file, 0, len(literal))), "OPG0320", Diagnostics())


def parse(text):
    report = reporter(text)
    tree = parse_expression(report)
    assert [d.message for d in report.diagnostics.items] == []
    return tree


class Flat(ast.NodeTransformer):
    """Python has `a or b or c` as one node, this language as two."""

    def visit_BoolOp(self, node):
        self.generic_visit(node)
        first = node.values[0]
        if isinstance(first, ast.BoolOp) and type(first.op) is type(node.op):
            node.values[:1] = first.values
        return node


def dump(text):
    return ast.dump(Flat().visit(ast.parse(text)))


def python(node):  # noqa: PLR0911
    """Print a tree with all its parentheses, as Python."""
    match node:
        case Name():
            return node.name
        case Number() | Truth() | Text():
            return repr(node.value)
        case Unary():
            return f"({node.operator} {python(node.operand)})"
        case Binary():
            return f"({python(node.left)} {node.operator} {python(node.right)})"
        case Conditional():
            parts = (python(part) for part in (node.then, node.condition, node.otherwise))
            return "({} if {} else {})".format(*parts)
        case Call():
            return f"{node.function.name}({', '.join(map(python, node.arguments))})"
        case Index():
            return f"{python(node.value)}[{python(node.index)}]"
        case Slice():
            bounds = ("" if b is None else python(b) for b in (node.first, node.last))
            return f"{python(node.value)}[{':'.join(bounds)}]"
        case ListOf():
            return f"[{', '.join(map(python, node.items))}]"


@pytest.mark.parametrize(
    "text",
    [
        "a + b * c - d",
        "-x ** 2",
        "2 ** -x ** y",
        "-a * b + +c",
        "not a == b and c or d < e",
        "a if b else c if d else e",
        "(a if b else c) + 1",
        "x[1:] + x[:i] + x[i:j] + [a, b, ] + x[:]",
        "f(a, g(), h(b,)) // 3 % 2",
        "xs[0][1] - .5 + 1. + 1e-5 + 2.5E+3",
        "mode == 'mean' or mode != 'sum'",
        "a >= b and not c <= d",
    ],
)
def test_precedence_is_pythons(text):
    assert dump(python(parse(text))) == dump(text)


def test_random_expressions_group_as_python_does():
    draw = random.Random(5)
    operators = ["+", "-", "*", "/", "//", "%", "**", "==", "<", "and", "or"]

    def make(depth):
        if depth == 0 or draw.random() < 0.2:
            return draw.choice(["a", "b", "2", "0.5"])
        kind = draw.randrange(5)
        parts = [make(depth - 1) for _ in range(3)]
        if kind == 0:
            return f"({parts[0]})"
        if kind == 1:
            return f"(not {parts[0]})" if draw.random() < 0.3 else f"-{parts[0]}"
        if kind == 2:
            return f"({parts[0]} if {parts[1]} else {parts[2]})"
        return f"{parts[0]} {draw.choice(operators)} {parts[1]}"

    compared = 0
    for _ in range(1000):
        text = make(4)
        report = reporter(text)
        tree = parse_expression(report)
        if tree is None:  # chained comparisons are refused
            assert "chained" in report.diagnostics.items[0].message
            continue
        compared += 1
        assert dump(python(tree)) == dump(text)
    assert compared > 500


def test_reductions_and_indices_are_told_apart():
    tree = parse("sum[... k](x * w) + x[k] - max[h, w](x)[0]")
    reductions = [node for node in walk(tree) if isinstance(node, Reduction)]
    assert [[n.name for n in r.letters] for r in reductions] == [["...", "k"], ["h", "w"]]
    assert sum(isinstance(node, Index) for node in walk(tree)) == 2


def test_every_node_knows_its_place():
    text = "y = sum[k](x*w) + f(b, 2) if c else -x[1:2]"
    (statement,) = parse_statements(reporter(text))
    found = {text[node.start : node.end] for node in walk(statement.value)}
    assert {"sum[k](x*w)", "x*w", "f(b, 2)", "-x[1:2]", "x[1:2]", "c", "2"} <= found
    assert text[statement.start : statement.end] == text


def test_statements_end_at_semicolons_and_lines():
    text = "a = x # no comment: ; =\n\n b = (a +\n 1);\nc = b;"
    statements = parse_statements(reporter(text))
    assert [s.target.name for s in statements] == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("y = x +", (7, 8), "expected an expression"),
        ("y = x $ 2", (6, 7), "no meaning"),
        ("y = (x", (6, 7), "expected `)`"),
        ("y = x) + 1", (5, 6), "found `)`"),
        ("y = a < b < c", (10, 11), "chained"),
        ("y = x = 2", (6, 7), "found `=`"),
        ("x + 1", (0, 1), "begin with `x`"),
        ("", (0, 1), "empty"),
        (" ; \t", (4, 5), "empty"),
        ("y = 2x", (4, 5), "nothing between"),
        ("y = 1e999", (4, 9), "too large"),
        ("y = a if b", (10, 11), "expected `else`"),
        ("y = x[1", (7, 8), "expected `]`"),
        ("y = 'a", (4, 5), "no meaning"),
        ("y = x.y", (5, 6), "no meaning"),
        ("y = " + "(" * 50 + "x" + ")" * 50, (44, 45), "too deep"),
        ("y = " + "-" * 300 + "x", (43, 44), "too deep"),
        ("y = " + "x+" * 300 + "x", (4, 5), "too deep"),
    ],
)
def test_a_mistake_is_reported_once_at_its_place(text, place, words):
    report = reporter(text)
    assert parse_statements(report) is None
    (diagnostic,) = report.diagnostics.items
    assert words in diagnostic.message
    assert (diagnostic.span.start - 1, diagnostic.span.end - 1) == place


def test_garbage_is_refused_without_a_traceback():
    draw = random.Random(7)
    words = "x y 1 2.5 ( ) [ ] , : ; + - ** // % == < = not and or if else true ' ... é @ sum"
    pieces = [*words.split(), "\n", '"']
    for _ in range(5000):
        text = " ".join(draw.choices(pieces, k=draw.randrange(12)))
        report = reporter(text)
        for function in (parse_statements, parse_expression):
            before = len(report.diagnostics.items)
            tree = function(report)
            assert (tree is None) == (len(report.diagnostics.items) == before + 1)
