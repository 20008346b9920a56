"""Calls in place, with operands of different element types, with and without a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

import torch

from .subject import Check, SkipError, Subject, Values, assert_equal, error_of

MIXTURES: Final = (
    (torch.float32, torch.float64),
    (torch.int64, torch.float32),
    (torch.bool, torch.float64),
    (torch.int32, torch.bool),
    (torch.uint8, torch.int8),
    (torch.float16, torch.bfloat16),
)
NAMES: Final = {
    torch.bool: "bool",
    torch.uint8: "u8",
    torch.int8: "i8",
    torch.int16: "i16",
    torch.int32: "i32",
    torch.int64: "i64",
    torch.float16: "f16",
    torch.bfloat16: "bf16",
    torch.float32: "f32",
    torch.float64: "f64",
}


def check_calls(subject: Subject) -> Iterator[Check]:
    """Check the calls that the operator allows beyond the plain one."""
    document = subject.document
    if subject.public_in_place is not None:
        for sample in subject.samples():
            yield f"in place {sample['name']}", partial(_in_place, subject, sample)
        yield "in place opcheck", partial(_opcheck, subject)
        yield "in place compiled", partial(_compiled, subject)
        yield "in place gradient", partial(_gradient, subject)
    if "promotes" in document:
        yield "promotion", partial(_promotion, subject)
        yield "promotion gradient", partial(_promoted_gradient, subject)
    if any(attribute["kind"] == "seed" for attribute in document["attributes"]):
        yield "seed", partial(_seed, subject)
        yield "seed compiled", partial(_compiled_seed, subject)
        if not document["operands"]:
            yield "device", partial(_device, subject)


def _in_place_of(subject: Subject) -> Callable[..., Any]:
    assert subject.public_in_place is not None
    return subject.public_in_place


def _fresh(subject: Subject, sample: Mapping[str, Any]) -> Values:
    types = subject.choice("f64", "f32", *NAMES.values())
    values: Values = subject.values(sample, types)
    return values


def _in_place(subject: Subject, sample: Mapping[str, Any]) -> None:
    """Results are written over their operands, and are what they are elsewhere."""
    expected = _as_tuple(subject.call(_fresh(subject, sample)))
    values = _fresh(subject, sample)
    written = {result: operand for operand, result in subject.document["in_place"]}
    public = [r["name"] for r in subject.document["results"] if "saved" not in r]
    pairs = list(zip(public, expected, strict=True))
    if any(n in written and r.shape != values[written[n]].shape for n, r in pairs):
        _is_refused(subject, values)
        return
    results = _as_tuple(_in_place_of(subject)(**values))
    for name, result in zip(public, results, strict=True):
        is_itself = name not in written or result is values[written[name]]
        assert is_itself, f"{name} isn't returned in the place of {written[name]}"
    assert_equal(results, expected)
    untouched = _fresh(subject, sample)
    for name, value in values.items():
        if name not in written.values() and isinstance(value, torch.Tensor):
            assert torch.equal(value, untouched[name]), f"operand {name} was changed"


def _is_refused(subject: Subject, values: Values) -> None:
    name = f"{subject.document['op']}_"
    for device in ("cpu", "meta"):
        moved = {n: v.to(device) if isinstance(v, torch.Tensor) else v for n, v in values.items()}
        message = error_of(partial(_in_place_of(subject), **moved))
        assert name in message, f"the error doesn't name {name}: {message}"


def _fitting(subject: Subject) -> Values | None:
    """Return the arguments of the first sample whose results fit, fresh at each call."""
    written = {result: operand for operand, result in subject.document["in_place"]}
    public = [r["name"] for r in subject.document["results"] if "saved" not in r]
    for sample in subject.samples():
        values = _fresh(subject, sample)
        results = dict(zip(public, _as_tuple(subject.call(values)), strict=True))
        if all(results[n].shape == values[o].shape for n, o in written.items() if n in results):
            return values
    return None


def _opcheck(subject: Subject) -> None:
    """PyTorch's checker of custom operators has nothing to say."""
    values = _fitting(subject)
    if values is None:
        raise SkipError("no sample has results that fit their operands")
    torch.library.opcheck(subject.function.in_place, tuple(values.values()))


