"""The evidence behind the verdicts on [Lef] in docs/appendix/lef.md, claim by claim."""

from functools import cache

import pytest
from oracles.falling_grid import Grid, all_plays

from enumerate.games import Falling, Play
from enumerate.games.falling.falling_game import count_paths
from enumerate.games.falling.induction import lift, lower


def slow(*values):
    return pytest.param(*values, marks=pytest.mark.slow)


def verdict(cols, rows, moves, raised=0):
    game = Falling(cols, rows, raised=raised)
    return game.solve().check(Play.parse(game, moves))


def openings(cols, rows, ties="all"):
    return {str(play.moves[0]) for play in Falling(cols, rows).solve(ties).plays()}


def most_empty(cols, rows):
    return max(found.empty[1] for found in Falling(cols, rows).solve().equilibria())


def pictures(cols, rows):
    """Final boards with owners but without move numbers, up to mirror."""
    game = Falling(cols, rows)
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
    """5.3: raising D(3,5) by one row loses three of its equilibrium plays."""
    kept, raised = ({str(p) for p in Falling(3, 5, raised=q).solve().plays()} for q in (0, 1))
    assert kept - raised == {"V2 H1 H2 H2 V1", "V1 V3 V1 H2 H1 V3", "V1 V3 V3 H1 H2 V1"}
    assert len(kept) == 39
    for raised in range(1, 21):
        assert not kept <= {str(p) for p in Falling(3, 5, raised=raised).solve().plays()}


@pytest.mark.parametrize(
    ("cols", "rows"),
    [(3, 2), (3, 3), (3, 4), (4, 2), (4, 3), (5, 2), *(slow(cols, 2) for cols in (6, 7))],
)
def test_raising_other_boards_loses_no_play(cols, rows):
    kept = {str(p) for p in Falling(cols, rows).solve().plays()}
    for raised in range(1, 9):
        assert kept <= {str(p) for p in Falling(cols, rows, raised=raised).solve().plays()}


def test_three_columns():
    """6.1 and 8.3."""
    assert [str(p) for p in Falling(3, 2).solve().plays()] == ["V1 V2 V3", "V1 V3 V2", "V2 V1 V3"]
    assert [(str(p), p.payoffs) for p in Falling(3, 3).solve().plays()] == [
        ("V2 V1 H1 V3", (9, 6)),
        ("V1 H2 H1 V3", (9, 7)),
    ]
    for routes in ("H1 H1 V1 V2 V3 V3", "H1 H1 V3 V1 V2 V3", "V1 V1 H2 H2 V2 V3"):
        assert verdict(3, 4, routes).is_equilibrium
    five = verdict(3, 5, "H1 H1 V3 H1 H2 H2 V1")
    assert five.play.payoffs == (22, 20)
    assert (five.mistake.number, five.mistake.at_most, five.mistake.sure) == (4, 20, 21)


def test_the_cell_in_the_middle_of_three_rows():
    """6.1 and 8.3: it stays empty in the play drawn, not in the other; player one has the most there is."""

    def empty(play):
        taken = {cell for turn in play.turns for cell in turn.cells}
        return [(r, c + 1) for r in (1, 2, 3) for c in range(3) if (r, c) not in taken]

    assert {str(p): empty(p) for p in Falling(3, 3).solve().plays()} == {
        "V1 H2 H1 V3": [(2, 2)],
        "V2 V1 H1 V3": [(3, 3)],
    }
    assert max(sum(paid[::2]) for paid in all_plays(Grid(3, 3, 0, 2)).values()) == 9


@pytest.mark.parametrize(("most", "begin", "rows"), [(12, 40, 80), slow(33, 100, 200)])
def test_no_period_in_three_columns(most, begin, rows):
    """6.1: if a pattern repeated every p <= most rows, third differences with step p would vanish."""
    for ties in ("generous", "spiteful"):
        found = {r: Falling(3, r).solve(ties, engine="compiled").value for r in range(begin, rows + 1)}
        for p in range(1, most + 1):
            for player in (0, 1):
                third = [
                    found[r + 3 * p][player]
                    - 3 * found[r + 2 * p][player]
                    + 3 * found[r + p][player]
                    - found[r][player]
                    for r in range(begin, rows - 3 * p + 1)
                ]
                assert any(third), f"{ties}, period {p}"


def test_four_columns():
    """7.1: the plays of the paper are equilibrium plays, but not the only ones."""
    assert [str(p) for p in Falling(4, 1).solve().plays()] == ["H2", "H1 H3"]
    assert [Falling(4, 1).solve(ties).value for ties in ("generous", "spiteful")] == [(2, 2), (2, 0)]
    two = list(Falling(4, 2).solve().plays())
    assert len(two) == 12
    assert {p.payoffs for p in two} == {(6, 6)}
    assert not any("H" in str(p) for p in two)
    three_rows = Falling(4, 3).solve().equilibria()
    assert {found.payoffs for found in three_rows} == {(12, 12), (12, 9), (12, 10), (13, 11)}
    assert sum(found.plays_up_to_mirror for found in three_rows) == 56
    assert {Falling(4, 3).solve(ties).value for ties in ("generous", "spiteful")} == {(12, 12)}
    for three in ("H1 H3 V1 V2 V3 V4", "H1 V1 V2 H3 V3 V4", "V1 V3 V2 V4 H1 H3"):
        assert verdict(4, 3, three).is_equilibrium
    assert openings(4, 4) == {"H1", "V1"}
    assert openings(4, 4, "generous") == openings(4, 4, "spiteful") == {"H1"}
    assert [Falling(4, 4).solve(ties).value for ties in ("generous", "spiteful")] == [(20, 20), (19, 18)]
    early = verdict(4, 4, "V1 V1 H2 V4 V4 H2 V2 V3")
    assert (early.is_equilibrium, early.play.payoffs) == (True, (19, 21))
    roles = verdict(4, 4, "H1 H3 H3 H1 V1 V2 V3 V4")
    assert (roles.is_equilibrium, roles.play.payoffs) == (True, (20, 20))
    same = verdict(4, 4, "H1 H1 V1 V2 H3 H3 V3 V4")
    assert (same.is_equilibrium, same.play.payoffs) == (False, (18, 22))


