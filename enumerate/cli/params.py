"""The parameters that commands share: which board, which positions, how to compute. Each has one wording."""

import re
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import click

from ..model.board import Board, Player, parse_shape
from ..model.game import DOMINEERING, Game
from ..model.lattice import NAMES
from ..model.polynomial import TWO_PLAYERS
from ..model.position import Position
from ..plan.question import Question
from ..rules.kinds import Kind, require_two, stuck_in, whose_turn
from ..support.errors import InputError, plural, unknown
from ..support.files import readable, text_of
from ..support.memory import parse_size
from ..support.result import digits
from ..support.run import Progress, ProgressEvent, Settings, stop_on_interrupt
from .command import (
    BOARD_HEADING,
    COMPUTE,
    COUNT,
    OUTPUT,
    Argument,
    Given,
    Option,
    ParameterGroup,
    Values,
    Whole,
    is_given,
)
from .progress_bar import announcer, note, progress_bar

# -- Board ---------------------------------------------------------------------------------------------------


def _game(ctx: click.Context, param: click.Parameter, value: str) -> Game:
    return Game.of(value)


WRAP = Option(
    BOARD_HEADING, "--wrap AXES", 'Cyclic axes: rows, cols, layers; or twisted: "rows, twisted cols".'
)
SHIFT = Option(BOARD_HEADING, "--shift N", "Shift the border of a cyclic axis by N cells.", int, default=0)
GAME = Option(
    BOARD_HEADING,
    "--game NAME|FILE",
    "The game; see `enumerate games`.",
    default=DOMINEERING.name,
    callback=_game,
)
_ANY = Argument("board", "BOARD", "A size (8x8, 4x4x3, 7), a file with a drawing, or - for standard input.")
_NAMED = Argument("board", "BOARD", "A size (8x8, 4x4x3, 7) or a file with a drawing.")
_SIDES = (
    Option(BOARD_HEADING, "--rows M", "Number of rows, instead of BOARD.", int),
    Option(BOARD_HEADING, "--cols N", "Number of columns, instead of BOARD.", int),
)
_GRAPH = Option(BOARD_HEADING, "--graph FILE", "A graph instead of BOARD: one edge per line, as in 0 1.")
_LATTICE = Option(BOARD_HEADING, "--lattice NAME", f"One of: {', '.join(NAMES)}.", default="square")
MISSING = {
    option: f"{why} use `enumerate value`"
    for option, why in {
        "--wrap": "for boards with cyclic axes",
        "--shift": "for boards with cyclic axes",
        "--graph": "for graphs",
        "--game": "the game is Domineering; for other games",
    }.items()
}


def board(required: bool = True, domineering: bool = False, moves: bool = False) -> ParameterGroup:
    """The board, passed as `position`: the empty position, or the one that is drawn.

    If it is not `required`, `position` may be None and `game` is also passed. Commands for
    `domineering` alone offer neither other games nor graphs nor cyclic axes. A command that reads `moves`
    from standard input cannot read the drawing from there.
    """
    more = (_LATTICE,) if domineering else (_GRAPH, WRAP, SHIFT, _LATTICE, GAME)

    def read(values: Values, given: Given) -> Values:
        if moves and values["board"] == "-":
            raise InputError("'-' cannot be the board here: standard input is for your moves, so name a file")
        named = any(values.get(name) is not None for name in ("board", "rows", "cols", "graph", "wrap"))
        position = read_position(values) if required or named else None
        return {"position": position} if required else {"position": position, "game": values["game"]}

    return ParameterGroup((_NAMED if moves else _ANY, *_SIDES, *more), read, MISSING if domineering else {})


BOARD = board()


def read_position(values: Values) -> Position:
    """The position that the parameters name; exactly one way of naming a board is allowed."""
    board, rows, cols, lattice = (values[name] for name in ("board", "rows", "cols", "lattice"))
    graph, wrap, shift = values.get("graph"), values.get("wrap"), values.get("shift", 0)
    game: Game = values.get("game", DOMINEERING)
    ways = {"BOARD": board, "--rows/--cols": rows if rows is not None else cols, "--graph": graph}
    given = [way for way, value in ways.items() if value is not None]
    if len(given) != 1:
        named = " and ".join(given) if given else "none"
        raise InputError(
            f"name one board: BOARD (such as 8x8 or a file), --rows and --cols, or --graph (given: {named})"
        )
    if graph is not None:
        if wrap is not None or shift or lattice != "square":
            raise InputError("a graph has neither --wrap nor --shift nor --lattice")
        return Position.of(Board.from_graph(parse_edges(read_file(graph))), (), game)
    if board is None:
        if rows is None or cols is None:
            raise InputError(f"--{'rows' if rows is None else 'cols'} is missing: a rectangle needs both")
        shape: tuple[int, ...] | None = (rows, cols)
    else:
        shape = parse_shape(board)
    if shape is None:
        return Position.parse(read_drawing(board or ""), wrap, lattice=lattice, game=game, shift=shift)
    return Position.of(Board.box(*shape, wrap=wrap, lattice=lattice, shift=shift), (), game)


