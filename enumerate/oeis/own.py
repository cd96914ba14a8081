"""Sequences of numbers of positions along a family of boards, with proved or conjectured recurrences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice, takewhile
from typing import Any, Unpack

from ..counting.positions import count
from ..counting.solve import counting_run
from ..measures.evaluation import evaluate
from ..model.board import Board, Player, PlayerLike
from ..model.game import DEFAULT_GAME, DOMINEERING, Game, GameLike
from ..model.lattice import Surface, Wrap
from ..model.polynomial import VARIABLES
from ..model.weights import weights_of
from ..plan.plan import TOTAL, Engine, plans
from ..plan.question import Question
from ..rules.kinds import Kind, KindLike, StuckLike, game_json, player_name, stuck_in, stuck_of
from ..rules.problem import has_axis_pieces, transposed
from ..strips.recurrence import Recurrence, in_powers, rational_function, recurrence
from ..support.errors import ComputationError, InputError, TooLargeError, require_integer
from ..support.result import Result, Table
from ..support.run import DEFAULT, CountingOptions, Settings, settings_from
from .bfiles import MOST_DIGITS, bfile, fits_bfile
from .lookup import same_terms
from .shapes import Shape

SPARE = 3  # terms that a guess must explain beyond those it is made of
SWAPPED = {"left-end": "right-end", "right-end": "left-end"}
MOST_COLS = 6  # of a strip whose recurrence is computed with the terms


@dataclass(frozen=True, slots=True)
class OwnSequence(Result):
    """The terms of a family, from a(offset) on.

    `proved` is the minimal recurrence of a strip, by theorem; `guess` is a rational generating function
    (numerator, denominator) that explains all terms with some to spare; it is
    a conjecture.

    >>> found = sequence("2 x n", 6)
    >>> found.terms, found.known
    ((2, 7, 22, 71, 228, 733), ('A030186',))
    """

    shape: str
    kind: str | None
    wrap: tuple[bool, ...]
    offset: int
    terms: tuple[int, ...]
    known: tuple[str, ...] = ()
    proved: Recurrence | None = None
    guess: tuple[tuple[int, ...], tuple[int, ...]] | None = field(default=None)
    game: Game = DOMINEERING
    weights: tuple[int, ...] = ()
    stuck: frozenset[int] = frozenset()
    play: bool = False
    turn: Player | None = None

    def __str__(self) -> str:
        lines = [", ".join(map(str, self.terms))]
        lines += [f"known as {', '.join(self.known)} (offsets may differ)"] if self.known else []
        if self.proved is not None:
            lines.append(f"{self.proved.equation()} for m >= {self.proved.start}, proved")
        elif self.guess is not None:
            above, below = map(in_powers, self.guess)
            lines.append(f"a guess that explains all {len(self.terms)} terms: ({above}) / ({below})")
        return "\n".join(lines)

    def table(self) -> Table:
        """A row for each term."""
        return Table(("n", "a(n)"), tuple(enumerate(self.terms, self.offset)))

    def bfile(self) -> str:
        """The b-file; it ends before the first term that is too long for one, and a comment says so.

        >>> sequence("n x n", 2).bfile()
        '1 1\\n2 7\\n'
        """
        terms = dict(takewhile(lambda term: fits_bfile(term[1]), enumerate(self.terms, self.offset)))
        left = self.offset + len(terms)
        is_cut = 0 < len(terms) < len(self.terms)
        comments = (
            [f"a({left}) has more than {MOST_DIGITS} digits: the b-file ends before it"] if is_cut else []
        )
        return bfile(terms if terms else dict(enumerate(self.terms, self.offset)), comments=comments)

    def to_json(self) -> dict[str, Any]:
        """All fields; terms are decimal strings."""
        guess = None
        if self.guess is not None:
            guess = dict(
                zip(("numerator", "denominator"), (list(map(str, p)) for p in self.guess), strict=True)
            )
        return {
            "shape": self.shape,
            "kind": self.kind,
            "stuck": [player_name(self.game, player) for player in sorted(self.stuck)],
            "play": self.play,
            "turn": None if self.turn is None else self.turn.name.lower(),
            "wrap": list(self.wrap),
            **game_json(self.game, Board.box(*(1 for _ in self.wrap))),
            **({"at": dict(zip("xyz", map(str, self.weights), strict=False))} if self.weights else {}),
            "offset": self.offset,
            "terms": [str(term) for term in self.terms],
            "known": list(self.known),
            "recurrence": self.proved.to_json() if self.proved is not None else None,
            "guess": guess,
        }

    def pari(self) -> str:
        """A program for PARI: the generating function if a recurrence is proved, else the terms.

        >>> sequence("1 x n", 5).pari()
        'a(n) = polcoef((1)/(1 - t - t^2) + O(t^(n+1)), n)'
        """
        if self.proved is None:
            return f"v = {list(self.terms)}; a(n) = v[n - {self.offset - 1}]"
        return self.proved.pari()

    def mathematica(self) -> str:
        """A program for Mathematica: the recurrence or generating function if it is proved, else the terms.

        >>> sequence("1 x n", 5).mathematica()
        'a[n_] := LinearRecurrence[{1, 1}, {1, 1}, {n + 1}][[1]]'
        """
        if self.proved is None:
            return f"a = {{{', '.join(map(str, self.terms))}}}"
        return self.proved.mathematica()


def sequence(
    shape: str = "n x n",
    terms: int = 8,
    kind: KindLike = "general",
    *,
    stuck: StuckLike | None = None,
    wrap: Wrap | None = None,
    play: bool = False,
    turn: PlayerLike | None = None,
    x: Any = None,
    y: Any = None,
    z: Any = None,
    game: GameLike = DEFAULT_GAME,
    **options: Unpack[CountingOptions],
) -> OwnSequence:
    """The numbers of positions along a family of boards: `n x n`, `3 x n`, `n x 2n`, `n x n+1`, `m x n`, ...

    Integer weights x, y and z count every position with the product of the weights of its pieces.

    >>> sequence("n x n", 4, "maximal", wrap="rows,cols").terms
    (1, 8, 84, 2000)
    >>> sequence("n x n", 4, game="node-kayles").terms, sequence("n x n", 4, x=-1, y=-1).terms
    ((2, 7, 63, 1234), (1, -1, -5, -4))
    """
    family, played = Shape.of(shape), Game.of(game)
    number = require_integer("terms", terms, 1)
    boards = list(islice(family.boards(wrap), number))
    if any(isinstance(board.lattice, Surface) for board in boards):
        raise InputError("sequences are about straight and cyclic axes: leave out `twisted`")
    dimension = boards[-1].dimension
    players = None if stuck is None else stuck_in(played, stuck, dimension)
    weights = whole_weights((x, y, z), played, dimension)
    if play and weights:
        raise InputError("`play` and weights cannot be combined: `play` needs the numbers of pieces")
    x, y, z = (*weights, None, None, None)[:3]
    found = []
    with counting_run(options) as settings:
        shares = settings.cut([2.0 ** min(len(board) ** 0.5, 100) for board in boards])
        last = Question(boards[-1], kind, players, play, turn, played).terms()
        planned = plans(last, TOTAL, Engine.AUTO, settings)
        shares[-1].shared([plan.need for plan in planned.values()])  # before the first term
        for board, share in zip(boards, shares, strict=True):
            if weights:
                value = evaluate(board, kind, x=x, y=y, z=z, stuck=players, game=played, settings=share)
                found.append(int(value.real[0]))
            else:
                asked: dict[str, Any] = {"stuck": players, "play": play, "turn": turn, "game": played}
                found.append(count(board, kind, **asked, settings=share))
    proved = None
    if not play:
        proved = proved_recurrence(
            family, kind, boards[-1].wrap, played, players, weights, settings_from(options, CountingOptions)
        )
    plain = None if proved is not None or family.is_array else guessed(found)
    named = None if players is not None else str(kind)
    return OwnSequence(
        family.text,
        named,
        boards[-1].wrap,
        family.offset,
        tuple(found),
        same_terms(found),
        proved,
        plain,
        played,
        weights,
        stuck_of(None if players is not None else Kind(kind), players, played.variables(dimension)),
        play,
        None if turn is None else Player.of(turn),
    )


def whole_weights(given: Sequence[Any], game: Game, dimension: int) -> tuple[int, ...]:
    """Integer weights for the players of a game; empty if no weight is given.

    >>> whole_weights((2, None, None), DOMINEERING, 2), whole_weights((None, None, None), DOMINEERING, 2)
    ((2, 1), ())
    """
    if all(value is None for value in given):
        return ()
    weights = weights_of(given, VARIABLES[: game.variables(dimension)])
    for weight in weights:
        if not weight.is_real or weight.real.denominator != 1:
            raise InputError(f"a sequence of integers needs integer weights, not {weight}")
    return tuple(int(weight.real) for weight in weights)


def proved_recurrence(
    shape: Shape,
    kind: KindLike,
    wrap: Sequence[bool],
    game: Game = DOMINEERING,
    players: frozenset[int] | None = None,
    weights: tuple[int, ...] = (),
    settings: Settings = DEFAULT,
) -> Recurrence | None:
    """The recurrence of a strip that grows along its straight axis; None if there is none or it is too wide.

    Strips grow by rows; boards that grow by columns are transposed together with their game.
    """
    strip = shape.strip
    if strip is None or (kind == Kind.ANY_END and players is None) or strip[0] > MOST_COLS:
        return None
    cols, axis = strip
    if wrap[axis]:
        return None
    if axis == 1:
        game, exchanges = by_columns(game)
        if exchanges:
            kind = Kind(SWAPPED.get(str(kind), str(kind)))
            players = None if players is None else frozenset(1 - player for player in players)
            weights = weights[::-1]
    x, y = (*weights, None, None)[:2]
    try:
        asked: dict[str, Any] = {"stuck": players, "wrap": bool(wrap[1 - axis]), "game": game}
        return recurrence(cols, kind, x=x, y=y, **asked, settings=settings)
    except (TooLargeError, InputError):  # too wide, or the labels do not determine the end of a board
        return None


def by_columns(game: Game) -> tuple[Game, bool]:
    """The game on boards that were turned over, and whether it is the same with Left and Right exchanged.

    >>> by_columns(DOMINEERING) == (DOMINEERING, True), by_columns(Game.named("col"))[1]
    (True, False)
    """
    return (game, True) if has_axis_pieces(game) else (transposed(game), False)


def guessed(terms: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """A rational generating function of the terms (their first one at t^0) with a few terms to spare, if any.

    >>> guessed([1, 1, 2, 3, 5, 8, 13, 21])
    ((1,), (1, -1, -1))
    >>> guessed([1, 2, 6, 24, 120, 720, 5040]) is None
    True
    """
    if len(terms) < 2 + SPARE:
        return None
    try:
        above, below = rational_function(terms)
    except ComputationError:
        return None
    return (tuple(above), tuple(below)) if len(above) + len(below) - 1 + SPARE <= len(terms) else None
