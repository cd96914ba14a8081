"""Output on the terminal: text from users and files cannot send control characters."""

import errno
import sys

import click

from .result import printable


def echo(text: str, nl: bool = True, err: bool = False) -> None:
    """Print `text` with control characters spelled out, on stdout or stderr."""
    if not err and sys.stdout is None:
        raise OSError(errno.EBADF, "standard output is closed")
    click.echo(printable(text), nl=nl, err=err)


def use_utf8() -> None:
    """Write UTF-8 on stdout and stderr where the system's encoding has no box-drawing characters."""
    for stream in (sys.stdout, sys.stderr):
        if (getattr(stream, "encoding", None) or "utf-8").lower().replace("-", "") != "utf8":
            stream.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
