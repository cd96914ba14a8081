"""Two-player Domineering on any flat board: outcome, winning moves and the length of perfect play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any, Unpack
from warnings import warn

from ...model.board import Board, Domino, Player, PlayerLike, require_board
from ...model.game import DOMINEERING
from ...model.lattice import items
from ...model.polynomial import TWO_PLAYERS
from ...model.position import BoardLike, as_position, turn_drawn
from ...support.errors import InputError, TooLargeError, require_flag, require_integer
from ...support.names import renamed
from ...support.result import Result, Table
from ...support.run import Options, advance, check_cancelled, expect, running, stage, stages
from ..bitboard import require_volume
from . import LENGTH_CELLS_AT_MOST, length_need

if TYPE_CHECKING:
    from .searches import CompiledSolver

# up to this number of free cells plain Python takes less time than loading the compiled searches: 4 x 5
# has 18,061 positions and takes a fraction of a second
SMALL_CELLS = 20
# up to this number of cells the search for lengths also finds the winners: it visits a third more positions,
# but the other search need not be compiled
ONE_SEARCH_CELLS = 36


class Sense(Enum):
    """How the length of perfect play is measured.

    SHORTEST: the winner shortens the game and the loser lengthens it. LONGEST: the reverse. Neither changes
    the winner.
    """

    SHORTEST = "shortest"
    LONGEST = "longest"


@dataclass(frozen=True, slots=True)
class Start:
    """The solution when one player starts: the winner, the starter's winning moves, the lengths."""

    winner: Player
    winning_moves: tuple[Domino, ...] | None = None
    shortest: int | None = None  # the winner plays for a short game, the loser for a long one
    longest: int | None = None  # the reverse

    @property
    def hurry(self) -> int | None:
        """The old name of `shortest`."""
        warn("`hurry` is now `shortest`", DeprecationWarning, stacklevel=2)
        return self.shortest

    @property
    def delay(self) -> int | None:
        """The old name of `longest`."""
        warn("`delay` is now `longest`", DeprecationWarning, stacklevel=2)
        return self.longest

    def to_json(self) -> dict[str, Any]:
        """Plain values for JSON; cells are counted from 0. The keys `hurry` and `delay` are those of 0.2."""
        moves = self.winning_moves
        return {
            "winner": self.winner.letter,
            "winning_moves": None if moves is None else [list(domino.cell) for domino in moves],
            "hurry": self.shortest,
            "delay": self.longest,
        }


@dataclass(frozen=True, slots=True)
class Solution(Result):
    """The outcome class (N, P, L or R), the solution for each starter, and the player to move, if known."""

    outcome: str
    first: dict[Player, Start]
    nodes: int
    components: tuple[tuple[Board, str], ...] = ()  # with their outcomes; empty for a connected board
    to_move: Player | None = None  # by the dominoes of the position

    @property
    def winner(self) -> Player | None:
        """The winner with the player to move; if that is not known, the winner whoever starts, or None."""
        winners = {start.winner for player, start in self.first.items() if self.to_move in (None, player)}
        return winners.pop() if len(winners) == 1 else None

    def __str__(self) -> str:
        sum_of = f" ({' + '.join(outcome for _, outcome in self.components)})" if self.components else ""
        lines = [f"outcome {self.outcome}{sum_of}", str(self.table())]
        if self.to_move is not None:
            winner = self.first[self.to_move].winner
            lines.append(f"{self.to_move.title} is to move, by the dominoes drawn: {winner.title} wins")
        return "\n".join(lines)

    def table(self) -> Table:
        """A row for each starter; moves are row and column of the first cell, from 1."""
        rows = []
        for player, start in self.first.items():
            moves = None
            if start.winning_moves is not None:
                cells = (domino.cell for domino in start.winning_moves)
                moves = " ".join(f"{row + 1},{col + 1}" for row, col in cells) or "none"
            found = ("-" if each is None else each for each in (start.shortest, start.longest, moves))
            rows.append((player.letter, start.winner.letter, *found))
        return Table(("starts", "wins", "shortest", "longest", "winning moves"), tuple(rows))

    def to_json(self) -> dict[str, Any]:
        """The player to move, the outcome and the solution for each starter."""
        starts = {player.letter: start.to_json() for player, start in self.first.items()}
        parts = [{"board": str(part), "outcome": outcome} for part, outcome in self.components]
        to_move = None if self.to_move is None else self.to_move.name.lower()
        found = {"to_move": to_move, "outcome": self.outcome, "first": starts}
        return found | ({"components": parts} if parts else {})


