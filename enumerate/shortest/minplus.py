"""The inner loop of the tropical evaluator. Compiled by Numba."""

import numpy as np

from ..support.compiled import compiled

CHUNK = 8192  # elements a chunk, about: sources and result stay in the first-level cache


@compiled
def apply_minplus(  # type: ignore[no-untyped-def]
    old, new, margin, width, start, first, source, weight, cost, shift, never, begin_run, end_run
):
    """One step, run by run: new = minimum over the terms of old, shifted, plus 0 or 1.

    The states are rows of `width` elements after a margin. Where rows have more than one element, the last
    is a pad that holds `never`: a shift then carries no value from one row into the next. `never` plus 1
    is `never`.
    """
    cast = old.dtype.type  # without it the sums would be 64 bits wide, eight times slower
    top = cast(never - 1)
    states = max(1, CHUNK // width)
    for run in range(begin_run, end_run):
        at = start[run]
        while at < start[run + 1]:
            count = min(states, start[run + 1] - at)
            size = count * width
            out = new[margin + at * width : margin + at * width + size]
            begin = first[run]
            for term in range(begin, first[run + 1]):
                w = weight[term]
                place = margin + (source[term] + at - start[run]) * width - shift[w]
                a = old[place : place + size]
                if term == begin:
                    if cost[w]:
                        for k in range(size):
                            out[k] = cast(min(a[k], top) + 1)
                    else:
                        for k in range(size):
                            out[k] = a[k]
                else:
                    if cost[w]:
                        for k in range(size):
                            out[k] = min(out[k], cast(min(a[k], top) + 1))
                    else:
                        for k in range(size):
                            out[k] = min(out[k], a[k])
            if width > 1:
                for k in range(width - 1, size, width):
                    out[k] = never
            at += count


@compiled
def meet_minplus(one, other, margin, width, partner, place, low, high, never):  # type: ignore[no-untyped-def]
    """The least sum of an element of a state, in a column from `low` to `high`, and one of its partner, where
    the columns add up to `place`; 2 * never if there is none.
    """
    best = np.int64(2 * never)
    for state in range(len(partner)):
        if partner[state] >= 0:
            here, there = margin + state * width, margin + partner[state] * width + place
            for column in range(low, high + 1):
                a, b = one[here + column], other[there - column]
                if a != never and b != never:
                    best = min(best, np.int64(a) + np.int64(b))
    return best
