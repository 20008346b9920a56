"""Run generated operators inside their frameworks and collect what comes of it.

Each operator is checked in a process of its own, by a stand-alone script that never imports
opgen: the framework may live in an environment of its own, and a crash or a hang of generated
code is a row of the table, not the end of the run.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import Enum
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from opgen.dataclass import dataclass
from opgen.runners.server import CheckServer

SECONDS_PER_OP: Final = 600
"""After this long the checks of one operator count as hung."""

SECONDS_PER_BUILD: Final = 3600
"""The same for what builds a library: its first operator, or all of them in one process."""

OPS_PER_SHARE: Final = 16
"""For so many operators another process is worth what it takes to start."""


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
        reference_line: Where it failed in the body of the reference, from 1; 0 if not there.
    """

    op: str
    target: str
    check: str
    outcome: Outcome
    detail: str = ""
    reference_line: int = 0


@dataclass(frozen=True, slots=True)
class _Checker:
    """How a target is checked.

    Attributes:
        script: The script.
        needs: The module that it can't do without.
        together: Whether one process checks all operators of a library, because the framework
            takes long to start.
        imports: Whether the module can be imported as it is; else it only has to be found.
        times: Whether the script can measure instead of checking.
        serves: Whether the script can check one operator after another, each in a fork.
    """

    script: str
    needs: str
    together: bool = False
    imports: bool = True
    times: bool = False
    serves: bool = False

    @property
    def probe(self) -> str:
        """A program that fails where the module is missing."""
        if self.imports:
            return f"import {self.needs}"
        found = f'importlib.util.find_spec("{self.needs}")'
        return f'import importlib.util\nif not {found}: raise ImportError("there is none")'


_CHECKERS: Final = {
    "numpy": _Checker("numpy_checks.py", "numpy"),
    "pytorch": _Checker("torch_checks.py", "torch", serves=sys.platform == "linux"),
    "oneflow": _Checker("oneflow_checks.py", "oneflow"),
    "mindspore": _Checker(
        "mindspore_checks.py", "mindspore", times=True, serves=sys.platform == "linux"
    ),
    "torch_npu": _Checker("npu_checks.py", "torch_npu", together=True, imports=False),
    "ascendc": _Checker("ascendc_checks.py", "numpy"),
}

_FATAL: Final = re.compile(r"F\d{8} ")
"""How glog begins what it says before it ends a process."""

