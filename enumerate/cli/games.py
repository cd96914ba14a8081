"""`enumerate games`: the games of the library, and any game as a file."""

from pathlib import Path

import click

from ..model.pieces import Piece
from ..render.data import json_text
from ..support.table import Table
from .output import emit, format_option, out_option


@click.command()
@click.argument("name", required=False)
@format_option("text", "json")
@out_option
def games(name: str | None, form: str, out: Path | None) -> None:
    """List the games that --game takes, or show one as a file to start from.

    NAME is a game of the library or a file, TOML or JSON; docs/games.md says what its keys mean.

    \b
    Examples:
      enumerate games
      enumerate games col
      enumerate games cram --out mine.toml
    """
    from ..model.gamefiles import find_game, game_toml
    from ..model.library import game_named, names
    from ..render.pieces import pieces_text

    if name is not None:
        game = find_game(name)
        drawn = "\n".join(f"# {line}".rstrip() for line in pieces_text(game).split("\n"))
        emit(json_text(game.to_json()) if form == "json" else f"{drawn}\n{game_toml(game)}", out)
        return
    found = [game_named(each) for each in names()]
    if form == "json":
        emit(json_text([game.to_json() for game in found]), out)
    else:
        rows = tuple((game.name, _players(game.pieces), game.about) for game in found)
        emit(Table(("game", "players", "pieces and rules"), rows).text(), out)


def _players(pieces: tuple[Piece, ...]) -> str:
    """Who plays: the owners of the pieces, each once."""
    return ", ".join(dict.fromkeys(piece.player for piece in pieces))
