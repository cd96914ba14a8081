"""Facets and minimal non-faces as text that computer algebra systems read.

Read `legal.py` first.
"""

from collections.abc import Sequence

from .legal import LegalComplex


def macaulay2(complex_: LegalComplex, non_faces: bool = False) -> str:
    """For Macaulay2: the complex by its facets, or the ideal of its non-faces (Stanley and Reisner).

    >>> from enumerate.model.board import Board
    >>> from enumerate.complexes.legal import legal_complex
    >>> print(macaulay2(legal_complex(Board.rectangle(1, 4)), non_faces=True))
    -- v_0 = R(1,1), v_1 = R(1,2), v_2 = R(1,3)
    R = QQ[v_0..v_2];
    I = monomialIdeal(v_0*v_1, v_1*v_2);
    """
    size = len(complex_.graph)
    key = ", ".join(f"v_{number} = {name}" for number, name in enumerate(names(complex_)))
    ring = f"-- {key}\nR = QQ[{f'v_0..v_{size - 1}' if size else ''}];"
    if non_faces:
        return f"{ring}\nI = monomialIdeal({_products(complex_.non_faces()) or '0_R'});"
    facets = _products(complex_.facets())
    return f'needsPackage "SimplicialComplexes";\n{ring}\nD = simplicialComplex {{{facets}}};'


def sage(complex_: LegalComplex, non_faces: bool = False) -> str:
    """For Sage: the complex by its facets, or by the graph of its non-faces, its independent sets.

    >>> from enumerate.model.board import Board
    >>> from enumerate.complexes.legal import legal_complex
    >>> print(sage(legal_complex(Board.rectangle(1, 4))))
    # 0 = R(1,1), 1 = R(1,2), 2 = R(1,3)
    D = SimplicialComplex([(0, 2), (1,)])
    """
    key = f"# {', '.join(f'{n} = {name}' for n, name in enumerate(names(complex_)))}"
    if non_faces:
        vertices = list(range(len(complex_.graph)))
        edges = complex_.non_faces()
        return f"{key}\nG = Graph([{vertices}, {edges}])\nD = G.complement().clique_complex()"
    return f"{key}\nD = SimplicialComplex({complex_.facets()})"


def names(complex_: LegalComplex) -> list[str]:
    """The vertices in words: the piece and the cell at which it is put down, counted from 1."""
    pieces = complex_.graph.game.pieces
    return [
        f"{pieces[placement.piece].name}({','.join(str(1 + place) for place in placement.at)})"
        for placement in complex_.graph.placements
    ]


def _products(sets: Sequence[Sequence[int]]) -> str:
    return ", ".join("*".join(f"v_{vertex}" for vertex in chosen) or "1_R" for chosen in sets)
