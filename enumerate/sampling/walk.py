"""What a walk along the sweep decides at each cell, and which numbers of dominoes it collects."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, product
from math import prod
from typing import NamedTuple

import numpy as np

from ..compiler.operators import places_of
from ..model.board import Board
from ..model.game import DOMINEERING, Game
from ..model.lattice import Cell
from ..rules.kinds import check_numbers as check_numbers
from ..rules.problem import Problem, conflict_parts, most_pieces
from ..sweep.diagram import Array
from ..sweep.profile import best_order
from ..sweep.sweep import Local, Sweep
from ..sweep.visit import PLAYERS, UNIT, Transition, Word
from .weighing import IntegerWeights

NOT_TRACKED = (0, 0, 0, 0)  # places by weight: 1, then each player's variable
MOST_SLOTS, MOST_DECISIONS = 3, 16  # of a step with several visits


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


class SweepStep(NamedTuple):
    """Some visits that are decided together: what they do to labels, and every decision.

    A decision names a placement, or None, for each visit. Decisions are in lexicographic order, None first.
    Each has a factor, and adds `collected` to the sum of places.
    """

    local: Local
    decisions: tuple[tuple[int | None, ...], ...]
    factors: tuple[int, ...]
    collected: Array


def steps(swept: Sweep, weights: IntegerWeights, places: Sequence[int], most: int) -> list[SweepStep]:
    """The visits of a sweep in steps of up to `most` neighbouring ones; of one, if decisions have weights."""
    if tuple(places) != NOT_TRACKED or {*weights.passing, *weights.placements} - {1}:
        most = 1
    found, done = [], 0
    while done < len(swept.locals):
        count = _together(swept, done, most)
        visits = range(done, done + count)
        choices = [(None, *swept.starting[visit]) for visit in visits]
        decisions = tuple(product(*choices))
        factors = [[weights.passing[v], *(weights.placements[q] for q in swept.starting[v])] for v in visits]
        variables = swept.graph.variables
        collected = [
            [places[UNIT], *(places[PLAYERS[variables[q]]] for q in swept.starting[v])] for v in visits
        ]
        found.append(
            SweepStep(
                _joined(swept.locals[done : done + count], [len(each) for each in choices]),
                decisions,
                tuple(map(prod, product(*factors))),
                np.array(list(map(sum, product(*collected)))),
            )
        )
        done += count
    return found


def _together(swept: Sweep, first: int, most: int) -> int:
    """How many visits from `first` on make a step: neighbours that touch few slots and decide little."""
    touched: set[int] = set()
    begun: set[int] = set()
    decisions, count = 1, 0
    for local, starting in islice(zip(swept.locals, swept.starting, strict=True), first, first + most):
        touched.update(local.slots)
        decisions *= 1 + len(starting)
        start = min(local.slots, default=-1)
        is_wide = max(touched, default=0) - min(touched, default=0) >= MOST_SLOTS
        if count and (is_wide or decisions > MOST_DECISIONS or start in begun):
            break
        begun.add(start)
        count += 1
    return count


@dataclass(frozen=True)
class Joined:
    """The rule of some visits, one after the other.

    Each visit has the places of its labels among those of all, its rule, and how many decisions it has.
    """

    visits: tuple[tuple[Word, Callable[[Word], Sequence[Transition]], int], ...]

    def __call__(self, before: Word) -> list[Transition]:
        """The transitions; what is played is the number of the decisions, in lexicographic order."""
        found = [(before, 0)]
        for places, rule, decisions in self.visits:
            made = []
            for word, number in found:
                for after, _, played in rule(tuple([word[place] for place in places])):
                    labels = list(word)
                    for place, label in zip(places, after, strict=True):
                        labels[place] = label
                    made.append((tuple(labels), number * decisions + (0 if played is None else played + 1)))
            found = made
        return [(after, UNIT, number - 1 if number else None) for after, number in found]


def _joined(locals_: Sequence[Local], decisions: Sequence[int]) -> Local:
    if len(locals_) == 1:
        return locals_[0]
    slots = tuple(sorted({slot for local in locals_ for slot in local.slots}))
    visits = [
        (tuple(map(slots.index, local.slots)), local.rule, count)
        for local, count in zip(locals_, decisions, strict=True)
    ]
    return Local(slots, Joined(tuple(visits)))


class StepMoves:
    """Where the decisions of a step lead, by the labels in the slots that it touches."""

    def __init__(self, local: Local, decisions: int, bits: int, code: type) -> None:
        """Labels take `bits` of a code; `code` is the type of codes in an array."""
        self._local, self._decisions, self._bits = local, decisions, bits
        label = (1 << bits) - 1
        self._mask = sum(label << bits * slot for slot in local.slots)
        self._keys: Array = np.empty(0, dtype=code)  # the touched parts of codes that were met, ascending
        self._is_possible = np.empty((0, decisions), dtype=bool)
        self._after: Array = np.empty((0, decisions), dtype=code)

    def __call__(self, codes: Array) -> tuple[Array, Array]:
        """For each code and decision: whether the decision is possible, and the code after it."""
        touched = codes & self._keys.dtype.type(self._mask)
        which = places_of(touched, self._keys)
        if (which < 0).any():
            self._learn(np.unique(np.append(self._keys, touched)))
            which = places_of(touched, self._keys)
        return self._is_possible[which], (codes ^ touched)[:, None] | self._after[which]

    def _learn(self, keys: Array) -> None:
        slots, bits = self._local.slots, self._bits
        self._keys = keys
        self._is_possible = np.zeros((len(keys), self._decisions), dtype=bool)
        self._after = np.zeros((len(keys), self._decisions), dtype=keys.dtype)
        for row, key in enumerate(keys.tolist()):
            before = tuple(key >> bits * slot & (1 << bits) - 1 for slot in slots)
            for after, _, played in self._local.rule(before):
                decision = 0 if played is None else played + 1
                self._is_possible[row, decision] = True
                self._after[row, decision] = sum(
                    label << bits * slot for slot, label in zip(slots, after, strict=True)
                )
