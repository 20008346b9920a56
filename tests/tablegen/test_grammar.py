"""The compiled grammar is what Lark makes of the grammar, and the driver parses like Lark."""

import pytest
from lark import Lark, Token, Tree

from opgen.diagnostics import Diagnostics
from opgen.source import SourceFile
from opgen.tablegen import actions, ast, automaton, tables
from opgen.tablegen.compile_grammar import SOURCE, TABLES, compile_grammar, spell
from opgen.tablegen.parser import parse
from opgen.tablegen.prepass import Prepass
from tests.tablegen.programs import PASS

# The files of one are parts of statements, which are joined before they are parsed.
WHOLE = [path for path in PASS if path.stem != "include_anywhere"]
GRAMMAR = SOURCE.read_text(encoding="utf-8")


def test_the_compiled_grammar_is_up_to_date():
    tables = compile_grammar(GRAMMAR)
    assert TABLES.read_text(encoding="utf-8") == spell(tables)
    assert {name: getattr(automaton, name) for name in tables} == tables


def test_every_node_of_the_grammar_has_an_action():
    names = {name for _, _, name, _ in automaton.RULES}
    assert names - {"", "?"} == set(actions.ACTIONS)
    assert tables.load_tables().number("$END") == tables.END


def blanked(source):
    return Prepass(source, set(), Diagnostics(), lambda _offset, _name: None).run()


def rebuild(tree):
    """Apply the actions to Lark's own tree, bottom up."""
    if tree is None:
        return None
    if isinstance(tree, Token):
        return ast.Token(str(tree), tree.start_pos, tree.end_pos)
    children = [rebuild(child) for child in tree.children]
    meta = tree.meta
    start, end = getattr(meta, "start_pos", 0), getattr(meta, "end_pos", 0)
    return actions.ACTIONS[tree.data](children, start, end)


def without_places(node):
    """Return a node without its offsets, which Lark doesn't know for absent and empty parts."""
    if not isinstance(node, tuple):
        return node
    fields = getattr(node, "_fields", ())
    values = [
        without_places(value)
        for name, value in zip(fields or range(len(node)), node, strict=True)
        if name not in {"start", "end"}
    ]
    return (type(node).__name__, *values)


@pytest.fixture(scope="module")
def lark():
    return Lark(GRAMMAR, parser="lalr", lexer="basic", maybe_placeholders=True)


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
def test_trees_are_those_of_lark(path, lark):
    source = SourceFile.read(path)
    text = blanked(source)
    tree = lark.parse(text)
    assert isinstance(tree, Tree)
    diagnostics = Diagnostics()
    ours = parse(source, text, diagnostics).statements
    assert not diagnostics.items
    assert without_places(ours) == without_places(rebuild(tree))


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
def test_every_node_covers_its_text(path):
    source = SourceFile.read(path)
    text = blanked(source)
    stack = list(parse(source, text, Diagnostics()).statements)
    while stack:
        node = stack.pop()
        if "start" in getattr(node, "_fields", ()):
            assert 0 <= node.start <= node.end <= len(text)
            covered = text[node.start : node.end]
            assert covered == covered.strip(" \t\r\n")
        stack += [child for child in node if isinstance(child, tuple)]
