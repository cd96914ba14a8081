"""Programs: board and stuck players compiled into steps, from the empty frontier to the empty frontier.

Steps that repeat (the interior rows of a rectangle) are compiled once and shared.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from typing import TypeVar

import numpy as np

from ..model.board import Board, Cell
from ..model.game import DOMINEERING, Game
from ..support.progress import Report, silent
from .fold import Fold, mirrored_placements
from .orders import best_order
from .steps import Step, compile_step, partners, prune_step
from .sweep import Depth, Local, depth_of, sweep
from .task import NoPositionError, Task, TooManyLabelsError
from .visit import Word
from .words import CODE_BITS, Array, States, classes, move_slots

KEPT = 2  # programs of the last tasks


class Compiler:
    """Turns local steps into numbered ones, each different step once."""

    def __init__(self, locals_: Iterable[Local]) -> None:
        """Prepare for steps that touch the slots of `locals_`."""
        slots = 1 + max((slot for local in locals_ for slot in local.slots), default=-1)
        if slots > CODE_BITS:
            raise TooManyLabelsError(
                f"the frontier of this board is {slots} cells wide; at most {CODE_BITS} can be"
            )
        self.start = States.start(slots)
        self._made: dict[tuple[Local, States], tuple[Step, States]] = {}
        self._pruned: dict[tuple[int, bytes], tuple[Step, Array]] = {}

    def forward(
        self, locals_: Iterable[Local], start: States | None = None, report: Report = silent
    ) -> tuple[list[Step], list[States]]:
        """The steps over all reachable states, and the states after each."""
        steps, after = [], []
        states = self.start if start is None else start
        todo = list(locals_)
        for done, local in enumerate(todo):
            key = (local, states)
            if key not in self._made:
                look = partial(report, done, len(todo))
                look()
                self._made[key] = compile_step(local, states, look=look)
            step, states = self._made[key]
            steps.append(step)
            after.append(states)
        return steps, after

    def prune(self, steps: Sequence[Step], keep: Array) -> list[Step]:
        """The same steps over the states from which a target in `keep` can still be reached."""
        pruned = []
        for step in reversed(steps):
            key = (id(step), np.packbits(keep).tobytes())
            if key not in self._pruned:
                self._pruned[key] = prune_step(step, keep)
            smaller, keep = self._pruned[key]
            pruned.append(smaller)
        return pruned[::-1]


class Sized:
    """What a program takes, read off its steps."""

    steps: tuple[Step, ...]

    @property
    def states(self) -> int:
        """The greatest number of states at any moment."""
        return max((step.targets for step in self.steps), default=1)

    @property
    def transitions(self) -> int:
        """The number of transitions over all steps."""
        return sum(step.transitions for step in self.steps)

    @property
    def nbytes(self) -> int:
        """The memory of the lists, shared steps once."""
        return sum(step.nbytes for step in {id(s): s for s in self.steps}.values())


@dataclass(frozen=True, eq=False)
class Program(Sized):
    """The steps from the empty frontier to the empty frontier: one state at both ends."""

    task: Task
    order: tuple[Cell, ...]
    steps: tuple[Step, ...]


def compile_program(
    board: Board,
    stuck: Iterable[int] = (),
    order: Sequence[Cell] | None = None,
    prune: bool = True,
    perfect: bool = False,
    report: Report = silent,
    game: Game = DOMINEERING,
) -> Program:
    """Compile a board and its stuck players into steps over reachable and useful states.

    `perfect` leaves no cell empty.

    >>> compile_program(Board.rectangle(4, 4)).states
    16
    >>> compile_program(Board.rectangle(4, 4), stuck=(0, 1)).states
    50
    """
    players = frozenset(stuck)
    cells = tuple(order if order is not None else best_order(board, players, game))
    local = sweep(board, players, cells, perfect, game).locals
    compiler = Compiler(local)
    steps, after = compiler.forward(local, report=report)
    if prune and steps:
        keep = after[-1].codes == 0
        if not keep.any():
            raise NoPositionError
        steps = compiler.prune(steps, keep)
    return Program(Task(board, players, perfect=perfect, game=game), cells, tuple(steps))


@dataclass(frozen=True, eq=False)
class Mirrored(Sized):
    """Half a sweep of a board that is its own mirror image, and how to join the half with itself.

    With v the values after `half` and w those after `half` and `middle` (the odd slice, if any), the result
    is the sum over the states i of w[i] * u[partner[i]], where u are the values after `half` and `fold`;
    a partner -1 counts as 0.
    """

    task: Task
    half: tuple[Step, ...]
    middle: tuple[Step, ...]
    fold: tuple[Step, ...]
    partner: Array
    steps: tuple[Step, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "steps", (*self.half, *self.fold, *self.middle))


def mirror_axis(board: Board, order: Sequence[Cell]) -> int | None:
    """The axis along which `order` sweeps slice by slice, if the board is straight and symmetric there."""
    if not board.lattice.is_square:
        return None
    for axis in range(board.dimension):
        places = [cell[axis] for cell in order]
        if board.shape[axis] > 1 and not board.wrap[axis] and places == sorted(places):
            return axis if board.mirror(axis) == board else None
    return None


def fold_depth(game: Game, stuck: frozenset[int]) -> Depth | None:
    """How far the visits of half a sweep may look: labels must tell what was played. None if they cannot."""
    return None if stuck and depth_of(game).forced else Depth(forced=False, dead=False)


def compile_mirrored(
    board: Board,
    stuck: Iterable[int] = (),
    order: Sequence[Cell] | None = None,
    perfect: bool = False,
    report: Report = silent,
    game: Game = DOMINEERING,
) -> Mirrored | None:
    """Compile half a sweep and its join; None if the game on this board is not its own mirror image along the
    sweep, or its labels do not tell what fits across the fold.

    >>> compile_mirrored(Board.parse("..\\n.#")) is None
    True
    """
    players = frozenset(stuck)
    cells = tuple(order if order is not None else best_order(board, players, game))
    axis = mirror_axis(board, cells)
    depth = fold_depth(game, players)
    if axis is None or depth is None:
        return None
    swept = sweep(board, players, cells, perfect, game, depth)
    image = mirrored_placements(swept, axis)
    if image is None:
        return None
    length = board.shape[axis]
    until_half = sum(cell[axis] < length // 2 for cell in cells)
    until_middle = sum(cell[axis] < length - length // 2 for cell in cells)
    fold = Fold(swept, until_half, until_middle, axis, image)
    if not fold.is_narrow:
        return None
    local = swept.locals
    compiler = Compiler(local)
    half, after_half = compiler.forward(local[:until_half], report=report)
    v = after_half[-1] if after_half else compiler.start
    middle, after_middle = compiler.forward(local[until_half:until_middle], v, report=report)
    w = after_middle[-1] if after_middle else v
    folds = fold.locals(lambda one, two: (occurring(w, one), occurring(v, two)))
    if folds is None:
        return None
    # a labelled cell of one half meets the one of the other at the same place, in slots of their own
    codes = move_slots(w.codes, {fold.one.slot[key]: slot for key, slot in fold.two.slot.items()}, v.bits)
    wanted = States.of_codes(v.words, np.sort(codes), v.slots)
    steps, u = [], v
    for local_fold in folds:
        step, u = compile_step(local_fold, u, wanted)
        steps.append(step)
    partner = partners(codes, u.codes, np.arange(len(u)))
    if (partner < 0).all():
        raise NoPositionError
    task = Task(board, players, perfect=perfect, game=game)
    return Mirrored(task, tuple(half), tuple(middle), tuple(steps), partner)


def occurring(states: States, slots: Word) -> set[Word]:
    """The words that occur in some slots."""
    mask = np.uint64((1 << states.bits) - 1)
    labels = [(states.codes >> np.uint64(states.bits * slot) & mask).astype(np.int64) for slot in slots]
    if not labels:
        return {()}
    _, example = classes(labels)
    return set(zip(*(column[example].tolist() for column in labels), strict=True))


Value = TypeVar("Value")


def evaluate(
    program: Program | Mirrored,
    start: Value,
    carry: Callable[[Sequence[Step], Value], Value],
    join: Callable[[Value, Value, Array], Value],
) -> Value:
    """The value of a program in any algebra: `carry` takes values through steps, `join` joins two halves."""
    if isinstance(program, Program):
        return carry(program.steps, start)
    half = carry(program.half, start)
    met = carry(program.fold, half)
    return join(carry(program.middle, half), met, program.partner)


def compile_best(task: Task, report: Report = silent) -> Program | Mirrored:
    """Half a sweep where the board is its own mirror image (and the task allows it), else a whole one."""
    board, stuck, game = task.board, task.stuck, task.game
    order = best_order(board, stuck, game)
    if task.symmetry:
        mirrored = compile_mirrored(board, stuck, order, task.perfect, report, game)
        if mirrored is not None:
            return mirrored
    return compile_program(board, stuck, order, perfect=task.perfect, report=report, game=game)


_latest: dict[Task, Program | Mirrored] = {}
_compiling = Lock()  # the threads of a process share its programs


def compile_task(task: Task, report: Report = silent) -> Program | Mirrored:
    """The program of a task; the last ones are kept.

    >>> task = Task(Board.rectangle(4, 4), frozenset())
    >>> compile_task(task) is compile_task(task)
    True
    """
    with _compiling:
        program = _latest.pop(task, None) or compile_best(task, report)
        while len(_latest) >= KEPT:
            del _latest[next(iter(_latest))]
        _latest[task] = program  # the latest stands last
    return program
