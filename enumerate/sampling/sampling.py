"""All positions of a kind in one order, without storing them: their numbers, uniform samples, listing.

Read `backward.py` and `walk.py` first.

A walk visits the cells in the order of the sweep and decides at each: empty, or the first half of a domino.
The backward table tells how many positions each decision still allows, so the position with a given number is
found decision by decision, its number is the sum over the decisions passed by, and a uniform number is a
uniform position. All positions that are wanted walk together: a visit is a few operations on arrays, whose
numbers are Python integers and therefore exact.

Positions are ordered by their first difference along the sweep: empty (or covered) comes before Left's
domino, that before Right's, that before Middle's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple, Unpack

import numpy as np

from ..compiler.operators import objects
from ..model.board import Board, Player, PlayerLike
from ..model.game import DEFAULT_GAME, GameLike
from ..model.lattice import Cell, items
from ..model.position import (
    BoardLike,
    Placement,
    Position,
    as_position,
    board_and_game,
    positions_table,
    require_position,
)
from ..model.weights import Weight
from ..plan.question import Question
from ..rules.kinds import Kind, KindLike, PiecesLike, StuckLike, kind_of, wanted_pieces
from ..rules.problem import NoPositionError, conflict_graph
from ..support.errors import InputError, about, require_integer
from ..support.memory import NEVER, CostEstimate, times
from ..support.names import renamed
from ..support.result import Result, Table, digits, short_repr
from ..support.run import Options, Settings, cancellable, running, settings_from
from ..support.seeds import SeedLike, below, generator
from ..sweep.diagram import Array
from .backward import BackwardTable, layers_need
from .drawn import Samples
from .walk import NOT_TRACKED, check_numbers, collected_sums, walked
from .weighing import IntegerWeights, chance_weights

COUNTING = 0.8  # share of the time that goes into counting completions before walks
TOGETHER = 3  # visits in a step
SHOWN = 20  # of a list, in its table
LOOK_EVERY = 64  # walks
PER_CELL = 1e-6  # seconds of a walk
POSITION_BYTES, CELL_BYTES = 400, 26  # of a position in memory, and more for each cell; measured up to 8 x 8
WALKER_BYTES, DRAWN_BYTES = 400, 6  # the same of a walk, until its position is built
FIRST_BATCH, LARGEST_BATCH = 16, 4096  # of positions that are listed together


def sample_need(board: Board, size: int, as_array: bool = False) -> CostEstimate:
    """What `size` positions take, once their number is known; less if they stay an array."""
    each, every_cell = (WALKER_BYTES, DRAWN_BYTES) if as_array else (POSITION_BYTES, CELL_BYTES)
    memory = times(size, each + every_cell * len(board))
    seconds = times(size * len(board), PER_CELL)
    return CostEstimate(f"{about(size)} positions", memory, seconds, instead="Draw fewer positions")


class Summand(NamedTuple):
    """One of the signed sets of positions that are walked together, and which sums of places are wanted."""

    sign: int
    table: BackwardTable
    wanted: tuple[int, ...]


class Walkers:
    """Walks along the summands of a list, at one visit."""

    def __init__(self, summands: Sequence[Summand], size: int) -> None:
        self._summands = summands
        self._codes = [np.zeros(size, dtype=each.table.compiled.codes[0].dtype) for each in summands]
        self._spent = [np.zeros(size, dtype=np.int64) for _ in summands]
        self._is_there = [np.ones(size, dtype=bool) for _ in summands]

    def look(self, number: int, vectors: Sequence[Any]) -> None:
        """Find the decisions of a step; `vectors` are the completions after it."""
        self._number, self._vectors = number, vectors
        self.step = self._summands[0].table.steps[number]
        moves = [
            s.table.compiled.moves[number](codes)
            for s, codes in zip(self._summands, self._codes, strict=True)
        ]
        pairs = zip(moves, self._is_there, strict=True)
        self._is_possible = [is_possible & is_there[:, None] for (is_possible, _), is_there in pairs]
        self._after = [after for _, after in moves]
        self.is_open = np.logical_or.reduce(self._is_possible)
        self._collected = [each.table.steps[number].collected for each in self._summands]
        self.factors = objects(self.step.factors) if set(self.step.factors) != {1} else None

    def counts(self, walkers: Array, decisions: Array) -> Array:
        """How many positions are left for some walkers after a decision of each: Python integers."""
        found = np.zeros(len(walkers), dtype=object)
        for number, (sign, table, wanted) in enumerate(self._summands):
            may = self._is_possible[number][walkers, decisions]
            here, chosen = walkers[may], decisions[may]
            spent = self._spent[number][here] + self._collected[number][chosen]
            states = table.compiled.states(self._number + 1, self._after[number][here, chosen])
            found[may] += sign * table.read(self._vectors[number], states, spent, wanted)
        return found if self.factors is None else found * self.factors[decisions]

    def go(self, chosen: Array) -> None:
        """Let every walker take the decision that is chosen."""
        rows = np.arange(len(chosen))
        for number in range(len(self._summands)):
            self._is_there[number] = self._is_possible[number][rows, chosen]
            self._codes[number] = self._after[number][rows, chosen]
            self._spent[number] += self._collected[number][chosen]


class PositionList(Result):
    """All positions of a kind on a board, in a fixed order, numbered from 0.

    `dominoes` gives numbers of dominoes by player, None for any number; or `pieces` those that are wanted of
    all together. The other arguments are those of `positions`. A sum such as any-end is walked in all its
    summands at once, with signs. With `weights` of the players' pieces, or with `placement_weights`, a
    position has as many numbers as it weighs, on a scale that makes all of them integers: only samples
    make sense then. The `options` are those of `Settings`; what takes long may be given others.

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

    start: Position | None = None  # the pieces that lie on the board already, if there are any

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
        weights: Sequence[Weight] | None = None,
        placement_weights: Sequence[Fraction] | None = None,
        game: GameLike = DEFAULT_GAME,
        **options: Unpack[Options],
    ) -> None:
        board, played = board_and_game(board, game)
        parts = Question(board, kind, stuck, play, turn, played).terms()
        self.board, self.game = board, played
        self._parts = parts
        self.play = play
        self.weights = weights
        self.kind = (
            Kind.of(kind) if stuck is None else kind_of(parts[0][1].stuck, played.variables(board.dimension))
        )
        self.stuck = frozenset().union(*(problem.stuck for _, problem, _ in parts))
        self.placement_weights = tuple(placement_weights) if placement_weights is not None else None
        self.dominoes = check_numbers(board, dominoes, played)
        self.pieces = tuple(require_integer("pieces", number, 0) for number in items("pieces", pieces))
        if pieces and any(number is not None for number in self.dominoes):
            raise InputError("give the number of all pieces or the numbers of each player, not both")
        self._settings = settings_from(options)
        self._count_completions()

    def _count_completions(self) -> None:
        """Work out the backward counts that all walks use; everything else about the list is known."""
        board, played, parts = self.board, self.game, self._parts
        self._summands: list[Summand] = []
        with running({"settings": self._settings}) as settings:
            self._graph = conflict_graph(played, board)
            self.order = walked(board, self.stuck, played)
            weights = self.placement_weights or chance_weights(self._graph, self.weights)
            self._weights = IntegerWeights.of(self._graph, self.order, weights)
            sums = [
                collected_sums(board, self.dominoes, differences, played, self.pieces)
                for _, _, differences in parts
            ]
            tracked = [None if p == NOT_TRACKED else max(wanted, default=0) for p, wanted in sums]
            needs = [
                layers_need(problem, self.order, most, self._weights.greatest, settings)[0]
                for (_, problem, _), most in zip(parts, tracked, strict=True)
            ]
            shares = settings.shared(needs)
            for (sign, problem, _), (places, wanted), share in zip(parts, sums, shares, strict=True):
                with suppress(NoPositionError):
                    table = BackwardTable(
                        problem,
                        self.order,
                        places,
                        max(wanted, default=0),
                        share,
                        self._weights,
                        TOGETHER if len(parts) == 1 else 1,  # all walk in step
                    )
                    self._summands.append(Summand(sign, table, wanted))
        self.total = self._total()

    @property
    def _question(self) -> dict[str, Any]:
        """What is listed, without what was worked out for it."""
        names = ("board", "game", "start", "_parts", "play", "kind", "stuck", "dominoes", "pieces")
        return {name: getattr(self, name) for name in (*names, "weights", "placement_weights")}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PositionList):
            return NotImplemented
        return type(self) is type(other) and self._question == other._question

    def __hash__(self) -> int:
        return hash((type(self), self.board, self.game, self.kind, self.dominoes))

    def __repr__(self) -> str:
        fields = {"board": self.board, "game": self.game, "kind": self.kind, "stuck": set(self.stuck)}
        return short_repr("PositionList", fields | {"play": self.play, "total": self.total})

    def __getstate__(self) -> dict[str, Any]:
        """The question: the backward counts are large, and counting again is fast."""
        return self._question | {"_settings": self._settings.portable()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._count_completions()

    def _total(self) -> int:
        start = np.zeros(1, dtype=np.int64)
        found = [sign * table.read(table.first, start, start, w)[0] for sign, table, w in self._summands]
        return int(sum(found))

    def of_size(self, pieces: int) -> PositionList:
        """Of positions with certain numbers of pieces those with one of the numbers.

        >>> few = PositionList("2x2", pieces=(0, 1))
        >>> few.total, few.of_size(1).total
        (5, 4)
        """
        if self.play or pieces not in self.pieces:
            raise InputError(f"positions with {pieces} pieces are not among these: {self.describe('every')}")
        found = PositionList.__new__(PositionList)
        vars(found).update(vars(self))  # the backward counts are shared
        found.pieces = (pieces,)
        found._summands = [summand._replace(wanted=(pieces,)) for summand in self._summands]
        found.total = found._total()
        return found

    @property
    def weight(self) -> Fraction:
        """The sum of the weights of all positions: without weights, their number."""
        return Fraction(self.total, self._weights.scale)

    # -- walking ---------------------------------------------------------------------------------

    def _walk(self, size: int, settings: Settings) -> Iterator[Walkers]:
        """Walks side by side, before each visit: they must `go` before the next one."""
        walkers = Walkers(self._summands, size)
        ascending = zip(*(table.ascending() for _, table, _ in self._summands), strict=True)
        for number, vectors in enumerate(islice(ascending, 1, None)):
            settings.report(number, len(self._summands[0].table.steps))
            walkers.look(number, vectors)
            yield walkers

    def positions(self, ranks: Sequence[int], **options: Unpack[Options]) -> list[Position]:
        """The positions with the given numbers, found together in one pass over the layers.

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
        if self.weights is not None or self.placement_weights is not None:
            raise InputError(
                "positions with weights have no numbers: leave out the weights, or ask for samples"
            )

    def _found(self, ranks: list[int], settings: Settings) -> Samples:
        """The positions with some numbers, in one pass over the table."""
        left = objects(ranks)
        chosen = np.full((len(ranks), len(self.order)), -1, dtype=np.int32)
        done = 0
        for walkers in self._walk(len(ranks), settings) if ranks else ():
            decisions = walkers.step.decisions
            choice = len(decisions) - 1 - walkers.is_open[:, ::-1].argmax(axis=1)
            last = choice.copy()  # what is left after the others belongs to the last decision
            for decision in np.flatnonzero(walkers.is_open.any(axis=0))[:-1].tolist():
                here = np.flatnonzero(walkers.is_open[:, decision] & (last > decision) & (choice == last))
                if len(here):
                    counts = walkers.counts(here, np.full(len(here), decision))
                    takes = (left[here] < counts).astype(bool)
                    choice[here[takes]] = decision
                    left[here[~takes]] -= counts[~takes]
            walkers.go(choice)
            numbers = [[-1 if q is None else q for q in decision] for decision in decisions]
            visits = len(decisions[0])
            chosen[:, done : done + visits] = np.array(numbers)[choice]
            done += visits
            if walkers.factors is not None:
                left //= walkers.factors[choice]
        return Samples(
            self.start or Position(self.board, frozenset(), self.game), self._graph.placements, chosen
        )

    def position(self, rank: int, **options: Unpack[Options]) -> Position:
        """The position with a given number; the inverse of `rank`.

        >>> print(PositionList("1x3").position(1))
        .RR
        """
        return self.positions([rank], **options)[0]

    def rank(self, position: Position, **options: Unpack[Options]) -> int:
        """The number of a position: how many come before it.

        >>> PositionList("1x3").rank(Position.parse(".RR"))
        1
        """
        self._require_numbers()
        require_position(position)
        lain: frozenset[Placement] = frozenset()
        if self.start is not None and position.board == self.start.board:
            lain = self.start.pieces
        if (position.board != self.board and not lain) or position.game != self.game:
            raise InputError("the position is on another board than the positions that are numbered")
        place = {cell: visit for visit, cell in enumerate(self.order)}
        number = {(p.piece, p.at): q for q, p in enumerate(self._graph.placements)}
        decided: dict[Cell, int] = {}
        if not lain <= position.pieces:
            raise InputError("the position lacks pieces that lie on the board already")
        for placement in position.pieces - lain:
            first = min(placement.cells, key=place.__getitem__)
            decided[first] = number[placement.piece, placement.at]
        rank = 0
        with running({"settings": self._settings, **options}) as settings:
            cells = iter(self.order)
            for walkers in self._walk(1, settings):
                decisions = walkers.step.decisions
                wanted = decisions.index(tuple(map(decided.get, islice(cells, len(decisions[0])))))
                if not walkers.is_open[0, wanted]:
                    break
                passed = np.flatnonzero(walkers.is_open[0, : wanted + 1])
                *before, left = walkers.counts(np.zeros_like(passed), passed)
                if not left:
                    break
                rank += sum(before)
                walkers.go(np.array([wanted]))
            else:
                if self._summands:
                    return rank
        raise InputError(f"the position is not {self.describe('a')}")

    def listing(
        self, start: int = 0, end: int | None = None, **options: Unpack[Options]
    ) -> Iterator[Position]:
        """The positions in order, from number `start` up to, not including, `end`; made when asked for."""
        self._require_numbers()
        start = require_integer("start", start, 0)
        last = self.total if end is None else min(require_integer("end", end), self.total)
        begin, batch = start, FIRST_BATCH
        with running({"settings": self._settings, **options}) as settings:
            seconds = times((last - start) * len(self.order), PER_CELL)
            what = f"{about(last - start)} positions"
            settings.expect(
                CostEstimate(what, seconds=min(seconds, NEVER))
            )  # whoever asks may take a few of them
            while begin < last:
                after = min(begin + batch, last)
                _, share, _ = settings.cut([begin - start, after - begin, last - after])
                yield from self._found(list(range(begin, after)), share)
                begin, batch = after, min(2 * batch, LARGEST_BATCH)

    def sample(self, size: int, seed: SeedLike, **options: Unpack[Options]) -> Samples:
        """Independent positions, each with a chance exactly in proportion to its weight, uniform without
        weights; the same seed gives the same ones on any machine.

        >>> maximal = PositionList("4x4", "maximal")
        >>> maximal.sample(3, seed=7) == maximal.sample(3, seed=7)
        True
        """
        size = require_integer("size", size, 0)
        source = generator(seed)
        if not self.total:
            raise InputError(self.nothing())
        with running({"settings": self._settings, **options}) as settings:
            settings.expect(sample_need(self.board, size, as_array=True))
            ranks = [below(self.total, source) for _ in cancellable(range(size), LOOK_EVERY)]
            return self._found(ranks, settings)

    def __str__(self) -> str:
        return f"{self.describe('every')}: {self.total:,}"

    def table(self) -> Table:
        """The first positions with their numbers, the rows of each separated by strokes."""
        return positions_table(self.positions(range(min(self.total, SHOWN))))

    def to_json(self) -> dict[str, Any]:
        """The board, what is listed, and how many there are."""
        return {
            "board": self.board.to_json(),
            "positions": self.describe("every"),
            "total": digits(self.total),
        }

    # -- words -----------------------------------------------------------------------------------

    def describe(self, article: str) -> str:
        """What the positions are, in words."""
        words = (
            f"{article} {self.kind} position" if self.kind else f"{article} position of these stuck players"
        )
        if self.pieces:
            words += f" with {' or '.join(map(str, self.pieces))} {self.game.called(self.pieces[-1])}"
        if any(number is not None for number in self.dominoes):
            words += f" with {self._numbers()}"
        return words + (" that alternating play can reach" if self.play else "")

    def nothing(self) -> str:
        """Why there is nothing to choose from."""
        if self.weights is not None or self.placement_weights is not None:
            return f"the weights of all {self.kind or 'such'} positions on this board add up to 0"
        if any(number is not None for number in self.dominoes) and not self.play:
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
    """All positions of a kind in a fixed order, numbered from 0, none of them made before it is asked for.

    `pieces` keeps positions with so many pieces, or with so many of each player: (2, 3), or (2, None).

    >>> listed = list_positions("2x2", "maximal")
    >>> listed.total, [str(position) for position in listed.listing()]
    (2, ['LL\\nLL', 'RR\\nRR'])
    """
    start = as_position(board, game)
    number, by_player = wanted_pieces(pieces, start.board, start.game)
    found = PositionList(
        start.free,
        kind,
        stuck=stuck,
        play=play,
        turn=turn,
        dominoes=by_player,
        pieces=() if number is None else (number,),
        game=start.game,
        **options,
    )
    found.start = start if start.pieces else None
    return found
