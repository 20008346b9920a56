"""Reading the graph that TorchAir exports: its nodes, their inputs, outputs and attributes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

_NODE: Final = re.compile(r"^node \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
_INPUT: Final = re.compile(r'^    input: "(.*)"$', re.MULTILINE)
_ATTRIBUTE: Final = re.compile(
    r"^    attr \{\s+key: (\"[^\n]*\")\s+value \{\s+s: ([^\n]*)\n", re.MULTILINE
)
_FIELD: Final = re.compile(r'(\w+): ("(?:[^"\\]|\\.)*"|[^\s{}]+)')


@dataclass(frozen=True)
class Node:
    """A node of an exported graph.

    Attributes:
        type: Its operator.
        feeds: What feeds each input; empty for an absent one.
        inputs: The names of the inputs.
        outputs: The names of the outputs.
        attributes: The field of each attribute and its values, ``("f", [0.1])``.
        described: What is said about each input and output, by ``[i]<name>`` and ``[o]<name>``.
    """

    type: str
    feeds: Sequence[str]
    inputs: Sequence[str]
    outputs: Sequence[str]
    attributes: Mapping[str, tuple[str, list[Any]]]
    described: Mapping[str, str]


def nodes_of(text: str) -> Iterator[Node]:
    """Yield the nodes of an exported graph."""
    for match in _NODE.finditer(text):
        body = match[1]
        values = {ast.literal_eval(m[1]): _text(m[2]) for m in _ATTRIBUTE.finditer(body)}
        kind = re.search(r'^    op: "(.*)"$', body, re.MULTILINE)
        own = {n: _value(v) for n, v in values.items() if not n.startswith(("_", "["))}
        yield Node(
            type=kind[1] if kind else "",
            feeds=_INPUT.findall(body),
            inputs=_value(values.get("_input_name_key", ""))[1],
            outputs=_value(values.get("_output_name_key", ""))[1],
            attributes=own,
            described={n: v for n, v in values.items() if n.startswith("[")},
        )


def _text(literal: str) -> str:
    text: str = ast.literal_eval(literal)
    return text


def _value(text: str) -> tuple[str, list[Any]]:
    """Return the field that a value is in, ``list.<field>`` in a list, and the values."""
    inner = text.strip()
    prefix = "list." if inner.startswith("list") else ""
    pairs = [(field, given) for field, given in _FIELD.findall(inner) if field != "val_type"]
    field = pairs[0][0] if pairs else ""
    return prefix + field, [_scalar(given) for _, given in pairs]


def _scalar(text: str) -> Any:
    if text in {"true", "false"}:
        return text == "true"
    if text.startswith('"'):
        return ast.literal_eval(text)
    return float(text) if re.search(r"[.einf]", text) else int(text)


def shape_of(description: str) -> list[int]:
    """Return the shape that the description of an input gives."""
    return [int(size) for size in re.findall(r"\bdim: (-?\d+)", description)]
