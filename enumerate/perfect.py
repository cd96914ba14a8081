"""Perfect matchings: placements that leave no cell empty, the leading coefficient of D(t, t).

They are the same sweep with one tile fewer, so the same programs and evaluators count them.
"""

from collections.abc import Sequence

from .board import Board, Cell
from .errors import InputError
from .frontier.program import Compiler, Program
from .frontier.run import Run
from .frontier.sweep import UNIT, Local, best_order, sweep
from .tiles import CROSSED


def cover(board: Board, stuck: frozenset[int], order: Sequence[Cell]) -> list[Local]:
    """The steps of a sweep in which no cell stays empty.

    A visit of weight 1 leaves the cell empty, or puts down the second half of a domino; the latter only where
    the cell was already covered, which its own slot (the first of the step, if it has one) tells.
    """
    kept = []
    visited: set[Cell] = set()
    for cell, step in zip(order, sweep(board, stuck, order), strict=True):
        known = any(there in visited for there in board.neighbours(cell))
        visited.add(cell)
        covering = [
            (before, after, weight)
            for before, after, weight in step.transitions
            if weight != UNIT or (known and before[0] == CROSSED)
        ]
        kept.append(Local(step.slots, tuple(covering)))
    return kept


def perfect_program(board: Board) -> Program:
    """The program that counts the perfect matchings of a box of even size.

    >>> perfect_program(Board.rectangle(3, 3))
    Traceback (most recent call last):
        ...
    enumerate.errors.InputError: a perfect matching needs a box with an even number of cells, not 9
    """
    if not board.is_box or len(board) % 2:
        raise InputError(f"a perfect matching needs a box with an even number of cells, not {len(board)}")
    order = tuple(best_order(board, frozenset()))
    local = tuple(cover(board, frozenset(), order))
    compiler = Compiler(local)
    steps, after = compiler.forward(local)
    return Program(board, frozenset(), order, local, tuple(compiler.prune(steps, after[-1].codes == 0)))


def perfect(board: Board, run: Run | None = None) -> tuple[int, dict[str, object]]:
    """The number of perfect matchings of a box, with how it was obtained.

    >>> perfect(Board.rectangle(8, 8))[0], perfect(Board.rectangle(3, 3))[0]
    (12988816, 0)
    """
    if len(board) % 2:
        return 0, {"engine": "none", "reason": "an odd number of cells"}
    program = perfect_program(board)
    if program.states < 2**11:
        from .frontier.packed import exact_total

        return exact_total(program), {"engine": "packed", "states": program.states}
    from .frontier.lanes import TotalPlan
    from .frontier.modular import run_lanes, total_bound

    settings = run if run is not None else Run()
    plan = TotalPlan(board.dimension, bound := total_bound(program), settings.skip_primes)
    residues = run_lanes(program, plan.lanes(), settings.threads, settings.report)
    return plan.assemble(residues), modular_provenance(program.states, plan.primes, bound)


def modular_provenance(states: int, primes: Sequence[int], bound: int) -> dict[str, object]:
    """How a number was obtained from a full sweep with these primes, the spare one last."""
    return {
        "engine": "modular",
        "states": states,
        "primes": list(primes[:-1]),
        "spare_prime": primes[-1],
        "bound": str(bound),
        "half_sweep": False,
    }
