"""A differential fuzzer: changed programs, on which llvm-tblgen and opgen must agree.

Run it from the root of the repository: ``python -m tests.tablegen.fuzz --count 2000 --seed 0``.
With ``--programs DIR``, the ``.td`` files of that folder are changed instead of our own, with
``--expressions``, the programs are random expressions, with ``--statements``, random statements,
with ``--texts``, directives, comments and odd characters. With ``--edits N``, edit programs N times
instead, and compare loads with and without a cache.
"""

import argparse
import random
import re
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from opgen.tablegen.dump import to_text
from tests.tablegen.cases import CASES
from tests.tablegen.edits import run_edits
from tests.tablegen.expressions import Expressions
from tests.tablegen.programs import (
    INCLUDE,
    PASS,
    printed_by_oracle,
    read_json,
    records_of,
    run,
    run_oracle,
)
from tests.tablegen.statements import grow
from tests.tablegen.texts import Texts

PIECE = re.compile(r'"[^"\n]*"|\[\{.*?\}\]|[A-Za-z_0-9]+|\s+|.', re.DOTALL)
KINDS = (r"\d+", r'"[^"]*"', r"[A-Za-z_]\w*")
ODD = ("0", "1", "-1", "7", "?", '"s"', "[]", "[1]", "{1, 0}", "true", "(add 1)", "")
DEFINES = ("WITH_X", "WITH_Y")
MOST = 40_000
"""Characters of the longest program that is changed."""
CRASHES, HANGS = "oracle crashes", "oracle hangs"


def kind_of(piece):
    return next((kind for kind in KINDS if re.fullmatch(kind, piece)), None)


def own_programs():
    """Return the texts of our own programs that are accepted."""
    whole = [path.read_text(encoding="utf-8") for path in PASS]
    return whole + [case.text for case in CASES if not case.mistakes]


def programs_of(folder):
    """Return the texts of a folder's files, without those that would take long."""
    texts = (path.read_bytes().decode("latin-1") for path in sorted(folder.rglob("*.td")))
    return [text for text in texts if 0 < len(text) < MOST]


def change(rng, folder, programs):
    """Return one of the programs with one or two changes.

    Of one program in three a part is moved to a file in ``folder``, and included where it was.
    """
    pieces = PIECE.findall(rng.choice(programs))
    for _ in range(rng.randint(1, 2)):
        rng.choices(CHANGES, (6, 1, 1, 1, 1))[0](pieces, rng, programs)
    return "".join(pieces if rng.random() < 0.66 else move_out(pieces, rng, folder))


def replace(pieces, rng, _programs):
    """Replace a piece, mostly by another of its kind."""
    places = [index for index, piece in enumerate(pieces) if kind_of(piece)]
    at = rng.choice(places or [0])
    same = [piece for piece in pieces if kind_of(piece) and kind_of(piece) == kind_of(pieces[at])]
    pieces[at] = rng.choice(ODD) if rng.random() < 0.2 or not same else rng.choice(same)


def drop(pieces, rng, _programs):
    """Take out a piece that isn't white space, if there is another."""
    places = [index for index, piece in enumerate(pieces) if not piece.isspace()]
    if len(places) > 1:
        del pieces[rng.choice(places)]


def double(pieces, rng, _programs):
    """Write some pieces twice."""
    start = rng.randrange(len(pieces))
    pieces[start:start] = pieces[start : start + rng.choice((1, 1, 3, 10, 40))]


def swap(pieces, rng, _programs):
    """Exchange two pieces that aren't far from each other."""
    one = rng.randrange(len(pieces))
    other = min(len(pieces) - 1, one + rng.choice((1, 2, 2, 4, 10)))
    pieces[one], pieces[other] = pieces[other], pieces[one]


def graft(pieces, rng, programs):
    """Put lines of one of the programs between two lines."""
    lines = rng.choice(programs).splitlines(keepends=True)
    start = rng.randrange(len(lines))
    ends = [index for index, piece in enumerate(pieces) if "\n" in piece]
    at = rng.choice(ends or [0])
    pieces[at:at] = ["\n", *PIECE.findall("".join(lines[start : start + rng.randint(1, 6)]))]


CHANGES = (replace, drop, double, swap, graft)


