"""Games in files: TOML or JSON with the keys `name`, `pieces`, `forbidden`, and words about the game."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..support.errors import InputError, unknown
from ..support.files import text_of
from .game import Forbidden, Game, Piece
from .library import game_named, names

WORDS = ("about", "source")


def find_game(text: str) -> Game:
    """The game of the library with this name, or the one in this file.

    >>> find_game("snort").name
    'snort'
    >>> find_game("chess.toml")
    Traceback (most recent call last):
        ...
    enumerate.InputError: cannot read the game 'chess.toml': No such file or directory
    """
    if text in names():
        return game_named(text)
    if Path(text).suffix.lower() in (".toml", ".json") or "/" in text or Path(text).is_file():
        return read_game(text)
    return game_named(text)


def read_game(path: str | Path) -> Game:
    """The game in a file, TOML or JSON."""
    text = text_of(path, "the game ")
    try:
        return parse_game(text, is_json=Path(path).suffix.lower() == ".json")
    except InputError as error:
        raise InputError(f"'{path}' is not a game: {error}") from error


def parse_game(text: str, is_json: bool = False) -> Game:
    """The game that a text in TOML or JSON describes; what begins with a brace is JSON, too.

    >>> parse_game('name = "one"\\n[[pieces]]\\nname = "N"\\nplayer = "left"\\ncells = [[0, 0]]').pieces
    (Piece(name='N', player='left', cells=((),)),)
    """
    import tomllib

    is_json = is_json or text.lstrip().startswith("{")
    try:
        value = json.loads(text, object_pairs_hook=_once) if is_json else tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"it is not TOML: {error}") from error
    except (json.JSONDecodeError, RecursionError) as error:
        raise InputError(f"it is not JSON: {error}") from error
    return game_of(value)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON whose keys occur once."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise InputError(f"the key '{twice}' occurs twice")
    return found


def game_of(value: Any) -> Game:
    """The game that an object of JSON or TOML describes.

    >>> game_of({"name": "one", "pieces": [{"name": "N", "player": "left"}]})
    Traceback (most recent call last):
        ...
    enumerate.InputError: a piece has `name`, `player`, `cells`: `cells` is missing
    """
    game = _entries("a game", value, ("name", "pieces"), ("forbidden", *WORDS))
    words = {key: game[key] for key in WORDS if key in game}
    for key, text in words.items():
        if not isinstance(text, str) or not text.isprintable():
            raise InputError(f"`{key}` is a line of text, not {text!r}")
    pieces = [_piece(piece) for piece in _list("pieces", game["pieces"])]
    rules = [_rule(rule) for rule in _list("forbidden", game.get("forbidden", []))]
    return Game(game["name"], tuple(pieces), tuple(rules), **words)


def _piece(value: Any) -> Piece:
    piece = _entries("a piece", value, ("name", "player", "cells"), ())
    cells = _steps("cells", piece["cells"])
    return Piece(piece["name"], piece["player"], tuple(cells))


def _rule(value: Any) -> Forbidden:
    rule = _entries("a rule", value, ("between",), ("offsets", "distances"))
    offsets = _steps("offsets", rule.get("offsets", []))
    between, distances = _list("between", rule["between"]), _list("distances", rule.get("distances", []))
    return Forbidden(tuple(between), tuple(offsets), tuple(distances))


def _entries(what: str, value: Any, needed: tuple[str, ...], allowed: tuple[str, ...]) -> Mapping[str, Any]:
    """An object with the keys that it needs and no other ones."""
    keys = ", ".join(f"`{key}`" for key in needed)
    if not isinstance(value, Mapping):
        raise InputError(f"{what} has {keys}, and is not {value!r}")
    for key in value:
        if key not in (*needed, *allowed):
            raise unknown(f"key of {what}", str(key), (*needed, *allowed))
    for key in needed:
        if key not in value:
            raise InputError(f"{what} has {keys}: `{key}` is missing")
    return value


def _list(name: str, value: Any) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise InputError(f"`{name}` is a list, not {value!r}")
    return list(value)


def _steps(name: str, value: Any) -> list[Any]:
    """Steps along two or three axes, all of one length."""
    steps = _list(name, value)
    for step in steps:
        if not isinstance(step, list | tuple) or len(step) not in (2, 3) or len(step) != len(steps[0]):
            raise InputError(f"`{name}` are steps [row, column] or all [row, column, layer], not {step!r}")
    return steps


def game_toml(game: Game) -> str:
    """The file of a game.

    >>> print(game_toml(Game.named("cram")))
    name = "cram"
    about = "dominoes either way, which either player may place; Arc Kayles on the grid"
    source = "Gardner, Mathematical Games, Sci. Amer. 230 (1974), no. 2"
    <BLANKLINE>
    [[pieces]]
    name = "V"
    player = "either"
    cells = [[0, 0], [1, 0]]
    <BLANKLINE>
    [[pieces]]
    name = "H"
    player = "either"
    cells = [[0, 0], [0, 1]]
    """
    value = game.to_json()
    lines = [f"{key} = {json.dumps(value[key])}" for key in ("name", *WORDS) if key in value]
    for table in ("pieces", "forbidden"):
        for entry in value[table]:
            lines += ["", f"[[{table}]]", *(f"{key} = {json.dumps(found)}" for key, found in entry.items())]
    return "\n".join(lines)
