"""Say in diagnostics what a plan leaves for a person to do.

Must not know how a plan was decided or is carried out.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final, assert_never

from opgen.diagnostics import Diagnostic, Note, Severity
from opgen.namedtuple import NamedTuple
from opgen.source import SourceFile, Span
from opgen.workspace.actions import Action, ActionKind, Plan, Refusal
from opgen.workspace.conflicts import Matter, Open, first_damage
from opgen.workspace.markers import Markers
from opgen.workspace.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from opgen.diagnostics import Diagnostics
    from opgen.outputs import RelPath, RenderedFile


def display_of(root: Path) -> str:
    """Return an output root as it is shown to people who didn't say how."""
    return root.name if root.is_absolute() else root.as_posix()


def unreadable(shown: str, why: str) -> Diagnostic:
    """Return what to say of a file that can't be read or written."""
    return Diagnostic(
        "OPG0510",
        f"`{shown}` can't be read or written: {why}",
        path=shown,
        help="make it a plain file that you may read and write, then build again",
    )


_EARLIER: Final = {
    ActionKind.CREATE: "is new, but an earlier text of it is in",
    ActionKind.UPDATE: "has a new region, but an earlier text of that is in",
    ActionKind.MERGE: "has a new region, but an earlier text of that is in",
    ActionKind.CONFLICT: "has a new region, but an earlier text of that is in",
}
_HAS_AGAIN: Final = "has again what you wrote in it, which is in"
REPLACED: Final = "is as generated; what was there is in"
SETTLED: Final = "has no conflict any more; the file with all that was in it is in"


def attic_text(shown: str, what: str, stored: str, *, name: str = "") -> Diagnostic:
    """Return what to say of a text in the attic that doesn't wait for a decision."""
    return Diagnostic(
        "OPG0519",
        f"{name or f'`{shown}`'} {what} `{stored}`",
        path=shown,
        severity=Severity.NOTE,
        help="nothing needs doing; the attic keeps it until you delete it",
    )


def damaged(shown: str, data: bytes) -> Diagnostic:
    """Return what to say of a list of open matters that can't be read whole."""
    return Diagnostic(
        "OPG0520",
        f"`{shown}` is damaged, so that what waits for you may not be listed",
        path=shown,
        span=_span(shown, data, first_damage(data) or 0),
        help="get it back from version control, or delete it: conflicts that are marked in files "
        "are found again, and the other texts are in the attic",
    )


def nothing_to_do(shown: str, why: str) -> Diagnostic:
    """Return what to say of a file that a command can do nothing about."""
    return Diagnostic(
        "OPG0515",
        f"`{shown}` {why}",
        path=shown,
        help="run `opgen status` to see what is left to do",
    )


def distinct(
    files: Sequence[RenderedFile], display: str, diagnostics: Diagnostics
) -> Iterator[RenderedFile]:
    """Yield ``files`` without those whose path another one has, to file systems that fold case."""
    seen: dict[str, RelPath] = {}
    for file in files:
        folded = unicodedata.normalize("NFC", file.path).casefold()
        if folded not in seen:
            seen[folded] = file.path
            yield file
            continue
        shown = f"{display}/{file.path}"
        diagnostics.add(
            Diagnostic(
                "OPG0402",
                f"two outputs have the path `{shown}`",
                path=shown,
                notes=(Note(f"the other one is `{display}/{seen[folded]}`"),),
                help="give one of the operators another name",
            )
        )


def add_plan(
    plan: Plan, hints: Sequence[tuple[RelPath, RelPath]], diagnostics: Diagnostics
) -> None:
    """Add what a plan leaves to be settled."""
    actions = {action.path: action for action in plan.actions}
    for action in plan.actions:
        for found in _told(plan, action):
            diagnostics.add(found)
    for each in plan.standing:
        standing = actions.get(each.path)
        if standing is None or standing.refusal is not Refusal.UNRESOLVED:
            diagnostics.add(_open(plan, each, standing))
    for old, new in hints:
        diagnostics.add(_hint(plan, old, new))