def move_out(pieces, rng, folder, name="part1.td"):
    """Put some neighbouring pieces into a file of their own, and perhaps some of those again."""
    start = rng.randrange(len(pieces))
    end = min(len(pieces), start + rng.choice((0, 1, 2, 5, 20, 100, 500)))
    moved = pieces[start:end]
    if rng.random() < 0.3 and moved and name == "part1.td":
        moved = move_out(moved, rng, folder, "part2.td")
    (folder / name).write_text("".join(moved), encoding="utf-8")
    return [*pieces[:start], f' include "{name}" ', *pieces[end:]]


def ask(path):
    """Return the oracle's records, None if it refuses, or what becomes of it."""
    try:
        done = run_oracle(path, *options_of(path), timeout=5)
    except subprocess.TimeoutExpired:
        return HANGS
    if done.returncode < 0 or b"PLEASE submit a bug report" in done.stderr:
        return CRASHES
    return read_json(done.stdout) if done.returncode == 0 else None


def options_of(path):
    """Return what both sides are told of where includes are, and of macros."""
    return [f"-I{INCLUDE}", *(f"-D{name}" for name in DEFINES), f"-I{path.parent}"]


def compare(path):
    """Return how the two agree on the program in ``path``: a word."""
    expected = ask(path)
    if expected == HANGS:
        return HANGS
    keeper, diagnostics = run(path, include_dirs=[INCLUDE, path.parent], defines=DEFINES)
    if expected == CRASHES:
        return CRASHES if diagnostics else "other: nothing said where the oracle crashes"
    refused = any(diagnostic.is_error for diagnostic in diagnostics)
    if expected is not None and any(d.code == "OPG0122" for d in diagnostics):
        return "beyond a limit"
    if refused != (expected is None):
        return "other verdict"
    return "both refuse" if refused else compare_records(keeper, expected, path)


def compare_records(keeper, expected, path):
    """Return how the records and what is printed of them agree: a word."""
    if records_of(keeper) != expected:
        return "other records"
    printed = printed_by_oracle(path, *options_of(path), timeout=60)
    return "equal" if to_text(keeper) == printed else "other text"


def compose(rng, _folder, _programs):
    """Return a program of random expressions."""
    return Expressions(rng.random()).program()


def write_text(rng, folder, _programs):
    """Return a program of random directives, comments and odd characters."""
    return Texts(rng).program(folder)


def fuzz(count, seed, folder, make=change, programs=None):
    """Compare ``count`` programs; return how often each outcome came, and what went wrong."""
    outcomes, wrong = Counter(), {}
    path = Path(folder) / "fuzz.td"
    programs = programs or own_programs()
    for number in range(seed, seed + count):
        text = make(random.Random(number), path.parent, programs)
        path.write_text(text, encoding="latin-1", errors="replace", newline="")
        outcome = compare(path)
        outcomes[outcome] += 1
        if outcome.startswith("other"):
            wrong[number] = (outcome, text)
    return outcomes, wrong


def compare_edits(count, seed):
    """Compare loads after ``count`` edits; return whether any differed, and say which."""
    with tempfile.TemporaryDirectory() as folder:
        good, wrong = run_edits(count, seed, folder)
    print(f"{count} edits, {good} without mistake, {len(wrong)} differ")  # noqa: T201
    for number, step, parts, *_ in wrong:
        print(f"--seed {number} --edits {step + 1}: {', '.join(parts)}")  # noqa: T201
    return bool(wrong)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--count", type=int, default=2000)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--edits", type=int)
    options.add_argument("--programs", type=Path)
    options.add_argument("--expressions", action="store_true")
    options.add_argument("--statements", action="store_true")
    options.add_argument("--texts", action="store_true")
    arguments = options.parse_args()
    if arguments.edits:
        return compare_edits(arguments.edits, arguments.seed)
    with tempfile.TemporaryDirectory() as folder:
        makers = {"expressions": compose, "statements": grow, "texts": write_text}
        chosen = [make for name, make in makers.items() if getattr(arguments, name)]
        make = chosen[0] if chosen else change
        programs = programs_of(arguments.programs) if arguments.programs else None
        outcomes, wrong = fuzz(arguments.count, arguments.seed, folder, make, programs)
    print(dict(outcomes))  # noqa: T201
    for number, (outcome, _) in wrong.items():
        print(f"--seed {number} --count 1: {outcome}")  # noqa: T201
    return bool(wrong)


if __name__ == "__main__":
    raise SystemExit(main())