Solved = tuple[bool, int, int]  # whether the player to move wins; moves to the shortest and the longest win


class SmallSolver:
    """Winners and lengths of perfect play by definition; in `misere` play the player without a move wins."""

    def __init__(self, shape: tuple[int, ...], misere: bool = False) -> None:
        rows, cols = shape
        whole = (1 << rows * cols) - 1
        last_column = sum(1 << row * cols + cols - 1 for row in range(rows))
        self._cols, self._misere = cols, misere
        self._axes = (cols, whole >> cols), (1, whole & ~last_column)  # by player: stride, first cells
        self._solved = cache(self._solve)

    @property
    def nodes(self) -> int:
        """The number of positions solved so far."""
        return self._solved.cache_info().currsize

    def wins(self, board: Board, mover: Player, player: Player) -> bool:
        """Whether `player` wins when `mover` is to move."""
        return self._result(board, mover)[0] == (mover == player)

    def length(self, board: Board, mover: Player, winner: Player, delay: bool) -> int:
        """The number of moves of perfect play; `delay`: the winner lengthens the game, not the loser."""
        return self._result(board, mover)[1 + delay]

    def _result(self, board: Board, mover: int) -> Solved:
        check_cancelled()
        return self._solved(sum(1 << row * self._cols + col for row, col in board.cells), mover)

    def _solve(self, free: int, mover: int) -> Solved:
        stride, firsts = self._axes[mover]
        moves = free & free >> stride & firsts
        after = []
        while moves:
            cell = moves & -moves
            moves ^= cell
            after.append(self._solved(free & ~(cell | cell << stride), 1 - mover))
        if not after:
            return self._misere, 0, 0
        # the winner chooses among the winning moves, the loser among all moves
        winning = [each for each in after if not each[0]]
        if winning:
            return True, 1 + min(each[1] for each in winning), 1 + max(each[2] for each in winning)
        return False, 1 + max(each[1] for each in after), 1 + min(each[2] for each in after)


