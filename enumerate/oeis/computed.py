"""The terms of registered sequences, computed from their boards, and compared with the published ones."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, islice, repeat, takewhile
from math import prod
from typing import Any, Unpack

from ..counting.positions import answer_total, perfect
from ..counting.solve import counting_run
from ..model.board import Board
from ..model.game import Game
from ..plan.plan import TOTAL, Engine, Wanted, What, plan
from ..plan.question import Question
from ..rules.kinds import stuck_players
from ..rules.problem import Problem, transposed
from ..support.errors import ComputationError, InputError, TooLargeError, plural, require_integer
from ..support.result import Result, Results, Table
from ..support.run import CountingOptions, Settings
from .bfiles import MOST_DIGITS, bfile, fits_bfile
from .published import known
from .registry import REGISTRY, Sequence, line_of, sequence

MOST_WIDTH = 32  # cells across a board: a state has two bits for each
MOST_TERMS = 10_000
COLUMNS = ("number", "offset", "published", "computed", "published_to", "records", "about")


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
    return entry.shape.sizes(place if entry.shape.is_array else index - 1, entry.shift)


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
        return Term(index, *perfect(board, engine, **options))
    question = Question(board, entry.kind, play=entry.read == "play", game=Game.named(entry.game))
    return Term(index, *answer_total(question, engine, **options))


def largest_boards(entry: Sequence, index: int) -> list[Board]:
    """The largest boards of the terms up to a(index), a whole line for arrays; boards that are too wide are
    refused."""
    found = []
    line = line_of(index - entry.offset) if entry.shape.is_array else 0
    for place in () if entry.is_strip else range(max(entry.offset, index - line), index + 1):
        shape = cells_of(entry, place)
        if shape is None or 0 in shape:
            continue
        if min(shape) > MOST_WIDTH:
            raise TooLargeError(
                f"{entry.number} a({place}) counts {' x '.join(map(str, shape))} cells, "
                f"and the shortest side must be at most {MOST_WIDTH}"
            )
        found.append(Board.box(*shape, wrap=entry.wrap))
    return found


def terms(
    entry: Sequence | str,
    size: int | None = None,
    *,
    engine: str = "auto",
    **options: Unpack[CountingOptions],
) -> Iterator[Term]:
    """The terms from the first on, `size` of them or without end; a strip takes one sweep.

    >>> [t.value for t in terms("A288028", 6)]
    [2, 5, 22, 75, 264, 941]
    """
    entry = sequence(entry)
    size = None if size is None else require_integer("size", size, 0)
    first = entry.offset
    rows = _strip(entry) if entry.is_strip else None
    with counting_run(options) as settings:
        shares: Iterator[Settings] = repeat(settings)
        if size is not None:
            parts = settings.cut([_work(entry, index) for index in range(first, first + size)])
            boards, game = largest_boards(entry, first + size - 1), Game.named(entry.game)
            wanted = Wanted(What.DIFFERENCES, (0, 1)) if entry.read == "play" else TOTAL
            for board in boards if size else ():
                task = Problem(board, stuck_players(entry.kind, game.variables(board.dimension)), game=game)
                parts[-1].expect(plan(task, wanted, Engine.AUTO, settings).need)
            shares = iter(parts)
        for index, share in enumerate(shares, first):
            if rows is not None and index >= first + len(entry.head):
                yield Term(index, *next(rows))
            else:
                yield term(entry, index, engine=engine, settings=share)
            share.report(1, 1)


def _work(entry: Sequence, index: int) -> float:
    """The estimated work for a term, relative to other terms."""
    shape = cells_of(entry, index)
    if entry.is_strip or shape is None or 0 in shape:
        return 1
    cells = float(prod(shape))
    return cells * cells * float(2.5 ** (cells / max(shape)))


def _strip(entry: Sequence) -> Iterator[tuple[int, dict[str, object]]]:
    """The totals of a strip, from the first board on; the sweep runs along the growing side."""
    from ..strips.strip import Strip

    sides, along = entry.shape.sides, entry.shape.along
    others = [axis for axis in range(len(sides)) if axis != along]
    game = Game.named(entry.game)
    stuck = stuck_players(entry.kind, game.variables(len(sides)))
    turned = transposed(game, [along or 0, *others])
    section = [sides[axis].plus for axis in others]
    strip = Strip.of(*section, stuck=stuck, perfect=entry.read == "perfect", game=turned)
    how: dict[str, object] = {"engine": "strip", "states": len(strip), "arithmetic": "exact integers"}
    for value in islice(strip.rows(), entry.offset + len(entry.head) + entry.shift, None):
        yield value, how


def registered() -> Results[tuple[object, ...]]:
    """A row for each sequence: its number and offset, the numbers of stored and computed terms, and its end.

    `published_to` is the last index that the OEIS publishes, as far as it is known here; `records` counts the
    computed terms beyond it.
    """
    rows: list[tuple[object, ...]] = []
    for entry in REGISTRY.values():
        held = known(entry)
        computed = held.reproduced + len(held.computed)
        ends = (held.published_to, len(held.records))
        rows.append((entry.number, entry.offset, len(held.published), computed, *ends, entry.about))
    return Results(
        rows,
        lambda rows: Table(COLUMNS, tuple(rows)),
        lambda rows: [dict(zip(COLUMNS, row, strict=True)) for row in rows],
    )


@dataclass(frozen=True, slots=True)
class EntryTerms(Result):
    """Terms of a sequence by their indices, from the first on."""

    entry: Sequence
    values: dict[int, int]

    @classmethod
    def recorded(cls, entry: Sequence, size: int | None = None) -> "EntryTerms":
        """The published and recorded terms up to the first gap, at most `size` of them."""
        held = known(entry).terms
        indices = islice(takewhile(held.__contains__, count(entry.offset)), size)
        return cls(entry, {index: held[index] for index in indices})

    @classmethod
    def computed(cls, entry: Sequence, size: int, settings: Settings, bfile: bool = False) -> "EntryTerms":
        """The first terms, computed now or resumed from a store.

        With `bfile` the list ends before the first term that is too long for a b-file; a note says so.
        """
        largest_boards(entry, entry.offset + size - 1)  # refuses boards that are too wide
        if size > MOST_TERMS:
            raise InputError(f"`terms` must be at most {MOST_TERMS:,}, not {size}")
        values = {}
        with counting_run({"settings": settings}) as ready:
            for found in terms(entry, size, settings=ready):
                if bfile and not fits_bfile(found.value):
                    settings.note(
                        f"a({found.index}) has more than {MOST_DIGITS} digits: the b-file ends before it"
                    )
                    break
                values[found.index] = found.value
        return cls(entry, values)

    def __str__(self) -> str:
        return ", ".join(map(str, self.values.values()))

    def table(self) -> Table:
        """A row for each term."""
        return Table(("n", "a(n)"), tuple(self.values.items()))

    def to_json(self) -> dict[str, Any]:
        """The entry and the terms, as text."""
        entry, found = self.entry, [str(value) for value in self.values.values()]
        return {"number": entry.number, "about": entry.about, "offset": entry.offset, "terms": found}

    def bfile(self) -> str:
        """The b-file."""
        return bfile(self.values)

    def check(self) -> str:
        """How many terms agree with the published ones, in a line; an error at the first difference."""
        number, held = self.entry.number, known(self.entry)
        common = [index for index in self.values if index in held.published]
        for index in common:
            if self.values[index] != held.published[index]:
                here = f"{self.values[index]} here and {held.published[index]} as published"
                raise ComputationError(f"{number}: a({index}) is {here}")
        more = [index for index in self.values if index not in held.published]
        beyond = sum(index > held.published_to for index in more)
        parts = [f"{plural(len(common), 'term')} agree{'s' if len(common) == 1 else ''}"]
        parts += [f"{len(more) - beyond} published but not stored here"] if len(more) > beyond else []
        parts += [f"{beyond} beyond the published end (n = {held.published_to})"] if beyond else []
        return f"{number}: {', '.join(parts)}"
