"""`enumerate box`: who can force a win when three players place in a box."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..render.data import json_text
from ..support.errors import InputError
from ..support.progress import portion
from ..support.table import Table
from .boards import parse_box
from .output import check_out, emit, format_option, out_option, write_whole
from .progress import progress_bar, progress_option

if TYPE_CHECKING:
    from ..games.box.solver import BoxOutcomes, Known

MOST_SUM = 15  # 6 x 5 x 5 cells are more than the solver takes


@click.command()
@click.argument("box", required=False, metavar="[AxBxC]")
@click.option("--tree", metavar="ORDER", help="Count the leaves of the game tree of one order, such as MLR.")
@click.option(
    "--up-to",
    type=click.IntRange(max=MOST_SUM),
    metavar="S",
    help="All boxes A >= B >= C with A + B + C at most S.",
)
@click.option(
    "--store",
    metavar="FILE",
    callback=check_out,
    help="Keep every answer in FILE as it is found, and go on from there.",
)
@format_option("text", "json", "csv")
@out_option
@progress_option
def box(
    box: str | None,
    tree: str | None,
    up_to: int | None,
    store: Path | None,
    form: str,
    out: Path | None,
    progress: bool,
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
        emit(_leaves(parse_box(box), tree, form, progress), out)
        return
    from ..games.box.solver import boxes_up_to, outcomes

    if up_to is not None and up_to < 3:
        raise InputError(f"`--up-to` must be at least 3, not {up_to}")
    boxes = [parse_box(box)] if box is not None else list(boxes_up_to(up_to or 0))
    known = read_store(store) if store is not None and store.exists() else {}
    results: list[BoxOutcomes] = []

    def learned() -> None:
        if store is not None:
            write_whole(store, _written(known))

    with progress_bar("solving", progress) as report:
        try:
            for done, sizes in enumerate(boxes):
                results.append(outcomes(sizes, portion(report, done, len(boxes)), known, learned))
        except KeyboardInterrupt:
            if results:  # what is finished is not lost
                emit(_show(results, form, many=box is None), out)
            raise
    emit(_show(results, form, many=box is None), out)


def _leaves(sizes: tuple[int, ...], order: str, form: str, progress: bool) -> str:
    from ..games.box.rules import parse_order
    from ..games.box.tree import leaves

    word = "".join(player.letter for player in parse_order(order))
    with progress_bar("counting leaves", progress) as report:
        count = leaves(sizes, word, report)
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


def _written(known: "Known") -> str:
    lines = [
        json.dumps({"sizes": sizes, "player": place, "wins": wins}) for (sizes, place), wins in known.items()
    ]
    return "".join(line + "\n" for line in lines)


def read_store(store: Path) -> "Known":
    """The answers that `--store` keeps: one JSON object a line."""
    known: Known = {}
    try:
        for line in store.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            sizes, player, wins = (entry[name] for name in ("sizes", "player", "wins"))
            if not (len(sizes) == 3 and all(type(n) is int for n in (*sizes, player)) and type(wins) is bool):
                raise ValueError(line)
            known[tuple(sizes), player] = wins
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise InputError(f"'{store}' is not a store of answers: name another file") from error
    return known
