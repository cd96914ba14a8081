"""Perfect positions, in which no cell is empty, everywhere: the same numbers by all front doors."""

import json
from fractions import Fraction

import pytest
from click.testing import CliRunner

from enumerate import (
    Board,
    count,
    densities,
    evaluate,
    growth,
    list_positions,
    moments,
    polynomial_recurrence,
    positions,
    recurrence,
    sample,
)
from enumerate.checking.brute import brute_force
from enumerate.cli import main

BOARDS = [
    Board.rectangle(3, 4),
    Board.parse("..#.\n....\n.#.."),
    Board.rectangle(3, 4, wrap=(False, True)),
    Board.rectangle(4, 3, wrap=(True, True)),
    Board.rectangle(3, 3),
    Board.box(2, 2, 2),
]


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_all_front_doors_agree_with_brute_force(board):
    full = {m: c for m, c in brute_force(board) if 2 * sum(m) == len(board)}
    total = sum(full.values())
    assert dict(positions(board, "perfect")) == full
    assert count(board, "perfect") == evaluate(board, "perfect").value == total
    assert positions(board, "perfect", by="left").total == total
    listed = list_positions(board, "perfect")
    assert listed.total == len(set(listed.listing())) == total
    if total:
        assert all(
            len(position.covered) == len(board) for position in sample(board, "perfect", size=9, seed=1)
        )
        assert moments(board, "perfect").density == 1
        assert all(sum(chances) == 1 for chances in densities(board, "perfect").cells.values())


@pytest.mark.parametrize("wrap", [False, True])
def test_strips(wrap):
    boards = [Board.rectangle(m, 4, wrap=(False, wrap)) for m in range(1, 7)]
    assert recurrence(4, "perfect", wrap=wrap).totals(7)[1:] == [count(board, "perfect") for board in boards]
    found = polynomial_recurrence(4, "perfect", wrap=wrap).polynomials(5)
    assert found[1:] == [positions(board, "perfect") for board in boards[:4]]
    at = recurrence(4, "perfect", wrap=wrap, x=2, y=-3).totals(5)
    assert at[1:] == [evaluate(board, "perfect", x=2, y=-3).value for board in boards[:4]]
    rate, totals = growth(4, "perfect", wrap=wrap), recurrence(4, "perfect", wrap=wrap).totals(203)
    assert abs(Fraction(totals[202], totals[200]) - rate.low**2) < Fraction(1, 10**8)


def test_polynomial_recurrences_in_latex():
    found = polynomial_recurrence(2, "maximal", wrap="cols")
    written = found.latex()
    assert written.startswith("\\begin{aligned}\n & D_{m} = c_{1} D_{m-1}")
    for number, coefficient in enumerate(found.coefficients, 1):
        assert f"c_{{{number}}} = {coefficient.latex()}," in written
    run = CliRunner().invoke(
        main,
        [
            "recurrence",
            "--cols",
            "2",
            "--wrap",
            "cols",
            "--kind",
            "maximal",
            "--polynomial",
            "--format",
            "latex",
        ],
    )
    assert run.output == written + "\n"


@pytest.mark.parametrize(
    "command",
    [
        ["positions", "--rows", "4", "--cols", "4"],
        ["evaluate", "--rows", "4", "--cols", "4", "--moments"],
        ["densities", "--rows", "4", "--cols", "4"],
        ["sample", "--rows", "4", "--cols", "4", "--seed", "1"],
        ["list", "--rows", "4", "--cols", "4", "--size", "2"],
        ["recurrence", "--cols", "4"],
        ["growth", "--cols", "4"],
    ],
    ids=lambda command: command[0],
)
def test_commands_take_the_kind(command):
    run = CliRunner().invoke(main, [*command, "--kind", "perfect", "--format", "json"])
    assert run.exit_code == 0, run.output
    assert json.loads(run.stdout)["kind"] == "perfect"


def test_plots_take_the_kind(tmp_path):
    for command in ("positions", "evaluate"):
        picture = tmp_path / f"{command}.svg"
        options = ["--rows", "4", "--cols", "4", "--kind", "perfect", "--picture", str(picture)]
        run = CliRunner().invoke(main, [command, *options])
        assert run.exit_code == 0, run.output
        assert picture.stat().st_size > 1000
