"""Numbers that users give for placements: costs and weights, by player, by placement or by a function.

`measures/`, `sampling/` and `optimize/extremes.py` read them. Read `problem.py` first.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from ..model.board import Domino, Player
from ..model.game import DOMINEERING, EITHER
from ..model.lattice import Cell
from ..model.weights import Weight
from ..support.errors import InputError
from .problem import Conflicts

NumbersLike = Any  # a number, a mapping by player or by placement, or a function of a `PlacedPiece`


class PlacedPiece(NamedTuple):
    """A placement as users see it: the name of the piece, the cells it covers, and whose piece it is.

    The player is None for a piece that either player may place.
    """

    piece: str
    cells: tuple[Cell, ...]
    player: Player | None


def placement_numbers(graph: Conflicts, given: NumbersLike, name: str, left_out: int) -> list[Fraction]:
    """The number of each placement of a conflict graph; `name` is what messages call it, "cost" or "weight".

    `given` is one number for all; or a mapping from players to numbers; or one from placements to numbers, in
    which a placement is a `Domino`, a `PlacedPiece` or a pair of the name of a piece and its cells, and
    placements that are not named have the number `left_out`; or a function of a `PlacedPiece`.

    >>> from enumerate import Board, Game
    >>> from enumerate.rules.problem import conflict_graph
    >>> graph = conflict_graph(Game.named("domineering"), Board("2x2"))
    >>> [str(c) for c in placement_numbers(graph, {"left": 1, "right": "-0.5"}, "cost", 0)]
    ['1', '-1/2', '1', '-1/2']
    """
    if isinstance(given, Mapping):
        by_player = _by_player(graph, given, name)
        return _by_placement(graph, given, name, left_out) if by_player is None else by_player
    if callable(given):
        return [_number(given(each), name, each) for each in placed_pieces(graph)]
    return [_number(given, name)] * len(graph)


def placed_pieces(graph: Conflicts) -> list[PlacedPiece]:
    """The placements of a conflict graph as users see them."""
    game, pieces = graph.game, graph.game.pieces
    return [
        PlacedPiece(pieces[p.piece].name, p.cells, None if game.is_impartial else Player(variable))
        for p, variable in zip(graph.placements, graph.variables, strict=True)
    ]


def _number(value: Any, name: str, where: object = None) -> Fraction:
    """A real number as a fraction."""
    try:
        weight = Weight.of(value, name)
    except InputError:
        weight = None
    if weight is None or weight.imaginary:
        at = "" if where is None else f" (of {where})"
        raise InputError(f"`{name}` must be an integer, a fraction or a decimal, not {value!r}{at}") from None
    return weight.real


def _by_player(graph: Conflicts, given: Mapping[Any, Any], name: str) -> list[Fraction] | None:
    """Numbers by player; None if the keys are no players."""
    if not given or not all(isinstance(key, str) or hasattr(key, "__index__") for key in given):
        return None
    game = graph.game
    players = list(Player)[: game.variables(graph.board.dimension)]
    if game.is_impartial:
        if set(given) != {EITHER}:
            raise InputError(f"'{game.name}' has pieces of either player: the key of a {name} is '{EITHER}'")
        return [_number(given[EITHER], name)] * len(graph)
    named = {Player.of(key, players): _number(value, name) for key, value in given.items()}
    missing = [player.name.lower() for player in players if player not in named]
    if missing:
        raise InputError(f"a {name} by player needs a number for {' and '.join(missing)}, too")
    return [named[Player(variable)] for variable in graph.variables]


def _by_placement(graph: Conflicts, given: Mapping[Any, Any], name: str, left_out: int) -> list[Fraction]:
    """Numbers by placement."""
    numbers_of = placement_finder(graph)
    found = [Fraction(left_out)] * len(graph)
    for key, value in given.items():
        for number in numbers_of(key):
            found[number] = _number(value, name, key)
    return found


def placement_finder(graph: Conflicts) -> Callable[[object], list[int]]:
    """What finds the numbers of a placement that a user names: by a `Domino`, or by piece and cells."""
    where: dict[object, list[int]] = {}
    for number, (piece, cells, _) in enumerate(placed_pieces(graph)):
        for key in ((piece, cells), (piece, frozenset(cells))):
            where.setdefault(key, []).append(number)
        if graph.game == DOMINEERING:
            where.setdefault(graph.placements[number].domino, []).append(number)

    def numbers(key: object) -> list[int]:
        found = next((where[each] for each in _keys(key) if each in where), None)
        if found is None:
            raise InputError(
                f"there is no placement {key!r} on this board; a placement is a Domino, or the name of a "
                f"piece and its cells, such as {('V', ((0, 0), (1, 0)))}"
            )
        return found

    return numbers


def _keys(key: object) -> list[object]:
    """How a placement may be found: a domino, or a piece and its cells in order or in any order."""
    if isinstance(key, Domino):
        return [key]
    try:
        piece, cells = key[:2]  # type: ignore[index]
        ordered = tuple(tuple(int(place) for place in cell) for cell in cells)
    except (TypeError, ValueError, IndexError):
        return []
    return [(piece, ordered), (piece, frozenset(ordered))]
