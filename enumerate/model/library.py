"""The library of games: `library.toml` beside this module, each game a few lines of data."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..support.caches import remembered
from ..support.errors import InputError
from .game import DOMINEERING, Forbidden, Game, Piece


@remembered()
def _written() -> dict[str, dict[str, Any]]:
    """The games of the file, by name."""
    import tomllib

    text = Path(__file__).with_name("library.toml").read_text(encoding="utf-8")
    return {DOMINEERING.name: DOMINEERING.to_json()} | tomllib.loads(text)


def names() -> tuple[str, ...]:
    """The names of all games of the library.

    >>> names()[:3]
    ('domineering', 'cram', 'triomineering')
    """
    return tuple(_written())


@remembered()
def game_named(name: str) -> Game:
    """The game of the library with this name.

    >>> game_named("kings").about
    'kings that do not attack each other'
    """
    if name == DOMINEERING.name:
        return DOMINEERING
    if name not in names():
        from difflib import get_close_matches

        near = get_close_matches(name.lower(), names(), n=1, cutoff=0.5)
        hint = f": did you mean '{near[0]}'?" if near else ""
        raise InputError(f"unknown game {name!r}{hint} (a file, or a name that `enumerate games` lists)")
    from .gamefiles import game_of

    return game_of({"name": name} | _written()[name])


def distance_game(name: str, same: Iterable[int], different: Iterable[int]) -> Game:
    """Cells of two colours with forbidden distances: between equal colours, and between different ones.

    Col is ({1}, {}), Snort ({}, {1}), Node Kayles in two colours ({1}, {1}) [Burke et al., arXiv:1605.06801].

    >>> distance_game("col", same=[1], different=[]) == game_named("col")
    True
    """
    pieces = tuple(Piece(player[0].upper(), player, ((0, 0),)) for player in ("left", "right"))
    pairs = [(("L", "L"), tuple(same)), (("R", "R"), tuple(same)), (("L", "R"), tuple(different))]
    rules = [Forbidden(between, (), found) for between, found in pairs if found]
    return Game(name, pieces, tuple(rules))