@dataclass(slots=True)
class Solver:
    """Solves positions in one box and keeps its results for later questions.

    Positions of up to `SMALL_CELLS` free cells are solved in plain Python, larger ones by compiled searches.
    With `counts_moves` the search for lengths also finds the winners, so that only one search is compiled.
    """

    shape: tuple[int, ...]
    misere: bool = False
    counts_moves: bool = False
    _small: SmallSolver = field(init=False, repr=False)
    _large: CompiledSolver | None = field(init=False, repr=False, default=None)

    def __post_init__(self) -> None:
        sizes = items("shape", self.shape)
        if len(sizes) != 2:
            raise InputError(f"two players need the sizes of a flat board, as in (3, 4), not {self.shape!r}")
        self.shape = tuple(require_integer("size", size, 1) for size in sizes)
        require_volume(self.shape)
        if self.misere:
            self.require_lengths()
        self._small = SmallSolver(self.shape, self.misere)

    @property
    def nodes(self) -> int:
        """The number of positions searched so far."""
        return self._small.nodes + (self._large.nodes if self._large else 0)

    def require_lengths(self) -> None:
        """Refuse a board too large for lengths and misère play, before any work."""
        if prod(self.shape) > LENGTH_CELLS_AT_MOST:
            raise TooLargeError(
                f"lengths and misère play need a board of at most {LENGTH_CELLS_AT_MOST} cells, "
                f"not {prod(self.shape)}; only the winner in normal play can be found here"
            )

    @contextmanager
    def _running(
        self, board: BoardLike, mover: PlayerLike, options: Mapping[str, Any]
    ) -> Iterator[tuple[Board, Player]]:
        """The board and the player of a question, checked."""
        board = require_board(board)
        require_plain(board)
        if board.shape != self.shape:
            raise InputError(f"the board must have the shape {self.shape}, not {board.shape}")
        with running(options):
            yield board, Player.of(mover, among=TWO_PLAYERS)

    def mover_wins(self, board: BoardLike, mover: PlayerLike, **options: Unpack[Options]) -> bool:
        """Whether `mover`, to move, wins on the free cells of `board`."""
        with self._running(board, mover, options) as (board, player):
            return self._searches(board).wins(board, player, player)

    def winning_moves(self, board: BoardLike, mover: PlayerLike, **options: Unpack[Options]) -> list[Domino]:
        """The moves of `mover` after which the other player, to move, loses.

        >>> [domino.cell for domino in Solver((3, 3)).winning_moves(Board.rectangle(3, 3), Player.LEFT)]
        [(0, 1), (1, 1)]
        """
        with self._running(board, mover, options) as (board, player):
            dominoes = list(board.dominoes(player))
            winning = []
            for done, domino in enumerate(dominoes):
                advance(done, len(dominoes))
                after = board.without(board.covered_by(domino))
                with stage(done, len(dominoes)):
                    if self._searches(after).wins(after, other(player), player):
                        winning.append(domino)
        return winning

    def length(self, board: BoardLike, mover: PlayerLike, sense: Sense, **options: Unpack[Options]) -> int:
        """The number of moves of perfect play when `mover` starts.

        >>> [Solver((5, 5)).length(Board.rectangle(5, 5), Player.LEFT, sense) for sense in Sense]
        [12, 10]
        """
        self.require_lengths()
        with self._running(board, mover, options) as (board, player):
            searches = self._searches(board)
            winner = player if searches.wins(board, player, player) else other(player)
            return searches.length(board, player, winner, sense is Sense.LONGEST)

    def _searches(self, board: Board) -> SmallSolver | CompiledSolver:
        """The solver for a board; the compiled searches are loaded when they are first needed."""
        if len(board) <= SMALL_CELLS:
            return self._small
        from .searches import CompiledSolver

        if self._large is None:
            self._large = CompiledSolver(self.shape, self.misere, self.counts_moves)
        return self._large


def require_plain(board: Board) -> None:
    """Refuse boards that the search does not support: other lattices, wrapped axes, cells for one player.

    On a hexagonal board dominoes lie along rows and columns as on a square one.
    """
    board.lattice.require("square", "hexagonal")
    if any(board.wrap):
        raise InputError("wrapped boards cannot be solved: leave --wrap out")
    if board.barred:
        raise InputError("`solve` does not support cells forbidden to one player; use `value`")


