"""The options that commands share; each stores what it is given in the session.

Knows click and the session, no command.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final, TypeVar

import click
from click.core import ParameterSource

from opgen.cli.session import Session, Verbosity
from opgen.config import MACRO_RULE, is_macro
from opgen.diagnostics.formats import Format

_F = TypeVar("_F", bound=Callable[..., Any])
Store = Callable[[Session, Any], None]


def _storing(store: Store) -> dict[str, Any]:
    """Return the keywords of an option whose value goes to the session by ``store``."""

    def callback(context: click.Context, parameter: click.Parameter, value: object) -> object:
        given = context.get_parameter_source(parameter.name or "")
        if given is not ParameterSource.DEFAULT and value not in (None, False, ()):
            store(context.ensure_object(Session), value)
        return value

    return {"callback": callback, "expose_value": False}


def _set(name: str) -> Store:
    def store(session: Session, value: object) -> None:
        setattr(session.choices, name, value)

    return store


def _add_defines(session: Session, names: tuple[str, ...]) -> None:
    for name in names:
        if not is_macro(name):
            raise click.UsageError(f"`{name}` is no name that -D can define: {MACRO_RULE}")
    session.choices.defines = names


def _set_format(session: Session, value: str) -> None:
    session.choices.form = Format(value)


def _set_verbosity(level: Verbosity) -> Store:
    def store(session: Session, _: object) -> None:
        session.choices.verbosity = level

    return store


def _apply(function: _F, *decorators: Callable[[_F], _F]) -> _F:
    for decorator in reversed(decorators):
        function = decorator(function)
    return function


def talking(function: _F) -> _F:
    """Add the options for how much is said and in which format."""
    return _apply(
        function,
        click.option(
            "--format",
            type=click.Choice([form.value for form in Format]),
            help="Format of diagnostics and results (default: text).",
            **_storing(_set_format),
        ),
        click.option(
            "--color",
            type=click.Choice(["auto", "always", "never"]),
            help="When to use colours (default: auto; NO_COLOR and FORCE_COLOR count).",
            **_storing(_set("color")),
        ),
        click.option(
            "-q",
            "--quiet",
            is_flag=True,
            help="Print diagnostics and asked-for results only.",
            **_storing(_set_verbosity(Verbosity.QUIET)),
        ),
        click.option(
            "-s",
            "--silent",
            is_flag=True,
            help="Print nothing; the exit code tells.",
            **_storing(_set_verbosity(Verbosity.SILENT)),
        ),
        click.option(
            "-v",
            "--verbose",
            is_flag=True,
            help="Say what is done to each file.",
            **_storing(_set_verbosity(Verbosity.VERBOSE)),
        ),
    )


def configured(function: _F) -> _F:
    """Add the options that choose the configuration and the output root."""
    return _apply(
        function,
        click.option(
            "--config",
            metavar="FILE",
            help="Read [tool.opgen] of this file, not of the nearest pyproject.toml.",
            **_storing(_set("config")),
        ),
        click.option(
            "--isolated",
            is_flag=True,
            help="Read no configuration file.",
            **_storing(_set("isolated")),
        ),
        click.option(
            "-o",
            "--output",
            metavar="DIR",
            help="The output root (default: generated).",
            **_storing(_set("output")),
        ),
        talking,
    )


def including(function: _F) -> _F:
    """Add the options that say how spec files are read."""
    return _apply(
        function,
        click.option(
            "-I",
            "--include",
            metavar="DIR",
            multiple=True,
            help="Look includes up in DIR too; goes before the configured ones.",
            **_storing(_set("include_dirs")),
        ),
        click.option(
            "-D",
            "--define",
            metavar="NAME",
            multiple=True,
            help="Define NAME for #ifdef.",
            **_storing(_add_defines),
        ),
    )


_USES_OF_TARGETS: Final = {
    "adopt": "Take outputs of this target",
    "check": "Compare the outputs of this target",
    "diff": "Show what would change in the outputs of this target",
    "list": "List what this target generates",
    "restore": "Bring back outputs of this target",
    "status": "Look at the outputs of this target",
    "verify": "Check what this target generated",
}


class _TargetOption(click.Option):
    """The option that selects targets; its help names them, which loads them only then."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        command = ctx.command.name or ""
        if command == "verify":
            names = import_module("opgen.runners").VERIFIED_TARGETS
        else:
            names = import_module("opgen.targets").available_targets()
        use = _USES_OF_TARGETS.get(command, "Generate this target")
        known = ", ".join(names)
        self.help = f"{use}: {known}. Repeat for several (default: the configured ones)."
        return super().get_help_record(ctx)


def targeting(function: _F) -> _F:
    """Add the option that selects targets."""
    return click.option(
        "-t",
        "--target",
        cls=_TargetOption,
        metavar="TARGET",
        multiple=True,
        **_storing(_set("targets")),
    )(function)


def building(function: _F) -> _F:
    """Add what every command takes that prepares a build: specs, targets, configuration."""
    return _apply(
        function,
        click.argument("specs", nargs=-1, metavar="[SPECS]...", **_storing(_set("specs"))),
        targeting,
        including,
        click.option(
            "--protect",
            metavar="PATTERN",
            multiple=True,
            help="Leave outputs alone whose path below the output root fits PATTERN.",
            **_storing(_set("protected")),
        ),
        configured,
    )
