"""The three-player solver against the rules to the letter, and against the published tables."""

import json
import random
from itertools import permutations, product
from math import prod
from pathlib import Path

import pytest
from listening import Listener
from oracles.solved_games import box_outcomes

from enumerate.games.bitboard import search
from enumerate.games.box.box_solver import ORDERS, BoxOutcomes, BoxSolver, boxes_up_to, outcomes
from enumerate.games.turns import parse_order
from enumerate.model.board import Board, Player
from enumerate.support.errors import InputError, TooLargeError

FACTS = json.loads((Path(__file__).parents[1] / "fixtures" / "box.json").read_text())
SMALL = [box for box in boxes_up_to(20) if prod(box) <= 18]


def sizes(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split("x")))


@pytest.mark.parametrize("box", SMALL, ids=str)
def test_every_box_of_at_most_18_cells_equals_brute_force_in_all_six_orders(box: tuple[int, ...]) -> None:
    assert outcomes(box).outcomes == box_outcomes(Board.box(*box))


@pytest.mark.parametrize("box", FACTS["diagram_1_39"])
def test_diagram_1_39(box: str) -> None:
    assert outcomes(sizes(box)).outcomes == FACTS["diagram_1_39"][box]


def test_turning_the_box_relabels_the_players() -> None:
    plain = outcomes((2, 3, 3)).outcomes
    for axes in permutations(range(3)):
        # the player of the new axis i owns the old axis axes[i]
        turned = outcomes(tuple((2, 3, 3)[axis] for axis in axes)).outcomes
        name = {Player(new).letter: Player(old).letter for new, old in zip(range(3), axes, strict=True)}
        for order, winner in turned.items():
            old_order = "".join(name[letter] for letter in order)
            assert plain[old_order] == name.get(winner, "N")


def test_boxes_with_walls_equal_box_outcomes() -> None:
    chance = random.Random(10)
    for _ in range(60):
        shape = tuple(chance.randint(1, 4) for _ in range(3))
        cells = [cell for cell in product(*map(range, shape)) if chance.random() < 0.8][:14]
        board = Board.of(shape, cells)
        expected = box_outcomes(board)
        for order in ORDERS:
            turns = parse_order(order)
            winners = [p.letter for p in turns if BoxSolver(shape, turns, p).wins(board, turns[0])]
            assert (winners or ["N"]) == [expected[order]], f"{order} on\n{board}"


@pytest.mark.parametrize(
    "text",
    [
        # boards on which a partner's forced move spoils two moves of an ally
        "#.#\n.##\n#.#\n\n#..\n.##\n.#.\n\n.##\n#.#\n.##",
        ".###.\n##..#\n#.#..\n\n.####\n####.\n.####",
        "##\n..\n.#\n##\n##\n\n.#\n##\n#.\n#.\n##\n\n##\n#.\n#.\n..\n..",
    ],
)
def test_allies_who_spoil_each_other(text: str) -> None:
    board = Board.parse(text)
    expected = box_outcomes(board)
    for order in ORDERS:
        turns = parse_order(order)
        winners = [p.letter for p in turns if BoxSolver(board.shape, turns, p).wins(board, turns[0])]
        assert (winners or ["N"]) == [expected[order]]


@pytest.mark.parametrize("box", [(4, 4, 3), (4, 3, 4), (3, 4, 4)])
def test_4x4x3_is_in_class_q_in_every_orientation(box: tuple[int, ...]) -> None:
    result = outcomes(box)
    assert result.outcomes == dict.fromkeys(ORDERS, "N")
    assert result.outcome_class == "Q"


def test_two_words_and_one_word_agree() -> None:
    # the same cells in a box of at most 27 and in one of 125 cells
    chance = random.Random(11)
    order = parse_order("LRM")
    for _ in range(30):
        near = Board.of((3, 3, 3), [cell for cell in product(range(3), repeat=3) if chance.random() < 0.8])
        far = Board.of((5, 5, 5), [(a + 2, b + 2, c + 2) for a, b, c in near.cells])
        for player, turn in product(Player, Player):
            here = BoxSolver(near.shape, order, player).wins(near, turn)
            assert here == BoxSolver(far.shape, order, player).wins(far, turn)


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
    monkeypatch.setattr(search, "NODES_AT_ONCE", 20)
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


def test_bad_words_are_refused() -> None:
    with pytest.raises(InputError, match="'LLR' is not a turn order"):
        parse_order("LLR")
    with pytest.raises(TooLargeError, match="216 cells"):
        outcomes((6, 6, 6))
    with pytest.raises(InputError, match="three sizes, as in"):
        BoxSolver((3, 3), parse_order("LRM"), Player.LEFT)
