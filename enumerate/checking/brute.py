"""The oracle: lay pieces on cells in every way that the rules allow, look at each position, count.

Slow and plain on purpose, and from the definition of a game alone.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Unpack

from ..model.board import Board, Cell, require_board
from ..model.game import DOMINEERING, Game, Piece, variable_of
from ..model.polynomial import Polynomial
from ..model.position import Position
from ..rules.conflicts import conflict_graph
from ..rules.tiles import Kind, KindLike, check_stuck
from ..support.errors import InputError, about
from ..support.memory import Need
from ..support.progress import looked_at
from ..support.settings import Options, Settings, running
from ..values.estimate import expected_positions

LOOK_EVERY = 1024  # positions
FEW = 10**5  # positions, which take no second
PER_POSITION = 5e-6  # seconds
Laid = tuple[Piece, Cell, tuple[Cell, ...]]  # a piece, where its first cell went, all cells under it


def laid_pieces(board: Board, game: Game) -> list[Laid]:
    """Every piece of the game on every place where it fits.

    Around a wrapped axis of length 2 a domino lies in two ways on the same cells; other pieces that cover the
    same cells are one.

    >>> len(laid_pieces(Board.rectangle(2, 2), DOMINEERING))
    4
    """
    found: list[Laid] = []
    for at in sorted(board.cells):
        for piece in game.on(board.dimension):
            cells = tuple(board.shift(at, offset) for offset in piece.cells)
            there = tuple(c for c in cells if c is not None and (c, piece.name) not in board.barred)
            if len(set(there)) < len(piece.cells):
                continue
            again = any(other is piece and set(under) == set(there) for other, _, under in found)
            if not again or (piece.is_domino and board.lattice.name != "triangular"):
                found.append((piece, at, there))
    return found


def may_both_lie(game: Game, board: Board, one: Laid, two: Laid) -> bool:
    """Whether two different pieces do not overlap and no rule forbids a pair of their cells.

    >>> left, right = laid_pieces(Board.rectangle(1, 2), Game.named("col"))[::2]
    >>> may_both_lie(Game.named("col"), Board.rectangle(1, 2), left, right)
    False
    """
    if set(one[2]) & set(two[2]):
        return False
    for first, second in ((one, two), (two, one)):
        for rule in game.forbidden:
            if rule.between == (first[0].name, second[0].name):
                for cell in first[2]:
                    if set(rule.reaches(board, cell)) & set(second[2]):
                        return False
    return True


def _expect(board: Board, game: Game, settings: Settings) -> None:
    """Say how long it will take, or refuse what never ends."""
    if (1 + len(game.on(board.dimension))) ** len(board) > FEW:  # a cell chooses what begins there
        number = expected_positions(conflict_graph(game, board))
        what, seconds = f"about {about(number)} positions", number * PER_POSITION
        settings.expect(Need(what, seconds=seconds, instead="Take a smaller board, or another engine"))


def _ways(board: Board, game: Game, kind: str, stuck: frozenset[int] | None) -> Iterator[tuple[Laid, ...]]:
    """Every legal set of pieces of a kind; sets of pieces are bits of an integer."""
    laid = laid_pieces(board, game)
    numbers = range(len(laid))
    legal = [0] * len(laid)
    for one, two in combinations(numbers, 2):
        if may_both_lie(game, board, laid[one], laid[two]):
            legal[one] |= 1 << two
            legal[two] |= 1 << one
    owners = [variable_of(piece) for piece, _, _ in laid]
    mine = {player: sum(1 << i for i in numbers if owners[i] == player) for player in range(3)}

    def is_wanted(chosen: tuple[int, ...], addable: int) -> bool:
        movers = {player for player in mine if addable & mine[player]}
        if stuck is not None:
            return not movers & stuck
        if kind == "perfect":
            return sum(len(laid[i][2]) for i in chosen) == len(board)
        match Kind.of(kind):
            case Kind.LEFT_END:
                return 0 not in movers
            case Kind.RIGHT_END:
                return 1 not in movers
            case Kind.ANY_END:
                return not {0, 1} <= movers
            case Kind.MAXIMAL:
                return not movers
        return True

    def extend(start: int, chosen: tuple[int, ...], addable: int) -> Iterator[tuple[Laid, ...]]:
        if is_wanted(chosen, addable):
            yield tuple(laid[i] for i in chosen)
        for new in range(start, len(laid)):
            if addable >> new & 1:
                yield from extend(new + 1, (*chosen, new), addable & legal[new])

    yield from extend(0, (), (1 << len(laid)) - 1)


def _question(
    board: Board, kind: str, stuck: Iterable[int | str] | None, game: Game | str
) -> tuple[Game, frozenset[int] | None]:
    require_board(board)
    played = Game.of(game)
    played.require_board(board)
    if stuck is None:
        if played.is_shared and kind not in ("general", "maximal", "perfect"):
            raise InputError(f"'{played.name}' has no Left and Right: the kind '{kind}' has no meaning")
        return played, None
    if kind != "general":
        raise InputError(f"give `kind` or `stuck`, not both ('{kind}' and {stuck!r})")
    return played, check_stuck(stuck, played.variables(board.dimension))


def all_positions(
    board: Board,
    kind: KindLike = "general",
    *,
    stuck: Iterable[int | str] | None = None,
    game: Game | str = DOMINEERING,
) -> Iterator[Position]:
    """Every position of a kind on `board`, or in which the players in `stuck` have no move.

    >>> sum(1 for _ in all_positions(Board.rectangle(2, 2)))
    7
    >>> [str(position) for position in all_positions(Board.rectangle(1, 3), "maximal", game="node-kayles")]
    ['N.N', '.N.']
    """
    played, players = _question(board, kind, stuck, game)
    for chosen in _ways(board, played, kind, players):
        yield Position.of(board, [(piece.name, at) for piece, at, _ in chosen], played)


def brute_force(
    board: Board,
    kind: KindLike = "general",
    *,
    stuck: Iterable[int | str] | None = None,
    game: Game | str = DOMINEERING,
    **options: Unpack[Options],
) -> Polynomial:
    """The generating polynomial, by looking at every position.

    >>> print(brute_force(Board.rectangle(3, 2), "maximal"))
    2x^2y + 2x^2 + y^3
    >>> print(brute_force(Board.rectangle(2, 2), game="kings"))
    4x + 1
    """
    played, players = _question(board, kind, stuck, game)
    variables = range(played.variables(board.dimension))
    counts: Counter[tuple[int, ...]] = Counter()
    with running(options) as settings:
        _expect(board, played, settings)
        for chosen in looked_at(_ways(board, played, kind, players), LOOK_EVERY):
            owners = [variable_of(piece) for piece, _, _ in chosen]
            counts[tuple(owners.count(player) for player in variables)] += 1
    return Polynomial.of(counts, len(variables), {"engine": "brute force"})
