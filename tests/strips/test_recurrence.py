"""Recurrences: the papers' statements, brute force, independent linear algebra, and the command."""

import flint
import numpy as np
import pytest
import sympy
from boards import KINDS

from enumerate import Board, Polynomial, count, evaluate, legal_complex, positions
from enumerate.oeis import known, sequence
from enumerate.rules.kinds import stuck_players
from enumerate.strips.recurrence import polynomial_recurrence, rational_function, recurrence
from enumerate.strips.strip import Strip


def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def test_right_ends_of_two_columns_are_squared_fibonacci_numbers():
    """[HM21, Section 5] "it appears": F(m+1)^2 obeys the same recurrence with the same first terms."""
    found = recurrence(2, "right-end")
    assert found.coefficients == (2, 2, -1)
    assert found.start == 3
    assert found.totals(40) == [fibonacci(m + 1) ** 2 for m in range(40)]


def test_right_ends_of_three_columns():
    """[HM21, Section 5] "it appears": a(m) = 4a(m-1) + 4a(m-2) - 4a(m-3) - a(m-4)."""
    found = recurrence(3, "right-end")
    assert found.coefficients == recurrence(3, stuck=["right"]).coefficients == (4, 4, -4, -1)
    assert found.totals(26) == list(known(sequence("A054894")).published.values())


def test_maximal_positions_of_three_columns_have_order_15():
    found = recurrence(3, "maximal")
    assert found.order == 15
    assert found.totals(31)[1:] == list(known(sequence("A288028")).published.values())


def matrix(strip):
    """The matrix of a row, column by column."""
    size = len(strip)
    columns = []
    for state in range(size):
        unit = np.zeros(size, dtype=object)
        unit[state] = 1
        columns.append([int(v) for v in strip.carry(unit)])
    return flint.fmpz_mat(size, size, [columns[j][i] for i in range(size) for j in range(size)])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("cols", [1, 2, 3])
def test_denominator_divides_the_characteristic_polynomial(kind, cols):
    """Cayley and Hamilton, with the whole matrix and no mirror images."""
    strip = Strip.of(cols, stuck=stuck_players(kind))
    reversed_charpoly = flint.fmpz_poly([int(c) for c in matrix(strip).charpoly().coeffs()][::-1])
    denominator = flint.fmpz_poly(list(recurrence(cols, kind).denominator))
    assert reversed_charpoly % denominator == 0


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("cols", [1, 2, 3, 4])
def test_the_order_is_the_rank_of_the_hankel_matrix(kind, cols):
    """Kronecker: the least order is the rank of the infinite Hankel matrix, reached by N rows and columns."""
    found = recurrence(cols, kind)
    size = len(Strip.of(cols, stuck=stuck_players(kind)))
    terms = Strip.of(cols, stuck=stuck_players(kind)).totals(2 * size)
    hankel = flint.fmpz_mat(size, size, [terms[i + j] for i in range(size) for j in range(size)])
    assert hankel.rank() == max(found.order, found.start)


@pytest.mark.parametrize(
    ("kind", "cols", "order"), [("general", 8, 136), ("maximal", 6, 232), ("right-end", 8, 130)]
)
def test_wide_strips(kind, cols, order):
    found = recurrence(cols, kind)
    assert found.order == order
    size = found.terms + 20  # beyond what the proof looked at
    assert found.totals(size) == Strip.of(cols, stuck=stuck_players(kind)).totals(size)


def test_a_fraction_with_a_long_numerator():
    assert rational_function([5, 1, 1, 2, 3, 5, 8, 13]) == ([5, -4, -5], [1, -1, -1])


def test_the_lift_takes_larger_primes_where_it_must():
    big = 3**100
    terms = [1]
    for _ in range(7):
        terms.append(big * terms[-1])
    assert rational_function(terms) == ([1], [1, -big])


def test_sympy_reads_the_generating_function():
    t = sympy.Symbol("t")
    text = recurrence(3, "maximal").expression()
    series = sympy.series(sympy.sympify(text, locals={"t": t}), t, 0, 8).removeO()
    assert [int(series.coeff(t, m)) for m in range(8)] == [1, 2, 5, 22, 75, 264, 941, 3286]


