"""All positions of a kind in one order, without storing them: their numbers, uniform samples, listing.

A walk visits the cells in the order of the sweep and decides at each: empty, or the first half of a domino.
Counting layers tell how many positions each decision still allows, so the position with a given number is
found decision by decision, its number is the sum over the decisions passed by, and a uniform number is a
uniform position. Positions are ordered by their first difference along the sweep: empty (or covered) comes
before Left's domino, that before Right's, that before Middle's.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple, Unpack

from ..model.board import Board, Cell, Player
from ..model.cells import items
from ..model.game import DEFAULT_GAME, GameLike
from ..model.placing import Placement
from ..model.players import PlayerLike
from ..model.position import (
    BoardLike,
    Position,
    as_position,
    board_and_game,
    positions_table,
    require_position,
)
from ..model.weights import Weight
from ..plan.question import Question
from ..rules.conflicts import conflict_graph
from ..rules.numbers import PiecesLike, wanted_pieces
from ..rules.problem import NoPositionError
from ..rules.tiles import Kind, KindLike, StuckLike, kind_of
from ..support.errors import InputError, about, require_at_least, require_integer
from ..support.memory import NEVER, CostEstimate, times
from ..support.progress import cancellable
from ..support.renamed import renamed
from ..support.result import Result, short_repr
from ..support.seeds import SeedLike, below, generator
from ..support.settings import Options, Settings, running, settings_from
from ..support.table import Table
from ..support.writing import digits
from .backward import BackwardTable, Vector, layers_need
from .walk import NOT_TRACKED, Decision, Visits, check_numbers, collected_sums, walked
from .weighing import integer_factors

COUNTING = 0.8  # share of the time that goes into counting completions before walks
SHOWN = 20  # of a list, in its table
LOOK_EVERY = 64  # walks
PER_CELL = 5e-6  # seconds of a walk
POSITION_BYTES, CELL_BYTES = 400, 26  # of a position in memory, and more for each cell; measured up to 8 x 8
FIRST_BATCH, LARGEST_BATCH = 16, 4096  # of positions that are listed together


def sample_need(board: Board, size: int) -> CostEstimate:
    """What `size` positions take, once their number is known.

    >>> sample_need(Board.rectangle(8, 8), 10**6).memory
    2064000000
    """
    memory = times(size, POSITION_BYTES + CELL_BYTES * len(board))
    seconds = times(size * len(board), PER_CELL)
    return CostEstimate(f"{about(size)} positions", memory, seconds, instead="Draw fewer positions")


class Branch(NamedTuple):
    """Where a walk is in one summand: its state and the sums of places that it may still collect."""

    sign: int
    summand: int
    code: int
    wanted: tuple[int, ...]


class PositionList(Result):
    """All positions of a kind on a board, in a fixed order, numbered from 0.

    `dominoes` gives numbers of dominoes by player, None for any number; or `pieces` those that are wanted of
    all together. The other arguments are those of `positions`. A sum such as any-end is walked in all its
    summands at once, with signs. With `weights`, a position has as many numbers as it weighs, on a scale that
    makes all of them integers, so that only samples make sense. The `options` are those of `Settings`; what
    takes long may be given others.

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
        self.stuck = frozenset().union(*(task.stuck for _, task, _ in parts))
        self._factors = integer_factors(weights or ())
        self.dominoes = check_numbers(board, dominoes, played)
        self.pieces = tuple(require_at_least(0, "pieces", number) for number in items("pieces", pieces))
        if pieces and any(number is not None for number in self.dominoes):
            raise InputError("give the number of all pieces or the numbers of each player, not both")
        self._settings = settings_from(options)
        self._count_completions()

    def _count_completions(self) -> None:
        """Work out the backward counts that all walks use; everything else about the list is known."""
        board, played, parts = self.board, self.game, self._parts
        self._layers: list[BackwardTable] = []
        self._start: list[Branch] = []
        with running({"settings": self._settings}) as settings:
            self._graph = conflict_graph(played, board)
            self.order = walked(board, self.stuck, played)
            sums = [collected_sums(board, self.dominoes, apart, played, self.pieces) for _, _, apart in parts]
            tracked = [None if p == NOT_TRACKED else max(wanted, default=0) for p, wanted in sums]
            needs = [
                layers_need(task, self.order, most, self._factors, settings)[0]
                for (_, task, _), most in zip(parts, tracked, strict=True)
            ]
            shares = settings.shared(needs)
            for (sign, task, _), (places, wanted), share in zip(parts, sums, shares, strict=True):
                with suppress(NoPositionError):
                    layers = BackwardTable(
                        task, self.order, places, max(wanted, default=0), share, self._factors
                    )
                    self._start.append(Branch(sign, len(self._layers), 0, wanted))
                    self._layers.append(layers)
        self._visits = [
            [
                Visits(layers.swept.locals[moment], layers.swept.starting[moment], layers.label_bits)
                for layers in self._layers
            ]
            for moment in range(len(self.order))
        ]
        self.total = self._total()

    @property
    def _question(self) -> dict[str, Any]:
        """What is listed, without what was worked out for it."""
        names = ("board", "game", "start", "_parts", "play", "weights", "kind", "stuck", "dominoes", "pieces")
        return {name: getattr(self, name) for name in names}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PositionList):
            return NotImplemented
        return type(self) is type(other) and self._question == other._question

    def __hash__(self) -> int:
        return hash((type(self), self.board, self.game, self.kind, self.dominoes))

    def __repr__(self) -> str:
        shown = {"board": self.board, "game": self.game, "kind": self.kind, "stuck": set(self.stuck)}
        return short_repr("PositionList", shown | {"play": self.play, "total": self.total})

    def __getstate__(self) -> dict[str, Any]:
        """The question: the backward counts are large, and counting again is fast."""
        return self._question | {"_settings": self._settings.portable(), "_factors": self._factors}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._count_completions()

    def _total(self) -> int:
        first = [layers.first for layers in self._layers]
        return sum(self._value(branch, 0, first) for branch in self._start)

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
        found._start = [branch._replace(wanted=(pieces,)) for branch in self._start]
        found.total = found._total()
        return found

    @property
    def weight(self) -> Fraction:
        """The sum of the weights of all positions: without weights, their number.

        >>> PositionList("2x2").weight
        Fraction(7, 1)
        """
        return Fraction(self.total, self._factors[0] ** len(self.order))

    # -- walking ---------------------------------------------------------------------------------

    def _value(self, branch: Branch, moment: int, layer: Sequence[Vector]) -> int:
        layers = self._layers[branch.summand]
        place = bisect_left(layers.codes[moment], branch.code)
        return branch.sign * layers.read(layer[branch.summand][place], branch.wanted)

    def _options(self, branches: Sequence[Branch], moment: int) -> list[tuple[Decision, list[Branch]]]:
        """The decisions at the cell visited after `moment` steps, and the branches after each."""
        if len(branches) == 1:  # the decisions stand in order
            [(sign, summand, code, sums)] = branches
            if not any(self._layers[summand].places):
                options = self._visits[moment][summand].options(code)
                return [(decision, [Branch(sign, summand, after, sums)]) for _, decision, after, _ in options]
        found: dict[int, tuple[Decision, list[Branch]]] = {}
        for sign, summand, code, sums in branches:
            places = self._layers[summand].places
            for order, decision, after, weight in self._visits[moment][summand].options(code):
                spent = places[weight]
                wanted = tuple([place - spent for place in sums if place >= spent]) if spent else sums
                if wanted:
                    found.setdefault(order, (decision, []))[1].append(Branch(sign, summand, after, wanted))
        return [found[order] for order in sorted(found)]

    def _count(self, decision: Decision, moved: list[Branch], moment: int, layer: Sequence[Vector]) -> int:
        """How many positions there are after a decision; `layer` holds the completions after the visit."""
        return self._factor(decision) * sum([self._value(branch, moment + 1, layer) for branch in moved])

    def _layers_after(self) -> Iterator[tuple[int, tuple[Vector, ...]]]:
        """The moments before each visit, with the completions after it."""
        ascending = zip(*(layers.ascending() for layers in self._layers), strict=True)
        return enumerate(islice(ascending, 1, None))

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
            return self._found(left, settings)

    def _factor(self, decision: Decision) -> int:
        return self._factors[0 if decision is None else 1 + self._graph.variables[decision]]

    def _require_numbers(self) -> None:
        if self.weights is not None:
            raise InputError(
                "positions with weights have no numbers: leave out the weights, or ask for samples"
            )

    def _found(self, left: list[int], settings: Settings) -> list[Position]:
        branches = [self._start] * len(left)
        chosen: list[list[int]] = [[] for _ in cancellable(left, LOOK_EVERY)]
        for moment, layer in self._layers_after():
            settings.report(moment, len(self.order))
            for walker in cancellable(range(len(left)), LOOK_EVERY):
                *others, (decision, moved) = self._options(branches[walker], moment)
                for other, elsewhere in others:  # what is left after them belongs to the last one
                    count = self._count(other, elsewhere, moment, layer)
                    if left[walker] < count:
                        decision, moved = other, elsewhere
                        break
                    left[walker] -= count
                branches[walker] = moved
                chosen[walker] += [decision] if decision is not None else []
                left[walker] //= self._factor(decision)
        pieces = self._graph.placements
        return [self._whole(frozenset([pieces[q] for q in qs])) for qs in cancellable(chosen, LOOK_EVERY)]

    def _whole(self, added: frozenset[Placement]) -> Position:
        """The position with these pieces and those that lay there before."""
        if self.start is None:
            return Position(self.board, added, self.game)
        return Position(self.start.board, self.start.pieces | added, self.game)

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
        visit = {cell: moment for moment, cell in enumerate(self.order)}
        number = {(p.piece, p.at): q for q, p in enumerate(self._graph.placements)}
        decided: dict[Cell, int] = {}
        if not lain <= position.pieces:
            raise InputError("the position lacks pieces that lie on the board already")
        for placement in position.pieces - lain:
            first = min(placement.cells, key=visit.__getitem__)
            decided[first] = number[placement.piece, placement.at]
        rank = 0
        branches = self._start
        with running({"settings": self._settings, **options}) as settings:
            for moment, layer in self._layers_after():
                settings.report(moment, len(self.order))
                wanted = decided.get(self.order[moment])
                for decision, moved in self._options(branches, moment):
                    count = self._count(decision, moved, moment, layer)
                    if decision == wanted and count:
                        branches = moved
                        break
                    rank += count
                else:
                    raise InputError(f"the position is not {self.describe('a')}")
        return rank

    def listing(
        self, start: int = 0, end: int | None = None, **options: Unpack[Options]
    ) -> Iterator[Position]:
        """The positions in order, from number `start` up to, not including, `end`; made when asked for.

        >>> sum(1 for _ in PositionList("2x2").listing())
        7
        """
        self._require_numbers()
        start = require_at_least(0, "start", start)
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

    def sample(self, size: int, seed: SeedLike, **options: Unpack[Options]) -> list[Position]:
        """Independent positions, each with a chance exactly in proportion to its weight, uniform without
        weights; the same seed gives the same ones on any machine.

        >>> maximal = PositionList("4x4", "maximal")
        >>> maximal.sample(3, seed=7) == maximal.sample(3, seed=7)
        True
        """
        size = require_at_least(0, "size", size)
        source = generator(seed)
        if not self.total:
            raise InputError(self.nothing())
        with running({"settings": self._settings, **options}) as settings:
            settings.expect(sample_need(self.board, size))
            ranks = [below(self.total, source) for _ in cancellable(range(size), LOOK_EVERY)]
            return self._found(ranks, settings)

    def __str__(self) -> str:
        return f"{self.describe('every')}: {self.total:,}"

    def table(self) -> Table:
        """The first positions with their numbers, the rows of each separated by strokes.

        >>> print(list_positions("2x2", "maximal").table().text())
        number  position
             0  LL/LL
             1  RR/RR
        """
        return positions_table(self.positions(range(min(self.total, SHOWN))))

    def to_json(self) -> dict[str, Any]:
        """The board, what is listed, and how many there are.

        >>> list_positions("2x2", "maximal").to_json()["total"]
        '2'
        """
        return {
            "board": self.board.to_json(),
            "positions": self.describe("every"),
            "total": digits(self.total),
        }

    # -- words -----------------------------------------------------------------------------------

    def describe(self, article: str) -> str:
        """What the positions are, in words.

        >>> PositionList("2x2", "maximal", dominoes=(1, None)).describe("a")
        'a maximal position with 1 Left domino'
        """
        words = (
            f"{article} {self.kind} position" if self.kind else f"{article} position of these stuck players"
        )
        if self.pieces:
            words += f" with {' or '.join(map(str, self.pieces))} {self.game.called(self.pieces[-1])}"
        if any(number is not None for number in self.dominoes):
            words += f" with {self._numbers()}"
        return words + (" that alternating play can reach" if self.play else "")

    def nothing(self) -> str:
        """Why there is nothing to choose from.

        >>> PositionList("2x2", dominoes=(3, None)).nothing()
        'no general position has 3 Left dominoes on this board'
        """
        if self.weights is not None:
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
    pieces: PiecesLike | None = None,
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
