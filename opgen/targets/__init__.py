"""Targets: the table of those that opgen ships, and those that others register."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Final

from opgen.diagnostics import Diagnostic, Diagnostics, Severity
from opgen.diagnostics.suggestions import did_you_mean
from opgen.ops import OpSet
from opgen.source import Span
from opgen.targets.base import OpOutputs, OpParts, Output, Target, every_output, op_path

_SHIPPED: Final = {
    "samples": "opgen.targets.samples:SamplesTarget",
    "kernels": "opgen.targets.kernels:KernelsTarget",
    "numpy": "opgen.targets.numpy:NumpyTarget",
    "pytorch": "opgen.targets.pytorch:PytorchTarget",
    "oneflow.schema": "opgen.targets.oneflow.schema:OneflowSchemaTarget",
    "oneflow.python": "opgen.targets.oneflow.python:OneflowPythonTarget",
    "mindspore": "opgen.targets.mindspore.target:MindsporeTarget",
    "oneflow": "opgen.targets.oneflow.target:OneflowTarget",
    "oneflow.tree": "opgen.targets.oneflow.tree:OneflowTreeTarget",
    "oneflow.graph_gradient": "opgen.targets.oneflow.graph_gradient:OneflowGraphGradientTarget",
    "torch_npu": "opgen.targets.torch_npu:TorchNpuTarget",
    "ascendc": "opgen.targets.ascend.ascendc:AscendcTarget",
    "docs": "opgen.targets.docs.target:DocsTarget",
}

DEFAULT_TARGETS: Final = ("kernels", "numpy", "pytorch", "docs")
"""What is generated where nobody selects targets; never a matter of what is installed."""


def available_targets() -> tuple[str, ...]:
    """Return the names of all targets: the shipped ones, then registered ones by name."""
    return (*_SHIPPED, *sorted(_registered().keys() - _SHIPPED.keys()))


def _registered() -> dict[str, str]:
    found: dict[str, str] = import_module("opgen.targets.registered").references()
    return found


def is_shipped(name: str) -> bool:
    """Return whether opgen ships the target of that name itself."""
    return name in _SHIPPED


def load_target(name: str) -> Target | None:
    """Return the target of that name, or ``None`` where there is none."""
    reference = _SHIPPED.get(name) or _registered().get(name)
    if reference is None:
        return None
    module, _, attribute = reference.partition(":")
    target: Target = getattr(import_module(module), attribute)()
    return target


def select_targets(
    names: Iterable[str], diagnostics: Diagnostics, span: Span | None = None
) -> list[Target]:
    """Return the named targets and those they require, each once, required ones first.

    Args:
        names: The targets.
        diagnostics: Takes note of unknown ones.
        span: Where they are named, if in a file.
    """
    chosen = list(names)
    report_unknown(chosen, diagnostics, span)
    return with_required(chosen)


def report_unknown(
    names: Iterable[str],
    diagnostics: Diagnostics,
    span: Span | None = None,
    *,
    meant: Iterable[str] = (),
) -> None:
    """Report the names of targets that don't exist.

    Args:
        names: The targets.
        diagnostics: Takes note of unknown ones.
        span: Where they are named, if in a file.
        meant: The targets that may have been meant; empty means all.
    """
    for name in names:
        if name not in _SHIPPED and name not in available_targets():
            known = list(meant) or available_targets()
            advice = f"{did_you_mean(name, known)} targets: {', '.join(known)}".lstrip()
            diagnostics.add(Diagnostic("OPG0005", f"unknown target `{name}`", span, help=advice))


def with_required(names: Iterable[str]) -> list[Target]:
    """Return the targets of these names and those they require, required ones first."""
    ordered: dict[str, Target] = {}

    def visit(name: str) -> None:
        target = load_target(name)
        if target is None or name in ordered:
            return
        for required in target.requires:
            visit(required)
        ordered[name] = target

    for name in names:
        visit(name)
    return list(ordered.values())


def serves_dialect(target: Target) -> bool:
    """Whether a target generates something for operators of OneFlow's own dialect."""
    return bool(getattr(target, "serves_dialect", False))


def report_unserved(model: OpSet, targets: Iterable[Target], diagnostics: Diagnostics) -> None:
    """Report operators of OneFlow's dialect for which none of ``targets`` generates anything."""
    targets = list(targets)
    if not model.dialect or any(map(serves_dialect, targets)):
        return
    names = ", ".join(target.name for target in targets)
    serving = [name for name in _SHIPPED if serves_dialect(with_required([name])[-1])]
    advice = f"add one of them to `--target` or `[tool.opgen] targets`: {', '.join(serving)}"
    count = len(model.dialect)
    message = f"nothing is generated for {count} operators of OneFlow's dialect by {names}"
    span = model.dialect[0].span
    found = Diagnostic("OPG0364", message, span, severity=Severity.WARNING, help=advice)
    diagnostics.add(found)


__all__ = [
    "DEFAULT_TARGETS",
    "OpOutputs",
    "OpParts",
    "Output",
    "Target",
    "available_targets",
    "every_output",
    "is_shipped",
    "load_target",
    "op_path",
    "report_unknown",
    "report_unserved",
    "select_targets",
    "serves_dialect",
    "with_required",
]
