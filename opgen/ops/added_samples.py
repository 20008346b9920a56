"""Samples that rules add to the written ones, and samples that have to be refused.

An empty, a size-1, a 0-d and a transposed one where the shape rule and the domains allow them, one
without the optional operands, one with the defaults of all attributes; and one each with a wrong
size and with a wrong rank.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from opgen.dataclass import replace
from opgen.ops.domains import ranges
from opgen.ops.op import ELLIPSIS, Arity, Broadcast, Dims, Op, SameAs, Trait
from opgen.ops.sample import ErrorSample, Layout, Sample, SampleTensor
from opgen.ops.shape_inference import Shape, ShapeMismatchError, infer_shapes

SampleOperand = SampleTensor | tuple[SampleTensor, ...] | None

_WITHOUT_OPTIONALS: Final = "without optionals"
_DEFAULTS: Final = "defaults"
ADDED_NAMES: Final = frozenset(
    {"empty", "size one", "no batch", "transposed", _WITHOUT_OPTIONALS, _DEFAULTS}
)
"""The names of the samples that rules add."""

_LONGEST: Final = 200
"""Characters of a message that are compared; the ABI cuts longer ones short."""

BATCH: Shape = (2,)
"""What ``...`` stands for where nobody says otherwise."""


def drawn_sizes(rule: Dims, least: int = 3) -> dict[str, int]:
    """Return a size for each letter of operands; no two are equal."""
    letters = {item for group in rule.operands for item in group} - {ELLIPSIS, *rule.sizes}
    return {letter: least + number for number, letter in enumerate(sorted(letters))}


def misfit(op: Op, sample: Sample) -> str | None:
    """Return why the operands of ``sample`` do not fit the shape rule, or ``None``."""
    if op.shape is None:
        return None
    try:
        infer_shapes(op, sample.shapes, dict(sample.attributes))
    except ShapeMismatchError as error:
        return str(error)
    return None


def without_value(op: Op, sample: Sample) -> str | None:
    """Return why a domain has no value for an operand of ``sample``, or ``None``."""
    try:
        ranges(op, sample)
    except ShapeMismatchError as error:
        return str(error)
    return None


def with_added_samples(op: Op, written: Iterable[Sample]) -> tuple[Sample, ...]:
    """Return the written samples and those that the shape rule adds to them."""
    samples = list(written)
    if not samples and all(attribute.may_be_omitted for attribute in op.attributes):
        basic = _of_shapes(op, "basic", letter=3, batch=BATCH)
        samples = [] if basic is None or without_value(op, basic) else [basic]
    if not samples:
        return ()
    known = [(s.operands, s.attributes) for s in samples]
    for candidates in _candidates(op, samples[0]):
        for candidate in candidates:
            attributes = samples[0].attributes
            if candidate.name == _WITHOUT_OPTIONALS:
                attributes = candidate.attributes
            sample = replace(candidate, attributes=attributes, is_added=True)
            if misfit(op, sample) or without_value(op, sample):
                continue
            if (sample.operands, sample.attributes) not in known:
                samples.append(sample)
                known.append((sample.operands, sample.attributes))
            break
    return (*samples, *_with_defaults(op, samples))


def _with_defaults(op: Op, samples: Sequence[Sample]) -> Iterator[Sample]:
    """Yield a sample with the defaults of all attributes, unless there is one or none fits."""
    defaults = {a.name: a.default for a in op.attributes if a.default is not None}
    if any(defaults.items() <= {**defaults, **dict(s.attributes)}.items() for s in samples):
        return
    for sample in samples:
        rest = tuple((name, v) for name, v in sample.attributes if name not in defaults)
        candidate = replace(sample, name=_DEFAULTS, attributes=rest, is_added=True)
        if not misfit(op, candidate) and not without_value(op, candidate):
            yield candidate
            return


def _candidates(op: Op, first: Sample) -> Iterator[list[Sample]]:
    """Yield lists of samples; of each the first that fits is added."""
    by_rule = [
        _of_shapes(op, "empty", letter=3, batch=(0,)),
        _of_shapes(op, "size one", letter=1, batch=(1,)),
        _of_shapes(op, "no batch", letter=3, batch=()),
    ]
    if any(by_rule):
        yield from ([sample] for sample in by_rule if sample is not None)
    else:
        yield _emptied(first)
        yield [_changed(first, "size one", lambda shape: (1,) * len(shape))]
        yield [_changed(first, "no batch", lambda _: ())]
    yield [_transposed(first)]
    yield [_without_optionals(op, first)]


def _of_shapes(op: Op, name: str, *, letter: int, batch: Shape) -> Sample | None:
    rule = op.shape
    if any(operand.arity is Arity.VARIADIC for operand in op.operands):
        return None
    if isinstance(rule, Dims):
        if rule.sizes:
            return None
        drawn = drawn_sizes(rule, letter)
        sizes = drawn if letter > 1 else dict.fromkeys(drawn, 1)
        shapes = [shape_of_group(group, sizes, batch) for group in rule.operands]
    elif isinstance(rule, Broadcast) or (
        isinstance(rule, SameAs) and (Trait.ELEMENTWISE in op.traits or len(op.operands) == 1)
    ):
        shapes = [(*batch, letter) if batch else ()] * len(op.operands)
    else:
        return None
    named = zip((operand.name for operand in op.operands), shapes, strict=True)
    return Sample(name, tuple((operand, SampleTensor(shape)) for operand, shape in named))


def shape_of_group(group: tuple[str, ...], sizes: dict[str, int], batch: Shape) -> Shape:
    """Return the shape that a group of letters stands for."""
    return tuple(n for item in group for n in (batch if item == ELLIPSIS else (sizes[item],)))


def _with_tensors(
    sample: Sample, name: str, change: Callable[[str, SampleTensor], SampleTensor]
) -> Sample:
    def changed(operand: str, tensor: SampleOperand) -> SampleOperand:
        if isinstance(tensor, tuple):
            return tuple(change(operand, part) for part in tensor)
        return None if tensor is None else change(operand, tensor)

    operands = tuple((operand, changed(operand, tensor)) for operand, tensor in sample.operands)
    return replace(sample, name=name, operands=operands)


def _changed(sample: Sample, name: str, change: Callable[[Shape], Shape]) -> Sample:
    return _with_tensors(sample, name, lambda _, tensor: SampleTensor(change(tensor.shape)))


def _emptied(sample: Sample) -> list[Sample]:
    """Return samples with 0 for the first size: wherever it stands first, or in one operand."""
    firsts = [(n, t) for n, t in sample.operands if isinstance(t, SampleTensor) and t.shape]
    if not firsts:
        return [_changed(sample, "empty", lambda shape: (0, *shape[1:]))]
    name, model = firsts[0]
    size = model.shape[0]

    def emptied(shape: Shape) -> Shape:
        return (0, *shape[1:]) if shape[:1] == (size,) else shape

    return [
        _changed(sample, "empty", emptied),
        _with_tensors(
            sample,
            "empty",
            lambda operand, t: SampleTensor(emptied(t.shape)) if operand == name else t,
        ),
    ]


def _transposed(sample: Sample) -> Sample:
    def turned(_: str, tensor: SampleTensor) -> SampleTensor:
        is_matrix = len(tensor.shape) > 1
        return replace(tensor, layout=Layout.TRANSPOSED) if is_matrix else tensor

    return _with_tensors(sample, "transposed", turned)


def _without_optionals(op: Op, sample: Sample) -> Sample:
    optional = {operand.name for operand in op.operands if operand.arity is Arity.OPTIONAL}
    operands = tuple((n, None if n in optional else tensor) for n, tensor in sample.operands)
    absent = {name for a in op.attributes if a.flag for name in (a.name, a.flag)}
    attributes = tuple((n, value) for n, value in sample.attributes if n not in absent)
    return replace(sample, name=_WITHOUT_OPTIONALS, operands=operands, attributes=attributes)


def error_samples(op: Op, samples: Iterable[Sample]) -> tuple[ErrorSample, ...]:
    """Return samples like the first one that the shape rule refuses: a wrong size, a wrong rank."""
    first = next(iter(samples), None)
    if first is None or op.shape is None or op.infer_is_editable:
        return ()
    found = []
    for name, change in (("wrong size", _resized), ("wrong rank", _reranked)):
        for sample in _mistaken(first, name, change):
            problem = misfit(op, sample)
            if problem:
                found.append(ErrorSample(sample, f"{op.name}: {problem}"[:_LONGEST]))
                break
    return tuple(found)


def _resized(shape: Shape) -> Iterator[Shape]:
    for axis in reversed(range(len(shape))):
        yield (*shape[:axis], shape[axis] + 1, *shape[axis + 1 :])


def _reranked(shape: Shape) -> Iterator[Shape]:
    if shape:
        yield shape[1:]
    yield (1, *shape)


def _mistaken(
    sample: Sample, what: str, change: Callable[[Shape], Iterator[Shape]]
) -> Iterator[Sample]:
    """Yield samples in each of which one tensor is changed, the last operand's first."""
    for at, (operand, given) in reversed(list(enumerate(sample.operands))):
        for value in _mistaken_operand(given, change):
            operands = (*sample.operands[:at], (operand, value), *sample.operands[at + 1 :])
            yield replace(sample, name=f"{what} of {operand}", operands=operands)


def _mistaken_operand(
    given: SampleOperand, change: Callable[[Shape], Iterator[Shape]]
) -> Iterator[SampleOperand]:
    if isinstance(given, SampleTensor):
        yield from map(SampleTensor, change(given.shape))
    elif given is not None:
        for number, tensor in reversed(list(enumerate(given))):
            for shape in change(tensor.shape):
                yield (*given[:number], SampleTensor(shape), *given[number + 1 :])
