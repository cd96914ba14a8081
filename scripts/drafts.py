"""Write data/drafts: entries for the OEIS on sequences that are not among those stored here.

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

from enumerate import Board, alpha_table, count, fewest, sequence  # noqa: E402
from enumerate.oeis.draft import Draft  # noqa: E402
from enumerate.oeis.own import OwnSequence, guessed, same_terms  # noqa: E402

FOLDER = ROOT / "data" / "drafts"
MAXIMAL = "maximal positions of Domineering, or maximal matchings,"
STUCK, LEFT_STUCK = "in which nobody can move", "in which Left (vertical) cannot move"
TORUS = "n X n torus (for n = 2 neighbours are joined in two ways)"


@dataclass(frozen=True)
class Recipe:
    """How many terms a draft shows, its name, and how the terms are found."""

    terms: int
    name: str
    make: Callable[[int], OwnSequence]
    also: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()

    def draft(self, terms: int | None = None) -> Draft:
        """The draft, or one with fewer terms."""
        return Draft.of(self.make(terms or self.terms), self.name, self.also, self.comments)


def plain(terms: list[int], shape: str = "n x n") -> OwnSequence:
    """Terms that are no sequence of boxes."""
    return OwnSequence(shape, None, (), 1, tuple(terms), same_terms(terms), None, guessed(terms))


def along(shape: str, **question: object) -> Callable[[int], OwnSequence]:
    """A sequence along a shape."""
    return lambda terms: sequence(shape, terms, **question)  # type: ignore[arg-type]


def diamonds(kind: str) -> Callable[[int], OwnSequence]:
    """Numbers of positions of Aztec diamonds."""
    return lambda terms: plain([count(Board.aztec_diamond(n), kind) for n in range(1, terms + 1)])


def smallest(game: str) -> Callable[[int], OwnSequence]:
    """The fewest pieces of maximal positions of squares."""

    def found(terms: int) -> OwnSequence:
        boards = (Board.rectangle(n, n) for n in range(1, terms + 1))
        return plain([fewest(board, "maximal", game=game).dominoes for board in boards])

    return found


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
    "maximal-torus": Recipe(
        10,
        f"Number of {MAXIMAL} of the {TORUS}.",
        along("n x n", kind="maximal", wrap="rows,cols"),
        ("A287595",),
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
    "left-ends-n-n+1": Recipe(
        8,
        f"Number of positions of Domineering on n rows and n+1 columns {LEFT_STUCK}.",
        along("n x n+1", kind="left-end"),
        ("A332865", "A332862"),
    ),
    "left-ends-n-2n": Recipe(
        6,
        f"Number of positions of Domineering on n rows and 2n columns {LEFT_STUCK}.",
        along("n x 2n", kind="left-end"),
        ("A332865", "A332862"),
    ),
    "alpha": Recipe(
        45,
        "Array read by antidiagonals: fewest moves after which alternating play of Domineering on m rows "
        "and n columns can be over.",
        shortest,
    ),
    "fewest-dominoes": Recipe(
        10,
        "Fewest dominoes in a maximal position of Domineering on the n X n board.",
        smallest("domineering"),
        ("A287595",),
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
    """Write the drafts with these names, or all."""
    FOLDER.mkdir(exist_ok=True)
    for name, recipe in RECIPES.items():
        if not names or name in names:
            draft = recipe.draft()
            (FOLDER / f"{name}.txt").write_text(f"{draft}\n", encoding="utf-8")
            print(name, *draft.terms[:8])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", choices=[[], *RECIPES], help="which drafts (default: all)")
    main(parser.parse_args().names)
