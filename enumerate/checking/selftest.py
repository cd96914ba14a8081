"""The self-test of an installation: laws and published values, checked in a minute.

Expected values were printed or proved elsewhere, or come from brute force, never from the engine under test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice
from typing import Unpack

from ..counting.positions import count, positions
from ..model.board import Board, Domino
from ..model.polynomial import Polynomial
from ..model.position import Position
from ..rules.kinds import Kind
from ..support.errors import ComputationError, StoppedError
from ..support.run import Options, running
from .brute import brute_force

Check = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A check and whether it held; `error` describes the failure."""

    name: str
    held: bool
    error: str = ""


def agree(what: str, found: object, wanted: object) -> None:
    """Raise ComputationError unless two values are equal."""
    if found != wanted:
        raise ComputationError(f"{what} is {found}, not {wanted}")


def _printed() -> None:
    """[HM21, Examples 2, 3, 5 and 9]."""
    board = Board.rectangle(4, 3)
    walled = Board.parse("....\n.#..\n...#")
    for engine in ("dictionary", "modular", "barstate"):
        agree(f"D(4,3), {engine}", positions(board, engine=engine).total, 823)
        agree(f"D(4,3) in play, {engine}", positions(board, play=True, engine=engine).total, 426)
        maximal = positions(Board.rectangle(3, 2), kind="maximal", engine=engine)
        agree(f"F(3,2), {engine}", str(maximal), "2x^2y + 2x^2 + y^3")
        agree(
            f"the walled board, {engine}",
            str(positions(walled, engine=engine)),
            "2x^3y^2 + 8x^3y + 4x^3 + 12x^2y^2 + 22x^2y + 8x^2 + xy^4 + 10xy^3 + 26xy^2 + 21xy + 5x + 2y^4 "
            "+ 9y^3 + 12y^2 + 6y + 1",
        )


def _tables() -> None:
    """[HM21, Tables 1 and 2]; Left ends are Right ends of the transposed board."""
    play = [1, 5, 75, 4632, 1076492, 963182263, 3317770165381, 43809083383524391]
    right_ends = {  # columns 1 to 8
        3: [3, 9, 48, 172, 731, 2976, 12039, 49401],
        5: [8, 64, 1054, 11134, 140555, 1693116, 20414525, 248119648],
        8: [34, 1156, 107017, 5567467, 362036629, 22168654178, 1365206879940, 84588476099284],
    }
    agree("play on squares", [count(Board.rectangle(n, n), play=True) for n in range(1, 9)], play)
    for m, wanted in right_ends.items():
        found = [count(Board.rectangle(m, n), kind="right-end") for n in range(1, 9)]
        agree(f"Right ends of {m} x n", found, wanted)
        found = [count(Board.rectangle(n, m), kind="left-end") for n in range(1, 9)]
        agree(f"Left ends of n x {m}", found, wanted)


def _oracle() -> None:
    """Every engine against brute force, on boards with walls, wrapped axes and three dimensions."""
    flat = Board.parse("....\n.#..\n...#")
    torus = Board.rectangle(3, 4, wrap=(True, True))
    for board in (flat, torus, Board.box(2, 2, 3)):
        for stuck in ((), (0,), (1,), tuple(range(board.dimension))):
            wanted = brute_force(board, stuck=stuck)
            for engine in ("dictionary", "modular", *(["barstate"] if board is flat else [])):
                agree(f"{board!r} {stuck} {engine}", positions(board, stuck=stuck, engine=engine), wanted)


def _wrapped() -> None:
    """Lucas numbers on rings; dimers on tori [Kasteleyn 1961]; matchings of solid boxes."""
    rings = [count(Board.rectangle(1, n, wrap=(False, True))) for n in range(3, 10)]
    agree("positions of rings", rings, [4, 7, 11, 18, 29, 47, 76])
    for n, dimers in ((2, 8), (4, 272), (6, 90176)):
        torus = positions(Board.rectangle(n, n, wrap=(True, True)))
        full = sum(number for term, number in torus if 2 * sum(term) == n * n)
        agree(f"dimers of the torus {n} x {n}", full, dimers)
    for sides, total in (((2, 2, 2), 108), ((2, 3, 3), 90040), ((3, 3, 3), 49793133)):
        agree(f"positions of the box {sides}", count(Board.box(*sides)), total)


