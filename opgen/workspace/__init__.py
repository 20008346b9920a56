"""Bring renderings into a project without losing a line that somebody wrote.

``plan`` compares and merges in memory, ``publish`` writes. Must not know specs or templates.
"""

from opgen.workspace.actions import Action, ActionKind, Plan
from opgen.workspace.markers import Choice
from opgen.workspace.plan import Scope, plan
from opgen.workspace.publish import PublishReport, publish, recover
from opgen.workspace.report import check

__all__ = [
    "Action",
    "ActionKind",
    "Choice",
    "Plan",
    "PublishReport",
    "Scope",
    "check",
    "plan",
    "publish",
    "recover",
]
