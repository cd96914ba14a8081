"""How every command writes: results to stdout or whole into a file, pictures beside them."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ..render.data import json_text, written
from ..support.errors import InputError
from ..support.files import writable_file, write_whole
from ..support.result import terminal_width
from ..support.run import check_cancelled
from ..support.terminal import echo
from .command import OUTPUT, Option, ParameterGroup, Values
from .progress_bar import clear

if TYPE_CHECKING:
    from pathlib import Path

    from ..model.position import Position
    from ..support.result import Result, Table

WRITTEN = f"{__name__}.written"  # key of click's context: which option writes which file
DRAWINGS = ("svg", "tex")  # our own pictures of positions
PLOTS = ("png", "svg", "pdf")  # plots of matplotlib


class Output(NamedTuple):
    """The form of the result, where it goes, and which pictures are wanted."""

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

    def emit(self, text: str, is_drawing: bool = False) -> None:
        """Write `text` with one final newline; drawings keep their control characters for colours."""
        check_cancelled()  # Ctrl-C may have come after the last step that asked
        text = text.rstrip("\n") + "\n"
        if self.out is not None:
            write_whole(self.out, text)
            return
        clear()
        click.echo(text, nl=False) if is_drawing else echo(text, nl=False)

    def json(self, value: object) -> None:
        """Write JSON."""
        self.emit(json_text(value))

    def result(self, found: Result, asked: Mapping[str, Any] | None = None, text: str | None = None) -> None:
        """Write a result in the requested form; `asked` goes before its JSON, `text` replaces its text."""
        if self.form == "json" and asked:
            self.json({**asked, **found.to_json()})
        else:
            self.emit(text if self.form == "text" and text is not None else written(found, self.form))

    def parts(
        self, json: object, text: str = "", table: Table | None = None, drawn: Sequence[Position] = ()
    ) -> None:
        """Write one of the forms of an answer; with --show the positions `drawn` stand below its text."""
        if self.form == "json":
            self.json(json)
        elif self.form != "text" and table is not None:
            self.emit(getattr(table, self.form)())
        else:
            blocks = [text or (table.text() if table is not None else "")]
            blocks += [self.drawing(drawn)] if self.show and drawn else []
            self.emit("\n\n".join(blocks), is_drawing=self.show)

    def drawing(self, drawn: Sequence[Position]) -> str:
        """Positions as text for the terminal, coloured if the result goes to one and NO_COLOR is not set."""
        from ..render.as_text import gallery

        return gallery(drawn, colour=has_colours(self.out), columns=terminal_width())

    def draw(self, drawn: Sequence[Position]) -> None:
        """Write pictures of positions."""
        for path in self.pictures:
            if suffix(path) == "tex":
                from ..render.as_tikz import tikz

                write_whole(path, tikz(*drawn) + "\n")
            else:
                from ..render.as_svg import svg

                write_whole(path, svg(*drawn) + "\n")

    def plot(self, make: Callable[[str], bytes | str]) -> None:
        """Write the plot that `make` draws in a format."""
        for path in self.pictures:
            write_whole(path, make(suffix(path)))


def suffix(path: Path) -> str:
    """The format that the name of a picture asks for."""
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
    params = [
        Option(
            OUTPUT,
            "--format form",
            "FORMAT",
            f"Format of the result: {', '.join(formats)}.",
            type=click.Choice(formats),
            default=formats[0],
        ),
        Option(
            OUTPUT,
            "--out",
            "FILE",
            "Write the result to FILE, completely or not at all; - is standard output.",
            callback=check_file,
        ),
    ]
    if show:
        params.append(Option(OUTPUT, "--show", "", "Draw in the terminal."))
    if picture:

        def check(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[Path, ...]:
            paths = [path for name in value if (path := check_file(ctx, param, name)) is not None]
            for path in paths:
                if suffix(path) not in suffixes:
                    endings = " or ".join(f".{ending}" for ending in suffixes)
                    raise InputError(f"cannot draw '{path.name}': name a file that ends in {endings}")
            return tuple(paths)

        endings = ", ".join(f".{ending}" for ending in suffixes)
        params.append(
            Option(
                OUTPUT,
                "--picture pictures",
                "FILE",
                f"Also draw {picture} ({endings}).",
                multiple=True,
                callback=check,
            )
        )

    def read(values: Values, found: Values) -> Values:
        made = Output(**values, plots=suffixes == PLOTS)
        if made.out is None and sys.stdout is None:
            raise OSError(errno.EBADF, "standard output is closed")
        if made.show and made.form not in always_show:
            raise InputError(f"--show draws text: it cannot be combined with --format {made.form}")
        return {"output": made}

    return ParameterGroup(tuple(params), read)
