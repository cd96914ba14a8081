"""Which board: the options `--rows --cols`, `--box`, `--board`, `--wrap`, the same on every command."""

import re
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from ..model.board import Board
from ..model.position import Position
from ..support.errors import InputError
from .output import Decorator

wrap_option: Decorator = click.option(
    "--wrap", metavar="AXES", help="Cyclic axes: rows, cols, layers, separated by commas."
)


def board_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the board options and pass what they say as one argument, `position`.

    A board without dominoes is the position with none on it.
    """
    return _board_options(command, required=True)


def optional_board_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The same, but `position` is None if no board is named."""
    return _board_options(command, required=False)


def _board_options(command: Callable[..., Any], required: bool) -> Callable[..., Any]:

    @click.option("--rows", type=int, metavar="M", help="Rows of a rectangle.")
    @click.option("--cols", type=int, metavar="N", help="Columns of a rectangle.")
    @click.option("--box", metavar="AxBxC", help="A solid box, for instance 4x4x3.")
    @click.option("--board", metavar="FILE", help="A drawing: . cell, # wall, L R M dominoes; - reads stdin.")
    @wrap_option
    @wraps(command)
    def wrapped(
        rows: int | None,
        cols: int | None,
        box: str | None,
        board: str | None,
        wrap: str | None,
        **rest: Any,
    ) -> Any:
        named = required or any(option is not None for option in (rows, cols, box, board, wrap))
        position = read_position(rows, cols, box, board, wrap) if named else None
        return command(position=position, **rest)

    return wrapped


def read_position(
    rows: int | None, cols: int | None, box: str | None, board: str | None, wrap: str | None
) -> Position:
    """The position that the options describe; exactly one way of naming a board is allowed."""
    given = [
        name
        for name, value in (
            ("--rows/--cols", rows if rows is not None else cols),
            ("--box", box),
            ("--board", board),
        )
        if value is not None
    ]
    if len(given) != 1:
        named = " and ".join(given) if given else "none"
        raise InputError(f"name one board: --rows and --cols, or --box, or --board (given: {named})")
    if board is not None:
        return Position.parse(read_file(board), wrap)
    if box is not None:
        shape = parse_box(box)
    elif rows is None or cols is None:
        raise InputError(f"--{'rows' if rows is None else 'cols'} is missing: a rectangle needs both")
    else:
        shape = (rows, cols)
    return Position.of(Board.box(*shape, wrap=wrap))


def parse_box(text: str) -> tuple[int, ...]:
    """The three sizes of a box.

    >>> parse_box("4x4x3")
    (4, 4, 3)
    """
    if not re.fullmatch(r"\d{1,4}x\d{1,4}x\d{1,4}", text.lower()):
        raise InputError(f"'{text}' is not a box: write three sizes, for instance 4x4x3")
    return tuple(map(int, text.lower().split("x")))


def read_file(name: str) -> str:
    """The text of a file, or of standard input for `-`."""
    if not name:
        raise InputError("cannot read '': name a file, or - for standard input")
    try:
        if name == "-":
            return sys.stdin.buffer.read().decode("utf-8-sig")
        return Path(name).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"cannot read '{name}': {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"cannot read '{name}': it is not a text file in UTF-8") from error
    except ValueError as error:  # a name that no file can have
        raise InputError(f"cannot read {name!r}: {error}") from error
