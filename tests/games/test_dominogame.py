"""Dominogames against a grid that drops real pieces, and against the paper's tables where they are right."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from falling_grid import (
    Grid,
    all_plays,
    equilibrium_plays,
    equilibrium_plays_by_definition,
    number_of_profiles,
    payoffs,
    tie_rule_value,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from enumerate.games.dominogame import (
    Dominogame,
    check,
    equilibria,
    move_sequences,
    plays,
    solve,
    value,
)
from enumerate.games.falling import kernels, tables
from enumerate.games.falling.model import Play
from enumerate.support.errors import InputError, TooLargeError

GOLDEN = json.loads((Path(__file__).parents[1] / "fixtures" / "dominogame.json").read_text())
SMALL = [
    *((1, rows, 0, 2) for rows in range(1, 9)),
    *((2, rows, q, 2) for rows in range(1, 9) for q in (0, 3)),
    *((3, rows, q, 2) for rows in range(1, 6) for q in (0, 1, 4)),
    *((4, rows, q, 2) for rows in range(1, 4) for q in (0, 2)),
    (5, 1, 0, 2), (5, 2, 0, 2), (6, 1, 0, 2),
    *((3, rows, 0, 3) for rows in range(1, 9)),
    *((4, rows, 1, 4) for rows in range(1, 8)),
    (4, 4, 0, 3), (1, 4, 0, 1), (3, 2, 0, 1), (2, 3, 0, 5),
]  # fmt: skip


def pair(numbers):
    return tuple(map(int, numbers))


@pytest.mark.parametrize("engine", ["plain", "compiled"])
@pytest.mark.parametrize("board", SMALL, ids=str)
def test_equals_the_grid(board, engine):
    game = Dominogame(*board)
    tree = all_plays(Grid(*board))
    wanted = equilibrium_plays(tree, 2)
    counts = Counter(payoffs(tree[names], 2) for names in wanted)
    found = solve(game, engine=engine).equilibria()
    assert {e.payoffs: e.plays for e in found} == dict(counts)
    cells = game.cols * game.rows
    for e in found:
        same = [names for names in wanted if payoffs(tree[names], 2) == e.payoffs]
        empty = [cells - game.length * len(names) for names in same]
        assert e.empty == (min(empty), max(empty))
        mirrored = {min(names, mirror(game, names)) for names in same}
        assert e.plays_up_to_mirror == len(mirrored)
    assert {
        tuple(map(str, play.moves)) for play in solve(game, engine=engine).plays(up_to_mirror=False)
    } == wanted
    for rule, sign in (("kind", 1), ("spite", -1)):
        assert value(game, rule, engine=engine) == tie_rule_value(tree, 2, sign)
    distinct = {min(names, mirror(game, names)) for names in tree}
    assert move_sequences(game, engine=engine) == (len(tree), len(distinct))


def mirror(game, names):
    """The play in the mirror, worked out on column numbers from 1."""
    return tuple(
        f"{name[0]}{game.cols + 1 - int(name[1:]) - (game.length - 1 if name[0] == 'H' else 0)}"
        for name in names
    )


def test_the_set_formula_is_the_definition():
    """On boards with few strategy profiles: the plays of all profiles without a profitable deviation."""
    tried = 0
    for board in SMALL:
        tree = all_plays(Grid(*board))
        if number_of_profiles(tree) <= 20_000:
            tried += 1
            assert equilibrium_plays(tree, 2) == equilibrium_plays_by_definition(tree, 2)
    assert tried >= 20


@pytest.mark.parametrize(
    "board", [(2, 5, 0, 2), (3, 3, 0, 2), (3, 4, 1, 2), (4, 2, 0, 2), (3, 5, 0, 3)], ids=str
)
def test_check_judges_every_play_as_the_grid_does(board):
    game = Dominogame(*board)
    solution = solve(game)
    tree = all_plays(Grid(*board))
    right = equilibrium_plays(tree, 2)
    for names in tree:
        verdict = solution.check(Play.parse(game, " ".join(names)))
        assert verdict.is_equilibrium == (names in right)
        if verdict.mistake is not None:
            before, number = names[: verdict.mistake.number - 1], verdict.mistake.number
            assert any(good[: number - 1] == before for good in right)
            assert not any(good[:number] == names[:number] for good in right)
            options = {good[number - 1] for good in right if good[: number - 1] == before}
            assert {str(move) for move, _, _ in verdict.mistake.available} == options
            mover = (number - 1) % 2
            for move, least, most in verdict.mistake.available:
                ends = [
                    payoffs(tree[good], 2)[mover] for good in right if good[:number] == (*before, str(move))
                ]
                assert (least, most) == (min(ends), max(ends))
            earned = sum(tree[names][mover : number - 1 : 2])
            rest = remaining(tree, before)
            assert verdict.mistake.sure == earned + min(own for own, _ in equilibrium_payoffs(rest))
            paid, rest = tree[names][number - 1], remaining(tree, names[:number])
            assert verdict.mistake.at_most == earned + paid + max(own for _, own in equilibrium_payoffs(rest))
            assert (verdict.mistake.spoils is None) == (verdict.mistake.at_most < verdict.mistake.sure)


def remaining(tree, before):
    """The game that is left after some moves, with its own player one."""
    k = len(before)
    return {names[k:]: paid[k:] for names, paid in tree.items() if names[:k] == before}


def equilibrium_payoffs(tree):
    if () in tree:
        return [(0, 0)]
    return [payoffs(tree[names], 2) for names in equilibrium_plays(tree, 2)]


def test_a_kind_or_spiteful_play_is_an_equilibrium_play():
    for rule in ("kind", "spite"):
        for rows in range(1, 8):
            game = Dominogame(3, rows)
            everything = solve(game)
            for play in plays(game, rule):
                assert everything.check(play).is_equilibrium
                assert play.payoffs == value(game, rule)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 5), st.integers(1, 7), st.integers(0, 5), st.integers(1, 4))
def test_engines_agree_in_every_state(cols, rows, raised, length):
    rows = min(rows, 5) if cols == 5 else rows
    game = Dominogame(cols, rows, raised, length)
    for ties in ("set", "kind", "spite"):
        plain, compiled = (solve(game, ties, engine=engine) for engine in ("plain", "compiled"))
        states = [(0,) * cols]
        for heights in states:
            if ties == "set":
                assert plain.bundles(heights) == compiled.bundles(heights)
            else:
                assert plain.sets(heights) == compiled.sets(heights)
            states += [step.after for step in game.steps(heights) if step.after not in states]
            if len(states) > 60:
                break
    assert move_sequences(game, engine="plain") == move_sequences(game, engine="compiled")


def test_raised_games_are_the_upper_rows_of_higher_ones():
    """D(C, R)^{+q} is the subgame of D(C, R + q) with q full rows."""
    for cols, rows, q in ((2, 5, 2), (3, 4, 2), (3, 3, 4), (4, 3, 2)):
        whole = solve(Dominogame(cols, rows + q))
        raised = solve(Dominogame(cols, rows, raised=q))
        assert whole.bundles((q,) * cols) == raised.bundles((0,) * cols)


def test_one_column_is_stacking():
    for rows, wanted in zip(range(1, 11), GOLDEN["one_column"], strict=True):
        (only,) = equilibria(Dominogame(1, rows))
        assert (only.payoffs, only.plays, only.plays_up_to_mirror) == (pair(wanted), 1, 1)
    for rows in range(1, 81):  # [Lef, Table 2]
        k, r = divmod(rows, 4)
        assert value(Dominogame(1, rows), "kind") == (
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
    for rows in range(1, 61):
        (only,) = equilibria(Dominogame(2, rows))
        assert only.payoffs == table_one(rows)
        assert only.plays == 2 ** ((rows + 2) // 4)
        assert only.plays_up_to_mirror == (only.plays + 1) // 2
        assert only.empty == (0, 0)
    assert [table_one(rows) for rows in range(1, 11)] == [pair(p) for p in GOLDEN["two_columns"]]


def test_two_columns_of_three_hundred_rows():
    (only,) = equilibria(Dominogame(2, 300))
    assert only == type(only)(table_one(300), 2**75, 2**74, (0, 0))


@pytest.mark.parametrize(("cols", "name"), [(3, "three_columns"), (4, "four_columns")])
def test_golden_tie_rules(cols, name):
    for rule in ("kind", "spite"):
        for rows, wanted in zip(range(1, 7), GOLDEN[name][rule], strict=False):
            assert value(Dominogame(cols, rows), rule) == pair(wanted)


@pytest.mark.parametrize("engine", ["plain", "compiled"])
def test_counts_and_empty_cells_are_those_of_the_listed_plays(engine):
    """On D(3, 9) some pairs of payoffs have plays of different lengths."""
    solution = solve(Dominogame(3, 9), engine=engine)
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
    three = [equilibria(Dominogame(3, rows)) for rows in range(1, 7)]
    assert [len(found) for found in three] == GOLDEN["three_columns"]["pairs"]
    assert [sum(e.plays for e in found) for found in three] == GOLDEN["three_columns"]["plays"]
    assert [e.payoffs for e in three[3]] == [pair(p) for p in GOLDEN["three_columns"]["set_of_four_rows"]]
    four = equilibria(Dominogame(4, 3))
    assert [e.payoffs for e in four] == [pair(p) for p in GOLDEN["four_columns"]["set_of_three_rows"]]
    for cols, rows, raw, mirrored in GOLDEN["move_sequences"]:
        assert move_sequences(Dominogame(cols, rows)) == (raw, mirrored)


def test_counts_wider_than_a_limb():
    """Sequences of D(2, 200) pass 64 bits: the limbs must carry as Python's integers do."""
    game = Dominogame(2, 200)
    raw, mirrored = move_sequences(game, engine="compiled")
    assert raw == move_sequences(game, engine="plain")[0]
    assert raw.bit_length() > 192
    assert mirrored == (raw + 1) // 2  # only all-horizontal is its own mirror image


