"""What the searches keep of a position: an entry says no more than was proved, and all of it.

Each search keeps a result for some numbers (spare moves, or a goal) and concludes others by monotony. Here
the conclusions are drawn from the list of all results that were kept.
"""

import random
from itertools import product
from typing import Any

import numpy as np
import pytest
from kernels import Called

from enumerate.games.bitboard.search import OPEN
from enumerate.games.box import box_kernel as three_players
from enumerate.games.domineering import domineering_kernel as winner
from enumerate.games.domineering import race as lengths

box: Any = Called(three_players)
normal: Any = Called(winner)
race: Any = Called(lengths)

Spares = tuple[int, int, int]


def numbers(spares: Spares) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    row = np.zeros(box.WIDTH, np.int64)
    row[box.SPARE : box.SPARE + 3] = spares
    return row


@pytest.mark.parametrize("results", [(box.LOSS,), (box.WIN,), (box.LOSS, box.WIN)], ids=str)
def test_three_players(results: tuple[int, ...]) -> None:
    """Player 0 loses with no more spare moves against no fewer, and wins with no fewer against no more."""
    chance = random.Random(1)
    everything: list[Spares] = list(product(range(4), repeat=3))
    for _ in range(40):
        value, kept = np.uint64(0), {}
        for result in results:
            kept[result] = chance.choice(everything)
            value = np.uint64(box.remember(value, numbers(kept[result]), result))
        for mine, one, two in everything:
            known = {
                box.LOSS: box.LOSS in kept
                and mine <= kept[box.LOSS][0]
                and one >= kept[box.LOSS][1]
                and two >= kept[box.LOSS][2],
                box.WIN: box.WIN in kept
                and mine >= kept[box.WIN][0]
                and one <= kept[box.WIN][1]
                and two <= kept[box.WIN][2],
            }
            found = box.recall(value, numbers((mine, one, two)))
            if known[box.LOSS] and known[box.WIN]:
                continue  # never both, of a real position
            assert found == next((result for result, holds in known.items() if holds), OPEN)


def test_normal_play() -> None:
    """The mover who loses with some spare moves loses with fewer; who wins wins with more."""
    chance = random.Random(2)
    for threshold in range(-62, 63, 5):
        value, asked = np.uint64(0), []
        for _ in range(6):
            spare = chance.randint(-62, 62)
            asked.append(spare)
            value = np.uint64(
                normal.remember(value, spare, normal.WIN if spare >= threshold else normal.LOSS)
            )
            loses = max((s for s in asked if s < threshold), default=-1000)
            wins = min((s for s in asked if s >= threshold), default=1000)
            for s in range(-63, 64):
                wanted = normal.LOSS if s <= loses else normal.WIN if s >= wins else OPEN
                assert normal.recall(value, s) == wanted


@pytest.mark.parametrize("delay", [False, True])
def test_a_race(delay: bool) -> None:
    """Of `hurry` a goal that is met is met with more moves, of `delay` with fewer."""
    chance = random.Random(3)
    for threshold in range(-3, 60, 4):

        def met(goal: int, threshold: int = threshold) -> bool:
            return goal <= threshold if delay else goal >= threshold

        value, asked = np.uint64(0), []
        for _ in range(12):
            goal = chance.randint(-3, 60)
            known = race.recall(value, goal, delay)
            assert known in (OPEN, race.DONE if met(goal) else race.FAIL)
            if known == OPEN:  # the search keeps only what it did not know
                value = np.uint64(race.remember(value, goal, race.DONE if met(goal) else race.FAIL))
                asked.append(goal)
        for goal in range(-3, 61):
            settled = any(
                met(g) == met(goal) and (goal <= g if met(goal) == delay else goal >= g) for g in asked
            )
            assert (race.recall(value, goal, delay) != OPEN) == settled
