"""The fewest and the most dominoes over the positions of a kind, with a position that has them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Unpack

from ..frontier.estimate import require_narrow
from ..frontier.task import Task
from ..model.board import Board, Cell
from ..model.game import DOMINEERING, Game
from ..model.placing import Placement
from ..model.players import Player, PlayerLike
from ..model.position import Position
from ..rules.bounds import most_pieces
from ..rules.conflicts import conflict_parts
from ..rules.meaning import asked_json, meaning, player_name, stuck_of
from ..rules.summands import summands
from ..rules.tiles import Kind, KindLike, StuckLike
from ..support.result import Result
from ..support.settings import DEFAULT, Options, Settings, running
from ..support.table import Table

if TYPE_CHECKING:
    from .priced import Found
    from .tropical import MinPlus

FIRST_WINDOW = 15  # differences up to this are tried first: a row of values is then 32 elements
PRICED = 2**21  # states over all steps from which on prices prove sooner than a wide window
LARGE = 2**24  # the same, from which on a position is searched by prices

Costs = Mapping[int, int]  # least cost by difference Left - Right


@dataclass(frozen=True, slots=True)
class Extreme(Result):
    """A number of dominoes and a position that has so many, with what was asked.

    >>> fewest(Board.rectangle(2, 3), "maximal")
    Extreme(dominoes=2, witness=Position.parse('RR.\\n.RR'))
    """

    dominoes: int
    witness: Position
    kind: Kind | None = field(default=None, repr=False, compare=False)
    stuck: frozenset[int] = field(default=frozenset(), repr=False, compare=False)
    play: bool = field(default=False, repr=False, compare=False)
    most: bool = field(default=False, repr=False, compare=False)
    turn: Player | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        return f"{self.summary()}\n\n{self.witness}"

    def summary(self) -> str:
        """The number and what it is the least or the greatest of, in a line.

        >>> fewest(Board.rectangle(2, 3)).summary()
        '2 dominoes, the fewest over positions in which nobody can move'
        """
        words = meaning(self.kind, self.stuck, self.play, self.witness.game, self.turn)
        number = f"{self.dominoes} {self.witness.game.called(self.dominoes)}"
        return f"{number}, the {'most' if self.most else 'fewest'} over {words}"

    def table(self) -> Table:
        """The number, and how many dominoes of each player the position has.

        >>> print(fewest(Board.rectangle(2, 3)).table())
        dominoes  left  right
               2     0      2
        """
        game = self.witness.game
        names = [player_name(game, axis) for axis in range(game.variables(self.witness.board.dimension))]
        return Table(("dominoes", *names), ((self.dominoes, *self.witness.counts),))

    def to_json(self) -> dict[str, Any]:
        """The question, the number, the position.

        >>> fewest(Board.rectangle(1, 2)).to_json()["witness"]
        'RR'
        """
        game, board = self.witness.game, self.witness.board
        asked = asked_json(board, self.kind, self.stuck, self.play, game, self.turn)
        return asked | {"most": self.most, "dominoes": self.dominoes, "witness": str(self.witness)}

    def _repr_svg_(self) -> str:
        return self.witness._repr_svg_()


def fewest(
    board: Board,
    kind: KindLike | None = None,
    *,
    stuck: StuckLike | None = None,
    play: bool = False,
    turn: PlayerLike | None = None,
    game: Game | str = DOMINEERING,
    **options: Unpack[Options],
) -> Extreme | None:
    """The least number of dominoes over the positions of a kind (`maximal`); None if there is none.

    For `maximal` it is the size of the smallest maximal matching of the grid graph (its lower matching
    number). `play` keeps what alternating play can reach, `turn` narrows that to games in
    which this player is to move now, `stuck` names the players instead of a kind.

    >>> fewest(Board.rectangle(8, 8), "maximal").dominoes
    22
    >>> fewest(Board.rectangle(8, 8), "maximal", game="kings").dominoes
    9
    """
    with running(options) as settings:
        return _extreme(board, kind, stuck, play, turn, False, settings, Game.of(game))


def most(
    board: Board,
    kind: KindLike | None = None,
    *,
    stuck: StuckLike | None = None,
    play: bool = False,
    turn: PlayerLike | None = None,
    game: Game | str = DOMINEERING,
    **options: Unpack[Options],
) -> Extreme | None:
    """The greatest number of dominoes over the positions of a kind (`maximal`); None if there is none.

    >>> most(Board.rectangle(3, 3), "right-end", play=True).dominoes
    4
    """
    with running(options) as settings:
        return _extreme(board, kind, stuck, play, turn, True, settings, Game.of(game))


def _extreme(
    board: Board,
    kind: KindLike | None,
    stuck: StuckLike | None,
    play: bool,
    turn: PlayerLike | None,
    most: bool,
    settings: Settings,
    game: Game,
) -> Extreme | None:
    if kind is None:
        kind = "maximal" if stuck is None else "general"
    # a kind is a union of sets of positions: those that are added in its signed sum
    added = [summand for summand in summands(board, kind, stuck, play, turn, game) if summand[0] > 0]
    searches = [
        Search(board, axes, differences, most, settings.part(number, len(added)), game)
        for number, (_, axes, differences) in enumerate(added)
    ]
    found = [search for search in searches if search.dominoes is not None]
    if not found:
        return None
    best = (max if most else min)(found, key=lambda search: search.dominoes or 0)
    assert best.dominoes is not None
    named = Kind.of(kind) if stuck is None else None
    players = stuck_of(named, None if stuck is None else added[0][1], game.variables(board.dimension))
    mover = None if turn is None else Player.of(turn)
    return Extreme(best.dominoes, best.witness(), named, players, play, most, mover)


def combine(one: Costs, two: Costs, window: int | None = None) -> dict[int, int]:
    """Two boards side by side: costs and differences add (within the window), and the least cost counts.

    >>> combine({0: 2, 1: 1}, {-1: 1, 0: 2})
    {-1: 3, 0: 2, 1: 3}
    """
    sums: dict[int, int] = {}
    for d, cost in one.items():
        for e, other in two.items():
            if window is None or abs(d + e) <= window:
                sums[d + e] = min(sums.get(d + e, cost + other), cost + other)
    return sums


class Search:
    """The fewest (or most) dominoes with a difference in `differences` (None: any), over a board in parts.

    A large board in one part is asked by prices (`priced.py`). Else the costs of the parts, which are
    independent, are combined by difference. A window W of differences is enough if W >= (B + 1) // 2, where B
    bounds the number of dominoes of a best position: with |a - b| <= 1 each player has at most (B + 1) // 2
    of them, and so has every stage of the sweep. The result with a smaller window is attained, hence such a
    B (for the fewest). It is also enough if the result is the best one even when the difference does not
    matter, or has a price.
    """

    def __init__(
        self,
        board: Board,
        stuck: frozenset[int],
        differences: Collection[int] | None,
        most: bool = False,
        settings: Settings = DEFAULT,
        game: Game = DOMINEERING,
    ) -> None:
        self.board, self.stuck, self.differences, self.most = board, stuck, differences, most
        self.settings, self.game = settings, game
        require_narrow(Task(board, stuck, game=game))
        self.parts = [(part.crop(), part.corner()) for part in conflict_parts(game, board)]
        self._made: dict[tuple[Board, int | None], Costs] = {}

    def _algebra(self, part: Board, window: int | None) -> "MinPlus":
        from .tropical import MinPlus

        return MinPlus(window, len(part) if self.most else self._most_pieces(part), self.most)

    def _most_pieces(self, part: Board) -> int:
        """A bound on the pieces of a position: they do not overlap."""
        smallest = min(len(piece.cells) for piece in self.game.pieces)
        return min(sum(most_pieces(part, self.game)), len(part) // smallest)

    def _sums(self, window: int | None) -> list[dict[int, int]]:
        """The least cost by difference of the first 0, 1, 2, ... parts."""
        from .traced import check_memory, compile_traced

        sums = [{0: 0}]
        for part, _ in self.parts:
            if (part, window) not in self._made:
                algebra = self._algebra(part, window)
                task = Task(part, self.stuck, game=self.game)
                check_memory(task, algebra, self.settings)
                sweep = compile_traced(task)
                how = algebra, self.settings.cores, self.settings.report
                if len(self.parts) == 1:
                    self._made[part, window] = sweep.costs_at(self._wanted(window), *how)
                else:
                    self._made[part, window] = sweep.costs(*how)
            sums.append(combine(sums[-1], self._made[part, window], window))
        return sums

    def _wanted(self, window: int | None) -> Collection[int]:
        """The differences asked for; without a window everything counts as difference 0."""
        return (0,) if window is None or self.differences is None else self.differences

    def _least(self, window: int | None) -> tuple[int, int] | None:
        """The least cost with a wanted difference, and the difference."""
        sums = self._sums(window)[-1]
        return min(((sums[d], d) for d in self._wanted(window) if d in sums), default=None)

    @cached_property
    def _best(self) -> tuple[int, int, int | None] | None:
        """The least cost, its difference, and a window in which it is attained."""
        if self.differences is None:
            found = self._least(None)
            return None if found is None else (*found, None)
        whole = max(most_pieces(self.board, self.game))
        window = min(FIRST_WINDOW, whole)
        found = self._least(window)
        while found is None and window < whole:
            window = min(2 * window + 1, whole)
            found = self._least(window)
        if found is None:
            return None
        bound = self._most_pieces(self.board) if self.most else found[0]
        enough = min(whole, (bound + 1) // 2)
        if enough > window and not self._is_least(found[0]):
            wider = self._least(enough)
            assert wider is not None
            if wider[0] < found[0]:
                return (*wider, enough)
        return (*found, window)

    def _is_least(self, cost: int) -> bool:
        """Whether prices show that no position with a wanted difference costs less.

        A small board is asked with equal prices only, and without Numba.
        """
        from ..frontier.estimate import task_bounds

        if self._by_prices is not None:
            bound = self._by_prices.bound
            return cost <= (len(self.board) - bound if self.most else bound)
        tasks = [Task(part, self.stuck, game=self.game) for part, _ in self.parts]
        if (self._least(None) or (cost,))[0] >= cost:
            return True
        if self.most or sum(sum(task_bounds(task)) for task in tasks) < PRICED:
            return False
        from ..algebras.least import least
        from ..frontier.program import compile_task
        from .priced import best_price

        def cheapest(prices: Sequence[int]) -> int:
            return sum(least(compile_task(task), prices) for task in tasks)

        _, bounds = best_price(cheapest, self._wanted(FIRST_WINDOW), enough=cost)
        return min(bounds.values()) >= cost

    @cached_property
    def _by_prices(self) -> "Found | None":
        """Of a large board in one part: a bound on the number of pieces, and a position that has so many."""
        from ..frontier.estimate import task_bounds

        if len(self.parts) != 1:
            return None
        task = Task(self.parts[0][0], self.stuck, game=self.game)
        if sum(task_bounds(task)) < LARGE:
            return None
        from .priced import best_position

        return best_position(task, self.differences, self.most, self.settings)

    @property
    def dominoes(self) -> int | None:
        """The number of dominoes; None if there is no position."""
        if self._by_prices is not None and self._by_prices.placements is not None:
            return self._by_prices.bound
        if self._best is None:
            return None
        return len(self.board) - self._best[0] if self.most else self._best[0]

    def witness(self) -> Position:
        """A position that has so many."""
        from .traced import compile_traced

        placed: list[tuple[str, Cell]] = []

        def place(placements: Iterable[Placement], corner: Cell) -> None:
            for p in placements:
                at = tuple(c + k for c, k in zip(p.at, corner, strict=True))
                placed.append((self.game.pieces[p.piece].name, at))

        found = self._by_prices.placements if self._by_prices is not None else None
        if found is not None:
            place(found, self.parts[0][1])
            return Position.of(self.board, placed, self.game)
        assert self._best is not None
        cost, difference, window = self._best
        sums = self._sums(window)
        for (part, corner), before in zip(reversed(self.parts), reversed(sums[:-1]), strict=True):
            made = self._made[part, window]
            own = next(d for d, c in made.items() if before.get(difference - d) == cost - c)
            algebra = self._algebra(part, window)
            sweep = compile_traced(Task(part, self.stuck, game=self.game))
            place(sweep.witness(algebra, own, made[own], self.settings.cores), corner)
            cost, difference = cost - made[own], difference - own
        return Position.of(self.board, placed, self.game)
