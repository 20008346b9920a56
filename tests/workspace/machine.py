"""A developer and a generator at work on one tree, at random; every line written is followed.

Each line that the developer writes carries a token. Which operator a token belongs to is decided
when it is written, and where it is, is read from the text by this file's own means.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field, replace
from pathlib import Path

from opgen.diagnostics import Diagnostics
from opgen.outputs import RelPath, RenderedFile
from opgen.workspace import Choice, resolve
from opgen.workspace.conflicts import Open
from opgen.workspace.fs import Fs
from opgen.workspace.store import Store
from tests.workspace.support import Built, Op, Project, assembled, one, owned

TOGETHER = ("kernels/zoo/all.cc", "pytorch/zoo/all.py")
_START = re.compile(r"(?:def|Status) (\w+)\(")
_TOKEN = re.compile(r"token\d+")


class BrokenPromiseError(AssertionError):
    """A promise that wasn't kept: ``lost``, ``moved``, ``doubled`` or ``unstable``."""

    def __init__(self, kind: str, what: object) -> None:
        super().__init__(f"{kind}: {what}")
        self.kind = kind


def demand(held: bool, kind: str, what: object) -> None:
    if not held:
        raise BrokenPromiseError(kind, what)


@dataclass
class Token:
    """A line that the developer wrote.

    Attributes:
        op: Number of the operator it is in; -1 for a line of the developer's own functions.
        path: The file it was written to, or what that is called now.
        where: "body" or "above".
    """

    op: int
    path: str
    retired: bool = False


@dataclass
class Counts:
    """What happened in a run."""

    steps: int = 0
    builds: int = 0
    clean: int = 0
    conflicts: int = 0


