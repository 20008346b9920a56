"""All descriptions of an operator agree: definition, prototype, project file, call.

Definition and prototype are compiled and run with the stand-in, so that it is what they declare
that counts; the rest is read back as text.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from opgen.targets.ascend.kernel import served_dtypes
from opgen.targets.ascend.view import DATA_TYPES, ir_op
from tests.requirements import needs
from tests.targets.ascendc.trees import HERE, ROOT, described_tree
from tests.targets.formula_tree import formula_model

pytestmark = needs("compiler")

ROLES = {
    "INPUT": "required",
    "OPTIONAL_INPUT": "optional",
    "DYNAMIC_INPUT": "dynamic",
    "OUTPUT": "required",
    "DYNAMIC_OUTPUT": "dynamic",
}


@pytest.fixture(scope="module")
def model():
    return formula_model(HERE / "view.td")


@pytest.fixture(scope="module")
def views(model):
    described = [ir_op(op, served_dtypes(op)) for op in model.ops]
    return {ir.name: ir for ir in described if ir.columns}


@pytest.fixture(scope="module")
def tree(model, tmp_path_factory):
    return described_tree(tmp_path_factory.mktemp("views"), model)


def declarations(tree, *sources):
    """Return what a program with some definitions and prototypes says, a list for each line."""
    unit, program = tree / "declared.cc", tree / "declared"
    opening = '#include "graph/operator_reg.h"\n'
    included = "".join(f'#include "{path}"\n' for path in (*sources, HERE / "declared.cc"))
    unit.write_text(opening + included, encoding="utf-8")
    roots = [tree / "ascendc/shim", tree / "ascendc", tree / "kernels"]
    roots += sorted(tree.glob("ascendc/views/*/op_host"))
    compiler = os.environ.get("CXX") or shutil.which("c++") or "g++"
    command = [compiler, "-std=c++17", "-O0", "-Wall", "-Wextra", "-Werror"]
    command += [f"-I{root}" for root in roots]
    subprocess.run([*command, str(unit), "-o", str(program)], check=True)
    said = subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout
    return [line.split("|") for line in said.splitlines()]


@pytest.fixture(scope="module")
def declared(tree):
    projects = sorted(tree.glob("ascendc/views/*"))
    sources = [next(project.glob("*_proto.h")) for project in projects]
    for project in projects:
        sources += sorted(project.glob("op_host/*.cpp"))
        sources += tree.glob(f"kernels/views/{project.name}/*_infer.cc")
    return declarations(tree, *sources)


def part(declared, op, kind):
    return [line[2:] for line in declared if line[:2] == [op, kind]]


def numbers(dtypes):
    return ",".join(str(DATA_TYPES[dtype].number) for dtype in dtypes)


def test_there_is_something_to_compare(views, declared):
    assert set(views) == {"VwEveryKind", "PlainOwn"} == {line[0] for line in declared}


def test_the_definition_declares_the_columns(views, declared):
    for name, ir in views.items():
        formats = {"ND": "2", "NC1HWC0": "3"}
        assert part(declared, name, "tensor") == [
            [t.name, t.presence.value, numbers(t.dtypes), ",".join(formats[f] for f in t.formats)]
            for t in (*ir.inputs, *ir.outputs)
        ]


def test_the_prototype_declares_the_same_tensors(views, declared):
    for name, ir in views.items():
        found = [[n, ROLES[role], types] for n, role, types in part(declared, name, "prototype")]
        assert found == [
            [t.name, t.presence.value, numbers(dict.fromkeys(t.dtypes))]
            for t in (*ir.inputs, *ir.outputs)
        ]


def test_attributes_have_one_kind_and_one_default(views, declared):
    written = {
        "count": ("Int", "", ""),
        "slope": ("Float", "0.500000", "0.5"),
        "scale": ("Float", "2.000000", "2.0"),
        "use_it": ("Bool", "true", "true"),
        "mode": ("String", "name", '"name"'),
        "dims": ("ListInt", "1,2", "{1, 2}"),
        "weights": ("ListFloat", "", ""),
    }
    attributes = views["VwEveryKind"].attributes
    assert [a.name for a in attributes] == list(written)
    assert part(declared, "VwEveryKind", "attribute") == [
        [name, "optional" if value else "required", kind, value]
        for name, (kind, value, _) in written.items()
    ]
    assert part(declared, "VwEveryKind", "default") == [
        [name, kind, text] for name, (kind, _, text) in written.items()
    ]


def test_the_project_file_has_the_same(views, tree):
    for path in sorted(tree.glob("ascendc/views/*/*.json")):
        (document,) = json.loads(path.read_text(encoding="utf-8"))
        ir = views[document["op"]]
        for key, tensors in (("input_desc", ir.inputs), ("output_desc", ir.outputs)):
            assert document[key] == [
                {
                    "name": t.name,
                    "param_type": t.presence.value,
                    "format": list(t.formats),
                    "type": [DATA_TYPES[dtype].project for dtype in t.dtypes],
                }
                for t in tensors
            ]
        found = [(a["name"], a["type"]) for a in document.get("attr", [])]
        assert found == [(a.name, a.kind.value.project) for a in ir.attributes]


def test_a_list_is_written_as_c_plus_plus(tree):
    path = tree / "ascendc/views/every_kind/vw_every_kind.json"
    (document,) = json.loads(path.read_text(encoding="utf-8"))
    defaults = {a["name"]: a.get("default_value") for a in document["attr"]}
    assert defaults["dims"] == "{1, 2}"
    assert defaults["weights"] is None


def test_the_call_has_the_parameters_of_the_view(views, tree):
    for name, ir in views.items():
        (header,) = tree.glob(f"ascendc/views/*/aclnn_{ir.kernel}.h")
        text = header.read_text(encoding="utf-8")
        (inside,) = re.findall(rf"aclnn{name}GetWorkspaceSize\((.*?)\);", text, re.DOTALL)
        parameters = [" ".join(parameter.split()) for parameter in inside.split(",")]
        assert parameters == [
            *(parameter.declaration for parameter in ir.call_parameters()),
            "uint64_t *workspaceSize",
            "aclOpExecutor **executor",
        ]


def test_a_changed_default_is_noticed(tree, declared):
    prototype = tree / "ascendc/views/every_kind/vw_every_kind_proto.h"
    text = prototype.read_text(encoding="utf-8")
    changed = tree / "changed_proto.h"
    changed.write_text(text.replace("slope, Float, 0.5", "slope, Float, 0.25"), encoding="utf-8")
    found = part(declarations(tree, changed), "VwEveryKind", "default")
    before = part(declared, "VwEveryKind", "default")
    assert [one for one in found if one not in before] == [["slope", "Float", "0.25"]]


@needs("torch_npu")
def test_the_prototype_compiles_with_the_headers_of_the_graph_engine(tree):
    unit = tree / "prototypes.cc"
    headers = sorted(tree.glob("ascendc/views/*/*_proto.h"))
    headers += sorted(ROOT.glob("generated/ascendc/*/*/*_proto.h"))
    unit.write_text("".join(f'#include "{path}"\n' for path in headers), encoding="utf-8")
    compiler = os.environ.get("CXX") or shutil.which("c++") or "g++"
    find = "import importlib.util as u; print(u.find_spec('torch_npu').origin)"
    python = os.environ["OPGEN_PYTHON_TORCH_NPU"]
    found = subprocess.run([python, "-c", find], capture_output=True, text=True, check=True)
    root = Path(found.stdout.strip()).parent / "include/third_party/acl/inc"
    command = [compiler, "-std=c++17", "-fsyntax-only", f"-I{root}", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
