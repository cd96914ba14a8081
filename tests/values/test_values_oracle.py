"""Values against the definitions: all boards of up to 9 cells, each evaluated naively."""

from fractions import Fraction
from functools import cache

import pytest
from oracles import naive

from enumerate import Board, Position
from enumerate.rules.problem import conflict_graph
from enumerate.values.canonical import CanonicalForms
from enumerate.values.placement import PlacementGame
from enumerate.values.polyominoes import Pieces, Reachable
from enumerate.values.value import value


@cache
def tree(value):
    """The canonical form of a value as a naive tree."""
    return naive.Tree(*([tree(option) for option in value.options(player)] for player in (0, 1)))


BOXES = [(2, 4), (8, 1), *(pytest.param(box, marks=pytest.mark.slow) for box in [(3, 3), (4, 2), (1, 8)])]


@pytest.fixture(scope="module", params=BOXES, ids=str)
def answers(request):
    shape = request.param
    return [(naive.domineering(cells), value(Board.of(shape, cells))) for cells in naive.boards(*shape)]


def test_the_canonical_form_equals_the_board(answers):
    for game, worth in answers:
        assert naive.equal(game, tree(worth.value))


def test_no_option_is_dominated_or_reversible(answers):
    for value_of in {worth.value for _, worth in answers}:
        game = tree(value_of)
        for player in (0, 1):
            better = naive.at_most if player == 0 else lambda a, b: naive.at_most(b, a)
            for option in game.options[player]:
                assert not any(
                    other is not option and better(option, other) for other in game.options[player]
                )
                assert not any(better(reply, game) for reply in option.options[1 - player])


def test_equal_values_are_one(answers):
    """Boards are equal in value exactly if they have the same canonical form."""
    firsts = {}
    for game, worth in answers:
        firsts.setdefault(worth.value, game)
    distinct = list(firsts.values())
    for number, game in enumerate(distinct):
        assert not any(naive.equal(game, other) for other in distinct[:number])


def test_outcomes_stops_means_and_temperatures(answers):
    for game, worth in answers:
        left, right = naive.at_most(naive.ZERO, game), naive.at_most(game, naive.ZERO)
        assert worth.outcome == {(1, 1): "P", (1, 0): "L", (0, 1): "R", (0, 0): "N"}[left, right]
        assert worth.stops == (naive.stop(game, 0), naive.stop(game, 1))
        number = naive.as_number(game)
        if number is None:
            assert (worth.temperature, worth.mean) == naive.mast(game)
        else:
            assert worth.value.is_number
            assert (worth.temperature, worth.mean) == (Fraction(-1, number.denominator), number)


def test_nine_cells_in_a_ring_and_in_a_line():
    for cells in [frozenset((0, c) for c in range(9)), frozenset((r, c) for r in range(3) for c in range(3))]:
        for turned in (cells, frozenset((c, r) for r, c in cells)):
            game = naive.domineering(turned)
            assert naive.equal(game, tree(value(Board.of((9, 9), turned)).value))


@pytest.mark.parametrize("most", [7, pytest.param(9, marks=pytest.mark.slow)])
def test_all_pieces_of_up_to_9_cells(most):
    pieces = Pieces(CanonicalForms(), most)
    for cells in range(2, most + 1):
        pieces.grow_to(cells)
    for place in range(pieces.starts[most + 1]):
        board = pieces.board(place)
        assert naive.equal(naive.domineering(board.cells), tree(value(board).value))


def test_the_compiled_path_and_the_conflict_graph_agree():
    """On boards that both serve: the value, the components, and where every move leads."""
    for drawing in ["....#\n.....\n.....\n#....", ".....\n..#..\n.....\n.....", "....#..\n....#..\n....#.."]:
        position = Position.parse(drawing)
        graph = conflict_graph(position.game, position.board)
        values = CanonicalForms()
        slow = PlacementGame(graph, values)
        parts = [part.cells for part in position.board.components()]
        found = Reachable(values, parts)
        fast = PlacementGame(graph, values, known=found.find)
        assert fast.value(fast.all) == slow.value(slow.all)
        assert len(fast) == len(list(fast.parts(fast.all)))  # nothing was worked out a second time
        for bit in fast.bits:
            assert fast.value(fast.after(fast.all, bit)) == slow.value(slow.after(slow.all, bit))


def test_larger_boards_take_the_compiled_path(monkeypatch):
    board = Board.rectangle(4, 4)
    worth = value(board)
    monkeypatch.setattr("enumerate.values.placement.COMPILED_FROM", 0)
    again = value(board)
    assert (again.value, again.components) == (worth.value, worth.components)
    assert again.moves("left") == worth.moves("left")
