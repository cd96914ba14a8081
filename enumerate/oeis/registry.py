"""The registry: each sequence is one line of data."""

import re
from dataclasses import dataclass

from ..rules.kinds import KindName
from ..support.errors import InputError, require_type
from ..support.result import Result
from .shapes import Shape


@dataclass(frozen=True, slots=True)
class Sequence(Result):
    """A sequence and how the library computes it.

    `family` names the boards: `3 x n` is a strip, `n x n` squares, `m x n` an array read by antidiagonals (m
    ascending), `n x k` a triangle read by rows (1 <= k <= n). `read` names the number that is taken from
    a board: the `total`, the total of the positions that alternating `play` can reach, or the number of
    `perfect` matchings. In a family of one parameter the term a(i) belongs to the size i + `shift`, in an
    array the sides begin with 1 + `shift`; the terms in `head`, which come first, belong to no board. The
    pieces are those of `game`, and the axes in `wrap` are cyclic.
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
            head=(1,),  # on the 1 x 1 torus the OEIS takes the cell for its own neighbour
            game="node-kayles",
            wrap="rows,cols",
        ),
        Sequence("A028420", "all positions of the n x n square", 0, "n x n"),
        Sequence("A028447", "perfect matchings of the 2 x 3 x n box", 0, "2 x 3 x n", read="perfect"),
        Sequence("A030186", "all positions of 2 x n", 0, "2 x n"),
        Sequence("A033506", "all positions of 3 x n", 0, "3 x n"),
        Sequence("A033507", "all positions of 4 x n", 0, "4 x n"),
        Sequence("A033508", "all positions of 5 x n", 0, "5 x n"),
        Sequence("A033509", "all positions of 6 x n", 0, "6 x n"),
        Sequence("A033510", "all positions of 7 x n", 0, "7 x n"),
        Sequence("A033511", "all positions of 8 x n", 0, "8 x n"),
        Sequence("A033512", "all positions of 9 x n", 0, "9 x n"),
        Sequence("A033513", "all positions of 10 x n", 0, "10 x n"),
        Sequence("A033514", "all positions of 11 x n", 0, "11 x n"),
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


def sequence(number: "str | Sequence") -> Sequence:
    """The sequence with this A-number; case and leading zeros do not matter.

    >>> sequence("a332714").family
    'n x n'
    >>> sequence("332714")
    Traceback (most recent call last):
        ...
    enumerate.InputError: '332714' is not an A-number: write for instance A332714
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
