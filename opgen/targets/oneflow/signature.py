"""An operator's function in OneFlow's functional interface.

One signature for the entry of ``functional_api.yaml``, the functions that look functors up, the
functors themselves and the calls in gradients, so that they can't differ.
"""

from __future__ import annotations

import math

from opgen.dataclass import dataclass
from opgen.ops import Arity, Attribute, AttributeKind, AttributeValue, DType, Op, Operand
from opgen.targets.cpp import argument_names, free_name
from opgen.targets.oneflow.declared import class_of
from opgen.targets.oneflow.types import (
    DATA_TYPES,
    PARAMETER_TYPES,
    YAML_DTYPES,
    YAML_TYPES,
    passed,
)
from opgen.targets.python import parameters


@dataclass(frozen=True, slots=True)
class FunctionParameter:
    """A parameter of a function.

    Attributes:
        name: Its name.
        yaml: Its declaration in the yaml file.
        type: Its type as declared in C++.
        argument: What it is of the operator; ``None`` for the one that asks for work in place.
        is_optional: Whether it is an ``Optional``, which may have no value.
        keyword_only: Whether Python gives it by name.
    """

    name: str
    yaml: str
    type: str
    argument: Operand | Attribute | None
    is_optional: bool
    keyword_only: bool

    @property
    def declaration(self) -> str:
        """How C++ declares it."""
        return f"{self.type} {self.name}"


@dataclass(frozen=True, slots=True)
class Signature:
    """A function.

    Attributes:
        name: Its name in Python.
        function: Its name in C++, by which the functor is found.
        parameters: Its parameters.
        gives_tuple: Whether it returns a tuple of tensors.
        named: The names of the tuple's tensors, where each is one.
    """

    name: str
    function: str
    parameters: tuple[FunctionParameter, ...]
    gives_tuple: bool
    named: tuple[str, ...]

    @property
    def returns(self) -> str:
        """What it returns, in C++."""
        return f"Maybe<one::{'TensorTuple' if self.gives_tuple else 'Tensor'}>"

    @property
    def yaml(self) -> str:
        """The signature as the yaml file has it."""
        returned = "TensorTuple" if self.gives_tuple else "Tensor"
        named = f"[{', '.join(self.named)}]" if self.named else ""
        pieces: list[str] = []
        for parameter in self.parameters:
            if parameter.keyword_only and "*" not in pieces:
                pieces.append("*")
            pieces.append(parameter.yaml)
        return f"{returned}{named} ({', '.join(pieces)}) => {self.function}"


def signature_of(op: Op) -> Signature:
    """Return the signature of the function that runs ``op``."""
    found: list[FunctionParameter] = []
    for parameter in parameters(op, str):
        argument, keyword_only = parameter.argument, parameter.keyword_only
        if isinstance(argument, Operand):
            found.append(_operand(argument, keyword_only))
        else:
            found.append(_attribute(argument, keyword_only))
    if op.inplace:
        name = in_place_name(op)
        keyword_only = any(parameter.keyword_only for parameter in found)
        found.append(
            FunctionParameter(name, f"Bool {name}=False", "bool", None, False, keyword_only)
        )
    results = op.public_results
    single = len(results) == 1 and not results[0].is_variadic
    each_is_one = not any(result.is_variadic for result in results)
    named = tuple(r.name for r in results) if each_is_one and not single else ()
    function = class_of(op).removesuffix("Op")
    return Signature(op.registered_name, function, tuple(found), not single, named)


def in_place_name(op: Op) -> str:
    """Return the parameter that asks for work in place."""
    return free_name("inplace", argument_names(op))


def _operand(operand: Operand, keyword_only: bool) -> FunctionParameter:
    if operand.arity is Arity.VARIADIC:
        text, kind = f"TensorTuple {operand.name}", "const TensorTuple&"
    elif operand.arity is Arity.OPTIONAL:
        text, kind = f"Tensor {operand.name}=None", "const Optional<one::Tensor>&"
    else:
        text, kind = f"Tensor {operand.name}", "const std::shared_ptr<one::Tensor>&"
    is_optional = operand.arity is Arity.OPTIONAL
    return FunctionParameter(operand.name, text, kind, operand, is_optional, keyword_only)


def _attribute(attribute: Attribute, keyword_only: bool) -> FunctionParameter:
    length, default = _default(attribute)
    is_optional = default == "None"
    kind = PARAMETER_TYPES[attribute.kind]
    text = f"{YAML_TYPES[attribute.kind]}{length} {attribute.name}"
    return FunctionParameter(
        attribute.name,
        f"{text}={default}" if default else text,
        passed(f"Optional<{kind}>" if is_optional else kind),
        attribute,
        is_optional,
        keyword_only,
    )


def _default(attribute: Attribute) -> tuple[str, str]:
    """Return the length that a list's default has, and the default.

    The yaml file has no notation for every value: where it has none the default is ``None``, and
    the functor has the value. It splits at each blank and comma, whatever is around them.
    """
    if attribute.kind is AttributeKind.SEED or attribute.flag:
        return "", "None"
    value = attribute.default
    if value is None:
        return "", ""
    if isinstance(value, tuple):
        if attribute.kind is AttributeKind.SHAPE or len({*value}) != 1:
            return "", "None"
        return f"[{len(value)}]", _scalar(value[0], attribute.kind.element)
    return "", _scalar(value, attribute.kind)


def _scalar(value: AttributeValue, kind: AttributeKind) -> str:
    if kind is AttributeKind.DTYPE:
        dtype = DType.named(str(value))
        return DATA_TYPES[dtype] if dtype in YAML_DTYPES else "None"
    if isinstance(value, str):
        plain = value.isascii() and value.isprintable() and not {*value} & {*" ,\"'\\()=[]*"}
        return f'"{value}"' if plain and value else "None"
    if isinstance(value, float) and not math.isfinite(value):
        return "None"
    return repr(value)
