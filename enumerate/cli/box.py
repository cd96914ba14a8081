"""`enumerate box`: who can force a win when three players place in a box."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..render.data import json_text
from ..support.errors import InputError, StoppedError
from ..support.settings import Settings, running
from ..support.table import Table
from .boards import parse_box
from .options import Whole
from .output import check_out, emit, format_option, is_given, out_option
from .progress import note
from .running import settings_options

if TYPE_CHECKING:
    from ..games.box.solver import BoxOutcomes, Known

MOST_SUM = 15  # 6 x 5 x 5 cells are more than the solver takes


@click.command()
@click.argument("box", required=False, metavar="[AxBxC]")
@click.option("--tree", metavar="ORDER", help="Count the leaves of the game tree of one order, such as MLR.")
@click.option(
    "--up-to",
    type=Whole(max=MOST_SUM),
    metavar="S",
    help="All boxes A >= B >= C with A + B + C at most S.",
)
@click.option(
    "--store",
    metavar="FILE",
    callback=check_out,
    help="Keep every answer in FILE as it is found, and go on from there.",
)
@settings_options("solving", threads=False)
@format_option("text", "json", "csv")
@out_option
def box(
    box: str | None,
    tree: str | None,
    up_to: int | None,
    store: Path | None,
    settings: Settings,
    form: str,
    out: Path | None,
) -> None:
    """Three players in a box: L, R, M place along A, B, C; the last to move wins.

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
        if is_given("store"):
            raise InputError("--store keeps outcomes, and --tree counts leaves: leave one of them out")
        emit(_leaves(parse_box(box), tree, form, settings), out)
        return
    from ..games.box.solver import boxes_up_to, outcomes

    if up_to is not None and up_to < 3:
        raise InputError(f"`--up-to` must be at least 3, not {up_to}")
    boxes = [parse_box(box)] if box is not None else list(boxes_up_to(up_to or 0))
    results: list[BoxOutcomes] = []
    with running({"settings": settings}) as ready, kept_answers(store) as (known, learned):
        try:
            for done, sizes in enumerate(boxes):
                share = ready.part(done, len(boxes), _name(sizes))
                results.append(outcomes(sizes, known=known, learned=learned, settings=share))
        except (KeyboardInterrupt, StoppedError):
            if results:  # what is finished is not lost
                emit(_show(results, form, many=box is None), out)
            raise
    emit(_show(results, form, many=box is None), out)


def _leaves(sizes: tuple[int, ...], order: str, form: str, settings: Settings) -> str:
    from ..games.box.rules import parse_order
    from ..games.box.tree import leaves

    word = "".join(player.letter for player in parse_order(order))
    count = leaves(sizes, word, settings=settings)
    if form == "json":
        return json_text({"box": sizes, "order": word, "leaves": str(count)})
    if form == "csv":
        return Table(("box", "order", "leaves"), ((_name(sizes), word, count),)).csv()
    return f"{count}"


def _show(results: "list[BoxOutcomes]", form: str, many: bool) -> str:
    if form == "json":
        entries = [result.to_json() for result in results]
        return json_text(entries if many else entries[0])
    if not many and form == "text":
        return str(results[0])
    table = Table(
        ("box", *results[0].outcomes, "class", "nodes"),
        tuple((r.name, *r.outcomes.values(), r.outcome_class or "-", r.nodes) for r in results),
    )
    return table.csv() if form == "csv" else table.text()


def _name(sizes: tuple[int, ...]) -> str:
    return "x".join(map(str, sizes))


@contextmanager
def kept_answers(store: Path | None) -> "Iterator[tuple[Known, Callable[[], None]]]":
    """The answers that a store has, and what to call when there are new ones; nothing is kept without one."""
    known: Known = {}
    if store is None:
        yield known, lambda: None
        return
    from ..jobs.journal import Journal

    with Journal(store, lambda line: note(f"enumerate: {line}")) as journal:
        known |= possible_answers(journal.entries("box"))
        there = set(known)

        def learned() -> None:
            fresh = {key: wins for key, wins in known.items() if key not in there}
            journal.append(["box", *key, wins] for key, wins in fresh.items())
            there.update(fresh)

        yield known, learned


def possible_answers(entries: "Iterable[list[Any]]") -> "Known":
    """The entries ["box", sizes in turn order, place of a player, whether that player wins] that can be true.

    At most one player can force a win in a box and a turn order.

    >>> possible_answers([["box", [2, 2, 2], 0, True], ["box", [0, 2, 2], 0, True], ["box", [2, 2, 2], 3, 1]])
    {((2, 2, 2), 0): True}
    """
    known: Known = {}
    for entry in entries:
        match entry:
            case [_, [_, _, _] as sizes, 0 | 1 | 2 as place, True | False as wins] if all(
                type(n) is int and n > 0 for n in (*sizes, place + 1)
            ):
                known[tuple(sizes), place] = wins
    winners = Counter(sizes for (sizes, _), wins in known.items() if wins)
    return {key: wins for key, wins in known.items() if winners[key[0]] <= 1}
