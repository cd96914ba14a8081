"""Weights for samples and densities: chances in proportion to products of weights, exactly, in integers."""

from collections.abc import Sequence
from math import lcm
from typing import Any

from ..model.board import Board
from ..model.game import Game
from ..model.polynomial import VARIABLES
from ..model.weights import Weight, weights_of
from ..support.errors import InputError


def sampling_weights(values: Sequence[Any], board: Board, game: Game) -> tuple[Weight, ...] | None:
    """The weights of the players' pieces, which must be real and not negative; None if none is given.

    >>> sampling_weights(("1/2", -1, None), Board.rectangle(2, 2), Game.of("domineering"))
    Traceback (most recent call last):
        ...
    enumerate.InputError: a chance needs weights that are real and not negative, not -1
    """
    if all(value is None for value in values):
        return None
    weights = weights_of(values, VARIABLES[: game.variables(board.dimension)])
    for weight in weights:
        if not weight.is_real or weight.real < 0:
            raise InputError(f"a chance needs weights that are real and not negative, not {weight}")
    return weights


def integer_factors(weights: Sequence[Weight]) -> tuple[int, ...]:
    """The factors of visits, by weight (1, then each player's piece), on a scale that makes them integers.

    A visit places at most one piece, and all walks have the same number of visits: if each counts q times,
    with q the common denominator, so does every position, q^cells times.

    >>> integer_factors([Weight.of("3/2"), Weight.of("1/3")])
    (6, 9, 2, 6)
    """
    scale = lcm(*(weight.real.denominator for weight in weights))
    given = [int(weight.real * scale) for weight in weights]
    return (scale, *given, *[scale] * (3 - len(given)))
