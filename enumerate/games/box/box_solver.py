"""Which player can force a win in a box against the other two together, for each turn order [Hur10].

L, R and M place along axes 0, 1 and 2. A player without a move on their own turn is out, the others go on,
and the last to move wins; if no move is possible at all, the last of the turn order counts as last mover.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, product
from math import prod
from typing import Any, Unpack

from ...model.board import Board, Domino, Player
from ...support.errors import InputError, require_integer, require_type
from ...support.memory import CostEstimate, remaining_memory
from ...support.result import Result, Table
from ...support.run import Options, current, expect, running, stage
from ..bitboard import require_volume
from ..bitboard.bits import Layout
from ..bitboard.search import BitboardSearch
from ..turns import parse_order
from .box_kernel import WIDTH, WIN, search

NOBODY = "N"
ORDERS: tuple[str, ...] = ("LRM", "RML", "MLR", "LMR", "MRL", "RLM")
# log10 of the number of positions is about intercept + slope * cells, fitted to 2 x 3 x 3 up to 3 x 4 x 4
LOG_POSITIONS = -1.7, 0.155
POSITIONS_PER_SECOND = 1.8e6


def as_box(box: Any) -> tuple[int, ...]:
    """The three sizes of a box."""
    sizes = tuple(box) if isinstance(box, Iterable) and not isinstance(box, str) else ()
    if len(sizes) != 3:
        raise InputError(f"a box has three sizes, as in (4, 4, 3), not {box!r}")
    return tuple(require_integer("size", size, 1) for size in sizes)


@dataclass(frozen=True, slots=True)
class BoxOutcomes(Result):
    """Who can force a win in each turn order ("N": nobody), and how many positions were searched."""

    box: tuple[int, ...]
    outcomes: dict[str, str]
    nodes: int

    @property
    def outcome_class(self) -> str | None:
        """The class of Diagram 1-34 [Hur10] to which the six outcomes belong, or None.

        N, O, P: always the first, second, third of the order; L, R, M: always that player; Q: nobody.
        """
        winners = "".join(self.outcomes[order] for order in ORDERS)
        classes = {"".join(order[place] for order in ORDERS): "NOP"[place] for place in range(3)}
        classes |= {letter * len(ORDERS): letter for letter in "LRM"} | {NOBODY * len(ORDERS): "Q"}
        return classes.get(winners)

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

    def to_json(self) -> Any:
        """The box, the winners, the class."""
        return Result.to_json(self) | {"class": self.outcome_class}


@dataclass(slots=True)
class BoxSolver:
    """Decides whether `player` wins against the other two in the cyclic `order`; keeps its results."""

    shape: tuple[int, ...]
    order: tuple[Player, ...]
    player: Player
    _turns: tuple[Player, ...] = field(init=False, repr=False)
    _layout: Layout = field(init=False, repr=False)
    _search: BitboardSearch = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.shape, self.player = as_box(self.shape), Player.of(self.player)
        place = self.order.index(self.player)
        self._turns = self.order[place:] + self.order[:place]
        self._layout = Layout.of(self.shape, self._turns)
        # search the empty board to load the kernel, so that the free memory is known
        BitboardSearch(search, self._layout, WIDTH, 0).run(0, (2,), self._layout.spoils)
        limit = current().limit
        table = remaining_memory(limit) // (2 if limit is None else 1)
        self._search = BitboardSearch(search, self._layout, WIDTH, table)

    def wins(self, board: Board, turn: Player) -> bool:
        """Whether `player` can force a win on the free cells of `board` when `turn` is to move."""
        if board.shape != self.shape or any(board.wrap):
            raise InputError(f"the board must be a straight box of shape {self.shape}, not {board!r}")
        moved_last = (self._turns.index(turn) + 2) % 3
        return self._search.run(self._layout.bits(board), (moved_last,), self._layout.spoils) == WIN

    def move_against(self, board: Board, turn: Player) -> Domino:
        """A move of the ally `turn` after which `player` cannot win, if one exists; else any move.

        Among these moves, one that leaves `player` the fewest moves.
        """
        follower = self._turns[(self._turns.index(turn) + 1) % 3]
        after = {domino: board.without(board.covered_by(domino)) for domino in board.dominoes(turn)}
        ranked = sorted(after, key=lambda domino: len(list(after[domino].dominoes(self.player))))
        return next((move for move in ranked if not self.wins(after[move], follower)), ranked[0])

    @property
    def nodes(self) -> int:
        """The number of positions searched so far."""
        return self._search.nodes


# the sizes in turn order, starting with the player in question, and the index of the first mover
Key = tuple[tuple[int, ...], int]
Known = dict[Key, bool]


def outcomes(box: tuple[int, ...], *, known: Known | None = None, **options: Unpack[Options]) -> BoxOutcomes:
    """Who can force a win on the full `box` in each of the six turn orders.

    Relabelling the players turns every question into "can player 0 of the turn order 0, 1, 2 win, with these
    sizes and this first mover?". Answers in `known` are not computed again, and new answers are added to it.

    >>> outcomes((2, 2, 3)).outcomes["LRM"]
    'M'
    """
    box = as_box(box)
    require_volume(box)
    require_type((dict, type(None)), "a dictionary of known answers", known)
    answers: Known = known if known is not None else {}
    keys = {}
    for order, place in product(ORDERS, range(3)):
        sizes = tuple(box[player] for player in parse_order(order))
        keys[order, place] = sizes[place:] + sizes[:place], -place % 3
    starters: dict[tuple[int, ...], list[int]] = {}
    for sizes, starter in dict.fromkeys(keys.values()):
        if (sizes, starter) not in answers:
            starters.setdefault(sizes, []).append(starter)
    nodes = 0
    with running(options):
        if starters:
            digits = LOG_POSITIONS[0] + LOG_POSITIONS[1] * prod(box)
            what, seconds = (
                f"about 10^{digits:.0f} positions, or ten times fewer or more",
                10**digits / POSITIONS_PER_SECOND,
            )
            expect(CostEstimate(what, seconds=seconds, instead="Take a smaller box"))
        for number, sizes in enumerate(starters):
            solver = BoxSolver(sizes, tuple(Player), Player.LEFT)
            for part, starter in enumerate(starters[sizes]):
                with stage(number, len(starters)), stage(part, len(starters[sizes])):
                    answers[sizes, starter] = solver.wins(Board.box(*sizes), Player(starter))
            nodes += solver.nodes
    winners = {
        order: next((order[place] for place in range(3) if answers[keys[order, place]]), NOBODY)
        for order in ORDERS
    }
    return BoxOutcomes(box, winners, nodes)


def boxes_up_to(total: int) -> Iterator[tuple[int, int, int]]:
    """All boxes A >= B >= C with A + B + C at most `total`, the smallest first."""
    sizes = range(1, total - 1)
    boxes = [box for box in combinations_with_replacement(sizes, 3) if sum(box) <= total]
    for c, b, a in sorted(boxes, key=lambda box: (sum(box), -box[2], -box[1])):
        yield a, b, c
