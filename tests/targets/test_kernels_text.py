"""What the ``kernels`` target writes, as text: ownership, regions, layout, escaping."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from opgen.ops import Library, OpSet, SameAs
from opgen.outputs import Ownership
from tests.requirements import needs
from tests.targets.kernel_tree import STRICT, build, render, write
from tests.targets.ops_by_hand import make_op

STYLE = "--style={BasedOnStyle: Google, ColumnLimit: 100}"


def test_each_op_has_one_stub_and_an_inference_that_is_its_own_where_a_hook_asks(
    model: OpSet,
) -> None:
    files = render(model, ["kernels"])
    ownership = {path: file.ownership for path, file in files.items()}
    for name, infer in (
        ("square", Ownership.OWNED),
        ("leaky_relu_yzh", Ownership.EDITABLE),
        ("by_hand_shape", Ownership.EDITABLE),
    ):
        directory = f"kernels/custom/{name}/{name}"
        assert ownership[f"{directory}.h"] is Ownership.OWNED
        assert ownership[f"{directory}_cpu.h"] is Ownership.OWNED
        assert ownership[f"{directory}_cpu_entry.cc"] is Ownership.OWNED
        assert ownership[f"{directory}_cpu.cc"] is Ownership.EDITABLE
        assert ownership[f"{directory}_infer.cc"] is infer


def test_stubs_are_regions_that_an_anchor_finds_once(model: OpSet) -> None:
    files = render(model, ["kernels"])
    for op in model.ops:
        file = files[f"kernels/custom/{op.name}/{op.name}_cpu.cc"]
        (region,) = file.regions
        assert region.key == f"custom.{op.name}/kernel"
        assert file.stubs == {region.key}
        assert file.text.count(f"::{region.anchor}") == 1
        assert region.start < file.text.index(f"::{region.anchor}") < region.end


def test_inference_is_a_stub_only_where_no_rule_gives_it(model: OpSet) -> None:
    files = render(model, ["kernels"])
    by_rule = files["kernels/custom/leaky_relu_yzh/leaky_relu_yzh_infer.cc"]
    by_hand = files["kernels/custom/by_hand_shape/by_hand_shape_infer.cc"]
    assert [region.key for region in by_rule.regions] == ["custom.leaky_relu_yzh/infer"]
    assert by_rule.stubs == frozenset()
    assert by_hand.stubs == {"custom.by_hand_shape/infer"}


def test_a_renamed_op_says_where_its_files_were() -> None:
    op = replace(make_op("square", "x", "y", shape=SameAs("x")), renamed_from="quadrat")
    files = render(OpSet((op,)), ["kernels"])
    stub = files["kernels/custom/square/square_cpu.cc"]
    assert stub.renamed_from == "kernels/custom/quadrat/quadrat_cpu.cc"
    assert [region.renamed_from for region in stub.regions] == ["custom.quadrat/kernel"]


def test_headers_say_whose_a_file_is_and_nothing_that_changes_by_itself(model: OpSet) -> None:
    for path, file in render(model, ["kernels"]).items():
        first = " ".join(file.text.split("\n", 2)[:2])
        wanted = "Do not edit" if file.ownership is Ownership.OWNED else "yours to edit"
        assert wanted in first, path
        assert str(Path.cwd()) not in file.text, path


@needs("clang-format")
def test_cpp_is_as_clang_format_leaves_it(model: OpSet) -> None:
    files = render(model, ["kernels"])
    cpp = {path: file.text for path, file in files.items() if path.endswith((".h", ".cc", ".cu"))}
    for path, text in cpp.items():
        command = ["clang-format", STYLE, f"--assume-filename={path.replace('.cu', '.cc')}"]
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
        assert done.stdout == text, path


@needs("compiler")
@pytest.mark.parametrize(
    "summary",
    ["ends in a backslash \\", "*/ int broken; /*", 'quotes " and ??/', "two\nlines\r\x0c\u2028x"],
)
def test_text_of_a_spec_stays_text(tmp_path: Path, summary: str) -> None:
    op = make_op("plain", "x", "y", shape=SameAs("x"), summary=summary, description=summary)
    root = write(tmp_path, render(OpSet((op,)), ["kernels"]))
    build(root, CXXFLAGS=STRICT)


@needs("compiler")
def test_a_library_may_have_the_name_of_a_function_of_c(tmp_path: Path) -> None:
    op = replace(make_op("signal", "x", "y", shape=SameAs("x")), library=Library("time", "t_"))
    root = write(tmp_path, render(OpSet((op,)), ["kernels"]))
    build(root, "time", CXXFLAGS=STRICT)


@needs("clang-format")
def test_kernels_of_the_zoo_are_as_clang_format_leaves_them(tmp_path):
    generated = Path(__file__).parents[2] / "generated"
    sources = [
        path for end in ("cpu.cc", "cuda.cu") for path in generated.glob(f"kernels/zoo/*/*_{end}")
    ]
    copies = []
    for source in sorted(sources):
        text = source.read_text(encoding="utf-8")
        base = generated / ".opgen" / "base" / source.relative_to(generated)
        # What somebody wrote by hand may look as they like.
        if base.exists() and base.read_text(encoding="utf-8") == text:
            copies.append(tmp_path / f"{source.stem}.cc")
            copies[-1].write_text(text, encoding="utf-8")
    assert len(copies) > 150
    command = ["clang-format", STYLE, "--dry-run", "-Werror", *map(str, copies)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
