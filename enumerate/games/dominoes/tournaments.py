"""Tournaments: every pair of agents plays many numbered matches; counts and estimates with their errors."""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from itertools import combinations, islice
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

from ...model.lattice import items
from ...support.errors import InputError, about, require_integer
from ...support.memory import CostEstimate, times
from ...support.result import Result, Table
from ...support.run import Options, advance, cancellable, check_cancelled, expect, running
from ...support.seeds import SeedLike, chosen_seed
from .agents import AGENTS, Agent, find_agent
from .chance import match_chance, stream_of
from .match import CLOSED, FIRST, PLACED, WINNER, Referee, outcome, title
from .readings import BEST_FIT, Reading

if TYPE_CHECKING:
    from .engine import Ints

ENGINE_CHUNK_MATCHES = 20_000  # matches between two reports of progress
REFEREE_CHUNK_MATCHES = 50
ENGINE_SECONDS, REFEREE_SECONDS = 2e-6, 1e-3  # per match, measured
Z95 = 1.959963984540054  # the normal quantile of 97.5 %


class Estimate(NamedTuple):
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
    def rounded(self) -> "Estimate":
        """The four numbers with six decimals."""
        return Estimate(*(round(number, 6) for number in self))


def proportion(count: int, matches: int) -> Estimate:
    """The share count / matches, with Wilson's interval, which is also valid near 0 and 1.

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
    first_wins: int = 0  # won by the player who made the first move
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
        won = winner == 0, winner == 1, winner == first, winner == 1 - first
        counted = (*won, rows[:, CLOSED], placed, placed * placed)
        return cls(len(rows), *(int(numbers.sum()) for numbers in counted))

    @property
    def draws(self) -> int:
        """The number of drawn matches."""
        return self.matches - self.wins - self.losses


@dataclass(frozen=True, slots=True)
class Pair:
    """The results of `a` and `b` against each other; rates are those of `a`."""

    a: str
    b: str
    tally: Tally

    @property
    def estimates(self) -> dict[str, Estimate]:
        """The estimates, by the names of their columns in CSV files.

        `margin` is (wins - losses) / matches, `first_mover` the same for the player who made the first move,
        `length` the mean number of tiles on the table at the end.
        """
        t, n = self.tally, self.tally.matches
        return {
            "win": proportion(t.wins, n),
            "loss": proportion(t.losses, n),
            "draw": proportion(t.draws, n),
            "margin": mean(t.wins - t.losses, t.wins + t.losses, n),
            "first_mover": mean(t.first_wins - t.first_losses, t.first_wins + t.first_losses, n),
            "closed": proportion(t.closed, n),
            "length": mean(t.placed, t.placed_squared, n),
        }

    def won_by(self, name: str) -> int:
        """The number of matches that an agent won, 0 if it is not in the pair."""
        return {self.a: self.tally.wins, self.b: self.tally.losses}.get(name, 0)

    def to_json(self) -> dict[str, Any]:
        """Plain values for JSON, with the keys of docs/json.md."""
        estimates = {name: estimate.rounded._asdict() for name, estimate in self.estimates.items()}
        t = self.tally
        counts = {"win": str(t.wins), "loss": str(t.losses), "draw": str(t.draws)}
        return {"a": self.a, "b": self.b, **counts, "se": estimates["win"]["se"], "estimates": estimates}


@dataclass(frozen=True, slots=True)
class Tournament(Result):
    """The results of all pairs."""

    agents: tuple[str, ...]
    matches: int  # of each pair
    reading: Reading
    seed: int
    pairs: tuple[Pair, ...]

    def __str__(self) -> str:
        counts, rates_of = ("pair", "win", "loss", "draw"), ("win rate", "+-", "95 % interval")
        header = (*counts, *rates_of, "first mover", "tiles", "closed")
        rows = []
        for pair in self.pairs:
            t, found = pair.tally, pair.estimates
            win = found["win"]
            rates = f"{win.value:.4f}", f"{win.se:.4f}", f"{win.low:.4f} to {win.high:.4f}"
            last = (
                f"{found['first_mover'].value:.4f}",
                f"{found['length'].value:.2f}",
                f"{found['closed'].value:.4f}",
            )
            rows.append((f"{title(pair.a)} - {title(pair.b)}", t.wins, t.losses, t.draws, *rates, *last))
        totals = [(title(name), total, f"{self.totals_se[name]:.0f}") for name, total in self.totals.items()]
        totals.append(("draws", self.draws, f"{self.draws_se:.0f}"))
        return "\n\n".join(
            [
                f"reading {self.reading}, seed {self.seed}, {self.matches} matches of each pair",
                Table(header, tuple(rows)).text(),
                Table(("agent", "wins", "+-"), tuple(totals)).text(),
            ]
        )

    def table(self) -> Table:
        """A row for each pair: counts, then every estimate with standard error and interval."""
        parts = ("", "_se", "_low", "_high")
        columns = [name + part for name in self.pairs[0].estimates for part in parts]
        rows = []
        for pair in self.pairs:
            t, numbers = pair.tally, (n for estimate in pair.estimates.values() for n in estimate.rounded)
            rows.append((pair.a, pair.b, t.matches, t.wins, t.losses, t.draws, *numbers))
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
        return {name: sum(pair.won_by(name) for pair in self.pairs) for name in self.agents}

    @property
    def totals_se(self) -> dict[str, float]:
        """The standard errors of the totals; pairs are independent."""
        return {name: self._total_se(pair.won_by(name) for pair in self.pairs) for name in self.agents}

    @property
    def draws(self) -> int:
        """The draws of all pairs."""
        return sum(pair.tally.draws for pair in self.pairs)

    @property
    def draws_se(self) -> float:
        """The standard error of the number of draws."""
        return self._total_se(pair.tally.draws for pair in self.pairs)

    def _total_se(self, counts: Iterable[int]) -> float:
        """The standard error of a sum of counts, each of one pair."""
        return sqrt(sum((proportion(count, self.matches).se * self.matches) ** 2 for count in counts))


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
    The paper's agents play in the compiled engine; a pair with another agent is played by the referee.

    >>> result = tournament(["juca", "nabucodonossor"], matches=2000)
    >>> result.totals
    {'juca': 629, 'nabucodonossor': 1303}
    """
    entered = [find_agent(agent) for agent in items("agents", agents)]
    names = tuple(name for name, _ in entered)
    matches, chosen = require_integer("matches", matches, 1), chosen_seed(seed)
    understood = Reading.of(reading)
    if len(names) < 2:
        raise InputError(f"a tournament needs at least two agents, not {len(names)}")
    if len(set(names)) < len(names):
        raise InputError(f"each agent can enter once (given: {', '.join(names)})")
    stream_of(chosen, (names[0], names[1]))  # refuse a bad seed before any match
    pairings = [
        Pairing((a, b), (one, other), understood, chosen) for (a, one), (b, other) in combinations(entered, 2)
    ]
    tallies = [Tally()] * len(pairings)
    done = 0
    with running(options) as settings:
        each = sum(ENGINE_SECONDS if pairing.is_compiled else REFEREE_SECONDS for pairing in pairings)
        seconds = times(matches, each / settings.cores)
        what = f"{about(matches * len(pairings))} matches"
        expect(CostEstimate(what, seconds=seconds, cores=settings.cores, instead="Take fewer"))
        for number, tally in _play_all(pairings, matches, settings.cores):
            tallies[number] += tally
            done += tally.matches
            advance(done, matches * len(pairings))
    pairs = tuple(Pair(*pairing.names, tally) for pairing, tally in zip(pairings, tallies, strict=True))
    return Tournament(names, matches, understood, chosen, pairs)


