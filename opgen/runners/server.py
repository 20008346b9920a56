"""A process that checks one operator after another, each in a fork: what imports once saves.

Knows the protocol of the scripts that can do so; knows no framework.
"""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Sequence

from opgen.dataclass import dataclass, field


@dataclass(frozen=True, slots=True)
class Finished:
    """What came of checking an operator.

    Attributes:
        output: The lines of the checks.
        status: Of the process; minus the signal that ended it.
        said: What it wrote to standard error.
    """

    output: tuple[str, ...]
    status: int
    said: str

    @property
    def is_timeout(self) -> bool:
        """Whether it was ended because it took too long."""
        return self.status == -signal.SIGALRM


@dataclass(slots=True)
class CheckServer:
    """Starts the process when it is first needed, and again should it end.

    Attributes:
        command: The script with its arguments.
    """

    command: Sequence[str]
    _process: subprocess.Popen[str] | None = field(default=None, init=False)

    def check(self, library: str, op: str) -> Finished:
        """Check an operator."""
        process = self._process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        lines: list[str] = []
        try:
            process.stdin.write(json.dumps({"library": library, "op": op}) + "\n")
            process.stdin.flush()
            for line in process.stdout:
                if line.startswith('{"ended"'):
                    end = json.loads(line)
                    return Finished(tuple(lines), end["ended"], end["said"])
                lines.append(line)
        except BrokenPipeError:
            pass
        self._process = None
        return Finished(tuple(lines), process.wait() or 1, "")

    def close(self) -> None:
        """End the process, if it runs."""
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            self._process.wait()
            self._process = None

    def _start(self) -> subprocess.Popen[str]:
        self._process = subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            errors="replace",
        )
        return self._process
