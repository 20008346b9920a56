"""Every diagnostic code is in use, has a page, and a case that provokes it."""

import re

import pytest

from opgen.diagnostics import CODES
from tests.architecture.sources import MODULES, PACKAGE, ROOT

CODE = re.compile(r"\bOPG\d{4}\b")
PAGES = PACKAGE / "diagnostics" / "explain"
REGISTRY = "opgen.diagnostics.codes"
MAX_PAGE = 25

USED = {
    code
    for module in MODULES
    if module.name != REGISTRY
    for code in re.findall(r"""["'](OPG\d{4})["']""", module.text)
}


def _tested():
    """Codes that a test outside these two general ones names, with the place where it matters."""
    general = {ROOT / "tests" / "architecture", ROOT / "tests" / "diagnostics"}
    found = set()
    for path in (ROOT / "tests").rglob("*"):
        if path.suffix in {".py", ".td", ".txt", ".json"} and not general & set(path.parents):
            found.update(CODE.findall(path.read_text(encoding="utf-8", errors="replace")))
    return found


TESTED = _tested()


@pytest.mark.parametrize("code", CODES)
def test_a_code_has_a_page_in_shape(code):
    lines = (PAGES / f"{code}.md").read_text(encoding="utf-8").splitlines()
    assert lines[0] == f"# {code}: {CODES[code]}"
    assert 5 <= len(lines) <= MAX_PAGE


@pytest.mark.parametrize("code", CODES)
def test_a_code_is_in_use_and_has_a_failing_case(code):
    assert code in USED
    assert code in TESTED


def test_every_page_and_every_use_is_registered():
    assert {path.stem for path in PAGES.glob("*.md")} <= CODES.keys()
    assert CODES.keys() >= USED


def test_names_of_codes_are_unique():
    assert len(set(CODES.values())) == len(CODES)
