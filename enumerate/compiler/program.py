"""Programs: board and stuck players compiled into operators, from the empty frontier to the empty frontier.

Operators and steps that repeat (the interior rows of a rectangle) are compiled once and shared.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol, TypeVar

import numpy as np

from ..model.board import Board, Cell
from ..model.game import DOMINEERING, Game
from ..rules.problem import NoPositionError, Problem
from ..support.errors import ComputationError
from ..support.progress import Report, silent
from ..sweep.diagram import Array, StateSet, move_slots, occurring
from ..sweep.orders import is_mirrored
from ..sweep.periodic import PeriodicSweep, periodic_sweep
from ..sweep.profile import best_order
from ..sweep.sweep import slots_of
from .fold import Fold, mirrored_placements
from .operators import BlockOperator, Marking, OperatorCompiler, places_of
from .straight_line import StraightLinePrograms


class Sized:
    """What a program takes, read off its operators."""

    operators: tuple[BlockOperator, ...]
    programs: StraightLinePrograms

    @property
    def states(self) -> int:
        """The greatest number of states between two operators."""
        return max((operator.targets for operator in self.operators), default=1)

    @property
    def operations(self) -> int:
        """The number of sums and products over all states and operators."""
        first = self.programs.arrays[1]
        return sum(operator.work(np.diff(first)) for operator in self.operators)

    @property
    def nbytes(self) -> int:
        """The memory of the lists, shared operators once."""
        return sum(operator.nbytes for operator in {id(p): p for p in self.operators}.values())


def marking_of(weighted: bool) -> Marking:
    """Weights by player, or none."""
    return Marking.PLAYER if weighted else Marking.NOTHING


@dataclass(frozen=True, eq=False)
class Program(Sized):
    """The operators from the empty frontier to the empty frontier: one state at both ends."""

    task: Problem
    order: tuple[Cell, ...]
    operators: tuple[BlockOperator, ...]
    programs: StraightLinePrograms


def compile_program(
    board: Board,
    stuck: Iterable[int] = (),
    order: Sequence[Cell] | None = None,
    perfect: bool = False,
    report: Report = silent,
    game: Game = DOMINEERING,
    weighted: bool = True,
    compiler: OperatorCompiler | None = None,
) -> Program:
    """Compile a board and its stuck players into operators over reachable states.

    `perfect` leaves no cell empty; without weights, all are taken for 1.

    >>> compile_program(Board.rectangle(8, 8)).states
    256
    >>> compile_program(Board.rectangle(8, 8), stuck=(0, 1)).states
    3344
    """
    players = frozenset(stuck)
    cells = tuple(order if order is not None else best_order(board, players, game))
    short = periodic_sweep(board, players, cells, perfect, game)
    local = short.repeated(short.swept.locals, short.more)
    compiler = compiler or OperatorCompiler(marking_of(weighted))
    operators, _ = compiler.forward(StateSet.start(slots_of(local)), local, report=report)
    task = Problem(board, players, perfect=perfect, game=game)
    return Program(task, cells, tuple(operators), compiler.programs)


@dataclass(frozen=True, eq=False)
class Mirrored(Sized):
    """Half a sweep of a board that is its own mirror image, and how to join the half with itself.

    With v the values after `half` and w those after `half` and `middle` (the odd slice, if any), the result
    is the sum over the states i of w[i] * u[partner[i]], where u are the values after `half` and `fold`;
    a partner -1 counts as 0, and an empty list of partners stands for the identity.
    """

    task: Problem
    half: tuple[BlockOperator, ...]
    middle: tuple[BlockOperator, ...]
    fold: tuple[BlockOperator, ...]
    partner: Array
    programs: StraightLinePrograms
    operators: tuple[BlockOperator, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "operators", (*self.half, *self.fold, *self.middle))


@dataclass(frozen=True, eq=False)
class Seamed(Program):
    """Once `around` from states at the seam; `operators` are those of a round from each class of states.

    `back` says by state where it is found after a round, -1 if nowhere. The `members` of one class after the
    other come back with the same value; a class begins where `first` says, and the next at its end.
    """

    around: tuple[BlockOperator, ...]
    back: Array
    members: Array
    first: Array

    @cached_property
    def sizes(self) -> Array:
        """The number of states in each class."""
        return np.diff(self.first, append=len(self.members))

    def chosen(self, seed: int | None = None) -> list[tuple[int, int, int]]:
        """A state of each class, where it comes back to, and how many there are; any, if there is a seed."""
        within: Array | int = 0
        if seed is not None:
            within = np.random.default_rng(seed).integers(self.sizes)
        states = self.members[self.first + within]
        return list(zip(states.tolist(), self.back[states].tolist(), self.sizes.tolist(), strict=True))


def mirror_axis(board: Board, order: Sequence[Cell]) -> int | None:
    """The axis along which `order` sweeps slice by slice, if the board is straight and symmetric there."""
    for axis in range(board.dimension):
        places = [cell[axis] for cell in order]
        if board.shape[axis] > 1 and not board.wrap[axis] and places == sorted(places):
            return axis if is_mirrored(board, axis) else None
    return None


def compile_mirrored(
    board: Board,
    stuck: Iterable[int] = (),
    order: Sequence[Cell] | None = None,
    perfect: bool = False,
    report: Report = silent,
    game: Game = DOMINEERING,
    weighted: bool = True,
    compiler: OperatorCompiler | None = None,
) -> Mirrored | None:
    """Compile half a sweep and its fold; None if the game on this board is not its own mirror image along the
    sweep, or if labels do not decide which states fit across the fold.

    >>> compile_mirrored(Board.parse("..\\n.#")) is None
    True
    """
    players = frozenset(stuck)
    cells = tuple(order if order is not None else best_order(board, players, game))
    axis = mirror_axis(board, cells)
    if axis is None:
        return None
    found = two_sided_fold(board, players, cells, axis, perfect, game)
    if found is None:
        return None
    short, fold = found
    local, compiler, turn = short.swept.locals, compiler or OperatorCompiler(marking_of(weighted)), fold.turn
    first = short.repeated(local[: fold.alike], short.more // 2)
    slots = max(slots_of(local), 1 + max(turn.values(), default=-1))
    half, v = compiler.forward(StateSet.start(slots), first, report=report)
    middle, w = compiler.forward(v, local[fold.alike : fold.rest], report=report)
    folds = fold.locals(lambda one, two: (occurring(w, one), occurring(v, two)))
    if folds is None:
        return None
    is_turned = any(slot != other for slot, other in turn.items())
    wanted = w
    if is_turned:
        wanted = StateSet.of_codes(v.words, np.sort(move_slots(w.codes, turn, v.bits)), v.slots)
    steps, apart = folds  # where groups lie between each other, what is wanted is known only in the end
    met, u = compiler.forward(v, steps, wanted if apart else None, report)
    partner = np.empty(0, dtype=np.int64)
    if is_turned or u != w:
        partner = places_of(move_slots(w.codes, turn, v.bits), u.codes)
        if (partner < 0).all():
            raise NoPositionError
    task = Problem(board, players, perfect=perfect, game=game)
    return Mirrored(task, tuple(half), tuple(middle), tuple(met), partner, compiler.programs)


def two_sided_fold(
    board: Board, stuck: frozenset[int], order: tuple[Cell, ...], axis: int, perfect: bool, game: Game
) -> tuple[PeriodicSweep, Fold] | None:
    """The sweep of a board, or of a shorter one with the same visits, and its two-sided fold: both halves
    decide the placements that cross it. None if the board has no fold, or a group of the fold is large."""
    short = periodic_sweep(board, stuck, order, perfect, game)
    swept = short.swept
    image = mirrored_placements(swept, axis)
    if image is None:
        return None
    length = swept.graph.board.shape[axis]
    until_half = sum(cell[axis] < length // 2 for cell in swept.order)
    until_middle = sum(cell[axis] < length - length // 2 for cell in swept.order)
    fold = Fold(swept, until_half, until_middle, axis, image)
    return (short, fold) if fold.is_narrow else None


Part = TypeVar("Part", contravariant=True)
Value = TypeVar("Value")
Result = TypeVar("Result", covariant=True)
Sum = TypeVar("Sum")


class LinearEvaluator(Protocol[Part, Value, Result]):
    """What a sweep is evaluated in: values of states, which are added and multiplied by weights.

    The parts of a sweep are operators or single steps. What the weights are is said when an object is made.
    """

    def start(self) -> Value:
        """The values before the first part: 1 for the single state."""

    def carry(self, parts: Sequence[Part], values: Value, /) -> Value:
        """The values after some parts; those given are not changed."""

    def result(self, values: Value) -> Result:
        """The value of the single last state."""


class ProgramEvaluator(LinearEvaluator[Part, Value, Sum], Protocol[Part, Value, Sum]):
    """Values that are also multiplied by each other, so that the halves of a sweep can be joined, and that
    can begin at any state, so that a board can be swept around a seam.
    """

    def join(self, one: Value, other: Value, partner: Array) -> Sum:
        """The sum over the states of `one` times `other` at its partner.

        A partner -1 counts as 0, and an empty list of partners stands for the identity.
        """

    def unit(self, count: int, state: int) -> Value:
        """1 for one of so many states, nothing for the others."""

    def total(self, results: Sequence[tuple[Sum, int]]) -> Sum:
        """The sum of results, each so many times."""


def _round(
    program: Seamed, algebra: ProgramEvaluator[BlockOperator, Value, Sum], state: int, back: int
) -> Sum:
    """The value with which a state comes back to itself."""
    values = algebra.carry(program.around, algebra.unit(len(program.back), state))
    partner = np.full(program.around[-1].targets, -1)
    if back >= 0:
        partner[back] = 0
    return algebra.join(values, algebra.start(), partner)


def evaluate(program: Program | Mirrored, algebra: ProgramEvaluator[BlockOperator, Value, Sum]) -> Sum:
    """The value of a program in any algebra."""
    if isinstance(program, Seamed):
        rounds = [(_round(program, algebra, state, back), size) for state, back, size in program.chosen()]
        value, size = rounds[largest := int(program.sizes.argmax())]
        if size > 1 and isinstance(value, int):  # the check of lanes is that primes begin at other states
            state = int(program.members[program.first[largest] + size - 1])
            if value != _round(program, algebra, state, int(program.back[state])):
                raise ComputationError("states of one class come back with different values")
        return algebra.total(rounds)
    if isinstance(program, Program):
        return algebra.result(algebra.carry(program.operators, algebra.start()))
    half = algebra.carry(program.half, algebra.start())
    met = algebra.carry(program.fold, half)
    return algebra.join(algebra.carry(program.middle, half), met, program.partner)
