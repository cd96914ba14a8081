"""Check a saved answer independently of how it was made, and say how likely an error is to escape."""

import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2b
from itertools import combinations_with_replacement
from math import prod
from random import Random
from typing import Any, Unpack

import flint

from ..model.board import Board, Cell
from ..model.game import DOMINEERING
from ..model.polynomial import Polynomial
from ..rules.bounds import position_bound
from ..rules.symmetry import is_symmetric
from ..support.errors import require_at_least
from ..support.result import Result
from ..support.seeds import generator
from ..support.settings import Options, Settings, running
from ..support.table import Table
from .brute import brute_force
from .claim import Claim
from .contraction import contract, contraction_memory, require_tensors

LOW, HIGH = 2**30, 2**31  # fresh primes: the engines use primes below 2^30
PRIMES_BETWEEN = 50_697_537  # how many there are
MOST_POSITIONS = 20_000  # of a board that brute force looks at
MOST_LENGTH = 64  # of its sides


@dataclass(frozen=True, slots=True)
class Check:
    """One check: what was looked at and whether it held."""

    name: str
    held: bool
    detail: str


@dataclass(frozen=True, slots=True)
class Verification(Result):
    """The checks of an answer, and a bound on the probability that a wrong answer passes them.

    >>> found = verify(Claim(Board.rectangle(2, 2), "general", frozenset(), False, 7, None))
    >>> found.holds, float(found.escape) < 1e-9
    (True, True)
    """

    checks: tuple[Check, ...]
    escape: Fraction
    seed: int | None = None

    @property
    def holds(self) -> bool:
        """Whether every check did."""
        return all(check.held for check in self.checks)

    @property
    def failed(self) -> tuple[str, ...]:
        """The names of the checks that did not hold, each once."""
        return tuple(dict.fromkeys(check.name for check in self.checks if not check.held))

    @property
    def chance(self) -> str:
        """The bound for reading; after many rounds it is less than a float can say."""
        return f"{max(float(self.escape), 1e-300):.1e}"

    def __str__(self) -> str:
        made = "" if self.seed is None else f" that was not made to pass the seed {self.seed}"
        said = f"A wrong answer{made} passes with a probability below {self.chance}."
        return f"{self.table()}\n\n{said}" if self.holds else str(self.table())

    def table(self) -> Table:
        """A line for each check.

        >>> Verification((Check("sum", True, "1 + 1 = 2"),), Fraction(0)).table().rows
        (('sum', 'yes', '1 + 1 = 2'),)
        """
        rows = tuple((c.name, "yes" if c.held else "NO", c.detail) for c in self.checks)
        return Table(("check", "held", "what"), rows)

    def to_json(self) -> dict[str, Any]:
        """Whether it holds, the checks, the probability.

        >>> Verification((Check("sum", False, "1 + 1 = 3"),), Fraction(1, 8)).to_json()["verified"]
        False
        """
        checks = [{"name": c.name, "held": c.held, "detail": c.detail} for c in self.checks]
        return {"verified": self.holds, "checks": checks, "escape": self.chance, "seed": self.seed}


def verify(
    claim: Claim | Mapping[str, Any] | str,
    rounds: int = 2,
    seed: int | None = None,
    **options: Unpack[Options],
) -> Verification:
    """Check an answer of `positions`: a claim, or the text or the values of its JSON.

    Each round draws a fresh prime and a random point and compares the claimed value with the one of
    another engine. If the claim differs from the truth by E, not 0, a round misses it if the prime divides
    all coefficients of E (fewer than log E / log 2^30 primes do) or if the point is a root of E modulo the
    prime, which has probability at most deg E / 2^30 [Schwartz-Zippel].

    >>> claim = Claim(Board.rectangle(2, 2), "general", frozenset(), False, 8, None)
    >>> verify(claim).failed
    ('value', 'brute force')
    """
    claim = Claim.of(claim)
    draw = _generator(claim, seed)
    if claim.game != DOMINEERING:
        from .game_claims import game_checks

        with running(options) as settings:
            found, escape = game_checks(claim, rounds, draw, settings)
        return Verification(tuple(found), escape**rounds, seed)
    with running(options) as settings:
        for _, stuck, _ in claim.summands():  # refused before anything is computed
            require_tensors(contraction_memory(claim.board, stuck), settings.limit)
        checks = list(_shape(claim))
        for number in range(rounds):
            checks.append(_value(claim, draw, settings.part(number, rounds, f"round {number + 1}")))
    checks += _small(claim, draw)
    return Verification(tuple(checks), _escape(claim) ** rounds, seed)


