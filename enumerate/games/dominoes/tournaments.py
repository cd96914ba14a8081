"""Tournaments: every pair of agents plays many numbered matches; counts and estimates with their errors."""

from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from itertools import combinations, islice
from math import sqrt
from typing import TYPE_CHECKING, Any, Unpack

from ...model.lattice import items
from ...support.errors import InputError, about, require_integer
from ...support.memory import CostEstimate, times
from ...support.result import Result, Table
from ...support.run import Options, cancellable, check_cancelled, running
from ...support.seeds import SeedLike, chosen_seed
from .agents import AGENTS, Agent
from .chance import match_chance, stream_of
from .match import CLOSED, FIRST, PLACED, WINNER, Match, outcome, title
from .readings import BEST_FIT, Reading
from .referee import Referee, function_of, name_of

if TYPE_CHECKING:
    from .engine.compiled_chance import Ints

ENGINE_CHUNK = 20_000  # matches between two reports of progress
REFEREE_CHUNK = 50
ENGINE_MATCH, REFEREE_MATCH = 2e-6, 1e-3  # seconds, measured
LOOK_EVERY = 0.2  # seconds
Z95 = 1.959963984540054  # the normal quantile of 97.5 %
ESTIMATES = (
    "win",
    "loss",
    "draw",
    "margin",
    "first_mover",
    "closed",
    "length",
)  # of a pair, as in the CSV file


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its standard error and a 95 % confidence interval.

    >>> print(proportion(320, 1000))
    0.3200 +- 0.0148 (0.2918 to 0.3496)
    """

    value: float
    se: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.4f} +- {self.se:.4f} ({self.low:.4f} to {self.high:.4f})"

    @property
    def rounded(self) -> tuple[float, float, float, float]:
        """The four numbers with six decimals."""
        return round(self.value, 6), round(self.se, 6), round(self.low, 6), round(self.high, 6)


def proportion(count: int, matches: int) -> Estimate:
    """The share count / matches, with Wilson's interval, which is sound near 0 and 1 too.

    >>> estimate = proportion(0, 100)
    >>> estimate.low, round(estimate.high, 4)
    (0.0, 0.037)
    """
    share = count / matches
    weight = Z95**2 / matches
    centre = (share + weight / 2) / (1 + weight)
    half = Z95 / (1 + weight) * sqrt(share * (1 - share) / matches + weight / (4 * matches))
    low = 0.0 if count == 0 else centre - half
    high = 1.0 if count == matches else centre + half
    return Estimate(share, sqrt(share * (1 - share) / matches), low, high)


def mean(total: int, squares: int, matches: int) -> Estimate:
    """The mean of numbers with the given sum and sum of squares, with the normal interval."""
    value = total / matches
    variance = max(0.0, (squares - total * total / matches) / max(1, matches - 1))
    se = sqrt(variance / matches)
    return Estimate(value, se, value - Z95 * se, value + Z95 * se)


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts over matches of two agents; tallies of disjoint matches add up."""

    matches: int = 0
    wins: int = 0  # of the first agent of the pair
    losses: int = 0
    first_wins: int = 0  # won by whoever made the first move
    first_losses: int = 0
    closed: int = 0
    placed: int = 0  # tiles on the table at the end, summed
    placed_squared: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))

    @classmethod
    def of(cls, rows: "Ints") -> "Tally":
        """Count the rows of matches that the engine wrote."""
        winner, first, placed = rows[:, WINNER], rows[:, FIRST], rows[:, PLACED]
        return cls(
            matches=len(rows),
            wins=int((winner == 0).sum()),
            losses=int((winner == 1).sum()),
            first_wins=int((winner == first).sum()),
            first_losses=int((winner == 1 - first).sum()),
            closed=int(rows[:, CLOSED].sum()),
            placed=int(placed.sum()),
            placed_squared=int((placed * placed).sum()),
        )

    @property
    def draws(self) -> int:
        """Matches that nobody won."""
        return self.matches - self.wins - self.losses


