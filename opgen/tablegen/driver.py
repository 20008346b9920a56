"""The driver: runs the compiled tables over the tokens of a text, and keeps every node's offsets.

It knows nothing of mistakes: where a token doesn't fit there is no result, and the parser, which
can say what was expected and go on behind it, is asked instead.
"""

from __future__ import annotations

from opgen.hints import Any
from opgen.tablegen.ast import Statement, Token
from opgen.tablegen.scan import Tokens
from opgen.tablegen.tables import END, Tables

_new = tuple.__new__


def drive(tokens: Tokens, tables: Tables) -> tuple[Statement, ...] | None:
    """Return the statements that ``tokens`` spell, or None if they aren't right."""
    rows, reductions, jumps, kept = tables.actions, tables.reductions, tables.jumps, tables.kept
    kinds, texts, starts, ends = tokens.kinds, tokens.texts, tokens.starts, tokens.ends
    state, at, kind = 0, 0, kinds[0]
    # For each symbol the state behind it and where it begins; what it stands for, if anything.
    states, begins, values = [0], [0], list[Any]()
    while True:
        action = rows[state].get(kind)
        if action is None:
            return values[0] if kind == END and state == tables.accept else None
        if action >= 0:
            states.append(action)
            begins.append(starts[at])
            if kept[kind]:
                values.append(_new(Token, (texts[at], starts[at], ends[at])))
            state = action
            at += 1
            kind = kinds[at]
            continue
        length, origin, build = reductions[~action]
        if length > 1:
            del states[1 - length :], begins[1 - length :]
        elif not length:
            states.append(0)
            begins.append(starts[at])
        if build is not None:
            build(values, begins[-1], ends[at - 1])
        below = states[-2]
        target = jumps.get(below << 16 | origin | kind)
        if target is None:
            target = jumps[below << 16 | origin | kind] = tables.follow(below, origin >> 8, kind)
        states[-1] = state = target
