"""Looking at boards: `overview`, `sample`, `list`, `alpha`, `complex` and `games`."""

import re
from typing import Any

import enumerate as en

from ..model.board import Player
from ..model.position import Position, positions_json, positions_text
from ..support.errors import InputError
from ..support.result import Table, terminal_width
from .command import ARGUMENT, BOARD_HEADING, COUNT, OUTPUT, Argument, Given, Option, Whole, command
from .output import PLOTS, Output, Shown, output
from .params import BOARD, SEED, TURN, board, placement_weights, question, read_file, run
from .progress_bar import note

MOST_DRAWN = 100_000  # positions in one file, picture or JSON text


@command(
    BOARD,
    TURN,
    Option(OUTPUT, "--no-totals", "Do not count positions."),
    output("text", "json", show=True, picture="the position"),
    run("counting"),
)
def overview(given: Given) -> Shown:
    """Show a position: components, whose turn it is, moves, and how many positions of each kind follow.

    Positions are counted on the free cells; the column `play` counts those that alternating play can reach.

    \b
    Examples:
      enumerate overview game.txt
      enumerate overview game.txt --turn --show
      printf 'L...\\nL...\\n' | enumerate overview -
    """
    from ..render.words import overview_text

    position, output, totals = given.position, given.output, not given.no_totals
    if given.turn is not None and not totals:
        raise InputError("--turn narrows the totals, which --no-totals leaves out")
    output.draw([position])
    seen = en.overview(position, given.to_move, turn=given.turn, totals=totals, settings=given.settings)
    return Shown(seen.to_json(), overview_text(seen, output.drawing([position]) if output.show else None))


NUMBERS = tuple(
    Option(
        COUNT,
        f"--{player.name.lower()} {letter}",
        f"Only positions with exactly {letter} new pieces of {player.title}.",
        int,
    )
    for player, letter in zip(Player, "ABC", strict=True)
)


@command(
    BOARD,
    question(),
    *NUMBERS,
    placement_weights("2, 3/2, 0.7"),
    Option(COUNT, "--size N", "Number of positions.", Whole(1, MOST_DRAWN), default=1),
    SEED,
    output("text", "json", show=True, picture="the positions"),
    run("sampling", threads=False),
)
def sample(given: Given) -> None:
    """Draw random positions, exactly uniformly.

    With --x, --y or --z the probability of a position is exactly proportional to its weight: the product of
    the weights of its pieces. --activity and --weights FILE work as in `evaluate`.

    \b
    Examples:
      enumerate sample 6x6 --kind maximal --size 3 --seed 1
      enumerate sample 8x8 --kind maximal --play --show
      enumerate sample game.txt --left 4 --right 4 --picture end.svg
      enumerate sample 8x8 --x 3 --y 1/2
    """
    arguments = given.question.arguments() | given.weights
    found = en.sample(
        given.position,
        size=given.size,
        seed=given.seed,
        pieces=new_pieces(given),
        settings=given.settings,
        **arguments,
    )
    print_positions(list(found), found.question, given.output)
    if given.seed is None and given.output.form == "text":
        note(f"seed {found.question['seed']}")


def new_pieces(given: Given) -> tuple[int | None, ...]:
    """The requested numbers of new pieces, for the players of the game."""
    least, numbers = given.question.variables, (given.left, given.right, given.middle)
    return numbers if any(number is not None for number in numbers[least:]) else numbers[:least]


def print_positions(drawn: list[Position], question: dict[str, Any], output: Output) -> None:
    """Print positions and write their pictures."""
    output.draw(drawn)
    text = output.drawing(drawn) if output.show else positions_text(drawn)
    output.write(Shown(positions_json(drawn) | question, text))


