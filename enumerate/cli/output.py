"""How every command writes: results to stdout or whole into a file, nothing half-written."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from ..support.errors import ComputationError, InputError
from .progress import clear, echo


def check_out(ctx: click.Context, param: click.Parameter, value: str | None) -> Path | None:
    """Refuse an `--out` that cannot be written, before anything is computed."""
    if value is None:
        return None
    if "\0" in value:
        raise InputError(f"cannot write {value!r}: no file can have this name")
    path = Path(os.path.realpath(value))  # a link stays a link, its target is written
    if path.is_dir():
        raise InputError(f"cannot write '{value}': it is a folder, name a file")
    if path.exists() and not path.is_file():
        raise InputError(f"cannot write '{value}': it is not a regular file")
    if not path.parent.is_dir():
        raise InputError(f"cannot write '{value}': there is no folder '{Path(value).parent}'")
    if not os.access(path.parent, os.W_OK):
        raise InputError(f"cannot write '{value}': no permission in '{path.parent}'")
    return path


def write_whole(path: Path, data: str | bytes) -> None:
    """Write `data` to `path` completely or not at all: to a temporary name, then renamed."""
    import tempfile

    payload = data.encode() if isinstance(data, str) else data
    name = ""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(handle, "wb") as stream:
            stream.write(payload)
            stream.flush()
            os.fsync(stream.fileno())
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, 0o666 & ~umask)
        os.replace(name, path)
    except OSError as error:
        if name:
            Path(name).unlink(missing_ok=True)
        raise ComputationError(f"cannot write '{path}': {error.strerror}") from error


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
