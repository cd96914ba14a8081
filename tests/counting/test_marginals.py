"""Marginals: the polynomial of brute force, collapsed; by lanes on small boards and in every kind."""

import json
from collections import Counter

import pytest
from boards import KINDS, boards_inside, random_board
from click.testing import CliRunner

from enumerate import Board, InputError, positions, verify
from enumerate.checking.brute import all_positions, brute_force
from enumerate.cli import main
from enumerate.model.polynomial import By
from enumerate.model.weights import weights_of
from enumerate.reconstruct.answers import answer
from enumerate.reconstruct.weighted import weighted_plan
from enumerate.rules.problem import Problem

FLAT = ("size", "left", "right", "difference")


def statistic(by, counts):
    return sum(grade * count for grade, count in zip(By(by).grades(len(counts)), counts, strict=True))


@pytest.mark.parametrize("seed", range(60))
def test_marginals_are_those_of_brute_force(seed):
    board, stuck = random_board(seed)
    by = ["size", "left", "right", "middle", "difference"][seed % 5]
    if (by == "difference" and board.dimension != 2) or (by in ("right", "middle") and board.dimension < 3):
        by = "size"
    numbers = Counter(statistic(by, position.counts) for position in all_positions(board, stuck=stuck))
    found = positions(board, stuck=stuck, by=by)
    assert found.terms == tuple(sorted(numbers.items()))
    assert found.total == sum(numbers.values())
    mean = sum(value * number for value, number in numbers.items()) / found.total
    assert abs(found.mean - mean) < 1e-12
    assert abs(found.variance - sum((v - mean) ** 2 * n for v, n in numbers.items()) / found.total) < 1e-9


@pytest.mark.parametrize("by", FLAT)
def test_lanes_of_marginals(by):
    """As many lanes as coefficients and primes, and the right coefficients."""
    for seed in range(12):
        board, stuck = random_board(seed)
        if board.dimension != 2:
            continue
        grades, weights = By(by).grades(2), weights_of((None,) * 3, "xy")
        sums, how = answer(
            Problem(board, stuck),
            lambda p, total, g=grades, w=weights: weighted_plan(p, w, g, total),
        )
        numbers = Counter()
        for counts, number in brute_force(board, stuck=stuck):
            numbers[statistic(by, counts)] += number
        assert {value: int(real) for value, (real, _) in sums.items()} == dict(numbers)
        assert how["lanes"] == (max(numbers) - min(numbers) + 1) * (len(how["primes"]) + 1)


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.slow)])
def test_marginals_of_boards_inside_2_x_3_in_all_kinds(every):
    for board in [*boards_inside(2, 3)][every - 1 :: every]:
        for kind in (*KINDS, "any-end"):
            polynomial = positions(board, kind)
            for by in FLAT:
                numbers = Counter()
                for counts, number in polynomial:
                    numbers[statistic(by, counts)] += number
                assert positions(board, kind, by=by).terms == tuple(sorted(numbers.items()))


@pytest.mark.parametrize("kind", [*KINDS, "any-end"])
def test_marginals_of_alternating_play(kind):
    board = Board.parse("....\n.#..\n....")
    polynomial = positions(board, kind, play=True)
    for by in FLAT:
        numbers = Counter()
        for counts, number in polynomial:
            numbers[statistic(by, counts)] += number
        assert positions(board, kind, play=True, by=by).terms == tuple(sorted(numbers.items()))


def test_marginals_of_a_board_in_turned_parts():
    board = Board.parse("...#..\n...#..\n####..\n.#####")
    for by in FLAT:
        numbers = Counter()
        for counts, number in positions(board):
            numbers[statistic(by, counts)] += number
        assert positions(board, by=by).terms == tuple(sorted(numbers.items()))


def test_by_size_of_a_board_with_too_many_terms_for_a_test_is_the_f_vector_of_the_polynomial():
    board = Board.rectangle(9, 10)
    sizes = positions(board, "maximal", by="size")
    assert dict(sizes) == {k: n for k, n in enumerate(positions(board, "maximal").by_size()) if n}


@pytest.mark.parametrize(
    ("board", "by", "message"),
    [
        (Board.rectangle(2, 2), "sizes", "unknown statistic 'sizes': did you mean 'size'"),
        (Board.rectangle(2, 2), "middle", "Middle has no pieces"),
        (Board.box(2, 2, 2), "difference", "not with 3 variables"),
    ],
)
def test_statistics_that_are_none(board, by, message):
    with pytest.raises(InputError, match=message):
        positions(board, by=by)


