"""Falling pieces against a simulation on a grid, and against the tables of the paper."""

import json
import pickle
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernels import called
from oracles.falling_grid import (
    Grid,
    all_plays,
    equilibrium_plays,
    equilibrium_plays_by_definition,
    leftmost_of_each_row,
    number_of_profiles,
    payoffs,
    tie_rule_value,
)

from enumerate.games import Falling, Play, dominogame, monominogame
from enumerate.games.falling import induction, kernels
from enumerate.support.errors import TooLargeError

GOLDEN = json.loads((Path(__file__).parents[1] / "fixtures" / "dominogame.json").read_text())
# dominoes and longer pieces for two players: columns, rows, length, players, raised
TWO_PLAYERS = [
    *((1, rows, 2, 2, 0) for rows in range(1, 9)),
    *((2, rows, 2, 2, q) for rows in range(1, 9) for q in (0, 3)),
    *((3, rows, 2, 2, q) for rows in range(1, 6) for q in (0, 1, 4)),
    *((4, rows, 2, 2, q) for rows in range(1, 4) for q in (0, 2)),
    (5, 1, 2, 2, 0), (5, 2, 2, 2, 0), (6, 1, 2, 2, 0),
    *((3, rows, 3, 2, 0) for rows in range(1, 9)),
    *((4, rows, 4, 2, 1) for rows in range(1, 8)),
    (4, 4, 3, 2, 0), (2, 3, 5, 2, 0),
]  # fmt: skip
MORE_PLAYERS = [(2, 5, 2, 3, 0), (3, 3, 2, 3, 1), (3, 4, 2, 4, 0), (4, 2, 2, 3, 0), (3, 6, 3, 3, 0)]
MONOMINOES = [
    (c, r, 1, k, q) for c in range(1, 5) for r in range(1, 5) for k in (2, 3, 4) for q in (0, 2) if c * r < 13
]
BOARDS = [
    *((board, engine) for board in TWO_PLAYERS for engine in ("plain", "compiled")),
    *((board, "auto") for board in (*MORE_PLAYERS, *MONOMINOES)),
    *(
        pytest.param(board, "compiled", marks=pytest.mark.slow)
        for board in ((3, 6), (4, 4), (5, 3), (2, 12, 2, 2, 1))
    ),
]


def tree_of(game):
    """All plays, by their moves, with what each move pays."""
    grid = Grid(game.cols, game.rows, game.raised, game.length)
    return all_plays(grid, leftmost_of_each_row) if game.length == 1 else all_plays(grid)


def pair(numbers):
    return tuple(map(int, numbers))


@pytest.mark.parametrize(("board", "engine"), BOARDS, ids=str)
def test_equals_the_grid(board, engine):
    game = Falling(*board)
    players = game.players
    tree = tree_of(game)
    wanted = equilibrium_plays(tree, players)
    solution = game.solve(engine=engine)
    found = solution.equilibria()
    assert {e.payoffs: e.plays for e in found} == Counter(payoffs(tree[names], players) for names in wanted)
    cells = game.cols * game.rows
    for e in found:
        same = [names for names in wanted if payoffs(tree[names], players) == e.payoffs]
        empty = [cells - game.length * len(names) for names in same]
        assert e.empty == (min(empty), max(empty))
        assert e.plays_up_to_mirror == len({min(names, mirror(game, names)) for names in same})
    assert {tuple(map(str, play.moves)) for play in solution.plays(up_to_mirror=False)} == wanted
    for rule, sign in (("generous", 1), ("spiteful", -1)):
        assert game.solve(rule, engine=engine).value == tie_rule_value(tree, players, sign)
    distinct = {min(names, mirror(game, names)) for names in tree}
    assert game.move_sequences(engine=engine) == (len(tree), len(distinct))


def mirror(game, names):
    """The play in the mirror, worked out on column numbers from 1; a play of monominoes itself."""
    if game.length == 1:
        return names
    return tuple(
        f"{name[0]}{game.cols + 1 - int(name[1:]) - (game.length - 1 if name[0] == 'H' else 0)}"
        for name in names
    )


