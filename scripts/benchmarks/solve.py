"""Two-player Domineering."""

import time
from collections.abc import Iterator
from functools import partial
from threading import Event, Timer

from enumerate.games.domineering.solver import solve
from enumerate.model.board import Board
from enumerate.support.errors import StoppedError

from . import Row, within


def outcome(rows: int, cols: int) -> str:
    """The outcome class alone."""
    return solve(Board.rectangle(rows, cols), moves=False, lengths=False).outcome


def in_time(rows: int, cols: int, limit: float) -> Row:
    """The outcome of a board, stopped if it takes far too long."""
    stop, began = Event(), time.perf_counter()
    timer = Timer(limit, stop.set)
    timer.start()
    what, wanted = f"outcome of {rows} x {cols}", f"under {limit:g} s"
    try:
        solve(Board.rectangle(rows, cols), moves=False, lengths=False, stop=stop)
    except StoppedError:
        return Row(what, f"not known after {limit:g} s", wanted, False)
    finally:
        timer.cancel()
    return Row(what, f"{time.perf_counter() - began:.2f} s", wanted, True)


def rows() -> Iterator[Row]:
    """Outcomes of rectangles in normal play, lengths and misère play, after compilation."""
    for misere in (False, True):
        solve(Board.rectangle(3, 3), misere=misere)
    yield within(
        "outcomes of all m x n with m, n <= 6",
        lambda: [outcome(m, n) for m in range(1, 7) for n in range(1, 7)],
        5,
    )
    for size, limit in (((7, 7), 1), ((7, 8), 1), ((8, 8), 3), ((7, 9), 30), ((8, 9), 30)):
        yield within("outcome of {} x {}".format(*size), partial(outcome, *size), limit)
    yield in_time(9, 9, 300)
    yield within("6 x 7 with winning moves and lengths", lambda: solve(Board.rectangle(6, 7)), 120)
    yield within(
        "6 x 6 in misère play with winning moves and lengths",
        lambda: solve(Board.rectangle(6, 6), misere=True),
        60,
    )
    yield within(
        "outcome of 6 x 7 in misère play",
        lambda: solve(Board.rectangle(6, 7), misere=True, moves=False, lengths=False),
        180,
    )
    yield within(
        "6 x 7 in misère play with lengths",
        lambda: solve(Board.rectangle(6, 7), misere=True, moves=False),
        600,
    )
