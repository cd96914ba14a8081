"""Observations, and the four agents of the paper [CGT, Section III], each given by its formula.

An agent is any function of an `Observation` and a `Chance` that returns one of the offered configurations.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal, localcontext
from importlib import import_module

from ...support.caches import cached
from ...support.errors import InputError, unknown
from .chance import Chance
from .domino_rules import TILES, Configuration, Table, Tile
from .readings import Reading


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in public: `player` plays, eats or passes; an eaten tile is not shown."""

    player: int
    action: str  # "plays", "eats" or "passes"
    ends: tuple[int, int]  # the open ends before the action
    configuration: Configuration | None = None


@dataclass(frozen=True, slots=True)
class Observation:
    """The match as one player sees it when it is their turn to choose one of `configurations`."""

    player: int
    hand: tuple[Tile, ...]  # as dealt, eaten tiles last
    table: Table
    configurations: tuple[Configuration, ...]
    first: int  # who began
    opening: Tile
    history: tuple[Event, ...]  # after the opening
    opponent_tiles: int
    stock_tiles: int
    reading: Reading

    def count(self, value: int, tiles: Iterable[Tile]) -> int:
        """How often `value` occurs in `tiles`: a double counts 2, or 1 if the reading counts tiles."""
        if self.reading.counts == "tiles":
            return sum(tile.halves(value) > 0 for tile in tiles)
        return sum(tile.halves(value) for tile in tiles)

    def counted_hand(self, way: Configuration) -> list[Tile]:
        """The hand, with or without the candidate."""
        included = self.reading.candidate == "included"
        return [tile for tile in self.hand if included or tile != way.tile]

    def v(self, way: Configuration) -> int:
        """The number of the candidate's opposite value that can be seen, v(i) of Equation 1."""
        return self.count(way.outer, self.table.tiles) + self.count(way.outer, self.counted_hand(way))

    def t(self, way: Configuration) -> int:
        """The same number for the end that remains on the other side, t(i) of Equation 2."""
        end = self.table.ends[way.side.other]
        if self.reading.other_end == "value":
            return end
        on_table = self.count(end, self.table.tiles)
        if self.reading.other_end == "table":
            return on_table
        return on_table + self.count(end, self.counted_hand(way))


Agent = Callable[[Observation, Chance], Configuration]

LARGEST_PRODUCT = 64  # of v * t: at most eight halves show a value
BEST_WEIGHT = 2**56  # the weight of the best configuration in the roulette


def juca(seen: Observation, chance: Chance) -> Configuration:
    """The random player: a fitting tile, its side and its orientation are drawn at random."""
    ways = seen.configurations
    if seen.reading.juca == "tile":
        tile = chance.pick(list(dict.fromkeys(way.tile for way in ways)))
        ways = tuple(way for way in ways if way.tile == tile)
    return chance.pick(ways)


def pinduca(seen: Observation, chance: Chance) -> Configuration:
    """Looks only at its tile: the highest p(i) = v(i) / sum of v [CGT, eq. 1]."""
    return highest(seen, seen.v, chance)


def tiao(seen: Observation, chance: Chance) -> Configuration:
    """Looks at its tile and the two ends: the highest p(i) = v(i) t(i) / sum of v t [CGT, eq. 2]."""
    return highest(seen, lambda way: seen.v(way) * seen.t(way), chance)


def nabucodonossor(seen: Observation, chance: Chance) -> Configuration:
    """Like Tião but with a roulette: p(i) proportional to exp(v(i) t(i) / u), u = 0.999^m [CGT, eq. 3]."""
    scores = [seen.v(way) * seen.t(way) for way in seen.configurations]
    m = len(seen.table) + (seen.reading.temperature == "after")
    weights = [roulette_weights()[m][max(scores) - score] for score in scores]
    ball = chance.below(sum(weights))
    for way, weight in zip(seen.configurations, weights, strict=True):
        ball -= weight
        if ball < 0:
            return way
    raise AssertionError("the weights do not add up")


def highest(seen: Observation, score: Callable[[Configuration], int], chance: Chance) -> Configuration:
    """The configuration of the highest score; the reading determines how ties are broken."""
    scores = [score(way) for way in seen.configurations]
    best = [
        way for way, its_score in zip(seen.configurations, scores, strict=True) if its_score == max(scores)
    ]
    if seen.reading.ties == "first":
        return best[0]
    if seen.reading.ties == "non-doubles":
        best = [way for way in best if not way.tile.is_double] or best
    return chance.pick(best)


@cached()
def roulette_weights() -> tuple[tuple[int, ...], ...]:
    """For m tiles on the table, the integer nearest to 2^56 exp(-d / 0.999^m), d = 0, 1, ..., at least 1.

    Only the distance d from the highest v * t matters in Equation 3. The weights are integers, computed in
    decimal arithmetic, so that they are the same on every machine and in the compiled engine.
    """
    with localcontext() as context:
        context.prec = 40
        temperatures = [Decimal("0.999") ** m for m in range(len(TILES) + 1)]
        return tuple(
            tuple(max(1, round(BEST_WEIGHT * (-d / u).exp())) for d in range(LARGEST_PRODUCT + 1))
            for u in temperatures
        )


AGENTS: dict[str, Agent] = {"juca": juca, "pinduca": pinduca, "tiao": tiao, "nabucodonossor": nabucodonossor}
TITLES = {"juca": "Juca", "pinduca": "Pinduca", "tiao": "Tião", "nabucodonossor": "Nabucodonossor"}


def find_agent(agent: str | Agent) -> tuple[str, Agent]:
    """The name under which an agent's matches are numbered, and its function.

    An agent is named (one of the paper's, or `module:function` for one of your own), or it is a function.
    """
    if not isinstance(agent, str):
        if not callable(agent):
            raise InputError(f"an agent is a name, as in 'tiao', or a function of your own, not {agent!r}")
        return getattr(agent, "__name__", type(agent).__name__), agent
    if agent in AGENTS:
        return agent, AGENTS[agent]
    if agent == "rollout":
        raise InputError(
            "the agent 'rollout' moved to examples/rollout_agent.py: "
            "put its folder on PYTHONPATH and write rollout_agent:rollout"
        )
    if ":" not in agent:
        raise unknown("agent", agent, [*AGENTS, "MODULE:FUNCTION"])
    module, _, function = agent.partition(":")
    try:
        found = getattr(import_module(module), function)
    except (ImportError, ValueError, AttributeError) as error:
        raise InputError(f"cannot load the agent '{agent}': {error}") from error
    if not callable(found):
        raise InputError(f"the agent '{agent}' is not a function of an observation and a chance")
    return agent, found
