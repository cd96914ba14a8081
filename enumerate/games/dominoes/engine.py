"""The compiled engine: it plays the same matches as the referee, hundreds of times faster.

With the same stream the engine and the referee draw the same numbers, make the same choices and leave the
stream in the same state. Importing this module imports Numba.

A hand is a row of tile numbers in the order they were taken. `seen` counts how often each value occurs in
hand 0, in hand 1 and on the table, as the reading counts; an agent looks only at its own row and the table's.

Arguments of compiled functions are written as np.int64(1): a literal 1 would compile the function again.
"""

from typing import Any

import numpy as np
from numba.extending import intrinsic
from numpy.typing import NDArray

from ...support.caches import cached
from ...support.compiled import compiled, inlined
from .agents import AGENTS, roulette_weights
from .chance import MULTIPLIERS, STEP
from .domino_rules import HAND, TILES
from .match import COLUMNS, DRAW
from .readings import Codes, Reading

Int = Any  # a 64-bit integer of compiled code
Arrays = Any  # the arrays of a match: hands, their sizes, `seen`, the open ends, `ways`, the random state
Ints = NDArray[np.int64]
Words = NDArray[np.uint64]

_STEP = np.uint64(STEP)
_M0, _M1 = (np.uint64(multiplier) for multiplier in MULTIPLIERS)
_1, _2, _4, _8, _16, _27, _30, _31, _32 = (np.uint64(n) for n in (1, 2, 4, 8, 16, 27, 30, 31, 32))

LOW = np.array([tile.low for tile in TILES])
HIGH = np.array([tile.high for tile in TILES])
TABLE = 2  # the row of `seen` for the table
LEFT, RIGHT = 0, 1
WAY, SCORE = range(2)  # rows of `ways`
MOST_WAYS = 32  # exceeds the number of configurations: 13 tiles fit, the doubles in both orientations

JUCA, PINDUCA, TIAO, NABUCODONOSSOR = range(len(AGENTS))


def _borrowed(typing_context: Any, array: Any) -> Any:
    """The array without its owner: Numba then counts no references, which would take half the time."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(array)(context, builder, value=arguments[0])
        view.meminfo = view.meminfo.type(None)
        return view._getvalue()

    return array(array), code


borrowed = intrinsic(_borrowed)


@inlined
def mix(z: Int) -> Int:
    """SplitMix64's hash; see `chance.mix`."""
    z = (z ^ (z >> _30)) * _M0
    z = (z ^ (z >> _27)) * _M1
    return z ^ (z >> _31)


@inlined
def below(state: Words, n: Int) -> Int:
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
            return np.int64(drawn)


@inlined
def count_tile(seen: Ints, place: Int, tile: Int, sign: Int, codes: Codes) -> None:
    """Add a tile to the counts of a place (a hand or the table), or take it away with sign -1."""
    seen[place, LOW[tile]] += sign
    if LOW[tile] != HIGH[tile] or not codes.counts_tiles:
        seen[place, HIGH[tile]] += sign


@inlined
def count_in(tile: Int, value: Int, codes: Codes) -> Int:
    """How often one tile counts for `value`."""
    if LOW[tile] == HIGH[tile] == value:
        return 1 if codes.counts_tiles else 2
    return 1 if LOW[tile] == value or HIGH[tile] == value else 0


@inlined
def list_ways(player: Int, start: Int, stop: Int, match: Arrays, codes: Codes) -> Int:
    """Write the configurations of the player's tiles from start to stop into `ways`; return their number.

    A configuration is the number 4 * position in the hand + 2 * side + spun. Each is written but
    counted only if it fits: a branch here could not be predicted.
    """
    hands, _, _, ends, ways, _ = match
    n = 0
    left, right = ends[LEFT], ends[RIGHT]
    for position in range(start, stop):
        tile = hands[player, position]
        low, high = LOW[tile], HIGH[tile]
        can_spin = (low != high) | (not codes.doubles_once)
        ways[WAY, n] = 4 * position
        n += low == left
        ways[WAY, n] = 4 * position + 1
        n += (high == left) & can_spin
        ways[WAY, n] = 4 * position + 2
        n += low == right
        ways[WAY, n] = 4 * position + 3
        n += (high == right) & can_spin
    return n


@inlined
def raffle_by_tile(ways: Ints, n: Int, state: Words) -> Int:
    """A uniform tile, then a uniform one of its configurations (which follow each other)."""
    tiles = np.int64(1)
    for i in range(1, n):
        tiles += ways[WAY, i] >> 2 != ways[WAY, i - 1] >> 2
    skip = below(state, tiles)
    start = 0
    while skip > 0:
        start += 1
        skip -= ways[WAY, start] >> 2 != ways[WAY, start - 1] >> 2
    stop = start + 1
    while stop < n and ways[WAY, stop] >> 2 == ways[WAY, start] >> 2:
        stop += 1
    return start + below(state, stop - start)


