"""Small programs, one for each thing that can be wrong: both sides give the same verdict."""

from pathlib import Path

import pytest

from opgen.diagnostics import Diagnostics
from opgen.tablegen import load
from opgen.tablegen.dump import to_text
from tests.tablegen.cases import CASES
from tests.tablegen.programs import (
    HERE,
    INCLUDE,
    ORACLE,
    found,
    line_named,
    printed_by_oracle,
    read_json,
    records_of,
    run,
    run_oracle,
)


@pytest.fixture(params=CASES, ids=lambda case: case.name)
def case(request):
    return request.param


@pytest.fixture
def program(case, tmp_path):
    path: Path = tmp_path / "input.td"
    path.write_bytes(case.text.encode("latin-1"))
    for name, text in case.files.items():
        (tmp_path / name).write_bytes(text.encode("latin-1"))
    return path


def run_case(case, program):
    folders = [INCLUDE, HERE / "fail", program.parent]
    return run(program, include_dirs=folders, defines=case.defines)


def test_a_mistake_is_found_where_it_is(case, program):
    _, diagnostics = run_case(case, program)
    assert found(d for d in diagnostics if d.is_error) == list(case.mistakes)


@pytest.mark.skipif(ORACLE is None, reason="llvm-tblgen-22 isn't installed")
def test_llvm_tblgen_says_so_too(case, program):
    options = [f"-I{INCLUDE}", f"-I{program.parent}", *(f"-D{name}" for name in case.defines)]
    done = run_oracle(program, *options)
    if case.line is None:
        assert done.returncode not in {0, 1}, done.stderr
        return
    assert done.returncode == bool(case.mistakes), done.stderr
    if case.mistakes:
        assert line_named(done) == case.line, done.stderr
    else:
        keeper, diagnostics = run_case(case, program)
        assert records_of(keeper) == read_json(done.stdout)
        assert to_text(keeper) == printed_by_oracle(program, *options, timeout=60)
        dumps = [d.message.removeprefix("dump: ") for d in diagnostics if d.code == "OPG0123"]
        assert all(f": note: {text}\n".encode("latin-1") in done.stderr for text in dumps)
        assert done.stderr.count(b": note: ") == len(dumps)


def test_the_same_with_a_cache(tmp_path):
    """Each program takes the place of another, of which the cache knows the first statements."""
    program, folders = tmp_path / "input.td", [INCLUDE, HERE / "fail", tmp_path]
    for case in CASES:
        for name, text in {**case.files, program.name: f"def first;\n\n{case.text}"}.items():
            (tmp_path / name).write_bytes(text.encode("latin-1"))
        results = []
        for cache in (tmp_path / "cache", tmp_path / "cache", None):
            diagnostics = Diagnostics()
            keeper = load(program, folders, case.defines, diagnostics=diagnostics, cache=cache)
            mistakes = diagnostics.sorted()
            texts = [(d.message, d.help, d.span and d.span.file.path) for d in mistakes]
            results.append((found(mistakes), texts, records_of(keeper)))
        assert results[0] == results[1] == results[2], case.name
