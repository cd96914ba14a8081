"""Programs: a problem compiled into operators, from the state before the sweep to the state after it.

`plan/strategy.py` chooses the kind of program, and an evaluator runs it. Read `operators.py` first.

Repeated steps (the interior rows of a rectangle) are compiled once and share their operators.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np

from ..model.lattice import Cell
from ..rules.problem import NoPositionError, Problem
from ..support.errors import ComputationError
from ..support.run import Report, silent
from ..sweep.diagram import Array, StateSet, move_labels, occurring
from ..sweep.sweep import periodic_sweep, slots_of, sweep
from .fold import fold_of
from .operators import BlockOperator, Marking, OperatorCompiler, places_of
from .straight_line import StraightLinePrograms


class Loop(NamedTuple):
    """A pass through the program from state `start` to state `end`; its value counts `times` times."""

    start: int
    end: int
    times: int


@dataclass(frozen=True, eq=False)
class Cycles:
    """The states from which a trace goes around a periodic axis, in classes of equal values.

    `back` gives the number of each state after one round, -1 if the state does not occur there. `members`
    lists the states class by class, and class i begins at first[i]. All states of a class return with the
    same value.
    """

    back: Array
    members: Array
    first: Array

    @cached_property
    def sizes(self) -> Array:
        """The number of states in each class."""
        return np.diff(self.first, append=len(self.members))

    def loops(self, seed: int | None = None) -> list[Loop]:
        """A loop for one state of each class: the first state, or with a seed a random one."""
        within: Array | int = 0
        if seed is not None:
            within = np.random.default_rng(seed).integers(self.sizes)
        states = self.members[self.first + within]
        each = zip(states.tolist(), self.back[states].tolist(), self.sizes.tolist(), strict=True)
        return [Loop(*loop) for loop in each if loop[1] >= 0]

    @property
    def twins(self) -> list[tuple[Loop, Loop]]:
        """Two loops of the largest class, which must have the same value; none if it has only one state."""
        largest = int(self.sizes.argmax())
        ends = self.members[self.first[largest] + np.array([0, self.sizes[largest] - 1])].tolist()
        one, other = (Loop(state, int(self.back[state]), int(self.sizes[largest])) for state in ends)
        return [] if one == other else [(one, other)]


@dataclass(frozen=True, eq=False)
class Program:
    """A board and its stuck players as operators: two vectors of states and their inner product.

    Let v be the values after the operators `shared`. The operators `left` take v to the left vector. The
    operators `right` produce the right vector, from v in a folded program, otherwise from the single end
    state of the sweep. The value is the sum over the states i of left[i] * right[partner[i]]; a partner -1
    counts as 0, and None stands for the identity. A trace around a periodic axis adds these values over the
    loops of its `cycles`.
    """

    problem: Problem
    programs: StraightLinePrograms
    shared: tuple[BlockOperator, ...] = ()
    left: tuple[BlockOperator, ...] = ()
    right: tuple[BlockOperator, ...] = ()
    is_folded: bool = False
    partner: Array | None = None
    cycles: Cycles | None = None

    @property
    def path(self) -> tuple[BlockOperator, ...]:
        """The operators of one loop."""
        return (*self.shared, *self.right, *self.left)

    @cached_property
    def operators(self) -> tuple[BlockOperator, ...]:
        """All operators, each as many times as it is applied."""
        return self.path * len(self.loops())

    def loops(self, seed: int | None = None) -> list[Loop]:
        """The loops whose values are added: a single one, except in a trace."""
        return [Loop(0, 0, 1)] if self.cycles is None else self.cycles.loops(seed)

    @property
    def twins(self) -> list[tuple[Loop, Loop]]:
        """Pairs of loops that must have the same value."""
        return [] if self.cycles is None else self.cycles.twins

    @property
    def entry(self) -> int:
        """The number of states before the first operator."""
        return next((operator.sources for operator in (*self.shared, *self.left)), 1)

    @property
    def exit(self) -> int:
        """The number of states at the end of the sweep."""
        if self.right:
            return self.right[0].sources
        return next((operator.targets for operator in (*self.left[::-1], *self.shared[::-1])), 1)

    @property
    def states(self) -> int:
        """The greatest number of states between two operators."""
        return max((operator.targets for operator in self.path), default=1)

    @property
    def operations(self) -> int:
        """The number of sums and products over all states and operators."""
        costs = np.diff(self.programs.arrays[1])
        return sum(operator.work(costs) for operator in self.operators)


def compile_program(
    problem: Problem,
    order: Sequence[Cell],
    compiler: OperatorCompiler | None = None,
    report: Report = silent,
) -> Program:
    """Compile a whole sweep into operators over reachable states.

    >>> from enumerate.model.board import Board
    >>> board = Board.rectangle(8, 8)
    >>> [compile_program(Problem(board, frozenset(s)), sorted(board.cells)).states for s in ((), (0, 1))]
    [256, 3344]
    """
    compiler = compiler or OperatorCompiler()
    short = periodic_sweep(problem, tuple(order))
    local = short.repeated(short.swept.locals, short.more)
    operators, _ = compiler.forward(StateSet.start(slots_of(local)), local, report=report)
    return Program(problem, compiler.programs, tuple(operators))


def compile_by_placement(problem: Problem, order: Sequence[Cell], report: Report = silent) -> Program:
    """Compile a whole sweep with an operator for each visit; weights belong to the placements at the cell."""
    swept = sweep(problem, tuple(order))
    compiler = OperatorCompiler(Marking.PLACEMENT, placements=max(1, swept.most_starting))
    operators, _ = compiler.forward(StateSet.start(slots_of(swept.locals)), swept.locals, report=report)
    named = [
        replace(operator, placements=tuple(starting))
        for operator, starting in zip(operators, swept.starting, strict=True)
    ]
    return Program(problem, compiler.programs, tuple(named))


def compile_mirrored(
    problem: Problem,
    order: Sequence[Cell],
    compiler: OperatorCompiler | None = None,
    report: Report = silent,
) -> Program | None:
    """Compile half a sweep and its fold; None if the sweep has no fold, or if labels do not determine which
    states fit across it."""
    fold = fold_of(periodic_sweep(problem, tuple(order)))
    if isinstance(fold, str):
        return None
    short, turn, compiler = fold.short, fold.turn, compiler or OperatorCompiler()
    local = short.swept.locals
    first = short.repeated(local[: fold.half], short.more // 2)
    slots = max(slots_of(local), 1 + max(turn.values(), default=-1))
    half, v = compiler.forward(StateSet.start(slots), first, report=report)
    middle, w = compiler.forward(v, local[fold.half : fold.rest], report=report)
    folds = fold.locals(lambda one, two: (occurring(w, one), occurring(v, two)))
    if folds is None:
        return None
    is_turned = any(slot != other for slot, other in turn.items())
    wanted = w
    if is_turned:
        wanted = StateSet.of_codes(v.words, np.sort(move_labels(w.codes, turn, v.bits)), v.slots)
    steps, is_separated = folds  # only separated steps can be restricted to the wanted states
    fold_operators, u = compiler.forward(v, steps, wanted if is_separated else None, report)
    partner = None
    if is_turned or u != w:
        partner = places_of(move_labels(w.codes, turn, v.bits), u.codes)
        if (partner < 0).all():
            raise NoPositionError
    operators = tuple(half), tuple(middle), tuple(fold_operators)
    return Program(problem, compiler.programs, *operators, is_folded=True, partner=partner)


Value = TypeVar("Value")
Result = TypeVar("Result")


class Evaluator(Protocol[Value, Result]):
    """The arithmetic in which a program is evaluated: a `Value` holds the values of all states. An evaluator
    is constructed with the weights of the placements."""

    def basis(self, states: int, state: int) -> Value:
        """The values 1 at `state` and 0 at all other states."""

    def apply(self, operators: Sequence[BlockOperator], values: Value) -> Value:
        """The values after some operators; `values` is not changed."""

    def inner_product(self, left: Value, right: Value, partner: Array | None) -> Result:
        """The sum over the states of `left` times `right` at its partner.

        A partner -1 counts as 0, and None stands for the identity.
        """

    def total(self, terms: Sequence[tuple[int, Result]]) -> Result:
        """The sum of the results of all loops, each counted `times` times."""


def loop_value(program: Program, evaluator: Evaluator[Value, Result], start: Any = 0, end: Any = 0) -> Result:
    """The value of one loop of a program."""
    shared = evaluator.apply(program.shared, evaluator.basis(program.entry, start))
    given = shared if program.is_folded else evaluator.basis(program.exit, end)
    right = evaluator.apply(program.right, given)
    return evaluator.inner_product(evaluator.apply(program.left, shared), right, program.partner)


def evaluate(program: Program, evaluator: Evaluator[Value, Result]) -> Result:
    """The value of a program."""
    values = {loop: loop_value(program, evaluator, loop.start, loop.end) for loop in program.loops()}
    for loop, other in program.twins:
        # exact values are compared here; residues are checked because each prime starts at other states
        if isinstance(values.get(loop), int) and values[loop] != loop_value(program, evaluator, *other[:2]):
            raise ComputationError("states of one class return with different values")
    return evaluator.total([(loop.times, value) for loop, value in values.items()])
