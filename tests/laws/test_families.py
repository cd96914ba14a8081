"""Families of boards: tables of shortest games, recurrences and growth, against brute force and play.

The games here have no mirror image, or labels that do not determine where a board ends. The random questions
(`questions.py`) ask about strips of other games.
"""

from fractions import Fraction
from itertools import product

import pytest

from enumerate import Board, Player, Position, alpha, count, positions
from enumerate.checking.brute import brute_force
from enumerate.model.game import Forbidden, Game, Piece, names
from enumerate.optimize.alpha import Shortest, alpha_sequence, alpha_table
from enumerate.papers.shortest import extract
from enumerate.strips.growth import growth
from enumerate.strips.recurrence import polynomial_recurrence, recurrence

TWO_PLAYERS = [name for name in names() if not Game.named(name).is_impartial]
# Left's piece is not its own mirror image, and turning a board does not exchange the players
LOPSIDED = Game(
    "lopsided", [Piece("L", "left", [(0, 0), (1, 0), (1, 1)]), Piece("R", "right", [(0, 0), (0, 1)])]
)
# labels do not tell whether a piece sticks out: a rule closes the cell, too, or nothing else could cover it
GAP = Game(
    "gap dominoes",
    [Piece("V", "left", [(0, 0), (1, 0)]), Piece("H", "right", [(0, 0), (0, 1)])],
    [Forbidden(("V", "H"), distances=[1])],
)
FAR_GAP = Game(
    "far gap",
    [Piece("V", "left", [(0, 0), (1, 0)]), Piece("C", "right", [(0, 0)])],
    [Forbidden(("V", "V"), distances=[2]), Forbidden(("V", "C"), [(1, 1)])],
)
SKEWED = Game("skewed", [Piece("B", "left", [(0, 0), (1, 1)]), Piece("A", "right", [(0, 0), (0, 2)])])
SLANTED = Game(
    "slanted",
    [Piece("L", "left", [(0, 0)]), Piece("R", "right", [(0, 0)])],
    [Forbidden(("L", "R"), [(1, 0), (0, 1)])],
)


def by_brute_force(board, game):
    moves, ends = extract(*(brute_force(board, end, game=game) for end in ("left-end", "right-end")))
    return Shortest(moves, tuple(map(Player.of, ends)))


def shortest_by_playing(board, game):
    """Play all games of 0, 1, 2, ... moves, whoever begins, until somebody on turn cannot move."""
    games = {(Position.of(board, (), game), player) for player in (Player.LEFT, Player.RIGHT)}
    moves = 0
    while not (stuck := {player for position, player in games if not position.moves(player)}):
        games = {(p.place(move), Player(1 - player)) for p, player in games for move in p.moves(player)}
        moves += 1
    return Shortest(moves, tuple(sorted(stuck)))


@pytest.mark.parametrize("name", ["col", "snort", "triomineering", "partizan-kayles"])
def test_alpha_is_the_shortest_game_that_can_be_played(name):
    for board in (Board.rectangle(2, 2), Board.rectangle(1, 4), Board.parse("..\n.#\n.."), Board.box(4)):
        if len(Game.named(name).players(board.dimension)) == 2:
            found = alpha(board, game=name)
            assert Shortest(found.moves, found.ends) == shortest_by_playing(board, Game.named(name))


@pytest.mark.parametrize(
    "game", [*map(Game.named, TWO_PLAYERS), LOPSIDED, SLANTED, GAP], ids=lambda game: game.name
)
def test_tables_and_strips_of_alpha(game):
    table = alpha_table(3, game=game)
    for m, n in product(range(1, 4), repeat=2):
        assert table[m - 1][n - 1] == by_brute_force(Board.rectangle(m, n), game), f"{m} x {n}"
    for n, entry in enumerate(alpha_sequence(2, 4, game=game), 1):
        assert entry == by_brute_force(Board.rectangle(2, n), game), f"2 x {n}"


def totals_by_brute_force(cols, rows, wrap, game, x=1, **asked):
    boards = [Board.rectangle(m, cols, wrap=(False, wrap)) for m in range(1, rows)]
    found = [brute_force(board, game=game, **asked) for board in boards]
    return [1, *(polynomial(x, *[1] * (game.variables(2) - 1)) for polynomial in found)]


@pytest.mark.parametrize(
    "game", [GAP, FAR_GAP, SKEWED, Game.named("lonely-dominoes")], ids=lambda game: game.name
)
def test_strips_whose_labels_do_not_tell_where_a_board_ends(game):
    """The last rows are swept apart: every term of short boards, and of those beyond the rows apart."""
    for cols, wrap in ((1, False), (2, False), (2, True), (3, False))[: 4 if game is GAP else 3]:
        kinds = [{}, {"kind": "maximal"}] + [{"stuck": ["left"]}] * (not game.is_impartial)
        for asked in kinds:
            wanted = totals_by_brute_force(cols, 8 - 2 * cols, wrap, game, **asked)
            found = recurrence(cols, wrap=wrap, game=game, **asked)
            assert found.totals(8 - 2 * cols) == wanted, f"{cols} columns, wrapped {wrap}, {asked}"
            board = Board.rectangle(11, cols, wrap=(False, wrap))
            assert found.totals(12)[11] == count(board, game=game, **asked)
            assert 2 * found.start <= found.terms


def test_weights_polynomials_and_growth_where_labels_do_not_tell():
    for game in (GAP, FAR_GAP):
        assert recurrence(2, game=game, x=-2).totals(6) == totals_by_brute_force(2, 6, False, game, x=-2)
        wanted = [positions(Board.rectangle(m, 2), game=game) for m in range(1, 10)]
        assert polynomial_recurrence(2, game=game).polynomials(10)[1:] == wanted
        for asked in ({}, {"stuck": ["left"]}, {"kind": "maximal", "wrap": True}, {"x": 3}):
            found, terms = growth(2, game=game, **asked), recurrence(2, game=game, **asked).totals(402)
            assert found.low <= found.high < found.low * Fraction(10**9 + 1, 10**9)
            assert abs(Fraction(terms[401], terms[399]) - found.low**2) < found.low**2 / 10**6


HARD_SQUARES = 1.5030480824753322  # the limit for each cell of the plane [OEIS, A085850]


def test_growth_of_hard_squares_closes_in_on_the_constant():
    """With free borders log lambda is subadditive in the width, so that lambda^(1/n) is above its limit. The
    same holds on even rings: the trace of an even power of a symmetric matrix is at least that power of any
    eigenvalue."""
    strips = {n: growth(n, game="node-kayles") for n in range(1, 7)}
    rings = {n: growth(n, game="node-kayles", wrap=True) for n in (4, 6)}
    for n, found in (*strips.items(), *rings.items()):
        assert float(found.low) ** (1 / n) > HARD_SQUARES
    assert abs(float(strips[6].low / strips[5].low) - HARD_SQUARES) < 1e-3
