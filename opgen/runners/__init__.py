"""Running generated code in its framework."""

from opgen.runners.verify import VERIFIED_TARGETS, Outcome, Row, Runner

__all__ = ["VERIFIED_TARGETS", "Outcome", "Row", "Runner"]
