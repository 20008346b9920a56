"""What a target is: a plug-in that turns operators into views and names its output files.

A target knows a framework and the model. It knows neither how text is laid out (templates do)
nor how it reaches the disk (the workspace does).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Protocol

from opgen.dataclass import dataclass
from opgen.diagnostics import Diagnostic, Diagnostics
from opgen.ops import Hook, Op, OpSet
from opgen.outputs import Ownership, RelPath


@dataclass(frozen=True, slots=True)
class OpParts:
    """What a file about many operators says of each, made only where it isn't known already.

    Attributes:
        model: The operators.
        make: Returns what the file says of one, as strings, numbers, lists and dictionaries of
            them, from the operator and its family. It may depend on nothing else of the model.
        template: The template that lays it out, as a piece of text; empty if the file's does.
    """

    model: OpSet
    make: Callable[[Op, OpSet], object]
    template: str = ""


@dataclass(frozen=True, slots=True)
class Output:
    """A file that a target wants rendered.

    Attributes:
        path: Where it goes below the output root.
        template: The template that lays it out, ``<target>/<file>.j2``.
        view: What the template prints: strings, numbers, booleans, sequences, mappings and
            frozen dataclasses of these. Every decision is already taken.
        ownership: Who may change the file afterwards.
        op: The operator it is about; ``None`` for an aggregate or a shared runtime.
        previous_path: The path it had under the operator's former name.
        parts: What the view has of each operator, as ``parts``, by the operators' identities.
    """

    path: RelPath
    template: str
    view: Mapping[str, object]
    ownership: Ownership
    op: Op | None = None
    previous_path: RelPath | None = None
    parts: OpParts | None = None


@dataclass(frozen=True, slots=True)
class OpOutputs:
    """The files about one operator, made only where they aren't known already.

    Attributes:
        op: The operator.
        make: Returns the files, from the operator and its family, that is all operators that
            gradients tie it to. They may depend on nothing else of the model.
    """

    op: Op
    make: Callable[[Op, OpSet], Iterable[Output]]


class Target(Protocol):
    """A back end of opgen, found by name or through the entry point group ``opgen.targets``.

    Attributes:
        name: As the user selects it, for example ``numpy``.
        requires: Targets that are generated along with it.
        hooks: The spec's hooks that have a meaning here; others are ignored.
    """

    name: str
    requires: tuple[str, ...]
    hooks: frozenset[Hook]

    def outputs(self, model: OpSet, diagnostics: Diagnostics) -> Iterator[Output | OpOutputs]:
        """Yield the files for all operators of ``model``; report what can't be served."""
        ...


def every_output(target: Target, model: OpSet, diagnostics: Diagnostics) -> Iterator[Output]:
    """Yield all files of ``target``, those about single operators too."""
    for output in target.outputs(model, diagnostics):
        if isinstance(output, Output):
            yield output
        else:
            yield from output.make(output.op, model.family(output.op))


def is_served(op: Op, problem: tuple[str, str], diagnostics: Diagnostics) -> bool:
    """Whether a target can have ``op``; else what keeps it from that is reported.

    Args:
        op: The operator.
        problem: What keeps the target from it, empty if nothing does, and what to do about that.
        diagnostics: Where it is reported, as OPG0404.
    """
    message, advice = problem
    if message:
        diagnostics.add(Diagnostic("OPG0404", message, span=op.span, help=advice))
    return not message


def op_path(directory: str, op: Op, file: str) -> tuple[RelPath, RelPath | None]:
    """Return the path of a file of ``op``, and the path it had before a rename.

    Args:
        directory: The library's directory, for example ``kernels/custom``.
        op: The operator.
        file: The path below the operator's own directory; ``{op}`` stands for its name.
    """

    def under(name: str) -> RelPath:
        return RelPath(f"{directory}/{name}/{file.format(op=name)}")

    # In another library it had other paths; the regions of its files say where they are now.
    is_here = bool(op.renamed_from) and "." not in op.renamed_from
    return under(op.name), under(op.renamed_from) if is_here else None
