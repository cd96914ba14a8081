"""`positions` and `count`: the generating polynomial or the number of positions of a board.

The public functions at the top of the flow: a question, its terms, answers by `solve.py`, and their sum.
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
from ..model.position import BoardLike, board_and_game
from ..plan.plan import POLYNOMIAL, TOTAL, Engine, What, engine_named
from ..plan.question import Component, Question, SignedTerm
from ..rules.kinds import KindLike, PiecesLike, StuckLike, wanted_pieces
from ..support.errors import InputError, require_integer
from ..support.names import renamed
from ..support.run import CountingOptions, settings_from
from .solve import (
    Answers,
    Provenance,
    counting_run,
    graded_sums,
    merge_provenance,
    require_product,
    solve,
    term_provenance,
)


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

    `stuck` names the players without a move as axes, instead of a `kind`; `play` keeps what alternating play
    can reach, and `turn` narrows that to games in which this player moves first. The parts of a board are
    independent and their polynomials multiply [HM21, Prop. 6]. `by` asks for less, and is much faster: the
    numbers of positions by "size", by "left", "right" or "middle", or by the "difference" Left - Right. The
    `options` are those of `Settings`.

    >>> print(positions("3x2", kind="maximal"))
    2x^2y + 2x^2 + y^3
    >>> positions("4x3", play=True).total
    426
    >>> print(positions("2x2", game="col"))
    2x^2y^2 + 4x^2y + 2x^2 + 4xy^2 + 12xy + 4x + 2y^2 + 4y + 1
    >>> print(positions("3x2", kind="maximal", by="size"))
    3t^3 + 2t^2
    """
    board, played = board_and_game(board, game)
    question = Question(board, kind, stuck, play, turn, played)
    terms = question.terms()
    chosen = engine_named(engine, settings_from(options, CountingOptions))
    if by is not None:
        if chosen not in (Engine.AUTO, Engine.MODULAR):
            raise InputError(f"`by` chooses its own evaluator: leave out `engine` ({engine!r})")
        return marginal(board, by, kind, stuck=stuck, play=play, turn=turn, game=question.game, **options)
    result = Polynomial.of({}, question.variables)
    provenances = []
    with counting_run(options) as settings:
        for term in terms:
            require_product(term.components(settings.symmetry))
        answers = solve(terms, POLYNOMIAL, chosen)
        for term in terms:
            components = term.components(settings.symmetry)
            product = _product(components, answers, question.variables)
            part = product if term.differences is None else product.restrict(term.differences)
            result = (result + part if result.terms else part) if term.sign > 0 else result - part
            provenances.append(term_provenance(term, components, POLYNOMIAL, answers))
    return replace(result, provenance=merge_provenance("summands", provenances, len(provenances)))


def _product(components: Sequence[Component], answers: Answers, variables: int) -> Polynomial:
    """The polynomial of a board: the product over its components, with the players of the board."""
    factors = []
    for component in components:
        polynomial, _ = answers[component.problem, POLYNOMIAL]
        if component.is_turned:
            polynomial = polynomial.swap(tuple(component.axes.index(a) for a in range(variables)))
        factors.append(polynomial**component.times)
    if len(factors) < 2:
        return factors[0] if factors else Polynomial.one(variables)
    product = small_first((factor.to_flint() for factor in factors), len, mul)
    return Polynomial.from_flint(product)


def marginal(
    board: BoardLike,
    by: str = "size",
    kind: KindLike = "general",
    *,
    stuck: StuckLike | None = None,
    play: bool = False,
    turn: PlayerLike | None = None,
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[CountingOptions],
) -> Marginal:
    """The number of positions of a kind by a statistic; other arguments are those of `positions`."""
    from ..model.weights import sums_of, weights_of

    board, played = board_and_game(board, game)
    statistic = By.of(by)
    variables = played.variables(board.dimension)
    grades = statistic.grades(variables)
    terms = Question(board, kind, stuck, play, turn, played).terms()
    weights = weights_of((None,) * 3, "xyz"[:variables])
    if play and statistic is not By.DIFFERENCE:  # alternating play depends on the numbers of both players
        polynomial = positions(board, kind, stuck=stuck, play=True, turn=turn, game=played, **options)
        sums, provenance = sums_of(polynomial, weights, grades), dict(polynomial.provenance)
    else:
        with counting_run(options):
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
    """The number of positions of a kind, without computing a polynomial where that is not needed.

    `pieces` keeps positions with so many pieces, or with so many of each player: (2, 3), or (2, None) for
    two of Left and any number of Right. `empty` keeps positions with so many empty cells.

    >>> count("4x4"), count("4x4", play=True)
    (10012, 4632)
    >>> count("4x4", "maximal", pieces=6), count("4x4", "maximal", empty=2)
    (100, 264)
    """
    arguments: dict[str, Any] = {"stuck": stuck, "play": play, "turn": turn, "engine": engine, "game": game}
    if pieces is not None or empty is not None:
        return count_exactly(board, kind, pieces=pieces, empty=empty, **arguments, **options)[0]
    return count_with_provenance(board, kind, **arguments, **options)[0]


