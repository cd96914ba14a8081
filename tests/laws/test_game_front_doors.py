"""Shortest games, extremes, recurrences and growth of any game, against play and brute force."""

import json
from fractions import Fraction
from itertools import product

import pytest
from click.testing import CliRunner
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from placement import random_games

from enumerate import (
    Board,
    InputError,
    Player,
    Position,
    TooLargeError,
    alpha,
    count,
    fewest,
    most,
    positions,
)
from enumerate.checking.brute import brute_force
from enumerate.cli import main
from enumerate.model.game import Forbidden, Game, Piece, names
from enumerate.optimize.alpha import Shortest, alpha_sequence, alpha_table, replay
from enumerate.papers.alpha import extract
from enumerate.strips.growth import growth
from enumerate.strips.polynomial_recurrence import polynomial_recurrence
from enumerate.strips.recurrence import recurrence

TWO_PLAYERS = [name for name in names() if not Game.named(name).is_impartial]
BOARDS = [Board.rectangle(2, 3), Board.parse(".#.\n...\n..."), Board.rectangle(2, 3, wrap=(False, True))]
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


def run(*arguments, stdin=None):
    return CliRunner().invoke(main, arguments, input=stdin)


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


@pytest.mark.parametrize("name", TWO_PLAYERS)
def test_alpha_is_what_the_ends_of_brute_force_say(name):
    game = Game.named(name)
    for board in BOARDS:
        found = alpha(board, game=name)
        assert Shortest(found.moves, found.ends) == by_brute_force(board, game), f"{board!r}"
        assert replay(board, found.first, found.order, game) == found.witness
        assert len(found.order) == found.moves


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


def test_alpha_needs_left_and_right():
    for ask in (lambda: alpha(BOARDS[0], game="cram"), lambda: alpha_table(2, game="kings")):
        with pytest.raises(InputError, match="is about Left and Right"):
            ask()
    refused = run("alpha", "--table", "3", "--game", "cram")
    assert (refused.exit_code, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("name", names())
def test_fewest_and_most(name):
    board = Board.parse("...\n#..\n...")
    sizes = [sum(monomial) for monomial, _ in brute_force(board, "maximal", game=name)]
    assert fewest(board, game=name).dominoes == min(sizes)
    assert most(board, game=name).dominoes == max(sizes)


def test_extremes_of_boards_in_parts_that_cannot_be_moved():
    """Triangles keep the way they stand, and the cells of a graph their numbers."""
    edges = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5)]
    triangles = [
        Board.rectangle(2, 4, lattice="triangular"),
        Board.parse("#..#.\n.....", lattice="triangular"),
    ]
    asked = [(board, game) for board in triangles for game in ("cram", "triomineering", "snort")]
    for board, game in [*asked, (Board.from_graph(edges), "snort"), (Board.from_graph(edges), "node-kayles")]:
        sizes = [sum(monomial) for monomial, _ in brute_force(board, "maximal", game=game)]
        for search, best in ((fewest, min(sizes)), (most, max(sizes))):
            found = search(board, game=game)
            assert found.dominoes == best == len(found.witness.pieces), f"{game} on {board!r}"
        if game != "cram" and game != "node-kayles":
            found = alpha(board, game=game)
            assert Shortest(found.moves, found.ends) == by_brute_force(board, Game.named(game))


def test_plots_of_other_games(tmp_path):
    board = ("--rows", "2", "--cols", "3", "--game", "snort")
    for words in (("positions", *board), ("evaluate", *board), ("alpha", "--table", "2", "--game", "col")):
        made = run(*words, "--picture", tmp_path / "picture.svg")
        assert made.exit_code == 0, made.output
        assert words[-1] in (tmp_path / "picture.svg").read_text()
        (tmp_path / "picture.svg").unlink()


