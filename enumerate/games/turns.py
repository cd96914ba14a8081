"""Turn orders, and whose turn it is among three or more players; players without a move are skipped."""

import re
from itertools import permutations

from ..model.board import Board, Player
from ..support.errors import InputError


def parse_order(text: str, players: tuple[Player, ...] = tuple(Player)) -> tuple[Player, ...]:
    """The turn order of a word such as MLR or M-L-R, or of names as in middle,left,right.

    >>> [player.letter for player in parse_order("M-L-R")]
    ['M', 'L', 'R']
    """
    words = [*filter(None, re.split("[-, ]", text))] if isinstance(text, str) else []
    letters = words if len(words) > 1 else list("".join(words))
    try:
        order = tuple(Player.of(letter, among=players) for letter in letters)
    except InputError:
        order = ()
    if sorted(order) != sorted(players):
        allowed = ", ".join("".join(player.letter for player in each) for each in permutations(players))
        raise InputError(f"{text!r} is not a turn order: write one of {allowed}")
    return order


def next_to_move(free: Board, order: tuple[Player, ...], player: Player) -> Player:
    """The next player in the cyclic order after `player` who has a move; the very next if nobody has."""
    place = order.index(player)
    following = order[place + 1 :] + order[: place + 1]
    return next((p for p in following if next(free.dominoes(p), None) is not None), following[0])
