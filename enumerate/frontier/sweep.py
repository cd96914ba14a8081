"""The order in which the cells are visited, and what each visit does to the open frontier.

When a domino is counted at its first visited cell, the past is known to the future only through one
label per unvisited cell next to a visited one, the greatest that the sides between them carry:

    0 plain, 1 beside an empty cell on a stuck axis (so it must be covered), 2 already covered.

Proof that nothing else matters: a tile fits if its before-labels agree with its sides. The empty cell
wants all 0, a second half wants a 2 (and never two of them), a first half anything without a 2: each
asks for the maximum alone. Both conditions, that a domino has two halves and that two empty cells are not
neighbours on a stuck axis, are symmetric in the two cells of a side: whichever is visited first marks the
other, so this holds for any order of the cells and across the seam of a wrapped axis.
So `merged_tiles` below is read off the tiles, not written a second time.
Each labelled cell lives in a slot; a visited cell gives its slot to a neighbour that becomes labelled.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import permutations, product

from ..model.board import Board, Cell
from ..rules.tiles import AFTER_EMPTY, CROSSED, PLAIN, tiles

MOST_SLOTS = 32  # a code has 64 bits, two for a slot
HOPELESS = 2.0**60  # a number of states that no machine holds
# weights: 1, or the variable of a player, or (in a join) its inverse
UNIT = 0
PLAYERS = (1, 2, 3)
INVERSES = (4, 5, 6)
WEIGHTS = 1 + INVERSES[-1]


@dataclass(frozen=True, slots=True)
class Local:
    """What a step does to the labels in `slots`: transitions (labels before, labels after, weight)."""

    slots: tuple[int, ...]
    transitions: tuple[tuple[tuple[int, ...], tuple[int, ...], int], ...]

    def code(self, labels: Sequence[int], below: int = 0) -> int:
        """The labels in the slots as an integer, two bits a slot, the slots under `below` left out.

        >>> bin(Local((0, 2), ()).code((1, 2)))
        '0b100001'
        """
        return sum(label << 2 * (slot - below) for label, slot in zip(labels, self.slots, strict=True))

    def mask(self, below: int = 0) -> int:
        """The bits of the slots in a code."""
        return self.code([3] * len(self.slots), below)


@cache
def merged_tiles(
    stuck: frozenset[int], dimension: int, perfect: bool = False
) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The tiles as (greatest before-label, after-labels), without repetition; `perfect` leaves out the empty
    cell, which neither ends nor begins a domino.

    >>> merged_tiles(frozenset(), 1), merged_tiles(frozenset(), 1, perfect=True)
    (((0, (0,)), (0, (2,)), (2, (0,))), ((0, (2,)), (2, (0,))))
    """
    merged = dict.fromkeys((max(tile.before), tile.after) for tile in tiles(stuck, dimension))
    return tuple(tile for tile in merged if not perfect or CROSSED in (tile[0], *tile[1]))


@cache
def visit(
    own: int | None,
    beside: tuple[tuple[int, int, bool], ...],
    stuck: frozenset[int],
    dimension: int,
    perfect: bool = False,
) -> Local:
    """The step that visits a cell in slot `own` (None: nothing is known of it).

    `beside` lists its unvisited neighbours as (slot, axis, whether the slot is new to them); a neighbour
    that shares two sides is listed twice.
    """
    fresh = {slot for slot, _, new in beside if new}
    slots = tuple(dict.fromkeys([*([own] if own is not None else []), *(slot for slot, _, _ in beside)]))
    known = [slot for slot in slots if slot == own or slot not in fresh]
    found = []
    for given in product((PLAIN, AFTER_EMPTY, CROSSED), repeat=len(known)):
        before = dict.fromkeys(slots, PLAIN) | dict(zip(known, given, strict=True))
        # the visited cell's own label is consumed; a slot taken over by a neighbour starts plain
        rest = {s: PLAIN if s == own or s in fresh else before[s] for s in slots}
        label = before[own] if own is not None else PLAIN
        for need, after in merged_tiles(stuck, dimension, perfect):
            if need != label:
                continue
            for marks, weight in _marks(after, beside):
                if all(mark != CROSSED or rest[slot] != CROSSED for slot, mark in marks):
                    labelled = dict(rest)
                    for slot, mark in marks:
                        labelled[slot] = max(labelled[slot], mark)
                    found.append((tuple(before[s] for s in slots), tuple(labelled[s] for s in slots), weight))
    return Local(slots, tuple(found))


