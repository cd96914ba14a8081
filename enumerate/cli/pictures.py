"""Pictures: the options `--show`, `--svg` and `--tikz`, the same wherever positions are printed."""

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click

from ..model.position import Position
from ..support.errors import InputError
from ..support.files import write_whole
from ..support.writing import terminal_width
from .output import check_file


@dataclass(frozen=True, slots=True)
class Pictures:
    """Which pictures are wanted."""

    show: bool
    svg: Path | None
    tikz: Path | None

    @property
    def wanted(self) -> bool:
        """Whether any picture is."""
        return self.show or self.svg is not None or self.tikz is not None

    def write(self, drawn: Sequence[Position]) -> None:
        """Write the picture files."""
        if self.svg is not None:
            from ..render.as_svg import svg

            write_whole(self.svg, svg(*drawn) + "\n")
        if self.tikz is not None:
            from ..render.as_tikz import tikz

            write_whole(self.tikz, tikz(*drawn) + "\n")


def picture_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options and pass them as one argument, `pictures`."""

    @click.option("--show", is_flag=True, help="Draw in the terminal, in colour if it is one.")
    @click.option("--svg", metavar="FILE", callback=check_file, help="Also write an SVG picture.")
    @click.option("--tikz", metavar="FILE", callback=check_file, help="Also write TikZ pictures for LaTeX.")
    @wraps(command)
    def wrapped(show: bool, svg: Path | None, tikz: Path | None, **rest: Any) -> Any:
        refuse_show(show, rest["form"])
        return command(pictures=Pictures(show, svg, tikz), **rest)

    return wrapped


def refuse_show(show: bool, form: str) -> None:
    """Refuse a drawing for the terminal inside a form for machines."""
    if show and form != "text":
        raise InputError(f"--show draws text: it does not go with --format {form}")


def terminal_drawing(drawn: Sequence[Position], out: Path | None) -> str:
    """Drawings for the terminal, coloured if the result goes to one and NO_COLOR is not set."""
    from ..render.as_text import gallery

    return gallery(drawn, colour=has_colours(out), columns=terminal_width())


def has_colours(out: Path | None = None) -> bool:
    """Whether a drawing goes to a terminal that may be coloured."""
    return out is None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def check_plot(ctx: click.Context, param: click.Parameter, value: str | None) -> Path | None:
    """Refuse a plot that cannot be drawn or written, before anything is computed."""
    path = check_file(ctx, param, value)
    if path is not None:
        from ..render.figures import check_drawing

        check_drawing(picture_format(path))
    return path


def picture_format(path: Path) -> str:
    """The kind of picture that a file's name asks for."""
    return path.suffix.lstrip(".").lower()