def add_left_behind(
    plan: Plan, found: Sequence[tuple[RelPath, str]], diagnostics: Diagnostics
) -> None:
    """Add the files of users that stay behind where an operator gets another name."""
    for path, new in found:
        shown = f"{plan.display}/{path}"
        diagnostics.add(
            Diagnostic(
                "OPG0521",
                f"`{shown}` stays behind: the outputs beside it are in `{plan.display}/{new}` now",
                path=shown,
                severity=Severity.WARNING,
                help="it is yours, so opgen doesn't move it: move it along if they need it, and "
                "correct the paths by which it is included",
            )
        )


def add_lacking(plan: Plan, found: Sequence[tuple[Action, str]], diagnostics: Diagnostics) -> None:
    """Add the files that lack the macro by which what they define is compiled."""
    for action, macro in found:
        shown, data = f"{plan.display}/{action.path}", action.new or b""
        last = max((at for at, line in enumerate(Text(data).lines) if line.strip()), default=0)
        diagnostics.add(
            Diagnostic(
                "OPG0524",
                f"`{shown}` has no `{macro};` any more, so that nothing compiles what it defines",
                path=shown,
                span=_span(shown, data, last),
                severity=Severity.WARNING,
                help="put that line back, at the end of the file; the library can't be loaded "
                "without",
            )
        )


def _told(plan: Plan, action: Action) -> Iterator[Diagnostic]:
    shown = f"{plan.display}/{action.path}"
    if action.links > 1:
        yield _linked(plan, action)
    if action.refusal is Refusal.UNRESOLVED:
        yield from _unresolved(plan, action)
    elif action.kind is ActionKind.REFUSE:
        yield _refusal(plan, action)
    elif action.kind in _EARLIER and action.detail:
        yield attic_text(shown, _EARLIER[action.kind], f"{plan.display}/{action.detail}")
    elif action.kind is ActionKind.RETURN:
        yield from _returned(plan, action)
    elif action.kind is ActionKind.KEEP_DELETED and not _is_settled_deletion(plan, action):
        yield _kept_deleted(plan, action)
    for each in action.opened:
        if action.refusal is not Refusal.UNRESOLVED:
            yield _open(plan, each, action)


def _returned(plan: Plan, action: Action) -> Iterator[Diagnostic]:
    shown = f"{plan.display}/{action.path}"
    for each in action.settled:
        if each.matter is Matter.REMOVED:
            stored, name = f"{plan.display}/{each.stored}", _named(shown, each)
            yield attic_text(shown, _HAS_AGAIN, stored, name=name)
    if action.refusal is not Refusal.NONE:
        yield _refusal(plan, action)


def _span(shown: str, data: bytes | None, line: int) -> Span | None:
    """Return the first character of a line, from 0, of a file."""
    if data is None:
        return None
    file = SourceFile(shown, data.decode("latin-1"))
    lines = Text(data).lines
    start = len(Text(data).bom) + sum(map(len, lines[:line]))
    end = start + len(lines[line].rstrip()) if line < len(lines) else start
    return Span(file, start, end)


class _Saying(NamedTuple):
    """What to say of a file that is left alone; each with the file and the detail in it."""

    code: str
    message: str
    help: str
    at_start: bool = False


_REFUSALS: Final = {
    Refusal.EDITED: _Saying(
        "OPG0502",
        "`{shown}` was edited, but only opgen writes it",
        "make it yours with `opgen adopt {shown}`, or get the generated text back with "
        "`opgen restore {shown}`; your text is then kept in the attic",
        at_start=True,
    ),
    Refusal.OUTGROWN: _Saying(
        "OPG0502",
        "`{shown}` was adopted, but what is generated has changed since",
        "see the change with `opgen diff --new {shown}`, bring it into your text and run "
        "`opgen adopt {shown}` again, or give it up with `opgen restore {shown}`",
        at_start=True,
    ),
    Refusal.OUTSIDE: _Saying(
        "OPG0506",
        "`{shown}` can't be written: {detail}",
        "nothing outside the output directory is written; replace the link or path",
    ),
    Refusal.CHAINED: _Saying(
        "OPG0518",
        "`{shown}` can't be renamed: {detail}",
        "give it a name that no other output has or had, and build, once for each",
    ),
    Refusal.HELD: _Saying(
        "OPG0522",
        "`{shown}` waits: {detail}",
        "do what is said of the other file, then build again",
    ),
    Refusal.UNFINDABLE: _Saying(
        "OPG0512",
        "`{shown}` can't be merged: {detail}",
        "correct the anchors of the regions in the template or target",
    ),
}