@inlined
def score(agent: Int, tile: Int, outer: Int, end: Int, seen: Ints, player: Int, codes: Codes) -> Int:
    """v(i) for Pinduca, v(i) t(i) for Tião and Nabucodonossor."""
    v = seen[TABLE, outer] + seen[player, outer]
    if codes.candidate_excluded:
        v -= count_in(tile, outer, codes)
    if agent == PINDUCA:
        return v
    if codes.other_end_value:
        return v * end
    t = seen[TABLE, end]
    if codes.other_end_table_and_hand:
        t += seen[player, end]
        if codes.candidate_excluded:
            t -= count_in(tile, end, codes)
    return v * t


@inlined
def spin(ways: Ints, n: Int, best: Int, weights: Ints, m: Int, state: Words) -> Int:
    """The roulette: i with probability proportional to weights[m, best - its score]."""
    total = 0
    for i in range(n):
        total += weights[m, best - ways[SCORE, i]]
    ball = below(state, total)
    for i in range(n):
        ball -= weights[m, best - ways[SCORE, i]]
        if ball < 0:
            return i
    return n - 1


@inlined
def pick_highest(n: Int, best: Int, player: Int, match: Arrays, codes: Codes) -> Int:
    """One of the best, with ties broken by the reading; for `non-doubles` their scores are raised."""
    hands, _, _, _, ways, state = match
    if not (codes.ties_uniform or codes.ties_first):
        for i in range(n):
            tile = hands[player, ways[WAY, i] >> 2]
            ways[SCORE, i] = 2 * ways[SCORE, i] + (LOW[tile] != HIGH[tile])
            best = max(best, ways[SCORE, i])
    tied = np.int64(0)
    for i in range(n):
        tied += ways[SCORE, i] == best
    skip = 0 if codes.ties_first else below(state, tied)
    for i in range(n):
        skip -= ways[SCORE, i] == best
        if skip < 0:
            return i
    return n - 1


@inlined
def choose(agent: Int, player: Int, n: Int, placed: Int, match: Arrays, codes: Codes, weights: Ints) -> Int:
    """The agent's choice among `n` configurations."""
    hands, _, seen, ends, ways, state = match
    if agent == JUCA:
        return raffle_by_tile(ways, n, state) if codes.juca_tile else below(state, n)
    best = 0
    for i in range(n):
        way = ways[WAY, i]
        tile = hands[player, way >> 2]
        outer = LOW[tile] if way & 1 else HIGH[tile]
        end = ends[1 - ((way >> 1) & 1)]
        ways[SCORE, i] = score(agent, tile, outer, end, seen, player, codes)
        best = max(best, ways[SCORE, i])
    if agent == NABUCODONOSSOR:
        m = placed + 1 if codes.temperature_after else placed
        return spin(ways, n, best, weights, m, state)
    return pick_highest(n, best, player, match, codes)


@inlined
def place(way: Int, player: Int, match: Arrays, codes: Codes) -> None:
    """Move a tile from the player's hand to the table; the others keep their order."""
    hands, sizes, seen, ends, _, _ = match
    tile = hands[player, way >> 2]
    sizes[player] -= 1
    for i in range(way >> 2, sizes[player]):
        hands[player, i] = hands[player, i + 1]
    ends[(way >> 1) & 1] = LOW[tile] if way & 1 else HIGH[tile]
    count_tile(seen, player, tile, np.int64(-1), codes)
    count_tile(seen, np.int64(TABLE), tile, np.int64(1), codes)


@inlined
def winner_when_closed(sizes: Ints, codes: Codes) -> Int:
    """Who wins a closed match."""
    if codes.closed_pseudo_code:
        return 0 if sizes[0] > sizes[1] else DRAW
    if codes.closed_draw or sizes[0] == sizes[1]:
        return DRAW
    return 0 if sizes[0] < sizes[1] else 1


@inlined
def finish(
    agents: tuple[Int, Int], codes: Codes, weights: Ints, match: Arrays, stock: Ints, player: Int, placed: Int
) -> tuple[Int, bool, Int, Int]:
    """Play on, `player` to move, to the end: the winner, whether closed, tiles placed, tiles eaten.

    The arrays of `match` are changed in place.
    """
    hands, sizes, seen, _, ways, state = match
    passes, eaten = 0, 0
    while True:
        n = list_ways(player, np.int64(0), sizes[player], match, codes)
        bought = False
        while n == 0 and eaten < len(stock):
            hands[player, sizes[player]] = stock[eaten]
            count_tile(seen, player, stock[eaten], np.int64(1), codes)
            eaten += 1
            sizes[player] += 1
            bought = True
            n = list_ways(player, sizes[player] - 1, sizes[player], match, codes)
        if n == 0:
            passes += 1
            if passes == 2:
                return winner_when_closed(sizes, codes), True, placed, eaten
        else:
            passes = 0
            if bought and codes.bought_raffle:
                choice = below(state, n)
            else:
                choice = choose(agents[player], player, n, placed, match, codes, weights)
            place(ways[WAY, choice], player, match, codes)
            placed += 1
            if sizes[player] == 0:
                return player, False, placed, eaten
        player = 1 - player


