"""Plots drawn with matplotlib (extra `plot`): heat maps, activities, the census, charts of duels.

Heat maps use viridis: larger numbers are lighter, also in grey and for colour-blind readers.
"""

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from math import ceil, log10
from typing import Any

from ..model.board import Player, PlayerLike
from ..model.lattice import items
from ..model.polynomial import Polynomial
from ..support.errors import InputError, require_integer, require_type
from ..support.memory import CostEstimate, process_memory
from ..support.run import memory_limit
from .palette import GRID, LINE, colour

MARGIN = 0.15  # inches around the drawing
LIBRARIES = 75 * 2**20  # bytes of the interpreter with matplotlib
FORMATS = ("png", "svg", "pdf")
MARK, HALO = "black", "white"  # the play diagonal
LABELS = {"L": "Left wins", "R": "Right wins", "N": "the first player wins", "P": "the second player wins"}
GREY = "#b8b8b8"  # draws


def check_drawing(picture: str) -> None:
    """Refuse a picture that cannot be drawn, or whose libraries are larger than the limit of the computation,
    before anything is computed.

    >>> check_drawing("gif")
    Traceback (most recent call last):
        ...
    enumerate.InputError: cannot draw a picture of kind 'gif': name a file that ends in
    .png, .svg or .pdf
    """
    if picture not in FORMATS:
        raise InputError(
            f"cannot draw a picture of kind '{picture}': name a file that ends in .png, .svg or .pdf"
        )
    if find_spec("matplotlib") is None:
        raise InputError("plots need matplotlib: install it with `pip install 'domineering-enumerate[plot]'`")
    if (limit := memory_limit()) is not None:
        size = max(process_memory()[0], LIBRARIES)
        CostEstimate("the libraries for plots", size, instead="Allow more with --max-memory").require(limit)


def new_figure(width: float, height: float, picture: str) -> Any:
    """An empty figure of a size in inches, without a window, if it can be saved as this kind of picture."""
    check_drawing(picture)
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    layout = ConstrainedLayoutEngine(w_pad=MARGIN, h_pad=MARGIN)
    figure = Figure(figsize=(width, height), layout=layout)
    FigureCanvasAgg(figure)
    return figure


