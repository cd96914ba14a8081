"""The output of every command: a result on stdout or in a file (as a whole or not at all), and pictures."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ..render.data import written
from ..support.errors import InputError
from ..support.files import writable_file, write_whole
from ..support.result import Result, Table, terminal_width
from ..support.run import check_cancelled
from ..support.terminal import echo
from .command import OUTPUT, Given, Option, ParameterGroup, Values
from .progress_bar import clear

if TYPE_CHECKING:
    from pathlib import Path

    from ..model.position import Position

WRITTEN = f"{__name__}.written"  # key of click's context: which option writes which file
DRAWINGS = ("svg", "tex")  # our own pictures of positions
PLOTS = ("png", "svg", "pdf")  # plots of matplotlib


@dataclass(frozen=True, eq=False, repr=False)
class Shown(Result):
    """An answer whose forms a command provides; --show draws the positions below the text."""

    json: Any
    text: str = ""
    rows: Table | None = None
    drawn: Sequence[Position] = ()

    def __str__(self) -> str:
        return self.text or str(self.rows)

    def table(self) -> Table:
        """The rows of CSV."""
        if self.rows is None:
            raise InputError("this answer is not a table: choose another --format")
        return self.rows

    def to_json(self) -> Any:
        """The value of JSON."""
        return self.json


class Output(NamedTuple):
    """The form of the result, its file, and the pictures to draw."""

    form: str
    out: Path | None
    show: bool = False
    pictures: tuple[Path, ...] = ()
    plots: bool = False  # whether matplotlib draws the pictures

    def check(self) -> None:
        """Refuse plots that cannot be drawn, before anything is computed."""
        if self.plots and self.pictures:
            from ..render.plots import check_drawing

            for path in self.pictures:
                check_drawing(suffix(path))

    @property
    def draws(self) -> bool:
        """Whether positions are drawn."""
        return self.show or bool(self.pictures)

    def emit(self, text: str) -> None:
        """Write `text` with one final newline; drawings keep their control characters for colours."""
        check_cancelled()  # Ctrl-C may have come after the last check
        text = text.rstrip("\n") + "\n"
        if self.out is not None:
            write_whole(self.out, text)
            return
        clear()
        click.echo(text, nl=False) if self.show else echo(text, nl=False)

    def write(self, found: Result, *, text: str | None = None) -> None:
        """Write a result in the requested form; `text` replaces its text."""
        drawn = found.drawn if isinstance(found, Shown) and self.show and self.form == "text" else ()
        shown = written(found, self.form) if text is None or self.form != "text" else text
        self.emit(f"{shown}\n\n{self.drawing(drawn)}" if drawn else shown)

    def drawing(self, drawn: Sequence[Position]) -> str:
        """Positions as text for the terminal, coloured if the result goes to one and NO_COLOR is not set."""
        from ..render.as_text import gallery

        return gallery(drawn, colour=has_colours(self.out), columns=terminal_width())

    def draw(self, drawn: Sequence[Position]) -> None:
        """Write pictures of positions."""
        for path in self.pictures:
            if suffix(path) == "tex":
                from ..render.as_tikz import tikz as draw
            else:
                from ..render.as_svg import svg as draw
            write_whole(path, draw(*drawn) + "\n")

    def plot(self, make: Callable[[str], bytes | str]) -> None:
        """Write the plot that `make` draws in a format."""
        for path in self.pictures:
            write_whole(path, make(suffix(path)))


def suffix(path: Path) -> str:
    """The format in the name of a picture."""
    return path.suffix.lstrip(".").lower()


def has_colours(out: Path | None = None) -> bool:
    """Whether a drawing goes to a terminal that shows colours."""
    return out is None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def check_file(ctx: click.Context, param: click.Parameter, value: str | None) -> Path | None:
    """Refuse a file that cannot be written or that another option writes, before anything is computed."""
    if value is None:
        return None
    if value == "-":
        if param.opts[0] == "--out":
            return None
        raise InputError(f"{param.opts[0]} needs a file: standard output is for the result")
    path = writable_file(value)
    taken: dict[Path, str] = ctx.meta.setdefault(WRITTEN, {})
    if path in taken:
        raise InputError(f"{taken[path]} and {param.opts[0]} would write the same file '{value}'")
    taken[path] = param.opts[0]
    return path


def output(
    *formats: str,
    show: bool = False,
    picture: str = "",
    suffixes: tuple[str, ...] = DRAWINGS,
    always_show: tuple[str, ...] = ("text",),
) -> ParameterGroup:
    """`--format` (by default the first of `formats`), `--out`, and where offered `--show` and `--picture`.

    `picture` says what the picture shows; `suffixes` are the endings of files that the command can draw.
    """
    words = f"Format of the result: {', '.join(formats)}."
    params = [
        Option(OUTPUT, "--format FORMAT", words, click.Choice(formats), "form", default=formats[0]),
        Option(
            OUTPUT,
            "--out FILE",
            "Write the result to FILE, completely or not at all; - is standard output.",
            callback=check_file,
        ),
    ]
    if show:
        params.append(Option(OUTPUT, "--show", "Draw in the terminal."))
    endings = [f".{ending}" for ending in suffixes]

    def check(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[Path, ...]:
        paths = tuple(path for name in value if (path := check_file(ctx, param, name)) is not None)
        for path in paths:
            if suffix(path) not in suffixes:
                wanted = f"name a file that ends in {' or '.join(endings)}"
                raise InputError(f"cannot draw '{path.name}': {wanted}")
        return paths

    if picture:
        words = f"Also draw {picture} ({', '.join(endings)})."
        params.append(Option(OUTPUT, "--picture FILE", words, name="pictures", multiple=True, callback=check))

    def read(values: Values, given: Given) -> Values:
        made = Output(**values, plots=suffixes == PLOTS)
        if made.out is None and sys.stdout is None:
            raise OSError(errno.EBADF, "standard output is closed")
        if made.show and made.form not in always_show:
            raise InputError(f"--show draws text: it cannot be combined with --format {made.form}")
        return {"output": made}

    return ParameterGroup(tuple(params), read)
