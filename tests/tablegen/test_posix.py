"""Regular expressions: what is valid and what matches, as llvm-tblgen has it."""

import pytest

from opgen.tablegen.limits import MOST_TURNS, Budget, LimitExceededError
from opgen.tablegen.posix import compile_pattern
from opgen.tablegen.posix.brackets import _NAMES
from tests.requirements import needs
from tests.tablegen.programs import found, run_text
from tests.tablegen.regexes import compare, fuzz

TEXTS = (
    *("", "a", "b", "ab", "aa", "(", "abab", "^", "$", "{", "}", "a{x", "-", "]", "\\", "aab"),
    *("\na", "x^y", "|", "\xe9", "_1"),
)
ODD = (
    *(
        "|",
        "a|",
        "|a",
        "a||b",
        "(|a)",
        "(a|)",
        "()",
        "(a||b)",
        "^",
        "$",
        "^*",
        "$*",
        "*",
        "+a",
        "?",
    ),
    *("{2}", "a{2}", "a{3,1}", "a{,2}", "a{2,}", "a{256}", "a{255}", "a**", "a*+", "a{2}{3}"),
    *("(^a)", "(a$)", "a|*b", "(*a)", "^*a", "a{", "a{x", "a{1", "a}", "}", "a)", ")", "(", "(a"),
    *("[", "[a", "[]", "[]a]", "[^]a]", "[a-", "[z-a]", "[[:foo:]]", "[[:alpha:]", "[[.a.]]"),
    *("[[=a=]]", "[a-[.c.]]", "\\", "\\a", "\\(", "\\1", "(a)\\1", "\\{", "a\\", "[\\]]", "a{1}*"),
    *("a{0}", "a{0,0}", "(a*)*", "(a|b|)", ".", ".*", "x^", "x^y", "a$b", "^^", "$$", "^|a", "a|$"),
    *("(^)", "($)", "^+", "^{2}", "(|)", "[a-c-e]", "[--a]", "[a-]", "[-a]", "{", "{,", "{1"),
    *("a{1,2", "a{1,2x}", "a{ 1}", "\n", "[[:<:]]", "[[:>:]]", "[[:<:]]a", "\\<", "\\w", "a.\\*b"),
    *("(a){2}", "a|b{2}", "^(a|b)$", "((a))", "((a)", "(a))", "a|()", "x()", "()x", "(())", "()*"),
    *("[b-a]", "[a-a]", "[[.NUL.]]", "[[.-.]]", "[[=ab=]]", "[[:alpha:]-z]", "[a-[:alpha:]]"),
    *("[^]", "[^", "[[", "[[:", "[[:a", "b{0}a", "(^){2}a", "(^){2}a" + "b?" * 13, "[[:<:]]^a"),
    *(
        "^[[:<:]]a",
        "([[:<:]]){2}a",
        "(^a)\\1",
        "b(a){0}\\1",
        "x(b?)|\\1",
        "((a)|b)*\\2",
        "(b)|a\\1",
    ),
    *(
        "(a*)+\\1",
        "[\x80-\xff]",
        "[\xff-a]",
        "[a-\xff]",
        "[^\xe9]",
        "a{00002}",
        "(a{0})",
        "(b)a{0}",
    ),
)


@needs("llvm-tblgen")
@pytest.mark.parametrize("pattern", ODD)
def test_odd_expressions_are_judged_alike(pattern, tmp_path):
    assert not compare(tmp_path, [(pattern, text) for text in TEXTS])


@needs("llvm-tblgen")
def test_random_expressions_are_judged_alike(tmp_path):
    assert not fuzz(400, 0, tmp_path)


@needs("llvm-tblgen")
def test_named_elements_are_the_same_characters(tmp_path):
    signs = [chr(code) for code in range(1, 128) if code not in {10, 13}]
    names = [f"[[.{name}.]]" for name in _NAMES if name != "NUL"]
    words = "alnum alpha blank cntrl digit graph lower print punct space upper xdigit"
    for start in range(0, len(names), 10):
        some = names[start : start + 10]
        assert not compare(tmp_path, [(name, sign) for name in some for sign in signs])
    classes = [f"[[:{word}:]]" for word in words.split()]
    assert not compare(tmp_path, [(name, sign) for name in classes for sign in signs])


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("(a*)*b", "a" * 100_000),
        ("(a|aa)+c", "a" * 100_000),
        ("(x*)*" * 500 + "y", "x" * 500),
        ("(a|b)*a(a|b){12}c", "abbabababbbababababaaabab" * 1000),
        ("(" * 20_000 + "b" + ")" * 20_000, "a"),
    ],
)
def test_no_expression_takes_long(pattern, text):
    budget = Budget()
    assert compile_pattern(pattern).matches(text, budget) is False
    assert budget.turns < MOST_TURNS / 4


def test_what_would_take_too_long_is_refused():
    with pytest.raises(LimitExceededError):
        compile_pattern("((a{255}){255}){255}")
    slow = compile_pattern("^(a|b)(a|aa)*\\1c")
    assert slow.matches("baab" + "c", Budget()) is True
    with pytest.raises(LimitExceededError):
        slow.matches("b" + "a" * 60 + "c", Budget(turns=MOST_TURNS - 100_000))


def test_limits_of_expressions_are_reported(tmp_path):
    text = 'def A {\n  bit m = !match("a", "((a{255}){255}){255}");\n}\n'
    _, diagnostics = run_text(tmp_path, text)
    assert [words.split()[0] for words in found(diagnostics)] == ["OPG0122"]
