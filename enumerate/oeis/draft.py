"""Drafts of OEIS entries from computed sequences, with the fields of the submission form."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from textwrap import wrap

from ..rules.kinds import Kind, meaning
from ..strips.recurrence import in_powers
from ..support.errors import require_type
from ..support.result import Result, Table
from .lookup import arrays_with, same_terms
from .own import OwnSequence

MOST_CHARACTERS = 260  # of terms that an entry shows
FEW_CHARACTERS = 120  # of terms up to which an entry asks for more
WIDTH = 110


@dataclass(frozen=True, slots=True)
class Draft(Result):
    """An entry: its name, the terms from a(offset) on, comments, formulas, programs and keywords.

    >>> from .own import sequence
    >>> print(str(Draft.of(sequence("1 x n", 6))).splitlines()[0])
    NAME        Number of positions of domineering on the 1 x n board.
    """

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
    ) -> "Draft":
        """The draft of a sequence; `name` replaces the generated name."""
        require_type(OwnSequence, "a sequence as in sequence('n x n', 4)", found)
        formulas, programs = [], []
        if found.proved is not None:
            above, below = (
                in_powers(p, times="*") for p in (found.proved.numerator, found.proved.denominator)
            )
            formulas = [
                f"G.f. (with a(0) = {found.proved.numerator[0]}): ({above}) / ({below}), proved.",
                f"{found.proved.equation()} for m >= {found.proved.start}, proved.",
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
        keywords += ["more"] if length < FEW_CHARACTERS and found.proved is None else []
        also = (*also, *found.known)
        return cls(
            name or generated_name(found),
            found.offset,
            terms,
            tuple(comments),
            tuple(formulas),
            tuple(programs),
            also,
            tuple(keywords),
        )

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
        for field, text in self.table().rows:
            parts = wrap(str(text), WIDTH - 12, break_long_words=False, break_on_hyphens=False)
            lines += [f"{field if not n else '':12}{part}" for n, part in enumerate(parts)]
        return "\n".join(line.rstrip() for line in lines)


def already_known(terms: Sequence[int], stripped: str | None = None) -> str | None:
    """A line that names the sequences which have the terms already; None if a draft makes sense.

    >>> already_known([1, 8, 84, 2000, 205920, 39187952])
    'this is A297486: no draft is written'
    """
    if same := same_terms(terms, stripped):
        return f"this is {', '.join(same)}: no draft is written"
    if arrays := arrays_with(terms):
        return f"these terms lie inside the array {', '.join(arrays)}: no draft is written"
    return None


def generated_name(found: OwnSequence) -> str:
    """A name made from the kind, the game and the boards."""
    kind = Kind(found.kind) if found.kind is not None else None
    positions = meaning(kind, found.stuck, found.play, found.game, found.turn).removeprefix("all ")
    positions += "," if found.play else ""
    board = f"the {found.shape} board"
    axes = [name for name, on in zip(("rows", "columns", "layers"), found.wrap, strict=False) if on]
    if axes:
        board += f" with cyclic {' and '.join(axes)}"
    counted = "Number of" if not found.weights else "Sum of the weights of"
    at = "xyz"
    weights = ", ".join(f"{at[i]} = {weight}" for i, weight in enumerate(found.weights))
    return f"{counted} {positions} of {found.game.name} on {board}{f' at {weights}' if weights else ''}."
