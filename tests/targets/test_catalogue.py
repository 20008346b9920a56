"""The page for browsers: whole, searchable, and safe whatever a spec says."""

from __future__ import annotations

import base64
import hashlib
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from opgen.ops import Library, OpSet, SameAs, Trait
from tests.build.committed import committed_model
from tests.requirements import needs
from tests.targets.browser import Browser
from tests.targets.kernel_tree import render, write
from tests.targets.ops_by_hand import attribute, make_op

INDEX = "docs/index.html"
VOID = {"meta", "input"}


class Page(HTMLParser):
    """Tags in order with their attributes, and the text of those that have a field."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.fields: list[tuple[str, str]] = []
        self.scripts: list[str] = []
        self.open: list[str] = []
        self.depth = 0
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        assert len(attributes) == len(attrs)
        self.tags.append((tag, attributes))
        if tag not in VOID:
            self.open.append(tag)
        if field := attributes.get("data-field"):
            self.fields.append((field, ""))
            self.depth = len(self.open)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        if len(self.open) < self.depth:
            self.depth = sys.maxsize

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["script"]:
            self.scripts.append(data)
        elif self.fields and len(self.open) >= self.depth:
            field, text = self.fields[-1]
            self.fields[-1] = (field, text + data)


@pytest.fixture(scope="module")
def model() -> OpSet:
    """The operators of the committed specs."""
    return committed_model()


@pytest.fixture(scope="module")
def folder(model: OpSet, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("catalogue"), render(model, ["docs"]))


@pytest.fixture(scope="module")
def page(folder: Path) -> Page:
    return Page((folder / INDEX).read_text(encoding="utf-8"))


def test_every_operator_has_an_entry_with_what_can_be_searched(model: OpSet, page: Page) -> None:
    entries = [attributes["id"] for tag, attributes in page.tags if tag == "details"]
    assert entries == [op.id for library in model.libraries for op in model.in_library(library)]
    for kind in ("operand", "result", "attribute", "trait"):
        assert any(field == kind for field, _ in page.fields)
    assert [tag for tag, _ in page.tags].count("math") == sum(
        op.formula is not None for op in model.ops
    )


def test_links_lead_somewhere_and_nothing_comes_from_elsewhere(folder: Path, page: Page) -> None:
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    links = [attributes["href"] or "" for _, attributes in page.tags if "href" in attributes]
    assert len(links) > len(ids)
    for link in links:
        if link.startswith("#"):
            assert link[1:] in ids
        else:
            assert (folder / "docs" / link).is_file()
    names = {name for _, attributes in page.tags for name in attributes}
    assert not {name for name in names if name.startswith("on")} | {"src", "style"} & names
    text = (folder / INDEX).read_text(encoding="utf-8")
    assert not re.search(r"https?:|url\(|@import", text)


def test_only_the_script_of_the_page_may_run(page: Page) -> None:
    digest = hashlib.sha256(page.scripts[0].encode()).digest()
    policy = next(a["content"] for tag, a in page.tags if tag == "meta" and "http-equiv" in a)
    assert len(page.scripts) == 1
    assert f"script-src 'sha256-{base64.b64encode(digest).decode()}'" in (policy or "")


def test_ids_are_unique_whatever_a_library_is_called() -> None:
    for name in ("search", "library", "query"):
        ops = [make_op(op, "x", "y", shape=SameAs("x")) for op in ("search", "help")]
        model = OpSet(tuple(replace(op, library=Library(name, "")) for op in ops))
        tags = Page(render(model, ["docs"])[INDEX].text).tags
        ids = [attributes["id"] for _, attributes in tags if "id" in attributes]
        assert len(ids) == len(set(ids)) >= 7


ATTACKS = (
    "</script><script>hacked = 1</script>",
    '<img src=x onerror="hacked = 1"> & \'&lt;\' "&quot;"',
    "--><script>hacked = 1</script><!-- ]]>",
    "</summary></details><svg onload='hacked = 1'>",
)


def odd(text: str) -> OpSet:
    """An operator with ``text`` wherever a spec has text."""
    op = make_op(
        "odd",
        "x",
        "y",
        library=Library("custom", "", text),
        shape=SameAs("x"),
        summary=text,
        description=f"{text}\n\n`{text}`",
        attributes=(attribute("mode", "str", text),),
        origin=f"specs/{text}.td",
        traits=frozenset(Trait),
    )
    return OpSet((op,))


@pytest.mark.parametrize("text", ATTACKS)
def test_text_of_a_spec_stays_text(text: str) -> None:
    plain = Page(render(odd("plain"), ["docs"])[INDEX].text)
    attacked = Page(render(odd(text), ["docs"])[INDEX].text)
    assert attacked.tags == plain.tags
    assert ("summary", text) in attacked.fields
    assert ("file", f"specs/{text}.td") in attacked.fields


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser() as browser:
        yield browser


VISIBLE = (
    "[...document.querySelectorAll('details')].filter(e => e.checkVisibility()).map(e => e.id)"
)
FOCUS = "document.activeElement.id || document.activeElement.parentElement.id"


@needs("chromium")
@pytest.mark.parametrize("text", ATTACKS)
def test_nothing_of_a_spec_runs(browser: Browser, tmp_path: Path, text: str) -> None:
    folder = write(tmp_path, render(odd(text), ["docs"]))
    browser.open((folder / INDEX).as_uri())
    assert browser.evaluate("typeof hacked") == "undefined"
    assert browser.evaluate("document.querySelector('summary span').textContent") == text
    assert browser.evaluate(VISIBLE) == ["custom.odd"]


@needs("chromium")
def test_searching(browser: Browser, folder: Path, model: OpSet) -> None:
    address = (folder / INDEX).as_uri()

    def found(query: str) -> list[str]:
        browser.open(f"{address}#q={query}")
        visible: list[str] = browser.evaluate(VISIBLE)
        count = browser.evaluate("document.getElementById('found').textContent")
        assert count == f"{len(visible)} of {len(model.ops)} operators"
        return visible

    assert found("SOFTMAX%20logarithm") == ["zoo.log_softmax"]
    assert found("normalization.td") == [
        "zoo.batch_norm",
        "zoo.batch_norm_inference",
        "zoo.layer_norm",
        "zoo.log_softmax",
        "zoo.logsumexp",
        "zoo.rms_norm",
        "zoo.softmax",
    ]
    is_gradient = re.compile(r"_grad(_grad)*$")
    eps = [op.id for op in model.ops if any(a.name == "eps" for a in op.attributes)]
    assert found("attribute=eps") == [name for name in eps if not is_gradient.search(name)]
    browser.evaluate("document.getElementById('gradients').click()")
    assert browser.evaluate(VISIBLE) == eps
    assert found("operand=ep") == []
    assert found("trait:nograd%20device:cpu%20argmax") == ["zoo.argmax"]
    assert found("nowhere:else") == []
    assert found("%zz") == []
    assert len(found("")) == sum(not is_gradient.search(op.name) for op in model.ops)
    assert browser.logged == []


@needs("chromium")
def test_keys_and_addresses(browser: Browser, folder: Path) -> None:
    address = (folder / INDEX).as_uri()
    browser.open(address)
    browser.press("/")
    browser.write("softmax")
    assert browser.evaluate("location.hash") == "#q=softmax"
    visible = browser.evaluate(VISIBLE)
    assert visible[0] == "zoo.log_softmax"
    browser.press("ArrowDown")
    browser.press("ArrowDown")
    assert browser.evaluate(FOCUS) == visible[1]
    browser.press("Enter")
    assert browser.evaluate(f"document.getElementById('{visible[1]}').open") is True
    browser.press("ArrowUp")
    browser.press("ArrowUp")
    assert browser.evaluate(FOCUS) == "query"
    browser.press("Escape")
    assert len(browser.evaluate(VISIBLE)) > 40
    # The address of an operator shows it, a gradient too.
    browser.open(f"{address}#zoo.softmax_grad")
    shown = "document.getElementById('zoo.softmax_grad')"
    assert browser.evaluate(f"{shown}.open && {shown}.checkVisibility()") is True
    assert 0 <= browser.evaluate(f"{shown}.getBoundingClientRect().top") < 200
    assert browser.logged == []


@needs("chromium")
def test_formulas_are_laid_out(browser: Browser, folder: Path) -> None:
    browser.open(f"{(folder / INDEX).as_uri()}#zoo.softmax")
    box = "document.getElementById('zoo.softmax').querySelector('{}').getBoundingClientRect()"
    above, below = (browser.evaluate(box.format(f"mfrac > :nth-child({n})") + ".y") for n in (1, 2))
    assert 5 < below - above < 100
    lines = [browser.evaluate(box.format(f"mtr:nth-child({n}) > mtd") + ".y") for n in (1, 2)]
    assert lines[0] < lines[1]


@needs("chromium")
def test_dark_and_light(browser: Browser, folder: Path) -> None:
    address = (folder / INDEX).as_uri()
    colours = "getComputedStyle(document.body).backgroundColor"
    found = {}
    for scheme in ("light", "dark"):
        browser.emulate(prefers_color_scheme=scheme)
        browser.open(address)
        found[scheme] = sum(map(int, re.findall(r"\d+", browser.evaluate(colours))))
    assert found["light"] > 600
    assert found["dark"] < 100


@needs("chromium")
def test_without_scripts_it_is_a_list(folder: Path, model: OpSet) -> None:
    with Browser() as browser:
        browser.disable_scripts()
        browser.open((folder / INDEX).as_uri())
        assert len(browser.evaluate(VISIBLE)) == len(model.ops)
        assert browser.evaluate("document.getElementById('search').checkVisibility()") is False
