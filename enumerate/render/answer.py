"""The answer of `positions`, as text, JSON, CSV, LaTeX or text for computer algebra."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..model.board import Board, Player
from ..model.game import DOMINEERING, Game
from ..model.polynomial import Polynomial
from ..rules.kinds import Kind, asked_json, meaning, player_name
from ..support.errors import plural
from ..support.result import PAGE_WIDTH, Table, broken, digits, thawed
from .data import json_text

if TYPE_CHECKING:
    from ..model.polynomial import Marginal

DIRECTIONS = ("vertical", "horizontal", "from layer to layer")
STATISTICS = {
    "size": "{}",
    "left": "Left's {}",
    "right": "Right's {}",
    "middle": "Middle's {}",
    "difference": "Left's {} less Right's",
}


@dataclass(frozen=True, eq=False, repr=False)
class Answer:
    """A question about a board and its answer; `polynomial` is None if only the total was computed.

    >>> print(Answer(Board.rectangle(2, 2), Kind.MAXIMAL, frozenset({0, 1}), False, 2, 7, None, {}).text())
    total 2: positions in which nobody can move
    """

    board: Board
    kind: Kind | None
    stuck: frozenset[int]
    play: bool
    total: int
    everything: int
    polynomial: "Polynomial | Marginal | None"
    provenance: Mapping[str, object]
    turn: Player | None = None  # whose turn it is, where that narrows what play can reach
    exactly: tuple[str, int] | None = None  # the required number of dominoes or empty cells
    game: Game = DOMINEERING

    def meaning(self) -> str:
        """What was counted, in words."""
        words = meaning(self.kind, self.stuck, self.play, self.game, self.turn)
        if self.exactly is None:
            return words
        what, number = self.exactly
        things = plural(number, "empty cell") if what == "empty" else f"{number} {self.game.called(number)}"
        return f"{words}, with {things}"

    def text(self, width: int = 80) -> str:
        """The polynomial wrapped to `width`, the total, and what the letters mean."""
        lines = []
        if self.polynomial is not None:
            lines += [*broken(str(self.polynomial).split(" "), width), ""]
        lines.append(f"total {self.total}: {self.meaning()}")
        if self.play:
            lines.append(f"ratio {truncated_ratio(self.total, self.everything)} of {self.everything}")
        if self.polynomial is not None:
            lines.append(self._letters())
        return "\n".join(lines)

    @property
    def _marginal(self) -> "Marginal | None":
        """The numbers by one statistic, if there is one."""
        return None if isinstance(self.polynomial, Polynomial) else self.polynomial

    def _letters(self) -> str:
        """What the letters mean."""
        if self._marginal is not None:
            words = STATISTICS["size" if self.game.is_impartial else self._marginal.by]
            return "t counts " + words.format(self.game.called())
        if self.game.is_impartial:
            return "x counts the pieces"
        letters = []
        for player in map(Player, range(self.game.variables(self.board.dimension))):
            owned = f"{player.variable} counts {player.name.capitalize()}'s"
            is_plain = self.game == DOMINEERING
            letters.append(f"{owned} dominoes ({DIRECTIONS[player]})" if is_plain else f"{owned} pieces")
        return ", ".join(letters)

    def json(self) -> str:
        """The stable JSON form; see docs/json.md."""
        marginal = self._marginal
        players = range(self.game.variables(self.board.dimension))
        variables = ["t"] if marginal is not None else [Player(player).variable for player in players]
        extra: dict[str, object] = {"by": marginal.by} if marginal is not None else {}
        if self.exactly is not None:
            extra[self.exactly[0]] = self.exactly[1]
        shown = {
            **asked_json(self.board, self.kind, self.stuck, self.play, self.game, self.turn),
            **extra,
            "variables": variables,
            "total": digits(self.total),
            "terms": self.polynomial.to_json() if self.polynomial is not None else None,
            "provenance": thawed(self.provenance),
        }
        return json_text(shown)

    def csv(self) -> str:
        """One line per term."""
        if self.polynomial is None:
            return Table(("total",), ((self.total,),)).csv()
        if self._marginal is not None:
            return self._marginal.table().csv()
        players = range(self.game.variables(self.board.dimension))
        header = (*(player_name(self.game, player) for player in players), "count")
        return self.polynomial.table()._replace(header=header).csv()

    def latex(self) -> str:
        """LaTeX, without dollar signs; a long polynomial in `aligned` lines."""
        return self.polynomial.latex(PAGE_WIDTH) if self.polynomial is not None else digits(self.total)

    def sympy(self) -> str:
        """An expression that SymPy reads."""
        return self.polynomial.expression() if self.polynomial is not None else digits(self.total)

    def pari(self) -> str:
        """A function for PARI."""
        return self._function("P({}) = {}", "{}")

    def mathematica(self) -> str:
        """A function for Mathematica."""
        return self._function("P[{}] := {}", "{}_")

    def _function(self, form: str, argument: str) -> str:
        if self.polynomial is None:
            return digits(self.total)
        names = self.polynomial.variables if isinstance(self.polynomial, Polynomial) else "t"
        return form.format(", ".join(map(argument.format, names)), self.sympy().replace("**", "^"))


def truncated_ratio(part: int, whole: int) -> str:
    """part / whole, truncated to five decimals as in [HM21, Table 1], without floating point.

    >>> truncated_ratio(5, 7)
    '0.71428'
    """
    if whole == 0:
        return "undefined"
    before, after = divmod(part * 10**5 // whole, 10**5)
    return f"{before}.{after:05d}"
