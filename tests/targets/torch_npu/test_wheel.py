"""torch_npu's own generator takes the entries; the wheel is audited; what lacks is said."""

from __future__ import annotations

import ast
import json
import os
import re
import shlex
import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import yaml

from opgen.runners import audit_torch_npu, examine_torch_npu
from tests.requirements import needs

pytestmark = [needs("torch_npu", "compiler")]

LISTED = "out/op_plugin_functions.yaml"
MERGE = (
    "from torchnpugen.utils import merge_custom_yaml as merge; "
    f'merge("npu_native_functions.yaml", "{LISTED}")'
)
AUTOGRAD = "-m torchnpugen.autograd.gen_autograd --out_dir autograd --autograd_dir derivatives"
GENERATOR = (
    "-m torchnpugen.gen_op_plugin_functions -v 2.13.0 -o out -s functions.yaml",
    f"-m torchnpugen.struct.gen_struct_opapi -n {LISTED} --struct_yaml functions.yaml -o out",
    "-m torchnpugen.gen_derivatives -v 2.13.0 -o derivatives -s backward.yaml",
    f"-c {shlex.quote(MERGE)}",
    f"{AUTOGRAD} --npu_native_function_dir npu_native_functions.yaml",
)
"""The steps of torchnpugen as its sample runs them, and the one that it leaves out."""

FUNCTION = re.compile(r"^[\w:<>, ]+ (npu_\w+)\([^)]*\)\n\{\n(.*?)^\}", re.DOTALL | re.MULTILINE)
SECTIONS = ("official", "custom", "symint", "quant", "autograd")


def merged(tree: Path, file: str, section: str) -> dict:
    """The entries of all libraries, as they stand in op-plugin's file."""
    parts = [
        yaml.safe_load(path.read_text("utf-8"))
        for path in sorted(tree.glob(f"torch_npu/*_npu/op_plugin/{file}"))
    ]
    entries = [entry for part in parts for entry in part[section]]
    return {"all_version": parts[0]["all_version"], section: entries}


@pytest.fixture(scope="module")
def upstream(whole_npu_tree: Path, npu_python: str, tmp_path_factory) -> Path:
    """What torchnpugen makes of the entries of all operators."""
    root = tmp_path_factory.mktemp("torchnpugen")
    for name in ("out", "derivatives", "autograd"):
        (root / name).mkdir()
    functions = {name: [] for name in SECTIONS}
    functions |= merged(whole_npu_tree, "op_plugin_functions.yaml", "custom")
    (root / "functions.yaml").write_text(yaml.safe_dump(functions, width=10**6, sort_keys=False))
    backward = merged(whole_npu_tree, "derivatives.yaml", "backward")
    (root / "backward.yaml").write_text(yaml.safe_dump(backward, width=10**6, sort_keys=False))
    base = {"backend": "NPU", "cpp_namespace": "at_npu::native"}
    parts = ("supported", "autograd", "custom", "custom_autograd", "symint", "quant")
    (root / "npu_native_functions.yaml").write_text(yaml.safe_dump(base | {n: [] for n in parts}))
    settings = {
        "PYTORCH_VERSION": "2.13.0",
        "TORCH_VERSION": "2.13.0",
        "TORCH_DEVICE_BACKEND_AUTOLOAD": "0",
        "ACLNN_EXTENSION_SWITCH": "TRUE",
        "ACLNN_EXTENSION_PATH": str(root),
        "PYTORCH_CUSTOM_DERIVATIVES_PATH": str(root / "derivatives" / "derivatives.yaml"),
    }
    for command in GENERATOR:
        done = subprocess.run(
            [npu_python, *shlex.split(command)],
            cwd=root,
            env=os.environ | settings,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-2000:]
    return root


