"""``opgen audit``: compare what a framework keeps several copies of, and print where they differ.

Knows the runners' interface; which Python a framework lives in is decided as for ``verify``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import click

from opgen.cli.options import configured
from opgen.cli.session import Session
from opgen.cli.table import table
from opgen.cli.verify import interpreter
from opgen.runners import audit_torch_npu

_COPIES: Final = ("fake functions", "converters")


@click.command("audit")
@click.argument("target", type=click.Choice(["torch_npu"]))
@configured
@click.pass_obj
def command(session: Session, /, *, target: str) -> int:
    """Compare the copies of signatures that the framework TARGET keeps by hand.

    The installed torch_npu has for each operator a schema, a fake function and a converter to the
    graph engine, written separately. Wherever these differ an operator behaves differently in
    eager mode, under torch.compile and in graphs. -v lists each difference.
    """
    project = session.project()
    if project is None:
        return session.finish("audit")
    found = audit_torch_npu(interpreter(session, project, target), project.output)
    session.result(table(("copy", "number", "names", "count", "defaults"), list(_rows(found))))
    for copy in _COPIES:
        for entry in found[copy]["differing"]:
            session.detail(f"{entry['op']}: {copy}: {entry['kind']}: {entry['text']}")
    code = session.finish("audit", data=found)
    session.say(_summary(found))
    return code


def _rows(found: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    for copy in _COPIES:
        counts = [found[copy][key] for key in ("copies", "names", "count", "defaults")]
        yield (copy, *map(str, counts))


def _summary(found: Mapping[str, Any]) -> str:
    return (
        f"torch_npu {found['version']}: {found['operators']} operators, "
        f"{len(found['without shapes'])} without a kernel for fake tensors, "
        f"{found['with autograd']} with a gradient"
    )
