"""Thirty assorted boards: none may be slower than in 0.1.0 by more than 5 %."""

from collections.abc import Iterator

from . import Row
from .turns import by_turns, versions

REPEAT = 10  # works of milliseconds on a noisy machine
TALL, ROUND = "(True, False)", "(True, True)"
WALLS = ".........\\n..#...#..\\n.........\\n....#....\\n.........\\n.#.....#.\\n.........\\n...#.#..."
STAIRS = "\\n".join("." * n for n in range(3, 13))
RING = "\\n".join(["." * 10] * 3 + ["...####..."] * 4 + ["." * 10] * 3)
WORKS = (
    *(f"positions(square({n}))" for n in (7, 9, 11)),
    *(f"positions(square({n}), kind='maximal')" for n in (6, 8, 9)),
    *(f"positions(square(8), kind='{kind}')" for kind in ("left-end", "right-end", "any-end")),
    *(f"count(square(14), kind='{kind}')" for kind in ("general", "right-end")),
    "count(square(12), kind='maximal')",
    *(f"count(square({n}), play=True)" for n in (8, 12)),
    *(f"count(Board.rectangle({m}, {n}))" for m, n in ((4, 400), (200, 8), (12, 60))),
    *(f"count(Board.rectangle({m}, {n}), kind='maximal')" for m, n in ((3, 300), (90, 7))),
    "positions(Board.rectangle(4, 40), kind='maximal')",
    f"count(square(10, {TALL}))",
    f"count(square(9, {TALL}), kind='maximal')",
    f"count(square(6, {ROUND}))",
    f"count(square(5, {ROUND}), kind='maximal')",
    f"positions(Board.rectangle(6, 8, {TALL}), kind='right-end')",
    f"positions(Board.parse('{WALLS}'), kind='maximal')",
    f"count(Board.parse('{STAIRS}'), kind='maximal')",
    f"positions(Board.parse('{RING}'))",
    "count(Board.box(3, 3, 5))",
    "count(Board.box(2, 3, 6), kind='maximal')",
)


def rows() -> Iterator[Row]:
    """One row: the worst of all."""
    if "old" not in versions():
        yield Row("assorted boards against 0.1.0", "not measured", "name a Python with 0.1.0: --old", False)
        return
    assert len(WORKS) == 30
    found = by_turns(list(WORKS), REPEAT)
    ratios = [new.seconds / old.seconds for new, old in zip(found["new"], found["old"], strict=True)]
    worst = max(range(len(WORKS)), key=ratios.__getitem__)
    slower = sum(ratio > 1.05 for ratio in ratios)
    old, new = (found[name][worst].seconds for name in ("old", "new"))
    measured = (
        f"{ratios[worst]:.2f} of the time at worst, {old:.3f} s and now {new:.3f} s: {WORKS[worst][:60]}"
    )
    yield Row(f"thirty assorted boards, {slower} of them slower by 5 %", measured, "at most 1.05", not slower)
