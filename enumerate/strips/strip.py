"""Strips: boards with one cross-section and any number of rows, as powers of one matrix.

Read `compiler/rows.py` first.

At the border between two rows there are N states (words of labels, one label for each cell of the
cross-section), and every row acts on them in the same way. Let T be the matrix of a row, e the unit vector of
the state without labels, and f the indicator of the states in which a board may end. Then the board with m
rows has a(m) = f T^m e positions, and a(0) = 1.

If the labels do not determine where a board may end, the last k rows are swept separately: f counts the ways
in which these rows complete each state, a(m) = f T^(m - k) e for m >= k, and shorter boards are swept one by
one.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np

from ..compiler.operators import objects
from ..compiler.rows import AmbiguousBoundaryError, SparseOperator, VisitMatrices, accepting_states
from ..compiler.trace import border_slots, border_states, renamed
from ..model.board import Board
from ..model.game import DOMINEERING, Game, GameLike
from ..model.lattice import Cell
from ..model.polynomial import VARIABLES
from ..model.weights import Weight, weights_of
from ..rules.kinds import Kind, StuckLike, game_json, meaning, player_name, summands
from ..rules.problem import NoPositionError, Problem, reach
from ..support.errors import InputError, TooLargeError, require_integer
from ..support.run import cancellable
from ..sweep.diagram import Array, StateSet
from ..sweep.orders import lexicographic
from ..sweep.profile import profile
from ..sweep.sweep import Sweep, slots_of, sweep

MOST_SECTION_CELLS = 32
MOST_STATES = 1_000_000  # with more states, boards are counted one by one
PERFECT = "perfect"  # no cell is empty
ONE = Weight(Fraction(1))


@dataclass(frozen=True, eq=False)
class Strip:
    """The matrix T of one row as a product of sparse matrices, one for each cell of the row.

    `last` holds the steps of the last rows, and `short` the steps of each board with fewer rows (None for a
    board without positions). Both are empty if the labels determine where a board may end.

    >>> strip = Strip.of(3, stuck=(1,))
    >>> len(strip), strip.totals(5)
    (8, [1, 2, 11, 48, 227])
    """

    cells: int
    states: StateSet
    steps: tuple[SparseOperator, ...]
    place: Array  # the indices in `states` of the targets of the last step
    finished: Array  # whether a board may end in each state after the `last` steps
    last: tuple[SparseOperator, ...]
    short: tuple[tuple[SparseOperator, ...] | None, ...]
    slots: dict[Cell, int]  # of the labelled cells; rows are counted from the border
    swept: Sweep

    @classmethod
    def of(
        cls,
        *section: int,
        stuck: Iterable[int] = (),
        wrap: Iterable[bool] | None = None,
        perfect: bool = False,
        most: int = MOST_STATES,
        game: Game = DOMINEERING,
        expect: Callable[[int], None] = lambda states: None,
    ) -> "Strip":
        """The strip over a cross-section; axis 0 runs along the strip, and `wrap` describes the other axes.

        With `perfect` no cell may stay empty. A strip with more than `most` states is refused before the
        states are listed, and `expect` is called with a bound on their number.
        """
        section = tuple(require_integer("cols", length, 1) for length in section)
        over = f"a strip over {' x '.join(map(str, section))} cells"
        if prod(section) > MOST_SECTION_CELLS:
            raise TooLargeError(
                f"{over} is too wide, at most {MOST_SECTION_CELLS} are supported: choose a narrower one"
            )
        turned = (False, *(wrap if wrap is not None else (False,) * len(section)))
        middle = 3 * reach(game)  # a row so far from both ends that neither affects it
        board = Board.box(2 * middle + 1, *section, wrap=turned)
        problem = Problem(board, frozenset(stuck), perfect=perfect, game=game)
        cells = tuple(lexicographic(board, range(board.dimension)))
        width = prod(section)
        counts = profile(problem, cells, (2 * middle + 1) * width * most).counts
        expected = max(counts)
        if expected > most or len(counts) < len(cells):
            raise TooLargeError(
                f"{over} has {expected:,} states or more, at most {most:,} are supported: "
                "choose a narrower one"
            )
        expect(expected)
        swept = sweep(problem, cells)
        row = swept.locals[middle * width : (middle + 1) * width]
        before, behind = (border_slots(swept, rows * width) for rows in (middle, middle + 1))
        to = {behind[key]: slot for key, slot in before.items()}
        compiler = VisitMatrices()

        def after(states: StateSet) -> StateSet:
            if len(states) > most:  # more states than the profile of the short board has
                raise TooLargeError(f"{over} has more than {most:,} states: choose a narrower one")
            return compiler.forward(states, row)[1]

        states, codes = border_states(swept, StateSet.start(slots_of(swept.locals)), to, after)
        steps, _ = compiler.forward(states, row)
        place = np.searchsorted(states.codes, codes)
        last: list[SparseOperator] = []
        short: list[tuple[SparseOperator, ...] | None] = []
        try:
            ends = accepting_states(swept, middle * width, states)
        except AmbiguousBoundaryError:
            last, _ = compiler.forward(states, swept.locals[middle * width :])
            ends = np.ones(last[-1].targets, dtype=bool)
            boards = [Board.box(rows, *section, wrap=turned) for rows in range(1, middle + 1)]
            short = [(), *(_whole(replace(problem, board=each)) for each in boards)]
        return cls(width, states, tuple(steps), place, ends, tuple(last), tuple(short), before, swept)

    def __len__(self) -> int:
        """The number of states."""
        return len(self.states)

    def start(self, dtype: Any = object) -> Array:
        """The vector e: 1 at the first state, which has no labels, and 0 elsewhere."""
        values = np.zeros(len(self), dtype=dtype)
        values[0] = 1
        return values

    def carry(self, values: Array, variables: Sequence[Any] | None = None) -> Array:
        """T times a vector of numbers of any type; `variables` are the weights of the players' pieces."""
        for step in cancellable(self.steps):
            values = step.apply(values, variables)
        result = np.zeros(len(self), dtype=values.dtype)
        result[self.place] = values
        return result

    def ends(self, variables: Sequence[Any] | None = None, dtype: Any = object) -> Array:
        """The vector f: the number of completions of each state by the last rows, `len(short)` of them."""
        values = self.finished.astype(int).astype(dtype)
        for step in cancellable(reversed(self.last)):
            values = step.transposed(values, variables)
        return values

    def terms(self, one: Any, variables: Sequence[Any] | None = None) -> Iterator[Any]:
        """The terms a(0), a(1), a(2), ... without end, as multiples of `one`, at the weights `variables`."""
        for steps in self.short:
            values = objects([one if steps is not None else 0 * one])
            for step in steps or ():
                values = step.apply(values, variables)
            yield values[0]
        ends = self.ends(variables)
        counted = np.flatnonzero(ends != 0)
        values = objects([one] + [0 * one] * (len(self) - 1))
        while True:
            yield sum(values[counted] * ends[counted], 0 * one)
            values = self.carry(values, variables)

    def rows(self) -> Iterator[int]:
        """The terms a(0), a(1), a(2), ... without end, as integers."""
        return map(int, self.terms(1))

    def totals(self, count: int) -> list[int]:
        """The first `count` terms, from a(0) on."""
        return [total for total, _ in zip(self.rows(), range(count), strict=False)]

    def leads_to(self, goal: Array) -> Array:
        """The states from which zero or more rows can lead into `goal`, as a boolean mask."""
        found = goal
        while True:
            wanted = self.before(found)
            if not (wanted & ~found).any():
                return found
            found = found | wanted

    def before(self, goal: Array) -> Array:
        """The states from which one row can lead into `goal`, as a boolean mask."""
        wanted = goal[self.place]
        for step in reversed(self.steps):
            wanted = step.transposed(wanted)
        return wanted

    def mirrored(self) -> Array:
        """For a flat strip, the number of the mirror image of each state. In games other than Domineering,
        labels do not determine mirror images, so each state gets its own number."""
        if self.swept.graph.game != DOMINEERING:
            return np.arange(len(self))
        codes, width = self.states.codes, self.cells
        to = {slot: self.slots[depth, width - 1 - col] for (depth, col), slot in self.slots.items()}
        return np.searchsorted(codes, renamed(self.swept, codes, to, self.states.bits))


