"""Bodies of TableGen that others wrote: the records are those of llvm-tblgen.

The folders come from outside, since they are large and not ours: ``OPGEN_LLVM_HEADERS`` is the
``include`` folder of the development packages of LLVM 22 and MLIR 22, ``OPGEN_ONEFLOW_SOURCES`` a
checkout of OneFlow.
"""

import os
from pathlib import Path

from tests.requirements import needs
from tests.tablegen.compare import compare_all, failures, header_roots, oneflow_roots, totals


def folder_of(variable):
    return Path(os.environ[variable])


def check(roots, name, capsys):
    outcomes = compare_all(roots)
    with capsys.disabled():
        print(f"\n{name}: {totals(outcomes)}")  # noqa: T201
    assert not failures(outcomes)
    return [outcome.word for outcome in outcomes]


@needs("llvm-tblgen", "llvm-headers")
def test_every_root_of_llvm_and_mlir_has_the_records_of_llvm_tblgen(capsys):
    roots = header_roots(folder_of("OPGEN_LLVM_HEADERS"))
    assert len(roots) > 300
    assert check(roots, "LLVM and MLIR headers", capsys).count("equal") > 250


@needs("llvm-tblgen", "llvm-headers", "oneflow-sources")
def test_every_root_of_oneflow_has_the_records_of_llvm_tblgen(capsys):
    sources = folder_of("OPGEN_ONEFLOW_SOURCES")
    roots = oneflow_roots(sources, folder_of("OPGEN_LLVM_HEADERS"))
    assert check(roots, "OneFlow", capsys).count("equal") > 0
