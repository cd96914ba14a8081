"""Values of boards and positions: notation, order, sums, outcome, stops, mean, temperature and moves.

A move of Left in a part G leads to G^L. If moves are taxed by t, the move is worth right wall of G^L (t) - t.
The *temperature of the move* is the greatest t, up to the temperature of G, at which this is at least the
mean of G. The best moves in G have the temperature of G; a good strategy for sums is to move where the
temperature is highest [S13].

Text and LaTeX count rows and columns from 1, JSON counts them from 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Unpack

from ..model.board import Board, Player
from ..model.game import DEFAULT_GAME, Game, GameLike
from ..model.position import BoardLike, Placement, Position, as_position
from ..render.thermograph_svg import thermograph_svg, thermograph_text
from ..rules.kinds import game_json
from ..rules.problem import Conflicts
from ..support.caches import register
from ..support.errors import InputError
from ..support.names import renamed
from ..support.result import Result, Table, plain, shortened
from ..support.run import Options, running
from .canonical import LEFT, RIGHT, UNIT, ZERO, CanonicalForms
from .notation import LATEX, format_value, parse_value, ups_and_nimber
from .placement import PlacementGame, expected_parts, require_feasible, two_player_graph
from .thermograph import Thermograph, Walls

SIDES = (Player.LEFT, Player.RIGHT)
LONGEST_VALUE = 40  # characters of a value in a table
OUTCOME_WORDS = {
    "L": "Left wins, whoever starts",
    "R": "Right wins, whoever starts",
    "N": "whoever starts wins",
    "P": "whoever starts loses",
}

_VALUES = CanonicalForms()  # equal values have one id, which is valid for the life of the process
_WALLS = Walls(_VALUES)
register(f"{__name__}.values", None, _VALUES.cached, _VALUES.forget)
register(f"{__name__}.walls", None, lambda: len(_WALLS.known), _WALLS.known.clear)


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
        return cls(parse_value(_VALUES, text))

    @classmethod
    def of(cls, left: list[Value], right: list[Value]) -> Value:
        """The game in which Left and Right may move to the given values."""
        return cls(_VALUES.form([v.id for v in left], [v.id for v in right]))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the canonical form: an id is meaningless in another process."""
        return _loaded, (_VALUES.dump(self.id),)

    def __str__(self) -> str:
        return format_value(_VALUES, self.id)

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
        return format_value(_VALUES, self.id, LATEX)

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def _repr_svg_(self) -> str:
        graph = self.thermograph
        return thermograph_svg(graph.left, graph.right, str(self))

    def __add__(self, other: Value) -> Value:
        if not isinstance(other, Value):
            return NotImplemented
        return Value(_VALUES.add(self.id, other.id))

    def __neg__(self) -> Value:
        return Value(_VALUES.negative(self.id))

    def __sub__(self, other: Value) -> Value:
        if not isinstance(other, Value):
            return NotImplemented
        return self + -other

    def __le__(self, other: Value) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        return _VALUES.at_most(self.id, other.id)

    def __ge__(self, other: Value) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        return other <= self

    def options(self, player: Any) -> tuple[Value, ...]:
        """The options of a player in canonical form."""
        return tuple(sorted(map(Value, _VALUES.options[_side(player, "options")][self.id]), key=str))

    @property
    def outcome(self) -> str:
        """L or R: that player wins, whoever starts; N: the first player wins; P: the second player wins."""
        return _VALUES.outcome(self.id)

    @property
    def stops(self) -> tuple[Fraction, Fraction]:
        """The numbers at which play ends if Left starts, and if Right starts."""
        left, right = (Fraction(stops[self.id], UNIT) for stops in _VALUES.stops)
        return left, right

    @property
    def thermograph(self) -> Thermograph:
        """The stops of the value when every move costs t, for all t."""
        return _WALLS.thermograph(self.id)

    @property
    def mean(self) -> Fraction:
        """The mean value: n copies differ from n times the mean by a bounded amount."""
        return _WALLS.mean(self.id)

    @property
    def temperature(self) -> Fraction:
        """The largest gain of a move: negative for numbers, 0 for infinitesimals."""
        return _WALLS.temperature(self.id)

    @property
    def is_number(self) -> bool:
        """Whether the value is a number."""
        return _VALUES.is_number[self.id]

    @property
    def kind(self) -> str:
        """The kind of the value, one of `canonical.KINDS`.

        >>> [Value.parse(text).kind for text in ("1/2", "*", "1^", "{1|-2}", "{1|{0|-2}}")]
        ['number', 'infinitesimal', 'number + infinitesimal', 'switch', 'hot']
        """
        return _VALUES.kind(self.id)

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
        return ups_and_nimber(_VALUES, self.id)


