"""Lower bounds on a position by cutting it into strips of a few lines, whose values are looked up.

Fix an *owner* and cut the board across the owner's axis into strips of one to four lines. The owner forgoes
the dominoes that cross a cut and nobody else is affected, so the position is no less than the sum of the
strips. A strip falls into segments between columns that no domino of the other joins, and these are looked
up: there is a table of all sets of cells for each number of lines, up to a width that it can be made for.

Of a set we keep three numbers, in units of 1/UNITS of a move, as the owner sees them: a lower bound on its
mean, a temperature from which on its walls are no less than that, and a number that the set is no less
than. They are read off thermographs, worked out from the definition at all multiples of the unit and rounded
against the owner. For right walls R_t of games at temperature t and their stops LS, RS [WW, chapter 6]:

- LS(G + H + ...) is at least the sum of the means;
- RS(G + H + ...) is at least R_t(G) + R_t(H) + ... - t, for every t >= 0;
- the owner wins who starts if LS > 0, who does not start if RS > 0 or if the game is no less than 0.
"""

from typing import Any

import numpy as np

from ...support.caches import remembered
from ...support.compiled import compiled, inlined
from ..bitboard.bits import U, down, packing, trailing
from ..bitboard.layout import Layout

UNITS = 16  # to a move
TALLEST = 4  # lines of a strip
WIDEST = 10  # cells of a line of a table
MEAN, TEMPERATURE, LEAST = 0, 1, 2  # columns of a table
SUMS = 4  # columns of the sums up to a line: those of a table, and the cells of the line before
_CELLS = 3
_STEPS = 2 * UNITS + 1  # temperatures from 0 to 2: few sets are hotter
BYTES_PER_SET = 4 * _STEPS + 16  # of a table that is being made
_FAR = 1 << 14

Table = np.ndarray[Any, np.dtype[np.int16]]
Places = np.ndarray[Any, np.dtype[np.int64]]
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
def _fill(lines: Any, width: Any, table: Any, left: Any, right: Any, no_less: Any, not_below: Any) -> None:
    """Fill the table of all sets of cells in so many lines, every set after its subsets.

    Bit width * i + c of a set is cell c of its line i. `left` and `right` are the walls by temperature,
    `no_less` says that the set is known to be no less than its right stop, `not_below` that it is known not
    to be below or equal to its left stop.
    """
    steps = left.shape[1]
    best = np.empty(steps, dtype=np.int16)
    worst = np.empty(steps, dtype=np.int16)
    ends = 0  # the last cells of the lines
    for line in range(lines):
        ends |= 1 << (line + 1) * width - 1
    for free in range(len(table)):
        best[:] = -_FAR
        worst[:] = _FAR
        reaches = False  # one of the owner's best options is no less than the number it stops at
        holds = True  # of all the other's best options none is below or equal to the number it stops at
        moves = free & free >> width
        while moves:
            cell = moves & -moves
            moves ^= cell
            after = free & ~(cell | cell << width)
            if right[after, 0] >= best[0]:
                reaches = no_less[after] or (reaches and right[after, 0] == best[0])
            for t in range(steps):
                best[t] = max(best[t], np.int16(right[after, t] - np.int16(t)))
        moves = free & free >> 1 & ~ends
        while moves:
            cell = moves & -moves
            moves ^= cell
            after = free & ~(cell | cell << 1)
            if left[after, 0] <= worst[0]:
                holds = not_below[after] and (holds or left[after, 0] < worst[0])
            for t in range(steps):
                worst[t] = min(worst[t], np.int16(left[after, t] + np.int16(t)))
        is_number = best[0] < worst[0]
        temperature = 0
        if is_number:
            # the simplest number that no option of the owner's reaches and that all of the other's exceed or
            # are confused with; if it is finer than the unit, the number below
            mean = np.int64(best[0])
            least, above = mean + (1 if reaches else 0), worst[0] + (1 if holds else 0)
            if least < above:
                mean = np.int64(simplest(least, above))
        else:
            while temperature < steps and best[temperature] > worst[temperature]:
                left[free, temperature] = best[temperature]
                right[free, temperature] = worst[temperature]
                temperature += 1
            mean = np.int64(worst[-1])
            if temperature < steps:  # the walls meet here, or have met since the last step
                mean = np.int64(best[temperature])
                if temperature:
                    mean = max(mean, np.int64(worst[temperature - 1]))
        left[free, temperature:] = mean
        right[free, temperature:] = mean
        no_less[free] = is_number or holds
        not_below[free] = reaches and not is_number
        table[free, MEAN] = mean
        table[free, TEMPERATURE] = temperature
        table[free, LEAST] = right[free, 0] - (0 if no_less[free] else 1)


@remembered()
def table_of(lines: int, width: int) -> Table:
    """The table of all sets of cells in so many lines of a width.

    >>> [int(number) for number in table_of(2, 3)[0b111111]]  # {2|-1/2}: mean 3/4, temperature 5/4
    [12, 20, -9]
    """
    sets = 1 << lines * width
    table = np.zeros((sets, 3), dtype=np.int16)
    walls = [np.zeros((sets, _STEPS), dtype=np.int16) for _ in range(2)]
    _fill(lines, width, table, *walls, *(np.zeros(sets, dtype=np.bool_) for _ in range(2)))
    return table


