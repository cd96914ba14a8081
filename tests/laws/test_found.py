"""Failures that random questions found, as small as they could be made."""

from enumerate import Board, Game, Piece, count


def test_empty_cells_of_a_game_without_fitting_pieces():
    """No piece of Right lies on a board of one axis: all cells of the only position are empty."""
    game = Game("across", [Piece("A", "right", [(0, 0), (0, 1)])])
    assert [count(Board.box(3), game=game, empty=cells) for cells in (3, 1)] == [1, 0]
