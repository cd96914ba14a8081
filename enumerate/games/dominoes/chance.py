"""Random numbers that are the same in Python and in compiled code, one stream for each match.

The generator is SplitMix64 (Steele, Lea, Flood 2014): a counter that steps by a constant, hashed. The stream
of a match starts at a hash of (seed, agents, match number), so any match can be replayed by its number,
alone and on any number of threads. Integers below n are drawn exactly uniformly, by rejection. (The generator
of `seeds.py` has a state of 624 words, too many to make one for each of a million matches.)
"""

from collections.abc import Sequence
from typing import TypeVar
from zlib import crc32

from ...support.errors import InputError, require_integer

T = TypeVar("T")

MASK = 2**64 - 1
STEP = 0x9E3779B97F4A7C15
MULTIPLIERS = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)


def mix(z: int) -> int:
    """SplitMix64's hash, a bijection of 64-bit words."""
    z = ((z ^ (z >> 30)) * MULTIPLIERS[0]) & MASK
    z = ((z ^ (z >> 27)) * MULTIPLIERS[1]) & MASK
    return z ^ (z >> 31)


class Chance:
    """A stream of random numbers."""

    __slots__ = ("state",)

    def __init__(self, state: int) -> None:
        self.state = state & MASK

    def word(self) -> int:
        """The next 64 random bits."""
        self.state = (self.state + STEP) & MASK
        return mix(self.state)

    def below(self, n: int) -> int:
        """A uniform integer from 0 to n - 1; nothing is drawn when n is 1."""
        mask = (1 << (n - 1).bit_length()) - 1
        while mask:
            drawn = self.word() & mask
            if drawn < n:
                return drawn
        return 0

    def pick(self, choices: Sequence[T]) -> T:
        """One of `choices`, each with equal probability."""
        return choices[self.below(len(choices))]


def stream_of(seed: int, agents: tuple[str, str]) -> int:
    """The 64-bit word from which the streams of all matches of a pair are derived."""
    seed = require_integer("seed", seed)
    if not 0 <= seed <= MASK:
        raise InputError(f"`seed` must be from 0 to 2^64 - 1, not {seed}")
    return mix(mix(seed) ^ crc32(" ".join(agents).encode()))


def match_chance(seed: int, agents: tuple[str, str], match: int) -> Chance:
    """The stream of one match, the `match`-th of its pair, counted from 0."""
    match = require_integer("match", match)
    if not 0 <= match < 2**63:
        raise InputError(f"`match` must be from 0 to 2^63 - 1, not {match}")
    return Chance(mix((stream_of(seed, agents) + match) & MASK))
