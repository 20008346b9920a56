"""Check one generated operator inside PyTorch: a script of its own, run where PyTorch is.

    python torch_checks.py GENERATED LIBRARY OP [--quick]

Prints one JSON object for each check. Never imports opgen: it knows the generated packages, the
sample files beside them, and PyTorch's own checkers.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import itertools
import json
import os
import sys
import traceback
import warnings
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, Final

# Inductor would go on using graphs of a shape rule that has been corrected since.
os.environ.setdefault("TORCHINDUCTOR_FORCE_DISABLE_CACHES", "1")

import numpy as np
import torch

DTYPES: Final = {
    "f16": torch.float16,
    "bf16": torch.bfloat16,
    "f32": torch.float32,
    "f64": torch.float64,
    "i32": torch.int32,
    "i64": torch.int64,
    "bool": torch.bool,
}
TOLERANCES: Final = {"f16": 1e-2, "bf16": 8e-2, "f32": 1e-4, "f64": 1e-7}
NO_GRADIENT: Final = "has no gradient"
SIZE_OPS: Final = {"aten::sym_size", "aten::_assert_scalar", "aten::_assert_tensor_metadata"}
SMALL: Final = 200
"""Finite differences are taken of samples with at most so many elements."""

Values = dict[str, Any]
"""The arguments of a call by name: operands, then attributes."""

Check = tuple[str, Callable[[], None]]
Call = Callable[[Values], Any]


class SkipError(Exception):
    """Says why a check doesn't apply."""


@dataclass(frozen=True)
class Subject:
    """The operator under test.

    Attributes:
        document: Its sample file.
        reference: Its reference over NumPy arrays, if the spec has one.
        public: Its public function.
        function: Its ``torch.autograd.Function``, whose attribute ``op`` is the registered op.
        quick: Whether to leave out what takes long.
    """

    document: Mapping[str, Any]
    reference: Callable[..., Any] | None
    public: Callable[..., Any]
    function: Any
    quick: bool

    @property
    def differentiable(self) -> Sequence[str]:
        """The operands that have a gradient."""
        operands: Sequence[str] = self.document["differentiable"]
        return operands

    def call(self, values: Values) -> Any:
        """Call the public function."""
        return self.public(**values)

    def call_bare(self, values: Values) -> Any:
        """Call the registered op."""
        return self.function.op(*values.values())

    def call_function(self, values: Values) -> Any:
        """Call the autograd function, as the public function does under transforms."""
        return self.function.apply(*values.values())

    @property
    def routes(self) -> tuple[tuple[str, Call], ...]:
        """The ways to call it."""
        return (
            ("public function", self.call),
            ("bare op", self.call_bare),
            ("autograd function", self.call_function),
        )

    def values(self, sample: Mapping[str, Any], types: Mapping[str, str]) -> Values:
        """Return the arguments of a sample, with an element type for each type variable."""
        values: Values = {}
        for operand in self.document["operands"]:
            name = operand["name"]
            seed = f"{sample['name']} {name}"
            given = sample["operands"].get(name)
            values[name] = _tensor_argument(given, types[operand["type"]], seed)
        for attribute in self.document["attributes"]:
            name = attribute["name"]
            values[name] = sample["attributes"].get(name, attribute["default"])
        return values

    def type_choices(self) -> list[dict[str, str]]:
        """Return every choice of element types."""
        types: Mapping[str, Sequence[str]] = self.document["types"]
        return [
            dict(zip(types, chosen, strict=True)) for chosen in itertools.product(*types.values())
        ]

    def choice(self, *preferred: str) -> dict[str, str]:
        """Return the choice of element types with the first of ``preferred`` that there is."""
        for dtype in preferred:
            for types in self.type_choices():
                if dtype in types.values() and self._is_chosen_wherever_possible(dtype, types):
                    return types
        raise SkipError(f"takes none of {', '.join(preferred)}")

    def _is_chosen_wherever_possible(self, dtype: str, types: Mapping[str, str]) -> bool:
        accepted: Mapping[str, Sequence[str]] = self.document["types"]
        return all(dtype == t or dtype not in accepted[v] for v, t in types.items())

    def samples(self) -> list[Mapping[str, Any]]:
        """Return the samples."""
        samples: list[Mapping[str, Any]] = self.document["samples"]
        return samples

    def tracked(self, values: Values) -> Values:
        """Return ``values`` with new leaves that record gradients, where there are any."""
        return {
            name: value.detach().requires_grad_() if self.is_tracked(name, value) else value
            for name, value in values.items()
        }

    def is_tracked(self, name: str, value: Any) -> bool:
        """Return whether an argument is a tensor with a gradient."""
        return (
            name in self.differentiable
            and isinstance(value, torch.Tensor)
            and value.is_floating_point()
        )


