"""Run generated operators on two devices: a script that a test starts twice.

python dtensor_ranks.py PYTORCH_DIRECTORY STORE RANK
"""

from __future__ import annotations

import importlib
import os
import sys

import torch
import torch.distributed as dist
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard, distribute_tensor

PLACEMENTS = [Replicate(), Shard(0), Shard(1)]


def main() -> None:
    directory, store, rank = sys.argv[1:]
    sys.path.insert(0, directory)
    dist.init_process_group("gloo", store=dist.FileStore(store, 2), rank=int(rank), world_size=2)
    mesh = dist.init_device_mesh("cpu", (2,))
    ops = importlib.import_module("custom_torch")

    ops.register_shardings()
    generator = torch.Generator().manual_seed(3)

    def whole(*shape: int) -> torch.Tensor:
        return torch.rand(shape, generator=generator, dtype=torch.float64)

    x, weight, bias = whole(4, 6), whole(8, 6), whole(8)
    tried = 0
    for x_placement in PLACEMENTS:
        for weight_placement in PLACEMENTS:
            tensors = [x.clone(), weight.clone(), bias.clone()]
            expected_leaves = [tensor.requires_grad_() for tensor in tensors]
            expected = torch.nn.functional.linear(*expected_leaves)
            expected.square().sum().backward()
            placements = [x_placement, weight_placement, Replicate()]
            leaves = [
                distribute_tensor(tensor.detach(), mesh, [placement]).requires_grad_()
                for tensor, placement in zip(tensors, placements, strict=True)
            ]
            y = ops.custom_linear(*leaves)
            assert isinstance(y, DTensor)
            torch.testing.assert_close(y.full_tensor(), expected.detach())
            ops.square(y).sum().backward()
            for leaf, other in zip(leaves, expected_leaves, strict=True):
                torch.testing.assert_close(leaf.grad.full_tensor(), other.grad)
            tried += 1

    # Cut along rows, nothing moves: the result is cut alike.
    y = ops.custom_linear(
        distribute_tensor(x, mesh, [Shard(0)]),
        *(distribute_tensor(tensor, mesh, [Replicate()]) for tensor in (weight, bias)),
    )
    assert y.placements == (Shard(0),)
    # A term of a sum isn't squared by itself.
    terms = DTensor.from_local(x, mesh, [Partial()])
    torch.testing.assert_close(ops.square(terms).full_tensor(), (2 * x).square())
    dist.destroy_process_group()
    sys.stdout.write(f"ok {tried}\n")
    sys.stdout.flush()
    # Without what Python does at its end: a thread of Gloo that drops the last reference to a
    # tensor then aborts the process (`ProcessGroupGloo::runLoop`, some one run of a hundred).
    os._exit(0)


if __name__ == "__main__":
    main()
