"""How an operator is bound to torch_npu in C++: the function for the device and its registration.

Shapes come from the neutral infer function, as in every other binding; what computes is the aclnn
function of the operator, which is found by its name when it is first called.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final
from zlib import crc32

from opgen.dataclass import dataclass, replace
from opgen.ops import Arity, Attribute, AttributeKind, DType, Library, Op, Operand, Result
from opgen.ops.names import variant_in_place
from opgen.targets.ascend.view import ir_op
from opgen.targets.cpp import argument_names, free_name, guard, infer_symbol, string_literal
from opgen.targets.python import literal
from opgen.targets.pytorch_binding import arguments, definition_view, device_name, is_factory
from opgen.targets.pytorch_types import SCALAR_TYPES
from opgen.targets.torch_npu.functions import NpuFunction, npu_functions

_OPERANDS: Final[dict[Arity, str]] = {
    Arity.SINGLE: "const Tensor&",
    Arity.OPTIONAL: "const std::optional<Tensor>&",
    Arity.VARIADIC: "at::TensorList",
}
"""The C++ parameter of an operand."""

_ATTRIBUTES: Final[dict[AttributeKind, str]] = {
    AttributeKind.I64: "int64_t",
    AttributeKind.F64: "double",
    AttributeKind.F32: "double",
    AttributeKind.BOOL: "bool",
    AttributeKind.STR: "const std::string&",
    AttributeKind.ENUM: "const std::string&",
    AttributeKind.DTYPE: "at::ScalarType",
    AttributeKind.SHAPE: "at::IntArrayRef",
    AttributeKind.SEED: "const Tensor&",
    AttributeKind.I64_ARRAY: "at::IntArrayRef",
    AttributeKind.F64_ARRAY: "at::ArrayRef<double>",
    AttributeKind.BOOL_ARRAY: "const c10::List<bool>&",
}
"""The C++ parameter of an attribute; torch checks it against the schema when it is registered."""

_CONTAINERS: Final = {
    Arity.SINGLE: ("opgen_tensor", "Tensor"),
    Arity.OPTIONAL: ("opgen_tensor", "std::optional<Tensor>"),
    Arity.VARIADIC: ("std::vector<opgen_tensor>", "std::vector<Tensor>"),
}
"""The types of the locals that hold the description of an operand and its compact copy."""


_MACRO_NAMES: Final = frozenset(
    """
    acl_call acl_stream api_ret cache_params call converted_params copied_params
    deterministicAlgorithmsStatus executor executor_addr getWorkspaceSizeFunc
    getWorkspaceSizeFuncAddr hit_cache_ext hit_cache_v2_ext level opApiFuncAddr
    task_queue_enable workspace_addr workspace_size workspace_size_addr workspace_status
    """.split()  # noqa: SIM905 - so many words are read best as text
)
"""Names that torch_npu's macro uses, which nothing that it is given may have."""


_OPS_PER_FILE: Final = 32


def binding_view(op: Op) -> dict[str, object]:
    """Return what the C++ functions of ``op`` print."""
    return {
        "library": op.library.name,
        "name": op.name,
        "namespace": namespace(op.library),
        "guard": guard("torch_npu", op.library.name, op.name, f"{op.name}_npu.h"),
        "includes": sorted([f"{op.library.name}/{op.name}/{op.name}.h", "opgen_npu.h"]),
        "function": _Function(op).view(),
        "in_place": _in_place(op) if op.inplace else None,
        "functions": [_named(function) for function in npu_functions(op)],
    }


def namespace(library: Library) -> str:
    """Return the C++ namespace of a library's functions."""
    return f"{library.name}_npu"


def shards(ops: Sequence[Op]) -> dict[str, tuple[Op, ...]]:
    """Return operators by what tells the file that registers them from others of the library.

    The headers take the compiler seconds, so that a file has many operators; a new operator makes
    it compile one file again, because names decide, and files become twice as many at a time.
    """
    count = 1
    while count * _OPS_PER_FILE < len(ops):
        count *= 2
    found: dict[str, tuple[Op, ...]] = {}
    for op in ops:
        number = crc32(op.name.encode()) % count
        key = f"_{number}" if count > 1 else ""
        found[key] = (*found.get(key, ()), op)
    return dict(sorted(found.items()))


def registration_view(library: Library, ops: tuple[Op, ...]) -> dict[str, object]:
    """Return what a file prints that registers operators of a library."""
    functions = [function for op in ops for function in npu_functions(op)]
    names = [
        name
        for op in ops
        for name in (op.name, *([variant_in_place(op.name)] if op.inplace else []))
    ]
    return {
        "library": library.name,
        "namespace": namespace(library),
        "headers": [op.name for op in ops],
        "ops": names,
        "functions": [definition_view(f.name, f.schema) for f in functions],
    }


@dataclass(frozen=True, slots=True)
class _Argument:
    """What stands for one operand, attribute or result in a function.

    Attributes:
        given: The local that is passed to the aclnn function.
        infer: What is passed to the infer function.
        before: The statements before shapes are inferred.
        after: The statements after that.
    """

    given: str
    infer: tuple[str, ...]
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


