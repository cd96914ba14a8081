"""What a walk along the sweep decides at each cell, and which numbers of dominoes it collects."""

from collections.abc import Iterable, Sequence
from itertools import product

from ..frontier.sweep import PLAYERS, UNIT, Local
from ..model.board import Board, Cell, Domino
from ..rules.tiles import CROSSED

Decision = Domino | None  # None: the cell stays empty, or it is covered already


def collected_sums(
    board: Board, dominoes: Sequence[int | None], differences: tuple[int, ...] | None
) -> tuple[tuple[int, int, int, int], tuple[int, ...]]:
    """What a walk collects with each weight, and the sums that are wanted at its end.

    With given numbers of dominoes the sum is their mixed-radix number; with differences alone each cell
    counts 1 and Left's domino 1 more, Right's 1 less, so that a sum is the number of cells plus a - b.

    >>> collected_sums(Board.rectangle(2, 2), (None, None), (-1, 0))
    ((1, 2, 0, 0), (3, 4))
    """
    if differences is not None and all(number is None for number in dominoes):
        cells = len(board)
        return (1, 2, 0, 0), tuple(cells + d for d in differences if cells + d >= 0)
    most = [board.most_dominoes(axis) for axis in range(board.dimension)]
    choices: list[Iterable[int | None]] = []
    for number, greatest in zip(dominoes, most, strict=True):
        if number is not None:
            choices.append([number] if number <= greatest else [])
        else:
            choices.append(range(greatest + 1) if differences is not None else [None])
    places = [0, 0, 0, 0]
    radix = 1
    for axis, number in enumerate(dominoes):
        if number is not None or differences is not None:
            places[PLAYERS[axis]] = radix
            radix *= most[axis] + 1
    sums = tuple(
        sum(places[PLAYERS[axis]] * (number or 0) for axis, number in enumerate(numbers))
        for numbers in product(*choices)
        if differences is None or (numbers[0] or 0) - (numbers[1] or 0) in differences
    )
    return (places[0], places[1], places[2], places[3]), sums


# the mask of the touched slots; by the labels before: (order, decision, labels after, weight)
Options = tuple[int, dict[int, list[tuple[int, Decision, int, int]]]]


def options(
    board: Board, cell: Cell, local: Local, beside: Sequence[tuple[int, int, bool, Cell]], own: int | None
) -> Options:
    """The decisions at a cell: the mask of the slots it touches and, by the labels there before the visit,
    (order, decision, labels after, weight).

    A first half crosses into the neighbour whose slot is newly labelled 2; where one neighbour shares two
    sides, equal transitions stand for the two dominoes, the one that starts here first.
    """
    fresh = {slot for slot, _, new, _ in beside if new}
    found: dict[int, list[tuple[int, Decision, int, int]]] = {}
    for before, after, weight in local.transitions:
        labels = dict(zip(local.slots, before, strict=True))
        key, made = local.code(before), local.code(after)
        earlier = found.setdefault(key, [])
        if weight == UNIT:
            earlier.append((0, None, made, weight))
            continue
        (crossed,) = (
            slot
            for slot, label in zip(local.slots, after, strict=True)
            if label == CROSSED and (labels[slot] != CROSSED or slot == own or slot in fresh)
        )
        again = sum(old[2:] == (made, weight) for old in earlier)
        axis = PLAYERS.index(weight)
        place, there = [
            (place, there)
            for place, (slot, direction, _, there) in enumerate(beside)
            if slot == crossed and direction == axis
        ][again]
        starts_here = again == 0 and board.after(cell, axis) == there
        earlier.append((place + 1, Domino(cell if starts_here else there, axis), made, weight))
    return local.mask(), found
