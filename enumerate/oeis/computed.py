"""The terms of a sequence, computed from its boards."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import count, islice, repeat
from math import prod
from typing import Any, Unpack

from ..counting.positions import count_with_provenance
from ..counting.solve import counting_run
from ..model.board import Board
from ..model.game import Game
from ..plan.plan import TOTAL, Engine, Wanted, What, plan
from ..rules.kinds import stuck_players
from ..rules.problem import Problem, transposed
from ..support.errors import InputError, TooLargeError, require_integer
from ..support.memory import CostEstimate
from ..support.result import Result, Table
from ..support.run import CountingOptions, Settings
from .registry import Sequence, sequence
from .shapes import Shape, line_of


@dataclass(frozen=True, slots=True)
class Term(Result):
    """The term a(index), and how it was obtained."""

    index: int
    value: int
    provenance: dict[str, object] = field(default_factory=dict, compare=False)

    def __str__(self) -> str:
        return f"a({self.index}) = {self.value}"

    def table(self) -> Table:
        """The index and the value."""
        return Table(("n", "a(n)"), ((self.index, self.value),))

    def to_json(self) -> dict[str, Any]:
        """The index, the value as text and the provenance."""
        return {"n": self.index, "value": str(self.value), "provenance": self.provenance}


MOST_WIDE = 32  # cells across a board: two bits of a state for each


def cells_of(entry: Sequence | str, index: int) -> tuple[int, ...] | None:
    """The shape of the board that the term a(index) counts; None for a term that belongs to no board.

    >>> cells_of("A332862", 6), cells_of("A210662", 5), cells_of("A004003", 3), cells_of("A220054", 4)
    ((3, 1), (3, 2), (6, 6), (1, 1))
    """
    entry, index = sequence(entry), require_integer("index", index)
    place = index - entry.offset
    if place < 0:
        raise InputError(f"{entry.number} starts at n = {entry.offset}, not {index}")
    if place < len(entry.head):
        return None
    return Shape.of(entry.family).sizes(place if entry.is_array else index - 1, entry.shift)


def term(
    entry: Sequence | str, index: int, *, engine: str = "auto", **options: Unpack[CountingOptions]
) -> Term:
    """One term.

    >>> term("A332714", 4).value
    4632
    """
    entry, index = sequence(entry), require_integer("index", index)
    shape = cells_of(entry, index)
    if shape is None:
        return Term(index, entry.head[index - entry.offset], {"engine": "none", "reason": "no board"})
    if 0 in shape:
        return Term(index, 1, {"engine": "none", "reason": "the board without cells"})
    board = Board.box(*shape, wrap=entry.wrap)
    if entry.read == "perfect":
        from ..counting.positions import perfect

        return Term(index, *perfect(board, engine, **options))
    found = count_with_provenance(
        board, entry.kind, play=entry.read == "play", engine=engine, game=entry.game, **options
    )
    return Term(index, *found)


def largest_boards(entry: Sequence | str, index: int) -> Iterator[Board]:
    """The largest boards of the terms up to a(index); those that are too wide are refused.

    >>> list(largest_boards("A332714", 100))
    Traceback (most recent call last):
        ...
    enumerate.TooLargeError: A332714 a(100) counts 100 x 100 cells, and the shortest side must be at most 32
    """
    entry = sequence(entry)
    for place in () if entry.is_strip else last_places(entry, index):
        shape = cells_of(entry, place)
        if shape is None or 0 in shape:
            continue
        if min(shape) > MOST_WIDE:
            raise TooLargeError(
                f"{entry.number} a({place}) counts {' x '.join(map(str, shape))} cells, "
                f"and the shortest side must be at most {MOST_WIDE}"
            )
        yield Board.box(*shape, wrap=entry.wrap)


def term_need(task: Problem, play: bool, settings: Settings) -> CostEstimate:
    """The cost of a term of a sequence."""
    wanted = Wanted(What.DIFFERENCES, (0, 1)) if play else TOTAL
    return plan(task, wanted, Engine.AUTO, settings).need


def last_places(entry: Sequence, index: int) -> range:
    """The terms whose boards are the largest up to a(index): of an array or triangle, a whole line of them.

    >>> last_places(sequence("A332714"), 7), last_places(sequence("A332862"), 8)
    (range(7, 8), range(5, 9))
    """
    line = line_of(index - entry.offset) if entry.is_array else 0
    return range(max(entry.offset, index - line), index + 1)


def terms(
    entry: Sequence | str,
    size: int | None = None,
    *,
    engine: str = "auto",
    **options: Unpack[CountingOptions],
) -> Iterator[Term]:
    """The terms from the first on, `size` of them or without end; those of a strip come from one sweep.

    >>> [t.value for t in terms("A288028", 6)]
    [2, 5, 22, 75, 264, 941]
    """
    entry = sequence(entry)
    size = None if size is None else require_integer("size", size, 0)
    first = entry.offset
    found = (
        _strip_terms(entry)
        if entry.is_strip
        else (partial(term, entry, index, engine=engine) for index in count(first))
    )
    with counting_run(options) as settings:
        shares: Iterator[Settings] = repeat(settings)
        if size is not None:
            parts = settings.cut([_work(entry, index) for index in range(first, first + size)])
            boards, game = largest_boards(entry, first + size - 1), Game.named(entry.game)
            for board in boards if size else ():
                task = Problem(board, stuck_players(entry.kind, game.variables(board.dimension)), game=game)
                parts[-1].expect(term_need(task, entry.read == "play", settings))
            shares = iter(parts)
        for share, compute in zip(shares, found, strict=False):
            yield compute(settings=share)
            share.report(1, 1)


def _work(entry: Sequence, index: int) -> float:
    """The estimated work for a term, relative to other terms."""
    shape = cells_of(entry, index)
    if entry.is_strip or shape is None or 0 in shape:
        return 1
    cells = float(prod(shape))
    return cells * cells * float(2.5 ** (cells / max(shape)))


def _strip_terms(entry: Sequence) -> Iterator[Callable[..., Term]]:
    headed = entry.offset + len(entry.head)
    yield from (partial(term, entry, index) for index in range(entry.offset, headed))
    rows = _strip(entry, headed)
    for index in count(headed):
        yield lambda settings, index=index: Term(index, *next(rows))


def _strip(entry: Sequence, index: int) -> Iterator[tuple[int, dict[str, object]]]:
    """The totals of a strip, from that of a(index) on; the sweep runs along the growing side."""
    from ..strips.strip import Strip

    along = entry.sides.index("n")
    others = [axis for axis in range(len(entry.sides)) if axis != along]
    section = [int(entry.sides[axis]) for axis in others]
    game = Game.named(entry.game)
    stuck = stuck_players(entry.kind, game.variables(len(entry.sides)))
    turned = transposed(game, [along, *others])
    strip = Strip.of(*section, stuck=stuck, perfect=entry.read == "perfect", game=turned)
    how: dict[str, object] = {"engine": "strip", "states": len(strip), "arithmetic": "exact integers"}
    for value in islice(strip.rows(), index + entry.shift, None):
        yield value, how