def test_torchnpugen_writes_the_host_functions_that_the_specs_mean(upstream: Path) -> None:
    text = (upstream / "out" / "StructKernelNpuOpApiEverything.cpp").read_text("utf-8")
    bodies = {name: " ".join(body.split()) for name, body in FUNCTION.findall(text)}
    wanted = yaml.safe_load((upstream / "functions.yaml").read_text("utf-8"))["custom"]
    generated = {e["func"].partition("(")[0] for e in wanted if "gen_opapi" in e}
    assert bodies.keys() == generated
    assert len(generated) > 100
    without = bodies["npu_custom_linear"]
    assert "auto bias = c10::optional<at::Tensor>();" in without
    assert "EXEC_NPU_CMD_EXT(aclnnCustomLinear, x, weight, bias, use_bias, out);" in without
    assert "EXEC_NPU_CMD_EXT(aclnnLeakyReluYzh, x, alpha, out);" in bodies["npu_leaky_relu_yzh"]
    assert "reduce_ops_npu_output_size(x, axes, keepdim)" in bodies["npu_zoo_sum"]


def test_torchnpugen_writes_the_gradients_that_the_specs_mean(upstream: Path) -> None:
    functions = (upstream / "autograd" / "Functions.cpp").read_text("utf-8")
    assert "npu_custom_linear_grad(grad, x, weight, use_bias)" in functions
    assert "npu_leaky_relu_yzh_grad(x, grad, alpha)" in functions
    headers = (upstream / "autograd" / "VariableType.h").read_text("utf-8")
    wanted = yaml.safe_load((upstream / "backward.yaml").read_text("utf-8"))["backward"]
    names = {entry["name"].partition("(")[0] for entry in wanted}
    assert names <= set(re.findall(r"\b(npu_\w+)\(", headers))


def test_the_audit_finds_what_drifted_in_the_wheel(npu_python: str, tmp_path: Path) -> None:
    found = audit_torch_npu(npu_python, tmp_path)
    assert found["version"] == "2.13.0"
    assert (found["operators"], len(found["without shapes"]), found["with autograd"]) == (
        425,
        164,
        72,
    )
    counts = {
        copy: [found[copy][key] for key in ("copies", "names", "count", "defaults")]
        for copy in ("fake functions", "converters")
    }
    assert counts == {"fake functions": [248, 96, 4, 31], "converters": [142, 62, 9, 22]}
    texts = {
        (entry["op"], entry["kind"]): entry["text"] for entry in found["converters"]["differing"]
    }
    assert texts["npu::npu_group_norm_silu", "defaults"] == "eps=0.0001, the schema has 1e-05"


def test_the_doctor_misses_nothing_but_what_cann_brings(npu_tree: Path, npu_python: str) -> None:
    findings = examine_torch_npu(npu_python, npu_tree, ["custom"])["findings"]
    assert {f["what"] for f in findings if not f["there"]} <= {"CANN", "aclnn function"}
    assert all(f["advice"] for f in findings if not f["there"])
    there = {(f["op"], f["what"]) for f in findings if f["there"]}
    for name in ("custom::custom_linear", "npu::npu_custom_linear_with_bias"):
        for what in ("schema", "kernel for the NPU", "fake function", "gradient", "converter"):
            assert (name, what) in there


TRAINING = """
import json, sys
sys.path[:0] = [sys.argv[1], sys.argv[2] + "/torch_npu"]
import npu_stubs
from pathlib import Path

npu_stubs.load(npu_stubs.library_root(Path(sys.argv[2])))
import torch, custom_npu

device = "npu" if torch.npu.is_available() else "cpu"
torch.manual_seed(0)
x, target = torch.randn(64, 3, device=device), torch.randn(64, 5, device=device)
ours, theirs = (torch.nn.Linear(3, 5).to(device) for _ in range(2))
theirs.load_state_dict(ours.state_dict())
losses = []
for model, call in (
    (ours, lambda m: custom_npu.npu_custom_linear_with_bias(x, m.weight, m.bias)),
    (theirs, lambda m: m(x)),
):
    losses.append([])
    for _ in range(20):
        loss = torch.nn.functional.mse_loss(call(model), target)
        losses[-1].append(loss.item())
        # An optimizer of PyTorch asks the device for its state, which needs CANN.
        gradients = torch.autograd.grad(loss, list(model.parameters()))
        with torch.no_grad():
            for parameter, gradient in zip(model.parameters(), gradients):
                parameter -= 0.1 * gradient
same = all(torch.allclose(a, b, atol=1e-6) for a, b in zip(ours.parameters(), theirs.parameters()))
print(json.dumps({"losses": losses, "same": same}))
"""


