"""The three-player solver against play by the rules, and against the tables and games of the thesis."""

import json
import random
from functools import cache
from itertools import permutations, product
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from kernels import called
from listening import Listener
from oracles.box_strategy import play_all
from oracles.solved_games import box_outcomes, cell_bits, domino_bits

from enumerate.games.bitboard import search
from enumerate.games.box import box_kernel
from enumerate.games.box.box_solver import ORDERS, BoxOutcomes, BoxSolver, boxes_up_to, outcomes
from enumerate.games.box.tree import leaves
from enumerate.games.opponent import OngoingMatch
from enumerate.games.turns import parse_order
from enumerate.model.board import Board, Domino, Player
from enumerate.model.position import Position
from enumerate.support.errors import ComputationError

FACTS = json.loads((Path(__file__).parents[1] / "fixtures" / "box.json").read_text())
SMALL = [box for box in boxes_up_to(20) if prod(box) <= 18]
# boards on which a partner's forced move spoils two moves of an ally
SPOILING = (
    "#.#\n.##\n#.#\n\n#..\n.##\n.#.\n\n.##\n#.#\n.##",
    ".###.\n##..#\n#.#..\n\n.####\n####.\n.####",
    "##\n..\n.#\n##\n##\n\n.#\n##\n#.\n#.\n##\n\n##\n#.\n#.\n..\n..",
)


def solved(board: Board) -> dict[str, str]:
    """The outcomes on a board with walls: one question for each player and order."""
    found = {}
    for order in ORDERS:
        turns = parse_order(order)
        winners = [p.letter for p in turns if BoxSolver(board.shape, turns, p).wins(board, turns[0])]
        (found[order],) = winners or ["N"]
    return found


@pytest.mark.parametrize("box", SMALL, ids=str)
def test_boxes_of_at_most_18_cells_equal_brute_force_in_all_six_orders(box: tuple[int, ...]) -> None:
    assert outcomes(box).outcomes == box_outcomes(Board.box(*box))


@pytest.mark.parametrize("box", FACTS["diagram_1_39"])
def test_diagram_1_39(box: str) -> None:
    assert outcomes(tuple(map(int, box.split("x")))).outcomes == FACTS["diagram_1_39"][box]


def test_turning_the_box_relabels_the_players() -> None:
    plain = outcomes((2, 3, 3)).outcomes
    for axes in permutations(range(3)):
        # the player of the new axis i owns the old axis axes[i]
        turned = outcomes(tuple((2, 3, 3)[axis] for axis in axes)).outcomes
        name = {Player(new).letter: Player(old).letter for new, old in zip(range(3), axes, strict=True)}
        for order, winner in turned.items():
            old_order = "".join(name[letter] for letter in order)
            assert plain[old_order] == name.get(winner, "N")


def test_boxes_with_walls_equal_brute_force() -> None:
    chance = random.Random(10)
    boards = [Board.parse(text) for text in SPOILING]
    for _ in range(60):
        shape = tuple(chance.randint(1, 4) for _ in range(3))
        cells = [cell for cell in product(*map(range, shape)) if chance.random() < 0.8][:14]
        boards.append(Board.of(shape, cells))
    for board in boards:
        assert solved(board) == box_outcomes(board), str(board)


@pytest.mark.parametrize("box", [(4, 4, 3), (4, 3, 4), (3, 4, 4)])
def test_4x4x3_is_in_class_q_in_every_orientation(box: tuple[int, ...]) -> None:
    result = outcomes(box)
    assert result.outcomes == dict.fromkeys(ORDERS, "N")
    assert result.outcome_class == "Q"


def test_boards_anywhere_in_a_box_of_two_words_equal_brute_force() -> None:
    chance = random.Random(11)
    for shape in [(5, 5, 5), (3, 6, 7), (2, 2, 30)] * 12:
        corner = [chance.randint(0, size - min(size, 3)) for size in shape]
        place = product(*(range(c, min(c + 3, size)) for c, size in zip(corner, shape, strict=True)))
        board = Board.of(shape, [cell for cell in place if chance.random() < 0.7][:14])
        assert solved(board) == box_outcomes(board), str(board)


def test_a_stick_belongs_to_the_player_along_it() -> None:
    assert outcomes((33, 1, 1)).outcome_class == "L"
    assert outcomes((1, 1, 80)).outcome_class == "M"


def test_what_is_known_is_not_computed_again() -> None:
    known: dict[tuple[tuple[int, ...], int], bool] = {}
    first = outcomes((3, 2, 2), known=known)
    again = outcomes((3, 2, 2), known=known)
    assert (again.outcomes, again.nodes) == (first.outcomes, 0)


def test_progress_never_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = outcomes((4, 3, 2))
    monkeypatch.setattr(search, "NODES_PER_CHECK", 20)
    listener = Listener()
    assert outcomes((4, 3, 2), progress=listener) == whole
    shares = listener.shares
    assert len(set(shares)) > 20
    assert shares == sorted(shares)
    assert shares[-1] == 1


def test_classes_of_diagram_1_34() -> None:
    chart = {"N": "LLMMRR", "O": "MRLRLM", "P": "RMRLML", "R": "RRRRRR", "Q": "NNNNNN"}
    for name, column in chart.items():
        rows = dict(zip(("LMR", "LRM", "MLR", "MRL", "RLM", "RML"), column, strict=True))
        assert BoxOutcomes((2, 2, 2), rows, 0).outcome_class == name
    assert BoxOutcomes((3, 2, 2), FACTS["diagram_1_39"]["3x2x2"], 0).outcome_class is None


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


def test_the_oracle_counts_the_wins_of_the_third_player_and_refuses_illegal_moves() -> None:
    turns, board = parse_order("MLR"), Board.box(3, 3, 3)
    assert play_all(lambda free, turn: next(free.dominoes(turn)), board, turns, Player.MIDDLE)[1] > 0
    with pytest.raises(ComputationError, match="not a legal move"):
        play_all(lambda free, turn: Domino((0, 0, 0), turn), board, turns, Player.MIDDLE)


def test_allies_hold_whom_the_diagram_says() -> None:
    for order, third in product(ORDERS, Player):
        solver = BoxSolver((2, 2, 3), parse_order(order), third)
        _, wins = play_all(solver.move_against, Board.box(2, 2, 3), solver.order, third)
        assert (wins == 0) == (FACTS["diagram_1_39"]["2x2x3"][order] != third.letter)


@pytest.mark.parametrize("results", [(0,), (1,), (0, 1)], ids=str)
def test_entries_conclude_what_they_imply(results: tuple[int, ...]) -> None:
    """Player 0 loses with no more spare moves against no fewer, and wins with no fewer against no more."""

    def numbers(spares: tuple[int, ...]) -> Any:
        row = np.zeros(box_kernel.WIDTH, np.int64)
        row[box_kernel.SPARE : box_kernel.SPARE + 3] = spares
        return row

    chance = random.Random(1)
    everything = list(product(range(4), repeat=3))
    for _ in range(40):
        kept = {result: chance.choice(everything) for result in results}
        value = np.uint64(0)
        for result, spares in kept.items():
            value = np.uint64(called(box_kernel.remember)(value, numbers(spares), result))
        for spares in everything:
            known = []
            for result, there in kept.items():
                less, more = (there, spares) if result == box_kernel.WIN else (spares, there)
                if less[0] <= more[0] and less[1] >= more[1] and less[2] >= more[2]:
                    known.append(result)
            if len(known) < 2:  # never both, of a real position
                assert called(box_kernel.recall)(value, numbers(spares)) == (known or [search.OPEN])[0]
