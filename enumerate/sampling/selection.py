"""Positions that extend a given position: what `sample`, `list` and the page show.

Read `sampling.py` first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..model.board import Player
from ..model.polynomial import VARIABLES
from ..model.position import Position
from ..model.weights import Weight
from ..rules.kinds import Kind, asked_json, stuck_of
from ..support.errors import InputError
from ..support.run import Settings
from .sampling import PositionList


@dataclass(frozen=True, slots=True)
class Selection:
    """The positions of a kind that extend a given position with pieces on its free cells."""

    begun: Position
    listed: PositionList
    kind: Kind | None  # None if `stuck` was given
    settings: Settings  # for drawing and listing
    turn: Player | None = None

    def whole(self, position: Position) -> Position:
        """An extension together with the pieces of the given position."""
        return Position(self.begun.board, self.begun.pieces | position.pieces, self.begun.game)

    def continuation(self, position: Position) -> Position:
        """The pieces that a whole position adds to the given one."""
        if position.board == self.listed.board:
            return position
        if position.board != self.begun.board:
            raise InputError("the position to rank is on another board")
        if not self.begun.pieces <= position.pieces:
            raise InputError("the position to rank does not contain the pieces of the given position")
        return Position(self.listed.board, position.pieces - self.begun.pieces, self.begun.game)

    def json(self) -> dict[str, Any]:
        """The question, with the number of positions it selects."""
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
