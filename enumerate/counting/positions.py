"""`positions` and `count`: the generating polynomial or the number of positions of a board.

These public functions turn a question into terms, have `solve.py` answer them, and add the answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod
from operator import mul
from typing import Any, Unpack, overload

from ..model.board import PlayerLike
from ..model.game import DEFAULT_GAME, GameLike
from ..model.polynomial import By, Marginal, Polynomial, small_first
from ..model.position import BoardLike
from ..plan.plan import POLYNOMIAL, TOTAL, Engine
from ..plan.question import Component, Question, SignedTerm
from ..rules.kinds import KindLike, PiecesLike, StuckLike, wanted_pieces
from ..support.errors import InputError, require_integer
from ..support.names import renamed
from ..support.run import CountingOptions
from .solve import Provenance, counting_run, graded_sums, require_product, solve


@overload
def positions(
    board: BoardLike,
    kind: KindLike = ...,
    *,
    stuck: StuckLike | None = ...,
    play: bool = ...,
    turn: PlayerLike | None = ...,
    engine: str = ...,
    by: None = ...,
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[CountingOptions],
) -> Polynomial: ...


@overload
def positions(
    board: BoardLike,
    kind: KindLike = ...,
    *,
    stuck: StuckLike | None = ...,
    play: bool = ...,
    turn: PlayerLike | None = ...,
    engine: str = ...,
    by: str,
    game: GameLike = ...,
    **options: Unpack[CountingOptions],
) -> Marginal: ...


def positions(
    board: BoardLike,
    kind: KindLike = "general",
    *,
    stuck: StuckLike | None = None,
    play: bool = False,
    turn: PlayerLike | None = None,
    engine: str = "auto",
    by: str | None = None,
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[CountingOptions],
) -> Polynomial | Marginal:
    """The generating polynomial of the positions of a kind: the sum of x^a y^b over positions with a dominoes
    of Left and b of Right [HM21].

    `stuck` names the players without a move, instead of a `kind`. `play` restricts the positions to those
    that alternating play can reach, and `turn` to those with this player to move. The parts of a board are
    independent, so their polynomials are multiplied [HM21, Prop. 6]. With `by` the result is the number of
    positions by "size", by "left", "right" or "middle", or by the "difference" Left - Right, which is much
    faster. The `options` are those of `Settings`.

    >>> print(positions("3x2", kind="maximal"))
    2x^2y + 2x^2 + y^3
    >>> positions("4x3", play=True).total
    426
    >>> print(positions("2x2", game="col"))
    2x^2y^2 + 4x^2y + 2x^2 + 4xy^2 + 12xy + 4x + 2y^2 + 4y + 1
    >>> print(positions("3x2", kind="maximal", by="size"))
    3t^3 + 2t^2
    """
    question = Question.of(board, kind, stuck, play, turn, game)
    if by is None:
        return answer_polynomial(question, engine, **options)
    return answer_marginal(question, by, engine, **options)


def answer_polynomial(
    question: Question, engine: str = "auto", **options: Unpack[CountingOptions]
) -> Polynomial:
    """The generating polynomial of the positions of a question."""
    terms = question.terms()
    result = Polynomial.of({}, question.variables)
    with counting_run(options, engine) as settings:
        for term in terms:
            require_product(term.components(settings.symmetry))
        solved, provenance = solve(terms, POLYNOMIAL, engine)
        for term, parts in zip(terms, solved, strict=True):
            product = _product(parts, question.variables)
            part = product if term.differences is None else product.restrict(term.differences)
            result = (result + part if result.terms else part) if term.sign > 0 else result - part
    return replace(result, provenance=provenance)


def _product(parts: Sequence[tuple[Component, Polynomial]], variables: int) -> Polynomial:
    """The polynomial of a board: the product over its components, in the variables of the board's players."""
    factors = []
    for component, polynomial in parts:
        if component.is_turned:
            polynomial = polynomial.swap(tuple(component.axes.index(a) for a in range(variables)))
        factors.append(polynomial**component.times)
    if len(factors) < 2:
        return factors[0] if factors else Polynomial.one(variables)
    product = small_first((factor.to_flint() for factor in factors), len, mul)
    return Polynomial.from_flint(product)


