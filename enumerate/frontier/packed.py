"""The packed evaluator: one python-flint integer per state holds its whole polynomial.

The variables stand for powers of two so large that coefficients cannot overlap [Kronecker]: x = 2^k,
y = 2^(k l), where k bits hold every coefficient and l exceeds every exponent of x.
"""

from collections.abc import Callable, Sequence
from math import prod
from operator import add
from typing import Any

import flint

from ..board import Board, Cell
from ..polynomial import Polynomial
from ..progress import Report, silent
from .program import Mirrored, Program, evaluate
from .steps import Step
from .sweep import INVERSES, PLAYERS, UNIT

Weigh = Callable[[int, list[Any]], list[Any]]
Run = tuple[int, tuple[int, int], list[tuple[int, int]]]


def carry(steps: Sequence[Step], values: list[Any], weigh: Weigh, report: Report = silent) -> list[Any]:
    """Carry exact values through the steps; `weigh(weight, values)` multiplies by the weight of a player."""
    plans: dict[int, list[Run]] = {}
    for done, step in enumerate(steps):
        report(done, len(steps))
        if id(step) not in plans:
            plans[id(step)] = runs_of(step)
        weights = set(step.weight.tolist())
        weighted = {w: weigh(w, values) if w != UNIT else values for w in weights}
        made: list[Any] = []
        for length, (source, weight), others in plans[id(step)]:
            if length == 1:
                total = weighted[weight][source]
                for source, weight in others:
                    total = total + weighted[weight][source]
                made.append(total)
            else:
                totals: Any = weighted[weight][source : source + length]
                for source, weight in others:
                    totals = map(add, totals, weighted[weight][source : source + length])
                made += totals
        values = made
    return values


def _join(one: list[Any], two: list[Any], partner: Any) -> list[Any]:
    pairs = zip(one, partner.tolist(), strict=True)
    return [sum(value * two[other] for value, other in pairs if other >= 0)]


def value_of(program: Program | Mirrored, weigh: Weigh, report: Report = silent) -> int:
    """The exact value of the whole board; 0 if no state can finish."""
    values = evaluate(
        program, [flint.fmpz(1)], lambda steps, start: carry(steps, start, weigh, report), _join
    )
    return int(sum(values))


def runs_of(step: Step) -> list[Run]:
    """The runs as plain tuples: the length, the first (source, weight), the others."""
    start, first = step.start.tolist(), step.first.tolist()
    terms = list(zip(step.source.tolist(), step.weight.tolist(), strict=True))
    return [
        (end - begin, terms[low], terms[low + 1 : high])
        for begin, end, low, high in zip(start, start[1:], first, first[1:], strict=False)
    ]


def exact_total(program: Program | Mirrored, report: Report = silent) -> int:
    """The number of positions, with exact integers all the way.

    >>> from enumerate.board import Board
    >>> from enumerate.frontier.program import compile_program
    >>> exact_total(compile_program(Board.rectangle(4, 4)))
    10012
    """
    return value_of(program, lambda weight, values: values, report)


def packed_polynomial(program: Program | Mirrored, report: Report = silent) -> Polynomial:
    """The whole generating polynomial.

    >>> from enumerate.board import Board
    >>> from enumerate.frontier.program import compile_program
    >>> print(packed_polynomial(compile_program(Board.rectangle(3, 2), stuck=(0, 1))))
    2x^2y + 2x^2 + y^3
    """
    board = program.board
    bits = position_bound(board).bit_length()
    radix = [board.most_dominoes(axis) + 1 for axis in range(board.dimension)]
    places = [prod(radix[:axis]) for axis in range(board.dimension)]

    def weigh(weight: int, values: list[Any]) -> list[Any]:
        if weight in INVERSES:  # exact: the half has counted every domino that crosses its border
            shift = bits * places[INVERSES.index(weight)]
            return [v >> shift for v in values]
        shift = bits * places[PLAYERS.index(weight)]
        return [v << shift for v in values]

    value = value_of(program, weigh, report)
    coefficients = {}
    for place, count in unpack(value, bits):
        monomial = []
        for base in radix:
            place, exponent = divmod(place, base)
            monomial.append(exponent)
        coefficients[tuple(monomial)] = count
    return Polynomial.of(coefficients, board.dimension, {"engine": "packed", "bits": bits})


def packed_bytes(board: Board) -> int:
    """The length of an integer that holds a whole polynomial."""
    sizes = [board.most_dominoes(axis) + 1 for axis in range(board.dimension)]
    return position_bound(board).bit_length() * prod(sizes) // 8


def position_bound(board: Board) -> int:
    """An upper bound on the number of positions: every second cell chooses its partner.

    If no two cells of one colour are neighbours, each cell of the other colour chooses one of its
    neighbours or none, and that fixes the position; else every cell chooses among its later neighbours.

    >>> position_bound(Board.rectangle(2, 2)), position_bound(Board.rectangle(1, 3))
    (9, 3)
    """
    degrees: list[dict[Cell, int]] = [{}, {}]
    for cell in board.cells:
        degrees[sum(cell) % 2][cell] = sum(1 for _ in board.neighbours(cell))
    if all(n % 2 == 0 for n, wrapped in zip(board.shape, board.wrap, strict=True) if wrapped):
        return min(prod(1 + degree for degree in colour.values()) for colour in degrees)
    return prod(1 + sum(there > cell for there in board.neighbours(cell)) for cell in board.cells)


def unpack(value: int, bits: int) -> list[tuple[int, int]]:
    """The places and values of the non-zero digits of `value` in base 2^bits.

    >>> unpack(5 + (3 << 16), 8)
    [(0, 5), (2, 3)]
    """
    if value < 1 << bits:
        return [(0, value)] if value else []
    half = (value.bit_length() // bits + 1) // 2  # halves, so that the work is not quadratic
    low = value & ((1 << bits * half) - 1)
    return unpack(low, bits) + [(place + half, digit) for place, digit in unpack(value >> bits * half, bits)]