def _generator(claim: Claim, seed: int | None) -> Random:
    """The source of primes and points: with a seed the same for the same claim, and unlike for any other.

    If the seed alone decided the primes, whoever makes up an answer could know them, and the truth plus their
    product would pass. Here they change with every number of the claim.
    """
    if seed is None:
        return generator(None)
    who = (claim.kind, sorted(claim.stuck), claim.play, claim.turn)
    asked = (claim.game.to_json(), claim.board.to_json(), *who)
    terms = sorted((term, hex(count)) for term, count in claim.polynomial or ())
    said = json.dumps((require_at_least(0, "seed", seed), asked, hex(claim.total), terms))
    digest = blake2b(said.encode(), digest_size=32).digest()
    return generator(int.from_bytes(digest, "big"))


def _shape(claim: Claim) -> Iterator[Check]:
    """What needs no computation: sums, signs, degrees, symmetry, positions with few dominoes."""
    board, polynomial = claim.board, claim.polynomial
    bound = position_bound(board)
    shown = (
        f"{float(bound):.3g}"
        if bound.bit_length() < 1000
        else f"10^{bound.bit_length() * 30103 // 10**5 + 1}"
    )
    yield Check("total", 0 <= claim.total <= bound, f"not negative and at most {shown}")
    if polynomial is None:
        return
    yield Check("sum", polynomial.total == claim.total, "the terms add up to the total")
    yield Check("signs", all(count > 0 for _, count in polynomial), "no count is negative")
    most = [board.most_dominoes(axis) for axis in range(board.dimension)]
    fits = all(
        2 * sum(term) <= len(board) and all(e <= m for e, m in zip(term, most, strict=True))
        for term, _ in polynomial
    )
    yield Check("degrees", fits, f"at most {most} dominoes a player and {len(board) // 2} in all")
    parts = claim.summands()
    if len(parts) == 1 and parts[0][2] is not None:
        allowed = parts[0][2]
        yield Check(
            "play", all(a - b in allowed for (a, b), _ in polynomial), f"only differences in {list(allowed)}"
        )
    single = parts[0][1] if len(parts) == 1 else frozenset({0, 1})  # `any-end` treats both alike
    if is_symmetric(board, single) and claim.turn is None:
        yield Check("symmetry", polynomial.is_symmetric, "x and y may be exchanged")
    if not single and not claim.play:
        yield Check("few dominoes", _few(board, polynomial), "terms of up to two dominoes counted directly")