def _loaded(forms: list[int | tuple[tuple[int, ...], tuple[int, ...]]]) -> Value:
    """The value with a pickled canonical form."""
    return Value(_VALUES.load(forms))


def _side(player: Any, what: str) -> Player:
    """Left or Right, given in any form."""
    side = Player.of(player)
    if side not in SIDES:
        raise InputError(f"expected Left or Right as the player of {what}, got {player!r}")
    return side


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
    # None after unpickling, until moves are requested
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
        side = _side(player, "moves")
        if self._evaluated is None:
            object.__setattr__(
                self, "_evaluated", _placement_game(self.position, two_player_graph(self.position))
            )
        assert self._evaluated is not None
        game = self._evaluated
        parts = game.ordered_parts(game.all)
        part_values = [game.part_value(part) for part in parts]
        placements = dict(zip(game.bits, game.graph.placements, strict=True))
        found = []
        for number, (part, before) in enumerate(zip(parts, part_values, strict=True)):
            rest = _VALUES.total(part_values[:number] + part_values[number + 1 :])
            moves = [(bit, game.value(game.after(part, bit))) for bit in game.moves(part, side)]
            for bit, after in moves:
                whole = _VALUES.add(rest, after)
                dominating = (
                    placements[other]
                    for other, better in moves
                    if (after != better or other < bit)
                    and other != bit
                    and _VALUES.no_better(side, after, better)
                )
                reversing = (
                    Value(reply)
                    for reply in _VALUES.options[1 - side][after]
                    if _VALUES.no_better(side, reply, before)
                )
                found.append(
                    ValuedMove(
                        side,
                        placements[bit],
                        number,
                        Value(after),
                        _WALLS.move_temperature(side, before, after),
                        _VALUES.no_better(side, ZERO, whole),
                        next(dominating, None),
                        next(reversing, None),
                    )
                )

        def rank(move: ValuedMove) -> tuple[object, ...]:
            return -move.temperature, not move.wins, move.placement.at, move.placement.piece

        return sorted(found, key=rank)

    def best_moves(self, player: Any) -> list[ValuedMove]:
        """The moves of the highest temperature, and among them those that win, if there are any.

        >>> best = value(Board.rectangle(2, 3)).best_moves("left")
        >>> [(move.placement.at, str(move.after), str(move.temperature)) for move in best]
        [((0, 1), '2', '5/4')]
        """
        moves = self.moves(player)
        best = [(move.temperature, move.wins) for move in moves[:1]]
        return [move for move in moves if (move.temperature, move.wins) in best]

    def after(self, move: ValuedMove) -> Position:
        """The position after a move."""
        placed = move.placement
        return self.position.place((self.position.game.pieces[placed.piece].name, placed.at))

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
    graph = two_player_graph(position)
    with running(options):
        played = _placement_game(position, graph)
        whole = Value(played.value(played.all))
        components = tuple(
            ValuedComponent(
                replace(position.board, cells=played.cells(part), barred=frozenset()),
                Value(played.part_value(part)),
            )
            for part in played.ordered_parts(played.all)
        )
    return PositionValue(position, whole, components, played)


def _placement_game(position: Position, graph: Conflicts) -> PlacementGame:
    """The game that is left in a position; large boards of Domineering are evaluated compiled."""
    game, board = position.game, position.free
    expected = expected_parts(board, game)
    if not require_feasible(board, game, expected):
        return PlacementGame(graph, _VALUES, expected)
    from .polyominoes import Reachable

    cells = [part.cells for part in board.components() if len(part) > 1]
    return PlacementGame(graph, _VALUES, known=Reachable(_VALUES, cells, expected).find)


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
