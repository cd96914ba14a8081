"""Charts of duels: a pie for each pair and bars for the totals, drawn with matplotlib (extra `plot`)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from ..model.cells import items
from ..support.errors import InputError, require_at_least, require_type
from .figures import check_drawing, new_figure, saved
from .palette import colour

GREY = "#b8b8b8"  # draws


@dataclass(frozen=True, slots=True)
class Duel:
    """Two names and how often the first won, the second won, nobody won."""

    names: tuple[str, str]
    counts: tuple[int, int, int]

    def __post_init__(self) -> None:
        counts = tuple(require_at_least(0, "counts", count) for count in items("counts", self.counts))
        if len(counts) != 3:
            raise InputError(f"a duel has three counts, as in (3, 5, 2), not {self.counts!r}")
        object.__setattr__(self, "counts", counts)


def victory_charts(duels: Sequence[Duel], totals: Mapping[str, int], picture: str = "png") -> bytes:
    """One picture: the share of victories of every duel as a pie, the total wins of each name as bars.

    >>> victory_charts([Duel(("A", "B"), (3, 5, 2))], {"A": 3, "B": 5}, "svg")[:5]
    b'<?xml'
    """
    check_drawing(picture)
    for duel in items("duels", duels):
        require_type(Duel, "a duel as in Duel(('A', 'B'), (3, 5, 2))", duel)
    require_type(Mapping, "a mapping as in {'A': 3}", totals)
    colours = {name: colour(number).fill for number, name in enumerate(totals)}
    pie_rows = ceil(len(duels) / 3)
    figure = new_figure(10.5, 3.2 * (pie_rows + 1))
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
