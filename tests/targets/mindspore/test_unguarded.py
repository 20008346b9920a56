"""What MindSpore does with custom operators where nothing stands against its traps.

What stands against them in generated operators is in `test_running.py`; `docs/mindspore.md` has
both for each trap.
"""

from __future__ import annotations

import os
import signal
import subprocess
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.requirements import needs
from tests.targets.mindspore.scripts import MODES, printed, started

pytestmark = [needs("mindspore"), needs("compiler")]

PLAIN = Path(__file__).with_name("plain")
ALONE = ("other ABI", "half a library", "overwritten library", "unread")
SQUARES = [2.25, 4, 9]
"""Of [1.5, 2, 3], which is what kernels get here."""

Process = subprocess.CompletedProcess[str]


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("plain")
    made = {
        "kernels": ("kernels.cc", "-D_GLIBCXX_USE_CXX11_ABI=0"),
        "other_abi": ("kernels.cc", "-D_GLIBCXX_USE_CXX11_ABI=1"),
        "number_1": ("number.cc", "-DNUMBER=1"),
        "number_2": ("number.cc", "-DNUMBER=2"),
    }
    compiler = [os.environ.get("CXX", "c++"), "-std=c++17", "-O1", "-shared", "-fPIC"]
    for name, (source, flag) in made.items():
        command = [*compiler, flag, str(PLAIN / source), "-o", str(root / f"{name}.so")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    return root


@pytest.fixture(scope="module")
def processes(
    libraries: Path, tmp_path_factory: pytest.TempPathFactory
) -> dict[tuple[str, ...], Future[Process]]:
    """All processes, two at a time: they wait for MindSpore most of the time."""
    pool = ThreadPoolExecutor(2)
    keys = [(mode, *chosen) for chosen in ((), *((name,) for name in ALONE)) for mode in MODES]
    scratch = {key: tmp_path_factory.mktemp("unguarded") for key in keys}
    futures = {
        key: pool.submit(started, "unguarded", libraries, *key, scratch=scratch[key])
        for key in keys
    }
    pool.shutdown(wait=False)
    return futures


@pytest.fixture(params=MODES)
def mode(request: pytest.FixtureRequest) -> str:
    chosen: str = request.param
    return chosen


@pytest.fixture
def traps(processes: dict[tuple[str, ...], Future[Process]], mode: str) -> dict[str, Any]:
    return printed(processes[mode,].result())


def only(mode: str, graph: str, pynative: Any) -> Any:
    """Return what is expected: in graphs an error that says this, in eager mode a value."""
    return Said(graph) if mode == "graph" else pynative


class Said:
    """Equal to each error that says something."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) and "Error: " in other and self.text in other

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"an error with {self.text!r}"


def test_gradients_are_taken_as_they_come(traps: dict[str, Any], mode: str) -> None:
    right = [3, 4, 6]
    assert traps["gradients"] == {
        "right": right,
        "bare": only(mode, "should be tuple", right),
        "too_many": right,
        "other_shape": 13,
        "other_dtype": right,
        "kind": "Float16",
        "in_a_list": only(mode, "should be tuple", right),
        "none": None if mode == "graph" else [0, 0, 0],
        "any_signature": only(mode, "requires at least 2 params", right),
        "missing": Said("Custom's bprop not defined"),
    }


def test_a_gradient_of_another_shape_or_type_fails_far_away(
    traps: dict[str, Any], mode: str
) -> None:
    assert traps["gradients that are added"] == {
        "right": [6.75, 12, 27],
        # The sum of what is of another shape, to each element: nothing is said in eager mode.
        "other_shape": only(mode, "input shape must be same", [32.75, 34.5, 39.5]),
        "other_dtype": Said("must have same data type" if mode == "pynative" else "type must be"),
    }


def test_too_few_gradients_end_in_an_error_that_names_none(
    traps: dict[str, Any], mode: str
) -> None:
    said = "tuple_getitem index" if mode == "graph" else "Fn gradient size should larger"
    assert traps["gradients of two"]["too few"] == Said(said)


def test_a_wrong_second_gradient_is_not_seen_by_default(traps: dict[str, Any]) -> None:
    found = traps["gradients of two"]
    assert found["by default"] == [4, 5, 6]
    assert found["of all"] == [[4, 5, 6], [-1.5, -2, -3]]


def test_the_gradient_of_a_broadcast_operand_keeps_another_shape(traps: dict[str, Any]) -> None:
    _, of_scalar = traps["gradients of two"]["of a broadcast operand"]
    assert of_scalar == [1.5, 2, 3]


def test_a_kernel_for_gradients_takes_one_precision_for_another(traps: dict[str, Any]) -> None:
    passed_on, cast = traps["gradient of a wider result"]
    assert cast == [3, 4, 6]
    # The words of 1.0 in double precision are 0.0 and 1.875 in single precision.
    assert passed_on == [0, 2 * 2 * 1.875, 0]


def test_parameters_of_a_cell_with_bprop_get_no_gradient(traps: dict[str, Any], mode: str) -> None:
    refused = "does not support using Parameter"
    assert traps["cells"] == {
        "bare": only(mode, "output should be a tuple", [3, 4, 6]),
        "parameter": only(mode, refused, [[0, 0, 0]]),
        "operand": only(mode, refused, [4, 5, 6]),
    }


def test_rows_that_are_promised_and_not_written_are_anything(traps: dict[str, Any]) -> None:
    assert traps["promised shape"][:3] == SQUARES
    assert len(traps["promised shape"]) == 7


def test_a_promise_of_another_dtype_is_hidden(traps: dict[str, Any]) -> None:
    without, registered = traps["promised dtype"]
    assert without == [0x40100000, 0x40800000, 0x41100000]
    assert registered == [2, 4, 9]


def test_the_first_promise_of_a_name_counts_in_eager_mode(traps: dict[str, Any], mode: str) -> None:
    assert traps["promises of one name"] == [[3], [7] if mode == "graph" else [3], [7]]


def test_a_result_is_written_over_an_operand_too_many(traps: dict[str, Any]) -> None:
    operand, registered = traps["number of operands"]
    assert operand == SQUARES
    assert registered == Said("KernelObjectTypeNotSupported")


def test_a_dtype_that_is_not_listed_is_cast_and_cast_back(traps: dict[str, Any]) -> None:
    assert traps["unlisted dtype"] == {
        "kinds": ["Float64", "Float64"],
        "exact": [False, True],
        "value": [1],
        "integers": Said("Unsupported data type"),
    }


def test_operands_of_two_precisions_are_taken_for_one(traps: dict[str, Any]) -> None:
    # The words of 4.0 in double precision are 0.0 and 2.25 in single precision.
    assert traps["mixed dtypes"] == [0, 2 * 2.25, 0]


def test_a_second_registration_of_a_name_does_not_count(traps: dict[str, Any]) -> None:
    assert traps["second registration"] == [False, False, True]


def test_attributes_are_rounded_lost_or_refused(traps: dict[str, Any]) -> None:
    assert traps["attributes"] == {
        "first": [0.5],
        "second": [0.25],
        "tenth": [0.10000000149011612],
        "int": Said("Cast failed, original value: 2"),
        "numpy": Said("not JSON serializable"),
        "default": Said("there is no attribute called factor"),
        "early": Said("CreateKernel"),
        "of double": [0],
        "renamed": Said("must be the same as previous saved one"),
    }


def test_a_registration_for_another_device_is_run(traps: dict[str, Any]) -> None:
    assert traps["devices"]["Ascend"] == SQUARES
    # One for GPUs asks for a library of Ascend.
    assert traps["devices"]["GPU"] == Said("libmindspore_ascend")


def test_a_result_without_axes_becomes_a_number_in_graphs(traps: dict[str, Any], mode: str) -> None:
    inferred = "float" if mode == "graph" else "Tensor"
    assert traps["results without axes"] == {"inferred": inferred, "declared": "Tensor"}


def test_workspace_is_sized_once(traps: dict[str, Any], mode: str) -> None:
    # In a graph for the size -1, which is the largest of all for who takes it for one.
    allocated = -4 if mode == "graph" else 8
    assert traps["workspace"] == [[1, allocated, 8], [1, allocated, 4000]]


def test_a_primitive_that_is_called_like_one_of_mindspores_is_that(traps: dict[str, Any]) -> None:
    assert traps["names of primitives"] == {
        "built in": SQUARES,
        "own": Said("Unsupported op [SquareOfOurs]"),
        "gradient": [3, 4, 6],
        "ran": 0,
    }


def test_a_gradient_that_is_registered_for_a_subclass_is_not_found(traps: dict[str, Any]) -> None:
    assert traps["registered gradients"] == {
        "registered": Said("Custom's bprop not defined"),
        "got": [3, 4, 6],
    }


def test_a_library_that_was_rebuilt_runs_the_old_code(traps: dict[str, Any]) -> None:
    built, rebuilt, of_other_shape, of_other_name = traps["rebuilt library"]
    assert built == rebuilt == of_other_shape == 1
    assert of_other_name == 2


def test_sources_of_one_name_share_a_library(traps: dict[str, Any]) -> None:
    assert traps["sources"] == [1, 1]


def test_paths_are_looked_up_when_a_kernel_is_launched(traps: dict[str, Any]) -> None:
    assert traps["paths"]["missing"] == Said("couldn't find the AOT binary file")
    assert traps["paths"]["colon"] == Said("couldn't find the AOT binary file")
    assert "b.so" not in traps["paths"]["colon"]


def test_vectors_are_the_same_in_both_abis(traps: dict[str, Any]) -> None:
    assert traps["vectors of another ABI"] == SQUARES


def test_prototypes_lose_axes_and_types(traps: dict[str, Any]) -> None:
    assert traps["prototypes"] == {
        "result": [1],
        "operand": "float",
        "dtype": Said("memcpy failed"),
    }


def test_mindspores_compiler_leaves_sums_and_second_results_wrong(traps: dict[str, Any]) -> None:
    assert traps["hybrid"]["sums"] == [2, 2]
    first, second = traps["hybrid"]["both"]
    assert first != [42.5, 43, 44]
    assert second != [55.5, 74, 111]


def test_another_call_gets_the_error_of_a_kernel(traps: dict[str, Any], mode: str) -> None:
    failed = Said("function(failing) is 7")
    if mode == "graph":
        assert traps["lost error"] == [failed, [2.5, 3, 4]]
    else:
        assert traps["lost error"] == ["Float32", failed, failed]


CRASHES = {
    "other ABI": signal.SIGSEGV,
    "half a library": signal.SIGBUS,
    "overwritten library": signal.SIGBUS,
}


@pytest.mark.parametrize("trap", CRASHES)
def test_a_library_that_crashes_says_nothing(
    processes: dict[tuple[str, ...], Future[Process]], mode: str, trap: str
) -> None:
    done = processes[mode, trap].result()
    assert done.returncode == -CRASHES[trap]
    assert "Error" not in done.stdout + done.stderr


def test_the_error_of_a_kernel_is_lost_where_nobody_reads(
    processes: dict[tuple[str, ...], Future[Process]], mode: str
) -> None:
    done = processes[mode, "unread"].result()
    if mode == "graph":
        assert "function(failing) is 7" in done.stderr
    else:
        assert printed(done) == {"unread": "no error"}
        assert done.stderr == ""