def _marks(
    after: tuple[int, ...], beside: Sequence[tuple[int, int, bool]]
) -> Iterator[tuple[list[tuple[int, int]], int]]:
    """The ways a tile marks its unvisited neighbours, with its weight."""
    if CROSSED in after:  # a first half crosses into one neighbour along its axis
        axis = after.index(CROSSED)
        for slot, direction, _ in beside:
            if direction == axis:
                yield [(slot, CROSSED)], PLAYERS[axis]
    else:  # an empty cell marks every neighbour on a stuck axis, a second half none
        yield [(slot, after[axis]) for slot, axis, _ in beside if after[axis]], UNIT


def openings(
    board: Board, order: Sequence[Cell]
) -> Iterator[tuple[int | None, list[tuple[int, int, bool, Cell]]]]:
    """The slot of each visited cell (None: nothing is known of it) and its unvisited neighbours.

    Neighbours are (slot, axis, whether the slot is new to them, cell), the one after before the one before.
    """
    slot_of: dict[Cell, int] = {}
    visited: set[Cell] = set()
    for cell in order:
        visited.add(cell)
        own = slot_of.pop(cell, None)
        free = (slot for slot in range(len(order) + 1) if slot not in slot_of.values() and slot != own)
        spare = [own] if own is not None else []
        beside = []
        new: set[Cell] = set()
        # the first new neighbour takes the visited cell's slot: a row of cells keeps one slot a column
        for axis in range(board.dimension):
            for step in (1, -1):
                there = board.after(cell, axis, step)
                if there is None or there in visited:
                    continue
                if there not in slot_of:
                    slot_of[there] = spare.pop() if spare else next(free)
                    new.add(there)
                beside.append((slot_of[there], axis, there in new, there))
        yield own, beside


def labelled_slots(board: Board, order: Sequence[Cell], visited: int) -> dict[Cell, int]:
    """The slots of the labelled cells once the first `visited` cells of `order` have been visited.

    >>> labelled_slots(Board.rectangle(2, 2), [(0, 0), (0, 1), (1, 0), (1, 1)], 2)
    {(1, 0): 0, (1, 1): 1}
    """
    slot_of: dict[Cell, int] = {}
    for cell, (_, beside) in zip(order[:visited], openings(board, order), strict=False):
        slot_of.pop(cell, None)
        slot_of.update({there: slot for slot, _, _, there in beside})
    return dict(sorted(slot_of.items()))


def slots_across(board: Board, order: Sequence[Cell], visited: int, axis: int) -> dict[Cell, int]:
    """`labelled_slots` by the place of the cells in their slice across `axis`.

    >>> slots_across(Board.rectangle(2, 2), [(0, 0), (0, 1), (1, 0), (1, 1)], 2, 0)
    {(0,): 0, (1,): 1}
    """
    slots = labelled_slots(board, order, visited)
    return {(*cell[:axis], *cell[axis + 1 :]): slot for cell, slot in slots.items()}


def sweep(
    board: Board, stuck: frozenset[int], order: Sequence[Cell], perfect: bool = False
) -> Iterator[Local]:
    """The steps that visit the cells of `board` in the given order; `perfect` leaves no cell empty."""
    for own, beside in openings(board, order):
        yield visit(own, tuple(place[:3] for place in beside), stuck, board.dimension, perfect)


def fold(slots: Sequence[int], axis: int, stuck: frozenset[int]) -> list[Local]:
    """The steps that turn the states of one half of a mirrored board into what the other half may meet.

    Across the fold, dominoes of `axis` must agree, and two empty cells must not meet if that player is
    stuck: a 0 meets 0 and 1, a 1 meets only 0, a 2 meets 2. Both halves have counted a crossing domino.
    """
    transitions = [((PLAIN,), (PLAIN,), UNIT), ((CROSSED,), (CROSSED,), INVERSES[axis])]
    if axis in stuck:
        transitions += [((AFTER_EMPTY,), (PLAIN,), UNIT), ((PLAIN,), (AFTER_EMPTY,), UNIT)]
    return [Local((slot,), tuple(transitions)) for slot in slots]


