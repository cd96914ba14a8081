"""Problem 3.4 of [KS20]: on which boards is the least number of moves the length of perfect play?

The tables of docs/appendix/ks20.md and domineering.md are read here and recomputed, number by number.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from enumerate.games.domineering.solver import solve
from enumerate.model.board import Board, Player

ROOT = Path(__file__).parents[2]
FACTS = json.loads((ROOT / "tests" / "fixtures" / "domineering.json").read_text())
Size = tuple[int, int]


def section(page: str, heading: str) -> str:
    """What a page says under a heading, or after a sentence."""
    return (ROOT / "docs" / page).read_text().split(heading)[1].split("\n## ")[0].split("\n### ")[0]


def lengths_in(text: str) -> dict[Size, list[str]]:
    """The lines `| m x n | ... |` of a table."""
    lines = re.findall(r"^\| (\d+) x (\d+) \| (.*) \|$", text, re.MULTILINE)
    return {(int(m), int(n)): cells.replace("*", "").split(" | ") for m, n, cells in lines}


NORMAL = lengths_in(section("appendix/ks20.md", "## Problem 3.4"))
MISERE = lengths_in(section("appendix/domineering.md", "and the lengths:"))
OUTCOMES = {
    (int(m), int(m) + place): outcome
    for m, row in re.findall(
        r"^\| (\d) \| ([NPLR ]+) \|$", section("appendix/domineering.md", "## Misère play"), re.MULTILINE
    )
    for place, outcome in enumerate(row.split())
}
COINCIDES = {False: {(2, 2), (2, 3), (2, 4)}, True: {(2, 2)}}  # in normal and in misère play
CASES = [(size, False) for size in NORMAL] + [(size, True) for size in MISERE]


def slow_if_large(size: Size, misere: bool) -> Any:
    is_large = size[0] * size[1] > (30 if misere else 36)
    return pytest.param(size, misere, marks=pytest.mark.slow if is_large else ())


@pytest.mark.parametrize(("size", "misere"), [slow_if_large(*case) for case in CASES])
def test_only_on_few_boards_is_alpha_the_length_of_perfect_play(size: Size, misere: bool) -> None:
    """The line of the table, and the claim."""
    solution = solve(Board.rectangle(*size), misere=misere, moves=False)
    alpha = FACTS["alpha"][str(size[0])][size[1] - 1]
    starts = (solution.first[player] for player in (Player.LEFT, Player.RIGHT))
    lengths = [str(length) for start in starts for length in (start.shortest, start.longest)]
    if misere:
        assert lengths == MISERE[size]
        assert solution.outcome == OUTCOMES[size]
    else:
        assert [solution.outcome, str(alpha), *lengths] == NORMAL[size]
    numbers = list(map(int, lengths))
    assert min(numbers) >= alpha  # no game is shorter than alpha
    for sense in (numbers[::2], numbers[1::2]):
        assert (min(sense) == alpha) == (size in COINCIDES[misere])


def test_the_tables_are_whole() -> None:
    assert len(NORMAL) == 30
    assert set(NORMAL) >= {(m, n) for m in range(2, 7) for n in range(m, 9)}
    assert set(MISERE) == {(m, n) for m in range(2, 7) for n in range(m, 8)}
    assert set(OUTCOMES) == set(MISERE) | {(1, n) for n in range(1, 8)}


def test_on_a_line_the_player_across_it_loses_at_once() -> None:
    for cols in range(1, 9):
        solution = solve(Board.rectangle(1, cols), moves=False)
        assert solution.outcome == ("R" if cols > 1 else "P")
        start = solution.first[Player.LEFT]
        assert (start.winner, start.shortest, start.longest) == (Player.RIGHT, 0, 0)
        misere = solve(Board.rectangle(1, cols), misere=True, moves=False)
        assert cols > 7 or misere.outcome == OUTCOMES[1, cols]
