"""Numbers as games: dyadic fractions as multiples of 1/UNIT, and the simplest one between two others."""

from ..support.errors import ComputationError

FINENESS = 64
UNIT = 1 << FINENESS


def simplest(low: int | None, high: int | None) -> int:
    """The simplest number strictly between two numbers, in units; None is no bound.

    >>> simplest(None, -UNIT // 2) == -UNIT, simplest(0, UNIT) == UNIT // 2, simplest(-5, 5)
    (True, True, 0)
    """
    if high is not None and high <= 0:
        return -simplest(-high, None if low is None else -low)
    if low is None or low < 0:
        return 0
    step = UNIT
    while True:
        number = (low // step + 1) * step
        if high is None or number < high:
            return number
        if step == 1:
            raise ComputationError(f"a number finer than 1/2^{FINENESS} was met; values stop there")
        step >>= 1
