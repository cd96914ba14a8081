"""Lower bounds on a position by cutting it into strips of a few lines, whose values are looked up.

Fix an *owner* and cut the board across the owner's axis into strips of one to four lines. The owner forgoes
the dominoes that cross a cut and nobody else is affected, so the position is no less than the sum of the
strips. A strip splits into segments between columns that no domino of the opponent joins. Segments are looked
up in a table of all sets of cells, one table for each number of lines, up to a width that memory allows.

The table holds four numbers of a set in units of 1/UNITS of a move, from the owner's point of view: a lower
bound on its mean, a temperature above which its walls are at least that bound, a number that the set is
greater than or equal to, and how far down from that temperature the left wall is a slope. They are read off
thermographs, which are computed by definition at all multiples of the unit and rounded against the owner. For
walls L_t and R_t of games at temperature t and their stops LS, RS [WW, chapter 6]:

- LS(G + H + ...) is at least the sum of the means;
- RS(G + H + ...) is at least R_t(G) + R_t(H) + ... - t, for every t >= 0;
- so LS(G + H + ...) is at least L_t(G) + R_t(H) + ...: the owner moves in G, the hottest, and t is the
  temperature of the next;
- an owner who starts wins if LS > 0; one who does not start wins if RS > 0 or if the game is >= 0.
"""

from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from math import prod
from typing import Any

import numpy as np

from ...support.caches import cached
from ...support.compiled import compiled, inlined, step
from ...support.run import cancellable, current
from ..bitboard.bits import Layout, U, down, packing, trailing

UNITS = 8  # in a move
MOST_LINES = 4  # in a strip
MOST_WIDTH = 10  # cells in a line of a table
SMALL_TABLE, MEDIUM_TABLE, LARGE_TABLE = 16, 21, 27  # cells; made in milliseconds, a second, half a minute
MEAN, TEMPERATURE, LEAST, SLOPE = 0, 1, 2, 3  # columns of a table
NEXT_TEMPERATURE, _CELLS = 4, 5  # further columns of `sums`; _CELLS: the cells of the previous line
SUMS = 6
_STEPS = 2 * UNITS + 1  # temperatures from 0 to 2: few sets are hotter
BYTES_PER_SET = 2 * _STEPS + 6  # of a table that is being made
BEYOND_ALL_VALUES = 1 << 14

Table = np.ndarray[Any, np.dtype[np.int8]]
Places = np.ndarray[Any, np.dtype[np.int64]]
Words = np.ndarray[Any, np.dtype[np.uint64]]
Strips = tuple[tuple[Table, Places], tuple[Table, Places], Words]


@step
def simplest(least: Any, above: Any) -> Any:
    """The simplest number x with least <= x < above, all in units; `least` if no such number exists."""
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
def _fill(
    last: Any, lines: Any, width: Any, table: Any, left: Any, right: Any, no_less: Any, not_below: Any
) -> None:
    """Fill the table for the sets whose last line is `last`, every set after its subsets.

    Bit width * i + c of a set is cell c of its line i. `left` and `right` are the walls by temperature,
    `no_less` says that the set is known to be no less than its right stop, `not_below` that it is known not
    to be below or equal to its left stop.
    """
    steps = left.shape[1]
    others = 1 << (lines - 1) * width
    best = np.empty(steps, dtype=np.int16)
    worst = np.empty(steps, dtype=np.int16)
    ends = 0  # the last cells of the lines
    for line in range(lines):
        ends |= 1 << (line + 1) * width - 1
    for free in range(last * others, (last + 1) * others):
        best[:] = -BEYOND_ALL_VALUES
        worst[:] = BEYOND_ALL_VALUES
        reaches = False  # some best option of the owner is no less than the number at which it stops
        holds = True  # no best option of the other is less than or equal to the number at which it stops
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
            # the simplest number x such that no option of the owner is >= x and no option of the other <= x;
            # if it is finer than the unit, the next multiple of the unit below
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
        slope = 0
        while slope < temperature and left[free, temperature - slope - 1] > mean + slope:
            slope += 1
        table[free, SLOPE] = slope


