"""Two columns, solved for all rows and all raisings: closed forms and their proof by SymPy [Lef, Theorem 1].

In D(2, R) the heights always differ by an even number: a vertical domino changes the difference by 2, a
horizontal one makes it 0. Write a state as (q, e, n): q filled rows below the lower column's top (raising
included), the other column 2e higher, n rows above that. With n = 4k + r and e = 2m + p, where p is 0 or 1,
the payoffs are polynomials in q, k and m, one pair for each p and r.

Proof by induction on the number of free cells. The game is over exactly at (q, 0, 0), where both payoffs are
0. In every other state the move named in `BEST` gives the stated payoffs if those of its child are right, and
every other move gives the mover less: the difference is a polynomial with non-negative coefficients and a
positive constant. So the right move is unique (up to mirror at e = 0), and with it the payoffs of all
equilibria, for all R and all q. Raising changes no choice, which is Lemma 1 for two columns; horizontals are
played at e = 0 only, if play starts there, so no cell stays empty; and the only choice is the column of the
first of two verticals at e = 0, r = 2, so there are 2^floor((R + 2) / 4) equilibrium plays.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from enumerate.support.errors import ComputationError, InputError, require_integer

Form = Callable[[Any, Any, Any], tuple[Any, Any]]  # of integers or SymPy expressions alike

# (p, r) -> (own, other), the payoffs of the player on turn and of the other one
CLOSED_FORMS: dict[tuple[int, int], Form] = {
    (0, 0): lambda q, k, m: (
        4*m*m + 16*m*k + 2*m*q - m + 8*k*k + 4*k*q + k,
        4*m*m + 16*m*k + 2*m*q + 3*m + 8*k*k + 4*k*q + 3*k),
    (0, 1): lambda q, k, m: (
        16*m*k + 8*m + 8*k*k + 4*k*q + 7*k + 2*q + 2,
        16*m*k + 8*k*k + 4*k*q + 5*k),
    (0, 2): lambda q, k, m: (
        4*m*m + 16*m*k + 2*m*q + 11*m + 8*k*k + 4*k*q + 9*k + 2*q + 3,
        4*m*m + 16*m*k + 2*m*q + 7*m + 8*k*k + 4*k*q + 11*k + 2*q + 3),
    (0, 3): lambda q, k, m: (
        16*m*k + 16*m + 8*k*k + 4*k*q + 15*k + 4*q + 7,
        16*m*k + 8*m + 8*k*k + 4*k*q + 13*k + 2*q + 5),
    (1, 0): lambda q, k, m: (
        4*m*m + 16*m*k + 2*m*q + 7*m + 8*k*k + 4*k*q + 11*k + 2*q + 3,
        4*m*m + 16*m*k + 2*m*q + 3*m + 8*k*k + 4*k*q + 9*k),
    (1, 1): lambda q, k, m: (
        16*m*k + 8*m + 8*k*k + 4*k*q + 15*k + 2*q + 6,
        16*m*k + 8*k*k + 4*k*q + 13*k),
    (1, 2): lambda q, k, m: (
        4*m*m + 16*m*k + 2*m*q + 19*m + 8*k*k + 4*k*q + 19*k + 4*q + 14,
        4*m*m + 16*m*k + 2*m*q + 7*m + 8*k*k + 4*k*q + 17*k + 2*q + 3),
    (1, 3): lambda q, k, m: (
        16*m*k + 16*m + 8*k*k + 4*k*q + 23*k + 4*q + 15,
        16*m*k + 8*m + 8*k*k + 4*k*q + 21*k + 2*q + 9),
}  # fmt: skip

# r -> the right move: horizontal, or vertical on the `lower` or the `higher` column
BEST = {
    "level": ("horizontal", "horizontal", "higher", "horizontal"),  # e = 0
    "uneven": ("lower", "horizontal", "higher", "horizontal"),  # e > 0
}
ROWS_USED = {"horizontal": 1, "lower": 0, "higher": 2}  # above the higher column


def payoffs(rows: int, raised: int = 0, ahead: int = 0) -> tuple[int, int]:
    """The payoffs of D(2, rows)^{+raised} when one column starts `ahead` (an even number) cells higher.

    >>> payoffs(4), payoffs(17), payoffs(10**6)
    ((9, 11), (158, 148), (500000250000, 500000750000))
    """
    require_integer("rows", rows, 0)
    require_integer("raised", raised, 0)
    if ahead % 2 or not 0 <= ahead <= rows:
        raise InputError(f"`ahead` must be even and from 0 to {rows}, not {ahead}")
    k, r = divmod(rows - ahead, 4)
    m, p = divmod(ahead // 2, 2)
    own, other = CLOSED_FORMS[p, r](raised, k, m)
    return own, other


@dataclass(frozen=True, slots=True)
class Case:
    """One move in one class of states: what the mover loses by it, a polynomial in q, k and j.

    `difference` is how far apart the columns are in dominoes, e = 0, 2j + 1 or 2j + 2 with j >= 0. Where the
    move needs another four rows to fit, k counts those beyond.
    """

    difference: Any
    r: int
    move: str
    is_best: bool
    loss: Any


def prove() -> tuple[Case, ...]:
    """All moves in all states, against the closed forms; raises if one of them is not as claimed.

    >>> cases = prove()
    >>> len(cases), sum(case.is_best for case in cases)
    (32, 12)
    >>> for case in cases[:3]:
    ...     print(case.difference, case.r, case.move, case.loss)
    0 0 horizontal 0
    0 0 higher 3
    0 1 horizontal 0
    """
    return tuple(_cases())


def _cases() -> Iterator[Case]:
    from sympy import Integer, Poly, expand, symbols

    q, k, j = symbols("q k j")
    if CLOSED_FORMS[0, 0](q, 0, 0) != (0, 0):
        raise ComputationError("a finished game must pay nothing")
    for p, m in ((0, Integer(0)), (1, j), (0, j + 1)):
        level = p == 0 and m == 0
        for r in range(4):
            for move, used in ROWS_USED.items():
                if level and move == "lower":
                    continue  # the columns are equal: the same as `higher`
                shifted = k + 1 if used > r else k  # the move needs n >= used
                own, other = CLOSED_FORMS[p, r](q, shifted, m)
                gain, (their, my) = _after(p, m, r, move, q, k)
                loss = expand(own - gain - my)
                is_best = move == BEST["level" if level else "uneven"][r]
                if is_best:
                    holds = loss == 0 and expand(other - their) == 0
                else:
                    polynomial = Poly(loss, q, k, j)
                    holds = min(polynomial.coeffs()) >= 0 and polynomial.coeff_monomial(1) > 0
                if not holds:
                    raise ComputationError(f"{move} at e = {2 * m + p}, r = {r} contradicts the closed forms")
                yield Case(2 * m + p, r, move, is_best, loss)


def _after(p: int, m: Any, r: int, move: str, q: Any, k: Any) -> tuple[Any, tuple[Any, Any]]:
    """What a move pays, and the payoffs after it, the next mover's first; n >= the rows it uses.

    `k` belongs to the child: n - used = 4k + (r - used) mod 4.
    """
    left = (r - ROWS_USED[move]) % 4
    top = q + 2 * (2 * m + p)
    if move == "horizontal":
        return 2 * (top + 1), CLOSED_FORMS[0, left](top + 1, k, 0)
    if move == "higher":
        return 2 * top + 3, CLOSED_FORMS[1 - p, left](q, k, m + p)
    return 2 * q + 3, CLOSED_FORMS[1 - p, left](q + 2, k, m + p - 1)