def answer_marginal(
    question: Question, by: str = "size", engine: str = "auto", **options: Unpack[CountingOptions]
) -> Marginal:
    """The number of positions by a statistic."""
    from ..model.weights import sums_of, weights_of

    terms, statistic = question.terms(), By.of(by)
    if Engine(engine) not in (Engine.AUTO, Engine.MODULAR):
        raise InputError(f"`by` chooses its own evaluator: leave out `engine` ({engine!r})")
    grades = statistic.grades(question.variables)
    weights = weights_of((None,) * 3, "xyz"[: question.variables])
    if question.play and statistic is not By.DIFFERENCE:  # play depends on the numbers of both players
        whole = answer_polynomial(question, **options)
        sums, provenance = sums_of(whole, weights, grades), dict(whole.provenance)
    else:
        with counting_run(options, engine):
            sums, provenance = graded_sums(terms, weights, grades)
    numbers = {value: int(number) for value, (number, _) in sums.items()}
    return Marginal(statistic, tuple(sorted(numbers.items())), provenance)


@renamed(dominoes="pieces")
def count(
    board: BoardLike,
    kind: KindLike = "general",
    *,
    stuck: StuckLike | None = None,
    play: bool = False,
    turn: PlayerLike | None = None,
    pieces: PiecesLike = None,
    empty: int | None = None,
    engine: str = "auto",
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[CountingOptions],
) -> int:
    """The number of positions of a kind, computed without a polynomial if possible.

    `pieces` selects positions by their number of pieces, or by the number for each player: (2, 3), or (2,
    None) for two of Left and any number of Right. `empty` selects positions by their number of empty cells.
    `play`, `turn` and `stuck` are those of `positions`.

    >>> count("4x4"), count("4x4", play=True)
    (10012, 4632)
    >>> count("4x4", "maximal", pieces=6), count("4x4", "maximal", empty=2)
    (100, 264)
    """
    question = Question.of(board, kind, stuck, play, turn, game)
    if pieces is not None or empty is not None:
        return answer_exact_total(question, pieces, empty, engine, **options)[0]
    return answer_total(question, engine, **options)[0]


def answer_exact_total(
    question: Question,
    pieces: PiecesLike = None,
    empty: int | None = None,
    engine: str = "auto",
    **options: Unpack[CountingOptions],
) -> tuple[int, Provenance]:
    """The number of positions with a given number of pieces or of `empty` cells, with its provenance."""
    if pieces is not None and empty is not None:
        raise InputError("give `pieces` or `empty`, not both")
    board, game, variables = question.board, question.game, question.variables
    wanted, by_player = wanted_pieces(pieces, board, game)
    covered: list[int] = [1] * variables
    if empty is not None:
        wanted = len(board) - require_integer("empty", empty, 0)
        cells = game.covers(variables)
        if None in cells:
            raise InputError(
                f"`empty`: the pieces of one player of '{game.name}' cover different numbers of cells"
            )
        covered = [number or 0 for number in cells]
    # covered[0] is 0 if no piece fits the axes of the board
    if wanted is not None and len(set(covered)) == 1 and covered[0]:
        sizes = answer_marginal(question, By.SIZE, engine, **options)
        size, rest = divmod(wanted, covered[0])
        return 0 if rest else sizes[size], dict(sizes.provenance)
    whole = answer_polynomial(question, engine, **options)
    kept = [
        number
        for powers, number in whole
        if (wanted is None or sum(map(mul, powers, covered)) == wanted)
        and all(most in (None, power) for power, most in zip(powers, by_player, strict=False))
    ]
    return sum(kept), dict(whole.provenance)


def answer_total(
    question: Question, engine: str = "auto", **options: Unpack[CountingOptions]
) -> tuple[int, Provenance]:
    """The number of positions of a question, with its provenance."""
    terms = question.terms()
    with counting_run(options, engine):
        solved, provenance = solve(terms, TOTAL, engine)
        number = sum(term.sign * _number(term, parts) for term, parts in zip(terms, solved, strict=True))
    return number, provenance


def _number(term: SignedTerm, parts: Sequence[tuple[Component, Any]]) -> int:
    """The number of positions of a term, from the answers for its components."""
    if term.differences is None or [component.times for component, _ in parts] == [1]:
        return prod(number**component.times for component, number in parts)
    from ..model.weights import convolved

    factors = []
    for component, found in parts:
        sign = -1 if component.is_turned else 1  # the difference Left - Right of a turned component
        factors.append(({sign * value: number for value, number in found.items()}, component.times))
    sums = convolved(factors)
    return sum(int(sums[difference][0]) for difference in term.differences if difference in sums)
