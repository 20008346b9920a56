"""Generated operators in MindSpore: examples of its users, its traps, a training run, verify."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from opgen.runners import Outcome, Runner
from tests.requirements import needs
from tests.targets.mindspore.scripts import MODES, run

pytestmark = [needs("mindspore"), needs("compiler")]


@pytest.fixture(scope="module", autouse=True)
def _quick_to_compile() -> Iterator[None]:
    """Compile what only these tests run without optimisation, unless somebody says how."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CXXFLAGS", os.environ.get("CXXFLAGS", "-O0"))
        yield


@pytest.mark.parametrize("mode", MODES)
def test_examples_of_users_give_their_numbers_with_our_kernels(
    tree: Path, tmp_path: Path, mode: str
) -> None:
    found = run("documents", tree, mode, scratch=tmp_path)
    assert [name for name, example in found.items() if not example["ran"]] == []
    results = {name: example["result"] for name, example in found.items()}
    assert results["square"] == [2, 8, 18]
    assert results["cell"] == [9, 6]
    assert results["primitive"] == 8
    assert results["written"] == results["written of old"] == 8
    assert results["written with numbers"] == [0.25, 0.25, 0.25]
    assert results["cube"] == [12, 12]
    assert results["all positions"] < 1e-5
    assert results["scalar scale"] is True


@pytest.fixture(scope="module", params=MODES)
def traps(
    request: pytest.FixtureRequest, tree: Path, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Any]:
    found = run("traps", tree, request.param, scratch=tmp_path_factory.mktemp("traps"))
    return found | {"mode": request.param}


SAID = {
    "relative path unguarded": "AOT",
    "promised shape": "square: y: expected shape [3], got [7] [31]",
    "promised dtype": "square: y: expected f32, got f16 [31]",
    "bare gradient": "square: a gradient has to return a tuple, also of one",
    "too many gradients": "square: a gradient has to return one for each operand",
    "gradient in a list": "square: a gradient has to return a tuple, also of one",
    "no gradient": "square: the gradient of x is None, not zeros",
    "gradient of any signature": "no error",
    "gradient of other dtype": "square: the gradient of x has another dtype",
    "gradient of other shape": "square: the gradient of x has another shape",
    "right gradient": "no error",
    "missing library": "libcustom_mindspore-0.so, which",
    "forbidden library": "PermissionError",
    "other device": "square: its kernel runs on the CPU, MindSpore on GPU",
    "colon": "takes what follows the `:` for a symbol",
}


@pytest.mark.parametrize("trap", SAID)
def test_a_trap_is_caught_by_name(traps: dict[str, Any], trap: str) -> None:
    assert SAID[trap] in traps[trap]


def test_libraries_are_found_from_any_directory(traps: dict[str, Any]) -> None:
    assert traps["relative path"] == [True, [1, 16, 81]]


def test_kernels_and_functions_count_their_operands(traps: dict[str, Any]) -> None:
    by_kernel, other, by_function = traps["operand too many"]
    assert "square: more tensors than the spec says: generate and build it again [10]" in by_kernel
    assert other == [1, 1, 1]
    assert "takes 1 positional argument but 2 were given" in by_function


def test_registrations_of_one_kernel_do_not_collide(traps: dict[str, Any]) -> None:
    assert traps["several attributes"] == [-0.1, -0.2, -0.3]
    assert traps["several arities"] == [24, 32]


def test_attributes_are_exact_and_checked(traps: dict[str, Any]) -> None:
    assert traps["exact attribute"] == [True, 3e300]
    assert "leaky_relu_yzh: alpha: expected f32, got '0.1'" in traps["wrong attribute"][0]


def test_an_attribute_that_is_not_given_has_its_default(traps: dict[str, Any]) -> None:
    by_default, given = traps["default attribute"]
    np.testing.assert_allclose(by_default, [-0.01, -0.04, -0.09], rtol=1e-6)
    assert given == [-0.25, -1, -2.25]


def test_types_are_refused_before_they_are_cast(traps: dict[str, Any]) -> None:
    assert "square: x: expected f32 or f64, got i32" in traps["dtypes"][0]
    assert "fused_add_scale: bias: expected f32 (from x), got f64" in traps["dtypes"][1]


