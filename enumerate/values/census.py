"""The census of a board: how many of its positions each player wins, and how hot they are.

Every position has one of four outcomes, so the polynomials of the outcomes add up to D. A position is
determined for play by the set of placements that are still possible, and many positions leave the same set.
The exact census counts positions by that set, piece by piece in the order of the board, and evaluates each
set once. The sampled census draws uniformly among the positions with a given number of pieces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any, Unpack

from ..model.game import DEFAULT_GAME, GameLike
from ..model.polynomial import Polynomial
from ..model.position import BoardLike, Position, as_position
from ..plan.cost import require_narrow
from ..rules.kinds import game_json
from ..rules.problem import Problem, conflict_graph
from ..sampling.backward import drawing_need
from ..sampling.sampling import PositionList
from ..support.errors import InputError, TooLargeError, about, require_integer
from ..support.names import old_name, renamed
from ..support.result import Result, Table, plain
from ..support.run import Options, Settings, cancellable, running
from ..support.seeds import SeedLike, chosen_seed, generator
from .canonical import ZERO, CanonicalForms
from .placement import (
    IMAGES,
    MOST_SETS,
    PlacementGame,
    expected_parts,
    is_fast,
    parts_left,
    require_feasible,
    require_few_sets,
    require_two_players,
)
from .thermograph import Walls
from .value import OUTCOMES

LETTERS = ("L", "R", "N", "P")
LOOK_EVERY = 1024  # sets between two checks for cancellation
SAMPLED_CELLS = 24  # free cells up to which a drawn position is evaluated
SAMPLED_PARTS = 20_000  # the same, parts that it leads to, where rules close cells that are not covered


@dataclass(frozen=True, slots=True)
class CensusRow(Result):
    """The positions with one number of pieces: counts by outcome and by temperature.

    In a sample the counts are those of the positions drawn, and `positions` is the number of all of them.
    """

    pieces: int
    positions: int
    outcomes: Mapping[str, int]
    temperatures: Mapping[Fraction, int]

    @property
    def drawn(self) -> int:
        """The number of positions evaluated."""
        return sum(self.outcomes.values())

    def share(self, letter: str) -> float:
        """The share of an outcome."""
        return self.outcomes[letter] / self.drawn

    def share_error(self, letter: str) -> float:
        """The standard error of that share, 0 if all positions were evaluated.

        One position is added on either side first, so that an outcome that was not drawn has an error above
        0.
        """
        if self.drawn == self.positions:
            return 0.0
        share = (self.outcomes[letter] + 1) / (self.drawn + 2)
        return sqrt(share * (1 - share) / (self.drawn + 2))

    @property
    def mean_temperature(self) -> float:
        """The mean of the temperatures; numbers count as 0."""
        return float(sum(max(t, Fraction(0)) * n for t, n in self.temperatures.items()) / self.drawn)

    @property
    def temperature_error(self) -> float:
        """The standard error of that mean, 0 if all positions were evaluated."""
        if self.drawn == self.positions:
            return 0.0
        mean = self.mean_temperature
        squares = sum(n * (max(float(t), 0.0) - mean) ** 2 for t, n in self.temperatures.items())
        return sqrt(squares / max(1, self.drawn - 1) / self.drawn)

    @property
    def hot(self) -> float:
        """The share of positions with a temperature above 0."""
        return sum(n for t, n in self.temperatures.items() if t > 0) / self.drawn

    @property
    def hottest(self) -> Fraction:
        """The highest temperature."""
        return max(self.temperatures)

    def to_json(self) -> dict[str, Any]:
        """The counts as text, the mean temperature and its standard error."""
        return {
            "pieces": self.pieces,
            "positions": str(self.positions),
            "drawn": str(self.drawn),
            "outcomes": {letter: str(count) for letter, count in self.outcomes.items()},
            "temperatures": [[str(t), str(count)] for t, count in self.temperatures.items()],
            "mean_temperature": self.mean_temperature,
            "temperature_error": self.temperature_error,
        }


@dataclass(frozen=True, slots=True)
class Census(Result):
    """The census of a position: rows by number of pieces, and if it is exact a polynomial for each outcome.

    >>> counted = census("2x2")
    >>> for letter, polynomial in counted.polynomials.items():
    ...     print(letter, polynomial)
    L 2x
    R 2y
    N 1
    P x^2 + y^2
    """

    position: Position
    rows: tuple[CensusRow, ...]
    polynomials: Mapping[str, Polynomial] | None
    seed: int | None = None

    def __str__(self) -> str:
        lines = [self.table().text(), ""]
        if self.polynomials is None:
            return "\n".join([*lines, f"seed {self.seed}"])
        return "\n".join([*lines, *(f"{letter}: {found}" for letter, found in self.polynomials.items())])

    def table(self) -> Table:
        """The rows: counts if the census is exact, shares with standard errors if it is sampled.

        >>> print(census("1x2").table().csv(), end="")
        pieces,positions,L,R,N,P,mean temperature,hot,hottest
        0,1,0,1,0,0,0.0000,0.000,-1
        1,1,0,0,0,1,0.0000,0.000,-1
        """
        is_exact = self.polynomials is not None
        rows: list[tuple[object, ...]] = []
        for row in self.rows:
            shares: list[object] = [
                row.outcomes[letter]
                if is_exact
                else f"{row.share(letter):.3f} +- {row.share_error(letter):.3f}"
                for letter in row.outcomes
            ]
            mean = f"{row.mean_temperature:.4f}"
            heat = mean if is_exact else f"{mean} +- {row.temperature_error:.4f}"
            rows.append((row.pieces, row.positions, *shares, heat, f"{row.hot:.3f}", str(row.hottest)))
        return Table(("pieces", "positions", *LETTERS, "mean temperature", "hot", "hottest"), tuple(rows))

    def to_json(self) -> dict[str, Any]:
        """Plain values for JSON, with the keys of docs/json.md."""
        polynomials = self.polynomials
        return {
            "board": self.position.free.to_json(),
            "game": self.position.game.name,  # or, if it is not Domineering,
            **game_json(self.position.game, self.position.board),
            "exact": polynomials is not None,
            "seed": self.seed,
            "polynomials": plain(polynomials),
            "rows": plain(self.rows),
        }


class _Judge:
    """Outcomes and temperatures of sets of placements, each computed once."""

    def __init__(self, placed_game: PlacementGame) -> None:
        self.placed_game, self.walls = placed_game, Walls(placed_game.values)
        self._known: dict[int, tuple[str, Fraction]] = {}

    def __call__(self, free: int) -> tuple[str, Fraction]:
        values = self.placed_game.values
        value = self.placed_game.value(free)
        known = self._known.get(value)
        if known is None:
            outcome = OUTCOMES[values.at_most(value, ZERO), values.at_most(ZERO, value)]
            known = self._known[value] = outcome, self.walls.temperature(value)
        return known


@renamed(where="board")
def census(
    board: BoardLike,
    *,
    samples: int | None = None,
    seed: SeedLike = None,
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[Options],
) -> Census:
    """The census of a board or of all positions that follow from a position: exact, or from uniform samples.

    `samples` is the number of samples for each number of pieces. Positions with more than 24 free cells are
    too large to evaluate one by one. Numbers of pieces that leave more are omitted, unless the rules of the
    game close so many cells that few positions follow.

    >>> counted = census("3x3")
    >>> print(sum(counted.polynomials.values(), Polynomial.of({})).total)
    131
    >>> [(row.pieces, row.positions, row.outcomes["N"]) for row in counted.rows]
    [(0, 1, 1), (1, 12, 8), (2, 44, 12), (3, 56, 8), (4, 18, 0)]
    >>> [(row.pieces, row.drawn) for row in census("4x4", samples=50, seed=1).rows][:2]
    [(0, 1), (1, 24)]
    """
    position = as_position(board, game)
    require_two_players(position.game, position.board)
    if samples is not None:
        return _sampled_census(position, samples, seed, options)
    if seed is not None:
        raise InputError("`seed` is for samples: give `samples`, too")
    with running(options) as settings:
        return _census(position, settings)


def _census(position: Position, settings: Settings) -> Census:
    game, board = position.game, position.free
    require_narrow(Problem(board, frozenset(), game=game))
    require_few_sets(board, game, settings)
    placed_game = PlacementGame(conflict_graph(game, board), CanonicalForms())
    sets = _sets(placed_game, settings.part(0, 2))
    judge = _Judge(placed_game)
    outcomes: dict[str, Counter[tuple[int, int]]] = {letter: Counter() for letter in LETTERS}
    heat: dict[int, Counter[Fraction]] = {}
    report = settings.part(1, 2).report
    for done, (left, counts) in enumerate(sets.items()):
        if not done % 256:
            report(done, len(sets))
        letter, temperature = judge(left)
        for powers, count in counts.items():
            outcomes[letter][powers] += count
            heat.setdefault(sum(powers), Counter())[temperature] += count
    return Census(position, _rows(outcomes, heat), _polynomials(position, outcomes))


def _sets(placed_game: PlacementGame, settings: Settings) -> dict[int, Counter[tuple[int, int]]]:
    """The sets of placements that are still possible, with the positions that leave each, by pieces."""
    sets: dict[int, Counter[tuple[int, int]]] = {placed_game.all: Counter({(0, 0): 1})}
    bits = list(zip(placed_game.bits, placed_game.graph.variables, strict=True))
    for done, (bit, variable) in enumerate(bits):
        settings.report(done, len(bits))
        for left, counts in cancellable([pair for pair in sets.items() if pair[0] & bit], LOOK_EVERY):
            after = sets.setdefault(placed_game.after(left, bit), Counter())
            for (a, b), count in counts.items():
                after[a + (not variable), b + variable] += count
        if len(sets) > MOST_SETS:
            raise TooLargeError(
                f"this board leaves more than {about(MOST_SETS)} different sets of moves: take a sample"
            )
    return sets


def _rows(
    outcomes: Mapping[str, Counter[tuple[int, int]]], heat: Mapping[int, Counter[Fraction]]
) -> tuple[CensusRow, ...]:
    rows = []
    for pieces in sorted(heat):
        counts = {
            letter: sum(count for powers, count in found.items() if sum(powers) == pieces)
            for letter, found in outcomes.items()
        }
        rows.append(CensusRow(pieces, sum(counts.values()), counts, dict(sorted(heat[pieces].items()))))
    return tuple(rows)


def _polynomials(
    position: Position, outcomes: Mapping[str, Counter[tuple[int, int]]]
) -> dict[str, Polynomial]:
    """One polynomial for each outcome; one variable counts the pieces of either player."""
    size = 1 if position.game.is_impartial else 2
    return {
        letter: Polynomial.of({powers[:size]: count for powers, count in found.items()}, size)
        for letter, found in outcomes.items()
    }


def _sampled_census(position: Position, samples: int, seed: SeedLike, options: Mapping[str, Any]) -> Census:
    """The census from uniform samples, `samples` for each number of pieces."""
    from ..counting.positions import positions

    board, played = position.free, position.game
    each = require_integer("samples", samples, 1)
    chosen = chosen_seed(seed)
    require_narrow(Problem(board, frozenset(), game=played))
    graph = conflict_graph(played, board)
    placed_game = PlacementGame(graph, CanonicalForms())
    chance = generator(chosen)
    covered = min((len(placement.cells) for placement in graph.placements), default=1)
    with running(options) as settings:
        ahead, rest = settings.cut([0, 1])  # the forecast itself takes no noticeable time
        fewest = 0 if played.forbidden else max(0, len(board) - SAMPLED_CELLS) // covered
        drawing_need(board, fewest, played, settings).require(settings.limit)
        by_size = [count for _, count in positions(board, game=played, by="size", settings=ahead)]
        numbers = [
            number
            for number in range(len(by_size))
            if len(board) - covered * number <= SAMPLED_CELLS
            or (played.forbidden and parts_left(by_size, number) <= SAMPLED_PARTS)
        ]
        if not numbers:
            what = f"every position leaves more than {SAMPLED_CELLS} cells free, too many to evaluate"
            raise TooLargeError(f"{what}: take a smaller board")
        met = sum(min(each, by_size[number]) * parts_left(by_size, number) for number in numbers)
        met = min(met, expected_parts(board, played))
        has_fast = is_fast(played, board, met)
        expected = met // IMAGES if has_fast else met
        require_feasible(expected, rest, is_compiled=has_fast)
        counting, drawing, working, judging = rest.cut([1, 1, 16, 2] if has_fast else [1, 1, 0, 18])
        held = PositionList(board, pieces=numbers, game=played, settings=counting)
        drawn = {}
        for done, number in enumerate(numbers):
            share = drawing.part(done, len(numbers))
            drawn[number] = by_size[number], _draw(placed_game, held.of_size(number), each, chance, share)
        if has_fast:
            from .polyominoes import Reachable

            parts = {part for _, sets in drawn.values() for left in sets for part in placed_game.parts(left)}
            shapes = {placed_game.cells(part) for part in parts}
            placed_game.known = Reachable(placed_game.values, shapes, expected, working.report).find
        judge = _Judge(placed_game)
        rows = []
        for done, (number, (total, sets)) in enumerate(drawn.items()):
            rows.append(_sampled_row(number, total, sets, judge, judging.part(done, len(drawn))))
    return Census(position, tuple(rows), None, chosen)


def _old_sampled_census(
    board: BoardLike,
    samples: int,
    *,
    seed: SeedLike = None,
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[Options],
) -> Census:
    """The census from samples, under its old name."""
    return census(board, samples=samples, seed=seed, game=game, **options)


sampled_census = old_name("sampled_census", "census(board, samples=...)", _old_sampled_census)


def _draw(
    placed_game: PlacementGame, held: PositionList, samples: int, chance: Random, settings: Settings
) -> list[int]:
    """The sets left by uniform positions, or by all positions if there are at most `samples`."""
    found: Sequence[Position]
    if held.total <= samples:
        found = held.positions(range(held.total), settings=settings)
    else:
        found = held.sample(samples, seed=chance.getrandbits(32), settings=settings)
    bits = dict(zip(placed_game.graph.placements, placed_game.bits, strict=True))
    sets = []
    for position in found:
        free = placed_game.all
        for placement in position.placements:
            free = placed_game.after(free, bits[placement])
        sets.append(free)
    return sets


def _sampled_row(number: int, total: int, sets: list[int], judge: _Judge, settings: Settings) -> CensusRow:
    """The row of the `total` positions with a number of pieces, from the sets that the drawn ones leave."""
    outcomes = dict.fromkeys(LETTERS, 0)
    heat: Counter[Fraction] = Counter()
    for done, left in enumerate(sets):
        if not done % 16:
            settings.report(done, len(sets))
        letter, temperature = judge(left)
        outcomes[letter] += 1
        heat[temperature] += 1
    return CensusRow(number, total, outcomes, dict(sorted(heat.items())))