def test_the_commands_of_shortest_games():
    shown = run("alpha", "--rows", "2", "--cols", "3", "--game", "snort", "--show").stdout
    assert shown.startswith(alpha(BOARDS[0], game="snort").summary())
    answer = json.loads(
        run("alpha", "--rows", "2", "--cols", "3", "--game", "col", "--format", "json").stdout
    )
    assert Game.from_json(answer["game"]).name == "col"
    assert Position.parse(answer["witness"], game="col") == alpha(BOARDS[0], game="col").witness
    table = json.loads(run("alpha", "--table", "2", "--game", "col", "--format", "json").stdout)
    assert [[entry["moves"] for entry in row] for row in table["table"]] == [
        [by_brute_force(Board.rectangle(m, n), Game.named("col")).moves for n in (1, 2)] for m in (1, 2)
    ]
    words = "9 pieces, the fewest over positions in which nobody can move\n"
    assert run("fewest", "--rows", "8", "--cols", "8", "--game", "kings").stdout == words
    answer = json.loads(
        run("fewest", "--rows", "3", "--cols", "3", "--game", "kings", "--format", "json").stdout
    )
    assert (answer["game"]["name"], answer["dominoes"], answer["stuck"]) == ("kings", 1, ["either"])
    # a game under way: what is left of Col after a move
    left = run("most", "-", "--game", "col", stdin="L..")
    assert left.stdout.startswith("2 pieces, the most")


def counted(cols, kind, wrap, game, rows=5):
    return [
        1,
        *(count(Board.rectangle(m, cols, wrap=(False, wrap)), kind, game=game) for m in range(1, rows)),
    ]


@pytest.mark.parametrize("name", names())
def test_recurrences_give_the_counts_of_the_boards(name):
    for kind, wrap in (("general", False), ("general", True), ("maximal", False)):
        found = recurrence(2, kind, wrap=wrap, game=name)
        assert found.totals(5) == counted(2, kind, wrap, name), f"{kind}, {wrap}"


def test_games_that_are_not_their_mirror_images():
    for game in (LOPSIDED, SLANTED):
        assert recurrence(3, game=game).totals(5) == counted(3, "general", False, game)
    assert recurrence(3, "maximal", game="kings").totals(6) == counted(3, "maximal", False, "kings", 6)


def test_polynomials_of_one_variable_and_weights():
    found = polynomial_recurrence(2, game="node-kayles").polynomials(5)
    assert found[1:] == [positions(Board.rectangle(m, 2), game="node-kayles") for m in range(1, 5)]
    assert recurrence(2, game="node-kayles", x=3).totals(5) == [polynomial(3) for polynomial in found]
    with pytest.raises(InputError, match="no pieces of Right"):
        recurrence(2, game="node-kayles", y=2)


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


@settings(max_examples=10, deadline=None)
@given(random_games(), st.integers(1, 3), st.booleans(), st.sampled_from(["general", "maximal"]))
def test_recurrences_of_random_games(game, cols, wrap, kind):
    try:
        found = recurrence(cols, kind, wrap=wrap, game=game)
    except TooLargeError:
        assume(False)
    assert found.totals(11) == counted(cols, kind, wrap, game, 11)


HARD_SQUARES = 1.5030480824753322  # the limit for each cell of the plane [OEIS, A085850]


def test_growth_of_hard_squares_closes_in_on_the_constant():
    """With free borders log lambda is subadditive in the width, so that lambda^(1/n) is above its limit. On
    even rings, too: the trace of an even power of a symmetric matrix is at least that of one eigenvalue."""
    strips = [growth(n, game="node-kayles") for n in range(1, 7)]
    for n, found in enumerate(strips, 1):
        assert float(found.low) ** (1 / n) > HARD_SQUARES  # log lambda is subadditive
    rings = [growth(n, game="node-kayles", wrap=True) for n in (4, 6)]
    for n, found in zip((4, 6), rings, strict=True):
        assert float(found.low) ** (1 / n) > HARD_SQUARES  # the trace of an even power of a symmetric matrix
    assert abs(float(strips[5].low / strips[4].low) - HARD_SQUARES) < 1e-3


def test_the_commands_of_strips():
    answer = json.loads(run("recurrence", "--cols", "2", "--game", "kings", "--format", "json").stdout)
    assert (answer["game"]["name"], answer["coefficients"]) == ("kings", ["1", "2"])
    answer = json.loads(run("growth", "--cols", "1", "--game", "node-kayles", "--format", "json").stdout)
    assert answer["strip"]["eigenvalue_low"].startswith("1.618033988")
