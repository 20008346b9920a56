"""When a recorded build still holds. A wrong "yes" would hide work, so each doubt is a case."""

import marshal
import os
import sys

import pytest

from opgen import incremental

ARGUMENTS = ["specs"]


@pytest.fixture
def tree(tmp_path):
    """A directory with an input, an output and a recorded state that holds."""
    (tmp_path / "specs").mkdir()
    (tmp_path / "specs" / "a.td").write_text("def A;")
    (tmp_path / "generated").mkdir()
    (tmp_path / "generated" / "a.h").write_text("// a")
    for path in (*tmp_path.rglob("*"), tmp_path):
        os.utime(path, ns=(10**18, 10**18))
    assert record(tmp_path)
    assert fresh(tmp_path) == "up to date"
    return tmp_path


def watched(root):
    names = ["specs", "specs/a.td", "generated/a.h", "pyproject.toml", "specs/missing.td"]
    return [str(root / name) for name in names]


def record(root, *, check=True, arguments=ARGUMENTS, summary="up to date"):
    """Record until the clock has moved on, as a build does."""
    stamps = incremental.stamps(watched(root))
    return any(
        incremental.record(
            str(root / "generated"),
            arguments,
            str(root),
            check=check,
            summary=summary,
            stamps=stamps,
        )
        for _ in range(10_000)
    )


def fresh(root, arguments=ARGUMENTS, *, checking=False):
    return incremental.summary_if_fresh(arguments, str(root), checking=checking)


def edited_in_place(root):
    """Same size, same inode, and a modification time put back: what is left is the change time."""
    path = root / "specs" / "a.td"
    before = path.stat()
    with path.open("r+") as file:
        file.write("def B;")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_mtime_ns == before.st_mtime_ns


def replaced(root):
    path = root / "specs" / "a.td"
    other = root / "other"
    other.write_text("def B;")
    os.utime(other, ns=(10**18, 10**18))
    other.replace(path)


