"""Saved answers about any game: right ones pass, wrong ones are caught, malformed ones are refused."""

import json

import networkx as nx
import pytest

from enumerate import Board, Game, InputError, Position, brute_force, verify
from enumerate.checking.claim import Claim
from enumerate.counting.answer import Answer
from enumerate.model.game import names
from enumerate.plan.question import Question


def answer(game, board, kind, play=False):
    """An answer as the command line saves it, by brute force."""
    question = Question(board, kind, play=play, game=Game.named(game))
    polynomial = brute_force(board, kind, play=play, game=game)
    found = Answer(question, polynomial.total, polynomial.total, polynomial, {})
    return json.loads(json.dumps(found.to_json()))


BOARD = Board.parse("...\n.#.")


def test_perfect_positions_of_dominoes_are_verified():
    saved = answer("domineering", Board.rectangle(4, 4), "perfect")
    assert verify(saved, seed=1).holds
    assert "value" in verify(saved | {"total": "37", "terms": None}, seed=1).failed


@pytest.mark.parametrize("game", [name for name in names() if name not in ("domineering", "lozenges")])
def test_right_answers_pass(game):
    for kind in ("general", "maximal", "perfect"):
        if kind == "perfect" and Game.named(game).variables(2) > 2:
            continue
        assert verify(answer(game, BOARD, kind), seed=1).holds, kind


@pytest.mark.parametrize("game", ["col", "snort", "tridomineering"])
def test_ends_and_play_pass(game):
    for kind in ("left-end", "right-end", "any-end"):
        assert verify(answer(game, BOARD, kind), seed=1).holds
    for kind in ("general", "left-end"):
        assert verify(answer(game, BOARD, kind, play=True), seed=1).holds


@pytest.mark.parametrize("game", ["col", "kings", "cram"])
def test_wrong_answers_are_caught(game):
    right = answer(game, BOARD, "maximal")
    total = dict(right, total=str(int(right["total"]) + 1), terms=None)
    assert set(verify(total, seed=1).failed) == {"value", "brute force"}
    moved = json.loads(json.dumps(right))
    moved["terms"][-1][0] += 1
    assert "value" in verify(moved, seed=1).failed


def test_another_game_is_another_answer():
    """The check uses the definition of the game in the answer."""
    right = answer("col", BOARD, "general")
    right["game"]["forbidden"].pop()
    assert not verify(right, seed=1).holds


def test_lattices_graphs_and_games_under_way():
    lattice = Board.rectangle(2, 3, lattice="hexagonal")
    graph = Board.from_graph(nx.cycle_graph(5))
    begun = Position.parse("L..\n...", game="col").free
    for board in (lattice, graph, begun):
        saved = answer("col", board, "maximal")
        assert Claim.of(saved).board == board
        assert verify(saved, seed=1).holds
    assert verify(answer("lozenges", Board.rectangle(2, 3, lattice="triangular"), "perfect"), seed=1).holds


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": 3}, "`game` must be an object, not 3"),
        ({"game": {"name": "x"}}, "`pieces` of a game is missing"),
        ({"stuck": ["middle"], "kind": None}, "Middle has no pieces in 'col'"),
        ({"kind": "perfect", "play": True}, "the kind `perfect` does not allow"),
        ({"terms": [[1, "2"]]}, "expected a term of 2 exponents"),
    ],
)
def test_slips_are_refused(change, message):
    saved = answer("col", BOARD, "general") | change
    with pytest.raises(InputError) as caught:
        Claim.of(saved)
    assert message in str(caught.value)
