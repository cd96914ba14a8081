"""All positions of a kind by their numbers, and shortest games."""

from typing import Any

from ...optimize.alpha import alpha
from ...rules.kinds import Kind
from ...sampling.sampling import PositionList, list_positions
from ...support.run import Settings
from ...support.seeds import new_seed
from ..cache import SharedCache
from ..request import Params
from .drawn_board import drawn, piece_of

_lists: SharedCache[PositionList] = SharedCache("lists", 4)


def browse(params: Params, settings: Settings) -> Any:
    """The position with a given number, or a random one, of a kind and with given numbers of pieces."""
    position, kind, play = params.position(), params.kind(but=(Kind.PERFECT,)), params.flag("play")
    dominoes = params.number_or_none("left"), params.number_or_none("right")
    number, at_random = params.digits("number"), params.flag("random")
    params.done()
    wanted = dominoes[: position.game.variables(position.board.dimension)]

    def make() -> PositionList:
        return list_positions(position, kind, play=play, pieces=wanted, settings=settings)

    with _lists.borrow((position, kind, play, wanted), make) as listed:
        asked = listed.question_json()
        if not listed.total:
            return asked | {"number": None, "nothing": listed.nothing()}
        if at_random:
            (found,) = listed.sample(1, new_seed(), settings=settings)
            number = listed.rank(found)
        else:
            number = min(number or 0, listed.total - 1)
            (found,) = listed.positions([number], settings=settings)
        added = [now - before for now, before in zip(found.counts, position.counts, strict=True)]
        return asked | {"number": str(number), "position": drawn(found), "added": added}


def shortest(params: Params, settings: Settings) -> Any:
    """A shortest game: how many moves, who begins, and the moves in order."""
    position = params.position()
    params.done()
    found = alpha(position.free, game=position.game, settings=settings)
    return found.to_json() | {
        "summary": found.summary(),
        "written": found.written_order(),
        "pieces": [piece_of(found.witness, move) for move in found.order],
    }
