"""Sequences along a family of boards, with proved or conjectured recurrences, and drafts of OEIS entries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from textwrap import wrap as wrapped
from typing import Any, Unpack

from ..counting.positions import count
from ..counting.solve import counting_run
from ..measures.evaluation import evaluate
from ..model.board import PlayerLike
from ..model.game import DEFAULT_GAME, DOMINEERING, Game, GameLike
from ..model.lattice import Wrap
from ..model.polynomial import VARIABLES
from ..model.weights import weights_of
from ..plan.question import Question
from ..rules.kinds import Kind, KindLike, StuckLike, stuck_in
from ..rules.problem import has_axis_pieces, transposed
from ..strips.recurrence import Recurrence, in_powers, rational_function, recurrence
from ..support.errors import ComputationError, InputError, TooLargeError, require_integer, require_type
from ..support.result import Result, Table
from ..support.run import DEFAULT, CountingOptions, Settings, settings_from
from .bfiles import TermList
from .computed import expect_total, work
from .published import arrays_with, same_terms
from .registry import Shape

SPARE_TERMS = 3  # that a guess must explain beyond the terms that determine it
SWAPPED = {"left-end": "right-end", "right-end": "left-end"}
MOST_COLS = 6  # of a strip whose recurrence is computed with the terms
MOST_CHARACTERS = 260  # of terms that an entry shows
FEW_CHARACTERS = 120  # an entry with shorter terms asks for more
DRAFT_WIDTH = 110  # characters of a line


@dataclass(frozen=True, slots=True)
class OwnSequence(TermList):
    """The terms of a family, from a(offset) on.

    `question` is that of the largest board. `proved` is the minimal recurrence of a strip, a theorem. `guess`
    is a conjecture: a rational generating function (numerator, denominator) that explains all terms, with
    some terms to spare.

    >>> found = sequence("2 x n", 6)
    >>> found.terms, found.known
    ((2, 7, 22, 71, 228, 733), ('A030186',))
    """

    shape: str
    question: Question
    offset: int
    terms: tuple[int, ...]
    known: tuple[str, ...] = ()
    proved: Recurrence | None = None
    guess: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    weights: tuple[int, ...] = ()

    def __str__(self) -> str:
        lines = [", ".join(map(str, self.terms))]
        lines += [f"known as {', '.join(self.known)} (offsets may differ)"] if self.known else []
        if self.proved is not None:
            lines.append(f"{self.proved.equation()} for m >= {self.proved.start}, proved")
        elif self.guess is not None:
            above, below = map(in_powers, self.guess)
            lines.append(f"a guess that explains all {len(self.terms)} terms: ({above}) / ({below})")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """All fields, and the wrapped axes; terms are decimal strings."""
        asked = {key: value for key, value in self.question.to_json().items() if key != "board"}
        above, below = (list(map(str, part)) for part in self.guess or ((), ()))
        return {
            "shape": self.shape,
            **asked,
            "wrap": list(self.question.board.wrap),
            **({"at": dict(zip("xyz", map(str, self.weights), strict=False))} if self.weights else {}),
            "offset": self.offset,
            "terms": [str(term) for term in self.terms],
            "known": list(self.known),
            "recurrence": None if self.proved is None else self.proved.to_json(),
            "guess": None if self.guess is None else {"numerator": above, "denominator": below},
        }

    def pari(self) -> str:
        """A program for PARI: the generating function if a recurrence is proved, else the terms."""
        if self.proved is None:
            return f"v = {list(self.terms)}; a(n) = v[n - {self.offset - 1}]"
        return self.proved.pari()

    def mathematica(self) -> str:
        """A program for Mathematica: the recurrence or generating function if proved, else the terms."""
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
    if any(board.lattice.is_surface for board in boards):
        raise InputError("sequences need straight or cyclic axes: leave out `twisted`")
    dimension = boards[-1].dimension
    players = None if stuck is None else stuck_in(played, stuck, dimension)
    weights = whole_weights((x, y, z), played, dimension)
    if play and weights:
        raise InputError("`play` and weights cannot be combined: `play` needs the numbers of pieces")
    question = Question(boards[-1], kind, players, play, turn, played)
    found = []
    with counting_run(options) as settings:
        shares = settings.cut([work(board.shape) for board in boards])
        expect_total(question, shares[-1])  # before the first term
        for board, share in zip(boards, shares, strict=True):
            if weights:
                at: Any = dict(zip("xyz", weights, strict=False))
                value = evaluate(board, settings=share, **question.arguments(play=False), **at)
                found.append(int(value.real[0]))
            else:
                found.append(count(board, settings=share, **question.arguments()))
    proved = None
    strip = None if play else strip_question(family, kind, played, players, weights)
    if strip is not None and not boards[-1].wrap[family.along or 0]:
        across = boards[-1].wrap[1 - (family.along or 0)]
        proved = strip_recurrence(strip, across, settings_from(options, CountingOptions))
    guess = None if proved is not None or family.is_array else guessed(found)
    own = tuple(found)
    return OwnSequence(family.text, question, family.offset, own, same_terms(found), proved, guess, weights)


def whole_weights(given: Sequence[Any], game: Game, dimension: int) -> tuple[int, ...]:
    """Integer weights for the players of a game; empty if no weight is given."""
    if all(value is None for value in given):
        return ()
    weights = weights_of(given, VARIABLES[: game.variables(dimension)])
    for weight in weights:
        if not weight.is_real or weight.real.denominator != 1:
            raise InputError(f"a sequence of integers needs integer weights, not {weight}")
    return tuple(int(weight.real) for weight in weights)


def strip_question(
    shape: Shape,
    kind: KindLike,
    game: Game = DOMINEERING,
    stuck: frozenset[int] | None = None,
    weights: tuple[int, ...] = (),
) -> dict[str, Any] | None:
    """A family as a question to `recurrence` or `growth`, with boards that grow by rows; None if it is not a
    flat strip or the kind is a sum.

    A family that grows by columns is transposed together with its game. In a game with pieces along the axes
    this exchanges Left and Right.
    """
    if shape.along is None or len(shape.sides) != 2 or (kind == Kind.ANY_END and stuck is None):
        return None
    if shape.along == 1 and has_axis_pieces(game):
        kind, weights = Kind(SWAPPED.get(str(kind), str(kind))), weights[::-1]
        stuck = None if stuck is None else frozenset(1 - player for player in stuck)
    elif shape.along == 1:
        game = transposed(game)
    x, y = (*weights, None, None)[:2]
    cols = shape.sides[1 - shape.along].plus
    return {"cols": cols, "kind": kind, "stuck": stuck, "x": x, "y": y, "game": game}


def strip_recurrence(
    question: dict[str, Any], wrap: bool = False, settings: Settings = DEFAULT
) -> Recurrence | None:
    """The proved recurrence of a strip; None if the boards are too wide."""
    if question["cols"] > MOST_COLS:
        return None
    try:
        return recurrence(**question, wrap=wrap, settings=settings)
    except (TooLargeError, InputError):  # too wide, or the labels do not determine the end of a board
        return None


def guessed(terms: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """A rational generating function of the terms, from t^0 on, confirmed by spare terms; or None."""
    if len(terms) < 2 + SPARE_TERMS:
        return None
    try:
        above, below = rational_function(terms)
    except ComputationError:
        return None
    return (tuple(above), tuple(below)) if len(above) + len(below) - 1 + SPARE_TERMS <= len(terms) else None


@dataclass(frozen=True, slots=True)
class Draft(Result):
    """The draft of an OEIS entry: its fields, with the terms from a(offset) on."""

    name: str
    offset: int
    terms: tuple[int, ...]
    comments: tuple[str, ...] = ()
    formulas: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        found: OwnSequence,
        name: str | None = None,
        also: Iterable[str] = (),
        comments: Iterable[str] = (),
    ) -> Draft:
        """The draft of a sequence; `name` replaces the generated name."""
        require_type(OwnSequence, "a sequence as in sequence('n x n', 4)", found)
        formulas, programs, proved = [], [], found.proved
        if proved is not None:
            above, below = (in_powers(p, times="*") for p in (proved.numerator, proved.denominator))
            formulas = [
                f"G.f. (with a(0) = {proved.numerator[0]}): ({above}) / ({below}), proved.",
                f"{proved.equation()} for m >= {proved.start}, proved.",
            ]
            programs = [f"(PARI) {found.pari()}", f"(Mathematica) {found.mathematica()}"]
        elif found.guess is not None:
            above, below = (in_powers(p, times="*") for p in found.guess)
            formulas = [
                f"Conjecture: g.f. ({above}) / ({below}) if the first term is that of t^0; "
                f"it explains all {len(found.terms)} terms."
            ]
        shown, length = 0, 0
        while shown < len(found.terms) and length + len(str(found.terms[shown])) <= MOST_CHARACTERS:
            length += len(str(found.terms[shown])) + 2
            shown += 1
        terms = found.terms[: max(shown, 1)]
        keywords = ["sign" if min(terms) < 0 else "nonn"]
        keywords += ["more"] if length < FEW_CHARACTERS and proved is None else []
        texts = (tuple(comments), tuple(formulas), tuple(programs), (*also, *found.known), tuple(keywords))
        return cls(name or generated_name(found), found.offset, terms, *texts)

    def table(self) -> Table:
        """A row for each line of the entry: the field of the OEIS and its text."""
        first = next((place for place, term in enumerate(self.terms, 1) if abs(term) > 1), 1)
        fields = [
            ("NAME", (self.name,)),
            ("OFFSET", (f"{self.offset},{first}",)),
            ("DATA", (", ".join(map(str, self.terms)),)),
            ("COMMENTS", self.comments),
            ("FORMULA", self.formulas),
            ("PROG", self.programs),
            ("CROSSREFS", (f"Cf. {', '.join(self.also)}.",) if self.also else ()),
            ("KEYWORD", (",".join(self.keywords),)),
        ]
        return Table(("field", "text"), tuple((field, text) for field, texts in fields for text in texts))

    def __str__(self) -> str:
        lines = []
        for head, text in self.table().rows:
            parts = wrapped(str(text), DRAFT_WIDTH - 12, break_long_words=False, break_on_hyphens=False)
            lines += [f"{head if not n else '':12}{part}" for n, part in enumerate(parts)]
        return "\n".join(line.rstrip() for line in lines)


def already_known(terms: Sequence[int], stripped: str | None = None) -> str | None:
    """A line that names the sequences that contain the terms already; None if a draft makes sense."""
    if same := same_terms(terms, stripped):
        return f"this is {', '.join(same)}: no draft is written"
    if arrays := arrays_with(terms):
        return f"these terms lie inside the array {', '.join(arrays)}: no draft is written"
    return None


def generated_name(found: OwnSequence) -> str:
    """A name made from the kind, the game and the boards."""
    question, at = found.question, ""
    positions = question.words.removeprefix("all ") + ("," if question.play else "")
    board = f"the {found.shape} board"
    axes = [name for name, on in zip(("rows", "columns", "layers"), question.board.wrap, strict=False) if on]
    if axes:
        board += f" with cyclic {' and '.join(axes)}"
    if found.weights:
        at = " at " + ", ".join(f"{name} = {w}" for name, w in zip("xyz", found.weights, strict=False))
    counted = "Number of" if not found.weights else "Sum of the weights of"
    return f"{counted} {positions} of {question.game.name} on {board}{at}."
