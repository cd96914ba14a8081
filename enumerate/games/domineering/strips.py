"""Lower bounds on a position by cutting it into strips of one or two lines, whose values are looked up.

Fix an *owner* and cut the board across the owner's axis into strips of one or two lines. The owner forgoes
the dominoes that cross a cut and nobody else is affected, so the position is no less than the sum of the
strips. In a strip of two lines the owner's dominoes are whole columns, and there are only 4^width strips.

Of a strip we keep three numbers, in units of 1/UNITS of a move, as the owner sees them: a lower bound on its
mean, a temperature from which on its walls are no less than that, and a number that the strip is no less
than. They are read off thermographs, worked out from the definition at all multiples of the unit and rounded
against the owner. For right walls R_t of games at temperature t and their stops LS, RS [WW, chapter 6]:

- LS(G + H + ...) is at least the sum of the means;
- RS(G + H + ...) is at least R_t(G) + R_t(H) + ... - t, for every t >= 0;
- the owner wins who starts if LS > 0, who does not start if RS > 0 or if the game is no less than 0.
"""

from typing import Any

import numpy as np

from ...support.caches import remembered
from ...support.compiled import compiled
from ..bitboard.bits import U, down, packing
from ..bitboard.layout import Layout

UNITS = 16  # to a move
WIDEST = 10  # cells of a line of a table; wider strips are looked up by their segments
MEAN, TEMPERATURE, LEAST = 0, 1, 2  # columns of a table
_STEPS = 2 * UNITS + 1  # temperatures from 0 to 2: no strip is hotter
_FAR = 1 << 14

Table = np.ndarray[Any, np.dtype[np.int16]]
Words = np.ndarray[Any, np.dtype[np.uint64]]


@compiled
def simplest(least: Any, above: Any) -> Any:
    """The simplest number x with least <= x < above, all in units; `least` if there is none.

    >>> [simplest(*pair) for pair in ((-5, 1), (1, 33), (1, 16), (-40, -16), (-15, 0))]
    [0, 16, 8, -32, -8]
    """
    if least <= 0 < above:
        return 0
    whole = (least + UNITS - 1) // UNITS * UNITS if least > 0 else (above - 1) // UNITS * UNITS
    if least <= whole < above:
        return whole
    part = UNITS // 2
    while part:
        fraction = (least + part - 1) // part * part
        if fraction < above:
            return fraction
        part //= 2
    return least


@compiled
def _fill(width: Any, table: Any, left: Any, right: Any, no_less: Any, not_below: Any) -> None:
    """Fill the table of all strips, every strip after its subsets.

    Bit c of a strip is cell c of its first line, bit width + c of its second. `left` and `right` are the
    walls by temperature, `no_less` says that the strip is known to be no less than its right stop,
    `not_below` that it is known not to be below or equal to its left stop.
    """
    steps = left.shape[1]
    best = np.empty(steps, dtype=np.int64)
    worst = np.empty(steps, dtype=np.int64)
    for free in range(len(table)):
        first, second = free & ((1 << width) - 1), free >> width
        best[:] = -_FAR
        worst[:] = _FAR
        reaches = False  # one of the owner's best options is no less than the number it stops at
        holds = True  # of all the other's best options none is below or equal to the number it stops at
        moves = first & second
        while moves:
            cell = moves & -moves
            moves ^= cell
            after = free & ~(cell | cell << width)
            if right[after, 0] >= best[0]:
                reaches = no_less[after] or (reaches and right[after, 0] == best[0])
            for t in range(steps):
                best[t] = max(best[t], right[after, t] - t)
        moves = (first & first >> 1) | (second & second >> 1) << width
        while moves:
            cell = moves & -moves
            moves ^= cell
            after = free & ~(cell | cell << 1)
            if left[after, 0] <= worst[0]:
                holds = not_below[after] and (holds or left[after, 0] < worst[0])
            for t in range(steps):
                worst[t] = min(worst[t], left[after, t] + t)
        is_number = best[0] < worst[0]
        temperature = 0
        if is_number:
            # the simplest number that is no option of the owner's and less than every option of the other's
            mean = best[0]
            if not reaches or best[0] + 1 < worst[0]:
                mean = simplest(best[0] + (1 if reaches else 0), worst[0])
        else:
            while temperature < steps and best[temperature] > worst[temperature]:
                left[free, temperature] = best[temperature]
                right[free, temperature] = worst[temperature]
                temperature += 1
            mean = worst[-1]
            if temperature < steps:  # the walls meet here, or have met since the last step
                mean = best[temperature]
                if temperature:
                    mean = max(mean, worst[temperature - 1])
        left[free, temperature:] = mean
        right[free, temperature:] = mean
        no_less[free] = is_number or holds
        not_below[free] = reaches and not is_number
        table[free, MEAN] = mean
        table[free, TEMPERATURE] = temperature
        table[free, LEAST] = right[free, 0] - (0 if no_less[free] else 1)


