"""`pieces` in `count`, `sample` and `list_positions`: a number, or numbers by player."""

from itertools import product

import pytest

import enumerate as en

CASES = [
    ("3x4", "domineering", {}),
    ("3x4", "domineering", {"kind": "maximal"}),
    ("3x4", "domineering", {"kind": "any-end"}),
    ("3x4", "domineering", {"play": True}),
    ("3x4", "domineering", {"kind": "any-end", "play": True, "turn": "right"}),
    ("2x3", "col", {"kind": "right-end", "play": True}),
    ("3x3", "node-kayles", {"kind": "maximal"}),
    ("2x2x2", "domineering", {}),
]


def fits(pieces, counts):
    if isinstance(pieces, int):
        return sum(counts) == pieces
    return all(wanted in (None, number) for wanted, number in zip(pieces, counts, strict=True))


@pytest.mark.parametrize(("board", "game", "asked"), CASES)
def test_pieces_select_terms_of_the_polynomial(board, game, asked):
    terms = dict(en.brute_force(board, game=game, **asked))
    most = max(map(sum, terms))
    variables = len(next(iter(terms)))
    for pieces in [*range(most + 2), *product(*[[None, 0, 2]] * variables)]:
        wanted = sum(number for counts, number in terms.items() if fits(pieces, counts))
        assert en.count(board, pieces=pieces, game=game, **asked) == wanted
        listed = en.list_positions(board, pieces=pieces, game=game, **asked)
        assert listed.total == wanted
        found = list(listed.listing(0, 5))
        if wanted:
            found += en.sample(board, pieces=pieces, size=3, seed=1, game=game, **asked)
        for position in found:
            assert position.counts in terms
            assert fits(pieces, position.counts)
