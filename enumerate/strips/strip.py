"""Strips: boards of one cross-section and any number of rows, as powers of one matrix.

At the border between two rows the past is one of N states (words of labels, one per cell of the
cross-section), and every row acts on them in the same way: with T the matrix of a row, e the state without
labels and f the states at which a board may end, the board of m rows has a(m) = f T^m e positions; a(0) = 1.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from ..frontier.orders import lexicographic, state_bounds
from ..frontier.program import Compiler
from ..frontier.rows import PLAIN, border_slots, border_states, could_end, reach, renamed
from ..frontier.sweep import Sweep, sweep
from ..frontier.words import Array, States
from ..model.board import Board, Cell
from ..model.game import DOMINEERING, Game
from ..support.errors import InputError, TooLargeError, require_positive
from ..support.progress import Report, looked_at, silent

MOST_CELLS = 32  # in a cross-section
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
    finished: Array  # at which states a board may end: the vector f
    slots: dict[Cell, int]  # of the labelled cells, the rows counted from the border on
    swept: Sweep

    @classmethod
    def of(
        cls,
        *section: int,
        stuck: Iterable[int] = (),
        wrap: Iterable[bool] | None = None,
        perfect: bool = False,
        most: int = MOST_STATES,
        report: Report = silent,
        game: Game = DOMINEERING,
        expect: Callable[[int], None] = lambda states: None,
    ) -> "Strip":
        """The strip over a cross-section; axis 0 runs along the strip and `wrap` is about the other axes.

        With `perfect` no cell may stay empty. More than `most` states are refused before they are listed,
        and `expect` hears of how many there may be.
        """
        for length in section:
            require_positive("cols", length)
        over = f"a strip over {' x '.join(map(str, section))} cells"
        if prod(section) > MOST_CELLS:
            raise TooLargeError(f"{over} is too wide, at most {MOST_CELLS} are taken: take a narrower one")
        turned = (False, *(wrap if wrap is not None else (False,) * len(section)))
        # a row in the middle, and all that it sees: what is known of it comes through the slots
        middle = 3 * reach(game)
        board = Board.box(2 * middle + 1, *section, wrap=turned)
        players, cells = frozenset(stuck), tuple(lexicographic(board, range(board.dimension)))
        width = prod(section)
        short = Board.box(min(3, board.shape[0]), *section, wrap=turned)
        bound = state_bounds(short, players, lexicographic(short, range(board.dimension)), game=game)
        if bound[2 * width - 1] > most:  # after the second row
            raise TooLargeError(
                f"{over} has up to {bound[2 * width - 1]:,} states, at most {most:,} are taken: "
                "take a narrower one"
            )
        expect(bound[2 * width - 1])
        swept = sweep(board, players, cells, perfect, game, PLAIN)
        row = swept.locals[middle * width : (middle + 1) * width]
        before, behind = (border_slots(swept, rows * width) for rows in (middle, middle + 1))
        to = {behind[key]: slot for key, slot in before.items()}
        compiler = Compiler(swept.locals)
        states, codes = border_states(
            swept, compiler.start, to, lambda states: compiler.forward(row, states, report)[1][-1]
        )
        steps, _ = compiler.forward(row, states)
        expanded = []
        for step in steps:
            target, source, weight = step.expand()
            expanded.append((source, np.searchsorted(target, np.arange(step.targets)), weight))
        place = np.searchsorted(states.codes, codes)
        ends = could_end(swept, middle * width, states)
        return cls(width, states, tuple(expanded), place, ends, before, swept)

    def __len__(self) -> int:
        """The number of states."""
        return len(self.states)

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
        for source, begin, weight in looked_at(self.steps):
            summands = values[source]
            if table is not None:
                weighted = np.flatnonzero(weight)
                summands[weighted] = summands[weighted] * table[weight[weighted] - 1]
            values = np.add.reduceat(summands, begin)
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

    def leads_to(self, goal: Array) -> Array:
        """From which states some number of rows, or none, can lead to one in `goal`: booleans.

        >>> strip = Strip.of(2)
        >>> strip.leads_to(strip.finished).all()
        np.True_
        """
        found = goal
        while True:
            wanted = self.before(found)
            if not (wanted & ~found).any():
                return found
            found = found | wanted

    def before(self, goal: Array) -> Array:
        """From which states one row can lead to one in `goal`: booleans.

        >>> strip = Strip.of(2)
        >>> strip.before(strip.finished).all()
        np.True_
        """
        wanted = goal[self.place]
        for number, (source, begin, _) in reversed(list(enumerate(self.steps))):
            earlier = np.zeros(len(self.steps[number - 1][1]) if number else len(self), dtype=bool)
            earlier[source[np.repeat(wanted, np.diff(begin, append=len(source)))]] = True
            wanted = earlier
        return wanted

    def mirrored(self) -> Array:
        """For a flat strip, the number of the mirror image of each state; its own number in other games than
        Domineering, where pieces and debts have mirror images that the labels do not name.
        """
        if self.swept.graph.game != DOMINEERING:
            return np.arange(len(self))
        codes, width = self.states.codes, self.cells
        to = {slot: self.slots[depth, width - 1 - col] for (depth, col), slot in self.slots.items()}
        return np.searchsorted(codes, renamed(self.swept, codes, to, self.states.bits))


def is_cylinder(wrap: bool | str) -> bool:
    """Whether the columns of a strip are wrapped: True, or "cols" as on the command line.

    >>> is_cylinder("cols"), is_cylinder(False)
    (True, False)
    """
    if wrap in ("cols", True, False):
        return bool(wrap)
    raise InputError(f"`wrap` of a strip is True, False or 'cols', not {wrap!r}")