@remembered()
def strips_of_width(width: int) -> Table:
    """The table of all strips of a width, or of the widest with a table.

    >>> [int(number) for number in strips_of_width(3)[0b111111]]  # {2|-1/2}: mean 3/4, temperature 5/4
    [12, 20, -9]
    """
    if width > WIDEST:
        return strips_of_width(WIDEST)
    table = np.zeros((4**width, 3), dtype=np.int16)
    walls = [np.zeros((4**width, _STEPS), dtype=np.int16) for _ in range(2)]
    _fill(width, table, *walls, *(np.zeros(4**width, dtype=np.bool_) for _ in range(2)))
    return table


def strips_of(layout: Layout) -> tuple[Table, Table, Words]:
    """The table of each player as owner, and the `spread` of lines for `turned`."""
    rows, cols = layout.lengths
    short, long = sorted(layout.lengths)
    spread = np.zeros((1 << short, 2), dtype=np.uint64)
    for line in range(1 << short):
        cells = sum(1 << place * long for place in range(short) if line >> place & 1)
        spread[line] = cells & (1 << 64) - 1, cells >> 64
    return strips_of_width(cols), strips_of_width(rows), spread


@compiled
def turned(low: Any, high: Any, short: Any, long: Any, spread: Any) -> Any:
    """A set in lines of `short` cells, written in lines of `long` cells; spread[line] for the first place."""
    mask = (U(1) << U(short)) - U(1)
    across_low = U(0)
    across_high = U(0)
    for place in range(long):
        line = np.int64(low & mask)
        low, high = down(low, high, U(short))
        a, b = spread[line, 0], spread[line, 1]
        across_low |= a << U(place)
        across_high |= b << U(place)
        if place:
            across_high |= a >> U(64 - place)
    return across_low, across_high


@compiled
def strip_of(first: Any, second: Any, width: Any, table: Any) -> Any:
    """(mean, temperature, least) of the strip of two lines.

    A strip too wide for the table falls into segments between columns that no domino of the other joins. In
    a segment that is still too wide the owner does not move: it is worth the other's dominoes that fit.
    """
    if width <= WIDEST:
        entry = table[first | second << width]
        return np.int64(entry[MEAN]), np.int64(entry[TEMPERATURE]), np.int64(entry[LEAST])
    mean = hottest = least = np.int64(0)
    joined = (first & first >> 1) | (second & second >> 1)
    start = 0
    for column in range(width):
        if not joined >> column & 1:
            cells = column + 1 - start
            mask = (1 << cells) - 1
            a, b = first >> start & mask, second >> start & mask
            start = column + 1
            if cells <= WIDEST:
                entry = table[a | b << WIDEST]
                mean += entry[MEAN]
                hottest = max(hottest, np.int64(entry[TEMPERATURE]))
                least += entry[LEAST]
            else:
                moves = (packing(U(a & a >> 1), U(b & b >> 1), U(1)))[0]
                mean -= UNITS * moves
                least -= UNITS * moves
    return mean, hottest, least


@compiled
def surely(low: Any, high: Any, width: Any, lines: Any, table: Any) -> Any:
    """(a, b): the owner wins with more than -a units to spare who starts, with more than -b who does not.

    The set is in lines of `width` cells. The cuts are chosen for the greatest mean; for b besides for the
    greatest sum of the numbers that the strips are no less than.
    """
    mask = (U(1) << U(width)) - U(1)
    mean = hottest = least = np.int64(0)  # of all lines so far
    last_mean = last_hottest = last_least = previous = np.int64(0)  # of all but the last of them
    for place in range(lines):
        line = np.int64(low & mask)
        low, high = down(low, high, U(width))
        m, _, n = strip_of(line, np.int64(0), width, table)  # without a move of the owner, so a number
        new_mean, new_hottest, new_least = mean + m, hottest, least + n
        if place:
            m, t, n = strip_of(previous, line, width, table)
            m, t = last_mean + m, max(last_hottest, t)
            if m > new_mean or (m == new_mean and t < new_hottest):
                new_mean, new_hottest = m, t
            new_least = max(new_least, last_least + n)
        last_mean, last_hottest, last_least, previous = mean, hottest, least, line
        mean, hottest, least = new_mean, new_hottest, new_least
    # to the owner who does not start a game no less than 0 is enough: one unit more
    return max(mean, least), max(mean - hottest, least + 1)
