"""Values against other programs on random boards: pycgt (extra `test`) and cgt-py (extra `test-oracles`)."""

import random
from fractions import Fraction

import pytest

from enumerate import Board, Value, value


def random_boards(count, rows, cols, seed):
    """Boards with walls, from nearly full to nearly empty."""
    chance = random.Random(seed)
    for _ in range(count):
        share = chance.uniform(0.5, 1)
        cells = [(r, c) for r in range(rows) for c in range(cols) if chance.random() < share]
        yield Board.of((rows, cols), cells)


@pytest.mark.parametrize("number", [20, pytest.param(60, marks=pytest.mark.slow)])
def test_pycgt_agrees_on_random_boards(number):
    pycgt = pytest.importorskip("pycgt", reason="pycgt is in the extra `test`")
    from pycgt.rulesets import domineering

    known = {}

    def ours(game):
        if game not in known:
            known[game] = Value.of([ours(option) for option in game.left], [ours(o) for o in game.right])
        return known[game]

    for board in random_boards(number, 4, 4, seed=1):
        worth = value(board)
        theirs = domineering.parse(str(board).replace("#", "x")) if board.cells else pycgt.ZERO
        assert ours(theirs) == worth.value
        assert tuple(map(Fraction, pycgt.stops(theirs))) == worth.stops
        assert (pycgt.mean(theirs), pycgt.temperature(theirs)) == (worth.mean, worth.temperature)


def test_cgt_agrees_on_random_boards():
    pytest.importorskip("anywidget", reason="cgt-py is in the extra `test-oracles`")
    cgt = pytest.importorskip("cgt_py", reason="cgt-py is in the extra `test-oracles`")
    for board in random_boards(30, 4, 5, seed=2):
        worth = value(board)
        theirs = cgt.Domineering(str(board).replace("\n", "|")).canonical_form
        assert Value.parse(_bare(theirs)) == worth.value
        assert Fraction(_bare(theirs.temperature)) == worth.temperature
        assert [Fraction(_bare(stop)) for stop in (theirs.left_stop, theirs.right_stop)] == [*worth.stops]


def _bare(shown):
    """What stands between the quotes of CanonicalForm('{1|0}')."""
    return repr(shown).split("'")[1]
