"""Tournaments: every pair of agents plays many numbered matches; counts with their standard errors."""

from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from itertools import combinations, islice
from math import sqrt
from typing import TYPE_CHECKING, Any, Unpack

from ...model.cells import items
from ...support.errors import InputError, about, require_positive
from ...support.memory import Need, times
from ...support.progress import look, looked_at
from ...support.result import Result
from ...support.settings import Options, running
from ...support.table import Table
from .agents import AGENTS, Agent
from .chance import match_chance, stream_of
from .estimate import Estimate, mean, proportion
from .match import Match
from .outcome import CLOSED, FIRST, PLACED, WINNER, outcome
from .reading import BEST_FIT, Reading
from .referee import Referee, function_of, name_of

if TYPE_CHECKING:
    from .engine.chance import Ints

ENGINE_CHUNK = 20_000  # matches between two reports of progress
REFEREE_CHUNK = 50
ENGINE_MATCH, REFEREE_MATCH = 2e-6, 1e-3  # seconds, measured
LOOK_EVERY = 0.2  # seconds


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
    """What `a` and `b` achieved against each other; rates are a's."""

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
        from .standings import standings

        return standings(self)

    def table(self) -> Table:
        """A row for each pair: counts, then every estimate with standard error and interval.

        >>> tournament(["juca", "tiao"], matches=100).table().csv().splitlines()[0][:24]
        'a,b,matches,wins,losses,'
        """
        from .standings import standings_table

        return standings_table(self)

    def to_json(self) -> dict[str, Any]:
        """Plain values for JSON, with the keys of docs/json.md.

        >>> tournament(["juca", "tiao"], matches=100).to_json()["matches"]
        '100'
        """
        from .standings import standings_data

        return standings_data(self)

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
    seed: int = 1,
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
    require_positive("matches", matches)
    understood = Reading.of(reading)
    if len(names) < 2:
        raise InputError(f"a tournament needs at least two agents, not {len(names)}")
    if len(set(names)) < len(names):
        raise InputError(f"each agent can enter once (given: {', '.join(names)})")
    players = {name: function_of(agent) for name, agent in zip(names, agents, strict=True)}
    stream_of(seed, (names[0], names[1]))  # refuse a bad seed before any match
    duels = [Duel(a, b, players[a], players[b], understood, seed) for a, b in combinations(names, 2)]
    tallies = [Tally()] * len(duels)
    done = 0
    with running(options) as settings:
        seconds = times(matches, sum(duel.match_seconds for duel in duels) / settings.cores)
        what = f"{about(matches * len(duels))} matches"
        settings.expect(Need(what, seconds=seconds, cores=settings.cores, instead="Take fewer"))
        for number, tally in _play_all(duels, matches, settings.cores):
            tallies[number] += tally
            done += tally.matches
            settings.report(done, matches * len(duels))
    pairs = tuple(Pair(duel.a, duel.b, tally) for duel, tally in zip(duels, tallies, strict=True))
    return Tournament(names, matches, understood, seed, pairs)


def _play_all(duels: Sequence["Duel"], matches: int, threads: int) -> Iterator[tuple[int, Tally]]:
    """Chunk after chunk, as they are finished, the number of the duel and its tally."""
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
                look()
                for finished in wait(under_way, LOOK_EVERY, FIRST_COMPLETED).done:
                    yield under_way.pop(finished), finished.result()
        except BaseException:  # interrupted: what has not begun never will
            pool.shutdown(cancel_futures=True)
            raise


@dataclass(frozen=True, slots=True)
class Duel:
    """Two agents about to play, in the engine if it knows both, else before the referee."""

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
        """How many matches to play at a time."""
        return ENGINE_CHUNK if self.is_compiled else REFEREE_CHUNK

    @property
    def match_seconds(self) -> float:
        """How long a match takes, about; an agent of your own may think longer."""
        return ENGINE_MATCH if self.is_compiled else REFEREE_MATCH

    def play(self, start: int, matches: int) -> Tally:
        """Play the matches numbered start, start + 1, ..."""
        import numpy as np

        if self.is_compiled:
            from .engine import play_numbered

            stream = stream_of(self.seed, (self.a, self.b))
            return Tally.of(play_numbered((self.a, self.b), self.reading, stream, start, matches))
        numbers = range(start, start + matches)
        return Tally.of(np.array([outcome(self.led_by_referee(number)) for number in looked_at(numbers)]))

    def led_by_referee(self, number: int) -> Match:
        """One match, in full."""
        chance = match_chance(self.seed, (self.a, self.b), number)
        return Referee((self.player_a, self.player_b), self.reading, chance).play((self.a, self.b))
