"""The commands that count: `positions`, `count`, `alpha`, `fewest`, `most`; weights and costs in files."""

import json
import subprocess
import sys
from fractions import Fraction
from math import prod

import pytest
from typed import answer, printed, refused

import enumerate as en
from enumerate import Board, Domino, Position, brute_force, positions
from enumerate.rules.kinds import whose_turn

QUESTION = "positions --rows 4 --cols 3 --kind maximal"


@pytest.mark.parametrize(
    "lines",
    [
        [f"{QUESTION} --engine {name}" for name in ("auto", "barstate", "dictionary", "modular")],
        [f"positions 3x3 {w}" for w in ("--kind left-end", "--stuck L", "--stuck left", "--stuck Left")],
        [f"fewest 3x4 {words}" for words in ("--kind right-end", "--stuck right")],
        [f"evaluate 4x4 {words}" for words in ("--activity 3/2", "--x 3/2 --y 3/2")],
        [f"densities 3x3 {words}" for words in ("--activity 2", "--x 2 --y 2")],
        [f"sample 4x4 --seed 2 {words}" for words in ("--activity 3", "--x 3 --y 3")],
        *(
            [f"{line} --game kings --stuck {word}" for word in ("either", "left")]
            for line in ("positions 2x2", "evaluate 2x2", "fewest 2x2", "recurrence 2")
        ),
    ],
    ids=lambda lines: lines[0],
)
def test_two_ways_to_ask_have_one_answer(lines):
    assert len({printed(line) for line in lines}) == 1


def test_the_best_positions_by_the_number_of_pieces():
    wanted = en.dearest("3x3", cost=1, k=3)
    assert printed("most 3x3 --best 3") == f"{wanted.summary()}\n\n{wanted.table().text()}\n"


def test_boards_from_files_and_stdin(tmp_path):
    drawing = "....\n.###\n...#\n"
    (tmp_path / "board.txt").write_text(drawing)
    shown = printed("positions", tmp_path / "board.txt")
    assert shown == printed("positions", "-", stdin=drawing)
    assert f"total {positions(Board.parse(drawing)).total}:" in shown
    assert "line 3, column 2" in refused("positions", "-", stdin="\n\n.L\n..\n")


def test_a_domino_across_the_seam():
    free = Board.parse("#..#\n....", wrap=(False, True))
    shown = printed("count - --wrap cols", stdin="R..R\n....\n")
    assert shown.startswith(f"total {positions(free).total}:")


def test_provenance_speaks_of_the_whole_answer():
    assert answer("count 3x3 --play")["provenance"]["engine"] == "dictionary"
    found = answer("positions 4x4 --kind any-end --engine modular")
    assert len(found["provenance"]["different_summands"]) == 3


HEAVY = "numba sympy scipy matplotlib dask"


