"""Calls that one program with symbolic sizes serves: some chosen on purpose, others drawn.

Rules for sizes, in every call that a program is tried with:

* No size of an operand or a result is less than :data:`LEAST`: PyTorch makes constants of sizes
  that are 0 or 1, and programs record of all others that they are neither.
* A formula that chooses by sizes isn't drawn where it does so: the program is one for the branch
  that its first call took.

PyTorch's own operators are held to the same rules, which :mod:`test_pytorch_dynamic` shows.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple

from tests.targets.shape_cases import Case, Shape, Shapes, cases

LEAST: Final = 2
DRAWN: Final = 300
"""Calls of each operator that are drawn."""
TRIED: Final = 5
"""Sizes with which each is tried."""
STEPS: Final = (1, 5)
"""By how much sizes grow: they get odd or even, and images larger than windows were."""


class Chosen(NamedTuple):
    """Attributes of a call and the shapes of its operands: first those that are traced."""

    attributes: dict[str, Any]
    calls: list[tuple[Shapes, ...]]


# The sizes traced are equal where they may differ later, and the other way round; windows fit
# exactly, or leave something over; lists have tensors of different lengths.
CHOSEN: Final[dict[str, Chosen]] = {
    "add_same": Chosen({}, [((2, 2), (2, 2)), ((3, 2), (3, 2)), ((7, 9), (7, 9))]),
    "arg_max": Chosen({"axis": -1}, [((3, 3, 3),), ((2, 4, 3),), ((3, 3, 9),)]),
    "avg_pool2d": Chosen(
        {"window": (2, 3), "stride": (2, 3), "padding": (1, 0), "ceil_mode": False},
        [((2, 2, 4, 6),), ((2, 2, 5, 7),), ((3, 5, 2, 8),), ((2, 4, 64, 9),)],
    ),
    "conv2d": Chosen(
        {"stride": (2, 1), "padding": (1, 0), "dilation": (1, 2), "groups": 2},
        [
            ((2, 4, 6, 7), (2, 2, 3, 2), (2,)),
            ((2, 4, 5, 7), (2, 2, 2, 3), (2,)),
            ((5, 6, 7, 8), (6, 3, 7, 3), (6,)),
            ((3, 4, 64, 65), (8, 2, 4, 4), (8,)),
        ],
    ),
    "conv_transpose2d": Chosen(
        {"stride": (2, 1), "padding": (1, 0), "dilation": (1, 2), "extra": (1, 0), "groups": 2},
        [
            ((2, 4, 3, 3), (4, 3, 3, 3)),
            ((2, 4, 2, 8), (4, 2, 2, 4)),
            ((3, 6, 9, 4), (6, 3, 5, 2)),
        ],
    ),
    "embedding": Chosen({}, [((4, 4), (4, 4)), ((2, 3), (9, 5)), ((4, 4), (2, 3))]),
    "gather": Chosen(
        {"axis": 1}, [((3, 3), (3, 3)), ((3, 2), (3, 7)), ((4, 9), (2, 3)), ((8, 2), (8, 2))]
    ),
    "join": Chosen(
        {"axis": 0},
        [([(2, 3), (2, 3)],), ([(2, 3), (5, 3)],), ([(7, 4), (2, 4)],), ([(3, 3), (3, 3)],)],
    ),
    "layer_norm": Chosen(
        {"normalized": (3,)}, [((3, 3, 3), (3,)), ((2, 4, 3), (3,)), ((9, 2, 3), (3,))]
    ),
    "matmul": Chosen(
        {"transpose_a": True, "transpose_b": False},
        [
            ((2, 3, 3), (2, 3, 3)),
            ((2, 4, 3), (2, 4, 5)),
            ((7, 3, 9), (7, 3, 3)),
        ],
    ),
    "max_pool2d": Chosen(
        # A last window begins behind the image or doesn't, by the remainder of its size.
        {
            "window": (1, 2),
            "stride": (2, 3),
            "padding": (0, 1),
            "ceil_mode": True,
            "dilation": (2, 2),
        },
        [((2, 2, 6, 8),), ((2, 2, 7, 8),), ((2, 3, 6, 9),), ((4, 2, 3, 10),), ((2, 2, 64, 65),)],
    ),
    "reduce_sum": Chosen(
        {"axes": (0, -1), "keepdim": False}, [((3, 3, 3),), ((2, 3, 4),), ((3, 9, 3),)]
    ),
    "softmax": Chosen({"axis": 0}, [((2, 2),), ((5, 2),), ((3, 7),)]),
    "stack": Chosen({"axis": 1}, [([(2, 2), (2, 2)],), ([(3, 2), (3, 2)],), ([(4, 9), (4, 9)],)]),
    "topk": Chosen({"k": 3, "axis": 0}, [((4, 4),), ((3, 4),), ((9, 2),)]),
    "where": Chosen(
        {},
        [
            ((3, 3), (3, 3), (3,)),
            ((2, 4), (2, 4), (4,)),
            ((9, 3), (9, 3), (3,)),
        ],
    ),
}


def chosen() -> dict[str, list[Case]]:
    """Return the calls chosen, by operator."""
    models = {case.op: case for case in cases(0, 1)}
    return {
        op: [
            replace(
                models[op],
                shapes=dict(zip(models[op].shapes, shapes, strict=True)),
                attributes=attributes,
            )
            for shapes in calls
        ]
        for op, (attributes, calls) in CHOSEN.items()
    }


def drawn(seed: int, most: int) -> dict[str, list[list[Case]]]:
    """Return calls by operator, at most as many of each, each with the same of other sizes."""
    rng = random.Random(seed)
    by_op: dict[str, list[list[Case]]] = defaultdict(list)
    for case in cases(seed, DRAWN):
        known = by_op[case.op]
        if len(known) < most and is_general(case) and not chooses(case):
            others = [other for other in resized(case) if is_general(other)]
            if others:
                known.append([case, *rng.sample(others, min(len(others), TRIED - 1))])
    return by_op


def is_general(case: Case) -> bool:
    """Return whether a call is legal and none of its sizes is one that PyTorch fixes."""
    if not is_symbolic(case):
        return False
    results = case.expected()
    return results is not None and all(map(_is_large, results))


def is_symbolic(case: Case) -> bool:
    """Return whether operands have sizes, none of which PyTorch fixes."""
    shapes = case.shapes.values()
    return any(map(_sizes, shapes)) and all(map(_is_large, shapes))


def chooses(case: Case) -> bool:
    """Return whether a formula of the operator chooses by sizes in such calls."""
    return case.op == "avg_pool2d" and case.attributes["ceil_mode"]


def resized(case: Case) -> Iterator[Case]:
    """Yield legal calls with another size: wherever it stands, or in one place."""
    sizes = {size for shape in case.shapes.values() for size in _sizes(shape)}
    name, first = next(iter(case.shapes.items()))
    for step in STEPS:
        for size in sorted(sizes):
            shapes = {
                name: _mapped(shape, lambda s, size=size, step=step: s + step if s == size else s)
                for name, shape in case.shapes.items()
            }
            yield from _legal(case, shapes)
        if isinstance(first, tuple):
            for axis in range(len(first)):
                changed: Shape = (*first[:axis], first[axis] + step, *first[axis + 1 :])
                yield from _legal(case, {**case.shapes, name: changed})


def _legal(case: Case, shapes: dict[str, Shapes]) -> Iterator[Case]:
    other = replace(case, shapes=shapes)
    if other.expected() is not None:
        yield other


def _is_large(shape: Shapes) -> bool:
    return shape != [] and all(size >= LEAST for size in _sizes(shape))


def _sizes(shape: Shapes) -> list[int]:
    if isinstance(shape, list):
        return [size for part in shape for size in part]
    return list(shape or ())


def _mapped(shape: Shapes, change: Callable[[int], int]) -> Shapes:
    if isinstance(shape, list):
        return [tuple(map(change, part)) for part in shape]
    return None if shape is None else tuple(map(change, shape))
