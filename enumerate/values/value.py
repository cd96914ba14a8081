"""Values of boards and positions: notation, order, sums, outcome, stops, mean, temperature and moves.

A move of Left in a part G leads to G^L. If moves are taxed by t, the move is worth right wall of G^L (t) - t.
The *temperature of the move* is the greatest t, up to the temperature of G, at which this is at least the
mean of G. The best moves in G have the temperature of G; a good strategy for sums is to move where the
temperature is highest [S13].

Text and LaTeX count rows and columns from 1, JSON counts them from 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from threading import RLock
from typing import Any, Unpack

from ..model.board import Board, Player
from ..model.game import DEFAULT_GAME, Game, GameLike
from ..model.position import BoardLike, Placement, Position, as_position
from ..plan.question import require_narrow
from ..render.thermograph_svg import thermograph_svg, thermograph_text
from ..rules.kinds import game_json
from ..rules.problem import Problem, conflict_graph
from ..support.caches import register
from ..support.errors import InputError
from ..support.names import renamed
from ..support.result import Result, Table, plain, shortened
from ..support.run import Options, check_cancelled, running
from .canonical import LEFT, RIGHT, UNIT, ZERO, CanonicalForms
from .notation import LATEX, format_value, parse_value, ups_and_nimber
from .placement import (
    IMAGES,
    PlacementGame,
    expected_parts,
    is_fast,
    require_feasible,
    require_two_players,
)
from .thermograph import Thermograph, Walls

OUTCOMES = {(True, True): "P", (True, False): "R", (False, True): "L", (False, False): "N"}


_VALUES = CanonicalForms()  # equal values have one id, which is valid for the life of the process
_WALLS = Walls(_VALUES)
_lock = RLock()
WAIT = 0.1  # seconds between two checks whether the computation that waits for the lock is cancelled


@contextmanager
def shared_values() -> Iterator[CanonicalForms]:
    """The table of all values of this process, for one thread at a time.

    The table grows while it is read, so every reading and every computation holds the lock.
    """
    while not _lock.acquire(timeout=WAIT):
        check_cancelled()
    try:
        yield _VALUES
    finally:
        _lock.release()


@contextmanager
def shared_walls() -> Iterator[Walls]:
    """The thermographs of these values, under the same lock."""
    with shared_values():
        yield _WALLS


def _forget() -> None:
    for known in _VALUES.memory:
        known.clear()


register(f"{__name__}.shared_values", None, lambda: sum(map(len, _VALUES.memory)), _forget)
register(f"{__name__}.shared_walls", None, lambda: len(_WALLS.known), _WALLS.known.clear)


@dataclass(frozen=True, slots=True, repr=False)
class Value(Result):
    """The value of a game, stored as the id of its canonical form.

    Values are partly ordered: `a <= b` and `a >= b` may both be false, and then a and b are confused.

    >>> up, star = Value.parse("^"), Value.parse("*")
    >>> print(up + star, up - up, up >= Value.parse("0"), up >= star, up <= star)
    ^* 0 True False False
    >>> hot = Value.parse("{2|-1/2}")
    >>> hot.outcome, str(hot.mean), str(hot.temperature), *map(str, hot.stops)
    ('N', '3/4', '5/4', '2', '-1/2')
    """

    id: int

    @classmethod
    def parse(cls, text: str) -> Value:
        """Read a value; braces are reduced to canonical form."""
        if not isinstance(text, str):
            raise InputError(f"expected a value as text such as '{{2|-1}}', got {text!r}")
        with shared_values() as values:
            return cls(parse_value(values, text))

    @classmethod
    def of(cls, left: list[Value], right: list[Value]) -> Value:
        """The game in which Left and Right may move to the given values."""
        with shared_values() as values:
            return cls(values.form([v.id for v in left], [v.id for v in right]))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the canonical form: the index of a value means nothing in another process."""
        with shared_values() as values:
            return _loaded, (values.dump(self.id),)

    def __str__(self) -> str:
        with shared_values() as values:
            return format_value(values, self.id)

    def __repr__(self) -> str:
        return f"Value.parse({shortened(str(self))})"

    def to_json(self) -> dict[str, Any]:
        """The value, its kind, outcome, mean, temperature and stops; numbers as "p/q"."""
        names = ("kind", "outcome", "mean", "temperature", "stops")
        return {"value": str(self)} | {name: plain(getattr(self, name)) for name in names}

    def latex(self) -> str:
        r"""The value in the usual notation, for LaTeX.

        >>> print(Value.parse("{1/2^|*}").latex())
        \{\frac{1}{2}{\uparrow}\mid {\ast}\}
        """
        with shared_values() as values:
            return format_value(values, self.id, LATEX)

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def _repr_svg_(self) -> str:
        graph = self.thermograph
        return thermograph_svg(graph.left, graph.right, str(self))

    def __add__(self, other: Value) -> Value:
        with shared_values() as values:
            return Value(values.add(self.id, other.id))

    def __neg__(self) -> Value:
        with shared_values() as values:
            return Value(values.negative(self.id))

    def __sub__(self, other: Value) -> Value:
        return self + -other

    def __le__(self, other: Value) -> bool:
        with shared_values() as values:
            return values.at_most(self.id, other.id)

    def __ge__(self, other: Value) -> bool:
        return other <= self

    def options(self, player: Any) -> tuple[Value, ...]:
        """The options of a player in canonical form."""
        side = Player.of(player)
        if side not in (Player.LEFT, Player.RIGHT):
            raise InputError(f"expected Left or Right as the player of options, got {player!r}")
        with shared_values() as values:
            return tuple(sorted(map(Value, values.options[side][self.id]), key=str))

    @property
    def outcome(self) -> str:
        """L or R: that player wins, whoever starts; N: the first player wins; P: the second player wins."""
        with shared_values() as values:
            return OUTCOMES[values.at_most(self.id, ZERO), values.at_most(ZERO, self.id)]

    @property
    def stops(self) -> tuple[Fraction, Fraction]:
        """The numbers at which play ends if Left starts, and if Right starts."""
        with shared_values() as values:
            left, right = (Fraction(stops[self.id], UNIT) for stops in values.stops)
        return left, right

    @property
    def thermograph(self) -> Thermograph:
        """The stops of the value when every move costs t, for all t."""
        with shared_walls() as walls:
            return walls.thermograph(self.id)

    @property
    def mean(self) -> Fraction:
        """The mean value: n copies differ from n times the mean by a bounded amount."""
        with shared_walls() as walls:
            return walls.mean(self.id)

    @property
    def temperature(self) -> Fraction:
        """How much a move gains, at most: negative for numbers, 0 for infinitesimals."""
        with shared_walls() as walls:
            return walls.temperature(self.id)

    @property
    def is_number(self) -> bool:
        """Whether the value is a number."""
        with shared_values() as values:
            return values.is_number[self.id]

    @property
    def kind(self) -> str:
        """The kind of the value, one of `canonical.KINDS`.

        >>> [Value.parse(text).kind for text in ("1/2", "*", "1^", "{1|-2}", "{1|{0|-2}}")]
        ['number', 'infinitesimal', 'number + infinitesimal', 'switch', 'hot']
        """
        with shared_values() as values:
            return values.kind(self.id)

    @property
    def canonical(self) -> str:
        """The canonical form with numbers and braces only.

        >>> Value.parse("^").canonical
        '{0|{0|0}}'
        """
        if self.is_number:
            return str(self)
        sides = (",".join(option.canonical for option in self.options(player)) for player in (LEFT, RIGHT))
        return "{" + "|".join(sides) + "}"

    @property
    def ups_and_nimber(self) -> tuple[int, int] | None:
        """(n, k) for n times up + *k, else None."""
        with shared_values() as values:
            return ups_and_nimber(values, self.id)