@pytest.mark.parametrize("numbers", [(2**64 - 1, 1), (2**128 - 1, 1), (2**128 - 2**64, 2**64 - 1), (5, 7)])
def test_limbs_carry_through_full_limbs(numbers):
    """A limb of all ones passes on the carry that comes in."""
    limbs = np.array([[n % 2**64, n >> 64] for n in numbers], np.uint64)
    total = sum(numbers)
    assert kernels.add(limbs, 0, 1) == (total < 2**128)
    assert [int(limb) for limb in limbs[0]] == [total % 2**64, (total >> 64) % 2**64]


def test_plays_of_one_pair():
    game = Dominogame(3, 4)
    assert {play.payoffs for play in plays(game, payoffs=(16, 14))} == {(16, 14)}
    with pytest.raises(InputError, match=r"\(1, 2\) are not payoffs of an equilibrium of D\(3,4\)"):
        next(plays(game, payoffs=(1, 2)))


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("V1 V1", "the play stops after 2 moves, but V2 still fits"),
        ("V1 V1 V1", "move 3, 'V1', does not fit (what fits: V2, V3, H2)"),
        ("V1 h4", "move 2, 'H4', does not fit"),
        ("V1 V0", "'V0' is not a move"),
    ],
)
def test_bad_plays_are_refused(moves, message):
    game = Dominogame(3, 4)
    with pytest.raises(InputError) as error:
        check(game, Play.parse(game, moves))
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"cols": 0, "rows": 1}, "`cols` must be at least 1, not 0"),
        ({"cols": 1, "rows": -1}, "`rows` must be at least 1, not -1"),
        ({"cols": 1, "rows": 1, "raised": -2}, "`raised` must be at least 0, not -2"),
        ({"cols": 1, "rows": 1, "length": 0}, "`length` must be at least 1, not 0"),
    ],
)
def test_bad_boards_are_refused(arguments, message):
    with pytest.raises(InputError) as error:
        Dominogame(**arguments)
    assert str(error.value) == message


