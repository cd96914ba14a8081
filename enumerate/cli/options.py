"""Which positions, and with what: the options that several commands have, each declared once."""

from collections.abc import Callable, Collection
from functools import wraps
from typing import Any

import click

from ..model.game import Game
from ..model.position import Position
from ..rules.summands import stuck_in
from ..rules.tiles import Kind
from ..support.errors import InputError, unknown
from .boards import game_option
from .output import Decorator, is_given


class Whole(click.IntRange):
    """An integer in a range; what is none is called no integer."""

    name = "integer"


def _one_of(word: str, but: Collection[Kind]) -> Kind:
    allowed = [kind for kind in Kind if kind not in but]
    if word not in list(Kind):
        raise unknown("kind", word, allowed)
    return Kind(word)


def kind_option(default: Kind = Kind.GENERAL, but: Collection[Kind] = (Kind.PERFECT,)) -> Decorator:
    """`--kind`; the kinds `but` are left out of the help where the command does not take them."""
    words = ", ".join(kind for kind in Kind if kind not in but)
    return click.option(
        "--kind",
        default=default.value,
        show_default=True,
        metavar="KIND",
        callback=lambda _, __, value: _one_of(value, but),
        help=f"Which positions: {words} (what they are: enumerate --help).",
    )


stuck_option = click.option(
    "--stuck", metavar="PLAYERS", help="Instead of --kind: the players without a move, as in left,right."
)
play_option = click.option(
    "--play", is_flag=True, help="Keep only the positions that alternating play can reach."
)


def stuck_instead(stuck: str, kind: Kind) -> list[Any]:
    """The players of `--stuck`, which is instead of `--kind`."""
    if is_given("kind"):
        raise InputError(f"give --kind or --stuck, not both ('{kind}' and '{stuck}')")
    return [part.strip() for part in stuck.split(",") if part.strip()]


def kind_options(default: Kind = Kind.GENERAL, but: Collection[Kind] = (Kind.PERFECT,)) -> Decorator:
    """Add `--kind` and `--stuck`; pass the kind (None with `--stuck`) and the stuck axes.

    Stands below `board_options`.
    """

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @kind_option(default, but)
        @stuck_option
        @wraps(command)
        def wrapped(position: Position, kind: Kind, stuck: str | None, **rest: Any) -> Any:
            if stuck is None:
                return command(position=position, kind=kind, stuck=None, **rest)
            axes = stuck_in(position.game, stuck_instead(stuck, kind), position.board.dimension)
            return command(position=position, kind=None, stuck=axes, **rest)

        return wrapped

    return decorate


def weight_options(examples: str) -> Decorator:
    """Add `--x`, `--y` and `--z`, and pass their texts as one argument, `weights`."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @click.option("--x", metavar="W", help=f"Weight of Left's pieces, as in {examples} (default: 1).")
        @click.option("--y", metavar="W", help="Weight of Right's pieces.")
        @click.option("--z", metavar="W", help="Weight of Middle's pieces.")
        @wraps(command)
        def wrapped(x: str | None, y: str | None, z: str | None, **rest: Any) -> Any:
            return command(weights=(x, y, z), **rest)

        return wrapped

    return decorate


def strip_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of boards of one width: `--cols`, and as one argument, `asked`, the others: `--kind`,
    `--stuck`, `--wrap`, `--x` and `--y`, as far as they are given.
    """

    @click.option("--cols", type=int, metavar="N", required=True, help="The number of columns of the boards.")
    @kind_option(but=(Kind.ANY_END,))
    @stuck_option
    @click.option(
        "--wrap",
        metavar="AXES",
        help="Make the boards cylinders: cols, so that the first column follows the last.",
    )
    @game_option
    @click.option("--x", metavar="W", help="Weight of Left's (vertical) dominoes (default: 1).")
    @click.option("--y", metavar="W", help="Weight of Right's (horizontal) dominoes (default: 1).")
    @wraps(command)
    def wrapped(
        kind: Kind, stuck: str | None, wrap: str | None, game: Game, x: str | None, y: str | None, **rest: Any
    ) -> Any:
        given = {"wrap": wrap, "x": x, "y": y}
        asked: dict[str, Any] = {"kind": kind, "game": game} | {
            k: v for k, v in given.items() if v is not None
        }
        if stuck is not None:
            asked["stuck"] = stuck_instead(stuck, kind)
        return command(asked=asked, **rest)

    return wrapped
