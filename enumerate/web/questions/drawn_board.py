"""The board that is drawn, and what is counted on it."""

import json
from typing import Any

from ...counting.overview import overview
from ...counting.positions import count_with_provenance, positions
from ...model.board import Board, Domino, Player
from ...model.game import DOMINEERING, Game, Piece, names, variable_of
from ...model.polynomial import PLAY_DIFFERENCES
from ...model.position import Placement, Position, find_placement
from ...render.answer import Answer, truncated_ratio
from ...render.as_svg import LAYER_GAP, MARGIN, SIDE, svg
from ...render.palette import colour
from ...rules.kinds import MEANING, Kind, meaning, stuck_of
from ...support.run import Settings
from ..request import Params

PRESETS = {
    **{f"{rows} × {cols}": Board.rectangle(rows, cols) for rows, cols in ((4, 3), (4, 6), (6, 6), (8, 8))},
    "Aztec diamond": Board.aztec_diamond(3),
    "cross": Board.parse("##..##\n##..##\n......\n......\n##..##\n##..##"),
    "tournament, Example 7": Position.parse(  # of [HM21]
        "......L.\nRR..RRL.\n.L......\n.L..RR..\n.L.L..L.\n.L.L..L.\n.LRR..RR\n.L......"
    ),
}
MOST_TERMS = 4000  # of a polynomial that is sent to be typeset


def drawn(position: Position) -> dict[str, Any]:
    """A position as the page shows it: the picture, where its cells are, and the pieces on it."""
    board = position.board
    return {
        "svg": svg(position),
        "side": SIDE,
        "margin": MARGIN,
        "gap": LAYER_GAP,
        "shape": list(board.shape),
        "text": str(position),
        "board": str(board),
        "pieces": [piece_of(position, placement) for placement in position.placements],
        "counts": list(position.counts),
    }


def piece_of(position: Position, move: Domino | Placement) -> list[Any]:
    """A piece that lies on the board or could: its name, the cell where it is put down and its cells."""
    laid = find_placement(position.game, position.board, move)
    return [position.game.pieces[laid.piece].name, list(laid.at), [list(cell) for cell in laid.cells]]


def moves_of(position: Position) -> list[list[Any]]:
    """All pieces that can be added."""
    players = range(position.game.variables(position.board.dimension))
    return [piece_of(position, move) for player in players for move in position.moves(player)]


def label(game: Game, piece: Piece) -> str:
    """The name of a piece on its button.

    >>> [label(game, piece) for game in (Game.named("domineering"),) for piece in game.on(2)]
    ['Left (vertical)', 'Right (horizontal)']
    """
    if game == DOMINEERING:
        return "Left (vertical)" if variable_of(piece) == 0 else "Right (horizontal)"
    if game.is_impartial:
        return f"Piece {piece.name}"
    owned = [other for other in game.on(2) if variable_of(other) == variable_of(piece)]
    name = Player(variable_of(piece)).title
    return name if len(owned) == 1 else f"{name}: {piece.name}"


def games(params: Params, settings: Settings) -> Any:
    """The games of the library with the colours of their pieces, some boards, the kinds in words."""
    params.done()
    found = [Game.named(name) for name in names()]
    return {
        "games": [
            {
                "name": game.name,
                "about": game.about,
                "shared": game.is_impartial,
                "pieces": [
                    {
                        "name": piece.name,
                        "label": label(game, piece),
                        "player": piece.player,
                        "colour": colour(tint).fill,
                    }
                    for number, piece in enumerate(game.on(2))
                    for tint in [number if game.is_impartial else variable_of(piece)]
                ],
            }
            for game in found
        ],
        "presets": {name: str(shape) for name, shape in PRESETS.items()},
        "kinds": {kind.value: MEANING[kind] for kind in Kind},
    }


def board(params: Params, settings: Settings) -> Any:
    """What is drawn: the picture, the moves, whose turn it is."""
    position = params.position()
    turn = params.turn(position)
    params.done()
    return drawn(position) | {
        "moves": moves_of(position),
        "to_move": None if turn is None else turn.name.lower(),
        "free": len(position.free),
    }


def totals(params: Params, settings: Settings) -> Any:
    """The totals of each kind, of what play can reach, and their shares."""
    position = params.position()
    turn = params.turn(position)
    params.done()
    seen = overview(position, turn, settings=settings)
    shares = {
        kind: truncated_ratio(part, whole)
        for kind, part in seen.play.items()
        if part is not None and (whole := seen.totals[kind])
    }
    return seen.to_json() | {"shares": shares}


def count(params: Params, settings: Settings) -> Any:
    """The polynomial of a kind: its text, terms and total, and the forms in which it can be copied."""
    position, kind, play = params.position(), params.kind(), params.flag("play")
    params.done()
    game, free = position.game, position.free
    part, rest = settings.cut([4, 1])
    polynomial = positions(free, kind, play=play, game=game, settings=part)
    whole = polynomial.total
    if play:
        whole = count_with_provenance(free, kind, game=game, settings=rest)[0]
    players = stuck_of(kind, None, game.variables(free.dimension))
    how = dict(polynomial.provenance)
    answer = Answer(free, kind, players, play, polynomial.total, whole, polynomial, how, game=game)
    is_small = len(polynomial.terms) <= MOST_TERMS
    return json.loads(answer.json()) | {
        "text": str(polynomial) if is_small else None,
        "meaning": meaning(kind, players, play),
        "share": truncated_ratio(polynomial.total, whole) if play else None,
        "differences": PLAY_DIFFERENCES.get(kind, ()),
        "latex": answer.latex(),
        "sympy": answer.sympy(),
        "csv": answer.csv(),
    }
