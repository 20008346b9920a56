"""Make torch_npu importable where there is no CANN: libraries with the symbols that it lacks.

The functions in them do nothing, so nothing can be computed on a device: schemas, fake tensors,
dispatch tables and graphs are all that works. Built from the wheel that is installed, never
shipped. Stand-alone, imported before PyTorch; needs ``nm`` and a C compiler. Never imports opgen.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import hashlib
import importlib.util
import os
import platform
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

_FULL: Final = "libascendcl.so"
"""The library that gets all symbols; those of the others are looked for there as well."""

_EMPTY: Final = (
    "libhccl.so",
    "libacl_op_compiler.so",
    "libge_runner.so",
    "libgraph.so",
    "libacl_tdt_channel.so",
    "libfmk_parser.so",
    "libascend_protobuf.so",
    "libatb.so",
    "libascend_ml.so",
)
_SYSTEM: Final = (
    "libc.so.6",
    "libm.so.6",
    "libstdc++.so.6",
    "libgcc_s.so.1",
    "libpthread.so.0",
    "libdl.so.2",
)
_LOADERS: Final = ("/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1")

_FUNCTIONS: Final = {
    "x86_64": "xorl %eax, %eax; ret",
    "aarch64": "mov w0, wzr; ret",
}
"""The body of a function that returns zero, by machine."""

_DATA: Final = (".balign 16", ".type {0}, @object", ".size {0}, 256", "{0}:", ".zero 256")


class StubError(RuntimeError):
    """The libraries can't be made."""


def is_cann_there() -> bool:
    """Return whether the libraries of CANN are found, so that nothing has to be made."""
    try:
        ctypes.CDLL(_FULL)
    except OSError:
        return False
    return True


def library_root(generated: Path) -> Path:
    """Return where what is built for an output root is kept."""
    override = os.environ.get("OPGEN_LIB_ROOT")
    return Path(override) if override else generated.resolve() / ".opgen" / "cache" / "lib"


def load(root: Path) -> bool:
    """Load stand-ins for CANN into this process, unless CANN is there; before PyTorch is imported.

    Args:
        root: Where libraries are kept.

    Returns:
        Whether stand-ins were loaded.
    """
    if is_cann_there():
        return False
    directory = build(root)
    for name in (_FULL, *_EMPTY):
        ctypes.CDLL(str(directory / name), ctypes.RTLD_GLOBAL)
    return True


def build(root: Path) -> Path:
    """Build the stand-ins for the installed torch_npu, unless they exist; return their directory.

    Args:
        root: Where libraries are kept.
    """
    binaries = _binaries(_package("torch_npu"))
    marks = [f"{path.name} {path.stat().st_size}" for path in binaries]
    digest = hashlib.sha256("\n".join([platform.machine(), *marks]).encode()).hexdigest()[:20]
    directory = root / f"cann-stubs-{digest}"
    if not directory.exists():
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=root) as temporary:
            draft = Path(temporary) / "stubs"
            draft.mkdir()
            _write(draft, _missing(binaries))
            try:
                draft.rename(directory)
            except OSError:
                if not directory.exists():
                    raise
    return directory


def _package(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise StubError(f"{name} is not installed")
    return Path(spec.origin).parent


def _binaries(package: Path) -> list[Path]:
    patterns = ("lib/*.so", "_C*.so", "dynamo/torchair/core/*.so")
    return sorted(path for pattern in patterns for path in package.glob(pattern))


def _missing(binaries: Sequence[Path]) -> list[str]:
    """Return the symbols that nothing defines which is installed."""
    torch = sorted((_package("torch") / "lib").glob("*.so*"))
    system = [path for name in _SYSTEM if (path := _system_library(name))]
    loaders = [Path(loader) for loader in _LOADERS if Path(loader).exists()]
    defined = {
        words[-1].partition("@")[0]
        for words in _symbols([*binaries, *torch, *system, *loaders], "--defined-only")
    }
    undefined = {
        words[-1]
        for words in _symbols(binaries, "--undefined-only")
        if words[-2] not in {"w", "v"} and "@" not in words[-1]
    }
    return sorted(name for name in undefined - defined if not name.startswith(("Py", "_Py")))


def _system_library(name: str) -> Path | None:
    """Return where a library lies that this process can load."""
    try:
        ctypes.CDLL(name)
    except OSError:
        return None
    with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as maps:  # noqa: PTH123 - not a file on a disk
        paths = {line.split()[-1] for line in maps}
    return next((Path(path) for path in sorted(paths) if Path(path).name == name), None)


def _symbols(libraries: Sequence[Path], choice: str) -> list[list[str]]:
    program = shutil.which("nm")
    if program is None:
        raise StubError("no `nm` found; install binutils")
    command = [program, "-D", choice, *map(str, libraries)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = (line.split() for line in done.stdout.splitlines())
    return [words for words in lines if len(words) > 1 and len(words[-2]) == 1]


def _write(directory: Path, symbols: Iterable[str]) -> None:
    source = directory / "stubs.s"
    source.write_text(_assembly(symbols), encoding="utf-8")
    _link(directory / _FULL, [str(source)])
    for name in _EMPTY:
        _link(directory / name, ["-x", "c", os.devnull])
    source.unlink()


def _assembly(symbols: Iterable[str]) -> str:
    body = _FUNCTIONS.get(platform.machine())
    if body is None:
        raise StubError(f"no stand-ins for CANN on {platform.machine()}")
    functions, data = [".text"], [".data"]
    for name in symbols:
        if name.startswith(("_ZTI", "_ZTV", "_ZTS")):
            data += [f".globl {name}", *(line.format(name) for line in _DATA)]
        else:
            functions += [f".globl {name}", f".type {name}, @function", f"{name}: {body}"]
    return "\n".join([*functions, *data, '.section .note.GNU-stack,"",@progbits', ""])


def _link(library: Path, sources: Sequence[str]) -> None:
    compiler = next(filter(shutil.which, ("cc", "gcc", "clang")), None)
    if compiler is None:
        raise StubError("no C compiler found (looked for cc, gcc and clang on PATH)")
    command = [compiler, "-shared", f"-Wl,-soname,{library.name}", "-o", str(library), *sources]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise StubError(f"{library.name} can't be made: {done.stderr.strip()}")