def table_of(lines: int, width: int) -> Table:
    """The table of all sets of cells in `lines` lines of `width` cells.

    It is filled by the last line: lines with fewer cells first, and one of two mirror images.

    >>> [int(number) for number in table_of(2, 3)[0b111111]]  # {2|-1/2}: mean 3/4, temperature 5/4
    [6, 10, -5, 10]
    """
    sets = 1 << lines * width
    table = np.zeros((sets, 4), dtype=np.int8)
    walls = (np.zeros((sets, _STEPS), dtype=np.int8) for _ in range(2))
    arrays = table, *walls, *(np.zeros(sets, dtype=np.bool_) for _ in range(2))
    images = np.array([int(f"{line:0{width}b}"[::-1], 2) for line in range(1 << width)])
    others = np.ix_(*[images] * (lines - 1))

    def fill(line: int) -> None:
        if line <= images[line]:
            _fill(line, lines, width, *arrays)
            return
        for array in arrays:  # with an axis for each line, the last first: copy from the mirror images
            grid = array.reshape(*[1 << width] * lines, -1)
            grid[line] = grid[images[line]][others]

    groups = sorted((line.bit_count(), line > images[line], line) for line in range(1 << width))
    with ThreadPoolExecutor(current().cores) as pool:
        for _, group in groupby(groups, key=lambda each: each[:2]):
            for _ in cancellable(pool.map(fill, [line for *_, line in group])):
                pass
    return table


