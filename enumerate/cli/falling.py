"""What the commands for falling pieces share: their options, and how an answer is printed."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..render.data import json_text
from ..support.errors import InputError, require_positive
from ..support.table import Table
from ..support.writing import terminal_width
from .options import Whole
from .output import emit, format_option, is_given, out_option
from .pictures import has_colours, refuse_show
from .progress import note
from .running import settings_options

if TYPE_CHECKING:
    from ..games.falling.model import FallingGame, Play
    from ..games.falling.solution import Solution

SIDE = Whole(max=100_000)  # beyond, even to tell how large the game is takes long


@dataclass(frozen=True, slots=True)
class Asked:
    """What the options of both commands say."""

    cols: int
    rows: int | None
    raised: int
    ties: str
    list_them: bool
    limit: int
    show: bool
    checked: str | None
    sequences: bool
    form: str
    out: Path | None

    def refuse_contradictions(self, table: bool = False) -> None:
        """Refuse two questions in one command, options that would be ignored, and a board without rows."""
        require_positive("limit", self.limit)
        refuse_show(self.show and self.form != "svg", self.form)
        modes = {"--table": table, "--check": self.checked is not None, "--sequences": self.sequences}
        asked = [name for name, given in modes.items() if given]
        if len(asked) > 1:
            raise InputError(f"ask one question at a time (given: {' and '.join(asked)})")
        idle = {
            "--plays": self.list_them and bool(asked),
            "--ties": is_given("ties") and self.sequences,
            "--show": self.show and self.sequences,
            "--limit": is_given("limit") and not self.list_them and (bool(asked) or not self.draws),
        }
        for option in (name for name, given in idle.items() if given):
            with_what = f"with {asked[0]}" if asked else "without --plays or --show"
            raise InputError(f"{option} has nothing to do {with_what}: leave it out")
        if self.rows is None and not table:
            raise InputError("--rows is missing: a board needs --cols and --rows")
        if self.rows is not None and table:
            raise InputError(f"--table N stands for all rows up to N: leave out --rows {self.rows}")

    @property
    def draws(self) -> bool:
        """Whether pictures are wanted."""
        return self.show or self.form == "svg"


def falling_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of both commands and pass what they say as one argument, `asked`.

    Stands above `printing_options`, which it takes too.
    """

    @click.option("--cols", type=SIDE, metavar="C", required=True, help="Columns of the board.")
    @click.option("--rows", type=SIDE, metavar="R", help="Rows of the board.")
    @click.option(
        "--raised",
        type=int,
        default=0,
        metavar="Q",
        help="How many filled rows lie below the board: a cell in row r pays r + Q.",
    )
    @click.option(
        "--ties",
        default="set",
        show_default=True,
        metavar="RULE",
        help="What a player does who is indifferent: set keeps every equilibrium, kind prefers what pays the "
        "others most, spite what pays them least.",
    )
    @click.option(
        "--plays",
        "list_them",
        is_flag=True,
        help="List the plays in which everybody moves as in an equilibrium.",
    )
    @click.option(
        "--limit", type=int, default=20, show_default=True, metavar="N", help="List or draw at most N plays."
    )
    @click.option("--show", is_flag=True, help="Draw one equilibrium play for each vector of payoffs.")
    @click.option(
        "--check",
        "checked",
        metavar="MOVES",
        help='Say whether a play, for instance "V1 V2 V1", is one of an equilibrium, and where it errs.',
    )
    @click.option(
        "--sequences", is_flag=True, help="Count all ways to play the game to its end, good or bad."
    )
    @wraps(command)
    def wrapped(**given: Any) -> Any:
        asked = Asked(**{name: given.pop(name) for name in Asked.__slots__})
        return command(asked=asked, **given)

    return wrapped


