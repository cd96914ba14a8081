"""What the slow oracles share: the cells of a board as bits of one integer, in their sorted order.

The solvers have a layout of their own (`layout.py`), so that the two have no line in common.
"""

from ..model.board import Board, Cell


def cell_bits(board: Board) -> dict[Cell, int]:
    """One bit for each cell.

    >>> cell_bits(Board.rectangle(1, 3))
    {(0, 0): 1, (0, 1): 2, (0, 2): 4}
    """
    return {cell: 1 << place for place, cell in enumerate(sorted(board.cells))}


def domino_bits(board: Board, player: int) -> list[int]:
    """The dominoes of a player that fit on the board, each as its two cells; none beyond the board's axes.

    >>> domino_bits(Board.rectangle(1, 3), 1), domino_bits(Board.rectangle(1, 3), 2)
    ([3, 6], [])
    """
    if player >= board.dimension:
        return []
    bit = cell_bits(board)
    return [sum(bit[cell] for cell in board.covered_by(domino)) for domino in board.dominoes(player)]
