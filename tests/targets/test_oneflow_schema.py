"""``oneflow.schema``: OneFlow's own files to the byte, the same for specs of the prelude."""

from __future__ import annotations

import hashlib
import os
import re
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from opgen.config import default_project
from opgen.diagnostics import Diagnostics
from opgen.pipeline import Prepared, Request, prepare
from tests.requirements import needs

HERE = Path(__file__).parent / "oneflow"
CASES = sorted((HERE / "fail").glob("*.td"))
EXPECTED = re.compile(r"// ERR: (OPG\d{4}) (\d+):(\d+)\s")
OWN = "oneflow/core/framework/op_generated"

GROUP = re.compile(r"#ifdef (GET_ONEFLOW_(?!BASE_)\w+_OP_DEFINITIONS)")
HEADER_IN_WHEEL = "oneflow/include/oneflow/core/framework/op_generated.h"
# Of OneFlow 0.9.0: what its own generator printed from the same tree.
HEADER_HASH = "31f2d8c886c95bdee9122affb6a362dabd6b792b882efe2880b9888679045e40"
SOURCE_HASH = "ef8ac442ab42ed743c835702cdadf61fa6842328958b39e65a48e411c752b34d"


def built(spec: Path, *defines: str, include: Path = HERE / "include") -> tuple[Prepared, list]:
    diagnostics = Diagnostics()
    project = replace(
        default_project(spec.parent), include_dirs=(include,), defines=frozenset(defines)
    )
    prepared = prepare(Request(project, (spec,), ("oneflow.schema",)), diagnostics)
    return prepared, diagnostics.sorted()


def texts(prepared: Prepared) -> dict[str, str]:
    return {file.path: file.text for file in prepared.files}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_mistake_is_reported_at_its_place(path: Path) -> None:
    prepared, found = built(path)
    code, line, column = EXPECTED.match(path.read_text()).groups()
    assert [(d.code, *d.span.position) for d in found] == [(code, int(line), int(column))]
    assert prepared.plan is None


@pytest.mark.parametrize(
    ("spec", "directory"),
    [
        ("every_rule", "oneflow/core/framework"),
        ("newer", "oneflow/core/framework"),
        ("own", "oneflow/nn"),
    ],
)
def test_every_rule_of_emission(spec: str, directory: str, *, update: bool) -> None:
    prepared, found = built(HERE / f"{spec}.td", "EVERY_RULE")
    assert not found
    written = texts(prepared)
    assert written.keys() == {f"{directory}/op_generated.h", f"{directory}/op_generated.cpp"}
    for path, text in written.items():
        golden = HERE / "golden" / f"{spec}_{Path(path).name}"
        if update:
            golden.write_text(text)
        assert text == golden.read_text()


def test_a_dialect_without_its_groups_has_no_operator() -> None:
    prepared, found = built(HERE / "every_rule.td")
    assert [d.code for d in found] == ["OPG0317"]
    assert not prepared.files


def test_another_class_of_that_name_is_none_of_the_dialect(tmp_path: Path) -> None:
    spec = tmp_path / "other.td"
    spec.write_text("class OneFlow_BaseOp;\ndef OneFlow_FooOp : OneFlow_BaseOp;\n")
    _, found = built(spec)
    assert [d.code for d in found] == ["OPG0317"]


def test_an_operator_without_the_newer_flags_is_read(tmp_path: Path) -> None:
    text = (HERE / "include" / "dialect.td").read_text()
    flag = "  bit has_dump_nd_sbp_signature_for_op_conf_fn = 0;\n"
    assert flag in text
    (tmp_path / "dialect.td").write_text(text.replace(flag, ""))
    spec = tmp_path / "foo.td"
    spec.write_text('include "dialect.td"\ndef OneFlow_FooOp : OneFlow_PlainOp<"foo">;\n')
    prepared, found = built(spec, include=tmp_path)
    assert not found
    assert [op.name for op in prepared.model.dialect] == ["foo"]


@needs("oneflow-sources")
def test_the_files_of_oneflow_are_equal_to_the_byte() -> None:
    include = Path(os.environ["OPGEN_ONEFLOW_SOURCES"]) / "oneflow" / "ir" / "include"
    groups = GROUP.findall((include / "OneFlow" / "OneFlowUserOps.td").read_text())
    defines = (*groups, "REMOVE_ONEFLOW_MLIR_ONLY_OP_DEFINITIONS")
    prepared, found = built(include / "OneFlow" / "OneFlowOps.td", *defines, include=include)
    assert not found
    ops = prepared.model.dialect
    assert (len(groups), len(ops)) == (40, 661)
    assert sum(len(op.operands) for op in ops) == 1468
    assert sum(len(op.results) for op in ops) == 802
    assert sum(len(op.attributes) for op in ops) == 1461
    written = texts(prepared)
    digests = [hashlib.sha256(written[OWN + end].encode()).hexdigest() for end in (".h", ".cpp")]
    assert digests == [HEADER_HASH, SOURCE_HASH]


@needs("oneflow-wheel")
def test_the_header_is_that_of_the_wheel() -> None:
    with zipfile.ZipFile(os.environ["OPGEN_ONEFLOW_WHEEL"]) as wheel:
        assert hashlib.sha256(wheel.read(HEADER_IN_WHEEL)).hexdigest() == HEADER_HASH
