"""Several processes of one training run, started by ``torchrun``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import torch
import torch.distributed as dist
from torch import Tensor


@contextmanager
def process_group(device: str) -> Iterator[None]:
    """Join the processes that ``torchrun`` started; without it, nothing happens and the run is alone."""
    if int(os.environ.get("WORLD_SIZE", "1")) == 1:
        yield
        return
    # Gradients are averaged where they are; counts and decisions of a few numbers lie in main memory.
    dist.init_process_group("cpu:gloo,cuda:nccl" if device == "cuda" else "gloo")
    try:
        yield
    finally:
        dist.destroy_process_group()


def is_one_of_many() -> bool:
    """Whether the run has other processes."""
    return dist.is_initialized()


def rank() -> int:
    """This process's number; 0 writes the files."""
    return dist.get_rank() if dist.is_initialized() else 0


def processes() -> int:
    """How many processes the run has."""
    return dist.get_world_size() if dist.is_initialized() else 1


def local_rank() -> int:
    """This process's number on its machine: the GPU that it takes."""
    return int(os.environ.get("LOCAL_RANK", "0"))


def wait_for_all() -> None:
    """Go on when every process has come here."""
    if dist.is_initialized():
        dist.barrier()


def total(count: int) -> int:
    """A count summed over the processes."""
    if not dist.is_initialized():
        return count
    summed = torch.tensor(count)
    dist.all_reduce(summed)
    return int(summed)


def mean(value: float) -> float:
    """The mean of a number over the processes, so that all of them decide alike."""
    if not dist.is_initialized():
        return value
    summed = torch.tensor(value)
    dist.all_reduce(summed)
    return summed.item() / processes()


def mean_of_all(values: Tensor) -> Tensor:
    """The mean of the ``values`` of all processes together, each of which may have another number of them."""
    if not dist.is_initialized():
        return values.mean()
    summed = torch.stack((values.sum(), values.new_tensor(len(values))))
    dist.all_reduce(summed)
    return summed[0] / summed[1]


def weight(count: int) -> float:
    """What to multiply a mean over ``count`` things with, so that the processes average to the mean over all things."""
    return count / mean(count)
