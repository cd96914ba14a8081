"""The frontier method at its plainest, for small boards: a dictionary from words of labels to integers.

It needs neither NumPy nor a compiled program, so a small question is answered at once. An integer holds a
whole polynomial [Kronecker]: x = 2^k, y = 2^(k l), where k bits hold every coefficient and l exceeds every
exponent of x.
"""

from collections.abc import Mapping
from math import prod

from ..frontier.orders import best_order, state_bounds
from ..frontier.sweep import sweep
from ..frontier.task import Task
from ..frontier.visit import PLAYERS, UNIT
from ..model.polynomial import Polynomial
from ..rules.bounds import most_pieces, position_bound
from ..support.caches import remembered

PACKED_COPIES = 4  # of the integers of all states: before and after a step, one for each weight, measured
LABEL_BITS = 16  # of a label in a state, which is an integer of any length
LABEL = (1 << LABEL_BITS) - 1
SMALL = 20_000  # states met along a sweep, up to which dictionaries beat compiling, measured


def is_small(task: Task) -> bool:
    """Whether a sweep of the board meets few states.

    >>> from enumerate import Board
    >>> [is_small(Task(Board.rectangle(n, n), frozenset())) for n in (7, 12)]
    [True, False]
    """
    board, stuck, game = task.board, task.stuck, task.game
    return sum(state_bounds(board, stuck, best_order(board, stuck, game), game=game)) <= SMALL


def plain_total(task: Task) -> int:
    """The number of positions.

    >>> from enumerate import Board
    >>> plain_total(Task(Board.rectangle(4, 4), frozenset()))
    10012
    """
    return _carry(task, dict.fromkeys(PLAYERS, 0))


def plain_polynomial(task: Task) -> Polynomial:
    """The whole generating polynomial.

    >>> from enumerate import Board
    >>> print(plain_polynomial(Task(Board.rectangle(3, 2), frozenset([0, 1]))))
    2x^2y + 2x^2 + y^3
    """
    bits, radix, shifts = packing(task)
    value = _carry(task, shifts)
    return Polynomial.of(unpack(value, bits, radix), len(radix), {"engine": "packed", "bits": bits})


def _carry(task: Task, shifts: Mapping[int, int]) -> int:
    """Visit the cells; a piece of a player shifts the value by shifts[player]."""
    order = best_order(task.board, task.stuck, task.game)
    states = {0: 1}
    for local in sweep(task.board, task.stuck, order, task.perfect, task.game).locals:
        places = [LABEL_BITS * slot for slot in local.slots]
        mask = sum(LABEL << place for place in places)
        found: dict[int, list[tuple[int, int]]] = {}  # by the labels before: the labels after, and the weight
        made: dict[int, int] = {}
        for code, value in states.items():
            touched = code & mask
            if touched not in found:
                options = local.rule(tuple(code >> place & LABEL for place in places))
                found[touched] = [
                    (sum(label << place for label, place in zip(after, places, strict=True)), weight)
                    for after, weight, _ in options
                ]
            for after, weight in found[touched]:
                target = code ^ touched | after
                term = value if weight == UNIT else value << shifts[weight]
                made[target] = made[target] + term if target in made else term
        states = made
    return states.get(0, 0)


@remembered(64)
def packing(task: Task) -> tuple[int, list[int], dict[int, int]]:
    """The bits of a coefficient, the numbers of exponents of each variable, and the shift of each player."""
    bits = position_bound(task.board, task.game).bit_length()
    radix = [most + 1 for most in most_pieces(task.board, task.game)]
    places = [bits * prod(radix[:variable]) for variable in range(len(radix))]
    return bits, radix, dict(zip(PLAYERS, places, strict=False))


def packed_bytes(task: Task) -> int:
    """The length of an integer that holds a whole polynomial."""
    bits, radix, _ = packing(task)
    return bits * prod(radix) // 8


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
