"""Two-player Domineering by the rules to the letter: the slow oracle for outcomes and lengths."""

from functools import cache

from ...model.board import Board, Player
from ..oracle import domino_bits


def brute_force(board: Board, misere: bool = False) -> dict[Player, tuple[Player, int, int]]:
    """For each starter: the winner, and the length of perfect play in the senses hurry and delay.

    Every move is tried. The length counts moves; in `hurry` the winner takes the shortest of the winning
    moves and the loser the longest of all, in `delay` the reverse. For boards of up to about 16 cells.

    >>> brute_force(Board.rectangle(2, 2))[Player.LEFT]
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
