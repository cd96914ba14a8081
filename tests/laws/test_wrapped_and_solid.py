"""Cylinders, tori and solid boxes: golden totals, brute force, and the laws that hold there."""

import json
from pathlib import Path

import pytest

from enumerate.counting.positions import count, positions
from enumerate.model.board import Board
from enumerate.model.position import Position

GOLDEN = json.loads((Path(__file__).parents[1] / "fixtures" / "solid_boxes.json").read_text())


def box(name):
    return Board.box(*map(int, name.split("x")))


@pytest.mark.parametrize(("name", "total"), GOLDEN["totals"].items())
def test_totals_of_boxes(name, total):
    assert count(box(name)) == int(total)


@pytest.mark.parametrize(("name", "sizes"), GOLDEN["by_dominoes"].items())
def test_boxes_by_number_of_dominoes(name, sizes):
    assert positions(box(name)).by_size() == sizes


def test_a_ring_is_a_cycle():
    """Matchings of a cycle are the Lucas numbers; a wrapped axis of length 2 has two dominoes."""
    lucas = [3, 4, 7, 11, 18, 29, 47, 76, 123]
    rings = [Board.rectangle(1, n, wrap=(False, True)) for n in range(2, 11)]
    assert [count(ring) for ring in rings] == lucas


def test_a_full_ring_pairs_in_two_ways():
    with pytest.raises(ValueError, match="is in a full ring of R, which pairs in two ways"):
        Position.parse("RRRR", wrap=(False, True))
    assert Position.parse("R..R", wrap=(False, True)).counts == (0, 1)


def test_a_scattered_position_costs_the_sum_of_its_parts():
    """Sixteen 3 x 3 blocks: one by one they are easy, swept together they would take 8^16 states."""
    block = "...\n...\n..."
    rows = ["#".join(["..."] * 4)] * 3
    board = Board.parse("\n".join([*rows, "#" * 15, *rows, "#" * 15, *rows, "#" * 15, *rows]))
    polynomial = positions(board, "maximal")
    part = positions(Board.parse(block), "maximal")
    assert polynomial.total == part.total**16
    assert polynomial.provenance["parts"] == 16
    assert len(polynomial.provenance["different_parts"]) == 1
