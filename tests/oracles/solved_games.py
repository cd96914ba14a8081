"""Outcomes of Domineering with two and three players, found by trying every move: oracles for the solvers.

Cells are bits of one integer in their sorted order. The oracles share no code with the solvers, which number
cells in their own way (`bitboard/bits.py`).
"""

from functools import cache

from enumerate.games.box.box_solver import NOBODY, ORDERS
from enumerate.games.turns import parse_order
from enumerate.model.board import Board, Player
from enumerate.model.lattice import Cell


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


def domineering_outcomes(board: Board, misere: bool = False) -> dict[Player, tuple[Player, int, int]]:
    """The winner and two lengths of perfect play of two-player Domineering, by starting player.

    Every move is tried. The length counts moves; in `hurry` the winner takes the shortest of the winning
    moves and the loser the longest of all, in `delay` the reverse. For boards of up to about 16 cells.

    >>> domineering_outcomes(Board.rectangle(2, 2))[Player.LEFT]
    (<Player.LEFT: 0>, 1, 1)
    """
    dominoes = [domino_bits(board, player) for player in (Player.LEFT, Player.RIGHT)]

    @cache
    def play(free: int, mover: Player) -> tuple[bool, int, int]:
        """Whether the mover wins, and the two lengths."""
        other = Player(1 - mover)
        after = [play(free & ~domino, other) for domino in dominoes[mover] if domino & ~free == 0]
        if not after:
            return misere, 0, 0
        won = [(hurry, delay) for wins, hurry, delay in after if not wins]
        if won:
            return True, 1 + min(h for h, _ in won), 1 + max(d for _, d in won)
        return False, 1 + max(h for _, h, _ in after), 1 + min(d for _, _, d in after)

    everything = (1 << len(board)) - 1
    result = {}
    for starter in (Player.LEFT, Player.RIGHT):
        wins, hurry, delay = play(everything, starter)
        result[starter] = (starter if wins else Player(1 - starter), hurry, delay)
    return result


def box_outcomes(board: Board) -> dict[str, str]:
    """Who can force a win in each turn order, by the rules to the letter, without pruning.

    A state is the free cells, the players still in, whose turn it is and who moved last; nobody else's win
    is assumed. For boards of up to about 18 cells.

    >>> box_outcomes(Board.box(2, 2, 2))["LRM"]
    'M'
    """
    dominoes = [domino_bits(board, player) for player in Player]

    def outcome(order: tuple[Player, ...]) -> str:
        follower = {order[i]: order[(i + 1) % 3] for i in range(3)}

        @cache
        def winners(free: int, still_in: frozenset[Player], turn: Player, last: Player) -> int:
            """The players who can force a win, as a set of bits."""
            if not still_in:
                return 1 << last
            if turn not in still_in:
                return winners(free, still_in, follower[turn], last)
            options = [domino for domino in dominoes[turn] if domino & ~free == 0]
            if not options:
                return winners(free, still_in - {turn}, follower[turn], last)
            mine, others = 0, 7
            for domino in options:
                after = winners(free & ~domino, still_in, follower[turn], turn)
                mine |= after
                others &= after
            return (mine & 1 << turn) | (others & ~(1 << turn))

        everybody = frozenset(Player)
        forced = winners((1 << len(board)) - 1, everybody, order[0], order[2])
        return next((player.letter for player in Player if forced & 1 << player), NOBODY)

    return {order: outcome(parse_order(order)) for order in ORDERS}
