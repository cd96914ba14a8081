"""The census of a board: how many of its positions each player wins, and how hot they are.

Every position has one of four outcomes, so the polynomials of the outcomes add up to D. A position is
determined for play by the set of placements that are still possible, and many positions leave the same set.
The exact census counts positions by that set, piece by piece in the order of the board, and evaluates each
set once. The sampled census draws uniformly among the positions with a given number of pieces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import sqrt
from random import Random
from typing import Any, Unpack

from ..model.game import DEFAULT_GAME, GameLike
from ..model.polynomial import Polynomial
from ..model.position import BoardLike, Position, as_position
from ..rules.kinds import game_json
from ..sampling.backward import drawing_need
from ..sampling.sampling import PositionList
from ..support.errors import InputError, TooLargeError, about, require_integer
from ..support.names import old_name, renamed
from ..support.result import Result, Table, plain
from ..support.run import Options, advance, cancellable, current, running, stage, stages
from ..support.seeds import SeedLike, chosen_seed, generator
from .canonical import CanonicalForms
from .placement import (
    MOST_SETS,
    PlacementGame,
    expected_parts,
    parts_left,
    require_feasible,
    require_few_sets,
    two_player_graph,
)
from .thermograph import Walls

LETTERS = ("L", "R", "N", "P")
CHECK_EVERY = 1024  # sets between two checks for cancellation
REPORT_EVERY = 64  # sets between two reports of progress
Powers = tuple[int, int]  # numbers of pieces of Left and Right; in samples all pieces are counted as Left's
Sets = dict[int, Counter[Powers]]  # sets of placements with the number of positions that leave each
SAMPLED_CELLS = 24  # free cells up to which a drawn position is evaluated
SAMPLED_PARTS = 20_000  # parts that follow from it, where rules close cells that are not covered


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

        One position is added to each side, so that an outcome that was never drawn has a positive error.
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
    """The census of a position: rows by number of pieces; if it is exact, a polynomial for each outcome."""

    position: Position
    rows: tuple[CensusRow, ...]
    polynomials: Mapping[str, Polynomial] | None
    seed: int | None = None

    def __str__(self) -> str:
        lines = [f"seed {self.seed}"]
        if self.polynomials is not None:
            lines = [f"{letter}: {found}" for letter, found in self.polynomials.items()]
        return "\n".join([self.table().text(), "", *lines])

    def table(self) -> Table:
        """The rows: counts if the census is exact, shares with standard errors if it is sampled."""
        rows = []
        for row in self.rows:
            shares: list[object] = [*row.outcomes.values()]
            mean = f"{row.mean_temperature:.4f}"
            if self.polynomials is None:
                shares = [f"{row.share(letter):.3f} +- {row.share_error(letter):.3f}" for letter in LETTERS]
                mean = f"{mean} +- {row.temperature_error:.4f}"
            rows.append((row.pieces, row.positions, *shares, mean, f"{row.hot:.3f}", str(row.hottest)))
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
    too large to evaluate. Numbers of pieces that leave more free cells are omitted, unless the rules of the
    game close so many cells that few positions follow.

    >>> print(census("2x2"))
    pieces  positions  L  R  N  P  mean temperature    hot  hottest
         0          1  0  0  1  0            1.0000  1.000        1
         1          4  2  2  0  0            0.0000  0.000       -1
         2          2  0  0  0  2            0.0000  0.000       -1
    <BLANKLINE>
    L: 2x
    R: 2y
    N: 1
    P: x^2 + y^2
    >>> [(row.pieces, row.drawn) for row in census("4x4", samples=50, seed=1).rows][:2]
    [(0, 1), (1, 24)]
    """
    position = as_position(board, game)
    graph = two_player_graph(position)
    each = None if samples is None else require_integer("samples", samples, 1)
    if each is None and seed is not None:
        raise InputError("`seed` is for samples: give `samples`, too")
    chosen = chosen_seed(seed)
    with running(options):
        placed_game = PlacementGame(graph, CanonicalForms())
        if each is None:
            return _exact_census(position, placed_game)
        return _sampled_census(position, placed_game, each, chosen)


def _exact_census(position: Position, placed_game: PlacementGame) -> Census:
    require_few_sets(position.free, position.game)
    finding, evaluating = stages([1, 1])
    with finding:
        sets = _sets(placed_game)
    with evaluating:
        rows, outcomes = _evaluated(placed_game, sets)
    size = 1 if position.game.is_impartial else 2  # one variable counts the pieces of either player
    polynomials = {
        letter: Polynomial.of({powers[:size]: count for powers, count in found.items()}, size)
        for letter, found in outcomes.items()
    }
    return Census(position, tuple(rows), polynomials)