def lexicographic(board: Board, axes: Sequence[int]) -> list[Cell]:
    """The cells in order of the coordinates along `axes`, the first most significant."""
    return sorted(board.cells, key=lambda cell: tuple(cell[a] for a in axes))


def greedy(board: Board) -> list[Cell]:
    """An order for odd shapes: always visit the cell that leaves the fewest labelled cells.

    Ties go to the cell with the most visited neighbours, then to the first. It starts at a cell with
    the fewest neighbours.
    """
    beside = {cell: frozenset(board.neighbours(cell)) for cell in board.cells}
    order: list[Cell] = []
    visited: set[Cell] = set()
    labelled: set[Cell] = set()
    while len(order) < len(board.cells):
        pool = labelled or (board.cells - visited)
        best = min(
            pool,
            key=lambda cell: (
                len(beside[cell] - visited - labelled),
                -len(beside[cell] & visited),
                len(beside[cell]),
                cell,
            ),
        )
        order.append(best)
        visited.add(best)
        labelled = (labelled | beside[best]) - visited
    return order


def state_bounds(
    board: Board, stuck: frozenset[int], order: Sequence[Cell], enough: float = HOPELESS
) -> list[int]:
    """An upper bound on the number of states after each visit, without compiling.

    The list ends early once the bounds add up to more than `enough`.

    Each labelled cell has two labels, three if a visited neighbour lies on a stuck axis. Two neighbours
    that both follow empty cells are excluded when those empty cells would be stuck neighbours.
    """
    visited: set[Cell] = set()
    labelled: dict[Cell, tuple[int, ...]] = {}
    bounds = []
    total = 0
    for cell in order:
        visited.add(cell)
        labelled.pop(cell, None)
        for axis in range(board.dimension):
            for step in (1, -1):
                there = board.after(cell, axis, step)
                if there is not None and there not in visited:
                    labelled[there] = (*labelled.get(there, ()), axis)
        bounds.append(_count_words(board, stuck, visited, labelled))
        total += bounds[-1]
        if total > enough:
            break
    return bounds


def _count_words(
    board: Board, stuck: frozenset[int], visited: set[Cell], labelled: dict[Cell, tuple[int, ...]]
) -> int:
    plain, marked = 1, 0  # words whose last label is not / is "beside an empty cell"
    previous: Cell | None = None
    for cell in sorted(labelled):
        marks = [axis for axis in labelled[cell] if axis in stuck]
        exclusive = (
            previous is not None
            and len(labelled[cell]) == len(labelled[previous]) == 1
            and labelled[cell] == labelled[previous]
            and any(
                axis in stuck and previous in (board.after(cell, axis), board.after(cell, axis, -1))
                for axis in range(board.dimension)
            )
            and _pred_adjacent(board, visited, previous, cell, labelled[cell][0])
        )
        both = plain + marked
        plain, marked = 2 * both, (plain if exclusive else both) if marks else 0
        previous = cell
    return plain + marked


def _pred_adjacent(board: Board, visited: set[Cell], one: Cell, two: Cell, axis: int) -> bool:
    """Whether both cells were marked from the same side, so that the markers are neighbours too."""
    return any(
        board.after(one, axis, step) in visited and board.after(two, axis, step) in visited
        for step in (1, -1)
    )


@lru_cache(maxsize=64)
def best_order(board: Board, stuck: frozenset[int]) -> tuple[Cell, ...]:
    """The order with the least sum of state bounds, among all sweeps along the axes and the greedy one.

    For a rectangle this chooses the direction of the sweep by the number of states, not by the short
    side: Right ends of an m x n board take 2^n states row by row and 3^m column by column.
    """
    # the sweep with the smallest slices first: the others are given up as soon as they are worse
    orders = sorted(permutations(range(board.dimension)), key=lambda axes: -board.shape[axes[0]])
    candidates = [lexicographic(board, axes) for axes in orders]
    if not board.is_box or any(board.wrap):
        candidates.append(greedy(board))
    best, least = candidates[0], HOPELESS
    for order in candidates:
        total = sum(state_bounds(board, stuck, order, least))
        if total < least:
            best, least = order, total
    return tuple(best)
