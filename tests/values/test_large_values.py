"""Values that are nested deeply, and sums of many components."""

from time import monotonic

import pytest

from enumerate import Board, InputError, Value, value


@pytest.mark.parametrize("text", ["1000", "-10000", "*100", "^50", "v50*3", "{*40|*41}", "1/1048576"])
def test_deeply_nested_values_are_read_and_written(text):
    assert Value.parse(str(Value.parse(text))) == Value.parse(text)
    assert Value.parse(text) - Value.parse(text) == Value.parse("0")


def test_nim_sums_of_large_heaps():
    assert Value.parse("*100") + Value.parse("*99") == Value.parse("*7")
    assert str(Value.parse("*60*100")) == "*88"


@pytest.mark.parametrize(
    "text", ["10001", "9" * 5000, "1/" + "2" * 5000, "*101", "^10000", "{" * 3000, "+-" * 300 + "1"]
)
def test_values_beyond_the_limits_are_refused_in_one_line(text):
    with pytest.raises(InputError) as refused:
        Value.parse(text)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 200


def test_many_isolated_dominoes():
    began = monotonic()
    found = value(Board.parse("..#" * 1200))
    assert found.value == Value.parse("-1200")
    assert len(found.components) == 1200
    assert monotonic() - began < 20


def test_equal_and_opposite_components_cancel():
    star = "..#\n.##\n###\n"  # an L of three cells: both players have one move
    assert value(Board.parse(star * 7)).value == Value.parse("*")
    assert value(Board.parse(star * 8)).value == Value.parse("0")
    hot = Value.parse("{1|0}")
    assert hot + hot - hot - hot == Value.parse("0")


def test_components_and_moves_are_in_the_order_of_the_board():
    found = value(Board.parse("..#..\n#####\n.#...\n.#..."))
    first = [min(part.board.cells) for part in found.components]
    assert first == sorted(first)
    moves = [(-move.temperature, not move.wins, move.placement.at) for move in found.moves("right")]
    assert moves == sorted(moves)
