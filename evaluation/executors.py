"""Where the shares of a tournament are played: in this process, in processes of this machine, or on a Ray cluster.

Every executor gives each share's result as soon as it is there, in any order, and plays a share again when the process
that had it dies. What a share's result is does not depend on the executor.
"""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Literal, TypeVar, get_args

T = TypeVar("T")
R = TypeVar("R")

ExecutorName = Literal["local", "ray"]

EXECUTORS: tuple[ExecutorName, ...] = get_args(ExecutorName)

DEATHS_IN_A_ROW = 3
"""Workers that may die one after the other, without any share finished in between, before the run gives up."""

_IDLE_SECONDS = 60
"""After which a worker without work ends, also one whose coordinator was killed."""

_RAY_SHARES_A_CPU = 2


class WorkerDiedError(ValueError):
    """Workers die again and again."""


def spread(
    function: Callable[[T], R], shares: Sequence[T], *, jobs: int = 1, executor: ExecutorName = "local"
) -> Generator[R, None, None]:
    """The results of ``function`` for every share, as they come.

    Args:
        function: what to do with a share; a function of a module, or a ``functools.partial`` of one.
        shares: what to do it with.
        jobs: processes; 1 works in this one. Ray takes as many as its cluster has.
        executor: ``"local"`` (joblib's loky) or ``"ray"``.

    Raises:
        WorkerDiedError: workers die again and again.
        ValueError: Ray is asked for and is not installed; or whatever ``function`` raises.
    """
    if executor == "ray":
        yield from _on_ray(function, shares)
    elif min(jobs, len(shares)) <= 1:
        yield from map(function, shares)
    else:
        yield from _in_processes(function, shares, jobs)


def _in_processes(function: Callable[[T], R], shares: Sequence[T], jobs: int) -> Generator[R, None, None]:
    import joblib  # slow to import, and only a tournament in several processes needs it
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    left = dict(enumerate(shares))
    deaths = 0
    while left:
        # When a worker dies joblib drops everybody's work in progress; what was finished has been given already.
        try:
            with joblib.parallel_config(backend="loky", inner_max_num_threads=1, idle_worker_timeout=_IDLE_SECONDS):
                parallel = joblib.Parallel(n_jobs=min(jobs, len(left)), return_as="generator_unordered", batch_size=1)
            work = (joblib.delayed(_placed)(function, *one) for one in list(left.items()))
            with _dropped_at_the_end(parallel(work)) as done:
                for place, result in done:
                    del left[place]
                    deaths = 0
                    yield result
        except TerminatedWorkerError as error:
            deaths += 1
            if deaths == DEATHS_IN_A_ROW:
                raise WorkerDiedError(_given_up(deaths)) from error


@contextmanager
def _dropped_at_the_end(results: Generator[R, None, None]) -> Iterator[Generator[R, None, None]]:
    """Whoever has enough leaves early: joblib warns that work in progress is lost, which is meant."""
    try:
        yield results
    finally:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=".*have been cancelled", category=UserWarning)
            results.close()


def _placed(function: Callable[[T], R], place: int, share: T) -> tuple[int, R]:
    return place, function(share)


def _given_up(deaths: int) -> str:
    return f"{deaths} worker processes died in a row: is there enough memory? Try fewer processes, jobs=1"


def _on_ray(function: Callable[[T], R], shares: Sequence[T]) -> Generator[R, None, None]:
    """Ray's own retries stand in for a worker that dies."""
    try:
        ray = importlib.import_module("ray")
    except ImportError as error:
        raise ValueError("executor=ray needs Ray: pip install 'bridge-arena[ray]'") from error
    started_here = not ray.is_initialized()
    if started_here:
        ray.init(configure_logging=False, log_to_driver=False, include_dashboard=False)
    try:
        remote = ray.remote(max_retries=DEATHS_IN_A_ROW)(_placed)
        shared = ray.put(function)
        waiting = list(enumerate(shares))[::-1]
        at_work: list[object] = []
        most = _RAY_SHARES_A_CPU * max(1, int(ray.cluster_resources().get("CPU", 1)))
        while waiting or at_work:
            while waiting and len(at_work) < most:
                at_work.append(remote.remote(shared, *waiting.pop()))
            done, at_work = ray.wait(at_work)
            try:
                yield from (result for _, result in ray.get(done))
            except ray.exceptions.WorkerCrashedError as error:
                raise WorkerDiedError(_given_up(DEATHS_IN_A_ROW)) from error
            except ray.exceptions.RayTaskError as error:
                raise error.cause from None
    finally:
        if started_here:
            ray.shutdown()
