"""The table in docs/zoo.md says which kernels came out complete, and it is right."""

from __future__ import annotations

import re
from pathlib import Path

from tests.build.project import ROOT

BASE = ROOT / "generated/.opgen/base/kernels/zoo"
KERNELS = ROOT / "generated/kernels/zoo"
DOCUMENT = (ROOT / "docs/zoo.md").read_text()
_ROW = re.compile(
    r"^\| `(\w+)` \| ([^|]+) \| (from the spec|by hand) \| ([^|]*?) ?\|$", re.MULTILINE
)
_DEFINITION = re.compile(r'^def \w+ : \w+<"(\w+)"', re.MULTILINE)


def _rendered(op: str) -> str:
    return (BASE / op / f"{op}_cpu.cc").read_text()


def _text(op: str) -> str:
    return (KERNELS / op / f"{op}_cpu.cc").read_text()


def _described() -> dict[str, tuple[str, list[str]]]:
    return {m[1]: (m[3], re.findall(r"`(\w+)`", m[4])) for m in _ROW.finditer(DOCUMENT)}


def _in_specs() -> set[str]:
    texts = (path.read_text() for path in sorted(Path(ROOT / "specs/zoo").glob("*.td")))
    return {name for text in texts for name in _DEFINITION.findall(text)}


def test_the_table_lists_what_the_specs_describe_and_what_is_derived() -> None:
    described = _described()
    assert set(described) == _in_specs()
    derived = [op for _, ops in described.values() for op in ops]
    assert len(derived) == len(set(derived))
    assert {*described, *derived} == {path.name for path in BASE.iterdir()}


def test_kernels_are_filled_as_the_table_says() -> None:
    described = _described()
    for op, (kernel, derived) in described.items():
        assert ("not_written" in _rendered(op)) == (kernel == "by hand"), op
        assert "not_written" not in _text(op), op
        for complete in [*derived, *([op] if kernel == "from the spec" else [])]:
            assert _text(complete) == _rendered(complete), complete


def test_the_counts_are_right_and_half_need_no_hand() -> None:
    described = _described()
    forward = [op for op in described if not op.endswith("_grad")]
    complete = [op for op in forward if described[op][0] == "from the spec"]
    total = len(list(BASE.iterdir()))
    by_hand = sum(kernel == "by hand" for kernel, _ in described.values())
    words = " ".join(DOCUMENT.split())
    assert f"{len(forward)} operators compute something forward" in words
    assert f"{len(complete)} of them from the spec alone" in words
    assert f"there are {total} operators, {total - by_hand} of them without a line" in words
    assert 2 * len(complete) >= len(forward) >= 30