def _refusal(plan: Plan, action: Action) -> Diagnostic:
    shown = f"{plan.display}/{action.path}"
    saying = _REFUSALS.get(action.refusal)
    if saying is None:
        return unreadable(shown, action.detail)
    return Diagnostic(
        saying.code,
        saying.message.format(shown=shown, detail=plan.text(action.detail)),
        path=shown,
        span=_span(shown, action.old, 0) if saying.at_start else None,
        help=saying.help.format(shown=shown),
    )


def _unresolved(plan: Plan, action: Action) -> Iterator[Diagnostic]:
    """Yield each conflict that waits, by the name and at the place it was first reported with."""
    shown = f"{plan.display}/{action.path}"
    data = action.old or b""
    for each in (*plan.standing, *action.opened):
        if each.path == action.path and each.matter is Matter.MARKERS:
            line = Markers(each.key, each.size).first_in(Text(data).lines)
            if line is not None:
                yield Diagnostic(
                    "OPG0503",
                    f"{_named(shown, each)} still holds conflict markers, so it was left alone",
                    path=shown,
                    span=_span(shown, data, line),
                    notes=_origin(each),
                    help=f"remove them, or run `opgen resolve --ours|--theirs|--both {shown}`",
                )


def _named(shown: str, each: Open) -> str:
    return f"region `{each.key}` of `{shown}`" if each.key else f"`{shown}`"


def _origin(each: Open) -> tuple[Note, ...]:
    return (Note("it comes from", place=each.label),) if each.label else ()


def _linked(plan: Plan, action: Action) -> Diagnostic:
    shown = f"{plan.display}/{action.path}"
    return Diagnostic(
        "OPG0517",
        f"`{shown}` has {action.links} names, and is written under this one only",
        path=shown,
        severity=Severity.WARNING,
        help="use a symbolic link if all of them should follow",
    )


def _is_settled_deletion(plan: Plan, action: Action) -> bool:
    """Whether the deletion is the user's declared wish, or is reported as a conflict anyway."""
    entry = plan.store.manifest.entries.get(action.path)
    opens = (*plan.standing, *action.opened)
    return (entry is not None and entry.adopted) or any(each.path == action.path for each in opens)


def _kept_deleted(plan: Plan, action: Action) -> Diagnostic:
    shown = f"{plan.display}/{action.path}"
    return Diagnostic(
        "OPG0507",
        f"`{shown}` was deleted and stays deleted",
        path=shown,
        severity=Severity.NOTE,
        notes=_moved(plan, action),
        help=f"bring it back with `opgen restore {shown}`",
    )


def _moved(plan: Plan, action: Action | None) -> tuple[Note, ...]:
    """Say where a deleted file was moved to, as far as it looks like that."""
    if action is None or action.kind is not ActionKind.KEEP_DELETED or not action.detail:
        return ()
    there = f"{plan.display}/{action.detail}"
    return (Note(f"it looks as if it was moved to `{there}`, which opgen leaves alone"),)


