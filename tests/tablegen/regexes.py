"""Random regular expressions and texts, on which llvm-tblgen and opgen must agree.

Run it from the root of the repository: ``python -m tests.tablegen.regexes --count 500 --seed 0``.
"""

import argparse
import random
import re
import subprocess
import tempfile
from pathlib import Path

from opgen.tablegen.limits import Budget
from opgen.tablegen.posix import compile_pattern
from tests.tablegen.programs import ORACLE

ATOMS = (
    "a",
    "b",
    "c",
    "1",
    "_",
    "-",
    "]",
    "}",
    "\\.",
    "\\*",
    "\\(",
    "\\a",
    "\\\\",
    " ",
    "{",
    "{,2}",
)
WIDE = (".", "[ab]", "[^a]", "[a-c]", "[[:alpha:]_]", "[]a]", "[^]a]", "[-a]", "[a-]", "[[.-.]]")
ODD = ("[[=a=]b]", "[[.hyphen.]-a]", "[--/]", "[^-]", "[\\]", "[[:<:]]", "[[:>:]]", "^", "$")
SIGNS = ("*", "+", "?", "{2}", "{1,2}", "{0,2}", "{0,}", "{1,}", "{2,}", "{0}", "{1}", "{0,1}")
PIECES = (
    *(
        "|",
        "(",
        ")",
        "*",
        "+",
        "?",
        "{",
        "}",
        "{2}",
        "{1",
        "{1,",
        "{,2}",
        "{256}",
        "{255}",
        "{2,1}",
    ),
    *("[", "]", "[^", "[[:alpha:]", "[[:foo:]]", "[[.", ".]", "[[=", "=]", "-", "\\", "\\1", "\\0"),
    *("^", "$", "a", "b", "[a-c-e]", "[z-a]", "[[:", ":]", "[[.-.]-a]", "[[..]]", "[a-[:digit:]]"),
    *("[[:-:]]", "[[.ab.]]", "{1,2}", "a", "b", "(a)", "[a-[.c.]]", "[[.a.]-", "[[=-=]]", "[--a]"),
)


REFERENCE_TO_NOTHING = re.compile(r"\)\{0\}.*\\[1-9]", re.DOTALL)
"""To a group that is left out; llvm compares with what happens to lie in its memory."""


def valid(rng, depth=3):
    """Return an expression that is mostly valid."""
    branches = ["".join(_repeated(rng, depth) for _ in range(rng.randint(1, 3)))]
    while rng.random() < 0.25:
        branches.append("".join(_repeated(rng, depth) for _ in range(rng.randint(1, 2))))
    return "|".join(branches)


def _repeated(rng, depth):
    if depth and rng.random() < 0.3:
        atom = f"({valid(rng, depth - 1)})"
    elif depth == 3 and rng.random() < 0.08:
        atom = f"\\{rng.randint(1, 3)}"
    else:
        atom = rng.choice(rng.choices((ATOMS[:3], ATOMS, WIDE, ODD), (6, 2, 2, 1))[0])
    return atom + (rng.choice(SIGNS) if rng.random() < 0.35 and atom != "^" else "")


def broken(rng):
    """Return an expression that is mostly invalid."""
    return "".join(rng.choice(PIECES) for _ in range(rng.randint(1, 5)))


def text(rng):
    """Return a text to match with."""
    alphabet = "abc" if rng.random() < 0.6 else "abc1_-]}.*(\\ {x|,$^\n"
    return "".join(rng.choice(alphabet) for _ in range(rng.randint(0, 7)))


def quote(words):
    escaped = words.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def ask(folder, questions):
    """Return whether llvm-tblgen matches each pair of an expression and a text, or None.

    None is given for all where one expression is invalid, False where it crashes or hangs.
    """
    asked = ", ".join(f"!match({quote(words)}, {quote(regex)})" for regex, words in questions)
    path = Path(folder) / "regexes.td"
    path.write_bytes(f"def A {{ list<bit> M = [{asked}]; }}".encode("latin-1"))
    try:
        done = subprocess.run([ORACLE, path], capture_output=True, check=False, timeout=10)
    except subprocess.TimeoutExpired:
        return False
    if done.returncode < 0 or b"PLEASE submit" in done.stderr:
        return False
    if done.returncode:
        return None
    answers = done.stdout.decode().split("M = [")[1].split("]")[0].split(", ")
    return [answer == "1" for answer in answers]


def answer(questions):
    """Return what opgen says to the same."""
    patterns = [compile_pattern(regex) for regex, _ in questions]
    if None in patterns:
        return None
    pairs = zip(patterns, questions, strict=True)
    return [pattern.matches(words, Budget()) for pattern, (_, words) in pairs]


def compare(folder, questions):
    """Return the questions that are answered otherwise, asking fewer where one is invalid."""
    expected = ask(folder, questions)
    if expected is None and len({regex for regex, _ in questions}) > 1:
        half = len(questions) // 2
        return compare(folder, questions[:half]) + compare(folder, questions[half:])
    if expected is False:
        return []
    found = answer(questions)
    if found is None or expected is None:
        return [] if found is expected else questions[:1]
    triples = zip(questions, expected, found, strict=True)
    return [question for question, *answers in triples if answers[0] != answers[1]]


def fuzz(count, seed, folder):
    """Compare ``count`` valid expressions and half as many broken ones, on some texts each."""
    wrong = []
    rng = random.Random(seed)
    questions = [(regex, text(rng)) for _ in range(count) for regex in [valid(rng)] * 6]
    questions = [pair for pair in questions if not REFERENCE_TO_NOTHING.search(pair[0])]
    expressions = sorted({regex for regex, _ in questions})
    refused = {regex for regex in expressions if compile_pattern(regex) is None}
    good = [question for question in questions if question[0] not in refused]
    for start in range(0, len(good), 300):
        wrong += compare(folder, good[start : start + 300])
    for regex in [*sorted(refused), *(broken(rng) for _ in range(count // 2))]:
        wrong += compare(folder, [(regex, text(rng)) for _ in range(6)])
    return wrong


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--count", type=int, default=500)
    options.add_argument("--seed", type=int, default=0)
    arguments = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wrong = fuzz(arguments.count, arguments.seed, folder)
    for regex, words in wrong:
        print(f"{quote(words)} and {quote(regex)}")  # noqa: T201
    print(f"{arguments.count} expressions, {len(wrong)} differ")  # noqa: T201
    return bool(wrong)


if __name__ == "__main__":
    raise SystemExit(main())
