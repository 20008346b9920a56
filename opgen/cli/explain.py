"""``opgen explain``: print the page of a diagnostic code. Knows the pages alone."""

from __future__ import annotations

import click

from opgen.cli.options import talking
from opgen.cli.session import Session
from opgen.diagnostics import CODES
from opgen.diagnostics.pages import find_code, page, similar_codes


@click.command("explain")
@click.argument("code", required=False)
@talking
@click.pass_obj
def command(session: Session, /, *, code: str | None) -> int:
    """Explain a diagnostic CODE, given as OPG0110, 110 or unknown-class.

    Without CODE, all codes are listed.
    """
    if code is None:
        session.result("".join(f"{known}  {name}\n" for known, name in CODES.items()))
        return session.finish("explain", data=CODES)
    found = find_code(code)
    if found is None:
        close = ", ".join(f"{similar} ({CODES[similar]})" for similar in similar_codes(code))
        advice = f"did you mean {close}?" if close else "`opgen explain` lists all codes"
        raise click.UsageError(f"no diagnostic has the code `{code}`; {advice}")
    text = page(found) or f"# {found}: {CODES[found]}\n"
    session.result(text)
    return session.finish("explain", data={"code": found, "name": CODES[found], "page": text})