def count_exactly(
    board: BoardLike,
    kind: KindLike = "general",
    *,
    pieces: PiecesLike = None,
    empty: int | None = None,
    game: GameLike = DEFAULT_GAME,
    **arguments: Any,
) -> tuple[int, Provenance]:
    """The number of positions with exactly so many pieces, or so many `empty` cells, and how it was found.

    Other `arguments` are those of `positions`.
    """
    if pieces is not None and empty is not None:
        raise InputError("give `pieces` or `empty`, not both")
    board, played = board_and_game(board, game)
    variables = played.variables(board.dimension)
    number, by_player = wanted_pieces(pieces, board, played)
    if number is None and empty is None:
        whole = positions(board, kind, game=played, **arguments)
        kept = [n for powers, n in whole if all(map(_is_wanted, powers, by_player))]
        return sum(kept), dict(whole.provenance)
    covered = [1] * variables
    if number is not None:
        wanted = number
    else:
        wanted = len(board) - require_integer("empty", empty, 0)
        covered = [number or 0 for number in played.covers(variables)]
        if None in played.covers(variables):
            raise InputError(
                f"`empty`: the pieces of one player of '{played.name}' cover different numbers of cells"
            )
    if len(set(covered)) == 1 and covered[0]:  # 0 if no piece of the game fits the axes of the board
        sizes = positions(board, kind, by=By.SIZE, game=played, **arguments)
        size, rest = divmod(wanted, covered[0])
        return 0 if rest else sizes[size], dict(sizes.provenance)
    whole = positions(board, kind, game=played, **arguments)
    total = sum(n for powers, n in whole if sum(map(mul, powers, covered)) == wanted)
    return total, dict(whole.provenance)


def _is_wanted(number: int, wanted: int | None) -> bool:
    return wanted is None or number == wanted


def count_with_provenance(
    board: BoardLike,
    kind: KindLike = "general",
    *,
    stuck: StuckLike | None = None,
    play: bool = False,
    turn: PlayerLike | None = None,
    engine: str = "auto",
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[CountingOptions],
) -> tuple[int, Provenance]:
    """`count`, with how the number was obtained."""
    board, played = board_and_game(board, game)
    terms = Question(board, kind, stuck, play, turn, played).terms()
    chosen = engine_named(engine, settings_from(options, CountingOptions))
    total = 0
    provenances = []
    with counting_run(options) as settings:
        answers = solve(terms, TOTAL, chosen)
        for term in terms:
            components = term.components(settings.symmetry)
            total += term.sign * _number(term, components, answers)
            provenances.append(term_provenance(term, components, TOTAL, answers))
    return total, merge_provenance("summands", provenances, len(provenances))


def _number(term: SignedTerm, components: Sequence[Component], answers: Answers) -> int:
    """The number of positions of a term, from the answers for its components."""
    keys = [(part.problem, TOTAL.of(term, part, len(components))) for part in components]
    if term.differences is None or [wanted.what for _, wanted in keys] == [What.DIFFERENCES]:
        return prod(answers[key][0] ** part.times for key, part in zip(keys, components, strict=True))
    from ..model.weights import convolved

    factors = []
    for key, part in zip(keys, components, strict=True):
        sign = -1 if part.is_turned else 1  # the difference Left - Right of a turned component
        sums = {sign * difference: number for difference, number in answers[key][0].items()}
        factors.append((sums, part.times))
    found = convolved(factors)
    return sum(int(found[difference][0]) for difference in term.differences or () if difference in found)


def perfect(
    board: BoardLike, engine: str = "auto", **options: Unpack[CountingOptions]
) -> tuple[int, Provenance]:
    """The number of perfect matchings of a board, with how it was obtained."""
    board, _ = board_and_game(board, DEFAULT_GAME)
    if len(board) % 2:
        return 0, {"engine": "none", "reason": "an odd number of cells"}
    chosen = engine_named(engine, settings_from(options, CountingOptions))
    if chosen is Engine.BARSTATE:  # it makes polynomials only
        polynomial = positions(board, engine=chosen, **options)
        sizes = dict(enumerate(polynomial.by_size()))
        return sizes.get(len(board) // 2, 0), dict(polynomial.provenance)
    return count_with_provenance(board, "perfect", engine=engine, **options)
