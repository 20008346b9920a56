"""The command group: finds a command when it is needed, and turns every end into an exit code.

Knows the commands' names and where they are; a command is imported only when it runs.
"""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from importlib import import_module
from pathlib import Path
from typing import Final, TextIO

import click

from opgen import __version__
from opgen.cli.group import AdvisingGroup
from opgen.cli.options import talking
from opgen.cli.session import ExitCode, Session
from opgen.diagnostics import OpgenError

COMMANDS: Final[dict[str, str]] = {
    "build": "Generate the outputs of the specs, keeping what people wrote.",
    "watch": "Build, and build again whenever a spec or template changes.",
    "check": "Fail if the outputs aren't what a build would leave.",
    "diff": "Show what a build would change.",
    "status": "List stubs to fill, edits, conflicts and orphans.",
    "list": "List the operators, their targets and their files.",
    "verify": "Compile and run what was generated, against the references.",
    "doctor": "Say what generated operators lack in a framework, and what to do.",
    "audit": "Compare the copies of signatures that a framework keeps.",
    "records": "Print the TableGen records of a spec file.",
    "explain": "Explain a diagnostic code.",
    "init": "Set up a project in this directory.",
    "new": "Add an operator to the project.",
    "resolve": "Settle a conflict in an output.",
    "adopt": "Keep an edited output as it is.",
    "restore": "Bring an output back as it is generated.",
}


class LazyGroup(AdvisingGroup):
    """A group whose commands are modules of this package."""

    def list_commands(self, _: click.Context) -> list[str]:
        """Return the commands in the order in which they are shown."""
        return list(COMMANDS)

    def get_command(self, _: click.Context, name: str) -> click.Command | None:
        """Import and return the command ``name``."""
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"opgen.cli.{name}").command
        return command

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="opgen")
@talking
def group() -> None:
    """Generate framework operators from TableGen specs, and keep every line you wrote."""


def run(arguments: list[str]) -> int:
    """Run opgen with ``arguments`` and return the exit code; nothing but that comes out."""
    for stream in (sys.stdout, sys.stderr):
        _accept_any_text(stream)
    try:
        return _run(arguments)
    except click.ClickException as error:
        error.show()
        return ExitCode.USAGE
    except (click.Abort, KeyboardInterrupt):
        return ExitCode.INTERRUPTED
    except OpgenError as error:
        _complain(f"error[{error.code}]: {error}")
        return ExitCode.USAGE
    except BrokenPipeError:
        return _reader_gone()
    except Exception as error:  # noqa: BLE001 - the last stand: nobody gets a traceback unasked
        _internal_error(error)
        return ExitCode.USAGE


def _run(arguments: list[str]) -> int:
    session = Session(arguments=arguments, cwd=_cwd(), environ=os.environ)
    try:
        result = group.main(
            args=list(arguments), prog_name="opgen", standalone_mode=False, obj=session
        )
    except OpgenError as error:
        return session.give_up(_command(arguments), error)
    except BrokenPipeError:
        raise
    except OSError as error:
        if not isinstance(error.filename, str):
            raise
        # Whatever is done to files may fail: a directory is closed to us, or the disk is full.
        path = session.shown(Path(error.filename))
        reason = (error.strerror or str(error)).lower()
        fault = OpgenError(f"can't work with `{path}`: {reason}", path=path)
        return session.give_up(_command(arguments), fault)
    except MemoryError:
        fault = OpgenError("there isn't enough memory")
        return session.give_up(_command(arguments), fault)
    return result if isinstance(result, int) else ExitCode.DONE


def _command(arguments: list[str]) -> str:
    return next(name for name in arguments if name in COMMANDS)


def _cwd() -> Path:
    try:
        return Path.cwd()
    except OSError as error:
        raise OpgenError("the working directory is gone; change to another one") from error


def _accept_any_text(stream: TextIO | None) -> None:
    """Make a stream write what its encoding lacks as an escape instead of failing."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def _reader_gone() -> int:
    """End quietly where the reader of a pipe has gone, as ``head`` does."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return ExitCode.FAILED


def _internal_error(error: Exception) -> None:
    if os.environ.get("OPGEN_TRACEBACK"):
        traceback.print_exception(error)
    detail = " ".join(str(error).split())
    _complain(f"internal error: {type(error).__name__}: {detail}")
    _complain("  = note: this is a fault of opgen, not of your files")
    _complain(
        "  = help: run the command again with OPGEN_TRACEBACK=1 and report what it prints, "
        f"with the specs and the version, {__version__}"
    )


def _complain(text: str) -> None:
    if sys.stderr is not None:
        sys.stderr.write(f"{text}\n")
