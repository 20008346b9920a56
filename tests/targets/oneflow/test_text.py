"""What the ``oneflow`` target writes, as text: ownership, layout, the functional interface."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from opgen.config import default_project
from opgen.diagnostics import Diagnostics
from opgen.ops import OpSet
from opgen.outputs import Ownership, RenderedFile
from opgen.pipeline import Request, prepare
from opgen.targets.oneflow.declared import untyped_attribute
from opgen.targets.oneflow.signature import signature_of
from tests.requirements import needs
from tests.targets.kernel_ops import feature_ops
from tests.targets.kernel_tree import render
from tests.targets.ops_by_hand import attribute, custom_model, make_op

STYLE = "--style={BasedOnStyle: Google, ColumnLimit: 100}"
HERE = Path(__file__).parent
PROJECT = replace(default_project(HERE), include_dirs=(HERE / "include",))
MODEL = custom_model(*(op for op in feature_ops() if untyped_attribute(op) is None))
EDITABLE = ("_op.cpp", "_functor.cpp", "_gradient.cpp")
TEST = re.compile(r"/test_\w+\.py$")

# The grammar of OneFlow's reader, which splits at blanks and commas wherever they are.
VALUE = r'(None|True|False|-?\d+(\.\d+)?(e[+-]\d+)?|"[^ ,"]+"|k[A-Z]\w+)'
PARAMETER = rf"(\*|[A-Z]\w+(\[\d+\])? \w+(={VALUE})?)"
SIGNATURE = re.compile(
    rf"Tensor(Tuple(\[\w+(, \w+)*\])?)? \({PARAMETER}(, {PARAMETER})*\) => [A-Z]\w*"
)


@pytest.fixture(scope="module")
def files() -> dict[str, RenderedFile]:
    every = render(MODEL, ["oneflow"])
    return {path: file for path, file in every.items() if file.target == "oneflow"}


def test_what_developers_write_is_editable(files: dict[str, RenderedFile]) -> None:
    for path, file in files.items():
        is_editable = path.endswith(EDITABLE) or bool(TEST.search(path))
        assert (file.ownership is Ownership.EDITABLE) == is_editable, path
        for region in file.regions:
            assert region.anchor in file.text[region.start : region.end], path


def test_an_operator_without_a_gradient_has_no_file_for_one(files: dict[str, RenderedFile]) -> None:
    for op in MODEL.ops:
        path = f"oneflow/{op.library.name}/{op.name}/{op.name}_gradient.cpp"
        assert (path in files) == bool(op.gradient)


@needs("clang-format")
def test_sources_are_laid_out_as_clang_format_does(files: dict[str, RenderedFile]) -> None:
    for path, file in files.items():
        if path.endswith((".h", ".cpp", ".cu")):
            command = ["clang-format", STYLE, "--assume-filename=source.cc"]
            done = subprocess.run(
                command, check=True, input=file.text, capture_output=True, text=True
            )
            assert done.stdout == file.text, path


def test_the_yaml_is_what_oneflow_reads(files: dict[str, RenderedFile]) -> None:
    for library in MODEL.libraries:
        entries = yaml.safe_load(files[f"oneflow/{library.name}/functional_api.yaml"].text)
        names = [op.registered_name for op in MODEL.in_library(library)]
        assert sorted(entry["name"] for entry in entries) == sorted(names)
        for entry in entries:
            assert set(entry) == {"name", "signature", "bind_python"}
            assert SIGNATURE.fullmatch(entry["signature"]), entry["signature"]


@pytest.mark.parametrize(
    ("operands", "attributes", "expected"),
    [
        ("x", (), "Tensor (Tensor x) => NnF"),
        ("x b? xs*", (), "Tensor (Tensor x, Tensor b=None, *, TensorTuple xs) => NnF"),
        ("x", (attribute("a", "f32", 0.01),), "Tensor (Tensor x, Float a=0.01) => NnF"),
        ("x", (attribute("a", "f64", 1e-5),), "Tensor (Tensor x, Double a=1e-05) => NnF"),
        ("x", (attribute("a", "f64", float("inf")),), "Tensor (Tensor x, Double a=None) => NnF"),
        ("x", (attribute("n", "i64", -1),), "Tensor (Tensor x, Int64 n=-1) => NnF"),
        ("x", (attribute("m", "str", "mean"),), 'Tensor (Tensor x, String m="mean") => NnF'),
        ("x", (attribute("m", "str", "a, b"),), "Tensor (Tensor x, String m=None) => NnF"),
        ("x", (attribute("m", "str", ""),), "Tensor (Tensor x, String m=None) => NnF"),
        ("x", (attribute("v", "i64[]", (2, 2)),), "Tensor (Tensor x, Int64List[2] v=2) => NnF"),
        ("x", (attribute("v", "i64[]", (1, 2)),), "Tensor (Tensor x, Int64List v=None) => NnF"),
        ("x", (attribute("v", "bool[]", ()),), "Tensor (Tensor x, BoolList v=None) => NnF"),
        (
            "x",
            (attribute("a", "f32", 1), attribute("n", "i64")),
            "Tensor (Tensor x, Float a=1, *, Int64 n) => NnF",
        ),
    ],
)
def test_signatures_follow_the_grammar(
    operands: str, attributes: tuple[object, ...], expected: str
) -> None:
    op = make_op("f", operands, "y", attributes=attributes)
    op = replace(op, registered="nn_f")
    assert signature_of(op).yaml == expected
    assert SIGNATURE.fullmatch(expected)
    two = replace(make_op("f", operands, "y z", attributes=attributes), registered="nn_f")
    assert signature_of(two).yaml == expected.replace("Tensor", "TensorTuple[y, z]", 1)


def test_a_renamed_op_says_where_its_files_were() -> None:
    op = replace(make_op("square", "x", "y"), renamed_from="quadrat")
    files = render(OpSet((op,)), ["oneflow"])
    kept = files["oneflow/custom/square/square_op.cpp"]
    assert kept.renamed_from == "oneflow/custom/quadrat/quadrat_op.cpp"


def test_the_dialect_says_what_the_schema_does(tmp_path: Path) -> None:
    diagnostics = Diagnostics()
    targets = ("oneflow.schema", "oneflow.tree")
    prepared = prepare(Request(PROJECT, (HERE / "features.td",), targets), diagnostics)
    files = {file.path: file.text for file in prepared.files}
    definitions = files["oneflow/ir/include/OneFlow/OneFlowNnOps.td"]
    spec = tmp_path / "user_ops.td"
    spec.write_text(f'#define GET_ONEFLOW_MISC_OP_DEFINITIONS\ninclude "dialect.td"\n{definitions}')
    request = Request(PROJECT, (spec,), ("oneflow.schema",))
    read = {file.path: file.text for file in prepare(request, diagnostics).files}
    assert not diagnostics.items
    for name in ("op_generated.h", "op_generated.cpp"):
        direct, by_dialect = (
            text.partition("namespace oneflow {")[2].rpartition("} // namespace oneflow")[0]
            for text in (files[f"oneflow/nn/{name}"], read[f"oneflow/core/framework/{name}"])
        )
        assert by_dialect
        assert by_dialect == direct


def test_no_place_of_this_machine_is_printed(files: dict[str, RenderedFile]) -> None:
    assert not any(str(Path.cwd()) in file.text for file in files.values())
