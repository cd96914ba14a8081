"""Who can force a win in a box against the other two together, for each turn order."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import prod
from typing import Any, Unpack

from ...model.board import Board, Player
from ...support.errors import InputError, require_type
from ...support.memory import CostEstimate, remaining_memory
from ...support.result import Result, Table
from ...support.run import Options, Report, portion, running, silent
from ..bitboard.layout import Layout
from ..bitboard.search import BitboardSearch
from .box_kernel import WIDTH, WIN, search
from .box_rules import NOBODY, ORDERS, Order, as_box, class_of, parse_order

# log10 of the number of positions is about intercept + slope * cells, fitted to 2 x 3 x 3 up to 3 x 4 x 4
LOG_POSITIONS = -1.7, 0.155
POSITIONS_PER_SECOND = 1.8e6


@dataclass(frozen=True, slots=True)
class BoxOutcomes(Result):
    """Who can force a win in each turn order ("N": nobody), and how many positions were searched."""

    box: tuple[int, ...]
    outcomes: dict[str, str]
    nodes: int

    @property
    def outcome_class(self) -> str | None:
        """The class of Diagram 1-34 [Hur10], if the six outcomes follow one."""
        return class_of(self.outcomes)

    def __str__(self) -> str:
        return f"{self.table()}\n{self.summary()}"

    @property
    def name(self) -> str:
        """AxBxC."""
        return "x".join(map(str, self.box))

    def summary(self) -> str:
        """The box, its class and the number of positions, in one line."""
        named = f"class {self.outcome_class}" if self.outcome_class else "none of the named classes"
        return f"{self.name}: {named}; {self.nodes} nodes"

    def table(self) -> Table:
        """A row for each turn order."""
        return Table(("order", "winner"), tuple((order, self.outcomes[order]) for order in ORDERS))

    def to_json(self) -> dict[str, Any]:
        """The box, the winners, the class."""
        return {
            "box": list(self.box),
            "outcomes": self.outcomes,
            "class": self.outcome_class,
            "nodes": self.nodes,
        }


@dataclass(slots=True)
class BoxSolver:
    """Decides whether `player` wins against the other two in the cyclic `order`; keeps its results."""

    shape: tuple[int, ...]
    order: Order
    player: Player
    memory: int | None = None  # bytes that this process may take (default: half of what is free, for a table)
    _turns: Order = field(init=False, repr=False)
    layout: Layout = field(init=False, repr=False)
    _search: BitboardSearch = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.shape, self.player = as_box(self.shape), Player.of(self.player)
        self.order = parse_order(self.order) if isinstance(self.order, str) else self.order
        place = self.order.index(self.player)
        first, second, third = self.order[place:] + self.order[:place]
        self._turns = (first, second, third)
        self.layout = Layout.of(self.shape, self._turns)
        # load the kernel by searching no cells, to know how much memory it leaves
        BitboardSearch(search, 0, WIDTH, 0).run(0, (2,), self.layout, self.layout.spoils)
        remaining = remaining_memory(self.memory)
        table = remaining // 2 if self.memory is None else remaining
        self._search = BitboardSearch(search, self.layout.volume, WIDTH, table)

    def wins(self, board: Board, turn: Player, report: Report = silent) -> bool:
        """Whether `player` can force a win on the free cells of `board` when `turn` is to move."""
        if board.shape != self.shape or any(board.wrap):
            raise InputError(f"the board must be a straight box of shape {self.shape}, not {board!r}")
        return self.wins_bits(self.layout.bits(board), turn, report)

    def wins_bits(self, free: int, turn: Player, report: Report = silent) -> bool:
        """The same for free cells given as bits of the layout."""
        layout = self.layout
        moved_last = (self._turns.index(turn) + 2) % 3
        return self._search.run(free, (moved_last,), layout, layout.spoils, report=report) == WIN

    def moves_left(self, free: int) -> int:
        """The number of dominoes of `player` that fit on free cells given as bits of the layout."""
        low, high = (int(word) for word in self.layout.firsts[0])
        return (free & free >> int(self.layout.strides[0]) & (high << 64 | low)).bit_count()

    @property
    def nodes(self) -> int:
        """The number of positions searched so far."""
        return self._search.nodes


Key = tuple[
    tuple[int, ...], int
]  # the sizes in turn order, and the index in that order of the player in question
Known = dict[Key, bool]


def outcomes(box: tuple[int, ...], *, known: Known | None = None, **options: Unpack[Options]) -> BoxOutcomes:
    """Who can force a win on the full `box` in each of the six turn orders.

    Relabelling the players turns every question into "can player i of the turn order 0, 1, 2 win, with these
    sizes?". Answers in `known` are not computed again, and new answers are added to it.

    >>> outcomes((2, 2, 3)).outcomes["LRM"]
    'M'
    """
    box = as_box(box)
    require_type((dict, type(None)), "a dictionary of known answers", known)
    answers: Known = known if known is not None else {}
    # the questions about one player in one cyclic order share a solver
    questions: dict[tuple[int, ...], list[Key]] = {}
    for order in ORDERS:
        for place in range(3):
            sizes, _ = key = _key(box, order, place)
            if key not in answers:
                asked = questions.setdefault(sizes[place:] + sizes[:place], [])
                asked += [key] * (key not in asked)
    nodes, done, total = 0, 0, sum(map(len, questions.values()))
    with running(options) as settings:
        for turned, keys in questions.items():
            solver = None  # the table of the last one must be free when the next one is made
            solver = BoxSolver(turned, parse_order("LRM"), Player.LEFT, settings.limit)
            if not done:
                digits = LOG_POSITIONS[0] + LOG_POSITIONS[1] * prod(box)
                what = f"about 10^{digits:.0f} positions, or ten times fewer or more"
                settings.expect(
                    CostEstimate(
                        what, seconds=10**digits / POSITIONS_PER_SECOND, instead="Take a smaller box"
                    )
                )
            for key in keys:
                start = Player((3 - key[1]) % 3)
                share = portion(settings.report, done, total)
                answers[key] = solver.wins(Board.box(*turned), start, share)
                done += 1
            nodes += solver.nodes
    winners = {
        order: next((order[place] for place in range(3) if answers[_key(box, order, place)]), NOBODY)
        for order in ORDERS
    }
    return BoxOutcomes(box, winners, nodes)


def _key(box: tuple[int, ...], order: str, place: int) -> Key:
    return tuple(box[player] for player in parse_order(order)), place


def boxes_up_to(total: int) -> Iterator[tuple[int, int, int]]:
    """All boxes A >= B >= C with A + B + C at most `total`, the smallest first."""
    for sum_of_sizes in range(3, total + 1):
        for a in range(sum_of_sizes, 0, -1):
            for b in range(min(a, sum_of_sizes - a), 0, -1):
                if 1 <= sum_of_sizes - a - b <= b:
                    yield a, b, sum_of_sizes - a - b