@dataclass
class Machine:
    """The tree, what the specs say, and what the developer wrote."""

    rng: random.Random
    root: Path
    ops: dict[int, Op] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)
    tokens: dict[str, Token] = field(default_factory=dict)
    counts: Counts = field(default_factory=Counts)
    made: int = 0
    written: int = 0

    def __post_init__(self) -> None:
        self.project = Project(self.root, targets=("kernels", "pytorch"))
        for _ in range(3):
            self.spec_add()
        self.build()

    # the generator's side

    def files(self) -> list[RenderedFile]:
        ops = [self.ops[number] for number in self.order]
        together = [
            assembled(TOGETHER[0], ops, origin=""),
            assembled(TOGETHER[1], ops, target="pytorch", origin=""),
        ]
        names = "".join(f"REGISTER({op.name})\n" for op in ops)
        return [*together, *(one(op) for op in ops), owned(text=names)]

    def spec_add(self) -> None:
        self.made += 1
        self.ops[self.made] = Op(f"op{self.made}")
        self.order.insert(self.rng.randrange(len(self.order) + 1), self.made)

    def spec_remove(self) -> None:
        if len(self.order) > 2:
            self.order.remove(self.rng.choice(self.order))

    def spec_rename(self) -> None:
        number = self.rng.choice(self.order)
        op = self.ops[number]
        if not op.was:
            self.made += 1
            self.ops[number] = replace(op, name=f"op{self.made}", was=op.name)

    def spec_sign(self) -> None:
        number = self.rng.choice(self.order)
        op = self.ops[number]
        self.ops[number] = replace(op, attrs=(*op.attrs, f"a{len(op.attrs)}"))

    def spec_move(self) -> None:
        number = self.order.pop(self.rng.randrange(len(self.order)))
        self.order.insert(self.rng.randrange(len(self.order) + 1), number)

    # the developer's side

    def _editable(self) -> list[str]:
        open_paths = {each.path for each in self._opens()}
        paths = [file.path for file in self.seen if file.regions]
        return [
            path for path in paths if path not in open_paths and self.project.place(path).exists()
        ]

    def _opens(self) -> tuple[Open, ...]:
        return Store.read(Fs(self.root)).opens

    def _new_token(self, op: int, path: str) -> str:
        self.written += 1
        name = f"token{self.written}"
        self.tokens[name] = Token(op, path)
        return name

    def _lines(self, path: str) -> list[str]:
        return self.project.read(path).splitlines(keepends=True)

    def _number(self, name: str) -> int | None:
        return next((number for number, seen in self.names.items() if seen == name), None)

    def _starts(self, lines: list[str]) -> list[tuple[int, int]]:
        """Return the lines that begin a generated function, and which operator's it is."""
        found = []
        for at, line in enumerate(lines):
            start = _START.match(line)
            number = self._number(start[1]) if start else None
            if number is not None:
                found.append((at, number))
        return found

    def edit_body(self) -> None:
        self._edit(below=True)

    def edit_above(self) -> None:
        self._edit(below=False)

    def _edit(self, *, below: bool) -> None:
        paths = self._editable()
        if not paths:
            return
        path = self.rng.choice(paths)
        lines = self._lines(path)
        starts = self._starts(lines)
        if not starts:
            return
        at, number = self.rng.choice(starts)
        mark = "#" if path.endswith(".py") else "//"
        token = self._new_token(number, path)
        while not below and at and lines[at - 1].startswith(("//", "#", "template", "@")):
            at -= 1
        end = "\r\n" if lines[at].endswith("\r\n") else "\n"
        line = f"  mine();  {mark} {token}{end}" if below else f"{mark} {token}{end}"
        if below and self.rng.random() < 0.5:
            self._replace_stub(lines, at + 1, line)
        else:
            lines.insert(at + 1 if below else at, line)
        self.project.write(path, "".join(lines))

    def _replace_stub(self, lines: list[str], at: int, line: str) -> None:
        while at < len(lines) and lines[at].strip() and not lines[at].startswith("}"):
            if "not_written" in lines[at] or "NotWritten" in lines[at]:
                lines[at] = line
                return
            at += 1
        lines.insert(at, line)

    def own_function(self) -> None:
        paths = self._editable()
        if not paths:
            return
        path = self.rng.choice(paths)
        text = self.project.read(path)
        end = "\r\n" if "\r\n" in text else "\n"
        token = self._new_token(-1, path)
        if path.endswith(".py"):
            whole = text if text.endswith(("\n", "\r")) or not text else text + end
            own = f"{end}{end}def own_{token}():{end}    pass  # own {token}{end}"
            self.project.write(path, whole + own)
        elif "}  // namespace zoo" in text:
            own = f"{end}static int own_{token}() {{ return 1; }}  // own {token}{end}"
            head, _, tail = text.rpartition("}  // namespace zoo")
            self.project.write(path, f"{head}{own}{end}}}  // namespace zoo{tail}")
        else:
            del self.tokens[token]

    def delete_token(self) -> None:
        live = [name for name, token in self.tokens.items() if not token.retired]
        paths = self._editable()
        if not live or not paths:
            return
        name = self.rng.choice(live)
        path = self.rng.choice(paths)
        lines = self._lines(path)
        kept = [line for line in lines if not re.search(rf"{name}\b(?!\()", line) or "own" in line]
        if len(kept) < len(lines):
            self.project.write(path, "".join(kept))
            del self.tokens[name]

    def flip_ends(self) -> None:
        paths = self._editable()
        if not paths:
            return
        path = self.rng.choice(paths)
        text = self.project.read(path)
        plain = text.replace("\r\n", "\n")
        self.project.write(path, plain if plain != text else plain.replace("\n", "\r\n"))

    def flip_mark(self) -> None:
        paths = self._editable()
        if not paths:
            return
        path = self.rng.choice(paths)
        text = self.project.read(path)
        self.project.write(
            path, text.removeprefix("\ufeff") if text[:1] == "\ufeff" else "\ufeff" + text
        )

    def drop_last_end(self) -> None:
        paths = self._editable()
        if paths:
            path = self.rng.choice(paths)
            self.project.write(path, self.project.read(path).rstrip("\r\n"))

    def settle(self) -> None:
        opens = self._opens()
        if not opens:
            return
        each = self.rng.choice(opens)
        choice = self.rng.choice([Choice.OURS, Choice.BOTH])
        assert resolve(self.root, RelPath(each.path), choice, diagnostics=Diagnostics())

    # the build and what must hold after it

    def build(self) -> Built:
        self.names = {number: self.ops[number].name for number in self.order}
        files = self.files()
        self.seen = files
        self.built = self.project.build(*files)
        self.counts.builds += 1
        self.counts.clean += not self.built.codes
        self.counts.conflicts += bool(self.built.codes)
        self._forget_renames()
        self.judge()
        before = self.project.tree(), self.project.stamps()
        again = self.project.build(*self.files())
        demand(again.exit_code == self.built.exit_code, "unstable", again.codes)
        after = self.project.tree(), self.project.stamps()
        demand(after == before, "unstable", again.kinds)
        return self.built

    def _forget_renames(self) -> None:
        """Drop ``renamed_from`` once the rename was carried out everywhere."""
        if not self.built.codes:
            for number in self.order:
                self.ops[number] = replace(self.ops[number], was="")

    def judge(self) -> None:
        texts = self.project.tree()
        files = {
            path: data.decode("utf-8-sig")
            for path, data in texts.items()
            if not path.startswith(".opgen/")
        }
        attic = "".join(
            data.decode("utf-8-sig")
            for path, data in texts.items()
            if path.startswith(".opgen/attic/")
        )
        kept = set(_TOKEN.findall(attic))
        found: dict[str, list[str]] = {}
        for text in files.values():
            for line in text.splitlines():
                for name in set(_TOKEN.findall(line)):
                    found.setdefault(name, []).append(line)
        for name, token in self.tokens.items():
            lines = [line for line in found.get(name, ()) if not line.startswith("def own_")]
            demand(len(lines) <= 1, "doubled", (name, lines))
            demand(bool(lines) or name in kept, "lost", (name, token))
            token.retired = not lines
        if not self.built.codes:
            for text in files.values():
                self._judge_homes(text)

    def _judge_homes(self, text: str) -> None:
        lines = text.splitlines()
        current: int | None = None
        for at, line in enumerate(lines):
            start = _START.match(line)
            if start:
                current = self._number(start[1])
            found = _TOKEN.search(line)
            if found is None or "own" in line:
                continue
            home = current
            if not line.startswith((" ", "\t")):
                below = at
                while below < len(lines) and lines[below].startswith(("//", "#", "template", "@")):
                    below += 1
                start = _START.match(lines[below]) if below < len(lines) else None
                home = self._number(start[1]) if start else None
            token = self.tokens[found[0]]
            demand(home == token.op, "moved", (found[0], token, text))

    def step(self) -> None:
        """Do one thing at random; build in every third step."""
        self.counts.steps += 1
        self.rng.choice(
            [
                self.edit_body,
                self.edit_body,
                self.edit_above,
                self.own_function,
                self.delete_token,
                self.flip_ends,
                self.flip_mark,
                self.drop_last_end,
                self.spec_add,
                self.spec_remove,
                self.spec_rename,
                self.spec_sign,
                self.spec_move,
                self.settle,
                self.settle,
            ]
        )()
        if self.rng.random() < 0.4:
            self.build()