def _few(board: Board, polynomial: Polynomial) -> bool:
    """Whether the terms with at most two dominoes are right, in a general position."""
    axes = range(board.dimension)
    counts = Counter({(0,) * board.dimension: 1})
    covering: Counter[tuple[Cell, int]] = Counter()  # how many dominoes of an axis cover a cell
    covered: Counter[tuple[frozenset[Cell], int]] = Counter()  # two on a wrapped axis of length 2
    for axis in axes:
        for domino in board.dominoes(axis):
            counts[tuple(int(a == axis) for a in axes)] += 1
            cells = frozenset(board.covered_by(domino))
            covered[cells, axis] += 1
            covering.update((cell, axis) for cell in cells)
    one = [counts[tuple(int(a == axis) for a in axes)] for axis in axes]
    for i, j in combinations_with_replacement(axes, 2):
        pairs = one[i] * (one[i] - 1) // 2 if i == j else one[i] * one[j]
        for cell in board.cells:
            there, here = covering[cell, i], covering[cell, j]
            pairs -= there * (there - 1) // 2 if i == j else there * here
        if i == j:  # those that share both cells were taken away twice
            pairs += sum(n * (n - 1) // 2 for (_, axis), n in covered.items() if axis == i)
        counts[tuple((a == i) + (a == j) for a in axes)] += pairs
    return all(polynomial[term] == count for term, count in counts.items())


def _value(claim: Claim, draw: Random, settings: Settings) -> Check:
    """The value at a random point modulo a fresh prime, by contraction."""
    prime = fresh_prime(draw)
    ones = (1,) * claim.board.dimension
    point = ones if claim.polynomial is None else tuple(draw.randrange(prime) for _ in ones)
    parts = claim.summands()
    found = sum(
        sign * _part(claim.board, stuck, differences, prime, point, settings.part(number, len(parts)))
        for number, (sign, stuck, differences) in enumerate(parts)
    )
    claimed = claim.total if claim.polynomial is None else value_at(claim.polynomial, prime, point)
    where = "x = y = 1" if claim.polynomial is None else "a random point"
    return Check("value", (found - claimed) % prime == 0, f"at {where} modulo {prime}, by contraction")


def _part(
    board: Board,
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
        return contract(board, stuck, prime, point, settings.limit, settings.report)
    left, right = board.most_dominoes(0), board.most_dominoes(1)
    nodes = range(1, left + right + 2)
    values = []
    for number, t in enumerate(nodes):
        share = settings.part(number, len(nodes))
        there = (point[0] * t % prime, point[1] * pow(t, -1, prime) % prime)
        value = contract(board, stuck, prime, there, share.limit, share.report)
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


def _small(claim: Claim, draw: Random) -> Iterator[Check]:
    """Brute force: of the whole board if it is small, else of a corner, to check the other engine there."""
    corner = _corner(claim.board)
    prime = fresh_prime(draw)
    point = tuple(draw.randrange(prime) for _ in claim.board.shape)
    for _, stuck, _ in claim.summands() if corner != claim.board else ():
        wanted = value_at(brute_force(corner, stuck=stuck), prime, point)
        held = contract(corner, stuck, prime, point) == wanted
        where = " x ".join(map(str, corner.shape))
        yield Check("engine", held, f"contraction equals brute force on the first {where} cells")
    if corner == claim.board:
        truth = Polynomial.of({}, corner.dimension)
        for sign, stuck, differences in claim.summands():
            part = brute_force(corner, stuck=stuck)
            part = part if differences is None else part.restrict(differences)
            truth = truth + part if sign > 0 else truth - part
        right = claim.total == truth.total and claim.polynomial in (None, truth)
        yield Check("brute force", right, f"every position looked at, {truth.total} in all")


def _corner(board: Board) -> Board:
    """The first cells of a board: as many rows as brute force can do, then fewer columns and layers."""
    shape = list(board.shape)
    for axis, size in enumerate(board.shape):

        def part(length: int, axis: int = axis) -> Board:
            sides = [*shape[:axis], length, *shape[axis + 1 :]]
            cells = [cell for cell in board.cells if all(c < n for c, n in zip(cell, sides, strict=True))]
            wrap = [w and n == m for w, n, m in zip(board.wrap, sides, board.shape, strict=True)]
            return Board.of(sides, cells, wrap)

        least = min(size, 2) if axis + 1 < board.dimension else 1
        lengths = range(least, min(size, MOST_LENGTH) + 1)
        fitting = bisect_right(lengths, False, key=lambda n: position_bound(part(n)) > MOST_POSITIONS)
        shape[axis] = lengths[max(fitting - 1, 0)]
        if fitting:
            return part(shape[axis])
    raise AssertionError("a single cell has two positions at most")


def fresh_prime(draw: Random) -> int:
    """A random prime between 2^30 and 2^31, each equally likely."""
    while True:
        candidate = draw.randrange(LOW + 1, HIGH, 2)
        if flint.fmpz(candidate).is_prime():
            return candidate


def value_at(polynomial: Polynomial, prime: int, point: Sequence[int]) -> int:
    """The value of a polynomial at a point modulo a prime.

    >>> value_at(Polynomial.of({(2, 1): 3}), 101, (5, 7))
    20
    """
    return (
        sum(
            count % prime * prod(pow(v, e, prime) for v, e in zip(point, term, strict=True)) % prime
            for term, count in polynomial
        )
        % prime
    )


def _escape(claim: Claim) -> Fraction:
    """The probability that one round misses an error, at most."""
    largest = max(position_bound(claim.board), claim.total)
    by_prime = Fraction(largest.bit_length() // 30 + 1, PRIMES_BETWEEN)
    by_point = Fraction(len(claim.board) // 2, LOW) if claim.polynomial is not None else Fraction(0)
    return by_prime + by_point
