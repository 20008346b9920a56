"""Headers that OneFlow's own headers include and its wheel leaves out, or that are shadowed.

Knows where each one goes and the template that it comes from; what they declare is theirs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from opgen.outputs import Ownership, RelPath
from opgen.targets.base import Output
from opgen.targets.headers import RUNTIME_HEADER

_CORE: Final = "oneflow/core"

_TEMPLATES: Final = {
    "glog/log_severity.h": "log_severity",
    f"{_CORE}/autograd/autograd_captured_tensor.h": "autograd_captured_tensor",
    f"{_CORE}/autograd/autograd_engine.h": "autograd_engine",
    f"{_CORE}/autograd/autograd_function.h": "autograd_function",
    f"{_CORE}/eager/local_dep_object.h": "local_dep_object",
    f"{_CORE}/ep/cuda/cuda_stream.h": "cuda_stream",
    f"{_CORE}/framework/op_interpreter/op_interpreter_util.h": "op_interpreter_util",
    f"{_CORE}/functional/function_library.h": "function_library",
    f"{_CORE}/functional/functional.h": "functional",
    f"{_CORE}/functional/impl/common.h": "functional_common",
    f"{_CORE}/functional/tensor_index.h": "tensor_index",
    f"{_CORE}/intrusive/intrusive.h": "intrusive",
    f"{_CORE}/profiler/profiler.h": "profiler",
}
"""The template of each header, by its path on the include path."""


def compat_headers() -> Iterator[Output]:
    """Yield the headers, which go before those of the wheel."""
    for path, template in _TEMPLATES.items():
        guard = "OPGEN_COMPAT_" + "".join(c if c.isalnum() else "_" for c in path.upper()) + "_"
        view = {"header": RUNTIME_HEADER, "guard": guard}
        yield Output(
            RelPath(f"oneflow/compat/{path}"),
            f"oneflow/compat/{template}.h.j2",
            view,
            Ownership.OWNED,
        )
