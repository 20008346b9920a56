"""Running generated code in its framework."""

from opgen.runners.reports import audit_torch_npu, examine_torch_npu
from opgen.runners.verify import ENVIRONMENT, VERIFIED_TARGETS, Outcome, Row, Runner, is_chosen

__all__ = [
    "ENVIRONMENT",
    "VERIFIED_TARGETS",
    "Outcome",
    "Row",
    "Runner",
    "audit_torch_npu",
    "examine_torch_npu",
    "is_chosen",
]
