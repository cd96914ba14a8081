"""Values against the definitions: boards of up to 9 cells, and all games of the library on a small board."""

from fractions import Fraction
from functools import cache

import pytest
from boards import boards_inside
from oracles import naive
from oracles.definition import Oracle

from enumerate import Board, Position
from enumerate.model.game import Game, names
from enumerate.render.thermograph_svg import height
from enumerate.rules.problem import conflict_graph
from enumerate.values.canonical import CanonicalForms
from enumerate.values.placement import PlacementGame
from enumerate.values.polyominoes import Pieces, Reachable
from enumerate.values.value import value


@cache
def tree(value):
    """The canonical form of a value as a naive tree."""
    return naive.Tree(*([tree(option) for option in value.options(player)] for player in (0, 1)))


def plays(board, game):
    """The tree of all plays of a game."""
    oracle = Oracle(board, game)

    @cache
    def after(addable):
        return naive.Tree(*(map(after, oracle.moves(addable, player)) for player in (0, 1)))

    return after((1 << len(oracle.laid)) - 1)


def check(game, worth):
    """The value equals the tree; outcome, stops, mean, temperature and thermograph are those of the tree."""
    assert naive.equal(game, tree(worth.value))
    left, right = naive.at_most(naive.ZERO, game), naive.at_most(game, naive.ZERO)
    assert worth.outcome == {(1, 1): "P", (1, 0): "L", (0, 1): "R", (0, 0): "N"}[left, right]
    for player, letter in enumerate("LR"):
        assert any(move.wins for move in worth.best_moves(player)) == (worth.outcome in ("N", letter))
    assert worth.stops == (naive.stop(game, 0), naive.stop(game, 1))
    number = naive.as_number(game)
    assert worth.value.is_number == (number is not None)
    heat = naive.mast(game) if number is None else (Fraction(-1, number.denominator), number)
    assert (worth.temperature, worth.mean) == heat
    walls = worth.value.thermograph.left, worth.value.thermograph.right
    assert all(wall[-1] == heat for wall in walls)
    if worth.temperature >= 0:  # at no tax the walls are at the stops
        assert tuple(height(wall, Fraction(0)) for wall in walls) == worth.stops


@pytest.mark.parametrize("name", names())
def test_values_of_every_game(name):
    small = all(len(piece.cells) < 3 for piece in Game.named(name).on(2))
    drawing = "...\n.##\n#.#" if small else "....\n..#.\n.###\n.###"
    board = Board.parse(drawing, lattice="triangular" if name == "lozenges" else "square")
    check(plays(board, Game.named(name)), value(board, game=name))


BOXES = [(2, 4), (8, 1), *(pytest.param(box, marks=pytest.mark.slow) for box in [(3, 3), (4, 2), (1, 8)])]


@pytest.mark.parametrize("shape", BOXES, ids=str)
def test_values_of_all_boards_in_a_box(shape):
    """Each is right, and equal values are one: boards are equal in value if they have one canonical form."""
    firsts = {}
    for board in boards_inside(*shape):
        game, worth = naive.domineering(board.cells), value(board)
        check(game, worth)
        firsts.setdefault(worth.value, game)
    distinct = list(firsts.values())
    for number, game in enumerate(distinct):
        assert not any(naive.equal(game, other) for other in distinct[:number])
    for game in map(tree, firsts):  # no option is dominated or reversible
        for player in (0, 1):
            better = naive.at_most if player == 0 else lambda a, b: naive.at_most(b, a)
            mine = game.options[player]
            for option in mine:
                assert not any(other is not option and better(option, other) for other in mine)
                assert not any(better(reply, game) for reply in option.options[1 - player])


@pytest.mark.parametrize("most", [7, pytest.param(9, marks=pytest.mark.slow)])
def test_all_pieces_of_up_to_9_cells(most):
    pieces = Pieces(CanonicalForms(), most)
    for cells in range(2, most + 1):
        pieces.grow_to(cells)
    for place in range(pieces.starts[most + 1]):
        board = pieces.board(place)
        assert naive.equal(naive.domineering(board.cells), tree(value(board).value))


def test_the_compiled_path_and_the_conflict_graph_agree(monkeypatch):
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
    worth = value("4x4")
    monkeypatch.setattr("enumerate.values.placement.COMPILED_FROM", 0)
    again = value("4x4")
    assert (again.value, again.components) == (worth.value, worth.components)
    assert again.moves("left") == worth.moves("left")
