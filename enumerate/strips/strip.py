"""Strips: boards of one cross-section and any number of rows, as powers of one matrix.

At the border between two rows the past is one of N states (words of labels, one per cell of the
cross-section), and every row acts on them in the same way: with T the matrix of a row, e the state without
labels and f the states at which a board may end, the board of m rows has a(m) = f T^m e positions; a(0) = 1.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from ..frontier.program import Compiler
from ..frontier.steps import finished
from ..frontier.sweep import MOST_SLOTS, labelled_slots, lexicographic, state_bounds, sweep
from ..frontier.words import Array, States
from ..model.board import Board
from ..rules.tiles import check_stuck
from ..support.errors import InputError, TooLargeError, require_positive
from ..support.progress import Report, silent

MOST_STATES = 1_000_000  # beyond, count boards one by one


@dataclass(frozen=True, eq=False)
class Strip:
    """The matrix T of one row as a product of sparse 0-1 matrices, one per cell of the row.

    Each is kept as (sources, where the sources of a target begin, weights); targets ascend and all have a
    source. The weights are 0 for 1 and 1 + axis for a domino along that axis.

    >>> strip = Strip.of(3, stuck=(1,))
    >>> len(strip), strip.totals(5)
    (8, [1, 2, 11, 48, 227])
    """

    cells: int
    states: States
    steps: tuple[tuple[Array, Array, Array], ...]
    place: Array  # where in `states` the targets of the last step stand
    across: tuple[int, ...]  # the slots of the cells of the cross-section (a seam puts them out of order)

    @classmethod
    def of(
        cls,
        *section: int,
        stuck: Iterable[int] = (),
        wrap: Iterable[bool] | None = None,
        perfect: bool = False,
        most: int = MOST_STATES,
        report: Report = silent,
    ) -> "Strip":
        """The strip over a cross-section; axis 0 runs along the strip and `wrap` is about the other axes.

        With `perfect` no cell may stay empty. More than `most` states are refused before they are listed.
        """
        for length in section:
            require_positive("cols", length)
        over = f"a strip over {' x '.join(map(str, section))} cells"
        if prod(section) > MOST_SLOTS:
            raise TooLargeError(f"{over} is too wide, at most {MOST_SLOTS} are taken: take a narrower one")
        turned = (False, *(wrap if wrap is not None else (False,) * len(section)))
        board = Board.box(3, *section, wrap=turned)
        axes = check_stuck(stuck, board.dimension)
        cells = lexicographic(board, range(board.dimension))
        bound = state_bounds(board, axes, cells)[2 * prod(section) - 1]  # after the second row
        if bound > most:
            raise TooLargeError(
                f"{over} has up to {bound:,} states, at most {most:,} are taken: take a narrower one"
            )
        local = sweep(board, axes, cells, perfect)
        # the row in the middle: all that is known of it comes through the slots
        row = [step for cell, step in zip(cells, local, strict=True) if cell[0] == 1]
        compiler = Compiler(row)
        states = compiler.start
        while True:
            steps, after = compiler.forward(row, states, report)
            words = states.words
            union = States(words, words.union(states.root, after[-1].root), states.slots)
            if union == states:
                break
            states = union
        expanded = []
        for step in steps:
            target, source, weight = step.expand()
            expanded.append((source, np.searchsorted(target, np.arange(step.targets)), weight))
        place = np.searchsorted(states.codes, after[-1].codes)
        across = tuple(labelled_slots(board, cells, 2 * len(row)).values())
        return cls(len(row), states, tuple(expanded), place, across)

    def __len__(self) -> int:
        """The number of states."""
        return len(self.states)

    @property
    def finished(self) -> Array:
        """Which states have no domino sticking out: the vector f."""
        return finished(self.states)

    def start(self, dtype: Any = object) -> Array:
        """The vector e: 1 at the state without labels, which has the code 0 and is the first."""
        values = np.zeros(len(self), dtype=dtype)
        values[0] = 1
        return values

    def carry(self, values: Array, variables: Sequence[Any] | None = None) -> Array:
        """T times a vector: of Python integers, floats, anything that NumPy adds.

        With `variables`, one for each axis, a domino is weighted by the variable of its axis.
        """
        table = None if variables is None else np.empty(len(variables), dtype=values.dtype)
        if table is not None and variables is not None:
            for axis, variable in enumerate(variables):
                table[axis] = variable
        for source, begin, weight in self.steps:
            summands = values[source]
            if table is not None:
                weighted = np.flatnonzero(weight)
                summands[weighted] = summands[weighted] * table[weight[weighted] - 1]
            values = np.add.reduceat(summands, begin)
        if len(values) == len(self):
            return values
        result = np.zeros(len(self), dtype=values.dtype)
        result[self.place] = values
        return result

    def rows(self, variables: Sequence[int] | None = None) -> Iterator[int]:
        """a(0), a(1), a(2), ... without end, exactly; with `variables`, the values at these."""
        values, ends = self.start(), np.flatnonzero(self.finished)
        while True:
            yield int(sum(values[ends]))
            values = self.carry(values, variables)

    def totals(self, count: int) -> list[int]:
        """The first `count` terms, from a(0) on."""
        return [total for total, _ in zip(self.rows(), range(count), strict=False)]

    def mirrored(self) -> Array:
        """For a flat strip, the number of the mirror image of each state."""
        codes = self.states.codes
        image = np.zeros_like(codes)
        for slot, other in zip(self.across, reversed(self.across), strict=True):
            label = (codes >> np.uint64(2 * slot)) & np.uint64(3)
            image |= label << np.uint64(2 * other)
        return np.searchsorted(codes, image)


def is_cylinder(wrap: bool | str) -> bool:
    """Whether the columns of a strip are wrapped: True, or "cols" as on the command line.

    >>> is_cylinder("cols"), is_cylinder(False)
    (True, False)
    """
    if wrap in ("cols", True, False):
        return bool(wrap)
    raise InputError(f"`wrap` of a strip is True, False or 'cols', not {wrap!r}")
