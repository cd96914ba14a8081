"""How a command computes: `--threads --max-memory --store --cluster --progress`, passed on as `Settings`.

The bar is up and Ctrl-C asks to stop while the command runs; what the settings name is opened by the
computation itself.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from ..support.errors import InputError
from ..support.interrupt import stop_on_interrupt
from ..support.memory import parse_size
from ..support.progress import Progress
from ..support.settings import Settings
from .options import Whole
from .output import Decorator
from .progress import announcer, note, progress_bar


def _size(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    return parse_size(value) if value is not None else None


memory_option = click.option(
    "--max-memory",
    metavar="SIZE",
    callback=_size,
    help="Refuse what would need more memory than SIZE, as in 6GiB (default: what is free).",
)
_threads = click.option(
    "--threads",
    type=Whole(1),
    metavar="N",
    help="How many threads compute (default: one for each core).",
)
_workers = click.option(
    "--workers",
    "--threads",
    "threads",
    type=Whole(1),
    metavar="N",
    help="How many threads compute here, or processes of --cluster local (default: one for each core).",
)
_store = click.option(
    "--store",
    metavar="FILE",
    help="Keep every lane in FILE as it is found; the same command goes on where it stopped.",
)
_cluster = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Share the lanes out over a Dask scheduler, as in tcp://host:8786; `local` starts one here.",
)
_progress = click.option(
    "--progress", is_flag=True, help="Show progress on stderr even when it is not a terminal."
)


def settings_options(label: str, threads: bool = True, lanes: bool = False) -> Decorator:
    """Add the options, and pass what they say as one argument, `settings`; `label` stands before the bar.

    A command whose work is made of `lanes` also takes `--store` and `--cluster`.
    """
    options = {"max_memory": memory_option}
    if lanes:
        options = {"store": _store, "threads": _workers, "cluster": _cluster} | options
    elif threads:
        options = {"threads": _threads} | options

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def wrapped(progress: bool, **given: Any) -> Any:
            said = {name: given.pop(name) for name in options}
            if said.get("cluster") not in (None, "local") and said["threads"] is not None:
                raise InputError(
                    "--workers is for threads here or --cluster local: a cluster has its own workers"
                )
            with progress_bar(label, progress) as bar, stop_on_interrupt() as stop:
                settings = Settings(
                    **said, report=bar, phase=bar.phase, announce=announcer(progress), note=say, stop=stop
                )
                with Progress(phase=announcer(progress), stop=stop, limit=settings.limit).watched():
                    return command(settings=settings, **given)

        for option in reversed([*options.values(), _progress]):
            wrapped = option(wrapped)
        return wrapped

    return decorate


def say(line: str) -> None:
    """One line on stderr."""
    note(f"enumerate: {line}")
