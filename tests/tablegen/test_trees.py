"""Syntax trees out of the cache are those of the parser, whatever became of the cache."""

import hashlib
import multiprocessing
import os
import pickle

import pytest

from opgen.diagnostics import Diagnostics
from opgen.source import SourceFile
from opgen.tablegen import load, trees
from opgen.tablegen.parser import parse
from opgen.tablegen.split import split
from opgen.tablegen.trees import Trees
from tests.tablegen.programs import INCLUDE, PASS, defines_of, records_of

OPERATORS = "".join(
    f"""\
def Op{number} : Base {{
  let name = "op{number} {{ def }}";
  let body = [{{ if (x) {{ return {number}; }} }}];
  let mask = {{1, 0, {number % 2}}};
}}
if !eq({number}, 3) then def If{number}; else def Else{number};
foreach i = {{0-1}} in {{ def Loop{number}#i; }}
"""
    for number in range(120)
)
PROGRAM = "class Base { string name; code body; bits<3> mask; }\n" + OPERATORS


def parsed(text, folder, name="a.td"):
    """Return the statements, what was found, and how many characters were parsed."""
    source, found, lengths = SourceFile(name, text), Diagnostics(), []

    def count(source, text, diagnostics, *, start=0, stop=None):
        lengths.append((len(text) if stop is None else stop) - start)
        return parse(source, text, diagnostics, start=start, stop=stop)

    trees.parse, usual = count, trees.parse
    try:
        result = Trees(folder).parse(source, text, name=name, diagnostics=found)
    finally:
        trees.parse = usual
    return result.statements, found.items, sum(lengths)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "made" / "when needed"


def test_groups_hold_whole_statements():
    ends = split(PROGRAM)
    assert len(ends) > 3
    assert ends[-1] == len(PROGRAM)
    found = Diagnostics()
    source = SourceFile("a.td", PROGRAM)
    parts = [
        parse(source, PROGRAM, found, start=start, stop=stop).statements
        for start, stop in zip([0, *ends], ends, strict=False)
    ]
    assert not found.items
    assert sum(parts, ()) == parse(source, PROGRAM, found).statements


def test_nothing_is_parsed_twice(folder):
    fresh, _, everything = parsed(PROGRAM, folder)
    kept, found, again = parsed(PROGRAM, folder)
    assert (fresh, again, found) == (kept, 0, [])
    assert everything >= len(PROGRAM)
    assert fresh == parse(SourceFile("a.td", PROGRAM), PROGRAM, Diagnostics()).statements


def test_an_edit_costs_the_groups_around_it(folder):
    parsed(PROGRAM, folder)
    edited = PROGRAM.replace("return 60;", "return 6060 + x;")
    expected = parse(SourceFile("a.td", edited), edited, Diagnostics()).statements
    for most in (len(edited) // 2, 0):
        statements, _, length = parsed(edited, folder)
        assert statements == expected
        assert length <= most


def test_a_mistake_is_reported_as_without_a_cache(folder):
    parsed(PROGRAM, folder)
    broken = PROGRAM.replace("mask = {1, 0, 1};", "mask = {1, 0, 1}", 1)
    plain = Diagnostics()
    without = parse(SourceFile("a.td", broken), broken, plain)
    for _ in range(2):
        statements, found, _ = parsed(broken, folder)
        assert statements == without.statements
        assert [(d.code, d.span.start) for d in found] == [
            (d.code, d.span.start) for d in plain.items
        ]


def damage_length(data):
    return data[: len(data) // 2]


def damage_bit(data):
    return data[:-100] + bytes([data[-100] ^ 1]) + data[-99:]


def damage_version(data):
    return bytes(32) + data[32:]


def damage_content(data):
    body = pickle.dumps((b"x", ((b"k", 0, os.system), 7)))
    digest = hashlib.blake2b(body, digest_size=32).digest()
    return data[:32] + digest + body


def damage_all(_data):
    return b""


@pytest.mark.parametrize(
    "damage", [damage_length, damage_bit, damage_version, damage_content, damage_all]
)
def test_a_damaged_file_is_not_used(folder, damage):
    fresh, _, _ = parsed(PROGRAM, folder)
    (kept,) = folder.iterdir()
    kept.write_bytes(damage(kept.read_bytes()))
    statements, found, length = parsed(PROGRAM, folder)
    assert (statements, found) == (fresh, [])
    assert length >= len(PROGRAM)
    assert parsed(PROGRAM, folder)[2] == 0


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    statements, found, _ = parsed(PROGRAM, tmp_path / "file" / "folder")
    assert statements
    assert not found


def work(folder, seed):
    for turn in range(6):
        text = PROGRAM.replace("return 9;", f"return {(seed + turn) % 3};")
        statements, found, _ = parsed(text, folder)
        expected = parse(SourceFile("a.td", text), text, Diagnostics()).statements
        assert (statements, found) == (expected, [])


def test_several_processes_at_once(folder):
    fresh = multiprocessing.get_context("spawn")
    workers = [fresh.Process(target=work, args=(folder, seed)) for seed in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(120)
    assert [worker.exitcode for worker in workers] == [0, 0, 0]
    assert len(list(folder.iterdir())) == 1


@pytest.mark.parametrize("path", PASS, ids=lambda path: path.stem)
def test_records_are_the_same_with_a_cache(path, tmp_path):
    def evaluate(cache):
        found = Diagnostics()
        keeper = load(
            path,
            include_dirs=[INCLUDE],
            defines=defines_of(path),
            diagnostics=found,
            shown_as=lambda shown: shown.name,
            cache=cache,
        )
        assert not found.items
        return records_of(keeper)

    assert evaluate(None) == evaluate(tmp_path) == evaluate(tmp_path)
