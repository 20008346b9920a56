"""Gradients in graphs before OneFlow 0.9, by running them: what they define and what they bind.

``OPGEN_PYTHON_ONEFLOW_0_8`` names an interpreter with OneFlow 0.8.0, the last that has them.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from opgen.config import default_project
from opgen.diagnostics import Diagnostics
from opgen.pipeline import Request, prepare
from tests.frameworks.oneflow_tree import chosen_model
from tests.requirements import needs
from tests.targets.kernel_tree import render

HERE = Path(__file__).parent

CALLS = """
int main() {
  user_op::BackwardOpConfContext join;
  join.forward.counts = {{"xs", 2}, {"bias", 0}};
  join.forward.attributes["axis"] = int64_t{3};
  user_op::gradients().at("nn_join")(&join);
  user_op::BackwardOpConfContext cut;
  cut.forward.counts = {{"ys", 2}};
  cut.forward.attributes["sections"] = int64_t{2};
  user_op::gradients().at("nn_cut")(&cut);
  user_op::BackwardOpConfContext drop;
  drop.forward.attributes["p"] = 0.25;
  user_op::gradients().at("nn_drop")(&drop);
}
"""

EXPECTED = """\
forward_grad: op nn_join_grad dy=dy/0 head=head/0 xs=xs/0 xs=xs/1 dhead[1] dxs[2] dbias[1] .axis=3
dhead/0 is the gradient of head/0
dxs/0 is the gradient of xs/0
dxs/1 is the gradient of xs/1
forward_grad: op nn_cut_grad dys=dys/0 dys=dys/1 dx[1] .sections=2
dx/0 is the gradient of x/0
forward_grad: op nn_drop_grad dy=dy/0 mask=mask/0 dx[1] .p=0.250000
dx/0 is the gradient of x/0
"""


def generated(*targets: str) -> dict[str, str]:
    diagnostics = Diagnostics()
    request = Request(default_project(HERE), (HERE / "features.td",), targets)
    files = {file.path: file.text for file in prepare(request, diagnostics).files}
    assert not diagnostics.items
    return files


@needs("compiler")
@pytest.mark.parametrize("names", [("nn_join", "nn_cut", "nn_drop")])
def test_graphs_get_the_backward_operators(names: tuple[str, ...], tmp_path: Path) -> None:
    files = generated("oneflow.tree", "oneflow.graph_gradient")
    texts = [files[f"oneflow/user/ops/{name}_graph_gradient.cpp"] for name in names]
    for name, text in zip(names, texts, strict=True):
        (tmp_path / f"{name}.h").write_text(text)
    source, program = tmp_path / "run.cc", tmp_path / "run"
    included = "".join(f'#include "{name}.h"\n' for name in names)
    source.write_text(f"{included}using namespace oneflow;\n{CALLS}")
    options = ["-std=c++17", "-O0", "-Wall", "-Wextra", "-Werror", f"-I{HERE / 'stand_in'}"]
    options.append("-Wno-unused-variable")
    compiler = os.environ.get("CXX", "c++")
    subprocess.run([compiler, *options, str(source), "-o", str(program)], check=True)
    done = subprocess.run([str(program)], check=True, capture_output=True, text=True)
    assert done.stdout == EXPECTED


def place_of(variable: str) -> Path:
    """Return where the OneFlow is that an interpreter has."""
    code = "import importlib.util as u; print(u.find_spec('oneflow').submodule_search_locations[0])"
    command = [os.environ[variable], "-c", code]
    found = subprocess.run(command, check=True, capture_output=True, text=True)
    return Path(found.stdout.strip())


@pytest.fixture
def compiler(tmp_path: Path) -> list[str]:
    """A compiler with the headers of OneFlow 0.8, which it finds below a folder of its own."""
    own, later = (
        place_of(variable) / "include"
        for variable in ("OPGEN_PYTHON_ONEFLOW_0_8", "OPGEN_PYTHON_ONEFLOW")
    )
    headers = tmp_path / "headers"
    (headers / "glog").mkdir(parents=True)
    for name in ("oneflow", "google", "absl", "half.hpp"):
        (headers / name).symlink_to(own / name)
    (headers / "Eigen").symlink_to(own / "eigen3" / "Eigen")
    # The wheel lacks these of LLVM and, in its folder of glog, some that the later one has.
    for name in ("llvm", "llvm-c"):
        (headers / name).symlink_to(later / name)
    for header in [*later.glob("glog-build/glog/*.h"), *own.glob("glog-build/glog/*.h")]:
        (headers / "glog" / header.name).unlink(missing_ok=True)
        (headers / "glog" / header.name).symlink_to(header)
    for path, text in generated("oneflow.python").items():
        name = path.removeprefix("oneflow/compat/")
        if name != path:
            (tmp_path / "compat" / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "compat" / name).write_text(text)
    options = ["-std=c++17", "-O0", "-fPIC", "-Wall", "-Wextra", "-Werror", "-DNDEBUG"]
    options += ["-DHALF_ENABLE_CPP11_USER_LITERALS=0", "-D_GLIBCXX_USE_CXX11_ABI=0"]
    options += ["-isystem", str(headers), "-idirafter", str(tmp_path / "compat")]
    return [os.environ.get("CXX", "c++"), *options]


@needs("oneflow-0.8", "oneflow", "compiler")
def test_files_compile_with_the_last_version_that_takes_them(
    tmp_path: Path, compiler: list[str]
) -> None:
    files = generated("oneflow.graph_gradient")
    texts = [text for path, text in files.items() if path.endswith("_graph_gradient.cpp")]
    assert len(texts) > 3
    (tmp_path / "unit.cc").write_text("\n".join(texts))
    command = [*compiler, "-fsyntax-only", str(tmp_path / "unit.cc")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@needs("oneflow-0.8", "oneflow", "compiler")
def test_a_graph_of_that_version_trains_with_them(tmp_path: Path, compiler: list[str]) -> None:
    path = "oneflow/user/ops/leaky_relu_yzh_graph_gradient.cpp"
    text = render(chosen_model(("custom.leaky_relu_yzh",)), ("oneflow.graph_gradient",))[path].text
    (tmp_path / path).parent.mkdir(parents=True)
    (tmp_path / path).write_text(text)
    place, library = place_of("OPGEN_PYTHON_ONEFLOW_0_8"), tmp_path / "library.so"
    shared = [
        *place.glob("_oneflow_internal*.so"),
        *place.with_name("oneflow.libs").glob("liboneflow-*"),
        *place.with_name("oneflow.libs").glob("libof_protoobj-*"),
        *place.with_name("oneflow.libs").glob("libprotobuf-*"),
    ]
    linked = ["-Wl,--exclude-libs,libglog.a", *(str(path) for path in shared)]
    linked += [str(place / "include" / "glog-build" / "libglog.a"), "-lpthread"]
    linked += [f"-Wl,-rpath,{path.parent}" for path in shared]
    source = HERE / "older" / "leaky_relu_yzh.cc"
    command = [*compiler, f"-I{tmp_path}", "-shared", str(source), "-o", str(library), *linked]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    script = [
        os.environ["OPGEN_PYTHON_ONEFLOW_0_8"],
        str(HERE / "older" / "train.py"),
        str(library),
    ]
    ran = subprocess.run(script, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert ran.stdout == "15.75 [-1.25, 0.0, -1.0]\n", ran.stderr