def test_too_large_is_refused_before_work():
    with pytest.raises(TooLargeError, match=r"need about .* may be used. Ask for one tie rule"):
        equilibria(Dominogame(5, 60))
    with pytest.raises(TooLargeError, match="more than 31 bits"):
        value(Dominogame(2, 3000, raised=10**6), "kind")


def test_the_plain_engine_stops_before_memory_does():
    with pytest.raises(TooLargeError, match=r"the 844,596,301 tuples of heights of D\(5,60\) need about"):
        equilibria(Dominogame(5, 60), engine="plain")
    with pytest.raises(TooLargeError, match=r"the equilibrium sets of D\(3,14\) need about 3.0 MiB"):
        equilibria(Dominogame(3, 14), engine="plain", max_memory="3MiB")  # the states fit, not their sets


def test_growing_beyond_the_limit_is_refused(monkeypatch):
    """The estimate can be too small; then the growth of the sets is stopped."""
    monkeypatch.setattr(tables, "entries_per_state", lambda game: 0.0)
    with pytest.raises(TooLargeError, match=r"the equilibrium sets of D\(3,20\) need about"):
        equilibria(Dominogame(3, 20), engine="compiled", max_memory="2MiB")


@pytest.mark.slow
@pytest.mark.parametrize("board", [(3, 6, 0, 2), (4, 4, 0, 2), (5, 3, 0, 2), (2, 12, 1, 2)], ids=str)
def test_equals_the_grid_on_larger_boards(board):
    test_equals_the_grid(board, "compiled")
