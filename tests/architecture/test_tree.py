"""The top level is a closed list."""

from tests.architecture.sources import ROOT

ENTRIES = {
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "pyproject.toml",
    "opgen",
    "specs",
    "templates",
    "generated",
    "tests",
    "docs",
    "benchmarks",
    ".ci",
    ".gitignore",
}

# What tools leave behind; none of it is tracked.
LEFT_BEHIND = {".git", ".venv", "venv", "build", "dist", "__pycache__"}


def is_ignored(name):
    return name in LEFT_BEHIND or name.endswith(("_cache", ".egg-info"))


def test_the_top_level_has_nothing_else():
    found = {path.name for path in ROOT.iterdir() if not is_ignored(path.name)}
    assert not found - ENTRIES