CHANGES = {
    "edited input": lambda root: (root / "specs/a.td").write_text("def AB;"),
    "input edited behind the clock's back": edited_in_place,
    "input replaced": replaced,
    "input deleted": lambda root: (root / "specs/a.td").unlink(),
    "new file in a searched directory": lambda root: (root / "specs/b.td").write_text(""),
    "missing include appears": lambda root: (root / "specs/missing.td").write_text(""),
    "configuration appears": lambda root: (root / "pyproject.toml").write_text(""),
    "edited output": lambda root: (root / "generated/a.h").write_text("// b"),
    "deleted output": lambda root: (root / "generated/a.h").unlink(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_ends_it(tree, change):
    CHANGES[change](tree)
    assert fresh(tree) is None


def test_other_arguments_and_another_directory_are_another_build(tree):
    assert fresh(tree, ["specs", "-t", "numpy"]) is None
    assert incremental.summary_if_fresh(ARGUMENTS, str(tree / "specs"), checking=False) is None


def test_check_asks_for_more_than_build(tree):
    assert fresh(tree, checking=True) == "up to date"
    assert record(tree, check=False)
    assert fresh(tree, checking=True) is None
    assert fresh(tree) == "up to date"


@pytest.mark.parametrize("attribute", ["version", "__version__"])
def test_another_python_or_opgen_is_another_build(tree, monkeypatch, attribute):
    owner = sys if attribute == "version" else incremental
    monkeypatch.setattr(owner, attribute, "0.0.0 other")
    assert fresh(tree) is None


def state_of(tree):
    return tree / "generated/.opgen/cache/noop"


def test_a_damaged_state_counts_for_nothing(tree):
    whole = state_of(tree).read_bytes()
    for size in range(0, len(whole), 7):
        state_of(tree).write_bytes(whole[:size])
        assert fresh(tree) is None


def test_a_flipped_bit_is_noticed_before_anything_is_unmarshalled(tree, monkeypatch):
    whole = state_of(tree).read_bytes()
    monkeypatch.setattr(marshal, "loads", lambda _: pytest.fail("damage was unmarshalled"))
    for at in range(0, len(whole), 5):
        state_of(tree).write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
        assert fresh(tree) is None


@pytest.mark.parametrize("text", [b"", b"[" * 100_000, b"{" * 3, b"opgen no-op state\n"])
def test_another_file_in_its_place_is_not_unmarshalled(tree, monkeypatch, text):
    monkeypatch.setattr(marshal, "loads", lambda _: pytest.fail("damage was unmarshalled"))
    state_of(tree).write_bytes(text)
    assert fresh(tree) is None


def test_a_length_that_lies_is_not_believed(tree, monkeypatch):
    monkeypatch.setattr(marshal, "loads", lambda _: pytest.fail("damage was unmarshalled"))
    whole = state_of(tree).read_bytes()
    state_of(tree).write_bytes(whole[:18] + (2**62).to_bytes(8) + whole[26:])
    assert fresh(tree) is None


def test_a_pipe_in_its_place_is_not_waited_for(tree):
    state_of(tree).unlink()
    os.mkfifo(state_of(tree))
    assert fresh(tree) is None


def test_a_pipe_in_place_of_the_configuration_is_not_waited_for(tree):
    os.mkfifo(tree / "pyproject.toml")
    assert fresh(tree) is None


@pytest.mark.parametrize("value", [None, 3, (), (1, 2, 3, 4), {"key": 1}, "text"])
def test_a_state_of_another_shape_counts_for_nothing(tree, value):
    state_of(tree).write_bytes(incremental._sealed(marshal.dumps(value)))
    assert fresh(tree) is None


def test_forgetting_removes_it_and_may_be_repeated(tree):
    incremental.forget(str(tree / "generated"))
    incremental.forget(str(tree / "generated"))
    assert fresh(tree) is None


def test_what_is_as_young_as_the_state_is_not_trusted(tree):
    written = state_of(tree).stat().st_mtime_ns
    os.utime(tree / "specs" / "a.td", ns=(written, written))
    stamps = incremental.stamps(watched(tree))
    recorded = incremental.record(
        str(tree / "generated"), ARGUMENTS, str(tree), check=True, summary="", stamps=stamps
    )
    # The state was written after, or in the same clock step; only the former may be believed.
    assert (fresh(tree) is not None) is recorded


def test_an_input_from_the_future_is_not_trusted(tree):
    future = state_of(tree).stat().st_mtime_ns + 10**12
    os.utime(tree / "specs" / "a.td", ns=(future, future))
    incremental.record(
        str(tree / "generated"),
        ARGUMENTS,
        str(tree),
        check=True,
        summary="",
        stamps=incremental.stamps(watched(tree)),
    )
    assert fresh(tree) is None


def test_changes_during_the_build_are_seen_by_their_time(tmp_path):
    path = tmp_path / "a.td"
    path.write_text("x")
    stamps = incremental.stamps([str(path), str(tmp_path / "missing")])
    changed = path.stat().st_ctime_ns
    assert not incremental.older_than(stamps, changed - 1)
    assert not incremental.older_than(stamps, changed + 1_000_000)
    assert incremental.older_than(stamps, changed + 10**9)


OUTPUTS = {
    "default": (["specs"], None, "generated"),
    "short option": (["-o", "out"], None, "out"),
    "long option": (["--output", "out"], None, "out"),
    "long option with equals sign": (["--output=out"], None, "out"),
    "configured": ([], '[tool.opgen]\noutput = "out" # here\n', "out"),
    "isolated": (["--isolated"], '[tool.opgen]\noutput = "out"\n', "generated"),
    "other table": ([], '[tool.opgen]\n[tool.x]\noutput = "out"\n', "generated"),
}


@pytest.mark.parametrize("case", OUTPUTS)
def test_the_output_root_is_guessed(tmp_path, case):
    arguments, config, output = OUTPUTS[case]
    if config:
        (tmp_path / "pyproject.toml").write_text(config)
    assert any(
        incremental.record(
            str(tmp_path / output), arguments, str(tmp_path), check=True, summary="x", stamps={}
        )
        for _ in range(10)
    )
    assert fresh(tmp_path, arguments) == "x"


def test_the_output_root_is_guessed_from_below(tmp_path):
    (tmp_path / "pyproject.toml").write_text('[tool.opgen]\noutput = "out"\n')
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    incremental.record(str(tmp_path / "out"), [], str(below), check=True, summary="x", stamps={})
    assert incremental.summary_if_fresh([], str(below), checking=False) == "x"
