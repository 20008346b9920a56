"""A spec changes, the build runs again, and every hand-written line is still in its operator."""

from tests.build.project import ProjectCopy

KERNEL = "kernels/custom/{0}/{0}_cpu.cc"
NEW_OP = """
def HalveOp : Op<"halve", [Pure, Elementwise, NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let shape = SameAs<"x">;
}

"""


def built(project: ProjectCopy) -> None:
    done = project.build()
    assert done.returncode == 0, done.stderr


def test_the_committed_tree_has_hand_written_kernels(project: ProjectCopy) -> None:
    written = project.hand_written()
    kernels = [path for path in written if path.endswith("_cpu.cc")]
    assert len(kernels) == 10
    assert all(written[path] for path in kernels)


def test_a_build_without_change_writes_nothing(project: ProjectCopy) -> None:
    before = project.tree()
    built(project)
    assert project.tree() == before


def test_adding_an_attribute_keeps_the_bodies(project: ProjectCopy) -> None:
    before = project.hand_written()
    attribute = 'let attrs = (ins DefaultValuedAttr<F32Attr, "0.01">:$alpha);'
    spec = project.root / "specs/activation.td"
    text = spec.read_text()
    assert text.count(attribute) == 2
    more = attribute.replace(
        ":$alpha)", ':$alpha, DefaultValuedAttr<F64Attr, "1.0">:$slope_of_positives)'
    )
    spec.write_text(text.replace(attribute, more))
    built(project)
    assert project.hand_written() == before
    for op in ("leaky_relu_yzh", "leaky_relu_yzh_grad"):
        kernel = (project.generated / KERNEL.format(op)).read_text()
        assert "double slope_of_positives" in kernel


def test_adding_an_operator_between_two_touches_no_other(project: ProjectCopy) -> None:
    before = project.tree()
    project.edit(
        "specs/elementwise.td", "// Bilinear in x and dy", NEW_OP + "// Bilinear in x and dy"
    )
    built(project)
    after = project.tree()
    new = after.keys() - before.keys()
    assert all("halve" in path for path in new)
    assert "generated/" + KERNEL.format("halve") in new
    changed = {path for path in before if after.get(path) != before[path]}
    assert not [path for path in changed if "/square" in path and "/manifest/" not in path]
    assert not [path for path in changed if path.endswith("_cpu.cc")]


def test_renaming_moves_the_hand_written_lines_along(project: ProjectCopy) -> None:
    before = project.hand_written()
    project.edit(
        "specs/elementwise.td", 'def SquareOp : Op<"square", ', 'def PowerOp : Op<"power_of_two", '
    )
    project.edit(
        "specs/elementwise.td",
        'let summary = "x squared";',
        'let summary = "x squared";\n  let renamed_from = "square";',
    )
    built(project)
    after = project.hand_written()
    assert after[KERNEL.format("power_of_two")] == before[KERNEL.format("square")]
    assert not (project.generated / KERNEL.format("square")).exists()
    others = {path: lines for path, lines in before.items() if "/square/" not in path}
    assert {path: after[path] for path in others} == others
    project.edit("specs/elementwise.td", '\n  let renamed_from = "square";', "")
    built(project)
    assert project.hand_written() == after


def test_removing_an_operator_keeps_its_lines_in_the_attic(project: ProjectCopy) -> None:
    before = project.hand_written()
    spec = project.root / "specs/elementwise.td"
    text = spec.read_text()
    start, end = text.index("def SquareOp"), text.index("def FusedAddScaleOp")
    spec.write_text(text[:start] + text[end:])
    done = project.build()
    assert done.returncode == 1
    assert "OPG0504" in done.stderr
    attic = "\n".join(
        path.read_text() for path in (project.generated / ".opgen/attic").rglob("*.cc")
    )
    for op in ("square", "square_grad"):
        for line in before[KERNEL.format(op)]:
            assert line in attic
    assert not (project.generated / KERNEL.format("square")).exists()
    after = project.hand_written()
    others = {p: lines for p, lines in before.items() if "/square" not in p}
    assert {path: after[path] for path in others} == others


def test_a_conflict_keeps_both_sides_and_fails_until_resolved(project: ProjectCopy) -> None:
    kernel = "generated/" + KERNEL.format("square")
    text = (project.root / kernel).read_text()
    signature = next(line for line in text.splitlines() if "square(" in line and "View<" in line)
    project.edit(kernel, signature, signature.replace(" x", " input"))
    project.edit(
        "specs/elementwise.td",
        "let input = (ins Tensor:$x);\n  let output = (outs Tensor:$y);\n"
        '  let registered_name = "custom_square"',
        "let input = (ins Tensor:$x);\n  let output = (outs Tensor:$squared);\n"
        '  let registered_name = "custom_square"',
    )
    project.edit("specs/elementwise.td", "square_grad(x, dy)", "square_grad(x, dsquared)")
    done = project.build()
    assert done.returncode == 1
    assert "OPG0501" in done.stderr
    merged = (project.root / kernel).read_text()
    assert "input" in merged
    assert "squared" in merged
    assert merged.count("<<<<<<<") == merged.count("|||||||") == merged.count(">>>>>>>") == 1
    assert project.build().returncode == 1
    assert project.opgen("resolve", "--ours", kernel).returncode == 0
    assert "<<<<<<<" not in (project.root / kernel).read_text()
    built(project)


def test_a_second_build_finds_the_syntax_trees_of_the_first(project: ProjectCopy) -> None:
    built(project)
    project.edit("specs/elementwise.td", "x squared", "the square of x")
    built(project)
    trees = project.generated / ".opgen/cache/tablegen"
    assert [path for path in trees.iterdir() if path.is_file()]
    for path in trees.iterdir():
        path.write_bytes(b"damaged")
    project.edit("specs/elementwise.td", "the square of x", "x times x")
    built(project)
    assert "// x times x" in (project.generated / KERNEL.format("square")).read_text()
