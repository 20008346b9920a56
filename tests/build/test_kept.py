"""What is kept from one build to the next makes no difference to what comes out."""

import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from opgen.config import find_project
from opgen.dataclass import replace
from opgen.diagnostics import Diagnostics
from opgen.pipeline import CACHES, Request, prepare
from opgen.render import Renderings
from opgen.render.environment import Renderer

ROOT = Path(__file__).parents[2]
SPECS = ("activation.td", "elementwise.td", "linear.td", "zoo/loss.td", "zoo/indexing.td")
TARGETS = ("kernels", "numpy", "pytorch", "docs")
CONFIG = """\
[tool.opgen]
specs = ["specs"]
include = ["specs/include"]
templates = "overrides"
"""
TWICE = """
def {name}Op : Op<"{mnemonic}", [Pure, Elementwise]> {{
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let shape = SameAs<"x">;
  let expr = "y = {factor} * x";
}}
"""


class Tree:
    """A project that is built twice, with what was kept and from nothing."""

    def __init__(self, root):
        self.root = root
        for name in SPECS:
            (root / "specs" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / "specs" / name, root / "specs" / name)
        shutil.copytree(ROOT / "specs" / "include", root / "specs" / "include")
        (root / "overrides" / "numpy").mkdir(parents=True)
        (root / "pyproject.toml").write_text(CONFIG)
        for name in CACHES:
            (root / "generated/.opgen/cache" / name).mkdir(parents=True)

    def built(self, output):
        """Return files, and what is wrong, of a build for an output root."""
        found = Diagnostics()
        project = find_project(self.root, diagnostics=found, shown_as=str)
        request = Request(replace(project, output=self.root / output), targets=TARGETS)
        prepared = prepare(request, found)
        said = [(item.code, item.message, str(item.span)) for item in found.sorted()]
        return prepared.files, said, prepared.inputs

    def compare(self):
        """Build both ways and return the number of files."""
        kept, fresh = self.built("generated"), self.built("elsewhere")
        assert kept[1] == fresh[1]
        assert kept == fresh
        return len(fresh[0])

    def path(self, name):
        return self.root / "specs" / name

    def edit(self, name, old, new):
        path = self.path(name)
        text = path.read_text()
        assert old in text, (name, old)
        path.write_text(text.replace(old, new, 1))

    def append(self, name, text):
        path = self.path(name)
        head, brace, tail = path.read_text().rpartition("}")
        path.write_text(f"{head}{text}{brace}{tail}")


@pytest.fixture(scope="module")
def start(tmp_path_factory):
    """A tree with everything kept; tests work on copies."""
    tree = Tree(tmp_path_factory.mktemp("kept"))
    assert tree.compare() > 300
    return tree


@pytest.fixture
def tree(start, tmp_path):
    # Names of spec files are part of what is kept, their directory isn't part of outputs.
    shutil.copytree(start.root, tmp_path / "copy")
    copy = object.__new__(Tree)
    copy.root = tmp_path / "copy"
    copy.built("generated")
    return copy


def one_of_each(draw, tree):
    """Yield edits, each a function that makes it, of every kind that may matter."""
    name = draw.choice(SPECS)
    number = draw.randrange(10**6)
    text = tree.path(name).read_text()
    summaries = [line for line in text.splitlines() if "let summary" in line]
    defs = [line for line in text.splitlines() if line.startswith("def ")]
    twice = TWICE.format(name=f"Twice{number}", mnemonic=f"twice_{number}", factor=number)
    yield lambda: tree.path(name).write_text(f"// {number}\n" * draw.randrange(1, 4) + text)
    yield lambda: tree.path(name).write_text(text.removeprefix(text.partition("\n")[0]))
    if summaries:
        old = draw.choice(summaries)
        yield lambda: tree.edit(name, old, f'  let summary = "Number {number}";')
    yield lambda: tree.append(name, twice)
    yield lambda: tree.append(name, twice.replace(f"twice_{number}", "square"))
    yield lambda: tree.append(name, twice.replace(f"twice_{number}", "square_grad_grad"))
    yield lambda: tree.edit(name, draw.choice(defs).split()[1], f"Renamed{number}Op")
    yield lambda: tree.edit(name, "F32", "BF16") if "F32" in text else None
    yield lambda: tree.edit(name, "[Pure", "[Nonsense, Pure") if "[Pure" in text else None
    yield lambda: tree.edit("include/zoo.td", "summary", "summary ")
    yield lambda: tree.edit("elementwise.td", '"square_grad"', f'"square_grad_{number}"')
    yield lambda: tree.path(f"more_{number}.td").write_text(
        tree.path("elementwise.td")
        .read_text()
        .replace("Square", "Cubic")
        .replace("square", "cubic")
    )


