"""Checking one operator after another, each in a fork of one process that has imported PyTorch.

Importing takes longer than many checks do. A crash or a hang of generated code still ends but the
fork that it happens in.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable
from functools import partial
from typing import BinaryIO, Final

_IMPORTED_LATE: Final = (
    "torch._dynamo",
    "torch._functorch.aot_autograd",
    "torch.testing._internal.optests",
)
"""What checks import when they first need it. None of it may start threads or do arithmetic."""


def serve(check: Callable[[str, str], int], *, seconds: int) -> int:
    """Do each job of standard input, ``{"library": ..., "op": ...}``, in a fork.

    A fork prints what ``check`` prints. After it comes ``{"ended": status, "said": ...}``, where
    the latter is what it wrote to standard error.

    Args:
        check: Checks an operator and returns the status of the process.
        seconds: After this long a fork is ended.
    """
    for name in _IMPORTED_LATE:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    for line in sys.stdin:
        job = json.loads(line)
        with tempfile.TemporaryFile() as log:
            status = _forked(partial(check, job["library"], job["op"]), seconds, log)
            log.seek(0)
            said = log.read().decode("utf-8", "replace")
        sys.stdout.write(json.dumps({"ended": status, "said": said[-4000:]}) + "\n")
        sys.stdout.flush()
    return 0


def _forked(action: Callable[[], int], seconds: int, log: BinaryIO) -> int:
    """Return the status of ``action`` in a fork, or minus the signal that ended it."""
    sys.stdout.flush()
    process = os.fork()
    if process == 0:
        os.dup2(log.fileno(), 2)
        signal.alarm(seconds)
        status = 1
        try:
            status = action()
            sys.stdout.flush()
        except BaseException:  # noqa: BLE001 - nothing may get on with the parent's work
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
