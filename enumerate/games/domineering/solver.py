"""Two-player Domineering on any flat board: outcome, winning moves, and how long perfect play lasts."""

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Unpack

from ...model.alternating import TWO_PLAYERS, turn_drawn
from ...model.board import Board, Domino, Player, require_board
from ...model.cells import items
from ...model.game import DOMINEERING
from ...model.position import Position, as_position
from ...support.errors import InputError, TooLargeError, require_positive
from ...support.memory import available_memory
from ...support.progress import Report, portion, silent
from ...support.result import Result
from ...support.settings import Options, Settings, running
from ...support.table import Table
from ..bitboard.layout import Layout
from ..bitboard.search import Kernel, Search
from . import kernel, race
from .strips import strips_of


class Sense(Enum):
    """Which way the length of perfect play is measured.

    HURRY: the winner shortens and the loser lengthens the game; DELAY: the reverse. Both keep the result.
    """

    HURRY = "hurry"
    DELAY = "delay"


@dataclass(frozen=True, slots=True)
class Start:
    """What happens when one player starts: the winner, the starter's winning moves, the lengths.

    >>> Start(Player.LEFT, hurry=3).to_json()
    {'winner': 'L', 'winning_moves': None, 'hurry': 3, 'delay': None}
    """

    winner: Player
    winning_moves: tuple[Domino, ...] | None = None
    hurry: int | None = None
    delay: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain values for JSON; cells are counted from 0.

        >>> Start(Player.LEFT, (Domino((0, 1), 0),)).to_json()["winning_moves"]
        [[0, 1]]
        """
        moves = self.winning_moves
        return {
            "winner": self.winner.letter,
            "winning_moves": None if moves is None else [list(domino.cell) for domino in moves],
            "hurry": self.hurry,
            "delay": self.delay,
        }


@dataclass(frozen=True, slots=True)
class Solution(Result):
    """The outcome class (N, P, L or R), what happens for each starter, and whose turn it is, if that is told.

    >>> solve(Board.rectangle(2, 2)).first[Player.RIGHT].winner
    <Player.RIGHT: 1>
    """

    outcome: str
    first: dict[Player, Start]
    nodes: int
    components: tuple[tuple[Board, str], ...] = ()  # with their outcomes, if there are several
    to_move: Player | None = None  # by the dominoes of the position

    @property
    def winner(self) -> Player | None:
        """Who wins with the player to move; if nobody's turn is told, who wins whoever starts, or None.

        >>> solve(Board.rectangle(2, 2)).winner, solve(Position.parse("L..\\nL..")).winner
        (None, <Player.RIGHT: 1>)
        """
        winners = {start.winner for player, start in self.first.items() if self.to_move in (None, player)}
        return winners.pop() if len(winners) == 1 else None

    def __str__(self) -> str:
        told = f" ({' + '.join(outcome for _, outcome in self.components)})" if self.components else ""
        lines = [f"outcome {self.outcome}{told}", str(self.table())]
        if self.to_move is not None:
            winner = self.first[self.to_move].winner
            lines.append(f"{self.to_move.title} is to move, by the dominoes drawn: {winner.title} wins")
        return "\n".join(lines)

    def table(self) -> Table:
        """A line for each starter; moves are row and column of the first cell, from 1.

        >>> print(solve(Board.rectangle(2, 2)).table())
        starts  wins  hurry  delay  winning moves
        L       L         1      1  1,1 1,2
        R       R         1      1  1,1 2,1
        """

        def shown(value: object) -> object:
            return "-" if value is None else value

        rows = []
        for player, start in self.first.items():
            moves = None
            if start.winning_moves is not None:
                cells = (domino.cell for domino in start.winning_moves)
                moves = " ".join(f"{row + 1},{col + 1}" for row, col in cells) or "none"
            rows.append((player.letter, start.winner.letter, *map(shown, (start.hurry, start.delay, moves))))
        return Table(("starts", "wins", "hurry", "delay", "winning moves"), tuple(rows))

    def to_json(self) -> dict[str, Any]:
        """Whose turn it is, the outcome and what happens for each starter.

        >>> solve(Board.rectangle(2, 2)).to_json()["outcome"]
        'N'
        """
        starts = {player.letter: start.to_json() for player, start in self.first.items()}
        parts = [{"board": str(part), "outcome": outcome} for part, outcome in self.components]
        to_move = None if self.to_move is None else self.to_move.name.lower()
        told = {"to_move": to_move, "outcome": self.outcome, "first": starts}
        return told | ({"components": parts} if parts else {})


@dataclass(slots=True)
class Solver:
    """Answers questions about positions in one box; keeps what it learns.

    >>> solver = Solver((2, 2))
    >>> solver.mover_wins(Board.rectangle(2, 2), Player.LEFT)
    True
    """

    shape: tuple[int, ...]
    misere: bool = False
    memory: int | None = None  # bytes for tables (default: what is free)
    _layout: Layout = field(init=False, repr=False)
    _bounds: tuple[Any, ...] = field(init=False, repr=False)  # what the kernel knows of the box
    _searches: dict[object, Search] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        sizes = items("shape", self.shape)
        if len(sizes) != 2:
            raise InputError(f"two players need a flat board, not one of {len(sizes)} dimensions")
        self.shape = tuple(require_positive("size", size) for size in sizes)
        self._layout = Layout.of(self.shape, (Player.LEFT, Player.RIGHT))
        self._bounds = strips_of(self._layout), kernel.edges_of(self._layout)
        if self.misere:
            self.require_lengths()

    @property
    def nodes(self) -> int:
        """How many positions were looked at so far."""
        return sum(search.nodes for search in self._searches.values())

    def require_lengths(self) -> None:
        """Refuse a board too large for lengths and misère play, before any work."""
        if self._layout.volume > race.CELLS_AT_MOST:
            raise TooLargeError(
                f"lengths and misère play need a board of at most {race.CELLS_AT_MOST} cells, "
                f"not {self._layout.volume}; ask for the winner in normal play instead"
            )

    def mover_wins(self, board: Board, mover: Player, report: Report = silent) -> bool:
        """Whether `mover`, to move, wins on the free cells of `board`."""
        require_board(board)
        mover = Player.of(mover, among=TWO_PLAYERS)
        return self._wins(board, mover, mover, report)

    def winning_moves(self, board: Board, mover: Player, report: Report = silent) -> list[Domino]:
        """The moves of `mover` after which the other player, to move, loses.

        >>> [domino.cell for domino in Solver((3, 3)).winning_moves(Board.rectangle(3, 3), Player.LEFT)]
        [(0, 1), (1, 1)]
        """
        dominoes = list(board.dominoes(mover))
        winning = []
        for done, domino in enumerate(dominoes):
            report(done, len(dominoes))
            after = board.without(board.covered_by(domino))
            if self._wins(after, _other(mover), mover, portion(report, done, len(dominoes))):
                winning.append(domino)
        return winning

    def length(self, board: Board, mover: Player, sense: Sense, report: Report = silent) -> int:
        """The number of moves of perfect play when `mover` starts.

        >>> [Solver((5, 5)).length(Board.rectangle(5, 5), Player.LEFT, sense) for sense in Sense]
        [12, 10]
        """
        self.require_lengths()
        winner = mover if self.mover_wins(board, mover) else _other(mover)
        ender = winner if self.misere else _other(winner)
        free = self._bits(board)
        # the ender's number of moves lies in low..high; the answers are monotone in it
        low, high = 0, len(board) // 2
        total, done = high.bit_length() + 1, 0  # a range of n + 1 numbers is halved no more often than this
        while low < high:
            report(done, total)
            # a goal that is met is met with more moves of the ender (hurry), or with fewer (delay)
            middle = (low + high) // 2 if sense is Sense.HURRY else (low + high + 1) // 2
            met = self._meets(free, mover, winner, sense, middle, portion(report, done, total))
            if sense is Sense.HURRY:
                low, high = (low, middle) if met else (middle + 1, high)
            else:
                low, high = (middle, high) if met else (low, middle - 1)
            done += 1
        # the ender is to move when the game ends, so the other made as many moves, or one more if first
        return 2 * low if mover == ender else 2 * low + 1

    def _wins(self, board: Board, mover: Player, player: Player, report: Report = silent) -> bool:
        """Whether `player` wins when `mover` is to move."""
        free = self._bits(board)
        if self.misere:
            return self._meets(free, mover, player, Sense.HURRY, len(board), report)
        search = self._search("winner", kernel.search, kernel.WIDTH)
        value = search.run(free, (mover, 0), self._layout, *self._bounds, report=report)
        return (value == kernel.WIN) == (mover == player)

    def _meets(
        self, free: int, mover: Player, winner: Player, sense: Sense, goal: int, report: Report = silent
    ) -> bool:
        ender = winner if self.misere else _other(winner)
        search = self._search((winner, sense), race.search, race.WIDTH)
        mode = int(ender), self.misere, sense is Sense.DELAY
        return search.run(free, (mover, goal), self._layout, *mode, report=report) == race.DONE

    def _search(self, question: object, kernel: Kernel, width: int) -> Search:
        """The search that keeps what is known of a question; it is made when first asked."""
        if question not in self._searches:
            memory = available_memory() if self.memory is None else self.memory
            # half for the winner, and the other half for two senses and two winners
            share = memory // (2 if question == "winner" and not self.misere else 8)
            self._searches[question] = Search(kernel, self._layout.volume, width, share)
        return self._searches[question]

    def _bits(self, board: Board) -> int:
        if board.shape != self.shape:
            raise InputError(f"the board must have the shape {self.shape}, not {board.shape}")
        if any(board.wrap):
            raise InputError("wrapped boards cannot be solved: leave --wrap out")
        return self._layout.bits(board)


def solve(
    where: Board | Position,
    misere: bool = False,
    moves: bool = True,
    lengths: bool = True,
    **options: Unpack[Options],
) -> Solution:
    """The outcome of Domineering on a board or from a position on, and if wanted winning moves and lengths.

    In a position it is the turn of who has placed one domino fewer; other counts leave it open.

    >>> solution = solve(Board.rectangle(2, 3))
    >>> solution.outcome, solution.first[Player.LEFT].hurry
    ('N', 1)
    >>> print(solve(Position.parse("L..\\nL..")))
    outcome N
    starts  wins  hurry  delay  winning moves
    L       L         1      1  1,2 1,3
    R       R         1      1  1,2 2,2
    Right is to move, by the dominoes drawn: Right wins
    """
    position = as_position(where, DOMINEERING)
    board, to_move = position.free, turn_drawn(position)
    if not len(board):
        return replace(nobody_moves(misere, moves, lengths), to_move=to_move)
    small = board.crop()
    solver = Solver(small.shape, misere)
    if lengths:
        solver.require_lengths()
    with running(options) as settings:
        solver.memory = settings.limit
        ahead, rest = settings.cut([1, 3])
        components = _components(board, ahead) if not misere else ()
        told = _sum(tuple(outcome for _, outcome in components))
        starts = _starts(solver, small, moves, lengths, told, rest)
    corner = tuple(min(cell[axis] for cell in board.cells) for axis in (0, 1))
    placed = {player: _moved(start, corner) for player, start in starts.items()}
    return Solution(_outcome(starts), placed, solver.nodes, components, to_move)


def _starts(
    solver: Solver, small: Board, moves: bool, lengths: bool, told: str | None, settings: Settings
) -> dict[Player, Start]:
    """What happens for each starter; `told` is the outcome, if it is known without a search."""
    square = small == small.transpose()  # then Right's game is the mirror image of Left's
    starters = (Player.LEFT,) if square else (Player.LEFT, Player.RIGHT)
    starts = {}
    for player in starters:
        share = portion(settings.report, player, len(starters))
        if told is None:
            wins = solver.mover_wins(small, player, portion(share, 0, 4))
        else:
            wins = told in ("N", player.letter)
        found = None
        if moves:
            found = tuple(solver.winning_moves(small, player, portion(share, 1, 4)) if wins else ())
        starts[player] = Start(
            player if wins else _other(player),
            found,
            solver.length(small, player, Sense.HURRY, portion(share, 2, 4)) if lengths else None,
            solver.length(small, player, Sense.DELAY, portion(share, 3, 4)) if lengths else None,
        )
    if square:
        starts[Player.RIGHT] = _transposed(starts[Player.LEFT])
    return starts


def nobody_moves(misere: bool, moves: bool, lengths: bool) -> Solution:
    """The solution of a board without free cells: whoever should start cannot."""
    found, length = () if moves else None, 0 if lengths else None
    starts = {
        player: Start(player if misere else _other(player), found, length, length)
        for player in (Player.LEFT, Player.RIGHT)
    }
    return Solution(_outcome(starts), starts, 0)


def _components(board: Board, settings: Settings) -> tuple[tuple[Board, str], ...]:
    """The components in which somebody can move, with their outcomes, if there are several."""
    parts = [part for part in board.components() if len(part) > 1]
    if len(parts) < 2:
        return ()
    shares = settings.cut([1] * len(parts))
    return tuple(
        (part, solve(part, moves=False, lengths=False, settings=share).outcome)
        for part, share in zip(parts, shares, strict=True)
    )


def _sum(outcomes: tuple[str, ...]) -> str | None:
    """The outcome of a sum, if the outcomes of its components tell it; None otherwise, or without components.

    A zero game (P) adds nothing, and games that one player wins add up to such a game.

    >>> _sum(("P", "L", "L")), _sum(("N", "P")), _sum(("N", "L")), _sum(("N", "N"))
    ('L', 'N', None, None)
    """
    others = [outcome for outcome in outcomes if outcome != "P"]
    if len(others) < 2 or set(others) in ({"L"}, {"R"}):
        return others[0] if others else "P" if outcomes else None
    return None


def _transposed(start: Start) -> Start:
    moves = start.winning_moves
    if moves is not None:
        mirrored = [Domino((domino.cell[1], domino.cell[0]), _other(Player(domino.axis))) for domino in moves]
        moves = tuple(sorted(mirrored, key=lambda domino: domino.cell))
    return replace(start, winner=_other(start.winner), winning_moves=moves)


def _moved(start: Start, corner: tuple[int, ...]) -> Start:
    if start.winning_moves is None:
        return start
    moves = [
        Domino((domino.cell[0] + corner[0], domino.cell[1] + corner[1]), domino.axis)
        for domino in start.winning_moves
    ]
    return replace(start, winning_moves=tuple(moves))


def _outcome(starts: dict[Player, Start]) -> str:
    left, right = starts[Player.LEFT].winner, starts[Player.RIGHT].winner
    if left == right:
        return left.letter
    return "N" if left == Player.LEFT else "P"


def _other(player: Player) -> Player:
    return Player(1 - player)
