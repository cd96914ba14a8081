"""The drawn board, its counts, its positions by number, and shortest games."""

from typing import Any

from ...counting.answer import answer, truncated_ratio
from ...counting.overview import overview
from ...model.board import Board, Domino, Player
from ...model.game import DOMINEERING, Game, Piece, names, variable_of
from ...model.polynomial import PLAY_DIFFERENCES
from ...model.position import Placement, Position, find_placement
from ...optimize.alpha import alpha
from ...plan.question import Question
from ...render.as_svg import LAYER_GAP, MARGIN, SIDE, svg
from ...render.palette import colour
from ...rules.kinds import MEANING, Kind, meaning
from ...sampling.sampling import PositionList, list_positions
from ...support.run import Settings
from ...support.seeds import chosen_seed
from ..request import Params, SharedCache

PRESETS = {
    **{f"{rows} × {cols}": Board.rectangle(rows, cols) for rows, cols in ((4, 3), (4, 6), (6, 6), (8, 8))},
    "Aztec diamond": Board.aztec_diamond(3),
    "cross": Board.parse("##..##\n##..##\n......\n......\n##..##\n##..##"),
    "tournament, Example 7": Position.parse(  # of [HM21]
        "......L.\nRR..RRL.\n.L......\n.L..RR..\n.L.L..L.\n.L.L..L.\n.LRR..RR\n.L......"
    ),
}
MOST_TERMS = 4000  # of a polynomial that is sent to be typeset
_lists: SharedCache[PositionList] = SharedCache("lists", 4)


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
    """The drawn position: the picture, the moves, the player to move."""
    position = params.position()
    turn = params.turn(position)
    return drawn(position) | {
        "moves": moves_of(position),
        "to_move": None if turn is None else turn.name.lower(),
        "free": len(position.free),
    }


def totals(params: Params, settings: Settings) -> Any:
    """The totals of each kind, the play positions, and their shares."""
    position = params.position()
    turn = params.turn(position)
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
    question = Question(position.free, kind, play=play, game=position.game)
    found = answer(question, ratio=True, settings=settings)
    is_small = found.polynomial is not None and len(found.polynomial.terms) <= MOST_TERMS
    return found.to_json() | {
        "text": str(found.polynomial) if is_small else None,
        "meaning": meaning(kind, question.players, play),
        "share": found.share if play else None,
        "differences": PLAY_DIFFERENCES.get(kind, ()),
        "latex": found.latex(),
        "sympy": found.sympy(),
        "csv": found.table().csv(),
    }


def browse(params: Params, settings: Settings) -> Any:
    """The position with a given number, or a random one, of a kind and with given numbers of pieces."""
    position, kind, play = params.position(), params.kind(but=(Kind.PERFECT,)), params.flag("play")
    dominoes = params.number_or_none("left"), params.number_or_none("right")
    number, at_random = params.digits("number"), params.flag("random")
    wanted = dominoes[: position.game.variables(position.board.dimension)]

    def make() -> PositionList:
        return list_positions(position, kind, play=play, pieces=wanted, settings=settings)

    with _lists.borrow((position, kind, play, wanted), make) as listed:
        described = listed.question_json()
        if not listed.total:
            return described | {"number": None, "nothing": listed.nothing()}
        if at_random:
            (found,) = listed.sample(1, chosen_seed(None), settings=settings)
            number = listed.rank(found)
        else:
            number = min(number or 0, listed.total - 1)
            (found,) = listed.positions([number], settings=settings)
        added = [now - before for now, before in zip(found.counts, position.counts, strict=True)]
        return described | {"number": str(number), "position": drawn(found), "added": added}


def shortest(params: Params, settings: Settings) -> Any:
    """A shortest game: how many moves, who begins, and the moves in order."""
    position = params.position()
    found = alpha(position.free, game=position.game, settings=settings)
    return found.to_json() | {
        "summary": found.summary(),
        "written": found.written_order(),
        "pieces": [piece_of(found.witness, move) for move in found.order],
    }
