"""Families of boards: m x n for all m, straight or wrapped to a cylinder, of one kind, at given weights.

`recurrence` and `growth` begin with a family. Read `strip.py` first.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..model.board import Board
from ..model.game import DOMINEERING, Game, GameLike
from ..model.polynomial import VARIABLES
from ..model.weights import Weight, weights_of
from ..rules.kinds import Kind, StuckLike, game_json, meaning, one_set, player_name, stuck_for, stuck_in
from ..rules.problem import NoPositionError
from ..support.errors import InputError, require_integer
from .strip import Strip, is_cylinder

PERFECT = "perfect"  # no cell is empty
ONE = Weight(Fraction(1))


@dataclass(frozen=True, slots=True)
class Family:
    """The boards of m rows and `cols` columns, the positions that are counted, and their weights."""

    cols: int
    kind: str | None  # None: `stuck` names the players who cannot move
    stuck: frozenset[int]
    wrap: bool
    weights: tuple[Weight, ...]
    game: Game = DOMINEERING

    @classmethod
    def of(
        cls,
        cols: int,
        kind: str = "general",
        wrap: bool | str = False,
        stuck: StuckLike | None = None,
        x: Any = None,
        y: Any = None,
        game: GameLike = DOMINEERING,
    ) -> "Family":
        """The family that the arguments describe; contradictions are refused."""
        cols, played, cylinder = require_integer("cols", cols, 1), Game.of(game), is_cylinder(wrap)
        count = played.variables(2)
        if y is not None and 1 not in played.players(2):
            raise InputError(f"'{played.name}' has no pieces of Right: leave out the weight y = {y}")
        given = weights_of((x, y), VARIABLES[:2])[:count]
        weights = (*given, *(ONE for _ in range(count - len(given))))
        if kind == PERFECT and stuck is None:
            return cls(cols, PERFECT, frozenset(), cylinder, weights, played)
        if stuck is not None and kind == "general":
            return cls(cols, None, stuck_in(played, stuck, 2), cylinder, weights, played)
        if played.is_impartial and kind not in ("general", "maximal"):
            raise InputError(
                f"'{played.name}' has pieces of either player: the kind is general, maximal or perfect, "
                f"not {kind}"
            )
        named, _ = one_set(kind, stuck)
        return cls(cols, named, stuck_for(Kind(kind), played, 2), cylinder, weights, played)

    def strip(self, most: int, expect: Callable[[int], None] = lambda states: None) -> Strip:
        """The matrix of a row, refused if it has more than `most` states."""
        try:
            return Strip.of(
                self.cols,
                stuck=self.stuck,
                wrap=(self.wrap,),
                perfect=self.kind == PERFECT,
                most=most,
                game=self.game,
                expect=expect,
            )
        except NoPositionError:
            raise InputError(f"{self}: there are none on tall boards") from None

    @property
    def is_plain(self) -> bool:
        """Whether positions are counted, with the weights 1."""
        return all(weight == ONE for weight in self.weights)

    def __str__(self) -> str:
        words = (
            "positions without an empty cell"
            if self.kind == PERFECT
            else meaning(Kind(self.kind) if self.kind else None, self.stuck, play=False, game=self.game)
        )
        named = ", ".join(f"{name} = {weight}" for name, weight in zip(VARIABLES, self.weights, strict=False))
        at = "" if self.game == DOMINEERING else f" of {self.game.name}"
        at += "" if self.is_plain else f" at {named}"
        return f"{words}{at}, boards of m x {self.cols}{', wrapped cols' if self.wrap else ''}"

    def to_json(self) -> dict[str, Any]:
        """The question, with the keys that all commands share; weights only if there are some."""
        names = [player_name(self.game, player) for player in sorted(self.stuck)]
        boards = {"kind": self.kind, "stuck": names, "cols": self.cols, "wrap": self.wrap}
        at = {"at": dict(zip(VARIABLES, map(str, self.weights), strict=False))}
        return game_json(self.game, Board.rectangle(1, self.cols)) | boards | ({} if self.is_plain else at)