@dataclass(frozen=True, slots=True)
class Pair:
    """The results of `a` and `b` against each other; rates are those of `a`."""

    a: str
    b: str
    tally: Tally

    @property
    def win(self) -> Estimate:
        """The share of matches that a won."""
        return proportion(self.tally.wins, self.tally.matches)

    @property
    def loss(self) -> Estimate:
        """The share of matches that b won."""
        return proportion(self.tally.losses, self.tally.matches)

    @property
    def draw(self) -> Estimate:
        """The share of draws."""
        return proportion(self.tally.draws, self.tally.matches)

    @property
    def margin(self) -> Estimate:
        """(wins - losses) / matches."""
        return _margin(self.tally.wins, self.tally.losses, self.tally.matches)

    @property
    def first_mover(self) -> Estimate:
        """The advantage of the first move: (won - lost by the first mover) / matches."""
        return _margin(self.tally.first_wins, self.tally.first_losses, self.tally.matches)

    @property
    def closed(self) -> Estimate:
        """The share of matches that ended closed."""
        return proportion(self.tally.closed, self.tally.matches)

    @property
    def length(self) -> Estimate:
        """The mean number of tiles on the table at the end."""
        return mean(self.tally.placed, self.tally.placed_squared, self.tally.matches)

    @property
    def estimates(self) -> dict[str, Estimate]:
        """All estimates by name."""
        return {name: getattr(self, name) for name in ESTIMATES}

    def to_json(self) -> dict[str, Any]:
        """Plain values for JSON, with the keys of docs/json.md."""
        return {
            "a": self.a,
            "b": self.b,
            "win": str(self.tally.wins),
            "loss": str(self.tally.losses),
            "draw": str(self.tally.draws),
            "se": self.win.rounded[1],
            "estimates": {
                name: dict(zip(("value", "se", "low", "high"), estimate.rounded, strict=True))
                for name, estimate in self.estimates.items()
            },
        }


def _margin(wins: int, losses: int, matches: int) -> Estimate:
    return mean(wins - losses, wins + losses, matches)


@dataclass(frozen=True, slots=True)
class Tournament(Result):
    """The results of all pairs."""

    agents: tuple[str, ...]
    matches: int  # of each pair
    reading: Reading
    seed: int
    pairs: tuple[Pair, ...]

    def __str__(self) -> str:
        header = (
            "pair", "win", "loss", "draw", "win rate", "+-", "95 % interval",
            "first mover", "tiles", "closed",
        )  # fmt: skip
        rows = tuple(
            (
                f"{title(pair.a)} - {title(pair.b)}",
                pair.tally.wins,
                pair.tally.losses,
                pair.tally.draws,
                f"{pair.win.value:.4f}",
                f"{pair.win.se:.4f}",
                f"{pair.win.low:.4f} to {pair.win.high:.4f}",
                f"{pair.first_mover.value:.4f}",
                f"{pair.length.value:.2f}",
                f"{pair.closed.value:.4f}",
            )
            for pair in self.pairs
        )
        totals = [(title(name), total, f"{self.totals_se[name]:.0f}") for name, total in self.totals.items()]
        totals.append(("draws", self.draws, f"{self.draws_se:.0f}"))
        return "\n\n".join(
            [
                f"reading {self.reading}, seed {self.seed}, {self.matches} matches of each pair",
                Table(header, rows).text(),
                Table(("agent", "wins", "+-"), tuple(totals)).text(),
            ]
        )

    def table(self) -> Table:
        """A row for each pair: counts, then every estimate with standard error and interval."""
        parts = ("", "_se", "_low", "_high")
        columns = [name + part for name in ESTIMATES for part in parts]
        rows = (
            (
                pair.a,
                pair.b,
                pair.tally.matches,
                pair.tally.wins,
                pair.tally.losses,
                pair.tally.draws,
                *(number for estimate in pair.estimates.values() for number in estimate.rounded),
            )
            for pair in self.pairs
        )
        return Table(("a", "b", "matches", "wins", "losses", "draws", *columns), tuple(rows))

    def to_json(self) -> dict[str, Any]:
        """Plain values for JSON, with the keys of docs/json.md; counts are decimal strings."""
        return {
            "reading": str(self.reading),
            "seed": str(self.seed),
            "matches": str(self.matches),
            "pairs": [pair.to_json() for pair in self.pairs],
            "totals": {name: str(total) for name, total in self.totals.items()},
            "totals_se": {name: round(se, 1) for name, se in self.totals_se.items()},
            "draws": str(self.draws),
            "draws_se": round(self.draws_se, 1),
        }

    def picture(self, form: str) -> bytes:
        """Figures 4 to 10 of the paper in one picture: a pie for each pair, bars for the totals."""
        from ...render.plots import Duel as Pie
        from ...render.plots import victory_charts

        pies = [
            Pie((title(pair.a), title(pair.b)), (pair.tally.wins, pair.tally.losses, pair.tally.draws))
            for pair in self.pairs
        ]
        return victory_charts(pies, {title(name): wins for name, wins in self.totals.items()}, form)

    @property
    def totals(self) -> dict[str, int]:
        """The wins of each agent over all its pairs, the paper's Figure 10."""
        return {name: sum(won for won, _ in self._wins_of(name)) for name in self.agents}

    @property
    def totals_se(self) -> dict[str, float]:
        """The standard errors of the totals; pairs are independent."""
        return {
            name: sqrt(sum((share.se * self.matches) ** 2 for _, share in self._wins_of(name)))
            for name in self.agents
        }

    def _wins_of(self, name: str) -> Iterator[tuple[int, Estimate]]:
        for pair in self.pairs:
            if pair.a == name:
                yield pair.tally.wins, pair.win
            elif pair.b == name:
                yield pair.tally.losses, pair.loss

    @property
    def draws(self) -> int:
        """The draws of all pairs."""
        return sum(pair.tally.draws for pair in self.pairs)

    @property
    def draws_se(self) -> float:
        """The standard error of the number of draws."""
        return sqrt(sum((pair.draw.se * self.matches) ** 2 for pair in self.pairs))


