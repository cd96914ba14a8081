"""The answer of `positions` or `count` with its question, as the commands and the page show it.

Read `positions.py` first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Unpack

from ..model.board import Player
from ..model.game import DOMINEERING
from ..model.polynomial import Marginal, Polynomial
from ..plan.question import Question
from ..rules.kinds import player_name
from ..support.errors import plural
from ..support.result import PAGE_WIDTH, Result, Table, digits, plain, terminal_width, wrap_words
from ..support.run import CountingOptions
from .positions import answer_exact_total, answer_marginal, answer_polynomial, answer_total
from .solve import counting_run

DIRECTIONS = ("vertical", "horizontal", "from layer to layer")
STATISTICS = {
    "size": "{}",
    "left": "Left's {}",
    "right": "Right's {}",
    "middle": "Middle's {}",
    "difference": "Left's {} less Right's",
}


@dataclass(frozen=True, eq=False, repr=False)
class Answer(Result):
    """A question and its answer; `polynomial` is None if only the total was computed.

    `everything` is the total without the condition on play, and `exactly` the required number of dominoes or
    empty cells.

    >>> from enumerate import Board
    >>> print(answer(Question(Board("2x2"), "maximal"), total=True))
    total 2: positions in which nobody can move
    """

    question: Question
    total: int
    everything: int
    polynomial: Polynomial | Marginal | None
    provenance: Mapping[str, object]
    exactly: tuple[str, int] | None = None

    def __str__(self) -> str:
        return self.text(terminal_width())

    def text(self, width: int) -> str:
        """The polynomial wrapped to `width`, the total, and the meaning of the variables."""
        lines = []
        if self.polynomial is not None:
            lines += [*wrap_words(str(self.polynomial).split(" "), width), ""]
        lines.append(f"total {self.total}: {self._meaning()}")
        if self.question.play:
            lines.append(f"ratio {self.share} of {self.everything}")
        if self.polynomial is not None:
            lines.append(self._letters())
        return "\n".join(lines)

    @property
    def share(self) -> str:
        """The share of the positions that alternating play can reach."""
        return truncated_ratio(self.total, self.everything)

    def _meaning(self) -> str:
        """The counted positions in words."""
        if self.exactly is None:
            return self.question.words
        (what, number), game = self.exactly, self.question.game
        things = plural(number, "empty cell") if what == "empty" else f"{number} {game.called(number)}"
        return f"{self.question.words}, with {things}"

    def _letters(self) -> str:
        """The meaning of the variables."""
        game = self.question.game
        if isinstance(self.polynomial, Marginal):
            words = STATISTICS["size" if game.is_impartial else self.polynomial.by]
            return "t counts " + words.format(game.called())
        if game.is_impartial:
            return "x counts the pieces"
        pieces = [f"dominoes ({way})" for way in DIRECTIONS] if game == DOMINEERING else ["pieces"] * 3
        players = map(Player, range(self.question.variables))
        return ", ".join(f"{p.variable} counts {p.title}'s {pieces[p]}" for p in players)

    def to_json(self) -> dict[str, Any]:
        """The question, the total, the terms and the provenance; see docs/json.md."""
        extra: dict[str, object] = {}
        variables = [Player(player).variable for player in range(self.question.variables)]
        if isinstance(self.polynomial, Marginal):
            extra, variables = {"by": self.polynomial.by}, ["t"]
        return {
            **self.question.to_json(),
            **extra,
            **({} if self.exactly is None else {self.exactly[0]: self.exactly[1]}),
            "variables": variables,
            "total": digits(self.total),
            "terms": self.polynomial.to_json() if self.polynomial is not None else None,
            "provenance": plain(self.provenance),
        }

    def table(self) -> Table:
        """A row for each term, or the total."""
        if self.polynomial is None:
            return Table(("total",), ((self.total,),))
        table = self.polynomial.table()
        if isinstance(self.polynomial, Marginal):
            return table
        names = (player_name(self.question.game, player) for player in range(self.question.variables))
        return table._replace(header=(*names, "count"))

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


def answer(
    question: Question,
    *,
    total: bool = False,
    by: str | None = None,
    exactly: tuple[str, int] | None = None,
    ratio: bool = False,
    engine: str = "auto",
    **options: Unpack[CountingOptions],
) -> Answer:
    """The polynomial, or the numbers `by` a statistic, or the `total`.

    `exactly` is a required number of pieces ("dominoes") or of empty cells ("empty") for the total. With
    `ratio`, the answer includes the total without the condition on play.
    """
    polynomial: Polynomial | Marginal | None = None
    ratio = ratio and question.play
    with counting_run(options, engine) as settings:
        part, rest = settings.cut([1 if total else 4, int(ratio)])
        if exactly is not None:
            kept: dict[str, Any] = {"pieces" if exactly[0] == "dominoes" else "empty": exactly[1]}
            number, how = answer_exact_total(question, **kept, engine=engine, settings=part)
        elif total:
            number, how = answer_total(question, engine, settings=part)
        else:
            if by is None:
                polynomial = answer_polynomial(question, engine, settings=part)
            else:
                polynomial = answer_marginal(question, by, engine, settings=part)
            number, how = polynomial.total, dict(polynomial.provenance)
        everything = number
        if ratio:
            free = replace(question, play=False, turn=None)
            everything, _ = answer_total(free, engine, settings=rest)
    return Answer(question, number, everything, polynomial, how, exactly)


def truncated_ratio(part: int, whole: int) -> str:
    """part / whole, truncated to five decimals as in [HM21, Table 1], without floating point.

    >>> truncated_ratio(5, 7)
    '0.71428'
    """
    if whole == 0:
        return "undefined"
    before, after = divmod(part * 10**5 // whole, 10**5)
    return f"{before}.{after:05d}"
