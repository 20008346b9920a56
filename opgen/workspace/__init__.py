"""Bring renderings into a project without losing a line that somebody wrote.

``plan`` compares and merges in memory, ``publish`` writes. Must not know specs or templates.
"""

from opgen.workspace.actions import Action, ActionKind, Plan
from opgen.workspace.conventions import Conventions
from opgen.workspace.difference import diff_from_base, diff_to_new, unified_diff
from opgen.workspace.formatters import Commands
from opgen.workspace.formatting import Formats, formatted
from opgen.workspace.markers import Choice
from opgen.workspace.plan import Scope, plan
from opgen.workspace.publish import PublishReport, publish, recover
from opgen.workspace.report import check, nothing_to_do
from opgen.workspace.settle import adopt, resolve, restore
from opgen.workspace.sightings import Sightings
from opgen.workspace.status import Row, State, StatusReport, status

__all__ = [
    "Action",
    "ActionKind",
    "Choice",
    "Commands",
    "Conventions",
    "Formats",
    "Plan",
    "PublishReport",
    "Row",
    "Scope",
    "Sightings",
    "State",
    "StatusReport",
    "adopt",
    "check",
    "diff_from_base",
    "diff_to_new",
    "formatted",
    "nothing_to_do",
    "plan",
    "publish",
    "recover",
    "resolve",
    "restore",
    "status",
    "unified_diff",
]
