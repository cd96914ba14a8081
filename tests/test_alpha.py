"""Shortest games: the tropical route against play itself, against whole polynomials, and by replaying."""

import random
from collections.abc import Iterator

import pytest

from enumerate import Board, Player, Position, alpha, positions
from enumerate.frontier.task import Task
from enumerate.shortest import extremes as extremes_module
from enumerate.shortest.alpha import Alpha, Shortest, alpha_sequence, alpha_table, extract, game_order, replay
from enumerate.shortest.traced import compile_traced
from enumerate.shortest.tropical import MinPlus, apply_numpy
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
    assert Player((game.first + game.moves) % 2) in game.ends


@pytest.mark.parametrize(
    "board", [Board.rectangle(m, n) for m in range(1, 5) for n in range(1, 5) if m * n < 13]
)
def test_alpha_is_the_length_of_the_shortest_game_that_can_be_played(board: Board) -> None:
    game = alpha(board)
    assert Shortest(game.moves, game.ends) == shortest_by_playing(board)
    check_game(board, game)


@pytest.mark.parametrize("board", list(random_boards(5, 40, 3, 4, wraps=True)))
def test_alpha_of_boards_in_parts_is_what_playing_finds(board: Board) -> None:
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


def of_polynomials(board: Board) -> Shortest:
    return extract(positions(board, "left-end"), positions(board, "right-end"))


@pytest.mark.parametrize("rows", range(1, 7))
def test_the_tropical_route_agrees_with_whole_polynomials_up_to_6_x_6(rows: int) -> None:
    for cols in range(1, 7):
        board = Board.rectangle(rows, cols)
        game = alpha(board)
        assert Shortest(game.moves, game.ends) == of_polynomials(board)
        check_game(board, game)


def test_the_tropical_route_agrees_with_whole_polynomials_on_boards_with_walls() -> None:
    for board in random_boards(7, 60, 6, 6, wraps=True):
        game = alpha(board)
        assert Shortest(game.moves, game.ends) == of_polynomials(board), board
        check_game(board, game)


def test_a_window_that_is_too_small_is_widened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extremes_module, "FIRST_WINDOW", 1)
    monkeypatch.setattr("enumerate.shortest.tropical.MARGIN", 2)  # rows of exactly the window
    narrow = compile_traced(Task(Board.rectangle(6, 6), frozenset({1}))).costs(MinPlus(1, 18))
    assert narrow == {-1: 11, 0: 10}  # while alpha of this board is 9
    wide = Board.parse("..#..#..#..#....\n..#..#..#..#....")
    for board in [wide, *random_boards(11, 30, 5, 6), *(Board.rectangle(m, 6) for m in range(1, 7))]:
        assert Shortest(alpha(board).moves, alpha(board).ends) == of_polynomials(board), board


def test_the_table_and_the_strips_agree_with_single_boards() -> None:
    table = alpha_table(7)
    assert [[str(entry) for entry in row] for row in table] == [
        [str(of_polynomials(Board.rectangle(m, n))) for n in range(1, 8)] for m in range(1, 8)
    ]
    for rows in range(1, 8):
        assert alpha_sequence(rows, 7) == table[rows - 1]


def test_transposing_swaps_the_players() -> None:
    for board in random_boards(13, 30, 5, 5):
        one, two = alpha(board), alpha(board.transpose())
        assert Shortest(one.moves, one.ends).transpose() == Shortest(two.moves, two.ends)


@pytest.mark.parametrize("window", [None, 2, 20])
@pytest.mark.parametrize("limit", [30, 300, 70_000])
@pytest.mark.parametrize("most", [False, True])
def test_numpy_and_numba_carry_the_same_values(window: int | None, limit: int, most: bool) -> None:
    from enumerate.shortest.minplus import apply_minplus

    sweep = compile_traced(Task(Board.rectangle(6, 5), frozenset({0, 1})))
    one, two = (MinPlus(window, limit, most, kernel) for kernel in (apply_numpy, apply_minplus))
    ends = [algebra.result(algebra.carry(sweep.steps, algebra.start())) for algebra in (one, two)]
    assert ends[0] == ends[1] != {}
    for step in (5, 17):
        found = [algebra.rows(algebra.carry(sweep.steps[:step], algebra.start())) for algebra in (one, two)]
        assert (found[0] == found[1]).all()


@pytest.mark.parametrize("most", [False, True])
@pytest.mark.parametrize("window", [None, 20])
def test_half_a_sweep_gives_the_costs_of_a_whole_one(window: int | None, most: bool) -> None:
    boards = [Board.rectangle(m, n) for m in range(1, 8) for n in range(1, 5)]
    boards += [Board.parse("....\n.#..\n....\n.#..\n...."), Board.parse(".#.\n...\n...\n.#.")]
    halves = 0
    for board in boards:
        for stuck in ((), (0,), (1,), (0, 1)):
            sweep = compile_traced(Task(board, frozenset(stuck)))
            algebra = MinPlus(window, len(board), most)
            whole = sweep.costs(algebra)
            assert sweep.costs_at(range(-algebra.reach, algebra.reach + 1), algebra) == whole
            halves += sweep.middle is not None
    assert halves > 20


def test_threads_share_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("enumerate.shortest.tropical.WIDE", 1)
    sweep = compile_traced(Task(Board.rectangle(5, 6), frozenset({1})))
    algebra = MinPlus(5, 15)
    assert sweep.costs(algebra, threads=3) == sweep.costs(algebra)


@pytest.mark.parametrize("room", [0, 5_000, 2**30])
@pytest.mark.parametrize(
    "board",
    [Board.rectangle(6, 6), Board.rectangle(7, 4), Board.parse("....\n.#..\n....\n....\n.#..\n...#")],
    ids=["even", "odd", "no mirror"],
)
def test_a_way_is_traced_in_little_room(board: Board, room: int) -> None:
    sweep = compile_traced(Task(board, frozenset({1})))
    assert (sweep.middle is not None) == board.is_box
    for most in (False, True):
        algebra = MinPlus(6, len(board), most)
        for difference, cost in sweep.costs(algebra).items():
            position = Position.of(board, sweep.witness(algebra, difference, cost, room=room))
            left, right = position.counts
            dominoes = len(board) - cost if most else cost
            assert (left - right, left + right) == (difference, dominoes)
            assert Player.RIGHT in position.stuck()


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


def test_a_board_without_cells_is_over_at_once() -> None:
    game = alpha(Board.of((2, 2), []))
    assert (game.moves, game.marks, game.order) == (0, "LR", ())
