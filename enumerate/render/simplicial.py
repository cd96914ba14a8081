"""The complex of positions in words."""

import textwrap
from collections.abc import Sequence

from ..complexes.betti import Betti
from ..complexes.legal import LegalComplex


def complex_text(complex_: LegalComplex, betti: Betti | None, width: int = 80) -> str:
    """The invariants in words, wrapped to `width`.

    >>> from enumerate.complexes.legal import legal_complex
    >>> from enumerate.model.board import Board
    >>> square = legal_complex(Board.rectangle(2, 2))
    >>> print(complex_text(square, square.betti()))
    vertices   4 placements, dimension 1
    f-vector   1 4 2
    h-vector   1 2 -1
    facets     2 of size 2: pure
    by player  x^2 + y^2
    euler      1 (reduced)
    betti      0 1 (reduced, from dimension -1; the same over GF(2))
    """
    sizes = ", ".join(f"{number} of size {size}" for size, number in complex_.facet_sizes)
    lines = [
        ("vertices", f"{len(complex_.graph)} placements, dimension {complex_.dimension}"),
        ("f-vector", _spaced(complex_.f_vector)),
        ("h-vector", _spaced(complex_.h_vector)),
        ("facets", f"{sizes}: {'pure' if complex_.is_pure else 'not pure'}"),
        ("by player", str(complex_.facets_by_player)),
        ("euler", f"{complex_.euler} (reduced)"),
    ]
    if betti is None:
        lines.append(("betti", "not computed (--betti)"))
    elif betti.has_torsion_at_2:
        lines.append(("betti", f"{_spaced(betti.rational)} (reduced, from dimension -1)"))
        lines.append(("over GF(2)", _spaced(betti.binary)))
    else:
        words = "(reduced, from dimension -1; the same over GF(2))"
        lines.append(("betti", f"{_spaced(betti.rational)} {words}"))
    return "\n".join(
        textwrap.fill(
            f"{name:<10} {words}",
            width,
            subsequent_indent=" " * 11,
            break_long_words=False,
            break_on_hyphens=False,
        )
        for name, words in lines
    )


def _spaced(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))
