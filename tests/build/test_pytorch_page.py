"""The page about PyTorch: its blocks run as they stand, and its project makes a wheel."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.build.pages import blocks, page, project, run, section
from tests.requirements import needs

pytestmark = [needs("pytorch"), needs("compiler")]

PAGE = page("docs/pytorch.md")
SPEC = """
include "opgen/OpBase.td"

def Acme : Library<"acme">;

let library = Acme in {

def SoftClipOp : Op<"soft_clip", [Pure, Elementwise]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let attrs = (ins DefaultValuedAttr<F64Attr, "1.0">:$alpha);
  let expr = "y = x / (1 + alpha * abs(x))";
  let inplace = [Inplace<"x", "y">];
}

}
"""


def code(title: str) -> list[str]:
    """Return the blocks of a section of the page."""
    return [block.text for block in blocks(section(PAGE, title))]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = project(tmp_path_factory.mktemp("acme"), "acme", SPEC)
    run("-m", "opgen", "build", "-q", "-t", "pytorch", "specs", folder=folder)
    return folder


def test_the_blocks_of_code_run_as_they_stand(built: Path) -> None:
    first = code("# PyTorch\n")[0]
    wanted = "torch.testing.assert_close(x.grad, 1 / (1 + 0.5 * x.detach().abs()) ** 2)\n"
    graph = code("## torch.compile and torch.export\n")[0]
    used = (
        "assert torch.equal(compiled(x), acme_torch.soft_clip(x))\n"
        "loaded = torch.export.load('model.pt2').module()\n"
        "torch.testing.assert_close(loaded(torch.ones(9)), torch.full((9,), 2 / 3))\n"
    )
    shardings = code("## Several devices\n")[0]
    run("-c", first + wanted + graph + used + shardings, folder=built)


def test_schemas_and_messages_are_those_of_the_page(built: Path) -> None:
    script = code("# PyTorch\n")[0] + (
        "for op in (torch.ops.acme.soft_clip, torch.ops.acme.soft_clip_):\n"
        "    print(op.default._schema)\n"
        "try:\n"
        "    acme_torch.soft_clip(x.detach().to(torch.int32))\n"
        "except RuntimeError as error:\n"
        "    print(error)\n"
    )
    for line in run("-c", script, folder=built).splitlines():
        assert f"`{line}`" in PAGE


def test_a_library_alone_runs_an_exported_program_and_has_no_gradient(built: Path) -> None:
    export = code("# PyTorch\n")[0] + code("## torch.compile and torch.export\n")[0]
    run("-c", export, folder=built)
    (library,) = (built / "generated/.opgen/cache/lib").glob("libacme_torch-*.so")
    script = (
        "import torch, warnings\n"
        f"torch.ops.load_library({str(library)!r})\n"
        "print(torch.export.load('model.pt2').module()(torch.ones(9))[0].item())\n"
        "x = torch.ones(3, requires_grad=True)\n"
        "with warnings.catch_warnings(record=True) as said:\n"
        "    torch.ops.acme.soft_clip(x, 0.5).sum().backward()\n"
        "print(x.grad, 'autograd kernel was not registered' in str(said[0].message))\n"
    )
    value, gradient = run("-c", script, folder=built).splitlines()
    assert float(value) == pytest.approx(2 / 3)
    assert gradient == "None True"


def test_the_wheel_runs_without_opgen(tmp_path: Path) -> None:
    folder = project(tmp_path, "acme", SPEC)
    configuration, module = code("## Shipping\n")
    (folder / "pyproject.toml").write_text(configuration)
    (folder / "acme_ops").mkdir()
    (folder / "acme_ops" / "__init__.py").write_text(module)
    run("-m", "opgen", "build", "-q", folder=folder)
    pip = ["-m", "pip", "--disable-pip-version-check", "-q"]
    run(*pip, "wheel", ".", "--no-deps", "--no-build-isolation", "-w", "dist", folder=folder)
    (wheel,) = (folder / "dist").glob("*.whl")
    run(*pip, "install", str(wheel), "--no-deps", "--target", "site", folder=folder)
    libraries = tmp_path / "libraries"
    script = (
        "import os, torch\n"
        f"os.environ['OPGEN_LIB_ROOT'] = {str(libraries)!r}\n"
        "import acme_ops\n"
        "print(acme_ops.soft_clip(torch.ones(1), alpha=1).item())\n"
    )
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert run("-c", script, folder=elsewhere, path=[folder / "site"]).strip() == "0.5"
    assert list(libraries.glob("libacme_torch-*.so"))
    assert not (folder / "site/acme_ops/generated/.opgen").exists()