@command(
    BOARD,
    question(),
    *NUMBERS,
    Option(COUNT, "--start R", "Begin with position number R (default: 0).", int),
    Option(COUNT, "--size N", "Number of positions (default: all).", Whole(0)),
    Option(COUNT, "--rank FILE", "Print the number of the position drawn in FILE (- is stdin)."),
    Option(COUNT, "--unrank R", "Print only position number R.", int),
    output("text", "json", show=True, picture="the positions"),
    run("listing", threads=False),
    name="list",
)
def list_(given: Given) -> Shown | None:
    """List positions in a fixed order, or convert between positions and their numbers.

    Positions are numbered from 0. Two positions are compared at the first cell, in the order of the sweep,
    where they differ: an empty cell comes first, then Left's pieces, Right's and Middle's.

    \b
    Examples:
      enumerate list 3x3 --kind maximal
      enumerate list 8x8 --kind maximal --start 1000000 --size 5
      enumerate list 8x8 --kind maximal --unrank 123456789
      enumerate list 8x8 --kind maximal --rank position.txt
    """
    from ..sampling.sampling import COUNTING_SHARE

    position, output, rank, unrank = given.position, given.output, given.rank, given.unrank
    typed = [name for name, value in (("--rank", rank), ("--unrank", unrank)) if value is not None]
    typed += ["--start/--size"] if given.start is not None or given.size is not None else []
    if len(typed) > 1:
        raise InputError(f"give one of --rank, --unrank and --start/--size, not {' and '.join(typed)}")
    if rank is not None and output.draws:
        raise InputError("--rank prints a number: leave out --show and --picture")
    counting, walking = given.settings.cut([COUNTING_SHARE, 1 - COUNTING_SHARE], ["counting", "walking"])
    listed = en.list_positions(
        position, pieces=new_pieces(given), settings=counting, **given.question.arguments()
    )
    if rank is not None:
        board = position.board
        ranked = Position.parse(read_file(rank), board.wrap, None, board.lattice, position.game)
        number = str(listed.rank(ranked))
        return Shown({"rank": number, **listed.question_json()}, number)
    first, many = (given.start or 0, given.size) if unrank is None else (unrank, 1)
    total = listed.total
    if not total and not first and unrank is None:
        note(f"enumerate: {listed.nothing()}")
    elif not 0 <= first < total:
        raise InputError(f"no position has number {first}: there are {total}, numbered from 0")
    stop = total if many is None else min(total, first + many)
    found = listed.listing(first, stop, settings=walking)
    if output.form == "text" and output.out is None and not output.draws:
        between = "\n" if position.board.dimension < 3 else "\n\n"
        for place, one in enumerate(found):  # printed as they are found
            output.emit((between if place else "") + str(one))
        return None
    if stop - first > MOST_DRAWN:
        raise InputError(
            f"{stop - first} positions are too many for one file: ask for at most {MOST_DRAWN} with --size"
        )
    print_positions(list(found), {"start": str(first)} | listed.question_json(), output)
    return None


@command(
    board(required=False),
    Option(BOARD_HEADING, "--table N", "Instead of BOARD: all boards up to N x N.", int),
    Option(BOARD_HEADING, "--strip MxN", "Instead of BOARD: the boards M x 1, M x 2, ..., M x N."),
    output("text", "json", "csv", "latex", show=True, picture="a --table as a heat map", suffixes=PLOTS),
    run("sweeping"),
)
def alpha(given: Given) -> Any:
    """The length of a shortest game: the fewest moves after which alternating play can be over.

    L and R name the players who cannot move at the end of such a game. --show draws the final position and
    lists the moves.

    \b
    Examples:
      enumerate alpha 8x8 --show
      enumerate alpha --table 12
      enumerate alpha --strip 2x200 --format csv
      enumerate alpha 4x4 --game snort --show
      enumerate alpha --table 6 --picture alpha.png
    """
    position, game, output = given.position, given.game, given.output
    if sum(named is not None for named in (position, given.table, given.strip)) != 1:
        raise InputError("name one of: a board (BOARD, or --rows and --cols), --table, --strip")
    if output.show and position is None:
        raise InputError("--show draws one board, not --table or --strip")
    if output.pictures and given.table is None:
        raise InputError("--picture requires --table")
    if given.strip is not None:
        if not re.fullmatch(r"[1-9]\d{0,3}x[1-9]\d{0,4}", given.strip):
            raise InputError(f"'{given.strip}' is not a strip: write rows and columns, for instance 2x200")
        rows, length = map(int, given.strip.split("x"))
        return en.alpha_sequence(rows, length, game=game, settings=given.settings)
    if position is not None:
        one = en.alpha(position.free, game=position.game, settings=given.settings)
        more = [output.drawing([one.witness]), one.written_order()] if output.show else []
        return Shown(one.to_json(), "\n\n".join([one.summary(), *more]), one.table())
    found = en.alpha_table(given.table, game=game, settings=given.settings)
    title = "moves of a shortest game" + ("" if game.name == "domineering" else f", {game.name}")
    numbers = [[entry.moves for entry in line] for line in found]
    output.plot(lambda form: en.render.table_plot(numbers, title, ("columns", "rows"), form))
    return found


