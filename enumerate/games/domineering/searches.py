"""The compiled searches of two-player Domineering, with the tables that they share between questions."""

from dataclasses import dataclass, field

from ...model.board import Board, Player
from ...support.memory import remaining_memory
from ...support.run import Report, begin, portion, silent
from ..bitboard.layout import Layout
from ..bitboard.search import BitboardSearch, Kernel
from ..bitboard.stack import OPEN
from ..domineering import domineering_kernel as kernel
from ..domineering import race
from .domineering_kernel import WIN, edges_of
from .solution import other
from .strips import AT_ONCE, LARGEST, SMALL, Strips, cells_of, cells_within, strips_of

FIRST_POSITIONS = 1_000  # positions searched before the tables of `cells_of` are made
# positions searched before tables with that many cells are made
PATIENCE = {AT_ONCE: 100_000, LARGEST: 600_000}


@dataclass(slots=True)
class CompiledSolver:
    """Searches positions in one box; results stay in tables for later questions.

    `counts_moves`: find winners by the search of `race`, which also finds lengths.
    """

    shape: tuple[int, ...]
    misere: bool = False
    counts_moves: bool = False
    memory: int | None = None  # bytes for tables (default: what is free)
    threads: int = 1  # of a long search; two at most are used
    _layout: Layout = field(init=False, repr=False)
    _strips: Strips | None = field(init=False, repr=False, default=None)  # what bounds are looked up in
    _cells: int = field(init=False, repr=False, default=0)  # and how large these tables are
    _searches: dict[object, BitboardSearch] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._layout = Layout.of(self.shape, (Player.LEFT, Player.RIGHT))

    @property
    def nodes(self) -> int:
        """The number of positions searched so far."""
        return sum(search.nodes for search in self._searches.values())

    def length(self, board: Board, mover: Player, winner: Player, delay: bool, report: Report) -> int:
        """The number of moves of perfect play; `delay`: the winner lengthens the game, not the loser."""
        ender = winner if self.misere else other(winner)
        free = self._layout.bits(board)
        # the ender's number of moves lies in low..high; the answers are monotone in it
        low, high = 0, len(board) // 2
        total, done = high.bit_length() + 1, 0  # a range of n + 1 numbers is halved no more often than this
        while low < high:
            report(done, total)
            # a goal that is met is met with more moves of the ender, or with fewer (`delay`)
            middle = (low + high + delay) // 2
            met = self._meets(free, mover, winner, delay, middle, portion(report, done, total))
            if delay:
                low, high = (middle, high) if met else (low, middle - 1)
            else:
                low, high = (low, middle) if met else (middle + 1, high)
            done += 1
        # the ender is to move when the game ends, so the other made as many moves, or one more if first
        return 2 * low if mover == ender else 2 * low + 1

    def wins(self, board: Board, mover: Player, player: Player, report: Report = silent) -> bool:
        """Whether `player` wins when `mover` is to move."""
        free = self._layout.bits(board)
        if self.misere or self.counts_moves:
            return self._meets(free, mover, player, False, len(board), report)
        useful = cells_of(self.shape, self._allowed)
        if not self._strips:
            self._enlarge(min(useful, SMALL))
        value = OPEN
        for cells, patience in ((useful, FIRST_POSITIONS), *PATIENCE.items()):
            if value == OPEN and cells_within(self._allowed // 2) >= cells > self._cells:
                value = self._winner(free, mover, report, patience)
                if value == OPEN:
                    if cells > AT_ONCE:
                        begin("making larger tables of strips")
                    self._enlarge(cells)
        if value == OPEN:
            value = self._winner(free, mover, report)
        return (value == WIN) == (mover == player)

    def _enlarge(self, cells: int) -> None:
        """Make tables of strips of up to `cells` cells."""
        self._strips, self._cells = strips_of(self._layout, cells, self.threads), cells

    def _winner(self, free: int, mover: Player, report: Report, at_most: int | None = None) -> int:
        """The value of a position for the player to move; OPEN after `at_most` positions."""
        search = self._search("winner", kernel.search, kernel.WIDTH)
        mode = self._strips, edges_of(self._layout)
        return search.run(
            free, (mover, 0), self._layout, *mode, report=report, threads=self.threads, at_most=at_most
        )

    def _meets(
        self, free: int, mover: Player, winner: Player, delay: bool, goal: int, report: Report
    ) -> bool:
        """Whether `winner` wins within `goal` moves of the player who ends the game, or after so many."""
        ender = winner if self.misere else other(winner)
        search = self._search((winner, delay), race.search, race.WIDTH)
        mode = int(ender), self.misere, delay
        return search.run(free, (mover, goal), self._layout, *mode, report=report) == race.DONE

    def _search(self, question: object, search: Kernel, width: int) -> BitboardSearch:
        """The search for a question, with its table; made when it is first needed."""
        if question not in self._searches:
            # half for the winner, and the other half for two senses and two winners
            share = self._allowed // (2 if question == "winner" and not self.misere else 8)
            helps = question == "winner"
            self._searches[question] = BitboardSearch(search, self._layout.volume, width, share, helps)
        return self._searches[question]

    @property
    def _allowed(self) -> int:
        return remaining_memory(self.memory)
