"""The README's walk from a first spec to a changed one: its commands print what it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.build.pages import blocks, page, section
from tests.build.project import ROOT
from tests.requirements import needs

SECTION = "## Build, edit, change the spec, build"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)


class Shell:
    """A shell in an empty directory, in which `opgen` and `python` are those that run the test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = ""

    def run(self, command: str) -> str:
        if command.startswith("export PYTHONPATH="):
            self.path = command.partition("=")[2]
            return ""
        python = f"'{sys.executable}'"
        functions = f'opgen() {{ {python} -m opgen "$@"; }}; python() {{ {python} "$@"; }}; '
        done = subprocess.run(
            ["bash", "-c", functions + command],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": f"{self.path}{os.pathsep}{ROOT}", "CXXFLAGS": "-O0"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def follow(self, console: str) -> None:
        """Run the commands of a block and compare what they print."""
        steps = COMMAND.findall(console)
        assert steps
        for command, printed in steps:
            assert self.run(command) == printed, command


@needs("numpy", "compiler")
def test_the_walk_through_prints_what_the_readme_says(tmp_path: Path) -> None:
    text = section(page("README.md"), SECTION)
    (_, spec), *others = blocks(text)
    assert [block.kind for block in others] == ["console", "cpp", "console", "console", "cpp"]
    built, body, filled, changed, merged = (block.text for block in others)
    folder = tmp_path / "demo"
    folder.mkdir()
    shell = Shell(folder)
    shell.run(re.findall(r"`(opgen init .*?)`", text)[0])
    (folder / "specs/scale.td").write_text(spec)
    shell.follow(built)

    kernel = folder / "generated/kernels/demo/scale/scale_cpu.cc"
    start, end = "template <typename T>\n", "}\n"
    before, _, rest = kernel.read_text().partition(start)
    kernel.write_text(before + body + rest.partition(end)[2])
    shell.follow(filled)

    attributes = re.findall(r"^`(let attrs = .*?;)`", text, re.MULTILINE)[0]
    changed_spec, count = re.subn(r"let attrs = .*?;", attributes, spec)
    assert count == 1
    (folder / "specs/scale.td").write_text(changed_spec)
    shell.follow(changed)
    assert merged in kernel.read_text()


@pytest.mark.parametrize("name", [each.name for each in PAGES[1:]])
def test_another_page_leads_to_it(name: str) -> None:
    others = (each.read_text(encoding="utf-8") for each in PAGES if each.name != name)
    assert any(f"{name})" in text or f"{name}#" in text for text in others)


def _anchors(file: Path) -> set[str]:
    titles = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_links_lead_to_pages_and_their_sections() -> None:
    links = [
        (file, target)
        for file in PAGES
        for target in re.findall(r"\]\(([^)\s]+)\)", CODE.sub("", file.read_text(encoding="utf-8")))
        if "://" not in target
    ]
    assert len(links) > len(PAGES)
    for file, target in links:
        path, _, anchor = target.partition("#")
        leads_to = file.parent / path if path else file
        assert leads_to.exists(), (file.name, target)
        assert not anchor or anchor in _anchors(leads_to), (file.name, target)
