"""A second opinion on a count: other primes, no symmetry, from the other corner; and another evaluator.

`confirm` sweeps the whole board in the reversed order of cells with primes that the first computation did not
use. `dense_residue` knows neither programs nor labels of cells: it contracts the tiles themselves as a tensor
network, one array axis per open side, modulo one prime.
"""

from collections.abc import Collection
from typing import Any, Unpack

import numpy as np

from ..model.board import Board
from ..rules.summands import summands
from ..rules.tiles import CROSSED, labels, tiles
from ..support.errors import InputError
from ..support.settings import Options, Settings, running

# a value is the sum of at most 5 tiles' values: after 8 cells without reduction it is below 5^8 2^30 < 2^49
TOGETHER = 8


def confirm(
    board: Board,
    kind: str = "general",
    play: bool = False,
    used: Collection[int] = (),
    **options: Unpack[Options],
) -> tuple[int, dict[str, object]]:
    """The number of positions, computed a second time, with primes that are not in `used`.

    >>> confirm(Board.rectangle(4, 4), "maximal")[0], confirm(Board.rectangle(4, 4), play=True)[0]
    (400, 4632)
    """
    with running(options) as settings:
        return _confirm(board, kind, play, used, settings)


def _confirm(
    board: Board, kind: str, play: bool, used: Collection[int], settings: Settings
) -> tuple[int, dict[str, object]]:
    from ..algebras.modular import support
    from ..frontier.estimate import check_states
    from ..frontier.program import Mirrored, Program, compile_program
    from ..frontier.sweep import best_order
    from ..lanes.answers import answer_program
    from ..lanes.plans import Plan, PlayPlan, TotalPlan

    ((_, stuck, differences),) = summands(board, kind, None, play)
    check_states(board, stuck, settings)

    def plan_for(program: Program | Mirrored, bound: int) -> Plan:
        skip = len(used)
        plan: Plan = TotalPlan(board.dimension, bound, skip)
        if differences is not None:
            plan = PlayPlan(bound, support(program), differences, symmetric=False, skip=skip)
        if set(plan.primes) & set(used):
            raise InputError("the primes in `used` are not the first ones of the first computation")
        return plan

    program = compile_program(board, stuck, best_order(board, stuck)[::-1], report=settings.report)
    number, how = answer_program(program, plan_for, settings)
    return number, how | {"order": "reversed"}


def dense_bytes(board: Board, stuck: frozenset[int]) -> int:
    """The memory that `dense_residue` takes: two arrays over all labels of the open sides."""
    down, right = len(labels(0, stuck)), len(labels(1, stuck))
    return int(2 * 8 * right * down ** board.shape[1])


def dense_residue(board: Board, stuck: frozenset[int], prime: int, point: tuple[int, int] = (1, 1)) -> int:
    """The generating polynomial of a rectangle at `point`, modulo a prime below 2^30.

    The array has an axis for the side that the row is about to cross and one for the side below each column.

    >>> dense_residue(Board.rectangle(4, 3), frozenset({0, 1}), 101)
    75
    """
    if board.dimension != 2 or not board.is_box or any(board.wrap):
        raise InputError("the dense evaluator takes rectangles without walls and wrapping")
    rows, cols = board.shape
    down, right = labels(0, stuck), labels(1, stuck)
    kinds = [
        (
            down.index(tile.before[0]),
            right.index(tile.before[1]),
            down.index(tile.after[0]),
            right.index(tile.after[1]),
            1 if tile.closes is None else point[tile.closes] % prime,
        )
        for tile in tiles(stuck)
    ]
    p = np.uint64(prime)
    values: np.ndarray[Any, np.dtype[np.uint64]] = np.zeros((len(right), len(down) ** cols), np.uint64)
    values[0, 0] = 1
    spare = np.empty_like(values)
    open_right = [i for i, label in enumerate(right) if label != CROSSED]
    for _ in range(rows):
        for col in range(cols):
            shape = (len(right), len(down) ** col, len(down), len(down) ** (cols - 1 - col))
            old, new = values.reshape(shape), spare.reshape(shape)
            new[:] = 0
            for above, left, below, beyond, weight in kinds:
                part = old[left, :, above]
                new[beyond, :, below] += part if weight == 1 else part * np.uint64(weight) % p
            if point != (1, 1) or col % TOGETHER == TOGETHER - 1 or col == cols - 1:
                new %= p
            values, spare = spare, values
        for label in open_right[1:]:  # the border takes anything but a crossing domino
            values[0] += values[label]
        values[0] %= p
        values[1:] = 0
    ends = values[0].reshape((len(down),) * cols)
    for _ in range(cols):
        ends = ends[[i for i, label in enumerate(down) if label != CROSSED]].sum(axis=0) % p
    return int(ends)


def dense_count(board: Board, kind: str, play: bool, skip: int) -> tuple[int, int]:
    """The number of positions modulo one prime, and the prime; `skip` primes are left to other computations.

    In alternating play the differences a - b are told apart by roots of unity of a prime order that exceeds
    their range. On a square of a symmetric kind the roots r and 1/r give the same value.

    >>> dense_count(Board.rectangle(4, 4), "general", play=True, skip=0)[0]
    4632
    """
    from ..lanes.interpolate import primes_below
    from ..lanes.plans import TOP

    ((_, stuck, differences),) = summands(board, kind, None, play)
    if differences is None:
        prime = primes_below(TOP, 1, skip=skip)[0]
        return dense_residue(board, stuck, prime), prime
    order = board.most_dominoes(0) + board.most_dominoes(1) + 2
    while any(order % d == 0 for d in range(2, order)):
        order += 1
    prime = primes_below(TOP, 1, order, skip)[0]
    root = next(r for b in range(2, prime) if (r := pow(b, (prime - 1) // order, prime)) != 1)
    halved = board.shape[0] == board.shape[1] and len(stuck) in (0, 2)
    total = 0
    for i in range(order // 2 + 1 if halved else order):
        value = dense_residue(board, stuck, prime, (pow(root, i, prime), pow(root, -i, prime)))
        for j in {i, order - i} if halved and i else {i}:
            total += value * sum(pow(root, -j * d, prime) for d in differences)
    return total * pow(order, -1, prime) % prime, prime