def said(*words, command="positions"):
    result = CliRunner().invoke(main, [command, *words])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_command_counts_by_a_statistic():
    board = ["--rows", "3", "--cols", "4"]
    marginal = positions(Board.rectangle(3, 4), by="difference")
    shown = json.loads(said(*board, "--by", "difference", "--format", "json"))
    assert shown["terms"] == marginal.to_json()
    assert (shown["by"], shown["variables"], shown["total"]) == ("difference", ["t"], str(marginal.total))
    assert said(*board, "--by", "difference", "--format", "csv") == marginal.table().csv()
    assert said(*board, "--by", "difference", "--format", "sympy") == f"{marginal.expression()}\n"
    assert said(*board, "--by", "left").endswith("t counts Left's dominoes\n")


def test_the_command_counts_exactly_so_many():
    board = Board.parse("...\n.#.\n...")
    sizes = Counter(len(position.dominoes) for position in all_positions(board, "maximal"))
    for number in range(6):
        for option, wanted in (("--pieces", sizes[number]), ("--empty", sizes[(8 - number) / 2])):
            words = ["-", "--kind", "maximal", option, str(number), "--format", "json"]
            shown = json.loads(CliRunner().invoke(main, ["count", *words], input=f"{board}\n").stdout)
            assert shown["total"] == str(wanted)
            assert shown["terms"] is None
            assert shown[{"--pieces": "dominoes", "--empty": "empty"}[option]] == number


def exactly(position_words, board, option, number):
    words = ["count", "-", *position_words, option, str(number), "--format", "json"]
    done = CliRunner().invoke(main, words, input=f"{board}\n")
    assert done.exit_code == 0, done.stderr
    return int(json.loads(done.stdout)["total"])


def check_exactly(board, kind, game="domineering", least=0):
    """Both options, for all numbers, against all positions."""
    found = list(all_positions(board, kind, game=game))
    cells = len(board)
    wrap = ",".join(name for name, is_wrapped in zip(("rows", "cols"), board.wrap, strict=True) if is_wrapped)
    words = ["--kind", kind, "--game", game, *(["--wrap", wrap] if wrap else [])]
    pieces = Counter(len(position.placements) for position in found)
    free = Counter(cells - sum(len(p.cells) for p in position.placements) for position in found)
    for number in range(least, cells + 2):
        assert exactly(words, board, "--pieces", number) == pieces[number]
        assert exactly(words, board, "--empty", number) == free[number]


@pytest.mark.parametrize("kind", ["general", "maximal", "left-end", "right-end", "any-end", "perfect"])
def test_exactly_so_many_in_every_kind(kind):
    for text, wrap in (("..#\n...", (False, True)), ("...\n...\n...", (True, True))):
        check_exactly(Board.parse(text, wrap=wrap), kind, least=2)


@pytest.mark.parametrize("game", ["node-kayles", "col", "triomineering", "partizan-kayles", "squares"])
def test_exactly_so_many_of_other_games(game):
    """Pieces of one cell or three, and players whose pieces differ."""
    check_exactly(Board.parse("...\n..#\n..."), "general", game)


def test_exactly_so_many_in_a_box():
    box = Board.box(2, 2, 2)
    sizes = Counter(len(position.dominoes) for position in all_positions(box, "maximal"))
    for number in range(5):
        words = ["2x2x2", "--kind", "maximal", "--format", "json"]
        assert json.loads(said(*words, "--pieces", str(number), command="count"))["total"] == str(
            sizes[number]
        )
        assert json.loads(said(*words, "--empty", str(8 - 2 * number), command="count"))["total"] == str(
            sizes[number]
        )


def test_pieces_of_different_sizes_leave_no_number_of_cells():
    words = ["count", "--rows", "2", "--cols", "2", "--game", "kayles", "--empty", "1"]
    done = CliRunner().invoke(main, words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "'kayles' cover different numbers of cells" in done.stderr


def test_an_answer_by_one_number_is_not_taken_for_a_whole_one():
    for command, *words in (["positions", "--by", "size"], ["count", "--pieces", "2"]):
        with pytest.raises(InputError, match="only whole polynomials and totals can be verified"):
            verify(said("--rows", "2", "--cols", "3", *words, "--format", "json", command=command))
