"""The census as a picture (extra `plot`): shares of outcomes and the mean temperature by number of pieces."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..support.errors import InputError
from .figures import new_figure, saved
from .palette import GRID, LINE, colour

WORDS = {"L": "Left wins", "R": "Right wins", "N": "who starts wins", "P": "who starts loses"}


@dataclass(frozen=True, slots=True)
class CensusLine:
    """The shares of the outcomes and the mean temperature for one number of pieces, each with its error."""

    pieces: int
    shares: Mapping[str, tuple[float, float]]
    temperature: tuple[float, float]


def census_plot(lines: Sequence[CensusLine], title: str, picture: str = "png") -> bytes:
    """Two panels above each other; bars show standard errors, where there are any.

    >>> one = CensusLine(0, {"L": (0.5, 0.1), "N": (0.5, 0.1)}, (1.0, 0.1))
    >>> census_plot([one], "a board", "svg")[:5]
    b'<?xml'
    """
    if not lines:
        raise InputError("there is nothing to draw: no position was counted")
    figure = new_figure(6.4, 6.4)
    above, below = figure.subplots(2, 1, sharex=True)
    xs = [line.pieces for line in lines]
    for number, letter in enumerate(lines[0].shares):
        shares, errors = zip(*(line.shares[letter] for line in lines), strict=True)
        style = "--" if letter == "R" else "-"  # on a square Right's curve lies on Left's
        shade = colour(number).fill
        above.errorbar(
            xs, shares, errors, color=shade, linestyle=style, marker="o", markersize=3, label=WORDS[letter]
        )
    above.set_ylabel("share of positions")
    above.set_ylim(-0.02, 1.02)
    above.legend(frameon=False, fontsize=9)
    means, errors = zip(*(line.temperature for line in lines), strict=True)
    below.errorbar(xs, means, errors, color=LINE, marker="o", markersize=3)
    below.set_ylabel("mean temperature")
    below.set_xlabel("pieces on the board")
    for axes in (above, below):
        axes.grid(color=GRID, linewidth=0.5)
    above.set_title(title)
    return saved(figure, picture)
