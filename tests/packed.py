"""The packed evaluator: one python-flint integer per state holds its whole polynomial (see `packing.py`)."""

from collections.abc import Sequence
from itertools import repeat
from operator import add, lshift, rshift
from typing import Any

import flint

from enumerate.compiler.operators import BlockOperator
from enumerate.compiler.program import Program, evaluate
from enumerate.compiler.straight_line import ADD, MULTIPLY, StraightLinePrograms
from enumerate.evaluators.packing import packing, unpack
from enumerate.model.polynomial import Polynomial
from enumerate.support.progress import Report, cancellable, silent
from enumerate.sweep.diagram import Array


class Packed:
    """The algebra of big integers in which the variable i is 2^shifts[i]."""

    def __init__(
        self, programs: StraightLinePrograms, shifts: Sequence[int], report: Report = silent
    ) -> None:
        self._programs = [
            (program.inputs, program.inputs + program.outputs, program.operations.tolist())
            for program in programs.programs
        ]
        self._shifts = [
            sum(shift * times for shift, times in zip(shifts, exponents, strict=False))
            for exponents in programs.weights
        ]
        self._report = report

    def basis(self, states: int, state: int) -> list[Any]:
        """1 for one of so many states."""
        return [flint.fmpz(int(number == state)) for number in range(states)]

    def apply(self, operators: Sequence[BlockOperator], values: list[Any]) -> list[Any]:
        """The values after some operators."""
        for done, operator in enumerate(operators):
            self._report(done, len(operators))
            values = self._apply(operator, values)
        return values

    def _apply(self, operator: BlockOperator, values: list[Any]) -> list[Any]:
        made: list[Any] = [0] * operator.targets
        first, lengths, numbers = operator.first.tolist(), operator.length.tolist(), operator.program.tolist()
        at, offsets = operator.at.tolist(), operator.offsets.tolist()
        tops = zip(operator.old.tolist(), operator.new.tolist(), operator.template.tolist(), strict=True)
        for old, new, template in cancellable(tops):
            for piece in range(first[template], first[template + 1]):
                length, (inputs, given, operations) = lengths[piece], self._programs[numbers[piece]]
                places = offsets[at[piece] : at[piece] + given]
                rows = {
                    r: values[old + place : old + place + length] for r, place in enumerate(places[:inputs])
                }
                for kind, row, one, other in operations:
                    rows[row] = self._operation(kind, rows[one], other, rows)
                for row in range(inputs, given):
                    made[new + places[row] : new + places[row] + length] = rows[row]
        return made

    def _operation(self, kind: int, one: list[Any], other: int, rows: dict[int, list[Any]]) -> list[Any]:
        if kind == ADD:
            return list(map(add, one, rows[other]))
        shift = self._shifts[other] if kind == MULTIPLY else 0
        if not shift:
            return one
        # to the right it is exact: a half has counted every piece that crosses its border
        return list(map(lshift, one, repeat(shift)) if shift > 0 else map(rshift, one, repeat(-shift)))

    def inner_product(self, left: list[Any], right: list[Any], partner: Array | None) -> int:
        """The sum over the states of `left` times `right` at its partner."""
        places = range(len(right)) if partner is None else partner.tolist()
        pairs = cancellable(zip(left, places, strict=True))
        return int(sum(value * right[place] for value, place in pairs if place >= 0))

    def total(self, terms: Sequence[tuple[int, int]]) -> int:
        """The sum of results, each so many times."""
        return sum(times * result for times, result in terms)


def packed_total(program: Program, report: Report = silent) -> int:
    """The number of positions, with exact integers all the way.

    >>> from enumerate.compiler.program import compile_program
    >>> from enumerate.model.board import Board
    >>> packed_total(compile_program(Board.rectangle(4, 4)))
    10012
    """
    return evaluate(program, Packed(program.programs, (), report))


def packed_polynomial(program: Program, report: Report = silent) -> Polynomial:
    """The whole generating polynomial.

    >>> from enumerate.compiler.program import compile_program
    >>> from enumerate.model.board import Board
    >>> print(packed_polynomial(compile_program(Board.rectangle(3, 2), stuck=(0, 1))))
    2x^2y + 2x^2 + y^3
    """
    bits, radix, shifts = packing(program.task)
    value = evaluate(program, Packed(program.programs, list(shifts.values()), report))
    return Polynomial.of(unpack(value, bits, radix), len(radix), {"engine": "packed", "bits": bits})
