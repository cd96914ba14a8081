"""Questions that took 0.2.0 far too long, and questions that must not become slower than in 0.2.0.

Both versions answer each question in turn, each time in a new process; seconds are those of the processor.
A version that exceeds the limit of a question is stopped, and its time is reported as "more than".
"""

from collections.abc import Iterator

from baseline import read

from . import Row
from .turns import PROCESSOR, Took, by_turns, versions

LIMIT = 300.0  # seconds
KNIGHT_MOVES = [[r, c] for r in (-2, -1, 1, 2) for c in (-2, -1, 1, 2) if abs(r) != abs(c)]
KNIGHT_SNORT = {
    "name": "knight-snort",
    "pieces": [
        {"name": "L", "player": "left", "cells": [[0, 0]]},
        {"name": "R", "player": "right", "cells": [[0, 0]]},
    ],
    "forbidden": [{"between": ["L", "R"], "offsets": KNIGHT_MOVES}],
}
OWN = f"__import__('enumerate').Game.from_json({KNIGHT_SNORT})"  # the probe also runs on 0.1.0, without Game
SQUARES = [q["game"] for q, _ in read("library") if q["ask"] == "game" and q["game"] != "lozenges"]
COUNTED = "for kind in ('general', 'maximal')]"
LIBRARY_WORK = (
    f"[count(Board.rectangle(4, 5), kind, game=name) for name in {SQUARES} {COUNTED},"
    f" [count(Board.rectangle(4, 5, lattice='triangular'), kind, game='lozenges') {COUNTED}"
)
SAMPLES = "__import__('enumerate').sample(square({}), {}, as_array=True)"
SMALL_WORK = (
    f"[count(Board.rectangle(m, n), kind, game=name) for name in {SQUARES}"
    " for m, n in ((3, 4), (4, 4), (4, 6), (5, 5), (5, 6)) for kind in ('general', 'maximal')]"
)
WALLS_WORK = (
    "[count(Board.parse('\\n'.join(''.join('.#'[r.random() < 0.2] for _ in range(4)) for _ in range(4))))"
    " for r in [__import__('random').Random(1)] for _ in range(1000)]"
)
VALUE_WORK = (
    "[__import__('enumerate').value(Board.rectangle(m, n)) for m in range(1, 5) for n in range(m, 6)]"
)
# The name, the work, how many times faster it must be, the number of repetitions, the limit in seconds.
WORKS = (
    ("knight-Snort 4 x 5, maximal", f"count(Board.rectangle(4, 5), 'maximal', game={OWN})", 50, 1, 100.0),
    ("knights 6 x 6, maximal", "count(square(6), 'maximal', game='knights')", 20, 3, LIMIT),
    ("knights 8 x 8, maximal", "count(square(8), 'maximal', game='knights')", 4, 1, LIMIT),
    ("L-trominoes 7 x 7, maximal", "count(square(7), 'maximal', game='l-trominoes')", 10, 2, LIMIT),
    ("L-trominoes 8 x 8, maximal", "count(square(8), 'maximal', game='l-trominoes')", 10, 1, LIMIT),
    ("kings 14 x 14, maximal", "count(square(14), 'maximal', game='kings')", 5, 3, LIMIT),
    ("all library games 4 x 5, general and maximal, in total", LIBRARY_WORK, 3, 3, LIMIT),
    ("10,000 samples of 12 x 12 as an array", SAMPLES.format(12, "size=10_000, seed=1"), 10, 1, LIMIT),
    (
        "1,000 maximal samples of 10 x 10 as an array",
        SAMPLES.format(10, "'maximal', size=1_000, seed=1"),
        5,
        2,
        LIMIT,
    ),
    ("F(12, 12), whole polynomial", "positions(square(12), kind='maximal')", 1.5, 1, LIMIT),
    ("R(14, 14), whole polynomial", "positions(square(14), kind='right-end')", 1.5, 1, LIMIT),
    (
        "hard squares 14 x 14 maximal, whole polynomial",
        "positions(square(14), kind='maximal', game='node-kayles')",
        1.5,
        2,
        LIMIT,
    ),
    (
        "Col 9 x 9 maximal, whole polynomial",
        "positions(square(9), kind='maximal', game='col')",
        1.5,
        1,
        LIMIT,
    ),
    ("counts of up to 30 cells of all library games", SMALL_WORK, 3, 1, LIMIT),
    ("1,000 counts of 4 x 4 boards with walls", WALLS_WORK, 2, 2, LIMIT),
    ("values of rectangles up to 4 x 5", VALUE_WORK, 0.9, 3, LIMIT),
    (
        "densities 16 x 16",
        "__import__('enumerate').densities(square(16))",
        0.9,
        2,
        LIMIT,
    ),
    ("kings 8 x 60", "count(Board.rectangle(8, 60), game='kings')", 0.9, 3, LIMIT),
)


def compared(what: str, old: Took, new: Took, wanted: float) -> Row:
    """The speed-up of the new version; a lower bound if the old one was stopped."""
    goal = f"at least {wanted:g} times"
    more = "more than " if old.stopped else ""
    if new.stopped:
        return Row(what, f"stopped after {new.seconds:g} s, {more}{old.seconds:.2f} s before", goal, False)
    ratio = old.seconds / new.seconds
    measured = f"{more}{ratio:.3g} times faster: {more}{old.seconds:.2f} s and now {new.seconds:.2f} s"
    return Row(what, measured, goal, ratio >= wanted)


def rows() -> Iterator[Row]:
    """One row for each question."""
    if "old" not in versions():
        yield Row("what took too long in 0.2.0", "not measured", "name a Python with 0.2.0: --old", False)
        return
    for what, work, wanted, repeat, limit in WORKS:
        found = by_turns([work], repeat, limit=limit, clock=PROCESSOR)
        yield compared(what, found["old"][0], found["new"][0], wanted)
