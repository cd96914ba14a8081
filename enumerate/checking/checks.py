"""The checks of a claim: its shape, its values by another engine, small cases by brute force.

Positions of dominoes are checked by contraction of the papers' tiles, those of other games and perfect ones
by elimination.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from random import Random

import flint

from ..counting.elimination import eliminate, elimination_need
from ..model.board import Board
from ..model.game import DOMINEERING, EITHER, Game, Piece
from ..model.polynomial import Polynomial
from ..rules.kinds import Kind
from ..rules.problem import conflict_graph, is_symmetric, most_pieces, position_bound
from ..support.errors import InputError
from ..support.memory import CostEstimate, in_turn
from ..support.run import DEFAULT, Settings
from .brute import brute_force
from .claim import Claim
from .contraction import contract, contraction_need

LOW, HIGH = 2**30, 2**31  # fresh primes: the engines use primes below 2^30
PRIMES_BETWEEN = 50_697_537  # the number of these primes
MOST_POSITIONS = 20_000  # of a board for brute force
MOST_LENGTH = 64  # of its sides


@dataclass(frozen=True, slots=True)
class Check:
    """One check: its name, whether it held, and the details."""

    name: str
    held: bool
    detail: str


def is_contracted(claim: Claim) -> bool:
    """Whether the tiles of the papers describe the positions of the claim, for contraction."""
    board = claim.board  # tiles know walls; a triangle has no cell after it along every axis
    is_plain = not board.barred and board.lattice.is_uniform
    return claim.game == DOMINEERING and claim.kind != Kind.PERFECT and is_plain


def shape_checks(claim: Claim) -> Iterator[Check]:
    """Checks without another engine: sums, signs, degrees, differences, symmetry, terms with few pieces."""
    board, polynomial, game = claim.board, claim.polynomial, claim.game
    bound = position_bound(board, game)
    digits = bound.bit_length() * 30103 // 10**5 + 1
    shown = f"{float(bound):.3g}" if bound.bit_length() < 1000 else f"10^{digits}"
    yield Check("total", 0 <= claim.total <= bound, f"not negative and at most {shown}")
    if polynomial is None:
        return
    yield Check("sum", polynomial.total == claim.total, "the terms add up to the total")
    yield Check("signs", all(count > 0 for _, count in polynomial), "no count is negative")
    most, whole = most_pieces(board, game), _most(claim)
    fits = all(
        sum(term) <= whole and all(e <= m for e, m in zip(term, most, strict=True)) for term, _ in polynomial
    )
    pieces = game.called()
    yield Check("degrees", fits, f"at most {list(most)} {pieces} a player and {whole} in all")
    if claim.kind == Kind.PERFECT:
        return
    parts = claim.summands()
    allowed = parts[0][2]
    if len(parts) == 1 and allowed is not None:
        held = all(a - b in allowed for (a, b), _ in polynomial)
        yield Check("play", held, f"only differences in {list(allowed)}")
    single = parts[0][1] if len(parts) == 1 else frozenset({0, 1})  # `any-end` treats both alike
    if is_symmetric(board, single, game) and claim.turn is None:
        yield Check("symmetry", polynomial.is_symmetric, "x and y may be exchanged")
    if not single and not claim.play:
        yield Check(f"few {pieces}", _few(claim), f"terms of up to two {pieces} counted directly")


def _most(claim: Claim) -> int:
    """An upper bound on the number of pieces of a position: pieces do not overlap."""
    least = min(len(piece.cells) for piece in claim.game.on(claim.board.dimension))
    return len(claim.board) // least


def _few(claim: Claim) -> bool:
    """Whether the terms with at most two pieces are right, for general positions."""
    polynomial, graph = claim.polynomial, conflict_graph(claim.game, claim.board)
    assert polynomial is not None
    owners, variables = graph.variables, range(polynomial.dimension)
    pairs = Counter(
        (owners[a], owners[b]) if owners[a] <= owners[b] else (owners[b], owners[a])
        for a, near in enumerate(graph.neighbours)
        for b in near
        if a < b
    )  # those that exclude each other
    counts = {(0,) * len(variables): 1}
    one = [owners.count(variable) for variable in variables]
    for i in variables:
        counts[tuple(int(v == i) for v in variables)] = one[i]
        for j in range(i, len(variables)):
            every = one[i] * (one[i] - 1) // 2 if i == j else one[i] * one[j]
            counts[tuple((v == i) + (v == j) for v in variables)] = every - pairs[i, j]
    return all(polynomial[term] == count for term, count in counts.items())


def value_check(claim: Claim, draw: Random, settings: Settings) -> Check:
    """The value at a random point modulo a fresh prime, by another engine."""
    prime = fresh_prime(draw)
    ones = (1,) * claim.game.variables(claim.board.dimension)
    point = ones if claim.polynomial is None else tuple(draw.randrange(prime) for _ in ones)
    claimed = claim.total if claim.polynomial is None else value_at(claim.polynomial, prime, point)
    if claim.kind == Kind.PERFECT:
        found = _perfect(claim, prime, point, settings)
    else:
        parts = claim.summands()
        found = sum(
            sign * _part(claim, stuck, differences, prime, point, settings.part(number, len(parts)))
            for number, (sign, stuck, differences) in enumerate(parts)
        )
    where = "x = y = 1" if claim.polynomial is None else "a random point"
    return Check("value", (found - claimed) % prime == 0, f"at {where} modulo {prime}, by {_engine(claim)}")


def _engine(claim: Claim) -> str:
    return "contraction" if is_contracted(claim) else "elimination"


def round_need(claim: Claim) -> CostEstimate:
    """The time and memory that a round needs."""
    needs = []
    for _, stuck, differences in claim.summands() if claim.kind != Kind.PERFECT else [(1, frozenset(), None)]:
        one = (
            contraction_need(claim.board, stuck)
            if is_contracted(claim)
            else elimination_need(claim.game, claim.board, stuck)
        )
        points = 1 if differences is None else sum(most_pieces(claim.board, claim.game)) + 1
        needs.append(one._replace(seconds=one.seconds * points))
    return in_turn(needs)


def _at(claim: Claim, stuck: frozenset[int], prime: int, point: Sequence[int], settings: Settings) -> int:
    """The value for one set of stuck players."""
    how = settings.limit, settings.report
    if is_contracted(claim):
        return contract(claim.board, stuck, prime, point, *how)
    return eliminate(claim.game, claim.board, stuck, prime, point, *how)


def _part(
    claim: Claim,
    stuck: frozenset[int],
    differences: Sequence[int] | None,
    prime: int,
    point: Sequence[int],
    settings: Settings,
) -> int:
    """The value for one set of stuck players; with `differences`, of the terms with such a - b.

    P(x t, y / t) is a sum of t^d times the terms of difference d: interpolated from values at t = 1, 2, ...
    """
    if differences is None:
        return _at(claim, stuck, prime, point, settings)
    left, right = most_pieces(claim.board, claim.game)
    nodes = range(1, left + right + 2)
    values = []
    for number, t in enumerate(nodes):
        there = (point[0] * t % prime, point[1] * pow(t, -1, prime) % prime)
        value = _at(claim, stuck, prime, there, settings.part(number, len(nodes)))
        values.append(value * pow(t, right, prime) % prime)
    coefficients = through(list(nodes), values, prime)
    return sum(coefficients[d + right] for d in differences if -right <= d <= left)


def through(nodes: list[int], values: list[int], prime: int) -> list[int]:
    """The coefficients modulo `prime` of the polynomial of least degree with these values [Lagrange]."""
    x = flint.nmod_poly([0, 1], prime)
    whole = prod((x - node for node in nodes), start=flint.nmod_poly([1], prime))
    result = flint.nmod_poly([0], prime)
    for node, value in zip(nodes, values, strict=True):
        basis = whole // (x - node)
        result += basis * (value * pow(int(basis(node)), -1, prime) % prime)
    return [int(result[i]) for i in range(len(nodes))]


def _perfect(claim: Claim, prime: int, point: Sequence[int], settings: Settings) -> int:
    """The value of the perfect positions: a hole fits on any cell, is stuck, and has weight 0."""
    game = claim.game
    if game.variables(claim.board.dimension) > 2:
        raise InputError("perfect positions of three players cannot be verified")
    owned = [
        replace(piece, player="left" if piece.player == EITHER else piece.player) for piece in game.pieces
    ]
    name = max((piece.name for piece in owned), key=len)[:30] + "-hole"
    holed = Game(game.name, (*owned, Piece(name, "middle", ((0,),))), game.forbidden)
    weights = (*point, 0, 0)[:2]
    return eliminate(holed, claim.board, {2}, prime, (*weights, 0), settings.limit, settings.report)


def small_checks(claim: Claim, draw: Random) -> Iterator[Check]:
    """Brute force: on the whole board if it is small, else on a corner, to check the other engine there."""
    corner = _corner(claim.board, claim.game)
    if corner == claim.board:
        yield _brute(claim)
        return
    prime = fresh_prime(draw)
    point = tuple(draw.randrange(prime) for _ in range(claim.game.variables(claim.board.dimension)))
    where = len(corner) if corner.lattice.is_graph else " x ".join(map(str, corner.shape))
    small = replace(claim, board=corner)
    is_perfect = claim.kind == Kind.PERFECT
    for stuck in [None] if is_perfect else [stuck for _, stuck, _ in claim.summands()]:
        kind = Kind.PERFECT if is_perfect else Kind.GENERAL
        wanted = value_at(brute_force(corner, kind, stuck=stuck, game=claim.game), prime, point)
        if stuck is None:
            held = _perfect(small, prime, point, DEFAULT) == wanted
        else:
            held = _at(small, stuck, prime, point, DEFAULT) == wanted
        yield Check("engine", held, f"{_engine(claim)} equals brute force on the first {where} cells")


def _brute(claim: Claim) -> Check:
    """All positions of the board, one by one."""
    if claim.kind == Kind.PERFECT:
        truth = brute_force(claim.board, Kind.PERFECT, game=claim.game)
    else:
        truth = Polynomial.of({}, claim.game.variables(claim.board.dimension))
        for sign, stuck, differences in claim.summands():
            part = brute_force(claim.board, stuck=stuck, game=claim.game)
            part = part if differences is None else part.restrict(differences)
            truth = truth + part if sign > 0 else truth - part
    right = claim.total == truth.total and claim.polynomial in (None, truth)
    return Check("brute force", right, f"{truth.total} positions, found one by one")


def _corner(board: Board, game: Game = DOMINEERING) -> Board:
    """The first cells of a board: as many rows as brute force can do, then fewer columns and layers."""
    shape = list(board.shape)
    for axis, size in enumerate(board.shape):

        def part(length: int, axis: int = axis) -> Board:
            sides = [*shape[:axis], length, *shape[axis + 1 :]]
            cells = frozenset(c for c in board.cells if all(p < n for p, n in zip(c, sides, strict=True)))
            if board.lattice.is_graph:  # has no sides: its vertices stay in one row
                return replace(board, cells=cells)
            wrap = tuple(w and n == m for w, n, m in zip(board.wrap, sides, board.shape, strict=True))
            return replace(board, shape=tuple(sides), cells=cells, wrap=wrap)

        least = min(size, 2) if axis + 1 < board.dimension else 1
        lengths = range(least, min(size, MOST_LENGTH) + 1)
        fitting = bisect_right(lengths, False, key=lambda n: position_bound(part(n), game) > MOST_POSITIONS)
        shape[axis] = lengths[max(fitting - 1, 0)]
        if fitting or axis + 1 == board.dimension:
            return part(shape[axis])
    raise AssertionError("a board has an axis")


def fresh_prime(draw: Random) -> int:
    """A random prime between 2^30 and 2^31, each equally likely."""
    while True:
        candidate = draw.randrange(LOW + 1, HIGH, 2)
        if flint.fmpz(candidate).is_prime():
            return candidate


def value_at(polynomial: Polynomial, prime: int, point: Sequence[int]) -> int:
    """The value of a polynomial at a point modulo a prime."""
    return (
        sum(
            count % prime * prod(pow(v, e, prime) for v, e in zip(point, term, strict=True)) % prime
            for term, count in polynomial
        )
        % prime
    )


def escape(claim: Claim) -> Fraction:
    """An upper bound on the probability that one round misses an error."""
    largest = max(position_bound(claim.board, claim.game), claim.total)
    by_prime = Fraction(largest.bit_length() // 30 + 1, PRIMES_BETWEEN)
    by_point = Fraction(_most(claim), LOW) if claim.polynomial is not None else Fraction(0)
    return by_prime + by_point