def printing_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add how to compute, `--format` and `--out`: last, as on the other commands."""
    printing = format_option("text", "json", "csv", "latex", "svg")(out_option(command))
    return settings_options("solving", threads=False)(printing)


@dataclass(frozen=True, slots=True)
class Answer:
    """A result in all the forms it can be printed in."""

    title: str
    data: dict[str, Any]
    table: Table | None = None
    plays: tuple["Play", ...] = ()
    pictures: tuple["Play", ...] = ()
    notes: tuple[str, ...] = ()

    def print(self, form: str, out: Path | None) -> None:
        """Write the answer in the form that was asked for."""
        if form == "json":
            emit(json_text(self.data), out)
        elif form == "svg":
            emit(self._svg(), out)
        elif form != "text":
            if self.table is None:
                raise InputError(f"--format {form} needs a table (allowed here: text, json, svg)")
            emit(self.table.csv() if form == "csv" else self.table.latex(), out)
        else:
            emit(self._text(has_colours(out)), out, is_drawing=bool(self.pictures))

    def _svg(self) -> str:
        from ..render.falling import plays_svg

        if not self.pictures:
            raise InputError("--format svg needs a play to draw (not with --sequences)")
        return plays_svg(self.pictures)

    def _text(self, is_coloured: bool) -> str:
        from ..render.falling import plays_text

        parts = [self.title, *self.notes]
        if self.table is not None:
            parts.append(self.table.text())
        if self.plays:
            parts.append(_play_table(self.plays).text())
        if self.pictures:
            parts.append(plays_text(self.pictures, colour=is_coloured, columns=terminal_width()))
        return "\n".join(parts)


def _play_table(plays: Iterable["Play"]) -> Table:
    rows = tuple((*play.payoffs, play.empty, str(play)) for play in plays)
    players = len(rows[0]) - 2
    from ..games.falling.solution import payoff_names

    return Table((*payoff_names(players), "empty", "play"), rows)


def _taken(plays: Iterable["Play"], limit: int) -> tuple["Play", ...]:
    """The first `limit` plays; says on stderr when there are more."""
    found = list(islice(plays, limit + 1))
    if len(found) > limit:
        note(f"enumerate: more than {limit} plays, these are the first (see --limit)")
    return tuple(found[:limit])


def _play_data(plays: Iterable["Play"]) -> list[dict[str, Any]]:
    """Plays for JSON."""
    return [
        {"moves": [str(move) for move in play.moves], "payoffs": list(play.payoffs), "empty": play.empty}
        for play in plays
    ]


def answer_for(
    asked: Asked, game: "FallingGame", board: dict[str, Any], solve: Callable[[], "Solution"]
) -> Answer:
    """Judge the play that was given, or tell the payoffs and plays of the game."""
    from ..games.falling.model import Play

    if asked.checked is None:
        return _solution_answer(asked, solve(), board)
    play = Play.parse(game, asked.checked)  # refuse a bad play before the work
    return _verdict_answer(asked, solve(), board, play)


def _solution_answer(asked: Asked, solution: "Solution", board: dict[str, Any]) -> Answer:
    payoffs = solution.payoffs
    data: dict[str, Any] = {**board, **solution.to_json()}
    plays: tuple[Play, ...] = ()
    pictures: tuple[Play, ...] = ()
    if asked.list_them:
        plays = _taken(solution.plays(), asked.limit)
        data["listed"] = _play_data(plays)
    if asked.draws:
        pictures = _taken((next(solution.plays(vector)) for vector in payoffs), asked.limit)
    return Answer(solution.title, data, solution.table(), plays, pictures)


def _verdict_answer(asked: Asked, solution: "Solution", board: dict[str, Any], play: "Play") -> Answer:
    mistake = solution.check(play).mistake
    data = {
        **board,
        "ties": solution.ties,
        "play": _play_data([play])[0],
        "equilibrium": mistake is None,
        "mistake": None,
    }
    note = "an equilibrium play"
    if mistake is not None:
        note = f"not an equilibrium play: {mistake}"
        data["mistake"] = {
            "number": mistake.number,
            "player": mistake.player + 1,
            "move": str(mistake.move),
            "at_most": mistake.at_most,
            "sure": mistake.sure,
            "spoils": mistake.spoils,
            "available": [
                {"move": str(move), "least": least, "most": most} for move, least, most in mistake.available
            ],
        }
    earned = ", ".join(map(str, play.payoffs))
    return Answer(
        f"{solution.game}: {play} pays {earned}", data, notes=(note,), pictures=(play,) if asked.draws else ()
    )
