"""The reference of an operator: what it gives, else where and of what arguments it fails."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from .loading import load

_REFUSALS: Final = (ArithmeticError, LookupError, TypeError, ValueError)
"""What a reference may raise of a sample that nobody wrote for it."""


class ReferenceFailedError(Exception):
    """A reference raised an exception.

    Attributes:
        line: The line of its body, from 1.
        is_refusal: Whether it may just be that it isn't for these arguments.
    """

    def __init__(self, message: str, *, line: int, is_refusal: bool) -> None:
        """Say what was raised, where, and of what."""
        super().__init__(message)
        self.line = line
        self.is_refusal = is_refusal

    @property
    def row(self) -> dict[str, str]:
        """What the row of a check says of it."""
        return {"outcome": "failed", "detail": str(self), "reference_line": str(self.line)}


class Reference:
    """The function ``reference`` of a generated file."""

    def __init__(self, path: Path) -> None:
        """Import the file."""
        self._path = path
        self._function = load(path).reference

    @classmethod
    def of(cls, samples: Path) -> Reference | None:
        """Return the reference beside a file of samples, if there is one."""
        path = samples.with_suffix(".py")
        return cls(path) if path.exists() else None

    def __call__(self, **arguments: Any) -> Any:
        """Return the results.

        Raises:
            ReferenceFailedError: It raised an exception.
        """
        try:
            return self._function(**arguments)
        except Exception as error:
            raise self._failure(error, arguments) from error

    def takes(self, **arguments: Any) -> bool:
        """Whether it is for these arguments; where it is wrong altogether, checks tell."""
        try:
            self(**arguments)
        except ReferenceFailedError as error:
            return not error.is_refusal
        return True

    def _failure(self, error: Exception, arguments: Mapping[str, Any]) -> ReferenceFailedError:
        lines = self._path.read_text(encoding="utf-8").splitlines()
        head = self._function.__code__.co_firstlineno
        # The parameters may take several lines; they have no annotations.
        head = next(at for at in range(head, len(lines)) if lines[at - 1].endswith("):"))
        frames = traceback.extract_tb(error.__traceback__)
        known = [f.lineno or 0 for f in frames if f.filename == str(self._path)]
        # What is called in a reference may be a function above it.
        at = next((line for line in reversed(known) if line > head), head + 1)
        given = ", ".join(f"{name} {_described(value)}" for name, value in arguments.items())
        what = " ".join(f"{type(error).__name__}: {error}".split())
        line, text = at - head, lines[at - 1].strip()
        message = f"the reference raised {what}, in its line {line}, `{text}`, of {given}"
        return ReferenceFailedError(message, line=line, is_refusal=isinstance(error, _REFUSALS))


def _described(value: Any) -> str:
    """Return the element type and shape of an array; of a list, of each."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{list(value.shape)}"
    if isinstance(value, list) and any(isinstance(item, np.ndarray) for item in value):
        return f"({', '.join(map(_described, value))})"
    return repr(value)
