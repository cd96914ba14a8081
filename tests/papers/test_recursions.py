"""The explicit block recursions of Theorems 1, 8 and 11 [HM21], written out, against the one over tiles."""

import pytest
import sympy

from enumerate.papers.matrices import bar_state
from enumerate.rules.kinds import stuck_players

x, y = sympy.symbols("x y")
LENGTHS = range(4)


def blocks(rows):
    return sympy.Matrix(sympy.BlockMatrix([[sympy.Matrix(b) for b in row] for row in rows]))


def dense(stuck, length, left, right):
    matrix = bar_state(stuck, length, left, right)
    result = sympy.zeros(*matrix.shape)
    for (a, b), part in matrix.parts.items():
        result += sympy.Matrix(part.toarray().tolist()) * x**a * y**b
    return result.expand()


def one(value):
    return sympy.Matrix([[value]])


@pytest.mark.parametrize("length", LENGTHS)
def test_theorem_1(length):
    stuck = stuck_players("general")
    g0, g1 = one(1), one(0)
    for _ in range(length):
        zero = sympy.zeros(*g0.shape)
        g0, g1 = blocks([[g0 + g1, x * g0], [g0, zero]]), blocks([[y * g0, zero], [zero, zero]])
    assert dense(stuck, length, 0, 0) == g0.expand()
    assert dense(stuck, length, 2, 0) == g1.expand()


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("right", [0, 1])
def test_theorem_8(length, right):
    """Unprimed matrices end in the label 0, primed ones in the label 1."""
    stuck = stuck_players("maximal")
    m = [one(int(label == right)) for label in (0, 1, 2)]
    for _ in range(length):
        o = sympy.zeros(*m[0].shape)
        m = [
            blocks([[m[2], m[2], x * m[0]], [m[1], o, o], [m[0], m[0], o]]),
            blocks([[m[2], m[2], x * m[0]], [o, o, o], [m[0], m[0], o]]),
            blocks([[y * m[0], y * m[0], o], [o, o, o], [o, o, o]]),
        ]
    for label in (0, 1, 2):
        assert dense(stuck, length, label, right) == m[label].expand()


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("right", [0, 1])
def test_theorem_11(length, right):
    """With the lower left block of RE'_{2,q+1} as 0: the printed RE'_{0,q} is a misprint."""
    stuck = stuck_players("right-end")
    r = [one(int(label == right)) for label in (0, 1, 2)]
    for _ in range(length):
        o = sympy.zeros(*r[0].shape)
        r = [
            blocks([[r[1] + r[2], x * r[0]], [r[0], o]]),
            blocks([[r[2], x * r[0]], [r[0], o]]),
            blocks([[y * r[0], o], [o, o]]),
        ]
    for label in (0, 1, 2):
        assert dense(stuck, length, label, right) == r[label].expand()
