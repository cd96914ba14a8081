"""Families of boards written as shapes: `n x n`, `3 x n`, `n x 2n`, `n x n+1`.

Two letters make an array, with a board for each term: `m x n` is read by antidiagonals (m ascending),
`n x k` by rows (1 <= k <= n).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from math import isqrt

from ..model.board import Board
from ..model.lattice import Wrap
from ..support.errors import InputError, require_integer, require_type

SIDE = re.compile(r"(?:(\d*)([mnk]))?(?:(?<=[mnk])([+-]\d+))?|(\d+)")
EXAMPLES = "n x n, 3 x n, n x 2n, n x n+1, 2 x 2 x n, or m x n for antidiagonals"


@dataclass(frozen=True, slots=True)
class ShapeSide:
    """A length of a board: `times` * letter + `plus`, or `plus` alone if there is no letter.

    >>> ShapeSide.of("2n-1").length({"n": 5})
    9
    """

    times: int
    letter: str
    plus: int

    @classmethod
    def of(cls, text: str) -> "ShapeSide":
        """A side from its text."""
        found = SIDE.fullmatch(text)
        if not found or not text:
            raise InputError(f"'{text}' is not a side of a shape: write for instance {EXAMPLES}")
        times, letter, plus, number = found.groups()
        if letter is None:
            require_integer("side", int(number), 1)
            return cls(0, "", int(number))
        return cls(int(times or 1), letter, int(plus or 0))

    def length(self, letters: dict[str, int]) -> int:
        """The length for given values of the letters."""
        return self.times * letters.get(self.letter, 0) + self.plus


def line_of(place: int) -> int:
    """The line of a place in an array, both counted from 0: line n has n + 1 places."""
    return (isqrt(8 * place + 1) - 1) // 2


@dataclass(frozen=True, slots=True)
class Shape:
    """A family of boards, in the order of its terms.

    >>> [board.shape for _, board in zip(range(3), Shape.of("n x 2n").boards())]
    [(1, 2), (2, 4), (3, 6)]
    >>> [board.shape for _, board in zip(range(3), Shape.of("m x n").boards())]
    [(1, 1), (1, 2), (2, 1)]
    """

    text: str
    sides: tuple[ShapeSide, ...]

    @classmethod
    def of(cls, text: str) -> "Shape":
        """A shape from its text; it must grow.

        >>> Shape.of("3 x 3")
        Traceback (most recent call last):
            ...
        enumerate.InputError: '3 x 3' does not grow: write for instance n x n, 3 x n, n x 2n, n x n+1,
        2 x 2 x n, or m x n for antidiagonals
        """
        require_type(str, "a shape such as 'n x n'", text)
        parts = [part.strip().replace(" ", "") for part in text.lower().replace("*", "x").split("x")]
        sides = tuple(map(ShapeSide.of, parts))
        letters = {side.letter for side in sides} - {""}
        if len(sides) > 3:
            raise InputError(f"'{text}' has {len(sides)} sides: a board has one to three")
        if len(letters) > 2 or "n" not in letters or any(side.letter and not side.times for side in sides):
            raise InputError(f"'{text}' does not grow: write for instance {EXAMPLES}")
        return cls(" x ".join(parts), sides)

    @property
    def is_array(self) -> bool:
        """Whether there are two letters."""
        return any(side.letter in ("m", "k") for side in self.sides)

    def boards(self, wrap: Wrap | None = None) -> Iterator[Board]:
        """The boards, from the first with all sides at least 1 on."""
        for sizes in map(self.sizes, count(0)):
            if min(sizes) >= 1:
                yield Board.box(*sizes, wrap=wrap)

    def sizes(self, place: int, shift: int = 0) -> tuple[int, ...]:
        """The sides of the board at a place, counted from 0; every letter is `shift` larger.

        >>> [Shape.of("m x n").sizes(place) for place in (3, 4)], Shape.of("2n x 2n").sizes(2)
        ([(1, 3), (2, 2)], (6, 6))
        """
        letters = {"n": 1 + place}
        if self.is_array:
            row = line_of(place)
            column = place - row * (row + 1) // 2
            is_triangle = any(side.letter == "k" for side in self.sides)
            letters = {"n": 1 + row - (0 if is_triangle else column), "m": 1 + column, "k": 1 + column}
        shifted = {letter: value + shift for letter, value in letters.items()}
        return tuple(side.length(shifted) for side in self.sides)

    @property
    def offset(self) -> int:
        """The n of the first board (of an array: 1)."""
        return 1 if self.is_array else next(n for n in count(1) if min(self.sizes(n - 1)) >= 1)

    @property
    def strip(self) -> tuple[int, int] | None:
        """For flat boards with one constant side and the other n: the constant, and the axis of n.

        >>> Shape.of("3 x n").strip, Shape.of("n x n").strip
        ((3, 1), None)
        """
        if len(self.sides) != 2:
            return None
        for axis, side in enumerate(self.sides):
            other = self.sides[1 - axis]
            if side == ShapeSide(1, "n", 0) and not other.letter:
                return other.plus, axis
        return None
