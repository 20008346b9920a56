"""Room for an evaluation in the interpreter: recursion, stack, and no garbage collection.

Knows the interpreter, nothing of TableGen.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from opgen.accelerators import import_module
from opgen.hints import Final

_DEPTH: Final = 9000
_GREAT_DEPTH: Final = 200_000
_GREAT_STACK: Final = 1 << 30
"""Bytes, taken from the machine only as they are used: 5 KB for each level of recursion."""


@contextmanager
def undisturbed() -> Iterator[None]:
    """Don't collect garbage: nearly all that is made stays, so looking costs and finds nothing."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            # What was made is put with what is old, or the next allocation would look through it.
            gc.freeze()
            gc.unfreeze()
            gc.enable()


def nested(work: Callable[[], None]) -> None:
    """Do ``work`` that calls itself thousands of times."""
    with _depth(_DEPTH):
        work()


def deeply_nested(work: Callable[[], None]) -> None:
    """Do ``work`` that calls itself up to a hundred thousand times, on a stack of its own."""
    failures: list[BaseException] = []

    def run() -> None:
        try:
            with _depth(_GREAT_DEPTH):
                work()
        except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
            failures.append(error.with_traceback(None))

    # Not loaded where nothing is nested so deeply.
    threading = import_module("threading")
    usual = threading.stack_size(_GREAT_STACK)
    try:
        thread = threading.Thread(target=run, daemon=True)
        thread.start()
    except RuntimeError as error:
        message = "no room for so deep a recursion"
        raise RecursionError(message) from error
    finally:
        threading.stack_size(usual)
    thread.join()
    if failures:
        raise failures[0]


def with_room(make: Callable[[], str]) -> str:
    """Return what ``make`` returns, which may call itself as deeply as values are nested."""
    made: list[str] = []
    try:
        nested(lambda: made.append(make()))
    except RecursionError:
        deeply_nested(lambda: made.append(make()))
    return made[-1]


@contextmanager
def _depth(levels: int) -> Iterator[None]:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, levels))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
