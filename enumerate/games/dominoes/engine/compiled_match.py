"""Whole matches in compiled code, draw for draw those of `..referee`."""

import numpy as np

from ....support.compiled import inlined
from ..domino_rules import HAND
from ..match import CLOSED, DRAW, EATEN, FIRST, LAST_STATE, LEFT_IN_0, LEFT_IN_1, OPENING, PLACED, WINNER
from ..readings import OPTIONS, Codes
from .compiled_agents import (
    HIGH,
    LEFT,
    LOW,
    RIGHT,
    TABLE,
    WAY,
    choose,
    count_tile,
    list_ways,
    outer_of,
    position_of,
    side_of,
)
from .compiled_chance import Int, Ints, Words, below, borrowed, mix

BOUGHT_BY_RAFFLE = OPTIONS["bought"].index("raffle")
CLOSED_PSEUDO_CODE = OPTIONS["closed"].index("pseudo-code")
CLOSED_DRAW = OPTIONS["closed"].index("draw")


@inlined
def place(way: Int, hands: Ints, sizes: Ints, player: Int, ends: Ints, seen: Ints, codes: Codes) -> None:
    """Move a tile from the player's hand to the table; the others keep their order."""
    tile = hands[player, position_of(way)]
    sizes[player] -= 1
    for i in range(position_of(way), sizes[player]):
        hands[player, i] = hands[player, i + 1]
    ends[side_of(way)] = outer_of(way, tile)
    count_tile(seen, player, tile, -1, codes)
    count_tile(seen, TABLE, tile, 1, codes)


@inlined
def winner_when_closed(sizes: Ints, codes: Codes) -> Int:
    """Who wins a closed match."""
    if codes.closed == CLOSED_PSEUDO_CODE:
        return 0 if sizes[0] > sizes[1] else DRAW
    if codes.closed == CLOSED_DRAW or sizes[0] == sizes[1]:
        return DRAW
    return 0 if sizes[0] < sizes[1] else 1


@inlined
def finish(
    agents: tuple[Int, Int],
    codes: Codes,
    weights: Ints,
    hands: Ints,
    sizes: Ints,
    seen: Ints,
    ends: Ints,
    stock: Ints,
    eaten: Int,
    player: Int,
    placed: Int,
    ways: Ints,
    state: Words,
) -> tuple[Int, bool, Int, Int]:
    """Play on, `player` to move, to the end: the winner, whether closed, tiles placed, tiles eaten.

    The stock is stock[eaten:]; `hands`, `sizes`, `seen`, `ends` and `state` are changed in place.
    """
    passes = 0
    while True:
        n = list_ways(hands, player, 0, sizes[player], ends, codes, ways)
        bought = False
        while n == 0 and eaten < len(stock):
            hands[player, sizes[player]] = stock[eaten]
            count_tile(seen, player, stock[eaten], 1, codes)
            eaten += 1
            sizes[player] += 1
            bought = True
            n = list_ways(hands, player, sizes[player] - 1, sizes[player], ends, codes, ways)
        if n == 0:
            passes += 1
            if passes == 2:
                return winner_when_closed(sizes, codes), True, placed, eaten
        else:
            passes = 0
            if bought and codes.bought == BOUGHT_BY_RAFFLE:
                choice = below(state, n)
            else:
                agent = agents[player]
                choice = choose(agent, hands, player, ways, n, ends, seen, placed, codes, weights, state)
            place(ways[WAY, choice], hands, sizes, player, ends, seen, codes)
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
    """Who begins and the place of the opening tile in their hand; see `rules.opening`."""
    best = -1
    for i in range(2 * HAND):
        best = max(best, rank(tiles[i]))
    tied_0, tied_1 = 0, 0
    for i in range(HAND):
        tied_0 += rank(tiles[i]) == best
        tied_1 += rank(tiles[HAND + i]) == best
    player = below(state, 2) if tied_0 > 0 and tied_1 > 0 else (0 if tied_0 > 0 else 1)
    skip = below(state, tied_1 if player else tied_0)
    for i in range(HAND):
        skip -= rank(tiles[HAND * player + i]) == best
        if skip < 0:
            return player, i
    return player, 0


@inlined
def play_matches(
    agents: tuple[Int, Int],
    codes: Codes,
    stream: Int,
    first_match: Int,
    rows: Ints,
    owned_weights: Ints,
    owned_state: Words,
    scratch: Ints,
) -> None:
    """Play matches first_match, first_match + 1, ..., one for each of `rows`, and write there what happened.

    The caller owns all arrays.
    """
    weights = borrowed(owned_weights)
    state = borrowed(owned_state)
    hands, seen, ways = borrowed(scratch[:2]), borrowed(scratch[2:5]), borrowed(scratch[5:7])
    tiles, ends, sizes = borrowed(scratch[7]), borrowed(scratch[8]), borrowed(scratch[9])
    stock = tiles[2 * HAND : len(LOW)]
    for match in range(len(rows)):
        state[0] = mix(stream + np.uint64(first_match + match))
        for i in range(len(LOW)):
            tiles[i] = i
        for i in range(len(LOW) - 1, 0, -1):
            j = below(state, i + 1)
            tiles[i], tiles[j] = tiles[j], tiles[i]
        seen[:] = 0
        for i in range(2 * HAND):
            hands[i // HAND, i % HAND] = tiles[i]
            count_tile(seen, i // HAND, tiles[i], 1, codes)
        first, position = open_match(tiles, state)
        opening = hands[first, position]
        hands[first, position : HAND - 1] = tiles[first * HAND + position + 1 : first * HAND + HAND]
        sizes[first], sizes[1 - first] = HAND - 1, HAND
        count_tile(seen, first, opening, -1, codes)
        count_tile(seen, TABLE, opening, 1, codes)
        ends[LEFT], ends[RIGHT] = LOW[opening], HIGH[opening]
        winner, closed, placed, eaten = finish(
            agents, codes, weights, hands, sizes, seen, ends, stock, 0, 1 - first, 1, ways, state
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
