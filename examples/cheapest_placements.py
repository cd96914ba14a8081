"""The ten cheapest maximal placements of dominoes, where every place for a domino has a price of its own.

    python cheapest_placements.py

>>> found = en.cheapest("6x6", "maximal", cost=price, k=10)
>>> [int(cost) for cost, position in found.best] == sorted(int(cost) for cost, position in found.best)
True
>>> found.cost == en.program("6x6", "maximal").evaluate(en.semirings.min_plus(price))
True
"""

from typing import Any

import enumerate as en


def price(placement: Any) -> int:
    """Dominoes are dear in the middle of the board, and those of Right cost one more."""
    (row, col), player = placement.cells[0], placement.player
    return 10 - abs(2 * row - 5) - abs(2 * col - 5) + (player == en.Player.RIGHT)


if __name__ == "__main__":
    found = en.cheapest("6x6", "maximal", cost=price, k=10)
    print(found.summary())
    for cost, position in found.best:
        print(f"\n{cost}\n{position}")
