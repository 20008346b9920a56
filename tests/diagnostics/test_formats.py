"""Formats for machines, read back with other people's rules where there are any."""

import json
import re

import pytest

from opgen.diagnostics import CODES, Diagnostic, Diagnostics, Label, Note, Severity
from opgen.diagnostics.formats import Format, render
from opgen.diagnostics.pages import find_code, page, similar_codes
from opgen.source import SourceFile, Span

FILE = SourceFile("specs/odd name.td", "x\ndef é : Fop;\n".encode().decode("latin-1"))
AT = FILE.text.index("Fop")
ITEMS = [
    Diagnostic(
        "OPG0110",
        'unknown class "Fop", 100%',
        Span(FILE, AT, AT + 3),
        label="here",
        secondary=(Label(Span(FILE, 0, 1), "there"),),
        notes=(Note("a note", Span(FILE, 0, 1)),),
        help="line one\nline two",
    ),
    Diagnostic("OPG0504", "left over", path="kernels/a.cc", severity=Severity.WARNING),
]


def test_concise_is_one_line_each_and_ends_with_the_message():
    assert render(ITEMS, Format.CONCISE).splitlines() == [
        'specs/odd name.td:2:9: error[OPG0110]: unknown class "Fop", 100%',
        "kernels/a.cc: warning[OPG0504]: left over",
    ]


def test_json_carries_the_documented_fields_and_byte_offsets():
    document = json.loads(render(ITEMS, Format.JSON, extra={"command": "check"}))
    assert document["command"] == "check"
    assert document["summary"] == {"errors": 1, "warnings": 1, "notes": 0}
    first, second = document["diagnostics"]
    assert first.keys() >= {
        "code", "severity", "message", "url", "spans", "notes", "help", "fix",
    }  # fmt: skip
    primary, other = first["spans"]
    assert (primary["primary"], other["primary"]) == (True, False)
    assert primary["start"] == {"line": 2, "column": 9, "offset": AT}
    # The offset counts bytes, the column characters.
    assert "x\ndef é : Fop;\n".encode()[AT : AT + 3] == b"Fop"
    assert second["spans"] == []
    assert second["path"] == "kernels/a.cc"


def test_json_lines_are_objects_of_their_own_with_a_summary_last():
    lines = [json.loads(line) for line in render(ITEMS, Format.JSON_LINES).splitlines()]
    assert [line["type"] for line in lines] == ["diagnostic", "diagnostic", "summary"]
    assert lines[2]["summary"]["errors"] == 1


# As the runner of GitHub Actions reads a command: ::name key=value,...::data
_COMMAND = re.compile(r"::(?P<name>\w+) (?P<properties>[^\n]*?)::(?P<data>.*)")


def unescape(text, *, in_property):
    pairs = [("%0D", "\r"), ("%0A", "\n"), ("%25", "%")]
    pairs = [("%3A", ":"), ("%2C", ","), *pairs] if in_property else pairs
    for escaped, char in pairs:
        text = text.replace(escaped, char)
    return text


def test_github_commands_read_back():
    first, second = (_COMMAND.fullmatch(line) for line in render(ITEMS, Format.GITHUB).splitlines())
    assert (first["name"], second["name"]) == ("error", "warning")
    properties = dict(part.split("=") for part in first["properties"].split(","))
    assert properties["file"] == "specs/odd name.td"
    assert (properties["line"], properties["col"], properties["endColumn"]) == ("2", "9", "12")
    assert unescape(first["data"], in_property=False) == (
        'unknown class "Fop", 100%\nnote: a note\nhelp: line one\nline two'
    )
    assert second["properties"].startswith("file=kernels/a.cc,")


def test_github_escapes_what_would_end_a_property():
    item = Diagnostic("OPG0504", "m", path="a,b:c%.td")
    properties = _COMMAND.match(render([item], Format.GITHUB))["properties"]
    assert properties.startswith("file=a%2Cb%3Ac%25.td,")


def test_sarif_has_what_the_standard_requires_and_rules_that_its_results_point_to():
    log = json.loads(render(ITEMS, Format.SARIF))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in {"none", "note", "warning", "error"}
        assert result["message"]["text"]
    location = run["results"][0]["locations"][0]["physicalLocation"]
    assert location["artifactLocation"]["uri"] == "specs/odd%20name.td"
    assert location["region"] == {"startLine": 2, "startColumn": 9, "endLine": 2, "endColumn": 12}
    assert run["results"][0]["relatedLocations"][0]["message"]["text"] == "there"


@pytest.mark.parametrize("form", list(Format))
def test_every_format_has_something_to_say_about_no_diagnostics_or_nothing(form):
    text = render([], form)
    assert bool(text) is form.for_machines


def test_diagnostics_are_sorted_by_place_and_said_once():
    found = Diagnostics()
    for item in (*reversed(ITEMS), ITEMS[0]):
        found.add(item)
    assert [item.code for item in found.sorted()] == ["OPG0504", "OPG0110"]
    assert found.has_errors


@pytest.mark.parametrize("text", ["OPG0110", "opg0110", "110", "0110", "unknown-class"])
def test_a_code_is_found_by_any_spelling(text):
    assert find_code(text) == "OPG0110"


def test_an_unknown_code_has_no_page_and_suggestions():
    assert find_code("OPG9999") is None
    assert find_code("nonsense") is None
    assert page("OPG9999") is None
    assert "OPG0110" in similar_codes("unknwon-class")


def test_a_page_belongs_to_its_code():
    text = page("OPG0001")
    assert text.startswith(f"# OPG0001: {CODES['OPG0001']}\n")