def _loaded(forms: list[int | tuple[tuple[int, ...], tuple[int, ...]]]) -> Value:
    """The value with a pickled canonical form."""
    with shared_values() as values:
        return Value(values.load(forms))


SIDES = (Player.LEFT, Player.RIGHT)
LONGEST_VALUE = 40  # characters of a value in a table
OUTCOME_WORDS = {
    "L": "Left wins, whoever starts",
    "R": "Right wins, whoever starts",
    "N": "whoever starts wins",
    "P": "whoever starts loses",
}


@dataclass(frozen=True, slots=True)
class ValuedComponent:
    """An independent part of a position: its cells and its value."""

    board: Board
    value: Value


@dataclass(frozen=True, slots=True)
class ValuedMove(Result):
    """A move: its placement, the value of its part afterwards, and whether it wins the whole game.

    `dominated_by` is a move in the same part that is at least as good. `reverses_to` is the value of a reply
    that leaves the opponent no worse off than before. A move with neither is an option in canonical form.
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
    """The value of a position and of each of its components."""

    position: Position
    value: Value
    components: tuple[ValuedComponent, ...]
    # after unpickling None until moves are wanted
    _evaluated: PlacementGame | None = field(default=None, compare=False, repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return PositionValue, (self.position, self.value, self.components)

    @property
    def outcome(self) -> str:
        """L or R: that player wins, whoever starts; N: the first player wins; P: the second player wins."""
        return self.value.outcome

    @property
    def mean(self) -> Fraction:
        """The sum of the means of the components."""
        return self.value.mean

    @property
    def temperature(self) -> Fraction:
        """The temperature of the sum of the components."""
        return self.value.temperature

    @property
    def stops(self) -> tuple[Fraction, Fraction]:
        """The numbers at which play ends if Left starts, and if Right starts."""
        return self.value.stops

    def moves(self, player: Any) -> list[ValuedMove]:
        """All moves of a player, the best by temperature first."""
        side = Player.of(player)
        if side not in SIDES:
            raise InputError(f"expected Left or Right as the player of moves, got {player!r}")
        with shared_values() as values:
            found = list(self._moves(side, values))
        return sorted(
            found,
            key=lambda move: (-move.temperature, not move.wins, move.placement.at, move.placement.piece),
        )

    def best_moves(self, player: Any) -> list[ValuedMove]:
        """The moves of the highest temperature, and among them those that win, if there are any.

        >>> best = value(Board.rectangle(2, 3)).best_moves("left")
        >>> [(move.placement.at, str(move.after), str(move.temperature)) for move in best]
        [((0, 1), '2', '5/4')]
        """
        moves = self.moves(player)
        return [
            move for move in moves if (move.temperature, move.wins) == (moves[0].temperature, moves[0].wins)
        ]

    def after(self, move: ValuedMove) -> Position:
        """The position after a move."""
        position, placed = self.position, move.placement
        name = position.game.pieces[placed.piece].name
        others = [(position.game.pieces[other.piece].name, other.at) for other in position.placements]
        return Position.of(position.board, [*others, (name, placed.at)], position.game)

    def _moves(self, player: Player, values: CanonicalForms) -> Iterator[ValuedMove]:
        if self._evaluated is None:
            object.__setattr__(self, "_evaluated", _placement_game(self.position, values))
        assert self._evaluated is not None
        game = self._evaluated
        parts = game.ordered_parts(game.all)
        part_values = [game.part_value(part) for part in parts]
        placements = dict(zip(game.bits, game.graph.placements, strict=True))
        zero = Value(0)
        for number, (part, before) in enumerate(zip(parts, part_values, strict=True)):
            rest = values.total(part_values[:number] + part_values[number + 1 :])
            moves = [(bit, game.value(game.after(part, bit))) for bit in game.moves(part, player)]
            for bit, after in moves:
                whole = Value(values.add(rest, after))
                dominating = (
                    placements[other]
                    for other, better in moves
                    if (after != better or other < bit)
                    and other != bit
                    and values.no_better(player, after, better)
                )
                reversing = (
                    Value(reply)
                    for reply in values.options[1 - player][after]
                    if values.no_better(player, reply, before)
                )
                yield ValuedMove(
                    player,
                    placements[bit],
                    number,
                    Value(after),
                    _move_temperature(player, before, after),
                    whole >= zero if player is Player.LEFT else whole <= zero,
                    next(dominating, None),
                    next(reversing, None),
                )

    def __str__(self) -> str:
        return self.text()

    def text(self, with_options: bool = False, with_thermograph: bool = False) -> str:
        """The measures of the whole, the components, and the best moves (or all moves).

        >>> print(value(Board.rectangle(2, 3)))
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
        left, right = self.stops
        blocks = [
            f"value        {self.value}\n"
            f"outcome      {self.outcome}, {OUTCOME_WORDS[self.outcome]}\n"
            f"mean         {self.mean}\n"
            f"temperature  {self.temperature}\n"
            f"stops        {left} if Left starts, {right} if Right starts"
        ]
        if len(self.components) > 1:
            blocks.append(self.table().text())
        moves = self._moves_table(with_options)
        if moves.rows:
            blocks.append(moves.text())
        if with_thermograph:
            graph = self.value.thermograph
            blocks.append(thermograph_text(graph.left, graph.right))
        return "\n\n".join(blocks)

    def table(self) -> Table:
        """The components, named by their first cells, with their values and measures."""
        rows = tuple(
            (
                _cell_text(min(part.board.cells)),
                len(part.board),
                short_text(part.value),
                part.value.outcome,
                str(part.value.mean),
                str(part.value.temperature),
                "{}, {}".format(*part.value.stops),
            )
            for part in self.components
        )
        return Table(("component", "cells", "value", "outcome", "mean", "temperature", "stops"), rows)

    def move_caption(self, player: Player, move: ValuedMove) -> str:
        """A move and the value after it, for the caption of a picture."""
        placed = _move_text(self.position.game, move.placement)
        return f"{player.title} {placed}: value {short_text(move.after)}"

    def _moves_table(self, all_moves: bool) -> Table:
        """The best moves, or all moves with their roles in the canonical form."""
        game = self.position.game
        axes = ",".join(("row", "col", "layer")[: self.position.board.dimension])
        where = f"piece {axes}" if _has_choice(game) else axes
        names = ("player", where, "leads to", "temperature", "wins")
        rows = []
        for player in SIDES:
            for move in self.moves(player) if all_moves else self.best_moves(player):
                row = [player.letter, _move_text(game, move.placement)]
                row += [short_text(move.after), str(move.temperature), "yes" if move.wins else "no"]
                rows.append((*row, _role(game, move)) if all_moves else tuple(row))
        return Table((*names, "in canonical form") if all_moves else names, tuple(rows))

    def latex(self) -> str:
        """The value for LaTeX; several components as a sum."""
        parts = [part.value.latex() for part in self.components]
        return f"${' + '.join(parts) + ' = ' if len(parts) > 1 else ''}{self.value.latex()}$"

    def to_json(self, with_options: bool = False, with_thermograph: bool = False) -> dict[str, Any]:
        """The value and its measures, with the keys of docs/json.md."""
        found = game_json(self.position.game, self.position.board) | self.value.to_json()
        found["canonical"] = self.value.canonical
        found["latex"] = self.value.latex()
        found["components"] = [
            {"board": part.board.to_json(), **part.value.to_json()} for part in self.components
        ]
        found["best_moves"] = {
            player.letter: [self._move_json(move) for move in self.best_moves(player)] for player in SIDES
        }
        if with_options:
            pieces = self.position.game.pieces
            found["moves"] = {
                player.letter: [
                    {
                        **self._move_json(move),
                        "component": move.component,
                        "dominated_by": None if better is None else list(better.at),
                        "dominated_by_piece": None if better is None else pieces[better.piece].name,
                        "reversible_through": None if move.reverses_to is None else str(move.reverses_to),
                    }
                    for move in self.moves(player)
                    for better in (move.dominated_by,)
                ]
                for player in SIDES
            }
        if with_thermograph:
            found["thermograph"] = self.value.thermograph.to_json()
        return found

    def _move_json(self, move: ValuedMove) -> dict[str, Any]:
        return {
            "piece": self.position.game.pieces[move.placement.piece].name,
            "cells": [list(cell) for cell in move.placement.cells],
            "value": str(move.after),
            "temperature": str(move.temperature),
            "wins": move.wins,
        }

    def svg(self) -> str:
        """The thermograph of the whole as a picture."""
        return self.value._repr_svg_()


