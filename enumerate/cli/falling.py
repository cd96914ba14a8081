"""What the commands for falling pieces share: their options, and how an answer is printed."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import InputError, require_positive
from ..render.table import Table
from .output import emit, format_option, out_option
from .progress import progress_option

if TYPE_CHECKING:
    from ..games.falling.model import Play
    from ..games.falling.solution import Equilibrium, Solution


def falling_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of both commands."""
    options: list[Callable[[Callable[..., Any]], Callable[..., Any]]] = [
        click.option("--cols", type=int, metavar="C", required=True, help="Columns of the board."),
        click.option("--rows", type=int, metavar="R", help="Rows of the board."),
        click.option("--raised", type=int, default=0, metavar="Q", help="Filled rows below the board."),
        click.option(
            "--ties",
            default="set",
            show_default=True,
            metavar="RULE",
            help="set: all equilibria; kind, spite: what an indifferent player does to the others.",
        ),
        click.option("--plays", "list_them", is_flag=True, help="List equilibrium plays."),
        click.option(
            "--limit",
            type=int,
            default=20,
            show_default=True,
            metavar="N",
            help="At most N plays are listed or drawn.",
        ),
        click.option("--show", is_flag=True, help="Draw one play for each payoff vector."),
        click.option("--check", "checked", metavar="MOVES", help='Judge a play, for instance "H1 V1 V2".'),
        click.option("--sequences", is_flag=True, help="Count all move sequences, good or bad."),
        format_option("text", "json", "csv", "latex", "svg"),
        out_option,
        progress_option,
    ]
    for option in reversed(options):
        command = option(command)
    return command


@dataclass(frozen=True, slots=True)
class Answer:
    """A result in all the forms it can be printed in."""

    title: str
    data: dict[str, Any]
    table: Table | None = None
    plays: tuple["Play", ...] = ()
    pictures: tuple["Play", ...] = ()
    notes: tuple[str, ...] = field(default=())

    def print(self, form: str, out: Path | None) -> None:
        """Write the answer in the form that was asked for."""
        if form == "json":
            emit(json.dumps(self.data), out)
        elif form == "svg":
            emit(self._svg(), out)
        elif form != "text":
            if self.table is None:
                raise InputError(f"--format {form} needs a table (allowed here: text, json, svg)")
            emit(self.table.csv() if form == "csv" else self.table.latex(), out)
        else:
            emit(self._text(colour=out is None), out)

    def _svg(self) -> str:
        from ..render.falling import svg

        if not self.pictures:
            raise InputError("--format svg needs a play to draw (not with --sequences)")
        return svg(self.pictures)

    def _text(self, colour: bool) -> str:
        from ..render.falling import text

        parts = [self.title, *self.notes]
        if self.table is not None:
            parts.append(self.table.text())
        if self.plays:
            parts.append(_play_table(self.plays).text())
        parts += [text(row, colour) for row in _rows_of(self.pictures)]
        return "\n".join(parts)


def _play_table(plays: Iterable["Play"]) -> Table:
    rows = tuple((*play.payoffs, play.empty, str(play)) for play in plays)
    players = len(rows[0]) - 2
    return Table((*payoff_names(players), "empty", "play"), rows)


def payoff_names(players: int) -> tuple[str, ...]:
    """V1, V2, ... as column headings."""
    return tuple(f"V{player}" for player in range(1, players + 1))


def _rows_of(pictures: tuple["Play", ...], width: int = 100) -> list[list["Play"]]:
    """Pictures grouped so that each group fits a terminal line."""
    groups: list[list[Play]] = []
    used = width
    for play in pictures:
        needed = max(4 * play.game.cols + 4, 20)
        if used + needed > width:
            groups.append([])
            used = 0
        groups[-1].append(play)
        used += needed
    return groups


def taken(plays: Iterable["Play"], limit: int) -> tuple["Play", ...]:
    """The first `limit` plays; says on stderr when there are more."""
    found = list(islice(plays, limit + 1))
    if len(found) > limit:
        click.echo(f"enumerate: more than {limit} plays, these are the first (see --limit)", err=True)
    return tuple(found[:limit])


def play_data(plays: Iterable["Play"]) -> list[dict[str, Any]]:
    """Plays for JSON."""
    return [
        {"moves": [str(move) for move in play.moves], "payoffs": list(play.payoffs), "empty": play.empty}
        for play in plays
    ]


def span(values: Iterable[int]) -> str:
    """The range of some numbers.

    >>> span([5, 1]), span([3, 3])
    ('1..5', '3')
    """
    kept = list(values)
    return str(kept[0]) if min(kept) == max(kept) else f"{min(kept)}..{max(kept)}"


def equilibrium_data(found: Iterable["Equilibrium"], mirror: bool) -> list[dict[str, Any]]:
    """Equilibria for JSON; without mirror images there is one count."""
    return [
        {
            "payoffs": list(e.payoffs),
            "plays": str(e.plays),
            **({"plays_up_to_mirror": str(e.plays_up_to_mirror)} if mirror else {}),
            "empty": list(e.empty),
        }
        for e in found
    ]


def solution_answer(solution: "Solution", board: dict[str, Any], listed: int, drawn: int) -> Answer:
    """Payoffs with their plays; up to `listed` plays as moves and up to `drawn` as pictures."""
    game, payoffs, mirror = solution.game, solution.payoffs, solution.game.has_mirror
    names = payoff_names(game.players)
    data: dict[str, Any] = {**board, "ties": solution.ties}
    if solution.ties == "set":
        found = solution.equilibria()
        data["equilibria"] = equilibrium_data(found, mirror)
        title = f"{game}: payoffs {len(found)}, plays {sum(e.plays for e in found)}"
        lines = tuple(
            (*e.payoffs, e.plays, *([e.plays_up_to_mirror] if mirror else []), span(e.empty)) for e in found
        )
        if mirror:
            title += f", up to mirror {sum(e.plays_up_to_mirror for e in found)}"
            names += ("plays", "up to mirror", "empty")
        else:
            names += ("plays", "empty")
        table = Table(names, lines)
    else:
        data["payoffs"] = list(payoffs[0])
        title = f"{game}, ties {solution.ties}"
        table = Table(names, tuple(payoffs))
    plays = taken(solution.plays(), listed) if listed else ()
    if listed:
        data["listed"] = play_data(plays)
    pictures = taken((next(solution.plays(vector)) for vector in payoffs), drawn) if drawn else ()
    return Answer(title, data, table, plays, pictures)


def verdict_answer(solution: "Solution", board: dict[str, Any], play: "Play", show: bool) -> Answer:
    """The answer to `--check`."""
    mistake = solution.check(play).mistake
    data = {
        **board,
        "ties": solution.ties,
        "play": play_data([play])[0],
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
        f"{solution.game}: {play} pays {earned}", data, notes=(note,), pictures=(play,) if show else ()
    )


def one_mode(rows: int | None, limit: int, **modes: bool) -> None:
    """Refuse two questions in one command, a board without rows, and a limit below 1."""
    require_positive("limit", limit)
    asked = [f"--{name}" for name, given in modes.items() if given]
    if len(asked) > 1:
        raise InputError(f"ask one question at a time (given: {' and '.join(asked)})")
    if rows is None and "--table" not in asked:
        raise InputError("--rows is missing: a board needs --cols and --rows")
    if rows is not None and "--table" in asked:
        raise InputError(f"--table N stands for all rows up to N: leave out --rows {rows}")
