"""From residues to integers: interpolation on lower sets modulo a prime, and the Chinese remainder theorem.

The plans of `plans.py` and `weighted.py` end here.

A lower set S of exponents (with every member all smaller ones) and as many points, (u_i, v_j, ...) for the
members (i, j, ...) of S, determine the polynomial with exponents in S: Newton's divided differences along one
axis after the other use, for a member of S, only values at members of S.
"""

from collections.abc import Sequence

import flint
import numpy as np

from ..support.progress import check_cancelled
from ..sweep.diagram import Array


def interpolate(values: Array, nodes: Sequence[Array], members: Array, prime: int) -> Array:
    """The coefficients modulo `prime` of the polynomial with exponents in a lower set and these values.

    `values[i, j, ...]` is the value at (nodes[0][i], nodes[1][j], ...); entries outside `members` (a boolean
    array, the lower set) are ignored and come back as 0. Primes are below 2^31, so products fit 64 bits.

    >>> square = interpolate(np.array([0, 1, 4]), [np.array([0, 1, 2])], np.ones(3, bool), 101)
    >>> square.tolist()
    [0, 0, 1]
    """
    p = np.int64(prime)
    c = np.where(members, values, 0).astype(np.int64) % p
    for axis, points in enumerate(nodes):
        c = np.moveaxis(c, axis, 0)
        size = len(points)
        gaps = inverses(points.reshape(-1, 1) - points, prime)
        for order in range(1, size):
            check_cancelled()
            inverse = np.diagonal(gaps, -order).reshape(-1, *[1] * (c.ndim - 1))
            c[order:] = (c[order:] - c[order - 1 : -1]) % p * inverse % p
        c = np.moveaxis(c, 0, axis)
    c = np.where(members, c, 0)
    for axis, points in enumerate(nodes):  # Newton's form to powers
        c = np.moveaxis(c, axis, 0)
        for start in range(len(points) - 2, -1, -1):
            # Horner's scheme: every pass multiplies the tail by (u - u_start)
            c[start:-1] = (c[start:-1] - int(points[start]) % prime * c[start + 1 :]) % p
        c = np.moveaxis(c, 0, axis)
    return np.where(members, c, 0)


def inverses(values: Array, prime: int) -> Array:
    """The inverses modulo a prime, by Fermat's little theorem; of 0, it is 0."""
    base = values.astype(np.int64) % prime
    found = np.ones_like(base)
    for bit in range((prime - 2).bit_length()):
        if prime - 2 >> bit & 1:
            found = found * base % prime
        base = base * base % prime
    return found


def chinese_remainder(residues: Sequence[Sequence[int]], primes: Sequence[int]) -> list[int]:
    """The integers in [0, product of primes) with the given residues, one row of `residues` per prime.

    Garner's mixed-radix form: one inverse per prime, whatever the number of integers.

    >>> chinese_remainder([[2, 1], [3, 1]], [5, 7])
    [17, 1]
    """
    values = [int(r) for r in residues[0]]
    modulus = flint.fmpz(int(primes[0]))
    for row, prime in zip(residues[1:], primes[1:], strict=True):
        check_cancelled()
        p = int(prime)
        inverse = pow(int(modulus % p), -1, p)
        values = [v + int(modulus) * ((int(r) - v) * inverse % p) for v, r in zip(values, row, strict=True)]
        modulus *= p
    return values


def primes_below(top: int, count: int, residue_of_one: int = 1, skip: int = 0) -> list[int]:
    """The `count` greatest primes below `top` that are 1 modulo `residue_of_one`, after the first `skip`.

    >>> primes_below(100, 3), primes_below(100, 2, residue_of_one=8)
    ([97, 89, 83], [97, 89])
    """
    step = residue_of_one
    candidate = (top - 2) // step * step + 1
    found: list[int] = []
    while len(found) < count + skip:
        if candidate < 3:
            raise ValueError(f"there are not {count + skip} primes 1 mod {step} below {top}")
        if flint.fmpz(candidate).is_prime():
            found.append(candidate)
        candidate -= step
    return found[skip:]
