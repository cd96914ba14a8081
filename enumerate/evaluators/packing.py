"""A whole polynomial in one integer [Kronecker]: x = 2^k and y = 2^(k l), where k bits hold every coefficient
and l exceeds every exponent of x."""

from math import prod

from ..rules.bounds import most_pieces, position_bound
from ..rules.problem import Problem
from ..support.caches import cached
from ..sweep.visit import PLAYERS


@cached(64)
def packing(task: Problem) -> tuple[int, list[int], dict[int, int]]:
    """The bits of a coefficient, the numbers of exponents of each variable, and the shift of each player."""
    bits = position_bound(task.board, task.game).bit_length()
    radix = [most + 1 for most in most_pieces(task.board, task.game)]
    places = [bits * prod(radix[:variable]) for variable in range(len(radix))]
    return bits, radix, dict(zip(PLAYERS, places, strict=False))


def packed_bytes(task: Problem) -> int:
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
