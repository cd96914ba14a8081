"""Random numbers from a seed: the same seed gives the same numbers on any machine.

The Mersenne Twister and `getrandbits` of Python's `random` are specified. Numbers below a bound are drawn
here by rejection, so that they are exactly uniform and independent of the library's version.
"""

from random import Random, SystemRandom
from secrets import randbits
from typing import Any, Protocol

from .errors import InputError, quoted, require_integer

SEED_BITS = 32  # in a fresh seed


class _Generator(Protocol):
    """A `numpy.random.Generator`."""

    @property
    def bit_generator(self) -> Any: ...

    @property
    def integers(self) -> Any: ...


SeedLike = int | Random | _Generator | None  # None: a fresh seed; a generator: a seed drawn from it


def chosen_seed(seed: SeedLike) -> int:
    """The seed that is given, a non-negative integer; one drawn from a generator; or a fresh one."""
    if seed is None:
        return randbits(SEED_BITS)
    if isinstance(seed, Random):
        return seed.getrandbits(SEED_BITS)
    if hasattr(seed, "integers") and hasattr(seed, "bit_generator"):  # a generator of NumPy
        return int(seed.integers(2**SEED_BITS))
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        generators = "a random.Random or a numpy.random.Generator"
        raise InputError(f"`seed` must be an integer, {generators}, not {quoted(seed)}")
    return require_integer("seed", seed, 0)


def generator(seed: SeedLike) -> Random:
    """The random numbers of a seed; without a seed, those of the operating system."""
    return SystemRandom() if seed is None else Random(chosen_seed(seed))


def below(bound: int, source: Random) -> int:
    """An exactly uniform integer from 0 up to, not including, `bound`."""
    bits = bound.bit_length()
    while True:
        drawn = source.getrandbits(bits)
        if drawn < bound:
            return drawn
