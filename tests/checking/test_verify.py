"""Saved answers: right ones pass, wrong ones are caught, malformed ones are refused; and contraction."""

import json
import random

import networkx as nx
import pytest
from boards import random_board

from enumerate import (
    Board,
    Game,
    InputError,
    Polynomial,
    Position,
    TooLargeError,
    brute_force,
    positions,
    verify,
)
from enumerate.checking.claim import Claim
from enumerate.checking.contraction import contract
from enumerate.checking.verify import fresh_prime, value_at
from enumerate.counting.answer import Answer
from enumerate.model.game import names
from enumerate.plan.question import Question
from enumerate.support.run import running

SMALL = Board.parse("...\n.#.")


@pytest.mark.parametrize("seed", range(60))
def test_contraction_equals_brute_force(seed):
    board, stuck = random_board(seed, most_cells=10)
    draw = random.Random(seed)
    prime = fresh_prime(draw)
    point = [draw.randrange(prime) for _ in board.shape]
    assert contract(board, stuck, prime, point) == value_at(brute_force(board, stuck=stuck), prime, point)


def test_a_wide_board_is_refused():
    with pytest.raises(TooLargeError, match=r"1\.0 MiB may be used"), running({"max_memory": 2**20}):
        contract(Board.rectangle(20, 20), frozenset({0, 1}), 101, (1, 1))


def saved(board, kind="general", game="domineering", change=(), **asked):
    """The answer to a question as the command line saves it, with changes of its polynomial."""
    question = Question(board, kind, game=Game.named(game), **asked)
    terms = positions(board, kind, game=game, engine="dictionary", **asked).coefficients()
    for term, more in change:
        terms[term] = terms.get(term, 0) + more
    found = Polynomial.of(terms, Game.named(game).variables(board.dimension))
    return json.loads(json.dumps(Answer(question, found.total, found.total, found, {}).to_json()))


def questions():
    """A board, a kind, a game and other options: boards of every sort, every game, ends and play."""
    for kind in ("general", "maximal", "right-end", "left-end", "any-end"):
        for play in (False, True):
            yield Board.rectangle(5, 5), {"kind": kind, "play": play}
    for board, stuck in (
        (Board.box(2, 3, 3), [2]),
        (Board.rectangle(4, 5, wrap="rows"), [1]),
        (Board.rectangle(3, 3), [0, 1]),
    ):
        yield board, {"stuck": stuck}
    for board in (
        Board.rectangle(4, 4),
        Board.rectangle(3, 4, wrap="cols"),
        Board.rectangle(4, 5, lattice="triangular"),
        Board.rectangle(4, 4, lattice="hexagonal"),
        Board.parse("....#\n.....\n..#..\n....."),
        Board.rectangle(4, 4).bar([((0, 0), "L"), ((1, 1), "R"), ((3, 3), "L")]),
    ):
        for kind, game in (
            ("general", "domineering"),
            ("any-end", "domineering"),
            ("perfect", "triomineering"),
        ):
            yield board, {"kind": kind, "game": game}
    yield Board.rectangle(4, 4), {"kind": "perfect"}
    for game in set(names()) - {"domineering", "lozenges"}:
        kinds = ["general", "maximal"] + ["perfect"] * (Game.named(game).variables(2) < 3)
        yield from ((SMALL, {"kind": kind, "game": game}) for kind in kinds)
    for game in ("col", "snort", "tridomineering"):
        for kind, play in (("left-end", False), ("right-end", False), ("any-end", False), ("general", True)):
            yield SMALL, {"kind": kind, "game": game, "play": play}
    begun = Position.parse("L..\n...", game="col").free
    for board in (Board.rectangle(2, 3, lattice="hexagonal"), Board.from_graph(nx.cycle_graph(5)), begun):
        yield board, {"kind": "maximal", "game": "col"}
    yield Board.rectangle(2, 3, lattice="triangular"), {"kind": "perfect", "game": "lozenges"}


QUESTIONS = sorted(questions(), key=repr)


@pytest.mark.parametrize(("board", "asked"), QUESTIONS, ids=[f"{b!r} {asked}" for b, asked in QUESTIONS])
def test_a_right_answer_passes_and_a_wrong_one_is_caught(board, asked):
    right = saved(board, **asked)
    assert Claim.of(right).board == board
    found = verify(right, seed=1)
    assert found.holds, found.failed
    assert {"value", "engine", "brute force"} & {check.name for check in found.checks}
    assert found.escape < 1e-12
    variables = Game.named(asked.get("game", "domineering")).variables(board.dimension)
    for wrong in (
        saved(board, **asked, change=[((1,) * variables, 1)]),
        right | {"total": str(int(right["total"]) + 1), "terms": None},
    ):
        assert "value" in verify(wrong, rounds=1, seed=1).failed


@pytest.mark.parametrize(
    ("kind", "change", "found"),
    [
        ("maximal", [((4, 4), 1)], {"value"}),
        ("maximal", [((4, 5), 1)], {"symmetry", "value"}),
        ("general", [((1, 0), 1), ((0, 1), 1)], {"value"}),
        ("general", [((9, 9), 1)], {"degrees", "value"}),
        ("general", [((2, 3), -(10**6))], {"signs", "symmetry", "value"}),
    ],
)
def test_the_checks_that_a_wrong_answer_fails(kind, change, found):
    assert set(verify(saved(Board.rectangle(5, 5), kind, change=change), seed=3).failed) == found


def test_another_game_is_another_answer():
    """The check uses the definition of the game in the answer."""
    right = saved(SMALL, game="col")
    right["game"]["forbidden"].pop()
    assert not verify(right, seed=1).holds


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
    with pytest.raises(InputError) as caught:
        Claim.of(saved(SMALL, game="col") | change)
    assert message in str(caught.value)