@pytest.mark.parametrize(
    ("line", "unused"),
    [
        (QUESTION, f"{HEAVY} numpy fractions json tomllib difflib pathlib"),
        ("falling 3x5 --show", f"{HEAVY} numpy"),
        ("dominoes match", HEAVY),
    ],
)
def test_a_small_question_imports_nothing_heavy(line, unused):
    code = (
        f"import sys; from enumerate.cli import main; main({line.split()!r}, standalone_mode=False)\n"
        f"print(*[name for name in {unused.split()!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stderr.strip(), bool(done.stdout)) == ("", True)


# -- shortest games, fewest and most ---------------------------------------------------------------


def test_alpha_drawn():
    first, drawing, order = printed("alpha 3x3 --show").strip().split("\n\n")
    assert first == "2 moves, with Left or Right out of moves (LR)"
    assert (drawing.count("L"), drawing.count("R"), drawing.count("·")) == (1, 1, 5)
    assert order.startswith("Right begins: R")
    assert order.endswith("and Right cannot move")
    assert printed("alpha -", stdin="..#..\n..#..\n").startswith("4 moves")


@pytest.mark.parametrize("command", ["fewest", "most"])
@pytest.mark.parametrize("drawing", ["L...\nL...\n....", "RR..\n....\n...."])
def test_fewest_goes_on_from_a_drawing_in_turn(drawing, command):
    """The fewest and the most dominoes that end the game from here on, by brute force."""
    position = Position.parse(drawing)
    mover = whose_turn(position)
    truth = brute_force(position.free, "any-end", play=True, turn=mover)
    wanted = (max if command == "most" else min)(sum(monomial) for monomial, _ in truth)
    found = answer(f"{command} - --kind any-end --play --turn", stdin=drawing)
    assert (found["dominoes"], found["turn"]) == (wanted, mover.name.lower())


# -- weights and costs -----------------------------------------------------------------------------

FACTORS = {(0, 0): Fraction(2), (1, 0): Fraction(1, 3)}
WEIGHTS = {Domino((0, 1), "left"): 5, Domino((1, 0), "right"): "0.5"}
WEIGHTS_CSV = "piece,row,col,weight\nL,1,2,5\nR,2,1,0.5\n"


@pytest.mark.parametrize(
    "text",
    [
        "row,col,weight\n1,1,2\n2,1,1/3\n",
        '[{"cell": [0, 0], "weight": 2}, {"cell": [1, 0], "weight": "1/3"}]',
    ],
)
def test_the_weight_of_a_cell_counts_for_all_that_cover_it(tmp_path, text):
    (tmp_path / "cells").write_text(text)

    def weight(placement):
        return prod(FACTORS.get(cell, 1) for cell in placement.cells)

    found = answer("evaluate", "3x3", "--weights", tmp_path / "cells")
    assert found["value"] == str(en.evaluate("3x3", weights=weight).value)
    assert {"piece": "L", "cells": [[0, 0], [1, 0]], "weight": "2/3"} in found["weights"]
    shown = printed("densities", "3x3", "--weights", tmp_path / "cells")
    assert shown == f"{en.densities('3x3', weights=weight)}\n"
    assert answer("evaluate 3x3 --game kings --activity 2")["at"] == {"x": "2"}


@pytest.mark.parametrize(
    "text",
    [
        WEIGHTS_CSV,
        '[{"piece": "L", "cells": [[0, 1], [1, 1]], "weight": 5},'
        ' {"piece": "R", "cells": [[1, 0], [1, 1]], "weight": 0.5}]',
    ],
)
def test_weights_of_placements(tmp_path, text):
    (tmp_path / "one").write_text(text)
    given = ("2x3", "--weights", tmp_path / "one")
    value = en.evaluate("2x3", weights=WEIGHTS)
    assert printed("evaluate", *given).startswith(f"value {value}: all positions")
    assert value.value is None
    assert str(en.moments("2x3", weights=WEIGHTS).table().rows[0][1]) in printed(
        "evaluate", *given, "--moments"
    )
    drawn = printed("sample", *given, "--size", 9, "--seed", 1)
    assert drawn == f"{en.sample('2x3', weights=WEIGHTS, size=9, seed=1)}\n"


@pytest.mark.parametrize("command", ["fewest", "most"])
@pytest.mark.parametrize(
    ("text", "of_cells"),
    [
        ("row,col,cost\n1,1,-5\n2,1,1/3\n", {(0, 0): -5, (1, 0): Fraction(1, 3)}),
        ('[{"cell": [0, 0], "cost": 2}, {"cell": [0, 0], "cost": 1}]', {(0, 0): 3}),
    ],
    ids=["cells", "a cell twice"],
)
def test_costs_of_a_file_add(tmp_path, command, text, of_cells):
    (tmp_path / "costs").write_text(text)
    find = en.cheapest if command == "fewest" else en.dearest
    wanted = find("3x3", cost=lambda placed: sum(of_cells.get(cell, 0) for cell in placed.cells), k=4)
    asked = (command, "3x3", "--cost", tmp_path / "costs", "--best", 4)
    assert printed(*asked) == f"{wanted.summary()}\n\n{wanted.table().text()}\n"
    found = answer(*asked)
    assert {key: found[key] for key in wanted.to_json()} == json.loads(json.dumps(wanted.to_json()))
    assert {"piece": "R", "cells": [[0, 0], [0, 1]], "cost": str(of_cells[0, 0])} in found["costs"]