def test_what_has_no_axes_is_a_tensor(traps: dict[str, Any]) -> None:
    assert traps["without axes"] == [["Tensor", [], 9], ["Tensor", [], 6]]


def test_the_sums_of_gradients_are_printed(traps: dict[str, Any]) -> None:
    if traps["mode"] == "pynative":
        assert traps["debug"][-5:] == ["of", "x", "sums", "to", "28.0"]


def test_one_object_for_two_operands_is_mindspores_to_merge(traps: dict[str, Any]) -> None:
    merged, apart = traps["same object"]
    assert apart == [[2, 2, 2], [2, 2, 2]]
    assert merged == ([[4, 4, 4]] * 2 if traps["mode"] == "pynative" else apart)


def test_a_cell_with_bprop_has_no_parameters(traps: dict[str, Any]) -> None:
    assert traps["no parameters"] == 0


def test_func_types_that_cannot_run_are_refused(traps: dict[str, Any]) -> None:
    found = traps["func types"]
    assert "none for CPU" in found["tbe"]
    assert "none for CPU" in found["akg"]
    assert all("no '" in found[name] for name in ("tvm", "julia", "customize"))
    assert "expected aot, pyfunc or hybrid" in found["other"]


def test_a_formula_runs_in_the_hybrid_language(traps: dict[str, Any]) -> None:
    (cubes, slopes, scaled, factors), ran = traps["hybrid"]
    x = [[1, 2, 3], [4, 5, 6]]
    assert cubes == [[value**3 for value in row] for row in x]
    assert slopes == [[3 * value**2 for value in row] for row in x]
    assert scaled == [[2.5 * value for value in row] for row in x]
    assert factors == [[2.5] * 3] * 2
    assert not ran


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        ("double", "cube: x: func_type hybrid computes in f32 and takes no f64"),
        ("empty", "cube: x: func_type hybrid takes no empty tensors"),
        ("no formula", "leaky_relu_yzh: func_type hybrid: its spec has no formula"),
        ("lists", "custom_linear: func_type hybrid: its spec has no formula"),
    ],
)
def test_what_the_hybrid_language_cannot_have_is_refused(
    traps: dict[str, Any], case: str, expected: str
) -> None:
    assert expected in traps["hybrid refused"][case]


def test_registrations_serve_each_target(traps: dict[str, Any]) -> None:
    assert traps["registrations"] | {"tbe on the CPU": ""} == {
        "targets": ["CPU", "GPU", "Ascend"],
        "types": ["int", "int", "double"],
        "value": 0.25,
        "rows": 2,
        "decorated": [True, True, False],
        "tbe on the CPU": "",
    }
    assert "doesn't run on CPU" in traps["registrations"]["tbe on the CPU"]


def test_a_registration_that_is_given_counts_before_that_of_a_decorator(
    traps: dict[str, Any],
) -> None:
    assert traps["precedence"] == ["custom_square", "cube"]


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        ("operator", "no operator 'custom.sqare': did you mean custom.square?"),
        ("counts", "square: expected numbers of tensors for 1 operands, got 2"),
        ("attributes", "leaky_relu_yzh: expected values of 1 attributes, got 0"),
        ("bisected", "square: expected 1 tensors, got 2"),
        ("text", "no operator 'custom.sqare'"),
        ("bisected sample", "no operator 'custom.sqare': did you mean custom.square?"),
        ("registered", "no operator 'custom.sqare'"),
    ],
)
def test_wrong_calls_are_refused_by_name(traps: dict[str, Any], case: str, expected: str) -> None:
    assert expected in traps["wrong calls"][case]


def test_the_search_tells_wiring_from_kernels(traps: dict[str, Any]) -> None:
    right, wrong = traps["verdicts"]
    assert right == ["custom.fused_add_scale: right with these arguments", "", True]
    assert wrong[1:] == ["wiring", False]
    assert "wrong is the wiring of the gradient, none of the kernels: gradient of " in wrong[0]


def test_what_is_configured_counts_at_once(traps: dict[str, Any]) -> None:
    functions, values, ran, wrong, is_restored = traps["configured"]
    assert functions["stop"] == [[0, 0, 0]] * 2
    assert functions["identity"] == [[1, 1, 1]] * 2
    assert functions["real"] == [[2, 8, 18]] * 2
    assert values == [[1, 16, 81]] * 2
    assert ran == 0
    assert "shapes: expected python or cpp, got 'rust'" in wrong
    assert is_restored