def _open(plan: Plan, each: Open, action: Action | None) -> Diagnostic:
    shown = f"{plan.display}/{each.path}"
    stored = f"{plan.display}/{each.stored}"
    what, notes = _named(shown, each), _origin(each)
    span = None
    match each.matter:
        case Matter.MARKERS:
            code, message = "OPG0501", f"{what} was changed by you and by its spec"
            hint = f"edit the marked lines, or run `opgen resolve --ours|--theirs|--both {shown}`"
            span = _marked(shown, each, action)
        case Matter.SIDE:
            code = "OPG0505"
            message = f"{what} can't be merged: {plan.text(each.reason)}"
            hint = f"compare it with `{stored}`, then run `opgen resolve --ours|--theirs {shown}`"
        case Matter.REMOVED if each.reason:
            code = "OPG0504"
            message = f"{what} can't take what you wrote in it: {plan.text(each.reason)}"
            hint = "settle what else is open about it and build again, or bring the text in by hand"
            notes = (*notes, Note(f"your text is in `{stored}`"))
        case Matter.REMOVED:
            code = "OPG0504"
            message = f"{what} was edited, but is no longer generated; the text is in `{stored}`"
            hint = (
                "if its operator was renamed, say so with `renamed_from` and build again; else "
                f"move what you need elsewhere, then run `opgen resolve --ours {shown}`"
            )
        case Matter.DELETED:
            code = "OPG0507"
            message = f"{what} was deleted by you and changed by its spec; it stays deleted"
            hint = f"run `opgen restore {shown}`, or `opgen resolve --ours {shown}` to leave it out"
            notes = (*notes, Note(f"its new text is in `{stored}`"), *_moved(plan, action))
        case Matter.DOUBLED if each.reason:
            code = "OPG0513"
            reason = plan.text(each.reason)
            message = f"{what} was declared twice, so that neither text came along: {reason}"
            hint = f"bring in the one you mean by hand, then run `opgen resolve --ours {shown}`"
        case Matter.DOUBLED:
            code = "OPG0513"
            message = f"{what} is declared twice, so that its changed spec can't be merged"
            hint = f"merge its new text by hand, then run `opgen resolve --ours {shown}`"
            notes = (*notes, Note(f"its new text is in `{stored}`"))
        case _ as never:
            assert_never(never)
    return Diagnostic(code, message, path=shown, span=span, notes=notes, help=hint)


def _marked(shown: str, each: Open, action: Action | None) -> Span | None:
    data = None if action is None else action.new
    if data is None:
        return None
    line = Markers(each.key, each.size).first_in(Text(data).lines)
    return _span(shown, data, line or 0)


def _hint(plan: Plan, old: RelPath, new: RelPath) -> Diagnostic:
    shown = f"{plan.display}/{new}"
    return Diagnostic(
        "OPG0509",
        f"`{shown}` is new and looks like the removed `{plan.display}/{old}`",
        path=shown,
        severity=Severity.NOTE,
        help="if the operator was renamed, say so in its spec with `renamed_from` and build again",
    )


_STALE = {
    ActionKind.UPDATE: "is out of date",
    ActionKind.MERGE: "is out of date",
    ActionKind.CONFLICT: "is out of date",
    ActionKind.RENAME: "is still to be renamed",
    ActionKind.ADOPT: "is not recorded as it is now",
    ActionKind.RETURN: "is still to get its text back",
}


def check(plan: Plan, diagnostics: Diagnostics) -> None:
    """Add what keeps a committed tree from being what its specs say.

    What :func:`opgen.workspace.plan` has reported itself isn't reported again.
    """
    for action in plan.actions:
        found = _drift(plan, action)
        if found is not None:
            diagnostics.add(found)


def _drift(plan: Plan, action: Action) -> Diagnostic | None:
    shown = f"{plan.display}/{action.path}"
    rebuild = "run `opgen build` and commit what it writes"
    if action.kind is ActionKind.CREATE:
        return Diagnostic("OPG0511", f"`{shown}` is missing", path=shown, help=rebuild)
    if action.kind is ActionKind.KEEP_DELETED:
        if _is_settled_deletion(plan, action):
            return None
        revive = f"bring it back with `opgen restore {shown}`"
        return Diagnostic("OPG0511", f"`{shown}` was deleted", path=shown, help=revive)
    if action.kind in {ActionKind.DELETE, ActionKind.ATTIC}:
        message = f"`{shown}` belongs to no operator"
        return Diagnostic("OPG0504", message, path=shown, help=rebuild)
    if action.kind in _STALE and action.writes:
        message = f"`{shown}` {_STALE[action.kind]}"
        return Diagnostic("OPG0508", message, path=shown, help=rebuild)
    return None
