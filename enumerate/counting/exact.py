"""Answers in exact integers: from dictionaries on small boards, else from a program over big integers.

The dictionaries need neither NumPy nor a compiled program, so that a small question is answered at once.
"""

from math import ceil, log2
from typing import TYPE_CHECKING

from ..algebras.plain import (
    PACKED_COPIES,
    is_plain,
    packed_bytes,
    plain_polynomial,
    plain_total,
)
from ..frontier.estimate import at_fold, packed_seconds, states_need, task_bounds, transition_bound, unloaded
from ..frontier.task import Task
from ..model.board import Board
from ..model.game import Game
from ..model.polynomial import Polynomial
from ..rules.bounds import position_bound
from ..support.caches import remembered
from ..support.memory import Need
from ..support.settings import Settings

LIMB = 48  # bits of a digit
FEW_STATES = 2**14
STRIP = 9  # cells of narrow strips from which the bits of a total are estimated
PER_TRANSITION = 0.25e-9  # seconds for each transition and plane, measured; for the estimate of time only

if TYPE_CHECKING:
    from ..frontier.program import Mirrored, Program


def exact_total(task: Task, settings: Settings) -> tuple[int, dict[str, object]]:
    """The number of positions, and how it was obtained."""
    if is_plain(task):
        return plain_total(task), {"engine": "packed"}
    from ..algebras.packed import packed_total

    program = _compiled(task, position_bound(task.board, task.game).bit_length() // 8, settings)
    return packed_total(program, settings.report), {"engine": "packed", "states": program.states}


def integer_total(task: Task, settings: Settings) -> tuple[int, dict[str, object]]:
    """The number of positions of a large board, in planes of limbs, checked modulo a prime; and how.

    With a store, it is kept there, and on the way the frontier beside it. Where limbs do not fit into memory,
    modulo one prime at a time.
    """
    store = getattr(settings.runner, "store", None)
    if store is not None and (known := store.total(task)) is not None:
        settings.note("the total is in the store")
        number, told = known
        return number, told
    need, by_primes = _limbs_or_primes(task, settings)
    settings.expect(need)
    from ..algebras.checked import checked_total
    from ..algebras.integers import PRIME
    from ..frontier.program import Mirrored, compile_task

    compiling, counting = settings.cut([1, 9], ["compiling", "counting"])
    program = compile_task(task, compiling.report, weighted=False)
    how: dict[str, object] = {"states": program.states, "half_sweep": isinstance(program, Mirrored)}
    if by_primes:
        from ..lanes.one_prime import primes_for, total_by_primes

        bound = position_bound(task.board, task.game)
        *primes, spare = primes_for(bound)
        how = {"engine": "primes", **how, "primes": primes, "spare_prime": spare, "bound": str(bound)}
        total = total_by_primes(program, bound, settings.cores, counting.report)
        if store is not None:
            store.add_total(task, total, how)
        return total, how
    how = {"engine": "integers", **how, "limb_bits": LIMB, "check_prime": PRIME}
    if store is None:
        return checked_total(program, settings.cores, counting.report), how
    from ..jobs.frontiers import kept_total

    return kept_total(task, program, store, how, settings.cores, counting.report, settings.note), how


def integers_need(task: Task, settings: Settings) -> Need:
    """What planes of limbs will take, or one prime at a time where these do not fit."""
    return _limbs_or_primes(task, settings)[0]


def _limbs_or_primes(task: Task, settings: Settings) -> tuple[Need, bool]:
    """What a total will take, and whether it is computed modulo one prime at a time."""
    states_need(task, settings).require(settings.limit)  # at once: the bits of a total take a moment
    cores, seconds = settings.cores, transition_bound(task) * PER_TRANSITION / settings.cores

    def need(planes: int, sweeps: float, detail: str) -> Need:
        # of the largest moment and a buffer; at the end of half a sweep both are held
        each = max(planes + 1, (2 * planes + 1) * at_fold(task))
        taken = states_need(task, settings, 8 * each, unloaded(), seconds * sweeps)
        return taken._replace(detail=detail, cores=cores)

    planes = ceil(total_bits(task) / (2 * LIMB))
    limbs = need(planes, planes / 2 + 1, f"integers of about {planes} limbs")
    if limbs.memory <= limbs.allowed(settings.limit):
        return limbs, False
    primes = position_bound(task.board, task.game).bit_length() // (LIMB - 2) + 2
    one = need(1, primes, f"modulo {primes} primes")
    return one._replace(what=f"{one.what} by one prime at a time"), True


def packed_need(task: Task, length: int, settings: Settings) -> Need:
    """What integers of up to `length` bytes will take; nothing that counts where dictionaries serve."""
    if is_plain(task, length):
        return Need("a few states")
    need = states_need(task, settings, PACKED_COPIES * length, seconds=packed_seconds(task, length))
    return need._replace(detail=f"integers of up to {length:,} bytes")


def total_bits(task: Task) -> int:
    """About how many bits the number of positions has: for each cell, what a wider strip gains.

    >>> total_bits(Task(Board.rectangle(16, 16), frozenset()))
    239
    """
    bound = position_bound(task.board, task.game).bit_length()
    few = max(task_bounds(task), default=1) < FEW_STATES  # then it does not matter
    if few or task.board.dimension != 2 or not task.board.lattice.is_square:
        return bound
    strip = task.stuck, task.perfect, task.game
    less, more = (_strip_total(*strip, width) for width in (STRIP // 2 - 1, STRIP // 2))
    gain = log2(more / less) / STRIP if 0 < less < more else bound
    return min(bound, ceil(gain * len(task.board)))


@remembered(64)
def _strip_total(stuck: frozenset[int], perfect: bool, game: Game, width: int) -> int:
    return plain_total(Task(Board.rectangle(STRIP, width), stuck, perfect=perfect, game=game))


def exact_polynomial(task: Task, settings: Settings) -> Polynomial:
    """The whole generating polynomial."""
    if is_plain(task, packed_bytes(task)):
        return plain_polynomial(task)
    from ..algebras.packed import packed_polynomial

    return packed_polynomial(_compiled(task, packed_bytes(task), settings), settings.report)


def _compiled(task: Task, length: int, settings: Settings) -> "Program | Mirrored":
    """The program, for integers of up to `length` bytes, if they fit in memory."""
    from ..frontier.program import compile_task

    settings.expect(packed_need(task, length, settings))
    return compile_task(task, settings.report)
