"""One way to turn a seed into random numbers: the same seed gives the same numbers on any machine.

The Mersenne Twister of Python's `random` is specified, and so is what `getrandbits` takes from it; numbers
below a bound are made here by rejection, so that they are exactly uniform and do not change with the library.
"""

from random import Random, SystemRandom
from secrets import randbits

from .errors import require_at_least


def new_seed() -> int:
    """A fresh random seed."""
    return randbits(32)


def chosen_seed(seed: int | None) -> int:
    """The seed that is given, an integer from 0 on, or a new one.

    >>> chosen_seed(7)
    7
    """
    return new_seed() if seed is None else require_at_least(0, "seed", seed)


def generator(seed: int | None) -> Random:
    """The source of random numbers of a seed, an integer from 0 on; without one, of the operating system.

    >>> generator(1).getrandbits(32) == generator(1).getrandbits(32)
    True
    """
    return SystemRandom() if seed is None else Random(require_at_least(0, "seed", seed))


def below(bound: int, source: Random) -> int:
    """An exactly uniform integer from 0 up to, not including, `bound`.

    >>> [below(6, source) for source in [generator(1)] for _ in range(8)]
    [1, 4, 0, 2, 0, 3, 3, 3]
    """
    bits = bound.bit_length()
    while True:
        drawn = source.getrandbits(bits)
        if drawn < bound:
            return drawn
