"""Positions of a board: choose an engine, return the generating polynomial or the number of positions."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum, StrEnum, auto
from math import prod
from typing import Unpack, overload

from ..frontier.task import NoPositionError, Task, tasks
from ..jobs.opening import lanes_running
from ..model.board import Board, require_board
from ..model.game import DOMINEERING, Game
from ..model.marginal import Marginal
from ..model.players import PlayerLike
from ..model.polynomial import Polynomial
from ..rules.bounds import position_bound
from ..rules.symmetry import Turned, canonical_parts
from ..rules.tiles import KindLike
from ..support.errors import InputError, unknown
from ..support.memory import Need
from ..support.settings import LaneOptions, Settings, settings_from
from .products import polynomial_product, require_product

How = dict[str, object]  # how an answer was obtained

PACKED_MEMORY = 2**30  # bytes of integers beyond which the packed evaluator is not chosen


class Wanted(Enum):
    """What is asked of a board: the polynomial, or the number of positions, of all or in play."""

    POLYNOMIAL = auto()
    TOTAL = auto()
    PLAY = auto()


class Engine(StrEnum):
    """Ways to compute; `auto` takes the one that should be fastest."""

    AUTO = "auto"
    BARSTATE = "barstate"
    PACKED = "packed"
    MODULAR = "modular"


@overload
def positions(
    board: Board,
    kind: KindLike = ...,
    *,
    stuck: Iterable[int | str] | None = ...,
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
    stuck: Iterable[int | str] | None = ...,
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
    stuck: Iterable[int | str] | None = None,
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
    stuck: Iterable[int | str] | None = None,
    play: bool = False,
    turn: PlayerLike | None = None,
    engine: str = "auto",
    game: Game | str = DOMINEERING,
    **options: Unpack[LaneOptions],
) -> int:
    """The number of positions of a kind, without computing a polynomial where that is not needed.

    >>> count(Board.rectangle(4, 4)), count(Board.rectangle(4, 4), play=True)
    (10012, 4632)
    """
    return count_with_provenance(
        board, kind, stuck=stuck, play=play, turn=turn, engine=engine, game=game, **options
    )[0]


def count_with_provenance(
    board: Board,
    kind: KindLike = "general",
    *,
    stuck: Iterable[int | str] | None = None,
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
        asked = [(task, Wanted.TOTAL if apart is None else Wanted.PLAY) for _, task, apart in parts]
        shares = _shared(asked, chosen, settings)
        for sign, task, differences in parts:
            part, how = _count(task, differences, chosen, shares)
            total += sign * part
            hows.append(how)
    return total, together("summands", hows, len(hows))


def engine_named(word: str) -> Engine:
    """The engine with this name.

    >>> engine_named("packed")
    <Engine.PACKED: 'packed'>
    """
    try:
        return Engine(word)
    except ValueError:
        raise unknown("engine", str(word), list(Engine)) from None


def engine_for(word: str, settings: Settings) -> Engine:
    """The same; what leaves this process asks for an engine that can.

    >>> engine_for("packed", Settings(store="lanes.db"))
    Traceback (most recent call last):
        ...
    enumerate.InputError: store (--store) works on lanes, and the engine 'packed' has none: use modular
    """
    engine = engine_named(word)
    if not settings.is_shared:
        return engine
    if engine not in (Engine.AUTO, Engine.MODULAR):
        what = "store (--store)" if settings.store is not None else "cluster (--cluster)"
        raise InputError(f"{what} works on lanes, and the engine '{engine}' has none: use modular")
    return engine


def _shared(
    asked: Sequence[tuple[Task, Wanted]], engine: Engine, settings: Settings
) -> Iterator[tuple[Task, Settings]]:
    """The different parts of the boards, in order, each with its share of the time: one estimate for all."""
    whole = []
    for task, wanted in asked:
        turned = dict.fromkeys(part for part, _ in canonical_parts(task.board, task.stuck, task.game))
        whole += [(part_of(task, part, settings), wanted) for part in turned]
    if len(whole) == 1:  # it will tell by itself
        return iter([(whole[0][0], settings)])
    shares = settings.shared([_need(part, wanted, engine, settings) for part, wanted in whole])
    return iter([(part, share) for (part, _), share in zip(whole, shares, strict=True)])


def _need(task: Task, wanted: Wanted, engine: Engine, settings: Settings) -> Need:
    """What a part will take."""
    from ..algebras.plain import packed_bytes
    from ..frontier.estimate import lanes_need, points_expected
    from .exact import integers_need, packed_need

    match _chosen(engine, task, settings, wanted):
        case Engine.BARSTATE:
            from ..papers.multiply import barstate_need

            return barstate_need(task.board, task.stuck)
        case Engine.PACKED:
            bits = position_bound(task.board, task.game).bit_length()
            return packed_need(task, bits // 8 if wanted is Wanted.TOTAL else packed_bytes(task), settings)
    if wanted is Wanted.TOTAL and _is_whole(task, engine, settings):
        return integers_need(task, settings)
    points = 1 if wanted is Wanted.TOTAL else points_expected(task, by_size=wanted is Wanted.PLAY)
    return lanes_need(task, settings, points)[0]


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
    match _chosen(engine, task, settings):
        case Engine.BARSTATE:
            if task.game != DOMINEERING or task.perfect:
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
    chosen = _chosen(engine, task, settings, Wanted.TOTAL if differences is None else Wanted.PLAY)
    if chosen is Engine.MODULAR and differences is None and _is_whole(task, engine, settings):
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


def _is_whole(task: Task, engine: Engine, settings: Settings) -> bool:
    """Whether a total is computed as a whole, not in lanes: nobody asked for these, nor for a cluster."""
    from ..frontier.estimate import is_seamed

    is_here = settings.runner is None or (settings.store is not None and settings.cluster is None)
    return engine is Engine.AUTO and is_here and not is_seamed(task)  # rounds from a seam are lanes


def _chosen(engine: Engine, task: Task, settings: Settings, wanted: Wanted = Wanted.POLYNOMIAL) -> Engine:
    if engine is not Engine.AUTO:
        return engine
    return Engine.MODULAR if settings.is_shared else choose_engine(task, wanted, settings.limit)


def choose_engine(task: Task, wanted: Wanted, max_memory: int | None = None) -> Engine:
    """The engine that should be fastest, by a model of cost fitted to measurements.

    The packed evaluator pays for each transition a Python operation and the length of the integers; the
    modular one pays once for loading its compiled kernel, then little for each transition and lane.

    >>> [choose_engine(Task(Board.rectangle(n, n), frozenset()), Wanted.POLYNOMIAL).value for n in (5, 20)]
    ['packed', 'modular']
    """
    from ..algebras.plain import PACKED_COPIES, is_plain, packed_bytes
    from ..frontier import estimate

    if (states := max(estimate.task_bounds(task), default=1)) >= estimate.COUNTED_TO:
        return Engine.MODULAR
    bits = position_bound(task.board, task.game).bit_length()
    length = bits / 8 if wanted is Wanted.TOTAL else packed_bytes(task)
    if states * length > min(PACKED_MEMORY / 2, (max_memory or PACKED_MEMORY) / (2 * PACKED_COPIES)):
        return Engine.MODULAR
    # for each prime one lane, or one for each difference a - b, or one for each monomial
    points = 1 if wanted is Wanted.TOTAL else estimate.points_expected(task, by_size=wanted is Wanted.PLAY)
    lanes = bits / 30 * points
    loading = (0.0 if "numba" in sys.modules else 1.5) + (0.0 if wanted is Wanted.TOTAL else 0.015)
    counting = lanes * (2e-5 + estimate.transition_bound(task) / 5e9) + estimate.compiling_seconds(task)
    exact = is_plain(task, length) or estimate.packed_seconds(task, length) < loading + counting
    return Engine.PACKED if exact else Engine.MODULAR
