"""Determinised rollouts in compiled code: deal the hidden tiles as they may be, play on, count."""

import numpy as np

from ....support.compiled import inlined
from ..reading import Codes
from .agents import LEFT, LOW, RIGHT, TABLE, WAYS, count_tile
from .chance import Int, Ints, Words, below, borrowed
from .match import finish, place


@inlined
def not_excluded(tile: Int, excluded: Int) -> Int:
    """1 if the tile is not in a set of bits, else 0."""
    return 1 - ((excluded >> tile) & 1)


@inlined
def deal_hidden(
    pool: Ints, hidden: Ints, sizes: Ints, excluded: Ints, opponent: Ints, state: Words
) -> tuple[Int, Int]:
    """Deal to each group of the opponent tiles it may contain; the rest of `pool`, shuffled, is the stock.

    Each group excludes what the later ones exclude, so all deals that are possible are equally likely and
    none gets stuck. Writes the hand into `opponent`, the stock to the front of `pool`; returns both lengths.
    """
    left = len(hidden)
    for i in range(left):
        pool[i] = hidden[i]
    held = 0
    for group in range(len(sizes)):
        for _ in range(sizes[group]):
            possible = 0
            for i in range(left):
                possible += not_excluded(pool[i], excluded[group])
            skip = below(state, possible)
            chosen = 0
            while chosen < left - 1 and skip >= not_excluded(pool[chosen], excluded[group]):
                skip -= not_excluded(pool[chosen], excluded[group])
                chosen += 1
            opponent[held] = pool[chosen]
            held += 1
            left -= 1
            pool[chosen] = pool[left]
    for i in range(left - 1, 0, -1):
        j = below(state, i + 1)
        pool[i], pool[j] = pool[j], pool[i]
    return held, left


@inlined
def rollouts(
    agents: tuple[Int, Int],
    codes: Codes,
    hand: Ints,
    table: Ints,
    table_ends: Ints,
    hidden: Ints,
    group_sizes: Ints,
    group_excluded: Ints,
    candidates: Ints,
    deals: Int,
    margins: Ints,
    owned_weights: Ints,
    owned_state: Words,
    scratch: Ints,
) -> None:
    """For each candidate add up wins minus losses over `deals` deals of what is hidden, the same for all.

    The player is number 0 and has the move; `margins` is added to.
    """
    weights, state = borrowed(owned_weights), borrowed(owned_state)
    hands, seen, ways = borrowed(scratch[:2]), borrowed(scratch[2:5]), borrowed(scratch[5:7])
    pool, ends, sizes = borrowed(scratch[7]), borrowed(scratch[8]), borrowed(scratch[9])
    dealt = borrowed(scratch[10])
    for _ in range(deals):
        held, stocked = deal_hidden(pool, hidden, group_sizes, group_excluded, dealt, state)
        start = state[0]
        for number in range(len(candidates)):
            state[0] = start
            seen[:] = 0
            for i in range(len(hand)):
                hands[0, i] = hand[i]
                count_tile(seen, 0, hand[i], 1, codes)
            for i in range(held):
                hands[1, i] = dealt[i]
                count_tile(seen, 1, dealt[i], 1, codes)
            for i in range(len(table)):
                count_tile(seen, TABLE, table[i], 1, codes)
            sizes[0], sizes[1] = len(hand), held
            ends[LEFT], ends[RIGHT] = table_ends[LEFT], table_ends[RIGHT]
            place(candidates[number], hands, sizes, 0, ends, seen, codes)
            winner = 0
            if sizes[0] > 0:
                stock = pool[:stocked]
                winner, _closed, _placed, _eaten = finish(
                    agents, codes, weights, hands, sizes, seen, ends, stock, 0, 1, len(table) + 1, ways, state
                )
            margins[number] += (winner == 0) - (winner == 1)


def new_scratch() -> Ints:
    """Room for `rollouts` to work in."""
    return np.empty((11, max(WAYS, len(LOW))), np.int64)
