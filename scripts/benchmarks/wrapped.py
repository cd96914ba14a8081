"""Boards wrapped along the sweep, and measures of positions."""

from collections.abc import Iterator

from enumerate import Board, count, densities, evaluate, positions, sample

from . import Row, within

TORUS = (True, True)


def rows() -> Iterator[Row]:
    """The goals for tori, densities, samples and values at weights, each after one warm-up."""
    count(_torus(7), "maximal")
    densities(Board.rectangle(10, 10))
    yield within("maximal positions of the 8 x 8 torus", lambda: count(_torus(8), "maximal"), 1)
    yield within("general positions of the 12 x 12 torus", lambda: count(_torus(12)), 2)
    yield within(
        "a first sample of the general positions of 20 x 20", lambda: sample(_square(20), seed=1), 20
    )
    yield within("exact densities of all cells of 16 x 16", lambda: densities(_square(16)), 20)
    evaluate(_square(20), x=0.7, y=0.7)
    yield within("D(20, 20) at decimals, warm", lambda: evaluate(_square(20), x=0.7, y=0.7), 2)
    positions(_square(10), by="size")
    yield within("D(16, 16) by size", lambda: positions(_square(16), by="size"), 20)


def _square(side: int) -> Board:
    return Board.rectangle(side, side)


def _torus(side: int) -> Board:
    return Board.rectangle(side, side, wrap=TORUS)
