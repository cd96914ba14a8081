"""Heat maps drawn with matplotlib (extra `plot`): coefficients of a polynomial, tables of numbers.

The colours grow lighter with the numbers (viridis), for all readers and in grey.
"""

from collections.abc import Sequence
from math import ceil, log10
from typing import Any

from ..model.players import Player, PlayerLike
from ..model.polynomial import Polynomial
from ..support.errors import InputError, require_integer, require_type
from .figures import check_drawing, new_figure, saved
from .palette import colour

MARK, HALO = "black", "white"  # the play diagonal


def coefficients_plot(
    polynomial: Polynomial,
    differences: Sequence[int],
    title: str,
    picture: str = "png",
    *,
    turn: PlayerLike | None = None,
    dominoes: bool = True,
) -> bytes:
    """The coefficients of x^a y^b by a and b, on a logarithmic scale, with the play diagonal marked.

    A cell is outlined where a - b is one of `differences`; coefficients that are 0 are left white. The legend
    says whose `turn` it is, if that narrows the differences.

    >>> coefficients_plot(Polynomial.of({(0, 0): 1, (1, 0): 2}), (-1, 0, 1), "two cells", "svg")[:5]
    b'<?xml'
    """
    check_drawing(picture)
    require_type(Polynomial, "a polynomial", polynomial)
    wanted = sorted(require_integer("differences", difference) for difference in differences)
    if not wanted:
        raise InputError("expected differences such as (-1, 0, 1), got none")
    if polynomial.dimension != 2:
        raise InputError(f"a heat map needs two players, and this polynomial has {polynomial.dimension}")
    if not polynomial.terms:
        raise InputError("there is nothing to draw: the polynomial is 0")
    lowest = min(coefficient for _, coefficient in polynomial)
    if lowest < 0:
        raise InputError(f"a logarithmic scale needs coefficients of at least 0, not {lowest}")
    figure = new_figure(6.4, 5.4)
    axes = figure.add_subplot()
    size = [max(monomial[axis] for monomial, _ in polynomial) + 1 for axis in (0, 1)]
    logs = [[float("nan")] * size[1] for _ in range(size[0])]
    for (a, b), coefficient in polynomial:
        logs[a][b] = log10(coefficient)
    top = max(1.0, max(log10(coefficient) for _, coefficient in polynomial))
    image = axes.imshow(logs, origin="lower", cmap="viridis", aspect="auto", vmin=0, vmax=top)
    bar = _colour_bar(figure, axes, image, label="number of positions", format=lambda x, _: f"$10^{{{x:g}}}$")
    _mark_play(axes, size, (wanted[0], wanted[-1]), None if turn is None else Player.of(turn))
    for axis, length in ((axes.xaxis, size[1]), (axes.yaxis, size[0]), (bar.ax.yaxis, top)):
        _whole_ticks(axis, length)
    figure.legend(loc="outside lower center", frameon=False)
    axes.set_xlabel("b, Right's " + ("dominoes (horizontal)" if dominoes else "pieces"))
    axes.set_ylabel("a, Left's " + ("dominoes (vertical)" if dominoes else "pieces"))
    axes.set_title(title)
    return saved(figure, picture)


def activity_plot(curve: Sequence[tuple[float, float, float]], title: str, picture: str = "png") -> bytes:
    """Density and entropy for each cell, given as (activity, density, entropy), on a logarithmic axis.

    >>> activity_plot([(0.1, 0.2, 0.3), (10.0, 0.8, 0.3)], "a curve", "svg")[:5]
    b'<?xml'
    """
    figure = new_figure(6.4, 4.4)
    axes = figure.add_subplot()
    activities = [activity for activity, _, _ in curve]
    for place, (name, dashes) in enumerate((("density", "-"), ("entropy for each cell", "--")), 1):
        heights = [point[place] for point in curve]
        axes.plot(activities, heights, dashes, color=colour(place - 1).fill, label=name)
    axes.set_xscale("log")
    axes.set_ylim(bottom=0)
    axes.set_xlabel("activity (weight of a piece)")
    axes.legend(frameon=False)
    axes.set_title(title)
    return saved(figure, picture)


def _colour_bar(figure: Any, axes: Any, image: Any, **how: Any) -> Any:
    """A bar beside the map, as high as the map is drawn."""
    return figure.colorbar(image, cax=axes.inset_axes([1.04, 0, 0.05, 1]), **how)


def _mark_play(axes: Any, size: Sequence[int], bounds: tuple[int, int], turn: Player | None) -> None:
    """Outline the band of cells with a - b between the bounds."""
    low, high = bounds
    reach = "what alternating play can reach" + (f", {turn.title} to move now" if turn is not None else "")
    for edge, inwards in ((low, -1), (high, 1)):
        xs, ys = [], []
        for b in range(size[1]):
            a = b + edge + inwards / 2
            xs += [b - 0.5, b + 0.5]
            ys += [a, a]
        label = f"between the lines: {reach}" if inwards > 0 else None
        axes.plot(xs, ys, color=HALO, linewidth=3.2)
        axes.plot(xs, ys, color=MARK, linewidth=1.4, label=label)
    axes.set_xlim(-0.5, size[1] - 0.5)
    axes.set_ylim(-0.5, size[0] - 0.5)


def _whole_ticks(axis: Any, length: float) -> None:
    """Ticks at whole numbers, nine at most."""
    from matplotlib.ticker import MultipleLocator

    axis.set_major_locator(MultipleLocator(ceil(length / 9)))


def table_plot(
    table: Sequence[Sequence[int]], title: str, axis_names: tuple[str, str], picture: str = "png"
) -> bytes:
    """A table of numbers as a heat map, the number in each cell; rows and columns count from 1.

    >>> table_plot([[0, 1], [1, 2]], "moves", ("columns", "rows"), "svg")[:5]
    b'<?xml'
    """
    require_type(Sequence, "a table as in [[0, 1], [1, 2]]", table)
    for line in table:
        require_type(Sequence, "a line of numbers", line)
    for number in (number for line in table for number in line):
        require_integer("table", number)
    rows, cols = len(table), len(table[0]) if table else 0
    if not rows or not cols:
        raise InputError("there is nothing to draw: the table is empty")
    figure = new_figure(max(4.0, 0.42 * cols + 2), max(3.4, 0.42 * rows + 1.4))
    axes = figure.add_subplot()
    extent = (0.5, cols + 0.5, rows + 0.5, 0.5)
    image = axes.imshow(table, cmap="viridis", extent=extent)
    middle = (max(map(max, table)) + min(map(min, table))) / 2
    for row, line in enumerate(table, start=1):
        for col, number in enumerate(line, start=1):
            ink = "black" if number > middle else "white"
            axes.text(col, row, str(number), ha="center", va="center", color=ink, fontsize=8)
    _colour_bar(figure, axes, image)
    axes.set_xticks(range(1, cols + 1))
    axes.set_yticks(range(1, rows + 1))
    axes.set_xlabel(axis_names[0])
    axes.set_ylabel(axis_names[1])
    axes.set_title(title)
    return saved(figure, picture)
