"""The evidence behind the verdicts on [Lef] in docs/findings.md, claim by claim."""

import pytest
from falling_grid import Grid, all_plays

from enumerate.games.dominogame import Dominogame, check, equilibria, plays, solve, value
from enumerate.games.falling.model import Play


def verdict(cols, rows, moves, raised=0):
    game = Dominogame(cols, rows, raised)
    return check(game, Play.parse(game, moves))


def openings(cols, rows, ties="set"):
    return {str(play.moves[0]) for play in plays(Dominogame(cols, rows), ties)}


def most_empty(cols, rows):
    return max(found.empty[1] for found in equilibria(Dominogame(cols, rows)))


def pictures(cols, rows):
    """Final boards with owners but without move numbers, up to mirror."""
    game = Dominogame(cols, rows)
    seen = set()
    for names in all_plays(Grid(cols, rows, 0, 2)):
        turns = Play.parse(game, " ".join(names)).turns
        drawn = [frozenset((frozenset(turn.cells), turn.player) for turn in turns)]
        drawn.append(
            frozenset(
                (frozenset((row, cols - 1 - col) for row, col in turn.cells), turn.player) for turn in turns
            )
        )
        seen.add(frozenset(drawn))
    return len(seen)


def test_six_and_twenty_nine():
    """6.1: seven sequences draw the six pictures of D(3,2); D(3,3) has 33 pictures, not 29."""
    assert pictures(3, 2) == 6
    assert pictures(3, 3) == 33


def test_lemma_one_fails_for_three_columns():
    """5.3: raising D(3,5) by one row loses three of its equilibrium plays; smaller boards lose none."""
    lost = {str(p) for p in plays(Dominogame(3, 5))} - {str(p) for p in plays(Dominogame(3, 5, raised=1))}
    assert lost == {"V2 H1 H2 H2 V1", "V1 V3 V1 H2 H1 V3", "V1 V3 V3 H1 H2 V1"}
    for cols, rows in ((3, 2), (3, 3), (3, 4), (4, 2), (4, 3), (5, 2)):
        raising_keeps_plays(cols, rows)


def raising_keeps_plays(cols, rows):
    kept = {str(p) for p in plays(Dominogame(cols, rows))}
    for raised in range(1, 9):
        assert kept <= {str(p) for p in plays(Dominogame(cols, rows, raised=raised))}


@pytest.mark.slow
@pytest.mark.parametrize("cols", [6, 7])
def test_lemma_one_on_two_rows(cols):
    raising_keeps_plays(cols, 2)


def test_three_columns():
    """6.1 and 8.3."""
    assert [str(p) for p in plays(Dominogame(3, 2))] == ["V1 V2 V3", "V1 V3 V2", "V2 V1 V3"]
    assert [(str(p), p.payoffs) for p in plays(Dominogame(3, 3))] == [
        ("V2 V1 H1 V3", (9, 6)),
        ("V1 H2 H1 V3", (9, 7)),
    ]
    for routes in ("H1 H1 V1 V2 V3 V3", "H1 H1 V3 V1 V2 V3", "V1 V1 H2 H2 V2 V3"):
        assert verdict(3, 4, routes).is_equilibrium
    five = verdict(3, 5, "H1 H1 V3 H1 H2 H2 V1")
    assert five.play.payoffs == (22, 20)
    assert (five.mistake.number, five.mistake.at_most, five.mistake.sure) == (4, 20, 21)


def test_four_columns():
    """7.1: the plays of the paper are equilibrium plays, but not the only ones."""
    assert [str(p) for p in plays(Dominogame(4, 1))] == ["H2", "H1 H3"]
    assert not any("H" in str(p) for p in plays(Dominogame(4, 2)))
    for three in ("H1 H3 V1 V2 V3 V4", "H1 V1 V2 H3 V3 V4", "V1 V3 V2 V4 H1 H3"):
        assert verdict(4, 3, three).is_equilibrium
    assert openings(4, 4) == {"H1", "V1"}
    assert verdict(4, 4, "H1 H3 H3 H1 V1 V2 V3 V4").is_equilibrium
    assert not verdict(4, 4, "H1 H1 V1 V2 H3 H3 V3 V4").is_equilibrium


def test_five_rows_of_four_columns():
    """7.2: the doubled play is an equilibrium play, and after H1 H3 the second player never gets 32."""
    doubled = verdict(4, 5, "H1 H1 H1 V1 V2 H3 H3 H3 V3 V4")
    assert doubled.is_equilibrium
    assert doubled.play.payoffs == (30, 30)
    after = {(own + 2, other + 2) for own, other in solve(Dominogame(4, 5)).sets((1, 1, 1, 1))}
    assert max(second for _, second in after) == 31


@pytest.mark.parametrize("rows", range(3, 14, 2))
def test_own_halves(rows):
    """8.4: verticals in the own half up to the last three rows, then one of three endings."""
    game = Dominogame(4, rows)
    solution = solve(game, engine="compiled")
    for top in ("V1 V3 V2 V4 H1 H3", "H1 H3 V1 V2 V3 V4", "H1 V1 V2 H3 V3 V4"):
        play = Play.parse(game, "V1 V3 V2 V4 " * ((rows - 3) // 2) + top)
        assert solution.check(play).is_equilibrium
        assert play.payoffs[0] == play.payoffs[1]


def test_at_most_one_empty_cell():
    """8.1: fails from D(4,1) on; with more than one row from D(4,3) on, for odd boards from D(3,5) on."""
    small = [(c, r) for c in range(1, 13) for r in range(1, 13) if c * r < 16]
    assert [board for board in small if most_empty(*board) > 1] == [
        (3, 5), (4, 1), (4, 3), (8, 1), (10, 1), (12, 1),
    ]  # fmt: skip
    assert most_empty(3, 5) == 5


def test_at_most_one_empty_cell_under_tie_rules():
    """Payoffs of a board without empty cells add up to all it holds."""

    def short(rows, ties):
        return 3 * rows * (rows + 1) // 2 - sum(value(Dominogame(3, rows), ties, "compiled"))

    assert [rows for rows in range(2, 61, 2) if short(rows, "kind")] == [54]
    assert [rows for rows in range(2, 61, 2) if short(rows, "spite")] == [6, 34, 38, 48, 50]
    assert {p.empty for p in plays(Dominogame(3, 6), "spite")} == {2}


def test_opening_moves():
    """8.2: tendencies, each with an exception."""
    assert "V1" in openings(3, 4)
    assert openings(3, 6, "kind") == {"H1"}
    assert openings(3, 7, "kind") == {"V1"}
