"""Many operators of a library are checked by several processes; the first one builds it alone."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from opgen.runners import Outcome, Runner
from opgen.runners.verify import OPS_PER_SHARE

PROGRAM = """#!{python}
import json, os, sys

if sys.argv[1] != "-c":
    script, generated, library, *ops = sys.argv[1:]
    with open(os.environ["CALLS"], "a") as calls:
        print(*ops, file=calls)
    for op in ops:
        print(json.dumps({{"op": op, "begins": True}}), flush=True)
        if op == "op_07":
            os.abort()
        print(json.dumps({{"op": op, "check": "values", "outcome": "passed"}}), flush=True)
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_rows_are_in_order_whoever_found_them(tmp_path: Path, monkeypatch, jobs: int) -> None:
    names = [f"op_{number:02}" for number in range(2 * OPS_PER_SHARE + 1)]
    samples = tmp_path / "generated" / "samples" / "some"
    samples.mkdir(parents=True)
    for name in names:
        (samples / f"{name}.json").touch()
    python = tmp_path / "python"
    python.write_text(PROGRAM.format(python=sys.executable))
    python.chmod(0o755)
    monkeypatch.setenv("CALLS", str(tmp_path / "calls"))
    runner = Runner(tmp_path / "generated", {"torch_npu": str(python)}, jobs=jobs)
    rows = list(runner.verify([], ["torch_npu"]))
    assert [row.op for row in rows] == [f"some.{name}" for name in names]
    assert [row.op for row in rows if row.outcome is Outcome.FAILED] == ["some.op_07"]
    calls = [line.split() for line in (tmp_path / "calls").read_text().splitlines()]
    assert sorted({name for call in calls for name in call}) == names
    # The operator that ended a process goes with it; another process checks those behind it.
    assert len(calls) == {1: 2, 2: 4}[jobs]
    if jobs > 1:
        assert calls[0] == names[:1]