def tournament(
    agents: Sequence[str | Agent] = tuple(AGENTS),
    matches: int = 1000,
    *,
    reading: Reading | str = BEST_FIT,
    seed: SeedLike = 1,
    **options: Unpack[Options],
) -> Tournament:
    """Let every two of `agents` play `matches` matches, numbered from 0, and count.

    Agents are names or functions of your own. The result depends on the agents of a pair, the reading, the
    seed and the number of matches, and on nothing else: not on the threads, not on the other agents.
    The paper's agents play in the compiled engine; a pair with another agent is led by the referee.

    >>> result = tournament(["juca", "nabucodonossor"], matches=2000)
    >>> result.totals
    {'juca': 629, 'nabucodonossor': 1303}
    """
    names = tuple(name_of(agent) for agent in items("agents", agents))
    matches, chosen = require_integer("matches", matches, 1), chosen_seed(seed)
    understood = Reading.of(reading)
    if len(names) < 2:
        raise InputError(f"a tournament needs at least two agents, not {len(names)}")
    if len(set(names)) < len(names):
        raise InputError(f"each agent can enter once (given: {', '.join(names)})")
    players = {name: function_of(agent) for name, agent in zip(names, agents, strict=True)}
    stream_of(chosen, (names[0], names[1]))  # refuse a bad seed before any match
    duels = [PairMatches(a, b, players[a], players[b], understood, chosen) for a, b in combinations(names, 2)]
    tallies = [Tally()] * len(duels)
    done = 0
    with running(options) as settings:
        seconds = times(matches, sum(duel.match_seconds for duel in duels) / settings.cores)
        what = f"{about(matches * len(duels))} matches"
        settings.expect(CostEstimate(what, seconds=seconds, cores=settings.cores, instead="Take fewer"))
        for number, tally in _play_all(duels, matches, settings.cores):
            tallies[number] += tally
            done += tally.matches
            settings.report(done, matches * len(duels))
    pairs = tuple(Pair(duel.a, duel.b, tally) for duel, tally in zip(duels, tallies, strict=True))
    return Tournament(names, matches, understood, chosen, pairs)


def _play_all(duels: Sequence["PairMatches"], matches: int, threads: int) -> Iterator[tuple[int, Tally]]:
    """Play in chunks; yield the number of the duel and the tally of each chunk when it is finished."""
    parts = ((number, start) for number, duel in enumerate(duels) for start in range(0, matches, duel.chunk))
    under_way: dict[Future[Tally], int] = {}
    with ThreadPoolExecutor(threads) as pool:
        try:
            while True:
                for number, start in islice(parts, 2 * threads - len(under_way)):
                    size = min(duels[number].chunk, matches - start)
                    play = partial(duels[number].play, start, size)
                    under_way[pool.submit(copy_context().run, play)] = number
                if not under_way:
                    return
                check_cancelled()
                for finished in wait(under_way, LOOK_EVERY, FIRST_COMPLETED).done:
                    yield under_way.pop(finished), finished.result()
        except BaseException:  # cancel the chunks that have not begun
            pool.shutdown(cancel_futures=True)
            raise


@dataclass(frozen=True, slots=True)
class PairMatches:
    """Two agents that play each other: in the compiled engine if it knows both, else with the referee."""

    a: str
    b: str
    player_a: Agent
    player_b: Agent
    reading: Reading
    seed: int

    @property
    def is_compiled(self) -> bool:
        """Whether both are agents of the paper."""
        return AGENTS.get(self.a) is self.player_a and AGENTS.get(self.b) is self.player_b

    @property
    def chunk(self) -> int:
        """The number of matches in a chunk."""
        return ENGINE_CHUNK if self.is_compiled else REFEREE_CHUNK

    @property
    def match_seconds(self) -> float:
        """The expected seconds of a match; an agent of your own may take longer."""
        return ENGINE_MATCH if self.is_compiled else REFEREE_MATCH

    def play(self, start: int, matches: int) -> Tally:
        """Play the matches numbered start, start + 1, ..."""
        import numpy as np

        if self.is_compiled:
            from .engine import play_numbered

            stream = stream_of(self.seed, (self.a, self.b))
            return Tally.of(play_numbered((self.a, self.b), self.reading, stream, start, matches))
        numbers = range(start, start + matches)
        return Tally.of(np.array([outcome(self.led_by_referee(number)) for number in cancellable(numbers)]))

    def led_by_referee(self, number: int) -> Match:
        """One match, in full."""
        chance = match_chance(self.seed, (self.a, self.b), number)
        return Referee((self.player_a, self.player_b), self.reading, chance).play((self.a, self.b))
