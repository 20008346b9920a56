"""Where the files of an operator are: beside OneFlow, or among its own sources.

Knows paths only. Out of tree everything is below ``oneflow/<library>/``; in tree each file is where
OneFlow's repository has its kind, so that it can be merged into a checkout.
"""

from __future__ import annotations

from enum import Enum
from typing import Protocol

from opgen.ops import Op


class File(Enum):
    """A kind of file about one operator; the value is how its name ends."""

    CALL = "_oneflow.h"
    HOOKS = "_op.cpp"
    CPU_KERNEL = "_kernel.cpp"
    CUDA_KERNEL = "_kernel.cu"
    FUNCTOR = "_functor.cpp"
    GRADIENT = "_gradient.cpp"
    TEST = ".py"


class Layout(Protocol):
    """Paths below the output root, by which sources include headers as well."""

    def path(self, op: Op, file: File) -> str:
        """Return the path of a file of ``op``."""
        ...

    def runtime(self, file: str) -> str:
        """Return the path of a header that is the same for every operator."""
        ...

    @property
    def test_util(self) -> str:
        """The module that tests import what they share from."""
        ...

    @property
    def test_util_file(self) -> str:
        """The path of that module."""
        ...

    def package(self, op: Op) -> str:
        """Return the package that a test of ``op`` imports besides OneFlow; empty for none."""
        ...

    def function(self, op: Op) -> str:
        """Return the function of ``op`` as a test calls it."""
        ...

    def schema_header(self, op: Op) -> str:
        """Return the path of the header with the class of ``op``."""
        ...

    def functional_header(self, op: Op) -> str:
        """Return the path of the header with the function of ``op``."""
        ...


class OutOfTree:
    """A directory for each library, and in it one for each operator."""

    test_util = "opgen_test_util"
    test_util_file = "oneflow/opgen_test_util.py"

    def path(self, op: Op, file: File) -> str:
        """Return the path of a file of ``op``."""
        own = f"test_{op.registered_name}" if file is File.TEST else op.name
        return f"oneflow/{op.library.name}/{op.name}/{own}{file.value}"

    def runtime(self, file: str) -> str:
        """Return the path of a header that is the same for every operator."""
        return f"oneflow/{file}"

    def package(self, op: Op) -> str:
        """Return the package of the library."""
        return f"{op.library.name}_oneflow"

    def function(self, op: Op) -> str:
        """Return the package's function."""
        return f"{self.package(op)}.{op.name}"

    def schema_header(self, op: Op) -> str:
        """Return the path of the header with the class of ``op``."""
        return f"oneflow/{op.library.name}/op_generated.h"

    def functional_header(self, op: Op) -> str:
        """Return the path of the header with the function of ``op``."""
        return f"oneflow/{op.library.name}/functional.h"


class InTree:
    """The directories of OneFlow's repository, where files are named by registered names."""

    _DIRECTORIES = {  # noqa: RUF012 - a constant
        File.CALL: "user/opgen",
        File.HOOKS: "user/ops",
        File.CPU_KERNEL: "user/kernels",
        File.CUDA_KERNEL: "user/kernels",
        File.FUNCTOR: "core/functional/impl",
        File.GRADIENT: "core/autograd/gradient_funcs",
    }

    test_util = "oneflow.test_utils.opgen_test_util"
    test_util_file = "python/oneflow/test_utils/opgen_test_util.py"

    def path(self, op: Op, file: File) -> str:
        """Return the path of a file of ``op``."""
        own = op.registered_name
        if file is File.TEST:
            return f"python/oneflow/test/modules/test_{own}.py"
        ending = ".cpp" if file is File.GRADIENT else file.value
        return f"oneflow/{self._DIRECTORIES[file]}/{own}{ending}"

    def runtime(self, file: str) -> str:
        """Return the path of a header that is the same for every operator."""
        return f"oneflow/user/opgen/{file}"

    def package(self, op: Op) -> str:
        """Return nothing: OneFlow itself has the functions."""
        del op
        return ""

    def function(self, op: Op) -> str:
        """Return the function that OneFlow's build binds."""
        return f"flow._C.{op.registered_name}"

    def schema_header(self, op: Op) -> str:
        """Return the header that OneFlow's build generates from its specs."""
        del op
        return "oneflow/core/framework/op_generated.h"

    def functional_header(self, op: Op) -> str:
        """Return the header that includes what OneFlow's build generates from the yaml file."""
        del op
        return "oneflow/core/functional/functional.h"
