"""What the self-test asks of the rooms beyond counting dominoes: games, weights, complexes, values.

What is wanted was proved elsewhere, or is brute force over the rules, never the engine under test.
"""

from collections.abc import Callable
from fractions import Fraction

from ..counting.positions import count, positions
from ..model.board import Board
from ..model.polynomial import Polynomial
from ..rules.tiles import Kind
from ..support.errors import ComputationError
from .brute import brute_force

Check = Callable[[], None]


def agree(what: str, found: object, wanted: object) -> None:
    """Fail unless two values are the same.

    >>> agree("2 + 2", 5, 4)
    Traceback (most recent call last):
        ...
    enumerate.ComputationError: 2 + 2 is 5, not 4
    """
    if found != wanted:
        raise ComputationError(f"{what} is {found}, not {wanted}")


def _games() -> None:
    """Brute force on a board with walls, a torus and a lattice; a recurrence of 2 x n; kings on squares."""
    from ..strips.recurrence import recurrence

    boards = (Board.parse("....\n.#..\n...#"), Board.rectangle(3, 3, wrap="rows,cols"))
    for game in ("cram", "triomineering", "l-trominoes", "col", "snort", "node-kayles", "knights"):
        for board in boards:
            for kind in ("general", "maximal"):
                wanted = brute_force(board, kind, game=game)
                agree(f"{game}, {kind}, {board!r}", positions(board, kind, game=game), wanted)
    hexagons = Board.rectangle(3, 3, lattice="hexagonal")
    wanted = brute_force(hexagons, "maximal", game="node-kayles")
    agree("node-kayles on hexagons", positions(hexagons, "maximal", game="node-kayles"), wanted)
    found = recurrence(2, game="node-kayles").coefficients
    agree("the recurrence of independent sets of 2 x n", list(found), [2, 1])
    squares = [count(Board.rectangle(n, n), game="kings") for n in range(1, 6)]
    agree("kings on squares [OEIS, A063443]", squares, [2, 5, 35, 314, 6427])


def _tori() -> None:
    """Boards wrapped along the sweep against brute force, and larger ones against their turned twins."""
    for wrap in ("rows", "cols", "rows,cols"):
        board = Board.rectangle(3, 4, wrap=wrap)
        for kind in ("general", "maximal", "left-end"):
            agree(f"{kind} positions, {wrap} wrapped", positions(board, kind), brute_force(board, kind))
    torus = Board.rectangle(5, 6, wrap="rows,cols")
    for kind in (Kind.GENERAL, Kind.MAXIMAL):
        agree(f"the torus 5 x 6, {kind}", count(torus.transpose(), kind), count(torus, kind))
    full = count(Board.rectangle(8, 8, wrap="rows,cols"), "perfect")
    agree("dimers of the torus 8 x 8 [Kasteleyn 1961]", full, 311853312)


def _weights() -> None:
    """Values, means and densities from the seven positions of 2 x 2, and from polynomials; samples."""
    from ..listing.samples import sample
    from ..measures.densities import densities
    from ..measures.evaluation import evaluate
    from ..measures.moments import moments

    square, board = Board.rectangle(2, 2), Board.parse("....\n.#..\n...#")
    agree("D(2,2) at x = 3, y = 1/2", evaluate(square, x=3, y="1/2").value, 1 + 6 + 1 + 9 + Fraction(1, 4))
    agree("the mean number of dominoes on 2 x 2", moments(square).mean, Fraction(8, 7))
    wanted = {cell: (Fraction(2, 7), Fraction(2, 7)) for cell in square.cells}
    agree("the densities of 2 x 2", densities(square).cells, wanted)
    for kind in ("general", "maximal"):
        polynomial = brute_force(board, kind)
        value = sum(number * 2**left * Fraction(-1, 3) ** right for (left, right), number in polynomial)
        agree(f"the walled board at (2, -1/3), {kind}", evaluate(board, kind, x=2, y="-1/3").value, value)
        mean = Fraction(sum(sum(term) * number for term, number in polynomial), polynomial.total)
        agree(f"the mean of the walled board, {kind}", moments(board, kind).mean, mean)
        covered = sum(sum(chances) for chances in densities(board, kind).cells.values())
        agree(f"what the densities sum to, {kind}", covered, 2 * mean)
    drawn = sample(Board.rectangle(6, 6), "maximal", size=20, seed=1, x=3)
    agree("samples with a move left", [p for p in drawn if p.moves(0) or p.moves(1)], [])


def _complexes() -> None:
    """Matching complexes of cycles [Kozlov 1999]: a sphere, or two if 3 divides the length."""
    from ..complexes.legal import legal_complex

    for length in range(4, 13):
        cycle = legal_complex(Board.rectangle(1, length, wrap="cols"))
        third, rest = divmod(length, 3)
        spheres, dimension = (2, third - 1) if rest == 0 else (1, third - 1 + (rest == 2))
        betti = cycle.betti()
        agree(f"the Euler characteristic, {length} edges", cycle.euler, spheres * (-1) ** dimension)
        for field, numbers in (("Q", betti.rational), ("GF(2)", betti.binary)):
            found = {degree: number for degree, number in enumerate(numbers, -1) if number}
            agree(f"Betti numbers over {field}, {length} edges", found, {dimension: spheres})


def _values() -> None:
    """Values in [Winning Ways]; a census whose four polynomials sum to D."""
    from ..values.appraise import value
    from ..values.census import census

    printed = {"....": "-2", ".\n.": "1", "..\n..": "+-1", "..\n.#": "*", "...\n...\n...": "+-1"}
    for drawing, wanted in printed.items():
        agree(f"the value of {drawing!r}", str(value(Board.parse(drawing)).value), wanted)
    board = Board.rectangle(3, 4)
    total = sum((census(board).polynomials or {}).values(), Polynomial.of({}))
    agree("the four classes of 3 x 4 together", total, brute_force(board))


ROOMS: dict[str, Check] = {
    "other games": _games,
    "tori and cylinders": _tori,
    "weights, means and densities": _weights,
    "complexes of positions": _complexes,
    "values and the census": _values,
}
