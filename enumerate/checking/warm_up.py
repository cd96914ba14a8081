"""Compile every kernel once, so that no later question waits for the compiler.

The machine code is kept beside the modules, or in the folder that `NUMBA_CACHE_DIR` names. Each step asks a
small question that runs the kernels of one part of the package; compiled kernels are only loaded.
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
from ..optimize.alpha import alpha_table
from ..support.run import Options, Settings, running
from ..values.polyominoes import piece_values

STEPS: dict[str, Callable[[Settings], object]] = {
    "counts of large boards": lambda settings: count("13x13", settings=settings),
    "polynomials": lambda settings: (
        count("6x6", engine="modular", settings=settings),
        positions("5x5", "maximal", engine="modular", settings=settings),
    ),
    "shortest games": lambda settings: alpha_table(6, settings=settings),
    "the solver of Domineering": lambda settings: (
        solve("5x5", settings=settings),  # by the search of lengths
        solve("4x10", lengths=False, settings=settings),
        enlarged(new_table(), 2**20, 2**24),
    ),
    "the solver of boxes": lambda settings: outcomes((3, 2, 2), settings=settings),
    "values of pieces": lambda settings: piece_values(6, settings=settings),
    "falling dominoes": lambda settings: [
        Falling(2, 4).solve(ties, engine="compiled", settings=settings) for ties in ("all", "generous")
    ],
    "tournaments of dominoes": lambda settings: tournament(matches=100, settings=settings),
}


def warm_up(**options: Unpack[Options]) -> Iterator[str]:
    """Run the steps and yield the name of each when its kernels are compiled."""
    with running(options) as settings:
        shares = settings.cut([1.0] * len(STEPS), list(STEPS))
        for (name, step), share in zip(STEPS.items(), shares, strict=True):
            step(share)
            share.report(1, 1)
            yield name
