"""Twisted and shifted borders: answers against graphs that are written down here, side by side."""

import random
from collections import Counter

import pytest

from enumerate import (
    Board,
    Forbidden,
    Game,
    InputError,
    Piece,
    Position,
    count,
    densities,
    list_positions,
    positions,
    render,
    verify,
)
from enumerate.checking.claim import Claim

# how the borders of rows and columns are joined
SURFACES = {
    "Moebius strip": {"wrap": "twisted cols"},
    "Moebius strip, upright": {"wrap": "twisted rows"},
    "Klein bottle": {"wrap": "rows, twisted cols"},
    "Klein bottle, upright": {"wrap": "twisted rows, cols"},
    "projective plane": {"wrap": "twisted rows, twisted cols"},
    "helix": {"wrap": "cols", "shift": 1},
    "helix down": {"wrap": "rows", "shift": -1},
    "shifted torus": {"wrap": "rows, cols", "shift": 1},
}


def sides(shape, wrap, shift=0):
    """The sides of cells as triples: the player whose domino lies across the side, and the two cells."""
    rows, cols = shape
    down, across = (
        next((word for word in wrap.split(", ") if name in word), "") for name in ("rows", "cols")
    )
    for row in range(rows):
        for col in range(cols):
            if col + 1 < cols:
                yield 1, (row, col), (row, col + 1)
            elif "twisted" in across:
                yield 1, (row, col), (rows - 1 - row, 0)
            elif across:
                there = row + shift
                there = there % rows if down else there
                if 0 <= there < rows:
                    yield 1, (row, col), (there, 0)
            if row + 1 < rows:
                yield 0, (row, col), (row + 1, col)
            elif "twisted" in down:
                yield 0, (row, col), (0, cols - 1 - col)
            elif down:
                there = col if across else col + shift
                if 0 <= there < cols:
                    yield 0, (row, col), (0, there)


@pytest.mark.parametrize("name", SURFACES)
def test_the_sides_of_cells(name):
    """Where dominoes may lie; the random questions (`laws/test_questions.py`) are about what follows."""
    given = SURFACES[name]
    for shape in ((2, 3), (3, 3), (3, 4), (4, 2), (2, 5)):
        board, wanted = Board(shape, **given), list(sides(shape, **given))
        laid = [
            piece for position in list_positions(board, pieces=1).listing() for piece in position.placements
        ]
        found = Counter((piece.piece, frozenset(piece.cells)) for piece in laid)
        assert found == Counter((owner, frozenset(cells)) for owner, *cells in wanted)
        edges = Counter(frozenset(edge[:2]) for edge in board.to_networkx().edges)
        assert edges == Counter(frozenset(cells) for _, *cells in wanted)


@pytest.mark.parametrize("name", SURFACES)
def test_boards_survive_their_text_and_their_json(name):
    board = Board("4x5", **SURFACES[name])
    assert eval(repr(board), {"Board": Board}) == board == Board.from_json(board.to_json())
    position = list_positions(board, "maximal").position(0)
    assert Position(board, position.pieces) == position
    assert all(draw(position) for draw in (render.text, render.svg, render.tikz))
    assert f">{board.surface}<" in render.svg(position)
    assert str(board.surface).split(" ")[0] in ("Moebius", "Klein", "projective", "helix", "torus")


def test_other_questions_agree_with_the_polynomial():
    chance = random.Random(3)
    for given in SURFACES.values():
        shape = chance.choice(((3, 4), (4, 3), (3, 5)))
        board = Board(shape, **given).without([(chance.randrange(3), chance.randrange(3))])
        found = positions(board, "maximal")
        assert count(board, "maximal") == found.total == list_positions(board, "maximal").total
        claim = Claim(board, "maximal", frozenset({0, 1}), False, found.total, found)
        assert verify(claim, seed=1).failed == ()
        chances = densities(board, "maximal").cells
        covered = sum(sum(each) for each in chances.values())
        assert covered * found.total == sum(2 * sum(m) * c for m, c in found)


def test_a_border_that_changes_nothing_is_plain():
    assert Board(1, 5, wrap="twisted cols") == Board(1, 5, wrap="cols")
    assert Board(3, 5, wrap="rows, cols", shift=3) == Board(3, 5, wrap="rows, cols")
    assert Board(3, 1, wrap="twisted cols") == Board(3, 1)


def test_games_that_are_not_their_own_mirror_image_are_refused():
    skew = Game("skew", [Piece("S", "either", [(0, 0), (0, 1), (1, 1), (1, 2)])])
    both = Game("both", [*skew.pieces, Piece("Z", "either", [(1, 0), (1, 1), (0, 1), (0, 2)])])
    ahead = Game("ahead", [Piece("N", "left", [(0, 0)])], [Forbidden(("N", "N"), [(1, 1)])])
    strip = Board(4, 5, wrap="twisted cols")
    for game in (skew, ahead):
        with pytest.raises(InputError, match="is not its own mirror image"):
            count(strip, game=game)
    assert count(strip, game=both) > 1
    assert count(Board(4, 5, wrap="cols", shift=1), game=skew) > 1  # a shift mirrors nothing
