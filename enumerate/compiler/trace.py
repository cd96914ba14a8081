"""Boards that are periodic along the sweep: a trace, once around from each state at a border between slices.

`plan/strategy.py` chooses the trace. Read `program.py` first.

The board is unrolled into a strip. The state at a border is a function of the choices before it, so each
position belongs to exactly one state, and the answer is the sum over all states of the value with which the
state returns to itself. Shifts and mirror images of a slice permute the states; one state of each class is
enough. `trace_axis` and `has_classes` decide for which problems this holds; docs/engine.md has the proofs.

When classes are formed, we check that each move permutes the states. When they are swept, each prime starts
at other members, drawn at random, so wrong classes make the residues contradict each other.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import product
from math import prod

import numpy as np

from ..model.board import Board
from ..model.game import Game
from ..model.lattice import Cell
from ..rules.problem import Conflicts, NoPositionError, Problem, placement_images, reach
from ..support.errors import ComputationError
from ..support.run import Report, cancellable, silent
from ..sweep.diagram import Array, StateSet, move_labels
from ..sweep.profile import profile
from ..sweep.sweep import Sweep, slots_of, sweep
from .operators import Marking, OperatorCompiler, places_of
from .program import Cycles, Program

Move = Callable[[Cell], Cell]


def trace_axis(problem: Problem) -> int | None:
    """The axis along which a board is wrapped and may be cut, the longest; None if there is none."""
    board, game = problem.board, problem.game
    if not (problem.symmetry and board.is_box and board.lattice.is_square) or board.barred:
        return None
    fitting = [
        axis
        for axis in range(board.dimension)
        if board.wrap[axis] and board.shape[axis] > 2 * reach(game, axis)  # no placement meets its own copy
    ]
    if problem.perfect and not are_dominoes(game):
        return None
    # whether placements that exclude each other start within `reach` slices
    is_local = not game.forbidden or all(len(piece.cells) == 1 for piece in game.pieces)
    near = is_local and all(board.wrap)  # on cylinders, carrying both ends is less work
    fitting = [axis for axis in fitting if has_classes(problem, axis) or (near and reach(game, axis) < 2)]
    return max(fitting, key=lambda axis: board.shape[axis], default=None)


def are_dominoes(game: Game) -> bool:
    """Whether all pieces are dominoes, and only overlaps are forbidden."""
    return not game.forbidden and all(piece.is_domino for piece in game.pieces)


def has_classes(problem: Problem, axis: int | None = None) -> bool:
    """Whether labels at a border do not depend on the order of visits, so that moves permute the states.

    >>> from enumerate.model.board import Board
    >>> torus = Board.rectangle(4, 4, wrap=(True, True))
    >>> [has_classes(Problem(torus, frozenset({0}), game=Game.named(name))) for name in ("cram", "snort")]
    [True, False]
    """
    axis = trace_axis(problem) if axis is None else axis
    if axis is None:
        return False
    return not problem.stuck or are_dominoes(problem.game)


def round_counts(problem: Problem) -> tuple[list[int], int] | None:
    """Bounds on the states after each visit of one round, and the approximate number of cycles; None if no
    periodic axis may be cut.
    """
    axis = trace_axis(problem)
    if axis is None:
        return None
    board = problem.board
    width = len(board) // board.shape[axis]
    classes = has_classes(problem, axis)
    short = _strip(board, axis, 3 if classes else 4)  # with debts, dominators start one slice further on
    bounds = profile(replace(problem, board=short, perfect=False), _order(short, axis)).counts
    if len(bounds) < 2 * width:
        return None
    slice_ = bounds[width : 2 * width]
    class_size = (
        1
        if not classes
        else prod(
            (board.shape[a] if board.wrap[a] else 1) * (2 if board.shape[a] > 2 else 1)
            for a in range(board.dimension)
            if a != axis
        )
    )
    return slice_ * board.shape[axis], 1 + slice_[-1] // class_size


def compile_trace(
    problem: Problem, compiler: OperatorCompiler | None = None, report: Report = silent
) -> Program:
    """The program of a board that is wrapped along an axis that may be cut.

    >>> from enumerate.model.board import Board
    >>> program = compile_trace(Problem(Board.rectangle(4, 4, wrap=(True, True)), frozenset()))
    >>> [loop.times for loop in program.loops()]
    [1, 4, 4, 2, 4, 1]
    """
    board, axis = problem.board, trace_axis(problem)
    assert axis is not None
    if problem.perfect and len(board) % 2:
        raise NoPositionError
    length, width = board.shape[axis], len(board) // board.shape[axis]
    margin = 3 * reach(problem.game, axis)
    tall = _strip(board, axis, length + 2 * margin)
    swept = sweep(replace(problem, board=tall), tuple(_order(tall, axis)))
    before, next_, behind = (border_slots(swept, (margin + rows) * width, axis) for rows in (0, 1, length))
    rows = swept.locals[margin * width : (margin + length) * width]
    compiler = compiler or OperatorCompiler()
    states = StateSet.start(slots_of(swept.locals))
    if problem.perfect or (problem.stuck and not are_dominoes(problem.game)):
        states = general_states(swept, states, (margin * width, (margin + 1) * width), axis)
    states, _ = border_states(
        swept,
        states,
        {next_[key]: slot for key, slot in before.items()},
        lambda states: compiler.forward(states, rows[:width], report=report)[1],
    )
    cycle, after = compiler.forward(states, rows, report=report)
    codes = states.codes
    back = renamed(swept, after.codes, {behind[key]: slot for key, slot in before.items()}, states.bits)
    ascending = np.argsort(back)
    place = places_of(codes, back[ascending])
    place[place >= 0] = ascending[place[place >= 0]]
    moves = _moves(swept.graph, axis) if has_classes(problem, axis) else ()
    members, first = _classes(swept, codes, before, moves, states.bits)
    returns = np.add.reduceat(place[members] >= 0, first) > 0
    if not returns.any():
        raise NoPositionError
    sizes = np.diff(first, append=len(members))
    members = members[np.repeat(returns, sizes)]
    first = np.cumsum(sizes[returns]) - sizes[returns]
    return Program(problem, compiler.programs, left=tuple(cycle), cycles=Cycles(place, members, first))


def renamed(swept: Sweep, codes: Array, to: dict[int, int], bits: int) -> Array:
    """The codes with the label of each slot moved to another slot, where equal labels may differ in index."""
    labels = swept.labels
    tables = {
        slot: [labels[other].index[value] for value in labels[slot].values.copy()]
        for slot, other in to.items()
    }
    return move_labels(codes, to, bits, tables)


def border_slots(swept: Sweep, visited: int, axis: int = 0) -> dict[Cell, int]:
    """The slots of the labelled cells at a border across an axis; slices are counted from the border."""
    first = swept.order[visited][axis]
    held = swept.slots_after(visited)
    return {(*cell[:axis], cell[axis] - first, *cell[axis + 1 :]): slot for cell, slot in held.items()}


def border_states(
    swept: Sweep, states: StateSet, to: dict[int, int], after: Callable[[StateSet], StateSet]
) -> tuple[StateSet, Array]:
    """All states at a border that are reachable from `states`, and the codes of all states one slice later.

    `after` maps a set of states to the states one slice later, and `to` maps slots there to slots before.
    """
    while True:
        codes = renamed(swept, after(states).codes, to, states.bits)
        if states.make_room(max((len(swept.labels[slot].values) for slot in to.values()), default=1)):
            continue
        reached = StateSet.of_codes(states.words, np.sort(codes), states.slots)
        union = StateSet(states.words, states.words.union(states.root, reached.root), states.slots)
        if union == states:
            return states, codes
        states = union


def general_states(swept: Sweep, states: StateSet, visited: tuple[int, int], axis: int) -> StateSet:
    """The states of general positions at a border, in the labels of another sweep.

    `visited` gives the numbers of visits before this border and before the next one. A label of perfect
    positions, which consist of dominoes, also says that the cell is covered.
    """
    graph = swept.graph
    covered = 1 << len(graph.game.pieces) if swept.perfect else 0
    free = sweep(Problem(graph.board, game=graph.game), swept.order)
    before, behind = (border_slots(free, at, axis) for at in visited)
    compiler = OperatorCompiler(Marking.NOTHING)
    found, _ = border_states(
        free,
        StateSet.start(slots_of(free.locals)),
        {behind[key]: slot for key, slot in before.items()},
        lambda reached: compiler.forward(reached, free.locals[slice(*visited)])[1],
    )
    slots = border_slots(swept, visited[0], axis)
    held, mask = {}, (1 << found.bits) - 1
    for cell, slot in before.items():
        known = swept.labels[slots[cell]].index
        index = np.array([known[value | covered if value else 0] for value in free.labels[slot].values])
        held[slots[cell]] = index[(found.codes >> found.bits * slot & mask).astype(np.int64)]
    states.make_room(1 + max((int(labels.max()) for labels in held.values()), default=0))
    codes = np.zeros(len(found), dtype=states.words.code)
    for slot, labels in held.items():
        codes |= labels.astype(codes.dtype) << states.bits * slot
    return StateSet.of_codes(states.words, np.sort(codes), states.slots)


def _order(board: Board, axis: int) -> list[Cell]:
    """The cells slice by slice along an axis. A ring is visited in the order 0, n - 1, 1, n - 2, ..., so that
    neighbours on the ring have slots close to each other and one operator covers many steps."""

    def place(a: int, at: int) -> int:
        return at if not board.wrap[a] else min(2 * at, 2 * (board.shape[a] - 1 - at) + 1)

    axes = [axis, *(a for a in range(board.dimension) if a != axis)]
    return sorted(board.cells, key=lambda cell: tuple(place(a, cell[a]) for a in axes))


def _strip(board: Board, axis: int, length: int) -> Board:
    """The board with another length along an axis, not wrapped there."""
    shape = [length if a == axis else size for a, size in enumerate(board.shape)]
    return Board.box(*shape, wrap=[wrap and a != axis for a, wrap in enumerate(board.wrap)])


def _classes(
    swept: Sweep, codes: Array, slots: dict[Cell, int], moves: Iterable[Move], bits: int
) -> tuple[Array, Array]:
    """The states class by class under the moves of a slice, and the index at which each class begins."""
    least = codes.copy()
    for move in cancellable(list(moves)):
        images = _moved(swept, codes, {slot: slots[move(cell)] for cell, slot in slots.items()}, bits)
        if not np.array_equal(np.sort(images), codes):
            raise ComputationError("a move of the slice does not take states at the border to states")
        least = np.minimum(least, images)
    first = np.unique(np.sort(least), return_index=True)[1]
    return np.argsort(least, kind="stable"), first


def _moved(swept: Sweep, codes: Array, to: dict[int, int], bits: int) -> Array:
    """`renamed`, except that all debts of dominoes are equal: at a border a cell has at most one debt.

    Slots also have labels from other visits and other problems. Only labels that occur in `codes` count.
    """
    pieces = len(swept.graph.game.pieces) + 1
    one = are_dominoes(swept.graph.game)
    at_hand = {
        slot: {
            label: _border_value(swept.labels[slot].values[label], pieces, one)
            for label in np.unique(codes >> bits * slot & (1 << bits) - 1).tolist()
        }
        for slot in to
    }
    tables = {}
    for slot, other in to.items():
        label_of = {value: label for label, value in at_hand[other].items()}
        if len(label_of) < len(at_hand[other]) or not set(at_hand[slot].values()) <= set(label_of):
            return codes  # the labels differ, so this move joins no states
        tables[slot] = [0] * (1 + max(at_hand[slot]))
        for label, value in at_hand[slot].items():
            tables[slot][label] = label_of[value]
    return move_labels(codes, to, bits, tables)


def _border_value(value: int, pieces: int, one: bool) -> tuple[int, int]:
    """The pieces to which a cell is closed, and its debts, or with `one` whether it has a debt.

    Debts of single cells are placements on the preceding cell, in the same order in every slot.
    """
    debts = value >> pieces
    return value & ((1 << pieces) - 1), bool(debts) if one else debts


def _moves(graph: Conflicts, axis: int) -> Iterator[Move]:
    """The shifts and mirror images of the slices that preserve all placements and the cells they close."""
    board = graph.board
    choices: list[list[tuple[int, int]]] = []  # by axis: the cell c goes to turn * c + shift
    for a, length in enumerate(board.shape):
        turns, shifts = [(1, 0)], range(1)
        if a != axis and _keeps(graph, _move(board, a, -1, length - 1)):
            turns.append((-1, length - 1))
        if a != axis and board.wrap[a] and _keeps(graph, _move(board, a, 1, 1)):
            shifts = range(length)
        choices.append([(turn, first + shift) for turn, first in turns for shift in shifts])
    for chosen in product(*choices):
        yield lambda cell, chosen=chosen: tuple(  # type: ignore[misc]
            (turn * c + shift) % size
            for c, (turn, shift), size in zip(cell, chosen, board.shape, strict=True)
        )


def _move(board: Board, axis: int, turn: int, shift: int) -> Move:
    length = board.shape[axis]
    return lambda cell: (*cell[:axis], (turn * cell[axis] + shift) % length, *cell[axis + 1 :])


def _keeps(graph: Conflicts, move: Move) -> bool:
    """Whether a move of the cells preserves the placements of each piece and the cells they close."""
    pieces = [placement.piece for placement in graph.placements]
    image = placement_images(graph, move, pieces, pieces)
    return image is not None and all(
        {move(cell): closed for cell, closed in closes.items()} == graph.closes[image[q]]
        for q, closes in enumerate(graph.closes)
    )
