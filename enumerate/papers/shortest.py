"""Alpha, the length of a shortest game, read off the end polynomials [KS20, eq. 1]."""

from ..model.polynomial import Polynomial


def extract(left_end: Polynomial, right_end: Polynomial) -> tuple[int, str]:
    """The least number of moves after which alternating play can be over, and the players out of moves then.

    At a Right end with a dominoes of Left and b of Right it is Right's turn, so Left moved last: a - b is 0
    if Right began and 1 if Left did. At a Left end a - b is -1 or 0. So alpha is the minimum of a + b over
    the monomials x^a y^b of the two polynomials with these differences. The letters are L if the minimum
    occurs at a Left end, and R if it occurs at a Right end.

    >>> from enumerate.papers.multiply import barstate_polynomial
    >>> from enumerate.model.board import Board
    >>> board = Board.rectangle(4, 6)
    >>> extract(barstate_polynomial(board, stuck=[0]), barstate_polynomial(board, stuck=[1]))
    (7, 'LR')
    """
    lengths = {
        player: [a + b for (a, b), _ in polynomial if a - b in differences]
        for player, polynomial, differences in (("L", left_end, (-1, 0)), ("R", right_end, (0, 1)))
    }
    moves = min(length for found in lengths.values() for length in found)
    return moves, "".join(player for player, found in lengths.items() if moves in found)
