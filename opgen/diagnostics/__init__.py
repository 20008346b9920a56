"""Diagnostics: codes, data and renderers."""

from opgen.diagnostics.codes import CODES, OpgenError
from opgen.diagnostics.diagnostic import (
    Diagnostic,
    Diagnostics,
    Label,
    Note,
    Severity,
    counted,
)

__all__ = [
    "CODES",
    "Diagnostic",
    "Diagnostics",
    "Label",
    "Note",
    "OpgenError",
    "Severity",
    "counted",
]
