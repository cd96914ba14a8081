"""Other games than Domineering: totals and polynomials against limits of time, and against Graphillion."""

from collections.abc import Iterator
from typing import Any

from enumerate import Board, count, positions

from . import Row, faster, within


def rows() -> Iterator[Row]:
    """All measurements of this group; the kernel is compiled first."""
    count(Board.rectangle(9, 9), game="node-kayles", engine="modular")
    for n, limit in ((24, 3), (30, 60)):
        yield total("hard squares", "node-kayles", n, "general", limit)
    for n, limit in ((20, 10), (24, 60)):
        yield total("hard squares", "node-kayles", n, "maximal", limit)
    for name in ("col", "snort"):
        board = Board.rectangle(8, 8)
        yield within(f"{name} 8 x 8, whole polynomial", lambda b=board, g=name: positions(b, game=g), 3)
        for n, limit in ((14, 5), (16, 60)):
            yield total(name, name, n, "general", limit)
    yield total("triomineering", "triomineering", 12, "general", 20)
    yield total("triomineering", "triomineering", 8, "maximal", 30)
    yield total("kings", "kings", 20, "general", 10)
    yield from against_graphillion()


def total(what: str, game: str, n: int, kind: str, limit: float) -> Row:
    """The total of a square against a limit in seconds."""
    return within(
        f"{what} {n} x {n}, {kind} total", lambda: count(Board.rectangle(n, n), kind, game=game), limit
    )


def against_graphillion() -> Iterator[Row]:
    """Independent sets of the 8 x 8 and 12 x 12 grids, if Graphillion is installed.

    The goal of 100 times is missed on 8 x 8, where Graphillion needs only 4 milliseconds and both spend most
    of their time on starting (about 3 times); on 12 x 12, where there is something to do, it is reached.
    """
    try:
        from graphillion import VertexSetSet
    except ImportError:
        return
    for n in (8, 12):
        yield sets_against_graphillion(VertexSetSet, n)


def sets_against_graphillion(sets: Any, n: int) -> Row:
    """Independent sets of the n x n grid, built and counted."""
    board = Board.rectangle(n, n)
    number = {cell: place for place, cell in enumerate(sorted(board.cells), 1)}
    edges = [(number[c], number[d]) for c in number for d in board.neighbours(c) if c < d]

    def theirs() -> Any:
        sets.set_universe(list(number.values()))
        return sets.independent_sets(edges).len()

    assert theirs() == count(board, game="node-kayles")
    return faster(
        f"independent sets of {n} x {n}: Graphillion",
        theirs,
        lambda: count(board, game="node-kayles"),
        100,
    )
