"""Run generated operators inside their frameworks and collect what comes of it.

Each operator is checked in a process of its own, by a stand-alone script that never imports
opgen: the framework may live in an environment of its own, and a crash or a hang of generated
code is a row of the table, not the end of the run.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

SECONDS_PER_OP: Final = 600
SECONDS_PER_BUILD: Final = 3600
"""The first operator of a library builds all of it."""
"""After this long the checks of one operator count as hung; a cold build is part of them."""


class Outcome(Enum):
    """How a check ended."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Row:
    """One check of one operator in one framework.

    Attributes:
        op: ``<library>.<mnemonic>``; empty where a whole target is concerned.
        target: The target whose output was run.
        check: What was checked.
        outcome: How it ended.
        detail: Why it failed or was skipped; empty otherwise.
    """

    op: str
    target: str
    check: str
    outcome: Outcome
    detail: str = ""


@dataclass(frozen=True, slots=True)
class _Checker:
    """How a target is checked: the script and the module it can't do without."""

    script: str
    needs: str


_CHECKERS: Final = {
    "numpy": _Checker("numpy_checks.py", "numpy"),
    "pytorch": _Checker("torch_checks.py", "torch"),
    "oneflow": _Checker("oneflow_checks.py", "oneflow"),
    "mindspore": _Checker("mindspore_checks.py", "mindspore"),
}

VERIFIED_TARGETS: Final = tuple(_CHECKERS)
"""The targets that can be run, in the order in which they are."""


@dataclass(frozen=True, slots=True)
class Runner:
    """Where and with what to run.

    Attributes:
        generated: The output root.
        interpreters: For each target, the command of the Python that has its framework.
        jobs: How many processes may run at once.
        quick: Leave out what takes long.
    """

    generated: Path
    interpreters: Mapping[str, str]
    jobs: int = 1
    quick: bool = False

    def verify(self, ops: Sequence[str], targets: Iterable[str]) -> Iterator[Row]:
        """Yield the rows of ``ops`` in each of ``targets``, target by target.

        Args:
            ops: Mnemonics, ``<library>.<mnemonic>`` or libraries; empty means all that were
                generated.
            targets: Out of :data:`VERIFIED_TARGETS`; others can't be run and are passed over.
        """
        chosen = [path for path in self.sample_files() if _is_chosen(path, ops)]
        for target in targets:
            checker = _CHECKERS.get(target)
            if checker is not None:
                yield from self._verify_target(target, checker, chosen)

    def sample_files(self) -> list[Path]:
        """Return the sample file of every generated operator."""
        return sorted(self.generated.glob("samples/*/*.json"))

    def _verify_target(self, target: str, checker: _Checker, samples: list[Path]) -> Iterator[Row]:
        reason = self._missing(target, checker)
        if reason:
            yield Row("", target, "environment", Outcome.SKIPPED, reason)
            return
        # The first op of a library builds it; the others then find it built.
        firsts = list({path.parent: path for path in reversed(samples)}.values())
        for path in reversed(firsts):
            yield from self._verify_op(target, checker, path, seconds=SECONDS_PER_BUILD)
        rest = [path for path in samples if path not in firsts]
        with ThreadPoolExecutor(self.jobs) as pool:
            for rows in pool.map(lambda path: self._verify_op(target, checker, path), rest):
                yield from rows

    def _missing(self, target: str, checker: _Checker) -> str:
        python = self.interpreters[target]
        try:
            probe = subprocess.run(
                [python, "-c", f"import {checker.needs}"],
                capture_output=True,
                text=True,
                check=False,
                timeout=SECONDS_PER_OP,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return f"{python} can't be run: {error}"
        last = probe.stderr.strip().rpartition("\n")[2]
        return "" if probe.returncode == 0 else f"{python} can't import {checker.needs}: {last}"

    def _verify_op(
        self, target: str, checker: _Checker, samples: Path, *, seconds: int = SECONDS_PER_OP
    ) -> list[Row]:
        library, op = samples.parent.name, samples.stem
        name = f"{library}.{op}"
        script = Path(__file__).with_name(checker.script)
        command = [self.interpreters[target], str(script), str(self.generated), library, op]
        try:
            done = subprocess.run(
                [*command, "--quick"] if self.quick else command,
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
                timeout=seconds,
            )
        except subprocess.TimeoutExpired:
            message = f"no end after {seconds} s"
            return [Row(name, target, "run", Outcome.FAILED, message)]
        rows = [row for line in done.stdout.splitlines() if (row := _row(name, target, line))]
        failed = any(row.outcome is Outcome.FAILED for row in rows)
        if not rows or (done.returncode and not failed):
            message = f"the process ended with {done.returncode}: {_last_words(done.stderr)}"
            rows.append(Row(name, target, "run", Outcome.FAILED, message))
        return rows


def _last_words(text: str) -> str:
    """Return what a process said at last, above the frames of its stack if it printed these."""
    lines = text.strip().splitlines() or [""]
    return next((line for line in reversed(lines) if "Check failed" in line), lines[-1])


def _is_chosen(samples: Path, ops: Sequence[str]) -> bool:
    library, op = samples.parent.name, samples.stem
    return not ops or not {library, op, f"{library}.{op}"}.isdisjoint(ops)


def _row(op: str, target: str, line: str) -> Row | None:
    try:
        document = json.loads(line)
        outcome = Outcome(document["outcome"])
        return Row(op, target, document["check"], outcome, document.get("detail") or "")
    except (ValueError, KeyError, TypeError):
        return None
