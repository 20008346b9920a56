"""Files without the macro that compiles what they define, and what else may do that."""

from __future__ import annotations

import pytest

from opgen.outputs import RenderedFile
from opgen.workspace import check
from tests.workspace.support import Op, Project, one, owned

PATH = "kernels/zoo/relu/relu.cc"
NEEDED = one("relu", needs=("RELU_INSTANTIATE",))
EXPLICIT = "template Status relu<float>(View<const float> x, View<float> y);\n"
SPECIAL = "template <>\nStatus relu(View<const float> x, View<float> y) {\n  return 0;\n}\n"


def found(project: Project, *files: RenderedFile) -> list[str]:
    planned, diagnostics = project.plan(*files)
    check(planned, diagnostics)
    assert all(not each.is_error for each in diagnostics.items)
    return [each.code for each in diagnostics.items]


def end_with(project: Project, text: str) -> None:
    project.build(one("relu"))
    project.write(PATH, one("relu").text + text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "// RELU_INSTANTIATE;\n",
        "/*\nRELU_INSTANTIATE;\n*/\n",
        "#if 0\nRELU_INSTANTIATE;\n#endif\n",
        'const char* name = "RELU_INSTANTIATE;";\n',
        "template <typename T>\nvoid helper(T x) {\n  relu(x);\n}\n",
        "OTHER_RELU_INSTANTIATE;\n",
    ],
)
def test_a_macro_is_missing_where_no_code_names_it(project: Project, text: str) -> None:
    end_with(project, text)
    assert found(project, NEEDED) == ["OPG0524"]
    assert found(project, one("relu")) == []


@pytest.mark.parametrize(
    "text",
    [
        "RELU_INSTANTIATE;\n",
        "RELU_INSTANTIATE\n",
        "  RELU_INSTANTIATE; /* all */\n",
        "namespace mine {\nRELU_INSTANTIATE;\n}\n",
        EXPLICIT,
        f"extern {EXPLICIT}",
        SPECIAL,
    ],
)
def test_none_is_missing_where_the_file_compiles_it(project: Project, text: str) -> None:
    end_with(project, text)
    assert found(project, NEEDED) == []


def test_a_file_of_the_users_beside_it_may_name_the_macro(project: Project) -> None:
    end_with(project, "")
    header = owned("kernels/zoo/relu/relu.h", "#define RELU_INSTANTIATE\n")
    project.build(NEEDED, header)
    assert found(project, NEEDED, header) == ["OPG0524"]
    project.write("kernels/zoo/relu/more.cc", "RELU_INSTANTIATE;\n")
    assert found(project, NEEDED, header) == []


def test_a_deletion_that_a_changed_spec_is_merged_around_is_reported(project: Project) -> None:
    end_with(project, "")
    changed = one(Op("relu", ("alpha",)), needs=("RELU_INSTANTIATE",))
    built = project.build(changed)
    assert "alpha" in project.tree()[PATH].decode()
    assert [each.code for each in built.diagnostics] == ["OPG0524"]


def test_a_file_that_waits_for_a_decision_or_is_deleted_is_not_asked(project: Project) -> None:
    project.build(one("relu"))
    project.edit(PATH, '  return opgen_not_written("relu", __LINE__);\n', "  mine();\n")
    throwing = one("relu", needs=("RELU_INSTANTIATE",), stub=_throwing)
    assert {each.code for each in project.build(throwing).diagnostics} == {"OPG0501"}
    assert {each.code for each in project.build(throwing).diagnostics} == {"OPG0503"}
    project.place(PATH).unlink()
    assert "OPG0524" not in {each.code for each in project.build(throwing).diagnostics}


def _throwing(op: Op) -> str:
    return one(op).text.partition("\n\n")[2].replace("return", "throw")
