"""Check a saved answer independently of how it was computed, and bound the probability of a missed error."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2b
from random import Random
from typing import Any, Unpack

from ..support.errors import require_integer
from ..support.names import renamed
from ..support.result import Result, Table, plain
from ..support.run import Options, running
from ..support.seeds import SeedLike, chosen_seed, generator
from .checks import Check, escape, round_need, shape_checks, small_checks, value_check
from .claim import Claim


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
        made = "" if self.seed is None else f" that was not made to pass the seed {self.seed}"
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

    Each round draws a fresh prime and a random point and compares the claimed value with the one of
    another engine. If the claim differs from the truth by E, not 0, a round misses it if the prime divides
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
            checks.append(value_check(claim, draw, settings.part(number, rounds, f"round {number + 1}")))
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
