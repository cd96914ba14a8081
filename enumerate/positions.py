"""Positions of a board: choose an engine, return the generating polynomial or the number of positions."""

import sys
from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from math import prod

from .board import Board, Player
from .errors import unknown
from .frontier.run import Run
from .polynomial import Polynomial
from .summands import summands
from .symmetry import Turned, canonical_parts, is_symmetric

How = dict[str, object]  # how an answer was obtained

DEFAULT = Run()
PACKED_MEMORY = 2**30  # bytes of integers beyond which the packed evaluator is not chosen


class Engine(StrEnum):
    """Ways to compute; `auto` takes the one that should be fastest."""

    AUTO = "auto"
    BARSTATE = "barstate"
    PACKED = "packed"
    MODULAR = "modular"


def positions(
    board: Board,
    kind: str = "general",
    *,
    stuck: Iterable[int | str] | None = None,
    play: bool = False,
    turn: Player | None = None,
    engine: str = "auto",
    run: Run = DEFAULT,
) -> Polynomial:
    """The generating polynomial of the positions of a kind: the sum of x^a y^b over positions with a dominoes
    of Left and b of Right [HM21].

    `stuck` names the players without a move as axes, instead of a `kind`; `play` keeps what alternating play
    can reach, and `turn` narrows that to games in which this player moves first. The parts of a board are
    independent and their polynomials multiply [HM21, Prop. 6].

    >>> print(positions(Board.rectangle(3, 2), kind="maximal"))
    2x^2y + 2x^2 + y^3
    >>> positions(Board.rectangle(4, 3), play=True).total
    426
    """
    result = Polynomial.of({}, board.dimension)
    hows = []
    for sign, axes, differences in summands(board, kind, stuck, play, turn):
        part, how = _polynomial(board, axes, _engine(engine), run)
        part = part if differences is None else part.restrict(differences)
        result = result + part if sign > 0 else result - part
        hows.append(how)
    return Polynomial.of(result.coefficients(), board.dimension, _together("summands", hows, len(hows)))


def _together(what: str, hows: list[How], number: int) -> How:
    """How an answer was obtained that is made of a number of others, equal ones computed once."""
    if number == 1:
        return hows[0]
    engines = dict.fromkeys(str(how["engine"]) for how in hows)
    return {"engine": ", ".join(engines) or "none", what: number, f"different_{what}": hows}


def count(
    board: Board,
    kind: str = "general",
    *,
    stuck: Iterable[int | str] | None = None,
    play: bool = False,
    turn: Player | None = None,
    engine: str = "auto",
    run: Run = DEFAULT,
) -> int:
    """The number of positions of a kind, without computing a polynomial where that is not needed.

    >>> count(Board.rectangle(4, 4)), count(Board.rectangle(4, 4), play=True)
    (10012, 4632)
    """
    return counted(board, kind, stuck=stuck, play=play, turn=turn, engine=engine, run=run)[0]


def counted(
    board: Board,
    kind: str = "general",
    *,
    stuck: Iterable[int | str] | None = None,
    play: bool = False,
    turn: Player | None = None,
    engine: str = "auto",
    run: Run = DEFAULT,
) -> tuple[int, How]:
    """`count`, with how the number was obtained."""
    number = 0
    hows = []
    for sign, axes, differences in summands(board, kind, stuck, play, turn):
        part, how = _count(board, axes, differences, _engine(engine), run)
        number += sign * part
        hows.append(how)
    return number, _together("summands", hows, len(hows))


def _engine(word: str) -> Engine:
    try:
        return Engine(word)
    except ValueError:
        raise unknown("engine", str(word), list(Engine)) from None


def _polynomial(board: Board, stuck: frozenset[int], engine: Engine, run: Run) -> tuple[Polynomial, How]:
    """The polynomial of one set of stuck players: the product over the parts, equal parts once."""
    result = Polynomial.one(board.dimension)
    made: dict[Turned, Polynomial] = {}
    parts = canonical_parts(board, stuck)
    for (turned, axes), times in parts.items():
        if turned not in made:
            made[turned] = _of_part(*turned, engine, run)
        back = tuple(axes.index(a) for a in range(board.dimension))
        own = made[turned].swap(back) if axes != tuple(range(board.dimension)) else made[turned]
        result = own**times if result.is_one else result * own**times
    hows = [dict(polynomial.provenance) for polynomial in made.values()]
    return result, _together("parts", hows, sum(parts.values()))


