"""Shortest games against play itself, against whole polynomials, and by replaying."""

import random
from collections.abc import Iterator

import pytest

from enumerate import Board, Game, Piece, Player, Position, alpha, positions
from enumerate.optimize.alpha import Alpha, Shortest, alpha_sequence, alpha_table, game_order, replay
from enumerate.papers.shortest import extract
from enumerate.support.errors import ComputationError, InputError, TooLargeError


def random_boards(seed: int, count: int, rows: int, cols: int, wraps: bool = False) -> Iterator[Board]:
    rng = random.Random(seed)
    for _ in range(count):
        shape = rng.randint(1, rows), rng.randint(1, cols)
        cells = [(r, c) for r in range(shape[0]) for c in range(shape[1]) if rng.random() < 0.8]
        yield Board.of(shape, cells, [wraps and rng.random() < 0.5 for _ in shape])


def shortest_by_playing(board: Board) -> Shortest:
    """Play all games of 0, 1, 2, ... moves, whoever begins, until somebody on turn cannot move."""
    games = {(Position.of(board), player) for player in (Player.LEFT, Player.RIGHT)}
    moves = 0
    while True:
        stuck = {player for position, player in games if not position.moves(player)}
        if stuck:
            return Shortest(moves, tuple(sorted(stuck)))
        games = {
            (position.place(domino), Player(1 - player))
            for position, player in games
            for domino in position.moves(player)
        }
        moves += 1


def check_game(board: Board, game: Alpha) -> None:
    """The witness is the last position of the game, and the player on turn is one of those named."""
    assert replay(board, game.first, game.order) == game.witness
    assert len(game.order) == game.moves
    assert game.first in (Player.LEFT, Player.RIGHT)
    assert Player((game.first + game.moves) % 2) in game.ends


RECTANGLES = [Board.rectangle(m, n) for m in range(1, 5) for n in range(1, 5) if m * n < 13]


FORBIDDEN = [  # without the marks these squares are their own transposes
    Board.rectangle(2, 2).bar([((0, 0), "L"), ((1, 0), "L"), ((0, 1), "L"), ((1, 1), "L")]),
    Board.rectangle(3, 3).bar([((0, 0), "L"), ((0, 2), "L"), ((2, 1), "R")]),
]


@pytest.mark.parametrize("board", [*RECTANGLES, *FORBIDDEN, *random_boards(5, 40, 3, 4, wraps=True)])
def test_alpha_is_the_length_of_the_shortest_game_that_can_be_played(board: Board) -> None:
    game = alpha(board)
    assert Shortest(game.moves, game.ends) == shortest_by_playing(board)
    check_game(board, game)


def test_components_are_combined_by_their_differences_not_added() -> None:
    # a square is over after one move of Left; in two squares Right, who moves too, must be made stuck as well
    board = Board.parse("..#..\n..#..")
    assert alpha(Board.rectangle(2, 2)).moves == 1
    game = alpha(board)
    assert Shortest(game.moves, game.ends) == shortest_by_playing(board)
    assert game.moves == 4
    check_game(board, game)
    empty = alpha(Board.of((2, 2), []))
    assert (empty.moves, empty.marks, empty.order) == (0, "LR", ())


def of_polynomials(board: Board) -> Shortest:
    moves, ends = extract(positions(board, "left-end"), positions(board, "right-end"))
    return Shortest(moves, tuple(map(Player.of, ends)))


def test_alpha_agrees_with_whole_polynomials() -> None:
    rectangles = [Board.rectangle(rows, cols) for rows in range(1, 7) for cols in range(1, 7)]
    for board in [*rectangles, *random_boards(7, 60, 6, 6, wraps=True)]:
        game = alpha(board)
        assert Shortest(game.moves, game.ends) == of_polynomials(board), board
        check_game(board, game)


def test_the_table_and_the_strips_agree_with_single_boards() -> None:
    table = alpha_table(7)
    assert [[str(entry) for entry in row] for row in table] == [
        [str(of_polynomials(Board.rectangle(m, n))) for n in range(1, 8)] for m in range(1, 8)
    ]
    for rows in range(1, 8):
        assert alpha_sequence(rows, 7) == table[rows - 1]


def test_a_game_that_fills_the_board_has_a_move_for_each_cell() -> None:
    """A player is stuck only on a full board, so the window of differences must be wide."""
    game = Game("fill", [Piece("L", "left", [(0, 0)]), Piece("R", "right", [(0, 0)])])
    assert [entry.moves for entry in alpha_sequence(1, 40, game=game)] == list(range(1, 41))


def test_an_order_of_moves_is_checked() -> None:
    position = Position.parse("RR.\n.L.\n.L.")
    first, order = game_order(position, Player.RIGHT)
    assert first is Player.RIGHT
    assert replay(position.board, first, order) == position
    with pytest.raises(ComputationError, match="move 1 is not one of Left"):
        replay(position.board, Player.LEFT, order)
    with pytest.raises(ComputationError, match="move 2 is not one of Left"):
        replay(position.board, Player.RIGHT, [order[0], order[0]])
    with pytest.raises(ComputationError, match="after 1 moves the game is not over: Left can move"):
        replay(position.board, Player.RIGHT, order[:1])


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(InputError, match="3 dimensions"):
        alpha(Board.box(2, 2, 2))
    with pytest.raises(TooLargeError, match="states need about"):
        alpha(Board.rectangle(30, 30), max_memory=2**30)
    with pytest.raises(TooLargeError, match="states need about"):
        alpha_table(40, max_memory=2**30)
    with pytest.raises(InputError, match="`table` must be at least 1, not 0"):
        alpha_table(0)
