"""The copies that torch_npu keeps of its operators' signatures, compared with their schemas.

Reads the installed wheel: the schemas that the dispatcher has, the fake functions in
``_meta_registrations.py``, the converters of TorchAir.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import torch
import torch_npu  # type: ignore[import-not-found]

from .signatures import Signature, drift, from_function, from_schema, functions_with

_OPERATOR: Final = re.compile(r"torch\.ops\.npu\.(\w+)(?:\.(\w+))?\Z")
_SHAPES: Final = ("Meta", "CompositeImplicitAutograd", "CompositeExplicitAutograd")


def schemas() -> dict[str, Signature]:
    """Return the signatures of torch_npu's operators by name, with the overload if it has one."""
    found = {}
    for schema in torch._C._jit_get_all_schemas():  # noqa: SLF001 - no other way to list them
        if schema.name.startswith("npu::"):
            name = schema.name.removeprefix("npu::")
            whole = f"{name}.{schema.overload_name}" if schema.overload_name else name
            found[whole] = from_schema(str(schema))
    return found


def fake_functions(package: Path) -> Iterator[Signature]:
    """Yield the fake functions that torch_npu registers by name."""
    source = (package / "op_plugin" / "meta" / "_meta_registrations.py").read_text("utf-8")
    for name, node in functions_with(source, "impl"):
        yield from_function(node, name)


def converters(package: Path) -> Iterator[Signature]:
    """Yield TorchAir's converters of torch_npu's operators."""
    for path in sorted((package / "dynamo" / "torchair").rglob("*.py")):
        source = path.read_text("utf-8")
        if "register_fx_node_ge_converter" not in source:
            continue
        for text, node in functions_with(source, "register_fx_node_ge_converter"):
            matched = _OPERATOR.match(text)
            if matched:
                overload = matched[2] if matched[2] not in {None, "default"} else ""
                name = f"{matched[1]}.{overload}" if overload else matched[1]
                yield from_function(node, name, ignored=("meta_outputs",))


def compared(known: Mapping[str, Signature], copies: Iterator[Signature]) -> dict[str, Any]:
    """Return how many copies differ in what way, and which."""
    found = {copy.name: copy for copy in copies if copy.name in known}
    differing = [d for name, copy in sorted(found.items()) for d in drift(known[name], copy)]
    named = [{"op": d.name, "kind": d.kind, "text": d.text} for d in differing]
    counts = Counter(d.kind for d in differing)
    return {"copies": len(found), **{k: counts[k] for k in ("names", "count", "defaults")}} | {
        "differing": named
    }


def _has_shapes(name: str) -> bool:
    has = torch._C._dispatch_has_kernel_for_dispatch_key  # noqa: SLF001 - no other way to ask
    registry = torch._library.simple_registry.singleton  # noqa: SLF001 - where fakes are
    fake = registry.find(f"npu::{name}").fake_impl.kernel
    return fake is not None or any(has(f"npu::{name}", key) for key in _SHAPES)


def main() -> int:
    """Print what was found."""
    package = Path(torch_npu.__file__).parent
    known = schemas()
    has = torch._C._dispatch_has_kernel_for_dispatch_key  # noqa: SLF001 - no other way to ask
    found = {
        "version": torch_npu.__version__,
        "operators": len(known),
        "without shapes": sorted(name for name in known if not _has_shapes(name)),
        "with autograd": sum(has(f"npu::{name}", "AutogradPrivateUse1") for name in known),
        "fake functions": compared(known, fake_functions(package)),
        "converters": compared(known, converters(package)),
    }
    print(json.dumps(found))  # noqa: T201 - its output
    return 0
