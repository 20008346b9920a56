"""Mistakes on which OneFlow ends a process or goes on in silence: what is generated has none.

A name that is registered twice, or that stands for two things, is a diagnostic, see
``test_oneflow_schema.py``; a library that is loaded twice, or after one that has its names, is
refused by the loader, see ``test_python.py``; a functor of another signature doesn't compile, see
``tests/frameworks/test_oneflow.py``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import pytest
import yaml

from opgen.ops import Arity, Device, Op, OpSet
from opgen.targets import with_required
from opgen.targets.oneflow.builtin import builtin_classes
from opgen.targets.oneflow.declared import untyped_attribute
from opgen.targets.oneflow.types import ATTRIBUTE_TYPES, DATA_TYPES
from opgen.targets.prose import DTYPE_NAMES
from tests.targets.kernel_ops import feature_ops
from tests.targets.kernel_tree import render
from tests.targets.ops_by_hand import custom_model

_EVERY = custom_model(*(op for op in feature_ops() if untyped_attribute(op) is None))
MODEL = OpSet(
    tuple(
        replace(
            op, registered=f"custom_{op.name}" if op.registered_name in builtin_classes() else ""
        )
        for op in _EVERY.ops
    )
)
EACH = pytest.mark.parametrize("op", MODEL.ops, ids=lambda op: op.name)
STRING = re.compile(r'"(\w+)"')


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    targets = [target.name for target in with_required(["oneflow"])]
    return {path: file.text for path, file in render(MODEL, targets).items()}


def of(texts: Mapping[str, str], op: Op, suffix: str) -> str:
    return texts.get(f"oneflow/{op.library.name}/{op.name}/{op.name}_{suffix}", "")


def registration(texts: Mapping[str, str], op: Op) -> str:
    text = texts[f"oneflow/{op.library.name}/op_generated.cpp"]
    return text.partition(f'REGISTER_USER_OP("{op.registered_name}")')[2].partition("\n;")[0]


@EACH
def test_the_registry_is_told_everything_it_drops_an_operator_without(
    texts: Mapping[str, str], op: Op
) -> None:
    told = registration(texts, op)
    for setter in ("LogicalTensorDesc", "PhysicalTensorDesc", "DataType"):
        assert f".Set{setter}InferFn(" in told
    assert ".SetGetSbpFn(" in told


@EACH
def test_a_kernel_is_registered_once_for_each_element_type(
    texts: Mapping[str, str], op: Op
) -> None:
    for device, suffix in ((Device.CPU, "kernel.cpp"), (Device.CUDA, "kernel.cu")):
        support = op.support(device)
        text = of(texts, op, suffix)
        assert bool(support) == bool(text)
        if not support:
            continue
        registered = re.findall(r"REGISTER_USER_KERNEL\(([^;]*);", text)
        assert max(Counter(registered).values()) == 1
        assert all(f'"{op.registered_name}"' in each for each in registered)
        for variable in op.types:
            used = {DATA_TYPES[dtype] for dtype in op.dtypes_on(device, variable.name)}
            named = {*re.findall(r"DataType::(\w+)", text)}
            assert used <= named, f"{variable.name}: {used - named}"


@EACH
def test_tensors_have_the_names_that_were_registered(texts: Mapping[str, str], op: Op) -> None:
    told, functor = registration(texts, op), of(texts, op, "functor.cpp")
    inputs = re.findall(r"Input\(\"(\w+)\"", told)
    outputs = re.findall(r"Output\(\"(\w+)\"", told)
    if op.operands:
        assert inputs == [operand.name for operand in op.operands]
        assert {*re.findall(r"Input\(\"(\w+)\"", functor)} == {*inputs}
    assert outputs == [result.name for result in op.results]
    assert {*re.findall(r"Output\(\"(\w+)\"", functor)} == {*outputs}
    for operand in op.operands:
        optional = f'.OptionalInput("{operand.name}")' in told
        assert optional == (operand.arity is Arity.OPTIONAL)


@EACH
def test_every_attribute_is_set_by_its_name_and_none_besides(
    texts: Mapping[str, str], op: Op
) -> None:
    told, functor = registration(texts, op), of(texts, op, "functor.cpp")
    pairs = re.findall(r"\.Attr<(.+)>\(\"(\w+)\"", told)
    registered = {name: kind for kind, name in pairs}
    assert [*registered] == [attribute.name for attribute in op.attributes]
    for attribute in op.attributes:
        wanted = ATTRIBUTE_TYPES[attribute.kind].replace("<int", "<std::int")
        assert registered[attribute.name] == wanted
    if not op.attributes:
        assert "ATTR_MAP" not in functor
        return
    named = functor.partition("THREAD_CACHED_MUTABLE_ATTR_MAP(")[2].partition(");")[0]
    assert STRING.findall(named) == [*registered]
    given = functor.partition("SetAllAttrs(")[2].partition(";")[0]
    places = [given.find(attribute.name) for attribute in op.attributes]
    assert places == sorted(places)
    assert -1 not in places


@EACH
def test_each_operator_has_a_gradient_or_says_that_it_has_none(
    texts: Mapping[str, str], op: Op
) -> None:
    gradient = of(texts, op, "gradient.cpp")
    registered = gradient.count(f'REGISTER_OP_EXPR_GRAD_FUNCTION("{op.registered_name}", ')
    says_none = ".NoGrad()" in registration(texts, op)
    assert (registered, says_none) == ((1, False) if op.is_differentiable else (0, True))
    if says_none:
        module = f"oneflow/{op.library.name}_oneflow/{op.name}/__init__.py"
        assert f"{op.name} has no gradient" in texts[module]


@EACH
def test_the_functor_is_held_against_the_signature(texts: Mapping[str, str], op: Op) -> None:
    functor = of(texts, op, "functor.cpp")
    checked = re.search(r"static_assert\(opgen_oneflow::fits<impl::(\w+)>\(&(\w+)\)", functor)
    assert checked is not None
    assert f'm.add_functor<impl::{checked[1]}>("{checked[2]}")' in functor
    entries = yaml.safe_load(texts[f"oneflow/{op.library.name}/functional_api.yaml"])
    signatures = [entry["signature"] for entry in entries if entry["name"] == op.registered_name]
    assert [signature.rpartition(" => ")[2] for signature in signatures] == [checked[2]]
    binding = texts[f"oneflow/{op.library.name}_oneflow/_binding.cpp"]
    assert f"OPGEN_ROW({checked[2]})," in binding


@EACH
def test_the_docstring_lists_the_element_types(texts: Mapping[str, str], op: Op) -> None:
    module = " ".join(texts[f"oneflow/{op.library.name}_oneflow/{op.name}/__init__.py"].split())
    for variable in op.types:
        for dtype in variable.dtypes:
            assert DTYPE_NAMES[dtype] in module