@pytest.mark.parametrize(
    ("kind", "cols"), [("general", 3), ("maximal", 3), ("right-end", 4), ("left-end", 3)]
)
def test_cylinders(kind, cols):
    """The recurrence goes on with counts of wrapped boards."""
    found = recurrence(cols, kind, wrap=True)
    rows = range(1, found.start + 3)
    wanted = [count(Board.rectangle(m, cols, wrap="cols"), kind) for m in rows]
    assert found.totals(len(wanted) + 1)[1:] == wanted


def test_euler_characteristics_of_strips():
    """At x = y = -1, for boards that the recurrence has not seen."""
    for cols in (2, 3, 4):
        found = recurrence(cols, x=-1, y=-1)
        terms = found.totals(2 * found.states + 4)
        for rows in (3, len(terms) - 1):
            assert -legal_complex(Board.rectangle(rows, cols)).euler == terms[rows]


def test_perfect_matchings_of_strips():
    """Fibonacci numbers, and tilings by dominoes of 4 x m and 3 x 2m boards [OEIS A005178, A001835]."""
    assert recurrence(2, "perfect").totals(8) == [1, 1, 2, 3, 5, 8, 13, 21]
    assert recurrence(4, "perfect").totals(8) == [1, 1, 5, 11, 36, 95, 281, 781]
    assert recurrence(3, "perfect").totals(9) == [1, 0, 3, 0, 11, 0, 41, 0, 153]
    assert recurrence(3, "perfect").coefficients == (0, 4, 0, -1)


@pytest.mark.parametrize("game", ["domineering", "node-kayles", "snort", "lonely-dominoes"])
@pytest.mark.parametrize(("kind", "wrap"), [("general", False), ("maximal", False), ("general", True)])
def test_recurrences_at_fractions_give_the_values_of_the_polynomials(game, kind, wrap):
    found = recurrence(2, kind, x="3/2", wrap=wrap, game=game)
    boards = [Board.rectangle(m, 2, wrap=(False, wrap)) for m in range(1, 8)]
    assert found.totals(8)[1:] == [evaluate(board, kind, x="3/2", game=game).value for board in boards]
    series = sympy.sympify(found.expression()).series(n=6).removeO()
    assert [series.coeff("t", m) for m in range(6)] == found.totals(6)


@pytest.mark.parametrize("cols", [1, 2, 3])
@pytest.mark.parametrize("kind", [*KINDS, "perfect"])
@pytest.mark.parametrize("wrap", [False, True])
def test_a_polynomial_recurrence_holds_exactly_from_where_it_says(cols, kind, wrap):
    """Perfect positions of odd boards: polynomials that are 0 are initial terms, too."""
    found = polynomial_recurrence(cols, kind, wrap=wrap)
    most = found.start + found.order + 2
    boards = [Board.rectangle(m, cols, wrap=(False, wrap)) for m in range(1, most)]
    wanted = [Polynomial.of({(0, 0): 1}), *(positions(board, kind) for board in boards)]
    assert found.polynomials(most) == wanted
    assert [p.total for p in wanted] == recurrence(cols, kind, wrap=wrap).totals(most)
    assert len(found.initial) == found.start

    def holds(m):
        terms = [c * wanted[m - 1 - i] for i, c in enumerate(found.coefficients)]
        return sum(terms, Polynomial.of({})) == wanted[m]

    assert all(holds(m) for m in range(found.start, most))
    assert found.start == found.order or not holds(found.start - 1)
    assert f"for m >= {found.start}" in found.text(10_000)


def test_polynomial_recurrences_in_latex():
    found = polynomial_recurrence(2, "maximal", wrap="cols")
    written = found.latex()
    assert written.startswith("\\begin{aligned}\n & D_{m} = c_{1} D_{m-1}")
    for number, coefficient in enumerate(found.coefficients, 1):
        assert f"c_{{{number}}} = {coefficient.latex()}," in written