@remembered()
def strips_of_width(width: int, cells: int) -> tuple[Table, Places]:
    """The tables of up to so many cells, one after another, and where each begins and how wide it is.

    A single line is looked up in the table of two lines, which may be larger.

    >>> strips_of_width(9, 12)[1].tolist()  # 2 x 9, 3 x 4, 4 x 3
    [[0, 0], [0, 9], [0, 9], [262144, 4], [266240, 3]]
    """
    widths = {2: min(width, WIDEST)} | {
        lines: max(1, min(width, cells // lines)) for lines in range(3, TALLEST + 1)
    }
    tables = [table_of(lines, widest) for lines, widest in widths.items()]
    places = np.zeros((TALLEST + 1, 2), dtype=np.int64)
    places[2:, 0] = np.cumsum([0] + [len(table) for table in tables[:-1]])
    places[2:, 1] = list(widths.values())
    places[1] = places[2]
    return np.concatenate(tables), places


def cells_of(volume: int, memory: int) -> int:
    """How large tables are worth their time on a box of so many cells, and can be made in so many bytes.

    >>> cells_of(36, 1 << 30), cells_of(81, 1 << 30), cells_of(81, 1 << 27)
    (16, 21, 19)
    """
    worth = next(cells for most, cells in ((35, 12), (55, 16), (volume, 21)) if volume <= most)
    return min(worth, (memory // BYTES_PER_SET).bit_length() - 1)


def strips_of(layout: Layout, memory: int) -> tuple[tuple[Table, Places], tuple[Table, Places], Words]:
    """The tables of each player as owner, and the `spread` of lines for `turned`."""
    rows, cols = layout.lengths
    short, long = sorted(layout.lengths)
    spread = np.zeros((1 << short, 2), dtype=np.uint64)
    for line in range(1 << short):
        cells = sum(1 << place * long for place in range(short) if line >> place & 1)
        spread[line] = cells & (1 << 64) - 1, cells >> 64
    cells = cells_of(layout.volume, memory)
    return strips_of_width(cols, cells), strips_of_width(rows, cells), spread


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


@inlined
def strip_of(sums: Any, last: Any, lines: Any, joined: Any, width: Any, strips: Any) -> Any:
    """(whether it is known, mean, temperature, least) of the strip of so many lines up to the `last`.

    `joined`: the columns that a domino of the other joins to the next. In a segment of one or two lines that
    is too wide the owner does not move: it is worth the other's dominoes that fit.
    """
    table, places = strips
    begin, widest = places[lines]
    mean = hottest = least = np.int64(0)
    ends = U(1) << U(width - 1) if width <= widest else ~U(joined) & ((U(1) << U(width)) - U(1))
    start = np.int64(0)
    while ends:
        column = np.int64(trailing(ends))
        ends &= ends - U(1)
        cells = column + 1 - start
        mask = (1 << cells) - 1
        if cells <= widest:
            place = begin
            for line in range(lines):
                place += (sums[last - lines + 1 + line, _CELLS] >> start & mask) << line * widest
            mean += table[place, MEAN]
            hottest = max(hottest, np.int64(table[place, TEMPERATURE]))
            least += table[place, LEAST]
        elif lines > 2:
            return False, mean, hottest, least
        else:
            for line in range(lines):
                free = sums[last - line, _CELLS] >> start & mask
                moves = packing(U(free & free >> 1), U(0), U(1))[0]
                mean -= UNITS * moves
                least -= UNITS * moves
        start = column + 1
    return True, mean, hottest, least


@compiled
def surely(low: Any, high: Any, width: Any, lines: Any, strips: Any, sums: Any) -> Any:
    """(a, b): the owner wins with more than -a units to spare who starts, with more than -b who does not.

    The set is in lines of `width` cells. The cuts are chosen for the greatest mean; for b besides for the
    greatest sum of the numbers that the strips are no less than. `sums` is written to: row i is for the
    first i lines.
    """
    mask = (U(1) << U(width)) - U(1)
    sums[0, MEAN] = sums[0, TEMPERATURE] = sums[0, LEAST] = 0
    for last in range(1, lines + 1):
        sums[last, _CELLS] = np.int64(low & mask)
        low, high = down(low, high, U(width))
        joined = np.int64(0)
        mean = least = np.int64(-_FAR)
        hottest = np.int64(0)
        for before in range(last - 1, max(last - 1 - TALLEST, -1), -1):
            cells = sums[before + 1, _CELLS]
            if before + 1 < last and not cells & sums[before + 2, _CELLS]:
                break  # no domino crosses the new cut: two strips are as good as one
            joined |= cells & cells >> 1
            is_known, m, t, n = strip_of(sums, last, last - before, joined, width, strips)
            if not is_known:
                break
            m, t = sums[before, MEAN] + m, max(sums[before, TEMPERATURE], t)
            if m > mean or (m == mean and t < hottest):
                mean, hottest = m, t
            least = max(least, sums[before, LEAST] + n)
        sums[last, MEAN], sums[last, TEMPERATURE], sums[last, LEAST] = mean, hottest, least
    mean, hottest, least = sums[lines, MEAN], sums[lines, TEMPERATURE], sums[lines, LEAST]
    # to the owner who does not start a game no less than 0 is enough: one unit more
    return max(mean, least), max(mean - hottest, least + 1)