def _compiled(subject: Subject) -> None:
    """Compiled code writes over operands, too."""
    values, again = _fitting(subject), _fitting(subject)
    if values is None or again is None:
        raise SkipError("no sample has results that fit their operands")
    torch.compiler.reset()

    def twice(arguments: Values) -> Any:
        _in_place_of(subject)(**arguments)
        return _in_place_of(subject)(**arguments)

    compiled = torch.compile(twice, fullgraph=True, backend="aot_eager")
    assert_equal(compiled(values), twice(again))
    for operand, _ in subject.document["in_place"]:
        assert_equal(values[operand], again[operand])


def _gradient(subject: Subject) -> None:
    """Where gradients are recorded, they are those of the op that isn't in place."""
    if not subject.differentiable:
        raise SkipError("the operator has no gradient")
    values = _fitting(subject)
    if values is None:
        raise SkipError("no sample has results that fit their operands")
    written = {operand for operand, _ in subject.document["in_place"]}
    gradients = []
    for call in (_in_place_of(subject), subject.public):
        leaves = subject.tracked(values)
        # A leaf that records gradients can't be written over.
        given = {n: v * 1 if n in written else v for n, v in leaves.items()}
        first, *_ = _as_tuple(call(**given))
        first.pow(2).sum().backward()
        gradients.append([leaf.grad for leaf in subject.tracked_places(leaves).values()])
    assert_equal(tuple(gradients[0]), tuple(gradients[1]))


def _mixed(subject: Subject, mixture: Sequence[torch.dtype]) -> tuple[Values, Values] | None:
    """Return arguments of different element types, and the same with the promoted one."""
    names = subject.document["promotes"]["operands"]
    operands = {operand["name"]: operand for operand in subject.document["operands"]}
    variable = operands[names[0]]["type"]
    promoted = torch.promote_types(*mixture)
    if subject.document["promotes"]["float_if_int"] and not promoted.is_floating_point:
        promoted = torch.float32
    if NAMES[promoted] not in subject.document["types"][variable]:
        return None
    types = {**subject.type_choices()[0], variable: NAMES[promoted]}
    mixed = subject.values(subject.samples()[0], types)
    same = dict(mixed)
    for at, name in enumerate(names):
        mixed[name] = _converted(mixed[name], mixture[at % 2])
        same[name] = _converted(mixed[name], promoted)
    return mixed, same


def _converted(value: Any, dtype: torch.dtype) -> Any:
    if isinstance(value, list):
        return [_converted(item, dtype) for item in value]
    return None if value is None else value.to(dtype)


def _promotion(subject: Subject) -> None:
    """Operands of different element types give what operands of the promoted type give."""
    pairs = [pair for mixture in MIXTURES if (pair := _mixed(subject, mixture))]
    for mixed, same in pairs:
        assert_equal(subject.call(mixed), subject.call(same))
        torch.compiler.reset()
        compiled = torch.compile(subject.call, fullgraph=True, backend="aot_eager")
        assert_equal(compiled(mixed), subject.call(same))
    if not pairs:
        raise SkipError("takes none of the element types that are mixed here")


def _promoted_gradient(subject: Subject) -> None:
    """Each operand's gradient has its own element type."""
    pair = _mixed(subject, (torch.float32, torch.float64))
    if pair is None or not subject.differentiable:
        raise SkipError("the operator has no gradient for f32 and f64")
    leaves = subject.tracked(pair[0])
    first, *_ = _as_tuple(subject.call(leaves))
    first.sum().backward()
    for (name, _), leaf in subject.tracked_places(leaves).items():
        assert leaf.grad is not None, f"{name} has no gradient"
        assert leaf.grad.dtype == leaf.dtype, f"the gradient of {name} is {leaf.grad.dtype}"


