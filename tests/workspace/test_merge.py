"""Three-way merge of lines, against hand-made cases, its own laws and git."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from opgen.workspace import diff
from opgen.workspace.diff import hunks
from opgen.workspace.merge import Clash, Kept, Taken, merge


def lines(text: str) -> tuple[bytes, ...]:
    return tuple(f"{line}\n".encode() for line in text.split())


def merged(base: str, user: str, new: str) -> str:
    """Return a merge in one line; a conflict as ``<user|base|new>``."""
    parts = []
    for chunk in merge(lines(base), lines(user), lines(new)):
        match chunk:
            case Kept(found) | Taken(found):
                parts += [line.decode().strip() for line in found]
            case Clash(before, ours, theirs):
                sides = [
                    " ".join(line.decode().strip() for line in side)
                    for side in (ours, before, theirs)
                ]
                parts.append(f"<{'|'.join(sides)}>")
    return " ".join(parts)


CASES = {
    "nothing": ("a b c", "a b c", "a b c", "a b c"),
    "user only": ("a b c", "a x c", "a b c", "a x c"),
    "generator only": ("a b c", "a b c", "a x c", "a x c"),
    "apart": ("a b c d e", "a x c d e", "a b c d y", "a x c d y"),
    "touching": ("sig body end", "sig mine more end", "sig2 body end", "sig2 mine more end"),
    "touching, the other way": ("sig body end", "own body end", "sig stub end", "own stub end"),
    "same change": ("a b c", "a x c", "a x c", "a x c"),
    "same insertion": ("a c", "a x c", "a x c", "a x c"),
    "both change": ("a b c", "a x c", "a y c", "a <x|b|y> c"),
    "both insert": ("a c", "a x c", "a y c", "a <x||y> c"),
    "delete and change": ("a b c", "a c", "a y c", "a <|b|y> c"),
    "overlap": ("a b c d", "a x d", "a b y d", "a <x|b c|b y> d"),
    "insertion before a replacement": ("a b c", "a x b c", "a y c", "a x y c"),
    "insertion into a deletion": ("a b c d", "a b x c d", "a d", "a <b x c|b c|> d"),
    "common ends leave the conflict": ("a b c", "a p x q c", "a p y q c", "a p <x|b|y> q c"),
    "everything replaced": ("a b", "x y", "p q", "<x y|a b|p q>"),
    "empty base": ("", "x", "y", "<x||y>"),
    "empty user": ("a b", "", "a b", ""),
}


@pytest.mark.parametrize(("base", "user", "new", "expected"), CASES.values(), ids=CASES)
def test_merges(base: str, user: str, new: str, expected: str) -> None:
    assert merged(base, user, new) == expected


def test_layout_alone_gives_way_to_an_edit() -> None:
    base, new = [b"call(a, b);\n"], [b"call(\n", b"    a, b);\n"]
    assert merge(base, [b"mine;\n"], new) == [Kept((b"mine;\n",))]
    assert merge(base, base, new) == [Taken(tuple(new))]
    assert merge(new, [b"mine;\n"], [b"call(a, c);\n"]) != [Kept((b"mine;\n",))]


def varied(rng: random.Random, text: list[str]) -> list[str]:
    found = list(text)
    for _ in range(rng.randrange(4)):
        at = rng.randrange(len(found) + 1)
        match rng.randrange(3):
            case 0:
                found.insert(at, rng.choice("xyzpqr}"))
            case 1:
                del found[at : at + rng.randrange(1, 3)]
            case _:
                found[at : at + 1] = [rng.choice("xyzpqr}")]
    return found


@pytest.mark.parametrize("seed", range(5))
def test_laws(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(200):
        base = [rng.choice("abcd}") for _ in range(rng.randrange(12))]
        user, new = varied(rng, base), varied(rng, base)
        one, two, three = " ".join(base), " ".join(user), " ".join(new)
        assert merged(one, two, one) == two
        assert merged(one, one, three) == three
        assert merged(one, two, two) == two
        assert ("<" in merged(one, two, three)) == ("<" in merged(one, three, two))


@pytest.mark.parametrize("seed", range(5))
def test_hunks_turn_one_text_into_the_other(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(300):
        first = [rng.choice("abcdef") for _ in range(rng.randrange(30))]
        second = [rng.choice("abcdef") for _ in range(rng.randrange(30))]
        found, at = [], 0
        for hunk in hunks(first, second):
            found += first[at : hunk.start] + second[hunk.other : hunk.other_end]
            at = hunk.end
        assert found + first[at:] == second


def test_edit_distance_is_shortest_where_patience_has_no_say() -> None:
    found = hunks(list("abcabba"), list("cbabac"))
    assert sum(hunk.end - hunk.start + hunk.other_end - hunk.other for hunk in found) == 5


def test_cost_is_capped(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = ["a", "b"] * 50, ["b", "c", "a", "d"] * 50
    assert len(hunks(first, second)) > 1
    monkeypatch.setattr(diff, "MAX_EDITS", 3)
    assert len(hunks(first, second)) == 1


def test_rewritten_file_is_one_conflict() -> None:
    base = [f"a{number}\n".encode() for number in range(3000)]
    user = [f"b{number}\n".encode() for number in range(3000)]
    new = [f"c{number}\n".encode() for number in range(3000)]
    assert merge(base, user, new) == [Clash(tuple(base), tuple(user), tuple(new))]


def test_each_line_keeps_its_own_end() -> None:
    chunks = merge([b"a\n", b"b\n", b"c\n"], [b"a\r\n", b"b\n", b"c"], [b"a\n", b"x\n", b"c\n"])
    assert chunks == [Kept((b"a\r\n",)), Taken((b"x\n",)), Kept((b"c",))]


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git as the oracle")
def test_agrees_with_git(tmp_path: Path) -> None:
    """Compare with ``git merge-file``, which also calls changes that only touch a conflict."""
    rng = random.Random(4)
    agreed = 0
    for _ in range(150):
        base = [f"{rng.choice('abcd')}{number % 7}" for number in range(rng.randrange(4, 15))]
        texts = {"user": varied(rng, base), "base": base, "new": varied(rng, base)}
        for name, text in texts.items():
            (tmp_path / name).write_text("".join(f"{line}\n" for line in text))
        done = subprocess.run(
            ["git", "merge-file", "-p", "user", "base", "new"],
            cwd=tmp_path,
            capture_output=True,
            check=False,
        )
        ours = merged(*(" ".join(texts[name]) for name in ("base", "user", "new")))
        if done.returncode == 0:
            assert "<" not in ours
            agreed += done.stdout.decode().split() == ours.split()
        else:
            agreed += "<" in ours
    assert agreed >= 115
