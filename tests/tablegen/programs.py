"""The programs that tests run on, and the oracle they are compared with."""

import json
import re
import shutil
import subprocess
from pathlib import Path

from opgen.diagnostics import Diagnostics
from opgen.tablegen import Language, load
from opgen.tablegen.dump import to_json

HERE = Path(__file__).parent
PASS = sorted((HERE / "pass").glob("*.td"))
FAIL = sorted((HERE / "fail").glob("*.td"))
INCLUDE = HERE / "pass" / "include"
ORACLE = shutil.which("llvm-tblgen-22")
ERROR = re.compile(rb"^.*?:(\d+):\d+: error: ", re.MULTILINE)


def run(path, *, include_dirs=(INCLUDE, HERE / "fail"), defines=None, language=None):
    """Evaluate the program in ``path`` and return the records and the diagnostics."""
    diagnostics = Diagnostics()
    keeper = load(
        path,
        include_dirs=list(include_dirs),
        defines=defines_of(path) if defines is None else defines,
        diagnostics=diagnostics,
        shown_as=lambda shown: shown.name,
        language=language or Language(),
    )
    return keeper, diagnostics.sorted()


def run_text(tmp_path, text, **options):
    """Evaluate a program given as text or bytes."""
    path = tmp_path / "input.td"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return run(path, **options)


def defines_of(path):
    """Return the macros that the first line of a program asks for."""
    first = path.read_bytes().split(b"\n", 1)[0].decode("latin-1")
    return [word[2:] for word in first.removeprefix("// ARGS:").split() if word.startswith("-D")]


def ask_oracle(path):
    """Return what llvm-tblgen makes of a program: its records, or None if it refuses."""
    done = run_oracle(path, f"-I{INCLUDE}", *(f"-D{name}" for name in defines_of(path)))
    return read_json(done.stdout) if done.returncode == 0 else None


def run_oracle(path, *options, timeout=60):
    """Have llvm-tblgen print the records of a program as JSON; return what became of that."""
    command = [ORACLE, "--dump-json", "--no-warn-on-unused-template-args", *options, str(path)]
    return subprocess.run(command, capture_output=True, check=False, timeout=timeout)


def line_named(done):
    """Return the line of the first mistake that llvm-tblgen reported, 0 if it names none."""
    named = ERROR.search(done.stderr)
    return int(named[1]) if named else 0


def printed_by_oracle(path, *options, **limits):
    """Return the classes and records of an accepted program as llvm-tblgen prints them."""
    command = [ORACLE, "--print-records", "--no-warn-on-unused-template-args", *options]
    done = subprocess.run([*command, str(path)], capture_output=True, check=True, **limits)
    return done.stdout.decode("utf-8", "replace")


def read_json(data):
    return json.loads(data.decode("utf-8", "replace"), strict=False)


def records_of(keeper):
    """Return the records as the JSON that would be printed."""
    return json.loads(json.dumps(to_json(keeper)))


def found(diagnostics):
    """Return the diagnostics as ``CODE line:column``."""
    return [f"{d.code} {d.span.position.line}:{d.span.position.column}" for d in diagnostics]
