"""The one place that opens a store and a cluster, for as long as a computation lasts.

The command line, scripts and every Python function with lanes begin here. Light to import.
"""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any

from ..support.errors import InputError, StoppedError
from ..support.run import CountingOptions, Settings, running

LOCAL = "local"  # the cluster that is started here


@contextmanager
def counting_run(options: Mapping[str, Any]) -> Iterator[Settings]:
    """Begin a computation with lanes: its settings, with the store open and the cluster up while it lasts."""
    with running(options, CountingOptions) as settings, opened(settings) as ready:
        yield ready


@contextmanager
def opened(settings: Settings) -> Iterator[Settings]:
    """The same settings with a runner for what they name, a store or a cluster; closed at the end."""
    if settings.runner is not None or (settings.store is None and settings.cluster is None):
        yield settings
        return
    if settings.cluster not in (None, LOCAL) and settings.threads is not None:
        raise InputError(
            "`threads` is for threads here or for `cluster` local: a cluster has its own workers"
        )
    with ExitStack() as stack:
        ready = _shared(settings, stack)
        try:
            yield ready
        except StoppedError as error:
            if settings.store is None:
                raise
            raise StoppedError(f"stopped: '{settings.store}' keeps what was computed") from error


def _shared(settings: Settings, stack: ExitStack) -> Settings:
    from pathlib import Path

    from ..reconstruct.answers import Threads
    from .cluster import Cluster
    from .runner import Jobs, Workers
    from .store import Store

    say = settings.note
    store = stack.enter_context(Store(Path(settings.store), say)) if settings.store is not None else None
    if settings.cluster is None:
        workers: Workers = Threads(settings.cores, settings.limit)
    else:
        cluster = Cluster(settings.cluster, settings.cores, settings.limit, say)
        workers = stack.enter_context(cluster)
    own = 1 if settings.cluster is not None else settings.threads
    return replace(settings, threads=own, runner=Jobs(workers, store, say))
