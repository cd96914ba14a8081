"""The compiled engine: the same matches as the referee's, hundreds of times faster.

It follows `referee.py` draw for draw: with the same stream it makes the same choices and leaves the stream in
the same state. A hand is a row of tile numbers in the order they were taken; `seen` counts how often each
value occurs in hand 0, in hand 1 and on the table, as the reading counts.
"""

from typing import Any, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from .agents import AGENTS, roulette_weights
from .chance import MULTIPLIERS, STEP
from .reading import OPTIONS, Codes, Reading
from .rules import HAND, TILES, VALUES

F = TypeVar("F")
Ints = NDArray[np.int64]
Words = NDArray[np.uint64]


def compiled(function: F) -> F:
    """Compile a function with Numba, without the interpreter's lock."""
    return cast(F, njit(cache=True, nogil=True)(function))


LOW = np.array([tile.low for tile in TILES])
HIGH = np.array([tile.high for tile in TILES])
TABLE = 2  # the row of `seen` for the table
LEFT, RIGHT = 0, 1
DRAW = 2
POSITION, SIDE, INNER, OUTER = range(4)  # rows of `ways`
WAYS = 32  # more than the configurations there can be: 13 tiles fit, the doubles in both orientations

JUCA, PINDUCA, TIAO, NABUCODONOSSOR = range(len(AGENTS))

COUNT_TILES = OPTIONS["counts"].index("tiles")
CANDIDATE_EXCLUDED = OPTIONS["candidate"].index("excluded")
OTHER_ON_TABLE = OPTIONS["other_end"].index("table")
OTHER_BY_VALUE = OPTIONS["other_end"].index("value")
TIES_FIRST = OPTIONS["ties"].index("first")
TIES_NON_DOUBLES = OPTIONS["ties"].index("non-doubles")
JUCA_BY_TILE = OPTIONS["juca"].index("tile")
DOUBLES_ONCE = OPTIONS["doubles"].index("once")
BOUGHT_BY_RAFFLE = OPTIONS["bought"].index("raffle")
TEMPERATURE_AFTER = OPTIONS["temperature"].index("after")
CLOSED_PSEUDO_CODE = OPTIONS["closed"].index("pseudo-code")
CLOSED_DRAW = OPTIONS["closed"].index("draw")

# what is written down of a match
FIRST, OPENING, WINNER, CLOSED, PLACED, LEFT_IN_0, LEFT_IN_1, EATEN, LAST_STATE = range(9)
COLUMNS = 9

_STEP = np.uint64(STEP)
_M0, _M1 = (np.uint64(multiplier) for multiplier in MULTIPLIERS)
_1, _2, _4, _8, _16, _27, _30, _31, _32 = (np.uint64(n) for n in (1, 2, 4, 8, 16, 27, 30, 31, 32))


@compiled
def mix(z: Any) -> Any:
    """SplitMix64's hash; see `chance.mix`."""
    z = (z ^ (z >> _30)) * _M0
    z = (z ^ (z >> _27)) * _M1
    return z ^ (z >> _31)


@compiled
def below(state: Words, n: int) -> int:
    """A uniform integer from 0 to n - 1; see `Chance.below`."""
    if n <= 1:
        return 0
    mask = np.uint64(n - 1)
    mask |= mask >> _1
    mask |= mask >> _2
    mask |= mask >> _4
    mask |= mask >> _8
    mask |= mask >> _16
    mask |= mask >> _32
    while True:
        state[0] += _STEP
        drawn = mix(state[0]) & mask
        if drawn < np.uint64(n):
            return np.int64(drawn)  # type: ignore[return-value]


@compiled
def count_tile(seen: Ints, tile: int, sign: int, codes: Codes) -> None:
    """Add a tile to the counts, or take it away with sign -1."""
    seen[LOW[tile]] += sign
    if LOW[tile] != HIGH[tile] or codes.counts != COUNT_TILES:
        seen[HIGH[tile]] += sign


@compiled
def count_in(tile: int, value: int, codes: Codes) -> int:
    """How often one tile counts for `value`."""
    if LOW[tile] == HIGH[tile] == value:
        return 1 if codes.counts == COUNT_TILES else 2
    return 1 if LOW[tile] == value or HIGH[tile] == value else 0


@compiled
def list_ways(hand: Ints, start: int, stop: int, ends: Ints, codes: Codes, ways: Ints) -> int:
    """Write the configurations of the tiles hand[start:stop] into `ways`; return how many there are."""
    n = 0
    for position in range(start, stop):
        low, high = LOW[hand[position]], HIGH[hand[position]]
        for side in (LEFT, RIGHT):
            for spun in range(2):
                inner, outer = (high, low) if spun else (low, high)
                if inner != ends[side] or (spun and low == high and codes.doubles == DOUBLES_ONCE):
                    continue
                ways[POSITION, n] = position
                ways[SIDE, n] = side
                ways[INNER, n] = inner
                ways[OUTER, n] = outer
                n += 1
    return n


