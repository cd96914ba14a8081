"""Which positions to sample or list: board, kind, play, numbers of dominoes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from ..model.board import Player
from ..model.polynomial import VARIABLES
from ..model.position import Position
from ..model.weights import Weight
from ..rules.tiles import Kind
from ..support.errors import InputError
from ..support.settings import Settings
from .boards import board_options
from .options import kind_options, play_option
from .turns import turn_options

if TYPE_CHECKING:
    from ..listing.sampling import PositionList

Weights = tuple[str | None, ...]
Select = Callable[..., "Selection"]  # of settings and, for samples, weights
MOST_AT_ONCE = 100_000  # positions in one file, picture or JSON text


@dataclass(frozen=True, slots=True)
class Selection:
    """The positions of a kind that continue a position: dominoes on its free cells."""

    begun: Position
    listed: "PositionList"
    kind: Kind | None  # None with --stuck
    settings: Settings  # of walks
    turn: Player | None = None

    def whole(self, position: Position) -> Position:
        """A continuation together with the pieces that lay there before."""
        return Position(self.begun.board, self.begun.pieces | position.pieces, self.begun.game)

    def continuation(self, position: Position) -> Position:
        """The other way: what was added to the position that was begun."""
        if position.board == self.listed.board:
            return position
        if position.board != self.begun.board:
            raise InputError("the position to rank is on another board than the one named")
        if not self.begun.pieces <= position.pieces:
            raise InputError("the position to rank does not contain the pieces of the board named")
        return Position(self.listed.board, position.pieces - self.begun.pieces, self.begun.game)

    def json(self) -> dict[str, Any]:
        """What was asked for."""
        from ..rules.meaning import asked_json, stuck_of

        game, board = self.begun.game, self.begun.board
        stuck = self.listed.stuck if self.kind is None else None
        players = stuck_of(self.kind, stuck, game.variables(board.dimension))
        return {
            **asked_json(board, self.kind, players, self.listed.play, game, self.turn),
            "board": board.to_json() | {"text": str(self.begun)},
            "dominoes": list(self.listed.dominoes),
            "of": str(self.listed.weight),
            **({} if self.listed.weights is None else {"at": self._at(self.listed.weights)}),
        }

    def _at(self, weights: Sequence[Weight]) -> dict[str, str]:
        return dict(zip(VARIABLES, map(str, weights), strict=False))


def selection_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say which positions, and pass what counts them, given settings, as `select`."""

    @board_options
    @kind_options(but=())
    @play_option
    @turn_options
    @click.option("--left", type=int, metavar="A", help="Only with A dominoes of Left added.")
    @click.option("--right", type=int, metavar="B", help="Only with B dominoes of Right added.")
    @click.option("--middle", type=int, metavar="C", help="Only with C dominoes of Middle added.")
    @wraps(command)
    def wrapped(
        position: Position,
        kind: Kind | None,
        stuck: frozenset[int] | None,
        play: bool,
        turn: Player | None,
        to_move: Player | None,
        left: int | None,
        right: int | None,
        middle: int | None,
        **rest: Any,
    ) -> Any:
        def select(settings: Settings, weights: Weights | None = None) -> Selection:
            from ..listing.samples import positions_to_draw
            from ..listing.sampling import COUNTING, PositionList
            from ..listing.weighing import sampling_weights

            given = (left, right, middle)
            least = position.game.variables(position.board.dimension)
            numbers = given if any(number is not None for number in given[least:]) else given[:least]
            counting, walking = settings.cut([COUNTING, 1 - COUNTING], ["counting", "walking"])
            make = PositionList if weights is None else positions_to_draw
            listed = make(
                position.free,
                kind or Kind.GENERAL,
                stuck=stuck,
                play=play,
                turn=turn,
                dominoes=numbers,
                weights=sampling_weights(weights or (), position.board, position.game),
                game=position.game,
                settings=counting,
            )
            return Selection(position, listed, kind, walking, turn)

        return command(select=select, **rest)

    return wrapped
