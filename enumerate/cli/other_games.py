"""Other domino games: `box`, `falling` and `dominoes`."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

import enumerate as en

from ..model.board import parse_shape
from ..support.errors import (
    ComputationError,
    EnumerateError,
    InputError,
    StoppedError,
)
from ..support.result import Table, terminal_width
from ..support.run import Settings, running
from .command import (
    BOARD_HEADING,
    COUNT,
    Argument,
    Given,
    Option,
    ParameterGroup,
    Values,
    Whole,
    command,
    is_given,
)
from .output import PLOTS, Output, Shown, has_colours, output
from .params import SEED, run, say

if TYPE_CHECKING:
    from ..games.box.box_solver import BoxOutcomes
    from ..games.falling.falling_game import Falling, Play

# -- three players in a box ------------------------------------------------------------------------

MOST_SUM = 15  # the solver does not take 6 x 5 x 5 cells


@command(
    Argument("box", "AxBxC", "The sizes of the box, for instance 4x4x3."),
    Option(BOARD_HEADING, "--up-to S", "All boxes A >= B >= C with A + B + C at most S.", Whole(3, MOST_SUM)),
    Option(COUNT, "--tree ORDER", "Count the leaves of the game tree of one order, such as MLR."),
    output("text", "json", "csv"),
    run("solving", threads=False),
)
def box(given: Given) -> Shown:
    """Three players in a box: L, R, M place along A, B, C; the last player to move wins.

    For each turn order: who can force a win against the other two together, or N for nobody.

    \b
    Examples:
      enumerate box 4x4x3
      enumerate box 3x3x3 --tree MLR
      enumerate box --up-to 10 --format csv
    """
    from ..games.box.box_solver import boxes_up_to

    if (given.box is None) == (given.up_to is None):
        raise InputError("name one box, for instance 4x4x3, or give --up-to S")
    if given.box is not None:
        sizes = parse_shape(given.box) or ()
        if len(sizes) != 3:
            raise InputError(f"'{given.box}' is not a box: write three sizes, for instance 4x4x3")
        if given.tree is not None:
            return tree_leaves(sizes, given.tree, given.settings)
        return box_outcomes([en.games.outcomes(sizes, settings=given.settings)], is_table=False)
    if given.tree is not None:
        raise InputError("--tree needs one box, for instance 3x3x3")
    boxes = list(boxes_up_to(given.up_to))
    known: Any = {}
    results: list[BoxOutcomes] = []
    with running({"settings": given.settings}) as ready:
        try:
            for done, sizes in enumerate(boxes):
                share = ready.part(done, len(boxes), name_of(sizes))
                results.append(en.games.outcomes(sizes, known=known, settings=share))
        except (KeyboardInterrupt, StoppedError):
            if results:  # print the finished boxes
                given.output.write(box_outcomes(results))
            raise
    return box_outcomes(results)


def tree_leaves(sizes: tuple[int, ...], order: str, settings: Settings) -> Shown:
    """The number of leaves of a game tree."""
    from ..games.turns import parse_order

    word = "".join(player.letter for player in parse_order(order))
    count = en.games.leaves(sizes, word, settings=settings)
    table = Table(("box", "order", "leaves"), ((name_of(sizes), word, count),))
    return Shown({"box": sizes, "order": word, "leaves": str(count)}, str(count), table)


def box_outcomes(results: "list[BoxOutcomes]", is_table: bool = True) -> Shown:
    """The outcomes of one box, or of several as a table."""
    entries = [result.to_json() for result in results]
    header = ("box", *results[0].outcomes, "class", "nodes")
    rows = tuple((r.name, *r.outcomes.values(), r.outcome_class or "-", r.nodes) for r in results)
    text = "" if is_table else str(results[0])
    return Shown(entries if is_table else entries[0], text, Table(header, rows))


def name_of(sizes: tuple[int, ...]) -> str:
    """A box in words."""
    return "x".join(map(str, sizes))


# -- falling pieces --------------------------------------------------------------------------------

SIDE = Whole(max=100_000)  # larger boards take long even to estimate


def read_board(values: Values, given: Given) -> Values:
    """The columns and rows, from BOARD or from --cols and --rows; --table needs no rows."""
    word, cols, rows, up_to = values["board"], values["cols"], values["rows"], values["up_to"]
    if word is not None:
        if cols is not None or rows is not None:
            raise InputError(f"give BOARD or --cols and --rows, not both ('{word}' and --cols or --rows)")
        shape = parse_shape(word)
        if shape is None or len(shape) != 2:
            raise InputError(f"'{word}' is not a board: write columns x rows, for instance 3x5")
        cols, rows = (SIDE.convert(side, None, None) for side in shape)
    if cols is None:
        raise InputError("name a board: columns x rows, for instance 3x5, or --cols and --rows")
    if rows is None and up_to is None:
        raise InputError("--rows is missing: a board needs --cols and --rows")
    if rows is not None and up_to is not None:
        raise InputError(f"--table replaces the number of rows: give --cols, and leave out {rows} rows")
    return {"cols": cols, "rows": rows, "up_to": up_to}


@command(
    ParameterGroup(
        (
            Argument("board", "BOARD", "Columns x rows, for instance 3x5."),
            Option(BOARD_HEADING, "--rows R", "Number of rows, instead of BOARD.", SIDE),
            Option(BOARD_HEADING, "--cols C", "Number of columns, instead of BOARD.", SIDE),
            Option(
                BOARD_HEADING, "--table N", "With --cols: all boards with 1 to N rows.", Whole(1), "up_to"
            ),
        ),
        read_board,
    ),
    Option(
        BOARD_HEADING,
        "--length N",
        "Length of a piece in cells (the older rule uses the number of columns).",
        int,
        default=2,
    ),
    Option(BOARD_HEADING, "--players K", "Number of players.", int, default=2),
    Option(
        BOARD_HEADING,
        "--raised Q",
        "Number of filled rows below the board: a cell in row r pays r + Q.",
        int,
        default=0,
    ),
    Option(
        COUNT,
        "--ties RULE",
        "How indifferent players choose: all (every equilibrium), generous (maximize the others' "
        "payoff), spiteful (minimize it).",
        default="all",
    ),
    Option(COUNT, "--plays", "List the plays in which every move is an equilibrium move."),
    Option(COUNT, "--limit N", "List or draw at most N plays.", Whole(1), default=20),
    Option(COUNT, "--check MOVES", 'Check a play such as "V1 V2 V1" and report the first mistake.'),
    Option(COUNT, "--sequences", "Count all sequences of moves, good or bad."),
    output("text", "json", "csv", "latex", "svg", show=True, always_show=("text", "svg")),
    run("solving", threads=False),
)
def falling(given: Given) -> Shown | None:
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
    draws = given.output.show or given.output.form == "svg"
    refuse_contradictions(given, draws)
    rules = given.length, given.players, given.raised
    if given.up_to is not None:
        boards = [en.games.Falling(given.cols, rows, *rules) for rows in range(1, given.up_to + 1)]
        with running({"settings": given.settings}) as ready:
            return table_of_payoffs(boards, given, draws, ready)
    game = en.games.Falling(given.cols, given.rows or 0, *rules)
    if given.sequences:
        raw, mirrored = game.move_sequences(settings=given.settings)
        found = {"raw": raw, "up_to_mirror": mirrored} if game.has_mirror else {"raw": raw}
        data = game.to_json() | {"sequences": {key: str(count) for key, count in found.items()}}
        table = Table(("sequences", "up to mirror")[: len(found)], (tuple(found.values()),))
        return about_game(given.output, f"{game}: all move sequences", data, table)
    # a bad play is refused before the work
    play = None if given.check is None else en.games.Play.parse(game, given.check)
    solution = game.solve(given.ties, settings=given.settings)
    if play is not None:
        verdict = solution.check(play)
        title = f"{game}: {play} pays {', '.join(map(str, play.payoffs))}\n{verdict}"
        data = solution.question_json() | verdict.to_json()
        return about_game(given.output, title, data, pictures=[play] if draws else ())
    data, listed, pictures = solution.to_json(), [], []
    if given.plays:
        listed = at_most(solution.plays(), given.limit)
        data["listed"] = [play.to_json() for play in listed]
    if draws:
        pictures = at_most((next(solution.plays(vector)) for vector in solution.payoffs), given.limit)
    return about_game(given.output, solution.title, data, solution.table(), listed, pictures)


def refuse_contradictions(given: Given, draws: bool) -> None:
    """Refuse two questions in one command, and options that would be ignored."""
    modes = {"--table": given.up_to, "--check": given.check, "--sequences": given.sequences or None}
    chosen = [name for name, value in modes.items() if value is not None]
    if len(chosen) > 1:
        raise InputError(f"ask one question at a time (given: {' and '.join(chosen)})")
    for option, is_ignored in {
        "--plays": given.plays and bool(chosen),
        "--ties": is_given("ties") and given.sequences,
        "--show": given.output.show and given.sequences,
    }.items():
        if is_ignored:
            raise InputError(f"{option} has no effect with {chosen[0]}")
    if is_given("limit") and not given.plays and (bool(chosen) or not draws):
        raise InputError("--limit requires --plays or --show")


def about_game(
    output: Output,
    title: str,
    data: dict[str, Any],
    table: Table | None = None,
    listed: Sequence["Play"] = (),
    pictures: Sequence["Play"] = (),
) -> Shown | None:
    """An answer about a game, with plays that are listed and plays that are drawn."""
    if output.form == "svg":
        if not pictures:
            raise InputError("--format svg needs a play to draw (not with --sequences)")
        output.emit(en.render.plays_svg(pictures))
        return None
    if output.form not in ("text", "json") and table is None:
        raise InputError(f"--format {output.form} needs a table (allowed here: text, json, svg)")
    blocks = [title, *([table.text()] if table is not None else [])]
    if listed:
        rows = tuple(row for play in listed for row in play.table().rows)
        blocks.append(Table(listed[0].table().header, rows).text())
    if pictures:
        blocks.append(
            en.render.plays_text(pictures, colour=has_colours(output.out), columns=terminal_width())
        )
    return Shown(data, "\n".join(blocks), table)


def at_most(plays: Iterable["Play"], limit: int) -> list["Play"]:
    """The first `limit` plays; a note says if there are more."""
    found = list(islice(plays, limit + 1))
    if len(found) > limit:
        say(f"more than {limit} plays, these are the first (see --limit)")
    return found[:limit]


def table_of_payoffs(boards: list["Falling"], given: Given, draws: bool, settings: Settings) -> Shown | None:
    """The payoffs on boards with 1 to N rows."""
    from ..games.falling.falling_game import JSON_TIES, equilibrium_data, payoff_names, span

    first, ties = boards[0], given.ties
    boards[-1].require_fits(ties, settings=settings)
    shares = settings.cut([game.states * game.rows**4 for game in boards])  # the sets grow about this fast
    lines: list[tuple[object, ...]] = []
    data: list[dict[str, Any]] = []
    pictures: list[Play] = []
    for game, share in zip(boards, shares, strict=True):
        solution = game.solve(ties, settings=share)
        payoffs = solution.payoffs
        pictures += [next(solution.plays(payoffs[0]))] if draws else []
        if ties != "all":
            lines.append((game.rows, *payoffs[0]))
            data.append({"rows": game.rows, "payoffs": list(payoffs[0])})
            continue
        found = solution.equilibria()
        mirrored = [sum(e.plays_up_to_mirror for e in found)] if game.has_mirror else []
        spans = [span(column) for column in zip(*payoffs, strict=True)]
        empty = span(cells for e in found for cells in e.empty)
        data.append({"rows": game.rows, "equilibria": equilibrium_data(found, game.has_mirror)})
        lines.append((game.rows, *spans, len(found), sum(e.plays for e in found), *mirrored, empty))
    counts = ("pairs", "plays", *(["up to mirror"] if first.has_mirror else []), "empty")
    header = ("R", *payoff_names(first.players), *(counts if ties == "all" else ()))
    named = {key: size for key, size in first.to_json().items() if key != "rows"} | {"ties": JSON_TIES[ties]}
    title = f"{str(first).replace(',1)', ',R)')}, ties {ties}"
    return about_game(given.output, title, named | {"table": data}, Table(header, tuple(lines)), (), pictures)


# -- two-sided dominoes ----------------------------------------------------------------------------

MOST_MATCHES = 10**12
READING = Option(
    COUNT,
    "--reading READING",
    "How to read the rules of the paper: best-fit or literal, with changes after commas, as in "
    "literal,ties=uniform (see docs/dominoes.md).",
    default="best-fit",
)


@click.group()
def dominoes() -> None:
    """Two-sided dominoes: the agents Juca, Pinduca, Tião and Nabucodonossor.

    \b
    Examples:
      enumerate dominoes tournament --matches 1000000
      enumerate dominoes match --seed 7 --show
      enumerate dominoes play --against nabucodonossor
    """


@command(
    Option(
        COUNT,
        "--agents AGENTS",
        "The agents, separated by commas; MODULE:FUNCTION for your own.",
        default="juca,pinduca,tiao,nabucodonossor",
    ),
    Option(COUNT, "--matches N", "Number of matches of each pair.", Whole(max=MOST_MATCHES), default=100_000),
    READING,
    SEED,
    output("text", "json", "csv", picture="pies and bars", suffixes=PLOTS),
    run("matches"),
)
def tournament(given: Given) -> Any:
    """Let every pair of agents play, and count wins, losses and draws (default: seed 1).

    \b
    Example:
      enumerate dominoes tournament --agents juca,tiao --matches 20000
    """
    names, seed = agent_names(given.agents), 1 if given.seed is None else given.seed
    if len(names) < 2:
        raise InputError(
            f"a tournament needs at least two agents, not {len(names)} (given: '{given.agents}')"
        )
    with report_agent_error(names):
        found = en.games.dominoes.tournament(
            names, given.matches, reading=given.reading, seed=seed, settings=given.settings
        )
    given.output.plot(found.picture)
    return found


@command(
    Option(COUNT, "--agents AGENTS", "The two agents, separated by a comma.", default="tiao,nabucodonossor"),
    Option(COUNT, "--match N", "The number of the match in a tournament.", int, "number", default=0),
    READING,
    SEED,
    output("text", "json", show=True),
)
def match(given: Given) -> Shown:
    """Play one match, or replay a match of a tournament (default: seed 1). --show prints every move.

    \b
    Example:
      enumerate dominoes match --agents juca,tiao --seed 7 --match 12 --show
    """
    names, seed = agent_names(given.agents), 1 if given.seed is None else given.seed
    if len(names) != 2:
        raise InputError(f"a match needs two agents, not {len(names)} (given: '{given.agents}')")
    with report_agent_error(names):
        played = en.games.dominoes.play_match(
            (names[0], names[1]), seed=seed, match=given.number, reading=given.reading
        )
    named = {"seed": str(seed), "match": str(given.number), "reading": given.reading}
    return Shown(named | played.to_json(), str(played) if given.output.show else played.summary())


@command(
    Option(COUNT, "--against AGENT", "The agent you play against.", default="nabucodonossor"), READING, SEED
)
def play(given: Given) -> None:
    """Play a match yourself in the terminal.

    \b
    Example:
      enumerate dominoes play --against tiao
    """
    from ..games.dominoes import Reading
    from ..games.dominoes.agents import find_agent
    from .play import play_human

    names = agent_names(given.against)
    if len(names) != 1:
        raise InputError(f"you play against one agent, not {len(names)} (given: '{given.against}')")
    find_agent(names[0])
    play_human(names[0], Reading.parse(given.reading), given.seed)


for each, summary in (
    (tournament, "Matches between every pair of agents"),
    (match, "One match, or a replay of a match of a tournament"),
    (play, "Play a match yourself in the terminal"),
):
    each.short_help = summary
    dominoes.add_command(each)


@contextmanager
def report_agent_error(names: Sequence[str]) -> Iterator[None]:
    """Report in one line that an agent of the user failed."""
    try:
        yield
    except Exception as error:
        own = " or ".join(f"'{name}'" for name in names if ":" in name)
        if isinstance(error, EnumerateError) or not own:
            raise
        raise ComputationError(f"the agent {own} failed ({type(error).__name__}: {error})") from error


def agent_names(text: str) -> list[str]:
    """The agents of a list; our own in lower case without accents.

    >>> agent_names("Juca, Tião")
    ['juca', 'tiao']
    """
    names = [name.strip() for name in text.split(",") if name.strip()]
    plain = (unicodedata.normalize("NFKD", name.lower()) for name in names)
    letters = ("".join(sign for sign in word if not unicodedata.combining(sign)) for word in plain)
    return [name if ":" in name else word for name, word in zip(names, letters, strict=True)]
