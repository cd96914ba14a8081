"""`enumerate falling`: equilibria of falling pieces."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from ..model.board import parse_shape
from ..support.errors import InputError, require_integer, unknown
from ..support.result import Table, terminal_width
from ..support.run import Settings, running
from .command import BOARD_HEADING, COUNT, Argument, Option, ParameterGroup, Values, Whole, command, is_given
from .output import Output, has_colours, output
from .params import run, say

if TYPE_CHECKING:
    from ..games.falling.falling_game import Falling, FallingSolution, Play

SIDE = Whole(max=100_000)  # larger boards take long even to estimate


def read_board(values: Values, found: Values) -> Values:
    """The columns and rows, from BOARD or from --cols and --rows; --table needs no rows."""
    word, cols, rows = values["board"], values["cols"], values["rows"]
    if word is not None:
        if cols is not None or rows is not None:
            raise InputError(f"give BOARD or --cols and --rows, not both ('{word}' and --cols or --rows)")
        shape = parse_shape(word)
        if shape is None or len(shape) != 2:
            raise InputError(f"'{word}' is not a board: write columns x rows, for instance 3x5")
        cols, rows = (SIDE.convert(side, None, None) for side in shape)
    if cols is None:
        raise InputError("name a board: columns x rows, for instance 3x5, or --cols and --rows")
    if rows is None and values["up_to"] is None:
        raise InputError("--rows is missing: a board needs --cols and --rows")
    if rows is not None and values["up_to"] is not None:
        raise InputError(f"--table replaces the number of rows: give --cols, and leave out {rows} rows")
    return {"cols": cols, "rows": rows, "up_to": values["up_to"]}


@dataclass(frozen=True, slots=True)
class Asked:
    """What to print about a game."""

    ties: str
    plays: bool
    limit: int
    check: str | None
    sequences: bool


@command(
    ParameterGroup(
        (
            Argument("board", "BOARD", "Columns x rows, for instance 3x5."),
            Option(BOARD_HEADING, "--rows", "R", "Number of rows, instead of BOARD.", type=SIDE),
            Option(BOARD_HEADING, "--cols", "C", "Number of columns, instead of BOARD.", type=SIDE),
            Option(
                BOARD_HEADING, "--table up_to", "N", "With --cols: all boards with 1 to N rows.", type=int
            ),
        ),
        read_board,
    ),
    Option(
        BOARD_HEADING,
        "--length",
        "N",
        "Length of a piece in cells (the older rule uses the number of columns).",
        type=int,
        default=2,
    ),
    Option(BOARD_HEADING, "--players", "K", "Number of players.", type=int, default=2),
    Option(
        BOARD_HEADING,
        "--raised",
        "Q",
        "Number of filled rows below the board: a cell in row r pays r + Q.",
        type=int,
        default=0,
    ),
    ParameterGroup(
        (
            Option(
                COUNT,
                "--ties",
                "RULE",
                "How indifferent players choose: all (every equilibrium), generous (maximize the others' "
                "payoff), spiteful (minimize it).",
                default="all",
            ),
            Option(COUNT, "--plays", "", "List the plays in which every move is an equilibrium move."),
            Option(COUNT, "--limit", "N", "List or draw at most N plays.", type=int, default=20),
            Option(
                COUNT, "--check", "MOVES", 'Check a play such as "V1 V2 V1" and report the first mistake.'
            ),
            Option(COUNT, "--sequences", "", "Count all sequences of moves, good or bad."),
        ),
        lambda values, _: {"asked": Asked(**values)},
    ),
    output("text", "json", "csv", "latex", "svg", show=True, always_show=("text", "svg")),
    run("solving", threads=False),
)
def falling(
    cols: int,
    rows: int | None,
    up_to: int | None,
    length: int,
    players: int,
    raised: int,
    asked: Asked,
    output: Output,
    settings: Settings,
) -> None:
    """Payoffs and equilibrium plays of falling pieces (dominogames and monominogames).

    Players in turn drop pieces into a board of C columns and R rows; a cell in row r pays r. A move is
    written V2 (upright in column 2) or H2 (flat, beginning in column 2). With --length 1 any number of
    players drop single cells; among columns of equal height the leftmost is taken. --show draws one
    equilibrium play for each vector of payoffs.

    \b
    Examples:
      enumerate falling 3x5
      enumerate falling 3x5 --ties generous --show
      enumerate falling --cols 2 --table 20
      enumerate falling 3x3 --check "V1 H2 H1 V3"
      enumerate falling 3x2 --length 1 --players 3
    """
    from ..games.falling.falling_game import Falling, Play
    from ..games.falling.induction import TIES

    if asked.ties not in TIES:
        raise unknown("tie rule", asked.ties, TIES)
    refuse_contradictions(asked, output, up_to is not None)
    if up_to is not None:
        require_integer("table", up_to, 1)
        boards = [Falling(cols, r, length, players, raised) for r in range(1, up_to + 1)]
        with running({"settings": settings}) as ready:
            table_answer(boards, asked, output, ready).print(output)
        return
    game = Falling(cols, rows or 0, length, players, raised)
    if asked.sequences:
        answer = sequences_answer(game, settings)
    elif asked.check is not None:
        play = Play.parse(game, asked.check)  # refuse a bad play before the work
        answer = verdict_answer(game.solve(asked.ties, settings=settings), play, output)
    else:
        answer = solution_answer(asked, game.solve(asked.ties, settings=settings), output)
    answer.print(output)


def refuse_contradictions(asked: Asked, output: Output, table: bool) -> None:
    """Refuse two questions in one command, and options that would be ignored."""
    require_integer("limit", asked.limit, 1)
    modes = {"--table": table, "--check": asked.check is not None, "--sequences": asked.sequences}
    given = [name for name, is_asked in modes.items() if is_asked]
    if len(given) > 1:
        raise InputError(f"ask one question at a time (given: {' and '.join(given)})")
    for option, is_ignored in {
        "--plays": asked.plays and bool(given),
        "--ties": is_given("ties") and asked.sequences,
        "--show": output.show and asked.sequences,
    }.items():
        if is_ignored:
            raise InputError(f"{option} has no effect with {given[0]}")
    if is_given("limit") and not asked.plays and (bool(given) or not draws(output)):
        raise InputError("--limit requires --plays or --show")


def draws(output: Output) -> bool:
    """Whether plays are drawn."""
    return output.show or output.form == "svg"


@dataclass(frozen=True, slots=True)
class FallingAnswer:
    """An answer in all the forms in which it can be printed."""

    title: str
    data: dict[str, Any]
    table: Table | None = None
    plays: tuple["Play", ...] = ()
    pictures: tuple["Play", ...] = ()

    def print(self, output: Output) -> None:
        """Write the answer in the requested form."""
        from ..render.falling_plays import plays_svg, plays_text

        if output.form == "json":
            output.json(self.data)
        elif output.form == "svg":
            if not self.pictures:
                raise InputError("--format svg needs a play to draw (not with --sequences)")
            output.emit(plays_svg(self.pictures))
        elif output.form != "text":
            if self.table is None:
                raise InputError(f"--format {output.form} needs a table (allowed here: text, json, svg)")
            output.emit(self.table.csv() if output.form == "csv" else self.table.latex())
        else:
            blocks = [self.title]
            blocks += [self.table.text()] if self.table is not None else []
            blocks += [play_table(self.plays).text()] if self.plays else []
            if self.pictures:
                colour = has_colours(output.out)
                blocks.append(plays_text(self.pictures, colour=colour, columns=terminal_width()))
            output.emit("\n".join(blocks), is_drawing=bool(self.pictures))


def play_table(plays: Iterable["Play"]) -> Table:
    """Payoffs, empty cells and moves of some plays."""
    tables = [play.table() for play in plays]
    return Table(tables[0].header, tuple(row for table in tables for row in table.rows))


def at_most(plays: Iterable["Play"], limit: int) -> tuple["Play", ...]:
    """The first `limit` plays; a note says if there are more."""
    found = list(islice(plays, limit + 1))
    if len(found) > limit:
        say(f"more than {limit} plays, these are the first (see --limit)")
    return tuple(found[:limit])


def sequences_answer(game: "Falling", settings: Settings) -> FallingAnswer:
    """The number of all sequences of moves."""
    raw, mirrored = game.move_sequences(settings=settings)
    found = {"raw": raw, "up_to_mirror": mirrored} if game.has_mirror else {"raw": raw}
    data = game.to_json() | {"sequences": {key: str(count) for key, count in found.items()}}
    table = Table(("sequences", "up to mirror")[: len(found)], (tuple(found.values()),))
    return FallingAnswer(f"{game}: all move sequences", data, table)


def solution_answer(asked: Asked, solution: "FallingSolution", output: Output) -> FallingAnswer:
    """The payoffs, and the requested plays."""
    data = solution.to_json()
    plays: tuple[Play, ...] = ()
    pictures: tuple[Play, ...] = ()
    if asked.plays:
        plays = at_most(solution.plays(), asked.limit)
        data["listed"] = [play.to_json() for play in plays]
    if draws(output):
        pictures = at_most((next(solution.plays(vector)) for vector in solution.payoffs), asked.limit)
    return FallingAnswer(solution.title, data, solution.table(), plays, pictures)


def verdict_answer(solution: "FallingSolution", play: "Play", output: Output) -> FallingAnswer:
    """Whether a play is one of an equilibrium, and its first mistake."""
    verdict = solution.check(play)
    data = solution.question_json() | verdict.to_json()
    title = f"{solution.game}: {play} pays {', '.join(map(str, play.payoffs))}\n{verdict}"
    return FallingAnswer(title, data, pictures=(play,) if draws(output) else ())


def table_answer(boards: list["Falling"], asked: Asked, output: Output, settings: Settings) -> FallingAnswer:
    """The payoffs on boards with 1 to N rows."""
    from ..games.falling.falling_game import JSON_TIES, equilibrium_data, payoff_names, span

    boards[-1].require_fits(asked.ties, settings=settings)
    shares = settings.cut([game.states * game.rows**4 for game in boards])  # the sets grow about this fast
    lines: list[tuple[object, ...]] = []
    data: list[dict[str, Any]] = []
    pictures: list[Play] = []
    for game, share in zip(boards, shares, strict=True):
        solution = game.solve(asked.ties, settings=share)
        payoffs = solution.payoffs
        if draws(output):
            pictures.append(next(solution.plays(payoffs[0])))
        if asked.ties != "all":
            lines.append((game.rows, *payoffs[0]))
            data.append({"rows": game.rows, "payoffs": list(payoffs[0])})
            continue
        found = solution.equilibria()
        mirrored = [sum(e.plays_up_to_mirror for e in found)] if game.has_mirror else []
        spans = [span(column) for column in zip(*payoffs, strict=True)]
        empty = span(cells for e in found for cells in e.empty)
        lines.append((game.rows, *spans, len(found), sum(e.plays for e in found), *mirrored, empty))
        data.append({"rows": game.rows, "equilibria": equilibrium_data(found, mirror=game.has_mirror)})
    first = boards[0]
    counts = ("pairs", "plays", *(["up to mirror"] if first.has_mirror else []), "empty")
    board = {key: size for key, size in first.to_json().items() if key != "rows"}
    title = f"{str(first).replace(',1)', ',R)')}, ties {asked.ties}"
    header = ("R", *payoff_names(first.players), *(counts if asked.ties == "all" else ()))
    return FallingAnswer(
        title,
        {**board, "ties": JSON_TIES[asked.ties], "table": data},
        Table(header, tuple(lines)),
        (),
        tuple(pictures),
    )
