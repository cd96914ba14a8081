"""Check a saved answer independently of how it was computed, and bound the probability of a missed error.

A claim is checked by its form, by values from another engine, and by brute force on a small board. The
other engine is the contraction of the papers' tiles for dominoes, and elimination for other games and for
perfect positions.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import blake2b
from math import prod
from random import Random
from typing import Any, Unpack

import flint

from ..counting.elimination import eliminate, elimination_need
from ..model.board import Board
from ..model.game import DOMINEERING, EITHER, Game, Piece
from ..model.polynomial import Polynomial
from ..rules.kinds import Kind
from ..rules.problem import is_symmetric, most_pieces, position_bound
from ..support.errors import InputError, require_integer
from ..support.memory import CostEstimate, in_turn
from ..support.names import renamed
from ..support.result import Result, Table, plain
from ..support.run import Options, current, running, stage, within
from ..support.seeds import SeedLike, chosen_seed, generator
from .brute import brute_force
from .claim import Claim
from .contraction import contract, contraction_need

LOWEST_PRIME, ABOVE_PRIMES = 2**30, 2**31  # fresh primes: the engines use primes below 2^30
PRIMES_BETWEEN = 50_697_537  # the number of these primes
MOST_POSITIONS = 20_000  # that brute force may visit
MOST_SIDE = 64  # of its sides


@dataclass(frozen=True, slots=True)
class Check:
    """One check: its name, whether it held, and the details."""

    name: str
    held: bool
    detail: str


@dataclass(frozen=True, slots=True)
class Verification(Result):
    """The checks of an answer, and a bound on the probability that a wrong answer passes them.

    >>> from enumerate import Board
    >>> found = verify(Claim(Board.rectangle(2, 2), "general", frozenset(), False, 7, None))
    >>> found.holds, float(found.escape) < 1e-9
    (True, True)
    """

    checks: tuple[Check, ...]
    escape: Fraction
    seed: int | None = None

    @property
    def holds(self) -> bool:
        """Whether every check held."""
        return all(check.held for check in self.checks)

    @property
    def failed(self) -> tuple[str, ...]:
        """The names of the checks that did not hold, each once."""
        return tuple(dict.fromkeys(check.name for check in self.checks if not check.held))

    @property
    def chance(self) -> str:
        """The bound as text; after many rounds it is too small for a float."""
        return f"{max(float(self.escape), 1e-300):.1e}"

    def __str__(self) -> str:
        made = "" if self.seed is None else f" that was not constructed for the seed {self.seed}"
        text = f"A wrong answer{made} passes with a probability below {self.chance}."
        return f"{self.table()}\n\n{text}" if self.holds else str(self.table())

    def table(self) -> Table:
        """A row for each check."""
        rows = tuple((c.name, "yes" if c.held else "NO", c.detail) for c in self.checks)
        return Table(("check", "held", "what"), rows)

    def to_json(self) -> dict[str, Any]:
        """Whether the answer holds, the checks, and the probability of a missed error."""
        checks = plain(self.checks)
        return {"verified": self.holds, "checks": checks, "escape": self.chance, "seed": self.seed}


@renamed(claim="answer")
def verify(
    answer: Claim | Mapping[str, Any] | str,
    *,
    rounds: int = 2,
    seed: SeedLike = None,
    **options: Unpack[Options],
) -> Verification:
    """Check an answer of `positions`: a claim, or the text or the values of its JSON.

    Each round draws a fresh prime and a random point and compares the claimed value with that of
    another engine. If the claim differs from the truth by E != 0, a round misses this if the prime divides
    all coefficients of E (fewer than log E / log 2^30 primes do) or if the point is a root of E modulo the
    prime, which has probability at most deg E / 2^30 [Schwartz-Zippel].

    >>> from enumerate import Board
    >>> claim = Claim(Board.rectangle(2, 2), "general", frozenset(), False, 8, None)
    >>> verify(claim).failed
    ('value', 'brute force')
    """
    claim = Claim.of(answer)
    rounds = require_integer("rounds", rounds, 1)
    chosen = None if seed is None else chosen_seed(seed)
    draw = _generator(claim, chosen)
    with running(options) as settings:
        need = round_need(claim)
        settings.expect(need._replace(seconds=need.seconds * rounds))  # before anything is computed
        checks = list(shape_checks(claim))
        for number in range(rounds):
            with stage(number, rounds, f"round {number + 1}"):
                checks.append(value_check(claim, draw))
        checks += small_checks(claim, draw)
    return Verification(tuple(checks), escape(claim) ** rounds, chosen)


def _generator(claim: Claim, seed: int | None) -> Random:
    """The generator of primes and points, which depends on the seed and on the whole claim.

    If the seed alone determined the primes, a forger could add their product to the true answer and pass.
    Here the primes change with every number of the claim.
    """
    if seed is None:
        return generator(None)
    who = (claim.kind, sorted(claim.stuck), claim.play, claim.turn)
    question = (claim.game.to_json(), claim.board.to_json(), *who)
    terms = sorted((term, hex(count)) for term, count in claim.polynomial or ())
    text = json.dumps((seed, question, hex(claim.total), terms))
    digest = blake2b(text.encode(), digest_size=32).digest()
    return generator(int.from_bytes(digest, "big"))


def is_contracted(claim: Claim) -> bool:
    """Whether the tiles of the papers describe the positions of the claim, for contraction."""
    board = claim.board  # tiles support walls, but a triangle lacks a next cell along some axis
    is_plain = not board.barred and board.lattice.is_uniform
    return claim.game == DOMINEERING and claim.kind != Kind.PERFECT and is_plain


def shape_checks(claim: Claim) -> Iterator[Check]:
    """Checks without another engine: sums, signs, degrees, differences, symmetry."""
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


def _most(claim: Claim) -> int:
    """An upper bound on the number of pieces of a position: pieces do not overlap."""
    least = min(len(piece.cells) for piece in claim.game.on(claim.board.dimension))
    return len(claim.board) // least


def value_check(claim: Claim, draw: Random) -> Check:
    """The value at a random point modulo a fresh prime, by another engine."""
    prime = fresh_prime(draw)
    ones = (1,) * claim.game.variables(claim.board.dimension)
    point = ones if claim.polynomial is None else tuple(draw.randrange(prime) for _ in ones)
    claimed = claim.total if claim.polynomial is None else value_at(claim.polynomial, prime, point)
    if claim.kind == Kind.PERFECT:
        found = _perfect(claim, prime, point)
    else:
        found, parts = 0, claim.summands()
        for number, (sign, stuck, differences) in enumerate(parts):
            with stage(number, len(parts)):
                found += sign * _part(claim, stuck, differences, prime, point)
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


def _at(claim: Claim, stuck: frozenset[int], prime: int, point: Sequence[int]) -> int:
    """The value for one set of stuck players."""
    if is_contracted(claim):
        return contract(claim.board, stuck, prime, point)
    return eliminate(claim.game, claim.board, stuck, prime, point)


def _part(
    claim: Claim, stuck: frozenset[int], differences: Sequence[int] | None, prime: int, point: Sequence[int]
) -> int:
    """The value for one set of stuck players; with `differences`, only of the terms with these a - b.

    P(x t, y / t) is a sum of t^d times the terms of difference d: interpolated from values at t = 1, 2, ...
    """
    if differences is None:
        return _at(claim, stuck, prime, point)
    left, right = most_pieces(claim.board, claim.game)
    nodes = range(1, left + right + 2)
    values = []
    for number, t in enumerate(nodes):
        there = (point[0] * t % prime, point[1] * pow(t, -1, prime) % prime)
        with stage(number, len(nodes)):
            value = _at(claim, stuck, prime, there)
        values.append(value * pow(t, right, prime) % prime)
    coefficients = through(list(nodes), values, prime)
    return sum(coefficients[d + right] for d in differences if -right <= d <= left)


def through(nodes: list[int], values: list[int], prime: int) -> list[int]:
    """The coefficients modulo `prime` of the polynomial of least degree with these values."""
    size = len(nodes)
    powers = flint.nmod_mat(size, size, [pow(node, k, prime) for node in nodes for k in range(size)], prime)
    return [int(entry) for entry in powers.solve(flint.nmod_mat(size, 1, values, prime)).entries()]


def _perfect(claim: Claim, prime: int, point: Sequence[int]) -> int:
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
    return eliminate(holed, claim.board, {2}, prime, (*weights, 0))


def small_checks(claim: Claim, draw: Random) -> Iterator[Check]:
    """Brute force on the whole board if it is small, else on a corner, where it checks the other engine."""
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
        with within(current().quiet()):
            found = _perfect(small, prime, point) if stuck is None else _at(small, stuck, prime, point)
        held = found == wanted
        yield Check("engine", held, f"{_engine(claim)} equals brute force on the first {where} cells")


def _brute(claim: Claim) -> Check:
    """The comparison with all positions of the board, found one by one."""
    stuck = claim.stuck if claim.kind is None else None
    kind = Kind.of(claim.kind or Kind.GENERAL)
    truth = brute_force(claim.board, kind, stuck=stuck, play=claim.play, turn=claim.turn, game=claim.game)
    right = claim.total == truth.total and claim.polynomial in (None, truth)
    return Check("brute force", right, f"{truth.total} positions, found one by one")


def _corner(board: Board, game: Game = DOMINEERING) -> Board:
    """The first cells of a board: as many rows as brute force can handle, then fewer columns and layers."""
    shape = list(board.shape)
    for axis, size in enumerate(board.shape):

        def part(length: int, axis: int = axis) -> Board:
            sides = [*shape[:axis], length, *shape[axis + 1 :]]
            cells = frozenset(c for c in board.cells if all(p < n for p, n in zip(c, sides, strict=True)))
            if board.lattice.is_graph:  # the vertices of a graph form one row
                return replace(board, cells=cells)
            wrap = tuple(w and n == m for w, n, m in zip(board.wrap, sides, board.shape, strict=True))
            return replace(board, shape=tuple(sides), cells=cells, wrap=wrap)

        least = min(size, 2) if axis + 1 < board.dimension else 1
        lengths = range(least, min(size, MOST_SIDE) + 1)
        fitting = bisect_right(lengths, False, key=lambda n: position_bound(part(n), game) > MOST_POSITIONS)
        shape[axis] = lengths[max(fitting - 1, 0)]
        if fitting or axis + 1 == board.dimension:
            return part(shape[axis])
    raise AssertionError("a board has an axis")


def fresh_prime(draw: Random) -> int:
    """A random prime between 2^30 and 2^31, each equally likely."""
    while True:
        candidate = draw.randrange(LOWEST_PRIME + 1, ABOVE_PRIMES, 2)
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
    by_point = Fraction(_most(claim), LOWEST_PRIME) if claim.polynomial is not None else Fraction(0)
    return by_prime + by_point