def _tensor_argument(given: Any, dtype: str, seed: str) -> Any:
    if isinstance(given, list):
        return [_tensor(part, dtype, f"{seed} {index}") for index, part in enumerate(given)]
    return None if given is None else _tensor(given, dtype, seed)


def _tensor(given: Mapping[str, Any], dtype: str, seed: str) -> torch.Tensor:
    """Return a tensor of values whose size is between 0.1 and 2, away from most kinks."""
    shape, layout = list(given["shape"]), given["layout"]
    stored = shape
    if layout == "transposed" and len(shape) > 1:
        stored = [*shape[:-2], shape[-1], shape[-2]]
    elif layout == "strided" and shape:
        stored = [*shape[:-1], 2 * shape[-1]]
    tensor = torch.from_numpy(np.asarray(_numbers(stored, seed))).to(DTYPES[dtype])
    if stored is shape:
        return tensor
    return tensor.transpose(-1, -2) if layout == "transposed" else tensor[..., ::2]


def _numbers(shape: Sequence[int], seed: str) -> Any:
    random = np.random.default_rng(zlib.crc32(seed.encode()))
    return random.uniform(0.1, 2, shape) * random.choice([-1.0, 1.0], shape)


def _tensors(values: Iterable[Any]) -> list[torch.Tensor]:
    flat = itertools.chain.from_iterable(v if isinstance(v, (list, tuple)) else [v] for v in values)
    return [value for value in flat if isinstance(value, torch.Tensor)]


def _outputs(output: Any) -> tuple[torch.Tensor, ...]:
    return output if isinstance(output, tuple) else (output,)


def _over_tracked(
    subject: Subject, call: Call, values: Values
) -> tuple[Callable[..., Any], Values]:
    """Return ``call`` as a function of the tensors with a gradient, and these by name."""
    tracked = {n: v for n, v in values.items() if subject.is_tracked(n, v)}

    def function(*tensors: torch.Tensor) -> Any:
        return call(values | dict(zip(tracked, tensors, strict=True)))

    return function, tracked


def _assert_equal(actual: Any, expected: Any, tolerance: float = 1e-6) -> None:
    actual, expected = _outputs(actual), _outputs(expected)
    assert len(actual) == len(expected), f"{len(actual)} results, expected {len(expected)}"
    for got, wanted in zip(actual, expected, strict=True):
        torch.testing.assert_close(got, wanted, rtol=tolerance, atol=tolerance)


def _gradients(call: Call, subject: Subject, values: Values) -> list[torch.Tensor | None]:
    """Return the gradients of a fixed linear form of the results."""
    tracked = subject.tracked(values)
    torch.autograd.backward([_form(call(tracked))])
    return [value.grad for name, value in tracked.items() if subject.is_tracked(name, value)]


def _form(output: Any) -> torch.Tensor:
    """Return a fixed linear form of the floating results."""
    terms = [
        (part * torch.linspace(0.5, 1.5, part.numel(), dtype=part.dtype).reshape(part.shape)).sum()
        for part in _outputs(output)
        if part.is_floating_point()
    ]
    return torch.stack([term.double() for term in terms]).sum()


# The checks. Each function yields checks by name; a check raises where something is wrong.