def _of_part(board: Board, stuck: frozenset[int], engine: Engine, run: Run) -> Polynomial:
    chosen = engine if engine is not Engine.AUTO else choose_engine(board, stuck, False, run.max_memory)
    if chosen is Engine.BARSTATE:
        from .multiply import barstate_polynomial

        return barstate_polynomial(board, stuck, run.report)
    if chosen is Engine.PACKED:
        from .frontier.plain import is_small, plain_polynomial

        if is_small(board, stuck):
            return plain_polynomial(board, stuck)
        from .frontier.estimate import check_states
        from .frontier.packed import packed_polynomial
        from .frontier.plain import packed_bytes
        from .frontier.program import compile_best

        check_states(board, stuck, run, packed_bytes(board))
        return packed_polynomial(compile_best(board, stuck, run.symmetry), run.report)
    from .frontier.answers import modular_polynomial
    from .frontier.lanes import Task

    return modular_polynomial(Task(board, stuck, run.symmetry), run)


def _count(
    board: Board,
    stuck: frozenset[int],
    differences: tuple[int, ...] | None,
    engine: Engine,
    run: Run,
) -> tuple[int, How]:
    """The number of positions of one set of stuck players, and how it was obtained."""
    parts = canonical_parts(board, stuck)
    if differences is not None and sum(parts.values()) != 1:
        polynomial, how = _polynomial(board, stuck, engine, run)
        return polynomial.restrict(differences).total, how
    times: Counter[Turned] = Counter()
    for (turned, _), number in parts.items():  # a turn does not change the total
        times[turned] += number
    counts = {turned: _count_part(*turned, differences, engine, run) for turned in times}
    total = prod(value ** times[turned] for turned, (value, _) in counts.items())
    return total, _together("parts", [how for _, how in counts.values()], sum(parts.values()))


def _count_part(
    board: Board,
    stuck: frozenset[int],
    differences: tuple[int, ...] | None,
    engine: Engine,
    run: Run,
) -> tuple[int, How]:
    chosen = (
        engine
        if engine is not Engine.AUTO
        else choose_engine(board, stuck, differences is None, run.max_memory, differences is not None)
    )
    if chosen is Engine.MODULAR:
        from .frontier.answers import modular_play, modular_total
        from .frontier.lanes import Task

        task = Task(board, stuck, run.symmetry)
        return modular_total(task, run) if differences is None else modular_play(task, differences, run)
    if chosen is Engine.PACKED and differences is None:
        from .frontier.plain import is_small, plain_total

        if is_small(board, stuck):
            return plain_total(board, stuck), {"engine": Engine.PACKED.value}
        from .frontier.estimate import check_states
        from .frontier.packed import exact_total
        from .frontier.program import compile_best

        check_states(board, stuck, run)
        program = compile_best(board, stuck, run.symmetry)
        return exact_total(program, run.report), {"engine": Engine.PACKED.value}
    polynomial = _of_part(board, stuck, chosen, run)
    wanted = polynomial if differences is None else polynomial.restrict(differences)
    return wanted.total, dict(polynomial.provenance)


def choose_engine(
    board: Board, stuck: frozenset[int], total: bool, max_memory: int | None = None, play: bool = False
) -> Engine:
    """The engine that should be fastest, by a model of cost fitted to measurements.

    The packed evaluator pays for each transition a Python operation and the length of the integers; the
    modular one pays once for loading its compiled kernel, then little for each transition and lane.
    """
    from .frontier.plain import packed_bytes, position_bound
    from .frontier.sweep import best_order, state_bounds

    bounds = state_bounds(board, stuck, best_order(board, stuck))
    transitions = 1.7 * sum(bounds)
    bits = position_bound(board).bit_length()
    sizes = [board.most_dominoes(axis) + 1 for axis in range(board.dimension)]
    length = bits / 8 if total else packed_bytes(board)
    packed = transitions * (2e-7 + length / 4 / 4e9)  # a quarter of the length, on average along the sweep
    # for each prime a lane for each difference a - b (alternating play) or for each monomial
    points = 1 if total else (sum(sizes) if play else prod(sizes)) / (4 if is_symmetric(board, stuck) else 2)
    lanes = bits / 30 * points
    loading = 0.02 if "numba" in sys.modules else 1.5
    modular = loading + transitions * lanes / 3e9
    if max(bounds, default=1) * length > min(PACKED_MEMORY, max_memory or PACKED_MEMORY) / 2:
        return Engine.MODULAR
    return Engine.PACKED if packed < modular else Engine.MODULAR
