"""How every command writes: results to stdout or whole into a file, nothing half-written."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ..support.files import writable_file, write_whole
from .progress import clear, echo


def check_out(ctx: click.Context, param: click.Parameter, value: str | None) -> Path | None:
    """Refuse an `--out` that cannot be written, before anything is computed."""
    return None if value is None else writable_file(value)


def emit(text: str, out: Path | None, is_drawing: bool = False) -> None:
    """Print `text` (with one final newline), or write it to `out`; a drawing of ours may command colours."""
    text = text.rstrip("\n") + "\n"
    if out is None:
        clear()
        click.echo(text, nl=False) if is_drawing else echo(text, nl=False)
    else:
        write_whole(out, text)


Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

out_option: Decorator = click.option(
    "--out",
    metavar="FILE",
    callback=check_out,
    help="Write the result to FILE, whole or not at all.",
)


def format_option(*formats: str) -> Decorator:
    """`--format`, with the first of `formats` as the default."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        help="How to print the result.",
    )
