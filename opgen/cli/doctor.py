"""``opgen doctor``: say what generated operators lack in a framework, and what to do about it.

Knows the runners' interface; which Python a framework lives in is decided as for ``verify``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from opgen.cli.options import configured
from opgen.cli.session import Session
from opgen.cli.table import table
from opgen.cli.verify import interpreter
from opgen.diagnostics import counted
from opgen.diagnostics.suggestions import did_you_mean
from opgen.runners import examine_torch_npu


@click.command("doctor")
@click.argument("target", type=click.Choice(["torch_npu"]))
@click.argument("libraries", nargs=-1, metavar="[LIBRARY]...")
@configured
@click.pass_obj
def command(session: Session, /, *, target: str, libraries: tuple[str, ...]) -> int:
    """Say what generated operators lack inside the framework TARGET, and what to do.

    Looks for each operator's schema, kernels, fake function, gradient, converter and aclnn
    function, after importing the packages of LIBRARY, or of all libraries. -v lists also what
    is there.
    """
    project = session.project()
    if project is None:
        return session.finish("doctor")
    packages = sorted(project.output.glob("torch_npu/*_npu/__init__.py"))
    known = [path.parent.name.removesuffix("_npu") for path in packages]
    if not known:
        where = session.shown(project.output)
        raise click.UsageError(f"`{where}` has nothing for {target}; run `opgen build -t {target}`")
    for library in libraries:
        if library not in known:
            advice = did_you_mean(library, known) or f"there are: {', '.join(known)}"
            raise click.UsageError(f"no library `{library}`; {advice}")
    python = interpreter(session, project, target)
    found = examine_torch_npu(python, project.output, libraries or known)
    findings: Sequence[Mapping[str, Any]] = found["findings"]
    missing = [finding for finding in findings if not finding["there"]]
    for finding in findings:
        session.detail(f"{'found' if finding['there'] else 'missing'}: {_named(finding)}")
    rows = [(f["op"], f["what"], f["advice"]) for f in missing]
    session.result(table(("operator", "missing", "what to do"), rows) if rows else "")
    code = session.finish("doctor", failed=bool(missing), data=list(findings))
    session.say(f"{counted(len(findings), 'thing')} looked for: {len(missing)} missing")
    return code


def _named(finding: Mapping[str, Any]) -> str:
    return " ".join(filter(None, [finding["op"], finding["what"]]))
