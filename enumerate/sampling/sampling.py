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
from fractions import Fraction
from functools import cached_property
from itertools import islice, product
from typing import Any, Literal, NamedTuple, Unpack, overload

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
from ..support.run import Options, Settings, cancellable, running, settings_from
from ..support.seeds import SeedLike, below, chosen_seed, generator
from ..sweep.diagram import Array
from ..sweep.visit import PLAYERS
from .aztec import Diamond
from .backward import NOT_TRACKED, BackwardTable, table_size, walked
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
) -> tuple[tuple[int, int, int, int], tuple[int, ...]]:
    """The number that a walk collects for each weight, and the wanted sums at the end of a walk.

    With given numbers of dominoes, the sum encodes the numbers of all players in a mixed radix; so it does
    with both `pieces` and differences. With differences alone, each cell counts 1, a domino of Left 1 more
    and of Right 1 less, so that the sum is the number of cells plus a - b. With `pieces` alone, each counts
    1.

    >>> collected_sums(Board.rectangle(2, 2), (None, None), (-1, 0))
    ((1, 2, 0, 0), (3, 4))
    """
    if pieces and differences is None:
        return (0, 1, 1, 1), tuple(pieces)
    if differences is not None and not pieces and all(number is None for number in dominoes):
        cells = len(board)
        return (1, 2, 0, 0), tuple(cells + d for d in differences if cells + d >= 0)
    places, radix = [0, 0, 0, 0], 1
    choices: list[Iterable[int | None]] = []
    for axis, (number, most) in enumerate(zip(dominoes, most_pieces(board, game), strict=True)):
        if number is None and differences is None:
            choices.append([None])
            continue
        choices.append(range(most + 1) if number is None else [number] if number <= most else [])
        places[PLAYERS[axis]] = radix
        radix *= most + 1
    sums = tuple(
        sum(places[PLAYERS[axis]] * (number or 0) for axis, number in enumerate(numbers))
        for numbers in product(*choices)
        if differences is None or (numbers[0] or 0) - (numbers[1] or 0) in differences
        if not pieces or sum(number or 0 for number in numbers) in pieces
    )
    return (places[0], places[1], places[2], places[3]), sums


class Summand(NamedTuple):
    """One of the signed sets of positions through which walks go together, with its wanted sums of places."""

    sign: int
    table: BackwardTable
    wanted: tuple[int, ...]


class Walkers:
    """Many walks side by side through the summands of a list, all at the same visit."""

    def __init__(self, summands: Sequence[Summand], size: int) -> None:
        self._summands = summands
        self._codes = [np.zeros(size, dtype=each.table.compiled.codes[0].dtype) for each in summands]
        self._spent = [np.zeros(size, dtype=np.int64) for _ in summands]
        self._is_there = [np.ones(size, dtype=bool) for _ in summands]

    def enter(self, number: int, vectors: Sequence[Any]) -> None:
        """Find the decisions of a visit; `vectors` are the completions after it."""
        self._number, self._vectors = number, vectors
        self._is_possible, self._after = [], []
        for summand, codes, is_there in zip(self._summands, self._codes, self._is_there, strict=True):
            is_possible, after = summand.table.compiled.moves[number](codes)
            self._is_possible.append(is_possible & is_there[:, None])
            self._after.append(after)
        self.is_open = np.logical_or.reduce(self._is_possible)
        self._collected = [np.array(each.table.visits[number].collected) for each in self._summands]
        factors = self._summands[0].table.visits[number].factors
        self.factors = objects(factors) if set(factors) != {1} else None

    def counts(self, walkers: Array, decision: int) -> Array:
        """The number of positions that remain for each of some walkers after a decision (Python integers)."""
        found = np.zeros(len(walkers), dtype=object)
        for which, (sign, table, wanted) in enumerate(self._summands):
            may = self._is_possible[which][walkers, decision]
            here = walkers[may]
            spent = self._spent[which][here] + self._collected[which][decision]
            states = table.compiled.states(self._number + 1, self._after[which][here, decision])
            counts = table.read(self._vectors[which], states, spent, wanted)
            found[may] += counts if sign > 0 else sign * counts
        return found if self.factors is None else found * self.factors[decision]

    def go(self, chosen: Array) -> None:
        """Let every walker take its chosen decision."""
        rows = np.arange(len(chosen))
        for which in range(len(self._summands)):
            self._is_there[which] = self._is_possible[which][rows, chosen]
            self._codes[which] = self._after[which][rows, chosen]
            self._spent[which] += self._collected[which][chosen]