def check_values(subject: Subject) -> Iterator[Check]:
    """Compare results with the reference for every sample and element type."""
    if subject.reference is None:
        yield "values", _no_reference
        return
    for types in subject.type_choices():
        for sample in subject.samples():
            named = "/".join(types.values())
            yield f"values {named} {sample['name']}", partial(_values, subject, sample, types)


def _no_reference() -> None:
    raise SkipError("the spec has no reference")


def _values(subject: Subject, sample: Mapping[str, Any], types: Mapping[str, str]) -> None:
    assert subject.reference is not None
    values = subject.values(sample, types)
    kinds = {a["name"]: a["kind"] for a in subject.document["attributes"]}
    given = {n: _for_reference(v, kinds.get(n, "")) for n, v in values.items()}
    expected = subject.reference(**given)
    expected = expected if isinstance(expected, tuple) else (expected,)
    dtypes = [types[result["type"]] for result in subject.document["results"]]
    tolerance = max(TOLERANCES.get(dtype, 0) for dtype in (*dtypes, *types.values()))
    for _, call in subject.routes:
        actual = _outputs(call(values))
        assert len(actual) == len(expected), f"{len(actual)} results, expected {len(expected)}"
        for got, wanted, dtype in zip(actual, expected, dtypes, strict=True):
            wanted_tensor = torch.from_numpy(np.array(wanted)).to(DTYPES[dtype])
            _assert_equal(got, wanted_tensor, tolerance)
            assert got.is_contiguous(), "a result isn't contiguous"


def _for_reference(value: Any, kind: str) -> Any:
    """Return an argument as the reference takes it: more precise than the operator computes."""
    if isinstance(value, torch.Tensor):
        return (value.double() if value.is_floating_point() else value).numpy()
    if isinstance(value, list) and any(isinstance(item, torch.Tensor) for item in value):
        return [_for_reference(item, kind) for item in value]
    return float(np.float32(value)) if kind == "f32" else value


def check_gradients(subject: Subject) -> Iterator[Check]:
    """Compare gradients with finite differences, or see that there are none."""
    if not subject.differentiable:
        yield "no gradient", partial(_no_gradient, subject)
        return
    for sample in subject.samples():
        yield f"gradients {sample['name']}", partial(_have_gradients, subject, sample)
    # An empty tensor has no finite differences, and a large one too many.
    small = [sample for sample in subject.samples() if 0 < _elements(subject, sample) <= SMALL]
    for sample in small:
        yield f"gradcheck {sample['name']}", partial(_gradcheck, subject, sample)
    for sample in small:
        yield f"gradgradcheck {sample['name']}", partial(_gradgradcheck, subject, sample)
    yield "forward mode", partial(_forward_mode, subject)


def _no_gradient(subject: Subject) -> None:
    values = subject.values(subject.samples()[0], subject.choice("f64", "f32"))
    for name, value in values.items():
        if isinstance(value, torch.Tensor) and value.is_floating_point():
            values[name] = value.requires_grad_()
    for _, call in subject.routes:
        outputs = [output for output in _outputs(call(values)) if output.requires_grad]
        if not outputs:
            raise SkipError("no result has a gradient")
        message = _error_of(partial(torch.autograd.backward, [outputs[0].sum()]))
        assert NO_GRADIENT in message, f"backward says {message!r}, not that there is no gradient"


def _have_gradients(subject: Subject, sample: Mapping[str, Any]) -> None:
    values = subject.values(sample, subject.choice("f64", "f32"))
    tracked = [name for name, value in values.items() if subject.is_tracked(name, value)]
    expected = _gradients(subject.call, subject, values)
    for route, call in subject.routes:
        actual = _gradients(call, subject, values)
        for name, got, wanted in zip(tracked, actual, expected, strict=True):
            assert got is not None, f"{name}.grad is None after the {route}"
            _assert_equal(got, wanted)


