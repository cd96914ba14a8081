"""Weights and moments of the positions that alternating play can reach."""

from fractions import Fraction

import pytest

import enumerate as en

BOARDS = ["3x4", "..#.\n....\n.#..", en.Board("2x4", wrap="cols"), "..#..\n..#.."]
ASKED = [
    {"play": True},
    {"play": True, "turn": "left"},
    {"kind": "any-end", "play": True},
    {"kind": "right-end", "play": True, "turn": "right"},
    {"stuck": ["left", "right"], "play": True},
]


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("board", BOARDS)
def test_play_is_what_brute_force_finds(board, asked):
    terms = dict(en.brute_force(board, **asked))
    x, y = Fraction(3, 2), Fraction(-1, 3)
    wanted = sum(number * x**a * y**b for (a, b), number in terms.items())
    assert en.evaluate(board, x=x, y=y, **asked).value == wanted
    assert en.evaluate(board, **asked).value == sum(terms.values())
    decimals = en.evaluate(board, x="0.75", **asked)
    low, high = decimals.real
    assert not decimals.exact
    assert low <= sum(number * Fraction(3, 4) ** a for (a, b), number in terms.items()) <= high
    found = en.moments(board, x=2, **asked)
    weights = {powers: number * 2 ** powers[0] for powers, number in terms.items()}
    total = sum(weights.values())
    means = [Fraction(sum(w * powers[k] for powers, w in weights.items()), total) for k in (0, 1)]
    both = Fraction(sum(w * a * b for (a, b), w in weights.items()), total)
    assert found.value == total
    assert list(found.means) == means
    assert found.covariance[0][1] == both - means[0] * means[1]


def test_without_play_nothing_changes():
    assert en.moments("3x4", "any-end", x=3) == en.moments("3x4", "any-end", x=3, play=False)
    with pytest.raises(en.InputError, match="`turn` narrows what play can reach"):
        en.evaluate("3x4", turn="left")
    with pytest.raises(en.InputError, match="needs a flat board"):
        en.moments("2x2x2", play=True)
