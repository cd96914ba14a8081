"""The oracle: brute force over all positions, from the definition of a game alone.

It is slow and simple on purpose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import prod
from typing import Unpack

from ..model.board import Board, Player, PlayerLike
from ..model.game import DEFAULT_GAME, Game, GameLike, Piece, variable_of
from ..model.lattice import Cell
from ..model.polynomial import Polynomial
from ..model.position import BoardLike, Position, as_position, board_and_game
from ..plan.question import Question
from ..rules.kinds import Kind, KindLike, StuckLike
from ..support.errors import about
from ..support.memory import CostEstimate, times
from ..support.run import Options, cancellable, running
from ..values.placement import expected_positions

POSITIONS_PER_CHECK = 1024
QUICK_POSITIONS = 10**5  # they take less than a second
SECONDS_PER_POSITION = 5e-6
NOBODY: frozenset[int] = frozenset()
BOTH = frozenset({0, 1})
ENDS = {Kind.LEFT_END: frozenset({0}), Kind.RIGHT_END: frozenset({1}), Kind.MAXIMAL: frozenset({0, 1, 2})}
Laid = tuple[Piece, Cell, tuple[Cell, ...]]  # a piece, the place of its first cell, all cells under it


def laid_pieces(board: Board, game: Game) -> list[Laid]:
    """All placements of the pieces of the game that fit.

    Around a wrapped axis of length 2 a domino has two placements on the same cells; for other pieces,
    placements on the same cells count once.
    """
    found: list[Laid] = []
    for at in sorted(board.cells):
        for piece in game.on(board.dimension):
            cells = tuple(board.shift(at, offset) for offset in piece.cells)
            there = tuple(c for c in cells if c is not None and (c, piece.name) not in board.barred)
            if len(set(there)) < len(piece.cells):
                continue
            again = any(other is piece and set(under) == set(there) for other, _, under in found)
            if not again or (piece.is_domino and board.lattice.sides_count):
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


def answers(question: Question) -> Iterator[tuple[Laid, ...]]:
    """The positions to count, each as a tuple of placements."""
    question.terms()  # refuses a question without a meaning
    laid = laid_pieces(question.board, question.game)
    numbers = range(len(laid))
    legal = [0] * len(laid)  # for each placement, the bits of those that may lie beside it
    for one, two in combinations(numbers, 2):
        if may_both_lie(question.game, question.board, laid[one], laid[two]):
            legal[one] |= 1 << two
            legal[two] |= 1 << one
    owners = [variable_of(piece) for piece, _, _ in laid]
    mine = {player: sum(1 << i for i in numbers if owners[i] == player) for player in range(3)}

    kind = Kind(question.kind) if question.stuck is None else None
    must = question.players if kind is None else ENDS.get(kind, NOBODY)  # be stuck
    starters = (0, 1) if question.turn is None else (int(Player.of(question.turn)),)

    def is_counted(chosen: Sequence[int], movers: frozenset[int]) -> bool:
        """Whether to count a position with these placements, in which the players in `movers` can move.

        In alternating play the numbers of pieces must be possible, and if some player must be stuck, the
        player to move must be.
        """
        stuck = must if kind is not Kind.ANY_END else BOTH - movers or BOTH
        if movers & stuck:
            return False
        if kind is Kind.PERFECT and sum(len(laid[i][2]) for i in chosen) < len(question.board):
            return False
        if not question.play:
            return True
        players = [owners[i] for i in chosen]
        for first in starters:
            ahead = players.count(first) - players.count(1 - first)
            now = {0: first, 1: 1 - first}.get(ahead)
            if now is not None and (not stuck or now in stuck):
                return True
        return False

    def extend(start: int, chosen: tuple[int, ...], addable: int) -> Iterator[tuple[Laid, ...]]:
        movers = frozenset(player for player in mine if addable & mine[player])
        if is_counted(chosen, movers):
            yield tuple(laid[i] for i in chosen)
        for new in range(start, len(laid)):
            if addable >> new & 1:
                yield from extend(new + 1, (*chosen, new), addable & legal[new])

    return extend(0, (), (1 << len(laid)) - 1)


def all_positions(
    board: BoardLike,
    kind: KindLike = "general",
    *,
    stuck: StuckLike | None = None,
    game: GameLike = DEFAULT_GAME,
) -> Iterator[Position]:
    """Every position of a kind on `board`, or in which the players in `stuck` have no move.

    >>> sum(1 for _ in all_positions(Board.rectangle(2, 2)))
    7
    >>> [str(position) for position in all_positions(Board.rectangle(1, 3), "maximal", game="node-kayles")]
    ['N.N', '.N.']
    """
    start = as_position(board, game)
    question = Question(start.free, kind, stuck, game=start.game)
    for chosen in answers(question):
        added = [(piece.name, at) for piece, at, _ in chosen]
        yield start.extend(Position.of(question.board, added, question.game))


def brute_force(
    board: BoardLike,
    kind: KindLike = "general",
    *,
    stuck: StuckLike | None = None,
    play: bool = False,
    turn: PlayerLike | None = None,
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[Options],
) -> Polynomial:
    """The generating polynomial, found by visiting every position.

    `play` restricts it to positions that alternating play can reach; `turn` is the player who moves first.

    >>> print(brute_force(Board.rectangle(3, 2), "maximal"))
    2x^2y + 2x^2 + y^3
    >>> print(brute_force(Board.rectangle(3, 2), "maximal", play=True))
    2x^2y
    >>> print(brute_force(Board.rectangle(2, 2), game="kings"))
    4x + 1
    """
    free, played = board_and_game(board, game)
    question = Question(free, kind, stuck, play, turn, played)
    variables = range(question.variables)
    counts: Counter[tuple[int, ...]] = Counter()
    with running(options) as settings:
        if (1 + len(played.on(free.dimension))) ** len(free) > QUICK_POSITIONS:  # the choices at each cell
            number = prod(expected_positions(free, played))
            what, seconds = f"about {about(number)} positions", times(number, SECONDS_PER_POSITION)
            instead = "Take a smaller board, or another engine"
            settings.expect(CostEstimate(what, seconds=seconds, instead=instead))
        for chosen in cancellable(answers(question), POSITIONS_PER_CHECK):
            owners = [variable_of(piece) for piece, _, _ in chosen]
            counts[tuple(owners.count(player) for player in variables)] += 1
    return Polynomial.of(counts, len(variables), {"engine": "brute force"})
