"""Imports go only leftwards, in no circle, and through a package's surface."""

import ast
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.architecture.sources import MODULES

CLASSES = {"dataclass", "hints", "namedtuple"}
BASE = CLASSES | {"source", "outputs", "diagnostics"}
MODEL = BASE | {"tablegen", "ops"}
BUILD = MODEL | {"targets", "render", "workspace", "config", "specs"}

# What each part may import besides itself and the package's version.
ALLOWED = {
    "": set(),
    "hints": set(),
    "dataclass": {"accelerators", "hints"},
    "namedtuple": {"accelerators", "hints"},
    "source": CLASSES,
    "outputs": CLASSES,
    "incremental": set(),
    "accelerators": set(),
    "cachefile": {"accelerators", "hints", "source"},
    "diagnostics": CLASSES | {"accelerators", "source"},
    "tablegen": CLASSES | {"source", "diagnostics", "accelerators", "cachefile"},
    "workspace": BASE | {"cachefile"},
    "ops": BASE | {"tablegen", "accelerators", "cachefile"},
    "targets": MODEL,
    "render": MODEL | {"targets", "cachefile"},
    "config": CLASSES | {"source", "diagnostics"},
    "specs": CLASSES | {"source", "diagnostics", "config"},
    "pipeline": BUILD,
    "runners": BASE | {"ops", "targets", "config", "specs", "pipeline"},
    "cli": BUILD | {"pipeline", "runners", "incremental"},
    "_entry": {"incremental", "cli"},
    "__main__": {"_entry"},
}

# Parts whose inner modules are nobody else's business.
SEALED = {"tablegen", "workspace", "render"}
SURFACE = {"opgen.tablegen.dump"}

MAY_IMPORT_LATE = {"cli", "_entry"}


def own_imports(module):
    return [(name, node) for name, node in module.imports() if name.split(".")[0] == "opgen"]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_imports_go_in_the_allowed_direction(module):
    allowed = ALLOWED[module.part] | {module.part, ""}
    wrong = [
        f"line {node.lineno}: {name}"
        for name, node in own_imports(module)
        if ".".join(name.split(".")[1:2]) not in allowed
    ]
    assert not wrong


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_sealed_parts_are_imported_through_their_surface(module):
    wrong = [
        f"line {node.lineno}: {name}"
        for name, node in own_imports(module)
        # A surface may give a function the name of its module: what counts is where it is from.
        if (inner := getattr(node, "module", name).split("."))[1:2] != [module.part]
        and len(inner) > 2
        and inner[1] in SEALED
        and ".".join(inner) not in SURFACE
    ]
    assert not wrong


def test_there_is_no_import_cycle():
    graph = {module.name: {name for name, _ in own_imports(module)} for module in MODULES}
    for name, imported in graph.items():
        imported.discard(name)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_only_commands_import_inside_functions(module):
    if module.part in MAY_IMPORT_LATE:
        return
    late = [
        node.lineno
        for function in module.functions
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    assert not late


def test_the_fast_path_imports_what_python_has_loaded_anyway():
    parts = {"", "_entry", "incremental"}
    foreign = {
        name
        for module in MODULES
        if module.part in parts
        for name, _ in module.imports()
        if name.split(".")[0] != "opgen"
    }
    assert foreign <= {"sys", "os", "marshal", "gc"}
