"""The terms of registered sequences, computed from their boards, and compared with the published ones."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, islice, repeat, takewhile
from math import prod
from typing import Any, Unpack

from ..counting.positions import answer_total
from ..counting.solve import counting_run
from ..model.board import Board
from ..model.game import Game
from ..plan.plan import TOTAL, Engine, plans
from ..plan.question import Question
from ..rules.kinds import KindName, stuck_players
from ..rules.problem import transposed
from ..support.errors import ComputationError, InputError, plural, require_integer
from ..support.result import Result, Results, Table
from ..support.run import CountingOptions, Settings
from .bfiles import TermList
from .published import known
from .registry import REGISTRY, Sequence, line_of, sequence

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


def entry_question(entry: Sequence, index: int) -> Question | None:
    """The question that the term a(index) answers; None if there is no board or no cell."""
    shape = cells_of(entry, index)
    if shape is None or 0 in shape:
        return None
    kind: KindName = "perfect" if entry.read == "perfect" else entry.kind
    board = Board.box(*shape, wrap=entry.wrap)
    return Question(board, kind, play=entry.read == "play", game=Game.named(entry.game))


def term(
    entry: Sequence | str, index: int, *, engine: str = "auto", **options: Unpack[CountingOptions]
) -> Term:
    """One term.

    >>> term("A332714", 4).value
    4632
    """
    entry, index = sequence(entry), require_integer("index", index)
    question = entry_question(entry, index)
    if question is not None:
        return Term(index, *answer_total(question, engine, **options))
    if (place := index - entry.offset) < len(entry.head):
        return Term(index, entry.head[place], {"engine": "none", "reason": "no board"})
    return Term(index, 1, {"engine": "none", "reason": "the board without cells"})


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
    first, starts = entry.offset, entry.offset + len(entry.head)
    rows = _strip(entry) if entry.is_strip else None
    with counting_run(options) as settings:
        shares: Iterator[Settings] = repeat(settings)
        if size is not None:
            indices = range(first, first + size)
            works = [1.0 if rows else work(cells_of(entry, index) or ()) for index in indices]
            parts = settings.cut(works)
            line = line_of(size - 1) if entry.shape.is_array else 0
            for index in indices[-1 - line :] if rows is None else ():
                question = entry_question(entry, index)
                if question is not None:
                    expect_total(question, parts[-1])
            shares = iter(parts)
        for index, share in zip(count(first), shares, strict=False):
            if rows is not None and index >= starts:
                yield Term(index, *next(rows))
            else:
                yield term(entry, index, engine=engine, settings=share)
            share.report(1, 1)


def work(shape: tuple[int, ...]) -> float:
    """The estimated work for a board, relative to other boards of a family."""
    return float(2.0 ** min(prod(shape) ** 0.5, 100))


def expect_total(question: Question, settings: Settings) -> None:
    """Refuse a total that does not fit; announce a long one."""
    planned = plans(question.terms(), TOTAL, Engine.AUTO, settings)
    settings.shared([plan.need for plan in planned.values()])


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
class EntryTerms(TermList):
    """Terms of a sequence, from the first on."""

    entry: Sequence
    offset: int
    terms: tuple[int, ...]

    @classmethod
    def recorded(cls, entry: Sequence, size: int | None = None) -> "EntryTerms":
        """The published and recorded terms up to the first gap, at most `size` of them."""
        held = known(entry).terms
        indices = takewhile(held.__contains__, count(entry.offset))
        return cls(entry, entry.offset, tuple(held[index] for index in islice(indices, size)))

    @classmethod
    def computed(cls, entry: Sequence, size: int, settings: Settings) -> "EntryTerms":
        """The first terms, computed now or resumed from a store."""
        if size > MOST_TERMS:
            raise InputError(f"`terms` must be at most {MOST_TERMS:,}, not {size}")
        return cls(entry, entry.offset, tuple(found.value for found in terms(entry, size, settings=settings)))

    def to_json(self) -> dict[str, Any]:
        """The entry and the terms, as text."""
        entry, found = self.entry, list(map(str, self.terms))
        return {"number": entry.number, "about": entry.about, "offset": entry.offset, "terms": found}

    def check(self) -> str:
        """How many terms agree with the published ones, in a line; an error at the first difference."""
        number, held, values = self.entry.number, known(self.entry), self.values
        common = [index for index in values if index in held.published]
        for index in common:
            if values[index] != held.published[index]:
                here = f"{values[index]} here and {held.published[index]} as published"
                raise ComputationError(f"{number}: a({index}) is {here}")
        more = [index for index in values if index not in held.published]
        beyond = sum(index > held.published_to for index in more)
        parts = [f"{plural(len(common), 'term')} agree{'s' if len(common) == 1 else ''}"]
        parts += [f"{len(more) - beyond} published but not stored here"] if len(more) > beyond else []
        parts += [f"{beyond} beyond the published end (n = {held.published_to})"] if beyond else []
        return f"{number}: {', '.join(parts)}"
