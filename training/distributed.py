"""Several processes of one training run, started by ``torchrun``."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import torch
import torch.distributed as dist
from torch import Tensor

_PATIENCE = timedelta(hours=12)
"""How long processes wait for each other, above all for the one that plays the matches of the evaluation curve. A
process that died is noticed at once, by its closed connections."""

_REST = 0.5
"""Seconds that a process waits before it ends."""


@contextmanager
def process_group(device: str) -> Iterator[None]:
    """Join the processes that ``torchrun`` started; without it, nothing happens and the run is alone."""
    if int(os.environ.get("WORLD_SIZE", "1")) == 1:
        yield
        return
    # Gradients are averaged where they are; counts and decisions of a few numbers lie in main memory.
    dist.init_process_group("cpu:gloo,cuda:nccl" if device == "cuda" else "gloo", timeout=_PATIENCE)
    try:
        yield
        # Who leaves closes its connections, and another may still be in the last exchange, or before it.
        wait_for_all()
    finally:
        # The group's threads outlive it. One that still asks the interpreter for something, or frees what lay in a
        # reference cycle, when the interpreter ends aborts the process after all was done: they come to rest first.
        gc.collect()
        dist.destroy_process_group()
        time.sleep(_REST)


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
    # A sum of nothing rather than a barrier, which would take a GPU that may not be this process's.
    total(0)


def total(count: int) -> int:
    """A count summed over the processes."""
    if not dist.is_initialized():
        return count
    summed = torch.tensor(count)
    dist.all_reduce(summed)
    return int(summed)


def fewest(count: int) -> int:
    """The smallest of the processes' counts."""
    if not dist.is_initialized():
        return count
    smallest = torch.tensor(count)
    dist.all_reduce(smallest, dist.ReduceOp.MIN)
    return int(smallest)


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
