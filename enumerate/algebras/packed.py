"""The packed evaluator: one python-flint integer per state holds its whole polynomial.

How a polynomial is packed is said in `plain.py`, which does the same for small boards without a program.
"""

from collections.abc import Callable, Sequence
from operator import add
from typing import Any

import flint

from ..frontier.program import Mirrored, Program, evaluate
from ..frontier.steps import Step
from ..frontier.visit import INVERSES, PLAYERS, UNIT
from ..model.polynomial import Polynomial
from ..support.progress import Report, silent
from .plain import packing, unpack

Weigh = Callable[[int, list[Any]], list[Any]]
PlainRun = tuple[int, tuple[int, int], list[tuple[int, int]]]


def carry(steps: Sequence[Step], values: list[Any], weigh: Weigh, report: Report = silent) -> list[Any]:
    """Carry exact values through the steps; `weigh(weight, values)` multiplies by the weight of a player."""
    plans: dict[int, list[PlainRun]] = {}
    for done, step in enumerate(steps):
        report(done, len(steps))
        if id(step) not in plans:
            plans[id(step)] = runs_of(step)
        weights = set(step.weight.tolist())
        weighted = {w: weigh(w, values) if w != UNIT else values for w in weights}
        made: list[Any] = []
        for length, (source, weight), others in plans[id(step)]:
            if length == 1:
                total = weighted[weight][source]
                for source, weight in others:
                    total = total + weighted[weight][source]
                made.append(total)
            else:
                totals: Any = weighted[weight][source : source + length]
                for source, weight in others:
                    totals = map(add, totals, weighted[weight][source : source + length])
                made += totals
        values = made
    return values


def _join(one: list[Any], two: list[Any], partner: Any) -> list[Any]:
    pairs = zip(one, partner.tolist(), strict=True)
    return [sum(value * two[other] for value, other in pairs if other >= 0)]


def value_of(program: Program | Mirrored, weigh: Weigh, report: Report = silent) -> int:
    """The exact value of the whole board; 0 if no state can finish."""
    values = evaluate(
        program, [flint.fmpz(1)], lambda steps, start: carry(steps, start, weigh, report), _join
    )
    return int(sum(values))


def runs_of(step: Step) -> list[PlainRun]:
    """The runs as plain tuples: the length, the first (source, weight), the others."""
    start, first = step.start.tolist(), step.first.tolist()
    terms = list(zip(step.source.tolist(), step.weight.tolist(), strict=True))
    return [
        (end - begin, terms[low], terms[low + 1 : high])
        for begin, end, low, high in zip(start, start[1:], first, first[1:], strict=False)
    ]


def packed_total(program: Program | Mirrored, report: Report = silent) -> int:
    """The number of positions, with exact integers all the way.

    >>> from enumerate.model.board import Board
    >>> from enumerate.frontier.program import compile_program
    >>> packed_total(compile_program(Board.rectangle(4, 4)))
    10012
    """
    return value_of(program, lambda weight, values: values, report)


def packed_polynomial(program: Program | Mirrored, report: Report = silent) -> Polynomial:
    """The whole generating polynomial.

    >>> from enumerate.model.board import Board
    >>> from enumerate.frontier.program import compile_program
    >>> print(packed_polynomial(compile_program(Board.rectangle(3, 2), stuck=(0, 1))))
    2x^2y + 2x^2 + y^3
    """
    bits, radix, shifts = packing(program.task)

    def weigh(weight: int, values: list[Any]) -> list[Any]:
        if weight in INVERSES:  # exact: the half has counted every domino that crosses its border
            shift = shifts[PLAYERS[INVERSES.index(weight)]]
            return [v >> shift for v in values]
        return [v << shifts[weight] for v in values]

    value = value_of(program, weigh, report)
    return Polynomial.of(unpack(value, bits, radix), len(radix), {"engine": "packed", "bits": bits})
