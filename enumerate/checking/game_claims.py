"""Claims about any game of placements: values by elimination, small cases by brute force."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import prod
from random import Random

from ..model.board import Board
from ..model.game import EITHER, Game, Piece
from ..model.polynomial import Polynomial
from ..rules.conflicts import conflict_graph
from ..rules.tiles import Kind
from ..support.errors import InputError
from ..support.settings import Settings
from .brute import brute_force
from .claim import Claim
from .elimination import eliminate
from .verify import LOW, PRIMES_BETWEEN, Check, fresh_prime, through, value_at

MOST_POSITIONS = 5_000  # of a board that brute force looks at


def game_checks(claim: Claim, rounds: int, draw: Random, settings: Settings) -> tuple[list[Check], Fraction]:
    """The checks of a claim, and a bound on the probability that one round misses an error."""
    checks = list(_shape(claim))
    for number in range(rounds):
        checks.append(_value(claim, draw, settings.part(number, rounds, f"round {number + 1}")))
    checks += _small(claim)
    largest = max(position_bound(claim.game, claim.board), claim.total)
    by_prime = Fraction(largest.bit_length() // 30 + 1, PRIMES_BETWEEN)
    by_point = Fraction(len(claim.board), LOW) if claim.polynomial is not None else Fraction(0)
    return checks, by_prime + by_point


def position_bound(game: Game, board: Board) -> int:
    """At least as many as the positions: of the placements put down at one cell, none or one is there.

    >>> position_bound(Game.named("col"), Board.rectangle(2, 2))
    81
    """
    ways: dict[tuple[int, ...], int] = {}
    for placement in conflict_graph(game, board).placements:
        ways[placement.at] = ways.get(placement.at, 1) + 1
    return prod(ways.values())


def _shape(claim: Claim) -> Iterator[Check]:
    """What needs no computation: sums, signs, degrees, differences, positions with few pieces."""
    polynomial, graph = claim.polynomial, conflict_graph(claim.game, claim.board)
    bound = position_bound(claim.game, claim.board)
    yield Check("total", 0 <= claim.total <= bound, f"not negative and at most 2^{bound.bit_length()}")
    if polynomial is None:
        return
    yield Check("sum", polynomial.total == claim.total, "the terms add up to the total")
    yield Check("signs", all(count > 0 for _, count in polynomial), "no count is negative")
    most = [min(len(claim.board), graph.variables.count(v)) for v in range(polynomial.dimension)]
    fits = all(
        sum(term) <= len(claim.board) and all(e <= m for e, m in zip(term, most, strict=True))
        for term, _ in polynomial
    )
    yield Check("degrees", fits, f"at most {most} pieces a player and {len(claim.board)} in all")
    if claim.kind is Kind.PERFECT:
        return
    parts = claim.summands()
    allowed = parts[0][2]
    if len(parts) == 1 and allowed is not None:
        held = all(a - b in allowed for (a, b), _ in polynomial)
        yield Check("play", held, f"only differences in {list(allowed)}")
    if len(parts) == 1 and not parts[0][1] and allowed is None:
        yield Check("few pieces", _few(claim), "terms of up to two pieces counted directly")


def _few(claim: Claim) -> bool:
    """Whether the terms with at most two pieces are right, in a general position."""
    polynomial, graph = claim.polynomial, conflict_graph(claim.game, claim.board)
    assert polynomial is not None
    counts = {(0,) * polynomial.dimension: 1}
    pairs = ((a, b) for a in range(len(graph)) for b in range(a) if b not in graph.neighbours[a])
    for chosen in [*((v,) for v in range(len(graph))), *pairs]:
        owners = [graph.variables[v] for v in chosen]
        term = tuple(owners.count(variable) for variable in range(polynomial.dimension))
        counts[term] = counts.get(term, 0) + 1
    return all(polynomial[term] == count for term, count in counts.items())


def _value(claim: Claim, draw: Random, settings: Settings) -> Check:
    """The value at a random point modulo a fresh prime, by elimination."""
    prime = fresh_prime(draw)
    ones = (1,) * claim.game.variables(claim.board.dimension)
    point = ones if claim.polynomial is None else tuple(draw.randrange(prime) for _ in ones)
    claimed = claim.total if claim.polynomial is None else value_at(claim.polynomial, prime, point)
    if claim.kind is Kind.PERFECT:
        found = _perfect(claim, prime, point, settings)
    else:
        found = sum(
            sign * _part(claim, stuck, differences, prime, point, settings)
            for sign, stuck, differences in claim.summands()
        )
    where = "1" if claim.polynomial is None else "a random point"
    return Check("value", (found - claimed) % prime == 0, f"at {where} modulo {prime}, by elimination")


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
    asked = claim.game, claim.board, stuck, prime
    if differences is None:
        return eliminate(*asked, point, settings.limit, settings.report)
    most = len(claim.board)
    nodes = range(1, 2 * most + 2)
    values = []
    for t in nodes:
        there = (point[0] * t % prime, point[1] * pow(t, -1, prime) % prime)
        values.append(eliminate(*asked, there, settings.limit, settings.report) * pow(t, most, prime) % prime)
    coefficients = through(list(nodes), values, prime)
    return sum(coefficients[d + most] for d in differences)


def _perfect(claim: Claim, prime: int, point: Sequence[int], settings: Settings) -> int:
    """The positions without an empty cell: a hole that lies on any cell is stuck, and its weight is 0."""
    game = claim.game
    if game.variables(claim.board.dimension) > 2:
        raise InputError("perfect positions of three players are not verified")
    owned = [
        replace(piece, player="left" if piece.player == EITHER else piece.player) for piece in game.pieces
    ]
    name = max((piece.name for piece in owned), key=len)[:30] + "-hole"
    holed = Game(game.name, (*owned, Piece(name, "middle", ((0,),))), game.forbidden)
    weights = (*point, 0, 0)[:2]
    return eliminate(holed, claim.board, {2}, prime, (*weights, 0), settings.limit, settings.report)


def _small(claim: Claim) -> Iterator[Check]:
    """Brute force over the whole board if it is small."""
    if position_bound(claim.game, claim.board) > MOST_POSITIONS:
        return
    if claim.kind is Kind.PERFECT:
        truth = brute_force(claim.board, Kind.PERFECT, game=claim.game)
    else:
        truth = Polynomial.of({}, claim.game.variables(claim.board.dimension))
        for sign, stuck, differences in claim.summands():
            part = brute_force(claim.board, stuck=stuck, game=claim.game)
            part = part if differences is None else part.restrict(differences)
            truth = truth + part if sign > 0 else truth - part
    right = claim.total == truth.total and claim.polynomial in (None, truth)
    yield Check("brute force", right, f"every position looked at, {truth.total} in all")
