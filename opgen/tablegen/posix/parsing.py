"""Parse POSIX extended regular expressions, with the verdicts of llvm's compiler of them.

Knows nothing of matching.
"""

from __future__ import annotations

from opgen.dataclass import dataclass, field
from opgen.hints import Final
from opgen.tablegen.limits import LimitExceededError
from opgen.tablegen.posix import program
from opgen.tablegen.posix.brackets import ALL, Cursor, InvalidPatternError, read_bracket
from opgen.tablegen.posix.program import MOST_INSTRUCTIONS, Kind, Piece, Program

MOST_REPEATS: Final = 255
_DIGITS: Final = frozenset("0123456789")
_WORDS: Final = {"[[:<:]]": Kind.WORD_START, "[[:>:]]": Kind.WORD_END}


@dataclass(slots=True)
class _Level:
    """What was read of the expression within the innermost open parenthesis."""

    group: int
    branches: list[Piece] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)

    def end_branch(self) -> None:
        branch = program.join(self.pieces)
        if not branch.states:
            raise InvalidPatternError
        self.branches.append(branch)
        self.pieces = []


def parse(text: str) -> Program:
    """Parse an expression.

    Raises:
        InvalidPatternError: if llvm refuses it.
        LimitExceededError: if it is too large, written out.
    """
    parser = _Parser(Cursor(text))
    while not parser.cursor.is_at_end:
        parser.read()
    return parser.finish()


@dataclass(slots=True)
class _Parser:
    cursor: Cursor
    levels: list[_Level] = field(default_factory=lambda: [_Level(0)])
    groups: int = 0
    contents: dict[int, Piece] = field(default_factory=dict)
    starts: int = 0
    ends: int = 0

    def read(self) -> None:
        """Read an alternative's end, an open parenthesis or a piece with its repetition."""
        if self.cursor.eat("|"):
            self.levels[-1].end_branch()
        elif self.cursor.eat("("):
            self._open()
        else:
            is_start = self.cursor.sees("^")
            piece = self._read_repetition(self._read_atom(), may_repeat=not is_start)
            self.levels[-1].pieces.append(piece)

    def finish(self) -> Program:
        """Return the whole expression."""
        if len(self.levels) > 1:
            raise InvalidPatternError
        whole = self._end_level()
        accept = program.single(Kind.ACCEPT)
        code = program.join([whole, accept]).flatten()
        return Program(code, whole.states, self.starts, self.ends)

    def _open(self) -> None:
        self.groups += 1
        self.levels.append(_Level(self.groups))
        if self.cursor.sees(")"):
            self.levels[-1].branches.append(program.EMPTY)

    def _close(self) -> Piece:
        if len(self.levels) == 1:
            raise InvalidPatternError
        number = self.levels[-1].group
        is_empty = bool(self.levels[-1].branches) and not self.levels[-1].branches[0].states
        content = self.levels.pop().branches[0] if is_empty else self._end_level()
        self.contents[number] = content
        return _checked(program.group(content, number))

    def _end_level(self) -> Piece:
        level = self.levels.pop()
        level.end_branch()
        return _checked(program.choose(level.branches))

    def _read_atom(self) -> Piece:
        cursor = self.cursor
        for word, kind in _WORDS.items():
            if cursor.eat(word):
                return program.single(kind)
        character = cursor.take()
        if character == ")":
            return self._close()
        if character in "*+?" or (character == "{" and cursor.peek() in _DIGITS):
            raise InvalidPatternError
        if character == "\\":
            return self._read_escaped()
        return self._read_plain(character)

    def _read_plain(self, character: str) -> Piece:
        if character == "^":
            self.starts += 1
            return program.single(Kind.TEXT_START)
        if character == "$":
            self.ends += 1
            return program.single(Kind.TEXT_END)
        if character == ".":
            return program.single(Kind.SET, members=ALL)
        members = read_bracket(self.cursor) if character == "[" else frozenset(character)
        return program.single(Kind.SET, members=members)

    def _read_escaped(self) -> Piece:
        character = self.cursor.take()
        if character not in _DIGITS or character == "0":
            return program.single(Kind.SET, members=frozenset(character))
        content = self.contents.get(int(character))
        if content is None:
            raise InvalidPatternError
        return _checked(program.refer(content, int(character)))

    def _read_repetition(self, piece: Piece, *, may_repeat: bool) -> Piece:
        if not self._sees_repetition():
            return piece
        if not may_repeat:
            raise InvalidPatternError
        repeated = self._repeat(piece, self.cursor.take())
        if self._sees_repetition():
            raise InvalidPatternError
        return repeated

    def _sees_repetition(self) -> bool:
        sign = self.cursor.peek()
        return sign in set("*+?") or (sign == "{" and self.cursor.peek(1) in _DIGITS)

    def _repeat(self, piece: Piece, sign: str) -> Piece:
        if sign == "*":
            return _checked(program.any_number(piece))
        if sign == "+":
            return _checked(program.at_least_once(piece))
        if sign == "?":
            return _checked(program.at_most_once(piece))
        least = self._read_count()
        most: int | None = least
        if self.cursor.eat(","):
            most = self._read_count() if self.cursor.peek() in _DIGITS else None
        if not self.cursor.eat("}") or (most is not None and least > most):
            raise InvalidPatternError
        return _checked(program.count(piece, least, most))

    def _read_count(self) -> int:
        number = 0
        while self.cursor.peek() in _DIGITS and number <= MOST_REPEATS:
            number = number * 10 + int(self.cursor.take())
        if number > MOST_REPEATS:
            raise InvalidPatternError
        return number


def _checked(piece: Piece) -> Piece:
    if piece.length > MOST_INSTRUCTIONS:
        message = f"a regular expression of more than {MOST_INSTRUCTIONS} parts, written out"
        raise LimitExceededError(message)
    return piece
