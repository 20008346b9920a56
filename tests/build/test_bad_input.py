"""A user's mistake: one coded diagnostic at its place, the right exit status, no change."""

import shutil

import pytest

from tests.build.project import ProjectCopy

ACTIVATION = "specs/activation.td"

MISTAKES = {
    "unknown class": (
        ': Op<"leaky_relu_yzh", ',
        ': Operator<"leaky_relu_yzh", ',
        "OPG0110",
        "8:21",
    ),
    "missing semicolon": (
        'let grad = ["x = leaky_relu_yzh_grad(x, dy, alpha)"];',
        'let grad = ["x = leaky_relu_yzh_grad(x, dy, alpha)"]',
        "OPG0101",
        "",
    ),
    "duplicate op name": ('Op<"leaky_relu_yzh_grad", ', 'Op<"leaky_relu_yzh", ', "OPG0301", ""),
    "duplicate operand": (
        "(ins Tensor:$x, Tensor:$dy)",
        "(ins Tensor:$x, Tensor:$dy, Tensor:$x)",
        "OPG0302",
        "",
    ),
    "keyword as a name": (
        "let output = (outs Tensor:$y)",
        "let output = (outs Tensor:$for)",
        "OPG0303",
        "",
    ),
    "unknown trait": (
        '"leaky_relu_yzh", [NoSideEffect',
        '"leaky_relu_yzh", [NoSideEfect',
        "OPG0111",
        "",
    ),
    "unknown type": ("(ins Tensor:$x);", "(ins Tensr:$x);", "OPG0111", ""),
    "wrong default": (
        '"0.01">:$alpha);\n\n  let shape = SameAs<"x">;\n  let grad = ["x ',
        '"small">:$alpha);\n\n  let shape = SameAs<"x">;\n  let grad = ["x ',
        "OPG0305",
        "",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistake_in_a_spec(project: ProjectCopy, name: str) -> None:
    old, new, code, _ = MISTAKES[name]
    project.edit(ACTIVATION, old, new)
    before = project.tree()
    done = project.build()
    assert done.returncode == 1, done.stderr
    assert f"error[{code}]" in done.stderr
    assert f" {ACTIVATION}:" in done.stderr
    assert "Traceback" not in done.stderr
    assert project.tree() == before


def test_a_file_where_the_output_directory_should_be(project: ProjectCopy) -> None:
    shutil.rmtree(project.generated)
    project.generated.write_text("mine\n")
    before = project.tree()
    done = project.build()
    assert done.returncode == 2
    assert "OPG0002" in done.stderr
    assert project.tree() == before


def test_a_spec_that_does_not_exist(project: ProjectCopy) -> None:
    before = project.tree()
    done = project.opgen("build", "specs/missing.td")
    assert done.returncode == 2
    assert "OPG0001" in done.stderr
    assert "specs/missing.td" in done.stderr
    assert project.tree() == before


def test_an_unknown_target(project: ProjectCopy) -> None:
    done = project.opgen("build", "specs/", "--target", "pytorhc")
    assert done.returncode == 2
    assert "OPG0005" in done.stderr