def _without_seed(subject: Subject) -> tuple[Values, str]:
    name = next(a["name"] for a in subject.document["attributes"] if a["kind"] == "seed")
    samples = subject.samples()
    largest = max((_fresh(subject, sample) for sample in samples), key=_elements)
    return {n: v for n, v in largest.items() if n != name}, name


def _elements(values: Values) -> int:
    return max((v.numel() for v in values.values() if isinstance(v, torch.Tensor)), default=0)


def _seed(subject: Subject) -> None:
    """A seed gives the same numbers again, and so does a generator; without one they differ."""
    values, name = _without_seed(subject)
    generator = next(n for n in ("generator", "generator_") if n not in values)

    def drawn(**given: Any) -> Any:
        return subject.public(**values, **given)

    first, second = (torch.Generator().manual_seed(7) for _ in range(2))
    assert_equal(drawn(**{name: 11}), drawn(**{name: torch.tensor(11)}))
    assert_equal(drawn(**{generator: first}), drawn(**{generator: second}))
    torch.manual_seed(3)
    once = drawn()
    torch.manual_seed(3)
    assert_equal(once, drawn())
    if _elements(values) < 8:  # noqa: PLR2004 - few elements may well be equal by chance
        raise SkipError("no sample has enough elements to tell seeds apart")
    assert not _same(drawn(**{name: 11}), drawn(**{name: 12})), "different seeds give the same"
    assert not _same(drawn(), drawn()), "two calls without a seed give the same"


def _compiled_seed(subject: Subject) -> None:
    """Compiled code draws a new seed at each call, in one graph."""
    values, _ = _without_seed(subject)
    torch.compiler.reset()
    compiled = torch.compile(lambda: subject.public(**values), fullgraph=True, backend="aot_eager")
    torch.manual_seed(3)
    once, other = compiled(), compiled()
    torch.manual_seed(3)
    assert _same(once, compiled()), "one state of the generator gives different results"
    if _elements(values) >= 8:  # noqa: PLR2004 - as above
        assert not _same(once, other), "two calls of compiled code give the same"


def _device(subject: Subject) -> None:
    """Results are where the caller asks for them, else on PyTorch's default device."""
    values, name = _without_seed(subject)
    seeded = {**values, name: 11}
    device = next(n for n in ("device", "device_") if n not in values)
    here = _as_tuple(subject.public(**seeded, **{device: "cpu"}))
    assert_equal(here, _as_tuple(subject.public(**seeded)))
    bare = _fresh(subject, subject.samples()[0])
    assert_equal(
        subject.function.op(*bare.values(), **{device: "cpu"}),
        subject.function.op(*bare.values()),
    )
    with torch.device("meta"):
        default = _as_tuple(subject.public(**seeded))
    placed = _as_tuple(subject.public(**seeded, **{device: torch.device("meta")}))
    for made in (placed, default):
        for fake, real in zip(made, here, strict=True):
            assert fake.device.type == "meta", f"a result is on {fake.device}"
            assert (fake.shape, fake.dtype) == (real.shape, real.dtype), "not like the result"
    for unknown in ("cuda", "xpu"):
        if not getattr(torch, unknown).is_available():
            _is_refused_on(unknown, partial(subject.public, **seeded, **{device: unknown}))


def _is_refused_on(device: str, call: Callable[[], Any]) -> None:
    said = ""
    try:
        call()
    except RuntimeError as error:
        said = str(error)
    assert "no kernel" in said, f"on {device} it says: {said}"


def _same(one: Any, other: Any) -> bool:
    pairs = zip(_as_tuple(one), _as_tuple(other), strict=True)
    return all(torch.equal(a, b) for a, b in pairs)


def _as_tuple(output: Any) -> tuple[Any, ...]:
    return output if isinstance(output, tuple) else (output,)
