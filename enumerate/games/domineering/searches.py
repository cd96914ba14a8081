"""The compiled searches of two-player Domineering, with the tables that they share between questions."""

from dataclasses import dataclass, field

from ...model.board import Board, Player
from ...support.memory import CostEstimate, remaining_memory
from ...support.run import advance, begin, current, stage
from ..bitboard.bits import Layout
from ..bitboard.search import OPEN, BitboardSearch, Kernel
from . import domineering_kernel, length_need, race
from .domineering_kernel import WIN, edges_of
from .strips import LARGE_TABLE, MEDIUM_TABLE, SMALL_TABLE, Strips, are_whole, cells_for, cells_of, strips_of

POSITIONS_BEFORE_TABLES = 1_000  # positions searched before the tables of `cells_of` are made
# positions searched before tables of this many cells are made
POSITIONS_BEFORE = {MEDIUM_TABLE: 100_000, LARGE_TABLE: 600_000}
# log10 of the number of positions is about LOG_POSITIONS, plus LOG_GROWTH for each cell beyond QUICK_CELLS:
# 8 x 8 takes 7 * 10^4 positions and 9 x 9 takes 2 * 10^7
QUICK_CELLS, LOG_POSITIONS, LOG_GROWTH = 64, 4.9, 0.145
POSITIONS_PER_SECOND = 6e4  # by one thread


@dataclass(slots=True)
class CompiledSolver:
    """Searches positions in one box; results stay in tables for later questions.

    `counts_moves`: find winners by the search of `race`, which also finds lengths.
    """

    shape: tuple[int, ...]
    misere: bool
    counts_moves: bool
    _layout: Layout = field(init=False, repr=False)
    _strips: Strips | None = field(init=False, repr=False, default=None)  # the tables for bounds
    _cells: int = field(init=False, repr=False, default=0)  # the number of cells of these tables
    _searches: dict[object, BitboardSearch] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._layout = Layout.of(self.shape, (Player.LEFT, Player.RIGHT))

    @property
    def nodes(self) -> int:
        """The number of positions searched so far."""
        return sum(search.nodes for search in self._searches.values())

    def length(self, board: Board, mover: Player, winner: Player, delay: bool) -> int:
        """The number of moves of perfect play; `delay`: the winner lengthens the game, not the loser."""
        ender = winner if self.misere else Player(1 - winner)
        # the ender's number of moves lies in low..high; the answers are monotone in it
        low, high = 0, len(board) // 2
        total, done = high.bit_length() + 1, 0  # a range of n + 1 numbers is halved no more often than this
        while low < high:
            advance(done, total)
            # a goal that is met is met with more moves of the ender, or with fewer (`delay`)
            middle = (low + high + delay) // 2
            with stage(done, total):
                met = self._meets(board, mover, winner, delay, middle)
            if delay:
                low, high = (middle, high) if met else (low, middle - 1)
            else:
                low, high = (low, middle) if met else (middle + 1, high)
            done += 1
        # the ender is to move when the game ends, so the other made as many moves, or one more if first
        return 2 * low if mover == ender else 2 * low + 1

    def wins(self, board: Board, mover: Player, player: Player) -> bool:
        """Whether `player` wins when `mover` is to move."""
        if self.misere or self.counts_moves:
            return self._meets(board, mover, player, False, len(board))
        useful = cells_of(self.shape, self._allowed)
        if not self._strips:
            self._enlarge(min(useful, SMALL_TABLE))
        value = OPEN
        for cells, patience in ((useful, POSITIONS_BEFORE_TABLES), *POSITIONS_BEFORE.items()):
            if value == OPEN and cells_for(self._allowed // 2) >= cells > self._cells:
                value = self._winner(board, mover, patience)
                if value == OPEN:
                    if cells > MEDIUM_TABLE:
                        begin("making larger tables of strips")
                    self._enlarge(cells)
        if value == OPEN:
            value = self._winner(board, mover)
        return (value == WIN) == (mover == player)

    def _enlarge(self, cells: int) -> None:
        """Make tables of strips of up to `cells` cells."""
        self._strips, self._cells = strips_of(self._layout, cells), cells

    def _winner(self, board: Board, mover: Player, at_most: int | None = None) -> int:
        """The value of a position for the player to move; OPEN after `at_most` positions."""
        # half of the memory, and the other half for two senses and two winners in `_meets`
        search = self._search("winner", domineering_kernel.search, domineering_kernel.WIDTH, 2)
        assert self._strips is not None
        mode = self._strips, edges_of(self._layout), are_whole(self._strips, self._layout)
        need = _need(len(board)) if len(board) > QUICK_CELLS else None
        return search.run(self._layout.bits(board), (mover, 0), *mode, at_most=at_most, need=need)

    def _meets(self, board: Board, mover: Player, winner: Player, delay: bool, goal: int) -> bool:
        """Whether `winner` wins after at most `goal` moves of the ender (`delay`: at least); see `race`."""
        ender = winner if self.misere else Player(1 - winner)
        search = self._search((winner, delay), race.search, race.WIDTH, 8)
        mode = int(ender), self.misere, delay
        need = length_need(len(board), True)._replace(instead="Take a smaller board") if self.misere else None
        return search.run(self._layout.bits(board), (mover, goal), *mode, need=need) == race.DONE

    def _search(self, question: object, search: Kernel, width: int, shares: int) -> BitboardSearch:
        """The search for a question, with its table; made at first use."""
        if question not in self._searches:
            share = self._allowed // shares
            helps = question == "winner"
            self._searches[question] = BitboardSearch(search, self._layout, width, share, helps)
        return self._searches[question]

    @property
    def _allowed(self) -> int:
        return remaining_memory(current().limit)


def _need(cells: int) -> CostEstimate:
    """The cost of a long search."""
    digits = LOG_POSITIONS + LOG_GROWTH * (cells - QUICK_CELLS)
    cores = min(current().cores, 2)
    what = f"no bound settles these {cells} cells: judging by squares about 10^{digits:.0f} positions"
    return CostEstimate(what, seconds=10**digits / POSITIONS_PER_SECOND / cores, cores=cores)