def _move_temperature(player: Player, before: int, after: int) -> Fraction:
    """The greatest tax at which the move still gives its player the mean; -1 if no tax does."""
    with shared_walls() as walls:
        sign = 1 if player is Player.LEFT else -1
        mean = sign * walls.of(before)[LEFT][-1][1]
        reply = walls.of(after)[1 - player]  # the opponent's wall, with the opponent's sign
        hottest = walls.temperature(before)
    corners = [(t, -x - t) for t, x in reply]
    t, x = corners[-1]
    corners.append((t + max(0, x - mean), min(x, mean)))  # along the mast the worth falls with slope 1
    best = -UNIT
    for (t0, x0), (t1, x1) in pairwise(corners):
        if x0 < mean:
            break
        best = t1 if x1 >= mean else t0 + (x0 - mean) * (t1 - t0) // (x0 - x1)
    return min(Fraction(best, UNIT), hottest)


@renamed(where="board")
def value(board: BoardLike, *, game: GameLike = DEFAULT_GAME, **options: Unpack[Options]) -> PositionValue:
    """The value of a board or a position as a combinatorial game under normal play.

    Under normal play a player who cannot move loses. The game is Domineering unless another `game` is named;
    a position has its own game. If all pieces belong to either player, the value is a nimber.

    >>> print(value(Board.rectangle(4, 4)).value)
    +-({2+tiny(2),{2|0}|{2|0},miny(2)},0)
    >>> [str(part.value) for part in value(Position.parse("L..\\nL.#\\n.#.\\n#..")).components]
    ['*', '*']
    >>> [str(value(Board.rectangle(3, 3), game=game).value) for game in ("snort", "node-kayles")]
    ['+-{3|2}', '*']
    """
    position = as_position(board, game)
    require_two_players(position.game, position.board)
    with running(options), shared_values() as values:
        played = _placement_game(position, values)
        whole = Value(played.value(played.all))
        components = tuple(
            ValuedComponent(
                replace(position.board, cells=played.cells(part), barred=frozenset()),
                Value(played.part_value(part)),
            )
            for part in played.ordered_parts(played.all)
        )
    return PositionValue(position, whole, components, played)