def strips_of_width(width: int, cells: int) -> tuple[Table, Places]:
    """The tables of up to `cells` cells in one array, with the start and the width of each.

    A single line is looked up in the table of two lines, which may be larger.
    """
    widths = {2: min(width, MOST_WIDTH)} | {
        lines: max(1, min(width, cells // lines)) for lines in range(3, MOST_LINES + 1)
    }
    tables = [table_of(lines, widest) for lines, widest in widths.items()]
    places = np.zeros((MOST_LINES + 1, 2), dtype=np.int64)
    places[2:, 0] = np.cumsum([0] + [len(table) for table in tables[:-1]])
    places[2:, 1] = list(widths.values())
    places[1] = places[2]
    return np.concatenate(tables), places


_cached_strips = cached()(strips_of_width)  # only for sizes up to MEDIUM_TABLE


def cells_for(memory: int) -> int:
    """The largest number of cells of a table that can be made in `memory` bytes."""
    return max(0, (memory // BYTES_PER_SET).bit_length() - 1)


def cells_of(shape: tuple[int, ...], memory: int) -> int:
    """The number of cells of the tables that pay off on a board that no bound decides, within `memory` bytes.

    On boards of up to 64 cells, tables of 21 cells pay off only if they hold three whole lines of the short
    side.
    """
    volume = prod(shape)
    if volume <= 35:
        useful = 12
    elif volume <= 55:
        useful = SMALL_TABLE
    else:
        useful = MEDIUM_TABLE if volume > 64 or 3 * min(shape) == MEDIUM_TABLE else 18
    return min(useful, cells_for(memory))


def strips_of(layout: Layout, cells: int) -> Strips:
    """The tables of up to `cells` cells for each player as owner, and the `spread` of lines for `turned`."""
    rows, cols = layout.lengths
    short, long = sorted(layout.lengths)
    spread = np.zeros((1 << short, 2), dtype=np.uint64)
    for line in range(1 << short):
        across = sum(1 << place * long for place in range(short) if line >> place & 1)
        spread[line] = across & (1 << 64) - 1, across >> 64
    if cells <= MEDIUM_TABLE:
        return _cached_strips(cols, cells), _cached_strips(rows, cells), spread
    tables = {width: strips_of_width(width, cells) for width in {cols, rows}}
    return tables[cols], tables[rows], spread


def are_whole(strips: Strips, layout: Layout) -> bool:
    """Whether strips of three lines of any width on the board are looked up whole."""
    rows, cols = layout.lengths
    return bool(strips[0][1][3, 1] >= cols and strips[1][1][3, 1] >= rows)


@step
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
def hotter(hottest: Any, slope: Any, second: Any, temperature: Any, its_slope: Any, its_second: Any) -> Any:
    """(temperature, slope, next temperature) of the sum of two games."""
    if temperature > hottest:
        return temperature, its_slope, max(hottest, its_second)
    return hottest, slope, max(second, temperature)


@inlined
def strip_of(sums: Any, last: Any, lines: Any, joined: Any, width: Any, strips: Any) -> Any:
    """(whether it is known, mean, least, temperature, slope, next temperature) of the strip of `lines` lines
    up to the `last`.

    `joined`: the columns that a domino of the other joins to the next. In a segment of one or two lines that
    is too wide for the table the owner forgoes all moves: its value is minus the other's number of moves.
    """
    table, places = strips
    begin, widest = places[lines]
    mean = least = hottest = slope = second = np.int64(0)
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
            mean += np.int64(table[place, MEAN])
            least += np.int64(table[place, LEAST])
            t, n = np.int64(table[place, TEMPERATURE]), np.int64(table[place, SLOPE])
            hottest, slope, second = hotter(hottest, slope, second, t, n, np.int64(0))
        elif lines > 2:
            return False, mean, least, hottest, slope, second
        else:
            for line in range(lines):
                free = sums[last - line, _CELLS] >> start & mask
                moves = packing(U(free & free >> 1), U(0), U(1))[0]
                mean -= UNITS * moves
                least -= UNITS * moves
        start = column + 1
    return True, mean, least, hottest, slope, second


@step
def cut(low: Any, high: Any, width: Any, lines: Any, strips: Any, sums: Any) -> None:
    """Cut a set, in lines of `width` cells, into strips; row i of `sums` is for the first i lines.

    The cuts are chosen for the greatest mean, and apart from that for the greatest sum of the numbers that
    the strips are no less than.
    """
    mask = (U(1) << U(width)) - U(1)
    sums[0] = 0
    for last in range(1, lines + 1):
        line = np.int64(low & mask)
        low, high = down(low, high, U(width))
        if not line:
            for column in range(_CELLS):
                sums[last, column] = sums[last - 1, column]
            sums[last, _CELLS] = 0
            continue
        sums[last, _CELLS] = line
        joined = np.int64(0)
        mean = least = np.int64(-BEYOND_ALL_VALUES)
        hottest = slope = second = np.int64(0)
        for before in range(last - 1, max(last - 1 - MOST_LINES, -1), -1):
            cells = sums[before + 1, _CELLS]
            if before + 1 < last and not cells & sums[before + 2, _CELLS]:
                break  # no domino crosses the new cut: two strips are as good as one
            joined |= cells & cells >> 1
            if before + 1 == last and last % 2 == 0 and cells & sums[before, _CELLS]:
                continue  # with a line before it, a single line is better in a strip of two
            is_known, m, n, t, s, e = strip_of(sums, last, last - before, joined, width, strips)
            if not is_known:
                break
            to = sums[before]
            m += to[MEAN]
            t, s, e = hotter(to[TEMPERATURE], to[SLOPE], to[NEXT_TEMPERATURE], t, s, e)
            if m > mean or (m == mean and t < hottest):
                mean, hottest, slope, second = m, t, s, e
            least = max(least, to[LEAST] + n)
        now = sums[last]
        now[MEAN], now[LEAST] = mean, least
        now[TEMPERATURE], now[SLOPE], now[NEXT_TEMPERATURE] = hottest, slope, second


@step
def add(total: Any, other: Any) -> None:
    """Add the sums of another set to a total."""
    total[MEAN] += other[MEAN]
    total[LEAST] += other[LEAST]
    total[TEMPERATURE], total[SLOPE], total[NEXT_TEMPERATURE] = hotter(
        total[TEMPERATURE],
        total[SLOPE],
        total[NEXT_TEMPERATURE],
        other[TEMPERATURE],
        other[SLOPE],
        other[NEXT_TEMPERATURE],
    )


@step
def sure_bound(total: Any, starts: Any) -> Any:
    """A lower bound b in units: the owner, starting if `starts`, wins with more than -b spare moves."""
    mean, hottest, least = total[MEAN], total[TEMPERATURE], total[LEAST]
    if starts:
        return max(mean + min(total[SLOPE], hottest - total[NEXT_TEMPERATURE]), least)
    # an owner who does not start wins a game that is at least 0, so the bound gains one unit
    return max(mean - hottest, least + 1)
