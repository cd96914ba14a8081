"""Perfect positions of Aztec diamonds by shuffling: of any number, and with the chances that lists give."""

from collections import Counter
from fractions import Fraction

import pytest

from enumerate import Board, Player, list_positions, sample
from enumerate.sampling.aztec import Diamond, aztec_order


def test_no_position_may_be_drawn():
    assert len(sample(Board.aztec_diamond(3), "perfect", size=0, seed=1)) == 0


@pytest.mark.parametrize("order", [1, 2, 3])
@pytest.mark.parametrize("weights", [("1", "1"), ("2", "3"), ("0", "1")], ids="-".join)
def test_chances_are_shares_of_the_weight_of_all_positions(order, weights):
    board = Board.aztec_diamond(order)
    assert aztec_order(board) == order
    x, y = map(Fraction, weights)
    total, with_domino = Fraction(0), Counter()
    listed = list_positions(board, "perfect")
    for position in listed.positions(range(listed.total)):
        left, right = position.counts
        total += x**left * y**right
        for domino in position.dominoes:
            with_domino[Player(domino.axis), domino.cell] += x**left * y**right
    diamond = Diamond(order, x, y)
    assert diamond.weight == total
    found = {edge: chance for edge, chance in diamond.chances().items() if chance}
    assert found == {edge: weight / total for edge, weight in with_domino.items() if weight}
