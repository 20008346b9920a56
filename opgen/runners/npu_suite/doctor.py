"""What there is of generated operators inside torch_npu, and what to do about the rest."""

from __future__ import annotations

import ctypes
import importlib
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import torch

_KEYS: Final = {
    "kernel for the CPU": ("CPU", "import {library}_torch, which builds it"),
    "kernel for the NPU": ("PrivateUse1", "import {library}_npu, which builds it"),
    "fake function": ("Meta", "import {library}_npu before torch.compile"),
    "gradient": ("Autograd", "import {library}_npu before the first call"),
}
"""What the dispatcher may have of an operator, under which key, and what to do if not."""

Finding = Mapping[str, Any]


def _finding(name: str, what: str, is_there: object, *, advice: str = "") -> Finding:
    there = bool(is_there)
    return {"op": name, "what": what, "there": there, "advice": "" if there else advice}


def _registered(library: str, name: str) -> Iterator[Finding]:
    has = torch._C._dispatch_has_kernel_for_dispatch_key  # noqa: SLF001 - no other way to ask
    schemas = torch._C._jit_get_schemas_for_operator(name)  # noqa: SLF001
    advice = f"import {library}_npu, which builds it"
    yield _finding(name, "schema", schemas, advice=advice)
    if schemas:
        for what, (key, advice) in _KEYS.items():
            yield _finding(name, what, has(name, key), advice=advice.format(library=library))


def _converter(library: str, name: str) -> Finding:
    space, _, mnemonic = name.partition("::")
    overload = getattr(getattr(torch.ops, space), mnemonic).default
    there = hasattr(overload, "_ge_converter")
    return _finding(name, "converter", there, advice=f"call {library}_npu.register_converters()")


def operator_libraries() -> Iterator[Path]:
    """Yield the libraries of aclnn functions that torch_npu looks into, in its order."""
    for directory in filter(None, os.environ.get("ASCEND_CUSTOM_OPP_PATH", "").split(":")):
        yield Path(directory) / "op_api" / "lib" / "libcust_opapi.so"
    opp = os.environ.get("ASCEND_OPP_PATH")
    if opp:
        yield from sorted(Path(opp).glob("vendors/*/op_api/lib/libcust_opapi.so"))
    yield Path("libopapi.so")


def _kernel(call: str) -> Finding:
    for path in operator_libraries():
        try:
            if hasattr(ctypes.CDLL(str(path)), call):
                return _finding(call, "aclnn function", True)
        except OSError:
            continue
    advice = "build and install the operator's package, and point ASCEND_CUSTOM_OPP_PATH to it"
    return _finding(call, "aclnn function", False, advice=advice)


def _examine(generated: Path, library: str) -> Iterator[Finding]:
    package = f"{library}_npu"
    try:
        module = importlib.import_module(package)
        module.register_converters()
    except Exception as error:  # noqa: BLE001 - whatever goes wrong is what was found
        text = " ".join(str(error).split())[:300]
        yield _finding(package, "package", False, advice=f"{type(error).__name__}: {text}")
        return
    yield _finding(package, "package", True)
    for directory in sorted((generated / "torch_npu" / package).iterdir()):
        header = directory / f"{directory.name}_npu.h"
        if not header.exists():
            continue
        part = sys.modules[f"{package}.{directory.name}"]
        functions = [f"npu::{name}" for name in vars(part) if name.startswith("npu_")]
        for name in (f"{library}::{directory.name}", *functions):
            yield from _registered(library, name)
            if (directory / "converter.py").exists():
                yield _converter(library, name)
        text = header.read_text("utf-8").partition("EXEC_NPU_CMD_EXT(")[2]
        yield _kernel(text.partition(",")[0].strip())


def main(generated: Path, libraries: Sequence[str], *, has_cann: bool) -> int:
    """Print what was found."""
    sys.path.insert(0, str(generated / "torch_npu"))
    advice = "install the CANN toolkit and source its set_env.sh; nothing runs on a device without"
    findings = [_finding("", "CANN", has_cann, advice=advice)]
    for library in libraries:
        findings += _examine(generated, library)
    print(json.dumps({"findings": findings}))  # noqa: T201 - its output
    return 0
