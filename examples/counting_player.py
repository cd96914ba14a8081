"""Does counting help to play? A player who counts ends, against others.

    python examples/counting_player.py --side 6 --games 100 --judged 400

A position in which a player has no move is an end of that player. The counting player chooses a move after
which the share of the opponent's ends among the ends of both is largest. The ends after a move are the ends
that contain its domino, so the exact `densities` of `left-end` and of `right-end` positions on the free cells
give the ends after all moves at once. The greedy player maximises own minus opposing moves, the random player
takes any move, the perfect player a winning one if there is one; ties are broken at random.

Games start after two random moves of each player, Left to move; every opening is played twice, with exchanged
sides. Errors of matches are those of the mean over openings, whose two games depend on each other.
`judged` are positions after random moves in which some moves win and some lose: the share of moves that win,
and how often each player's choice does.
"""

import argparse
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain
from math import sqrt
from statistics import mean, stdev

from enumerate import Board, Player, densities
from enumerate.games.domineering.solver import Solver
from enumerate.model.board import Domino

Choice = Callable[[Board, Player], Domino]
OPENING = 4  # random moves


def ends_after(board: Board, player: Player) -> dict[Domino, tuple[Fraction, Fraction]]:
    """The numbers of ends of Left and of Right after each move of a player."""
    found: list[dict[Domino, Fraction]] = []
    for kind in ("left-end", "right-end"):
        chances = densities(board, kind=kind)
        found.append({p.domino: chance * chances.value for p, chance in chances.placements})
    return {domino: (found[0][domino], found[1][domino]) for domino in board.dominoes(player)}


def _placed(board: Board, move: Domino) -> Board:
    return board.without(board.covered_by(move))


class Players:
    """The four players on one square board, with one solver."""

    def __init__(self, side: int, seed: int) -> None:
        self.chance = random.Random(seed)
        self.solver = Solver((side, side))
        self.named: dict[str, Choice] = {
            "counting": self.counting,
            "greedy": self.greedy,
            "random": self.random,
            "perfect": self.perfect,
        }

    def random(self, board: Board, player: Player) -> Domino:
        return self.chance.choice(list(board.dominoes(player)))

    def greedy(self, board: Board, player: Player) -> Domino:
        def margin(after: Board) -> int:
            mine, theirs = (sum(1 for _ in after.dominoes(p)) for p in (player, 1 - player))
            return mine - theirs

        return max(self._shuffled(board, player), key=lambda move: margin(_placed(board, move)))

    def counting(self, board: Board, player: Player) -> Domino:
        ends = ends_after(board, player)
        return max(self._shuffled(board, player), key=lambda move: ends[move][1 - player] / sum(ends[move]))

    def perfect(self, board: Board, player: Player) -> Domino:
        moves = self._shuffled(board, player)
        return next((move for move in moves if self.wins(_placed(board, move), player)), moves[0])

    def wins(self, after: Board, player: Player) -> bool:
        """Whether a player has won who has just moved."""
        return not self.solver.mover_wins(after, Player(1 - player), max_memory=1 << 30)

    def _shuffled(self, board: Board, player: Player) -> list[Domino]:
        moves = list(board.dominoes(player))
        self.chance.shuffle(moves)
        return moves

    def opening(self, board: Board, moves: int) -> Board | None:
        """The board after some random moves, Left first; None if a player was stuck before."""
        for ply in range(moves):
            if not any(True for _ in board.dominoes(ply % 2)):
                return None
            board = _placed(board, self.random(board, Player(ply % 2)))
        return board


def winner(board: Board, choices: tuple[Choice, Choice]) -> Player:
    """Who wins when Left, who plays by the first choice, is to move."""
    player = Player.LEFT
    while any(True for _ in board.dominoes(player)):
        board = _placed(board, choices[player](board, player))
        player = Player(1 - player)
    return Player(1 - player)


def share(wins: int, games: int) -> str:
    """A share with its standard error."""
    part = wins / games
    return f"{part:.3f} +- {sqrt(part * (1 - part) / games):.3f}"


def matches(players: Players, side: int, games: int) -> Iterator[tuple[object, ...]]:
    """How often the first of each pair wins, and how often as the one who moves first and second."""
    pairs = [("counting", other) for other in ("random", "greedy", "perfect")]
    pairs += [("greedy", "random"), ("greedy", "perfect")]
    for one, two in pairs if games else ():
        won = []  # as Left, who moves first, and as Right
        for _ in range(games // 2):
            start = players.opening(Board.rectangle(side, side), OPENING)
            assert start is not None  # four dominoes never fill a board of this size
            first = winner(start, (players.named[one], players.named[two])) == Player.LEFT
            second = winner(start, (players.named[two], players.named[one])) == Player.RIGHT
            won.append((first, second))
        halves = [sum(pair) / 2 for pair in won]
        yield (
            f"{side} x {side}",
            f"{one} against {two}",
            2 * len(won),
            f"{mean(halves):.3f} +- {stdev(halves) / sqrt(len(won)):.3f}",
            *(f"{sum(part)} of {len(won)}" for part in zip(*won, strict=True)),
        )


def judged(players: Players, side: int, wanted: int) -> Iterator[tuple[object, ...]]:
    """How often a player's choice wins where it matters."""
    if not wanted:
        return
    seen, chances = 0, 0.0
    right = {"counting": 0, "greedy": 0}
    while seen < wanted:
        moves = 2 * players.chance.randint(OPENING // 2, side * side // 8)
        board = players.opening(Board.rectangle(side, side), moves)
        options = [] if board is None else list(board.dominoes(Player.LEFT))
        if board is None or not options:
            continue
        won = {d: players.wins(_placed(board, d), Player.LEFT) for d in options}
        if len(set(won.values())) == 1:
            continue
        seen += 1
        chances += sum(won.values()) / len(won)
        for name in right:
            right[name] += won[players.named[name](board, Player.LEFT)]
    yield f"{side} x {side}", "judged: any move", seen, f"{chances / seen:.3f}"
    for name, number in right.items():
        yield f"{side} x {side}", f"judged: {name}", seen, share(number, seen)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--side", type=int, default=6)
    parser.add_argument("--games", type=int, default=100, help="of each pair, 4 or more; 0: none")
    parser.add_argument("--judged", type=int, default=400, help="positions; 0: none")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    players = Players(asked.side, asked.seed)
    print("board, what, number, wins, moving first, moving second")
    for row in chain(judged(players, asked.side, asked.judged), matches(players, asked.side, asked.games)):
        print(*row, sep=", ", flush=True)


if __name__ == "__main__":
    main()
