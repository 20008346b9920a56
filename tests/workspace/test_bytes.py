"""Bytes that nobody changed stay as they are."""

from __future__ import annotations

import pytest

from opgen.workspace import ActionKind
from opgen.workspace.text import Text, joined
from tests.workspace.support import Op, Project, assembled, one, with_ops

PATH = "kernels/zoo/relu/relu.cc"
STUB = b'  return opgen_not_written("relu", __LINE__);'
ENDS = {
    "LF": lambda data: data,
    "CRLF": lambda data: data.replace(b"\n", b"\r\n"),
    "CR": lambda data: data.replace(b"\n", b"\r"),
    "mixed": lambda data: data.replace(b"\n", b"\r\n", 4),
}


@pytest.mark.parametrize("signed", [False, True], ids=["spec same", "spec changed"])
@pytest.mark.parametrize("filled", [False, True], ids=["unedited", "edited"])
@pytest.mark.parametrize(
    "content",
    [b"mine();", b"caf\xe9(\x0c\x0b);", "\u2028\u0085 // \U0001f600".encode(), b"\tmine(\0);"],
    ids=["ascii", "latin-1", "utf-8", "NUL"],
)
@pytest.mark.parametrize("last", [b"\n", b""], ids=["end", "no end"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"], ids=["plain", "BOM"])
@pytest.mark.parametrize("ends", ENDS.values(), ids=ENDS)
def test_untouched_bytes_stay(
    project: Project,
    *,
    ends: object,
    bom: bytes,
    last: bytes,
    content: bytes,
    filled: bool,
    signed: bool,
) -> None:
    project.build(one("relu"))
    place = project.place(PATH)
    before = one("relu").text.encode()
    if filled:
        before = before.replace(STUB, content)
    before = bom + ends(before[:-1] + last)  # type: ignore[operator]
    place.write_bytes(before)
    built = project.build(one(Op("relu", ("alpha",))) if signed else one("relu"))
    after = place.read_bytes()
    if signed and b"\0" in before:
        assert (built.codes, after) == (["OPG0505"], before)
        return
    assert built.codes == []
    if not signed:
        assert after == before
        return
    old, new = b"View<const T> x, View<T> y", b"View<const T> x, double alpha, View<T> y"
    expected = before.replace(old, new)
    if ends is ENDS["mixed"] and not filled:
        # Only line ends were edited, so the file follows its spec, with the ends most lines have.
        assert Text(after).keys == Text(expected).keys
        return
    line = next(line for line in Text(expected).lines if new in line)
    dressed = line.rstrip(b"\r\n") + Text(before).eol
    assert after == expected.replace(line, dressed)


def test_nul_byte_is_never_merged(project: Project) -> None:
    project.build(one("relu"))
    project.place(PATH).write_bytes(one("relu").text.encode() + b"\0")
    assert project.build(one("relu")).codes == []
    built = project.build(one(Op("relu", ("alpha",))))
    assert built.codes == ["OPG0505"]
    assert project.place(PATH).read_bytes() == one("relu").text.encode() + b"\0"


@pytest.mark.parametrize(
    "line",
    ['  auto s = "<<<<<<< HEAD";', "<<<<<<< HEAD", "=======", ">>>>>>> theirs", "||||||| base"],
)
def test_markers_that_are_not_opgens_are_text(project: Project, line: str) -> None:
    project.build(one("relu"))
    project.edit(PATH, STUB.decode(), f"/*\n{line}\n*/")
    built = project.build(one(Op("relu", ("alpha",))))
    assert (built.one().kind, built.codes) == (ActionKind.MERGE, [])
    assert f"\n{line}\n" in project.read(PATH)


def test_markers_are_longer_than_those_in_the_text(project: Project) -> None:
    project.build(one("relu"))
    project.edit(PATH, STUB.decode(), "/*\n<<<<<<<< eight\n*/")
    changed = one(
        "relu", stub=lambda op: one(op).text.split("\n\n")[2].replace("return", "throw") + "\n"
    )
    built = project.build(changed)
    assert built.codes == ["OPG0501"]
    assert "\n<<<<<<<<< yours (zoo.relu/kernel)\n" in project.read(PATH)


def test_markers_have_the_line_ends_of_the_file(project: Project) -> None:
    project.build(one("relu"))
    crlf = project.read(PATH).replace(STUB.decode(), "  mine();").replace("\n", "\r\n")
    project.write(PATH, crlf)
    project.build(
        one("relu", stub=lambda op: one(op).text.split("\n\n")[2].replace("return", "throw") + "\n")
    )
    data = project.place(PATH).read_bytes()
    assert b"=======\r\n" in data
    assert data.count(b"\n") == data.count(b"\r\n")


def test_lines_are_cut_at_line_feeds_only() -> None:
    data = b"a\x0c\x0b\x85\r\nb\xe2\x80\xa8c\n\rd"
    assert Text(data).lines == (b"a\x0c\x0b\x85\r\n", b"b\xe2\x80\xa8c\n", b"\rd")
    assert Text(data).keys == [b"a\x0c\x0b\x85", b"b\xe2\x80\xa8c", b"\rd"]


def test_line_without_an_end_gets_one_when_another_follows() -> None:
    assert joined([[b"a"], [b"b\n"], [b"c"]], b"\r\n") == [b"a\r\n", b"b\n", b"c"]


def test_region_without_an_end_does_not_swallow_the_next(project: Project) -> None:
    path = "pytorch/zoo/all.py"
    project.build(assembled(path, with_ops("a")))
    project.write(path, project.read(path).rstrip() + "\n# mine")
    built = project.build(assembled(path, with_ops("a b")))
    assert built.codes == []
    assert "raise NotWritten('a')\n# mine\n\n\ndef b(x):\n" in project.read(path)
