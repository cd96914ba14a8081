"""What a board or a position is worth: its parts, their values, the moves and how much they are worth.

A move of Left in a part G leads to G^L. At a tax t on moves it is worth right wall of G^L (t) - t. The
*temperature of the move* is the greatest t, up to the temperature of G, at which that is at least the mean
of G: up to there the move pays. For the best moves in G it is the temperature of G, and to move where it is
highest is how one plays sums by temperature [S13].
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, Unpack

from ..frontier.estimate import require_narrow
from ..frontier.task import Task
from ..model.board import Board
from ..model.game import DOMINEERING, Game
from ..model.players import Player
from ..model.position import Position, as_position
from ..rules.conflicts import Placement, conflict_graph
from ..support.errors import InputError
from ..support.result import Result
from ..support.settings import Options, Settings, running
from ..support.table import Table
from .arena import LEFT, UNIT
from .estimate import FAST_FROM, IMAGES, expected_parts, is_compact, require_feasible
from .ground import Ground
from .worth import Value, shared_values, shared_walls

SIDES = (Player.LEFT, Player.RIGHT)


@dataclass(frozen=True, slots=True)
class Component:
    """A part of a position that has nothing to do with the others: its cells and its value."""

    board: Board
    value: Value


@dataclass(frozen=True, slots=True)
class Move:
    """A move: what is placed, the value of its part afterwards, and whether it wins the whole game.

    `dominated_by` is a move of the same part that is at least as good, `reverses_to` the value of the reply
    after which the opponent is no worse off than before; a move with neither is an option in canonical form.
    """

    player: Player
    placement: Placement
    component: int
    after: Value
    temperature: Fraction
    wins: bool
    dominated_by: Placement | None
    reverses_to: Value | None


@dataclass(frozen=True)
class PositionValue(Result):
    """What a position is worth: the value of the whole and of each component.

    >>> worth = value(Board.rectangle(2, 3))
    >>> print(worth.value, worth.outcome, worth.mean, worth.temperature, *worth.stops)
    {2|-1/2} N 3/4 5/4 2 -1/2
    """

    position: Position
    value: Value
    components: tuple[Component, ...]
    _ground: Ground
    _free: int

    @property
    def outcome(self) -> str:
        """L or R: that player wins, whoever starts; N: who starts wins; P: who starts loses."""
        return self.value.outcome

    @property
    def mean(self) -> Fraction:
        """The sum of the means of the components."""
        return self.value.mean

    @property
    def temperature(self) -> Fraction:
        """How much it is worth to move."""
        return self.value.temperature

    @property
    def stops(self) -> tuple[Fraction, Fraction]:
        """The numbers at which play ends if Left starts, and if Right starts."""
        return self.value.stops

    def __str__(self) -> str:
        from .report import worth_text

        return worth_text(self)

    def table(self) -> Table:
        """The components, each with its value and measures.

        >>> print(value(Board.parse("..#.\\n.##.")).table().text())
        component  cells  value  outcome  mean  temperature  stops
        1,1            3  *      N           0            0  0, 0
        1,4            2  1      L           1           -1  1, 1
        """
        from .report import components_table

        return components_table(self)

    def to_json(self) -> dict[str, Any]:
        """Plain values for JSON, with the keys of docs/json.md.

        >>> value(Board.rectangle(2, 3)).to_json()["temperature"]
        '5/4'
        """
        from .report import worth_data

        return worth_data(self)

    def moves(self, player: Any) -> list[Move]:
        """All moves of a player, the best by temperature first.

        >>> [(move.placement.at, str(move.after)) for move in value(Board.rectangle(2, 3)).moves("left")]
        [((0, 1), '2'), ((0, 0), '+-1'), ((0, 2), '+-1')]
        """
        side = Player.of(player)
        if side not in SIDES:
            raise InputError(f"the moves of Left or of Right can be asked for, not of {player!r}")
        found = list(self._moves(side))
        return sorted(
            found,
            key=lambda move: (-move.temperature, not move.wins, move.placement.at, move.placement.piece),
        )

    def best_moves(self, player: Any) -> list[Move]:
        """The moves of the highest temperature, and among them those that win, if there are any.

        >>> best = value(Board.rectangle(2, 3)).best_moves("left")
        >>> [(move.placement.at, str(move.after), str(move.temperature)) for move in best]
        [((0, 1), '2', '5/4')]
        >>> value(Board.rectangle(1, 2)).best_moves("left")
        []
        """
        moves = self.moves(player)
        return [
            move for move in moves if (move.temperature, move.wins) == (moves[0].temperature, moves[0].wins)
        ]

    def after(self, move: Move) -> Position:
        """The position after a move.

        >>> worth = value(Board.rectangle(2, 3))
        >>> print(worth.after(worth.best_moves("left")[0]))
        .L.
        .L.
        """
        position, placed = self.position, move.placement
        name = position.game.pieces[placed.piece].name
        others = [(position.game.pieces[other.piece].name, other.at) for other in position.placements]
        return Position.of(position.board, [*others, (name, placed.at)], position.game)

    def _moves(self, player: Player) -> Iterator[Move]:
        ground, values = self._ground, shared_values()
        parts = list(ground.parts(self._free))
        worths = [ground.part_value(part) for part in parts]
        places = dict(zip(ground.bits, ground.graph.placements, strict=True))
        zero = Value(0)
        for number, (part, worth) in enumerate(zip(parts, worths, strict=True)):
            rest = values.total([other for index, other in enumerate(worths) if index != number])
            moves = [(bit, ground.value(ground.after(part, bit))) for bit in ground.moves(part, player)]
            for bit, after in moves:
                whole = Value(values.add(rest, after))
                yield Move(
                    player,
                    places[bit],
                    number,
                    Value(after),
                    _move_temperature(player, worth, after),
                    whole >= zero if player is Player.LEFT else whole <= zero,
                    next(
                        (
                            places[other]
                            for other, better in moves
                            if (after != better or other < bit)
                            and other != bit
                            and values.no_better(player, after, better)
                        ),
                        None,
                    ),
                    next(
                        (
                            Value(reply)
                            for reply in values.options[1 - player][after]
                            if values.no_better(player, reply, worth)
                        ),
                        None,
                    ),
                )


def _move_temperature(player: Player, before: int, after: int) -> Fraction:
    """The greatest tax at which the move still gets its player the mean; -1 if it never does."""
    walls = shared_walls()
    sign = 1 if player is Player.LEFT else -1
    mean = sign * walls.of(before)[LEFT][-1][1]
    reply = walls.of(after)[1 - player]  # the opponent's, seen by the opponent
    corners = [(t, -x - t) for t, x in reply]
    last = corners[-1]
    corners.append(
        (last[0] + max(0, last[1] - mean), min(last[1], mean))
    )  # the mast: one down for one of tax
    best = -UNIT
    for (t0, x0), (t1, x1) in pairwise(corners):
        if x0 < mean:
            break
        best = t1 if x1 >= mean else t0 + (x0 - mean) * (t1 - t0) // (x0 - x1)
    return min(Fraction(best, UNIT), walls.temperature(before))


def value(
    where: Board | Position, *, game: Game | str | None = None, **options: Unpack[Options]
) -> PositionValue:
    """The value of a board or a position as a combinatorial game under normal play: who cannot move loses.

    A board is one of Domineering unless another `game` is named; a position knows its game. In a game whose
    pieces belong to either player the value is a nimber.

    >>> print(value(Board.rectangle(4, 4)).value)
    +-({2+tiny(2),{2|0}|{2|0},miny(2)},0)
    >>> [str(part.value) for part in value(Position.parse("L..\\nL.#\\n.#.\\n#..")).components]
    ['*', '*']
    >>> [str(value(Board.rectangle(3, 3), game=game).value) for game in ("snort", "node-kayles")]
    ['+-{3|2}', '*']
    >>> print(value(Board.of((1, 1), [])).outcome)
    P
    """
    position = as_position(where, game)
    require_two_players(position.game, position.board)
    with running(options) as settings:
        ground, bits = _ground(position, settings)
        whole = ground.value(bits)
    board = position.board
    components = tuple(
        Component(
            Board(board.shape, ground.cells(part), board.wrap, board.lattice), Value(ground.part_value(part))
        )
        for part in ground.parts(bits)
    )
    return PositionValue(position, Value(whole), components, ground, bits)


def still_free(position: Position) -> frozenset[int]:
    """The placements, by their numbers in the conflict graph, that may still be made.

    >>> sorted(still_free(Position.parse("L.\\nL.")))
    [2]
    """
    graph = conflict_graph(position.game, position.board)
    numbers = {(p.piece, p.at): number for number, p in enumerate(graph.placements)}
    taken = {numbers[placed.piece, placed.at] for placed in position.placements}
    return (
        frozenset(range(len(graph))) - taken - {near for number in taken for near in graph.neighbours[number]}
    )


def _ground(position: Position, settings: Settings) -> tuple[Ground, int]:
    """The board of a position and what may still be placed; large ones of Domineering come worked out."""
    require_narrow(Task(position.free, frozenset(), game=position.game))
    graph = conflict_graph(position.game, position.board)
    free = still_free(position)
    expected = expected_parts(graph, free)
    report = settings.report
    if position.game == DOMINEERING and expected > FAST_FROM and is_compact(position.free):
        from .reachable import Reachable

        pieces = expected // IMAGES
        require_feasible(pieces, settings, is_compiled=True)
        cells = [part.cells for part in position.free.components() if len(part) > 1]
        found = Reachable(shared_values(), cells, pieces, report)
        ground = Ground(graph, shared_values(), known=found.find)
    else:
        require_feasible(expected, settings)
        ground = Ground(graph, shared_values(), lambda parts: report(min(parts, expected), expected + 1))
    return ground, sum(ground.bits[number] for number in free)


def require_two_players(game: Game, board: Board) -> None:
    """Refuse a game that a third player plays, too.

    >>> require_two_players(DOMINEERING, Board.box(2, 2, 2))
    Traceback (most recent call last):
        ...
    enumerate.InputError: values are for two players, and in 'domineering' on 3 axes Middle plays, too
    """
    if Player.MIDDLE in game.players(board.dimension):
        raise InputError(
            f"values are for two players, and in '{game.name}' on {board.dimension} axes Middle plays, too"
        )
