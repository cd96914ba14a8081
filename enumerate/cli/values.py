"""Play and values: `solve`, `value`, `census` and `pieces`."""

from time import perf_counter
from typing import Any

import enumerate as en

from ..model.board import Player
from ..support.errors import InputError
from ..support.files import write_whole
from .command import BOARD_HEADING, COUNT, OUTPUT, Given, Option, command
from .output import PLOTS, Shown, output, suffix
from .params import BOARD, SEED, board, run, title_of

MOVES_UP_TO = 49  # cells; on larger boards winning moves and lengths are computed only on request
MISERE_MOVES_UP_TO = 36
LENGTHS_UP_TO = 42


@command(
    board(domineering=True),
    Option(COUNT, "--misere", "Misere play: the last player to move loses."),
    Option(COUNT, "--moves/--no-moves", "List the winning moves (default: small boards).", default=None),
    Option(
        COUNT,
        "--lengths/--no-lengths",
        "Compute how long perfect play lasts (default: small boards).",
        default=None,
    ),
    output("text", "json", "csv", show=True, picture="the position, and the position after a winning move"),
    Option(OUTPUT, "--stats", "Add the number of visited positions and the time."),
    run("solving"),
)
def solve(given: Given) -> Shown:
    """Solve Domineering: Left (L) places vertically, Right (R) horizontally.

    The outcome is N (the first player wins), P (the second player wins), L or R. For each first player: the
    winner, the winning moves (row and column of the first cell, counted from 1) and the length of perfect
    play: `shortest` if the winner plays for a short game and the loser for a long one, `longest` the reverse.
    In a position with dominoes, the player who has placed fewer moves next.

    \b
    Examples:
      enumerate solve 6x6
      enumerate solve 4x4 --show
      enumerate solve 8x8 --stats
      enumerate solve position.txt --misere --format json
    """
    position, misere, moves, lengths = given.position, given.misere, given.moves, given.lengths
    if position.board.dimension != 2:
        raise InputError("`solve` is for two players on a flat board; for a box use `enumerate box`")
    size = len(position.free)
    if moves is None:
        moves = given.output.draws or size <= (MISERE_MOVES_UP_TO if misere else MOVES_UP_TO)
    if lengths is None:
        lengths = size <= LENGTHS_UP_TO
    began = perf_counter()
    found = en.solve(position, misere=misere, moves=moves, lengths=lengths, settings=given.settings)
    seconds = round(perf_counter() - began, 3)
    drawn = [position]
    for starter in found.first if found.to_move is None else [found.to_move]:
        drawn += [position.place(move) for move in (found.first[starter].winning_moves or ())[:1]]
    given.output.draw(drawn)
    data, text = found.to_json(), str(found)
    if given.stats:
        data |= {"nodes": found.nodes, "seconds": seconds}
        rate = found.nodes / max(seconds, 0.001)
        text += f"\n{found.nodes} positions in {seconds:.3f} s, {rate:.2g} per second"
    return Shown(data, text, found.table(), drawn)


@command(
    BOARD,
    Option(OUTPUT, "--options", "List all moves; mark the dominated and reversible ones."),
    Option(OUTPUT, "--thermograph", "Draw the thermograph, or list its corners in JSON."),
    output("text", "json", "latex", show=True, picture="the best moves, and in SVG the thermograph"),
    run("parts", threads=False),
)
def value(given: Given) -> Any:
    """The value of a position as a combinatorial game, with outcome, mean, temperature and stops.

    Values are written 3/4, *2 (nimbers), ^ and v (up and down), tiny(2), +-1 (a switch {1|-1}), {2|-1/2}.
    The outcome is N (the first player wins), P (the second player wins), L or R. The best moves are those of
    the highest temperature.

    \b
    Examples:
      enumerate value 2x3
      enumerate value position.txt --options --format json
      enumerate value 4x4 --show --thermograph
      enumerate value 2x3 --picture thermograph.svg
    """
    from ..render.as_svg import beside
    from ..values.value import short_text

    position, output = given.position, given.output
    found = en.value(position, settings=given.settings)
    drawn, captions = [position], [f"value {short_text(found.value)}"]
    for player in (Player.LEFT, Player.RIGHT) if output.draws else ():
        for move in found.best_moves(player):
            drawn.append(found.after(move))
            captions.append(found.move_caption(player, move))
    for path in output.pictures:
        is_tikz = suffix(path) == "tex"
        picture = (
            en.render.tikz(*drawn)
            if is_tikz
            else beside(found.svg(), en.render.svg(*drawn, captions=captions))
        )
        write_whole(path, picture + "\n")
    if output.form == "latex":
        return found
    details = given.options, given.thermograph
    return Shown(found.to_json(*details), found.text(*details), drawn=drawn)


@command(
    BOARD,
    Option(COUNT, "--samples N", "Draw N random positions for each number of pieces.", int),
    SEED,
    output(
        *("text", "json", "csv", "latex"),
        picture="outcomes and mean temperature by number of pieces",
        suffixes=PLOTS,
    ),
    run("positions", threads=False),
)
def census(given: Given) -> Any:
    """Count the positions of a board by outcome and by temperature.

    L or R: this player wins, whoever starts; N: the first player wins; P: the second player wins. The four
    polynomials add up to the polynomial of all positions. Use --samples for larger boards; +- is the standard
    error. Numbers count as temperature 0 in the mean.

    \b
    Examples:
      enumerate census 4x4
      enumerate census 5x5 --samples 20 --seed 1
      enumerate census 4x4 --game snort --samples 20
      enumerate census 3x3 --picture census.png
    """
    if given.seed is not None and given.samples is None:
        raise InputError(f"--seed {given.seed} requires --samples: the exact census is not random")
    counted = en.census(given.position, samples=given.samples, seed=given.seed, settings=given.settings)
    if given.output.pictures:
        from ..render.plots import census_plot

        kind = "exact" if counted.polynomials is not None else f"samples, seed {counted.seed}"
        title = f"{given.position.game.name}, {title_of(given.position.free)}, {kind}"
        given.output.plot(lambda form: census_plot(counted.rows, title, form))
    return counted


@command(
    Option(
        BOARD_HEADING, "--cells N", "The largest size of a piece in cells, at most 15.", int, required=True
    ),
    output("text", "json", "csv"),
    run("pieces", threads=False),
)
def pieces(given: Given) -> Any:
    """The values of all connected pieces as boards of Domineering.

    Pieces are counted up to reflection and rotation. A switch is {x|y} with numbers x > y; "hot" is any other
    value whose left stop exceeds its right stop.

    \b
    Examples:
      enumerate pieces --cells 8
      enumerate pieces --cells 8 --format json --out pieces.json
    """
    return en.piece_values(given.cells, settings=given.settings)