def test_shapes_come_from_python_where_they_are_known(traps: dict[str, Any]) -> None:
    found = traps["shape functions"]
    is_graph = traps["mode"] == "graph"
    assert ("not a PrimitivePy" if is_graph else "no error") in found["unguarded"]
    assert found["python"] is True
    # Outside of graphs all sizes are known.
    assert found["python, unknown"] is not is_graph
    assert found["cpp"] is found["cpp, unknown"] is False


def test_a_number_that_changes_can_be_a_tensor(traps: dict[str, Any]) -> None:
    found = traps["changing attribute"]
    # MindSpore's own mutable numbers have single precision.
    for kind, precision in (("number", 1e-15), ("mutable", 1e-7), ("tensor", 1e-15)):
        values = [value for pair in found[kind][0] for part in pair for value in part]
        np.testing.assert_allclose(values, [0.3, 0.1, 0.6, 0.2, 0.9, 0.3], rtol=precision)
    compiled = {kind: found[kind][1] for kind in ("number", "mutable", "tensor")}
    # Once for the value and once for the gradient.
    assert compiled == {"number": 6, "mutable": 2, "tensor": 2}
    assert found["number"][2] == 3
    assert found["mutable"][2] + found["tensor"][2] == 1
    assert "custom_linear: use_bias: expected a number that is known" in found["refused"]


def test_the_reference_runs_as_a_prototype(traps: dict[str, Any]) -> None:
    values, gradients = traps["prototype"]
    assert values == [-0.25, -1, -2.25]
    assert gradients == [0.25, 0.25, 0.25]


def test_a_prototype_keeps_the_promised_shape(traps: dict[str, Any]) -> None:
    guarded, unguarded = traps["short prototype"]
    assert "square: y: shape [2], promised was [3]" in guarded
    assert unguarded == "no error"


@pytest.mark.parametrize("mode", MODES)
def test_a_network_trains_as_one_of_mindspores_own(tree: Path, tmp_path: Path, mode: str) -> None:
    found = run("training", tree, mode, scratch=tmp_path)
    assert found["ours"] == pytest.approx(found["theirs"], rel=1e-4)
    assert found["ours"][-1] < found["ours"][0] / 2


def test_a_wrong_kernel_is_found_in_both_modes(tree: Path, tmp_path: Path) -> None:
    """A rebuilt library has another name, and a gradient with the wrong sign doesn't pass."""
    kernel = tree / "kernels/custom/square_grad/square_grad_cpu.cc"
    right = kernel.read_text()
    assert right.count("T(2) * x[i]") == 1
    kernel.write_text(right.replace("T(2) * x[i]", "T(-2) * x[i]"))
    try:
        runner = Runner(tree, {"mindspore": sys.executable}, quick=True)
        rows = list(runner.verify(["custom.square"], ["mindspore"]))
        said = _bisected(tree, tmp_path)
    finally:
        kernel.write_text(right)
    failed = {row.check for row in rows if row.outcome is Outcome.FAILED}
    assert {f"{mode} gradient sample 1" for mode in MODES} <= failed
    assert not any("values" in check for check in failed)
    assert "wrong is the backward kernel (custom.square_grad): gradient of x" in said


def test_a_wrong_forward_kernel_is_told_from_its_gradient(tree: Path, tmp_path: Path) -> None:
    kernel = tree / "kernels/custom/square/square_cpu.cc"
    right = kernel.read_text()
    assert right.count("x[i] * x[i]") == 1
    kernel.write_text(right.replace("x[i] * x[i]", "x[i] * x[i] * x[i]"))
    try:
        said = _bisected(tree, tmp_path)
    finally:
        kernel.write_text(right)
    assert "custom.square: wrong is the forward kernel: y" in said


def _bisect(tree: Path, qualified: str, scratch: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(tree / "mindspore" / "opgen_mindspore"), "bisect", qualified]
    environment = {"GLOG_v": "4", **os.environ}
    return subprocess.run(
        command, cwd=scratch, env=environment, capture_output=True, text=True, check=False
    )


def _bisected(tree: Path, scratch: Path) -> str:
    """Return what the search for a wrong part says of `square`; something has to be wrong."""
    done = _bisect(tree, "custom.square", scratch)
    assert done.returncode == 1, done.stderr[-2000:]
    return done.stdout