def saved(figure: Any, picture: str) -> bytes:
    """The figure as a file of the given kind."""
    stream = io.BytesIO()
    figure.savefig(stream, format=picture, dpi=150)
    return stream.getvalue()


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
    """
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
    figure = new_figure(6.4, 5.4, picture)
    axes = figure.add_subplot()
    size = [max(monomial[axis] for monomial, _ in polynomial) + 1 for axis in (0, 1)]
    logs = [[float("nan")] * size[1] for _ in range(size[0])]
    for (a, b), coefficient in polynomial:
        logs[a][b] = log10(coefficient)
    top = max(1.0, max(log10(coefficient) for _, coefficient in polynomial))
    image = axes.imshow(logs, origin="lower", cmap="viridis", aspect="auto", vmin=0, vmax=top)
    bar = _colour_bar(figure, axes, image, label="number of positions", format=lambda x, _: f"$10^{{{x:g}}}$")
    _mark_play(axes, size, (wanted[0], wanted[-1]), None if turn is None else Player.of(turn))
    axes.locator_params(integer=True, nbins=9)
    bar.ax.locator_params("y", integer=True, nbins=9)
    figure.legend(loc="outside lower center", frameon=False)
    axes.set_xlabel("b, Right's " + ("dominoes (horizontal)" if dominoes else "pieces"))
    axes.set_ylabel("a, Left's " + ("dominoes (vertical)" if dominoes else "pieces"))
    axes.set_title(title)
    return saved(figure, picture)


def activity_plot(curve: Sequence[tuple[float, float, float]], title: str, picture: str = "png") -> bytes:
    """Density and entropy for each cell, given as (activity, density, entropy), on a logarithmic axis."""
    figure = new_figure(6.4, 4.4, picture)
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


def table_plot(
    table: Sequence[Sequence[int]], title: str, axis_names: tuple[str, str], picture: str = "png"
) -> bytes:
    """A table of numbers as a heat map, the number in each cell; rows and columns count from 1."""
    require_type(Sequence, "a table as in [[0, 1], [1, 2]]", table)
    for line in table:
        require_type(Sequence, "a line of numbers", line)
    for number in (number for line in table for number in line):
        require_integer("table", number)
    rows, cols = len(table), len(table[0]) if table else 0
    if not rows or not cols:
        raise InputError("there is nothing to draw: the table is empty")
    figure = new_figure(max(4.0, 0.42 * cols + 2), max(3.4, 0.42 * rows + 1.4), picture)
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


def census_plot(rows: Sequence[Any], title: str, picture: str = "png") -> bytes:
    """The shares of the outcomes and the mean temperature by number of pieces, with standard errors.

    The rows are those of `values.census`, which is not imported here.
    """
    if not rows:
        raise InputError("there is nothing to draw: no position was counted")
    figure = new_figure(6.4, 6.4, picture)
    above, below = figure.subplots(2, 1, sharex=True)
    xs, marks = [row.pieces for row in rows], {"marker": "o", "markersize": 3}
    for number, letter in enumerate(rows[0].outcomes):
        shares, errors = [row.share(letter) for row in rows], [row.share_error(letter) for row in rows]
        style = "--" if letter == "R" else "-"  # on a square the curves of Left and Right coincide
        shade = colour(number).fill
        above.errorbar(xs, shares, errors, color=shade, linestyle=style, label=LABELS[letter], **marks)
    above.set_ylabel("share of positions")
    above.set_ylim(-0.02, 1.02)
    above.legend(frameon=False, fontsize=9)
    means, errors = [row.mean_temperature for row in rows], [row.temperature_error for row in rows]
    below.errorbar(xs, means, errors, color=LINE, **marks)
    below.set_ylabel("mean temperature")
    below.set_xlabel("pieces on the board")
    for axes in (above, below):
        axes.grid(color=GRID, linewidth=0.5)
    above.set_title(title)
    return saved(figure, picture)


@dataclass(frozen=True, slots=True)
class Duel:
    """Two names and how often the first won, the second won, nobody won."""

    names: tuple[str, str]
    counts: tuple[int, int, int]

    def __post_init__(self) -> None:
        counts = tuple(require_integer("counts", count, 0) for count in items("counts", self.counts))
        if len(counts) != 3:
            raise InputError(f"a duel has three counts, as in (3, 5, 2), not {self.counts!r}")
        object.__setattr__(self, "counts", counts)


def victory_charts(duels: Sequence[Duel], totals: Mapping[str, int], picture: str = "png") -> bytes:
    """One picture: the share of victories of every duel as a pie, the total wins of each name as bars."""
    for duel in items("duels", duels):
        require_type(Duel, "a duel as in Duel(('A', 'B'), (3, 5, 2))", duel)
    require_type(Mapping, "a mapping as in {'A': 3}", totals)
    colours = {name: colour(number).fill for number, name in enumerate(totals)}
    pie_rows = ceil(len(duels) / 3)
    figure = new_figure(10.5, 3.2 * (pie_rows + 1), picture)
    grid = figure.add_gridspec(pie_rows + 1, 3)
    for number, duel in enumerate(duels):
        _pie(figure.add_subplot(grid[number // 3, number % 3]), duel, colours)
    _bars(figure.add_subplot(grid[pie_rows, :]), totals, colours)
    return saved(figure, picture)


def _pie(axes: Any, duel: Duel, colours: Mapping[str, str]) -> None:
    matches = sum(duel.counts)
    names = (*duel.names, "draws")
    wedges = axes.pie(
        duel.counts,
        colors=[colours.get(name, GREY) for name in names],
        startangle=90,
        wedgeprops={"edgecolor": "white"},
    )[0]
    shares = [f"{name} {count / matches:.4f}" for name, count in zip(names, duel.counts, strict=True)]
    axes.legend(wedges, shares, loc="upper center", bbox_to_anchor=(0.5, 0.03), frameon=False, fontsize=9)
    axes.set_title(f"{duel.names[0]} - {duel.names[1]}, {matches} matches", fontsize=10)


def _bars(axes: Any, totals: Mapping[str, int], colours: Mapping[str, str]) -> None:
    bars = axes.bar(list(totals), list(totals.values()), color=[colours[name] for name in totals], width=0.6)
    axes.bar_label(bars, labels=[str(total) for total in totals.values()], padding=2)
    axes.set_title("wins in all matches", fontsize=10)
    axes.margins(y=0.12)
    axes.spines[["top", "right"]].set_visible(False)
