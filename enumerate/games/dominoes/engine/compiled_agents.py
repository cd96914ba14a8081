"""The agents of `..agents` in compiled code: configurations, scores, choices.

A hand is a row of tile numbers in the order they were taken. `seen` counts how often each value occurs in
hand 0, in hand 1 and on the table, as the reading counts; an agent looks only at its own row and the table's.
"""

import numpy as np

from ....support.compiled import inlined
from ..agents import AGENTS
from ..domino_rules import TILES
from ..readings import OPTIONS, Codes
from .compiled_chance import Int, Ints, Words, below

LOW = np.array([tile.low for tile in TILES])
HIGH = np.array([tile.high for tile in TILES])
TABLE = 2  # the row of `seen` for the table
LEFT, RIGHT = 0, 1
WAY, SCORE = range(2)  # rows of `ways`
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
TEMPERATURE_AFTER = OPTIONS["temperature"].index("after")


@inlined
def count_tile(seen: Ints, place: Int, tile: Int, sign: Int, codes: Codes) -> None:
    """Add a tile to the counts of a place (a hand or the table), or take it away with sign -1."""
    seen[place, LOW[tile]] += sign
    if LOW[tile] != HIGH[tile] or codes.counts != COUNT_TILES:
        seen[place, HIGH[tile]] += sign


@inlined
def count_in(tile: Int, value: Int, codes: Codes) -> Int:
    """How often one tile counts for `value`."""
    if LOW[tile] == HIGH[tile] == value:
        return 1 if codes.counts == COUNT_TILES else 2
    return 1 if LOW[tile] == value or HIGH[tile] == value else 0


@inlined
def list_ways(hands: Ints, player: Int, start: Int, stop: Int, ends: Ints, codes: Codes, ways: Ints) -> Int:
    """Write the configurations of the player's tiles from start to stop into `ways`; return how many.

    A configuration is the number 4 * position in the hand + 2 * side + spun. Each is written and the count
    grows only if it fits: branches here could not be predicted.
    """
    n = 0
    left, right = ends[LEFT], ends[RIGHT]
    for position in range(start, stop):
        tile = hands[player, position]
        low, high = LOW[tile], HIGH[tile]
        can_spin = (low != high) | (codes.doubles != DOUBLES_ONCE)
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
def position_of(way: Int) -> Int:
    """Which tile of the hand."""
    return way >> 2


@inlined
def side_of(way: Int) -> Int:
    """At which side."""
    return (way >> 1) & 1


@inlined
def outer_of(way: Int, tile: Int) -> Int:
    """The half that becomes the new end."""
    return LOW[tile] if way & 1 else HIGH[tile]


@inlined
def raffle_by_tile(ways: Ints, n: Int, state: Words) -> Int:
    """A uniform tile, then a uniform one of its configurations (which follow each other)."""
    tiles = 1
    for i in range(1, n):
        tiles += position_of(ways[WAY, i]) != position_of(ways[WAY, i - 1])
    skip = below(state, tiles)
    start = 0
    while skip > 0:
        start += 1
        skip -= position_of(ways[WAY, start]) != position_of(ways[WAY, start - 1])
    stop = start + 1
    while stop < n and position_of(ways[WAY, stop]) == position_of(ways[WAY, start]):
        stop += 1
    return start + below(state, stop - start)


@inlined
def score(agent: Int, tile: Int, outer: Int, end: Int, seen: Ints, player: Int, codes: Codes) -> Int:
    """v(i) for Pinduca, v(i) t(i) for Tião and Nabucodonossor."""
    excluded = codes.candidate == CANDIDATE_EXCLUDED
    v = seen[TABLE, outer] + seen[player, outer]
    if excluded:
        v -= count_in(tile, outer, codes)
    if agent == PINDUCA:
        return v
    if codes.other_end == OTHER_BY_VALUE:
        return v * end
    t = seen[TABLE, end]
    if codes.other_end != OTHER_ON_TABLE:
        t += seen[player, end]
        if excluded:
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
def pick_highest(ways: Ints, n: Int, best: Int, hands: Ints, player: Int, codes: Codes, state: Words) -> Int:
    """One of the best, ties broken as the reading says: the others' scores are put below it."""
    if codes.ties == TIES_NON_DOUBLES:
        for i in range(n):
            tile = hands[player, position_of(ways[WAY, i])]
            ways[SCORE, i] = 2 * ways[SCORE, i] + (LOW[tile] != HIGH[tile])
            best = max(best, ways[SCORE, i])
    tied = 0
    for i in range(n):
        tied += ways[SCORE, i] == best
    skip = 0 if codes.ties == TIES_FIRST else below(state, tied)
    for i in range(n):
        skip -= ways[SCORE, i] == best
        if skip < 0:
            return i
    return n - 1


@inlined
def choose(
    agent: Int,
    hands: Ints,
    player: Int,
    ways: Ints,
    n: Int,
    ends: Ints,
    seen: Ints,
    placed: Int,
    codes: Codes,
    weights: Ints,
    state: Words,
) -> Int:
    """The agent's choice among `n` configurations."""
    if agent == JUCA:
        return raffle_by_tile(ways, n, state) if codes.juca == JUCA_BY_TILE else below(state, n)
    best = 0
    for i in range(n):
        way = ways[WAY, i]
        tile = hands[player, position_of(way)]
        end = ends[1 - side_of(way)]
        ways[SCORE, i] = score(agent, tile, outer_of(way, tile), end, seen, player, codes)
        best = max(best, ways[SCORE, i])
    if agent == NABUCODONOSSOR:
        m = placed + 1 if codes.temperature == TEMPERATURE_AFTER else placed
        return spin(ways, n, best, weights, m, state)
    return pick_highest(ways, n, best, hands, player, codes, state)
