"""Trees, slices, strategies and the games of the thesis."""

import json
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from oracles.box_strategy import play_all
from oracles.solved_games import cell_bits, domino_bits

from enumerate.games.box.box_solver import ORDERS, BoxSolver
from enumerate.games.box.tree import leaves
from enumerate.games.opponent import OngoingMatch
from enumerate.games.turns import parse_order
from enumerate.model.board import Board, Domino, Player
from enumerate.model.position import Position
from enumerate.support.errors import ComputationError, TooLargeError

FACTS = json.loads((Path(__file__).parents[1] / "fixtures" / "box.json").read_text())


def leaves_one_by_one(board: Board, order: str | None) -> int:
    """Walk the whole tree: of one order, or with everybody's moves in every position."""

    @cache
    def below(free: Board, ply: int) -> int:
        moves = {player: list(free.dominoes(player)) for player in Player}
        if sum(map(bool, moves.values())) <= 1:
            return 1
        if order is None:
            options = [domino for player in Player for domino in moves[player]]
        else:
            while not moves[parse_order(order)[ply % 3]]:
                ply += 1
            options = moves[parse_order(order)[ply % 3]]
        return sum(below(free.without(free.covered_by(domino)), (ply + 1) % 3) for domino in options)

    return below(board, 0)


@pytest.mark.parametrize("box", [(1, 2, 2), (2, 2, 2), (3, 2, 2), (2, 2, 3), (1, 3, 3), (4, 1, 3)], ids=str)
def test_leaves_equal_a_walk_through_the_tree(box: tuple[int, ...]) -> None:
    for order in (*ORDERS, None):
        assert leaves(box, order) == leaves_one_by_one(Board.box(*box), order)


def test_leaves_of_diagram_4_28() -> None:
    assert leaves((3, 3, 3), "MLR") == FACTS["leaves_3x3x3_MLR"]


@pytest.mark.slow
def test_the_complete_tree_is_far_larger_than_estimated() -> None:
    """4.3 takes (2/3)^13 of the leaves of all orders for those of one; but a third of the moves is left."""
    complete = leaves((3, 3, 3), None)
    assert complete == 272_474_690_019_840
    assert round((3 / 2) ** 13 * FACTS["leaves_3x3x3_MLR"]) // 10**9 == 201  # as printed: 201,280,264,483
    assert 1353 < complete / 201_280_264_483 < 1354
    assert complete < 3**13 * FACTS["leaves_3x3x3_MLR"]


def test_a_tree_that_does_not_fit_is_refused() -> None:
    with pytest.raises(TooLargeError, match="the positions of 4 x 4 x 3 need about"):
        leaves((4, 4, 3), "MLR", max_memory="4GiB")


@pytest.mark.parametrize("game", FACTS["diagram_4_26"]["games"], ids=["first", "last"])
def test_the_games_of_diagram_4_26_are_legal_and_end_as_printed(game: dict[str, list[str]]) -> None:
    # in chapters 3 and 4 R places along A, L along B, M along C: the box 4x3x4 is our 3x4x4
    match = OngoingMatch(Position.of(Board.box(3, 4, 4)), parse_order("LRM"), Player.LEFT)
    moves = {letter: iter(game[letter]) for letter in "LRM"}
    while move := next(moves[match.turn.letter], None):
        a, b, c = map(int, move)
        match = match.play(Domino((b, a, c), match.turn))
    assert all(next(rest, None) is None for rest in moves.values())
    assert {p.letter: len(match.position.moves(p)) for p in Player} == game["left_over"]


def spaces_left(rows: int, cols: int, order: str, plies: int) -> int:
    """The number of cells of a `rows` x `cols` slice still free after so many single moves, best play.

    With three slices every domino of M covers one cell of the middle slice. L and R place on it as long
    as they can (their other moves lie elsewhere and count as passes); they want few free cells, M many
    [Hur10, Propositions 2-2 to 3-5].
    """
    slice_ = Board.rectangle(rows, cols)
    pieces = {player: domino_bits(slice_, player) for player in (Player.LEFT, Player.RIGHT)}
    pieces[Player.MIDDLE] = list(cell_bits(slice_).values())
    turns = parse_order(order)

    @cache
    def left(free: int, ply: int) -> int:
        if ply == plies:
            return free.bit_count()
        player = turns[ply % 3]
        after = [left(free & ~piece, ply + 1) for piece in pieces[player] if piece & ~free == 0]
        if not after:
            return left(free, ply + 1)
        return max(after) if player is Player.MIDDLE else min(after)

    return left((1 << len(slice_)) - 1, 0)


