"""What a walk along the sweep decides at each cell, and which numbers of dominoes it collects."""

from collections.abc import Iterable, Sequence
from itertools import product

import numpy as np

from ..model.board import Board
from ..model.game import DOMINEERING, Game
from ..model.lattice import Cell
from ..rules.kinds import check_numbers as check_numbers
from ..rules.problem import Problem, conflict_parts, most_pieces
from ..sweep.diagram import Array
from ..sweep.profile import best_order
from ..sweep.sweep import Local
from ..sweep.visit import PLAYERS

NOT_TRACKED = (0, 0, 0, 0)  # places by weight: 1, then each player's variable


def collected_sums(
    board: Board,
    dominoes: Sequence[int | None],
    differences: tuple[int, ...] | None,
    game: Game = DOMINEERING,
    pieces: Sequence[int] = (),
) -> tuple[tuple[int, int, int, int], tuple[int, ...]]:
    """What a walk collects with each weight, and the sums that are wanted at its end.

    With given numbers of dominoes the sum is their mixed-radix number; with differences alone each cell
    counts 1 and Left's domino 1 more, Right's 1 less, so that a sum is the number of cells plus a - b. With
    numbers of `pieces` every one counts 1; with differences, too, the numbers of each player are told apart.

    >>> collected_sums(Board.rectangle(2, 2), (None, None), (-1, 0))
    ((1, 2, 0, 0), (3, 4))
    """
    if pieces and differences is None:
        return (0, 1, 1, 1), tuple(pieces)
    if differences is not None and not pieces and all(number is None for number in dominoes):
        cells = len(board)
        return (1, 2, 0, 0), tuple(cells + d for d in differences if cells + d >= 0)
    most = most_pieces(board, game)
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
        if not pieces or sum(number or 0 for number in numbers) in pieces
    )
    return (places[0], places[1], places[2], places[3]), sums


def walked(board: Board, stuck: frozenset[int], game: Game) -> list[Cell]:
    """The cells in the order in which a walk decides about them, part by part."""
    parts = conflict_parts(game, board)
    return [cell for part in parts for cell in best_order(Problem(part, stuck, game=game))]


class Visits:
    """The decisions at a cell of a sweep, by the labels in the slots that its visit touches."""

    def __init__(self, local: Local, placements: int, bits: int) -> None:
        """So many placements start at the cell; labels take `bits` of a code."""
        self._local, self._options, self._bits = local, 1 + placements, bits
        label = (1 << bits) - 1
        self._mask = sum(label << bits * slot for slot in local.slots)
        self._known: dict[int, tuple[list[bool], list[int]]] = {}

    def moves(self, codes: Array) -> tuple[Array, Array]:
        """For each state and decision (nothing, then the placements in order): whether the decision is
        possible, and the code after it."""
        touched = codes & codes.dtype.type(self._mask)
        keys, which = np.unique(touched, return_inverse=True)
        rows = [self._decisions(key) for key in keys.tolist()]
        is_possible = np.array([row for row, _ in rows], dtype=bool).reshape(-1, self._options)
        after = np.array([row for _, row in rows], dtype=codes.dtype).reshape(-1, self._options)
        return is_possible[which], (codes ^ touched)[:, None] | after[which]

    def _decisions(self, touched: int) -> tuple[list[bool], list[int]]:
        if touched not in self._known:
            slots, bits = self._local.slots, self._bits
            before = tuple(touched >> bits * slot & (1 << bits) - 1 for slot in slots)
            is_possible, code = [False] * self._options, [0] * self._options
            for after, _, played in self._local.rule(before):
                option = 0 if played is None else played + 1
                is_possible[option] = True
                code[option] = sum(label << bits * slot for slot, label in zip(slots, after, strict=True))
            self._known[touched] = is_possible, code
        return self._known[touched]
