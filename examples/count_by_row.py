"""A polynomial that counts by row: one variable for each row, instead of one for each player.

    python count_by_row.py

A semiring of polynomials may count any statistic of the placements. Here the coefficient of a^i b^j c^k is
the number of positions with i dominoes that begin in the first row, j in the second and k in the third.

>>> by_row = en.program("3x4").evaluate(en.semirings.generating(rows, 3))
>>> by_row[2, 0, 0], by_row[0, 0, 2]
(13, 1)
>>> sum(by_row.values()) == en.count("3x4")
True
"""

from typing import Any

import enumerate as en


def rows(placement: Any) -> list[int]:
    """The exponents of a placement: 1 for the row of its first cell, else 0."""
    return [int(row == placement.cells[0][0]) for row in range(3)]


if __name__ == "__main__":
    print(en.program("3x4", "maximal").evaluate(en.semirings.generating(rows, 3)))