def _elements(subject: Subject, sample: Mapping[str, Any]) -> int:
    """Return how many elements the operands have; 0 where one of them is empty."""
    tensors = _tensors(subject.values(sample, subject.choice("f64")).values())
    sizes = [tensor.numel() for tensor in tensors]
    return 0 if 0 in sizes else sum(sizes)


def _tracked(subject: Subject, sample: Mapping[str, Any]) -> Values:
    return subject.tracked(subject.values(sample, subject.choice("f64")))


def _gradcheck(subject: Subject, sample: Mapping[str, Any]) -> None:
    function, tracked = _over_tracked(subject, subject.call, _tracked(subject, sample))
    forward = _has_forward_mode(subject)
    torch.autograd.gradcheck(
        function,
        tuple(tracked.values()),
        # The batching that this checks with knows no lists of tensors.
        check_batched_grad=not any(o["arity"] == "variadic" for o in subject.document["operands"]),
        check_forward_ad=forward,
        check_batched_forward_grad=forward,
    )
    for call in (subject.call_bare, subject.call_function):
        function, tracked = _over_tracked(subject, call, _tracked(subject, sample))
        torch.autograd.gradcheck(function, tuple(tracked.values()))


def _gradgradcheck(subject: Subject, sample: Mapping[str, Any]) -> None:
    for _, call in subject.routes:
        function, tracked = _over_tracked(subject, call, _tracked(subject, sample))
        forward = _has_forward_mode(subject) and call != subject.call_bare
        try:
            torch.autograd.gradgradcheck(
                function, tuple(tracked.values()), check_fwd_over_rev=forward
            )
        except RuntimeError as error:
            if NO_GRADIENT in str(error):
                raise SkipError(f"first order only: {error}") from error
            raise


def _has_forward_mode(subject: Subject) -> bool:
    return subject.function.jvp is not torch.autograd.Function.jvp


def _forward_mode(subject: Subject) -> None:
    """See that forward mode is right, which gradcheck saw to, or an error, and never zeros."""
    if _has_forward_mode(subject):
        return
    values = subject.values(subject.samples()[0], subject.choice("f64", "f32"))
    function, tracked = _over_tracked(subject, subject.call, values)
    tangents = tuple(torch.ones_like(value) for value in tracked.values())
    message = _error_of(lambda: torch.func.jvp(function, tuple(tracked.values()), tangents))
    assert "jvp" in message, f"forward mode says {message!r}, not that there is no jvp"


def _error_of(action: Callable[[], object]) -> str:
    try:
        action()
    except (RuntimeError, NotImplementedError) as error:
        return str(error)
    raise AssertionError("no error is raised")


def check_registration(subject: Subject) -> Iterator[Check]:
    """Run PyTorch's checker of custom operators on every sample."""
    for sample in subject.samples():
        yield f"opcheck {sample['name']}", partial(_opcheck, subject, sample)


def _opcheck(subject: Subject, sample: Mapping[str, Any]) -> None:
    types = subject.choice("f64", "f32", *DTYPES)
    values = subject.tracked(subject.values(sample, types))
    torch.library.opcheck(subject.function.op, tuple(values.values()))


def check_compiled(subject: Subject) -> Iterator[Check]:
    """Compare compiled and exported code with eager code."""
    seen: set[str] = set()
    for sample in subject.samples():
        kind = "transposed" if sample["name"] == "transposed" else "plain"
        if kind in seen:
            continue
        seen.add(kind)
        name = sample["name"]
        for dynamic in (False, True):
            shapes = " dynamic" if dynamic else ""
            action = partial(_compiled, subject, sample, backend="aot_eager", dynamic=dynamic)
            yield f"compile aot_eager{shapes} {name}", action
        if not subject.quick:
            yield (
                f"compile inductor {name}",
                partial(_compiled, subject, sample, backend="inductor"),
            )
    yield "export", partial(_exported, subject)


