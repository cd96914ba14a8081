"""Questions about weighted positions: the weight of a position is the product of its placements' weights.

`sample`, `evaluate`, `moments`, `densities` and `correlations` start here; `backward.py` counts with the
weights as integers. Read `plan/question.py` first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, prod
from typing import Any, NamedTuple

from ..model.board import PlayerLike
from ..model.game import GameLike
from ..model.lattice import Cell
from ..model.polynomial import VARIABLES
from ..model.position import BoardLike, board_and_game
from ..model.weights import Weight, weights_of
from ..plan.question import Question, SignedTerm
from ..rules.kinds import KindLike, StuckLike
from ..rules.problem import Conflicts, NumbersLike, conflict_graph, placed_pieces, placement_numbers
from ..support.errors import InputError
from ..support.result import digits


@dataclass(frozen=True)
class WeightedQuestion:
    """A question about positions with weights, either `by_player` or for `each` placement.

    `exact` is whether all weights were given as integers and fractions; `written` holds x, y and z as given.
    """

    question: Question
    terms: tuple[SignedTerm, ...]
    by_player: tuple[Weight, ...]
    each: tuple[Fraction, ...] | None
    exact: bool
    written: tuple[str | None, ...]

    @classmethod
    def of(
        cls,
        board: BoardLike,
        kind: KindLike,
        stuck: StuckLike | None,
        game: GameLike,
        by_player: Sequence[Any],
        weights: NumbersLike | None,
        play: bool = False,
        turn: PlayerLike | None = None,
    ) -> "WeightedQuestion":
        """The question that the arguments of a public function describe."""
        free, played = board_and_game(board, game)
        question = Question(free, kind, stuck, play, turn, played)
        terms = question.terms()
        if weights is None:
            found = weights_of(by_player, VARIABLES[: question.variables])
            exact = all(weight.exact for weight in found)
            return cls(question, terms, found, None, exact, tuple(map(_written, by_player)))
        if any(value is not None for value in by_player):
            raise InputError("give `weights` or the weights x, y, z of the players, not both")
        seen = list(weights.values()) if isinstance(weights, Mapping) else [weights]
        given = weights
        if callable(weights):
            seen.clear()

            def given(placed: Any) -> Any:
                seen.append(weights(placed))
                return seen[-1]

        each = placement_numbers(conflict_graph(question.game, question.board), given, "weight", 1)
        exact = all(Weight.of(value, "weight").exact for value in seen)
        return cls(question, terms, (), tuple(each), exact, ())

    @property
    def graph(self) -> Conflicts:
        """The placements and their conflicts."""
        return conflict_graph(self.question.game, self.question.board)

    @property
    def is_weighted(self) -> bool:
        """Whether any weight was given."""
        return self.each is not None or any(text is not None for text in self.written)

    @property
    def chances(self) -> tuple[Fraction, ...] | None:
        """The weight of every placement, checked to be real and non-negative; None if no weight was given."""
        if self.each is None:
            for weight in self.by_player:
                if not weight.is_real or weight.real < 0:
                    raise InputError(
                        f"probabilities need weights that are real and not negative, not {weight}"
                    )
            if not self.is_weighted:
                return None
            return tuple(self.by_player[player].real for player in self.graph.variables)
        for placed, number in zip(placed_pieces(self.graph), self.each, strict=True):
            if number < 0:
                raise InputError(
                    f"probabilities need weights that are not negative, not {number} (of {placed})"
                )
        return self.each

    def to_json(self) -> dict[str, Any]:
        """The question and the weights with the keys of docs/json.md."""
        if self.each is None:
            names = VARIABLES[: self.question.variables]
            at = {name: text or "1" for name, text in zip(names, self.written, strict=False)}
            return self.question.to_json() | {"at": at}
        weights = [
            {"piece": piece, "cells": [list(cell) for cell in cells], "weight": digits(number)}
            for (piece, cells, _), number in zip(placed_pieces(self.graph), self.each, strict=True)
            if number != 1
        ]
        return self.question.to_json() | {"at": None, "weights": weights}


def _written(value: Any) -> str | None:
    """A weight as it was given."""
    if value is None:
        return None
    return digits(value) if isinstance(value, int | Fraction) else str(value)


class IntegerWeights(NamedTuple):
    """The weights of all placements, and of the visits that play nothing, as integers.

    A visit plays at most one placement. The weights of the placements that start at a cell, and the weight 1
    of playing nothing there, are multiplied by their common denominator. So every position counts `scale`
    times its weight.
    """

    placements: tuple[int, ...]
    passing: tuple[int, ...]  # by visit

    @classmethod
    def of(
        cls, graph: Conflicts, order: Sequence[Cell], weights: Sequence[Fraction] | None
    ) -> "IntegerWeights":
        """The integer weights for a sweep along `order`, given those of the placements (None: all 1)."""
        if weights is None:
            return cls((1,) * len(graph), (1,) * len(order))
        starts = first_visits(graph, order)
        passing = [1] * len(order)
        for start, weight in zip(starts, weights, strict=True):
            passing[start] = lcm(passing[start], weight.denominator)
        pairs = zip(starts, weights, strict=True)
        return cls(tuple(int(weight * passing[start]) for start, weight in pairs), tuple(passing))

    def given(self, graph: Conflicts, order: Sequence[Cell], played: int) -> "IntegerWeights":
        """The weights with which only positions with the placement `played` count: its visit must play it."""
        starts = first_visits(graph, order)
        placements = [
            weight if q == played or starts[q] != starts[played] else 0
            for q, weight in enumerate(self.placements)
        ]
        passing = [0 if visit == starts[played] else scale for visit, scale in enumerate(self.passing)]
        return IntegerWeights(tuple(placements), tuple(passing))

    @property
    def scale(self) -> int:
        """The factor by which the weight of every position is multiplied."""
        return prod(self.passing)

    @property
    def greatest(self) -> int:
        """The greatest absolute value."""
        return max((1, *map(abs, self.placements), *self.passing))

    @property
    def is_signed(self) -> bool:
        """Whether some weights are negative."""
        return min(self.placements, default=0) < 0


def first_visits(graph: Conflicts, order: Sequence[Cell]) -> list[int]:
    """The visit at which each placement starts, which is that of its first cell in the order."""
    visit = {cell: number for number, cell in enumerate(order)}
    return [min(visit[cell] for cell in placement.cells) for placement in graph.placements]
