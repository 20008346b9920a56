"""A group of commands that says which one may have been meant. Knows no command."""

from __future__ import annotations

import click

from opgen.diagnostics.suggestions import did_you_mean


class AdvisingGroup(click.Group):
    """A group of commands that advises whoever names none of them."""

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or say which one may have been meant."""
        name, known = args[0], self.list_commands(context)
        if name not in known and not name.startswith("-"):
            advice = did_you_mean(name, known) or f"see `{context.command_path} --help`"
            context.fail(f"no such command `{name}`; {advice}")
        return super().resolve_command(context, args)