class _Function:
    """The function that runs an operator on the device."""

    def __init__(self, op: Op) -> None:
        self._op = op
        self._taken = argument_names(op) | {"Tensor", op.name} | _MACRO_NAMES
        self._names = local_names(op)
        self._call = self._free("context")

    def view(self) -> dict[str, object]:
        """Return what the function prints."""
        op = self._op
        operands = [self._operand(operand) for operand in op.operands]
        attributes = [part for a in op.public_attributes for part in self._passed(a)]
        results = [self._result(result) for result in op.results]
        ordered = (*operands, *attributes, *results)
        inferred = [value for part in (*operands, *results, *attributes) for value in part.infer]
        return {
            "parameters": [*parameters(op), *_placed(op)],
            "returns": returned_type(op.results),
            "call": self._call,
            "placed": [{"name": o.name, "local": self._names[o.name]} for o in op.operands],
            "before": [
                *([f"{self._call}.at({device_name(op)});"] if is_factory(op) else []),
                *(line for part in ordered for line in part.before),
            ],
            "infer": infer_symbol(op),
            "infer_arguments": [f"{self._call}.ctx()", *inferred],
            "after": [line for part in ordered for line in part.after],
            "aclnn": ir_op(op).call,
            "aclnn_arguments": [part.given for part in ordered],
            "returned": _braced([part.given for part in results], op.results),
        }

    def _free(self, wanted: str) -> str:
        name = free_name(wanted, self._taken)
        self._taken.add(name)
        return name

    def _operand(self, operand: Operand) -> _Argument:
        view, held = self._free(f"{operand.name}_view"), self._free(f"{operand.name}_in")
        described, container = _CONTAINERS[operand.arity]
        name = self._names[operand.name]
        before = (
            f"const {described} {view} = opgen_npu::described({name});",
            f"const {container} {held} = opgen_npu::compact({name});",
        )
        if operand.arity is not Arity.VARIADIC:
            return _Argument(held, (f"&{view}",), before)
        listed = self._free(f"{operand.name}_list")
        several = (*before, f"const at::TensorList {listed}({held});")
        return _Argument(listed, (f"{view}.data()", f"{view}.size()"), several)

    def _passed(self, attribute: Attribute) -> Iterator[_Argument]:
        """Yield an attribute and, for one that may be absent, whether it was given."""
        name = self._names[attribute.name]
        if not attribute.flag:
            yield self._attribute(attribute, name)
            return
        value, flag = self._free(f"{name}_or_absent"), attribute.flag
        kind = _plain(_ATTRIBUTES[attribute.kind])
        absent = _absent(attribute, kind)
        made = f"const {kind} {value} = {name}.value_or({absent});"
        given = self._attribute(attribute, value)
        yield replace(given, before=(made, *given.before))
        yield _Argument(flag, (flag,), (f"const bool {flag} = {name}.has_value();",))

    def _attribute(self, attribute: Attribute, name: str) -> _Argument:
        kind = attribute.kind
        if kind is AttributeKind.BOOL_ARRAY:
            return self._booleans(attribute, name)
        if kind.is_array:
            return _Argument(name, (f"{name}.data()", f"{name}.size()"))
        if kind in _HELD:
            pattern, passed = _HELD[kind]
            held = self._free(f"{self._names[attribute.name]}_value")
            label = string_literal(f"{self._op.name}: {attribute.name}")
            words = ", ".join(map(string_literal, attribute.choices))
            infer = passed.format(name=name, held=held, label=label, words=words)
            return _Argument(held, (infer,), (pattern.format(name=name, held=held),))
        return _Argument(name, (name,))

    def _booleans(self, attribute: Attribute, name: str) -> _Argument:
        values = self._free(f"{attribute.name}_bytes")
        listed = self._free(f"{attribute.name}_list")
        before = (
            f"const std::vector<uint8_t> {values} = opgen_npu::bytes({name});",
            f"const at::ArrayRef<bool> {listed} = opgen_npu::booleans({values});",
        )
        return _Argument(listed, (f"{values}.data()", f"{values}.size()"), before)

    def _result(self, result: Result) -> _Argument:
        meta, name = self._free(f"{result.name}_meta"), self._free(f"{result.name}_out")
        if not result.is_variadic:
            made = f"Tensor {name} = {self._call}.result({meta});"
            return _Argument(name, (f"&{meta}",), (f"opgen_meta {meta};",), (made,))
        held = self._free(f"{result.name}_tensors")
        count = _count(self._op, result, self._names[result.count])
        return _Argument(
            name,
            (f"{meta}.data()", f"{meta}.size()"),
            (f"std::vector<opgen_meta> {meta}({count});",),
            (
                f"const std::vector<Tensor> {held} = {self._call}.results({meta});",
                f"const at::TensorList {name}({held});",
            ),
        )


