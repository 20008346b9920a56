"""Small programs, one for each thing that can be wrong, and what becomes of each.

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

import re
from dataclasses import dataclass

from tests.tablegen.programs import HERE

HEADING = re.compile(
    r"^// == (?:accepted|refused (?P<places>[^;\n]+?))(?P<defines>(?: -D\S+)*)"
    r"(?:; llvm-tblgen (?P<elsewhere>\d+|crashes))?$",
    re.MULTILINE,
)
FILE = re.compile(r"^// -- (\S+)\n", re.MULTILINE)


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