def _whole(problem: Problem) -> tuple[SparseOperator, ...] | None:
    """The steps of a whole board; None if the board has no position."""
    swept = sweep(problem, tuple(lexicographic(problem.board, range(problem.board.dimension))))
    try:
        return tuple(VisitMatrices().forward(StateSet.start(slots_of(swept.locals)), swept.locals)[0])
    except NoPositionError:
        return None


@dataclass(frozen=True, slots=True)
class Family:
    """The boards with m rows and `cols` columns, the counted positions, and the weights of pieces."""

    cols: int
    kind: str | None  # None if `stuck` names the players
    stuck: frozenset[int]
    wrap: bool
    weights: tuple[Weight, ...]
    game: Game = DOMINEERING

    @classmethod
    def of(
        cls,
        cols: int,
        kind: str = "general",
        wrap: bool | str = False,
        stuck: StuckLike | None = None,
        x: Any = None,
        y: Any = None,
        game: GameLike = DOMINEERING,
    ) -> "Family":
        """The family that the arguments describe; contradictory arguments are refused."""
        cols, played = require_integer("cols", cols, 1), Game.of(game)
        if wrap not in ("cols", True, False):
            raise InputError(f"`wrap` of a strip is True, False or 'cols', not {wrap!r}")
        cylinder = bool(wrap)
        count = played.variables(2)
        if y is not None and 1 not in played.players(2):
            raise InputError(f"'{played.name}' has no pieces of Right: leave out the weight y = {y}")
        given = weights_of((x, y), VARIABLES[:2])[:count]
        weights = (*given, *(ONE for _ in range(count - len(given))))
        if kind == PERFECT and stuck is None:
            return cls(cols, PERFECT, frozenset(), cylinder, weights, played)
        first, *more = summands(Board.rectangle(1, cols), kind, stuck, play=False, game=played)
        if more:
            allowed = ", ".join(each for each in Kind if each is not Kind.ANY_END)
            raise InputError(f"'{kind}' is not supported here (allowed: {allowed})")
        named = Kind(kind) if stuck is None else None
        return cls(cols, named, first[1], cylinder, weights, played)

    def strip(self, most: int, expect: Callable[[int], None] = lambda states: None) -> Strip:
        """The matrix of a row, refused if it has more than `most` states."""
        try:
            return Strip.of(
                self.cols,
                stuck=self.stuck,
                wrap=(self.wrap,),
                perfect=self.kind == PERFECT,
                most=most,
                game=self.game,
                expect=expect,
            )
        except NoPositionError:
            raise InputError(f"{self}: tall boards have no such positions") from None

    @property
    def is_plain(self) -> bool:
        """Whether all weights are 1, so that positions are counted."""
        return all(weight == ONE for weight in self.weights)

    def __str__(self) -> str:
        words = (
            "positions without an empty cell"
            if self.kind == PERFECT
            else meaning(Kind(self.kind) if self.kind else None, self.stuck, play=False, game=self.game)
        )
        named = ", ".join(f"{name} = {weight}" for name, weight in zip(VARIABLES, self.weights, strict=False))
        at = "" if self.game == DOMINEERING else f" of {self.game.name}"
        at += "" if self.is_plain else f" at {named}"
        return f"{words}{at}, boards of m x {self.cols}{', wrapped cols' if self.wrap else ''}"

    def to_json(self) -> dict[str, Any]:
        """The question with the keys that all commands share; weights only if they are not all 1."""
        names = [player_name(self.game, player) for player in sorted(self.stuck)]
        boards = {"kind": self.kind, "stuck": names, "cols": self.cols, "wrap": self.wrap}
        at = {"at": dict(zip(VARIABLES, map(str, self.weights), strict=False))}
        return game_json(self.game, Board.rectangle(1, self.cols)) | boards | ({} if self.is_plain else at)
