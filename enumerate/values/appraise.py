"""What a board or a position is worth: its parts, their values, the moves and how much they are worth.

A move of Left in a part G leads to G^L. At a tax t on moves it is worth right wall of G^L (t) - t. The
*temperature of the move* is the greatest t, up to the temperature of G, at which that is at least the mean
of G: up to there the move pays. For the best moves in G it is the temperature of G, and to move where it is
highest is how one plays sums by temperature [S13].

Text and LaTeX count rows and columns from 1, JSON counts them from 0.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any, Unpack

from ..model.board import Board
from ..model.game import DOMINEERING, Game
from ..model.players import Player
from ..model.position import Position, as_position
from ..plan.cost import require_narrow
from ..render.data import json_text
from ..render.thermograph import thermograph_svg, thermograph_text
from ..rules.conflicts import Placement, conflict_graph
from ..rules.meaning import game_json
from ..rules.problem import Problem
from ..support.errors import InputError
from ..support.result import Result
from ..support.settings import DEFAULT, Options, Settings, running
from ..support.table import Table
from .arena import LEFT, UNIT, Values
from .estimate import FAST_FROM, IMAGES, expected_parts, is_compact, require_feasible
from .ground import Ground
from .reachable import Reachable
from .worth import Value, shared_values, shared_walls

SIDES = (Player.LEFT, Player.RIGHT)
WIDEST = 40  # characters of a value in a table
OUTCOME_WORDS = {
    "L": "Left wins, whoever starts",
    "R": "Right wins, whoever starts",
    "N": "whoever starts wins",
    "P": "whoever starts loses",
}


@dataclass(frozen=True, slots=True)
class Component:
    """A part of a position that has nothing to do with the others: its cells and its value."""

    board: Board
    value: Value


@dataclass(frozen=True, slots=True)
class Move(Result):
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
    # the placements as bits, and those still free; None after unpickling, then worked out when needed
    _worked_out: tuple[Ground, int] | None = field(default=None, compare=False, repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return PositionValue, (self.position, self.value, self.components)

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
        return worth_text(self)

    def table(self) -> Table:
        """The components, each with its value and measures.

        >>> print(value(Board.parse("..#.\\n.##.")).table().text())
        component  cells  value  outcome  mean  temperature  stops
        1,1            3  *      N           0            0  0, 0
        1,4            2  1      L           1           -1  1, 1
        """
        return components_table(self)

    def to_json(self) -> dict[str, Any]:
        """Plain values for JSON, with the keys of docs/json.md.

        >>> value(Board.rectangle(2, 3)).to_json()["temperature"]
        '5/4'
        """
        return worth_data(self)

    def moves(self, player: Any) -> list[Move]:
        """All moves of a player, the best by temperature first.

        >>> [(move.placement.at, str(move.after)) for move in value(Board.rectangle(2, 3)).moves("left")]
        [((0, 1), '2'), ((0, 0), '+-1'), ((0, 2), '+-1')]
        """
        side = Player.of(player)
        if side not in SIDES:
            raise InputError(f"the moves of Left or of Right can be asked for, not of {player!r}")
        with shared_values() as values:
            found = list(self._moves(side, values))
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

    def _moves(self, player: Player, values: Values) -> Iterator[Move]:
        if self._worked_out is None:
            object.__setattr__(self, "_worked_out", _ground(self.position, values, DEFAULT))
        assert self._worked_out is not None
        ground, free = self._worked_out
        parts = list(ground.ordered_parts(free))
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
    with shared_walls() as walls:
        sign = 1 if player is Player.LEFT else -1
        mean = sign * walls.of(before)[LEFT][-1][1]
        reply = walls.of(after)[1 - player]  # the opponent's, seen by the opponent
        hottest = walls.temperature(before)
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
    return min(Fraction(best, UNIT), hottest)


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
    with running(options) as settings, shared_values() as values:
        ground, bits = _ground(position, values, settings)
        whole = Value(ground.value(bits))
        board = position.board
        components = tuple(
            Component(
                Board(board.shape, ground.cells(part), board.wrap, board.lattice),
                Value(ground.part_value(part)),
            )
            for part in ground.ordered_parts(bits)
        )
    return PositionValue(position, whole, components, (ground, bits))


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


def _ground(position: Position, values: Values, settings: Settings) -> tuple[Ground, int]:
    """The board of a position and what may still be placed; large ones of Domineering come worked out."""
    require_narrow(Problem(position.free, frozenset(), game=position.game))
    graph = conflict_graph(position.game, position.board)
    free = still_free(position)
    expected = expected_parts(graph, free)
    report = settings.report
    if position.game == DOMINEERING and expected > FAST_FROM and is_compact(position.free):
        pieces = expected // IMAGES
        require_feasible(pieces, settings, is_compiled=True)
        cells = [part.cells for part in position.free.components() if len(part) > 1]
        found = Reachable(values, cells, pieces, report)
        ground = Ground(graph, values, known=found.find)
    else:
        require_feasible(expected, settings)
        ground = Ground(graph, values, lambda parts: report(min(parts, expected), expected + 1))
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


def worth_text(worth: PositionValue, with_options: bool = False, with_thermograph: bool = False) -> str:
    """The measures of the whole, of each component, and the best moves.

    >>> print(worth_text(value(Board.rectangle(2, 3))))
    value        {2|-1/2}
    outcome      N, whoever starts wins
    mean         3/4
    temperature  5/4
    stops        2 if Left starts, -1/2 if Right starts
    <BLANKLINE>
    player  row,col  leads to  temperature  wins
    L           1,2         2          5/4   yes
    R           1,1      -1/2          5/4   yes
    R           1,2      -1/2          5/4   yes
    R           2,1      -1/2          5/4   yes
    R           2,2      -1/2          5/4   yes
    """
    left, right = worth.stops
    blocks = [
        f"value        {worth.value}\n"
        f"outcome      {worth.outcome}, {OUTCOME_WORDS[worth.outcome]}\n"
        f"mean         {worth.mean}\n"
        f"temperature  {worth.temperature}\n"
        f"stops        {left} if Left starts, {right} if Right starts"
    ]
    if len(worth.components) > 1:
        blocks.append(components_table(worth).text())
    moves = _moves(worth, with_options)
    if moves.rows:
        blocks.append(moves.text())
    if with_thermograph:
        graph = worth.value.thermograph
        blocks.append(thermograph_text(graph.left, graph.right))
    return "\n\n".join(blocks)


def components_table(worth: PositionValue) -> Table:
    """The components by their first cells."""
    rows = tuple(
        (
            _place(min(part.board.cells)),
            len(part.board),
            _short(part.value),
            part.value.outcome,
            str(part.value.mean),
            str(part.value.temperature),
            "{}, {}".format(*part.value.stops),
        )
        for part in worth.components
    )
    return Table(("component", "cells", "value", "outcome", "mean", "temperature", "stops"), rows)


def _moves(worth: PositionValue, all_of_them: bool) -> Table:
    """The best moves, or all moves with the values after them."""
    game = worth.position.game
    axes = ",".join(("row", "col", "layer")[: worth.position.board.dimension])
    where = f"piece {axes}" if _has_choice(game) else axes
    names = ("player", where, "leads to", "temperature", "wins")
    rows = []
    for player in SIDES:
        for move in worth.moves(player) if all_of_them else worth.best_moves(player):
            row = [player.letter, _put(game, move.placement), _short(move.after), str(move.temperature)]
            row.append("yes" if move.wins else "no")
            rows.append((*row, _fate(game, move)) if all_of_them else tuple(row))
    return Table((*names, "in canonical form") if all_of_them else names, tuple(rows))


def _has_choice(game: Game) -> bool:
    """Whether a player has several pieces, so that the cell alone does not determine a move."""
    owners = [piece.player for piece in game.pieces]
    return len(set(owners)) < len(owners)


def _put(game: Game, placement: Placement) -> str:
    place = _place(placement.at)
    return f"{game.pieces[placement.piece].name} {place}" if _has_choice(game) else place


def _fate(game: Game, move: Move) -> str:
    if move.dominated_by is not None:
        return f"dominated by {_put(game, move.dominated_by)}"
    return "stays" if move.reverses_to is None else f"reversible through {_short(move.reverses_to)}"


def _short(value: Value) -> str:
    """A value as text, shortened to fit into a table."""
    text = str(value)
    return text if len(text) <= WIDEST else text[: WIDEST - 3] + "..."


def _place(cell: tuple[int, ...]) -> str:
    return ",".join(str(step + 1) for step in cell)


def worth_latex(worth: PositionValue) -> str:
    r"""The value for LaTeX; several components as a sum.

    >>> print(worth_latex(value(Board.rectangle(2, 3))))
    $\{2\mid -\frac{1}{2}\}$
    """
    parts = [part.value.latex() for part in worth.components]
    return f"${' + '.join([*parts]) + ' = ' if len(parts) > 1 else ''}{worth.value.latex()}$"


def worth_json(worth: PositionValue, with_options: bool = False, with_thermograph: bool = False) -> str:
    """The value and its measures as JSON text, with the keys of docs/json.md.

    >>> worth_json(value(Board.rectangle(2, 3)))[:24]
    '{\\n "value": "{2|-1/2}",\\n'
    """
    return json_text(worth_data(worth, with_options, with_thermograph))


def worth_data(
    worth: PositionValue, with_options: bool = False, with_thermograph: bool = False
) -> dict[str, Any]:
    """The value and its measures as plain values for JSON."""
    found = game_json(worth.position.game, worth.position.board) | worth.value.to_json()
    found["canonical"] = worth.value.canonical
    found["latex"] = worth.value.latex()
    found["components"] = [
        {"board": part.board.to_json(), **part.value.to_json()} for part in worth.components
    ]
    found["best_moves"] = {
        player.letter: [_move(worth, move) for move in worth.best_moves(player)] for player in SIDES
    }
    if with_options:
        pieces = worth.position.game.pieces
        found["moves"] = {
            player.letter: [
                {
                    **_move(worth, move),
                    "component": move.component,
                    "dominated_by": None if better is None else list(better.at),
                    "dominated_by_piece": None if better is None else pieces[better.piece].name,
                    "reversible_through": None if move.reverses_to is None else str(move.reverses_to),
                }
                for move in worth.moves(player)
                for better in (move.dominated_by,)
            ]
            for player in SIDES
        }
    if with_thermograph:
        found["thermograph"] = worth.value.thermograph.to_json()
    return found


def _move(worth: PositionValue, move: Move) -> dict[str, Any]:
    return {
        "piece": worth.position.game.pieces[move.placement.piece].name,
        "cells": [list(cell) for cell in move.placement.cells],
        "value": str(move.after),
        "temperature": str(move.temperature),
        "wins": move.wins,
    }


def worth_svg(worth: PositionValue) -> str:
    """The thermograph of the whole as a picture.

    >>> worth_svg(value(Board.rectangle(2, 3)))[:4]
    '<svg'
    """
    graph = worth.value.thermograph
    return thermograph_svg(graph.left, graph.right, str(worth.value))