def test_the_set_formula_is_the_definition():
    """On boards with few strategy profiles: the plays of all profiles without a profitable deviation."""
    tried = 0
    for board in TWO_PLAYERS:
        tree = tree_of(Falling(*board))
        if number_of_profiles(tree) <= 5_000:
            tried += 1
            assert equilibrium_plays(tree, 2) == equilibrium_plays_by_definition(tree, 2)
    assert tried >= 20


@pytest.mark.parametrize(
    "board", [(2, 5), (3, 3), (3, 4, 2, 2, 1), (4, 2), (3, 5, 3), (3, 3, 1), (3, 3, 1, 3)], ids=str
)
def test_check_judges_every_play_as_the_grid_does(board):
    game = Falling(*board)
    players = game.players
    solution = game.solve()
    tree = tree_of(game)
    right = equilibrium_plays(tree, players)
    for names in tree:
        verdict = solution.check(Play.parse(game, " ".join(names)))
        assert verdict.is_equilibrium == (names in right)
        if verdict.mistake is not None:
            before, number = names[: verdict.mistake.number - 1], verdict.mistake.number
            assert any(good[: number - 1] == before for good in right)
            assert not any(good[:number] == names[:number] for good in right)
            options = {good[number - 1] for good in right if good[: number - 1] == before}
            assert {str(move) for move, _, _ in verdict.mistake.available} == options
            mover = (number - 1) % players
            for move, least, most in verdict.mistake.available:
                ends = [
                    payoffs(tree[good], players)[mover]
                    for good in right
                    if good[:number] == (*before, str(move))
                ]
                assert (least, most) == (min(ends), max(ends))
            earned = sum(tree[names][mover : number - 1 : players])
            rest = remaining(tree, before)
            least = min(paid[0] for paid in equilibrium_payoffs(rest, players))
            assert verdict.mistake.sure == earned + least
            earned += tree[names][number - 1]
            rest = remaining(tree, names[:number])
            most = max(paid[-1] for paid in equilibrium_payoffs(rest, players))
            assert verdict.mistake.at_most == earned + most
            assert (verdict.mistake.spoils is None) == (verdict.mistake.at_most < verdict.mistake.sure)


def remaining(tree, before):
    """The game that is left after some moves, with its own player one."""
    k = len(before)
    return {names[k:]: paid[k:] for names, paid in tree.items() if names[:k] == before}


def equilibrium_payoffs(tree, players):
    if () in tree:
        return [(0,) * players]
    return [payoffs(tree[names], players) for names in equilibrium_plays(tree, players)]


def test_a_kind_or_spiteful_play_is_an_equilibrium_play():
    for rule in ("generous", "spiteful"):
        for rows in range(1, 8):
            game = Falling(3, rows)
            everything = game.solve()
            for play in game.solve(rule).plays():
                assert everything.check(play).is_equilibrium
                assert play.payoffs == game.solve(rule).value


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 5), st.integers(1, 7), st.integers(0, 5), st.integers(2, 4))
def test_engines_agree_in_every_state(cols, rows, raised, length):
    rows = min(rows, 5) if cols == 5 else rows
    game = Falling(cols, rows, length, raised=raised)
    for ties in ("all", "generous", "spiteful"):
        plain, compiled = (game.solve(ties, engine=engine) for engine in ("plain", "compiled"))
        states = [(0,) * cols]
        for heights in states:
            assert plain.sets(heights) == compiled.sets(heights)
            states += [step.after for step in game.steps(heights) if step.after not in states]
            if len(states) > 60:
                break
    assert game.move_sequences(engine="plain") == game.move_sequences(engine="compiled")


