"""`--activity` and `--weights FILE` of `evaluate`, `densities` and `sample`; `--cost FILE` of `fewest`."""

import json
from fractions import Fraction
from math import prod

import pytest
from click.testing import CliRunner

import enumerate as en
from enumerate.cli import main


def run(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


def value_of(*words):
    found = run("evaluate", *words, "--format", "json")
    assert found.exit_code == 0, found.output
    return json.loads(found.stdout)


def test_an_activity_is_the_weight_of_all_players():
    assert (
        value_of("4x4", "--activity", "3/2")["value"] == value_of("4x4", "--x", "3/2", "--y", "3/2")["value"]
    )
    assert value_of("3x3", "--game", "kings", "--activity", 2)["at"] == {"x": "2"}
    same = run("densities", "3x3", "--activity", 2).stdout, run("densities", "3x3", "--x", 2, "--y", 2).stdout
    assert same[0] == same[1]


FILES = {
    "cells.csv": "row,col,weight\n1,1,2\n2,1,1/3\n",
    "cells.json": '[{"cell": [0, 0], "weight": 2}, {"cell": [1, 0], "weight": "1/3"}]',
}


@pytest.mark.parametrize("name", FILES)
def test_the_weight_of_a_cell_counts_for_all_that_cover_it(tmp_path, name):
    (tmp_path / name).write_text(FILES[name])

    factors = {(0, 0): Fraction(2), (1, 0): Fraction(1, 3)}

    def weight(placement):
        return prod(factors.get(cell, 1) for cell in placement.cells)

    found = value_of("3x3", "--weights", tmp_path / name)
    assert found["value"] == str(en.evaluate("3x3", weights=weight).value)
    assert {"piece": "L", "cells": [[0, 0], [1, 0]], "weight": "2/3"} in found["weights"]
    shown = run("densities", "3x3", "--weights", tmp_path / name)
    assert shown.stdout == f"{en.densities('3x3', weights=weight)}\n"


PLACEMENTS = {
    "one.csv": "piece,row,col,weight\nL,1,2,5\nR,2,1,0.5\n",
    "one.json": '[{"piece": "L", "cells": [[0, 1], [1, 1]], "weight": 5},'
    ' {"piece": "R", "cells": [[1, 0], [1, 1]], "weight": 0.5}]',
}


@pytest.mark.parametrize("name", PLACEMENTS)
def test_weights_of_placements(tmp_path, name):
    (tmp_path / name).write_text(PLACEMENTS[name])
    weights = {en.Domino((0, 1), "left"): 5, en.Domino((1, 0), "right"): "0.5"}
    shown = run("evaluate", "2x3", "--weights", tmp_path / name)
    value = en.evaluate("2x3", weights=weights)
    assert shown.stdout.startswith(f"value {value}: all positions")
    assert value.value is None
    moments = run("evaluate", "2x3", "--weights", tmp_path / name, "--moments")
    assert str(en.moments("2x3", weights=weights).table().rows[0][1]) in moments.stdout


def test_samples_are_those_of_python(tmp_path):
    (tmp_path / "weights").write_text(PLACEMENTS["one.csv"])
    weights = {en.Domino((0, 1), "left"): 5, en.Domino((1, 0), "right"): "0.5"}
    drawn = run("sample", "2x3", "--weights", tmp_path / "weights", "--size", 9, "--seed", 1)
    assert drawn.stdout == f"{en.sample('2x3', weights=weights, size=9, seed=1)}\n"
    same = [
        run("sample", "4x4", "--seed", 2, *words).stdout
        for words in (("--activity", 3), ("--x", 3, "--y", 3))
    ]
    assert same[0] == same[1]


COSTS = {
    "cells": ("row,col,cost\n1,1,-5\n2,1,1/3\n", {(0, 0): -5, (1, 0): Fraction(1, 3)}),
    "a cell twice": ('[{"cell": [0, 0], "cost": 2}, {"cell": [0, 0], "cost": 1}]', {(0, 0): 3}),
}


@pytest.mark.parametrize("command", ["fewest", "most"])
@pytest.mark.parametrize("name", COSTS)
def test_costs_of_a_file_add(tmp_path, command, name):
    text, of_cells = COSTS[name]
    (tmp_path / "costs").write_text(text)
    find = en.cheapest if command == "fewest" else en.dearest

    def cost(placement):
        return sum(of_cells.get(cell, 0) for cell in placement.cells)

    wanted = find("3x3", cost=cost, k=4)
    shown = run(command, "3x3", "--cost", tmp_path / "costs", "--best", 4)
    assert shown.stdout == f"{wanted.summary()}\n\n{wanted.table().text()}\n"
    found = json.loads(
        run(command, "3x3", "--cost", tmp_path / "costs", "--best", 4, "--format", "json").stdout
    )
    assert {key: found[key] for key in wanted.to_json()} == wanted.to_json()
    assert {"piece": "R", "cells": [[0, 0], [0, 1]], "cost": str(of_cells[0, 0])} in found["costs"]


def test_the_best_positions_by_the_number_of_pieces():
    wanted = en.dearest("3x3", cost=1, k=3)
    assert run("most", "3x3", "--best", 3).stdout == f"{wanted.summary()}\n\n{wanted.table().text()}\n"
