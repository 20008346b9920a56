"""CUDA kernels: what is generated, that nvcc takes it, what a kernel written with it computes."""

from __future__ import annotations

import ctypes
import importlib
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from opgen.ops import (
    Broadcast,
    Device,
    DeviceSupport,
    DType,
    Op,
    OpSet,
    SameAs,
    TypeVariable,
)
from opgen.outputs import Ownership
from tests.requirements import needs
from tests.targets.abi import FAILED, INVALID, OK, UNWRITTEN, Library, of_array
from tests.targets.cuda_tree import CUDA, build_cuda, build_emulated, fill_cuda
from tests.targets.kernel_tree import STRICT, build, render, write
from tests.targets.ops_by_hand import attribute, changed, dims, make_op
from tests.targets.test_kernels_text import STYLE

FLOATING = (DType.F32, DType.F64, DType.F16, DType.BF16)
BOTH = (DeviceSupport(Device.CPU), DeviceSupport(Device.CUDA, (DType.F32, DType.F16, DType.BF16)))


def cuda_ops() -> list[Op]:
    types = (TypeVariable("T", FLOATING),)
    scaled = make_op(
        "scaled",
        "x",
        "y",
        shape=SameAs("x"),
        types=types,
        attributes=(attribute("factor", "f32", 2.0),),
    )
    added = make_op("added", "a b", "y", shape=Broadcast(("a", "b")), types=types)
    summed = make_op("summed", "x bias?", "y", shape=dims("... c, ... -> ..."), types=types)
    joined = make_op("joined", "x xs*", "y", shape=SameAs("x"), types=types)
    return [changed(op, devices=BOTH) for op in (scaled, added, summed, joined)]


BODIES = {
    "scaled": """\
  using Compute = opgen::ComputeType<T>;
  opgen::Launch launch(ctx, "scaled");
  launch.for_each(y.numel(), [=] __device__(int64_t i) {
    y[i] = static_cast<T>(x[i] * static_cast<Compute>(factor));
  });
  return launch.status();
""",
    "added": """\
  const opgen::BroadcastTo<const T> a_at(a, y), b_at(b, y);
  opgen::Launch launch(ctx, "added");
  launch.for_each(y.numel(), [=] __device__(int64_t i) {
    y[i] = static_cast<T>(a_at[i] + b_at[i]);
  });
  return launch.status();
""",
    "summed": """\
  using Compute = opgen::ComputeType<T>;
  const int64_t size = x.shape[x.ndim - 1];
  opgen::Launch launch(ctx, "summed");
  launch.reduce_each(
      y.numel(), size, opgen::Sum<Compute>(),
      [=] __device__(int64_t i, int64_t j) -> Compute { return x[i * size + j]; },
      [=] __device__(int64_t i, Compute value) {
        y[i] = static_cast<T>(value + (bias ? static_cast<Compute>(bias[i]) : Compute(0)));
      });
  return launch.status();
""",
}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("cuda")
    write(root, render(OpSet(tuple(cuda_ops())), ["kernels"]))
    fill_cuda(root, BODIES)
    return root


def test_an_op_has_cuda_files_where_its_spec_lists_the_device() -> None:
    plain = make_op("plain", "x", "y", shape=SameAs("x"))
    files = render(OpSet((*cuda_ops(), plain)), ["kernels"])
    kernel = files["kernels/custom/added/added_cuda.cu"]
    assert kernel.ownership is Ownership.EDITABLE
    assert files["kernels/custom/added/added_cuda_entry.cc"].ownership is Ownership.OWNED
    assert "custom_added_cuda(" in files["kernels/custom/added/added.h"].text
    assert not any("plain_cuda" in path for path in files)
    assert "cuda" not in files["kernels/custom/plain/plain.h"].text
    assert "kernels/opgen_cuda.h" in files
    assert "kernels/opgen_cuda.h" not in render(OpSet((plain,)), ["kernels"])


def test_only_the_dtypes_of_the_device_are_compiled() -> None:
    header = render(OpSet(tuple(cuda_ops())), ["kernels"])["kernels/custom/added/added_cuda.h"]
    assert "float" in header.text
    assert "opgen::BFloat16" in header.text
    assert "double" not in header.text


@needs("clang-format")
def test_cuda_sources_are_as_clang_format_leaves_them() -> None:
    files = render(OpSet(tuple(cuda_ops())), ["kernels"])
    for path, file in files.items():
        if "cuda" in path:
            # As a file of C++, whose first include is that of its own header.
            name = path.replace(".cu", ".cc")
            command = ["clang-format", STYLE, f"--assume-filename={name}"]
            done = subprocess.run(
                command, input=file.text, capture_output=True, text=True, check=True
            )
            assert done.stdout == file.text, path


