"""The random numbers of kernels: the published generator, the same in C++ and in references."""

from __future__ import annotations

import importlib.util
import subprocess
from pathlib import Path

import numpy as np
import pytest

from tests.requirements import needs

pytestmark = [needs("compiler"), needs("numpy")]

# The known answers that the authors of Philox publish with Random123 (philox4x32, 10 rounds):
# counter, key, result.
KNOWN = [
    ("00000000 " * 4, "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ("ffffffff " * 4, "ffffffff ffffffff", "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    (
        "243f6a88 85a308d3 13198a2e 03707344",
        "a4093822 299f31d0",
        "d16cfe09 94fdcceb 5001e420 24126ea1",
    ),
]
SEEDS = [0, 1, 2**32, 2**63 - 1, -1, -(2**63)]


@pytest.fixture(scope="module")
def program(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("random")
    source = directory / "random.cc"
    source.write_text("""
#include <cstdio>
#include <cstdlib>
#include "opgen_kernel.h"
#include "opgen_random.h"

int main(int argc, char** argv) {
  const auto word = [&](int i) {
    return static_cast<uint32_t>(std::strtoul(argv[i], nullptr, 16));
  };
  if (argc == 7) {
    const opgen::RandomBlock counter = {{word(1), word(2), word(3), word(4)}};
    const opgen::RandomBlock block = opgen::philox(counter, word(5), word(6));
    for (uint32_t drawn : block.word) std::printf("%08x ", drawn);
    return 0;
  }
  const auto seed = static_cast<uint64_t>(std::strtoll(argv[1], nullptr, 10));
  const opgen::Random random(seed, std::strtoull(argv[2], nullptr, 10));
  for (int64_t i = 0; i < 101; ++i) {
    std::printf("%.17g %.17g %.17g\\n", random.uniform(i), random.normal(i),
                static_cast<double>(random.uniform_as<float>(i)));
  }
  double highest = 0;
  for (int64_t i = 0; i < 200000; ++i) {
    const double value = static_cast<double>(random.uniform_as<opgen::BFloat16>(i));
    highest = value > highest ? value : highest;
  }
  std::printf("%.17g\\n", highest);
}
""")
    target = directory / "random"
    flags = ["-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", f"-I{tree / 'kernels'}"]
    subprocess.run(["c++", *flags, str(source), "-o", str(target)], check=True)
    return target


def _run(program: Path, *arguments: str) -> str:
    return subprocess.run(
        [str(program), *arguments], capture_output=True, text=True, check=True
    ).stdout


@pytest.mark.parametrize(("counter", "key", "expected"), KNOWN)
def test_the_generator_gives_the_published_answers(
    program: Path, counter: str, key: str, expected: str
) -> None:
    assert _run(program, *counter.split(), *key.split()).strip() == expected


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("stream", [0, 5, 2**40])
def test_references_draw_what_kernels_draw(
    program: Path, tree: Path, seed: int, stream: int
) -> None:
    *lines, highest = _run(program, str(seed), str(stream)).splitlines()
    drawn = np.array([line.split() for line in lines], dtype=np.float64)
    uniform = _reference(tree, "dropout").uniform(seed, (101,), stream)
    assert np.array_equal(drawn[:, 0], uniform)
    assert np.allclose(drawn[:, 1], _reference(tree, "noisy").normal(seed, (101,), stream))
    assert np.allclose(drawn[:, 2], uniform, atol=2**-24)
    assert float(highest) < 1


def _reference(tree: Path, op: str):
    path = tree / "samples" / "calls" / f"{op}.py"
    spec = importlib.util.spec_from_file_location(f"reference_{op}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_numbers_are_distributed_as_they_should_be(tree: Path) -> None:
    uniform = _reference(tree, "dropout").uniform(7, (100_000,))
    assert uniform.min() >= 0
    assert uniform.max() < 1
    counts, _ = np.histogram(uniform, 20, (0, 1))
    # Chi-squared with 19 degrees of freedom: above 43.8 with probability 0.001.
    assert ((counts - 5000) ** 2 / 5000).sum() < 43.8
    normal = _reference(tree, "noisy").normal(7, (100_000,))
    assert abs(normal.mean()) < 0.015
    assert abs(normal.var() - 1) < 0.03
    assert abs((normal**4).mean() - 3) < 0.15
    assert abs(np.corrcoef(normal[::2], normal[1::2])[0, 1]) < 0.02
