"""Sequences and strips: one sweep against board by board, and the proofs against the clock."""

from collections.abc import Iterator
from itertools import islice

from enumerate import Board, count
from enumerate.oeis import sequence, terms
from enumerate.strips.growth import growth
from enumerate.strips.recurrence import recurrence
from enumerate.strips.strip import Strip

from . import Row, faster, within


def rows() -> Iterator[Row]:
    """A ratio in this process, then limits in seconds."""
    yield faster(
        "matchings of 8 x n, n = 1 to 40, one sweep against board by board",
        lambda: [count(Board.rectangle(n, 8), engine="dictionary") for n in range(1, 41)],
        lambda: Strip.of(8).totals(41),
        10,
    )
    for cols, kind in ((8, "general"), (8, "right-end"), (6, "maximal")):
        yield within(
            f"recurrence of {kind}, {cols} columns, with proof",
            lambda cols=cols, kind=kind: recurrence(cols, kind),
            10,
        )
    yield within(
        "growth of maximal positions, cylinder of 8 columns", lambda: growth(8, "maximal", wrap=True), 10
    )
    yield within("A287595, terms 0 to 12", lambda: list(islice(terms(sequence("A287595")), 13)), 60)
    yield within("A332865, terms 1 to 14", lambda: list(islice(terms(sequence("A332865")), 14)), 60)
