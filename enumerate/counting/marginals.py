"""How many positions have a given size, or so many dominoes of one player, or a given difference.

A marginal has only as many coefficients as the statistic has values, and needs only as many lanes: for an
n x n board about n^2 / 2 instead of n^4 / 16.
"""

from operator import mul
from typing import Any, Unpack

from ..frontier.task import tasks
from ..jobs.opening import lanes_running
from ..model.board import Board, require_board
from ..model.game import DOMINEERING, Game
from ..model.marginal import By, Marginal
from ..model.players import PlayerLike
from ..model.weights import weights_of
from ..rules.tiles import KindLike, StuckLike
from ..support.errors import InputError, require_at_least
from ..support.memory import in_turn
from ..support.settings import LaneOptions
from .positions import How, positions, together
from .weighted import graded_sums, sums_needs


def marginal(
    board: Board,
    by: str = "size",
    kind: KindLike = "general",
    *,
    stuck: StuckLike | None = None,
    play: bool = False,
    turn: PlayerLike | None = None,
    game: Game | str = DOMINEERING,
    **options: Unpack[LaneOptions],
) -> Marginal:
    """How many positions of a kind have each value of a statistic; other arguments are those of `positions`.

    >>> print(marginal(Board.rectangle(4, 4), "size", "maximal"))
    36t^8 + 264t^7 + 100t^6
    """
    require_board(board)
    statistic = By.of(by)
    played = Game.of(game)
    variables = played.variables(board.dimension)
    grades = statistic.grades(variables)
    parts = tasks(board, kind, stuck, play, turn, played)
    if play and statistic is not By.DIFFERENCE:  # play looks at both numbers
        polynomial = positions(board, kind, stuck=stuck, play=True, turn=turn, game=played, **options)
        numbers: dict[int, int] = {}
        for monomial, count in polynomial:
            value = sum(grade * exponent for grade, exponent in zip(grades, monomial, strict=True))
            numbers[value] = numbers.get(value, 0) + count
        return Marginal(statistic, tuple(sorted(numbers.items())), polynomial.provenance)
    weights = weights_of((None,) * 3, "xyz"[:variables])
    totals: dict[int, int] = {}
    hows: list[How] = []
    with lanes_running(options) as settings:
        needs = [in_turn(sums_needs(task, grades, settings)) for _, task, _ in parts]
        for summand, share in zip(parts, settings.shared(needs), strict=True):
            sums, how = graded_sums([summand], weights, grades, share)
            differences = summand[2]
            for value, (number, _) in sums.items():
                if differences is None or value in differences:
                    totals[value] = totals.get(value, 0) + int(number)
            hows.append(how)
    terms = tuple((value, number) for value, number in sorted(totals.items()) if number)
    return Marginal(statistic, terms, together("summands", hows, len(hows)))


def count_exactly(
    board: Board,
    kind: KindLike = "general",
    *,
    dominoes: int | None = None,
    empty: int | None = None,
    game: Game | str = DOMINEERING,
    **asked: Any,
) -> tuple[int, How]:
    """The number of positions with exactly so many dominoes, or so many `empty` cells, and how it was found.

    What else is `asked` are arguments of `positions`.

    >>> count_exactly(Board.rectangle(4, 4), "maximal", dominoes=6)[0]
    100
    >>> count_exactly(Board.rectangle(4, 4), "maximal", empty=4)[0]
    100
    """
    if dominoes is not None and empty is not None:
        raise InputError("give `dominoes` or `empty`, not both")
    require_board(board)
    played = Game.of(game)
    variables = played.variables(board.dimension)
    covered = [1] * variables
    if dominoes is not None:
        wanted = require_at_least(0, "dominoes", dominoes)
    else:
        wanted = len(board) - require_at_least(0, "empty", empty)
        covered = [number or 0 for number in played.covers(variables)]
        if None in played.covers(variables):
            raise InputError(
                f"`empty`: the pieces of one player of '{played.name}' cover different numbers of cells"
            )
    if len(set(covered)) == 1:
        sizes = positions(board, kind, by=By.SIZE, game=played, **asked)
        pieces, rest = divmod(wanted, covered[0])
        return 0 if rest else sizes[pieces], dict(sizes.provenance)
    whole = positions(board, kind, game=played, **asked)
    number = sum(n for pieces, n in whole if sum(map(mul, pieces, covered)) == wanted)
    return number, dict(whole.provenance)
