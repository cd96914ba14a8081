"""A topology that the package does not know: a Moebius strip, defined here by where an offset leads.

Nothing of the engine is told about it. The answers are compared with matchings and independent sets of the
graph of the strip, which is written down cell by cell.
"""

from functools import cache
from itertools import combinations

import pytest

from enumerate import Board, alpha, count, densities, fewest, list_positions, positions, sample, value
from enumerate.model.lattice import Lattice


class Moebius(Lattice):
    """The last column of a strip is followed by the first one upside down."""

    def land(self, cell, offset, shape, wrap):
        row, col = (a + b for a, b in zip(cell, (*offset, 0, 0)[:2], strict=True))
        turns, col = divmod(col, shape[1])
        return (shape[0] - 1 - row if turns % 2 else row), col


def strip(rows, cols, walls=()):
    return Board.rectangle(rows, cols, lattice=Moebius("moebius")).without(walls)


def sides(board):
    """The pairs of cells that share a side."""
    rows, cols = board.shape
    for row, col in sorted(board.cells):
        beside = (row, col + 1) if col + 1 < cols else (rows - 1 - row, 0)
        yield from ((kind, (row, col), there) for kind, there in ((0, (row + 1, col)), (1, beside)))


def dominoes(board):
    """All dominoes: the player and the two cells, for boards of three columns or more."""
    return [(kind, {a, b}) for kind, a, b in sides(board) if a in board.cells and b in board.cells]


def matchings(board):
    """All positions of Domineering as sets of numbers of dominoes."""
    edges = [cells for _, cells in dominoes(board)]

    @cache
    def onward(number, used):
        if number == len(edges):
            return [()]
        found = list(onward(number + 1, used))
        if not edges[number] & used:
            found += [(number, *rest) for rest in onward(number + 1, used | edges[number])]
        return found

    return onward(0, frozenset())


def covered(edges, matching):
    return set().union(*(edges[number][1] for number in matching))


def polynomial(board, stuck):
    edges = dominoes(board)
    found = {}
    for matching in matchings(board):
        under = covered(edges, matching)
        if any(kind in stuck and not cells & under for kind, cells in edges):
            continue
        right = sum(edges[number][0] for number in matching)
        exponents = len(matching) - right, right
        found[exponents] = found.get(exponents, 0) + 1
    return found


BOARDS = [strip(1, 4), strip(2, 3), strip(3, 3), strip(2, 6)]
BOARDS += [strip(3, 4, [(0, 0)]), strip(4, 4, [(1, 1), (1, 2)])]
KINDS = {"general": (), "maximal": (0, 1), "right-end": (1,), "left-end": (0,)}


@pytest.mark.parametrize("engine", ["auto", "dictionary", "modular"])
@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_polynomials(board, engine):
    for kind, stuck in KINDS.items():
        assert positions(board, kind, engine=engine).coefficients() == polynomial(board, stuck)
        assert count(board, kind, engine=engine) == sum(polynomial(board, stuck).values())


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_other_questions(board):
    wanted = polynomial(board, (0, 1))
    assert fewest(board, "maximal").dominoes == min(map(sum, wanted))
    listed = list(list_positions(board, "maximal").listing())
    assert len(listed) == sum(wanted.values()) == len(set(listed))
    assert all(drawn in set(listed) for drawn in sample(board, "maximal", size=3, seed=1))
    ends = [polynomial(board, (player,)) for player in (0, 1)]
    shortest = [
        a + b
        for found, differences in zip(ends, ((-1, 0), (0, 1)), strict=True)
        for a, b in found
        if a - b in differences
    ]
    assert alpha(board).moves == min(shortest)
    left = sum(len(covered(dominoes(board), m) & {min(board.cells)}) for m in matchings(board))
    chance = densities(board).cells[min(board.cells)]
    assert sum(chance) * sum(polynomial(board, ()).values()) == left


@pytest.mark.parametrize("board", BOARDS[:4], ids=str)
def test_cells_without_neighbours(board):
    """Node Kayles counts the independent sets of the strip."""
    joined = [{a, b} for _, a, b in sides(board) if b in board.cells]
    cells = sorted(board.cells)
    wanted = sum(
        not any(pair <= set(chosen) for pair in joined)
        for size in range(len(cells) + 1)
        for chosen in combinations(cells, size)
    )
    for engine in ("auto", "modular"):
        assert count(board, game="node-kayles", engine=engine) == wanted


def test_larger_strips_by_two_evaluators():
    for size in ((5, 6), (6, 5)):
        for kind in ("general", "maximal"):
            assert count(strip(*size), kind, engine="modular") == count(strip(*size), kind)


def test_values():
    """One row of four cells is a ring, in which Right has one domino and then another one."""
    assert str(value(strip(1, 4)).value) == "-2"