@compiled
def raffle_by_tile(ways: Ints, n: int, state: Words) -> int:
    """A uniform tile, then a uniform one of its configurations (which follow each other)."""
    tiles = 1
    for i in range(1, n):
        tiles += ways[POSITION, i] != ways[POSITION, i - 1]
    skip = below(state, tiles)
    start = 0
    while skip > 0:
        start += 1
        skip -= ways[POSITION, start] != ways[POSITION, start - 1]
    stop = start + 1
    while stop < n and ways[POSITION, stop] == ways[POSITION, start]:
        stop += 1
    return start + below(state, stop - start)


@compiled
def score(agent: int, tile: int, outer: int, end: int, own: Ints, table: Ints, codes: Codes) -> int:
    """v(i) for Pinduca, v(i) t(i) for Tião and Nabucodonossor."""
    excluded = codes.candidate == CANDIDATE_EXCLUDED
    v = table[outer] + own[outer]
    if excluded:
        v -= count_in(tile, outer, codes)
    if agent == PINDUCA:
        return v
    if codes.other_end == OTHER_BY_VALUE:
        return v * end
    t = table[end]
    if codes.other_end != OTHER_ON_TABLE:
        t += own[end]
        if excluded:
            t -= count_in(tile, end, codes)
    return v * t


@compiled
def spin(scores: Ints, n: int, best: int, weights: Ints, state: Words) -> int:
    """The roulette: i with probability proportional to weights[best - scores[i]]."""
    total = 0
    for i in range(n):
        total += weights[best - scores[i]]
    ball = below(state, total)
    for i in range(n):
        ball -= weights[best - scores[i]]
        if ball < 0:
            return i
    return n - 1


@compiled
def pick_highest(
    scores: Ints, n: int, best: int, ways: Ints, hand: Ints, codes: Codes, state: Words
) -> int:
    """One of the best, ties broken as the reading says."""
    tied = 0
    singles = 0
    for i in range(n):
        if scores[i] == best:
            if codes.ties == TIES_FIRST:
                return i
            tied += 1
            singles += ways[INNER, i] != ways[OUTER, i]
    only_singles = codes.ties == TIES_NON_DOUBLES and singles > 0
    skip = below(state, singles if only_singles else tied)
    for i in range(n):
        if scores[i] == best and not (only_singles and ways[INNER, i] == ways[OUTER, i]):
            if skip == 0:
                return i
            skip -= 1
    return n - 1


@compiled
def choose(
    agent: int,
    hand: Ints,
    ways: Ints,
    n: int,
    ends: Ints,
    own: Ints,
    table: Ints,
    placed: int,
    codes: Codes,
    weights: Ints,
    scores: Ints,
    state: Words,
) -> int:
    """The agent's choice among `n` configurations: it is given its own hand and counts, and the table's."""
    if agent == JUCA:
        return raffle_by_tile(ways, n, state) if codes.juca == JUCA_BY_TILE else below(state, n)
    best = 0
    for i in range(n):
        end = ends[1 - ways[SIDE, i]]
        scores[i] = score(agent, hand[ways[POSITION, i]], ways[OUTER, i], end, own, table, codes)
        best = max(best, scores[i])
    if agent == NABUCODONOSSOR:
        m = placed + 1 if codes.temperature == TEMPERATURE_AFTER else placed
        return spin(scores, n, best, weights[m], state)
    return pick_highest(scores, n, best, ways, hand, codes, state)


@compiled
def place(way: int, ways: Ints, hand: Ints, size: int, ends: Ints, own: Ints, table: Ints, codes: Codes) -> None:
    """Move a tile from a hand of `size` tiles to the table; the others keep their order."""
    position = ways[POSITION, way]
    tile = hand[position]
    for i in range(position, size - 1):
        hand[i] = hand[i + 1]
    ends[ways[SIDE, way]] = ways[OUTER, way]
    count_tile(own, tile, -1, codes)
    count_tile(table, tile, 1, codes)


@compiled
def finish(
    agents: tuple[int, int],
    codes: Codes,
    weights: Ints,
    hands: Ints,
    sizes: Ints,
    seen: Ints,
    ends: Ints,
    stock: Ints,
    player: int,
    passes: int,
    placed: int,
    scratch: Ints,
    state: Words,
) -> tuple[int, bool, int, int]:
    """Play on, `player` to move, to the end: the winner, whether closed, tiles placed, tiles eaten.

    `hands`, `sizes`, `seen`, `ends` and `state` are changed in place.
    """
    ways = scratch[:4]
    scores = scratch[4]
    eaten = 0
    while True:
        hand = hands[player]
        n = list_ways(hand, 0, sizes[player], ends, codes, ways)
        bought = False
        while n == 0 and eaten < len(stock):
            hand[sizes[player]] = stock[eaten]
            count_tile(seen[player], stock[eaten], 1, codes)
            eaten += 1
            sizes[player] += 1
            bought = True
            n = list_ways(hand, sizes[player] - 1, sizes[player], ends, codes, ways)
        if n > 0:
            if bought and codes.bought == BOUGHT_BY_RAFFLE:
                way = below(state, n)
            else:
                way = choose(
                    agents[player],
                    hand,
                    ways,
                    n,
                    ends,
                    seen[player],
                    seen[TABLE],
                    placed,
                    codes,
                    weights,
                    scores,
                    state,
                )
            place(way, ways, hand, sizes[player], ends, seen[player], seen[TABLE], codes)
            sizes[player] -= 1
            placed += 1
            passes = 0
            if sizes[player] == 0:
                return player, False, placed, eaten
        else:
            passes += 1
            if passes == 2:
                return winner_when_closed(sizes, codes), True, placed, eaten
        player = 1 - player


