"""Figures of matplotlib (extra `plot`): checks, an empty figure, a figure as a file."""

import io
from importlib.util import find_spec
from typing import Any

from ..support.errors import InputError
from ..support.memory import CostEstimate, process_memory
from ..support.progress import memory_limit

MARGIN = 0.15  # inches around what is drawn
LIBRARIES = 75 * 2**20  # bytes of the interpreter with matplotlib
FORMATS = ("png", "svg", "pdf")


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


def new_figure(width: float, height: float) -> Any:
    """An empty figure of a size in inches, without a window."""
    check_drawing(FORMATS[0])
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    layout = ConstrainedLayoutEngine(w_pad=MARGIN, h_pad=MARGIN)
    figure = Figure(figsize=(width, height), layout=layout)
    FigureCanvasAgg(figure)
    return figure


def saved(figure: Any, picture: str) -> bytes:
    """The figure as a file of the given kind."""
    check_drawing(picture)
    stream = io.BytesIO()
    figure.savefig(stream, format=picture, dpi=150)
    return stream.getvalue()
