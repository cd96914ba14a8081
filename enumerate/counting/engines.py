"""Engines: their names, which is chosen, and what it will need."""

import sys
from enum import Enum, StrEnum, auto

from ..frontier.orders import FEW_CELLS
from ..frontier.task import Task
from ..rules.bounds import position_bound
from ..support.errors import InputError, unknown
from ..support.memory import Need
from ..support.settings import Settings

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


def wanted_of(differences: tuple[int, ...] | None) -> Wanted:
    """A number of positions: of all, or of those with a - b in `differences`."""
    return Wanted.TOTAL if differences is None else Wanted.PLAY


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


def part_need(task: Task, wanted: Wanted, engine: Engine, settings: Settings) -> Need:
    """What a part will take."""
    from ..algebras.plain import packed_bytes
    from ..frontier.estimate import lanes_need, points_expected
    from .exact import integers_need, packed_need

    match engine_of(engine, task, settings, wanted):
        case Engine.BARSTATE:
            from ..papers.multiply import barstate_need

            return barstate_need(task.board, task.stuck)
        case Engine.PACKED:
            bits = position_bound(task.board, task.game).bit_length()
            return packed_need(task, bits // 8 if wanted is Wanted.TOTAL else packed_bytes(task), settings)
    if wanted is Wanted.TOTAL and is_whole(task, engine, settings):
        return integers_need(task, settings)
    points = 1 if wanted is Wanted.TOTAL else points_expected(task, by_size=wanted is Wanted.PLAY)
    return lanes_need(task, settings, points)[0]


def is_whole(task: Task, engine: Engine, settings: Settings) -> bool:
    """Whether a total is computed as a whole, not in lanes: nobody asked for these, nor for a cluster."""
    from ..frontier.estimate import is_seamed

    is_here = settings.runner is None or (settings.store is not None and settings.cluster is None)
    return engine is Engine.AUTO and is_here and not is_seamed(task)  # rounds from a seam are lanes


def engine_of(engine: Engine, task: Task, settings: Settings, wanted: Wanted = Wanted.POLYNOMIAL) -> Engine:
    """The engine for a task, if none is named the one that should be fastest."""
    if engine is not Engine.AUTO:
        return engine
    return Engine.MODULAR if settings.is_shared else choose_engine(task, wanted, settings.limit)


def choose_engine(task: Task, wanted: Wanted, max_memory: int | None = None) -> Engine:
    """The engine that should be fastest, by a model of cost fitted to measurements.

    The packed evaluator pays for each transition a Python operation and the length of the integers; the
    modular one pays once for loading its compiled kernel, then little for each transition and lane.

    >>> from enumerate import Board
    >>> [choose_engine(Task(Board.rectangle(n, n), frozenset()), Wanted.POLYNOMIAL).value for n in (5, 20)]
    ['packed', 'modular']
    """
    from ..algebras.plain import PACKED_COPIES, is_plain, packed_bytes
    from ..frontier import estimate

    if len(task.board) <= FEW_CELLS:
        return Engine.PACKED
    if (states := max(estimate.task_bounds(task), default=1)) >= estimate.COUNTED_TO:
        return Engine.MODULAR
    bits = position_bound(task.board, task.game).bit_length()
    length = bits / 8 if wanted is Wanted.TOTAL else packed_bytes(task)
    if states * length > min(PACKED_MEMORY / 2, (max_memory or PACKED_MEMORY) / (2 * PACKED_COPIES)):
        return Engine.MODULAR
    if is_plain(task, length):
        return Engine.PACKED
    # for each prime one lane, or one for each difference a - b, or one for each monomial
    points = 1 if wanted is Wanted.TOTAL else estimate.points_expected(task, by_size=wanted is Wanted.PLAY)
    lanes = bits / 30 * points
    loading = (0.0 if "numba" in sys.modules else 1.5) + (0.0 if wanted is Wanted.TOTAL else 0.015)
    counting = lanes * (2e-5 + estimate.transition_bound(task) / 5e9) + estimate.compiling_seconds(task)
    exact = estimate.packed_seconds(task, length) < loading + counting
    return Engine.PACKED if exact else Engine.MODULAR
