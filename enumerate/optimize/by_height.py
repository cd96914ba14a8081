"""Shortest ends of all rectangles with the same number of columns, by one sweep from the top."""

from collections.abc import Iterator, Sequence

from ..compiler.borders import AmbiguousBoundaryError, Row, compile_rows
from ..model.alternating import PLAY_DIFFERENCES
from ..model.board import Board
from ..model.game import DOMINEERING, Game
from ..plan.cost import TRANSITIONS, listed_need
from ..rules.bounds import most_pieces
from ..rules.tiles import stuck_players
from ..support.settings import DEFAULT, Settings
from ..sweep.diagram import Array
from ..sweep.orders import lexicographic
from ..sweep.profile import state_counts
from .differences import LeastByDifference
from .extremes import extreme_position

PER_BYTE = 1e-10  # seconds for a transition and a byte of a row, measured


def least_by_height(
    rows: int, cols: int, kind: str, settings: Settings = DEFAULT, game: Game = DOMINEERING
) -> list[int | None]:
    """The fewest pieces over the positions of a kind that alternating play can reach, for each height.

    Entry m - 1 is for the m x cols board; None if there is no such position. The window of differences is
    widened until it is enough for every height, by the argument of `enough`. Where the labels
    do not tell at which states a board could end, the boards are swept one by one.

    >>> least_by_height(6, 5, "right-end")
    [None, 4, 4, 5, 7, 8]
    """
    stuck = stuck_players(kind)
    limit = rows * cols // min(len(piece.cells) for piece in game.on(2))
    window = min(rows * cols // 8 + 4, enough(rows, cols, None, game))
    three_rows = Board.rectangle(min(3, rows + 1), cols)  # later rows have no more states
    states = state_counts(three_rows, stuck, lexicographic(three_rows, (0, 1)), game=game)
    compiling, sweeping = settings.cut([1, 9], ["compiling", "sweeping"])
    algebra = LeastByDifference(window, limit)
    seconds = TRANSITIONS * max(states) * rows * cols * algebra.bytes * PER_BYTE
    settings.expect(listed_need(max(states), 2 * algebra.bytes, seconds=seconds))
    try:
        sweep = compile_rows(rows, cols, stuck=stuck, game=game, report=compiling.report)
    except AmbiguousBoundaryError:
        return [_alone(m, cols, kind, settings.part(m - 1, rows), game) for m in range(1, rows + 1)]
    while True:
        algebra = LeastByDifference(window, limit, settings.cores)
        found = []
        for _, least in rows_of(sweep, algebra, kind, sweeping):
            found.append(least)
            sweeping.report(len(found), len(sweep))
        need = max(enough(m, cols, least, game) for m, least in enumerate(found, 1))
        if need <= window:
            return found
        window = need


def _alone(rows: int, cols: int, kind: str, settings: Settings, game: Game) -> int | None:
    """The same for one board."""
    board = Board.rectangle(rows, cols)
    found = extreme_position(board, stuck_players(kind), PLAY_DIFFERENCES[kind], False, settings, game)
    return None if found is None else len(found.pieces)


def rows_of(
    sweep: Sequence[Row],
    algebra: LeastByDifference,
    kind: str,
    settings: Settings = DEFAULT,
) -> Iterator[tuple[Array, int | None]]:
    """The values below each row, and the least of them at which alternating play can be over."""
    values: Array = algebra.start()
    for done, row in enumerate(sweep):
        report = settings.part(done, len(sweep)).report
        values = algebra.carry(row.visits, values, report)
        costs = algebra.read(algebra.rows(values)[row.ends].min(axis=0))
        yield values, min((costs[d] for d in PLAY_DIFFERENCES[kind] if d in costs), default=None)


def enough(rows: int, cols: int, pieces: int | None, game: Game = DOMINEERING) -> int:
    """A window that no least position leaves on the way, if so many pieces are attained (None: unknown).

    With a difference of at most 1 in the end, each player has at most half of the pieces, rounded up.
    """
    return max(most_pieces(Board.rectangle(rows, cols), game)) if pieces is None else (pieces + 1) // 2