@pytest.mark.parametrize("seed", range(3))
def test_edits_at_random_give_what_a_build_from_nothing_gives(tree, seed):
    draw = random.Random(seed)
    tried = 0
    for _ in range(10):
        before = {path: path.read_bytes() for path in tree.root.glob("specs/**/*.td")}
        try:
            draw.choice(list(one_of_each(draw, tree)))()
        except AssertionError:
            continue
        tree.compare()
        tried += 1
        if draw.random() < 0.5:
            for path in tree.root.glob("specs/**/*.td"):
                path.unlink()
            for path, text in before.items():
                path.write_bytes(text)
            tree.compare()
    assert tried > 6


def test_a_backward_operator_reaches_the_operators_that_call_it(tree):
    """Across files: the gradient moves to a file of its own, then changes there."""
    text = tree.path("elementwise.td").read_text()
    begin = text.index("def SquareGradOp")
    end = text.index("\n}\n", begin) + 3
    definition = text[begin:end]
    tree.path("elementwise.td").write_text(text[:begin] + text[end:])
    tree.path("apart.td").write_text(
        f'include "custom.td"\n\nlet library = Custom in {{\n\n{definition}\n}}\n'
    )
    assert tree.built("generated")[1] == []
    tree.compare()
    tree.compare()
    tree.path("apart.td").write_text(tree.path("apart.td").read_text().replace("dy", "dout"))
    assert tree.built("generated")[1] == []
    tree.compare()
    tree.edit("apart.td", "(ins Tensor:$x, ", "(ins ")
    assert any(path.startswith("specs/elementwise.td") for *_, path in tree.built("generated")[1])
    tree.compare()
    tree.path("apart.td").unlink()
    assert any(code == "OPG0307" for code, _, _ in tree.built("generated")[1])
    tree.compare()


def test_the_first_build_of_a_checkout_keeps_what_it_makes(tree):
    """A checkout has the store, but no cache."""
    shutil.rmtree(tree.root / "generated")
    (tree.root / "generated/.opgen").mkdir(parents=True)
    command = [sys.executable, "-m", "opgen", "build", "-q"]
    subprocess.run(command, cwd=tree.root, check=True)
    cache = tree.root / "generated/.opgen/cache"
    assert all(any((cache / name).iterdir()) for name in CACHES)


def test_a_template_of_ones_own_takes_effect_and_goes_again(tree):
    override = tree.root / "overrides/numpy/op.py.j2"
    before = {file.path: file.text for file in tree.built("generated")[0]}
    override.write_text("# {{ op }}\n")
    changed = {file.path: file.text for file in tree.built("generated")[0]}
    assert changed["numpy/custom/square/__init__.py"] == "# square\n"
    tree.compare()
    override.unlink()
    assert {file.path: file.text for file in tree.built("generated")[0]} == before


def test_a_template_of_a_part_takes_effect_and_goes_again(tree):
    override = tree.root / "overrides/docs/entry.html.j2"
    override.parent.mkdir()

    def catalogue():
        files, said, _ = tree.built("generated")
        return said, next((file.text for file in files if file.path == "docs/index.html"), "")

    before = catalogue()
    override.write_text("<p>{{ name }}</p>\n")
    said, text = catalogue()
    assert not said
    assert "<p>square</p>\n<p>square_grad</p>\n" in text
    tree.compare()
    override.write_text("<p>\n{{ nonsense }}</p>\n")
    assert [(code, "nonsense" in message) for code, message, _ in catalogue()[0]] == [
        ("OPG0401", True)
    ]
    tree.compare()
    override.unlink()
    assert catalogue() == before


