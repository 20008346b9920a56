"""Checking one operator after another, each in a fork of one process with the framework.

Importing that takes longer than many checks do. A crash or a hang of generated code still ends but
the fork that it happens in. Knows no framework.
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
from collections.abc import Callable, Sequence
from functools import partial
from typing import BinaryIO


def serve(check: Callable[[str, str], int], *, seconds: int, imports: Sequence[str] = ()) -> int:
    """Do each job of standard input, ``{"library": ..., "op": ...}``, in a fork.

    A fork prints what ``check`` prints. After it comes ``{"ended": status, "said": ...}``, where
    the latter is what it wrote to standard error.

    Args:
        check: Checks an operator and returns the status of the process.
        seconds: After this long a fork is ended.
        imports: Modules that checks import when they first need them, if these are there. None of
            them may start threads or do arithmetic.
    """
    for name in imports:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    for line in sys.stdin:
        job = json.loads(line)
        with tempfile.TemporaryFile() as log:
            status = in_fork(partial(check, job["library"], job["op"]), seconds, log)
            log.seek(0)
            said = log.read().decode("utf-8", "replace")
        sys.stdout.write(json.dumps({"ended": status, "said": said[-4000:]}) + "\n")
        sys.stdout.flush()
    return 0


def in_fork(action: Callable[[], int], seconds: int, log: BinaryIO) -> int:
    """Return the status of ``action`` in a fork, or minus the signal that ended it.

    Args:
        action: What is done.
        seconds: After this long the fork is ended.
        log: Where standard error goes.
    """
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
    ended = os.waitpid(process, 0)[1]
    return -os.WTERMSIG(ended) if os.WIFSIGNALED(ended) else os.WEXITSTATUS(ended)
