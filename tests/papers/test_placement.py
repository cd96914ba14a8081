"""Golden: brute force and the engines against the literature's numbers of placement games."""

from collections.abc import Iterator
from itertools import islice

import pytest
import sympy
from placement import GAMES, GOLDEN, path_series, polynomials, rectangles, squares, walled, wrapped

from enumerate import Board, Position, count, positions
from enumerate.checking.brute import all_positions, brute_force
from enumerate.model.game import Game, names

FEW = 3000  # positions that brute force looks at in a moment
PATHS = sorted(GOLDEN["paths"])


def few(game: str, board: Board) -> bool:
    """Whether a board has few positions at all, by the golden totals where they say so."""
    totals = GOLDEN["rectangles"][game]["general"]
    return totals.get("x".join(map(str, board.shape)), 2 ** len(board)) <= FEW


@pytest.mark.parametrize("game", GAMES)
def test_the_library_has_the_games_of_the_literature(game):
    """The same pieces and the same forbidden offsets, in whatever order."""
    flat = Board.rectangle(1, 1)
    mine = Game.named(game).spelled_out(flat)
    words = {"name": game, **{key: GOLDEN["games"][game][key] for key in ("pieces", "forbidden")}}
    theirs = Game.from_json(words)
    numbers = {piece.name: number for number, piece in enumerate(mine.on(2))}
    others = {piece.name: number for number, piece in enumerate(theirs.pieces)}
    assert [(p.player, set(p.cells)) for p in mine.on(2)] == [(p.player, set(p.cells)) for p in theirs.pieces]
    assert {(*(numbers[n] for n in r.between), frozenset(r.offsets)) for r in mine.forbidden} == {
        (*(others[n] for n in r.between), frozenset(r.offsets)) for r in theirs.forbidden
    }


@pytest.mark.parametrize(
    "path", [path for path in PATHS if "generating_function_in_t" in GOLDEN["paths"][path]]
)
def test_generating_functions_of_paths(path):
    """The closed forms of the literature, whole polynomials; and their values are the golden ones."""
    game, kind = path.split("/")
    entry = GOLDEN["paths"][path]
    series = path_series(entry["generating_function_in_t"], 12)
    x, y = sympy.symbols("x y")
    assert [int(term.subs({x: 1, y: 1})) for term in series] == entry["values_n0_to_20"][:12]
    for n in range(1, 9):
        board = Board.rectangle(1, n)
        for found in (
            positions(board, kind, game=game),
            *([brute_force(board, kind, game=game)] if n < 6 else []),
        ):
            assert sympy.expand(series[n] - found.to_sympy().as_expr()) == 0


def test_the_recurrences_of_paths_hold():
    for path, entry in GOLDEN["paths"].items():
        values, coefficients = entry["values_n0_to_20"], entry["recurrence"]
        for n in range(len(coefficients) + 2, 21):
            expected = sum(c * values[n - 1 - i] for i, c in enumerate(coefficients))
            assert values[n] == expected, f"{path} at {n}"


@pytest.mark.parametrize("game", names())
def test_positions_of_every_game_know_their_kind(game):
    """What Position says of moves and stuck players is what the oracle says, and drawings read back."""
    board = Board.rectangle(2, 3) if game != "lozenges" else Board.rectangle(2, 3, lattice="triangular")
    maximal = set(all_positions(board, "maximal", game=game))
    for position in islice(all_positions(board, game=game), 200):
        variables = range(position.game.variables(2))
        moves = {player: position.moves(player) for player in variables}
        assert position.stuck() == {player for player in variables if not moves[player]}
        assert (position in maximal) == (not any(moves.values()))
        for move in [move for player in variables for move in moves[player]]:
            assert sum(position.place(move).counts) == sum(position.counts) + 1
        assert eval(repr(position), {"Board": Board, "Position": Position}) == position


# these take as long as all the others together; of two of them, col and triomineering are like enough
LONGEST = ("tromino-any", "snort", "tridomineering")


def totals(game: str) -> Iterator[tuple[Board, str, int]]:
    """The boards with their kinds and golden totals."""
    for kind in GOLDEN["rectangles"][game]:
        yield from ((board, kind, total) for board, total in rectangles(game, kind))
        yield from ((board, kind, total) for board, total in squares(game, kind))
    yield from walled(game)
    yield from wrapped(game)


def check_totals(game: str, is_large: bool) -> None:
    """Rectangles, squares, walled and wrapped boards; brute force where there are few positions."""
    is_small = GOLDEN["rectangles"][game]["general"]["3x3"] < 500
    for board, kind, total in totals(game):
        if (len(board) > (16 if game in LONGEST else 36)) == is_large:
            assert count(board, kind, game=game) == total, f"{kind} on {board!r}"
            is_plain = board.is_box and not any(board.wrap)
            if few(game, board) if is_plain else is_small and total <= FEW:
                assert brute_force(board, kind, game=game).total == total, f"{kind} on {board!r}"


@pytest.mark.parametrize("game", GAMES)
def test_totals(game):
    check_totals(game, is_large=False)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_totals_of_large_boards(game):
    check_totals(game, is_large=True)


@pytest.mark.parametrize("game", GAMES)
def test_polynomials(game):
    for board, kind, wanted in polynomials(game):
        assert positions(board, kind, game=game) == wanted, f"{kind} on {board!r}"
        if len(board) >= 9:
            assert positions(board, kind, game=game, engine="modular") == wanted, f"{kind} on {board!r}"
        if few(game, board):
            assert brute_force(board, kind, game=game) == wanted, f"{kind} on {board!r}"


@pytest.mark.parametrize("game", sorted(GOLDEN["difference_at_most_1"]))
def test_numbers_of_pieces_that_differ_by_one_at_most(game):
    for kind, sizes in GOLDEN["difference_at_most_1"][game].items():
        for size, total in sizes.items():
            board = Board.rectangle(*map(int, size.split("x")))
            found = positions(board, kind, game=game)
            assert sum(c for (a, b), c in found if abs(a - b) <= 1) == total, f"{kind} on {board!r}"


@pytest.mark.parametrize("path", PATHS)
def test_paths(path):
    game, kind = path.split("/")
    for n, total in enumerate(GOLDEN["paths"][path]["values_n0_to_20"]):
        if n:
            assert count(Board.rectangle(1, n), kind, game=game) == total
        if 0 < n < 7:
            assert brute_force(Board.rectangle(1, n), kind, game=game).total == total


@pytest.mark.parametrize("board", sorted(GOLDEN["hard_squares_at_minus_1"]))
def test_hard_squares_at_minus_one(board):
    """On cylinders of odd circumference [Jonsson 2009] and tori of coprime sides [Fendley et al. 2005]."""
    shape, size = board.split()
    rows, cols = map(int, size.split("x"))
    there = Board.rectangle(rows, cols, wrap=(shape == "torus", True))
    assert positions(there, game="node-kayles")(-1) == GOLDEN["hard_squares_at_minus_1"][board]