@compiled
def winner_when_closed(sizes: Ints, codes: Codes) -> int:
    """Who wins a closed match."""
    if codes.closed == CLOSED_PSEUDO_CODE:
        return 0 if sizes[0] > sizes[1] else DRAW
    if codes.closed == CLOSED_DRAW or sizes[0] == sizes[1]:
        return DRAW
    return 0 if sizes[0] < sizes[1] else 1


@compiled
def open_match(tiles: Ints, state: Words) -> tuple[int, int]:
    """Who begins and the place of the opening tile in their hand; see `rules.opening`."""
    best = -1
    for i in range(2 * HAND):
        low, high = LOW[tiles[i]], HIGH[tiles[i]]
        best = max(best, low + high + (100 if low == high else 0))
    tied = np.zeros(2, np.int64)
    for i in range(2 * HAND):
        low, high = LOW[tiles[i]], HIGH[tiles[i]]
        tied[i // HAND] += low + high + (100 if low == high else 0) == best
    player = below(state, 2) if tied[0] > 0 and tied[1] > 0 else (0 if tied[0] > 0 else 1)
    skip = below(state, tied[player])
    for i in range(HAND):
        tile = tiles[HAND * player + i]
        low, high = LOW[tile], HIGH[tile]
        if low + high + (100 if low == high else 0) == best:
            if skip == 0:
                return player, i
            skip -= 1
    return player, 0


@compiled
def play_matches(
    agents: tuple[int, int], codes: Codes, weights: Ints, stream: Any, first_match: int, matches: int
) -> Ints:
    """Play matches first_match, first_match + 1, ...: one row of what happened for each."""
    rows = np.empty((matches, COLUMNS), np.int64)
    tiles = np.empty(len(LOW), np.int64)
    hands = np.empty((2, len(LOW)), np.int64)
    sizes = np.empty(2, np.int64)
    seen = np.empty((3, VALUES), np.int64)
    ends = np.empty(2, np.int64)
    scratch = np.empty((5, WAYS), np.int64)
    state = np.empty(1, np.uint64)
    for match in range(matches):
        state[0] = mix(stream + np.uint64(first_match + match))
        tiles[:] = np.arange(len(LOW))
        for i in range(len(LOW) - 1, 0, -1):
            j = below(state, i + 1)
            tiles[i], tiles[j] = tiles[j], tiles[i]
        seen[:] = 0
        for i in range(2 * HAND):
            hands[i // HAND, i % HAND] = tiles[i]
            count_tile(seen[i // HAND], tiles[i], 1, codes)
        first, position = open_match(tiles, state)
        opening = hands[first, position]
        hands[first, position : HAND - 1] = tiles[first * HAND + position + 1 : first * HAND + HAND]
        sizes[:] = HAND
        sizes[first] -= 1
        count_tile(seen[first], opening, -1, codes)
        count_tile(seen[TABLE], opening, 1, codes)
        ends[LEFT], ends[RIGHT] = LOW[opening], HIGH[opening]
        winner, closed, placed, eaten = finish(
            agents,
            codes,
            weights,
            hands,
            sizes,
            seen,
            ends,
            tiles[2 * HAND :],
            1 - first,
            0,
            1,
            scratch,
            state,
        )
        rows[match, FIRST] = first
        rows[match, OPENING] = opening
        rows[match, WINNER] = winner
        rows[match, CLOSED] = closed
        rows[match, PLACED] = placed
        rows[match, LEFT_IN_0] = sizes[0]
        rows[match, LEFT_IN_1] = sizes[1]
        rows[match, EATEN] = eaten
        rows[match, LAST_STATE] = np.int64(state[0])
    return rows


def wheel() -> Ints:
    """The roulette's weights for compiled code."""
    return np.array(roulette_weights(), dtype=np.int64)


def play_numbered(
    agents: tuple[str, str], reading: Reading, stream: int, first_match: int, matches: int
) -> Ints:
    """Matches first_match, first_match + 1, ... of two of the paper's agents; one row for each."""
    numbers = list(AGENTS)
    pair = numbers.index(agents[0]), numbers.index(agents[1])
    return cast(Ints, play_matches(pair, reading.codes, wheel(), np.uint64(stream), first_match, matches))
