"""All positions of a kind in a fixed order, without storing them: ranks, samples and lists.

Read `backward.py` first.

A walk visits the cells in the order of the sweep and decides at each cell: nothing, or one of the placements
that start there. The backward table gives the number of positions after each decision. So the position with a
given number is found decision by decision, the number of a position is a sum over rejected decisions, and a
uniform number gives a uniform position. Many walks run side by side, with a few array operations at each
visit. All counts are Python integers and therefore exact.

Positions are ordered by their first difference along the sweep: empty (or covered), Left's piece, Right's
piece, Middle's piece.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from copy import copy
from fractions import Fraction
from functools import cached_property, reduce
from itertools import islice, product
from typing import Any, Literal, Unpack, overload

import numpy as np

from ..compiler.operators import objects
from ..model.board import Board, Player, PlayerLike
from ..model.game import DEFAULT_GAME, DOMINEERING, Game, GameLike
from ..model.lattice import items
from ..model.position import BoardLike, Position, as_position, positions_table, require_position
from ..rules.kinds import Kind, KindLike, PiecesLike, StuckLike, check_numbers, kind_of, wanted_pieces
from ..rules.problem import NoPositionError, NumbersLike, Problem, most_pieces
from ..support.errors import InputError, about, require_integer
from ..support.memory import REFUSED_SECONDS, CostEstimate, times
from ..support.names import renamed
from ..support.result import Result, Table, digits, short_repr
from ..support.run import (
    Options,
    advance,
    cancellable,
    current,
    expect,
    running,
    settings_from,
    stages,
    within,
)
from ..support.seeds import SeedLike, below, chosen_seed, generator
from ..sweep.diagram import Array
from ..sweep.visit import PLAYERS
from .aztec import Diamond
from .backward import BackwardTable, Sums, Visit, table_size, walked
from .samples import Samples
from .weighing import IntegerWeights, WeightedQuestion

COUNTING_SHARE = 0.8  # share of the time for counting completions before walks
SHOWN_POSITIONS = 20  # in a table
CHECK_EVERY_WALKS = 64  # between checks for cancellation
SECONDS_PER_CELL = 1e-6  # of a walk
POSITION_BYTES, CELL_BYTES = 400, 26  # memory of a position, and in addition for each cell
WALK_BYTES, WALK_CELL_BYTES = 400, 6  # the same for a walk, before its position is built
FIRST_BATCH, LARGEST_BATCH = 16, 4096  # positions that are listed together


def sample_need(board: Board, size: int, as_array: bool = False) -> CostEstimate:
    """The cost of `size` positions, given their numbers; an array takes less than position objects."""
    each, every_cell = (WALK_BYTES, WALK_CELL_BYTES) if as_array else (POSITION_BYTES, CELL_BYTES)
    memory = times(size, each + every_cell * len(board))
    seconds = times(size * len(board), SECONDS_PER_CELL)
    return CostEstimate(f"{about(size)} positions", memory, seconds, instead="Draw fewer positions")


def collected_sums(
    board: Board,
    dominoes: Sequence[int | None],
    differences: tuple[int, ...] | None,
    game: Game = DOMINEERING,
    pieces: Sequence[int] = (),
) -> Sums:
    """The numbers that a walk collects.

    With given numbers of dominoes, the sum encodes the numbers of all players in a mixed radix; so it does
    with both `pieces` and differences. With differences alone, each cell counts 1, a domino of Left 1 more
    and of Right 1 less, so that the sum is the number of cells plus a - b. With `pieces` alone, each counts
    1.

    >>> collected_sums(Board.rectangle(2, 2), (None, None), (-1, 0))
    Sums(places=(1, 2, 0, 0), wanted=(3, 4))
    """
    if pieces and differences is None:
        return Sums((0, 1, 1, 1), tuple(pieces))
    if differences is not None and not pieces and all(number is None for number in dominoes):
        cells = len(board)
        return Sums((1, 2, 0, 0), tuple(cells + d for d in differences if cells + d >= 0))
    places, radix = [0, 0, 0, 0], 1
    choices: list[Iterable[int | None]] = []
    for axis, (number, most) in enumerate(zip(dominoes, most_pieces(board, game), strict=True)):
        if number is None and differences is None:
            choices.append([None])
            continue
        choices.append(range(most + 1) if number is None else [number] if number <= most else [])
        places[PLAYERS[axis]] = radix
        radix *= most + 1
    wanted = tuple(
        sum(places[PLAYERS[axis]] * (number or 0) for axis, number in enumerate(numbers))
        for numbers in product(*choices)
        if differences is None or (numbers[0] or 0) - (numbers[1] or 0) in differences
        if not pieces or sum(number or 0 for number in numbers) in pieces
    )
    return Sums((places[0], places[1], places[2], places[3]), wanted)


class Walks:
    """Many walks side by side through one of the signed sets of positions, all at the same visit."""

    def __init__(self, sign: int, table: BackwardTable, size: int) -> None:
        self._sign, self._table = sign, table
        self._codes = np.zeros(size, dtype=table.compiled.codes[0].dtype)
        self._spent = np.zeros(size, dtype=np.int64)
        self._is_there = np.ones(size, dtype=bool)

    def enter(self, visit: int, vector: Any) -> Array:
        """Which decisions of a visit are possible for each walk; `vector` has the completions after it."""
        self._visit, self._vector = visit, vector
        self._is_possible, self._after = self._table.compiled.moves[visit](self._codes)
        self._is_possible &= self._is_there[:, None]
        self._collected = np.array(self._table.visits[visit].collected)
        return self._is_possible

    def counts(self, walks: Array, decision: int) -> Array:
        """The signed number of positions that remain for each of some walks after a decision."""
        found = np.zeros(len(walks), dtype=object)
        may = self._is_possible[walks, decision]
        here = walks[may]
        states = self._table.compiled.states(self._visit + 1, self._after[here, decision])
        spent = self._spent[here] + self._collected[decision]
        counts = self._table.completions(self._vector, states, spent)
        found[may] = counts if self._sign > 0 else -counts
        return found

    def go(self, chosen: Array) -> None:
        """Let every walk take its chosen decision."""
        rows = np.arange(len(chosen))
        self._is_there = self._is_possible[rows, chosen]
        self._codes = self._after[rows, chosen]
        self._spent += self._collected[chosen]

    @property
    def ends(self) -> Array:
        """The sign of the set for each walk that ends at one of its positions, and 0 for the others."""
        return self._sign * (self._is_there & np.isin(self._spent, self._table.wanted))


class PositionList(Result):
    """All positions of a kind on a board, in a fixed order, numbered from 0.

    `dominoes` gives the number of dominoes of each player (None for any number), or `pieces` the allowed
    total numbers. The other arguments are those of `positions`. For a signed sum such as any-end, a walk goes
    through all summands at once. With weights `x`, `y`, `z` of the players' pieces, or `weights` of the
    placements, a position takes several numbers in proportion to its weight, so only samples make sense. With
    `only_drawn`, perfect positions of Aztec diamonds are drawn by shuffling. The `options` are those of
    `Settings`; slow methods accept them, too.

    >>> maximal = PositionList("3x2", "maximal")
    >>> maximal.total
    5
    >>> print(maximal.position(0))
    .L
    LL
    L.
    >>> maximal.rank(maximal.position(3))
    3
    >>> len(maximal.sample(4, seed=1))
    4
    """

    def __init__(
        self,
        board: BoardLike,
        kind: KindLike = "general",
        *,
        stuck: StuckLike | None = None,
        play: bool = False,
        turn: PlayerLike | None = None,
        dominoes: Sequence[int | None] = (),
        pieces: Sequence[int] = (),
        x: Any = None,
        y: Any = None,
        z: Any = None,
        weights: NumbersLike | None = None,
        only_drawn: bool = False,
        game: GameLike = DEFAULT_GAME,
        **options: Unpack[Options],
    ) -> None:
        self.start = as_position(board, game)  # with the pieces already on the board
        self.asked = WeightedQuestion.of(
            self.start, kind, stuck, DEFAULT_GAME, (x, y, z), weights, play, turn
        )
        self.question, self.terms = self.asked.question, self.asked.terms
        self.board, self.game = self.question.board, self.question.game  # where pieces can be added
        self.dominoes = check_numbers(self.board, dominoes, self.game)
        self.pieces = tuple(require_integer("pieces", number, 0) for number in items("pieces", pieces))
        if pieces and any(number is not None for number in self.dominoes):
            raise InputError("give the number of all pieces or the numbers of each player, not both")
        self._options = options
        is_free = not self.pieces and all(number is None for number in self.dominoes)
        self.diamond = Diamond.of(self.asked) if only_drawn and is_free else None
        self._count_completions()

    def _count_completions(self) -> None:
        """Compute the backward tables that all walks use."""
        self._tables: list[tuple[int, BackwardTable]] = []  # with the signs of the terms
        weights = self.asked.chances
        if self.diamond is not None:
            return
        with running(self._options):
            stuck = frozenset[int]().union(*(problem.stuck for _, problem, _ in self.terms))
            self.order = walked(Problem(self.board, stuck, game=self.game))
            self._weights = IntegerWeights.of(self.asked.graph, self.order, weights)
            sums = [
                collected_sums(self.board, self.dominoes, differences, self.game, self.pieces)
                for _, _, differences in self.terms
            ]
            sizes = [
                table_size(problem, self.order, collected.most, self._weights)
                for (_, problem, _), collected in zip(self.terms, sums, strict=True)
            ]
            parts = current().shared([size.need for size in sizes])
            for (sign, problem, _), collected, size, part in zip(self.terms, sums, sizes, parts, strict=True):
                with within(part), suppress(NoPositionError):
                    table = BackwardTable(problem, self.order, collected, self._weights, size)
                    self._tables.append((sign, table))

    @cached_property
    def total(self) -> int:
        """The number of positions; with weights, the sum of their integer weights."""
        if self.diamond is not None:
            return 1 << self.diamond.order * (self.diamond.order + 1) // 2
        return sum([sign * table.total for sign, table in self._tables])

    @property
    def kind(self) -> Kind | None:
        """The kind of the listed positions, if it has a name."""
        if self.question.stuck is None:
            return Kind.of(self.question.kind)
        return kind_of(self.terms[0].problem.stuck, self.question.variables)

    @property
    def _identity(self) -> tuple[Any, ...]:
        """The fields that define the list, without derived ones."""
        weights = self.asked.by_player, self.asked.each, self.diamond
        return self.start, self.terms, self.dominoes, self.pieces, weights

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PositionList):
            return NotImplemented
        return self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __repr__(self) -> str:
        stuck = set(self.terms[0].problem.stuck)
        fields = {"board": self.board, "game": self.game, "kind": self.kind, "stuck": stuck}
        return short_repr("PositionList", fields | {"play": self.question.play, "total": self.total})

    def __getstate__(self) -> dict[str, Any]:
        """The question without the backward tables, which are large and quickly recomputed."""
        derived = ("_tables", "_weights", "_number_of", "order", "total", "_options")
        kept = {name: value for name, value in vars(self).items() if name not in derived}
        return kept | {"_options": {"settings": settings_from(self._options).portable()}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._count_completions()

    def of_size(self, pieces: int) -> PositionList:
        """The listed positions with `pieces` pieces, where `pieces` is one of the allowed numbers.

        >>> few = PositionList("2x2", pieces=(0, 1))
        >>> few.total, few.of_size(1).total
        (5, 4)
        """
        if self.question.play or pieces not in self.pieces:
            raise InputError(f"positions with {pieces} pieces are not among these: {self.describe('every')}")
        found = copy(self)
        found.pieces = (pieces,)
        found._tables = [(sign, table.of(pieces)) for sign, table in self._tables]
        vars(found).pop("total", None)
        return found

    @property
    def weight(self) -> Fraction:
        """The sum of the weights of all positions; without weights, their number."""
        if self.diamond is not None:
            return self.diamond.weight
        return Fraction(self.total, self._weights.scale)

    # -- walking ---------------------------------------------------------------------------------

    def _moments(self, walks: Sequence[Walks]) -> Iterator[tuple[int, Visit, Array]]:
        """The number of each visit, its decisions, and which of them each walk can take."""
        visits = self._tables[0][1].visits
        ascending = zip(*(table.ascending() for _, table in self._tables), strict=True)
        for number, vectors in enumerate(islice(ascending, 1, None)):
            advance(number, len(self.order))
            is_possible = [each.enter(number, vector) for each, vector in zip(walks, vectors, strict=True)]
            yield number, visits[number], np.logical_or.reduce(is_possible)

    def _walks(self, size: int) -> list[Walks]:
        return [Walks(sign, table, size) for sign, table in self._tables]

    def positions(self, ranks: Sequence[int], **options: Unpack[Options]) -> list[Position]:
        """The positions with the given numbers, found together in one pass over the table.

        >>> [str(position) for position in PositionList("1x3").positions([0, 2])]
        ['...', 'RR.']
        """
        self._require_numbers()
        left = [require_integer("rank", rank) for rank in items("ranks", ranks)]
        for rank in left:
            if not 0 <= rank < self.total:
                raise InputError(f"no position has number {rank}: there are {self.total}, numbered from 0")
        with running({**self._options, **options}):
            return list(self._found(left))

    def _require_numbers(self) -> None:
        if self.diamond is not None:
            raise InputError("perfect positions of a large Aztec diamond are drawn, not numbered")
        if self.asked.is_weighted:
            raise InputError("positions with weights have no numbers: leave out the weights, or draw samples")

    def _found(self, ranks: Sequence[int]) -> Samples:
        """The positions with some numbers."""
        left, walks = objects(ranks), self._walks(len(ranks))
        chosen = np.full((len(ranks), len(self.order)), -1, dtype=np.int32)
        for number, visit, is_open in self._moments(walks) if ranks else ():
            is_weighted = set(visit.factors) != {1}  # products with 1 take as long as others
            choice = len(visit.played) - 1 - is_open[:, ::-1].argmax(axis=1)
            last = choice.copy()  # the remaining positions belong to the last decision
            for decision in range(last.max()):
                here = np.flatnonzero(is_open[:, decision] & (last > decision) & (choice == last))
                if len(here):
                    counts = reduce(np.add, [each.counts(here, decision) for each in walks])
                    if is_weighted:
                        counts = visit.factors[decision] * counts
                    takes = left[here] < counts
                    choice[here[takes]] = decision
                    left[here[~takes]] -= counts[~takes]
            for each in walks:
                each.go(choice)
            chosen[:, number] = np.array([-1, *visit.played[1:]])[choice]
            if is_weighted:
                left //= objects(visit.factors)[choice]
        return Samples(self.start, self.asked.graph.placements, chosen)

    def position(self, rank: int, **options: Unpack[Options]) -> Position:
        """The position with a given number; the inverse of `rank`.

        >>> print(PositionList("1x3").position(1))
        .RR
        """
        return self.positions([rank], **options)[0]

    def ranks(self, positions: Iterable[Position], **options: Unpack[Options]) -> list[int]:
        """The numbers of positions, found together in one pass over the table; the inverse of `positions`.

        >>> PositionList("1x3").ranks([Position.parse(".RR"), Position.parse("...")])
        [1, 0]
        """
        self._require_numbers()
        played = [self._played(position) for position in positions]
        ranks, walks = np.zeros(len(played), dtype=object), self._walks(len(played))
        with running({**self._options, **options}):
            for _, visit, _ in self._moments(walks) if self._tables else ():
                wanted = np.zeros(len(played), dtype=np.int64)
                for decision, q in enumerate(visit.played[1:], 1):
                    wanted[[q in each for each in played]] = decision
                for decision in range(wanted.max(initial=0)):
                    here = np.flatnonzero(wanted > decision)
                    ranks[here] += reduce(np.add, [each.counts(here, decision) for each in walks])
                for each in walks:
                    each.go(wanted)
        if played and not np.all(sum(each.ends for each in walks)):
            raise InputError(f"the position is not {self.describe('a')}")
        return list(ranks)

    def _played(self, position: Position) -> set[int]:
        """The placements of a position that do not lie on the board already."""
        require_position(position)
        lain = self.start.pieces if position.board == self.start.board else frozenset()
        if position.board not in (self.start.board, self.board) or position.game != self.game:
            raise InputError("the position is on another board than the listed positions")
        if not lain <= position.pieces:
            raise InputError("the position lacks pieces that lie on the board already")
        return {self._number_of[placement.piece, placement.at] for placement in position.pieces - lain}

    def rank(self, position: Position, **options: Unpack[Options]) -> int:
        """The number of a position, which is the number of positions before it.

        >>> PositionList("1x3").rank(Position.parse(".RR"))
        1
        """
        return self.ranks([position], **options)[0]

    @cached_property
    def _number_of(self) -> dict[tuple[int, Any], int]:
        """The numbers of the placements in the conflict graph."""
        return {(p.piece, p.at): q for q, p in enumerate(self.asked.graph.placements)}

    def listing(
        self, start: int = 0, end: int | None = None, **options: Unpack[Options]
    ) -> Iterator[Position]:
        """An iterator over the positions with numbers from `start` to `end` - 1, in order."""
        self._require_numbers()
        start = require_integer("start", start, 0)
        last = self.total if end is None else min(require_integer("end", end), self.total)
        seconds = times((last - start) * len(self.order), SECONDS_PER_CELL)
        need = CostEstimate(f"{about(last - start)} positions", seconds=min(seconds, REFUSED_SECONDS))
        settings = settings_from({**self._options, **options}).part(0, 1)
        settings.expect(need)  # a caller may stop early
        begin, batch = start, FIRST_BATCH
        while begin < last:
            after = min(begin + batch, last)
            _, part, _ = settings.cut([begin - start, after - begin, last - after])
            with running({"settings": part}):
                found = self._found(range(begin, after))
            yield from found
            begin, batch = after, min(2 * batch, LARGEST_BATCH)

    def sample(self, size: int, seed: SeedLike, **options: Unpack[Options]) -> Samples:
        """Independent positions with probabilities exactly proportional to their weights (uniform without
        weights). The same seed gives the same positions on any machine.

        >>> maximal = PositionList("4x4", "maximal")
        >>> maximal.sample(3, seed=7) == maximal.sample(3, seed=7)
        True
        """
        size, seed = require_integer("size", size, 0), chosen_seed(seed)
        if not self.total:
            raise InputError(self.nothing())
        with running({**self._options, **options}):
            expect(sample_need(self.board, size, as_array=True))
            source = generator(seed)
            if self.diamond is None:
                ranks = [below(self.total, source) for _ in cancellable(range(size), CHECK_EVERY_WALKS)]
                found = self._found(ranks)
            else:
                chosen = np.empty((size, len(self.board) // 2), dtype=np.int32)
                for done in range(size):
                    advance(done, size)
                    drawn = self.diamond.shuffled(source)
                    chosen[done] = [self._number_of[domino.axis, domino.cell] for domino in drawn]
                found = Samples(self.start, self.asked.graph.placements, chosen)
        found.question = {"seed": seed, **self.question_json()}
        return found

    def __str__(self) -> str:
        return f"{self.describe('every')}: {self.total:,}"

    def table(self) -> Table:
        """The first positions with their numbers, the rows of each separated by strokes."""
        return positions_table(self.positions(range(min(self.total, SHOWN_POSITIONS))))

    def question_json(self) -> dict[str, Any]:
        """The question with the keys of docs/json.md, and the number of positions that it selects."""
        found = self.asked.to_json() | {
            "board": self.start.board.to_json() | {"text": str(self.start)},
            "dominoes": list(self.dominoes),
            "of": digits(self.weight),
        }
        return found if self.asked.is_weighted else {key: found[key] for key in found if key != "at"}

    def to_json(self) -> dict[str, Any]:
        """The question, a description of the list in words, and the number of positions."""
        words = {"positions": self.describe("every"), "total": digits(self.total)}
        return self.question_json() | words

    # -- words -----------------------------------------------------------------------------------

    def describe(self, article: str) -> str:
        """The listed positions in words."""
        words = (
            f"{article} {self.kind} position" if self.kind else f"{article} position of these stuck players"
        )
        if self.pieces:
            words += f" with {' or '.join(map(str, self.pieces))} {self.game.called(self.pieces[-1])}"
        if any(number is not None for number in self.dominoes):
            words += f" with {self._numbers()}"
        return words + (" that alternating play can reach" if self.question.play else "")

    def nothing(self) -> str:
        """A message why there is no position to draw."""
        if self.asked.is_weighted:
            return f"the weights of all {self.kind or 'such'} positions on this board add up to 0"
        if any(number is not None for number in self.dominoes) and not self.question.play:
            return f"no {self.kind or 'such'} position has {self._numbers()} on this board"
        return f"there is {self.describe('no')} on this board"

    def _numbers(self) -> str:
        given = [(number, axis) for axis, number in enumerate(self.dominoes) if number is not None]
        owners = ["" if self.game.is_impartial else f" {Player(axis).name.capitalize()}" for _, axis in given]
        named = [f"{number}{owner}" for (number, _), owner in zip(given, owners, strict=True)]
        return f"{' and '.join(named)} {self.game.called(given[-1][0])}"


@renamed(dominoes="pieces")
def list_positions(
    board: BoardLike,
    kind: KindLike = "general",
    *,
    stuck: StuckLike | None = None,
    play: bool = False,
    turn: PlayerLike | None = None,
    pieces: PiecesLike = None,
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[Options],
) -> PositionList:
    """All positions of a kind as a lazy list in a fixed order, numbered from 0.

    `pieces` selects positions by their number of pieces, or by the number for each player: (2, 3), (2, None).

    >>> listed = list_positions("2x2", "maximal")
    >>> listed.total, [str(position) for position in listed.listing()]
    (2, ['LL\\nLL', 'RR\\nRR'])
    """
    start = as_position(board, game)
    numbers = _numbers(pieces, start)
    return PositionList(start, kind, stuck=stuck, play=play, turn=turn, **numbers, **options)


def _numbers(pieces: PiecesLike, start: Position) -> dict[str, Any]:
    """The wanted numbers of pieces as arguments of `PositionList`."""
    number, by_player = wanted_pieces(pieces, start.board, start.game)
    return {"dominoes": by_player, "pieces": () if number is None else (number,)}


class SampleOptions(Options, total=False):
    """The keyword arguments of `sample`."""

    size: int
    seed: SeedLike
    x: Any
    y: Any
    z: Any
    weights: NumbersLike
    stuck: StuckLike | None
    play: bool
    turn: PlayerLike | None
    pieces: PiecesLike
    game: GameLike


@overload
def sample(
    board: BoardLike,
    kind: KindLike = ...,
    *,
    as_array: Literal[False] = ...,
    **options: Unpack[SampleOptions],
) -> Samples: ...


@overload
def sample(
    board: BoardLike, kind: KindLike = ..., *, as_array: Literal[True], **options: Unpack[SampleOptions]
) -> Array: ...


@renamed(dominoes="pieces")
def sample(
    board: BoardLike,
    kind: KindLike = "general",
    *,
    size: int = 1,
    seed: SeedLike = None,
    as_array: bool = False,
    x: Any = None,
    y: Any = None,
    z: Any = None,
    weights: Any = None,
    stuck: StuckLike | None = None,
    play: bool = False,
    turn: PlayerLike | None = None,
    pieces: PiecesLike = None,
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[Options],
) -> Samples | Array:
    """Independent positions of a kind, exactly uniform; the same seed gives the same positions.

    With weights x, y, z of the players' pieces, probabilities are exactly proportional to the weights of the
    positions. The same holds for `weights` of placements: a mapping from placements to numbers (others have
    weight 1), or a function of a placement (piece, cells, player); see `cheapest` for how to name a
    placement. `pieces` selects positions by their number of pieces, or by the number for each player: (2, 3),
    (2, None). `to_numpy` of the samples, or `as_array`, gives one array whose first axis runs over the
    positions.

    >>> [position.counts for position in sample(Board.rectangle(1, 3), "maximal", size=2, seed=5)]
    [(0, 1), (0, 1)]
    >>> print(sample(Board.rectangle(1, 3), "maximal", size=2, seed=5))
    RR.
    <BLANKLINE>
    RR.
    >>> sample(Board.rectangle(2, 2), x=1000, y=0, size=3, seed=1, as_array=True).tolist()
    [[[1, 1], [1, 1]], [[1, 1], [1, 1]], [[1, 1], [1, 1]]]
    >>> upper = sample("3x3", weights=lambda placed: 0 if placed.cells[-1][0] == 2 else 1, size=9, seed=1)
    >>> upper.to_numpy()[:, 2].any()
    np.False_
    """
    size = require_integer("size", size, 0)
    start = as_position(board, game)
    with running(options) as settings:
        sample_need(start.board, size, as_array).require(settings.limit)
        counting, walking = stages([COUNTING_SHARE, 1 - COUNTING_SHARE], ["counting", "walking"])
        with counting:
            listed = PositionList(
                start,
                kind,
                stuck=stuck,
                play=play,
                turn=turn,
                x=x,
                y=y,
                z=z,
                weights=weights,
                only_drawn=True,
                **_numbers(pieces, start),
            )
        with walking:
            found = listed.sample(size, seed)
    return found.to_numpy() if as_array else found