def _compiled(
    subject: Subject, sample: Mapping[str, Any], *, backend: str, dynamic: bool = False
) -> None:
    torch.compiler.reset()
    values = subject.values(sample, subject.choice("f64", "f32", *DTYPES))
    compiled: Call = torch.compile(subject.call, fullgraph=True, backend=backend, dynamic=dynamic)
    _assert_equal(compiled(values), subject.call(values))
    if subject.differentiable:
        _assert_gradients(compiled, subject, values)


def _assert_gradients(call: Call, subject: Subject, values: Values) -> None:
    actual, expected = (_gradients(c, subject, values) for c in (call, subject.call))
    for got, wanted in zip(actual, expected, strict=True):
        assert got is not None, "a gradient is missing"
        assert wanted is not None, "a gradient is missing in eager code"
        _assert_equal(got, wanted)


def _exported(subject: Subject) -> None:
    values = subject.values(subject.samples()[0], subject.choice("f64", "f32", *DTYPES))

    def forward(_: Any, operands: Values) -> Any:
        return subject.call(values | operands)

    module = type("Module", (torch.nn.Module,), {"forward": forward})()
    operands = {n: v for n, v in values.items() if isinstance(v, torch.Tensor)}
    shapes = {n: {0: torch.export.Dim.AUTO} if v.dim() else {} for n, v in operands.items()}
    program = torch.export.export(module, (operands,), dynamic_shapes=(shapes,))
    nodes = [node.target for node in program.graph.nodes if node.op == "call_function"]
    # Beside operators the graph holds arithmetic of sizes, which is Python's, and their checks.
    nodes = [target for target in nodes if isinstance(target, type(subject.function.op))]
    nodes = [target for target in nodes if target.name().partition(".")[0] not in SIZE_OPS]
    assert nodes == [subject.function.op], f"the graph holds {nodes}"
    _assert_equal(program.module()(operands), subject.call(values))


def check_transforms(subject: Subject) -> Iterator[Check]:
    """Compare the transforms of ``torch.func`` with what they stand for."""
    for route, call in subject.routes:
        yield f"vmap {route}", partial(_vmap, subject, call)
    if subject.differentiable:
        yield "func.grad", partial(_func_grad, subject)
        yield "vmap of grad", partial(_vmap_grad, subject)


def _vmap(subject: Subject, call: Call) -> None:
    for sample in subject.samples():
        values = subject.values(sample, subject.choice("f64", "f32", *DTYPES))
        tensors = {n: v for n, v in values.items() if isinstance(v, torch.Tensor)}
        _assert_batched(call, values, dict.fromkeys(tensors, 0))
        _assert_batched(call, values, dict.fromkeys(tensors, -1))
        for name in tensors:
            _assert_batched(call, values, {name: 0})


def _assert_batched(call: Call, values: Values, dims: Mapping[str, int]) -> None:
    batches = {
        n: torch.stack([values[n], values[n] * 2, -values[n]], dim) for n, dim in dims.items()
    }
    names = list(batches)

    def over(*tensors: torch.Tensor) -> Any:
        return call(values | dict(zip(names, tensors, strict=True)))

    batched = torch.func.vmap(over, tuple(dims.values()))(*batches.values())
    singles = [
        _outputs(over(*(batches[n].select(dim, i) for n, dim in dims.items()))) for i in range(3)
    ]
    _assert_equal(batched, tuple(torch.stack(parts) for parts in zip(*singles, strict=True)))


def _func_grad(subject: Subject) -> None:
    for sample in subject.samples():
        values = subject.values(sample, subject.choice("f64", "f32"))
        gradient, tracked = _functional_gradient(subject, values)
        expected = _gradients(subject.call, subject, values)
        for got, wanted in zip(gradient(*tracked.values()), expected, strict=True):
            assert wanted is not None, "a gradient is missing in eager code"
            _assert_equal(got, wanted)


def _functional_gradient(
    subject: Subject, values: Values
) -> tuple[Callable[..., tuple[torch.Tensor, ...]], Values]:
    function, tracked = _over_tracked(subject, subject.call, values)
    if not tracked:
        raise SkipError("the sample has no tensor with a gradient")

    def form(*tensors: torch.Tensor) -> torch.Tensor:
        return _form(function(*tensors))

    return torch.func.grad(form, tuple(range(len(tracked)))), tracked


