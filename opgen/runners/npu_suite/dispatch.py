"""What the dispatcher is told: schemas, kernels by device, fake tensors, gradients."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

import torch
from torch_suite.subject import (  # type: ignore[import-not-found]  # beside this script
    DTYPES,
    assert_equal,
    linear_form,
    outputs_of,
)

from .subject import Check, Function, NpuSubject, SkipError

_TENSORS: Final = {"single": "Tensor", "optional": "Optional[Tensor]", "variadic": "List[Tensor]"}
_KINDS: Final = {
    "i64": "int",
    "f64": "float",
    "f32": "float",
    "bool": "bool",
    "str": "str",
    "enum": "str",
    "dtype": "int",
    "shape": "List[int]",
    "seed": "Tensor",
    "i64[]": "List[int]",
    "f64[]": "List[float]",
    "bool[]": "List[bool]",
}
"""What a schema's types are called when they are asked for."""

_KEYS: Final = ("CPU", "PrivateUse1", "Meta", "Autograd")


def check_registered(subject: NpuSubject) -> Iterator[Check]:
    """Compare schemas with the spec, and see that each function has its kernels."""
    for function in subject.functions:
        yield f"schema {function.name}", partial(_schema, subject, function)
        yield f"kernels {function.name}", partial(_kernels, function)


def _schema(subject: NpuSubject, function: Function) -> None:
    document = subject.base.document
    described = [
        *((o["name"], _TENSORS[o["arity"]], None) for o in document["operands"]),
        *((a["name"], _kind(a), a["default"]) for a in document["attributes"]),
    ]
    arguments = {argument.name: argument for argument in function.arguments}
    order = [name for name, _, _ in described if name in arguments]
    assert list(arguments) == order, f"arguments {list(arguments)}, expected {order}"
    left_out = {name for name, kind, _ in described if name not in arguments and "Opt" not in kind}
    assert not left_out, f"{sorted(left_out)} are missing"
    for name, kind, default in described:
        argument = arguments.get(name)
        if argument is None:
            continue
        # A function of torch_npu's namespace asks for the operand that its name says it has.
        accepted = {kind, "Tensor"} if kind == _TENSORS["optional"] else {kind}
        assert str(argument.type) in accepted, f"{name} is {argument.type}, expected {kind}"
        if default is not None and argument.has_default_value():
            assert argument.default_value == default, f"{name} defaults to another value"


def _kind(attribute: Mapping[str, Any]) -> str:
    kind = _KINDS[attribute["kind"]]
    return f"Optional[{kind}]" if "flag" in attribute else kind


def _kernels(function: Function) -> None:
    has = torch._C._dispatch_has_kernel_for_dispatch_key  # noqa: SLF001 - no other way to ask
    absent = [key for key in _KEYS if not has(function.name, key)]
    assert not absent, f"no kernel for {', '.join(absent)}"


def check_fake(subject: NpuSubject) -> Iterator[Check]:
    """Compare tensors on the meta device with what the kernel for the CPU returns."""
    for function in subject.functions:
        samples = subject.samples(function)
        for sample in samples[:1] if subject.quick else samples:
            yield (
                f"meta {function.name} {sample['name']}",
                partial(_fake, subject, function, sample),
            )


def _fake(subject: NpuSubject, function: Function, sample: Mapping[str, Any]) -> None:
    if not subject.base.document["operands"]:
        raise SkipError("no operand says on which device results are")
    for types in subject.base.type_choices():
        values = subject.values(function, sample, types)
        expected = outputs_of(function.overload(**values))
        seeds = [a["name"] for a in subject.base.document["attributes"] if a["kind"] == "seed"]
        moved = {n: v if n in seeds else _on_meta(v) for n, v in values.items()}
        given = outputs_of(function.overload(**moved))
        assert len(given) == len(expected), f"{len(given)} results, expected {len(expected)}"
        for fake, real in zip(given, expected, strict=True):
            assert fake.device.type == "meta", f"a result is on {fake.device}"
            assert _description(fake) == _description(real), f"{_description(fake)} is wrong"


def _on_meta(value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return value.to("meta")
    if isinstance(value, list) and any(isinstance(part, torch.Tensor) for part in value):
        return [part.to("meta") for part in value]
    return value


def _description(tensor: torch.Tensor) -> tuple[Any, ...]:
    return tuple(tensor.shape), tensor.stride(), tensor.dtype


def check_equal(subject: NpuSubject) -> Iterator[Check]:
    """Compare torch_npu's names with the operator: values, gradients, PyTorch's checker."""
    own = subject.functions[0]
    for function in subject.functions[1:]:
        samples = subject.samples(function)
        for sample in samples[:2] if subject.quick else samples:
            case = f"{function.name} {sample['name']}"
            yield f"values {case}", partial(_same_values, subject, (own, function), sample)
            if subject.base.differentiable:
                yield f"gradient {case}", partial(_same_gradient, subject, function, sample)
        if samples:
            yield f"opcheck {function.name}", partial(_opcheck, subject, function, samples[0])


def _same_values(
    subject: NpuSubject, pair: tuple[Function, Function], sample: Mapping[str, Any]
) -> None:
    types = subject.base.choice("f32", *DTYPES)
    values = subject.base.values(sample, types)
    expected = pair[0].overload(*values.values())
    given = subject.values(pair[1], sample, types)
    assert_equal(pair[1].overload(*given.values()), expected)
    assert_equal(pair[1].public(**given), subject.base.public_part(expected))


def _same_gradient(subject: NpuSubject, function: Function, sample: Mapping[str, Any]) -> None:
    types = subject.base.choice("f64", "f32")
    tracked = subject.base.tracked(subject.base.values(sample, types))
    again = subject.base.tracked(subject.base.values(sample, types))
    places = subject.base.tracked_places(tracked)
    if not places:
        raise SkipError("no operand has a gradient")
    linear_form(subject.base.call_bare(tracked)).backward()
    arguments = {name: again[name] for name in function.parameters}
    linear_form(subject.base.public_part(function.overload(**arguments))).backward()
    for (name, at), leaf in subject.base.tracked_places(again).items():
        expected = places[name, at].grad
        assert leaf.grad is not None or expected is None, f"no gradient of {name}"
        if expected is not None:
            assert_equal(leaf.grad, expected, 1e-5)


def _opcheck(subject: NpuSubject, function: Function, sample: Mapping[str, Any]) -> None:
    types = subject.base.choice("f64", "f32", *DTYPES)
    values = subject.base.tracked(subject.base.values(sample, types))
    if any(part.isnan().any() for part in outputs_of(subject.base.call_bare(values))):
        raise SkipError("a result is no number, which PyTorch's checker never finds equal")
    given = {name: values[name] for name in function.parameters}
    torch.library.opcheck(function.overload, tuple(given.values()))