def _laws() -> None:
    """Transposing exchanges the players, disjoint boards multiply, x = y = 1 gives the number."""
    board, other = Board.parse("..#.\n....\n.#.."), Board.rectangle(2, 3)
    both = Board.parse("..#.#...\n....#...\n.#..####")
    mirrors = ((Kind.GENERAL, Kind.GENERAL), (Kind.RIGHT_END, Kind.LEFT_END), (Kind.MAXIMAL, Kind.MAXIMAL))
    for kind, mirrored in mirrors:
        whole, part = positions(both, kind=kind), positions(board, kind=kind)
        agree(f"a transposed board, {kind}", positions(board.transpose(), kind=mirrored), part.swap())
        agree(f"two boards side by side, {kind}", whole, part * positions(other, kind=kind))
        agree(f"the number at x = y = 1, {kind}", count(both, kind=kind), whole.total)


def _large() -> None:
    """Totals of A028420 and A287595 by half sweeps and by whole ones, with other primes."""
    for symmetry, skip in ((True, 0), (False, 9)):
        found = count(Board.rectangle(12, 12), engine="modular", symmetry=symmetry, skip_primes=skip)
        agree("D(12,12)", found, 5270137993816086266962874395450234534887)
    agree("F(10,10)", count(Board.rectangle(10, 10), "maximal", engine="modular"), 20513821200001569410)


def _published() -> None:
    """The first terms of every sequence of the registry, as published."""
    from ..oeis import REGISTRY, known, terms

    for number, entry in REGISTRY.items():
        published = known(entry).published
        few = 8 if entry.game == "domineering" and entry.read != "perfect" else 5
        for term in islice(terms(entry), min(few, len(published))):
            agree(f"{number}({term.index})", term.value, published[term.index])


def _recurrence() -> None:
    """[HM21]: Right ends of m x 3; the golden ratio."""
    from ..strips.growth import growth
    from ..strips.recurrence import recurrence

    found = recurrence(3, "right-end")
    agree("the recurrence of Right ends of m x 3", list(found.coefficients), [4, 4, -4, -1])
    agree("the growth of one column", growth(1).eigenvalue(6), ("1.618033", "1.618034"))


def _listing() -> None:
    """75 maximal positions of 4 x 3, all different, each with its number."""
    from ..sampling.sampling import PositionList

    listed = PositionList(Board.rectangle(4, 3), "maximal")
    found = list(listed.listing())
    agree("the number of different positions", len(set(found)), 75)
    agree("those with a move left", [p for p in found if p.moves(0) or p.moves(1)], [])
    agree("their numbers", [listed.rank(position) for position in found], list(range(75)))


def _alpha() -> None:
    """[KS20, Table 1]: numbers of moves, and games that are replayed."""
    from ..optimize.alpha import alpha
    from ..optimize.extremes import fewest

    printed = {(2, 6): "4LR", (3, 4): "3R", (4, 4): "4LR", (5, 4): "5L", (6, 6): "9LR", (8, 8): "16LR"}
    for (rows, cols), wanted in printed.items():
        board = Board.rectangle(rows, cols)
        game = alpha(board)
        agree(f"alpha of {rows} x {cols}", f"{game.moves}{game.marks}", wanted)
        axes = [move.axis for move in game.order if isinstance(move, Domino)]
        agree("the order of moves", axes, [(game.first + turn) % 2 for turn in range(game.moves)])
        last = Position.of(board, game.order)  # refuses dominoes that overlap
        agree("the last position", last, game.witness)
        stuck = (game.first + game.moves) % 2
        agree("a move of the stuck player", last.moves(stuck), [])
    dominoes = [getattr(fewest(Board.rectangle(n, n)), "dominoes", None) for n in range(2, 9)]
    agree("smallest maximal matchings of squares [OEIS, A280984]", dominoes, [2, 3, 6, 9, 12, 17, 22])


def _falling() -> None:
    """[Lef]: payoffs of dominogames and monominogames; standard Young tableaux."""
    from ..games.falling.falling_game import Falling

    one, two = [(3, 0), (3, 0), (3, 7), (3, 7), (14, 7)], [(3, 3), (7, 5), (9, 11), (17, 13), (20, 22)]
    for cols, wanted in ((1, one), (2, two)):
        found = [Falling(cols, rows).solve("generous").value for rows in range(2, 7)]
        agree(f"payoffs of {cols} columns", found, wanted)
    for engine in ("plain", "compiled"):
        agree(f"D(3,4), {engine}", Falling(3, 4).solve(engine=engine).payoffs, [(12, 18), (16, 14)])
        agree(f"D(3,5), {engine}", Falling(3, 5).solve("generous", engine=engine).payoffs, [(22, 22)])
    agree("move sequences of D(3,3)", Falling(3, 3).move_sequences(), (78, 39))
    agree("M(3,2) for 3 players", Falling(3, 2, length=1, players=3).solve().payoffs, [(3, 3, 3)])
    agree("fillings of 3 x 3", Falling(3, 3, length=1).move_sequences()[0], 42)


