"""Kinds of positions and stuck players: what is accepted, and one line for what is not."""

import pytest

from enumerate import Board, Game, InputError, Kind
from enumerate.evaluators.barstate import barstate_need
from enumerate.model.game import DOMINEERING
from enumerate.plan.plan import engine_named
from enumerate.rules.kinds import check_stuck, kind_of, one_set, stuck_for, stuck_in
from enumerate.sampling.sampling import PositionList
from enumerate.support.run import Settings


def test_stuck_players_have_a_kind_only_if_it_names_exactly_them():
    assert (kind_of({1}, 2), kind_of({0, 1}, 2), kind_of({2}, 3)) == (Kind.RIGHT_END, Kind.MAXIMAL, None)
    assert one_set("general", ["left", "right"]) == (None, frozenset({0, 1}))
    assert stuck_in(Game.named("cram"), ["either"], 2) == frozenset({0})


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: one_set("any-end"), "'any-end' is not supported here (allowed: general, maximal,"),
        (lambda: one_set("maximal", ["left"]), "give `kind` or `stuck`, not both"),
        (lambda: check_stuck(["middle"], 2), "Middle has no axis on a board of 2 dimensions"),
        (
            lambda: stuck_for(Kind.RIGHT_END, DOMINEERING, 1),
            "Right has no pieces in 'domineering' on a board of 1 dimension and cannot be stuck",
        ),
        (lambda: engine_named("dictionary", Settings(store="lanes.db")), "store (--store) works on residues"),
        (lambda: barstate_need(Board.box(2, 2, 2), {0, 1}), "the bar-state method takes flat boards"),
    ],
)
def test_what_a_kind_cannot_be_is_refused(call, message):
    with pytest.raises(InputError) as caught:
        call()
    assert message in str(caught.value)


def test_lists_say_which_positions_they_have():
    one_left = PositionList("2x2", "maximal", dominoes=(1, None))
    assert one_left.describe("a") == "a maximal position with 1 Left domino"
    assert one_left.nothing() == "no maximal position has 1 Left domino on this board"
    few = PositionList("2x2", pieces=(0, 1))
    assert few.describe("every") == "every general position with 0 or 1 domino"
