"""Kinds of positions, and the players who are stuck in them."""

from collections.abc import Collection, Iterable
from enum import StrEnum
from typing import Literal

from ..model.players import Player, PlayerLike
from ..support.errors import InputError, plural, unknown

KindName = Literal["general", "maximal", "right-end", "left-end", "any-end", "perfect"]


class Kind(StrEnum):
    """The named kinds of positions: which players have no move left, or that no cell is empty."""

    GENERAL = "general"
    MAXIMAL = "maximal"
    RIGHT_END = "right-end"
    LEFT_END = "left-end"
    ANY_END = "any-end"
    PERFECT = "perfect"

    @classmethod
    def of(cls, word: str) -> "Kind":
        """The kind with this name."""
        return cls(word)

    @classmethod
    def _missing_(cls, value: object) -> None:
        raise unknown("kind", value, list(cls))


KindLike = Kind | KindName  # a kind or its name; type checkers catch a slip
StuckLike = Iterable[PlayerLike | Literal["either"]]  # players; one word for all if pieces are of either


def stuck_players(kind: str, dimension: int = 2) -> frozenset[int]:
    """The axes of the players who must be out of moves."""
    stuck = {
        Kind.GENERAL: (),
        Kind.LEFT_END: (Player.LEFT,),
        Kind.RIGHT_END: (Player.RIGHT,),
        Kind.MAXIMAL: range(dimension),
    }
    named = Kind.of(kind)
    if named is Kind.ANY_END:
        raise InputError("'any-end' is a sum, not one set of stuck players")
    if named is Kind.PERFECT:
        raise InputError("'perfect' is about empty cells, not about stuck players")
    return check_stuck(stuck[named], dimension)


def check_stuck(stuck: StuckLike, dimension: int) -> frozenset[int]:
    """The set of stuck axes, refused when a player has no axis on the board."""
    if isinstance(stuck, str) or not isinstance(stuck, Iterable):
        raise InputError(f"`stuck` is a list of players, as in ['left'], not {stuck!r}")
    axes = frozenset(int(Player.of(player)) for player in stuck)
    for axis in sorted(axes):
        if axis >= dimension:
            name = Player(axis).name.capitalize()
            dimensions = plural(dimension, "dimension")
            raise InputError(f"{name} has no axis on a board of {dimensions} and cannot be stuck")
    return axes


def kind_of(stuck: Collection[int], dimension: int) -> Kind | None:
    """The named kind with exactly these stuck players, if there is one."""
    for kind in (Kind.GENERAL, Kind.MAXIMAL, Kind.RIGHT_END, Kind.LEFT_END):
        axes = range(dimension) if kind is Kind.MAXIMAL else stuck_players(kind, 2)
        if frozenset(axes) == frozenset(stuck):
            return kind
    return None


def one_set(
    kind: str, stuck: StuckLike | None = None, dimension: int = 2
) -> tuple[Kind | None, frozenset[int]]:
    """The kind, or None if `stuck` names players, and the axes of the stuck players."""
    allowed = [each for each in Kind if each not in (Kind.ANY_END, Kind.PERFECT)]
    if kind not in list(Kind):
        raise unknown("kind", kind, allowed)
    named = Kind(kind)
    if stuck is not None:
        if named is not Kind.GENERAL:
            raise InputError(f"give `kind` or `stuck`, not both ('{kind}' and {stuck!r})")
        return None, check_stuck(stuck, dimension)
    if named not in allowed:
        raise InputError(f"'{kind}' is not supported here (allowed: {', '.join(allowed)})")
    return named, stuck_players(named, dimension)
