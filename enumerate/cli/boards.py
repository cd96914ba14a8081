"""Which board and which game: the same options on every command.

`--rows --cols`, `--box`, `--board` or `--graph` name the board, `--wrap` and `--lattice` its sort.
"""

import re
import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from ..model.board import Board
from ..model.game import DOMINEERING, Game
from ..model.lattice import NAMES
from ..model.position import Position
from ..support.errors import InputError
from ..support.files import readable, text_of
from .output import Decorator

# they serve every game
ANY_GAME = (
    "activity",
    "alpha",
    "board",
    "census",
    "coefficients",
    "complex",
    "densities",
    "evaluate",
    "fewest",
    "growth",
    "list",
    "positions",
    "recurrence",
    "sample",
    "sequence",
    "thermograph",
    "value",
)

wrap_option: Decorator = click.option(
    "--wrap",
    metavar="AXES",
    help="Which axes are cyclic, so that the first cell follows the last: rows, cols, layers, with commas.",
)


def _game(ctx: click.Context, param: click.Parameter, value: str) -> Game:
    if value == DOMINEERING.name:
        return DOMINEERING
    from ..model.gamefiles import find_game

    return find_game(value)


game_option: Decorator = click.option(
    "--game",
    default=DOMINEERING.name,
    show_default=True,
    metavar="NAME|FILE",
    callback=_game,
    help="Which game; `enumerate games` lists them, and a file describes your own.",
)
lattice_option: Decorator = click.option(
    "--lattice", default="square", show_default=True, metavar="NAME", help=f"One of: {', '.join(NAMES)}."
)


def board_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the board options and pass what they say as one argument, `position`; it knows its game.

    A board without pieces is the position with none on it.
    """
    return _board_options(command, required=True)


def optional_board_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The same, but `position` is None if no board is named, and `game` is passed besides."""
    return _board_options(command, required=False)


def require_served(game: Game) -> None:
    """Refuse other games where a command is about dominoes."""
    command = click.get_current_context().command
    if game != DOMINEERING and command.name not in ANY_GAME:
        raise InputError(
            f"`{command.name}` is about Domineering and does not know '{game.name}'; "
            f"other games are served by: {', '.join(ANY_GAME)}"
        )


def _board_options(command: Callable[..., Any], required: bool) -> Callable[..., Any]:

    @click.option("--rows", type=int, metavar="M", help="The number of rows of a rectangle.")
    @click.option("--cols", type=int, metavar="N", help="The number of columns of a rectangle.")
    @click.option("--box", metavar="AxBxC", help="A solid box, for instance 4x4x3.")
    @click.option("--board", metavar="FILE", help="A drawing: . cell, # wall, L R M dominoes; - reads stdin.")
    @click.option("--graph", metavar="FILE", help="A graph: a line for each edge, as in 0 1; - reads stdin.")
    @wrap_option
    @lattice_option
    @game_option
    @wraps(command)
    def wrapped(
        rows: int | None,
        cols: int | None,
        box: str | None,
        board: str | None,
        graph: str | None,
        wrap: str | None,
        lattice: str,
        game: Game,
        **rest: Any,
    ) -> Any:
        given = any(option is not None for option in (rows, cols, box, board, graph, wrap))
        position = None
        require_served(game)
        if not required:
            rest["game"] = game
        if required or given:
            position = read_position(rows, cols, box, board, wrap, graph, lattice, game)
        return command(position=position, **rest)

    return wrapped


def read_position(
    rows: int | None = None,
    cols: int | None = None,
    box: str | None = None,
    board: str | None = None,
    wrap: str | None = None,
    graph: str | None = None,
    lattice: str = "square",
    game: Game = DOMINEERING,
) -> Position:
    """The position that the options describe; exactly one way of naming a board is allowed."""
    given = [
        name
        for name, value in (
            ("--rows/--cols", rows if rows is not None else cols),
            ("--box", box),
            ("--board", board),
            ("--graph", graph),
        )
        if value is not None
    ]
    if len(given) != 1:
        named = " and ".join(given) if given else "none"
        raise InputError(f"name one board: --rows and --cols, --box, --board or --graph (given: {named})")
    if board is not None:
        return Position.parse(read_file(board), wrap, lattice=lattice, game=game)
    if graph is not None:
        if wrap is not None or lattice != "square":
            raise InputError("a graph has neither --wrap nor --lattice")
        return Position.of(Board.from_graph(parse_edges(read_file(graph))), (), game)
    if box is not None:
        shape = parse_box(box)
    elif rows is None or cols is None:
        raise InputError(f"--{'rows' if rows is None else 'cols'} is missing: a rectangle needs both")
    else:
        shape = (rows, cols)
    return Position.of(Board.box(*shape, wrap=wrap, lattice=lattice), (), game)


def parse_edges(text: str) -> list[tuple[int, int]]:
    """The edges of a graph, two numbers a line; what follows a # is not read.

    >>> parse_edges("0 1\\n1 2  # a path\\n")
    [(0, 1), (1, 2)]
    """
    edges = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].strip()
        if line and not re.fullmatch(r"\d{1,6}[ \t,]+\d{1,6}", line):
            raise InputError(f"line {number} of the graph is {line!r}: write two numbers, as in 0 1")
        edges += [(int(ends[0]), int(ends[1])) for ends in [re.split(r"[ \t,]+", line)] if line]
    return edges


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
    if name != "-":
        return text_of(name)
    with readable(name):
        return sys.stdin.buffer.read().decode("utf-8-sig")