def test_the_search_needs_a_sample(tree: Path, tmp_path: Path) -> None:
    path = tree / "samples/custom/square.json"
    text = path.read_text()
    path.write_text(json.dumps(json.loads(text) | {"samples": []}))
    try:
        done = _bisect(tree, "custom.square", tmp_path)
    finally:
        path.write_text(text)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("custom.square: its spec has no sample: give it")
    assert done.stdout == ""


def test_the_search_knows_its_libraries(tree: Path, tmp_path: Path) -> None:
    done = _bisect(tree, "custo.square", tmp_path)
    assert done.returncode == 2
    assert "there is no package custo_mindspore" in done.stderr


LOADING = """\
import sys
sys.path.insert(0, sys.argv[1])
import custom_mindspore, mindspore, numpy
print(custom_mindspore.square(mindspore.Tensor(numpy.full(2, 3.0))).asnumpy().tolist())
"""


def test_processes_that_build_one_library_at_once_get_a_whole_one(
    tree: Path, tmp_path: Path
) -> None:
    """Each from a directory of its own; the kernels are compiled, but not linked."""
    root = tmp_path / "libraries"
    root.mkdir()
    compiled = tree / ".opgen" / "cache" / "lib"
    subprocess.run(
        [sys.executable, str(tree / "kernels" / "opgen_build.py"), "custom"],
        check=True,
        capture_output=True,
    )
    for part in [*compiled.glob("*.o"), *compiled.glob("*.json")]:
        shutil.copy(part, root)
    environment = {"GLOG_v": "4", **os.environ, "OPGEN_LIB_ROOT": str(root)}
    processes = []
    for number in range(3):
        place = tmp_path / str(number)
        place.mkdir()
        command = [sys.executable, "-c", LOADING, str(tree / "mindspore")]
        processes.append(
            subprocess.Popen(command, cwd=place, env=environment, stdout=subprocess.PIPE, text=True)
        )
    printed = [process.communicate()[0].strip().splitlines()[-1] for process in processes]
    assert printed == ["[9.0, 9.0]"] * 3
    assert len(list(root.glob("libcustom-*.so"))) == 1
    assert len(list(root.glob("libcustom_mindspore-*.so"))) == 1
    assert not [path for path in root.iterdir() if path.suffix not in {".o", ".json", ".so"}]


CHOSEN = """
import json, sys
sys.path.insert(0, sys.argv[1])
import mindspore as ms, numpy as np
import custom_mindspore as custom, opgen_mindspore as runtime
x = ms.Tensor(np.float32([1, 2, 3]))
values = [custom.cube(x).tolist()]
ms.set_context(mode=ms.GRAPH_MODE)
values.append(ms.jit(custom.cube)(x).tolist())
print(json.dumps([values, runtime.calls("custom.cube")]))
"""


@pytest.mark.parametrize(("func_type", "ran"), [("hybrid", False), ("aot", True)])
def test_the_environment_chooses_what_runs_functions(
    tree: Path, tmp_path: Path, func_type: str, *, ran: bool
) -> None:
    environment = {"GLOG_v": "4", **os.environ, "OPGEN_FUNC_TYPE": func_type}
    command = [sys.executable, "-c", CHOSEN, str(tree / "mindspore")]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    values, calls = json.loads(done.stdout.strip().splitlines()[-1])
    np.testing.assert_allclose(values, [[1.0, 8.0, 27.0]] * 2, rtol=1e-5)
    assert (calls > 0) == ran


def test_a_library_that_was_built_ahead_needs_no_compiler(tree: Path, tmp_path: Path) -> None:
    runtime = tree / "mindspore" / "opgen_mindspore"
    build = [sys.executable, str(runtime), "build", "custom", str(tmp_path)]
    subprocess.run(build, check=True, capture_output=True, cwd=tmp_path)
    loading = (
        f"import sys; sys.path.insert(0, {str(tree / 'mindspore')!r}); import custom_mindspore"
    )
    environment = {**os.environ, "OPGEN_LIB_ROOT": str(tmp_path), "CXX": "/nonexistent"}
    processes = [
        subprocess.Popen([sys.executable, "-c", loading], env=environment) for _ in range(2)
    ]
    assert [process.wait() for process in processes] == [0, 0]
