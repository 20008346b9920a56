"""The Jinja tag that marks regions of an editable file.

``{% region "kernel", anchor="square(" %} ... {% endregion %}`` makes its body a region whose
key is the operator's identity and the role ``kernel``. ``stub=true`` says that the body waits
for a developer, ``needs="SQUARE"`` that the macro of that name, which stands behind the region,
compiles what it defines. The tag stands at the start of a line and so does its end.
"""

from __future__ import annotations

import re
from typing import Any

from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from jinja2.runtime import Context, Macro

from opgen.dataclass import dataclass, field

REGISTER = "__regions__"
"""The context variable that holds the :class:`RegionRegister` of a rendering."""

_MARK = re.compile("\ue000([<>])([0-9]+)\ue001")


@dataclass(frozen=True, slots=True)
class MarkedRegion:
    """A region as a template declares it."""

    role: str
    anchor: str
    stub: bool
    needs: str


@dataclass(slots=True)
class RegionRegister:
    """Collects the regions of one rendering, in order of their start."""

    regions: list[MarkedRegion] = field(default_factory=list)


class RegionExtension(Extension):
    """Adds ``{% region %}`` to a Jinja environment."""

    tags = {"region"}  # noqa: RUF012 - declared so by Jinja

    def parse(self, parser: Parser) -> nodes.Node:
        """Parse the tag into a call of :meth:`_mark` around its body."""
        line = next(parser.stream).lineno
        arguments = [parser.parse_expression()]
        keywords: list[nodes.Keyword] = []
        while parser.stream.skip_if("comma"):
            name = parser.stream.expect("name").value
            parser.stream.expect("assign")
            keywords.append(nodes.Keyword(name, parser.parse_expression(), lineno=line))
        body = parser.parse_statements(("name:endregion",), drop_needle=True)
        register = nodes.ContextReference()
        call = self.call_method("_mark", [register, *arguments], keywords)
        return nodes.CallBlock(call, [], [], body).set_lineno(line)

    def _mark(
        self,
        context: Context,
        role: str,
        *,
        anchor: str,
        caller: Macro,
        stub: bool = False,
        needs: str = "",
    ) -> str:
        register: Any = context[REGISTER]
        index = len(register.regions)
        register.regions.append(MarkedRegion(role, anchor, stub, needs))
        return f"\ue000<{index}\ue001{caller()}\ue000>{index}\ue001"


def extract(text: str) -> tuple[str, dict[int, tuple[int, int]]]:
    """Remove the marks from a rendered text and return it with the extent of each region."""
    plain: list[str] = []
    extents: dict[int, tuple[int, int]] = {}
    at = length = 0
    for mark in _MARK.finditer(text):
        plain.append(text[at : mark.start()])
        length += mark.start() - at
        at = mark.end()
        index = int(mark[2])
        start = length if mark[1] == "<" else extents[index][0]
        extents[index] = (start, length)
    plain.append(text[at:])
    return "".join(plain), extents
