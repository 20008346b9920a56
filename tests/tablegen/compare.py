"""Compare the records of whole bodies of TableGen with those of llvm-tblgen.

Run it from the root of the repository::

    python -m tests.tablegen.compare --headers DIR --oneflow DIR --body DIR --body DIR -I DIR

``--headers`` is the ``include`` folder of LLVM's and MLIR's development packages, ``--oneflow``
a checkout of OneFlow, ``--body`` any folder. Every ``.td`` file is a root. A body is read with the
folders ``-I``, its own ``include`` folders, itself and the headers as include folders (the headers
aren't roots then), and a file whose ``RUN:`` lines name macros once for each set of these, too.
Both sides must refuse a root, or give the same JSON and print the same classes and records, places
of records (``!locs``) apart, which are counted only.
"""

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from opgen.tablegen.dump import to_text
from tests.tablegen.levels import explain, without_places
from tests.tablegen.programs import ORACLE, printed_by_oracle, read_json, records_of, run

MEMORY = 6 << 30
SECONDS = 300
RUN_LINES = re.compile(r"RUN:((?:[^\n]*\\\n)*[^\n]*)")
GROUP = re.compile(rb"#ifdef (GET_ONEFLOW_(?!BASE_)\w+_OP_DEFINITIONS)")


@dataclass(frozen=True)
class Root:
    """A file to compare, and how it is read."""

    path: Path
    include_dirs: tuple[Path, ...]
    defines: tuple[str, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """What came of one root: ``equal``, ``refused by both``, or what is wrong."""

    root: Root
    word: str
    reason: str = ""
    same_places: bool = True

    @property
    def is_good(self):
        return self.word in {"equal", "refused by both"}


def header_roots(folder):
    """Return every ``.td`` file of the packages' headers, which are folders behind links."""
    walked = os.walk(folder, followlinks=True)
    files = sorted(Path(at, name) for at, _, names in walked for name in names)
    return [Root(path, (folder,)) for path in files if path.suffix == ".td"]


def oneflow_roots(folder, headers):
    """Return OneFlow's files, each alone and with all groups of operators."""
    own = folder / "oneflow" / "ir" / "include"
    files = sorted(own.rglob("*.td"))
    groups = sorted({name.decode() for f in files for name in GROUP.findall(f.read_bytes())})
    return [
        Root(path, (own, headers), defines)
        for path in files
        for defines in ((), tuple(groups), (*groups, "REMOVE_ONEFLOW_MLIR_ONLY_OP_DEFINITIONS"))
    ]


def body_roots(folder, include_dirs, headers):
    """Return every ``.td`` file of a folder, for each set of macros that it is tested with."""
    own = sorted(path for path in folder.rglob("include") if path.is_dir())
    return [
        Root(path, (*include_dirs, path.parent, *own, folder, headers), defines)
        for path in sorted(folder.rglob("*.td"))
        for defines in sorted(_tested_with(path.read_text(encoding="latin-1")))
    ]


def _tested_with(text):
    """Return the sets of macros of a test's ``RUN:`` lines, and the empty one."""
    lines = (line for run in RUN_LINES.findall(text) for line in re.split(r"[|;]", run))
    return {(), *(tuple(re.findall(r"\s-D\s*(\w+)(?![\w=])", line)) for line in lines)}


def _limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def options_of(root):
    """Return what the oracle is told of where includes are, and of macros."""
    return [*(f"-I{d}" for d in root.include_dirs), *(f"-D{name}" for name in root.defines)]


def ask(root):
    """Return the oracle's records, None if it refuses; raise if it dies."""
    command = [ORACLE, "--dump-json", "--no-warn-on-unused-template-args", *options_of(root)]
    with tempfile.TemporaryFile() as printed:
        done = subprocess.run(
            [*command, str(root.path)],
            stdout=printed,
            stderr=subprocess.DEVNULL,
            check=False,
            timeout=SECONDS,
            preexec_fn=_limit_memory,
        )
        if done.returncode not in {0, 1}:
            message = f"llvm-tblgen ended with {done.returncode}"
            raise ChildProcessError(message)
        printed.seek(0)
        return read_json(printed.read()) if done.returncode == 0 else None


def compare(root):
    """Compare one root."""
    try:
        theirs = ask(root)
        keeper, found = run(root.path, include_dirs=root.include_dirs, defines=root.defines)
        refused = [f"{d.span}: {d.code} {d.message}" for d in found if d.is_error]
        if theirs is None:
            return Outcome(root, "refused by both" if refused else "accepted by opgen alone")
        if refused:
            return Outcome(root, "refused by opgen alone", refused[0])
        ours = records_of(keeper)
    except (MemoryError, ChildProcessError, subprocess.TimeoutExpired, RecursionError) as error:
        return Outcome(root, "not judged", f"{type(error).__name__}: {error}")
    if without_places(ours) != without_places(theirs):
        return Outcome(root, "different", explain(ours, theirs))
    if to_text(keeper) != printed_by_oracle(root.path, *options_of(root), timeout=SECONDS):
        return Outcome(root, "printed otherwise")
    return Outcome(root, "equal", same_places=ours == theirs)


def compare_all(roots, jobs=None):
    """Compare all roots in processes of bounded memory."""
    fresh = get_context("spawn")
    with fresh.Pool(jobs or os.cpu_count(), _limit_memory, maxtasksperchild=40) as pool:
        return list(pool.imap_unordered(compare, roots))


def totals(outcomes):
    """Return the line that says how many were compared, and with what result."""
    words = Counter(outcome.word for outcome in outcomes)
    places = sum(outcome.word == "equal" and outcome.same_places for outcome in outcomes)
    wrong = sum(not outcome.is_good for outcome in outcomes)
    return (
        f"{len(outcomes)} compared, {words['equal']} equal ({places} in all places, too), "
        f"{words['refused by both']} refused by both, {wrong} differ"
    )


def failures(outcomes):
    """Return a line for each root that isn't as it should be."""
    return sorted(
        f"{o.root.path} {' '.join(f'-D{d}' for d in o.root.defines)}: {o.word}: {o.reason}"
        for o in outcomes
        if not o.is_good
    )


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--headers", type=Path, required=True)
    options.add_argument("--oneflow", type=Path)
    options.add_argument("--body", type=Path, action="append", default=[])
    options.add_argument("-I", dest="include_dirs", type=Path, action="append", default=[])
    options.add_argument("--jobs", type=int)
    chosen = options.parse_args()
    bodies = {} if chosen.body else {"headers": header_roots(chosen.headers)}
    if chosen.oneflow:
        bodies["OneFlow"] = oneflow_roots(chosen.oneflow, chosen.headers)
    for body in chosen.body:
        bodies[str(body)] = body_roots(body, chosen.include_dirs, chosen.headers)
    wrong = []
    for name, roots in bodies.items():
        outcomes = compare_all(roots, chosen.jobs)
        print(f"{name}: {totals(outcomes)}", flush=True)  # noqa: T201
        wrong += failures(outcomes)
    sys.exit("\n".join(wrong) or (0 if all(bodies.values()) else "no roots found"))


if __name__ == "__main__":
    main()