PLAIN = """\
#ifndef PLAIN
#define PLAIN
include "opgen/OpBase.td"
#ifdef OTHER
defvar Name = "other_plain";
#else
defvar Name = "plain";
#endif
def PlainOp : Op<Name, [Pure, Elementwise, NoGrad]> {
  let input = (ins Tensor:$x);
  let output = (outs Tensor:$y);
  let shape = SameAs<"x">;
}
#endif
"""


def test_macros_count(tree):
    config = tree.root / "pyproject.toml"
    tree.path("plain.td").write_text(PLAIN)
    tree.compare()
    tree.compare()
    config.write_text(CONFIG + 'defines = ["OTHER"]\n')
    tree.compare()
    assert any("other_plain" in file.path for file in tree.built("generated")[0])


@pytest.mark.parametrize(
    "outer",
    [
        '#define OTHER\ninclude "../plain.td"\n',
        (
            'include "opgen/OpBase.td"\ndef Nn : Library<"nn">;\nlet library = Nn in {\n'
            'include "../plain.td"\n}\n'
        ),
    ],
)
def test_a_spec_that_another_one_includes_says_what_it_says_there(tree, outer):
    tree.path("plain.td").write_text(PLAIN)
    (tree.root / "pyproject.toml").write_text(
        CONFIG.replace('"specs/include"', '"specs/include", "specs/more"')
    )
    tree.path("more").mkdir()
    tree.compare()
    tree.compare()
    # Before the spec that it includes, in the order of names, and after it.
    for name in ("another.td", "zz.td"):
        tree.path(name).write_text(outer)
        tree.compare()
        tree.compare()
        tree.path(name).unlink()
        tree.compare()


def test_links_in_a_circle_among_templates_are_gone_through_once(tree):
    for name in "ab":
        (tree.root / "overrides" / name).symlink_to(".")
    tree.compare()


def test_damaged_code_of_templates_is_not_run(tree):
    folder = tree.root / "generated/.opgen/cache/templates"
    shutil.rmtree(folder.parent / "rendered")
    (folder.parent / "rendered").mkdir()
    damaged = 0
    for path in folder.iterdir():
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 4
        path.write_bytes(data)
        damaged += 1
    assert damaged > 10
    tree.compare()


@pytest.mark.parametrize("kind", ["truncated", "flipped", "empty", "other"])
def test_a_damaged_file_is_as_good_as_none(tree, kind):
    files = [
        path
        for name in ("operators", "rendered")
        for path in (tree.root / "generated/.opgen/cache" / name).iterdir()
    ]
    assert len(files) > 8
    for path in files:
        data = path.read_bytes()
        path.write_bytes(
            {
                "truncated": data[: len(data) // 2],
                "flipped": data[:-9] + bytes([data[-9] ^ 1]) + data[-8:],
                "empty": b"",
                "other": files[0].read_bytes() if path != files[0] else b"x" * 64,
            }[kind]
        )
    tree.compare()


def test_nothing_unchanged_is_made_anew(tree, monkeypatch):
    """One operator's text changes: views are made of it and its family alone."""
    made = []
    monkeypatch.setattr(
        Renderings,
        "_made",
        lambda self, target, outputs, model, *, diagnostics, plain=Renderings._made: (
            made.append((target, outputs.op.id))
            or plain(self, target, outputs, model, diagnostics=diagnostics)
        ),
    )
    monkeypatch.setattr(
        Renderer,
        "part",
        lambda self, parts, op, plain=Renderer.part: (
            made.append((parts.template, op.id)) or plain(self, parts, op)
        ),
    )
    tree.built("generated")
    assert made == []
    tree.edit("elementwise.td", "let summary", 'let description = "Words.";\n  let summary')
    tree.built("generated")
    assert {name for _, name in made} == {"custom.square", "custom.square_grad"}
    assert {template for template, _ in made} >= {"docs/entry.html.j2", ""}
