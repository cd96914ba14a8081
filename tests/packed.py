"""The packed evaluator: one python-flint integer per state holds its whole polynomial (see `packing.py`)."""

from collections.abc import Collection, Sequence
from operator import add
from typing import Any

from flint import fmpz

from enumerate.compiler.program import Program, compile_program, evaluate
from enumerate.compiler.straight_line import StraightLinePrograms
from enumerate.evaluators.dictionary import packing, unpack
from enumerate.evaluators.objects import Objects
from enumerate.evaluators.semirings import Semiring
from enumerate.model.board import Board
from enumerate.model.game import DOMINEERING, Game
from enumerate.model.lattice import Cell
from enumerate.model.polynomial import Polynomial
from enumerate.rules.problem import Problem
from enumerate.sweep.diagram import Array
from enumerate.sweep.profile import best_order


class Packed(Objects):
    """Big integers in which the variable i is 2^shifts[i]."""

    def __init__(self, programs: StraightLinePrograms, shifts: Sequence[int]) -> None:
        moved = [sum(s * e for s, e in zip(shifts, by, strict=False)) for by in programs.weights]
        # to the right it is exact: a half has counted every piece that crosses its border
        packed = Semiring(
            fmpz(0), fmpz(1), add, lambda value, by: value << by if by >= 0 else value >> -by, {}
        )
        super().__init__(programs, packed, lambda operator: moved)

    def inner_product(self, left: list[Any], right: list[Any], partner: Array | None) -> int:
        """The sum over the states of `left` times `right` at its partner: `mul` is a shift."""
        places = range(len(right)) if partner is None else partner.tolist()
        return int(sum(a * right[place] for a, place in zip(left, places, strict=True) if place >= 0))


def whole_program(
    board: Board,
    stuck: Collection[int] = (),
    order: Sequence[Cell] | None = None,
    game: Game = DOMINEERING,
) -> Program:
    """The program of a whole sweep, along the order with the fewest states if no other is given."""
    problem = Problem(board, frozenset(stuck), game=game)
    return compile_program(problem, order or best_order(problem))


def packed_total(program: Program) -> int:
    """The number of positions, with exact integers all the way.

    >>> packed_total(whole_program(Board.rectangle(4, 4)))
    10012
    """
    return evaluate(program, Packed(program.programs, ()))


def packed_polynomial(program: Program) -> Polynomial:
    """The whole generating polynomial.

    >>> print(packed_polynomial(whole_program(Board.rectangle(3, 2), stuck=(0, 1))))
    2x^2y + 2x^2 + y^3
    """
    bits, radix, shifts = packing(program.problem)
    value = int(evaluate(program, Packed(program.programs, list(shifts.values()))))
    return Polynomial.of(unpack(value, bits, radix), len(radix), {"engine": "packed", "bits": bits})
