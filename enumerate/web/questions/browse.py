"""All positions of a kind by their numbers, and shortest games."""

from typing import Any

from ...cli.selection import Selection
from ...listing.sampling import PositionList
from ...model.position import Position
from ...rules.tiles import Kind
from ...shortest.alpha import alpha
from ...support.seeds import new_seed
from ...support.settings import Settings
from ..asked import Asked
from ..kept import Kept
from .board import drawn, piece_of

_lists: Kept[PositionList] = Kept("lists", 4)


def browse(asked: Asked, settings: Settings) -> Any:
    """The position with a number, or one at random, among those of a kind with so many pieces of each."""
    position, kind, play = asked.position(), asked.kind(but=(Kind.PERFECT,)), asked.flag("play")
    dominoes = asked.number_or_none("left"), asked.number_or_none("right")
    number, at_random = asked.digits("number"), asked.flag("random")
    asked.done()
    listed = _listed(position, kind, play, dominoes, settings)
    selection = Selection(position, listed, kind, settings)
    shown = selection.json()
    if not listed.total:
        return shown | {"number": None, "nothing": listed.nothing()}
    if at_random:
        (found,) = listed.sample(1, new_seed(), settings=settings)
        number = listed.rank(found)
    else:
        (found,) = listed.positions([min(number or 0, listed.total - 1)], settings=settings)
        number = min(number or 0, listed.total - 1)
    return shown | {"number": str(number), "position": drawn(selection.whole(found)), "added": found.counts}


def _listed(
    position: Position, kind: Kind, play: bool, dominoes: tuple[int | None, ...], settings: Settings
) -> PositionList:
    """The list, which a process keeps for the next numbers."""
    free, game = position.free, position.game
    wanted = dominoes[: game.variables(free.dimension)]
    return _lists(
        (free, game, kind, play, wanted),
        lambda: PositionList(free, kind, play=play, dominoes=wanted, game=game, settings=settings),
    )


def shortest(asked: Asked, settings: Settings) -> Any:
    """A shortest game: how many moves, who begins, and the moves in order."""
    position = asked.position()
    asked.done()
    found = alpha(position.free, game=position.game, settings=settings)
    return found.to_json() | {
        "summary": found.summary(),
        "written": found.written_order(),
        "pieces": [piece_of(found.witness, move) for move in found.order],
    }