@pytest.mark.parametrize(
    ("side", "orders", "plies", "spaces"),
    [
        (3, ("LRM", "RLM"), 6, 1),  # Proposition 2-2
        (3, ("LMR", "RML"), 5, 1),  # Proposition 2-4 says at most 2, its proof and Proposition 2-5 say 1
        (3, ("MLR", "MRL"), 6, 3),  # Proposition 2-6
        (4, ("LRM", "RLM"), 8, 2),  # Proposition 3-3
        (4, ("MLR", "MRL"), 9, 3),  # Proposition 3-4
        (4, ("LMR", "RML"), 8, 3),  # Proposition 3-5; the three give Proposition 3-2
    ],
)
def test_slice_propositions(side: int, orders: tuple[str, str], plies: int, spaces: int) -> None:
    for order in orders:
        assert spaces_left(side, side, order, plies) == spaces


@pytest.mark.parametrize("order", ORDERS)
def test_the_solved_strategy_holds_m_in_3x3x3(order: str) -> None:
    # Propositions 2-3, 2-5 and 2-7: the alliance outlasts M
    solver = BoxSolver((3, 3, 3), parse_order(order), Player.MIDDLE)
    ends, wins = play_all(solver.move_against, Board.box(3, 3, 3), solver.order, Player.MIDDLE)
    assert ends > 1
    assert wins == 0


def first_move(free: Board, turn: Player) -> Domino:
    """A bad strategy."""
    return next(free.dominoes(turn))


def test_verification_finds_the_wins_of_the_third_player() -> None:
    turns = parse_order("MLR")
    board = Board.box(3, 3, 3)
    assert play_all(first_move, board, turns, Player.MIDDLE)[1] > 0
    with pytest.raises(ComputationError, match="not a legal move"):
        play_all(lambda free, turn: Domino((0, 0, 0), turn), board, turns, Player.MIDDLE)


def ends_one_by_one(board: Board, order: str, third: Player) -> tuple[int, int]:
    """End nodes and wins of `third` when the allies play their first moves, by the rules to the letter."""
    turns = parse_order(order)

    def walk(free: Board, still_in: frozenset[Player], ply: int, last: Player) -> tuple[int, int]:
        able = {player for player in Player if next(free.dominoes(player), None) is not None}
        if not able - {third}:
            return 1, int(third in able or last == third)
        if third not in able:
            return 1, 0
        player = turns[ply % 3]
        moves = list(free.dominoes(player))
        if player not in still_in or not moves:
            return walk(free, still_in - {player}, ply + 1, last)
        tried = moves if player == third else moves[:1]
        counts = [walk(free.without(free.covered_by(d)), still_in, ply + 1, player) for d in tried]
        return sum(ends for ends, _ in counts), sum(wins for _, wins in counts)

    return walk(board, frozenset(Player), 0, turns[2])


@pytest.mark.parametrize("box", [(1, 1, 1), (1, 1, 2), (2, 2, 1), (2, 2, 2), (2, 2, 3), (3, 2, 2)], ids=str)
def test_verification_counts_ends_and_wins_as_a_walk_does(box: tuple[int, ...]) -> None:
    for order, third in product(ORDERS, Player):
        found = play_all(first_move, Board.box(*box), parse_order(order), third)
        assert found == ends_one_by_one(Board.box(*box), order, third)


def test_verification_agrees_with_the_diagram_on_who_can_be_held() -> None:
    for order, third in product(ORDERS, Player):
        solver = BoxSolver((2, 2, 3), parse_order(order), third)
        _, wins = play_all(solver.move_against, Board.box(2, 2, 3), solver.order, third)
        assert (wins == 0) == (FACTS["diagram_1_39"]["2x2x3"][order] != third.letter)
