"""Running generated code in its framework."""

from opgen.runners.reports import audit_torch_npu, examine_torch_npu
from opgen.runners.verify import VERIFIED_TARGETS, Outcome, Row, Runner

__all__ = [
    "VERIFIED_TARGETS",
    "Outcome",
    "Row",
    "Runner",
    "audit_torch_npu",
    "examine_torch_npu",
]
