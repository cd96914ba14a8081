"""Two-player Domineering on any flat board: outcome, winning moves and the length of perfect play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import Enum
from math import prod
from typing import TYPE_CHECKING, Any, Unpack

from ...model.board import Board, Domino, Player, PlayerLike, require_board
from ...model.game import DOMINEERING
from ...model.lattice import items
from ...model.polynomial import TWO_PLAYERS
from ...model.position import BoardLike, as_position, turn_drawn
from ...support.errors import InputError, TooLargeError, require_integer
from ...support.memory import CostEstimate
from ...support.names import renamed
from ...support.run import Options, Report, Settings, portion, running, silent
from ..bitboard import require_volume
from . import LENGTH_CELLS_AT_MOST
from .exhaustive import SMALL_CELLS, SmallSolver
from .solution import Solution, Start, moved, other, outcome_of, transposed

if TYPE_CHECKING:
    from .searches import CompiledSolver

# beyond SOON cells, log10 of the number of positions is about POSITIONS + GROWTH for each further cell:
# 8 x 8 takes 7 * 10^4 positions and 9 x 9 takes 2 * 10^7
SOON, POSITIONS, GROWTH = 64, 4.9, 0.145
POSITIONS_PER_SECOND = 6e4  # by one thread
# the same for the search of lengths, from 5 x 6 (6 * 10^4 positions) to 5 x 8 (3 * 10^6); misère play takes
# ten times as many
LENGTH_CELLS, LENGTH_POSITIONS, LENGTH_GROWTH, MISERE_POSITIONS = 30, 4.75, 0.165, 1.0
LENGTH_POSITIONS_PER_SECOND = 3e5
# with lengths, winners of boards of up to so many cells come from the same search: it takes a third of the
# positions of the lengths again, and the other search need not be compiled
COUNTED_CELLS = 36


class Sense(Enum):
    """How the length of perfect play is measured.

    SHORTEST: the winner shortens the game and the loser lengthens it. LONGEST: the reverse. Neither changes
    the winner.
    """

    SHORTEST = "shortest"
    LONGEST = "longest"


@dataclass(slots=True)
class Solver:
    """Solves positions in one box and keeps its results for later questions.

    Positions of up to `SMALL_CELLS` free cells are solved in plain Python, larger ones by compiled searches.
    """

    shape: tuple[int, ...]
    misere: bool = False
    memory: int | None = None  # bytes for tables (default: what is free)
    threads: int = 1  # of a long search; two at most are used
    counts_moves: bool = False  # find winners by the search of lengths, too: one search is compiled, not two
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
        self, board: Board, mover: PlayerLike, options: Mapping[str, Any]
    ) -> Iterator[tuple[Player, Settings]]:
        """The player and the settings of a question; its memory and threads also hold for later questions."""
        require_plain(board)
        with running(options) as settings:
            self.memory = self.memory if settings.limit is None else settings.limit
            self.threads = settings.threads or self.threads
            yield Player.of(mover, among=TWO_PLAYERS), settings

    def mover_wins(self, board: BoardLike, mover: PlayerLike, **options: Unpack[Options]) -> bool:
        """Whether `mover`, to move, wins on the free cells of `board`."""
        board = require_board(board)
        with self._running(board, mover, options) as (player, settings):
            return self.wins(board, player, player, _announced(settings.report, len(board), settings))

    def winning_moves(self, board: BoardLike, mover: PlayerLike, **options: Unpack[Options]) -> list[Domino]:
        """The moves of `mover` after which the other player, to move, loses.

        >>> [domino.cell for domino in Solver((3, 3)).winning_moves(Board.rectangle(3, 3), Player.LEFT)]
        [(0, 1), (1, 1)]
        """
        board = require_board(board)
        with self._running(board, mover, options) as (player, settings):
            dominoes, report = list(board.dominoes(player)), settings.report
            winning = []
            for done, domino in enumerate(dominoes):
                report(done, len(dominoes))
                after = board.without(board.covered_by(domino))
                if self.wins(after, other(player), player, portion(report, done, len(dominoes))):
                    winning.append(domino)
        return winning

    def length(self, board: BoardLike, mover: PlayerLike, sense: Sense, **options: Unpack[Options]) -> int:
        """The number of moves of perfect play when `mover` starts.

        >>> [Solver((5, 5)).length(Board.rectangle(5, 5), Player.LEFT, sense) for sense in Sense]
        [12, 10]
        """
        self.require_lengths()
        board = require_board(board)
        with self._running(board, mover, options) as (player, settings):
            self._require_shape(board)
            if len(board) <= SMALL_CELLS:
                return self._small.solved(board, player)[1 if sense is Sense.SHORTEST else 2]
            winner = player if self.wins(board, player, player) else other(player)
            return self._searches().length(board, player, winner, sense is Sense.LONGEST, settings.report)

    def wins(self, board: Board, mover: Player, player: Player, report: Report = silent) -> bool:
        """Whether `player` wins when `mover` is to move."""
        require_plain(board)
        self._require_shape(board)
        if len(board) <= SMALL_CELLS:
            return self._small.solved(board, mover)[0] == (mover == player)
        return self._searches().wins(board, mover, player, report)

    def _require_shape(self, board: Board) -> None:
        if board.shape != self.shape:
            raise InputError(f"the board must have the shape {self.shape}, not {board.shape}")

    def _searches(self) -> CompiledSolver:
        """The compiled searches, loaded when they are first needed."""
        from .searches import CompiledSolver

        if self._large is None:
            self._large = CompiledSolver(self.shape, self.misere, self.counts_moves)
        self._large.memory, self._large.threads = self.memory, self.threads
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
    position = as_position(board, DOMINEERING)
    board, to_move = position.free, turn_drawn(position)
    require_plain(board)
    if not len(board):
        return replace(nobody_moves(misere, moves, lengths), to_move=to_move)
    small = board.crop()
    with running(options) as settings:  # from here on the computation can be cancelled
        solver = Solver(small.shape, misere, counts_moves=lengths and len(small) <= COUNTED_CELLS)
        if lengths:
            solver.require_lengths()
            settings.expect(_length_need(len(small), misere))
        solver.memory, solver.threads = settings.limit, settings.cores
        parts = [] if misere else [part for part in board.components() if len(part) > 1]
        ahead, rest = settings.cut([1, 3] if len(parts) > 1 else [0, 1])
        components = _components(parts, ahead)
        known = _sum(tuple(outcome for _, outcome in components))
        starts = _starts(solver, small, moves, lengths, known, rest)
    corner = tuple(min(cell[axis] for cell in board.cells) for axis in (0, 1))
    placed = {player: moved(start, corner) for player, start in starts.items()}
    return Solution(outcome_of(starts), placed, solver.nodes, components, to_move)


def _starts(
    solver: Solver, small: Board, moves: bool, lengths: bool, outcome: str | None, settings: Settings
) -> dict[Player, Start]:
    """The solution for each starter; `outcome` is given if it is known without a search."""
    square = small == small.transpose()  # then Right's game is the mirror image of Left's
    starters = (Player.LEFT,) if square else (Player.LEFT, Player.RIGHT)
    starts = {}
    for player, own in zip(starters, settings.cut([1] * len(starters)), strict=True):
        who, which, shortest, longest = own.cut([outcome is None, moves, lengths, lengths])
        if outcome is None:
            wins = solver.wins(small, player, player, _announced(who.report, len(small), own))
        else:
            wins = outcome in ("N", player.letter)
        found = None
        if moves:
            found = tuple(solver.winning_moves(small, player, settings=which) if wins else ())
        starts[player] = Start(
            player if wins else other(player),
            found,
            solver.length(small, player, Sense.SHORTEST, settings=shortest) if lengths else None,
            solver.length(small, player, Sense.LONGEST, settings=longest) if lengths else None,
        )
    if square:
        starts[Player.RIGHT] = transposed(starts[Player.LEFT])
    return starts


def _length_need(cells: int, misere: bool) -> CostEstimate:
    """What the search of lengths will take, judging by smaller boards."""
    digits = LENGTH_POSITIONS + LENGTH_GROWTH * (cells - LENGTH_CELLS) + misere * MISERE_POSITIONS
    return CostEstimate(
        f"lengths of perfect play on {cells} cells: by smaller boards about 10^{digits:.0f} positions",
        seconds=10**digits / LENGTH_POSITIONS_PER_SECOND,
        instead="Ask for the winner alone (lengths=False, --no-lengths)",
    )


def _announced(report: Report, cells: int, settings: Settings) -> Report:
    """A report function that announces once how long the search may take, if it is not over soon."""
    if cells <= SOON:
        return report

    def report_once(done: int, total: int) -> None:
        digits = POSITIONS + GROWTH * (cells - SOON)
        what = f"no bound settles these {cells} cells: judging by squares about 10^{digits:.0f} positions"
        cores = min(settings.cores, 2)
        settings.expect(CostEstimate(what, seconds=10**digits / POSITIONS_PER_SECOND / cores, cores=cores))
        report(done, total)

    return report_once


def nobody_moves(misere: bool, moves: bool, lengths: bool) -> Solution:
    """The solution of a board without free cells: the starting player has no move."""
    found, length = () if moves else None, 0 if lengths else None
    starts = {
        player: Start(player if misere else other(player), found, length, length)
        for player in (Player.LEFT, Player.RIGHT)
    }
    return Solution(outcome_of(starts), starts, 0)


def _components(parts: list[Board], settings: Settings) -> tuple[tuple[Board, str], ...]:
    """The components with a move and their outcomes, if there are several."""
    if len(parts) < 2:
        return ()
    shares = settings.cut([1] * len(parts))
    return tuple(
        (part, solve(part, moves=False, lengths=False, settings=share).outcome)
        for part, share in zip(parts, shares, strict=True)
    )


def _sum(outcomes: tuple[str, ...]) -> str | None:
    """The outcome of a sum if the outcomes of its components determine it; otherwise None.

    A zero game (P) adds nothing, and games that one player wins add up to such a game.

    >>> _sum(("P", "L", "L")), _sum(("N", "P")), _sum(("N", "L")), _sum(("N", "N"))
    ('L', 'N', None, None)
    """
    others = [outcome for outcome in outcomes if outcome != "P"]
    if len(others) < 2 or set(others) in ({"L"}, {"R"}):
        return others[0] if others else "P" if outcomes else None
    return None