def read_drawing(name: str) -> str:
    """The drawing in a file; a name without a file may be a misspelled size."""
    try:
        return read_file(name)
    except InputError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            raise InputError(f"{error} (a board is a size such as 8x8, a file or -)") from error
        raise


def read_file(name: str) -> str:
    """The text of a file, or of standard input for `-`."""
    if not name:
        raise InputError("cannot read '': name a file, or - for standard input")
    if name != "-":
        return text_of(name)
    if sys.stdin is None:
        raise InputError("cannot read '-': standard input is closed")
    with readable(name):
        return sys.stdin.buffer.read().decode("utf-8-sig")


def parse_edges(text: str) -> list[tuple[int, int]]:
    """The edges of a graph, two numbers per line; text after # is ignored.

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


def title_of(board: Board, game: Game = DOMINEERING) -> str:
    """The board and the game, for the title of a picture."""
    size = " x ".join(map(str, board.shape)) if board.is_box else plural(len(board), "free cell")
    return ", ".join(filter(None, (size, board.surface, game.name if game != DOMINEERING else None)))


# -- What to count -------------------------------------------------------------------------------------------


def kind_option(default: Kind, but: Collection[Kind]) -> Option:
    """`--kind` with the kinds that a command supports."""
    *words, last = [kind for kind in Kind if kind not in but]

    def check(ctx: click.Context, param: click.Parameter, value: str) -> Kind:
        if value not in list(Kind):
            raise unknown("kind", value, [*words, last])
        return Kind(value)

    help = f"Kind of positions: {', '.join(words)} or {last}; see `enumerate glossary`."
    return Option(COUNT, "--kind KIND", help, default=default.value, callback=check)


STUCK = Option(COUNT, "--stuck PLAYERS", "Instead of --kind: the players without a move, as in left,right.")
PLAY = Option(COUNT, "--play", "Count only positions that alternating play can reach.")
_NARROW = Option(
    COUNT,
    "--turn",
    "With --play: count only positions reachable from the drawn position, with the player to move "
    "playing next.",
    name="narrow",
)
_FIRST = (
    Option(
        COUNT,
        "--first PLAYER",
        "The player who made the first move: left or right. It decides whose turn it is when both have "
        "placed equally many pieces.",
        default="left",
    ),
    Option(COUNT, "--unreachable", "Accept a drawing that alternating play cannot produce."),
)


def stuck_instead(stuck: str, kind: Kind) -> list[Any]:
    """The players of `--stuck`, which replaces `--kind`."""
    if is_given("kind"):
        raise InputError(f"give --kind or --stuck, not both ('{kind}' and '{stuck}')")
    return [part.strip() for part in stuck.split(",") if part.strip()]


def question(default: Kind = Kind.GENERAL, but: Collection[Kind] = (), play: bool = True) -> ParameterGroup:
    """Which positions of the board, passed as `question` beside `position`."""

    def read(values: Values, given: Given) -> Values:
        position: Position = given.position
        chosen = Question(position.free, values["kind"], game=position.game)
        if values["stuck"] is not None:
            words = stuck_instead(values["stuck"], values["kind"])
            stuck = stuck_in(position.game, words, position.board.dimension)
            chosen = replace(chosen, kind=Kind.GENERAL, stuck=stuck)
        if not play:
            return {"question": chosen}
        _, turn = read_turn(position, values)
        if turn is not None and not values["play"]:
            raise InputError("--turn requires --play")
        if is_given("first") and turn is None:
            raise InputError("--first requires --turn")
        return {"question": replace(chosen, play=values["play"], turn=turn)}

    return ParameterGroup(
        (kind_option(default, but), STUCK, *((PLAY, _NARROW, *_FIRST) if play else ())), read
    )


def read_turn(position: Position, values: Values) -> tuple[Player | None, Player | None]:
    """Whose turn it is, and the same again if `--turn` was given; unreachable positions are refused."""
    first = Player.of(values["first"], among=TWO_PLAYERS)
    to_move = whose_turn(position, first, values["unreachable"])
    if values["narrow"] and to_move is None:
        require_two(position.board, position.game, "--turn")
        left, right = position.counts
        raise InputError(
            "--turn needs a position that alternating play can produce "
            f"(Left has {left} pieces, Right {right})"
        )
    return to_move, to_move if values["narrow"] else None


TURN = ParameterGroup(
    (
        Option(
            COUNT,
            "--turn",
            "In column `play`, count only positions reachable from here, the player to move playing next.",
            name="narrow",
        ),
        *_FIRST,
    ),
    lambda values, given: dict(zip(("to_move", "turn"), read_turn(given.position, values), strict=True)),
)


def weights(examples: str, players: str = "xyz") -> ParameterGroup:
    """`--x`, `--y` and `--z`, passed as `weights`: a dictionary of texts or None."""
    params = (
        Option(COUNT, f"--{name} W", f"Weight of a piece of {player.title}, as in {examples} (default: 1).")
        for name, player in zip(players, Player, strict=False)
    )
    return ParameterGroup(tuple(params), lambda values, _: {"weights": values})


def placement_weights(examples: str) -> ParameterGroup:
    """`--x`, `--y` and `--z`; or `--activity`, one weight for all pieces; or `--weights`, a file."""
    params = (
        *weights(examples).params,
        Option(COUNT, "--activity W", "Weight of every piece, instead of --x, --y and --z."),
        Option(COUNT, "--weights FILE", "Weights of cells or placements: CSV or JSON."),
    )

    def read(values: Values, given: Given) -> Values:
        typed = [f"--{name}" for name, value in values.items() if value is not None]
        if len(typed) > 1 and {"--activity", "--weights"} & set(typed):
            raise InputError(f"give one of {' and '.join(typed)}: each of them sets the weights")
        activity, name = values.pop("activity"), values.pop("weights")
        if activity is not None:
            values |= dict.fromkeys("xyz"[: given.question.variables], activity)
        if name is not None:
            values["weights"] = numbers_in_file(name, given.question, "weight")
        return {"weights": values}

    return ParameterGroup(params, read)


def numbers_in_file(name: str, question: Question, word: str) -> dict[Any, Any]:
    """The numbers that a file gives to placements; `word` is "weight" or "cost"."""
    from ..measures.weight_files import read_weights

    return read_weights(name, question.board, question.game, word)


def placements_json(numbers: dict[Any, Any], word: str) -> list[dict[str, Any]]:
    """The numbers that a file gives to placements, as JSON."""
    return [
        {"piece": piece, "cells": [list(cell) for cell in cells], word: digits(number.real)}
        for (piece, cells), number in numbers.items()
    ]


SEED = Option(COUNT, "--seed N", "Random seed (non-negative); the same seed gives the same result.", Whole(0))


def strip() -> ParameterGroup:
    """Boards of one width: passed as `width`; `arguments` holds the other given arguments."""
    params = (
        Argument("board", "WIDTH", "The number of columns of the boards."),
        Option(BOARD_HEADING, "--cols N", "The same, instead of WIDTH.", int),
        Option(BOARD_HEADING, "--wrap cols", "Join the ends of each row: cylinders instead of strips."),
        GAME,
        kind_option(Kind.GENERAL, (Kind.ANY_END,)),
        STUCK,
    )

    def read(values: Values, given: Given) -> Values:
        words = [word for word in (values["board"], values["cols"]) if word is not None]
        if len(words) != 1:
            raise InputError("name one width: WIDTH or --cols, for instance 8")
        if isinstance(words[0], str) and not re.fullmatch(r"-?\d+", words[0]):
            raise InputError(f"'{words[0]}' is not a width: write the number of columns, for instance 8")
        arguments = {"kind": values["kind"], "game": values["game"]}
        arguments |= {"wrap": values["wrap"]} if values["wrap"] is not None else {}
        if values["stuck"] is not None:
            arguments["stuck"] = stuck_instead(values["stuck"], values["kind"])
        return {"width": int(words[0]), "arguments": arguments}

    return ParameterGroup(params, read)


# -- How to compute ------------------------------------------------------------------------------------------


def _size(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    return parse_size(value) if value is not None else None


THREADS = Option(COMPUTE, "--threads N", "Number of threads (default: all cores).", Whole(1))
MEMORY = Option(
    COMPUTE,
    "--max-memory SIZE",
    "Refuse computations that need more memory than SIZE, as in 6GiB (default: the free memory).",
    callback=_size,
)
_STORE = (
    Option(COMPUTE, "--store FILE", "Save intermediate results in FILE; rerun the command to resume."),
    Option(
        COMPUTE,
        "--cluster ADDRESS",
        "Compute on a Dask cluster, as in tcp://host:8786; `local` starts one here.",
    ),
)
_PROGRESS = Option(OUTPUT, "--progress", "Show progress on stderr even if it is not a terminal.")


def run(label: str, threads: bool = True, store: bool = False) -> ParameterGroup:
    """How to compute, passed as `settings`; `label` stands before the progress bar. The last of the groups.

    While the command runs, the bar is shown and Ctrl-C stops the run.
    """
    params = ((THREADS,) if threads else ()) + (MEMORY,) + (_STORE if store else ()) + (_PROGRESS,)

    @contextmanager
    def read(values: Values, given: Given) -> Iterator[Values]:
        progress = values.pop("progress")
        if values.get("cluster") not in (None, "local") and values["threads"] is not None:
            raise InputError("--threads is for this machine or --cluster local, not for another cluster")
        announce = announcer(progress)

        with progress_bar(label, progress) as bar, stop_on_interrupt() as stop:

            def handle(event: ProgressEvent) -> None:
                if event.estimate:
                    announce(event.estimate)
                elif event.message:
                    say(event.message)
                else:
                    bar.update(event)

            settings = Settings(**values, progress=handle, stop=stop)
            with Progress(lambda event: announce(event.phase), stop, settings.limit).watched():
                yield {"settings": settings}

    return ParameterGroup(params, read)


def say(line: str) -> None:
    """Print one line on stderr."""
    note(f"enumerate: {line}")
