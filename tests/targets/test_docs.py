"""Pages of documentation: complete, and well-formed Markdown whatever the spec says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from opgen.ops import AttributeKind, Device, DeviceSupport, DType, OpSet, SameAs, Trait
from opgen.outputs import Ownership
from tests.build.committed import committed_model
from tests.targets.kernel_tree import render
from tests.targets.ops_by_hand import attribute, make_op


@pytest.fixture(scope="module")
def model() -> OpSet:
    """The operators of the committed specs."""
    return committed_model()


@pytest.fixture(scope="module")
def pages(model: OpSet) -> dict[str, str]:
    files = render(model, ["docs"])
    assert {file.ownership for file in files.values()} == {Ownership.OWNED}
    return {path: file.text for path, file in files.items() if path.endswith(".md")}


def test_every_operator_has_a_page_that_its_library_lists(
    model: OpSet, pages: dict[str, str]
) -> None:
    for op in model.ops:
        assert f"docs/{op.library.name}/{op.name}.md" in pages
        assert f"[{op.name}]({op.name}.md)" in pages[f"docs/{op.library.name}/README.md"]
    assert len(pages) == len(model.ops) + len(model.libraries)


def test_links_lead_to_pages(pages: dict[str, str]) -> None:
    links = [
        (path, target)
        for path, text in pages.items()
        for target in re.findall(r"\]\(([^)]+)\)", text)
    ]
    assert len(links) > len(pages)
    for path, target in links:
        assert str(Path(path).parent / target) in pages, path


def test_what_a_spec_declares_is_on_its_page(model: OpSet, pages: dict[str, str]) -> None:
    for op in model.ops:
        page = pages[f"docs/{op.library.name}/{op.name}.md"]
        for named in (*op.operands, *op.results, *op.public_attributes):
            assert f"| `{named.name}` |" in page
        enums = [a for a in op.attributes if a.kind is AttributeKind.ENUM]
        assert all(f"`{word}`" in page for enum in enums for word in enum.choices)
        for check in op.checks:
            assert check.text in page
        assert ("## Formula" in page) == (op.formula is not None)
        assert ("## Gradients" in page) == bool(op.gradient or op.nondiff)


def _unescaped(line: str) -> list[str]:
    return re.split(r"(?<!\\)\|", line)


def test_rows_of_tables_are_as_long_as_their_heads(pages: dict[str, str]) -> None:
    for path, text in pages.items():
        width = 0
        for line in text.splitlines():
            cells = len(_unescaped(line)) if line.startswith("|") else 0
            assert not width or not cells or cells == width, f"{path}: {line}"
            width = cells


def test_text_of_a_spec_stays_text() -> None:
    op = make_op(
        "odd",
        "x",
        "y",
        shape=SameAs("x"),
        summary="a | b, *c* and `d | e`, <i>f</i> --> _g_ snake_case",
        attributes=(attribute("mode", "str", "a|`b`"),),
        origin="specs/a--b.td",
    )
    page = render(OpSet((op,)), ["docs"])["docs/custom/odd.md"].text
    assert r"a \| b, \*c\* and `d \| e`, \<i\>f\</i\> --\> \_g\_ snake_case" in page
    assert r'| ``"a\|`b`"`` |' in page
    assert page.splitlines()[0].count("--") == 2, "only the comment's own"


def test_dtypes_are_given_for_each_device() -> None:
    devices = (DeviceSupport(Device.CPU), DeviceSupport(Device.NPU, (DType.F32,)))
    op = make_op("near", "x", "y", shape=SameAs("x"), devices=devices, traits=frozenset(Trait))
    page = render(OpSet((op,)), ["docs"])["docs/custom/near.md"].text
    assert "| | CPU | NPU |\n|---|---|---|\n| `x`, `y` | float32, float64 | float32 |" in page


def test_an_operator_without_a_kernel_for_the_cpu_is_none_of_numpy() -> None:
    op = make_op("far", "x", "y", shape=SameAs("x"), devices=(DeviceSupport(Device.CUDA),))
    page = render(OpSet((op,)), ["docs"])["docs/custom/far.md"].text
    assert "# NumPy" not in page
    assert "custom_torch.far(x: torch.Tensor) -> torch.Tensor" in page
    assert "`custom_far_cuda`" in page
    assert "custom_far_cpu" not in page


def test_an_edit_of_an_operator_changes_its_page_and_its_line_of_the_catalogue() -> None:
    def rendered(summary: str, description: str) -> dict[str, str]:
        ops = [make_op(name, "x", "y", shape=SameAs("x")) for name in ("first", "last")]
        edited = make_op(
            "edited", "x", "y", shape=SameAs("x"), summary=summary, description=description
        )
        files = render(OpSet((ops[0], edited, ops[1])), ["docs"])
        return {path: file.text for path, file in files.items()}

    before, described = rendered("Some", "Words."), rendered("Some", "Other words.")
    renamed = rendered("Another", "Words.")
    page, readme, index = "docs/custom/edited.md", "docs/custom/README.md", "docs/index.html"
    assert {path for path in before if before[path] != described[path]} == {page, index}
    assert {path for path in before if before[path] != renamed[path]} == {page, readme, index}
    pairs = zip(before[index].splitlines(), described[index].splitlines(), strict=True)
    assert [pair for pair in pairs if pair[0] != pair[1]] == [
        tuple(f'<p data-field="description">{text}</p>' for text in ("Words.", "Other words."))
    ]
