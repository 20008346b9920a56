"""A developer and a generator at work on one tree, at random; every line written is followed.

Each line that the developer writes carries a token. Which operator a token belongs to is decided
when it is written, and where it is, is read from the text by this file's own means.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from opgen.diagnostics import Diagnostics
from opgen.diagnostics.formats import Format, render
from opgen.outputs import RelPath, RenderedFile
from opgen.workspace import Action, ActionKind, Choice, formatted, publish, recover, resolve
from opgen.workspace.conflicts import CONFLICTS, Open, parse
from tests.workspace.memory import MemoryProject, PowerFailure
from tests.workspace.support import (
    CPP_HEAD,
    Built,
    Op,
    Project,
    assembled,
    cpp_stub,
    owned,
    py_stub,
)

TOGETHER = ("kernels/zoo/all.cc", "kernels/zoo/more.cc", "pytorch/zoo/all.py")
OWN = ("kernels/zoo/{0}/{0}.cc", "flat/zoo/{0}.cc", "kernels/zoo/own.cc")
"""Where an operator's own kernel is, in each layout; in the last one, those of all are together."""
ANYWHERE = -2
"""The operator of a token whose function the developer renamed: its home isn't judged."""
_START = re.compile(r"(?:def|Status) (\w+)\(")
_TOKEN = re.compile(r"token\d+")


def laid_out(way: str, text: str) -> str:
    """Break the lines of declarations, join them, or put blank lines where none are needed."""
    end = "\r\n" if "\r\n" in text else "\n"
    if way == "broken":
        return re.sub(r"(?m)^((?:def|Status) \w+\()(?=[^\r\n])", rf"\1{end}    ", text)
    if way == "joined":
        return re.sub(r"(?m)^((?:def|Status) \w+\()\r?\n    ", r"\1", text)
    return re.sub(r"(?m)^(namespace \w+ \{)\r?\n(?=[^\r\n])", rf"\1{end}{end}", text)


@dataclass(frozen=True)
class Layout:
    """A formatter."""

    id: str

    def format(self, path: RelPath, data: bytes) -> bytes:
        text = data.decode("utf-8", "surrogateescape")
        return laid_out(self.id, text).encode("utf-8", "surrogateescape")


@dataclass(frozen=True)
class Layouts:
    """The one formatter of a project; none if it has no name."""

    way: str

    def of(self, path: RelPath) -> Layout | None:
        return Layout(self.way) if self.way else None


@lru_cache(maxsize=1024)
def in_layout(file: RenderedFile, formats: Layouts) -> RenderedFile:
    (found,) = formatted([file], formats, diagnostics=Diagnostics(), display="")
    return found


class BrokenPromiseError(AssertionError):
    """A promise not kept: ``lost``, ``moved``, ``doubled``, ``unstable`` or ``unseen``."""

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
        path: The file it is in, or was last.
        retired: Whether it is in the attic alone.
    """

    op: int
    path: str
    retired: bool = False


def _unread(action: Action) -> Action:
    """Return an action without the bytes of its file, as nothing is done about it."""
    return replace(action, kind=ActionKind.UNCHANGED, old=None, new=None)


def _told(diagnostics: Diagnostics) -> str:
    return render(diagnostics.sorted(), Format.TEXT)


def _is_head(line: str) -> bool:
    """Whether a line begins a function of the developer's own, which has a token in it too."""
    return line.startswith("def own_")