class Walker:
    """A single walk in plain integers, because arrays with one entry are slow."""

    def __init__(self, summands: Sequence[Summand]) -> None:
        self._summands = summands
        self._here: list[tuple[int, int] | None] = [(0, 0)] * len(summands)  # code of the state, sum so far
        self._after: dict[int, list[tuple[int, int] | None]] = {}

    def enter(self, number: int, vectors: Sequence[Any]) -> list[int]:
        """The open decisions of a visit, ascending; `vectors` are the completions after it."""
        self._number, self._vectors = number, vectors
        after = self._after = {}
        for which, (summand, here) in enumerate(zip(self._summands, self._here, strict=True)):
            if here is not None:
                collected = summand.table.visits[number].collected
                for decision, code in summand.table.compiled.moves[number].options(here[0]):
                    places = after.setdefault(decision, [None] * len(self._summands))
                    places[which] = code, here[1] + collected[decision]
        return sorted(after)

    def count(self, decision: int) -> int:
        """The number of positions that remain after a decision."""
        found = 0
        triples = zip(self._summands, self._after[decision], self._vectors, strict=True)
        for (sign, table, wanted), place, vector in triples:
            if place is not None:
                state = table.compiled.state(self._number + 1, place[0])
                found += sign * table.completions(vector, state, place[1], wanted)
        return found * self._summands[0].table.visits[self._number].factors[decision]

    def go(self, decision: int) -> None:
        """Take a decision."""
        self._here = self._after[decision]

    @property
    def is_listed(self) -> bool:
        """Whether the position at the end of the walk belongs to the list."""
        return (
            sum(
                sign * (here[1] in wanted)
                for (sign, _, wanted), here in zip(self._summands, self._here, strict=True)
                if here is not None
            )
            != 0
        )


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
        self._settings = settings_from(options)
        is_free = not self.pieces and all(number is None for number in self.dominoes)
        self.diamond = Diamond.of(self.asked) if only_drawn and is_free else None
        self._count_completions()

    def _count_completions(self) -> None:
        """Compute the backward tables that all walks use, and the total."""
        self._summands: list[Summand] = []
        weights = self.asked.chances
        if self.diamond is not None:
            self.total: int = 2 ** (self.diamond.order * (self.diamond.order + 1) // 2)
            return
        with running({"settings": self._settings}) as settings:
            stuck = frozenset[int]().union(*(problem.stuck for _, problem, _ in self.terms))
            self.order = walked(Problem(self.board, stuck, game=self.game))
            self._weights = IntegerWeights.of(self.asked.graph, self.order, weights)
            sums = [
                collected_sums(self.board, self.dominoes, differences, self.game, self.pieces)
                for _, _, differences in self.terms
            ]
            sizes = [
                table_size(
                    problem,
                    self.order,
                    None if places == NOT_TRACKED else max(wanted, default=0),
                    settings,
                    self._weights,
                )
                for (_, problem, _), (places, wanted) in zip(self.terms, sums, strict=True)
            ]
            shares = settings.shared([size.need for size in sizes])
            tables = zip(self.terms, sums, sizes, shares, strict=True)
            for (sign, problem, _), (places, wanted), size, share in tables:
                with suppress(NoPositionError):
                    most = max(wanted, default=0)
                    table = BackwardTable(problem, self.order, places, most, share, self._weights, size)
                    self._summands.append(Summand(sign, table, wanted))
        self.total = self._total()

    def _total(self) -> int:
        return sum(sign * table.total(wanted) for sign, table, wanted in self._summands)

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
        derived = ("_summands", "_weights", "_number_of", "order", "total")
        kept = {name: value for name, value in vars(self).items() if name not in derived}
        return kept | {"_settings": self._settings.portable()}

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
        found = PositionList.__new__(PositionList)
        vars(found).update(vars(self))  # the backward tables are shared
        found.pieces = (pieces,)
        found._summands = [summand._replace(wanted=(pieces,)) for summand in self._summands]
        found.total = found._total()
        return found

    @property
    def weight(self) -> Fraction:
        """The sum of the weights of all positions; without weights, their number."""
        if self.diamond is not None:
            return self.diamond.weight
        return Fraction(self.total, self._weights.scale)

    # -- walking ---------------------------------------------------------------------------------

    def _moments(self, settings: Settings) -> Iterator[tuple[int, tuple[Any, ...]]]:
        """The number of each visit, with the completions after it for each summand."""
        ascending = zip(*(table.ascending() for _, table, _ in self._summands), strict=True)
        for number, vectors in enumerate(islice(ascending, 1, None)):
            settings.report(number, len(self.order))
            yield number, vectors

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
        with running({"settings": self._settings, **options}) as settings:
            return list(self._found(left, settings))

    def _require_numbers(self) -> None:
        if self.diamond is not None:
            raise InputError("perfect positions of a large Aztec diamond are drawn, not numbered")
        if self.asked.is_weighted:
            raise InputError("positions with weights have no numbers: leave out the weights, or draw samples")

    def _found(self, ranks: Sequence[int], settings: Settings) -> Samples:
        """The positions with some numbers."""
        chosen = np.full((len(ranks), len(self.order)), -1, dtype=np.int32)
        if len(ranks) == 1:
            chosen[0] = self._walk_alone(ranks[0], settings)
        elif ranks:
            self._walk_together(objects(ranks), chosen, settings)
        return Samples(self.start, self.asked.graph.placements, chosen)

    def _walk_alone(self, left: int, settings: Settings) -> list[int]:
        """The placements of the position with a number, by visit; -1 for none."""
        chosen, walker = [], Walker(self._summands)
        for number, vectors in self._moments(settings):
            *before, decision = walker.enter(number, vectors)
            for other in before:  # the remaining positions belong to the last decision
                count = walker.count(other)
                if left < count:
                    decision = other
                    break
                left -= count
            walker.go(decision)
            visit = self._summands[0].table.visits[number]
            placement = visit.played[decision]
            chosen.append(-1 if placement is None else placement)
            left //= visit.factors[decision]
        return chosen

    def _walk_together(self, left: Array, chosen: Array, settings: Settings) -> None:
        """Fill `chosen` with the placements of many positions, found side by side."""
        walkers = Walkers(self._summands, len(left))
        for number, vectors in self._moments(settings):
            walkers.enter(number, vectors)
            played = self._summands[0].table.visits[number].played
            choice = len(played) - 1 - walkers.is_open[:, ::-1].argmax(axis=1)
            last = choice.copy()  # the remaining positions belong to the last decision
            for decision in np.flatnonzero(walkers.is_open.any(axis=0))[:-1].tolist():
                here = np.flatnonzero(walkers.is_open[:, decision] & (last > decision) & (choice == last))
                if len(here):
                    counts = walkers.counts(here, decision)
                    takes = (left[here] < counts).astype(bool)
                    choice[here[takes]] = decision
                    left[here[~takes]] -= counts[~takes]
            walkers.go(choice)
            chosen[:, number] = np.array([-1 if q is None else q for q in played])[choice]
            if walkers.factors is not None:
                left //= walkers.factors[choice]

    def position(self, rank: int, **options: Unpack[Options]) -> Position:
        """The position with a given number; the inverse of `rank`.

        >>> print(PositionList("1x3").position(1))
        .RR
        """
        return self.positions([rank], **options)[0]

    def rank(self, position: Position, **options: Unpack[Options]) -> int:
        """The number of a position, which is the number of positions before it.

        >>> PositionList("1x3").rank(Position.parse(".RR"))
        1
        """
        self._require_numbers()
        require_position(position)
        lain = self.start.pieces if position.board == self.start.board else frozenset()
        if position.board not in (self.start.board, self.board) or position.game != self.game:
            raise InputError("the position is on another board than the listed positions")
        if not lain <= position.pieces:
            raise InputError("the position lacks pieces that lie on the board already")
        played = {self._number_of[placement.piece, placement.at] for placement in position.pieces - lain}
        rank, walker = 0, Walker(self._summands)
        with running({"settings": self._settings, **options}) as settings:
            for number, vectors in self._moments(settings):
                choices = self._summands[0].table.visits[number].played
                wanted = next((n for n, q in enumerate(choices) if q in played), 0)
                decisions = walker.enter(number, vectors)
                if wanted not in decisions:
                    break
                rank += sum(walker.count(decision) for decision in decisions if decision < wanted)
                walker.go(wanted)
            else:
                if walker.is_listed:
                    return rank
        raise InputError(f"the position is not {self.describe('a')}")

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
        begin, batch = start, FIRST_BATCH
        with running({"settings": self._settings, **options}) as settings:
            seconds = times((last - start) * len(self.order), SECONDS_PER_CELL)
            what = f"{about(last - start)} positions"
            seconds = min(seconds, REFUSED_SECONDS)  # a caller may stop early
            settings.expect(CostEstimate(what, seconds=seconds))
            while begin < last:
                after = min(begin + batch, last)
                _, share, _ = settings.cut([begin - start, after - begin, last - after])
                yield from self._found(range(begin, after), share)
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
        with running({"settings": self._settings, **options}) as settings:
            settings.expect(sample_need(self.board, size, as_array=True))
            source = generator(seed)
            if self.diamond is None:
                ranks = [below(self.total, source) for _ in cancellable(range(size), CHECK_EVERY_WALKS)]
                found = self._found(ranks, settings)
            else:
                chosen = np.empty((size, len(self.board) // 2), dtype=np.int32)
                for done in range(size):
                    settings.report(done, size)
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
        counting, walking = settings.cut([COUNTING_SHARE, 1 - COUNTING_SHARE], ["counting", "walking"])
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
            settings=counting,
            **_numbers(pieces, start),
        )
        found = listed.sample(size, seed, settings=walking)
    return found.to_numpy() if as_array else found