def test_a_model_trains_as_with_pytorchs_own_layer(npu_tree: Path, npu_python: str) -> None:
    runners = Path(audit_torch_npu.__code__.co_filename).parent
    done = subprocess.run(
        [npu_python, "-c", TRAINING, str(runners), str(npu_tree)],
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout.splitlines()[-1])
    ours, theirs = found["losses"]
    assert ours[-1] < 0.9 * ours[0]
    assert ours == pytest.approx(theirs, abs=1e-6)
    assert found["same"]


EXPOSED = """
import json, sys
sys.path[:0] = [sys.argv[1], sys.argv[2] + "/torch_npu"]
import npu_stubs
from pathlib import Path

directory = npu_stubs.build(npu_stubs.library_root(Path(sys.argv[2])))
npu_stubs.load(npu_stubs.library_root(Path(sys.argv[2])))
import torch, torch_npu, custom_npu

custom_npu.expose()
text = torch_npu.npu_custom_linear_with_bias.__doc__
lines = [line[4:].replace(".npu()", "") for line in text.splitlines() if line.startswith(">>> ")]
scope = {}
exec("\\n".join(lines), scope)
print(json.dumps({"text": text, "shape": scope["y"].shape, "stand-ins": str(directory)}))
"""


@pytest.fixture(scope="module")
def exposed(npu_tree: Path, npu_python: str) -> dict:
    runners = Path(audit_torch_npu.__code__.co_filename).parent
    done = subprocess.run(
        [npu_python, "-c", EXPOSED, str(runners), str(npu_tree)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_docstrings_arrive_in_torch_npu_with_an_example_that_runs(exposed: dict) -> None:
    lines = exposed["text"].splitlines()
    assert lines[1].startswith("torch_npu.npu_custom_linear_with_bias(Tensor x, Tensor weight, ")
    headings = [line for line in lines if line in {"功能描述", "参数说明", "输出说明", "示例"}]
    assert headings == ["功能描述", "参数说明", "输出说明", "示例"]
    assert "bias (Tensor) - Shape [n], dtype of x." in lines
    assert exposed["shape"] == [4, 5]


def test_a_test_module_runs_as_a_script(exposed: dict, npu_tree: Path, npu_python: str) -> None:
    module = "torch_npu/custom_npu/custom_linear/test_npu_custom_linear.py"
    done = subprocess.run(
        [npu_python, str(npu_tree / module), "-v"],
        env=os.environ | {"LD_LIBRARY_PATH": exposed["stand-ins"]},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert "TestNpuCustomLinear.test_npu_custom_linear_sample_2) ... ok" in done.stderr
    assert "Ran 12 tests" in done.stderr


def names_of_tests(package: Path) -> set[str]:
    """Return the tests that stand in the test modules of a package."""
    return {
        method.name
        for module in package.glob("*/test_*.py")
        for part in ast.parse(module.read_text("utf-8")).body
        if isinstance(part, ast.ClassDef)
        for method in part.body
        if isinstance(method, ast.FunctionDef) and method.name.startswith("test_")
    }


@pytest.mark.parametrize("library", ["custom", "zoo"])
def test_all_test_modules_run_under_pytest(
    exposed: dict, npu_tree: Path, zoo_tree: Path, npu_python: str, tmp_path: Path, library: str
) -> None:
    beside = subprocess.run([npu_python, "-c", "import pytest"], capture_output=True, check=False)
    if beside.returncode and "torch_npu" not in os.environ.get("OPGEN_REQUIRE", "").split(","):
        pytest.skip("pytest isn't installed beside torch_npu")
    tree = {"custom": npu_tree, "zoo": zoo_tree}[library]
    package, report = tree / "torch_npu" / f"{library}_npu", tmp_path / "report.xml"
    done = subprocess.run(
        [
            npu_python,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "--junit-xml",
            report,
            package,
        ],
        env=os.environ | {"LD_LIBRARY_PATH": exposed["stand-ins"]},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    cases = list(ET.parse(report).iter("testcase"))
    assert {case.get("name") for case in cases} == names_of_tests(package)
    skipped = {case.get("name"): case.find("skipped") for case in cases}
    reasons = {name: found.get("message") for name, found in skipped.items() if found is not None}
    assert all("doesn't take this" in reason for reason in reasons.values()), reasons
    assert len(reasons) < len(cases) / 10