@inlined
def rank(tile: Int) -> Int:
    """The order of openings: doubles above all sums."""
    return LOW[tile] + HIGH[tile] + (100 if LOW[tile] == HIGH[tile] else 0)


@inlined
def open_match(tiles: Ints, state: Words) -> tuple[Int, Int]:
    """Who begins and the place of the opening tile in their hand; see `domino_rules.opening`."""
    best = -1
    for i in range(2 * HAND):
        best = max(best, rank(tiles[i]))
    tied_0, tied_1 = 0, 0
    for i in range(HAND):
        tied_0 += rank(tiles[i]) == best
        tied_1 += rank(tiles[HAND + i]) == best
    player = below(state, np.int64(2)) if tied_0 > 0 and tied_1 > 0 else (0 if tied_0 > 0 else 1)
    skip = below(state, tied_1 if player else tied_0)
    for i in range(HAND):
        skip -= rank(tiles[HAND * player + i]) == best
        if skip < 0:
            return player, i
    return player, 0


@inlined
def arrays_of(scratch: Ints, state: Words) -> Arrays:
    """The arrays of one match, as parts of an array of the caller; `borrowed` from it."""
    hands, seen, ways = borrowed(scratch[:2]), borrowed(scratch[2:5]), borrowed(scratch[5:7])
    ends, sizes = borrowed(scratch[8]), borrowed(scratch[9])
    return hands, sizes, seen, ends, ways, borrowed(state)


@compiled
def play_matches(
    agents: tuple[Int, Int],
    codes: Codes,
    stream: Int,
    begin: Int,
    rows: Ints,
    wheel: Ints,
    state: Words,
    scratch: Ints,
) -> None:
    """Play matches begin, begin + 1, ..., one for each of `rows`, and write their outcomes there.

    The caller owns all arrays.
    """
    weights, tiles, one = borrowed(wheel), borrowed(scratch[7]), np.int64(1)
    match = arrays_of(scratch, state)
    hands, sizes, seen, ends, _, chance = match
    for number in range(len(rows)):
        chance[0] = mix(stream + np.uint64(begin + number))
        for i in range(len(LOW)):
            tiles[i] = i
        for i in range(len(LOW) - 1, 0, -1):
            j = below(chance, i + 1)
            tiles[i], tiles[j] = tiles[j], tiles[i]
        seen[:] = 0
        for i in range(2 * HAND):
            hands[i // HAND, i % HAND] = tiles[i]
            count_tile(seen, i // HAND, tiles[i], one, codes)
        first, position = open_match(tiles, chance)
        opening = hands[first, position]
        for i in range(position, HAND - 1):  # assigning a slice would take long to compile
            hands[first, i] = hands[first, i + 1]
        sizes[first], sizes[1 - first] = HAND - 1, HAND
        count_tile(seen, first, opening, -one, codes)
        count_tile(seen, np.int64(TABLE), opening, one, codes)
        ends[LEFT], ends[RIGHT] = LOW[opening], HIGH[opening]
        stock = tiles[2 * HAND : len(LOW)]
        winner, is_closed, placed, eaten = finish(agents, codes, weights, match, stock, 1 - first, one)
        closed, last_state = np.int64(is_closed), np.int64(chance[0])
        finished = first, opening, winner, closed, placed, sizes[0], sizes[1], eaten, last_state
        for column in range(COLUMNS):  # as in `match.outcome`
            rows[number, column] = finished[column]


@cached()
def wheel() -> Ints:
    """The roulette's weights for compiled code."""
    weights = np.array(roulette_weights(), dtype=np.int64)
    weights.flags.writeable = False
    return weights


def play_numbered(
    agents: tuple[str, str], reading: Reading, stream: int, first_match: int, matches: int
) -> Ints:
    """Matches first_match, first_match + 1, ... of two of the paper's agents; one row for each."""
    numbers = list(AGENTS)
    pair = numbers.index(agents[0]), numbers.index(agents[1])
    rows = np.empty((matches, COLUMNS), np.int64)
    state, scratch = np.empty(1, np.uint64), np.empty((10, MOST_WAYS), np.int64)
    play_matches(pair, reading.codes, np.uint64(stream), first_match, rows, wheel(), state, scratch)
    return rows
