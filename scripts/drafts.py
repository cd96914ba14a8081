"""Write data/drafts: entries for the OEIS on sequences that are not stored here.

    python scripts/drafts.py [NAME ...]

Each file is a draft: search the OEIS for its terms before sending it.
"""

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from enumerate import Board, alpha_table, count, sequence  # noqa: E402
from enumerate.oeis.own import Draft, OwnSequence, already_known, guessed  # noqa: E402  # noqa: E402
from enumerate.oeis.published import same_terms  # noqa: E402
from enumerate.plan.question import Question  # noqa: E402

FOLDER = ROOT / "data" / "drafts"
MAXIMAL = "maximal positions of Domineering, or maximal matchings,"
STUCK = "in which nobody can move"
TORUS = "n X n torus (for n = 2 neighbours are joined in two ways)"


@dataclass(frozen=True)
class Recipe:
    """The number of terms of a draft, its name, and the function that finds the terms."""

    terms: int
    name: str
    make: Callable[[int], OwnSequence]
    also: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()

    def draft(self, terms: int | None = None) -> Draft:
        """The draft, or one with fewer terms."""
        return Draft.of(self.make(terms or self.terms), self.name, self.also, self.comments)


def plain(terms: list[int], shape: str = "n x n") -> OwnSequence:
    """Terms that do not come from boxes."""
    question = Question(Board.rectangle(1, 1))  # the name of the draft says what is counted
    return OwnSequence(shape, question, 1, tuple(terms), same_terms(terms), None, guessed(terms))


def along(shape: str, **question: object) -> Callable[[int], OwnSequence]:
    """A sequence along a shape."""
    return lambda terms: sequence(shape, terms, **question)  # type: ignore[arg-type]


def diamonds(kind: str) -> Callable[[int], OwnSequence]:
    """Numbers of positions of Aztec diamonds."""
    return lambda terms: plain([count(Board.aztec_diamond(n), kind) for n in range(1, terms + 1)])


def shortest(terms: int) -> OwnSequence:
    """Alpha of m x n boards by antidiagonals, m ascending: `terms` of them."""
    size = next(k for k in range(1, terms + 1) if k * (k + 1) // 2 >= terms)
    table = alpha_table(size)
    read = [table[m - 1][d - m - 1].moves for d in range(2, size + 2) for m in range(1, d)]
    return plain(read[:terms], "m x n")


EULER = (
    "Sum over all matchings of (-1)^size: minus the reduced Euler characteristic of the matching complex.",
)

RECIPES = {
    "matchings-torus": Recipe(
        12,
        f"Number of positions of Domineering on the {TORUS}.",
        along("n x n", wrap="rows,cols"),
        ("A028420",),
    ),
    "matchings-cylinder": Recipe(
        10,
        "Number of positions of Domineering on the n X n cylinder.",
        along("n x n", wrap="cols"),
        ("A028420",),
    ),
    "maximal-cylinder": Recipe(
        9,
        f"Number of {MAXIMAL} of the n X n cylinder.",
        along("n x n", kind="maximal", wrap="cols"),
        ("A287595",),
    ),
    "matchings-aztec": Recipe(6, "Number of matchings of the Aztec diamond of order n.", diamonds("general")),
    "maximal-aztec": Recipe(
        6, "Number of maximal matchings of the Aztec diamond of order n.", diamonds("maximal")
    ),
    "alpha": Recipe(
        45,
        "Array read by antidiagonals: fewest moves after which alternating play of Domineering on m rows "
        "and n columns can be over.",
        shortest,
    ),
    "euler-3": Recipe(
        24,
        "Matchings of the 3 X n grid graph of even size minus those of odd size.",
        along("3 x n", x=-1, y=-1),
        ("A033506",),
        EULER,
    ),
    "euler-4": Recipe(
        24,
        "Matchings of the 4 X n grid graph of even size minus those of odd size.",
        along("4 x n", x=-1, y=-1),
        ("A033507",),
        EULER,
    ),
    "col-maximal": Recipe(
        7,
        f"Number of positions of Col on the n X n board {STUCK}.",
        along("n x n", kind="maximal", game="col"),
    ),
    "col-3": Recipe(
        20,
        f"Number of positions of Col on the 3 X n board {STUCK}.",
        along("3 x n", kind="maximal", game="col"),
    ),
    "snort-maximal-cylinder": Recipe(
        6,
        f"Number of positions of Snort on the n X n cylinder {STUCK}.",
        along("n x n", kind="maximal", game="snort", wrap="cols"),
    ),
    "triomineering-maximal": Recipe(
        6,
        f"Number of positions of Triomineering (straight trominoes) on the n X n board {STUCK}.",
        along("n x n", kind="maximal", game="triomineering"),
    ),
    "l-trominoes-maximal": Recipe(
        6,
        "Number of maximal packings of L-trominoes on the n X n board.",
        along("n x n", kind="maximal", game="l-trominoes"),
        ("A220061",),
    ),
}


def main(names: list[str]) -> None:
    """Write the drafts with these names, or all; a sequence that is known already ends the script."""
    FOLDER.mkdir(exist_ok=True)
    for name, recipe in RECIPES.items():
        if not names or name in names:
            draft = recipe.draft()
            if taken := already_known(draft.terms):
                sys.exit(f"{name}: {taken}")
            (FOLDER / f"{name}.txt").write_text(f"{draft}\n", encoding="utf-8")
            print(name, *draft.terms[:8])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", choices=[[], *RECIPES], help="which drafts (default: all)")
    main(parser.parse_args().names)
