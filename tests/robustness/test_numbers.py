"""Numbers that floats or Python's conversion to text cannot hold are answered or refused in one line."""

import json
import subprocess
import sys
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from enumerate import (
    Board,
    Polynomial,
    count,
    densities,
    evaluate,
    moments,
    sample,
)
from enumerate.counting.overview import Overview
from enumerate.measures.evaluation import Evaluation
from enumerate.model.polynomial import By, Marginal
from enumerate.model.position import Position

LARGE = 10**1000  # on 1 x 10 the values have 5,000 digits, and `str` converts at most 4,300


def test_a_long_value_is_printed() -> None:
    board = Board.rectangle(1, 10)
    value = evaluate(board, y=LARGE)
    assert str(value) == "1" + "".join(f"{comb(10 - k, k):01000}" for k in range(4, -1, -1))
    assert value.to_json()["value"] == str(value)
    assert repr(value).startswith("Evaluation(real=")
    assert len(repr(value)) <= 200
    assert str(value) in value.table().csv()


@pytest.mark.slow
def test_a_long_board_is_evaluated() -> None:
    """The bound in the provenance has more than 4,300 digits."""
    found = evaluate(Board.rectangle(1, 21_000))
    assert len(str(found)) == 4389
    assert len(str(found.provenance["bound"])) > 4300


def test_long_moments_are_printed() -> None:
    found = moments(Board.rectangle(1, 10), y=LARGE)
    assert repr(found).startswith("Moments(cells=10, ")
    assert "/" in json.dumps(found.to_json())
    assert str(found).startswith("dominoes")


def test_long_numbers_of_other_results_are_printed() -> None:
    board = Board.rectangle(1, 10)
    assert json.dumps(densities(board, y=LARGE).to_json())
    assert json.dumps(sample(board, y=LARGE, seed=1).to_json())
    seen = Overview(Position.of(board, ()), None, None, (0, 9), (), {"general": 10 * LARGE**5}, {})
    assert json.dumps(seen.to_json())
    assert str(seen)


def test_short_values_have_the_usual_repr() -> None:
    value = evaluate(Board.rectangle(2, 2), x=Fraction(3, 2))
    again = eval(repr(value), {"Evaluation": Evaluation, "Fraction": Fraction, "mappingproxy": dict})
    assert again == value
    assert "Moments(cells=4, game=Game.named(" in repr(moments(Board.rectangle(2, 2)))


def test_a_closed_standard_input_is_refused() -> None:
    done = subprocess.run(
        f"{sys.executable} -m enumerate positions - <&-", shell=True, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert done.stderr == "enumerate: cannot read '-': standard input is closed\n"


def test_long_coefficients_are_written_to_json() -> None:
    long = Polynomial.of({(0, 0): 10**5000})
    assert long.to_json() == [[0, 0, "1" + "0" * 5000]]
    marginal = Marginal(By.SIZE, ((0, 10**5000),))
    assert marginal.to_json() == [[0, "1" + "0" * 5000]]


@pytest.mark.slow
def test_a_store_keeps_a_long_total(tmp_path: Path) -> None:
    store = tmp_path / "long.store"
    board = Board.rectangle(1, 21_000)  # the Fibonacci number has 4,389 digits
    first = count(board, store=store)
    assert count(board, store=store) == first
    assert first.bit_length() > 14_500