def _three_players() -> None:
    """[Hur10, Diagram 1-39]."""
    from ..games.box.box_solver import outcomes

    printed = {(2, 2, 2): "MLRRLM", (3, 2, 2): "NLNNLN", (3, 3, 2): "NNMNMN", (2, 3, 3): "LNNLNN"}
    printed[3, 3, 3] = printed[4, 2, 2] = "NNNNNN"
    for box, wanted in printed.items():
        found = outcomes(box).outcomes
        orders = ("LRM", "RML", "MLR", "LMR", "MRL", "RLM")
        agree(f"outcomes of {box}", "".join(found[order] for order in orders), wanted)


def _two_players() -> None:
    """Outcomes of rectangles [Breuker, Uiterwijk, van den Herik 2000]."""
    from ..games.domineering.solver import solve

    printed = {2: "NNRLNN", 3: "NRRRR", 4: "NLNL", 5: "PR", 6: "N"}
    for rows, wanted in printed.items():
        boards = [Board.rectangle(rows, rows + more) for more in range(len(wanted))]
        found = "".join(solve(board, moves=False, lengths=False).outcome for board in boards)
        agree(f"outcomes of {rows} x n from n = {rows}", found, wanted)


def _dominoes() -> None:
    """The compiled engine plays the matches that the plain referee plays."""
    from ..games.dominoes import AGENTS, BEST_FIT, LITERAL, play_match
    from ..games.dominoes.chance import stream_of
    from ..games.dominoes.engine import play_numbered
    from ..games.dominoes.match import outcome

    for reading in (BEST_FIT, LITERAL):
        for pair in combinations(AGENTS, 2):
            rows = play_numbered(pair, reading, stream_of(5, pair), 0, 20).tolist()
            refereed = [
                outcome(play_match(pair, seed=5, match=number, reading=reading)) for number in range(20)
            ]
            agree(f"20 matches of {' and '.join(pair)}", rows, refereed)


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
    from ..measures.densities import densities
    from ..measures.evaluation import evaluate
    from ..measures.moments import moments
    from ..sampling.samples import sample

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
        agree(f"the sum of the densities, {kind}", covered, 2 * mean)
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
    from ..values.census import census
    from ..values.value import value

    printed = {"....": "-2", ".\n.": "1", "..\n..": "+-1", "..\n.#": "*", "...\n...\n...": "+-1"}
    for drawing, wanted in printed.items():
        agree(f"the value of {drawing!r}", str(value(Board.parse(drawing)).value), wanted)
    board = Board.rectangle(3, 4)
    total = sum((census(board).polynomials or {}).values(), Polynomial.of({}))
    agree("the four classes of 3 x 4 together", total, brute_force(board))


CHECKS: dict[str, Check] = {
    "worked examples of the papers, by every engine": _printed,
    "tables of the papers": _tables,
    "every engine equals brute force": _oracle,
    "rings, tori and solid boxes": _wrapped,
    "transpose, product and total laws": _laws,
    "large boards, two ways": _large,
    "first terms of every OEIS sequence": _published,
    "recurrences and growth": _recurrence,
    "positions listed and numbered": _listing,
    "shortest games, replayed": _alpha,
    "dominogames and monominogames": _falling,
    "three players in a box": _three_players,
    "Domineering for two players": _two_players,
    "dominoes: engine against referee": _dominoes,
    "other games": _games,
    "tori and cylinders": _tori,
    "weights, means and densities": _weights,
    "complexes of positions": _complexes,
    "values and the census": _values,
}


def selftest(**options: Unpack[Options]) -> Iterator[Outcome]:
    """Run all checks in turn; a failing check does not stop the others."""
    with running(options) as settings:
        for number, (name, check) in enumerate(CHECKS.items()):
            settings.part(number, len(CHECKS), name).report(0, 1)
            yield _outcome(name, check)


def _outcome(name: str, check: Check) -> Outcome:
    try:
        check()
    except StoppedError:
        raise
    except ComputationError as error:
        return Outcome(name, False, str(error))
    except Exception as error:
        return Outcome(name, False, f"{type(error).__name__}: {error}")
    return Outcome(name, True)