ENVIRONMENT: Final = "environment"
"""The check that a framework is there."""

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
        timed: Measure instead of checking, where that is possible.
        required: The targets whose framework must be there; one of another target may be missing.
    """

    generated: Path
    interpreters: Mapping[str, str]
    jobs: int = 1
    quick: bool = False
    timed: bool = False
    required: frozenset[str] = frozenset()

    def verify(self, ops: Sequence[str], targets: Iterable[str]) -> Iterator[Row]:
        """Yield the rows of ``ops`` in each of ``targets``, target by target.

        Args:
            ops: Mnemonics, ``<library>.<mnemonic>`` or libraries; empty means all that were
                generated.
            targets: Out of :data:`VERIFIED_TARGETS`; others can't be run and are passed over.
        """
        files = self.sample_files()
        chosen = [path for path in files if is_chosen(path.parent.name, path.stem, ops)]
        plain = [path for path in chosen if path.is_file()]
        for target in targets:
            checker = _CHECKERS.get(target)
            if checker is not None:
                yield from (_unreadable(target, path) for path in chosen if path not in plain)
                yield from self._verify_target(target, checker, plain)

    def sample_files(self) -> list[Path]:
        """Return the sample file of every generated operator."""
        return sorted(self.generated.glob("samples/*/*.json"))

    def _verify_target(self, target: str, checker: _Checker, samples: list[Path]) -> Iterator[Row]:
        reason = self._missing(target, checker)
        if reason:
            outcome = Outcome.FAILED if target in self.required else Outcome.SKIPPED
            yield Row("", target, ENVIRONMENT, outcome, reason)
            return
        if self.timed and not checker.times:
            reason = "nothing measures what runs there"
            yield Row("", target, "time", Outcome.SKIPPED, reason)
            return
        if checker.together:
            for library in sorted({path.parent for path in samples}):
                ops = [path.stem for path in samples if path.parent == library]
                yield from self._verify_shares(target, checker, library.name, ops=ops)
            return
        # The first op of a library builds it; the others then find it built.
        firsts = list({path.parent: path for path in reversed(samples)}.values())
        for path in reversed(firsts):
            yield from self._verify_op(target, checker, path, seconds=SECONDS_PER_BUILD)
        rest = [path for path in samples if path not in firsts]
        if checker.serves and len(rest) > self.jobs:
            yield from self._verify_served(target, checker, rest)
            return
        with ThreadPoolExecutor(self.jobs) as pool:
            for rows in pool.map(lambda path: self._verify_op(target, checker, path), rest):
                yield from rows

    def _missing(self, target: str, checker: _Checker) -> str:
        python = self.interpreters[target]
        try:
            probe = subprocess.run(
                [python, "-c", checker.probe],
                capture_output=True,
                text=True,
                check=False,
                timeout=SECONDS_PER_OP,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return f"{python} can't be run: {error}"
        last = probe.stderr.strip().rpartition("\n")[2]
        return "" if probe.returncode == 0 else f"{python} can't import {checker.needs}: {last}"

    def _verify_shares(
        self, target: str, checker: _Checker, library: str, *, ops: Sequence[str]
    ) -> list[Row]:
        """Return the rows of a library, in the order of its operators; some processes share it."""
        count = min(self.jobs, len(ops) // OPS_PER_SHARE)
        # The first operator builds the library; the others then find it built.
        first, rest = (ops[:1], ops[1:]) if count > 1 else (ops, [])

        def verify(share: Sequence[str]) -> list[Row]:
            return list(self._verify_library(target, checker, library, ops=share))

        rows = verify(first)
        with ThreadPoolExecutor(self.jobs) as pool:
            for found in pool.map(verify, [rest[at::count] for at in range(count) if rest]):
                rows += found
        return sorted(rows, key=lambda row: ops.index(row.op.partition(".")[2]))

    def _verify_library(
        self, target: str, checker: _Checker, library: str, *, ops: Sequence[str]
    ) -> Iterator[Row]:
        """Yield the rows of operators that one process checks, and of others after a crash."""
        waiting = list(ops)
        while waiting:
            rows, begun = self._verify_together(target, checker, library, ops=waiting)
            yield from rows
            # Whatever ended the process early, the operator it was at goes with it.
            waiting = waiting[waiting.index(begun) + 1 :] if begun in waiting else []

    def _verify_together(
        self, target: str, checker: _Checker, library: str, *, ops: Sequence[str]
    ) -> tuple[list[Row], str]:
        """Return the rows of one process, and the operator that it was at when it ended."""
        command = self._command(target, checker, library, ops=ops)
        ended, printed, message = _run(command, SECONDS_PER_BUILD)
        rows: list[Row] = []
        begun = ops[0]
        for line in printed.splitlines():
            begun = _begun(line) or begun
            if row := _row(f"{library}.{begun}", target, line):
                rows.append(row)
        failed = any(row.outcome is Outcome.FAILED for row in rows)
        if ended not in {0, 1} or (ended and not failed) or not rows or begun != ops[-1]:
            rows.append(Row(f"{library}.{begun}", target, "run", Outcome.FAILED, message))
        return rows, begun

    def _verify_served(self, target: str, checker: _Checker, samples: list[Path]) -> Iterator[Row]:
        """Yield the rows of operators that few processes check, each many."""
        command = self._command(target, checker, "--serve", ops=[str(SECONDS_PER_OP)])
        servers = [CheckServer(command) for _ in range(self.jobs)]
        free: SimpleQueue[CheckServer] = SimpleQueue()
        for server in servers:
            free.put(server)

        def verify(path: Path) -> list[Row]:
            server = free.get()
            try:
                done = server.check(path.parent.name, path.stem)
            finally:
                free.put(server)
            name = f"{path.parent.name}.{path.stem}"
            message = f"the process ended with {done.status}: {_last_words(done.said)}"
            if done.is_timeout:
                message = f"no end after {SECONDS_PER_OP} s"
            return _rows(name, target, done.output, ended=done.status, message=message)

        try:
            with ThreadPoolExecutor(self.jobs) as pool:
                for rows in pool.map(verify, samples):
                    yield from rows
        finally:
            for server in servers:
                server.close()

    def _command(
        self, target: str, checker: _Checker, library: str, *, ops: Sequence[str]
    ) -> list[str]:
        script = Path(__file__).with_name(checker.script)
        command = [self.interpreters[target], str(script), str(self.generated), library, *ops]
        flags = {"--quick": self.quick, "--time": self.timed}
        return [*command, *(flag for flag, is_set in flags.items() if is_set)]

    def _verify_op(
        self, target: str, checker: _Checker, samples: Path, *, seconds: int = SECONDS_PER_OP
    ) -> list[Row]:
        library, op = samples.parent.name, samples.stem
        name = f"{library}.{op}"
        ended, printed, message = _run(self._command(target, checker, library, ops=[op]), seconds)
        if ended is None:
            return [Row(name, target, "run", Outcome.FAILED, message)]
        return _rows(name, target, printed.splitlines(), ended=ended, message=message)


def _unreadable(target: str, samples: Path) -> Row:
    """Return the row of an operator for whose samples a process might wait for ever."""
    name = f"{samples.parent.name}.{samples.stem}"
    return Row(name, target, "samples", Outcome.FAILED, "the file of samples is no plain file")


def _rows(op: str, target: str, printed: Iterable[str], *, ended: int, message: str) -> list[Row]:
    """Return the rows that a process printed, and one about how it ended if that was badly."""
    rows = [row for line in printed if (row := _row(op, target, line))]
    failed = any(row.outcome is Outcome.FAILED for row in rows)
    if not rows or (ended and not failed):
        rows.append(Row(op, target, "run", Outcome.FAILED, message))
    return rows


def _last_words(text: str) -> str:
    """Return what a process said at last, above the frames of its stack if it printed these."""
    lines = text.strip().splitlines() or [""]
    return next((line for line in reversed(lines) if _FATAL.match(line)), lines[-1])


def _run(command: Sequence[str], seconds: int) -> tuple[int | None, str, str]:
    """Run a script; return its exit code, what it printed, and how it ended.

    The exit code is ``None`` where there is no end.
    """
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired as error:
        printed = error.stdout or b""
        text = printed if isinstance(printed, str) else printed.decode("utf-8", "replace")
        return None, text, f"no end after {seconds} s"
    last = _last_words(done.stderr)
    return done.returncode, done.stdout, f"the process ended with {done.returncode}: {last}"


def _begun(line: str) -> str:
    """Return the operator whose checks a line of a script's output begins; else nothing."""
    try:
        document = json.loads(line)
        return str(document["op"]) if document.get("begins") else ""
    except (ValueError, KeyError, TypeError, AttributeError):
        return ""


def is_chosen(library: str, op: str, ops: Sequence[str]) -> bool:
    """Whether an operator is among ``ops``, by any of its names or its library's; all are if none.

    Args:
        library: Its library.
        op: Its mnemonic.
        ops: Mnemonics, ``<library>.<mnemonic>`` or libraries.
    """
    return not ops or not {library, op, f"{library}.{op}"}.isdisjoint(ops)


def _row(op: str, target: str, line: str) -> Row | None:
    try:
        document = json.loads(line)
        outcome, detail = Outcome(document["outcome"]), document.get("detail") or ""
        at = int(document.get("reference_line") or 0)
        return Row(op, target, document["check"], outcome, detail, at)
    except (ValueError, KeyError, TypeError):
        return None