def test_raised_games_are_the_upper_rows_of_higher_ones():
    """D(C, R)^{+q} is the subgame of D(C, R + q) with q full rows."""
    for cols, rows, q in ((2, 5, 2), (3, 4, 2), (3, 3, 4), (4, 3, 2)):
        whole = Falling(cols, rows + q).solve()
        raised = Falling(cols, rows, raised=q).solve()
        assert whole.sets((q,) * cols) == raised.sets((0,) * cols)


def test_one_column_is_stacking():
    for rows, wanted in zip(range(1, 11), GOLDEN["one_column"], strict=True):
        (only,) = Falling(1, rows).solve().equilibria()
        assert (only.payoffs, only.plays, only.plays_up_to_mirror) == (pair(wanted), 1, 1)
    for rows in range(1, 81):  # [Lef, Table 2]
        k, r = divmod(rows, 4)
        assert Falling(1, rows).solve("generous").value == (
            4 * k * k - k if r < 2 else 4 * k * k + 7 * k + 3,
            4 * k * k + 3 * k,
        )


def table_one(rows):
    """[Lef, Table 1]."""
    k = rows // 4
    return {
        0: (8 * k * k + k, 8 * k * k + 3 * k),
        1: (8 * k * k + 7 * k + 2, 8 * k * k + 5 * k),
        2: (8 * k * k + 9 * k + 3, 8 * k * k + 11 * k + 3),
        3: (8 * k * k + 15 * k + 7, 8 * k * k + 13 * k + 5),
    }[rows % 4]


