"""Programs and what must become of them: the records of llvm-tblgen, or a diagnostic."""

import json

import pytest

from opgen.tablegen.dump import to_text
from tests.tablegen.programs import (
    FAIL,
    INCLUDE,
    ORACLE,
    PASS,
    ask_oracle,
    defines_of,
    found,
    printed_by_oracle,
    records_of,
    run,
)

# llvm-tblgen opens files, overflows its stack and fills the memory, each without end.
TOO_MUCH_FOR_ORACLE = {"include_cycle", "endless_instances", "sizes"}

needs_oracle = pytest.mark.skipif(ORACLE is None, reason="llvm-tblgen-22 isn't installed")


def name_of(path):
    return path.stem


@pytest.mark.parametrize("path", PASS, ids=name_of)
def test_records_are_those_of_the_golden(path, update):
    golden = path.with_suffix(".json")
    if update:
        golden.write_text(json.dumps(ask_oracle(path), indent=1, sort_keys=True) + "\n")
    keeper, diagnostics = run(path)
    assert not diagnostics
    assert records_of(keeper) == json.loads(golden.read_text(encoding="utf-8"))


@needs_oracle
@pytest.mark.parametrize("path", PASS, ids=name_of)
def test_the_golden_is_what_llvm_tblgen_says(path):
    assert ask_oracle(path) == json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))


@needs_oracle
@pytest.mark.parametrize("path", PASS, ids=name_of)
def test_the_printed_records_are_those_of_llvm_tblgen(path):
    options = [f"-I{INCLUDE}", *(f"-D{name}" for name in defines_of(path))]
    keeper, _ = run(path)
    assert to_text(keeper) == printed_by_oracle(path, *options, timeout=60)


@pytest.mark.parametrize("path", FAIL, ids=name_of)
def test_a_mistake_is_found_where_it_is(path):
    first = path.read_text(encoding="utf-8").split("\n", 1)[0]
    expected = [item.strip() for item in first.removeprefix("// ERR:").split(",")]
    _, diagnostics = run(path)
    assert found(diagnostics) == expected


@needs_oracle
@pytest.mark.parametrize(
    "path", [p for p in FAIL if p.stem not in TOO_MUCH_FOR_ORACLE], ids=name_of
)
def test_llvm_tblgen_refuses_it_too(path):
    assert ask_oracle(path) is None
