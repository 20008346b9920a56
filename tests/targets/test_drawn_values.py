"""Values of samples are reproducible and in their domain."""

from __future__ import annotations

import pytest

from tests.requirements import needs

pytestmark = needs("numpy")


def domain(low, high, *, includes=(False, False), avoided=()):
    return {"low": low, "high": high, "includes": list(includes), "avoided": list(avoided)}


def test_the_same_seed_gives_the_same_values():
    from opgen.runners.drawn_values import draw  # noqa: PLC0415 - needs NumPy

    first, again, other = (draw((4, 5), "f64", seed) for seed in ("a", "a", "b"))
    assert (first == again).all()
    assert (first != other).all()


def test_numbers_keep_away_from_bounds_and_avoided_values():
    from opgen.runners.drawn_values import draw  # noqa: PLC0415 - needs NumPy

    drawn = draw((2000,), "f32", "x", domain=domain(-1, 3, avoided=(0, 2.999)))
    assert drawn.min() > -1
    assert drawn.max() < 3
    assert abs(drawn).min() >= 0.04
    assert drawn.min() < -0.9
    assert drawn.max() > 2.9


@pytest.mark.parametrize(
    ("limits", "values"),
    [
        (domain(0, 3, includes=(True, False)), {0, 1, 2}),
        (domain(-2, 2, includes=(False, True), avoided=(1,)), {-1, 0, 2}),
        (domain(0.5, 2.5), {1, 2}),
        (None, {1, 2}),
    ],
)
def test_integers(limits, values):
    from opgen.runners.drawn_values import draw  # noqa: PLC0415 - needs NumPy

    assert set(draw((200,), "i64", "x", domain=limits).tolist()) == values


def test_empty_and_boolean():
    from opgen.runners.drawn_values import draw  # noqa: PLC0415 - needs NumPy

    assert draw((0, 3), "i32", "x", domain=domain(0, 0)).shape == (0, 3)
    assert draw((), "f64", "x").shape == ()
    assert draw((50,), "bool", "x").dtype.name == "bool"
