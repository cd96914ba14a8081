"""The registry of sequences, and the families of boards that they count, such as `n x n` or `3 x 2n+1`.

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
from ..rules.kinds import KindName
from ..support.errors import InputError, require_integer, require_type
from ..support.result import Result

SIDE = re.compile(r"(?:(\d*)([mnk]))?(?:(?<=[mnk])([+-]\d+))?|(\d+)")
EXAMPLES = "n x n, 3 x n, n x 2n, n x n+1, 2 x 2 x n, or m x n for antidiagonals"


@dataclass(frozen=True, slots=True)
class ShapeSide:
    """A length of a board: `times` * letter + `plus`, or `plus` alone if there is no letter."""

    times: int
    letter: str
    plus: int

    @classmethod
    def of(cls, text: str) -> "ShapeSide":
        """The side that a text such as "2n-1" describes."""
        found = SIDE.fullmatch(text)
        if not found or not text:
            raise InputError(f"'{text}' is not a side of a shape: write for instance {EXAMPLES}")
        times, letter, plus, number = found.groups()
        if letter is None:
            return cls(0, "", require_integer("side", int(number), 1))
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
        """The shape that a text describes; it must grow."""
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

    @property
    def offset(self) -> int:
        """The n of the first board; 1 for an array."""
        return 1 if self.is_array else next(n for n in count(1) if min(self.sizes(n - 1)) >= 1)

    @property
    def along(self) -> int | None:
        """The axis of the only side that grows, if its length is n: such boards form a strip."""
        (axis, side), *others = [(axis, side) for axis, side in enumerate(self.sides) if side.letter]
        return None if others or side != ShapeSide(1, "n", 0) else axis

    def boards(self, wrap: Wrap | None = None) -> Iterator[Board]:
        """The boards whose sides are all at least 1."""
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


@dataclass(frozen=True, slots=True)
class Sequence(Result):
    """A sequence and how the library computes it.

    `family` names the boards. `read` names the number that is taken from a board: the `total`, the total of
    the positions that alternating `play` can reach, or the number of `perfect` matchings. In a family of one
    parameter the term a(i) belongs to the size i + `shift`, in an array the sides begin with 1 + `shift`; the
    terms in `head`, which come first, belong to no board. The pieces are those of `game`, and the axes in
    `wrap` are cyclic.
    """

    number: str
    about: str
    offset: int
    family: str
    kind: KindName = "general"
    read: str = "total"
    shift: int = 0
    head: tuple[int, ...] = ()
    game: str = "domineering"
    wrap: str | None = None

    @property
    def shape(self) -> Shape:
        """The family of boards."""
        return Shape.of(self.family)

    @property
    def is_strip(self) -> bool:
        """Whether exactly one side grows; the totals of such boards come from one sweep."""
        return self.wrap is None and self.shape.along is not None


REGISTRY: dict[str, Sequence] = {
    entry.number: entry
    for entry in (
        Sequence("A000045", "Fibonacci: positions of n-1 x 1", 0, "n x 1", shift=-1, head=(0,)),
        Sequence(
            "A000931", "Padovan: maximal, 1 x n-5", 0, "1 x n", "maximal", shift=-5, head=(1, 0, 0, 1, 0)
        ),
        Sequence(
            "A001333", "Col on the path 1 x n-1, and sqrt(2)", 0, "1 x n", shift=-1, head=(1,), game="col"
        ),
        Sequence("A002416", "all sets of cells of the n x n square", 0, "n x n", game="free-cells"),
        Sequence("A004003", "perfect matchings of the 2n x 2n square", 0, "2n x 2n", read="perfect"),
        Sequence("A006253", "perfect matchings of the 2 x 2 x n box", 0, "2 x 2 x n", read="perfect"),
        Sequence("A006506", "independent sets of the n x n square", 0, "n x n", game="node-kayles"),
        Sequence("A007598", "Right ends of n-1 x 2", 0, "n x 2", "right-end", shift=-1, head=(0,)),
        Sequence(
            "A027683",
            "independent sets of the n x n torus",
            1,
            "n x n",
            head=(1,),  # the OEIS makes the cell of the 1 x 1 torus its own neighbour
            game="node-kayles",
            wrap="rows,cols",
        ),
        Sequence("A028420", "all positions of the n x n square", 0, "n x n"),
        Sequence("A028447", "perfect matchings of the 2 x 3 x n box", 0, "2 x 3 x n", read="perfect"),
        Sequence("A030186", "all positions of 2 x n", 0, "2 x n"),
        *(Sequence(f"A{33503 + k:06d}", f"all positions of {k} x n", 0, f"{k} x n") for k in range(3, 12)),
        Sequence("A054894", "Right ends of n-1 x 3", 1, "n x 3", "right-end", shift=-1),
        Sequence("A063443", "2 x 2 squares on the n x n square", 0, "n x n", game="squares"),
        Sequence(
            "A067958", "kings on the n x n torus", 1, "n x n", head=(1,), game="kings", wrap="rows,cols"
        ),
        Sequence("A067965", "no diagonal neighbours, n x n", 1, "n x n", game="bishop1"),
        Sequence("A089934", "independent sets of m x n, by antidiagonals", 1, "m x n", game="node-kayles"),
        Sequence("A099390", "perfect matchings of m x n, by antidiagonals", 1, "m x n", read="perfect"),
        Sequence("A141243", "knights on the n x n square", 0, "n x n", game="knights"),
        Sequence("A182097", "Padovan: maximal, 1 x n-2", 0, "1 x n", "maximal", shift=-2, head=(1, 0)),
        Sequence("A197048", "maximal independent sets, n x n", 1, "n x n", "maximal", game="node-kayles"),
        Sequence("A197054", "maximal independent sets, m x n", 1, "m x n", "maximal", game="node-kayles"),
        Sequence("A210662", "all positions of n x k, 1 <= k <= n", 1, "n x k"),
        Sequence("A220054", "L-trominoes on m x n", 0, "m x n", shift=-1, game="l-trominoes"),
        Sequence("A220061", "L-trominoes on the n x n square", 0, "n x n", game="l-trominoes"),
        Sequence("A270061", "trominoes of any shape, m x n", 0, "m x n", shift=-1, game="tromino-any"),
        Sequence("A270071", "trominoes of any shape on the n x n square", 0, "n x n", game="tromino-any"),
        Sequence("A286945", "maximal positions of 2 x n", 1, "2 x n", "maximal"),
        Sequence("A287595", "maximal positions of the n x n square", 0, "n x n", "maximal"),
        Sequence("A288026", "maximal positions of m x n, by antidiagonals", 1, "m x n", "maximal"),
        Sequence("A288028", "maximal positions of 3 x n", 1, "3 x n", "maximal"),
        Sequence("A288956", "maximal sets of kings, n x n", 1, "n x n", "maximal", game="kings"),
        Sequence("A289201", "maximal sets of knights, n x n", 1, "n x n", "maximal", game="knights"),
        Sequence("A297486", "maximal positions of the n x n torus", 3, "n x n", "maximal", wrap="rows,cols"),
        Sequence("A332347", "maximal sets of kings, m x n", 1, "m x n", "maximal", game="kings"),
        Sequence("A332714", "positions of n x n that alternating play can reach", 1, "n x n", read="play"),
        Sequence("A332862", "Right ends of m x n, by antidiagonals", 1, "m x n", "right-end"),
        Sequence("A332865", "Right ends of the n x n square", 1, "n x n", "right-end"),
        Sequence("A350336", "Left apart, Right free (half-Col), n x n", 0, "n x n", game="half-col"),
    )
}


def sequence(number: str | Sequence) -> Sequence:
    """The sequence with this A-number; case and leading zeros do not matter.

    >>> sequence("a332714").family
    'n x n'
    """
    if isinstance(number, Sequence):
        return number
    require_type(str, "an A-number as in 'A332714'", number)
    found = re.fullmatch(r"[Aa](\d{1,6})", number.strip())
    if not found:
        raise InputError(f"'{number}' is not an A-number: write for instance A332714")
    name = f"A{int(found[1]):06d}"
    if name not in REGISTRY:
        raise InputError(f"{name} is not in the registry; `enumerate sequence` lists the known sequences")
    return REGISTRY[name]
