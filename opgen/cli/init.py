"""``opgen init``: set up a project in the current directory. Knows the scaffold alone."""

from __future__ import annotations

import re
from pathlib import Path

import click

from opgen.cli.options import talking
from opgen.cli.scaffold import (
    LibraryChoice,
    config_table,
    library_record,
    library_spec,
    operator_spec,
    refuse,
    write_new,
)
from opgen.cli.session import Session
from opgen.config import CONFIG_NAME, find_project
from opgen.diagnostics import OpgenError
from opgen.ops.names import invalid_mnemonic, reserved_by
from opgen.source import read_plain


def checked_name(_: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Return a name of an operator or library, or end with what is wrong with it."""
    reason = value and (invalid_mnemonic(value) or reserved_by(value))
    if reason:
        raise click.BadParameter(f"`{value}`: {reason}", param=parameter)
    return value


@click.command("init")
@click.option("--library", metavar="NAME", callback=checked_name, help="The first library.")
@click.option(
    "--op", default="first_op", metavar="NAME", callback=checked_name, help="The first operator."
)
@talking
@click.pass_obj
def command(session: Session, /, *, library: str | None, op: str) -> int:
    """Set up a project here: configuration, a library and a first operator.

    An existing pyproject.toml gets a [tool.opgen] section; nothing is overwritten. The library
    is named after the directory unless --library says otherwise.
    """
    name = library or _library_name(session.cwd)
    config = session.cwd / CONFIG_NAME
    project = find_project(session.cwd, diagnostics=session.diagnostics, shown_as=session.shown)
    if project.config == config:
        refuse(session, f"`{CONFIG_NAME}` has a [tool.opgen] already", config)
    if session.diagnostics.has_errors:
        return session.finish("init")
    choice = LibraryChoice(name, library_record(name), f"{name}.td")
    specs = session.cwd / "specs"
    texts = {
        specs / "include" / f"{name}.td": library_spec(name),
        specs / f"{op}.td": operator_spec(op, choice),
    }
    table = config_table(name)
    if not config.exists():
        texts[config] = table
    created = write_new(session, texts)
    extended = created and config not in texts
    if extended:
        _append(session, config, table)
    changed = [session.shown(config)] if extended else []
    code = session.finish("init", data={"created": created, "changed": changed})
    if code == 0:
        session.say("next: `opgen build`, then fill in the kernel; `opgen status` shows where")
    return code


def _library_name(directory: Path) -> str:
    """Make a library's name of a directory's, or fall back on a neutral one."""
    words = re.findall(r"[a-z0-9]+", directory.name.lower())
    name = "_".join(words)
    return "operators" if invalid_mnemonic(name) or reserved_by(name) else name


def _append(session: Session, config: Path, table: str) -> None:
    try:
        text = read_plain(config).decode("utf-8")
        gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
        with config.open("a", encoding="utf-8", newline="\n") as file:
            file.write(gap + table)
    except OSError as error:
        reason = error.strerror or str(error)
        raise OpgenError(
            f"can't write `{session.shown(config)}`: {reason}", path=session.shown(config)
        ) from error
    session.say(f"added [tool.opgen] to {session.shown(config)}")