def _evaluated(placed_game: PlacementGame, sets: Sets) -> tuple[list[CensusRow], dict[str, Counter[Powers]]]:
    """The rows, and the number of positions by outcome and pieces."""
    values, walls = placed_game.values, Walls(placed_game.values)

    @cache
    def measures(value: int) -> tuple[str, Fraction]:
        return values.outcome(value), walls.temperature(value)

    outcomes: dict[str, Counter[Powers]] = {letter: Counter() for letter in LETTERS}
    temperatures: dict[int, Counter[Fraction]] = {}
    letters: dict[int, Counter[str]] = {}  # the outcomes, by number of pieces
    for done, (left, counts) in enumerate(sets.items()):
        if not done % REPORT_EVERY:
            advance(done, len(sets))
        letter, temperature = measures(placed_game.value(left))
        for powers, count in counts.items():
            outcomes[letter][powers] += count
            temperatures.setdefault(sum(powers), Counter())[temperature] += count
            letters.setdefault(sum(powers), Counter(dict.fromkeys(LETTERS, 0)))[letter] += count
    rows = [
        CensusRow(pieces, found.total(), dict(letters[pieces]), dict(sorted(found.items())))
        for pieces, found in sorted(temperatures.items())
    ]
    return rows, outcomes


def _sets(placed_game: PlacementGame) -> Sets:
    """The sets of placements that are still possible, with the positions that leave each, by pieces."""
    sets: Sets = {placed_game.all: Counter({(0, 0): 1})}
    bits = list(zip(placed_game.bits, placed_game.graph.variables, strict=True))
    for done, (bit, variable) in enumerate(bits):
        advance(done, len(bits))
        for left, counts in cancellable([pair for pair in sets.items() if pair[0] & bit], CHECK_EVERY):
            after = sets.setdefault(placed_game.after(left, bit), Counter())
            for (a, b), count in counts.items():
                after[a + (not variable), b + variable] += count
        if len(sets) > MOST_SETS:
            raise TooLargeError(
                f"this board leaves more than {about(MOST_SETS)} different sets of moves: take a sample"
            )
    return sets


def _sampled_census(position: Position, placed_game: PlacementGame, samples: int, seed: int) -> Census:
    """The census from uniform samples, `samples` for each number of pieces."""
    from ..counting.positions import positions

    board, game, graph = position.free, position.game, placed_game.graph
    covered = min((len(placement.cells) for placement in graph.placements), default=1)
    forecast, rest = stages([0, 1])  # the forecast takes no noticeable time
    with forecast:
        fewest = 0 if game.forbidden else max(0, len(board) - SAMPLED_CELLS) // covered
        drawing_need(board, fewest, game).require(current().limit)
        by_size = [count for _, count in positions(board, game=game, by="size")]
    numbers = [
        number
        for number in range(len(by_size))
        if len(board) - covered * number <= SAMPLED_CELLS
        or (game.forbidden and parts_left(by_size, number) <= SAMPLED_PARTS)
    ]
    if not numbers:
        what = f"every position leaves more than {SAMPLED_CELLS} cells free, too many to evaluate"
        raise TooLargeError(f"{what}: take a smaller board")
    met = sum(min(samples, by_size[number]) * parts_left(by_size, number) for number in numbers)
    met = min(met, expected_parts(board, game))
    with rest:
        has_fast = require_feasible(board, game, met)
        counting, drawing, working, evaluating = stages([1, 1, 16, 2] if has_fast else [1, 1, 0, 18])
    with counting:
        held = PositionList(board, pieces=numbers, game=game)
    chance = generator(seed)
    drawn: Sets = {}
    with drawing:
        for done, number in enumerate(numbers):
            with stage(done, len(numbers)):
                for left in _draw(placed_game, held.of_size(number), samples, chance):
                    drawn.setdefault(left, Counter())[number, 0] += 1
    if has_fast:
        from .polyominoes import Reachable

        parts = {part for left in drawn for part in placed_game.parts(left)}
        shapes = {placed_game.cells(part) for part in parts}
        with working:
            placed_game.known = Reachable(placed_game.values, shapes, met).find
    with evaluating:
        rows = [replace(row, positions=by_size[row.pieces]) for row in _evaluated(placed_game, drawn)[0]]
    return Census(position, tuple(rows), None, seed)


def _old_sampled_census(board: BoardLike, samples: int, **options: Any) -> Census:
    """The census from samples, under its old name."""
    return census(board, samples=samples, **options)


sampled_census = old_name("sampled_census", "census(board, samples=...)", _old_sampled_census)


def _draw(placed_game: PlacementGame, held: PositionList, samples: int, chance: Random) -> list[int]:
    """The sets left by uniform positions, or by all positions if there are at most `samples`."""
    found: Sequence[Position]
    if held.total <= samples:
        found = held.positions(range(held.total), settings=current())
    else:
        found = held.sample(samples, seed=chance.getrandbits(32), settings=current())
    bits = dict(zip(placed_game.graph.placements, placed_game.bits, strict=True))
    sets = []
    for position in found:
        free = placed_game.all
        for placement in position.placements:
            free = placed_game.after(free, bits[placement])
        sets.append(free)
    return sets