@dataclass
class Counts:
    """What happened in a run."""

    steps: int = 0
    builds: int = 0
    clean: int = 0
    conflicts: int = 0
    crashes: int = 0
    judged: int = 0
    carried: int = 0
    aside: int = 0
    unread: int = 0


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
    template: int = 0
    known: dict[str, int] = field(default_factory=dict)
    elsewhere: set[int] = field(default_factory=set)
    hookless: set[int] = field(default_factory=set)
    layouts: dict[int, int] = field(default_factory=dict)
    on_disk: bool = True

    def __post_init__(self) -> None:
        kind = Project if self.on_disk else MemoryProject
        self.project = kind(self.root, targets=("kernels", "pytorch"), formats=Layouts(""))
        for _ in range(3):
            self.spec_add()
        self.build()

    # the generator's side

    def files(self) -> list[RenderedFile]:
        ops = [self.ops[number] for number in self.order]
        away = [self.ops[number] for number in self.order if number in self.elsewhere]
        here = [op for op in ops if op not in away]
        hooked = [self.ops[number] for number in self.order if number not in self.hookless]
        look = self._look()
        together = [
            assembled(TOGETHER[0], here, origin="", **look),
            assembled(TOGETHER[1], away, origin="", **look),
            assembled(TOGETHER[2], hooked, target="pytorch", origin="", stub=self._python),
        ]
        names = "".join(f"REGISTER({op.name})\n" for op in ops)
        rendered = [*together, *self._own(look), owned(text=names)]
        return [in_layout(file, self.formats) for file in rendered]

    def _own(self, look: dict[str, object]) -> list[RenderedFile]:
        """Return the kernels that an operator has for itself, in the layout it has now."""
        found, together = [], []
        for number in self.order:
            op, place = self.ops[number], OWN[self.layouts.get(number, 0)]
            if place == OWN[-1]:
                together.append(op)
            else:
                was = place.format(op.was) if op.was else None
                path = place.format(op.name)
                found.append(assembled(path, [op], renamed_from=was, role="own", **look))
        if together:
            found.append(assembled(OWN[-1], together, origin="", role="own", **look))
        return found

    @property
    def formats(self) -> Layouts:
        return self.project.formats  # type: ignore[return-value]

    def spec_formatter(self) -> None:
        """Use another formatter from now on, or none."""
        self.project.formats = Layouts(self.rng.choice(["", "broken", "joined", "blank"]))

    def run_formatter(self) -> None:
        """Lay a file out with the project's formatter, as an editor does on saving."""
        formatter = self.formats.of(RelPath("any"))
        paths = self._editable()
        if formatter is not None and paths:
            path = self.rng.choice(paths)
            self.project.save(path, formatter.format(RelPath(path), self.project.load(path)))

    def _look(self) -> dict[str, object]:
        head = CPP_HEAD.replace("Kernels", f"Kernels of look {self.template // 4}")
        return {"stub": self._cpp, "head": head}

    def _cpp(self, op: Op) -> str:
        text = cpp_stub(op)
        if self.template % 2:
            text = text.replace("  return", "  check(x);\n  return")
        if self.template % 4 > 1:
            text = text.replace("// ", "// Operator ").replace("View<T> y)", "View<T> y) noexcept")
        return text

    def _python(self, op: Op) -> str:
        text = py_stub(op)
        if self.template % 2:
            text = text.replace("    raise", "    check(x)\n    raise")
        return f"# {op.name}\n{text}" if self.template % 4 > 1 else text

    def spec_template(self) -> None:
        self.template += self.rng.randrange(1, 3)

    def spec_other_file(self) -> None:
        self.elsewhere ^= {self.rng.choice(self.order)}

    def spec_hook(self) -> None:
        """Take the hook of an operator away, or give it back."""
        self.hookless ^= {self.rng.choice(self.order)}

    def spec_layout(self) -> None:
        """Put the kernels of some operators into other files."""
        layout = self.rng.randrange(len(OWN))
        for number in self.rng.sample(self.order, self.rng.randrange(1, len(self.order) + 1)):
            self.layouts[number] = layout

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
        return [path for path in paths if path not in open_paths and self.project.has(path)]

    def _opens(self) -> tuple[Open, ...]:
        return parse(self.project.load(CONFLICTS)) if self.project.has(CONFLICTS) else ()

    def _new_token(self, op: int, path: str) -> str:
        self.written += 1
        name = f"token{self.written}"
        self.tokens[name] = Token(op, path)
        return name

    def _lines(self, path: str) -> list[str]:
        return self.project.read(path).splitlines(keepends=True)

    def _number(self, name: str) -> int | None:
        """Return the operator that has a name, or had it."""
        return self.known.get(name)

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
        first, ends = at, ("}", "def ", "Status ")
        while at < len(lines) and lines[at].strip() and not lines[at].startswith(ends):
            if "not_written" in lines[at] or "NotWritten" in lines[at]:
                lines[at] = line
                return
            at += 1
        lines.insert(first, line)

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

    def reformat(self) -> None:
        """Lay a file out in another way: break the lines of declarations, or join them again."""
        paths = self._editable()
        if not paths:
            return
        path = self.rng.choice(paths)
        text = self.project.read(path)
        joined = laid_out("joined", text)
        self.project.write(path, joined if joined != text else laid_out("broken", text))

    def chmod(self) -> None:
        paths = self._editable()
        if paths:
            self.project.chmod(self.rng.choice(paths), self.rng.choice([0o444, 0o644, 0o755]))

    def _elsewhere(self, path: str) -> str:
        self.written += 1
        return f"mine/{self.written}/{path.rpartition('/')[2]}"

    def link(self) -> None:
        """Keep a file in a place of one's own and leave a link to it."""
        paths = self._editable()
        if paths and self.rng.random() < 0.3:
            path = self.rng.choice(paths)
            if not self._is_link(path):
                other = self._elsewhere(path)
                self.project.move(path, other)
                self.project.link(path, other)

    def _is_link(self, path: str) -> bool:
        if isinstance(self.project, MemoryProject):
            return path in self.project.state.links
        return self.project.place(path).is_symlink()

    def move_file(self) -> None:
        paths = self._editable()
        if paths and self.rng.random() < 0.3:
            path = self.rng.choice(paths)
            if not self._is_link(path):
                self.project.move(path, self._elsewhere(path))

    def _function(self, lines: list[str]) -> tuple[int, int, int] | None:
        """Return a generated function at random: its first line, one past its last, its number."""
        starts = self._starts(lines)
        if not starts:
            return None
        at, number = self.rng.choice(starts)
        end = at + 1
        while end < len(lines) and not lines[end].startswith(("}", "def ", "Status ")):
            end += 1
        if end < len(lines) and lines[end].startswith("}"):
            return at, end + 1, number
        while end > at + 1 and (not lines[end - 1].strip() or lines[end - 1].startswith("#")):
            end -= 1
        return at, end, number

    def double_region(self) -> None:
        paths = self._editable()
        if not paths or self.rng.random() < 0.5:
            return
        path = self.rng.choice(paths)
        lines = self._lines(path)
        found = self._function(lines)
        if found is None or not lines[-1].endswith("\n"):
            return
        at, end, _ = found
        copy = [line for line in lines[at:end] if not _TOKEN.search(line)]
        self.project.write(path, "".join([*lines[:end], *copy, *lines[end:]]))

    def damage_anchor(self) -> None:
        """Rename a generated function by hand; what is in it is then the developer's own."""
        paths = self._editable()
        if not paths or self.rng.random() < 0.5:
            return
        path = self.rng.choice(paths)
        lines = self._lines(path)
        found = self._function(lines)
        if found is None:
            return
        at, end, number = found
        above = at
        while above and lines[above - 1].startswith(("//", "#", "template", "@")):
            above -= 1
        for name in _TOKEN.findall("".join(lines[above:end])):
            if self.tokens[name].op == number:
                self.tokens[name].op = ANYWHERE
        lines[at] = re.sub(r"(?<= )(\w+)\(", rf"\1_by_hand{self.written}(", lines[at], count=1)
        self.written += 1
        self.project.write(path, "".join(lines))

    def crash(self) -> None:
        """Stop a build in the middle; the next one goes on."""
        if not isinstance(self.project, MemoryProject):
            return
        self.project.crash_at = self.rng.randrange(1, 40)
        try:
            planned, diagnostics = self.project.plan(*self.files())
            publish(planned, diagnostics=diagnostics, fs=self.project.files())
        except PowerFailure:
            self.counts.crashes += 1
        self.project.crash_at = -1
        self.build()

    def settle(self) -> None:
        opens = self._opens()
        if not opens:
            return
        each = self.rng.choice(opens)
        self._settle(RelPath(each.path))

    def tidy(self) -> None:
        """Settle all that is open and make each file writable again."""
        for path in self._editable():
            self.project.chmod(path, 0o644)
        for path in sorted({each.path for each in self._opens()}):
            self._settle(path)

    def _settle(self, path: RelPath) -> None:
        choice = self.rng.choice([Choice.OURS, Choice.BOTH, Choice.THEIRS])
        before = self._names()
        diagnostics, fs = Diagnostics(), self.project.files()
        resolve(self.root, path, choice, diagnostics=diagnostics, fs=fs)
        told = any(item.code == "OPG0519" for item in diagnostics.items)
        for name in before - self._names():
            # Whether it is in the attic is judged with all others, after the next build.
            demand(told, "lost", ("silently", name, choice))
            self.tokens[name].retired = True

    def _names(self) -> set[str]:
        """Return the tokens in files; one of these may be what the link of another leads to."""
        tree = self.project.tree().items()
        texts = (data.decode("utf-8-sig") for path, data in tree if not path.startswith(".opgen/"))
        return self.tokens.keys() & {name for text in texts for name in _TOKEN.findall(text)}

    # the build and what must hold after it

    def build(self) -> Built:
        self.known |= {op.name: number for number, op in self.ops.items()}
        recover(self.root, fs=self.project.files())
        files = self.files()
        self.seen = files
        self.built = self._by_sight(files)
        self.counts.builds += 1
        self.counts.clean += not self.built.codes
        self.counts.conflicts += bool(self.built.codes)
        self._forget_renames()
        self.judge()
        before = self.project.tree(), self.project.stamps()
        again = self._by_sight(self.files())
        demand(again.exit_code == self.built.exit_code, "unstable", again.codes)
        after = self.project.tree(), self.project.stamps()
        demand(after == before, "unstable", again.kinds)
        return self.built

    def _by_sight(self, files: list[RenderedFile]) -> Built:
        """Build without reading what is as it was, after seeing that reading makes no odds."""
        planned, diagnostics = self.project.plan_by_sight(*files)
        whole, said = self.project.plan(*files)
        unread = {action.path for action in planned.actions if action == _unread(action)}
        self.counts.unread += len(unread)
        expected = [_unread(each) if each.path in unread else each for each in whole.actions]
        demand(list(planned.actions) == expected, "unseen", unread)
        demand(planned.standing == whole.standing, "unseen", planned.standing)
        demand(_told(diagnostics) == _told(said), "unseen", _told(said))
        demand(all(not each.writes for each in whole.actions if each.path in unread), "unseen", "")
        report = publish(planned, diagnostics=diagnostics, fs=self.project.files())
        return Built(planned, diagnostics.sorted(), report.failed)

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
        found: dict[str, list[tuple[str, str]]] = {}
        for path, text in files.items():
            for line in text.splitlines():
                for name in set(_TOKEN.findall(line)):
                    found.setdefault(name, []).append((path, line))
        for name, token in self.tokens.items():
            places = [(path, line) for path, line in found.get(name, ()) if not _is_head(line)]
            demand(len(places) <= 1, "doubled", (name, places))
            demand(bool(places) or name in kept, "lost", (name, token))
            self._follow(token, next((path for path, _ in places), ""))
        for path in self._editable():
            self.counts.judged += 1
            self._judge_homes(self.project.read(path).removeprefix("\ufeff"))

    def _follow(self, token: Token, path: str) -> None:
        """Take note of where a line is; nothing goes to the attic without a word."""
        if not path:
            demand(token.retired or bool(self.built.codes), "lost", ("silently", token))
            self.counts.aside += not token.retired and token.op in self.order
        elif token.path != path and not token.retired:
            self.counts.carried += 1
        token.path, token.retired = path or token.path, not path

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
            if token.op != ANYWHERE:
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
                self.spec_template,
                self.spec_other_file,
                self.spec_other_file,
                self.spec_hook,
                self.spec_layout,
                self.spec_formatter,
                self.run_formatter,
                self.reformat,
                self.chmod,
                self.link,
                self.move_file,
                self.double_region,
                self.damage_anchor,
                self.crash,
                self.crash,
                self.settle,
                self.tidy,
                self.tidy,
            ]
        )()
        if self.rng.random() < 0.3:
            self.build()
