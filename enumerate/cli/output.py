"""How every command writes: results to stdout or whole into a file, nothing half-written."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from ..support.errors import InputError
from ..support.files import writable_file, write_whole
from .progress import clear, echo

if TYPE_CHECKING:
    from pathlib import Path

WRITTEN = f"{__name__}.written"  # where click's context keeps which files the options write


def check_file(ctx: click.Context, param: click.Parameter, value: str | None) -> "Path | None":
    """Refuse a file that cannot be written, or that another option writes, before anything is computed."""
    if value is None:
        return None
    if value == "-":
        raise InputError(f"{param.opts[0]} needs a file: standard output is for the result")
    path = writable_file(value)
    written: dict[Path, str] = ctx.meta.setdefault(WRITTEN, {})
    if path in written:
        raise InputError(f"{written[path]} and {param.opts[0]} would write the same file '{value}'")
    written[path] = param.opts[0]
    return path


def check_out(ctx: click.Context, param: click.Parameter, value: str | None) -> "Path | None":
    """The same for `--out`, where `-` is standard output."""
    return None if value == "-" else check_file(ctx, param, value)


def is_given(option: str) -> bool:
    """Whether an option of the command was typed, and is not just its default."""
    source = click.get_current_context().get_parameter_source(option)
    return source is ParameterSource.COMMANDLINE


def emit(text: str, out: "Path | None", is_drawing: bool = False) -> None:
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
    help="Write the result to FILE, whole or not at all; - is standard output.",
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