def _placement_game(position: Position, values: CanonicalForms) -> PlacementGame:
    """The game that is left in a position; large boards of Domineering are evaluated compiled."""
    game, board = position.game, position.free
    require_narrow(Problem(board, frozenset(), game=game))
    graph = conflict_graph(game, board)
    expected = expected_parts(board, game)
    if not is_fast(game, board, expected):
        require_feasible(expected)
        return PlacementGame(graph, values, expected)
    from .polyominoes import Reachable

    pieces = expected // IMAGES
    require_feasible(pieces, is_compiled=True)
    cells = [part.cells for part in board.components() if len(part) > 1]
    return PlacementGame(graph, values, known=Reachable(values, cells, pieces).find)


def _has_choice(game: Game) -> bool:
    """Whether a player has several pieces, so that the cell alone does not determine a move."""
    owners = [piece.player for piece in game.pieces]
    return len(set(owners)) < len(owners)


def _move_text(game: Game, placement: Placement) -> str:
    cell = _cell_text(placement.at)
    return f"{game.pieces[placement.piece].name} {cell}" if _has_choice(game) else cell


def _role(game: Game, move: ValuedMove) -> str:
    if move.dominated_by is not None:
        return f"dominated by {_move_text(game, move.dominated_by)}"
    return "stays" if move.reverses_to is None else f"reversible through {short_text(move.reverses_to)}"


def short_text(value: Value) -> str:
    """A value as text, shortened to fit into a table."""
    text = str(value)
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 3] + "..."


def _cell_text(cell: tuple[int, ...]) -> str:
    return ",".join(str(step + 1) for step in cell)
