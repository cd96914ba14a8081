"""Sets of small numbers as integers, one bit a member."""

from collections.abc import Iterable, Iterator


def bits(members: Iterable[int]) -> int:
    """A set as an integer."""
    return sum(1 << member for member in members)


def members(code: int) -> Iterator[int]:
    """The members of a set, ascending."""
    while code:
        low = code & -code
        yield low.bit_length() - 1
        code ^= low