def test_two_columns_follow_table_one():
    for rows in (*range(1, 41), 300):
        (only,) = Falling(2, rows).solve().equilibria()
        assert only.payoffs == table_one(rows)
        assert only.plays == 2 ** ((rows + 2) // 4)
        assert only.plays_up_to_mirror == (only.plays + 1) // 2
        assert only.empty == (0, 0)
    assert [table_one(rows) for rows in range(1, 11)] == [pair(p) for p in GOLDEN["two_columns"]]


@pytest.mark.parametrize("engine", ["plain", "compiled"])
def test_counts_and_empty_cells_are_those_of_the_listed_plays(engine):
    """On D(3, 9) some pairs of payoffs have plays of different lengths."""
    solution = Falling(3, 9).solve(engine=engine)
    uneven = [found for found in solution.equilibria() if found.empty[0] < found.empty[1]]
    assert len(uneven) == 23
    for found in uneven[:8]:
        listed = list(solution.plays(found.payoffs, up_to_mirror=False))
        assert len(listed) == len(set(map(str, listed))) == found.plays
        assert {play.payoffs for play in listed} == {found.payoffs}
        empty = [play.empty for play in listed]
        assert (min(empty), max(empty)) == found.empty
        assert len(list(solution.plays(found.payoffs))) == found.plays_up_to_mirror


def test_golden_sets():
    for cols, name in ((3, "three_columns"), (4, "four_columns")):
        for rule in ("generous", "spiteful"):
            for rows, wanted in enumerate(GOLDEN[name][rule][:6], 1):
                assert Falling(cols, rows).solve(rule).value == pair(wanted)
    three = [Falling(3, rows).solve().equilibria() for rows in range(1, 7)]
    assert [len(found) for found in three] == GOLDEN["three_columns"]["pairs"]
    assert [sum(e.plays for e in found) for found in three] == GOLDEN["three_columns"]["plays"]
    assert [e.payoffs for e in three[3]] == [pair(p) for p in GOLDEN["three_columns"]["set_of_four_rows"]]
    four = Falling(4, 3).solve().equilibria()
    assert [e.payoffs for e in four] == [pair(p) for p in GOLDEN["four_columns"]["set_of_three_rows"]]
    for cols, rows, raw, mirrored in GOLDEN["move_sequences"]:
        assert Falling(cols, rows).move_sequences() == (raw, mirrored)


def test_counts_wider_than_a_limb():
    """Sequences of D(2, 200) pass 64 bits: the limbs must carry as Python's integers do."""
    game = Falling(2, 200)
    raw, mirrored = game.move_sequences(engine="compiled")
    assert raw == game.move_sequences(engine="plain")[0]
    assert raw.bit_length() > 192
    assert mirrored == (raw + 1) // 2  # only all-horizontal is its own mirror image


@pytest.mark.parametrize("numbers", [(2**64 - 1, 1), (2**128 - 1, 1), (2**128 - 2**64, 2**64 - 1), (5, 7)])
def test_limbs_carry_through_full_limbs(numbers):
    """A limb of all ones passes on the carry that comes in."""
    entries = np.array([[0, 0, n % 2**64, n >> 64] for n in numbers], np.uint64)
    total = sum(numbers)
    assert called(kernels.add)(entries, 0, 1) == (total < 2**128)
    assert [int(limb) for limb in entries[0, kernels.COUNT :]] == [total % 2**64, (total >> 64) % 2**64]


def test_the_plain_engine_stops_before_memory_does(monkeypatch):
    monkeypatch.setattr(induction, "process_memory", lambda: (0, 0))
    with pytest.raises(TooLargeError, match=r"the 844,596,301 tuples of heights of D\(5,60\) need about"):
        Falling(5, 60).solve(engine="plain").equilibria()
    with pytest.raises(TooLargeError, match=r"the equilibrium sets of D\(3,14\) need about 3.0 MiB"):
        Falling(3, 14).solve(engine="plain", max_memory="3MiB").equilibria()  # the states fit, not their sets


def test_growing_beyond_the_limit_is_refused(monkeypatch):
    """The estimate can be too small; then the growth of the sets is stopped."""
    monkeypatch.setattr(kernels, "entries_per_state", lambda game: 0.0)
    monkeypatch.setattr(kernels, "process_memory", lambda: (2**21, 2**21))
    monkeypatch.setattr(kernels, "loaded_memory", lambda: 0)
    with pytest.raises(TooLargeError, match=r"the equilibrium sets of D\(3,20\) need about"):
        Falling(3, 20).solve(engine="compiled", max_memory="2MiB").equilibria()


def test_monominoes_for_three_players():
    for cols, rows, wanted in GOLDEN["monomino_three_players"]:
        assert Falling(cols, rows, 1, players=3).solve().payoffs == [tuple(wanted)]
    assert Falling(3, 3, 1, players=3).solve().payoffs == [(3, 6, 9), (5, 6, 7)]


def test_two_players_have_one_payoff_pair_with_monominoes():
    """Constant-sum: all equilibria pay the same."""
    for cols in range(1, 7):
        for rows in range(1, 7):
            (only,) = Falling(cols, rows, 1).solve().payoffs
            assert sum(only) == cols * rows * (rows + 1) // 2


@pytest.mark.parametrize("ties", ["all", "generous"])
@pytest.mark.parametrize("engine", ["plain", "compiled"])
def test_solutions_are_values(ties, engine):
    """Equality, hash and pickle."""
    solution = Falling(3, 4).solve(ties, engine=engine)
    again = pickle.loads(pickle.dumps(solution))
    assert again == solution == Falling(3, 4).solve(ties)
    assert hash(again) == hash(solution)
    assert again.payoffs == solution.payoffs


def test_old_names():
    """Names of version 0.2."""
    game = dominogame.Dominogame(3, 4, 1, 2)
    assert game == Falling(3, 4, raised=1)
    assert monominogame.Monominogame(3, 2, 3, 1) == Falling(3, 2, 1, 3, 1)
    assert dominogame.equilibria(game) == game.solve().equilibria()
    assert dominogame.value(game, "spiteful") == game.solve("spiteful").value
    assert list(dominogame.plays(game)) == list(dominogame.solve(game).plays())
    play = next(dominogame.plays(game))
    assert dominogame.check(game, play) == game.solve().check(play)
    assert dominogame.move_sequences(game) == game.move_sequences()
    assert monominogame.move_sequences(monominogame.Monominogame(3, 3)) == 42
