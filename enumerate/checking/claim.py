"""A saved answer: the JSON of `enumerate positions --format json`, validated while it is read."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from operator import index
from typing import Any

import flint

from ..model.board import Board, Player
from ..model.game import DOMINEERING, Game
from ..model.lattice import MOST_CELLS
from ..model.polynomial import Polynomial
from ..rules.kinds import Kind, Summand, stuck_in, summands
from ..support.errors import InputError
from ..support.fields import Fields, checked, quoted_json, read_json
from ..support.result import plain


@dataclass(frozen=True, slots=True)
class Claim:
    """The content of a saved answer of `positions`; `polynomial` is None if only the total was saved."""

    board: Board
    kind: str | None
    stuck: frozenset[int]
    play: bool
    total: int
    polynomial: Polynomial | None
    turn: Player | None = None
    game: Game = DOMINEERING

    @classmethod
    def of(cls, claim: Any) -> "Claim":
        """A claim from a `Claim`, from JSON text or from parsed JSON.

        >>> Claim.of(7)
        Traceback (most recent call last):
            ...
        enumerate.InputError: expected the JSON of an answer, as text or as values, got 7
        """
        if isinstance(claim, Claim):
            return claim
        if isinstance(claim, str | bytes):
            return cls.parse(claim if isinstance(claim, str) else claim.decode())
        if isinstance(claim, Mapping):
            try:
                return cls.parse(json.dumps(plain(claim), default=index))  # NumPy's integers, too
            except TypeError:
                raise InputError(f"expected values of JSON, got {claim!r}") from None
        raise InputError(f"expected the JSON of an answer, as text or as values, got {claim!r}")

    @classmethod
    def parse(cls, text: str) -> "Claim":
        """Read JSON; refuse missing entries, wrong types and contradictions.

        >>> Claim.parse('{"board": 3}')
        Traceback (most recent call last):
            ...
        enumerate.InputError: `board` must be an object, not 3
        """
        answer = Fields(read_json(text, _integer), "an answer")
        for part in ("by", "dominoes", "empty"):
            if answer.entries.get(part) is not None:
                raise InputError(
                    f"it was computed with `{part}`; only whole polynomials and totals can be verified"
                )
        board = _board(Fields(answer.required("board", dict), "a board"))
        kind, turn = answer.required("kind", str, type(None)), answer.entries.get("turn")
        players = answer.required("stuck", list)
        words = [("kind", kind), ("turn", turn), *(("stuck", player) for player in players)]
        for name, word in words:
            if (word is not None or name == "stuck") and not _is_word(word):
                raise InputError(f"`{name}` must be a word, not {quoted_json(word)}")
        game = Game.from_json(answer.required("game", dict)) if "game" in answer.entries else DOMINEERING
        game.require_board(board)
        stuck = stuck_in(game, players, board.dimension)
        terms = answer.required("terms", list, type(None))
        claim = cls(
            board,
            None if kind is None else Kind.of(kind),
            stuck,
            answer.required("play", bool),
            _count("total", answer.required("total", str)),
            None if terms is None else _polynomial(terms, game.variables(board.dimension)),
            None if turn is None else Player.of(turn),
            game,
        )
        if claim.kind is Kind.PERFECT:
            if claim.play or turn is not None or stuck:
                raise InputError("the kind `perfect` does not allow `play`, `turn` or `stuck` players")
            return claim
        parts = claim.summands()
        if len(parts) == 1 and parts[0][1] != stuck:
            raise InputError(f"`stuck` {players} contradicts the kind '{kind}'")
        return claim

    def summands(self) -> list[Summand]:
        """The signed sum of sets of stuck players that was counted."""
        stuck = self.stuck if self.kind is None else None
        return summands(self.board, self.kind or "general", stuck, self.play, self.turn, self.game)


def _integer(text: str) -> int:
    """A JSON integer: a size or an exponent (counts are strings)."""
    if len(text) > 20:
        raise InputError(f"{quoted_json(text)} is too large for a size or an exponent")
    return int(text)


def _is_word(word: Any) -> bool:
    """Whether a value can be a name and fits into a one-line error."""
    return isinstance(word, str) and word.isprintable() and len(word) <= 20


def _board(value: Fields) -> Board:
    """The board; its drawing must have the stated shape."""
    shape, text = value.required("shape", list), value.required("text", str)
    for name, kind in (("shape", int), ("wrap", bool)):
        for entry in value.required(name, list):
            checked(name, entry, kind)
    if prod(shape) > MOST_CELLS:
        raise InputError(
            f"`shape` {quoted_json(shape)} is too large: at most {MOST_CELLS:,} cells are allowed"
        )
    board = Board.from_json(dict(value.entries))
    if str(board) != text:
        raise InputError(f"`text` {quoted_json(text)} is not a drawing of the shape {quoted_json(shape)}")
    return board


def _count(name: str, text: Any) -> int:
    if not isinstance(text, str) or not re.fullmatch(r"-?[0-9]+", text):
        raise InputError(f"`{name}` must be a number written as a string, not {quoted_json(text)}")
    return int(flint.fmpz(text))  # Python takes quadratic time


def _polynomial(terms: list[Any], dimension: int) -> Polynomial:
    """The terms [a, b, "count"], each monomial once."""
    coefficients: dict[tuple[int, ...], int] = {}
    for term in terms:
        if not isinstance(term, list) or len(term) != dimension + 1:
            raise InputError(f"expected a term of {dimension} exponents and a count, got {quoted_json(term)}")
        *exponents, count = term
        if any(type(e) is not int or e < 0 for e in exponents):
            raise InputError(f"exponents must be non-negative integers, not {quoted_json(exponents)}")
        if tuple(exponents) in coefficients:
            raise InputError(f"the exponents {quoted_json(exponents)} occur twice in `terms`")
        coefficients[tuple(exponents)] = _count("terms", count)
    return Polynomial.of(coefficients, dimension)
