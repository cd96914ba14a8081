"""Bar-state matrices: the papers' tiles, and their recursion over the tiles of a row
[HM21, Figures 2, 9 and 12; Theorems 1, 8 and 11].

A tile gives, for each axis, the label on the side before the cell and on the side after it: 0 plain,
2 a domino crosses, 1 "the cell before is empty" (only on the axis of a stuck player). Shared sides carry the
same label; at a border or wall a before-side carries 0 and an after-side anything but 2. Two empty neighbours
along the axis of a stuck player would need the labels 0 and 1 on their shared side, so they cannot occur.

A player is the axis of their dominoes: 0 Left (vertical), 1 Right (horizontal). `stuck` is the set of players
without a move: () for general positions, {0, 1} for maximal ones, {1} for Right ends.

The matrix of a bar has an entry for each string of bottom labels (row) and top labels (column): the
generating polynomial of the bars between them. It is kept as one sparse integer matrix per monomial.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from scipy import sparse

PLAIN, AFTER_EMPTY, CROSSED = 0, 1, 2
OPEN_LABELS = (PLAIN, AFTER_EMPTY)  # the labels of an after-side at a border


class SweepTile(NamedTuple):
    """Labels before and after the cell on each axis; `closes` is the axis of the domino that ends here."""

    before: tuple[int, ...]
    after: tuple[int, ...]
    closes: int | None = None


def tiles(stuck: Collection[int], dimension: int = 2) -> tuple[SweepTile, ...]:
    """All tiles for a set of stuck players: the empty cell, then first and second halves along each axis.

    In two dimensions this gives the papers' own sets [HM21, Figures 2, 9 and 12]:

    >>> [len(tiles(stuck)) for stuck in ((), (0, 1), (1,))]  # general, maximal, Right-end
    [5, 13, 8]
    """
    axes = range(dimension)
    plain = (PLAIN,) * dimension
    found = [SweepTile(plain, tuple(AFTER_EMPTY if axis in stuck else PLAIN for axis in axes))]
    for axis in axes:
        crossed = tuple(CROSSED if a == axis else PLAIN for a in axes)
        # a covered cell may follow an empty one on every stuck axis
        covered = [OPEN_LABELS if a in stuck else (PLAIN,) for a in axes]
        found += [SweepTile(before, crossed) for before in product(*covered)]
        covered[axis] = (CROSSED,)
        found += [SweepTile(before, plain, closes=axis) for before in product(*covered)]
    return tuple(found)


def labels(axis: int, stuck: Collection[int]) -> tuple[int, ...]:
    """The labels that occur on the sides of an axis, in the papers' order.

    >>> labels(1, stuck={1}), labels(0, stuck={1})
    ((0, 1, 2), (0, 2))
    """
    return (PLAIN, AFTER_EMPTY, CROSSED) if axis in stuck else (PLAIN, CROSSED)


Monomial = tuple[int, ...]  # the exponents of x and y
VERTICAL, HORIZONTAL = 0, 1


@dataclass(frozen=True, slots=True)
class PolynomialMatrix:
    """A matrix of polynomials, as a map from monomial to sparse integer matrix.

    >>> from enumerate import Polynomial
    >>> row_matrix(frozenset(), 1).to_text(lambda entry: str(Polynomial.of(entry)))
    [['1', 'x'], ['1', '0']]
    """

    shape: tuple[int, int]
    parts: dict[Monomial, Any]

    @classmethod
    def zero(cls, rows: int, cols: int) -> "PolynomialMatrix":
        """The zero matrix."""
        return cls((rows, cols), {})

    @classmethod
    def identity(cls) -> "PolynomialMatrix":
        """The 1 x 1 identity."""
        return cls((1, 1), {(0, 0): sparse.csr_array([[1]])})

    def __add__(self, other: "PolynomialMatrix") -> "PolynomialMatrix":
        parts = dict(self.parts)
        for monomial, matrix in other.parts.items():
            parts[monomial] = parts[monomial] + matrix if monomial in parts else matrix
        return PolynomialMatrix(self.shape, parts)

    def kron(self, other: "PolynomialMatrix") -> "PolynomialMatrix":
        """The Kronecker product: the matrix of two rows with a wall between them [HM21, Section 3]."""
        shape = (self.shape[0] * other.shape[0], self.shape[1] * other.shape[1])
        result = PolynomialMatrix.zero(*shape)
        for (a, b), mine in self.parts.items():
            for (c, d), theirs in other.parts.items():
                product = sparse.csr_array(sparse.kron(mine, theirs, format="csr"))
                result = result + PolynomialMatrix(shape, {(a + c, b + d): product})
        return result

    def sandwich(self, left: Any, right: Any) -> "PolynomialMatrix":
        """left @ self @ right, for integer matrices that select or add rows and columns."""
        parts = {m: sparse.csr_array(left @ matrix @ right) for m, matrix in self.parts.items()}
        return PolynomialMatrix((left.shape[0], right.shape[1]), {m: p for m, p in parts.items() if p.nnz})

    def to_text(self, write: Callable[[dict[Monomial, int]], str]) -> list[list[str]]:
        """The entries as text, for comparison with the papers."""
        entries: list[list[dict[Monomial, int]]] = [
            [{} for _ in range(self.shape[1])] for _ in range(self.shape[0])
        ]
        for monomial, matrix in self.parts.items():
            for i, j, value in zip(*sparse.find(matrix), strict=True):
                entries[i][j][monomial] = int(value)
        return [[write(entry) for entry in row] for row in entries]


@cache
def bar_state(stuck: frozenset[int], length: int, left: int, right: int) -> PolynomialMatrix:
    """The matrix of bars of `length` cells with the given labels on their left and right ends.

    M[k, q+1] has the blocks (bottom, top) = the sum over tiles with left label k of weight * M[right, q].
    """
    if length == 0:
        return PolynomialMatrix.identity() if left == right else PolynomialMatrix.zero(1, 1)
    alphabet = labels(VERTICAL, stuck)
    size = len(alphabet)
    shorter = size ** (length - 1)
    result = PolynomialMatrix.zero(size * shorter, size * shorter)
    for tile in tiles(stuck):
        if tile.before[HORIZONTAL] != left:
            continue
        place = (alphabet.index(tile.after[VERTICAL]), alphabet.index(tile.before[VERTICAL]))
        block = sparse.csr_array(([1], ([place[0]], [place[1]])), shape=(size, size))
        weight = tuple(int(tile.closes == axis) for axis in (VERTICAL, HORIZONTAL))
        rest = bar_state(stuck, length - 1, tile.after[HORIZONTAL], right)
        result = result + PolynomialMatrix((size, size), {weight: block}).kron(rest)
    return result


def row_matrix(stuck: frozenset[int], length: int) -> PolynomialMatrix:
    """The matrix of the bars that fit between walls: left label 0, right label anything but 2.

    >>> from enumerate import Polynomial
    >>> for row in row_matrix(frozenset(), 2).to_text(lambda entry: str(Polynomial.of(entry))):
    ...     print(row)
    ['y + 1', 'x', 'x', 'x^2']
    ['1', '0', 'x', '0']
    ['1', 'x', '0', '0']
    ['1', '0', '0', '0']
    """
    ends: Iterable[int] = OPEN_LABELS if HORIZONTAL in stuck else (PLAIN,)
    result: PolynomialMatrix | None = None
    for right in ends:
        bar = bar_state(stuck, length, PLAIN, right)
        result = bar if result is None else result + bar
    assert result is not None
    return result


def bar_count(stuck: Collection[int], length: int) -> int:
    """The number of bar mosaics of `length` cells that fit between walls: the size of the row matrix.

    >>> bar_count((), 1), bar_count((0, 1), 2)
    (3, 19)
    """
    ways = {label: int(label in OPEN_LABELS) for label in labels(HORIZONTAL, stuck)}
    for _ in range(length):
        counts = dict.fromkeys(ways, 0)
        for tile in tiles(stuck):
            counts[tile.before[HORIZONTAL]] += ways[tile.after[HORIZONTAL]]
        ways = counts
    return ways[PLAIN]