def test_five_rows_of_four_columns():
    """7.2: the doubled play is an equilibrium play, and after H1 H3 the second player never gets 32."""
    doubled = verdict(4, 5, "H1 H1 H1 V1 V2 H3 H3 H3 V3 V4")
    assert doubled.is_equilibrium
    assert doubled.play.payoffs == (30, 30)
    after = {(own + 2, other + 2) for own, other in Falling(4, 5).solve().sets((1, 1, 1, 1))}
    assert max(second for _, second in after) == 31
    assert min(second for _, second in after) <= 30
    assert [Falling(4, 5).solve(ties).value for ties in ("generous", "spiteful")] == [(32, 28), (29, 31)]


@pytest.mark.parametrize("rows", [*range(3, 14, 2), *map(slow, range(15, 22, 2))])
def test_own_halves(rows):
    """8.4: verticals in the own half up to the last three rows, then one of three endings."""
    game = Falling(4, rows)
    solution = game.solve(engine="compiled")
    for top in ("V1 V3 V2 V4 H1 H3", "H1 H3 V1 V2 V3 V4", "H1 V1 V2 H3 V3 V4"):
        play = Play.parse(game, "V1 V3 V2 V4 " * ((rows - 3) // 2) + top)
        assert solution.check(play).is_equilibrium
        assert play.payoffs[0] == play.payoffs[1]


def test_tie_rules_and_equal_payoffs():
    """8.4: at R = 5, 7 and 11 neither tie rule gives equal payoffs on D(4, R)."""
    for rows in (5, 7, 11):
        for ties in ("generous", "spiteful"):
            own, other = Falling(4, rows).solve(ties).value
            assert own != other


def plays_in_halves(cols, rows):
    """The number of equilibrium plays in which player one stays on the left half, player two on the right."""
    game = Falling(cols, rows)
    solution = game.solve(engine="compiled")
    sets = cache(solution.sets)

    def follow(step, label):
        *left, mover = label
        width = 1 if step.move.orientation == "V" else 2
        low, high = (0, cols // 2) if mover == 0 else (cols // 2, cols)
        rest = lower(step.gain, tuple(left))
        inside = low <= step.move.column and step.move.column + width <= high
        return (*rest, 1 - mover) if inside and rest in sets(step.after) else None

    return sum(count_paths(game, (*payoffs, 0), follow) for payoffs in solution.payoffs)


SMALL_HALVES = [(4, r) for r in range(1, 10)] + [(6, r) for r in range(1, 6)] + [(8, 1), (8, 2), (8, 3)]
LARGE_HALVES = [(4, r) for r in range(10, 14)] + [(6, 6), (6, 7), (6, 8), (8, 4)]


@pytest.mark.parametrize(
    ("cols", "rows"), [*((2, r) for r in range(1, 9)), *SMALL_HALVES, *(slow(*size) for size in LARGE_HALVES)]
)
def test_each_player_stays_in_one_half(cols, rows):
    """8.4: on boards with an even number of columns; by symmetry either half will do."""
    assert (plays_in_halves(cols, rows) > 0) == (
        (cols > 2 and (cols, rows) != (6, 1)) or (cols, rows) == (2, 2)
    )


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
        return 3 * rows * (rows + 1) // 2 - sum(Falling(3, rows).solve(ties, engine="compiled").value)

    assert [rows for rows in range(2, 61, 2) if short(rows, "generous")] == [54]
    assert [rows for rows in range(2, 61, 2) if short(rows, "spiteful")] == [6, 34, 38, 48, 50]
    assert {p.empty for p in Falling(3, 6).solve("spiteful").plays()} == {2}


def test_opening_moves():
    """8.2: tendencies, each with an exception."""
    assert "V1" in openings(3, 4)
    assert openings(3, 6, "generous") == {"H1"}
    assert openings(3, 7, "generous") == {"V1"}
    for cols, rows in ((3, 4), (3, 8), (3, 12), (4, 4), (4, 8), (5, 4)):
        assert {move[0] for move in right_openings(Falling(cols, rows), "generous")} == {"H"}


def right_openings(game, ties):
    """The first moves that lead to the value, without listing plays."""
    solution = game.solve(ties)
    return {
        str(step.move)
        for step in game.steps((0,) * game.cols)
        if lift(step.gain, *solution.sets(step.after)) == solution.value
    }


@pytest.mark.slow
def test_empty_cells_under_the_kind_rule_up_to_200_rows():
    """8.1: the even R whose kind payoffs are less than the whole board."""
    short = [
        r
        for r in range(2, 201, 2)
        if sum(Falling(3, r).solve("generous", engine="compiled").value) < 3 * r * (r + 1) // 2
    ]
    assert short == [54, 82, 98, 110, 134, 150, 154, 170, 176, 178]