def _vmap_grad(subject: Subject) -> None:
    values = subject.values(subject.samples()[0], subject.choice("f64", "f32"))
    gradient, tracked = _functional_gradient(subject, values)
    batches = [torch.stack([value, 2 * value]) for value in tracked.values()]
    batched = torch.func.vmap(gradient)(*batches)
    for index in range(2):
        single = gradient(*(batch[index] for batch in batches))
        _assert_equal(tuple(part[index] for part in batched), single)


def check_autocast(subject: Subject) -> Iterator[Check]:
    """See that autocast picks an element type that the operator takes, and trains."""
    yield "autocast", partial(_autocast, subject, subject.call)
    yield "autocast bare op", partial(_autocast, subject, subject.call_bare)
    if subject.differentiable:
        yield "autocast func.grad", partial(_autocast_grad, subject)
    compiled: Call = torch.compile(subject.call, fullgraph=True, backend="aot_eager")
    yield "autocast compiled", partial(_autocast, subject, compiled)


def _autocast(subject: Subject, call: Call) -> None:
    torch.compiler.reset()
    wanted = subject.function.autocast
    if wanted is None:
        raise SkipError("autocast doesn't concern the operator")
    values = subject.values(subject.samples()[0], subject.choice("f32", "bf16"))
    lowered = {n: _lowered(v) for n, v in values.items()}
    for given in (values, lowered):
        tracked = subject.tracked(given)
        with torch.autocast("cpu", torch.bfloat16):
            output = call(tracked)
        for part in _outputs(output):
            assert part.dtype == wanted or not part.is_floating_point(), f"a result is {part.dtype}"
        if subject.differentiable:
            torch.autograd.backward([_form(output)])
            missing = [n for n, v in tracked.items() if subject.is_tracked(n, v) and v.grad is None]
            assert not missing, f"{', '.join(missing)} got no gradient"


def _autocast_grad(subject: Subject) -> None:
    if subject.function.autocast is None:
        raise SkipError("autocast doesn't concern the operator")
    values = subject.values(subject.samples()[0], subject.choice("f32", "bf16"))
    gradient, tracked = _functional_gradient(subject, values)
    with torch.autocast("cpu", torch.bfloat16):
        actual = gradient(*tracked.values())
    expected = gradient(*tracked.values())
    for got, wanted, given in zip(actual, expected, tracked.values(), strict=True):
        assert got.dtype == given.dtype, f"a gradient is {got.dtype}"
        _assert_equal(got, wanted, TOLERANCES["bf16"])


def _lowered(value: Any) -> Any:
    is_single = isinstance(value, torch.Tensor) and value.dtype == torch.float32
    return value.bfloat16() if is_single else value


def check_errors(subject: Subject) -> Iterator[Check]:
    """See that wrong element types are refused by name, by kernels and by fake functions alike."""
    yield "wrong dtype", partial(_wrong_dtype, subject)
    yield "mixed dtypes", partial(_mixed_dtypes, subject)


def _wrong_dtype(subject: Subject) -> None:
    values = subject.values(subject.samples()[0], subject.type_choices()[0])
    name = next(n for n, v in values.items() if isinstance(v, torch.Tensor))
    _assert_refused(subject, values | {name: values[name].to(torch.complex64)})


def _mixed_dtypes(subject: Subject) -> None:
    choices, variables = subject.type_choices(), subject.document["operands"]
    values = subject.values(subject.samples()[0], choices[0])
    others = subject.values(subject.samples()[0], choices[-1])
    for operand in variables[1:]:
        name, shared = operand["name"], operand["type"] == variables[0]["type"]
        if shared and isinstance(values[name], torch.Tensor) and len(choices) > 1:
            _assert_refused(subject, values | {name: others[name]})
            return
    raise SkipError("no two operands share an element type")


