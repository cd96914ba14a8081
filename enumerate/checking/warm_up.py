"""Compile every kernel once, so that no later question waits for the compiler.

The machine code is kept beside the modules, or in the folder that `NUMBA_CACHE_DIR` names. Each step asks a
small question whose answer runs the kernels of one part of the package; what is compiled already is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Unpack

from ..counting.positions import count, positions
from ..games.bitboard.search import enlarged, new_table
from ..games.box.box_solver import outcomes
from ..games.domineering.solver import solve
from ..games.dominoes import tournament
from ..games.falling.falling_game import Falling
from ..model.board import Board
from ..optimize.alpha import alpha_table
from ..support.run import Options, Settings, running
from ..values.polyominoes import piece_values

Step = Callable[[Settings], object]


def _numbers(settings: Settings) -> None:
    count(Board.rectangle(13, 13), settings=settings)


def _residues(settings: Settings) -> None:
    count(Board.rectangle(6, 6), engine="modular", settings=settings)
    positions(Board.rectangle(5, 5), "maximal", engine="modular", settings=settings)


def _shortest_games(settings: Settings) -> None:
    alpha_table(6, settings=settings)


def _domineering(settings: Settings) -> None:
    solve(Board.rectangle(5, 5), settings=settings)  # by the search of lengths
    solve(Board.rectangle(4, 10), lengths=False, settings=settings)
    enlarged(new_table(), 2**20, 2**24)


def _boxes(settings: Settings) -> None:
    outcomes((3, 2, 2), settings=settings)


def _pieces(settings: Settings) -> None:
    piece_values(6, settings=settings)


def _falling(settings: Settings) -> None:
    for ties in ("all", "generous"):
        Falling(2, 4).solve(ties, engine="compiled", settings=settings)


def _dominoes(settings: Settings) -> None:
    tournament(matches=100, settings=settings)


STEPS: dict[str, Step] = {
    "counts of large boards": _numbers,
    "polynomials": _residues,
    "shortest games": _shortest_games,
    "the solver of Domineering": _domineering,
    "the solver of boxes": _boxes,
    "values of pieces": _pieces,
    "falling dominoes": _falling,
    "tournaments of dominoes": _dominoes,
}


def warm_up(**options: Unpack[Options]) -> Iterator[str]:
    """Run the steps and yield the name of each when its kernels are compiled."""
    with running(options) as settings:
        shares = settings.cut([1.0] * len(STEPS), list(STEPS))
        for (name, step), share in zip(STEPS.items(), shares, strict=True):
            step(share)
            share.report(1, 1)
            yield name
