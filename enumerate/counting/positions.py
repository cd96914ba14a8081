"""Positions of a board: return the generating polynomial or the number of positions."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import prod
from typing import Any, Unpack, overload

from ..frontier.task import NoPositionError, Task, tasks
from ..jobs.opening import lanes_running
from ..model.board import Board, require_board
from ..model.game import DOMINEERING, Game
from ..model.marginal import Marginal
from ..model.players import PlayerLike
from ..model.polynomial import Polynomial
from ..rules.symmetry import Turned, canonical_parts
from ..rules.tiles import KindLike, StuckLike
from ..support.errors import InputError
from ..support.memory import Need, in_turn
from ..support.settings import LaneOptions, Settings, settings_from
from .engines import Engine, Wanted, engine_for, engine_named, engine_of, is_whole, part_need, wanted_of
from .products import polynomial_product, require_product

How = dict[str, object]  # how an answer was obtained
Summand = tuple[int, Task, tuple[int, ...] | None]  # sign, task, the differences a - b that count


@overload
def positions(
    board: Board,
    kind: KindLike = ...,
    *,
    stuck: StuckLike | None = ...,
    play: bool = ...,
    turn: PlayerLike | None = ...,
    engine: str = ...,
    by: None = ...,
    game: Game | str = DOMINEERING,
    **options: Unpack[LaneOptions],
) -> Polynomial: ...


@overload
def positions(
    board: Board,
    kind: KindLike = ...,
    *,
    stuck: StuckLike | None = ...,
    play: bool = ...,
    turn: PlayerLike | None = ...,
    engine: str = ...,
    by: str,
    game: Game | str = ...,
    **options: Unpack[LaneOptions],
) -> Marginal: ...


def positions(
    board: Board,
    kind: KindLike = "general",
    *,
    stuck: StuckLike | None = None,
    play: bool = False,
    turn: PlayerLike | None = None,
    engine: str = "auto",
    by: str | None = None,
    game: Game | str = DOMINEERING,
    **options: Unpack[LaneOptions],
) -> Polynomial | Marginal:
    """The generating polynomial of the positions of a kind: the sum of x^a y^b over positions with a dominoes
    of Left and b of Right [HM21].

    `stuck` names the players without a move as axes, instead of a `kind`; `play` keeps what alternating play
    can reach, and `turn` narrows that to games in which this player moves first. The parts of a board are
    independent and their polynomials multiply [HM21, Prop. 6]. `by` asks for less, and is much faster: the
    numbers of positions by "size", by "left", "right" or "middle", or by the "difference" Left - Right. The
    `options` are those of `Settings`.

    >>> print(positions(Board.rectangle(3, 2), kind="maximal"))
    2x^2y + 2x^2 + y^3
    >>> positions(Board.rectangle(4, 3), play=True).total
    426
    >>> print(positions(Board.rectangle(2, 2), game="col"))
    2x^2y^2 + 4x^2y + 2x^2 + 4xy^2 + 12xy + 4x + 2y^2 + 4y + 1
    >>> print(positions(Board.rectangle(3, 2), kind="maximal", by="size"))
    3t^3 + 2t^2
    """
    played = Game.of(game)
    require_board(board)
    if by is not None:
        from .marginals import marginal

        if engine_named(engine) not in (Engine.AUTO, Engine.MODULAR):
            raise InputError(f"`by` has its own packed integers and lanes: leave out `engine` ({engine!r})")
        return marginal(board, by, kind, stuck=stuck, play=play, turn=turn, game=played, **options)
    parts = tasks(board, kind, stuck, play, turn, played)
    chosen = engine_for(engine, settings_from(options, LaneOptions))
    variables = played.variables(board.dimension)
    result = Polynomial.of({}, variables)
    hows = []
    with lanes_running(options) as settings:
        for _, task, _ in parts:
            require_product(canonical_parts(board, task.stuck, played), task, settings)
        shares = _shared([(task, Wanted.POLYNOMIAL) for _, task, _ in parts], chosen, settings)
        for sign, task, differences in parts:
            part, how = _polynomial(task, chosen, shares)
            part = part if differences is None else part.restrict(differences)
            result = (result + part if result.terms else part) if sign > 0 else result - part
            hows.append(how)
    return replace(result, provenance=together("summands", hows, len(hows)))


def together(what: str, hows: list[How], number: int) -> How:
    """How an answer was obtained that is made of a number of others, equal ones computed once."""
    if number == 1:
        return hows[0]
    engines = dict.fromkeys(str(how["engine"]) for how in hows)
    return {"engine": ", ".join(engines) or "none", what: number, f"different_{what}": hows}


def count(
    board: Board,
    kind: KindLike = "general",
    *,
    stuck: StuckLike | None = None,
    play: bool = False,
    turn: PlayerLike | None = None,
    dominoes: int | None = None,
    empty: int | None = None,
    engine: str = "auto",
    game: Game | str = DOMINEERING,
    **options: Unpack[LaneOptions],
) -> int:
    """The number of positions of a kind, without computing a polynomial where that is not needed; of those
    with exactly so many `dominoes`, or so many `empty` cells, if that is given.

    >>> count(Board.rectangle(4, 4)), count(Board.rectangle(4, 4), play=True)
    (10012, 4632)
    >>> count(Board.rectangle(4, 4), "maximal", dominoes=6), count(Board.rectangle(4, 4), "maximal", empty=2)
    (100, 264)
    """
    asked: dict[str, Any] = {"stuck": stuck, "play": play, "turn": turn, "engine": engine, "game": game}
    if dominoes is not None or empty is not None:
        from .marginals import count_exactly

        return count_exactly(board, kind, dominoes=dominoes, empty=empty, **asked, **options)[0]
    return count_with_provenance(board, kind, **asked, **options)[0]


def count_with_provenance(
    board: Board,
    kind: KindLike = "general",
    *,
    stuck: StuckLike | None = None,
    play: bool = False,
    turn: PlayerLike | None = None,
    engine: str = "auto",
    game: Game | str = DOMINEERING,
    **options: Unpack[LaneOptions],
) -> tuple[int, How]:
    """`count`, with how the number was obtained."""
    total = 0
    hows = []
    parts = tasks(board, kind, stuck, play, turn, Game.of(game))
    chosen = engine_for(engine, settings_from(options, LaneOptions))
    with lanes_running(options) as settings:
        asked = [(task, wanted_of(apart)) for _, task, apart in parts]
        shares = _shared(asked, chosen, settings)
        for sign, task, differences in parts:
            part, how = _count(task, differences, chosen, shares)
            total += sign * part
            hows.append(how)
    return total, together("summands", hows, len(hows))


def _shared(
    asked: Sequence[tuple[Task, Wanted]], engine: Engine, settings: Settings
) -> Iterator[tuple[Task, Settings]]:
    """The different parts of the boards, in order, each with its share of the time: one estimate for all."""
    whole = _different(asked, settings)
    if len(whole) == 1:  # it will tell by itself
        return iter([(whole[0][0], settings)])
    shares = settings.shared([part_need(part, wanted, engine, settings) for part, wanted in whole])
    return iter([(part, share) for (part, _), share in zip(whole, shares, strict=True)])


def _different(asked: Sequence[tuple[Task, Wanted]], settings: Settings) -> list[tuple[Task, Wanted]]:
    whole = []
    for task, wanted in asked:
        turned = dict.fromkeys(part for part, _ in canonical_parts(task.board, task.stuck, task.game))
        whole += [(part_of(task, part, settings), wanted) for part in turned]
    return whole


def count_need(parts: Sequence[Summand], settings: Settings) -> Need:
    """What `count` will take for these tasks.

    >>> parts = tasks(Board.rectangle(16, 16), "maximal", None, False, None, DOMINEERING)
    >>> count_need(parts, Settings()).seconds > 1
    True
    """
    whole = _different([(task, wanted_of(apart)) for _, task, apart in parts], settings)
    return in_turn([part_need(part, wanted, Engine.AUTO, settings) for part, wanted in whole])


def _polynomial(
    task: Task, engine: Engine, shares: Iterator[tuple[Task, Settings]]
) -> tuple[Polynomial, How]:
    """The polynomial of one set of stuck players: the product over the parts, equal parts once."""
    factors = []
    made: dict[Turned, Polynomial] = {}
    parts = canonical_parts(task.board, task.stuck, task.game)
    for (turned, axes), times in parts.items():
        if turned not in made:
            part, share = next(shares)
            made[turned] = polynomial_task(part, engine, share)
        back = tuple(axes.index(a) for a in range(task.variables))
        own = made[turned].swap(back) if axes != tuple(range(task.variables)) else made[turned]
        factors.append(own**times)
    hows = [dict(polynomial.provenance) for polynomial in made.values()]
    return polynomial_product(factors, task.variables), together("parts", hows, sum(parts.values()))


def part_of(task: Task, turned: Turned, settings: Settings) -> Task:
    """The task about a part of its board."""
    return replace(task, board=turned[0], stuck=turned[1], symmetry=settings.symmetry)


NO_POSITION: How = {"engine": "none", "reason": "no way through the sweep covers every cell"}


def polynomial_task(task: Task, engine: Engine, settings: Settings) -> Polynomial:
    """The polynomial of a task."""
    settings.report(0, 1)
    try:
        return _computed(task, engine, settings)
    except NoPositionError:
        return Polynomial.of({}, task.variables, NO_POSITION)


def _computed(task: Task, engine: Engine, settings: Settings) -> Polynomial:
    match engine_of(engine, task, settings):
        case Engine.BARSTATE:
            if task.game != DOMINEERING or task.perfect or task.board.barred:
                raise InputError("the bar-state matrices of the papers count positions of Domineering")
            from ..papers.multiply import barstate_polynomial

            return barstate_polynomial(task.board, task.stuck, settings)
        case Engine.PACKED:
            from .exact import exact_polynomial

            return exact_polynomial(task, settings)
    from ..lanes.answers import modular_polynomial

    return modular_polynomial(task, settings)


def _count(
    task: Task,
    differences: tuple[int, ...] | None,
    engine: Engine,
    shares: Iterator[tuple[Task, Settings]],
) -> tuple[int, How]:
    """The number of positions of one set of stuck players, and how it was obtained."""
    parts = canonical_parts(task.board, task.stuck, task.game)
    if differences is not None and sum(parts.values()) != 1:
        if engine in (Engine.AUTO, Engine.MODULAR):
            from .weighted import play_of_parts

            return play_of_parts(parts, differences, shares)
        polynomial, how = _polynomial(task, engine, shares)
        return polynomial.restrict(differences).total, how
    times: Counter[Turned] = Counter()
    for (turned, _), number in parts.items():  # a turn does not change the total
        times[turned] += number
    counts = {}
    for turned, (part, share) in zip(times, shares, strict=False):
        counts[turned] = count_task(part, differences, engine, share)
    total = prod(value ** times[turned] for turned, (value, _) in counts.items())
    return total, together("parts", [how for _, how in counts.values()], sum(parts.values()))


def count_task(
    task: Task, differences: tuple[int, ...] | None, engine: Engine, settings: Settings
) -> tuple[int, How]:
    """The number of positions of a task, of those with a - b in `differences` if given, and how."""
    settings.report(0, 1)
    try:
        return _counted(task, differences, engine, settings)
    except NoPositionError:
        return 0, dict(NO_POSITION)


def _counted(
    task: Task, differences: tuple[int, ...] | None, engine: Engine, settings: Settings
) -> tuple[int, How]:
    chosen = engine_of(engine, task, settings, wanted_of(differences))
    if chosen is Engine.MODULAR and differences is None and is_whole(task, engine, settings):
        from .exact import integer_total

        return integer_total(task, settings)
    if chosen is Engine.MODULAR:
        from ..lanes.answers import modular_play, modular_total

        if differences is None:
            return modular_total(task, settings)
        return modular_play(task, differences, settings)
    if chosen is Engine.PACKED and differences is None:
        from .exact import exact_total

        return exact_total(task, settings)
    polynomial = polynomial_task(task, chosen, settings)
    wanted = polynomial if differences is None else polynomial.restrict(differences)
    return wanted.total, dict(polynomial.provenance)
