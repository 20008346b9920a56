"""Small programs, one for each thing that can be wrong: both sides give the same verdict.

A file of ``verdicts/`` holds many programs. Each begins with a line that says what becomes of it,
and which macros it is read with::

    // == accepted
    // == accepted -DDEBUG
    // == refused OPG0115 3:6
    // == refused OPG0115 3:6, OPG0101 4:1; llvm-tblgen 5

Lines are counted from this one, which is a part of the program. Behind a line ``// -- NAME`` there
is a file that the program may include, with lines of its own. What is refused has its first
mistake in the line that llvm-tblgen names, too, unless another one stands behind ``llvm-tblgen``:
0 where it names none, ``crashes`` where it doesn't get to say what is wrong. What is accepted has
the same records and dumps.
"""

import json
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from opgen.diagnostics import Diagnostics
from opgen.tablegen import load
from tests.tablegen.programs import HERE, INCLUDE, ORACLE, found, read_json, records_of, run

HEADING = re.compile(
    r"^// == (?:accepted|refused (?P<places>[^;\n]+?))(?P<defines>(?: -D\S+)*)"
    r"(?:; llvm-tblgen (?P<elsewhere>\d+|crashes))?$",
    re.MULTILINE,
)
FILE = re.compile(r"^// -- (\S+)\n", re.MULTILINE)
ERROR = re.compile(rb"^.*?:(\d+):\d+: error: ", re.MULTILINE)


@dataclass(frozen=True)
class Case:
    """A program, the mistakes that are found in it, and the line that llvm-tblgen names first.

    The files are those that it may include, by name. There is no line if llvm-tblgen crashes.
    """

    name: str
    text: str
    files: dict[str, str]
    mistakes: tuple[str, ...]
    defines: tuple[str, ...]
    line: int | None


def cases_of(path):
    """Return the programs of a file; raise if there is text in front of the first."""
    text = path.read_bytes().decode("latin-1")
    headings = list(HEADING.finditer(text))
    assert len(headings) == text.count("\n// == ") + text.startswith("// == "), path
    assert text.startswith("// == "), path
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    for heading, end in zip(headings, ends, strict=True):
        places = heading["places"] or ""
        mistakes = tuple(place.strip() for place in places.split(",") if place)
        line = heading["elsewhere"] or (mistakes[0].split()[1].split(":")[0] if mistakes else 0)
        program, *files = FILE.split(text[heading.start() : end])
        yield Case(
            f"{path.stem}:{text.count(chr(10), 0, heading.start()) + 1}",
            program,
            dict(zip(files[::2], files[1::2], strict=True)),
            mistakes,
            tuple(word[2:] for word in heading["defines"].split()),
            None if line == "crashes" else int(line),
        )


CASES = [case for path in sorted((HERE / "verdicts").glob("*.td")) for case in cases_of(path)]


@pytest.fixture(params=CASES, ids=lambda case: case.name)
def case(request):
    return request.param


@pytest.fixture
def program(case, tmp_path):
    path: Path = tmp_path / "input.td"
    path.write_bytes(case.text.encode("latin-1"))
    for name, text in case.files.items():
        (tmp_path / name).write_bytes(text.encode("latin-1"))
    return path


def run_case(case, program):
    folders = [INCLUDE, HERE / "fail", program.parent]
    return run(program, include_dirs=folders, defines=case.defines)


def test_a_mistake_is_found_where_it_is(case, program):
    _, diagnostics = run_case(case, program)
    assert found(d for d in diagnostics if d.is_error) == list(case.mistakes)


@pytest.mark.skipif(ORACLE is None, reason="llvm-tblgen-22 isn't installed")
def test_llvm_tblgen_says_so_too(case, program):
    command = [ORACLE, "--dump-json", "--no-warn-on-unused-template-args", f"-I{INCLUDE}"]
    command += [f"-I{program.parent}", *(f"-D{name}" for name in case.defines)]
    done = subprocess.run([*command, str(program)], capture_output=True, check=False, timeout=60)
    if case.line is None:
        assert done.returncode not in {0, 1}, done.stderr
        return
    assert done.returncode == bool(case.mistakes), done.stderr
    if case.mistakes:
        named = ERROR.search(done.stderr)
        assert (int(named[1]) if named else 0) == case.line, done.stderr
    else:
        keeper, diagnostics = run_case(case, program)
        theirs = read_json(done.stdout)
        assert records_of(keeper) == json.loads(json.dumps(theirs))
        dumps = [d.message.removeprefix("dump: ") for d in diagnostics if d.code == "OPG0123"]
        assert all(f": note: {text}\n".encode("latin-1") in done.stderr for text in dumps)
        assert done.stderr.count(b": note: ") == len(dumps)


def test_the_same_with_a_cache(tmp_path):
    """Each program takes the place of another, of which the cache knows the first statements."""
    program, folders = tmp_path / "input.td", [INCLUDE, HERE / "fail", tmp_path]
    for case in CASES:
        for name, text in {**case.files, program.name: f"def first;\n\n{case.text}"}.items():
            (tmp_path / name).write_bytes(text.encode("latin-1"))
        results = []
        for cache in (tmp_path / "cache", tmp_path / "cache", None):
            diagnostics = Diagnostics()
            keeper = load(program, folders, case.defines, diagnostics=diagnostics, cache=cache)
            mistakes = diagnostics.sorted()
            texts = [(d.message, d.help, d.span and d.span.file.path) for d in mistakes]
            results.append((found(mistakes), texts, records_of(keeper)))
        assert results[0] == results[1] == results[2], case.name