@renamed(where="board")
def solve(
    board: BoardLike,
    *,
    misere: bool = False,
    moves: bool = True,
    lengths: bool = True,
    **options: Unpack[Options],
) -> Solution:
    """The outcome of Domineering on a board or from a position, with winning moves and lengths on request.

    In a position the player with one domino fewer is to move; with other counts the player to move is
    unknown.

    >>> solution = solve(Board.rectangle(2, 3))
    >>> solution.outcome, solution.first[Player.LEFT].shortest
    ('N', 1)
    >>> print(solve("L..\\nL.."))
    outcome N
    starts  wins  shortest  longest  winning moves
    L       L            1        1  1,2 1,3
    R       R            1        1  1,2 2,2
    Right is to move, by the dominoes drawn: Right wins
    """
    for name, flag in (("misere", misere), ("moves", moves), ("lengths", lengths)):
        require_flag(name, flag)
    position = as_position(board, DOMINEERING)
    board, to_move = position.free, turn_drawn(position)
    require_plain(board)
    # a board of one cell has the same moves as the empty board
    small = board.crop() if len(board) else Board.rectangle(1, 1)
    with running(options):
        solver = Solver(small.shape, misere, counts_moves=lengths and len(small) <= ONE_SEARCH_CELLS)
        if lengths:
            solver.require_lengths()
            expect(length_need(len(small), misere))
        parts = [] if misere else [part for part in board.components() if len(part) > 1]
        parts = parts if len(parts) > 1 else []
        components, whole = stages([bool(parts), 3])
        outcomes = []
        with components:
            for number, part in enumerate(parts):
                with stage(number, len(parts)):
                    outcomes.append(solve(part, moves=False, lengths=False).outcome)
        with whole:
            starts = _starts(solver, small, moves, lengths, _sum(outcomes))
    top, left = board.corner()
    placed = {
        player: mapped(start, start.winner, lambda d: Domino((d.cell[0] + top, d.cell[1] + left), d.axis))
        for player, start in starts.items()
    }
    return Solution(
        outcome_of(starts), placed, solver.nodes, tuple(zip(parts, outcomes, strict=True)), to_move
    )


def _starts(
    solver: Solver, small: Board, moves: bool, lengths: bool, outcome: str | None
) -> dict[Player, Start]:
    """The solution for each starter; `outcome` is given if it is known without a search."""
    square = small == small.transpose()  # then Right's game is the mirror image of Left's
    starters = (Player.LEFT,) if square else (Player.LEFT, Player.RIGHT)
    starts = {}
    for number, player in enumerate(starters):
        with stage(number, len(starters)):
            winner, winning_moves, *senses = stages([outcome is None, moves, lengths, lengths])
            with winner:
                wins = (
                    solver.mover_wins(small, player) if outcome is None else outcome in ("N", player.letter)
                )
            with winning_moves:
                found = solver.winning_moves(small, player) if moves and wins else []
            durations: list[int | None] = [None, None]
            for place, (sense, part) in enumerate(zip(Sense, senses, strict=True)):
                with part:
                    durations[place] = solver.length(small, player, sense) if lengths else None
        starts[player] = Start(player if wins else other(player), tuple(found) if moves else None, *durations)
    if square:
        start = starts[Player.LEFT]
        starts[Player.RIGHT] = mapped(start, other(start.winner), lambda d: Domino(d.cell[::-1], 1 - d.axis))
    return starts


def _sum(outcomes: list[str]) -> str | None:
    """The outcome of a sum if the outcomes of its components determine it; otherwise None.

    A zero game (P) adds nothing, and a sum of games that one player wins is won by that player.

    >>> _sum(["P", "L", "L"]), _sum(["N", "P"]), _sum(["N", "L"]), _sum(["N", "N"])
    ('L', 'N', None, None)
    """
    others = [outcome for outcome in outcomes if outcome != "P"]
    if len(others) < 2 or set(others) in ({"L"}, {"R"}):
        return others[0] if others else "P" if outcomes else None
    return None


def mapped(start: Start, winner: Player, place: Callable[[Domino], Domino]) -> Start:
    """The solution on another board, where this player wins and `place` says where the moves lie."""
    moves = start.winning_moves
    if moves is not None:
        moves = tuple(sorted(map(place, moves), key=lambda domino: domino.cell))
    return replace(start, winner=winner, winning_moves=moves)


def outcome_of(starts: dict[Player, Start]) -> str:
    """N, P, L or R."""
    left, right = starts[Player.LEFT].winner, starts[Player.RIGHT].winner
    if left == right:
        return left.letter
    return "N" if left == Player.LEFT else "P"


def other(player: Player) -> Player:
    """The opponent."""
    return Player(1 - player)
