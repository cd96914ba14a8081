"""The frontier method at its plainest, for small boards: a dictionary from words of labels to integers.

It needs neither NumPy nor a compiled program, so a small question is answered at once. An integer holds a
whole polynomial [Kronecker]: x = 2^k, y = 2^(k l), where k bits hold every coefficient and l exceeds every
exponent of x.
"""

from collections.abc import Mapping
from functools import lru_cache
from math import prod

from ..frontier.sweep import PLAYERS, UNIT, Local, best_order, state_bounds, sweep
from ..frontier.task import Task
from ..model.board import Board, Cell
from ..model.polynomial import Polynomial

PACKED_COPIES = 4  # of the integers of all states: before and after a step, one for each weight, measured
SMALL = 20_000  # states met along a sweep, up to which dictionaries beat compiling, measured


def is_small(board: Board, stuck: frozenset[int]) -> bool:
    """Whether a sweep of the board meets few states.

    >>> is_small(Board.rectangle(7, 7), frozenset()), is_small(Board.rectangle(12, 12), frozenset())
    (True, False)
    """
    return sum(state_bounds(board, stuck, best_order(board, stuck))) <= SMALL


def plain_total(task: Task) -> int:
    """The number of positions.

    >>> plain_total(Task(Board.rectangle(4, 4), frozenset()))
    10012
    """
    return _carry(task, dict.fromkeys(PLAYERS, 0))


def plain_polynomial(task: Task) -> Polynomial:
    """The whole generating polynomial.

    >>> print(plain_polynomial(Task(Board.rectangle(3, 2), frozenset([0, 1]))))
    2x^2y + 2x^2 + y^3
    """
    board = task.board
    bits, radix, shifts = packing(board)
    value = _carry(task, shifts)
    return Polynomial.of(unpack(value, bits, radix), board.dimension, {"engine": "packed", "bits": bits})


def _carry(task: Task, shifts: Mapping[int, int]) -> int:
    """Visit the cells; a domino of a player shifts the value by shifts[player]."""
    states = {0: 1}
    order = best_order(task.board, task.stuck)
    for local in sweep(task.board, task.stuck, order, task.perfect):
        mask, table = _table(local)
        made: dict[int, int] = {}
        for code, value in states.items():
            rest = code & ~mask
            for after, weight in table.get(code & mask, ()):
                target = rest | after
                term = value if weight == UNIT else value << shifts[weight]
                made[target] = made[target] + term if target in made else term
        states = made
    return states.get(0, 0)


@lru_cache(maxsize=4096)
def _table(local: Local) -> tuple[int, dict[int, list[tuple[int, int]]]]:
    """The touched bits of a code, and for their labels before the labels after and the weights."""
    table: dict[int, list[tuple[int, int]]] = {}
    for before, after, weight in local.transitions:
        table.setdefault(local.code(before), []).append((local.code(after), weight))
    return local.mask(), table


def packing(board: Board) -> tuple[int, list[int], dict[int, int]]:
    """The bits of a coefficient, the numbers of exponents of each variable, and the shift of each player."""
    bits = position_bound(board).bit_length()
    radix = [board.most_dominoes(axis) + 1 for axis in range(board.dimension)]
    places = [bits * prod(radix[:axis]) for axis in range(board.dimension)]
    return bits, radix, dict(zip(PLAYERS, places, strict=False))


def packed_bytes(board: Board) -> int:
    """The length of an integer that holds a whole polynomial."""
    bits, radix, _ = packing(board)
    return bits * prod(radix) // 8


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


def unpack(value: int, bits: int, radix: list[int]) -> dict[tuple[int, ...], int]:
    """The coefficients of a packed polynomial.

    >>> unpack(5 + (3 << 16), 8, [2, 2])
    {(0, 0): 5, (0, 1): 3}
    """
    coefficients = {}
    for place, count in _digits(value, bits):
        monomial = []
        for base in radix:
            place, exponent = divmod(place, base)
            monomial.append(exponent)
        coefficients[tuple(monomial)] = count
    return coefficients


def _digits(value: int, bits: int) -> list[tuple[int, int]]:
    """The places and values of the non-zero digits in base 2^bits; by halves, so that it is not quadratic."""
    if value < 1 << bits:
        return [(0, value)] if value else []
    half = (value.bit_length() // bits + 1) // 2
    low = value & ((1 << bits * half) - 1)
    return _digits(low, bits) + [
        (place + half, digit) for place, digit in _digits(value >> bits * half, bits)
    ]
