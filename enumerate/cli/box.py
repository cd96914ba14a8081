"""`enumerate box`: who can force a win when three players place in a box."""

from typing import TYPE_CHECKING

from ..model.board import parse_shape
from ..support.errors import InputError, StoppedError
from ..support.result import Table
from ..support.run import Settings, running
from .command import BOARD_HEADING, COUNT, Argument, Option, Whole, command
from .output import Output, output
from .params import run

if TYPE_CHECKING:
    from ..games.box.box_solver import BoxOutcomes, Known

MOST_SUM = 15  # the solver does not take 6 x 5 x 5 cells


@command(
    Argument("box", "AxBxC", "The sizes of the box, for instance 4x4x3."),
    Option(
        BOARD_HEADING,
        "--up-to",
        "S",
        "All boxes A >= B >= C with A + B + C at most S.",
        type=Whole(max=MOST_SUM),
    ),
    Option(COUNT, "--tree", "ORDER", "Count the leaves of the game tree of one order, such as MLR."),
    output("text", "json", "csv"),
    run("solving", threads=False),
)
def box(box: str | None, up_to: int | None, tree: str | None, output: Output, settings: Settings) -> None:
    """Three players in a box: L, R, M place along A, B, C; the last player to move wins.

    For each turn order: who can force a win against the other two together, or N for nobody.

    \b
    Examples:
      enumerate box 4x4x3
      enumerate box 3x3x3 --tree MLR
      enumerate box --up-to 10 --format csv
    """
    if (box is None) == (up_to is None):
        raise InputError("name one box, for instance 4x4x3, or give --up-to S")
    if tree is not None:
        if box is None:
            raise InputError("--tree needs one box, for instance 3x3x3")
        print_leaves(parse_box(box), tree, output, settings)
        return
    from ..games.box.box_solver import boxes_up_to, outcomes

    if up_to is not None and up_to < 3:
        raise InputError(f"`--up-to` must be at least 3, not {up_to}")
    boxes = [parse_box(box)] if box is not None else list(boxes_up_to(up_to or 0))
    results: list[BoxOutcomes] = []
    known: Known = {}
    with running({"settings": settings}) as ready:
        try:
            for done, sizes in enumerate(boxes):
                share = ready.part(done, len(boxes), name_of(sizes))
                results.append(outcomes(sizes, known=known, settings=share))
        except (KeyboardInterrupt, StoppedError):
            if results:  # print the finished boxes
                print_outcomes(results, output, many=box is None)
            raise
    print_outcomes(results, output, many=box is None)


def parse_box(text: str) -> tuple[int, ...]:
    """The three sizes of a box."""
    shape = parse_shape(text)
    if shape is None or len(shape) != 3:
        raise InputError(f"'{text}' is not a box: write three sizes, for instance 4x4x3")
    return shape


def print_leaves(sizes: tuple[int, ...], order: str, output: Output, settings: Settings) -> None:
    """Print the number of leaves of a game tree."""
    from ..games.box.tree import leaves
    from ..games.turns import parse_order

    word = "".join(player.letter for player in parse_order(order))
    count = leaves(sizes, word, settings=settings)
    table = Table(("box", "order", "leaves"), ((name_of(sizes), word, count),))
    output.parts({"box": sizes, "order": word, "leaves": str(count)}, str(count), table)


def print_outcomes(results: "list[BoxOutcomes]", output: Output, many: bool) -> None:
    """Print the outcomes of one box, or of several as a table."""
    entries = [result.to_json() for result in results]
    header = ("box", *results[0].outcomes, "class", "nodes")
    rows = [(r.name, *r.outcomes.values(), r.outcome_class or "-", r.nodes) for r in results]
    text = "" if many else str(results[0])
    output.parts(entries if many else entries[0], text, Table(header, tuple(rows)))


def name_of(sizes: tuple[int, ...]) -> str:
    """A box in words."""
    return "x".join(map(str, sizes))
