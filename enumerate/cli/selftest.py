"""`enumerate selftest`: laws and golden values, to trust an installation."""

import time

import click

from ..support.errors import ComputationError
from ..support.interrupt import stop_on_interrupt
from .progress import echo


@click.command()
def selftest() -> None:
    """Check an installation: the papers' numbers, brute force, laws.

    Takes up to a minute the first time, while the fast parts are compiled, and a few seconds later.

    \b
    Example:
      enumerate selftest
    """
    from ..checking.selftest import CHECKS
    from ..checking.selftest import selftest as run

    failed = []
    began = time.monotonic()
    with stop_on_interrupt() as stop:
        for outcome in run(stop=stop):
            word = "ok    " if outcome.held else "FAILED"
            echo(f"{word}  {outcome.name}" + (f": {outcome.error}" if outcome.error else ""))
            if not outcome.held:
                failed.append(outcome.name)
    echo(f"{len(CHECKS) - len(failed)} of {len(CHECKS)} checks held")
    echo(f"{time.monotonic() - began:.0f} s", err=True)
    if failed:
        raise ComputationError(f"this installation is not to be trusted: {', '.join(failed)}")
