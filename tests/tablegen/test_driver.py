"""The driver and the scan, which know no mistakes, agree with those that do."""

import random

import pytest

from opgen.diagnostics import Diagnostics
from opgen.source import SourceFile
from opgen.tablegen.driver import drive
from opgen.tablegen.lexer import tokenize
from opgen.tablegen.prepass import Prepass
from opgen.tablegen.recovery import Recovery
from opgen.tablegen.scan import scan
from opgen.tablegen.tables import load_tables
from tests.tablegen.programs import FAIL, PASS

TABLES = load_tables()
WORDS = (
    "0 0x 0b 0b1 0x1F 1 12 -3 +4 - . .. ... a _ a1 1a 8i 0b2 0x1G 0b1_ 12x5 \xe9 $ $x $1 ! !add !1"
    ' [ [{ }] [{x}] { } ( ) < > : ; , = ? # / " \' \\ "s"'
)
PIECES = [
    *WORDS.split(),
    *('"a\\n"', '"\\x"', " ", "\n", "\t", "\r\n", "\f", "\0", "9" * 19, "9" * 25),
    *TABLES.literals,
]


def lexed(text):
    found = Diagnostics()
    tokens = tokenize(SourceFile("x.td", text), text, tables=TABLES, diagnostics=found)
    return tokens, found.items


def same_tokens(text):
    """Compare the two; return whether the scan gave a result."""
    expected, mistakes = lexed(text)
    tokens = scan(text, TABLES, stop=len(text))
    if tokens is None:
        assert mistakes or any(len(token) > 18 for token in expected.texts)
        return False
    assert not mistakes
    assert tokens == expected
    return True


def test_random_text_is_scanned_as_the_lexer_does():
    rng = random.Random(7)
    texts = ["".join(rng.choices(PIECES, k=rng.randint(0, 4))) for _ in range(20_000)]
    assert 2_000 < sum(map(same_tokens, texts)) < 18_000


def test_a_part_of_a_text_is_scanned_with_its_offsets():
    text = "def A;  def B ; def C;"
    tokens = scan(text, TABLES, 6, stop=16)
    assert tokens.texts == ["def", "B", ";", ""]
    assert tokens.starts == [8, 12, 14, 15]
    assert tokens.ends == [11, 13, 15, 15]


def typed(node):
    """Return a node with its type, which equality of tuples doesn't look at."""
    return (type(node).__name__, *map(typed, node)) if isinstance(node, tuple) else node


def blanked(path):
    source = SourceFile.read(path)
    return source, Prepass(source, set(), Diagnostics(), lambda *_: None).run()


@pytest.mark.parametrize("path", [*PASS, *FAIL], ids=lambda path: path.stem)
def test_the_driver_gives_the_trees_of_the_parser_that_reports(path):
    source, text = blanked(path)
    same_tokens(text)
    tokens, _ = lexed(text)
    found = Diagnostics()
    expected = Recovery(source, TABLES, tokens, found).run()
    assert typed(drive(tokens, TABLES)) == (None if found.items else typed(expected))


@pytest.mark.parametrize("seed", range(300))
def test_the_driver_refuses_what_the_parser_refuses(seed):
    rng = random.Random(seed)
    source, text = blanked(rng.choice(PASS))
    tokens, _ = lexed(text)
    at = rng.randrange(len(tokens.kinds) - 1)
    other = rng.randrange(len(tokens.kinds) - 1)
    for row in (tokens.kinds, tokens.texts):
        row[at] = row[other]
    found = Diagnostics()
    expected = Recovery(source, TABLES, tokens, found).run()
    assert typed(drive(tokens, TABLES)) == (None if found.items else typed(expected))
