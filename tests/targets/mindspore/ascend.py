"""What MindSpore makes of an Ascend C library without a device: a script.

MindSpore is told that it is on Ascend. It reads the calls that the library's headers declare,
compares them with registrations, and writes callbacks, of which it compiles those of some of them.
Prints what it found for each operator as one JSON object.

    python ascend.py GENERATED INCLUDE SCRATCH
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

GENERATED, SCRATCH = Path(sys.argv[1]), Path(sys.argv[3])
COMPILED = {"square", "concat", "layer_norm", "cross_entropy", "dropout", "topk"}

# No kernel of a CPU is needed: what stands for their libraries is never loaded.
for library in ("custom", "zoo"):
    (SCRATCH / "kernels.so").touch()
    (SCRATCH / f"{library}_mindspore.libs.json").write_text('{"adapters": "kernels.so"}')
(SCRATCH / "custom" / "op_api").mkdir(parents=True)
(SCRATCH / "custom" / "op_api" / "include").symlink_to(sys.argv[2])
(SCRATCH / "include" / "acl").mkdir(parents=True)
(SCRATCH / "include" / "acl" / "acl_base.h").write_text(
    "#pragma once\n#include <cstdint>\nenum aclDataType { ACL_FLOAT };\n"
)
os.environ.update(
    OPGEN_LIB_ROOT=str(SCRATCH),
    ASCEND_OPP_PATH=str(SCRATCH / "opp"),
    ASCEND_CUSTOM_OPP_PATH=str(SCRATCH / "custom"),
)
sys.path.insert(0, str(GENERATED / "mindspore"))

import custom_mindspore  # noqa: E402, F401 - after the path to it, registers operators
import mindspore as ms  # noqa: E402
import opgen_mindspore as runtime  # noqa: E402
import zoo_mindspore  # noqa: E402, F401
from mindspore.ops.operations import custom_ops  # noqa: E402
from opgen_mindspore.operators import OPERATORS  # noqa: E402

known, compile_aot = ms.context.get_context, custom_ops._compile_aot
ms.context.get_context = lambda name: "Ascend" if name == "device_target" else known(name)


def compiled(file):
    """Compile a callback where it is one of some operators."""
    name = Path(file).name.removesuffix("_callback.cc")
    return compile_aot(file) if name in {spec.ascend for spec in CHOSEN} else file


CHOSEN = [spec for spec in OPERATORS.values() if spec.name in COMPILED]
custom_ops._compile_aot = compiled


def arguments(spec):
    """Return the attributes and the numbers of tensors of the first sample."""
    path = GENERATED / "samples" / spec.library / f"{spec.name}.json"
    document = json.loads(path.read_text())
    sample = document["samples"][0]
    attributes = [
        runtime.frozen(sample["attributes"].get(attribute["name"], attribute["default"]))
        for attribute in document["attributes"]
        if attribute["kind"] != "seed"
    ]
    given = [sample["operands"].get(operand["name"]) or [] for operand in document["operands"]]
    return attributes, [len(part) if isinstance(part, list) else 1 for part in given]


def found(spec):
    """Return what MindSpore makes of an operator, or says of it."""
    attributes, counts = arguments(spec)
    try:
        cell = runtime.AscendCell(spec.qualified, attributes, counts, (7,) * len(spec.seeds))
    except (RuntimeError, TypeError, ValueError) as error:
        return {"error": str(error)}
    info = cell.custom.reg_info
    types = custom_ops.CustomCodeGenerator().get_api_types_by_reg_info(info)
    return {
        "name": spec.ascend,
        "declared": cell.custom.get_attr_dict()["custom_inputs_type"],
        "registered": types[:-2],
        "tensors": [part["name"] for kind in ("inputs", "outputs") for part in info[kind]],
        "params": [part["paramType"] for kind in ("inputs", "outputs") for part in info[kind]],
        "attributes": [part["name"] for part in info["attr"]],
        "rows": [[dtype for dtype, _ in row] for row in info["dtype_format"]],
    }


def drifted():
    """What MindSpore says where a library declares another call than the registration has."""
    path = SCRATCH / "drifted" / "op_api" / "include" / "aclnn_zoo_gelu.h"
    path.parent.mkdir(parents=True)
    header = Path(sys.argv[2]) / "aclnn_zoo_gelu.h"
    path.write_text(
        header.read_text().replace("const aclTensor *x,", "const aclTensor *x, bool a,")
    )
    os.environ["ASCEND_CUSTOM_OPP_PATH"] = str(SCRATCH / "drifted")
    return found(OPERATORS["zoo.gelu"])


operators = {qualified: found(spec) for qualified, spec in sorted(OPERATORS.items())}
built = sorted(path.name for path in Path.cwd().rglob("*_callback.cc.so"))
sys.stdout.write(
    json.dumps({"operators": operators, "compiled": built, "drifted": drifted()}) + "\n"
)
