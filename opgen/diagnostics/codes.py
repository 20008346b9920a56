"""The registry of diagnostic codes. A code is never reused; each has an ``explain`` page.

Ranges: 00 command line, configuration and environment; 01 lexing, parsing and evaluating
TableGen; 03 the operator model; 04 targets and rendering; 05 the workspace.
"""

from __future__ import annotations

from opgen.hints import Final

CODES: Final[dict[str, str]] = {
    # 00: command line, configuration, environment
    "OPG0001": "spec-not-found",
    "OPG0002": "output-not-a-directory",
    "OPG0003": "config-invalid",
    "OPG0004": "config-unknown-key",
    "OPG0005": "unknown-target",
    "OPG0006": "spec-unreadable",
    "OPG0007": "already-exists",
    "OPG0008": "another-opgen-at-work",
    "OPG0009": "environment-fault",
    "OPG0010": "spec-in-output",
    "OPG0011": "include-directory-not-found",
    "OPG0012": "store-unusable",
    # 01: TableGen
    "OPG0101": "syntax-error",
    "OPG0102": "invalid-token",
    "OPG0103": "preprocessor-error",
    "OPG0104": "include-not-found",
    "OPG0105": "include-too-deep",
    "OPG0110": "unknown-class",
    "OPG0111": "unknown-value",
    "OPG0112": "unknown-field",
    "OPG0113": "unknown-type",
    "OPG0114": "redefinition",
    "OPG0115": "wrong-type",
    "OPG0116": "template-arguments",
    "OPG0117": "unresolved-value",
    "OPG0118": "operator-error",
    "OPG0119": "assertion-failed",
    "OPG0120": "statement-not-allowed",
    "OPG0121": "already-subclass",
    "OPG0122": "limit-exceeded",
    "OPG0123": "dump",
    "OPG0124": "unused-template-argument",
    "OPG0125": "lost-value",
    # 03: the operator model
    "OPG0301": "duplicate-op",
    "OPG0302": "duplicate-argument",
    "OPG0303": "reserved-name",
    "OPG0304": "invalid-name",
    "OPG0305": "wrong-default",
    "OPG0306": "unknown-operand",
    "OPG0307": "unknown-backward-op",
    "OPG0308": "gradient-binding",
    "OPG0309": "missing-gradient",
    "OPG0310": "unknown-trait",
    "OPG0311": "unknown-constraint",
    "OPG0312": "invalid-dims",
    "OPG0313": "missing-shape-rule",
    "OPG0314": "invalid-sample",
    "OPG0315": "name-clash",
    "OPG0316": "invalid-rename",
    "OPG0317": "no-operator",
    "OPG0318": "invalid-reference",
    "OPG0319": "bidirectional-control",
    "OPG0320": "invalid-formula",
    "OPG0321": "meaningless-formula",
    "OPG0322": "gradient-name-taken",
    "OPG0323": "underivable-gradient",
    "OPG0324": "library-clash",
    "OPG0325": "idle-operand",
    "OPG0340": "unserved-dtype",
    "OPG0341": "invalid-promotion",
    "OPG0342": "invalid-enum",
    "OPG0343": "invalid-inplace",
    "OPG0344": "invalid-save",
    "OPG0345": "invalid-compute-type",
    "OPG0346": "unknown-count",
    "OPG0347": "two-seeds",
    "OPG0350": "undecided-letter",
    "OPG0351": "unknown-letter",
    "OPG0352": "invalid-sbp",
    "OPG0353": "invalid-wrapping",
    "OPG0330": "invalid-size-formula",
    "OPG0331": "invalid-domain",
    "OPG0332": "error-not-raised",
    "OPG0333": "invalid-tolerance",
    "OPG0360": "operation-left-out",
    "OPG0361": "no-tensor",
    "OPG0362": "no-such-attribute",
    "OPG0363": "unchecked-condition",
    "OPG0364": "unserved-dialect",
    # 04: targets and rendering
    "OPG0401": "template-error",
    "OPG0402": "output-clash",
    "OPG0404": "unsupported-by-target",
    "OPG0410": "unknown-oneflow-attribute",
    "OPG0411": "signless-oneflow-attribute",
    "OPG0412": "no-oneflow-prefix",
    "OPG0413": "empty-op-name",
    "OPG0414": "missing-oneflow-hook",
    "OPG0415": "registered-name-taken",
    "OPG0416": "name-of-two-things",
    "OPG0450": "no-element-type-for-ascend",
    "OPG0451": "unstable-graph-engine-name",
    # 05: the workspace
    "OPG0501": "conflict",
    "OPG0502": "owned-file-edited",
    "OPG0503": "unresolved-markers",
    "OPG0504": "orphan",
    "OPG0505": "no-base",
    "OPG0506": "path-outside-root",
    "OPG0507": "deleted-by-user",
    "OPG0508": "stale-output",
    "OPG0509": "rename-hint",
    "OPG0510": "unreadable-output",
    "OPG0511": "missing-output",
    "OPG0512": "unfindable-region",
    "OPG0513": "ambiguous-region",
    "OPG0514": "changed-meanwhile",
    "OPG0515": "nothing-to-settle",
    "OPG0516": "formatter-failed",
    "OPG0517": "hard-link",
    "OPG0518": "chained-rename",
    "OPG0519": "attic-text",
    "OPG0520": "damaged-list",
    "OPG0521": "left-behind",
    "OPG0522": "held-back",
    "OPG0523": "unbuilt-changes",
    "OPG0524": "uncompiled-definition",
}


class OpgenError(Exception):
    """An environment fault that ends a command: input or output, another opgen at work.

    Attributes:
        code: The code it is reported under.
        path: The file it is about, if it is about one, as it is shown to people.
    """

    def __init__(self, message: str, *, code: str = "OPG0009", path: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.path = path
