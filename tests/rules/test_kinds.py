"""Kinds of positions and stuck players: accepted words, and one line of error for others."""

from enumerate import Game, Kind
from enumerate.rules.kinds import kind_of, stuck_in
from enumerate.sampling.sampling import PositionList


def test_stuck_players_have_a_kind_only_if_it_names_exactly_them():
    assert (kind_of({1}, 2), kind_of({0, 1}, 2), kind_of({2}, 3)) == (Kind.RIGHT_END, Kind.MAXIMAL, None)
    assert stuck_in(Game.named("cram"), ["either"], 2) == frozenset({0})


def test_lists_say_which_positions_they_have():
    one_left = PositionList("2x2", "maximal", dominoes=(1, None))
    assert one_left.describe("a") == "a maximal position with 1 Left domino"
    assert one_left.nothing() == "no maximal position has 1 Left domino on this board"
    few = PositionList("2x2", pieces=(0, 1))
    assert few.describe("every") == "every general position with 0 or 1 domino"