def _assert_refused(subject: Subject, values: Values) -> None:
    name = subject.document["op"]
    real = _error_of(lambda: subject.call(values))
    assert name in real, f"the message doesn't name the operator: {real}"
    meta = {n: v.to("meta") if isinstance(v, torch.Tensor) else v for n, v in values.items()}
    fake = _error_of(lambda: subject.call(meta))
    assert name in fake, f"the message of the fake function doesn't name the operator: {fake}"


CHECKS: Final = (
    check_values,
    check_gradients,
    check_registration,
    check_compiled,
    check_transforms,
    check_autocast,
    check_errors,
)


# Running them


def load_subject(generated: Path, library: str, op: str, *, quick: bool) -> Subject:
    """Import the generated package, which builds it first, and read the samples."""
    sys.path.insert(0, str(generated / "pytorch"))
    package = importlib.import_module(f"{library}_torch")
    module = sys.modules[f"{library}_torch.{op}"]
    samples = generated / "samples" / library / f"{op}.json"
    return Subject(
        document=json.loads(samples.read_text(encoding="utf-8")),
        reference=_load_reference(samples.with_suffix(".py")),
        public=getattr(package, op),
        function=_autograd_function(module),
        quick=quick,
    )


def _load_reference(path: Path) -> Callable[..., Any] | None:
    if not path.exists():
        return None
    spec = importlib.util.spec_from_file_location("reference", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    reference: Callable[..., Any] = module.reference
    return reference


def _autograd_function(module: ModuleType) -> Any:
    for value in vars(module).values():
        is_function = isinstance(value, type) and issubclass(value, torch.autograd.Function)
        if is_function and value.__module__ == module.__name__:
            return value
    raise LookupError(f"{module.__name__} has no autograd function")


def run(name: str, action: Callable[[], None]) -> dict[str, str]:
    """Run a check and return what came of it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            action()
    except SkipError as reason:
        return {"check": name, "outcome": "skipped", "detail": str(reason)}
    except Exception as error:  # noqa: BLE001 - whatever goes wrong is the result of the check
        return {"check": name, "outcome": "failed", "detail": _describe(error)}
    return {"check": name, "outcome": "passed", "detail": ""}


def _describe(error: Exception) -> str:
    text = str(error).strip() or traceback.format_exc(limit=-1).strip()
    return f"{type(error).__name__}: {text}"[:600]


def _first_call(subject: Subject) -> None:
    subject.call(subject.values(subject.samples()[0], subject.type_choices()[0]))


def all_checks(subject: Subject) -> Iterator[dict[str, str]]:
    """Run the checks; where no call succeeds, as of an unwritten kernel, one row says so."""
    if not subject.samples():
        yield {"check": "samples", "outcome": "skipped", "detail": "the spec has no samples"}
        return
    first = run("call", partial(_first_call, subject))
    yield first
    if first["outcome"] == "failed":
        return
    for group in CHECKS:
        for name, action in group(subject):
            yield run(name, action)


def main(arguments: Sequence[str]) -> int:
    """Check one operator; return 1 if any check failed."""
    parser = argparse.ArgumentParser(description="Check a generated operator inside PyTorch.")
    parser.add_argument("generated", type=Path)
    parser.add_argument("library")
    parser.add_argument("op")
    parser.add_argument("--quick", action="store_true", help="leave out what takes long")
    given = parser.parse_args(arguments)
    failed = False
    for row in _rows(given):
        sys.stdout.write(json.dumps(row) + "\n")
        sys.stdout.flush()
        failed |= row["outcome"] == "failed"
    return int(failed)


def _rows(given: argparse.Namespace) -> Iterator[dict[str, str]]:
    try:
        subject = load_subject(
            given.generated.resolve(), given.library, given.op, quick=given.quick
        )
    except Exception as error:  # noqa: BLE001 - a package that can't be imported is a result too
        yield {"check": "import", "outcome": "failed", "detail": _describe(error)}
        return
    yield from all_checks(subject)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