_HELD: Final = {
    AttributeKind.STR: ("char* {held} = opgen_npu::characters({name});", "{held}"),
    AttributeKind.ENUM: (
        "char* {held} = opgen_npu::characters({name});",
        "opgen_npu::word({label}, {name}, {{{words}}})",
    ),
    AttributeKind.DTYPE: (
        "const int64_t {held} = opgen_npu::graph_type({name});",
        "opgen_npu::dtype_code({name})",
    ),
    AttributeKind.SEED: (
        "const int64_t {held} = opgen_npu::seed({name});",
        "static_cast<uint64_t>({held})",
    ),
}
"""The local for an attribute that an aclnn function takes otherwise, and what infer gets."""


def _count(op: Op, result: Result, name: str) -> str:
    """Return the expression of how many tensors a result has."""
    argument = next(argument for argument in arguments(op) if argument.name == result.count)
    if isinstance(argument, Attribute) and not argument.kind.is_array:
        label = string_literal(f"{op.name}: {result.name}")
        return f"opgen_npu::count({label}, {name})"
    return f"{name}.size()"


def parameters(op: Op, *, written: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield the parameters of the C++ function of ``op``.

    Args:
        op: The operator.
        written: The operands that results are written over.
    """
    names = local_names(op)
    for operand in op.operands:
        kind = "Tensor&" if operand.name in written else _OPERANDS[operand.arity]
        yield f"{kind} {names[operand.name]}"
    for attribute in op.public_attributes:
        yield f"{_parameter_type(attribute)} {names[attribute.name]}"


def _parameter_type(attribute: Attribute) -> str:
    kind = _ATTRIBUTES[attribute.kind]
    if not attribute.flag:
        return kind
    if kind == "at::IntArrayRef":
        return "at::OptionalIntArrayRef"
    optional = f"std::optional<{_plain(kind)}>"
    return f"const {optional}&" if kind.endswith("&") else optional


def _plain(kind: str) -> str:
    """Return the type of a value that a parameter refers to."""
    return kind.removeprefix("const ").removesuffix("&")


def _absent(attribute: Attribute, kind: str) -> str:
    """Return what stands for an absent value, as an expression."""
    value = attribute.default
    if attribute.kind is AttributeKind.DTYPE:
        dtype = DType.named(str(value))
        assert dtype is not None
        return f"at::k{SCALAR_TYPES[dtype]}"
    if isinstance(value, str):
        return string_literal(value)
    return f"{kind}()" if isinstance(value, tuple) else literal(value).lower()


def local_names(op: Op) -> dict[str, str]:
    """Return the name of each operand and attribute as a parameter in C++."""
    taken = argument_names(op)
    given = [argument.name for argument in arguments(op)]
    return {name: free_name(name, taken - {name} | _MACRO_NAMES) for name in given}


def returned_type(results: Sequence[Result]) -> str:
    """Return the C++ type of what a function returns that gives ``results``."""
    types = ["std::vector<Tensor>" if result.is_variadic else "Tensor" for result in results]
    if not types:
        return "void"
    return types[0] if len(types) == 1 else f"std::tuple<{', '.join(types)}>"


def _braced(names: Sequence[str], results: Sequence[Result]) -> str:
    values = [
        f"{name}.vec()" if result.is_variadic else name
        for name, result in zip(names, results, strict=True)
    ]
    return values[0] if len(values) == 1 else f"{{{', '.join(values)}}}"


def _in_place(op: Op) -> dict[str, object]:
    """Return the variant that writes results over operands: computed first, copied then."""
    written = {pair.result: pair.operand for pair in op.inplace}
    names = local_names(op)
    taken = argument_names(op) | {"Tensor", op.name, variant_in_place(op.name)} | _MACRO_NAMES
    locals_ = {result.name: free_name(f"{result.name}_new", taken) for result in op.results}
    rest = tuple(result for result in op.results if result.name not in written)
    single = len(op.results) == 1
    targets = locals_[op.results[0].name] if single else f"[{', '.join(locals_.values())}]"
    return {
        "name": variant_in_place(op.name),
        "parameters": list(parameters(op, written=frozenset(written.values()))),
        "returns": returned_type(rest),
        "head": f"const auto {targets} = {op.name}(",
        "arguments": list(names.values()),
        "copies": [f"{names[written[r]]}.copy_({locals_[r]});" for r in written],
        "returned": _braced([locals_[r.name] for r in rest], rest) if rest else "",
    }


def _placed(op: Op) -> list[str]:
    return [f"std::optional<at::Device> {device_name(op)}"] if is_factory(op) else []


def _named(function: NpuFunction) -> dict[str, object]:
    """Return the function of torch_npu's namespace, which calls the operator."""
    op = function.op
    declared = [*parameters(op), *_placed(op)]
    types = [declaration.rpartition(" ")[0] for declaration in declared]
    device = [device_name(op)] if is_factory(op) else []
    return {
        "name": function.name,
        "parameters": [*parameters(function.signature), *_placed(op)],
        "returns": returned_type(op.results),
        "type": f"{returned_type(op.results)}({', '.join(types)})",
        "arguments": [*function.values(local_names(op), absent="std::nullopt"), *device],
    }