@needs("compiler", "pytorch")
@pytest.mark.parametrize("flags", [[], ["-DOPGEN_TORCH_CUDA"]])
def test_the_binding_to_pytorch_compiles_with_and_without_cuda(
    tmp_path: Path, flags: list[str]
) -> None:
    torch = importlib.import_module("torch")
    root = write(tmp_path, render(OpSet(tuple(cuda_ops())), ["samples", "kernels", "pytorch"]))
    command = [shutil.which("c++") or "g++", "-std=c++17", "-fsyntax-only", "-Wall", "-Wextra"]
    command += [*STRICT.split(), f"-I{root / 'kernels'}", f"-I{root / 'pytorch'}", *flags]
    command.append(f"-isystem{Path(torch.__path__[0]) / 'include'}")
    command += ["-DTORCH_TARGET_VERSION=0x020c000000000000", "-fvisibility=hidden"]
    source = root / "pytorch" / "custom_torch" / "custom_torch.cc"
    done = subprocess.run([*command, str(source)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "custom_added_cuda" in (source.parent / "added" / "added_torch.h").read_text()


@needs("compiler")
def test_the_build_script_leaves_cuda_out(tree: Path) -> None:
    library = Library(build(tree))
    x = np.ones(3, "float32")
    assert library.call("scaled_cpu", of_array(x), of_array(x.copy()), _f64(2))[0] == UNWRITTEN
    with pytest.raises(AttributeError):
        library.call("scaled_cuda")


def _f64(value: float) -> object:
    return ctypes.c_double(value)


@needs("nvcc", "compiler")
def test_nvcc_takes_kernels_and_stubs_without_a_warning(tree: Path) -> None:
    done = build_cuda(tree)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    library = Library(Path(done.stdout.strip()))
    x = np.ones(3, "float32")
    arguments = (of_array(x), of_array(x.copy()), _f64(2))
    status, message = library.call("scaled_cuda", *arguments)
    assert (status, message) == (
        INVALID,
        "scaled: expected a call for cuda, got one for device type 1",
    )
    # Without a GPU a launch fails, and says so.
    status, message = library.call("scaled_cuda", *arguments, device=CUDA)
    assert status in {OK, FAILED}
    assert message.startswith("scaled: ") or status == OK


@needs("nvcc", "compiler")
def test_what_nvcc_says_is_shown(tree: Path, tmp_path: Path) -> None:
    root = write(tmp_path, render(OpSet(tuple(cuda_ops())), ["kernels"]))
    fill_cuda(root, {"scaled": "  return missing;\n"})
    done = build_cuda(root, OPGEN_CUDA_ARCHS="80")
    assert done.returncode == 1
    assert "scaled_cuda.cu" in done.stderr
    assert "missing" in done.stderr


@needs("compiler")
def test_a_missing_nvcc_is_named(tree: Path) -> None:
    done = build_cuda(tree, NVCC="no-such-nvcc")
    assert done.returncode == 1
    assert "set NVCC" in done.stderr


@pytest.fixture(scope="module")
def emulated(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(build_emulated(tree, tmp_path_factory.mktemp("emulated") / "libcustom.so"))


@needs("compiler")
@pytest.mark.parametrize("dtype", ["float32", "float16"])
@pytest.mark.parametrize("shape", [(4, 5), (0, 3), (1,), (2, 1, 70)])
def test_kernels_compute_what_numpy_does(
    emulated: Library, dtype: str, shape: tuple[int, ...]
) -> None:
    x = np.random.default_rng(4).uniform(-2, 2, shape).astype(dtype)
    y = np.empty_like(x)
    status = emulated.call("scaled_cuda", of_array(x), of_array(y), _f64(0.5), device=CUDA)
    assert status == (OK, "")
    np.testing.assert_allclose(y, x * 0.5)
    total, bias = np.empty(shape[:-1], dtype), np.ones(shape[:-1], dtype)
    status = emulated.call("summed_cuda", of_array(x), of_array(bias), of_array(total), device=CUDA)
    assert status == (OK, "")
    expected = x.astype("float64").sum(-1) + 1
    np.testing.assert_allclose(total, expected, atol=1e-5 if dtype == "float32" else 2e-2)


@needs("compiler")
def test_operands_broadcast(emulated: Library) -> None:
    a, b = np.arange(4, dtype="float32").reshape(4, 1), np.arange(3, dtype="float32")
    y = np.empty((4, 3), "float32")
    status = emulated.call("added_cuda", of_array(a), of_array(b), of_array(y), device=CUDA)
    assert status == (OK, "")
    np.testing.assert_array_equal(y, a + b)


@needs("compiler")
def test_a_dtype_that_the_device_lacks_is_refused(emulated: Library) -> None:
    x = np.ones(3)
    arguments = (of_array(x), of_array(x.copy()), _f64(1))
    status, message = emulated.call("scaled_cuda", *arguments, device=CUDA)
    assert status == INVALID
    assert message == "scaled: x: expected f32, f16 or bf16 on cuda, got f64"


@needs("compiler")
def test_a_stub_says_where_it_is(emulated: Library) -> None:
    x = np.ones(3, "float32")
    arguments = (of_array(x), of_array(x), 0, of_array(x.copy()))
    status, message = emulated.call("joined_cuda", *arguments, device=CUDA)
    assert status == UNWRITTEN

    place = "kernels/custom/joined/joined_cuda.cu"
    assert message.startswith(f"joined: CUDA kernel not written ({place}:")