LISTS = ("macaulay2", "sage")


@command(
    BOARD,
    Option(COUNT, "--euler", "Only the reduced Euler characteristic, for larger boards."),
    Option(COUNT, "--betti", "Compute the reduced Betti numbers even if it takes long."),
    Option(
        OUTPUT,
        "--non-faces",
        "With --format macaulay2 or sage: list the minimal non-faces instead of the facets.",
    ),
    output("text", "json", *LISTS),
    run("counting", store=True),
    name="complex",
)
def complex_(given: Given) -> Shown | None:
    """Describe the simplicial complex whose faces are the positions of a board.

    Its vertices are the placements, its facets the positions in which nobody can move. The f-vector counts
    the faces by size, beginning with the empty face; pure means that all facets have the same size. The
    reduced Euler characteristic is the sum of (-1)^(size - 1) over all faces. For Domineering this is the
    matching complex of the board. For a position with pieces on it this is the link of that face.

    \b
    Examples:
      enumerate complex 3x3
      enumerate complex 10x10 --euler
      enumerate complex 2x4 --format macaulay2
    """
    from ..complexes.legal import macaulay2, sage
    from ..counting.solve import counting_run
    from ..render.words import complex_text
    from ..rules.kinds import game_json

    position, output, form = given.position, given.output, given.output.form
    if given.non_faces and form not in LISTS:
        raise InputError(f"--non-faces requires --format macaulay2 or sage, not {form}")
    if given.euler and (given.betti or form in LISTS):
        other = "--betti" if given.betti else f"--format {form}"
        raise InputError(f"--euler prints one number: leave out {other}")
    with counting_run({"settings": given.settings}) as ready:
        found = en.legal_complex(position.free, game=position.game, settings=ready)
        if given.euler:
            number = str(found.euler)
            named = game_json(found.game, found.board) | {"board": found.board.to_json()}
            return Shown(named | {"euler": number}, number)
        if form in LISTS:
            output.emit((macaulay2 if form == "macaulay2" else sage)(found, given.non_faces))
            return None
        found.expect()
        numbers = found.betti() if given.betti or found.is_quick else None
        return Shown(found.to_json(numbers), complex_text(found, numbers, terminal_width()))


@command(
    Argument("name", "NAME", "A game of the library, or a TOML or JSON file (see docs/games.md).", ARGUMENT),
    output("text", "json"),
)
def games(given: Given) -> Shown:
    """List the games that --game accepts, or show one as a file to start from.

    \b
    Examples:
      enumerate games
      enumerate games col
      enumerate games cram --out mine.toml
    """
    from ..model.game import game_toml, names
    from ..render.words import pieces_text

    if given.name is not None:
        game = en.Game.of(given.name)
        drawn = "\n".join(f"# {line}".rstrip() for line in pieces_text(game).split("\n"))
        return Shown(game.to_json(), f"{drawn}\n{game_toml(game)}")
    found = [en.Game.named(each) for each in names()]
    owners = [", ".join(dict.fromkeys(piece.player for piece in game.pieces)) for game in found]
    rows = tuple((game.name, owner, game.about) for game, owner in zip(found, owners, strict=True))
    return Shown(
        [game.to_json() for game in found], rows=Table(("game", "players", "pieces and rules"), rows)
    )
