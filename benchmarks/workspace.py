"""What bringing renderings into a tree costs, and how well lines are merged, against git.

Usage: python -m benchmarks.workspace [--ops N] [--cases N]

Builds a tree of N operators, three files each, half of them edited, with none, one and all of the
operators changed; counts the files that were written against those that had to be. Then merges
the same random stubs region by region, and with ``git merge-file``, and counts the lines that
each put into another operator without saying so. Last, long repetitive texts. All times are CPU
times, because others may use the machine.
"""

import argparse
import random
import resource
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from opgen.diagnostics import Diagnostics
from opgen.outputs import RenderedFile
from opgen.workspace import Scope, plan, publish
from opgen.workspace.merge import merge
from tests.workspace.support import Op, assembled, one, owned
from tests.workspace.test_fuzz import Case, case, homes

HOOKS = "kernels/zoo/{0}/{0}_hooks.py"
HEADER = "kernels/zoo/{0}/{0}.h"


def cpu() -> float:
    """Return the seconds of CPU, user and system, of this process and those it has waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def rendered(count: int, changed: range) -> list[RenderedFile]:
    files: list[RenderedFile] = []
    for number in range(count):
        op = Op(f"op{number}", ("alpha",) if number in changed else ())
        files += [
            one(op),
            assembled(HOOKS.format(op.name), [op], target="kernels"),
            owned(HEADER.format(op.name), f"int {op.name}({', '.join(op.attrs)});\n"),
        ]
    return files


def edit(root: Path, count: int) -> None:
    """Fill in every second kernel."""
    for number in range(0, count, 2):
        name = f"op{number}"
        place = root / f"kernels/zoo/{name}/{name}.cc"
        stub = f'  return opgen_not_written("{name}", __LINE__);\n'
        place.write_text(place.read_text().replace(stub, f"  fill({number});\n  return kOk;\n"))


def outputs(root: Path) -> dict[str, tuple[int, int]]:
    return {
        place.relative_to(root).as_posix(): (place.stat().st_mtime_ns, place.stat().st_ino)
        for place in root.rglob("*")
        if place.is_file() and ".opgen" not in place.parts
    }


@dataclass(frozen=True)
class Built:
    """Milliseconds of CPU, and how many outputs were written."""

    planned: float
    published: float
    written: int


def build(root: Path, files: list[RenderedFile]) -> Built:
    before = outputs(root)
    diagnostics = Diagnostics()
    scope = Scope(frozenset({"kernels"}), lambda _: True)
    started = cpu()
    planned = plan(files, root=root, scope=scope, diagnostics=diagnostics)
    between = cpu()
    publish(planned, diagnostics=diagnostics)
    ended = cpu()
    assert not diagnostics.has_errors, diagnostics.items[:3]
    after = outputs(root)
    written = sum(before.get(path) != stamp for path, stamp in after.items())
    return Built(1000 * (between - started), 1000 * (ended - between), written)


def builds(count: int) -> None:
    print("| changed operators | outputs to change | outputs written | plan | publish |")
    print("|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as place:
        root = Path(place) / "generated"
        build(root, rendered(count, range(0)))
        edit(root, count)
        for changed in (range(0), range(1), range(1, count)):
            # Each line is on top of the one before, so that the last changes the rest.
            before = {file.path: file.text for file in rendered(count, range(changed.start))}
            later = rendered(count, range(changed.stop))
            due = sum(before[file.path] != file.text for file in later)
            built = build(root, later)
            assert built.written == due, (built.written, due)
            print(
                f"| {len(changed):,} of {count:,} | {due:,} | {built.written:,} "
                f"| {built.planned:,.0f} ms | {built.published:,.0f} ms |"
            )


def by_git(folder: Path, tried: Case) -> str | None:
    """Return how git merges a case; None for a conflict."""
    texts = {
        "base": b"".join(tried.base.lines),
        "user": tried.user.encode(),
        "new": b"".join(tried.new.lines),
    }
    for name, data in texts.items():
        (folder / name).write_bytes(data)
    command = ["git", "merge-file", "-p", "user", "base", "new"]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    return None if done.returncode else done.stdout.decode()


def by_opgen(tried: Case) -> str | None:
    """Return how opgen merges a case; None for a conflict, or for a text that goes to the attic."""
    merged = tried.merged("py")
    if merged is None or merged.clashes or merged.asides:
        return None
    return merged.data.decode()


@dataclass
class Tally:
    """How one merger did."""

    clean: int = 0
    wrong: int = 0
    seconds: float = 0.0

    def take(self, tried: Case, text: str | None, seconds: float) -> None:
        """Count a merge."""
        self.seconds += seconds
        if text is None:
            return
        self.clean += 1
        found = homes(text, "py")
        self.wrong += any(
            home != tried.names.get(tried.tokens[token], tried.tokens[token])
            for token, home in found.items()
        )

    def row(self, name: str, cases: int) -> str:
        """Return the tally as a row of a table."""
        share = 100 * self.wrong / max(self.clean, 1)
        return (
            f"| {name} | {self.clean:,} | {cases - self.clean:,} | {self.wrong:,} ({share:.1f} %) "
            f"| {cases / self.seconds:,.0f} |"
        )


def merges(cases: int) -> None:
    rng = random.Random(1)
    ours, gits = Tally(), Tally()
    with tempfile.TemporaryDirectory() as place:
        for _ in range(cases):
            tried = case(rng, "py")
            started = cpu()
            text = by_opgen(tried)
            between = cpu()
            other = by_git(Path(place), tried)
            ended = cpu()
            ours.take(tried, text, between - started)
            gits.take(tried, other, ended - between)
    print(
        "| merger | clean | conflict | clean, but with lines in another operator "
        "| merges a second of CPU |"
    )
    print("|---|---|---|---|---|")
    print(ours.row("opgen, by region", cases))
    print(gits.row("`git merge-file`", cases))


def long_texts() -> None:
    print("| repetitive lines | merge |")
    print("|---|---|")
    rng = random.Random(2)
    for count in (500, 2_000, 8_000):
        base = [b"line %d\n" % rng.randrange(20) for _ in range(count)]
        user, new = list(base), list(base)
        for lines in (user, new):
            for _ in range(count // 50):
                lines[rng.randrange(count)] = b"changed %d\n" % rng.randrange(1000)
        best = min(_timed(base, user, new=new) for _ in range(5))
        print(f"| {count:,} | {best:,.1f} ms |")


def _timed(base: list[bytes], user: list[bytes], *, new: list[bytes]) -> float:
    started = cpu()
    merge(base, user, new)
    return 1000 * (cpu() - started)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ops", type=int, default=1_000)
    parser.add_argument("--cases", type=int, default=4_000)
    options = parser.parse_args()
    builds(options.ops)
    print()
    merges(options.cases)
    print()
    long_texts()


if __name__ == "__main__":
    main()
