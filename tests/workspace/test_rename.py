"""A new name carried through a base."""

from __future__ import annotations

import pytest

from opgen.outputs import RegionKey
from opgen.workspace.rename import Renaming, carried

RENAMING = Renaming.between(RegionKey("zoo.leaky_relu/kernel"), RegionKey("zoo.lrelu/kernel"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b'not_written("leaky_relu")', b'not_written("lrelu")'),
        (b"zoo_leaky_relu_cpu(ctx)", b"zoo_lrelu_cpu(ctx)"),
        (b"ZOO_LEAKY_RELU_CPU;", b"ZOO_LRELU_CPU;"),
        (b"class LeakyReluGrad:", b"class LreluGrad:"),
        (b"kernels/leaky_relu/leaky_relu.cc", b"kernels/lrelu/lrelu.cc"),
        (b"myleaky_relu2 LeakyRelus", b"myleaky_relu2 LeakyRelus"),
    ],
)
def test_spellings(before: bytes, after: bytes) -> None:
    assert RENAMING.applied(before) == after


def test_one_letter_is_no_part_of_a_word() -> None:
    renaming = Renaming.between(RegionKey("zoo.a/kernel"), RegionKey("zoo.z/kernel"))
    assert renaming.applied(b'that("a"); // a_b, Aa') == b'that("z"); // z_b, Aa'


def test_only_what_nobody_edited_is_renamed() -> None:
    base = (b"sig leaky_relu\n", b"say leaky_relu\n", b"end\n")
    user = (b"sig leaky_relu\r\n", b"mine leaky_relu\n", b"end\n")
    assert carried(base, user, renaming=RENAMING, fixed=range(1)) == (
        (b"sig leaky_relu\n", b"say lrelu\n", b"end\n"),
        user,
    )
    assert carried(base, user[:1] + base[1:], renaming=RENAMING, fixed=()) == (
        (b"sig lrelu\n", b"say lrelu\n", b"end\n"),
        (b"sig lrelu\r\n", b"say lrelu\n", b"end\n"),
    )
