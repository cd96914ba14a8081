"""The least numbers of pieces at the ends of all rectangles with the same number of columns, by one sweep.

For each state we keep the least number of pieces for each difference Left - Right in the *window* from -W to
W. A visit takes the minimum over its terms; a piece adds 1 and changes the difference by 1. Differences
outside the window are dropped. So every number found is attained, and it is the least number if the
differences of some smallest position stay in the window.

A table of alpha reads every row of one sweep; `prices.py` would have to search each height separately.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise

import numpy as np

from ..compiler.rows import AmbiguousBoundaryError, Row, SparseOperator, compile_rows
from ..model.board import Board
from ..model.game import DOMINEERING, Game
from ..model.polynomial import PLAY_DIFFERENCES
from ..plan.plan import TRANSITIONS, listed_need
from ..rules.kinds import stuck_players
from ..rules.problem import Problem, most_pieces
from ..support.compiled import compiled
from ..support.run import advance, check_cancelled, current, expect, stage, stages
from ..sweep.diagram import Array
from ..sweep.orders import lexicographic
from ..sweep.profile import profile
from ..sweep.visit import PLAYERS, UNIT, WEIGHTS
from .extremes import extreme_position

MARGIN_ELEMENTS = 32  # before and after the rows; the width of a row is a multiple, for vector loops
CHUNK_ELEMENTS = 8192  # about: sources and result stay in the first-level cache
CHECK_ELEMENTS = 2**26  # between two checks for cancellation
SECONDS_PER_BYTE = 1e-10  # for each transition and byte of a row, measured
THREADING_ELEMENTS = 2**20  # smaller steps run on one thread


@compiled
def apply_step(  # type: ignore[no-untyped-def]
    old, new, width, start, first, terms, source, weight, cost, shift, never, begin_run, end_run
):
    """Apply one visit, run by run: new = minimum over the terms of old, shifted, plus 0 or 1.

    The states are rows of `width` elements after a margin. The last element of a row is `never`, so that no
    shift moves a value from one row into the next. `never` plus 1 is `never`.
    """
    cast = old.dtype.type  # without the cast, sums are 64 bits wide and eight times slower
    top = cast(never - 1)
    states = max(1, CHUNK_ELEMENTS // width)
    for run in range(begin_run, end_run):
        at = start[run]
        while at < start[run + 1]:
            count = min(states, start[run + 1] - at)
            size = count * width
            out = new[MARGIN_ELEMENTS + at * width : MARGIN_ELEMENTS + at * width + size]
            begin = first[run]
            for term in range(begin, begin + terms[run]):
                w = weight[term]
                place = MARGIN_ELEMENTS + (source[term] + at - start[run]) * width - shift[w]
                a = old[place : place + size]
                if term == begin:
                    out[:] = never
                if cost[w]:
                    for k in range(size):
                        out[k] = min(out[k], cast(min(a[k], top) + 1))
                else:
                    for k in range(size):
                        out[k] = min(out[k], a[k])
            for k in range(width - 1, size, width):
                out[k] = never
            at += count


class LeastByDifference:
    """The least number of pieces for each state and each difference in a window."""

    def __init__(self, window: int, limit: int, threads: int = 1) -> None:
        """`limit` is the greatest number of pieces."""
        # the differences and at least one padding element
        self.width = -(-(2 * window + 2) // MARGIN_ELEMENTS) * MARGIN_ELEMENTS
        self.reach = self.width // 2 - 1  # the greatest difference in a row, at least the window
        self._dtype = np.uint8 if limit < 255 else np.uint16 if limit < 2**16 - 1 else np.uint32
        self.never = int(np.iinfo(self._dtype).max)
        self.bytes = self.width * np.dtype(self._dtype).itemsize  # of a row
        self._threads = threads
        moves = {PLAYERS[0]: 1, PLAYERS[1]: -1}
        self._cost = np.array([int(weight != UNIT) for weight in range(WEIGHTS)])
        self._shift = np.array([moves.get(weight, 0) for weight in range(WEIGHTS)])

    def _empty(self, states: int) -> Array:
        values = np.empty(states * self.width + 2 * MARGIN_ELEMENTS, dtype=self._dtype)
        values[:MARGIN_ELEMENTS] = values[-MARGIN_ELEMENTS:] = self.never
        return values

    def start(self) -> Array:
        """The values of the first state: no pieces, difference 0."""
        values = self._empty(1)
        values[:] = self.never
        values[MARGIN_ELEMENTS + self.reach] = 0
        return values

    def rows(self, values: Array) -> Array:
        """One row per state, one column per difference."""
        return values[MARGIN_ELEMENTS:-MARGIN_ELEMENTS].reshape(-1, self.width)[:, : 2 * self.reach + 1]

    def read(self, row: Array) -> dict[int, int]:
        """The least number for each difference that occurs."""
        return {i - self.reach: number for i, number in enumerate(row.tolist()) if number != self.never}

    def result(self, values: Array) -> dict[int, int]:
        """The least number of pieces for each difference of the single last state."""
        return self.read(self.rows(values)[0])

    def carry(self, visits: Sequence[SparseOperator], values: Array) -> Array:
        """The values after some visits."""
        for done, visit in enumerate(visits):
            advance(done, len(visits))
            values = self._apply(visit, values)
        return values

    def _apply(self, visit: SparseOperator, old: Array) -> Array:
        new = self._empty(visit.targets)
        start, first = visit.runs
        lists = start, first, np.diff(visit.begin)[start[:-1]], visit.source, visit.weight
        tables = self._cost, self._shift, self._dtype(self.never)
        size = visit.targets * self.width
        threads = self._threads if size >= THREADING_ELEMENTS else 1
        slices = (1 + size // (CHECK_ELEMENTS * threads)) * threads
        cuts = np.searchsorted(start, np.linspace(0, visit.targets, slices + 1)).tolist()
        part = partial(apply_step, old, new, self.width, *lists, *tables)
        if threads == 1:
            for runs in pairwise(cuts):
                part(*runs)
                check_cancelled()
            return new
        with ThreadPoolExecutor(threads) as pool:
            for work in [pool.submit(part, *runs) for runs in pairwise(cuts)]:
                work.result()
                check_cancelled()
        return new


def least_by_height(rows: int, cols: int, kind: str, game: Game = DOMINEERING) -> list[int | None]:
    """The fewest pieces over the positions of a kind that alternating play can reach, for each height.

    Entry m - 1 belongs to the m x cols board; None if there is no such position. The window is widened until
    it is `enough` for every height. If the labels do not determine where a board could end, the boards are
    swept one by one.
    """
    stuck = stuck_players(kind)
    limit = rows * cols // min(len(piece.cells) for piece in game.on(2))
    window = min(rows * cols // 8 + 4, enough(rows, cols, None, game))
    three_rows = Board.rectangle(min(3, rows + 1), cols)  # later rows have no more states
    states = profile(Problem(three_rows, stuck, game=game), lexicographic(three_rows, (0, 1))).counts
    compiling, sweeping = stages([1, 9], ["compiling", "sweeping"])
    algebra = LeastByDifference(window, limit)
    seconds = TRANSITIONS * max(states) * rows * cols * algebra.bytes * SECONDS_PER_BYTE
    expect(listed_need(max(states), 2 * algebra.bytes, seconds=seconds))
    found: list[int | None] = []
    try:
        with compiling:
            sweep = compile_rows(rows, cols, stuck=stuck, game=game, report=advance)
    except AmbiguousBoundaryError:
        for m in range(1, rows + 1):
            with stage(m - 1, rows):
                least = extreme_position(Board.rectangle(m, cols), stuck, PLAY_DIFFERENCES[kind], game)
            found.append(None if least is None else len(least.pieces))
        return found
    with sweeping:
        while True:
            algebra = LeastByDifference(window, limit, current().cores)
            found = [least for _, least in rows_of(sweep, algebra, kind)]
            need = max(enough(m, cols, least, game) for m, least in enumerate(found, 1))
            if need <= window:
                return found
            window = need


def rows_of(
    sweep: Sequence[Row], algebra: LeastByDifference, kind: str
) -> Iterator[tuple[Array, int | None]]:
    """The values after each row, and the least number of pieces with which alternating play can be over."""
    values: Array = algebra.start()
    for done, row in enumerate(sweep):
        with stage(done, len(sweep)):
            values = algebra.carry(row.visits, values)
        costs = algebra.read(algebra.rows(values)[row.ends].min(axis=0))
        yield values, min((costs[d] for d in PLAY_DIFFERENCES[kind] if d in costs), default=None)


def enough(rows: int, cols: int, pieces: int | None, game: Game = DOMINEERING) -> int:
    """A window that contains the differences of all smallest positions, given the pieces of some position.

    As the final difference is at most 1, each player has at most half of the pieces, rounded up.
    """
    return max(most_pieces(Board.rectangle(rows, cols), game)) if pieces is None else (pieces + 1) // 2