def _play_all(pairings: Sequence["Pairing"], matches: int, threads: int) -> Iterator[tuple[int, Tally]]:
    """Play in chunks; yield the number of the pairing and the tally of each chunk when it is finished."""
    parts = (
        (number, start)
        for number, pairing in enumerate(pairings)
        for start in range(0, matches, pairing.chunk)
    )
    under_way: dict[Future[Tally], int] = {}
    with ThreadPoolExecutor(threads) as pool:
        try:
            while True:
                for number, start in islice(parts, 2 * threads - len(under_way)):
                    size = min(pairings[number].chunk, matches - start)
                    play = partial(pairings[number].play, start, size)
                    under_way[pool.submit(copy_context().run, play)] = number
                if not under_way:
                    return
                check_cancelled()
                for finished in wait(under_way, return_when=FIRST_COMPLETED).done:
                    yield under_way.pop(finished), finished.result()
        except BaseException:  # cancel the chunks that have not begun
            pool.shutdown(cancel_futures=True)
            raise


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two agents that play each other: in the compiled engine if both are agents of the paper."""

    names: tuple[str, str]
    agents: tuple[Agent, Agent]
    reading: Reading
    seed: int

    @property
    def is_compiled(self) -> bool:
        """Whether the compiled engine plays."""
        return all(AGENTS.get(name) is agent for name, agent in zip(self.names, self.agents, strict=True))

    @property
    def chunk(self) -> int:
        """The number of matches between two reports."""
        return ENGINE_CHUNK_MATCHES if self.is_compiled else REFEREE_CHUNK_MATCHES

    def play(self, start: int, matches: int) -> Tally:
        """Play the matches numbered start, start + 1, ..."""
        import numpy as np

        if self.is_compiled:
            from .engine import play_numbered

            stream = stream_of(self.seed, self.names)
            return Tally.of(play_numbered(self.names, self.reading, stream, start, matches))
        rows = []
        for number in cancellable(range(start, start + matches)):
            referee = Referee(self.agents, self.reading, match_chance(self.seed, self.names, number))
            rows.append(outcome(referee.play(self.names)))
        return Tally.of(np.array(rows))
