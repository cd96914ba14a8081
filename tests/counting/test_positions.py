"""Counts by numbers of pieces: marginals, their evaluation points, and `pieces` in count, sample and list."""

import json
from collections import Counter
from itertools import product

import pytest
from boards import random_board
from click.testing import CliRunner

import enumerate as en
from enumerate import Board, InputError, positions, verify
from enumerate.checking.brute import all_positions, brute_force
from enumerate.cli import main
from enumerate.model.polynomial import By
from enumerate.model.weights import weights_of
from enumerate.reconstruct.answers import answer
from enumerate.reconstruct.reconstruction import weighted_plan
from enumerate.rules.problem import Problem

FLAT = ("size", "left", "right", "difference")


def statistic(by, counts):
    return sum(grade * count for grade, count in zip(By(by).grades(len(counts)), counts, strict=True))


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


def test_by_size_of_a_board_with_too_many_terms_for_a_test_is_the_f_vector_of_the_polynomial():
    board = Board.rectangle(9, 10)
    sizes = positions(board, "maximal", by="size")
    assert dict(sizes) == {k: n for k, n in enumerate(positions(board, "maximal").by_size()) if n}


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


def test_pieces_of_different_sizes_leave_no_number_of_cells():
    words = ["count", "--rows", "2", "--cols", "2", "--game", "kayles", "--empty", "1"]
    done = CliRunner().invoke(main, words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "'kayles' cover different numbers of cells" in done.stderr


def test_an_answer_by_one_number_is_not_taken_for_a_whole_one():
    for command, *words in (["positions", "--by", "size"], ["count", "--pieces", "2"]):
        with pytest.raises(InputError, match="only whole polynomials and totals can be verified"):
            verify(said("--rows", "2", "--cols", "3", *words, "--format", "json", command=command))


CASES = [
    ("3x4", "domineering", {}),
    ("3x4", "domineering", {"kind": "maximal"}),
    ("3x4", "domineering", {"kind": "any-end"}),
    ("3x4", "domineering", {"play": True}),
    ("3x4", "domineering", {"kind": "any-end", "play": True, "turn": "right"}),
    ("2x3", "col", {"kind": "right-end", "play": True}),
    ("3x3", "node-kayles", {"kind": "maximal"}),
    ("2x2x2", "domineering", {}),
]


def fits(pieces, counts):
    if isinstance(pieces, int):
        return sum(counts) == pieces
    return all(wanted in (None, number) for wanted, number in zip(pieces, counts, strict=True))


@pytest.mark.parametrize(("board", "game", "asked"), CASES)
def test_pieces_select_terms_of_the_polynomial(board, game, asked):
    terms = dict(en.brute_force(board, game=game, **asked))
    most = max(map(sum, terms))
    variables = len(next(iter(terms)))
    for pieces in [*range(most + 2), *product(*[[None, 0, 2]] * variables)]:
        wanted = sum(number for counts, number in terms.items() if fits(pieces, counts))
        assert en.count(board, pieces=pieces, game=game, **asked) == wanted
        listed = en.list_positions(board, pieces=pieces, game=game, **asked)
        assert listed.total == wanted
        found = list(listed.listing(0, 5))
        if wanted:
            found += en.sample(board, pieces=pieces, size=3, seed=1, game=game, **asked)
        for position in found:
            assert position.counts in terms
            assert fits(pieces, position.counts)
