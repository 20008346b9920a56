"""The console script: answers a build with nothing to do, else hands over to the command line.

Imports nothing but sys, os and what is as light; a build tool runs this thousands of times.
"""

import os
import sys

from opgen.incremental import summary_if_fresh

_WITH_FAST_PATH = ("build", "check")
_INTERRUPTED = 130
_OBJECTS_BETWEEN_LOOKS = 50_000


def main() -> None:
    """Run opgen with the process's arguments and exit."""
    arguments = sys.argv[1:]
    try:
        summary = _summary(arguments)
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    if summary is None:
        sys.exit(_run(arguments))
    if summary and sys.stdout is not None:
        sys.stdout.write(f"{summary}\n")


def _run(arguments: list[str]) -> int:
    import gc

    # Nearly all that a command makes lives as long as it does, so looking for garbage finds little.
    gc.set_threshold(_OBJECTS_BETWEEN_LOOKS)
    try:
        from opgen.cli.main import run

        return run(arguments)
    except KeyboardInterrupt:
        return _INTERRUPTED
    finally:
        # What is frozen isn't looked through once more when the process ends.
        gc.freeze()


def _summary(arguments: list[str]) -> str | None:
    if not arguments or arguments[0] not in _WITH_FAST_PATH:
        return None
    try:
        return summary_if_fresh(arguments[1:], os.getcwd(), checking=arguments[0] == "check")
    except (OSError, TypeError, ValueError, LookupError):
        # No working directory, or a damaged state: the slow path knows what to say.
        return None
